//! The subcommand `completions`.

use std::io::Write;

use clap::CommandFactory;
use clap_complete::Shell;

use crate::Failure;
use crate::options::Options;
use crate::output::Output;

/// What is behind the part that clap_complete writes: names of sessions, asked of the command.
const NAMES_BASH: &str = include_str!("names.bash");
const NAMES_ZSH: &str = include_str!("names.zsh");
const NAMES_FISH: &str = include_str!("names.fish");

/// Prints a completion script.
pub(crate) fn run<W: Write>(shell: Shell, mut output: Output<W>) -> Result<(), Failure> {
    let mut script = Vec::new();
    let mut command = Options::command();
    let name = command.get_name().to_owned();
    clap_complete::generate(shell, &mut command, &name, &mut script);
    output.text().push_str(&mended(shell, &name, &String::from_utf8_lossy(&script)));
    output.flush()
}

/// A script that offers names of sessions, without the faults of those that clap_complete 4.6
/// writes.
fn mended(shell: Shell, name: &str, script: &str) -> String {
    match shell {
        Shell::Bash => {
            // A hyphen of the name is spelled in one way in the labels of subcommands, and in
            // another in the variable that has to fit them.
            let name_in_labels = name.replace('-', "__subcmd__");
            let script = script.replace(&name_in_labels, &name.replace('-', "__"));
            let script = script.replace(
                "complete -F _context__compiler",
                "complete -F _context__compiler_or_names",
            );
            script.replacen(
                "\nif [[ \"${BASH_VERSINFO",
                &format!("\n{NAMES_BASH}if [[ \"${{BASH_VERSINFO"),
                1,
            )
        }
        // An option that waits for its value is taken for one that is after a subcommand.
        Shell::Fish => script.replace("\n    or return\n", "\n    or return 0\n") + NAMES_FISH,
        Shell::Zsh => {
            let wants_name = |line: &str| {
                line.starts_with("'--session=")
                    || line.starts_with("'--from=")
                    || line.contains(":name -- ")
                    || line.contains(":names -- ")
            };
            let mut mended = String::with_capacity(script.len() + NAMES_ZSH.len());
            for (number, line) in script.split_inclusive('\n').enumerate() {
                match wants_name(line) {
                    true => {
                        mended.push_str(&line.replace(":_default'", ":_context-compiler_names'"))
                    }
                    false => mended.push_str(line),
                }
                if number == 0 {
                    mended.push_str(NAMES_ZSH);
                }
            }
            mended
        }
        _ => script.to_owned(),
    }
}
