//! What several targets share: texts out of bytes, canonical JSON, and objects read entry by entry.

use std::borrow::Cow;
use std::fmt;

use serde::de::{Deserialize, Deserializer, MapAccess, Visitor};
use serde_json::Value;
use serde_json::value::RawValue;

/// What ends one text of an input and begins the next.
const END: u8 = 0xff;

/// The texts that an input holds, of which there is at least one.
pub(crate) fn texts(data: &[u8]) -> Vec<Cow<'_, str>> {
    data.split(|byte| *byte == END).map(String::from_utf8_lossy).collect()
}

/// Asserts that `text` is one line of canonical JSON: keys sorted, no white space, ASCII.
#[track_caller]
pub(crate) fn assert_canonical(text: &str) {
    let value: Value = serde_json::from_str(text)
        .unwrap_or_else(|error| panic!("a record is no JSON: {error}: {text:?}"));
    assert_eq!(text, cc_oracle::canonical(&value), "a record is not canonical");
}

/// Asserts that a message for people is one line in which nothing is hidden.
#[track_caller]
pub(crate) fn assert_one_line(message: &str) {
    assert!(!message.is_empty());
    assert!(!message.contains(char::is_control), "{message:?}");
}

/// The entries of an object in their order, duplicates included, with the text of each value.
#[derive(Debug)]
pub(crate) struct Entries<'a>(pub(crate) Vec<(String, &'a str)>);

impl<'a> Entries<'a> {
    /// The entries of the object that `text` is, if it is one.
    pub(crate) fn read(text: &'a str) -> Option<Self> {
        serde_json::from_str(text).ok()
    }

    /// The text of the value of each of these fields, if these are all there are, each once. An
    /// optional one may be absent.
    pub(crate) fn exactly<const N: usize>(&self, fields: [&str; N]) -> Option<[&'a str; N]> {
        if self.0.len() != N {
            return None;
        }
        let mut values = [""; N];
        for (field, value) in fields.iter().zip(&mut values) {
            *value = self.0.iter().find(|(name, _)| name == field)?.1;
        }
        Some(values)
    }
}

impl<'de> Deserialize<'de> for Entries<'de> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Object;

        impl<'de> Visitor<'de> for Object {
            type Value = Entries<'de>;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("an object")
            }

            fn visit_map<A: MapAccess<'de>>(self, mut object: A) -> Result<Self::Value, A::Error> {
                let mut entries = Vec::new();
                while let Some((name, value)) = object.next_entry::<String, &RawValue>()? {
                    entries.push((name, value.get()));
                }
                Ok(Entries(entries))
            }
        }

        deserializer.deserialize_map(Object)
    }
}
