//! Events: what a log holds, as values and as canonical JSON.

use std::borrow::Cow;

use cc_contract::ContractName;
use cc_text::json::{self, Raw};
use cc_wire::AnyDecision;
use serde::{Deserialize, Serialize};
use serde_json::value::RawValue;

use crate::error::{Error, ErrorKind};

/// One entry of a session's log.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Event {
    /// Its number.
    pub revision: u64,
    /// When it was recorded: milliseconds since the beginning of 1970, UTC, by the host's clock.
    pub at: u64,
    /// Who caused it, if the host said so.
    pub actor: Option<String>,
    /// The contract of its session.
    pub contract: ContractName,
    /// The version of Unicode by whose tables it was evaluated.
    pub unicode_version: String,
    /// What happened.
    pub kind: EventKind,
}

/// What an [`Event`] records.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum EventKind {
    /// An input, which was accepted, refused or asked about.
    Turn {
        /// The input.
        input: String,
        /// The request key, if there was one.
        key: Option<String>,
        /// What was decided.
        decision: Answer,
    },
    /// The whole state was replaced by one from outside.
    Import {
        /// The exported state.
        state: String,
    },
    /// The whole state was replaced by that of a snapshot.
    Recall {
        /// The exported state.
        state: String,
        /// Where it comes from.
        from: Origin,
    },
    /// The session began with a state of another one.
    Fork {
        /// The exported state.
        state: String,
        /// Where it comes from.
        from: Origin,
    },
}

impl EventKind {
    /// The name of the kind in JSON.
    #[must_use]
    pub const fn as_str(&self) -> &'static str {
        match self {
            EventKind::Turn { .. } => "turn",
            EventKind::Import { .. } => "import",
            EventKind::Recall { .. } => "recall",
            EventKind::Fork { .. } => "fork",
        }
    }
}

/// Where a state comes from that a session took over.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[non_exhaustive]
pub struct Origin {
    /// The revision there.
    pub revision: u64,
    /// The session.
    pub session: String,
    /// The snapshot, for a recall.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub snapshot: Option<String>,
}

/// A decision as it was recorded.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Answer {
    json: String,
    kind: String,
    message: Option<String>,
    is_change: Option<bool>,
}

impl Answer {
    pub(crate) fn new(decision: &AnyDecision<'_>) -> Self {
        let json = match decision {
            AnyDecision::V0_9(decision) => json::to_string(decision),
            AnyDecision::V0_5(decision) => json::to_string(decision),
            AnyDecision::M1(decision) => json::to_string(decision),
        };
        Answer {
            // INVARIANT: decisions hold names, texts and booleans, which can always be written.
            json: json.unwrap_or_default(),
            kind: decision.kind().to_owned(),
            message: decision.message(),
            is_change: match decision {
                AnyDecision::V0_9(cc_engine::Decision::Update(update)) => Some(update.changed()),
                _ => None,
            },
        }
    }

    fn read(json: &str) -> Result<Self, serde_json::Error> {
        #[derive(Deserialize)]
        struct Known {
            kind: String,
            #[serde(alias = "prompt_to_user")]
            message: Option<String>,
            changed: Option<bool>,
        }
        let Known { kind, message, changed } = serde_json::from_str(json)?;
        Ok(Answer { json: json.to_owned(), kind, message, is_change: changed })
    }

    /// The decision as records hold it, without the state.
    #[must_use]
    pub fn as_json(&self) -> &str {
        &self.json
    }

    /// The contract's name of the decision.
    #[must_use]
    pub fn kind(&self) -> &str {
        &self.kind
    }

    /// What the contract tells the user, if anything.
    #[must_use]
    pub fn message(&self) -> Option<&str> {
        self.message.as_deref()
    }

    /// Whether an update changed the state, as far as the contract says so: 0.9 does.
    #[must_use]
    pub const fn changed(&self) -> Option<bool> {
        self.is_change
    }
}

/// The fields of an event's canonical JSON, in the order of their names. What is JSON already is a
/// `J`: one type to write it, and another to read it.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Fields<'a, J> {
    #[serde(borrow, default, skip_serializing_if = "Option::is_none")]
    actor: Option<Cow<'a, str>>,
    at: u64,
    #[serde(borrow)]
    contract: Cow<'a, str>,
    #[serde(default = "none", skip_serializing_if = "Option::is_none")]
    decision: Option<J>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    from: Option<Origin>,
    #[serde(borrow, default, skip_serializing_if = "Option::is_none")]
    input: Option<Cow<'a, str>>,
    #[serde(borrow, default, skip_serializing_if = "Option::is_none")]
    key: Option<Cow<'a, str>>,
    #[serde(borrow)]
    kind: Cow<'a, str>,
    revision: u64,
    #[serde(default = "none", skip_serializing_if = "Option::is_none")]
    state: Option<J>,
    #[serde(borrow)]
    unicode_version: Cow<'a, str>,
}

fn none<T>() -> Option<T> {
    None
}

impl Event {
    /// The event as canonical JSON, which is what is digested (S7). Takes time linear in the text.
    #[must_use]
    pub fn to_json(&self) -> String {
        let mut fields = Fields {
            actor: self.actor.as_deref().map(Cow::from),
            at: self.at,
            contract: self.contract.as_str().into(),
            decision: None,
            from: None,
            input: None,
            key: None,
            kind: self.kind.as_str().into(),
            revision: self.revision,
            state: None,
            unicode_version: self.unicode_version.as_str().into(),
        };
        match &self.kind {
            EventKind::Turn { input, key, decision } => {
                fields.decision = Some(Raw(decision.as_json()));
                fields.input = Some(input.into());
                fields.key = key.as_deref().map(Cow::from);
            }
            EventKind::Import { state } => fields.state = Some(Raw(state)),
            EventKind::Recall { state, from } | EventKind::Fork { state, from } => {
                fields.from = Some(from.clone());
                fields.state = Some(Raw(state));
            }
        }
        // INVARIANT: the fields are in order, and none holds what JSON cannot.
        json::to_string(&fields).unwrap_or_default()
    }

    /// Reads what [`Event::to_json`] wrote.
    ///
    /// # Errors
    ///
    /// [`ErrorKind::Damaged`], with what is wrong.
    pub fn from_json(text: &str) -> Result<Self, Error> {
        let damaged = |fault: &dyn std::fmt::Display| {
            Error::new(ErrorKind::Damaged, format!("this is no event: {fault}"))
        };
        let fields: Fields<'_, &RawValue> =
            serde_json::from_str(text).map_err(|fault| damaged(&fault))?;
        let state = fields.state.map(|state| state.get().to_owned());
        let kind = match (&*fields.kind, fields.input, fields.decision, state, fields.from) {
            ("turn", Some(input), Some(decision), None, None) => EventKind::Turn {
                input: input.into_owned(),
                key: fields.key.map(Cow::into_owned),
                decision: Answer::read(decision.get()).map_err(|fault| damaged(&fault))?,
            },
            ("import", None, None, Some(state), None) => EventKind::Import { state },
            ("recall", None, None, Some(state), Some(from)) => EventKind::Recall { state, from },
            ("fork", None, None, Some(state), Some(from)) => EventKind::Fork { state, from },
            (kind, ..) => return Err(damaged(&format!("it has not the fields of a `{kind}`"))),
        };
        Ok(Event {
            revision: fields.revision,
            at: fields.at,
            actor: fields.actor.map(Cow::into_owned),
            contract: fields.contract.parse().map_err(|fault| damaged(&fault))?,
            unicode_version: fields.unicode_version.into_owned(),
            kind,
        })
    }
}
