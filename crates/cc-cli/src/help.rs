//! What help and manual say besides the options. Each section is a heading and indented lines.

use cc_contract::ContractName;

use crate::contract::inputs_help;

/// What the command does, at length.
pub(crate) const ABOUT: &str = "\
A deterministic authority over the standing instructions of a language model
application

Each input line is a directive or ordinary text. At a terminal this is a REPL;
type `help` there. Otherwise it reads one input per line from standard input,
until the end or a line `exit` or `quit`. The line `state` prints the state, and
`step TEXT` submits TEXT. Under contracts 0.5 and m1, `preview TEXT` shows what
TEXT would do. Under m1 with --json, only `exit` and `quit` are commands.";

/// What ends a run.
pub(crate) const EXIT_STATUS: &str = "\
Exit status:
  0  success
  1  failure at run time
  2  wrong usage
";

/// The sections for the command itself.
pub(crate) fn main() -> String {
    format!("{}\n{EXIT_STATUS}\n{MAIN}", inputs_help(ContractName::V0_9))
}

const MAIN: &str = r#"Examples:
  $ printf 'use npm\nprohibit npm\n' | context-compiler
  updated
  premise: (none)
  policies:
  - use npm
  error: "npm" is currently in use.
  Remove or replace it before prohibiting it.

  $ echo state | context-compiler --initial-state-file state.json
  premise: concise replies
  policies:
  - prohibit peanuts

  $ context-compiler --json < inputs.txt > records.ndjson
"#;

/// The sections for `classify`.
pub(crate) const CLASSIFY: &str = r#"Examples:
  $ printf 'clear state\nhello\n' | context-compiler classify
  {"classification":"canonical","directive":{"kind":"clear_state","operands":{},"text":"clear state"}}
  {"classification":"no_directive"}

  $ context-compiler classify --contract 0.5 < inputs.txt > records.ndjson
"#;

/// The sections for `toolcall`.
pub(crate) const TOOLCALL: &str = r#"Examples:
  $ context-compiler toolcall --schema search.json < calls.ndjson

  $ context-compiler toolcall --schemas tools.json --aliases aliases.json < calls.ndjson
"#;

/// The sections for `migrate`.
pub(crate) const MIGRATE: &str = r#"Examples:
  $ context-compiler migrate --to 0.9 m1.json
  {"policies":{"peanuts":"prohibit"},"premise":null,"version":2}

  $ context-compiler migrate --to 0.9 --focus-device premise focused.json > state.json
"#;

/// The sections for `session`.
pub(crate) const SESSION: &str = r#"Examples:
  $ echo 'prohibit peanuts' | context-compiler --session trip --store sqlite:sessions.db
  updated
  premise: (none)
  policies:
  - prohibit peanuts

  $ context-compiler session --store sqlite:sessions.db log trip --json > log.ndjson
"#;

/// The sections for `completions`.
pub(crate) const COMPLETIONS: &str = r#"Examples:
  $ context-compiler completions bash > ~/.local/share/bash-completion/completions/context-compiler

  $ context-compiler completions fish > ~/.config/fish/completions/context-compiler.fish
"#;

/// The sections for `man`.
pub(crate) const MAN: &str = r#"Examples:
  $ context-compiler man > context-compiler.1

  $ context-compiler man --dir ~/.local/share/man/man1
"#;
