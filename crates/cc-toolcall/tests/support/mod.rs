//! Grammars with names of every kind, and calls made of pieces of their shape.

#![allow(
    clippy::unwrap_used,
    clippy::panic,
    reason = "helpers of tests fail by panicking, as tests do"
)]

use std::collections::BTreeMap;

use cc_toolcall::{Grammar, POSITIONAL, ParameterType, Repair};
use proptest::prelude::*;
use proptest::sample::Index;
use proptest::test_runner::RngSeed;
use serde_json::value::RawValue;

pub(crate) fn config(cases: u32) -> ProptestConfig {
    ProptestConfig {
        cases,
        failure_persistence: None,
        rng_seed: RngSeed::Fixed(0x5eed_0701),
        ..ProptestConfig::default()
    }
}

/// A grammar, as it is described.
#[derive(Clone, Debug)]
pub(crate) struct Described {
    pub(crate) parameters: Vec<(String, Option<ParameterType>, bool)>,
    /// Synonym and parameter.
    pub(crate) aliases: Vec<(String, String)>,
}

impl Described {
    pub(crate) fn grammar(&self) -> Grammar {
        let mut builder = Grammar::builder();
        for (name, of_type, required) in &self.parameters {
            builder = if *required {
                builder.required(name, *of_type)
            } else {
                builder.optional(name, *of_type)
            };
        }
        for (synonym, canonical) in &self.aliases {
            builder = builder.alias(synonym, canonical);
        }
        builder.build().unwrap()
    }

    pub(crate) fn all(&self) -> Vec<&str> {
        self.parameters.iter().map(|(name, ..)| name.as_str()).collect()
    }

    pub(crate) fn required(&self) -> Vec<&str> {
        let required = self.parameters.iter().filter(|(_, _, required)| *required);
        required.map(|(name, ..)| name.as_str()).collect()
    }
}

/// What is given under one name.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Given {
    /// The text of a value.
    Value(String),
    /// The texts of the values in an array.
    Values(Vec<String>),
}

/// The arguments of a call, whose names are all different.
#[derive(Clone, Debug)]
pub(crate) struct Call {
    /// Name, whether it is spelled with escapes, and what it is given.
    pub(crate) entries: Vec<(String, bool, Given)>,
    pub(crate) space: &'static str,
}

impl Call {
    /// The arguments as JSON text.
    pub(crate) fn text(&self) -> String {
        let space = self.space;
        let entries: Vec<String> = self
            .entries
            .iter()
            .map(|(name, escaped, given)| {
                let name =
                    if *escaped { escape(name) } else { serde_json::to_string(name).unwrap() };
                format!("{space}{name}{space}:{space}{}", self.value_text(given))
            })
            .collect();
        format!("{space}{{{}{space}}}{space}", entries.join(&format!("{space},")))
    }

    /// The arguments once these repairs are made: from each name to the text of its value.
    pub(crate) fn repaired(&self, repairs: &[Repair]) -> BTreeMap<String, String> {
        let mut out = BTreeMap::new();
        let mut put = |name: &str, value: &str| {
            assert_eq!(out.insert(name.to_owned(), value.to_owned()), None, "{name:?} twice");
        };
        let by_position = repairs.iter().any(|repair| matches!(repair, Repair::Positional { .. }));
        for (name, _, given) in &self.entries {
            match given {
                Given::Values(values) if name == POSITIONAL && by_position => {
                    assert_eq!(values.len(), repairs.len());
                    for (at, (value, repair)) in values.iter().zip(repairs).enumerate() {
                        let Repair::Positional { index, to } = repair else {
                            panic!("{repair:?} beside repairs by position")
                        };
                        assert_eq!(*index, at);
                        put(to, value);
                    }
                }
                _ => {
                    let renamed = repairs.iter().find_map(|repair| match repair {
                        Repair::Renamed { from, to } if from == name => Some(to),
                        _ => None,
                    });
                    put(renamed.unwrap_or(name), &self.value_text(given));
                }
            }
        }
        out
    }

