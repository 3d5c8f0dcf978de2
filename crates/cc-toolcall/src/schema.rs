//! Grammars from JSON Schema, of the kind that tools carry.
//!
//! Objects are read entry by entry, so that the order in which properties are declared is known
//! whatever features of the JSON library other crates switch on.

use std::fmt;
use std::marker::PhantomData;

use serde::de::{Deserialize, Deserializer, MapAccess, Visitor};
use serde_json::value::RawValue;

use crate::grammar::{Grammar, GrammarBuilder, GrammarError, GrammarErrorKind, ParameterType};
use crate::json;

/// In which order parameters stand, where a schema declares them.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Order {
    /// As their properties stand in the text of the schema.
    #[default]
    Declared,
    /// By name, in code point order.
    Lexicographic,
}

impl Grammar {
    /// Reads the grammar of a tool from the JSON Schema of its arguments, with the aliases that are
    /// given as (synonym, parameter).
    ///
    /// A property whose subschema is not understood is a parameter of unknown type. Everything but
    /// `type`, `properties` and `required` is left alone.
    ///
    /// # Errors
    ///
    /// [`GrammarError`], for text that is not JSON, a name that stands twice in any object, a root
    /// that is not the schema of an object, a required name that is no property, and names and
    /// aliases as in [`GrammarBuilder::build`]. [`GrammarError::is_legal_schema`] tells what is
    /// wrong with a schema from what is merely beyond a grammar.
    ///
    /// ```
    /// use cc_toolcall::{Grammar, Order, ParameterType};
    ///
    /// let schema = r#"{"type":"object","properties":{"q":{"type":"string"},"limit":true},"required":["q"]}"#;
    /// let grammar = Grammar::from_json_schema(schema, Order::Declared, [("query", "q")])?;
    /// assert_eq!(grammar.parameters()[0].ty(), Some(ParameterType::String));
    /// assert_eq!(grammar.parameters()[1].ty(), None);
    /// # Ok::<(), cc_toolcall::GrammarError>(())
    /// ```
    pub fn from_json_schema<'a>(
        schema: &str,
        order: Order,
        aliases: impl IntoIterator<Item = (&'a str, &'a str)>,
    ) -> Result<Grammar, GrammarError> {
        let root: &RawValue = serde_json::from_str(schema)
            .map_err(|error| GrammarError::of(GrammarErrorKind::NotJson, &error.to_string()))?;
        if let Some(duplicate) = json::duplicate(root.get()) {
            return Err(GrammarError::duplicate(&duplicate));
        }
        let text = root.get();
        let root = serde_json::from_str::<Entries<&RawValue>>(text).map_err(|_| {
            let kind = match text {
                "true" | "false" => GrammarErrorKind::NotAnObjectSchema,
                _ => GrammarErrorKind::NotASchema,
            };
            GrammarError::of(kind, "")
        })?;
        if named_type(&root) != Some(ParameterType::Object) {
            return Err(GrammarError::of(GrammarErrorKind::NotAnObjectSchema, ""));
        }
        let malformed = |field| GrammarError::of(GrammarErrorKind::Malformed, field);
        let required: Vec<String> = match root.get("required") {
            Some(names) => serde_json::from_str(names.get()).map_err(|_| malformed("required"))?,
            None => Vec::new(),
        };
        let mut properties = match root.get("properties") {
            Some(properties) => {
                serde_json::from_str::<Entries<&RawValue>>(properties.get())
                    .map_err(|_| malformed("properties"))?
                    .0
            }
            None => Vec::new(),
        };
        if let Some(name) =
            required.iter().find(|name| !properties.iter().any(|(other, _)| other == *name))
        {
            return Err(GrammarError::of(GrammarErrorKind::UnknownRequired, name));
        }
        if order == Order::Lexicographic {
            properties.sort_by(|(one, _), (other, _)| one.cmp(other));
        }
        let mut grammar = GrammarBuilder::default();
        for (name, subschema) in properties {
            let ty = type_of(subschema);
            let is_required = required.contains(&name);
            grammar = grammar.parameter(name, ty, is_required);
        }
        for (synonym, canonical) in aliases {
            grammar = grammar.alias(synonym, canonical);
        }
        grammar.build()
    }
}

/// The type that a property's schema names, if it names one.
fn type_of(subschema: &RawValue) -> Option<ParameterType> {
    named_type(&serde_json::from_str(subschema.get()).ok()?)
}

/// The one type that the `type` of a schema names.
fn named_type(schema: &Entries<&RawValue>) -> Option<ParameterType> {
    let name: String = serde_json::from_str(schema.get("type")?.get()).ok()?;
    ParameterType::from_name(&name)
}

/// The entries of an object in their order.
struct Entries<T>(Vec<(String, T)>);

impl<T> Entries<T> {
    /// The value of a field, which is there at most once.
    fn get(&self, field: &str) -> Option<&T> {
        self.0.iter().find(|(name, _)| name == field).map(|(_, value)| value)
    }
}

impl<'de, T: Deserialize<'de>> Deserialize<'de> for Entries<T> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Object<T>(PhantomData<T>);

        impl<'de, T: Deserialize<'de>> Visitor<'de> for Object<T> {
            type Value = Entries<T>;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("an object")
            }

            fn visit_map<A: MapAccess<'de>>(self, mut object: A) -> Result<Self::Value, A::Error> {
                let mut entries = Vec::new();
                while let Some(entry) = object.next_entry()? {
                    entries.push(entry);
                }
                Ok(Entries(entries))
            }
        }

        deserializer.deserialize_map(Object(PhantomData))
    }
}
