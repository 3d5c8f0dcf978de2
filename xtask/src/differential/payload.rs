//! Texts of states and checkpoints, good and bad.

use serde_json::Value;

use super::texts::Texts;

const VERSIONS: [&str; 18] = [
    "1",
    "3",
    "-2",
    "0",
    "2.0",
    "2e0",
    "2E+0",
    "2.00000000000000000001",
    "02",
    "\"2\"",
    "null",
    "true",
    "[2]",
    "{}",
    "NaN",
    "Infinity",
    "1e400",
    "\"\\ud800\"",
];

const POLICIES: [&str; 14] = [
    "\"USE\"",
    "\"allow\"",
    "\"\"",
    "null",
    "true",
    "1",
    "1.5",
    "1e400",
    "NaN",
    "-Infinity",
    "[]",
    "[\"use\"]",
    "{\"a\":\"use\"}",
    "\"\\udc00\"",
];

const PREMISES: [&str; 16] = [
    "\"\"",
    "\" \"",
    "\"\\u3000\"",
    "\"\\ud83d\"",
    "\"\\ude00\\ud83d\"",
    "1",
    "1e400",
    "true",
    "NaN",
    "[]",
    "{}",
    "[\"\\ud800\"]",
    "\"\u{7f}\"",
    "\"\u{9f}\"",
    "\"a\\u0000b\"",
    "\"J\u{30c}\u{316}\"",
];

const KEYS: [&str; 14] = [
    "",
    " ",
    "\\u3000",
    "\\ud800",
    "Docker",
    "docker ",
    "ＤＯＣＫＥＲ",
    "STRASSE",
    "straße",
    "cafe\u{301}",
    "the tea",
    "the",
    "a-team",
    "J\u{30c}\u{316}",
];

const EXTRA: [&str; 8] = [
    "\"extra\":1",
    "\"premise\":\"again\"",
    "\"version\":2",
    "\"policies\":{}",
    "\"Premise\":null",
    "\"\\u0070remise\":null",
    "\"extra\":NaN",
    "\"\":[]",
];

/// A text that is a state, or nearly.
pub(super) fn state(texts: &mut Texts) -> String {
    let faults = if texts.chance(45) { 0 } else { texts.random.u32(1..3) };
    let mut fields = Fields::new(texts);
    let mut after = Vec::new();
    for _ in 0..faults {
        match texts.random.u32(0..8) {
            0 if texts.chance(5) => fields.version = "2".repeat(texts.random.usize(4_290..4_310)),
            0 => fields.version = texts.pick(&VERSIONS).to_owned(),
            1 => fields.premise = texts.pick(&PREMISES).to_owned(),
            2 => {
                let (key, policy) = (texts.pick(&KEYS), texts.pick(&POLICIES));
                fields.policies.push(format!("\"{key}\":{policy}"));
            }
            3 => fields.policies.push(format!("\"{}\":\"use\"", texts.pick(&KEYS))),
            4 => fields.policies.extend(fields.policies.first().cloned()),
            5 => fields.extra.push(texts.pick(&EXTRA).to_owned()),
            6 => fields.missing = Some(texts.random.usize(0..3)),
            kind => after.push(kind),
        }
    }
    let mut text = fields.text(texts);
    for _ in after {
        text = broken(texts, text);
    }
    text
}

/// A text that is a checkpoint of 0.5, or nearly.
pub(super) fn checkpoint(texts: &mut Texts) -> String {
    let inner = if texts.chance(80) { Fields::new(texts).text(texts) } else { state(texts) };
    let (mut version, mut pending) = ("1", "null");
    let mut extra = "";
    if texts.chance(40) {
        match texts.random.u32(0..4) {
            0 => version = texts.pick(&["2", "0", "1.0", "true", "\"1\"", "null", "NaN", "[1]"]),
            1 => {
                pending = texts.pick(&[
                    "{}",
                    "{\"kind\":\"use_only\",\"new_item\":\"x\",\"old_item\":\"y\"}",
                    "true",
                    "\"x\"",
                    "[]",
                    "Infinity",
                ]);
            }
            2 => {
                extra = texts.pick(&[",\"x\":1", ",\"pending\":null", ",\"checkpoint_version\":1"])
            }
            _ => {
                let text = format!(
                    "{{\"authoritative_state\":{inner},\"checkpoint_version\":1,\"pending\":null}}"
                );
                return broken(texts, text);
            }
        }
    }
    format!(
        "{{\"authoritative_state\":{inner},\"checkpoint_version\":{version},\"pending\":{pending}{extra}}}"
    )
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
            format!("{text}{}", texts.pick(&["x", "{}", ",", "\u{0}", "\u{feff}", "//", "\u{a0}"]))
        }
        3 => format!("{}{text}", texts.pick(&["\u{feff}", "\u{3000}", "[", "NaN", "\"", "-"])),
        4 => {
            texts.pick(&["", "null", "[]", "2", "\"x\"", "NaN", "{", "nul", "[[[[]]]]"]).to_owned()
        }
        5 => text.replace(":null", ":nul"),
        6 => text.replace('"', "'"),
        _ => {
            let deep = texts.random.usize(1..1_500);
            text.replace(":null", &format!(":{}{}", "[".repeat(deep), "]".repeat(deep)))
        }
    }
}
