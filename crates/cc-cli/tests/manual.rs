//! The manual: which pages there are, what they hold, and that their examples run.

#![allow(clippy::unwrap_used, reason = "a page that cannot be read has failed the test")]

mod support;

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;
use std::process::Command;

use support::run;
use tempfile::TempDir;

/// Every page, by the name of its file, and the directory they are in.
fn pages() -> (TempDir, BTreeMap<String, String>) {
    let directory = tempfile::tempdir().unwrap();
    // It is made, with what is above it.
    let target = directory.path().join("share/man1");
    assert_eq!(run(&["man", "--dir", target.to_str().unwrap()], "").success(), "");
    let files = fs::read_dir(target).unwrap().map(|file| file.unwrap().path());
    let read = |path: &Path| {
        let name = path.file_name().unwrap().to_str().unwrap().to_owned();
        (name, fs::read_to_string(path).unwrap())
    };
    let pages = files.map(|path| read(&path)).collect();
    (directory, pages)
}

/// The subcommands that help lists, but for `help` itself.
fn subcommands(of: &[&str]) -> Vec<String> {
    let help = run(&[of, &["--help"]].concat(), "").success();
    let list = help.split("Commands:\n").nth(1).unwrap().split("\n\n").next().unwrap();
    let names = list.lines().map(|line| line.split_whitespace().next().unwrap().to_owned());
    names.filter(|name| name != "help").collect()
}

