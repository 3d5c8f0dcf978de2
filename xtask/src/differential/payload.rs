//! Texts of states and checkpoints, good and bad.

use serde_json::Value;

use super::texts::Texts;

/// A text that is a state, or nearly.
pub(super) fn state(texts: &mut Texts) -> String {
    let faults = if texts.chance(45) { 0 } else { texts.random.u32(1..3) };
    let mut fields = Fields::new(texts);
    let mut breaks = 0;
    for _ in 0..faults {
        match texts.random.u32(0..8) {
            0 if texts.chance(5) => fields.version = "2".repeat(texts.random.usize(4_290..4_310)),
            0 => fields.version = texts.word("versions").to_owned(),
            1 => fields.premise = texts.word("premises").to_owned(),
            2 => {
                let (key, policy) = (texts.word("keys"), texts.word("policies"));
                fields.policies.push(format!("\"{key}\":{policy}"));
            }
            3 => fields.policies.push(format!("\"{}\":\"use\"", texts.word("keys"))),
            4 => fields.policies.extend(fields.policies.first().cloned()),
            5 => fields.extra.push(texts.word("more fields").to_owned()),
            6 => fields.missing = Some(texts.random.usize(0..3)),
            _ => breaks += 1,
        }
    }
    let mut text = fields.text(texts);
    for _ in 0..breaks {
        text = broken(texts, text);
    }
    text
}

/// A text that is a checkpoint of 0.5, or nearly.
pub(super) fn checkpoint(texts: &mut Texts) -> String {
    let state = if texts.chance(80) { Fields::new(texts).text(texts) } else { state(texts) };
    let (mut version, mut pending, mut more) = ("1", "null", "");
    let fault = if texts.chance(40) { texts.random.u32(0..4) } else { 4 };
    match fault {
        0 => version = texts.word("checkpoint versions"),
        1 => pending = texts.word("pending"),
        2 => more = texts.word("more checkpoint fields"),
        _ => {}
    }
    let text = format!(
        "{{\"authoritative_state\":{state},\"checkpoint_version\":{version},\"pending\":{pending}{more}}}"
    );
    if fault == 3 { broken(texts, text) } else { text }
}

/// The parts of a state's text, still apart.
struct Fields {
    policies: Vec<String>,
    premise: String,
    version: String,
    extra: Vec<String>,
    missing: Option<usize>,
}

impl Fields {
    /// The parts of a good state.
    fn new(texts: &mut Texts) -> Self {
        let premise = if texts.chance(50) { Value::Null } else { Value::String(texts.item()) };
        let mut policies = std::collections::BTreeMap::new();
        for _ in 0..texts.random.u32(0..5) {
            let policy = texts.pick(&["use", "prohibit"]);
            policies.insert(texts.item(), policy);
        }
        let entry = |(item, policy)| format!("{}:\"{policy}\"", Value::String(item));
        Fields {
            policies: policies.into_iter().map(entry).collect(),
            premise: premise.to_string(),
            version: "2".to_owned(),
            extra: Vec::new(),
            missing: None,
        }
    }

    fn text(self, texts: &mut Texts) -> String {
        let space = if texts.chance(80) { "" } else { texts.pick(&[" ", "\n", "\t\r\n ", "  "]) };
        let comma = format!("{space},{space}");
        let mut fields = vec![
            format!("\"policies\":{space}{{{space}{}{space}}}", self.policies.join(&comma)),
            format!("\"premise\"{space}:{}", self.premise),
            format!("\"version\":{}", self.version),
        ];
        if let Some(missing) = self.missing {
            fields.remove(missing);
        }
        fields.extend(self.extra);
        texts.random.shuffle(&mut fields);
        format!("{space}{{{}}}{space}", fields.join(&comma))
    }
}

/// A text that is probably no JSON any more.
fn broken(texts: &mut Texts, text: String) -> String {
    match texts.random.u32(0..8) {
        0 => texts.damage(&text),
        1 => text.chars().take(texts.random.usize(0..text.chars().count().max(1))).collect(),
        2 => {
            format!("{text}{}", texts.word("after payloads"))
        }
        3 => format!("{}{text}", texts.word("before payloads")),
        4 => texts.word("other payloads").to_owned(),
        5 => text.replace(":null", ":nul"),
        6 => text.replace('"', "'"),
        _ => {
            let deep = texts.random.usize(1..1_500);
            text.replace(":null", &format!(":{}{}", "[".repeat(deep), "]".repeat(deep)))
        }
    }
}
