//! The state: one fact, and the items that are prohibited.

use std::collections::BTreeSet;
use std::fmt;

use cc_text::{ContextBlock, json, visible};
use serde::de::Error;
use serde::{Deserialize, Deserializer, Serialize};

use crate::normalize;

/// The version of the state's shape, which every exported state carries.
pub const STATE_VERSION: u64 = 1;

/// The fact `focus.device`, if it is set, and the prohibited items in order.
///
/// With serde, a state is the object that [`State::export_json`] writes, and deserializing makes the
/// same checks as [`State::import_json`].
///
/// ```
/// use cc_m1::State;
///
/// let text = r#"{"facts":{"focus.device":"laptop"},"policies":{"prohibit":["tea"]},"version":1}"#;
/// let state = State::import_json(text)?;
/// assert_eq!(state.focus_device(), Some("laptop"));
/// assert_eq!(state.export_json(), text);
/// # Ok::<(), cc_m1::ImportError>(())
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash, Serialize)]
#[serde(into = "Payload")]
pub struct State {
    pub(crate) focus_device: Option<String>,
    pub(crate) prohibited: BTreeSet<String>,
}

impl State {
    /// The initial state.
    #[must_use]
    pub const fn new() -> Self {
        State { focus_device: None, prohibited: BTreeSet::new() }
    }

    /// The fact, if it is set.
    #[must_use]
    pub fn focus_device(&self) -> Option<&str> {
        self.focus_device.as_deref()
    }

    /// The prohibited items, in code point order.
    pub fn prohibited(&self) -> impl ExactSizeIterator<Item = &str> {
        self.prohibited.iter().map(String::as_str)
    }

    /// The state as canonical JSON text: keys sorted, no spaces, ASCII.
    #[must_use]
    pub fn export_json(&self) -> String {
        // INVARIANT: strings, lists and numbers can always be written.
        json::to_string(self).unwrap_or_default()
    }

    /// What a model is told of this state.
    ///
    /// ```
    /// let mut engine = cc_m1::Engine::new();
    /// assert_eq!(engine.state().context_block().to_text(), None);
    /// engine.step("don't use tea");
    /// let block = engine.state().context_block().to_text();
    /// assert!(block.is_some_and(|block| block.contains("\nDo not use:\n- \"tea\"\n")));
    /// ```
    #[must_use]
    pub fn context_block(&self) -> ContextBlock<'_> {
        ContextBlock::m1(self.focus_device(), self.prohibited())
    }

    /// Reads a state from JSON text. The fact is normalized, and so is every item but those that an
    /// input can have led to as they stand: those stay, so that what was exported comes back.
    ///
    /// # Errors
    ///
    /// [`ImportError`], for text that is not JSON, unknown, missing or duplicate fields, another
    /// version than the integer 1, an empty item or fact, and two items that are the same. Nothing
    /// is read in part.
    ///
    /// ```
    /// assert_eq!(
    ///     cc_m1::State::import_json("{}").unwrap_err().to_string(),
    ///     "invalid state of contract m1: missing field `facts` at line 1 column 2",
    /// );
    /// ```
    pub fn import_json(payload: &str) -> Result<Self, ImportError> {
        let mut deserializer = serde_json::Deserializer::from_str(payload);
        let read = json::by_name(&mut deserializer).and_then(|payload: Payload| {
            deserializer.end()?;
            Ok(payload)
        });
        let payload = read.map_err(|error| {
            let kind = match error.classify() {
                serde_json::error::Category::Data => ImportErrorKind::InvalidState,
                _ => ImportErrorKind::InvalidJson,
            };
            ImportError { kind, detail: visible(&error.to_string()).to_string() }
        })?;
        State::try_from(payload)
    }

    /// What differs from this state, taken as the one before, to `after`. Takes time linear in the
    /// two states, but for a logarithm.
    #[must_use]
    pub fn diff(&self, after: &State) -> StateDiff {
        let differs = self.focus_device != after.focus_device;
        StateDiff {
            focus_device: differs.then(|| (self.focus_device.clone(), after.focus_device.clone())),
            added: after.prohibited.difference(&self.prohibited).cloned().collect(),
            removed: self.prohibited.difference(&after.prohibited).cloned().collect(),
        }
    }
}

/// The state for people, on several lines, with invisible characters escaped.
impl fmt::Display for State {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "focus.device: {}\nprohibited:", shown(self.focus_device()))?;
        if self.prohibited.is_empty() {
            return f.write_str(" (none)");
        }
        self.prohibited.iter().try_for_each(|item| write!(f, "\n- {}", visible(item)))
    }
}

/// Text for people, or that there is none.
fn shown(text: Option<&str>) -> String {
    text.map_or_else(|| "(none)".to_owned(), |text| visible(text).to_string())
}

