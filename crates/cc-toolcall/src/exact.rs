//! JSON values that are read without loss: every digit of a number counts, an object has each name
//! once, and no name means anything to the reader.

use std::fmt;

use crate::decimal::Decimal;
use crate::json::{self, Duplicate, SPACE, Token, Tokens};
use crate::verdict::{Issue, pointer_to};

/// A JSON value. Numbers are equal if they have the same value, however they are written.
#[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Exact {
    #[default]
    Null,
    Boolean(bool),
    Number(Decimal),
    Text(String),
    Array(Vec<Exact>),
    /// Sorted by name.
    Object(Vec<(String, Exact)>),
}

/// Why a text cannot be read without loss.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Fault {
    /// It is not JSON, or nested too deeply.
    Syntax(String),
    /// A name stands twice.
    Duplicate(Duplicate),
    /// A value has no exact form here.
    Value { pointer: String, detail: &'static str },
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Fault::Syntax(detail) => f.write_str(detail),
            Fault::Duplicate(duplicate) => duplicate.fmt(f),
            Fault::Value { pointer, detail } => write!(f, "`{pointer}`: {detail}"),
        }
    }
}

impl From<Fault> for Issue {
    fn from(fault: Fault) -> Self {
        match fault {
            Fault::Syntax(detail) => Issue::InvalidJson { detail },
            Fault::Duplicate(Duplicate { within, name }) => Issue::DuplicateKey { within, name },
            Fault::Value { pointer, detail } => {
                Issue::Malformed { pointer, detail: detail.to_owned() }
            }
        }
    }
}

impl Exact {
    /// Reads JSON text. Costs its length, times the logarithm of the number of names.
    pub(crate) fn read(text: &str) -> Result<Self, Fault> {
        let text = text.trim_matches(SPACE);
        json::check(text).map_err(Fault::Syntax)?;
        if let Some(duplicate) = json::duplicate(text) {
            return Err(Fault::Duplicate(duplicate));
        }
        let mut tokens = json::tokens(text);
        let first = tokens.next();
        first.map_or(Ok(Exact::Null), |first| value(first, &mut tokens)).map_err(
            |Unreadable { path, detail }| Fault::Value {
                pointer: path.iter().rev().map(|step| pointer_to(step)).collect(),
                detail,
            },
        )
    }
}

/// Whether two texts of JSON are the same value. What cannot be read without loss is the same as
/// its own text alone.
pub(crate) fn is_same(one: &str, other: &str) -> bool {
    one == other
        || matches!((Exact::read(one), Exact::read(other)), (Ok(one), Ok(other)) if one == other)
}

/// A value that has no exact form here, and the steps that lead to it, the last one first.
struct Unreadable {
    path: Vec<String>,
    detail: &'static str,
}

impl Unreadable {
    fn new(detail: &'static str) -> Self {
        Unreadable { path: Vec::new(), detail }
    }

    fn under(mut self, step: &impl ToString) -> Self {
        self.path.push(step.to_string());
        self
    }
}

fn text(string: &str) -> Result<String, Unreadable> {
    let half = || Unreadable::new("a text cannot hold half of a surrogate pair");
    Ok(json::unescaped(string).ok_or_else(half)?.into_owned())
}

/// The value that begins with this token. The depth of the text is known to be bounded.
fn value(first: Token<'_>, tokens: &mut Tokens<'_>) -> Result<Exact, Unreadable> {
    Ok(match first {
        Token::Text(string) => Exact::Text(text(string)?),
        Token::Plain("true") => Exact::Boolean(true),
        Token::Plain("false") => Exact::Boolean(false),
        // The end of something cannot begin a value.
        Token::Plain("null") | Token::End => Exact::Null,
        Token::Plain(number) => Exact::Number(
            Decimal::read(number)
                .ok_or_else(|| Unreadable::new("the exponent is too large to be compared"))?,
        ),
        Token::Array => {
            let mut elements = Vec::new();
            while let Some(token) = tokens.next().filter(|token| *token != Token::End) {
                let element = value(token, tokens);
                elements.push(element.map_err(|fault| fault.under(&elements.len()))?);
            }
            Exact::Array(elements)
        }
        Token::Object => {
            let mut entries = Vec::new();
            while let Some(Token::Text(name)) = tokens.next() {
                let name = text(name)?;
                let entry = tokens.next().map_or(Ok(Exact::Null), |token| value(token, tokens));
                let entry = entry.map_err(|fault| fault.under(&name))?;
                entries.push((name, entry));
            }
            entries.sort_by(|(one, _), (other, _)| one.cmp(other));
            Exact::Object(entries)
        }
    })
}
