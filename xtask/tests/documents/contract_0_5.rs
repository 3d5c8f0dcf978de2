//! The tables about contract 0.5, beside those of 0.9.

use cc_engine::v0_5::{
    Classification, Confirmation, Engine, Identity, State, classify, read_confirmation,
};
use cc_engine::{ImportError, SyntaxFailure};

use super::{read, rows, spans};

#[test]
fn the_table_of_texts_agrees_with_the_classifier() {
    let text = read("docs/directive-grammar.md");
    let rows = rows(&text, "| Class | Texts in 0.5 |");
    assert_eq!(rows.len(), 4);
    for row in rows {
        let [class, texts] = row.as_slice() else { panic!("a row has two cells") };
        for text in spans(texts) {
            let found = match classify(text) {
                Classification::NoDirective => "no directive",
                Classification::Canonical(_) => "canonical",
                Classification::Invalid(invalid) => match invalid.failure() {
                    SyntaxFailure::CompoundDirective => "invalid: compound",
                    _ => "invalid: missing",
                },
            };
            assert_eq!(found, *class, "{text}");
        }
    }
}

#[test]
fn the_sixteen_cases_have_the_prompts_of_the_table() {
    let text = read("docs/contract-0.5.md");
    let rows = rows(&text, "| Case | After | Input | First sentence | Second sentence |");
    let mut cases = Vec::new();
    for row in rows {
        let [case, after, input, first, second] = row.as_slice() else {
            panic!("a row has five cells: {row:?}")
        };
        let mut engine = Engine::new();
        for directive in spans(after) {
            assert_eq!(engine.step(directive).kind(), "update", "{directive}");
        }
        let span = |cell| spans(cell).next().unwrap();
        let prompt = engine.step(span(input)).message();
        assert_eq!(prompt, Some(format!("{}\n{}", span(first), span(second))), "{input}");
        cases.push(case.parse::<u32>().unwrap());
    }
    cases.dedup();
    // The other two are not reached.
    assert_eq!(cases, [1, 2, 3, 4, 5, 6, 7, 8, 9, 12, 13, 14, 15, 16]);
}

#[test]
fn the_table_of_items_agrees_with_both_identities() {
    let text = read("docs/contract-0.5.md");
    let rows = rows(&text, "| Items | 0.5 | 0.9 |");
    assert!(rows.len() > 5);
    for row in rows {
        let [items, new, old] = row.as_slice() else { panic!("a row has three cells") };
        let mut items = spans(items);
        let (a, b) = (items.next().unwrap(), items.next().unwrap());
        let said = |same| if same { "same" } else { "different" };
        assert_eq!(said(Identity::new(a) == Identity::new(b)), *new, "{a}");
        let same = cc_engine::Identity::new(a) == cc_engine::Identity::new(b);
        assert_eq!(said(same), *old, "{a}");
    }
}

#[test]
fn the_conversation_has_the_decisions_of_both_contracts() {
    let text = read("docs/contracts.md");
    let rows = rows(&text, "| Input | 0.9 | 0.5 |");
    assert!(rows.len() > 5);
    let (mut old, mut new) = (cc_engine::Engine::new(), Engine::new());
    for row in rows {
        let [input, first, second] = row.as_slice() else { panic!("a row has three cells") };
        let input = spans(input).next().unwrap();
        assert_eq!(old.step(input).kind(), *first, "{input}");
        assert_eq!(new.step(input).kind(), *second, "{input}");
    }
}

#[test]
fn keys_move_between_the_contracts_as_the_table_says() {
    let payload = |keys: &[&str]| -> String {
        let policies: Vec<String> = keys.iter().map(|key| format!("\"{key}\":\"use\"")).collect();
        format!("{{\"policies\":{{{}}},\"premise\":null,\"version\":2}}", policies.join(","))
    };
    let old = |text: &str| cc_engine::State::import_json(text).map(|state| state.export_json());
    let new = |text: &str| State::import_json(text).map(|state| state.export_json());
    // Exported text is ASCII, so it is compared after another import.
    let same = |found: Result<String, ImportError>, keys: &[&str]| {
        found.unwrap() == old(&payload(keys)).unwrap()
    };
    let text = read("docs/contracts.md");
    let rows = rows(&text, "| Keys under the first | Imported under the second | Result |");
    assert!(rows.len() > 5);
    for row in rows {
        let [first, second, result] = row.as_slice() else { panic!("a row has three cells") };
        let text = payload(&spans(first).collect::<Vec<_>>());
        let (from, to) = match *second {
            "0.9" => (new(&text), old(&text)),
            _ => (old(&text), new(&text)),
        };
        assert!(from.is_ok(), "{first}");
        if result.starts_with("refused") {
            assert!(to.is_err(), "{first}");
        } else {
            assert!(same(to, &spans(result).collect::<Vec<_>>()), "{first}");
        }
    }
}

#[test]
fn answers_are_read_as_the_table_says() {
    let text = read("docs/contract-0.5.md");
    let rows = rows(&text, "| Answer | Texts |");
    assert_eq!(rows.len(), 3);
    for row in rows {
        let [answer, texts] = row.as_slice() else { panic!("a row has two cells") };
        for text in spans(texts) {
            let found = match read_confirmation(text) {
                Some(Confirmation::Yes) => "yes",
                Some(Confirmation::No) => "no",
                None => "none",
            };
            assert_eq!(found, *answer, "{text}");
        }
    }
}
