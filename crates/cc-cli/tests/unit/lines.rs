//! Lines of any bytes, whatever pieces they arrive in.

use super::*;

/// Gives out the input in pieces of one size, to show that no boundary matters.
struct Pieces<'a>(&'a [u8], usize);

impl Read for Pieces<'_> {
    fn read(&mut self, out: &mut [u8]) -> io::Result<usize> {
        let length = self.1.min(self.0.len()).min(out.len());
        let (piece, rest) = self.0.split_at(length);
        out[..length].copy_from_slice(piece);
        self.0 = rest;
        Ok(length)
    }
}

fn lines(input: &[u8], limit: usize, piece: usize) -> Vec<Option<Vec<u8>>> {
    let limit = NonZeroUsize::new(limit).unwrap();
    let mut reader = LineReader::new(Pieces(input, piece), limit);
    let mut lines = Vec::new();
    while let Some(line) = reader.next(|| Ok::<(), io::Error>(())).unwrap() {
        lines.push(match line {
            Line::Bytes(bytes) => Some(bytes.to_vec()),
            Line::TooLong => None,
        });
    }
    assert_eq!(reader.number(), lines.len() as u64);
    lines
}

#[track_caller]
fn check(input: &[u8], limit: usize, expected: &[Option<&[u8]>]) {
    for piece in [1, 2, 3, 7, BLOCK] {
        let lines = lines(input, limit, piece);
        let lines: Vec<_> = lines.iter().map(Option::as_deref).collect();
        assert_eq!(lines, expected, "in pieces of {piece}");
    }
}

#[test]
fn a_line_ends_with_lf_crlf_cr_or_the_input() {
    check(
        b"a\nb\r\nc\rd\r\re\n\rf",
        9,
        &[
            Some(b"a"),
            Some(b"b"),
            Some(b"c"),
            Some(b"d"),
            Some(b""),
            Some(b"e"),
            Some(b""),
            Some(b"f"),
        ],
    );
    check(b"", 9, &[]);
    check(b"\n", 9, &[Some(b"")]);
    check(b"\r\n", 9, &[Some(b"")]);
    check(b"a\r", 9, &[Some(b"a")]);
}

#[test]
fn a_byte_order_mark_is_skipped_at_the_start_only() {
    check(b"\xef\xbb\xbfa\n\xef\xbb\xbfb", 9, &[Some(b"a"), Some(b"\xef\xbb\xbfb")]);
    check(b"\xef\xbb\xbf", 9, &[]);
    check(b"\xef\xbb\xbf\n", 9, &[Some(b"")]);
}

#[test]
fn a_byte_order_mark_does_not_count_against_the_limit() {
    check(b"\xef\xbb\xbfab\n", 2, &[Some(b"ab")]);
    check(b"\xef\xbb\xbfab", 2, &[Some(b"ab")]);
    check(b"\xef\xbb\xbfabc\nab", 2, &[None, Some(b"ab")]);
    check(b"\xef\xbb\xbf", 1, &[]);
    check(b"abc\nabcdef\na", 2, &[None, None, Some(b"a")]);
}

#[test]
fn a_line_over_the_limit_is_skipped_alone() {
    check(b"abcd\nabcde\nabc", 4, &[Some(b"abcd"), None, Some(b"abc")]);
    check(b"abcde", 4, &[None]);
    check(b"abcde\r\nf", 4, &[None, Some(b"f")]);
}

#[test]
fn memory_stays_bounded_on_a_line_without_end() {
    let mut reader = LineReader::new(io::repeat(b'x').take(50_000_000), NonZeroUsize::MIN);
    let line = reader.next(|| Ok::<(), io::Error>(())).unwrap();
    assert_eq!(line, Some(Line::TooLong));
    assert!(reader.buffer.capacity() <= 4 * BLOCK);
}

#[test]
fn waiting_happens_only_when_no_complete_line_is_there() {
    let mut reader = LineReader::new(&b"a\nb\nc"[..], NonZeroUsize::MAX);
    let mut waits = Vec::new();
    loop {
        let mut waited = 0;
        let wait = || {
            waited += 1;
            Ok::<(), io::Error>(())
        };
        let more = reader.next(wait).unwrap().is_some();
        waits.push(waited);
        if !more {
            break;
        }
    }
    assert_eq!(waits, [1, 0, 1, 0]);
}
