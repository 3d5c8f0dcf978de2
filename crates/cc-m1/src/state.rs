//! The state: one fact, and the items that are prohibited.

use std::collections::BTreeSet;
use std::fmt;
use std::marker::PhantomData;

use serde::de::value::MapAccessDeserializer;
use serde::de::{MapAccess, Visitor};
use serde::{Deserialize, Deserializer, Serialize};

use crate::normalize;

/// The version of the state's shape, which every exported state carries.
pub const STATE_VERSION: u64 = 1;

/// The fact `focus.device`, if it is set, and the prohibited items in order.
///
/// ```
/// use cc_m1::State;
///
/// let text = r#"{"facts":{"focus.device":"laptop"},"policies":{"prohibit":["tea"]},"version":1}"#;
/// let state = State::import_json(text)?;
/// assert_eq!(state.focus_device(), Some("laptop"));
/// assert_eq!(state.export_json(), text);
/// # Ok::<(), cc_m1::ImportError>(())
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct State {
    pub(crate) focus_device: Option<String>,
    pub(crate) prohibited: BTreeSet<String>,
}

impl State {
    /// The initial state.
    #[must_use]
    pub const fn new() -> Self {
        State { focus_device: None, prohibited: BTreeSet::new() }
    }

    /// The fact, if it is set.
    #[must_use]
    pub fn focus_device(&self) -> Option<&str> {
        self.focus_device.as_deref()
    }

    /// The prohibited items, in code point order.
    pub fn prohibited(&self) -> impl ExactSizeIterator<Item = &str> {
        self.prohibited.iter().map(String::as_str)
    }

    /// The state as canonical JSON text: keys sorted, no spaces, ASCII.
    #[must_use]
    pub fn export_json(&self) -> String {
        let facts = Facts { focus_device: self.focus_device.clone() };
        let policies = Policies { prohibit: self.prohibited.iter().cloned().collect() };
        ascii_json(&Payload { facts, policies, version: STATE_VERSION })
    }

    /// Reads a state from JSON text. The fact is normalized, and so is every item but those that an
    /// input can have led to as they stand: those stay, so that what was exported comes back.
    ///
    /// # Errors
    ///
    /// [`ImportError`], for text that is not JSON, unknown, missing or duplicate fields, another
    /// version than the integer 1, an empty item or fact, and two items that are the same. Nothing
    /// is read in part.
    ///
    /// ```
    /// assert_eq!(
    ///     cc_m1::State::import_json("{}").unwrap_err().to_string(),
    ///     "invalid state of contract m1: missing field `facts` at line 1 column 2",
    /// );
    /// ```
    pub fn import_json(payload: &str) -> Result<Self, ImportError> {
        let payload = read(payload).map_err(|error| ImportError(visible(&error.to_string())))?;
        if payload.version != STATE_VERSION {
            let version = payload.version;
            return Err(ImportError(format!("`version` must be 1, not {version}")));
        }
        let focus_device = match payload.facts.focus_device.as_deref().map(normalize::value) {
            Some(value) if value.is_empty() => {
                return Err(ImportError("`focus.device` is empty or only white space".to_owned()));
            }
            other => other,
        };
        let mut prohibited = BTreeSet::new();
        for item in &payload.policies.prohibit {
            let identity = normalize::stored_item(item);
            let shown = item.escape_debug();
            if identity.is_empty() {
                return Err(ImportError(format!(
                    "the item `{shown}` is empty or only white space"
                )));
            }
            if !prohibited.insert(identity) {
                return Err(ImportError(format!("the item `{shown}` is prohibited twice")));
            }
        }
        Ok(State { focus_device, prohibited })
    }
}

/// Text that is no state of this contract.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("invalid state of contract m1: {0}")]
pub struct ImportError(String);

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Payload {
    #[serde(deserialize_with = "object")]
    facts: Facts,
    #[serde(deserialize_with = "object")]
    policies: Policies,
    version: u64,
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Facts {
    // Without this, an absent fact would be read as null.
    #[serde(rename = "focus.device", deserialize_with = "Option::deserialize")]
    focus_device: Option<String>,
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Policies {
    prohibit: Vec<String>,
}

/// The payload that a text is, and nothing after it.
fn read(text: &str) -> serde_json::Result<Payload> {
    let mut deserializer = serde_json::Deserializer::from_str(text);
    let payload = object(&mut deserializer)?;
    deserializer.end()?;
    Ok(payload)
}

/// Reads fields by their names. By itself, serde takes an array of their values too.
fn object<'de, D: Deserializer<'de>, T: Deserialize<'de>>(deserializer: D) -> Result<T, D::Error> {
    struct Fields<T>(PhantomData<T>);

    impl<'de, T: Deserialize<'de>> Visitor<'de> for Fields<T> {
        type Value = T;

        fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
            f.write_str("an object")
        }

        fn visit_map<A: MapAccess<'de>>(self, object: A) -> Result<T, A::Error> {
            T::deserialize(MapAccessDeserializer::new(object))
        }
    }

    deserializer.deserialize_map(Fields(PhantomData))
}

/// A message that quotes the payload, with nothing hidden in it, on one line.
fn visible(message: &str) -> String {
    let mut shown = String::with_capacity(message.len());
    for character in message.chars() {
        match character {
            '"' | '\'' | '\\' => shown.push(character),
            _ => shown.extend(character.escape_debug()),
        }
    }
    shown
}

/// A value as JSON text in which everything outside U+0020 to U+007E is escaped.
pub(crate) fn ascii_json(value: &impl Serialize) -> String {
    // Maps with string keys, strings and numbers can always be written.
    let text = serde_json::to_string(value).unwrap_or_default();
    let mut out = String::with_capacity(text.len());
    for character in text.chars() {
        if matches!(character, ' '..='~') {
            out.push(character);
        } else {
            for unit in character.encode_utf16(&mut [0; 2]) {
                out.push_str(&format!("\\u{unit:04x}"));
            }
        }
    }
    out
}
