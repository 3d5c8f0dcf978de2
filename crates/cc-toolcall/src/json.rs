//! Looking at JSON text without reading it into values, so that nothing of it is lost and no depth
//! exhausts the stack.

use std::borrow::Cow;
use std::fmt;

use serde_json::value::RawValue;

use crate::told::quoted;
use crate::verdict::pointer_to;

/// How deep arguments may be nested.
pub const MAX_DEPTH: usize = 128;

/// The white space of JSON.
pub(crate) const SPACE: [char; 4] = [' ', '\t', '\n', '\r'];

/// Checks that a text is JSON, nested no deeper than [`MAX_DEPTH`].
pub(crate) fn check(text: &str) -> Result<(), String> {
    check_depth(text)?;
    serde_json::from_str::<&RawValue>(text).map(drop).map_err(|error| error.to_string())
}

/// Checks that a text is nested no deeper than [`MAX_DEPTH`].
pub(crate) fn check_depth(text: &str) -> Result<(), String> {
    if depth(text) > MAX_DEPTH {
        return Err(format!("it is nested more than {MAX_DEPTH} levels deep"));
    }
    Ok(())
}

/// How deep brackets are nested in `text`, outside strings.
fn depth(text: &str) -> usize {
    let (mut depth, mut deepest) = (0_usize, 0);
    let mut bytes = text.bytes();
    while let Some(byte) = bytes.next() {
        match byte {
            b'[' | b'{' => {
                depth += 1;
                deepest = deepest.max(depth);
            }
            b']' | b'}' => depth = depth.saturating_sub(1),
            b'"' => skip_string(&mut bytes),
            _ => {}
        }
    }
    deepest
}

/// Skips a string behind its first quotation mark; what follows a backslash does not end it.
fn skip_string(bytes: &mut std::str::Bytes<'_>) {
    while let Some(byte) = bytes.next() {
        match byte {
            b'"' => break,
            b'\\' => drop(bytes.next()),
            _ => {}
        }
    }
}

/// A piece of JSON text. Commas and colons are none: their places follow from the others.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Token<'a> {
    /// The beginning of an array.
    Array,
    /// The beginning of an object.
    Object,
    /// The end of either.
    End,
    /// A string, with its quotation marks and escapes: a value, or the name of one.
    Text(&'a str),
    /// A number, true, false or null.
    Plain(&'a str),
}

/// The pieces of a text that is known to be JSON.
pub(crate) struct Tokens<'a>(&'a str);

/// The pieces of a text that is known to be JSON. Of any other text they are no more than bounded.
pub(crate) fn tokens(json: &str) -> Tokens<'_> {
    Tokens(json)
}

impl<'a> Iterator for Tokens<'a> {
    type Item = Token<'a>;

    fn next(&mut self) -> Option<Token<'a>> {
        let between = |character| SPACE.contains(&character) || matches!(character, ',' | ':');
        let rest = self.0.trim_start_matches(between);
        let length = match rest.as_bytes().first()? {
            b'[' | b'{' | b']' | b'}' => 1,
            b'"' => {
                let mut bytes = rest.bytes();
                bytes.next();
                skip_string(&mut bytes);
                rest.len() - bytes.len()
            }
            _ => rest
                .find(|character| between(character) || matches!(character, ']' | '}'))
                .unwrap_or(rest.len()),
        };
        let (token, rest) = rest.split_at_checked(length)?;
        self.0 = rest;
        Some(match token {
            "[" => Token::Array,
            "{" => Token::Object,
            "]" | "}" => Token::End,
            text if text.starts_with('"') => Token::Text(text),
            plain => Token::Plain(plain),
        })
    }
}

/// The text that a string stands for; none if it holds half of a surrogate pair.
pub(crate) fn unescaped(string: &str) -> Option<Cow<'_, str>> {
    let inner = string.strip_prefix('"')?.strip_suffix('"')?;
    if inner.contains('\\') {
        serde_json::from_str(string).ok().map(Cow::Owned)
    } else {
        Some(Cow::Borrowed(inner))
    }
}

/// A name that stands twice in one object.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Duplicate {
    /// Where the object is, as a JSON Pointer.
    pub(crate) within: String,
    /// The name.
    pub(crate) name: String,
}

impl fmt::Display for Duplicate {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "the name {} is given twice", quoted(&self.name))?;
        if self.within.is_empty() { Ok(()) } else { write!(f, " in {}", quoted(&self.within)) }
    }
}

/// An array or an object whose end has not been met.
enum Open<'a> {
    Array {
        /// How many elements have begun.
        begun: usize,
    },
    Object {
        names: Vec<Cow<'a, str>>,
        /// Whether the value of the last name comes next.
        named: bool,
    },
}

impl Open<'_> {
    /// Notes that a value begins.
    fn begin(&mut self) {
        match self {
            Open::Array { begun } => *begun += 1,
            Open::Object { named, .. } => *named = false,
        }
    }

    /// What leads to the value that has begun last.
    fn step(&self) -> String {
        match self {
            Open::Array { begun } => begun.saturating_sub(1).to_string(),
            Open::Object { names, .. } => names.last().cloned().unwrap_or_default().into_owned(),
        }
    }
}

/// The first name that stands twice in one object, at any depth of a text that is known to be JSON.
pub(crate) fn duplicate(json: &str) -> Option<Duplicate> {
    let mut open: Vec<Open<'_>> = Vec::new();
    for token in tokens(json) {
        if let (Token::Text(text), Some(Open::Object { names, named: named @ false })) =
            (token, open.last_mut())
        {
            *named = true;
            names.push(unescaped(text).unwrap_or(Cow::Borrowed(text)));
            continue;
        }
        if token == Token::End {
            if let Some(Open::Object { names, .. }) = open.pop()
                && let Some(name) = twice(names)
            {
                let steps = open.iter().map(Open::step);
                return Some(Duplicate {
                    within: steps.map(|step| pointer_to(&step)).collect(),
                    name,
                });
            }
            continue;
        }
        if let Some(around) = open.last_mut() {
            around.begin();
        }
        match token {
            Token::Array => open.push(Open::Array { begun: 0 }),
            Token::Object => open.push(Open::Object { names: Vec::new(), named: false }),
            _ => {}
        }
    }
    None
}

/// A name that is among these twice.
fn twice(mut names: Vec<Cow<'_, str>>) -> Option<String> {
    names.sort_unstable();
    names.windows(2).find_map(|pair| match pair {
        [one, other] if one == other => Some(one.clone().into_owned()),
        _ => None,
    })
}
