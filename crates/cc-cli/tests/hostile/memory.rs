//! Memory: bounded by the longest line allowed and by the state, whatever comes and whoever waits.

use std::fs;
use std::io::{BufRead, BufReader, Read, Write};
use std::process::{Child, ChildStdin, Command, Stdio};
use std::time::Instant;

use crate::common::{Files, Mode, ended, give, many_policies, told};
use crate::support;

const MIB: u64 = 1 << 20;

/// The most memory that a running process has had, in bytes.
fn peak(child: &Child) -> u64 {
    let status = fs::read_to_string(format!("/proc/{}/status", child.id())).unwrap();
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:")).unwrap();
    line.trim().trim_end_matches(" kB").parse::<u64>().unwrap() * 1024
}

/// Writes a line of `length` bytes, with its line feed.
fn write_long_line(stdin: &mut ChildStdin, length: u64) {
    let block = vec![b'x'; 1 << 20];
    let mut left = length;
    while left > 0 {
        let part = left.min(block.len() as u64);
        stdin.write_all(&block[..part as usize]).unwrap();
        left -= part;
    }
    stdin.write_all(b"\n").unwrap();
}

/// Gives a run a long line and then its own lines; its first answer, and the most memory that it
/// had up to its last one.
fn long_line(mode: &Mode, length: u64) -> (String, u64) {
    let expected = mode.answers().iter().filter(|byte| **byte == b'\n').count();
    let (mut child, mut stdin) = mode.spawn();
    let mut answers = BufReader::new(child.stdout.take().unwrap()).lines();
    write_long_line(&mut stdin, length);
    stdin.write_all(&mode.session()).unwrap();
    let first = answers.next().unwrap().unwrap();
    assert_eq!(answers.by_ref().take(expected).count(), expected);
    let peak = peak(&child);
    drop(stdin);
    assert!(answers.next().is_none());
    assert_eq!(ended(child), (String::new(), Some(0)));
    (first, peak)
}

/// Gives a long line to one mode, with the limit that there is or with a small one.
fn skip(mode: &Mode, length: u64, limit: Option<&str>) {
    let mut arguments = mode.arguments.clone();
    if let Some(limit) = limit {
        arguments.extend(["--max-line-bytes".to_owned(), limit.to_owned()]);
    }
    let mode = Mode { arguments, lines: mode.lines.clone() };
    let start = Instant::now();
    let (first, peak) = long_line(&mode, length);
    let says = format!("line 1 is longer than {} bytes", limit.unwrap_or("1048576"));
    assert!(first.contains(&says), "{:?}: {first}", mode.arguments);
    println!("{} KiB, {:?}, {:?}", peak / 1024, start.elapsed(), mode.arguments);
    // A debug build takes most of this for itself.
    assert!(peak < 24 * MIB, "{:?} had {peak} bytes", mode.arguments);
}

#[test]
fn a_line_without_end_is_skipped_in_bounded_memory() {
    let files = Files::new();
    let modes = files.modes();
    skip(&modes[0], 64 * MIB, None);
    skip(&modes[0], 64 * MIB, Some("256"));
    for mode in &modes[1..] {
        skip(mode, 16 * MIB, None);
    }
}

#[test]
#[ignore = "56 GiB through pipes; cargo test --release -p cc-cli --test hostile -- --ignored --nocapture two_gib"]
fn a_line_of_two_gibibytes_is_skipped_in_bounded_memory() {
    let files = Files::new();
    for mode in files.modes() {
        skip(&mode, 2048 * MIB, None);
        skip(&mode, 2048 * MIB, Some("256"));
    }
}

/// Gives a line that is as long as is allowed to one mode; the most memory that it had.
fn longest_line(arguments: &[&str], length: u64) -> u64 {
    let limit = length.to_string();
    let arguments = [arguments, &["--max-line-bytes", &limit]].concat();
    let mode = Mode {
        arguments: arguments.iter().map(|&word| word.to_owned()).collect(),
        lines: vec![b"hello".to_vec()],
    };
    let (first, peak) = long_line(&mode, length);
    assert!(!first.contains("longer than"), "{first}");
    peak
}

#[test]
fn the_longest_line_allowed_costs_a_small_multiple_of_its_length() {
    for arguments in [&[][..], &["--json"], &["classify"]] {
        let (short, long) = (longest_line(arguments, MIB), longest_line(arguments, 3 * MIB));
        assert!(long < short + 4 * 2 * MIB, "{arguments:?} had {short} and {long} bytes");
    }
}

