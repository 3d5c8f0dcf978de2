//! A step copies no state: what it allocates does not grow with the policies.
//!
//! Memory is counted, which is the same on every machine, and not time.

use allocation_counter::measure;
use cc_engine::{Answers, ContractEngine};

/// As much as the longest record of a step needs, and some nodes of the map. The state below takes
/// a hundred times as much.
const MOST_BYTES: u64 = 4_096;

const POLICIES: usize = 10_000;

/// One of each kind of step: ordinary, invalid, unchanged, refused, and every change, undone.
const STEPS: [&str; 14] = [
    "What would go well with roast pumpkin?",
    "use tea and prohibit coffee",
    "use item 5",
    "use  ITEM\u{a0}5",
    "prohibit item 5",
    "use item 7 instead of nothing known",
    "use something else instead of item 6",
    "use item 6 instead of something else",
    "prohibit a new one",
    "remove policy a new one",
    "set premise short",
    "set premise shorter",
    "change premise to shortest",
    "clear premise",
];

fn what_a_step_allocates_does_not_grow_with_the_state<C: Answers>() {
    let mut engine = ContractEngine::<C>::new();
    for item in 0..POLICIES {
        engine.step(&format!("use item {item}"));
    }
    let bytes_of_a_copy = measure(|| drop(engine.clone())).bytes_total;
    assert!(bytes_of_a_copy > 50 * MOST_BYTES, "{bytes_of_a_copy}");
    for text in STEPS {
        let bytes = measure(|| _ = engine.preview(text)).bytes_total;
        assert!(bytes <= MOST_BYTES, "a preview of {text:?} allocates {bytes} bytes");
        let bytes = measure(|| _ = engine.step(text)).bytes_total;
        assert!(bytes <= MOST_BYTES, "{text:?} allocates {bytes} bytes");
    }
    assert_eq!(engine.policies().len(), POLICIES);
    assert_eq!(engine.premise(), None);
}

cc_oracle::laws!(what_a_step_allocates_does_not_grow_with_the_state);
