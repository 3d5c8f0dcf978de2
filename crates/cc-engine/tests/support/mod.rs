//! What several tests share: decisions in a few words, and conversations whose directives collide.
#![allow(dead_code, reason = "each test uses its part")]
#![allow(clippy::expect_used, reason = "helpers of tests fail by panicking, as tests do")]

use cc_engine::{Answers, ContractDecision, ContractEngine, Failure};
use cc_oracle::{Oracle, V0_5, V0_9};
use proptest::prelude::*;

/// An engine after these inputs.
pub(crate) fn after<C: Answers>(inputs: &[&str]) -> ContractEngine<C> {
    let mut engine = ContractEngine::new();
    for input in inputs {
        engine.step(input);
    }
    engine
}

/// Whether a decision on a directive that was accepted says that the state is another one.
pub(crate) fn changed<C: Answers>(decision: &ContractDecision<'_, C>) -> Option<bool> {
    match decision {
        ContractDecision::Update(update) => Some(update.changed()),
        _ => None,
    }
}

/// The failure of a refusal by the state.
pub(crate) fn failure<C: Answers>(decision: &ContractDecision<'_, C>) -> Option<Failure> {
    match decision {
        ContractDecision::Refused(refusal) => refusal.failure().into(),
        _ => None,
    }
}

/// What conversations under a contract are made of.
pub(crate) trait Spoken: Oracle + Answers {
    /// Few items in many spellings.
    const ITEMS: &'static [&'static str];

    /// Inputs most of which are no canonical directive.
    const OTHERS: &'static [&'static str];

    /// The same input in another spelling, as far as the contract has such.
    fn respelled(input: String, _way: u8) -> String {
        input
    }
}

impl Spoken for V0_9 {
    const ITEMS: &'static [&'static str] = &[
        "tea",
        "TEA",
        "Ｔea",
        "te\u{200d}a",
        "oat milk",
        "Oat\u{a0} MILK",
        "oat\u{b}milk",
        "café",
        "CAFE\u{301}",
        "cafe",
        "straße",
        "STRASSE",
        "Stra\u{1e9e}e",
        "J\u{30c}\u{316}",
        "\u{1f0}\u{316}",
        "chef's",
        "CHEF\u{2019}S",
        "ﬁg",
        "fig",
        "instead of",
        "\u{1f468}\u{200d}\u{1f466}",
        "the tea",
    ];

    const OTHERS: &'static [&'static str] = &[
        "use",
        "use tea and use fig",
        "set premise to x",
        "use a\nb",
        "hello",
        "",
        "use ",
        "CLEAR  state\n",
    ];

    fn respelled(input: String, way: u8) -> String {
        match way % 3 {
            0 => input,
            1 => format!(" {} ", input.replacen(' ', "\t", 1)),
            _ => {
                let (first, rest) = input.split_at_checked(1).unwrap_or(("", &input));
                first.to_uppercase() + &rest.replace(" instead of ", " Instead  of ")
            }
        }
    }
}

impl Spoken for V0_5 {
    const ITEMS: &'static [&'static str] = &[
        "tea",
        "The TEA",
        "a tea",
        "Ｔea ",
        "te\u{200d}a",
        "oat milk",
        "an Oat\u{a0} MILK",
        "oat\nmilk",
        "straße",
        "STRASSE",
        "STRA\u{1e9e}E",
        "dont",
        "don't",
        "DON\u{2019}T",
        "ΟΔΟΣ",
        "οδος",
        "the",
        "a-team",
        "J\u{30c}\u{316}",
        "\u{1f0}\u{316}",
    ];

    const OTHERS: &'static [&'static str] = &[
        "use",
        "set premise ",
        "use  instead of x",
        "use tea and use salt",
        "hello",
        "Use tea",
        "change premise x",
        "",
    ];
}

/// Inputs that are mostly directives over the shared items, sometimes invalid or none.
pub(crate) fn conversations<C: Spoken>() -> impl Strategy<Value = Vec<String>> {
    const PREMISES: [&str; 7] = [
        "brief",
        "Brief",
        "brief\u{3000} replies",
        " brief\u{3000} replies",
        "ｂrief replies",
        "to the point",
        "don`t",
    ];
    let item = || prop::sample::select(C::ITEMS);
    let premise = || prop::sample::select(&PREMISES);
    let input = prop_oneof![
        8 => item().prop_map(|item| format!("use {item}")),
        8 => item().prop_map(|item| format!("prohibit {item}")),
        4 => item().prop_map(|item| format!("remove policy {item}")),
        8 => (item(), item()).prop_map(|(new, old)| format!("use {new} instead of {old}")),
        3 => premise().prop_map(|value| format!("set premise {value}")),
        3 => premise().prop_map(|value| format!("change premise to {value}")),
        1 => prop::sample::select(&["clear premise", "reset policies", "clear state"])
            .prop_map(str::to_owned),
        2 => prop::sample::select(C::OTHERS).prop_map(str::to_owned),
        1 => any::<String>(),
        1 => any::<String>().prop_map(|item| format!("use {item}")),
    ];
    let respelled = (input, any::<u8>()).prop_map(|(input, way)| C::respelled(input, way));
    prop::collection::vec(respelled, 0..30)
}
