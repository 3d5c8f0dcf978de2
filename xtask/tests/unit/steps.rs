use super::*;
use crate::workspace::{Package, Target};

fn commands(examples: &[&str], features: &[&str], reference: Option<&Reference>) -> String {
    let example =
        |name: &&str| Target { name: (*name).to_owned(), kind: vec!["example".to_owned()] };
    let package = Package {
        name: "cc-engine".to_owned(),
        dependencies: Vec::new(),
        targets: examples.iter().map(example).collect(),
        features: features.iter().map(|name| ((*name).to_owned(), Vec::new())).collect(),
    };
    let metadata = Metadata { packages: vec![package], target_directory: "target".into() };
    let steps = list(&metadata, reference, false).unwrap();
    let lines = steps.iter().map(|step| format!("{}: {}\n", step.name, step.shown));
    lines.collect()
}

fn reference(contracts: &[&'static str]) -> Reference {
    Reference { folder: "../reference".to_owned(), contracts: contracts.to_vec() }
}

#[test]
fn the_steps_stand_in_order() {
    let reference = reference(&["0.9", "0.5"]);
    insta::assert_snapshot!(commands(&["host_loop"], &["v0_5"], Some(&reference)));
}

#[test]
fn without_the_reference_its_fixtures_are_no_step() {
    assert!(!commands(&["host_loop"], &[], None).contains("reference"));
}

#[test]
fn a_contract_that_the_reference_lacks_is_no_step() {
    let commands = commands(&["host_loop"], &[], Some(&reference(&["0.9"])));
    assert!(commands.contains("../reference/0.9/conformance"));
    assert!(!commands.contains("../reference/0.5"));
}

#[test]
fn the_reference_has_the_contracts_whose_folders_are_there() {
    let folder = tempfile::tempdir().unwrap();
    let contracts = || {
        let folder = folder.path().to_str().unwrap().to_owned();
        Reference::in_folder(folder).contracts
    };
    assert_eq!(contracts(), ["0.9"]);
    std::fs::create_dir(folder.path().join("0.5")).unwrap();
    // The reference has no fixtures of these, whatever the folder holds.
    for contract in ["m1", "toolcall"] {
        std::fs::create_dir(folder.path().join(contract)).unwrap();
    }
    assert_eq!(contracts(), ["0.9", "0.5"]);
}

#[test]
fn a_crate_without_features_is_built_once() {
    assert!(!commands(&["host_loop"], &[], None).contains("--all-features"));
}

#[test]
fn a_workspace_without_examples_fails() {
    assert!(commands(&[], &[], None).contains("\nexample: cargo xtask ci\n"));
}
