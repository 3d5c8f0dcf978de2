//! The gate by schema judges exactly the text that goes on: laws over numbers near each other, and
//! over calls of every shape.

#![allow(clippy::unwrap_used, reason = "helpers of tests fail by panicking, as tests do")]

mod support;

use std::collections::BTreeSet;

use cc_toolcall::{Adjudicator, Chain, SchemaGate, Tools, Verdict};
use proptest::prelude::*;
use serde_json::value::RawValue;
use support::{config, described_calls, escape};

/// Numbers here are multiples of 10 to the minus 12.
const PLACES: usize = 12;

/// How a number can be written: as digits with a point, and with an exponent that moves it, zeros
/// that say nothing, and either letter.
fn spelled(number: i128, zeros: usize, shift: i32, capital: bool) -> String {
    let digits = format!("{:0>width$}", number.unsigned_abs(), width = PLACES + 1);
    let (whole, fraction) = digits.split_at(digits.len() - PLACES);
    let sign = if number < 0 { "-" } else { "" };
    let plain = |whole: &str, fraction: &str| {
        let fraction = format!("{fraction}{}", "0".repeat(zeros));
        let whole = whole.trim_start_matches('0');
        let whole = if whole.is_empty() { "0" } else { whole };
        let fraction = if fraction.is_empty() { String::new() } else { format!(".{fraction}") };
        format!("{sign}{whole}{fraction}")
    };
    if shift == 0 {
        return plain(whole, fraction.trim_end_matches('0'));
    }
    let letter = if capital { 'E' } else { 'e' };
    let sign = if capital && shift > 0 { "+" } else { "" };
    if shift > 0 {
        let digits = format!("{}{whole}", "0".repeat(shift as usize));
        let (whole, moved) = digits.split_at(digits.len() - shift as usize);
        format!("{}{letter}{sign}{shift}", plain(whole, &format!("{moved}{fraction}")))
    } else {
        let digits = format!("{fraction:0<width$}", width = shift.unsigned_abs() as usize);
        let (moved, fraction) = digits.split_at(shift.unsigned_abs() as usize);
        format!("{}{letter}{shift}", plain(&format!("{whole}{moved}"), fraction))
    }
}

/// A number, and one that is equal, or as near as can be, or anywhere.
fn pairs() -> impl Strategy<Value = (i128, i128)> {
    let one = prop_oneof![
        -10_i128.pow(36)..10_i128.pow(36),
        -1_000_i128..1_000,
        (0..64_u32).prop_map(|power| (1_i128 << power) * 10_i128.pow(PLACES as u32)),
        (-100_i128..100).prop_map(|number| number * 10_i128.pow(PLACES as u32)),
    ];
    one.prop_flat_map(|one| {
        let near = prop_oneof![
            Just(0),
            -1_i128..=1,
            -1_000_i128..1_000,
            -10_i128.pow(36)..10_i128.pow(36)
        ];
        near.prop_map(move |near| (one, one + near))
    })
}

fn styles() -> impl Strategy<Value = (usize, i32, bool)> {
    (prop_oneof![Just(0_usize), 1..30_usize], -20..20_i32, any::<bool>())
}

/// Whether a gate with this schema of one value lets it through.
fn passes(keyword: &str, limit: &str, value: &str) -> bool {
    let schema = format!(r#"{{"properties":{{"n":{{"{keyword}":{limit}}}}}}}"#);
    let mut gate = SchemaGate::new();
    gate.insert("tool", &schema).unwrap();
    gate.adjudicate("tool", &format!("{{\"n\":{value}}}")) == Verdict::Defer
}

/// Whether no object in a text has a name twice, and every string in it is text: by reading each
/// value as often as it is deep.
fn is_readable(json: &str) -> bool {
    match json.trim_start().as_bytes().first() {
        Some(b'{') => {
            let Some(entries) = entries(json) else { return false };
            let names: BTreeSet<&String> = entries.iter().map(|(name, _)| name).collect();
            names.len() == entries.len()
                && entries.iter().all(|(_, value)| is_readable(value.get()))
        }
        Some(b'[') => {
            let elements: Vec<&RawValue> = serde_json::from_str(json).unwrap();
            elements.iter().all(|element| is_readable(element.get()))
        }
        Some(b'"') => serde_json::from_str::<String>(json).is_ok(),
        _ => true,
    }
}

/// The entries of an object, duplicates included; none if a name is no text.
fn entries(json: &str) -> Option<Vec<(String, &RawValue)>> {
    struct Entries<'a>(Vec<(String, &'a RawValue)>);

    impl<'de: 'a, 'a> serde::Deserialize<'de> for Entries<'a> {
        fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
            struct Object;

            impl<'de> serde::de::Visitor<'de> for Object {
                type Value = Entries<'de>;

                fn expecting(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                    f.write_str("an object")
                }

                fn visit_map<A: serde::de::MapAccess<'de>>(
                    self,
                    mut object: A,
                ) -> Result<Self::Value, A::Error> {
                    let mut entries = Vec::new();
                    while let Some(entry) = object.next_entry()? {
                        entries.push(entry);
                    }
                    Ok(Entries(entries))
                }
            }

            deserializer.deserialize_map(Object)
        }
    }

    serde_json::from_str(json).ok().map(|Entries(entries)| entries)
}

