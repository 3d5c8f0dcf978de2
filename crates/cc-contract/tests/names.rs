//! The list of contracts: their names, and what the macro chooses.

use std::collections::BTreeSet;
use std::error::Error;

use cc_contract::{Contract, ContractName, M1, UnknownContractError, V0_5, V0_9, with_contract};

const NAMES: [(ContractName, &str, bool); 3] = [
    (ContractName::V0_9, "0.9", true),
    (ContractName::V0_5, "0.5", true),
    (ContractName::M1, "m1", false),
];

#[test]
fn every_contract_is_listed_with_the_current_one_first() {
    assert_eq!(ContractName::ALL, NAMES.map(|(contract, ..)| contract));
    assert_eq!(ContractName::default(), ContractName::V0_9);
    let names: BTreeSet<&str> = ContractName::ALL.iter().map(|name| name.as_str()).collect();
    assert_eq!(names.len(), ContractName::ALL.len(), "each has a name of its own");
}

#[test]
fn each_contract_has_its_name_and_is_found_by_exactly_that() {
    for (contract, name, has_directives) in NAMES {
        assert_eq!(contract.as_str(), name);
        assert_eq!(contract.to_string(), name);
        assert_eq!(format!("{contract:>5}|{contract:<5}|"), format!("{name:>5}|{name:<5}|"));
        assert_eq!(name.parse(), Ok(contract));
        assert_eq!(contract.has_directives(), has_directives);
    }
    for near in ["", "0.8", "0.90", " 0.9", "0.9 ", "v0.9", "V0_9", "M1", "M1 ", "toolcall"] {
        let error: UnknownContractError = near.parse::<ContractName>().unwrap_err();
        assert_eq!(error.to_string(), "unknown contract: expected 0.9, 0.5 or m1", "{near:?}");
    }
}

#[test]
fn an_unknown_name_is_an_error_like_any_other() {
    fn read(name: &str) -> Result<ContractName, Box<dyn Error + Send + Sync>> {
        Ok(name.parse()?)
    }
    assert_eq!(read("m1").ok(), Some(ContractName::M1));
    assert!(read("m2").is_err());
}

#[test]
fn each_marker_is_of_its_name() {
    assert_eq!(V0_9::NAME, ContractName::V0_9);
    assert_eq!(V0_5::NAME, ContractName::V0_5);
    assert_eq!(M1::NAME, ContractName::M1);
}

#[test]
fn the_macro_names_the_type_of_a_contract() {
    for contract in ContractName::ALL {
        assert_eq!(with_contract!(*contract, C => C::NAME), *contract);
        let size = with_contract!(*contract, Any => size_of::<Any>());
        assert_eq!(size, 0, "a marker costs nothing");
    }
}

#[test]
fn the_macro_leaves_contracts_without_directives_to_another_arm() {
    for contract in ContractName::ALL {
        let name = with_contract!(*contract, C => Some(C::NAME), M1 => None);
        assert_eq!(name, contract.has_directives().then_some(*contract));
    }
}
