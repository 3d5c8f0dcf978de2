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
    /// Bytes that were read, up to `end`; those before `taken` have been given out.
    buffer: Vec<u8>,
    taken: usize,
    end: usize,
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
            end: 0,
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
            let waiting = self.buffer.get(self.taken..self.end).unwrap_or_default();
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
                self.taken = self.end;
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
        if self.after_cr && self.taken < self.end {
            self.taken += usize::from(self.buffer.get(self.taken) == Some(&b'\n'));
            self.after_cr = false;
        }
    }

    /// Reads one block, or learns that there is no more.
    fn fill(&mut self) -> io::Result<()> {
        self.buffer.copy_within(self.taken..self.end, 0);
        self.end -= self.taken;
        self.taken = 0;
        let end = self.end + BLOCK;
        if let Some(more) = end.checked_sub(self.buffer.len()) {
            // A limit can be set beyond what there is, and then the line is what fails.
            self.buffer.try_reserve(more)?;
            self.buffer.resize(end, 0);
        }
        let read = loop {
            match self.source.read(self.buffer.get_mut(self.end..end).unwrap_or_default()) {
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                result => break result?,
            }
        };
        self.end += read;
        self.ended = read == 0;
        Ok(())
    }
}

#[cfg(test)]
#[path = "../tests/unit/lines.rs"]
mod tests;
