//! Time to classify one text.

#![allow(missing_docs, reason = "criterion's macros make undocumented items")]

use std::hint::black_box;

use cc_syntax::classify;
use criterion::{Criterion, Throughput, criterion_group, criterion_main};

fn texts() -> Vec<(&'static str, String)> {
    let words = "please summarise the report and keep the tables as they are, ";
    vec![
        ("ordinary, short", "What would go well with roast pumpkin?".into()),
        ("ordinary, 12 KB", words.repeat(200)),
        ("set_premise", "set premise replies in formal German".into()),
        ("change_premise", "change premise to replies in English".into()),
        ("use_item", "use metric units".into()),
        ("prohibit_item", "prohibit raw SQL".into()),
        ("remove_policy", "remove policy raw SQL".into()),
        ("replace_use", "use ripgrep instead of grep".into()),
        ("clear_premise", "clear premise".into()),
        ("reset_policies", "reset policies".into()),
        ("clear_state", "clear state".into()),
        ("compound", "use ripgrep and prohibit grep".into()),
        ("set_premise, 12 KB", format!("set premise {}", words.repeat(200))),
    ]
}

fn benches(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("classify");
    for (name, text) in texts() {
        group.throughput(Throughput::Bytes(text.len() as u64));
        group.bench_function(name, |bencher| bencher.iter(|| classify(black_box(&text))));
    }
    group.finish();
}

criterion_group!(classification, benches);
criterion_main!(classification);
