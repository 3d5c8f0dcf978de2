//! Standard output, written in large pieces.

use std::io::Write;

use crate::Failure;

/// How much is written at once, at most, unless one reply is longer. A pipe takes as much without
/// waiting for its reader.
const BLOCK: usize = 64 * 1024;

/// Collects whole replies, and writes them when there are enough or when it is told to.
pub(crate) struct Output<W> {
    sink: W,
    waiting: String,
    /// How much of it is complete replies.
    complete: usize,
}

impl<W: Write> Output<W> {
    pub(crate) fn new(sink: W) -> Self {
        Output { sink, waiting: String::new(), complete: 0 }
    }

    /// Where the next reply is to be appended, line feed included.
    pub(crate) fn text(&mut self) -> &mut String {
        &mut self.waiting
    }

    /// Notes that a reply is complete, and writes those before it if there are enough.
    pub(crate) fn reply_complete(&mut self) -> Result<(), Failure> {
        if self.waiting.len() > BLOCK {
            self.write(self.complete)?;
        }
        self.complete = self.waiting.len();
        Ok(())
    }

    /// Writes all that is waiting.
    ///
    /// # Errors
    ///
    /// What writing fails with, a closed pipe and a full disk among it.
    pub(crate) fn flush(&mut self) -> Result<(), Failure> {
        self.write(self.waiting.len())
    }

    /// Writes so many bytes.
    fn write(&mut self, count: usize) -> Result<(), Failure> {
        let bytes = self.waiting.as_bytes().get(..count).unwrap_or_default();
        if !bytes.is_empty() {
            let written = self.sink.write_all(bytes).and_then(|()| self.sink.flush());
            written.map_err(Failure::io("write output"))?;
            self.waiting.drain(..count);
            self.complete = self.waiting.len();
        }
        Ok(())
    }
}

#[cfg(test)]
#[path = "../tests/unit/output.rs"]
mod tests;
