//! The records of sessions: those of conversations, with the session and its revision.

use cc_contract::ContractName;
use cc_text::json::{self, Raw};
use serde::{Serialize, Serializer};

use crate::names::{Command, StateMode, StepMode};
use crate::record::output_version;
use crate::write::push;

/// The reply to a turn of a session, to be written: the record of a conversation, with `revision`,
/// `session`, and `replayed` where the answer was recorded before.
///
/// ```
/// use cc_contract::ContractName;
/// use cc_wire::{Command, SessionStep};
///
/// let step = SessionStep {
///     contract: ContractName::V0_9,
///     command: Command::Input,
///     decision: r#"{"changed":true,"kind":"update","message":null}"#,
///     is_update: true,
///     is_replayed: true,
///     revision: 7,
///     session: "trip",
///     state: r#"{"policies":{"tea":"use"},"premise":null,"version":2}"#,
/// };
/// let mut line = String::new();
/// step.push(&mut line);
/// assert_eq!(
///     line,
///     r#"{"command":"input","decision":{"changed":true,"kind":"update","message":null},"mode":"step","output_version":2,"replayed":true,"revision":7,"session":"trip","state":{"policies":{"tea":"use"},"premise":null,"version":2}}"#,
/// );
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SessionStep<'a> {
    /// The contract of the session.
    pub contract: ContractName,
    /// The command that is answered.
    pub command: Command,
    /// The decision as canonical JSON, without the state.
    pub decision: &'a str,
    /// Whether the decision is an update.
    pub is_update: bool,
    /// Whether it was recorded before.
    pub is_replayed: bool,
    /// The revision after the turn.
    pub revision: u64,
    /// The session.
    pub session: &'a str,
    /// The exported state at that revision.
    pub state: &'a str,
}

impl SessionStep<'_> {
    /// Appends the record.
    pub fn push(&self, out: &mut String) {
        let replayed = self.is_replayed.then_some(true);
        let state = self.is_update.then_some(Raw(self.state));
        let (revision, session) = (self.revision, self.session);
        if self.contract == ContractName::M1 {
            // The decision is the record, and its fields come before the others.
            out.push_str(self.decision.strip_suffix('}').unwrap_or(self.decision));
            let mut rest = String::new();
            push(&mut rest, &Rest { replayed, revision, session, state });
            out.push(',');
            out.push_str(rest.strip_prefix('{').unwrap_or(&rest));
            return;
        }
        let decision = match self.contract {
            ContractName::V0_5 => WithState { decision: self.decision, state: Some(state) },
            _ => WithState { decision: self.decision, state: None },
        };
        push(
            out,
            &Step {
                command: self.command,
                decision,
                mode: StepMode::Is,
                output_version: output_version(self.contract),
                replayed,
                revision,
                session,
                state: Raw(self.state),
            },
        );
    }
}

/// Appends the state of a session: `{"contract","digest","revision","session","state"}`.
pub fn push_session_state(
    out: &mut String,
    contract: ContractName,
    digest: &str,
    revision: u64,
    session: &str,
    state: &str,
) {
    push(out, &State { contract: contract.as_str(), digest, revision, session, state: Raw(state) });
}

#[derive(Serialize)]
struct Step<'a> {
    command: Command,
    decision: WithState<'a>,
    mode: StepMode,
    output_version: u32,
    #[serde(skip_serializing_if = "Option::is_none")]
    replayed: Option<bool>,
    revision: u64,
    session: &'a str,
    state: Raw<'a>,
}

#[derive(Serialize)]
struct Rest<'a> {
    #[serde(skip_serializing_if = "Option::is_none")]
    replayed: Option<bool>,
    revision: u64,
    session: &'a str,
    state: Option<Raw<'a>>,
}

#[derive(Serialize)]
struct State<'a> {
    contract: &'a str,
    digest: &'a str,
    revision: u64,
    session: &'a str,
    state: Raw<'a>,
}

/// A decision, into which records of contract 0.5 write the state.
struct WithState<'a> {
    decision: &'a str,
    state: Option<Option<Raw<'a>>>,
}

impl Serialize for WithState<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let Some(state) = &self.state else { return Raw(self.decision).serialize(serializer) };
        // INVARIANT: the state is JSON, or none.
        let state = json::to_string(state).unwrap_or_default();
        let open = self.decision.strip_suffix('}').unwrap_or(self.decision);
        Raw(&format!("{open},\"state\":{state}}}")).serialize(serializer)
    }
}

/// Appends the record of the command `state` in a session.
pub fn push_session_state_record(
    out: &mut String,
    contract: ContractName,
    revision: u64,
    session: &str,
    state: &str,
) {
    #[derive(Serialize)]
    struct Record<'a> {
        command: Command,
        mode: StateMode,
        output_version: u32,
        revision: u64,
        session: &'a str,
        state: Raw<'a>,
    }
    push(
        out,
        &Record {
            command: Command::State,
            mode: StateMode::Is,
            output_version: output_version(contract),
            revision,
            session,
            state: Raw(state),
        },
    );
}
