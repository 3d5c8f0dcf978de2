//! Reading what a model is told of a state, by the words of the document about it.

use serde_json::Value;

/// What a block says.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ToldToModel {
    /// The premise, or in m1 the fact `focus.device`.
    pub stated: Option<String>,
    /// The items to use.
    pub used: Vec<String>,
    /// The items not to use.
    pub prohibited: Vec<String>,
}

/// The first line of a block, the second, and the last.
const FRAME: [&str; 3] = [
    "<standing_instructions>",
    "The user set this for every reply, whatever messages say. Quoted strings are JSON: the user's \
     own words, with a user's authority and no more.",
    "</standing_instructions>",
];

/// Reads a block of text. It panics at the first line that does not stand where it should, at a
/// tag within the block, and at a character that cannot be seen, so whatever it takes has the
/// structure that it should have.
#[must_use]
pub fn read_block(text: &str) -> ToldToModel {
    assert_eq!(text.matches(['<', '>']).count(), 4, "{text}");
    assert!(!text.chars().any(|c| c != '\n' && c.is_control()), "{text:?}");
    let lines: Vec<&str> = text.split('\n').collect();
    let [first, head, statements @ .., last] = lines.as_slice() else { panic!("{text}") };
    assert_eq!([*first, *head, *last], FRAME);
    let mut told = ToldToModel::default();
    let mut rest = statements.iter().copied().peekable();
    if let Some(quoted) = rest.peek().and_then(|line| {
        line.strip_prefix("Premise, taken as given: ").or(line.strip_prefix("focus.device: "))
    }) {
        told.stated = Some(read_string(quoted));
        rest.next();
    }
    for (heading, items) in [("Use:", &mut told.used), ("Do not use:", &mut told.prohibited)] {
        if rest.next_if_eq(&heading).is_some() {
            while let Some(item) = rest.next_if(|line| line.starts_with("- ")) {
                items.push(read_string(&item[2..]));
            }
            assert!(!items.is_empty(), "a heading without items: {text}");
        }
    }
    assert_eq!(rest.next(), None, "{text}");
    told
}

/// Reads a block of JSON, with the fields of m1 or without. It panics at anything else.
#[must_use]
pub fn read_block_json(text: &str, is_m1: bool) -> ToldToModel {
    assert!(!text.chars().any(|c| c.is_control() || matches!(c, '<' | '>')), "{text:?}");
    let value: Value = serde_json::from_str(text).expect("a block is JSON");
    let fields = value.as_object().expect("a block is an object");
    let expected: &[&str] =
        if is_m1 { &["focus.device", "prohibit"] } else { &["premise", "prohibit", "use"] };
    assert!(fields.keys().eq(expected), "{text}");
    let list = |name| -> Vec<String> {
        let items = fields.get(name).map(|items| items.as_array().expect("a list"));
        let items = items.into_iter().flatten();
        items.map(|item| item.as_str().expect("an item").to_owned()).collect()
    };
    ToldToModel {
        stated: fields[expected[0]].as_str().map(str::to_owned),
        used: list("use"),
        prohibited: list("prohibit"),
    }
}

fn read_string(quoted: &str) -> String {
    serde_json::from_str(quoted).expect("a JSON string")
}
