//! JSON as fixtures need it: read without tolerance, and written in one form only.

use std::fmt;

use serde::de::{Deserialize, Deserializer, Error, MapAccess, SeqAccess, Visitor};
use serde_json::{Map, Value};

/// Reads `text`, and refuses an object that has one field twice, at any depth. Ordinary reading
/// keeps the last one.
///
/// # Errors
///
/// One line that says what is wrong and where.
pub(crate) fn read(text: &str) -> Result<Value, String> {
    serde_json::from_str::<Strict>(text)
        .map(|Strict(value)| value)
        .map_err(|error| error.to_string())
}

/// `value` as canonical JSON text. Fixtures have no floats, which alone have none.
pub(crate) fn canonical(value: &Value) -> String {
    cc_text::json::to_string(value).unwrap_or_else(|_| value.to_string())
}

/// The text of a field, or the empty one.
pub(crate) fn text<'v>(value: &'v Value, name: &str) -> &'v str {
    value.get(name).and_then(Value::as_str).unwrap_or_default()
}

/// The elements of a field, or none.
pub(crate) fn list<'v>(value: &'v Value, name: &str) -> &'v [Value] {
    value.get(name).and_then(Value::as_array).map_or(&[], Vec::as_slice)
}

/// The fields of an object in a field, or none.
pub(crate) fn fields<'v>(
    value: &'v Value,
    pointer: &str,
) -> impl Iterator<Item = (&'v String, &'v Value)> {
    value.pointer(pointer).and_then(Value::as_object).into_iter().flatten()
}

/// Takes a field out of an object.
pub(crate) fn remove(value: &mut Value, name: &str) -> Option<Value> {
    value.as_object_mut()?.remove(name)
}

/// Puts a field into an object.
pub(crate) fn put(value: &mut Value, name: &str, field: impl Into<Value>) {
    if let Some(fields) = value.as_object_mut() {
        fields.insert(name.to_owned(), field.into());
    }
}

/// A JSON value whose objects hold each field once.
struct Strict(Value);

impl<'de> Deserialize<'de> for Strict {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_any(StrictVisitor)
    }
}

struct StrictVisitor;

macro_rules! visit {
    ($($name:ident: $type:ty),* $(,)?) => {
        $(fn $name<E>(self, value: $type) -> Result<Strict, E> {
            Ok(Strict(value.into()))
        })*
    };
}

impl<'de> Visitor<'de> for StrictVisitor {
    type Value = Strict;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a JSON value")
    }

    fn visit_map<A: MapAccess<'de>>(self, mut object: A) -> Result<Strict, A::Error> {
        let mut fields = Map::new();
        while let Some((field, Strict(value))) = object.next_entry::<String, _>()? {
            if fields.contains_key(&field) {
                return Err(A::Error::custom(format_args!("duplicate field `{field}`")));
            }
            fields.insert(field, value);
        }
        Ok(Strict(Value::Object(fields)))
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut array: A) -> Result<Strict, A::Error> {
        let mut elements = Vec::new();
        while let Some(Strict(value)) = array.next_element()? {
            elements.push(value);
        }
        Ok(Strict(Value::Array(elements)))
    }

    fn visit_unit<E>(self) -> Result<Strict, E> {
        Ok(Strict(Value::Null))
    }

    visit! {
        visit_bool: bool, visit_i64: i64, visit_u64: u64, visit_f64: f64, visit_str: &str,
    }
}
