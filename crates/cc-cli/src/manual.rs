//! The subcommands `completions` and `man`, which describe the command line itself.

use std::io::Write;

use clap::CommandFactory;
use clap_complete::Shell;

use crate::Failure;
use crate::options::Options;
use crate::output::Output;

/// Prints a completion script.
pub(crate) fn completions<W: Write>(shell: Shell, output: Output<W>) -> Result<(), Failure> {
    let mut script = Vec::new();
    let mut command = Options::command();
    let name = command.get_name().to_owned();
    clap_complete::generate(shell, &mut command, name, &mut script);
    print(&script, output)
}

/// Prints the manual page.
pub(crate) fn man<W: Write>(output: Output<W>) -> Result<(), Failure> {
    let mut page = Vec::new();
    clap_mangen::Man::new(Options::command())
        .render(&mut page)
        .map_err(Failure::io("write the manual page"))?;
    print(&page, output)
}

fn print<W: Write>(text: &[u8], mut output: Output<W>) -> Result<(), Failure> {
    output.text().push_str(&String::from_utf8_lossy(text));
    output.flush()
}
