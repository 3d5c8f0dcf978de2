//! One state out of several sessions, in order.

use cc_contract::{ContractName, V0_5, V0_9};
use cc_engine::{Answers, ContractDirective, ContractEngine, ContractState, Form, Kind, Policy};

use crate::error::{Error, ErrorKind};

/// A state out of several. Made by [`compose`].
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Composition {
    /// The exported state.
    pub state: String,
    /// What had no place in it, in order.
    pub refused: Vec<RefusedPart>,
}

/// A part of a state that was refused by those before it.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct RefusedPart {
    /// The name of the state it comes from.
    pub session: String,
    /// The directive that was refused.
    pub directive: String,
    /// Why.
    pub reason: String,
}

/// Replays the directives that make up each state, in order, into an empty engine: the premise
/// first, then the policies by item (S10). So what comes first wins, and what is refused is told.
/// Needs no store.
///
/// Takes time linear in the states, but for a logarithm.
///
/// # Errors
///
/// [`ErrorKind::InvalidInput`] for text that is no state, with the name that it was given;
/// [`ErrorKind::Contract`] for m1, whose states are not composed.
///
/// ```
/// use cc_contract::ContractName;
///
/// let defaults = r#"{"policies":{"npm":"prohibit"},"premise":null,"version":2}"#;
/// let mine = r#"{"policies":{"npm":"use","tea":"use"},"premise":null,"version":2}"#;
/// let both = cc_sessions::compose(ContractName::V0_9, [("all", defaults), ("mine", mine)])?;
/// assert_eq!(both.state, r#"{"policies":{"npm":"prohibit","tea":"use"},"premise":null,"version":2}"#);
/// assert_eq!(both.refused[0].directive, "use npm");
/// assert_eq!(both.refused[0].session, "mine");
/// # Ok::<(), cc_sessions::Error>(())
/// ```
pub fn compose<'a>(
    contract: ContractName,
    states: impl IntoIterator<Item = (&'a str, &'a str)>,
) -> Result<Composition, Error> {
    match contract {
        ContractName::V0_9 => compose_by::<V0_9>(states),
        ContractName::V0_5 => compose_by::<V0_5>(states),
        ContractName::M1 => {
            Err(Error::new(ErrorKind::Contract, "states of contract m1 cannot be composed"))
        }
    }
}

fn compose_by<'a, C: Answers>(
    states: impl IntoIterator<Item = (&'a str, &'a str)>,
) -> Result<Composition, Error> {
    let mut engine = ContractEngine::<C>::new();
    let mut refused = Vec::new();
    for (session, text) in states {
        let state = ContractState::<C>::import_json(text).map_err(|fault| {
            let message = format!("the state of `{}`: {fault}", cc_text::visible(session));
            Error::new(ErrorKind::InvalidInput, message)
        })?;
        let premise = state.premise().map(|premise| (Kind::SetPremise, premise));
        let policies = state.policies().map(|(item, policy)| match policy {
            Policy::Use => (Kind::UseItem, item),
            Policy::Prohibit => (Kind::ProhibitItem, item),
        });
        for (kind, operand) in premise.into_iter().chain(policies) {
            let reason = match ContractDirective::<C>::new(Form::new(kind, [operand, ""])) {
                Ok(directive) => match engine.apply_directive(directive) {
                    Ok(_) => continue,
                    Err(refusal) => refusal.message(),
                },
                // A state from outside can hold an item that no directive names.
                Err(fault) => fault.to_string(),
            };
            refused.push(RefusedPart {
                session: session.to_owned(),
                directive: format!("{} {operand}", kind.introducer()),
                reason,
            });
        }
    }
    Ok(Composition { state: engine.export_json(), refused })
}
