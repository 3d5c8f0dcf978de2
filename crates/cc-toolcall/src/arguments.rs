//! Reading the arguments of a call: names, and the source text of each value.

use std::borrow::Cow;
use std::fmt;

use serde::de::{Deserialize, Deserializer, MapAccess, Visitor};
use serde_json::value::RawValue;

use crate::json::{self, SPACE};
use crate::verdict::Issue;

/// Whether a text without white space around it stands for no arguments.
pub(crate) fn is_none(trimmed: &str) -> bool {
    trimmed.is_empty() || trimmed == "null"
}

/// Arguments that are an object without duplicate names, in the order of the text.
pub(crate) struct Arguments<'a>(pub(crate) Vec<(Cow<'a, str>, &'a str)>);

impl<'a> Arguments<'a> {
    /// Reads the arguments of a call. No text, and `null`, are no arguments.
    pub(crate) fn read(text: &'a str) -> Result<Self, Issue> {
        let trimmed = text.trim_matches(SPACE);
        if is_none(trimmed) {
            return Ok(Arguments(Vec::new()));
        }
        let invalid = |detail| Issue::InvalidJson { detail };
        if !trimmed.starts_with('{') {
            json::check(trimmed).map_err(invalid)?;
            return Err(Issue::NotAnObject);
        }
        json::check_depth(trimmed).map_err(invalid)?;
        let arguments: Arguments<'a> =
            serde_json::from_str(trimmed).map_err(|error| invalid(error.to_string()))?;
        let mut names: Vec<&str> = arguments.0.iter().map(|(name, _)| &**name).collect();
        names.sort_unstable();
        let twice = names.windows(2).find_map(|pair| match pair {
            [one, other] if one == other => {
                Some(Issue::DuplicateKey { within: String::new(), name: (*one).to_owned() })
            }
            _ => None,
        });
        twice.map_or(Ok(arguments), Err)
    }

    /// The source text of a value, if there is one of this name.
    pub(crate) fn get(&self, name: &str) -> Option<&'a str> {
        self.0.iter().find(|(other, _)| other == name).map(|(_, value)| *value)
    }
}

/// The source texts of the values in an array; none if `value` is no array.
pub(crate) fn elements(value: &str) -> Option<Vec<&str>> {
    let values: Vec<&RawValue> = serde_json::from_str(value).ok()?;
    Some(values.into_iter().map(RawValue::get).collect())
}

impl<'de: 'a, 'a> Deserialize<'de> for Arguments<'a> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Object;

        impl<'de> Visitor<'de> for Object {
            type Value = Arguments<'de>;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("an object")
            }

            fn visit_map<A: MapAccess<'de>>(self, mut object: A) -> Result<Self::Value, A::Error> {
                let mut arguments = Vec::new();
                while let Some(Name(name)) = object.next_key()? {
                    arguments.push((name, object.next_value::<&RawValue>()?.get()));
                }
                Ok(Arguments(arguments))
            }
        }

        deserializer.deserialize_map(Object)
    }
}

/// A name, borrowed where it has no escapes.
struct Name<'a>(Cow<'a, str>);

impl<'de> Deserialize<'de> for Name<'de> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Text;

        impl<'de> Visitor<'de> for Text {
            type Value = Name<'de>;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("a name")
            }

            fn visit_borrowed_str<E>(self, name: &'de str) -> Result<Self::Value, E> {
                Ok(Name(Cow::Borrowed(name)))
            }

            fn visit_str<E>(self, name: &str) -> Result<Self::Value, E> {
                Ok(Name(Cow::Owned(name.to_owned())))
            }
        }

        deserializer.deserialize_str(Text)
    }
}
