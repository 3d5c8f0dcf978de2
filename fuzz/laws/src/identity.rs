//! Identities and premises.

use cc_contract::{ContractName, with_contract};
use cc_oracle::Oracle;
use cc_state::{ContractIdentity, ContractPremise, ContractState, Normalize, Policy};

use crate::support::texts;

/// An identity is a fixed point, white space around an item never counts, and both agree with the
/// contract's steps; the same of a premise. Two items share a key exactly if their identities are
/// equal. The first two texts are the items.
pub fn identity(data: &[u8]) {
    let texts = texts(data);
    for contract in ContractName::ALL {
        with_contract!(
            *contract,
            C => {
                texts.iter().take(2).for_each(|text| check::<C>(text));
                if let [one, other, ..] = &texts[..] {
                    share_a_key::<C>(one, other);
                }
            },
            // Its items are not to be had apart from its state.
            M1 => ()
        );
    }
}

fn check<C: Oracle + Normalize>(text: &str) {
    let padded = format!("\u{3000}\n{text} \u{1f}");
    let normal = identity_of::<C>(text);
    if C::knows(text) {
        assert_eq!(normal, C::naive_identity(text), "{text:?}");
    }
    assert_eq!(identity_of::<C>(&normal), normal, "{text:?}");
    assert_eq!(identity_of::<C>(&padded), normal, "{text:?}");
    if C::NAME == ContractName::V0_5 {
        assert_eq!(identity_of::<C>(&format!("The\u{a0}{text}")), normal, "{text:?}");
    }

    let normal = premise::<C>(text);
    assert_eq!(normal, C::naive_premise(text), "{text:?}");
    assert_eq!(premise::<C>(&normal), normal, "{text:?}");
    assert_eq!(premise::<C>(&padded), normal, "{text:?}");
}

fn share_a_key<C: Normalize>(one: &str, other: &str) {
    let both = (ContractIdentity::<C>::new(one), ContractIdentity::new(other));
    if let (Some(one), Some(other)) = both {
        let equal = one == other;
        assert_eq!(equal, one.as_str() == other.as_str());
        let mut state = ContractState::new();
        assert_eq!(state.insert(one, Policy::Use), None);
        assert_eq!(state.insert(other, Policy::Prohibit), equal.then_some(Policy::Use));
        assert_eq!(state.policies().len(), if equal { 1 } else { 2 });
    }
}

fn identity_of<C: Normalize>(text: &str) -> String {
    ContractIdentity::<C>::new(text).map_or_else(String::new, |i| i.as_str().to_owned())
}

fn premise<C: Normalize>(text: &str) -> String {
    ContractPremise::<C>::new(text).map_or_else(String::new, |p| p.as_str().to_owned())
}
