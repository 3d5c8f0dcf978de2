//! Identities and premises.

use cc_state::{Contract, ContractIdentity, ContractState, Identity, Policy, Premise, v0_5};

use crate::support::{lowers_alike, naive, naive_0_5, texts};

/// An identity is a fixed point, white space around an item never counts, and both agree with the
/// contracts' steps, in 0.9 and 0.5; the same of a premise. Two items share a key exactly if their
/// identities are equal. The first two texts are the items.
pub fn identity(data: &[u8]) {
    let texts = texts(data);
    for text in texts.iter().take(2) {
        let padded = format!("\u{3000}\n{text} \u{1f}");
        let normal = identity_0_9(text);
        assert_eq!(normal, naive(text, true), "{text:?}");
        assert_eq!(identity_0_9(&normal), normal, "{text:?}");
        assert_eq!(identity_0_9(&padded), normal, "{text:?}");

        let normal = identity_0_5(text);
        if lowers_alike(text) {
            assert_eq!(normal, naive_0_5(text), "{text:?}");
        }
        assert_eq!(identity_0_5(&normal), normal, "{text:?}");
        assert_eq!(identity_0_5(&padded), normal, "{text:?}");
        assert_eq!(identity_0_5(&format!("The\u{a0}{text}")), normal, "{text:?}");

        let normal = premise(text);
        assert_eq!(normal, naive(text, false), "{text:?}");
        assert_eq!(premise(&normal), normal, "{text:?}");
        assert_eq!(premise(&padded), normal, "{text:?}");
    }
    if let [one, other, ..] = &texts[..] {
        share_a_key(Identity::of(one), Identity::of(other));
        share_a_key(v0_5::Identity::of(one), v0_5::Identity::of(other));
    }
}

fn share_a_key<C: Contract>(
    one: Option<ContractIdentity<'_, C>>,
    other: Option<ContractIdentity<'_, C>>,
) {
    if let (Some(one), Some(other)) = (one, other) {
        let equal = one == other;
        assert_eq!(equal, one.as_str() == other.as_str());
        let mut state = ContractState::new();
        assert_eq!(state.insert(one, Policy::Use), None);
        assert_eq!(state.insert(other, Policy::Prohibit), equal.then_some(Policy::Use));
        assert_eq!(state.policies().len(), if equal { 1 } else { 2 });
    }
}

fn identity_0_9(text: &str) -> String {
    Identity::of(text).map_or_else(String::new, |identity| identity.as_str().to_owned())
}

fn identity_0_5(text: &str) -> String {
    v0_5::Identity::of(text).map_or_else(String::new, |identity| identity.as_str().to_owned())
}

fn premise(text: &str) -> String {
    Premise::of(text).map_or_else(String::new, |premise| premise.as_str().to_owned())
}
