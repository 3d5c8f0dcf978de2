//! The theorems of the tool-call grammar, over random grammars and calls of their shape.

mod support;

use std::collections::BTreeMap;
use std::thread;

use cc_toolcall::{
    Certainty, Grammar, Issue, MAX_DEPTH, Order, POSITIONAL, Repair, Tools, Verdict,
};
use proptest::prelude::*;
use support::{
    Call, Described, calls, config, described_calls, different_names, fields, grammars, types,
    values,
};

const LEAST: [Certainty; 2] = [Certainty::Conventional, Certainty::Forced];

fn tools(grammar: Grammar) -> Tools {
    let mut tools = Tools::new();
    tools.insert("tool", grammar);
    tools
}

fn counters(tools: &Tools) -> (u64, u64) {
    (tools.repairs(), tools.denials())
}

/// What a verdict says, without the text and the order of the arguments.
type Said = (
    &'static str,
    Option<BTreeMap<String, String>>,
    Vec<Repair>,
    Option<Certainty>,
    Vec<(Issue, String)>,
);

fn said(verdict: Verdict) -> Said {
    let name = verdict.as_str();
    match verdict {
        Verdict::Allow | Verdict::Defer => (name, None, Vec::new(), None, Vec::new()),
        Verdict::Transform(transform) => {
            let fields = fields(&transform.arguments);
            (name, Some(fields), transform.repairs, Some(transform.certainty), Vec::new())
        }
        Verdict::Deny(deny) => {
            let issues = deny.issues.into_iter().map(|issue| {
                let pointer = issue.pointer();
                (issue, pointer)
            });
            (name, None, Vec::new(), None, issues.collect())
        }
    }
}

/// Required parameters with their values, and optional ones before, between and after them.
fn zips() -> impl Strategy<Value = (Described, Vec<String>)> {
    let parts = prop::collection::vec((types(), prop::bool::weighted(0.7)), 10);
    (different_names(10), parts).prop_flat_map(|(names, parts)| {
        let parameters: Vec<_> = names
            .into_iter()
            .zip(parts)
            .map(|(name, (of_type, required))| (name, of_type, required))
            .collect();
        let described = Described { parameters, aliases: Vec::new() };
        let required = described.required().len();
        (Just(described), prop::collection::vec(values(), required))
    })
}

/// A call that names every required parameter, whatever else it names.
fn well_formed() -> impl Strategy<Value = (Described, Call)> {
    described_calls().prop_flat_map(|(described, call)| {
        let required = described.required().len();
        let values = prop::collection::vec(values(), required);
        (Just((described, call)), values).prop_map(|((described, mut call), values)| {
            for (name, value) in described.required().into_iter().zip(values) {
                if !call.entries.iter().any(|(other, ..)| other == name) {
                    let value = support::Given::Value(value);
                    call.entries.push((name.to_owned(), false, value));
                }
            }
            (described, call)
        })
    })
}

/// Any text at all: bytes, pieces of JSON, nesting without end, and what is very long.
fn texts() -> impl Strategy<Value = String> {
    let pieces = [
        "{",
        "}",
        "[",
        "]",
        ":",
        ",",
        "\"",
        "\\",
        "\\u",
        "\\ud800",
        "\\udc00",
        "\"a\"",
        "\"b\"",
        "\"_positional\"",
        "null",
        "true",
        "1",
        "-",
        "1e400",
        "1e999999999999",
        ".",
        " ",
        "\u{0}",
        "\u{feff}",
        "\u{1f600}",
        "\"type\":\"object\"",
        "\"properties\"",
        "\"required\"",
    ];
    let fixed = [
        "",
        " \t\r\n",
        "null",
        "\u{feff}{}",
        r#"{"a":"\ud800","b":"\udc00\ud800"}"#,
        r#"{"\ud800":1}"#,
        r#"{"_positional":["\ud800","\ud83d"]}"#,
        r#"{"_positional":[1e99999999999999999999,-1e99999999999999999999]}"#,
        r#"{"_positional":[1,2}"#,
        r#"{"type":"object","properties":{"\ud800":1}}"#,
        r#"{"type":"object","properties":[],"required":{}}"#,
    ];
    let opening = prop::sample::select(vec!["[", "{\"a\":", "{\"_positional\":[", "[{\"b\":["]);
    let huge = (1..200_000_usize).prop_map(|count| {
        let digits = "9".repeat(count);
        format!("{{\"a\":{digits},\"{digits}\":\"{digits}\",\"_positional\":[{digits}]}}")
    });
    let many = (1..3_000_usize).prop_map(|count| {
        let values = vec!["1"; count].join(",");
        let names: Vec<String> = (0..count).map(|number| format!("\"{number}\":0")).collect();
        format!("{{\"_positional\":[{values}],{}}}", names.join(","))
    });
    prop_oneof![
        20 => prop::collection::vec(any::<u8>(), 0..60)
            .prop_map(|bytes| String::from_utf8_lossy(&bytes).into_owned()),
        40 => prop::collection::vec(prop::sample::select(pieces.to_vec()), 0..24)
            .prop_map(|pieces| pieces.concat()),
        10 => prop::sample::select(fixed.to_vec()).prop_map(str::to_owned),
        4 => (opening, 1..20_000_usize).prop_map(|(opening, times)| opening.repeat(times)),
        1 => huge,
        1 => many,
    ]
}