/// What differs between two states. Its [`Display`](fmt::Display) form has a line for each
/// difference, as an item of a list; with `{:#}` the line begins with its sign, one of `+`, `-` and
/// `~`. With serde it is an object of its fields.
///
/// ```
/// let mut engine = cc_m1::Engine::new();
/// let before = engine.state().clone();
/// engine.step("don't use tea");
/// let diff = before.diff(engine.state());
/// assert_eq!(diff.to_string(), "- + prohibit tea");
/// assert_eq!(format!("{diff:#}"), "+ prohibit tea");
/// assert_eq!(
///     cc_text::json::to_string(&diff)?,
///     r#"{"added":["tea"],"focus_device":null,"removed":[]}"#,
/// );
/// # Ok::<(), cc_text::json::WriteError>(())
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[non_exhaustive]
pub struct StateDiff {
    /// Items that are prohibited after and were not before, in order.
    pub added: Vec<String>,
    /// The fact before and after, if it differs.
    pub focus_device: Option<(Option<String>, Option<String>)>,
    /// Items that were prohibited before and are not after, in order.
    pub removed: Vec<String>,
}

impl StateDiff {
    /// Whether nothing differs.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.focus_device.is_none() && self.added.is_empty() && self.removed.is_empty()
    }

    /// The difference in a few words on one line, for a hint.
    #[must_use]
    pub fn summary(&self) -> String {
        let fact = self.focus_device.as_ref().map(|_| "changes focus.device".to_owned());
        fact.into_iter().chain(self.items()).collect::<Vec<_>>().join(", ")
    }

    /// The items with a sign for each.
    fn items(&self) -> impl Iterator<Item = String> {
        let added = self.added.iter().map(|item| format!("+ prohibit {}", visible(item)));
        added.chain(self.removed.iter().map(|item| format!("- prohibit {}", visible(item))))
    }
}

impl fmt::Display for StateDiff {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (bullet, changed) = if f.alternate() { ("", "~ ") } else { ("- ", "") };
        let fact = self.focus_device.as_ref().map(|(before, after)| {
            let (before, after) = (shown(before.as_deref()), shown(after.as_deref()));
            format!("{changed}focus.device: {before} -> {after}")
        });
        let lines: Vec<String> =
            fact.into_iter().chain(self.items()).map(|line| format!("{bullet}{line}")).collect();
        f.write_str(&lines.join("\n"))
    }
}

/// Why a payload was refused.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum ImportErrorKind {
    /// It is not JSON text.
    InvalidJson,
    /// It is JSON, but not a state.
    InvalidState,
    /// Its `version` is not the integer 1.
    UnsupportedVersion,
}

/// Text that is no state of this contract.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("invalid state of contract m1: {detail}")]
pub struct ImportError {
    kind: ImportErrorKind,
    detail: String,
}

impl ImportError {
    /// The category of the fault.
    #[must_use]
    pub const fn kind(&self) -> ImportErrorKind {
        self.kind
    }
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Payload {
    #[serde(deserialize_with = "json::by_name")]
    facts: Facts,
    #[serde(deserialize_with = "json::by_name")]
    policies: Policies,
    version: u64,
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Facts {
    // Without this, an absent fact would be read as null.
    #[serde(rename = "focus.device", deserialize_with = "Option::deserialize")]
    focus_device: Option<String>,
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Policies {
    prohibit: Vec<String>,
}

impl From<State> for Payload {
    fn from(state: State) -> Self {
        Payload {
            facts: Facts { focus_device: state.focus_device },
            policies: Policies { prohibit: state.prohibited.into_iter().collect() },
            version: STATE_VERSION,
        }
    }
}

impl TryFrom<Payload> for State {
    type Error = ImportError;

    fn try_from(payload: Payload) -> Result<Self, ImportError> {
        let invalid = |detail| ImportError { kind: ImportErrorKind::InvalidState, detail };
        if payload.version != STATE_VERSION {
            return Err(ImportError {
                kind: ImportErrorKind::UnsupportedVersion,
                detail: format!("`version` must be 1, not {}", payload.version),
            });
        }
        let focus_device = payload.facts.focus_device.as_deref().map(normalize::value);
        if focus_device.as_deref() == Some("") {
            return Err(invalid("`focus.device` is empty or only white space".to_owned()));
        }
        let mut prohibited = BTreeSet::new();
        for item in &payload.policies.prohibit {
            let identity = normalize::stored_item(item);
            let shown = visible(item);
            if identity.is_empty() {
                return Err(invalid(format!("the item `{shown}` is empty or only white space")));
            }
            if !prohibited.insert(identity) {
                return Err(invalid(format!("the item `{shown}` is prohibited twice")));
            }
        }
        Ok(State { focus_device, prohibited })
    }
}

impl<'de> Deserialize<'de> for State {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let payload: Payload = json::by_name(deserializer)?;
        State::try_from(payload).map_err(D::Error::custom)
    }
}