    fn value_text(&self, given: &Given) -> String {
        let space = self.space;
        match given {
            Given::Value(value) => value.clone(),
            Given::Values(values) => {
                format!("[{space}{}{space}]", values.join(&format!("{space},{space}")))
            }
        }
    }
}

/// The names of an object and the texts of their values.
pub(crate) fn fields(object: &str) -> BTreeMap<String, String> {
    let fields: BTreeMap<String, &RawValue> = serde_json::from_str(object).unwrap();
    fields.into_iter().map(|(name, value)| (name, value.get().to_owned())).collect()
}

/// A string in JSON with every character escaped, in pairs of surrogates where needed.
pub(crate) fn escape(text: &str) -> String {
    let units: String = text.encode_utf16().map(|unit| format!("\\u{unit:04x}")).collect();
    format!("\"{units}\"")
}

/// Any name but the one that is reserved.
pub(crate) fn names() -> impl Strategy<Value = String> {
    let known = [
        "",
        "a",
        "A",
        "name",
        "~",
        "/",
        "~1",
        "a/b~c",
        "\"",
        "\\",
        "it's `so`",
        "\n",
        "\u{0}",
        "caf\u{e9}",
        "cafe\u{301}",
        "\u{1f600}",
        "\u{200b}",
        "\u{202e}x",
        "__positional",
        "_Positional",
        "required",
        "aliases",
        "type",
        "0",
        "-1",
        " ",
        "null",
    ];
    prop_oneof![
        3 => prop::sample::select(known.to_vec()).prop_map(str::to_owned),
        2 => "[a-d]{1,2}",
        1 => "\\PC{0,6}",
        1 => any::<String>().prop_map(|text| text.chars().take(5).collect()),
    ]
    .prop_filter("reserved", |name| name != POSITIONAL)
}

/// So many different names at most, and at least one.
pub(crate) fn different_names(most: usize) -> impl Strategy<Value = Vec<String>> {
    prop::collection::vec(names(), 1..=most).prop_map(|names| {
        let mut different: Vec<String> = Vec::new();
        for name in names {
            if !different.contains(&name) {
                different.push(name);
            }
        }
        different
    })
}

pub(crate) fn types() -> impl Strategy<Value = Option<ParameterType>> {
    prop::option::of(prop::sample::select(ParameterType::ALL.to_vec()))
}

pub(crate) fn grammars() -> impl Strategy<Value = Described> {
    let parameter = (types(), prop::bool::weighted(0.6), any::<Index>(), prop::bool::weighted(0.5));
    (different_names(8), prop::collection::vec(parameter, 8)).prop_map(|(names, parts)| {
        let (mut parameters, mut synonyms) = (Vec::new(), Vec::new());
        for (name, (of_type, required, target, is_synonym)) in names.into_iter().zip(parts) {
            if is_synonym && !parameters.is_empty() {
                synonyms.push((name, target));
            } else {
                parameters.push((name, of_type, required));
            }
        }
        let target = |target: Index| target.get(&parameters).0.clone();
        let aliases = synonyms.into_iter().map(|(name, index)| (name, target(index))).collect();
        Described { parameters, aliases }
    })
}

