//! Replies in large pieces, none beyond what a pipe takes at once.

use std::io;

use super::*;

/// Keeps each piece that is written.
#[derive(Default)]
struct Pieces(Vec<Vec<u8>>);

impl Write for Pieces {
    fn write(&mut self, piece: &[u8]) -> io::Result<usize> {
        self.0.push(piece.to_vec());
        Ok(piece.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// The lengths of the pieces in which replies of these lengths are written.
fn pieces(replies: &[usize]) -> Vec<usize> {
    let mut output = Output::new(Pieces::default());
    let mut all = String::new();
    for (letter, length) in ('a'..='z').cycle().zip(replies) {
        let reply = letter.to_string().repeat(*length);
        all.push_str(&reply);
        output.text().push_str(&reply);
        output.reply_complete().unwrap();
    }
    output.flush().unwrap();
    output.flush().unwrap();
    assert_eq!(output.sink.0.concat(), all.into_bytes());
    output.sink.0.iter().map(Vec::len).collect()
}

#[test]
fn replies_wait_for_each_other_until_a_pipe_takes_no_more() {
    assert!(pieces(&[]).is_empty());
    assert_eq!(pieces(&[10, 20]), [30]);
    assert_eq!(pieces(&[BLOCK - 10, 10]), [BLOCK]);
    assert_eq!(pieces(&[BLOCK - 10, 11, 5]), [BLOCK - 10, 16]);
    assert_eq!(pieces(&[300; 1_000]), [65_400, 65_400, 65_400, 65_400, 38_400]);
}

#[test]
fn a_reply_that_a_pipe_does_not_take_at_once_is_written_alone() {
    assert_eq!(pieces(&[BLOCK + 1]), [BLOCK + 1]);
    assert_eq!(pieces(&[5, 3 * BLOCK, 7]), [5, 3 * BLOCK, 7]);
}
