//! The subcommand `man`.

use std::fs;
use std::io::{self, Write};
use std::iter;
use std::path::Path;

use clap::builder::Resettable;
use clap::{Command, CommandFactory};
use clap_mangen::Man;

use crate::Failure;
use crate::help::EXIT_STATUS;
use crate::options::Options;
use crate::output::Output;
use crate::text::push_line;

/// Prints the page of the command itself.
pub(crate) fn print<W: Write>(mut output: Output<W>) -> Result<(), Failure> {
    let page = page(&command()).map_err(Failure::io("write the manual page"))?;
    output.text().push_str(&page);
    output.flush()
}

/// Writes all pages into a directory, which is made if it is not there.
pub(crate) fn write(directory: &Path) -> Result<(), Failure> {
    let failed = |doing, path: &Path| {
        let path = path.to_owned();
        move |error| Failure::File { doing, path, error }
    };
    fs::create_dir_all(directory).map_err(failed("create the directory", directory))?;
    let command = command();
    let nested = command.get_subcommands().flat_map(Command::get_subcommands);
    for command in iter::once(&command).chain(command.get_subcommands()).chain(nested) {
        let path = directory.join(Man::new(command.clone()).get_filename());
        page(command).and_then(|page| fs::write(&path, page)).map_err(failed("write", &path))?;
    }
    Ok(())
}

/// The command as the manual describes it. What `help` does is in no page of its own.
fn command() -> Command {
    let mut command = Options::command().disable_help_subcommand(true);
    command.build();
    command
}

/// The page of the command or of a subcommand.
fn page(command: &Command) -> io::Result<String> {
    let mut page = Vec::new();
    Man::new(command.clone().after_help(Resettable::Reset))
        .source(concat!("context-compiler ", env!("CARGO_PKG_VERSION")))
        // Short enough to stand between two names of subcommands.
        .manual("Manual")
        // A release has a date, a build has none. The empty argument keeps the others in place.
        .date("\"\"")
        .render(&mut page)?;
    // Either break is enough, and tools that check pages complain of both.
    let mut page = String::from_utf8_lossy(&page).replace("\n.br\n\n.br\n", "\n.sp\n");
    let help = command.get_after_help().map(ToString::to_string).unwrap_or_default();
    if !help.contains(EXIT_STATUS) {
        push_sections(&mut page, EXIT_STATUS);
    }
    push_sections(&mut page, &help);
    if command.get_display_name().is_some_and(|name| name != command.get_name()) {
        page.push_str(".SH \"SEE ALSO\"\ncontext\\-compiler(1)\n");
    }
    Ok(page)
}

/// Appends sections that are a heading and indented lines, which are to stay as they are.
fn push_sections(page: &mut String, sections: &str) {
    for line in sections.trim_end().lines() {
        match (line.strip_prefix("  "), line.strip_suffix(':')) {
            (None, Some(heading)) => {
                let heading = heading.to_uppercase();
                push_line(page, format_args!(".SH \"{heading}\"\n.nf"));
            }
            (text, _) => push_line(page, literal(text.unwrap_or_default())),
        }
    }
}

/// A line as it is, which begins like no request.
fn literal(line: &str) -> String {
    let request = if line.starts_with('.') { r"\&" } else { "" };
    let escaped = line.replace('\\', r"\e").replace('-', r"\-").replace('\'', r"\(aq");
    format!("{request}{escaped}")
}
