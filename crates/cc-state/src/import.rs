//! Import of a state: everything that could be lost or misread is refused, and named (R7).
//!
//! The text is read in one pass. A fault of shape does not stop the reading, because text that is
//! not JSON at all is reported as that first, wherever its fault is.

use std::cell::Cell;
use std::fmt;

use cc_text::{Policy, visible};
use serde::de::{DeserializeSeed, IgnoredAny, MapAccess};
use serde_json::value::RawValue;

use crate::collect::Collector;
use crate::identity::ContractPremise;
use crate::normalize::Normalize;
use crate::read::{Found, Key, Reader, Sink};
use crate::state::{ContractState, SCHEMA_VERSION};

/// Why a payload was refused, by the reference's categories.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum ImportErrorKind {
    /// It is not JSON text, or a key or the premise holds a lone surrogate.
    InvalidJson,
    /// It is JSON, but not a state.
    InvalidState,
    /// Its `version` is not the integer 2.
    UnsupportedVersion,
    /// It is JSON, but not a checkpoint (contract 0.5).
    InvalidCheckpoint,
    /// Its `checkpoint_version` is not the integer 1 (contract 0.5).
    UnsupportedCheckpointVersion,
}

impl fmt::Display for ImportErrorKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            ImportErrorKind::InvalidJson => "Invalid JSON payload",
            ImportErrorKind::InvalidState => "Invalid state payload",
            ImportErrorKind::UnsupportedVersion => "Unsupported state version",
            ImportErrorKind::InvalidCheckpoint => "Invalid checkpoint payload",
            ImportErrorKind::UnsupportedCheckpointVersion => "Unsupported checkpoint version",
        })
    }
}

/// A payload that is not a state.
///
/// The message begins with the reference's words and then names the field and the fault. Text of
/// the payload in it is shown with invisible characters escaped.
///
/// ```
/// use cc_state::{ImportErrorKind, State};
///
/// let error = State::import_json(r#"{"policies":{"tea":"maybe"},"premise":null,"version":2}"#)
///     .unwrap_err();
/// assert_eq!(error.kind(), ImportErrorKind::InvalidState);
/// assert_eq!(
///     error.to_string(),
///     "Invalid state payload: the policy of `tea` must be \"use\" or \"prohibit\", not \"maybe\"",
/// );
/// ```
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{kind}: {detail}")]
pub struct ImportError {
    kind: ImportErrorKind,
    detail: String,
}

impl ImportError {
    pub(crate) const fn new(kind: ImportErrorKind, detail: String) -> Self {
        ImportError { kind, detail }
    }

    /// The category of the fault.
    #[must_use]
    pub const fn kind(&self) -> ImportErrorKind {
        self.kind
    }
}

impl<C: Normalize> ContractState<C> {
    /// Reads a state from JSON text: one object with exactly the fields `policies`, `premise` and
    /// `version`, the last being the integer 2.
    ///
    /// Keys and premise are normalized. Takes time linear in the text, and holds at most one state
    /// besides it.
    ///
    /// # Errors
    ///
    /// [`ImportError`], for text that is not JSON, duplicate keys anywhere, two keys of one
    /// identity, empty keys or premise, unknown or missing fields, wrong types, lone surrogates
    /// and any other version (R7). Where there are several faults, the one reported is the first
    /// of: JSON syntax, not an object, duplicate field, unknown field, missing field, version,
    /// type of the premise, type of the policies, empty premise, policies in their order.
    ///
    /// ```
    /// use cc_state::State;
    ///
    /// let state = State::import_json(r#"{"policies":{},"premise":" brief ","version":2}"#)?;
    /// assert_eq!(state.premise(), Some("brief"));
    /// # Ok::<(), cc_state::ImportError>(())
    /// ```
    pub fn import_json(payload: &str) -> Result<Self, ImportError> {
        let mut root = Root::default();
        read_json(payload, &mut root)?;
        root.finish()
    }
}

/// Reads one JSON value into a sink, or says why the text is none.
pub(crate) fn read_json(payload: &str, sink: &mut impl Sink) -> Result<(), ImportError> {
    let mut json = serde_json::Deserializer::from_str(payload);
    let place = Cell::new("");
    let read = Reader { sink, place: &place }.deserialize(&mut json);
    read.and_then(|()| json.end()).map_err(|error| {
        let detail = format!("{error}{}", place.get());
        ImportError::new(ImportErrorKind::InvalidJson, detail)
    })
}

/// The faults of shape, in the order in which they take precedence.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Rank {
    NotAnObject,
    DuplicateField,
    UnknownField,
    MissingField,
    Version,
    PremiseType,
    PoliciesType,
    EmptyPremise,
    Policy,
}

/// The first fault of the lowest rank met so far.
pub(crate) struct Faults<R>(pub(crate) Option<(R, String)>);

impl<R> Default for Faults<R> {
    fn default() -> Self {
        Faults(None)
    }
}

impl<R: PartialOrd> Faults<R> {
    pub(crate) fn note(&mut self, rank: R, detail: impl FnOnce() -> String) {
        if self.0.as_ref().is_none_or(|(noted, _)| rank < *noted) {
            self.0 = Some((rank, detail()));
        }
    }
}

/// The object that is a state. A field that was there is `Some`.
#[derive(Default)]
pub(crate) struct Root<C> {
    faults: Faults<Rank>,
    version: Option<()>,
    premise: Option<Option<ContractPremise<'static, C>>>,
    policies: Option<ContractState<C>>,
}

