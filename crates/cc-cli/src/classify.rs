//! The subcommand `classify`: a record for each line, without any state.

use std::io::{Read, Write};

use cc_contract::ContractName;
use cc_wire::{Command, ErrorRecord, push, push_classification};

use crate::Failure;
use crate::options::LineOptions;
use crate::output::Output;
use crate::pipe::{Flow, for_each_line};

/// Classifies every line.
pub(crate) fn run<R: Read, W: Write>(
    contract: ContractName,
    input: R,
    mut output: Output<W>,
    options: LineOptions,
) -> Result<(), Failure> {
    for_each_line(input, &mut output, options, |line, out| {
        match line {
            Ok(text) => push_classification(out, contract, &text),
            Err(bad) => {
                push(out, &ErrorRecord::new(contract, Command::Input, bad.code, bad.message));
            }
        }
        out.push('\n');
        Flow::Continue
    })
}
