//! Refuses a duplicate field in JSON text, at any depth. Ordinary reading keeps the last one.

use std::collections::BTreeSet;
use std::fmt;

use serde::de::{
    Deserialize, DeserializeOwned, Deserializer, Error, MapAccess, SeqAccess, Visitor,
};

/// Reads `text` as a `T`, without duplicate fields anywhere.
///
/// # Errors
///
/// One line that says what is wrong, and where that is known.
pub(crate) fn read<T: DeserializeOwned>(text: &str) -> Result<T, String> {
    serde_json::from_str::<NoDuplicates>(text)
        .and_then(|NoDuplicates| serde_json::from_str(text))
        .map_err(|error| error.to_string())
}

/// Any JSON value whose objects hold each field once. The value itself is dropped.
struct NoDuplicates;

impl<'de> Deserialize<'de> for NoDuplicates {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_any(NoDuplicates)
    }
}

impl<'de> Visitor<'de> for NoDuplicates {
    type Value = NoDuplicates;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a JSON value")
    }

    fn visit_map<A: MapAccess<'de>>(self, mut object: A) -> Result<Self, A::Error> {
        let mut fields = BTreeSet::new();
        while let Some((field, NoDuplicates)) = object.next_entry::<String, _>()? {
            if let Some(field) = fields.replace(field) {
                return Err(A::Error::custom(format_args!("duplicate field `{field}`")));
            }
        }
        Ok(self)
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut array: A) -> Result<Self, A::Error> {
        while let Some(NoDuplicates) = array.next_element()? {}
        Ok(self)
    }

    fn visit_unit<E>(self) -> Result<Self, E> {
        Ok(self)
    }

    fn visit_bool<E>(self, _: bool) -> Result<Self, E> {
        Ok(self)
    }

    fn visit_i64<E>(self, _: i64) -> Result<Self, E> {
        Ok(self)
    }

    fn visit_u64<E>(self, _: u64) -> Result<Self, E> {
        Ok(self)
    }

    fn visit_f64<E>(self, _: f64) -> Result<Self, E> {
        Ok(self)
    }

    fn visit_str<E>(self, _: &str) -> Result<Self, E> {
        Ok(self)
    }
}
