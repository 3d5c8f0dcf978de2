//! Lines per second of the built command.

#![allow(missing_docs, reason = "criterion's macros make undocumented items")]
#![allow(clippy::expect_used, reason = "a command that does not run cannot be timed")]

use std::fs::File;
use std::io::Write;
use std::process::{Command, Stdio};

use criterion::{Criterion, Throughput, criterion_group, criterion_main};

const LINES: u64 = 200_000;

/// Mixed lines that keep few policies alive.
fn conversation() -> String {
    let mut text = String::new();
    for number in 0..LINES {
        let item = number / 10 % 8;
        text.push_str(&match number % 10 {
            0 => format!("use tool {item}\n"),
            3 => format!("prohibit tool {item}\n"),
            5 => format!("use tool {item} instead of tool {}\n", (item + 1) % 8),
            7 => format!("remove policy tool {item}\n"),
            8 => "set premise replies in formal German\n".to_owned(),
            9 => "use tea and prohibit coffee\n".to_owned(),
            _ => "What would go well with roast pumpkin?\n".to_owned(),
        });
    }
    text
}

fn benches(criterion: &mut Criterion) {
    let mut file = tempfile::NamedTempFile::new().expect("a temporary file");
    file.write_all(conversation().as_bytes()).expect("room for the conversation");
    let mut group = criterion.benchmark_group("context-compiler");
    group.sample_size(10).throughput(Throughput::Elements(LINES));
    for (name, arguments) in
        [("--json", &["--json"][..]), ("text", &[]), ("classify", &["classify"])]
    {
        group.bench_function(name, |bencher| {
            bencher.iter(|| {
                let input = File::open(file.path()).expect("the conversation");
                let status = Command::new(env!("CARGO_BIN_EXE_context-compiler"))
                    .args(arguments)
                    .stdin(input)
                    .stdout(Stdio::null())
                    .status()
                    .expect("the command");
                assert!(status.success());
            });
        });
    }
    group.finish();
}

criterion_group!(command, benches);
criterion_main!(command);
