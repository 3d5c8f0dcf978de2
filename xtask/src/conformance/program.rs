//! The built binary, and how it is talked to.
//!
//! Every record that it writes must be canonical JSON with exactly the documented fields.

use std::ffi::OsStr;
use std::path::PathBuf;
use std::process::Command;

use serde::Deserialize;
use serde_json::Value;
use serde_json::value::RawValue;

use super::canonical::canonical;
use super::comparison::Stop;
use super::strict;
use crate::error::Error;
use crate::process::{self, Profile, converse};

/// What precedes the reason when a state cannot be loaded.
const PRELOAD_FAILED: &str = "error: preload failed: ";

/// The built binary.
pub(crate) struct Program {
    path: PathBuf,
}

impl Program {
    /// Builds the binary and finds out where it is.
    ///
    /// # Errors
    ///
    /// If it cannot be built.
    pub(crate) fn build() -> Result<Self, Error> {
        Ok(Program { path: process::build_command(Profile::Dev)? })
    }

    /// Runs the program once. Gives the lines it wrote, or why it could not load the state.
    ///
    /// `preload` is the argument that loads a state, if there is one.
    pub(crate) fn call(
        &self,
        arguments: &[&str],
        preload: Option<&str>,
        input: &str,
    ) -> Result<Result<Vec<String>, String>, Stop> {
        if preload.is_some_and(|preload| preload.contains('\0')) {
            return Err(Stop::Skip("no argument of a program can hold a NUL"));
        }
        let arguments: Vec<&str> = arguments.iter().copied().chain(preload).collect();
        self.lines(&arguments, PRELOAD_FAILED, input)
    }

    /// Runs the program once. Gives the lines it wrote, or why it could not load what its arguments
    /// name, which it says after `refusal`.
    pub(crate) fn lines<S: AsRef<OsStr>>(
        &self,
        arguments: &[S],
        refusal: &str,
        input: &str,
    ) -> Result<Result<Vec<String>, String>, Stop> {
        let mut command = Command::new(&self.path);
        let output = converse(command.args(arguments), input)
            .map_err(|error| Stop::Fault(format!("cannot run the program: {error}")))?;
        let text = |bytes| {
            let not_utf8 = |_| Stop::Fault("the program wrote something that is not UTF-8".into());
            String::from_utf8(bytes).map_err(not_utf8)
        };
        let (out, err) = (text(output.stdout)?, text(output.stderr)?);
        if output.status.success() && err.is_empty() && (out.is_empty() || out.ends_with('\n')) {
            return Ok(Ok(out.lines().map(str::to_owned).collect()));
        }
        match err.strip_prefix(refusal) {
            Some(message) if output.status.code() == Some(1) && out.is_empty() => {
                Ok(Err(message.trim_end().to_owned()))
            }
            _ => Err(Stop::Fault(format!(
                "the program ended with {} and wrote {}, and to standard error {}",
                output.status,
                canonical(&Value::String(out)),
                canonical(&Value::String(err)),
            ))),
        }
    }
}

/// The only line there must be.
pub(crate) fn one(lines: &[String]) -> Result<&str, Stop> {
    match lines {
        [line] => Ok(line),
        _ => Err(Stop::Fault(format!("one input got {} records", lines.len()))),
    }
}

/// Reads a record, which must be canonical JSON.
pub(crate) fn record<'a, T: Deserialize<'a>>(line: &'a str) -> Result<T, Stop> {
    let fault = |fault: String| {
        Stop::Fault(format!("the record {}: {fault}", canonical(&Value::String(line.to_owned()))))
    };
    let value: Value = strict::read(line).map_err(fault)?;
    if canonical(&value) != line {
        return Err(fault("it is not canonical JSON".to_owned()));
    }
    serde_json::from_str(line).map_err(|error| fault(error.to_string()))
}

/// The record of a step, in every contract with JSON commands.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct StepRecord<'a> {
    pub(crate) command: String,
    pub(crate) decision: Value,
    pub(crate) mode: String,
    pub(crate) output_version: u32,
    #[serde(borrow)]
    pub(crate) state: &'a RawValue,
}

/// The record of a state.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct StateRecord<'a> {
    pub(crate) command: String,
    pub(crate) mode: String,
    pub(crate) output_version: u32,
    #[serde(borrow)]
    pub(crate) state: &'a RawValue,
}