proptest! {
    #![proptest_config(config(300))]

    #[test]
    fn theorem_1_positional_zip((described, values) in zips()) {
        let (required, all) = (described.required(), described.all());
        prop_assume!(!required.is_empty());
        let tools = tools(described.grammar());
        let call = |values: &[String]| format!("{{\"{POSITIONAL}\":[{}]}}", values.join(","));
        let Verdict::Transform(transform) = tools.adjudicate("tool", &call(&values)) else {
            return Err(TestCaseError::fail("no transform"));
        };
        let zipped = required.iter().map(|name| (*name).to_owned()).zip(values.iter().cloned());
        prop_assert_eq!(fields(&transform.arguments), zipped.collect::<BTreeMap<_, _>>());
        let certainty =
            if values.len() == 1 { Certainty::Forced } else { Certainty::Conventional };
        prop_assert_eq!(transform.certainty, certainty);
        prop_assert_eq!(counters(&tools), (1, 0));

        let mut denials = 0;
        for count in 0..all.len() + 3 {
            if count == required.len() || count == all.len() {
                continue;
            }
            let some: Vec<String> = values.iter().cycle().take(count).cloned().collect();
            let verdict = tools.adjudicate("tool", &call(&some));
            let Verdict::Deny(deny) = verdict else {
                return Err(TestCaseError::fail(format!("{count} values: {verdict:?}")));
            };
            let mut expected = vec![required.len(), all.len()];
            expected.dedup();
            prop_assert_eq!(deny.issues, vec![Issue::Arity { expected, got: Some(count) }]);
            denials += 1;
            prop_assert_eq!(counters(&tools), (1, denials));
        }
    }

    #[test]
    fn theorem_2_fail_open(described in grammars(), text in texts(), tool in any::<String>()) {
        prop_assume!(tool != "tool");
        let tools = tools(described.grammar()).least_certainty(Certainty::Forced);
        prop_assert_eq!(tools.adjudicate(&tool, &text), Verdict::Defer);
        prop_assert_eq!(Tools::new().adjudicate("tool", &text), Verdict::Defer);
        prop_assert_eq!(counters(&tools), (0, 0));
    }

    #[test]
    fn theorem_3_a_well_formed_call_defers_and_nothing_is_renamed(
        (described, call) in well_formed(),
        least in prop::sample::select(LEAST.to_vec()),
    ) {
        let tools = tools(described.grammar()).least_certainty(least);
        prop_assert_eq!(tools.adjudicate("tool", &call.text()), Verdict::Defer);
        prop_assert_eq!(counters(&tools), (0, 0));
    }

    #[test]
    fn theorem_4_adjudicating_a_transforms_output_defers((described, call) in described_calls()) {
        let grammar = described.grammar();
        if let Verdict::Transform(transform) =
            grammar.adjudicate(&call.text(), Certainty::Conventional)
        {
            let again = grammar.adjudicate(&transform.arguments, Certainty::Forced);
            prop_assert_eq!(again, Verdict::Defer, "{}", transform.arguments);
        }
    }

    #[test]
    fn theorem_5_output_values_are_input_values((described, call) in described_calls()) {
        if let Verdict::Transform(transform) =
            described.grammar().adjudicate(&call.text(), Certainty::Conventional)
        {
            prop_assert!(!transform.repairs.is_empty());
            prop_assert_eq!(fields(&transform.arguments), call.repaired(&transform.repairs));
        }
    }

    #[test]
    fn theorem_6_order_of_keys_and_aliases_decides_nothing(
        (described, call, entries, aliases) in described_calls().prop_flat_map(|(described, call)| {
            let entries = Just(call.entries.clone()).prop_shuffle();
            let aliases = Just(described.aliases.clone()).prop_shuffle();
            (Just(described), Just(call), entries, aliases)
        }),
        least in prop::sample::select(LEAST.to_vec()),
    ) {
        let shuffled = Described { aliases, ..described.clone() };
        prop_assert_eq!(described.grammar(), shuffled.grammar());
        let expected = said(described.grammar().adjudicate(&call.text(), least));
        let call = Call { entries, ..call };
        prop_assert_eq!(said(shuffled.grammar().adjudicate(&call.text(), least)), expected);
    }

    #[test]
    fn theorem_8_nothing_panics(described in grammars(), text in texts()) {
        let named = Grammar::builder().required("a", None).optional("b", None).alias("c", "a");
        for grammar in [described.grammar(), named.build().unwrap()] {
            let verdict = grammar.adjudicate(&text, Certainty::Conventional);
            for (issue, pointer) in said(verdict).4 {
                prop_assert!(pointer.is_empty() || pointer.starts_with('/'), "{}", pointer);
                let sentence = issue.to_string();
                prop_assert!(!sentence.is_empty());
                prop_assert!(!sentence.contains(char::is_control), "{}", sentence);
            }
        }
        for order in [Order::Declared, Order::Lexicographic] {
            if let Err(error) = Grammar::from_json_schema(&text, order, [("x", text.as_str())]) {
                prop_assert!(!error.to_string().contains(char::is_control), "{}", error);
            }
        }
    }

    #[test]
    fn theorem_8_depth_is_bounded_with_an_error(
        pattern in prop::collection::vec(prop::bool::ANY, 1..4),
        depth in prop_oneof![1..MAX_DEPTH + 30, 1..100_000_usize],
    ) {
        let grammar = Grammar::builder().required("a", None).build().unwrap();
        // The object of the arguments is a level of its own.
        let inner: Vec<bool> = pattern.iter().copied().cycle().take(depth - 1).collect();
        let mut text = String::from("{\"a\":");
        text.extend(inner.iter().map(|array| if *array { "[" } else { "{\"[[{\":" }));
        text.push('0');
        text.extend(inner.iter().rev().map(|array| if *array { ']' } else { '}' }));
        text.push('}');
        let verdict = grammar.adjudicate(&text, Certainty::Conventional);
        if depth <= MAX_DEPTH {
            prop_assert_eq!(verdict, Verdict::Defer);
        } else {
            let issues = said(verdict).4;
            let bounded = matches!(issues.as_slice(), [(Issue::InvalidJson { .. }, _)]);
            prop_assert!(bounded, "{:?}", issues);
        }
    }
}

