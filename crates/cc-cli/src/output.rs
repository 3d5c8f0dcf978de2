//! Standard output, written in large pieces.

use std::io::Write;

use crate::Failure;

/// How much may wait before it is written.
const BLOCK: usize = 64 * 1024;

/// Collects whole replies, and writes them when there are enough or when it is told to.
pub(crate) struct Output<W> {
    sink: W,
    waiting: String,
}

impl<W: Write> Output<W> {
    pub(crate) fn new(sink: W) -> Self {
        Output { sink, waiting: String::new() }
    }

    /// Where the next reply is to be appended, line feed included.
    pub(crate) fn text(&mut self) -> &mut String {
        &mut self.waiting
    }

    /// Notes that a reply is complete.
    pub(crate) fn reply_complete(&mut self) -> Result<(), Failure> {
        if self.waiting.len() < BLOCK { Ok(()) } else { self.flush() }
    }

    /// Writes all that is waiting.
    ///
    /// # Errors
    ///
    /// What writing fails with, a closed pipe and a full disk among it.
    pub(crate) fn flush(&mut self) -> Result<(), Failure> {
        if self.waiting.is_empty() {
            return Ok(());
        }
        self.sink
            .write_all(self.waiting.as_bytes())
            .and_then(|()| self.sink.flush())
            .map_err(Failure::io("write output"))?;
        self.waiting.clear();
        Ok(())
    }
}
