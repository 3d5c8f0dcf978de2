//! Reading lines of any bytes in bounded memory.
//!
//! A line ends with LF, CRLF or CR, or with the input. Bytes are looked at once, and what is
//! read ahead is never more than one block beyond the longest line allowed.

use std::io::{self, Read};
use std::num::NonZeroUsize;

const BLOCK: usize = 64 * 1024;
const BYTE_ORDER_MARK: &[u8] = b"\xef\xbb\xbf";

/// One line, without what ended it.
#[derive(Debug, PartialEq, Eq)]
pub(crate) enum Line<'a> {
    /// Its bytes.
    Bytes(&'a [u8]),
    /// It is longer than the limit, and has been skipped.
    TooLong,
}

/// Splits a source of bytes into lines.
pub(crate) struct LineReader<R> {
    source: R,
    limit: usize,
    /// Bytes that were read; those before `taken` have been given out.
    buffer: Vec<u8>,
    taken: usize,
    /// How many lines have been given out.
    count: u64,
    /// Whether a LF that comes next belongs to a CR before it.
    after_cr: bool,
    ended: bool,
}

impl<R: Read> LineReader<R> {
    /// Reads lines of at most `limit` bytes from `source`.
    pub(crate) fn new(source: R, limit: NonZeroUsize) -> Self {
        LineReader {
            source,
            limit: limit.get(),
            buffer: Vec::new(),
            taken: 0,
            count: 0,
            after_cr: false,
            ended: false,
        }
    }

    /// The number of the line that was given out last, from 1 on.
    pub(crate) fn number(&self) -> u64 {
        self.count
    }

    /// The next line, or none at the end of the input. A byte-order mark at the start of the input
    /// is skipped.
    ///
    /// `before_wait` is called before every read from the source, which may have to wait.
    ///
    /// # Errors
    ///
    /// What reading, or `before_wait`, fails with.
    pub(crate) fn next<E: From<io::Error>>(
        &mut self,
        mut before_wait: impl FnMut() -> Result<(), E>,
    ) -> Result<Option<Line<'_>>, E> {
        let mut searched = 0;
        let mut too_long = false;
        let (length, terminator) = loop {
            self.drop_line_feed();
            let waiting = self.buffer.get(self.taken..).unwrap_or_default();
            let unsearched = waiting.get(searched..).unwrap_or_default();
            if let Some(at) = memchr::memchr2(b'\n', b'\r', unsearched) {
                break (searched + at, unsearched.get(at).copied());
            }
            searched = waiting.len();
            if self.ended {
                break (searched, None);
            }
            // The byte-order mark goes, so the line behind it may be as long as any other.
            let mark = if self.count == 0 { BYTE_ORDER_MARK.len() } else { 0 };
            if searched > self.limit.saturating_add(mark) {
                too_long = true;
                self.buffer.clear();
                self.taken = 0;
                searched = 0;
            }
            before_wait()?;
            self.fill()?;
        };
        let start = self.taken;
        self.taken += length + usize::from(terminator.is_some());
        self.after_cr = terminator == Some(b'\r');
        let mut line = self.buffer.get(start..start + length).unwrap_or_default();
        if self.count == 0 && !too_long {
            line = line.strip_prefix(BYTE_ORDER_MARK).unwrap_or(line);
        }
        if terminator.is_none() && line.is_empty() && !too_long {
            return Ok(None);
        }
        self.count += 1;
        let too_long = too_long || line.len() > self.limit;
        Ok(Some(if too_long { Line::TooLong } else { Line::Bytes(line) }))
    }

    /// Skips a LF that belongs to the CR before it.
    fn drop_line_feed(&mut self) {
        if let (true, Some(byte)) = (self.after_cr, self.buffer.get(self.taken)) {
            self.taken += usize::from(*byte == b'\n');
            self.after_cr = false;
        }
    }

    /// Reads one block, or learns that there is no more.
    fn fill(&mut self) -> io::Result<()> {
        self.buffer.drain(..self.taken);
        self.taken = 0;
        let kept = self.buffer.len();
        // A limit can be set beyond what there is, and then the line is what fails.
        self.buffer.try_reserve(BLOCK)?;
        self.buffer.resize(kept + BLOCK, 0);
        let read = loop {
            match self.source.read(self.buffer.get_mut(kept..).unwrap_or_default()) {
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                result => break result,
            }
        };
        self.buffer.truncate(kept + *read.as_ref().unwrap_or(&0));
        self.ended = matches!(read, Ok(0));
        read.map(drop)
    }
}

#[cfg(test)]
mod tests {
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
}
