//! What both programs are run on, and how a run is read.

use std::io;
use std::path::Path;
use std::process::Output;

use crate::error::Error;
use crate::process::{Program, converse};

/// What a run starts from.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Preload {
    /// The text of a state.
    State(String),
    /// The text of a checkpoint, in 0.5.
    Checkpoint(String),
}

impl Preload {
    pub(super) fn text(&self) -> &str {
        match self {
            Preload::State(text) | Preload::Checkpoint(text) => text,
        }
    }

    fn option(&self) -> &'static str {
        match self {
            Preload::State(_) => "--initial-state-file",
            Preload::Checkpoint(_) => "--initial-checkpoint-file",
        }
    }

    /// The same kind, with another text.
    pub(super) fn with(&self, text: String) -> Self {
        match self {
            Preload::State(_) => Preload::State(text),
            Preload::Checkpoint(_) => Preload::Checkpoint(text),
        }
    }
}

/// Conversations that one run of a program holds, one after the other.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Session {
    /// What the first conversation starts from. All others start from nothing.
    pub(super) preload: Option<Preload>,
    /// The lines of each conversation, without line feeds.
    pub(super) conversations: Vec<Vec<String>>,
}

/// What a program did with a session.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Reply {
    /// Its records, in order.
    pub(super) records: Vec<String>,
    /// What it wrote to standard error.
    pub(super) complaint: String,
    /// Whether it ended with status 0.
    pub(super) success: bool,
}

impl Program {
    /// Runs it on `lines`. `scratch` is a file that it may read a state from.
    ///
    /// # Errors
    ///
    /// If it cannot be started, or writes something that is not UTF-8.
    pub(super) fn run(
        &self,
        preload: Option<&Preload>,
        lines: &str,
        scratch: &Path,
    ) -> Result<Reply, Error> {
        let shown = self.shown();
        let mut command = self.command();
        // Where Python is behind it: text is UTF-8 whatever the locale.
        command.env("PYTHONUTF8", "1");
        if let Some(preload) = preload {
            std::fs::write(scratch, preload.text()).map_err(Error::access(scratch))?;
            command.arg(preload.option()).arg(scratch);
        }
        let output = converse(&mut command, lines).map_err(Error::start(&shown))?;
        Reply::read(output).map_err(Error::start(&shown))
    }
}

impl Reply {
    fn read(output: Output) -> io::Result<Self> {
        let text = |bytes| {
            String::from_utf8(bytes).map_err(|_| io::Error::other("its output is not UTF-8"))
        };
        Ok(Reply {
            records: text(output.stdout)?.lines().map(str::to_owned).collect(),
            complaint: text(output.stderr)?,
            success: output.status.success(),
        })
    }
}
