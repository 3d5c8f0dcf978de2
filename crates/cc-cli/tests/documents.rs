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

/// Carries out the blocks in the language `shell-session` one after the other, in one folder. One
/// whose programs are not installed is left out.
#[test]
#[cfg(unix)]
fn recipes_for_a_shell_do_what_they_show() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/sessions.md");
    let text = fs::read_to_string(path).unwrap();
    let folder = tempfile::tempdir().unwrap();
    let own = Path::new(env!("CARGO_BIN_EXE_context-compiler")).parent().unwrap();
    let paths = std::env::var_os("PATH").unwrap_or_default();
    let paths =
        std::env::join_paths([own.to_owned()].into_iter().chain(std::env::split_paths(&paths)));
    let shell = |script: &str| {
        let mut shell = std::process::Command::new("/bin/sh");
        shell.args(["-c", script]).current_dir(folder.path()).env_clear();
        shell
            .env("PATH", paths.as_ref().unwrap())
            .env("CONTEXT_COMPILER_STORE", "sqlite:sessions.db");
        let output = shell.output().unwrap();
        String::from_utf8([output.stdout, output.stderr].concat()).unwrap()
    };
    let mut blocks = 0;
    for block in text.split("```shell-session\n").skip(1) {
        let block = block.split("```").next().unwrap();
        blocks += 1;
        if block.contains("$ sqlite3 ") && shell("command -v sqlite3").is_empty() {
            let is_wanted = std::env::var_os("CC_NEEDS_SQLITE3").is_some();
            assert!(!is_wanted, "CC_NEEDS_SQLITE3 is set, and `sqlite3` is not installed");
            println!("LEFT OUT: a recipe, since `sqlite3` is not installed");
            continue;
        }
        for call in block.strip_prefix("$ ").unwrap().split("\n$ ") {
            let (command, shown) = call.split_once('\n').unwrap_or((call, ""));
            assert_eq!(shell(command).trim_end(), shown.trim_end(), "{command}");
        }
    }
    assert_eq!(blocks, 4);
}
