//! The sessions that the documents show are what the command really prints.

#![allow(clippy::unwrap_used, clippy::panic, reason = "a document that cannot be read has failed")]

use std::fs;
use std::path::Path;

mod support;

/// A call in a document: the arguments, the input, and the output shown below it.
struct Session {
    arguments: Vec<String>,
    input: String,
    output: String,
}

/// Reads the blocks of code in the language `console`. A call has the form
/// `$ printf 'INPUT' | context-compiler ARGUMENTS`, with `\n` for a line feed.
fn sessions(text: &str) -> Vec<Session> {
    let mut sessions: Vec<Session> = Vec::new();
    let mut within = false;
    for line in text.lines() {
        if line.starts_with("```") {
            within = line == "```console";
        } else if within && let Some(call) = line.strip_prefix("$ ") {
            let call = call.strip_prefix("printf '").unwrap_or_else(|| panic!("{call}"));
            let (input, command) = call.split_once("' | context-compiler").unwrap();
            sessions.push(Session {
                arguments: command.split_whitespace().map(str::to_owned).collect(),
                input: input.replace("\\n", "\n"),
                output: String::new(),
            });
        } else if within {
            let output = &mut sessions.last_mut().unwrap().output;
            output.push_str(line);
            output.push('\n');
        }
    }
    sessions
}

#[test]
fn sessions_in_documents_are_what_the_command_prints() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let mut files = vec![root.join("README.md"), root.join("crates/cc-cli/README.md")];
    files.extend(fs::read_dir(root.join("docs")).unwrap().map(|entry| entry.unwrap().path()));
    let mut shown = 0;
    for file in files.iter().filter(|file| file.extension().is_some_and(|e| e == "md")) {
        for session in sessions(&fs::read_to_string(file).unwrap()) {
            let arguments: Vec<&str> = session.arguments.iter().map(String::as_str).collect();
            let printed = support::run(&arguments, &session.input).success();
            assert_eq!(printed, session.output, "in {}: {}", file.display(), session.input);
            shown += 1;
        }
    }
    assert!(shown > 1, "only {shown} sessions were found");
}