/// The text of any value: what reading and writing it again would change is among them.
pub(crate) fn values() -> impl Strategy<Value = String> {
    let known = [
        "null",
        "true",
        "false",
        "0",
        "-0",
        "-0.0",
        "1.0",
        "1.10",
        "1e400",
        "-1E+400",
        "1e-400",
        "9007199254740993",
        "123456789012345678901234567890",
        "0.1000000000000000055511151231",
        r#""""#,
        r#""plain""#,
        r#""\u0061\/\b""#,
        r#""\ud83d\ude00""#,
        r#""\ud800""#,
        r#""{[\"""#,
        "\"\u{1f600}\"",
        "\"caf\u{e9}\u{7f}\u{2028}\"",
        r#"{"a":1,"a":2}"#,
        r#"{"\u0061":1, "a":1}"#,
        "[]",
        "{ }",
        "[ 1 , 2 ]",
        "[[[[1]]]]",
        r#"["_positional"]"#,
        r#"{"_positional":["x"]}"#,
        r#""{\"name\":\"x\"}""#,
    ];
    let leaf = prop_oneof![
        4 => prop::sample::select(known.to_vec()).prop_map(str::to_owned),
        1 => any::<i64>().prop_map(|number| number.to_string()),
        1 => "[0-9]{1,30}\\.[0-9]{1,30}".prop_map(|digits| {
            let digits = digits.trim_start_matches('0');
            if digits.starts_with('.') { format!("0{digits}") } else { digits.to_owned() }
        }),
        1 => "\\PC{0,6}".prop_map(|text| serde_json::to_string(&text).unwrap()),
        1 => "\\PC{0,6}".prop_map(|text| escape(&text)),
    ];
    leaf.prop_recursive(3, 8, 3, |inner| {
        let object = prop::collection::vec(("[ab]{0,2}", inner.clone()), 0..3);
        prop_oneof![
            prop::collection::vec(inner, 0..3).prop_map(|items| format!("[{}]", items.join(" , "))),
            object.prop_map(|entries| {
                let entries: Vec<String> =
                    entries.iter().map(|(name, value)| format!("\"{name}\": {value}")).collect();
                format!("{{{}}}", entries.join(","))
            }),
        ]
    })
}

/// How likely it is that one of many names is given.
fn share() -> impl Strategy<Value = f64> {
    prop::sample::select(vec![0.02, 0.02, 0.3, 0.7, 0.98])
}

/// Calls of a tool: some of its parameters, synonyms, other names, and values without names.
pub(crate) fn calls(described: &Described) -> impl Strategy<Value = Call> + use<> {
    let all: Vec<String> = described.all().into_iter().map(str::to_owned).collect();
    let synonyms: Vec<String> = described.aliases.iter().map(|(name, _)| name.clone()).collect();
    let (required, every) = (described.required().len(), all.len());
    (share(), share(), any::<bool>()).prop_flat_map(move |(named, renamed, positional)| {
        let some = |names: &[String], share| {
            let some = names.iter().map(|name| {
                let entry = (Just(name.clone()), any::<bool>(), values().prop_map(Given::Value));
                prop::option::weighted(share, entry)
            });
            some.collect::<Vec<_>>()
        };
        let count = prop_oneof![4 => Just(required), 2 => Just(every), 2 => 0..6_usize];
        let without_names = prop_oneof![
            6 => count.prop_flat_map(|count| prop::collection::vec(values(), count))
                .prop_map(Given::Values),
            1 => prop::sample::select(vec!["null", "{}", "\"x\"", "7"])
                .prop_map(|value| Given::Value(value.to_owned())),
        ];
        let without_names = (Just(POSITIONAL.to_owned()), any::<bool>(), without_names);
        let other = (names(), any::<bool>(), values().prop_map(Given::Value));
        let space = prop::sample::select(vec!["", "", " ", "\t\r\n "]);
        let share = if positional { 0.9 } else { 0.1 };
        let parts = (
            some(&all, named),
            some(&synonyms, renamed),
            prop::option::weighted(share, without_names),
            prop::option::weighted(0.3, other),
        );
        let known = [all.clone(), synonyms.clone()].concat();
        let entries = parts.prop_map(move |(named, renamed, positional, other)| {
            let other = other.filter(|(name, ..)| !known.contains(name));
            let entries = named.into_iter().chain(renamed).chain([positional, other]);
            entries.flatten().collect::<Vec<_>>()
        });
        (entries.prop_shuffle(), space).prop_map(|(entries, space)| Call { entries, space })
    })
}

/// A grammar and a call of its tool.
pub(crate) fn described_calls() -> impl Strategy<Value = (Described, Call)> {
    grammars().prop_flat_map(|described| {
        let calls = calls(&described);
        (Just(described), calls)
    })
}
