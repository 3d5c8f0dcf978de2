//! Checkpoints of contract 0.5: a state, and the place for a clarification that waits for an
//! answer, which is reserved and always empty.

use std::cell::Cell;

use cc_contract::V0_5;
use cc_text::json::by_name_as;
use cc_text::visible;
use serde::Serialize;
use serde::de::{Deserialize, Deserializer, Error, IgnoredAny, MapAccess};
use serde::ser::{SerializeStruct, Serializer};
use serde_json::value::RawValue;

use crate::import::{Faults, ImportError, ImportErrorKind, Root, other_version, read_json};
use crate::read::{Found, Key, Reader, Sink};
use crate::state::ContractState;

type State = ContractState<V0_5>;

/// The version of the checkpoint's shape. It is independent of the version of the state.
pub const CHECKPOINT_VERSION: u64 = 1;

/// All that an engine of contract 0.5 holds, to be stored and restored as a whole.
///
/// With serde, a checkpoint is the object that [`Checkpoint::to_json`] writes, and deserializing
/// makes the same checks as [`Checkpoint::from_json`].
///
/// ```
/// use cc_state::v0_5::{Checkpoint, State};
///
/// let checkpoint = Checkpoint::from(State::new());
/// let text = checkpoint.to_json();
/// assert_eq!(
///     text,
///     r#"{"authoritative_state":{"policies":{},"premise":null,"version":2},"checkpoint_version":1,"pending":null}"#,
/// );
/// assert_eq!(Checkpoint::from_json(&text)?, checkpoint);
/// # Ok::<(), cc_state::ImportError>(())
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct Checkpoint {
    state: State,
}

impl Checkpoint {
    /// The state.
    #[must_use]
    pub const fn authoritative_state(&self) -> &State {
        &self.state
    }

    /// The checkpoint as canonical JSON text (R8). Takes time linear in the state.
    #[must_use]
    pub fn to_json(&self) -> String {
        let mut out = String::from("{\"authoritative_state\":");
        self.state.push_json(&mut out);
        out.push_str(",\"checkpoint_version\":");
        out.push_str(&CHECKPOINT_VERSION.to_string());
        out.push_str(",\"pending\":null}");
        out
    }

    /// Reads a checkpoint from JSON text: one object with the fields `authoritative_state`,
    /// `checkpoint_version`, which is the integer 1, and perhaps `pending`, which is null.
    ///
    /// # Errors
    ///
    /// [`ImportError`] names the field and the fault. Where there are several, the one reported is
    /// the first of: JSON syntax, not an object, duplicate field, unknown field, missing field,
    /// version, state, pending.
    ///
    /// ```
    /// use cc_state::{ImportErrorKind, v0_5::Checkpoint};
    ///
    /// let error = Checkpoint::from_json("[]").unwrap_err();
    /// assert_eq!(error.kind(), ImportErrorKind::InvalidCheckpoint);
    /// assert_eq!(
    ///     error.to_string(),
    ///     "Invalid checkpoint payload: the payload must be an object, not an array",
    /// );
    /// ```
    pub fn from_json(payload: &str) -> Result<Self, ImportError> {
        let mut fields = Fields::default();
        read_json(payload, &mut fields)?;
        fields.finish()
    }
}

impl From<State> for Checkpoint {
    fn from(state: State) -> Self {
        Checkpoint { state }
    }
}

impl From<Checkpoint> for State {
    fn from(checkpoint: Checkpoint) -> Self {
        checkpoint.state
    }
}

impl Serialize for Checkpoint {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut object = serializer.serialize_struct("Checkpoint", 3)?;
        object.serialize_field("authoritative_state", &self.state)?;
        object.serialize_field("checkpoint_version", &CHECKPOINT_VERSION)?;
        object.serialize_field("pending", &())?;
        object.end()
    }
}

impl<'de> Deserialize<'de> for Checkpoint {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        #[derive(serde::Deserialize)]
        #[serde(deny_unknown_fields, rename = "Checkpoint", expecting = "a checkpoint")]
        struct Payload {
            authoritative_state: State,
            checkpoint_version: u64,
            #[serde(default, rename = "pending")]
            _pending: (),
        }

