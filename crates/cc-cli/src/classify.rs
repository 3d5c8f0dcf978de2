//! The subcommand `classify`: a record for each line, without any state.

use std::io::{Read, Write};

use cc_wire::{Command, push_classification, push_error};

use crate::Failure;
use crate::options::LineOptions;
use crate::output::Output;
use crate::session::{Flow, for_each_line};

/// Classifies every line.
pub(crate) fn run<R: Read, W: Write>(
    input: R,
    mut output: Output<W>,
    options: LineOptions,
) -> Result<(), Failure> {
    for_each_line(input, &mut output, options, |line, out| {
        match line {
            Ok(text) => push_classification(out, cc_engine::classify(&text)),
            Err(bad) => push_error(out, Command::Input, bad.code, &bad.message),
        }
        out.push('\n');
        Flow::Continue
    })
}
