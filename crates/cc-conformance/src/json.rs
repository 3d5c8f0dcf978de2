//! JSON as fixtures need it: read without tolerance, and written in one form only.

use std::fmt;

use serde::de::{DeserializeSeed, Deserializer, Error, MapAccess, SeqAccess, Visitor};
use serde_json::{Map, Value};

/// Reads `text`, and refuses an object that has one field twice, at any depth. Ordinary reading
/// keeps the last one.
pub(crate) fn read(text: &str) -> Result<Value, String> {
    let mut reader = serde_json::Deserializer::from_str(text);
    let value = Strict.deserialize(&mut reader);
    value.and_then(|value| reader.end().map(|()| value)).map_err(|error| error.to_string())
}

/// Reads an object in the same way.
pub(crate) fn object(text: &str) -> Result<Map<String, Value>, String> {
    match read(text)? {
        Value::Object(fields) => Ok(fields),
        other => Err(format!("it is {other}, and not a JSON object")),
    }
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

/// Reads a JSON value whose objects hold each field once.
struct Strict;

impl<'de> DeserializeSeed<'de> for Strict {
    type Value = Value;

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<Value, D::Error> {
        deserializer.deserialize_any(self)
    }
}

macro_rules! visit {
    ($($name:ident: $type:ty),* $(,)?) => {
        $(fn $name<E>(self, value: $type) -> Result<Value, E> {
            Ok(value.into())
        })*
    };
}

impl<'de> Visitor<'de> for Strict {
    type Value = Value;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a JSON value")
    }

    fn visit_map<A: MapAccess<'de>>(self, mut object: A) -> Result<Value, A::Error> {
        let mut fields = Map::new();
        while let Some(field) = object.next_key::<String>()? {
            if fields.contains_key(&field) {
                return Err(A::Error::custom(format_args!("duplicate field `{field}`")));
            }
            fields.insert(field, object.next_value_seed(Strict)?);
        }
        Ok(fields.into())
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut array: A) -> Result<Value, A::Error> {
        let mut elements = Vec::new();
        while let Some(value) = array.next_element_seed(Strict)? {
            elements.push(value);
        }
        Ok(elements.into())
    }

    fn visit_unit<E>(self) -> Result<Value, E> {
        Ok(Value::Null)
    }

    visit! {
        visit_bool: bool, visit_i64: i64, visit_u64: u64, visit_f64: f64, visit_str: &str,
    }
}