        let payload: Payload = by_name_as(deserializer, "a checkpoint")?;
        if payload.checkpoint_version != CHECKPOINT_VERSION {
            return Err(D::Error::custom(format_args!(
                "field `checkpoint_version` must be the integer {CHECKPOINT_VERSION}, not {}",
                payload.checkpoint_version
            )));
        }
        Ok(Checkpoint { state: payload.authoritative_state })
    }
}

/// The faults of shape, in the order in which they take precedence.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Rank {
    NotAnObject,
    DuplicateField,
    UnknownField,
    MissingField,
    Version,
    Pending,
}

/// The object that is the whole payload. A field that was there is `Some`.
#[derive(Default)]
struct Fields {
    faults: Faults<Rank>,
    version: Option<()>,
    pending: Option<()>,
    state: Option<Result<State, ImportError>>,
}

impl Fields {
    fn finish(mut self) -> Result<Checkpoint, ImportError> {
        for (field, missing) in [
            ("authoritative_state", self.state.is_none()),
            ("checkpoint_version", self.version.is_none()),
        ] {
            if missing {
                self.faults.note(Rank::MissingField, || format!("field `{field}` is missing"));
            }
        }
        let invalid = |detail| Err(ImportError::new(ImportErrorKind::InvalidCheckpoint, detail));
        match (self.faults.0, self.state) {
            (Some((Rank::Version, detail)), _) => {
                Err(ImportError::new(ImportErrorKind::UnsupportedCheckpointVersion, detail))
            }
            (Some((Rank::Pending, _)), Some(Err(error))) => Err(error),
            (Some((_, detail)), _) => invalid(detail),
            (None, Some(state)) => state.map(Checkpoint::from),
            // INVARIANT: a state that is missing has been noted as a fault.
            (None, None) => invalid("field `authoritative_state` is missing".to_owned()),
        }
    }
}

impl Sink for Fields {
    fn value(&mut self, found: Found<'_>) {
        let detail = || format!("the payload must be an object, not {found}");
        self.faults.note(Rank::NotAnObject, detail);
    }

    fn object<'de, A: MapAccess<'de>>(
        &mut self,
        mut object: A,
        place: &Cell<&'static str>,
    ) -> Result<(), A::Error> {
        while let Some(field) = object.next_key_seed(Key)? {
            let twice = match &*field {
                "authoritative_state" => {
                    place.set(" in field `authoritative_state`");
                    let mut root = Root::<V0_5>::default();
                    object.next_value_seed(Reader { sink: &mut root, place })?;
                    self.state.replace(root.finish()).is_some()
                }
                "checkpoint_version" => {
                    place.set(" in field `checkpoint_version`");
                    let version: &RawValue = object.next_value()?;
                    let other = other_version("checkpoint_version", CHECKPOINT_VERSION, version);
                    if let Some(detail) = other {
                        self.faults.note(Rank::Version, || detail);
                    }
                    self.version.replace(()).is_some()
                }
                "pending" => {
                    place.set(" in field `pending`");
                    let faults = &mut self.faults;
                    object.next_value_seed(Reader { sink: &mut Pending { faults }, place })?;
                    self.pending.replace(()).is_some()
                }
                unknown => {
                    let detail = || format!("unknown field `{}`", visible(unknown));
                    self.faults.note(Rank::UnknownField, detail);
                    object.next_value::<IgnoredAny>()?;
                    false
                }
            };
            if twice {
                let detail = || format!("field `{field}` appears twice");
                self.faults.note(Rank::DuplicateField, detail);
            }
            place.set("");
        }
        Ok(())
    }
}

/// The field `pending`.
struct Pending<'f> {
    faults: &'f mut Faults<Rank>,
}

impl Sink for Pending<'_> {
    fn value(&mut self, found: Found<'_>) {
        if !matches!(found, Found::Null) {
            let detail = || format!("field `pending` must be null or absent, not {found}");
            self.faults.note(Rank::Pending, detail);
        }
    }
}