/// The same value written otherwise: with space, names the other way round, and every character of
/// a string escaped.
fn rewritten(json: &str) -> String {
    match json.trim_start().as_bytes().first() {
        Some(b'{') => {
            let entries = entries(json).unwrap();
            let entries = entries.iter().rev();
            let entries: Vec<String> = entries
                .map(|(name, value)| format!("\n{} : {}", escape(name), rewritten(value.get())))
                .collect();
            format!("{{ {} }}", entries.join(" ,"))
        }
        Some(b'[') => {
            let elements: Vec<&RawValue> = serde_json::from_str(json).unwrap();
            let elements: Vec<_> =
                elements.iter().map(|element| rewritten(element.get())).collect();
            format!("[\t{} ]", elements.join("\r, "))
        }
        Some(b'"') => escape(&serde_json::from_str::<String>(json).unwrap()),
        _ => json.trim().to_owned(),
    }
}

proptest! {
    #![proptest_config(config(400))]

    #[test]
    fn bounds_and_options_are_compared_exactly(
        (limit, value) in pairs(),
        (zeros, shift, capital) in styles(),
        (zeros_of_limit, shift_of_limit, capital_of_limit) in styles(),
    ) {
        let limit_text = spelled(limit, zeros_of_limit, shift_of_limit, capital_of_limit);
        let text = spelled(value, zeros, shift, capital);
        for (keyword, expected) in [
            ("minimum", value >= limit),
            ("maximum", value <= limit),
            ("exclusiveMinimum", value > limit),
            ("exclusiveMaximum", value < limit),
            ("const", value == limit),
        ] {
            let passes = passes(keyword, &limit_text, &text);
            prop_assert_eq!(passes, expected, "{} {}: {}", keyword, &limit_text, &text);
        }
        let among = format!("[\"x\",{limit_text}]");
        prop_assert_eq!(passes("enum", &among, &text), value == limit, "{}: {}", &among, &text);
        // Deep in data, too.
        let (deep, other) = (format!("{{\"a\":[{limit_text}]}}"), format!("{{\"a\":[{text}]}}"));
        prop_assert_eq!(passes("const", &deep, &other), value == limit);
        let both = format!("[{limit_text},{text}]");
        prop_assert_eq!(passes("uniqueItems", "true", &both), value != limit, "{}", &both);
        let is_whole = value % 10_i128.pow(PLACES as u32) == 0;
        prop_assert_eq!(passes("type", "\"integer\"", &text), is_whole, "{}", &text);
    }

    #[test]
    fn multiples_are_told_exactly(
        (divisor, times) in prop_oneof![
            (1..10_i128.pow(18), 0..10_i128.pow(18)),
            (1..2_000_i128, 0..10_i128.pow(18)),
            ((0..18_u32).prop_map(|power| 10_i128.pow(power)), 0..10_i128.pow(18)),
        ],
        off in prop_oneof![Just(0_i128), -2..2_i128],
        negative in any::<bool>(),
        (zeros, shift, capital) in styles(),
        (zeros_of_divisor, shift_of_divisor, capital_of_divisor) in styles(),
    ) {
        let value = (divisor * times + off) * if negative { -1 } else { 1 };
        let divisor_text = spelled(divisor, zeros_of_divisor, shift_of_divisor, capital_of_divisor);
        let text = spelled(value, zeros, shift, capital);
        let passes = passes("multipleOf", &divisor_text, &text);
        prop_assert_eq!(passes, value % divisor == 0, "{}: {}", &divisor_text, &text);
    }

    #[test]
    fn what_passes_is_valid_for_the_text_that_goes_on((described, call) in described_calls()) {
        let mut tools = Tools::new();
        tools.insert("tool", described.grammar());
        // A schema that asks for something of every value.
        let kinds = r#"{"additionalProperties":{"not":{"enum":[9007199254740993,"plain",1.1]}}}"#;
        let mut gate = SchemaGate::new();
        gate.insert("tool", kinds).unwrap();
        let text = call.text();
        let shape = tools.adjudicate("tool", &text);
        let verdict = Chain::new().then(&tools).then(&gate).adjudicate("tool", &text);
        let goes_on = match &verdict {
            Verdict::Allow => return Err(TestCaseError::fail("nothing was allowed")),
            Verdict::Defer => text,
            Verdict::Transform(transform) => {
                let fields = support::fields(&transform.arguments);
                prop_assert_eq!(fields, call.repaired(&transform.repairs));
                transform.arguments.clone()
            }
            Verdict::Deny(deny) if deny.by == "grammar" => {
                prop_assert_eq!(&verdict, &shape);
                return Ok(());
            }
            Verdict::Deny(deny) => {
                prop_assert_eq!(&deny.by, "schema");
                let judged = match shape {
                    Verdict::Transform(transform) => transform.arguments,
                    _ => text,
                };
                prop_assert_eq!(&gate.adjudicate("tool", &judged), &verdict);
                return Ok(());
            }
        };
        prop_assert!(is_readable(&goes_on), "{}", &goes_on);
        let fields = support::fields(&goes_on);
        for (name, value) in fields {
            let banned = ["9007199254740993", "\"plain\"", "1.1", "1.10"];
            prop_assert!(!banned.contains(&value.as_str()), "{}: {}", name, value);
        }
        // To read it again, and to read the same value written otherwise, changes nothing.
        prop_assert_eq!(gate.adjudicate("tool", &goes_on), Verdict::Defer);
        let again = Chain::new().then(&tools).then(&gate).adjudicate("tool", &goes_on);
        prop_assert_eq!(again, Verdict::Defer);
        let otherwise = rewritten(&goes_on);
        prop_assert_eq!(gate.adjudicate("tool", &otherwise), Verdict::Defer, "{}", otherwise);
    }
}