/// The text of a page, without its markup.
fn text(page: &str) -> String {
    let mut text = page.to_owned();
    for (markup, plain) in [
        (r"\fB", ""),
        (r"\fI", ""),
        (r"\fR", ""),
        (r"\-", "-"),
        (r"\*(Aq", "'"),
        (r"\(aq", "'"),
        (r"\e", r"\"),
    ] {
        text = text.replace(markup, plain);
    }
    text
}

/// The examples in the help of a call.
fn examples(help: &str) -> &str {
    help.split_once("Examples:\n").unwrap().1
}

#[test]
fn there_is_a_page_for_the_command_and_each_subcommand_and_no_other() {
    let (_directory, pages) = pages();
    let mut expected = vec!["context-compiler.1".to_owned()];
    expected.extend(subcommands(&[]).iter().map(|name| format!("context-compiler-{name}.1")));
    let nested = subcommands(&["session"]);
    assert!(nested.len() > 10, "{nested:?}");
    expected.extend(nested.iter().map(|name| format!("context-compiler-session-{name}.1")));
    expected.sort();
    assert!(pages.keys().eq(&expected), "{:?}", pages.keys());
    assert_eq!(run(&["man"], "").success(), pages["context-compiler.1"]);
}

#[test]
fn every_page_that_is_referred_to_exists() {
    let (_directory, pages) = pages();
    let mut references = 0;
    for page in pages.values() {
        let text = text(page);
        for name in text.split_whitespace().filter_map(|word| word.strip_suffix("(1)")) {
            assert!(pages.contains_key(&format!("{name}.1")), "{name}");
            references += 1;
        }
        assert_eq!(text.matches("(1)").count(), text.matches("(1)\n").count());
    }
    // A page refers to those of its subcommands, and each of them to the main page.
    assert_eq!(references, 2 * (pages.len() - 1));
}

#[test]
fn a_page_has_all_that_help_says() {
    let (_directory, pages) = pages();
    let mut calls = vec![(Vec::new(), "context-compiler.1".to_owned())];
    for name in subcommands(&[]) {
        let page = format!("context-compiler-{name}.1");
        calls.push((vec![name], page));
    }
    for (mut call, name) in calls {
        let text = text(&pages[&name]);
        let lines: Vec<&str> = text.lines().collect();
        call.push("--help".to_owned());
        let call: Vec<&str> = call.iter().map(String::as_str).collect();
        let help = run(&call, "").success();
        let options = help.split("Options:\n").nth(1).unwrap().lines();
        let options = options.take_while(|line| line.is_empty() || line.starts_with(' '));
        // Two spaces only align what follows them.
        for said in options.flat_map(|line| line.split("  ")).map(str::trim) {
            let said = said.strip_prefix("- ").unwrap_or(said);
            assert!(lines.iter().any(|line| line.contains(said)), "{name}: {said}");
        }
        for line in examples(&help).lines() {
            assert!(lines.contains(&line.trim_start_matches("  ")), "{name}: {line}");
        }
        for section in [".SH NAME", ".SH \"EXIT STATUS\"", ".SH \"EXAMPLES\""] {
            assert!(lines.contains(&section), "{name}: {section}");
        }
    }
}

#[test]
fn a_page_reads_well() {
    let (_directory, pages) = pages();
    insta::assert_snapshot!(pages["context-compiler-migrate.1"]);
}

#[test]
fn tools_that_check_pages_find_nothing() {
    let (directory, pages) = pages();
    let tools: [(&str, &[&str]); 2] = [
        ("man", &["--warnings", "--encoding=UTF-8", "--local-file", "-Tutf8", "-Z"]),
        ("mandoc", &["-Tlint", "-Wwarning"]),
    ];
    for (program, arguments) in tools {
        let run = |arguments: &[&str]| {
            Command::new(program).args(arguments).env("LC_ALL", "C").output().ok()
        };
        // Of the programs of that name, only that of man-db has warnings.
        let known = |version: &str| program != "man" || version.starts_with("man 2");
        let version = run(&["--version"]);
        if !version.is_some_and(|answer| known(&String::from_utf8_lossy(&answer.stdout))) {
            eprintln!("skipped: {program} is not installed");
            continue;
        }
        for name in pages.keys() {
            let path = directory.path().join("share/man1").join(name);
            let output = run(&[arguments, &[path.to_str().unwrap()]].concat()).unwrap();
            // One prints the page, the other what is wrong with it.
            let printed = if program == "man" { Vec::new() } else { output.stdout };
            let complaints = String::from_utf8([output.stderr, printed].concat()).unwrap();
            // A build has no date.
            let mut complaints = complaints.lines().filter(|line| !line.contains("missing date"));
            assert_eq!(complaints.next(), None, "{program}: {name}");
        }
    }
}

#[test]
#[cfg(unix)]
fn examples_do_what_they_show() {
    let directory = tempfile::tempdir().unwrap();
    let home = directory.path();
    let state = support::state(r#""peanuts":"prohibit""#, r#""concise replies""#);
    let m1 = r#"{"facts":{"focus.device":null},"policies":{"prohibit":["peanuts"]},"version":1}"#;
    for (name, text) in [
        ("state.json", state.as_str()),
        ("inputs.txt", "use tea\n"),
        ("search.json", r#"{"type":"object","properties":{"q":{}}}"#),
        (
            "tools.json",
            r#"[{"type":"function","function":{"name":"search","parameters":{"type":"object","properties":{"q":{}}}}}]"#,
        ),
        ("aliases.json", "{}"),
        ("calls.ndjson", "{\"tool\":\"search\"}\n"),
        ("m1.json", m1),
        ("focused.json", &m1.replace("null", "\"laptop\"")),
    ] {
        fs::write(home.join(name), text).unwrap();
    }
    // What an installation of the shells has.
    fs::create_dir_all(home.join(".local/share/bash-completion/completions")).unwrap();
    fs::create_dir_all(home.join(".config/fish/completions")).unwrap();
    let programs = Path::new(env!("CARGO_BIN_EXE_context-compiler")).parent().unwrap();

    let mut shown = 0;
    for subcommand in [String::new()].into_iter().chain(subcommands(&[])) {
        let call: Vec<&str> = subcommand.split_whitespace().chain(["--help"]).collect();
        let help = run(&call, "").success();
        for example in examples(&help).split("  $ ").skip(1) {
            let (line, answer) = example.split_once('\n').unwrap();
            let mut shell = Command::new("sh");
            let path = format!("{}:/usr/bin:/bin", programs.display());
            let shell = shell.args(["-c", line]).current_dir(home).env_clear();
            let output = shell.env("HOME", home).env("PATH", path).output().unwrap();
            let errors = String::from_utf8(output.stderr).unwrap();
            assert_eq!((errors.as_str(), output.status.code()), ("", Some(0)), "{line}");
            let answer: Vec<&str> =
                answer.lines().map(str::trim).filter(|line| !line.is_empty()).collect();
            if !answer.is_empty() {
                let printed = String::from_utf8(output.stdout).unwrap();
                assert_eq!(printed.lines().collect::<Vec<_>>(), answer, "{line}");
                shown += 1;
            }
        }
    }
    assert!(shown >= 4, "only {shown} answers were found");
    assert!(home.join(".local/share/man/man1/context-compiler.1").exists());
}

#[test]
fn a_manual_that_cannot_be_written_is_an_error_that_names_the_place() {
    let directory = tempfile::tempdir().unwrap();
    let file = directory.path().join("file");
    fs::write(&file, "").unwrap();
    let taken = directory.path().join("taken");
    fs::create_dir_all(taken.join("context-compiler.1")).unwrap();
    for (target, doing, place) in [
        (&file, "create the directory", &file),
        (&file.join("within"), "create the directory", &file.join("within")),
        (&taken, "write", &taken.join("context-compiler.1")),
    ] {
        let run = run(&["man", "--dir", target.to_str().unwrap()], "");
        assert_eq!((run.out.as_str(), run.code), ("", Some(1)));
        let expected = format!("error: cannot {doing} `{}`: ", place.display());
        assert!(run.err.starts_with(&expected), "{}", run.err);
    }
}
