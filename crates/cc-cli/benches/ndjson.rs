//! Lines per second of the built command.

#![allow(missing_docs, reason = "criterion's macros make undocumented items")]
#![allow(clippy::expect_used, reason = "a command that does not run cannot be timed")]

use std::fs::File;
use std::io::Write;
use std::process::{Command, Stdio};

use cc_oracle::workload::{LINES, conversation};
use criterion::{Criterion, Throughput, criterion_group, criterion_main};

fn benches(criterion: &mut Criterion) {
    let mut file = tempfile::NamedTempFile::new().expect("a temporary file");
    file.write_all(conversation().as_bytes()).expect("room for the conversation");
    let mut group = criterion.benchmark_group("context-compiler");
    group.sample_size(10).throughput(Throughput::Elements(LINES.into()));
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
