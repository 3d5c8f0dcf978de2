//! What both programs are run on, and how a run is read.

use std::io::{self, Read, Seek};
use std::process::Command;
use std::time::Duration;

use wait_timeout::ChildExt;

use crate::error::Error;
use crate::process::{file_of, shown};

/// What a run starts from.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Preload {
    /// Whether it is a checkpoint, which 0.5 has, and not a state.
    pub(super) is_checkpoint: bool,
    pub(super) text: String,
}

impl Preload {
    /// The option that a program takes it by.
    pub(super) fn option(&self) -> &'static str {
        if self.is_checkpoint { "--initial-checkpoint-file" } else { "--initial-state-file" }
    }
}

/// What one run of a program is sent.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Session {
    /// What it starts from. After a [`Line::Reset`] it goes on from nothing.
    pub(super) preload: Option<Preload>,
    pub(super) lines: Vec<Line>,
}

/// A part of a session.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Line {
    /// The next conversation begins: whatever was before, there is no state and no question.
    Reset,
    /// One line, without the line feed that ends it.
    Input(String),
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

impl Reply {
    /// Runs a program on `input`.
    /// Fails if it cannot be started, does not end in time, or writes something that is not UTF-8.
    pub(super) fn of(command: &mut Command, input: &str, most: Duration) -> Result<Self, Error> {
        let shown = shown(command);
        let mut run = || -> io::Result<Option<Self>> {
            // All are files, so that neither side waits for the other.
            let (mut out, mut err) = (tempfile::tempfile()?, tempfile::tempfile()?);
            command.stdin(file_of(input)?).stdout(out.try_clone()?).stderr(err.try_clone()?);
            // Where Python is behind it: text is UTF-8 whatever the locale.
            let mut child = command.env("PYTHONUTF8", "1").spawn()?;
            let Some(status) = child.wait_timeout(most)? else {
                child.kill()?;
                child.wait()?;
                return Ok(None);
            };
            let (mut records, mut complaint) = (String::new(), String::new());
            for (file, text) in [(&mut out, &mut records), (&mut err, &mut complaint)] {
                file.rewind()?;
                file.read_to_string(text)?;
            }
            let records = records.lines().map(str::to_owned).collect();
            Ok(Some(Reply { records, complaint, success: status.success() }))
        };
        run().map_err(Error::start(&shown))?.ok_or_else(|| {
            Error::Tool(format!("`{shown}` did not end in {} s", most.as_secs_f64()))
        })
    }
}
