//! Exact values as what `jsonschema` validates.

use std::borrow::Cow;
use std::fmt::{self, Display};

use jsonschema::JsonType;
use jsonschema::json::{Array, Json, JsonNumber, Node, NodeIdentity, Object};
use serde_json::{Map, Number, Value};

use super::keywords::{exact, plain};
use crate::decimal::Decimal;
use crate::exact::Exact;

impl Exact {
    /// The value at a JSON Pointer.
    pub(super) fn at(&self, pointer: &str) -> Option<&Exact> {
        pointer.split('/').skip(1).try_fold(self, |value, step| match value {
            Exact::Array(elements) => elements.get(step.parse::<usize>().ok()?),
            Exact::Object(_) => value.entry(&step.replace("~1", "/").replace("~0", "~")),
            _ => None,
        })
    }

    fn entry(&self, name: &str) -> Option<&Exact> {
        let Exact::Object(entries) = self else { return None };
        let index = entries.binary_search_by(|(other, _)| other.as_str().cmp(name)).ok()?;
        entries.get(index).map(|(_, value)| value)
    }
}

/// JSON text without white space, in which numbers stand as they came in.
impl Display for Exact {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        // A string can always be written as JSON.
        let string = |text: &String| serde_json::to_string(text).map_err(|_| fmt::Error);
        match self {
            Exact::Null => f.write_str("null"),
            Exact::Boolean(value) => value.fmt(f),
            Exact::Number(number) => f.write_str(&number.text),
            Exact::Text(text) => f.write_str(&string(text)?),
            Exact::Array(elements) => {
                for (index, element) in elements.iter().enumerate() {
                    write!(f, "{}{element}", if index == 0 { "[" } else { "," })?;
                }
                f.write_str(if elements.is_empty() { "[]" } else { "]" })
            }
            Exact::Object(entries) => {
                for (index, (name, value)) in entries.iter().enumerate() {
                    let before = if index == 0 { "{" } else { "," };
                    write!(f, "{before}{}:{value}", string(name)?)?;
                }
                f.write_str(if entries.is_empty() { "{}" } else { "}" })
            }
        }
    }
}

impl Decimal {
    fn is_integer(&self) -> bool {
        i64::try_from(self.digits.len()).is_ok_and(|length| length <= self.point)
    }
}

/// The representation of JSON whose values are [`Exact`].
#[derive(Debug)]
pub(super) struct ExactJson;

impl Json for ExactJson {
    type Node<'a> = &'a Exact;
    type PreparedKey = String;
    type StringBuffer = Exact;

    const ACYCLIC: bool = true;

    fn prepare_key(key: &str) -> String {
        key.to_owned()
    }

    fn with_string_node<T>(buffer: &mut Exact, string: &str, take: impl FnOnce(&Exact) -> T) -> T {
        *buffer = Exact::Text(string.to_owned());
        take(buffer)
    }
}

impl<'a> Node<'a, ExactJson> for &'a Exact {
    type Object = Entries<'a>;
    type Array = &'a [Exact];
    type Number = &'a Decimal;

    fn as_object(&self) -> Option<Entries<'a>> {
        matches!(self, Exact::Object(_)).then_some(Entries(self))
    }

    fn as_array(&self) -> Option<&'a [Exact]> {
        if let Exact::Array(elements) = self { Some(elements) } else { None }
    }

    fn as_string(&self) -> Option<Cow<'a, str>> {
        if let Exact::Text(text) = self { Some(Cow::Borrowed(text)) } else { None }
    }

    fn as_number(&self) -> Option<&'a Decimal> {
        if let Exact::Number(number) = self { Some(number) } else { None }
    }

    fn as_boolean(&self) -> Option<bool> {
        if let Exact::Boolean(value) = self { Some(*value) } else { None }
    }

    fn is_null(&self) -> bool {
        matches!(self, Exact::Null)
    }

    fn json_type(&self) -> JsonType {
        match self {
            Exact::Null => JsonType::Null,
            Exact::Boolean(_) => JsonType::Boolean,
            Exact::Number(_) => JsonType::Number,
            Exact::Text(_) => JsonType::String,
            Exact::Array(_) => JsonType::Array,
            Exact::Object(_) => JsonType::Object,
        }
    }

    /// For errors, which are shown with the exact value at their place instead. There can be one
    /// for each entry of an object, so no copy is made of what is in it.
    fn to_value(&self) -> Cow<'a, Value> {
        Cow::Owned(match self {
            Exact::Array(_) => Value::Array(Vec::new()),
            Exact::Object(_) => Value::Object(Map::new()),
            value => plain(value, &mut Vec::new()),
        })
    }

    fn equals_value(&self, expected: &Value) -> bool {
        exact(expected, &[]).as_ref() == Some(*self)
    }

    fn identity(&self) -> Option<NodeIdentity> {
        Some(NodeIdentity::new(std::ptr::from_ref::<Exact>(self).addr()))
    }
}

/// The entries of an object.
pub(super) struct Entries<'a>(&'a Exact);

impl<'a> Entries<'a> {
    fn all(&self) -> &'a [(String, Exact)] {
        if let Exact::Object(entries) = self.0 { entries } else { &[] }
    }
}

impl<'a> Object<'a, ExactJson> for Entries<'a> {
    type Node = &'a Exact;
    type MemberName = &'a str;
    type MembersIter = Members<'a>;

    fn len(&self) -> usize {
        self.all().len()
    }

    fn get(&self, key: &String) -> Option<&'a Exact> {
        self.0.entry(key)
    }

    fn members(&self) -> Members<'a> {
        Members(self.all().iter())
    }
}

/// The entries of an object, one after the other.
pub(super) struct Members<'a>(std::slice::Iter<'a, (String, Exact)>);

impl<'a> Iterator for Members<'a> {
    type Item = (&'a str, &'a Exact);

    fn next(&mut self) -> Option<Self::Item> {
        self.0.next().map(|(name, value)| (name.as_str(), value))
    }
}

impl<'a> Array<'a, ExactJson> for &'a [Exact] {
    type Node = &'a Exact;
    type ElementsIter = std::slice::Iter<'a, Exact>;

    fn len(&self) -> usize {
        <[Exact]>::len(self)
    }

    fn elements(&self) -> Self::ElementsIter {
        self.iter()
    }

    fn is_unique(&self) -> bool {
        let mut sorted: Vec<&Exact> = self.iter().collect();
        sorted.sort_unstable();
        sorted.windows(2).all(|pair| !matches!(pair, [one, other] if one == other))
    }
}

/// What the rules of this crate do not decide asks for numbers in no other way than by type.
impl JsonNumber for &Decimal {
    fn as_u64(&self) -> Option<u64> {
        self.text.parse().ok()
    }

    fn as_i64(&self) -> Option<i64> {
        self.text.parse().ok()
    }

    fn as_f64(&self) -> Option<f64> {
        self.text.parse().ok().filter(|value: &f64| value.is_finite())
    }

    fn as_str(&self) -> Cow<'_, str> {
        Cow::Borrowed(&self.text)
    }

    fn to_number(&self) -> Cow<'_, Number> {
        let number = match plain(&Exact::Number((*self).clone()), &mut Vec::new()) {
            Value::Number(number) => number,
            _ => Number::from(0),
        };
        Cow::Owned(number)
    }

    fn is_integer(&self) -> bool {
        Decimal::is_integer(self)
    }
}
