//! Reading JSON without a tree: each value goes to the sink that waits for it.
//!
//! This reads any JSON and judges none of it, so that a fault of shape does not keep the rest of
//! the text from being checked.

use std::borrow::Cow;
use std::cell::Cell;
use std::fmt;

use serde::de::{DeserializeSeed, Deserializer, IgnoredAny, MapAccess, SeqAccess};

use cc_text::visible;

/// A value that was read, as far as anything here can use it.
pub(crate) enum Found<'a> {
    Null,
    Bool(bool),
    Number(String),
    Text(Cow<'a, str>),
    Array,
    Object,
}

impl fmt::Display for Found<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Found::Null => f.write_str("null"),
            Found::Bool(value) => write!(f, "{value}"),
            Found::Number(value) => f.write_str(value),
            Found::Text(value) => write!(f, "\"{}\"", visible(value)),
            Found::Array => f.write_str("an array"),
            Found::Object => f.write_str("an object"),
        }
    }
}

/// What takes the values that a [`Reader`] reads.
pub(crate) trait Sink {
    /// Takes a value that is no object.
    fn value(&mut self, found: Found<'_>);

    /// Takes an object, all of which it must read.
    fn object<'de, A: MapAccess<'de>>(
        &mut self,
        mut object: A,
        _place: &Cell<&'static str>,
    ) -> Result<(), A::Error> {
        while object.next_entry::<IgnoredAny, IgnoredAny>()?.is_some() {}
        self.value(Found::Object);
        Ok(())
    }
}

/// Reads any value into a sink. `place` says which field is being read, for errors of syntax.
pub(crate) struct Reader<'s, S> {
    pub(crate) sink: &'s mut S,
    pub(crate) place: &'s Cell<&'static str>,
}

impl<'de, S: Sink> DeserializeSeed<'de> for Reader<'_, S> {
    type Value = ();

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<(), D::Error> {
        deserializer.deserialize_any(self)
    }
}

impl<'de, S: Sink> serde::de::Visitor<'de> for Reader<'_, S> {
    type Value = ();

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a JSON value")
    }

    fn visit_unit<E>(self) -> Result<(), E> {
        self.sink.value(Found::Null);
        Ok(())
    }

    fn visit_bool<E>(self, value: bool) -> Result<(), E> {
        self.sink.value(Found::Bool(value));
        Ok(())
    }

    fn visit_i64<E>(self, value: i64) -> Result<(), E> {
        self.sink.value(Found::Number(value.to_string()));
        Ok(())
    }

    fn visit_u64<E>(self, value: u64) -> Result<(), E> {
        self.sink.value(Found::Number(value.to_string()));
        Ok(())
    }

    fn visit_f64<E>(self, value: f64) -> Result<(), E> {
        self.sink.value(Found::Number(format!("{value:?}")));
        Ok(())
    }

    fn visit_str<E>(self, value: &str) -> Result<(), E> {
        self.sink.value(Found::Text(Cow::Borrowed(value)));
        Ok(())
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut array: A) -> Result<(), A::Error> {
        while array.next_element::<IgnoredAny>()?.is_some() {}
        self.sink.value(Found::Array);
        Ok(())
    }

    fn visit_map<A: MapAccess<'de>>(self, object: A) -> Result<(), A::Error> {
        self.sink.object(object, self.place)
    }
}

/// Reads an object's key, borrowed where it has no escapes.
pub(crate) struct Key;

impl<'de> DeserializeSeed<'de> for Key {
    type Value = Cow<'de, str>;

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<Self::Value, D::Error> {
        deserializer.deserialize_str(self)
    }
}

impl<'de> serde::de::Visitor<'de> for Key {
    type Value = Cow<'de, str>;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a key")
    }

    fn visit_borrowed_str<E>(self, key: &'de str) -> Result<Self::Value, E> {
        Ok(Cow::Borrowed(key))
    }

    fn visit_str<E>(self, key: &str) -> Result<Self::Value, E> {
        Ok(Cow::Owned(key.to_owned()))
    }
}
