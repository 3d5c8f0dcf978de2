//! What the models themselves rest on: normal forms of the small worlds, and the list of contracts.

use cc_oracle::{ContractName, Oracle, SHARED, SmallWorld, V0_5, V0_9};

fn each_word_of_a_world_has_the_normal_form_that_comes_last<C: Oracle>() {
    for world in [C::WORLD, SHARED] {
        for item in world.items {
            assert_eq!(item.map(C::naive_identity), [item[2]; 3]);
        }
        for premise in world.premises {
            assert_eq!(premise.map(C::naive_premise), [premise[2]; 3]);
        }
        assert_eq!(world.by_export().len(), 81);
    }
}

const TRIED: [ContractName; 2] = [ContractName::V0_9, ContractName::V0_5];

fn a_law_is_tried_for_contracts_that_have_directives<C: Oracle>() {
    assert!(TRIED.contains(&C::NAME));
}

cc_oracle::laws!(
    each_word_of_a_world_has_the_normal_form_that_comes_last,
    a_law_is_tried_for_contracts_that_have_directives,
);

#[test]
fn laws_are_tried_for_every_contract_that_has_directives() {
    let with_directives: Vec<ContractName> =
        ContractName::ALL.iter().copied().filter(|name| name.has_directives()).collect();
    assert_eq!(with_directives, TRIED);
}

#[test]
fn the_directives_that_are_canonical_are_these_many() {
    let canonical = |world: SmallWorld| {
        (world.canonical::<V0_9>().len(), world.canonical::<V0_5>().len(), world.directives().len())
    };
    assert_eq!(canonical(V0_9::WORLD), (120, 123, 123));
    assert_eq!(canonical(SHARED), (123, 123, 123));
    assert_eq!(V0_5::WORLD.canonical::<V0_5>().len(), 123);
}
