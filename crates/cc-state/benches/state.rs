//! Time to write a state as JSON, to read it, and to find identities.

#![allow(missing_docs, reason = "criterion's macros make undocumented items")]

use std::hint::black_box;

use cc_state::{Identity, Policy, State};
use criterion::{BenchmarkId, Criterion, Throughput, criterion_group, criterion_main};

fn state(policies: usize) -> State {
    let mut state = State::new();
    for number in 0..policies {
        let policy = if number % 3 == 0 { Policy::Prohibit } else { Policy::Use };
        if let Some(identity) = Identity::new(&format!("item number {number}")) {
            state.insert(identity, policy);
        }
    }
    state
}

fn json(criterion: &mut Criterion) {
    for policies in [1_000, 100_000] {
        let state = state(policies);
        let text = state.export_json();
        let mut group = criterion.benchmark_group("json");
        group.sample_size(20).throughput(Throughput::Bytes(text.len() as u64));
        group.bench_function(BenchmarkId::new("export", policies), |bencher| {
            bencher.iter(|| black_box(&state).export_json());
        });
        group.bench_function(BenchmarkId::new("import", policies), |bencher| {
            bencher.iter(|| State::import_json(black_box(&text)));
        });
        group.finish();
    }
}

fn identity(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("identity");
    let items = [
        ("ASCII, normal", "metric units"),
        ("ASCII, not normal", "Metric  Units"),
        ("accents", "Crème Brûlée"),
        ("full width", "\u{ff35}\u{ff36}"),
    ];
    for (name, item) in items {
        group.bench_function(name, |bencher| {
            bencher.iter(|| Identity::new(black_box(item)).is_some());
        });
    }
    group.finish();
}

criterion_group!(states, json, identity);
criterion_main!(states);
