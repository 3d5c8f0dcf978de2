//! `context-compiler`: see the library.

use std::process::ExitCode;

fn main() -> ExitCode {
    cc_cli::main()
}
