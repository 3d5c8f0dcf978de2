//! Time of one call, parse included: a tool of three string parameters, by verdict; and a
//! well-formed call as the number of tools grows.

#![allow(missing_docs, reason = "criterion's macros make undocumented items")]
#![allow(clippy::unwrap_used, reason = "a benchmark whose grammar is at fault has to stop")]

use std::hint::black_box;

use cc_toolcall::{Grammar, ParameterType, Tools};
use criterion::{BenchmarkId, Criterion, criterion_group, criterion_main};

const WELL_FORMED: &str = r#"{"from_city":"Lisbon","to_city":"Porto","date":"2031-05-04"}"#;

/// The grammar of a tool; `number` makes it differ from that of every other tool.
fn grammar(number: usize) -> Grammar {
    Grammar::builder()
        .required("from_city", Some(ParameterType::String))
        .required("to_city", Some(ParameterType::String))
        .required("date", Some(ParameterType::String))
        .alias("from", "from_city")
        .alias("to", "to_city")
        .alias(format!("day_{number}"), "date")
        .build()
        .unwrap()
}

fn tools(count: usize) -> Tools {
    let mut tools = Tools::new();
    for number in 0..count {
        tools.insert(format!("tool_{number}"), grammar(number));
    }
    tools
}

fn verdict(criterion: &mut Criterion) {
    let tools = tools(1);
    let mut group = criterion.benchmark_group("verdict");
    for (name, verdict, tool, arguments) in [
        ("no grammar", "defer", "another_tool", WELL_FORMED),
        ("well-formed", "defer", "tool_0", WELL_FORMED),
        ("alias", "transform", "tool_0", r#"{"from":"Lisbon","to":"Porto","date":"2031-05-04"}"#),
        ("positional", "transform", "tool_0", r#"{"_positional":["Lisbon","Porto","2031-05-04"]}"#),
        ("deny", "deny", "tool_0", r#"{"from_city":"Lisbon","date":"2031-05-04"}"#),
        ("deny arity", "deny", "tool_0", r#"{"_positional":["Lisbon","Porto"]}"#),
    ] {
        assert_eq!(tools.adjudicate(tool, arguments).as_str(), verdict, "{name}");
        group.bench_function(name, |bencher| {
            bencher.iter(|| black_box(tools.adjudicate(black_box(tool), black_box(arguments))));
        });
    }
    group.finish();
}

fn tool_count(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("well-formed by tools");
    for count in [10, 10_000] {
        let tools = tools(count);
        let tool = format!("tool_{}", count / 2);
        group.bench_function(BenchmarkId::from_parameter(count), |bencher| {
            bencher.iter(|| black_box(tools.adjudicate(black_box(&tool), black_box(WELL_FORMED))));
        });
    }
    group.finish();
}

criterion_group!(benches, verdict, tool_count);
criterion_main!(benches);