proptest! {
    #![proptest_config(config(40))]

    #[test]
    fn theorem_7_one_call_moves_at_most_one_counter_and_totals_are_exact_under_threads(
        (described, called) in grammars().prop_flat_map(|described| {
            let called = prop::collection::vec(calls(&described), 1..10);
            (Just(described), called)
        }),
    ) {
        const THREADS: u64 = 4;
        const TURNS: u64 = 8;
        let tools = tools(described.grammar());
        let texts: Vec<String> =
            called.iter().map(Call::text).chain(["no JSON".to_owned()]).collect();
        let (mut repairs, mut denials) = (0, 0);
        for text in &texts {
            match tools.adjudicate("tool", text) {
                Verdict::Allow | Verdict::Defer => {}
                Verdict::Transform(_) => repairs += 1,
                Verdict::Deny(_) => denials += 1,
            }
            prop_assert_eq!(counters(&tools), (repairs, denials), "{}", text);
        }
        thread::scope(|scope| {
            for _ in 0..THREADS {
                scope.spawn(|| {
                    for text in (0..TURNS).flat_map(|_| &texts) {
                        let _ = tools.adjudicate("tool", text);
                        let _ = tools.adjudicate("another", text);
                    }
                });
            }
        });
        let times = 1 + THREADS * TURNS;
        prop_assert_eq!(counters(&tools), (times * repairs, times * denials));
    }
}

#[test]
fn the_generated_calls_meet_every_verdict_and_issue_often() {
    use proptest::strategy::ValueTree;
    use proptest::test_runner::TestRunner;

    let mut runner = TestRunner::new(config(1));
    let mut met: BTreeMap<&str, u32> = BTreeMap::new();
    for _ in 0..1_500 {
        let (described, call) = described_calls().new_tree(&mut runner).unwrap().current();
        let verdict = described.grammar().adjudicate(&call.text(), Certainty::Conventional);
        *met.entry(verdict.as_str()).or_default() += 1;
        match verdict {
            Verdict::Allow | Verdict::Defer => {}
            Verdict::Transform(transform) => {
                let name = match transform.repairs.first() {
                    Some(Repair::Renamed { .. }) => "renamed",
                    _ => "positional",
                };
                *met.entry(name).or_default() += 1;
            }
            Verdict::Deny(deny) => {
                *met.entry(deny.issues.first().map_or("", Issue::as_str)).or_default() += 1;
            }
        }
    }
    for name in [
        "defer",
        "transform",
        "deny",
        "renamed",
        "positional",
        "missing_required",
        "arity",
        "named_conflict",
        "ambiguous_alias",
    ] {
        assert!(met.get(name).is_some_and(|times| *times >= 20), "{name} in {met:?}");
    }
}
