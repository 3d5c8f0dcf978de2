//! Time of one step, as the number of policies grows.

#![allow(missing_docs, reason = "criterion's macros make undocumented items")]

use std::hint::black_box;

use cc_engine::Engine;
use criterion::{BatchSize, BenchmarkId, Criterion, Throughput, criterion_group, criterion_main};

fn engine(policies: usize) -> Engine {
    let mut engine = Engine::new();
    for number in 0..policies {
        engine.step(&format!("use item {number}"));
    }
    engine
}

fn step(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("step");
    for policies in [10, 1_000, 100_000] {
        let mut engine = engine(policies);
        let held = format!("use item {}", policies / 2);
        for (name, first, second) in [
            ("no directive", "What would go well with roast pumpkin?", "And with leeks?"),
            ("idempotent use", &held, &held),
            ("alternating change", "prohibit something else", "remove policy something else"),
        ] {
            group.bench_function(BenchmarkId::new(name, policies), |bencher| {
                let mut turn = false;
                bencher.iter(|| {
                    turn = !turn;
                    black_box(engine.step(black_box(if turn { first } else { second })));
                });
            });
        }
    }
    group.finish();
}

fn set_premise(criterion: &mut Criterion) {
    let premise = "please keep the tables as they are and the replies short, ".repeat(210);
    let directive = format!("set premise {premise}");
    let mut group = criterion.benchmark_group("step");
    group.throughput(Throughput::Bytes(directive.len() as u64));
    group.bench_function("set premise, 12 KB", |bencher| {
        bencher.iter_batched_ref(
            Engine::new,
            |engine| {
                black_box(engine.step(black_box(&directive)));
            },
            BatchSize::SmallInput,
        );
    });
    group.finish();
}

fn build(criterion: &mut Criterion) {
    let directives: Vec<String> = (0..100_000).map(|number| format!("use item {number}")).collect();
    let mut group = criterion.benchmark_group("build");
    group.sample_size(10).throughput(Throughput::Elements(100_000));
    group.bench_function("100000 policies", |bencher| {
        bencher.iter(|| {
            let mut engine = Engine::new();
            for directive in &directives {
                black_box(engine.step(directive));
            }
            engine
        });
    });
    group.finish();
}

criterion_group!(steps, step, set_premise, build);
criterion_main!(steps);