impl<C: Normalize> Root<C> {
    pub(crate) fn finish(mut self) -> Result<ContractState<C>, ImportError> {
        for (field, missing) in [
            ("policies", self.policies.is_none()),
            ("premise", self.premise.is_none()),
            ("version", self.version.is_none()),
        ] {
            if missing {
                self.faults.note(Rank::MissingField, || format!("field `{field}` is missing"));
            }
        }
        match self.faults.0 {
            Some((rank, detail)) => {
                let kind = match rank {
                    Rank::Version => ImportErrorKind::UnsupportedVersion,
                    _ => ImportErrorKind::InvalidState,
                };
                Err(ImportError::new(kind, detail))
            }
            None => {
                let mut state = self.policies.unwrap_or_default();
                state.set_premise(self.premise.flatten());
                Ok(state)
            }
        }
    }
}

impl<C: Normalize> Sink for Root<C> {
    fn value(&mut self, found: Found<'_>) {
        let detail = || format!("the payload must be an object, not {found}");
        self.faults.note(Rank::NotAnObject, detail);
    }

    fn object<'de, A: MapAccess<'de>>(
        &mut self,
        mut object: A,
        place: &Cell<&'static str>,
    ) -> Result<(), A::Error> {
        // A state can itself be in a field.
        let outside = place.get();
        while let Some(field) = object.next_key_seed(Key)? {
            let faults = &mut self.faults;
            let twice = match &*field {
                "premise" => {
                    place.set(" in field `premise`");
                    let mut sink = PremiseField { faults, premise: None };
                    object.next_value_seed(Reader { sink: &mut sink, place })?;
                    self.premise.replace(sink.premise).is_some()
                }
                "policies" => {
                    place.set(" in field `policies`");
                    let mut sink = PoliciesField { faults, policies: Collector::new() };
                    object.next_value_seed(Reader { sink: &mut sink, place })?;
                    self.policies.replace(sink.policies.finish()).is_some()
                }
                "version" => {
                    place.set(" in field `version`");
                    let version: &RawValue = object.next_value()?;
                    if let Some(detail) = other_version("version", SCHEMA_VERSION, version) {
                        faults.note(Rank::Version, || detail);
                    }
                    self.version.replace(()).is_some()
                }
                unknown => {
                    let detail = || format!("unknown field `{}`", visible(unknown));
                    faults.note(Rank::UnknownField, detail);
                    object.next_value::<IgnoredAny>()?;
                    false
                }
            };
            if twice {
                let detail = || format!("field `{field}` appears twice");
                self.faults.note(Rank::DuplicateField, detail);
            }
            place.set(outside);
        }
        Ok(())
    }
}

/// What is wrong with a version, unless it is written as the integer it has to be.
pub(crate) fn other_version(field: &str, expected: u64, version: &RawValue) -> Option<String> {
    let version = version.get();
    if version == expected.to_string() {
        return None;
    }
    let shown: String = version.chars().take(40).collect();
    let more = if shown.len() < version.len() { "..." } else { "" };
    let shown = visible(&shown);
    Some(format!("field `{field}` must be the integer {expected}, not `{shown}{more}`"))
}

/// The field `premise`.
struct PremiseField<'f, C> {
    faults: &'f mut Faults<Rank>,
    premise: Option<ContractPremise<'static, C>>,
}

impl<C: Normalize> Sink for PremiseField<'_, C> {
    fn value(&mut self, found: Found<'_>) {
        match found {
            Found::Null => {}
            Found::Text(text) => match ContractPremise::new(&text) {
                Some(premise) => self.premise = Some(premise.into_owned()),
                None => self.faults.note(Rank::EmptyPremise, || {
                    "field `premise` is empty or only white space".to_owned()
                }),
            },
            other => {
                let detail = || format!("field `premise` must be a string or null, not {other}");
                self.faults.note(Rank::PremiseType, detail);
            }
        }
    }
}

/// The field `policies`.
struct PoliciesField<'f, C> {
    faults: &'f mut Faults<Rank>,
    policies: Collector<C>,
}

impl<C: Normalize> Sink for PoliciesField<'_, C> {
    fn value(&mut self, found: Found<'_>) {
        let detail = || format!("field `policies` must be an object, not {found}");
        self.faults.note(Rank::PoliciesType, detail);
    }

    fn object<'de, A: MapAccess<'de>>(
        &mut self,
        mut object: A,
        place: &Cell<&'static str>,
    ) -> Result<(), A::Error> {
        while let Some(item) = object.next_key_seed(Key)? {
            let mut sink = PolicyValue(Err(String::new()));
            object.next_value_seed(Reader { sink: &mut sink, place })?;
            let taken = match sink {
                PolicyValue(Ok(policy)) => self.policies.take(&item, policy),
                PolicyValue(Err(found)) => Err(format!(
                    "the policy of `{}` must be \"use\" or \"prohibit\", not {found}",
                    visible(&item)
                )),
            };
            if let Err(detail) = taken {
                self.faults.note(Rank::Policy, || detail);
            }
        }
        Ok(())
    }
}

/// A policy, or what was found in its place.
struct PolicyValue(Result<Policy, String>);

impl Sink for PolicyValue {
    fn value(&mut self, found: Found<'_>) {
        self.0 = match &found {
            Found::Text(name) => Policy::from_name(name).ok_or_else(|| found.to_string()),
            _ => Err(found.to_string()),
        };
    }
}
