//! The subcommand `classify`: a record for each line, without any state.

use std::io::{Read, Write};

use cc_wire::Command;

use crate::Failure;
use crate::contract::Classifier;
use crate::options::LineOptions;
use crate::output::Output;
use crate::session::{Flow, for_each_line};

/// Classifies every line.
pub(crate) fn run<C: Classifier, R: Read, W: Write>(
    input: R,
    mut output: Output<W>,
    options: LineOptions,
) -> Result<(), Failure> {
    for_each_line(input, &mut output, options, |line, out| {
        match line {
            Ok(text) => C::classification_record(out, &text),
            Err(bad) => C::error_record(out, Command::Input, bad.code, &bad.message),
        }
        out.push('\n');
        Flow::Continue
    })
}
