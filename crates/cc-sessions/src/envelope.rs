//! The envelope of an export: a state with what it takes to check it.

use std::borrow::Cow;

use cc_contract::ContractName;
use cc_text::json::{self, Raw};
use serde::{Deserialize, Serialize};
use serde_json::value::RawValue;

use crate::digest::Digest;
use crate::error::{Error, ErrorKind};
use crate::live::unicode_version;
use crate::session::SessionState;

/// The fields of an envelope, in the order of their names. The state is a `J`: one type to write it,
/// and another to read it.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Envelope<'a, J> {
    #[serde(borrow)]
    contract: Cow<'a, str>,
    #[serde(borrow)]
    digest: Cow<'a, str>,
    revision: u64,
    #[serde(borrow)]
    session: Cow<'a, str>,
    #[serde(borrow)]
    sha256: Cow<'a, str>,
    state: J,
    #[serde(borrow)]
    unicode_version: Cow<'a, str>,
}

pub(crate) fn to_json(state: &SessionState) -> String {
    let envelope = Envelope {
        contract: state.contract.as_str().into(),
        digest: state.digest.to_string().into(),
        revision: state.revision,
        session: state.id.name().into(),
        sha256: Digest::of(&state.state).to_string().into(),
        state: Raw(&state.state),
        unicode_version: unicode_version().into(),
    };
    // INVARIANT: the fields are in order, and none holds what JSON cannot.
    json::to_string(&envelope).unwrap_or_default()
}

/// The state in an envelope, with its contract; any other text is taken for a state alone.
pub(crate) fn open(payload: &str) -> Result<(Option<ContractName>, &str), Error> {
    let invalid = |fault: &dyn std::fmt::Display| {
        Error::new(ErrorKind::InvalidInput, format!("invalid envelope: {fault}"))
    };
    #[derive(Deserialize)]
    struct Mark {
        #[serde(default)]
        sha256: Option<serde::de::IgnoredAny>,
    }
    // What is no object, or no JSON, is for the import of states to refuse.
    match serde_json::from_str(payload) {
        Ok(Mark { sha256: Some(_) }) => {}
        _ => return Ok((None, payload)),
    }
    let envelope: Envelope<'_, &RawValue> =
        serde_json::from_str(payload).map_err(|fault| invalid(&fault))?;
    let contract = envelope.contract.parse().map_err(|fault| invalid(&fault))?;
    let state = envelope.state.get();
    let found = Digest::of(state).to_string();
    if found != envelope.sha256 {
        return Err(invalid(&format_args!(
            "the state has the SHA-256 {found}, and the envelope says {}",
            cc_text::visible(&envelope.sha256),
        )));
    }
    Ok((Some(contract), state))
}
