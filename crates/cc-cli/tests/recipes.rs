//! The hosts in other languages that `examples` holds: each prints the same, and loses no answer
//! when its process is killed.

#![allow(clippy::unwrap_used, reason = "a test that cannot start a host has failed")]

use std::io::ErrorKind;
use std::path::Path;
use std::process::{Command, Stdio};

const PRINTED: &str = r#""prohibit npm": noted
"npm would\nbe fine, no?": (to the model)
"use npm": "npm" is currently prohibited. Remove or replace it before using it. ["remove policy npm", "use npm"]
"cut \ud83d in half": not understood (invalid_json)
"prohibit NPM": that holds already
"remove policy npm": noted
"use npm": noted
{"policies":{"npm":"use"},"premise":null,"version":2}
"#;

/// Runs a script of `examples`, or skips it where there is no such interpreter.
fn prints_as_expected(interpreter: &str, script: &str) {
    let folder = tempfile::tempdir().unwrap();
    let output = Command::new(interpreter)
        .arg(Path::new(env!("CARGO_MANIFEST_DIR")).join("examples").join(script))
        .arg(env!("CARGO_BIN_EXE_context-compiler"))
        .arg(folder.path().join("state.json"))
        .stdin(Stdio::null())
        .stderr(Stdio::inherit())
        .output();
    match output {
        Err(error) if error.kind() == ErrorKind::NotFound => {
            eprintln!("skipped: `{interpreter}` is not there to run {script}");
        }
        output => {
            let output = output.unwrap();
            assert_eq!(String::from_utf8(output.stdout).unwrap(), PRINTED);
            assert!(output.status.success());
        }
    }
}

#[test]
fn a_host_in_python_keeps_a_process() {
    prints_as_expected("python3", "long_lived.py");
}

#[test]
fn a_host_in_node_keeps_a_process() {
    prints_as_expected("node", "long_lived.mjs");
}

/// So that no script is left out.
#[test]
fn every_script_is_run_here() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("examples");
    let mut scripts: Vec<String> = std::fs::read_dir(folder)
        .unwrap()
        .map(|entry| entry.unwrap().file_name().into_string().unwrap())
        .collect();
    scripts.sort();
    assert_eq!(scripts, ["long_lived.mjs", "long_lived.py"]);
}