#[test]
fn a_limit_beyond_the_memory_there_is_ends_in_an_error() {
    let mut shell = Command::new("sh");
    shell.arg("-c").arg(r#"ulimit -v 120000; exec "$0" --max-line-bytes 99999999999"#);
    shell.arg(env!("CARGO_BIN_EXE_context-compiler"));
    shell.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child = shell.spawn().unwrap();
    give(child.stdin.take().unwrap(), &vec![b'x'; 128 << 20]);
    let output = child.wait_with_output().unwrap();
    assert_eq!(output.stdout, b"");
    let expected = "error: cannot read input: out of memory\n".to_owned();
    assert_eq!(told(output), (expected, Some(1)));
}

/// Waits until a process has been asleep for a while.
fn wait_until_asleep(child: &Child) {
    let mut asleep = 0;
    while asleep < 10 {
        let status = fs::read_to_string(format!("/proc/{}/status", child.id())).unwrap();
        let sleeps = status.lines().any(|line| line.starts_with("State:") && line.contains('S'));
        asleep = if sleeps { asleep + 1 } else { 0 };
        std::thread::sleep(std::time::Duration::from_millis(5));
    }
}

#[test]
fn answers_wait_for_a_reader_that_stalls() {
    let files = Files::new();
    let state = many_policies(4_000);
    let file = files.write("state.json", &state);
    for arguments in
        [&["--json", "--initial-state-file", &file][..], &["--initial-state-file", &file]]
    {
        let (once, twice) = (
            support::run(arguments, "state\n").success().len(),
            support::run(arguments, "state\nstate\n").success().len(),
        );
        assert_eq!(2 * once, twice);
        // A kilobyte of input has answers of many megabytes.
        let count = 200;
        let mode = Mode {
            arguments: arguments.iter().map(|&word| word.to_owned()).collect(),
            lines: Vec::new(),
        };
        let (mut child, mut stdin) = mode.spawn();
        stdin.write_all("state\n".repeat(count).as_bytes()).unwrap();
        wait_until_asleep(&child);
        assert!(peak(&child) < 16 * MIB, "{} bytes were had", peak(&child));
        let mut answers = vec![0; count * once];
        child.stdout.as_mut().unwrap().read_exact(&mut answers).unwrap();
        assert!(peak(&child) < 16 * MIB, "{} bytes were had", peak(&child));
        drop(stdin);
        assert_eq!(ended(child), (String::new(), Some(0)));
    }
}

/// Loads, shows, changes and previews a state of many policies; the most memory that it took.
fn many(count: usize, contract: &str) -> u64 {
    let files = Files::new();
    let state = if contract == "m1" {
        let items: Vec<String> = (0..count).map(|number| format!("\"item {number:07}\"")).collect();
        let items = items.join(",");
        format!(
            r#"{{"facts":{{"focus.device":null}},"policies":{{"prohibit":[{items}]}},"version":1}}"#
        )
    } else {
        many_policies(count)
    };
    let file = files.write("state.json", &state);
    let mode = Mode {
        arguments: ["--contract", contract, "--initial-state-file", &file]
            .map(str::to_owned)
            .into(),
        lines: Vec::new(),
    };
    let (mut child, mut stdin) = mode.spawn();
    let mut answers = BufReader::new(child.stdout.take().unwrap()).lines();
    let heading = 2;
    let mut lines = |count: usize| -> (String, String) {
        let mut lines = answers.by_ref().take(count).map(Result::unwrap);
        (lines.next().unwrap(), lines.last().unwrap_or_default())
    };
    stdin.write_all(b"state\n").unwrap();
    let (_, last) = lines(heading + count);
    assert!(last.ends_with(&format!("item {:07}", count - 1)), "{last}");
    let add = if contract == "m1" { "never use zzz" } else { "use zzz" };
    writeln!(stdin, "{add}").unwrap();
    let (first, last) = lines(1 + heading + count + 1);
    assert_eq!((first.as_str(), last.ends_with(" zzz")), ("updated", true), "{last}");
    if contract != "0.9" {
        stdin.write_all(b"preview clear state\n").unwrap();
        let (first, last) = lines(2 + 2 + 2 + count + 1);
        assert_eq!(first, "preview");
        assert!(last.starts_with("- - "), "{last}");
    }
    let peak = peak(&child);
    drop(stdin);
    assert_eq!(ended(child), (String::new(), Some(0)));
    peak
}

#[test]
fn twenty_thousand_policies_cost_a_small_multiple_of_their_text() {
    for contract in ["0.9", "0.5", "m1"] {
        let peak = many(20_000, contract);
        assert!(peak < 40 * MIB, "contract {contract} had {peak} bytes");
    }
}

#[test]
#[ignore = "a state of 21 MB; cargo test --release -p cc-cli --test hostile -- --ignored --nocapture a_million"]
fn a_million_policies_cost_a_small_multiple_of_their_text() {
    for contract in ["0.9", "0.5", "m1"] {
        let start = Instant::now();
        let peak = many(1_000_000, contract);
        println!("{contract}: {} MiB in {:?}", peak / MIB, start.elapsed());
        assert!(peak < 800 * MIB, "contract {contract} had {peak} bytes");
    }
}
