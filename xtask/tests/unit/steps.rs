use super::*;
use crate::workspace::{Package, Target};

fn list_of(
    examples: &[&str],
    features: &[&str],
    reference: Option<&Path>,
) -> Result<String, Error> {
    let example =
        |name: &&str| Target { name: (*name).to_owned(), kind: vec!["example".to_owned()] };
    let package = Package {
        name: "cc-engine".to_owned(),
        description: None,
        dependencies: Vec::new(),
        targets: examples.iter().map(example).collect(),
        features: features.iter().map(|name| ((*name).to_owned(), Vec::new())).collect(),
    };
    let metadata = Metadata { packages: vec![package], target_directory: "target".into() };
    let steps = list(&metadata, reference, false)?;
    let lines = steps.iter().map(|step| format!("{}: {}\n", step.name, step.shown));
    Ok(lines.collect())
}

fn commands(features: &[&str], reference: Option<&Path>) -> String {
    list_of(&["host_loop"], features, reference).unwrap()
}

/// A folder that holds folders with these names.
fn reference(contracts: &[&str]) -> tempfile::TempDir {
    let folder = tempfile::tempdir().unwrap();
    contracts.iter().for_each(|name| std::fs::create_dir(folder.path().join(name)).unwrap());
    folder
}

#[test]
fn the_steps_stand_in_order() {
    let folder = reference(&["0.9", "0.5"]);
    let commands = commands(&["v0_5"], Some(folder.path()));
    insta::assert_snapshot!(commands.replace(folder.path().to_str().unwrap(), "../reference"));
}

#[test]
fn without_the_reference_its_fixtures_are_no_step() {
    assert!(!commands(&[], None).contains("of the reference"));
}

#[test]
fn a_contract_that_the_reference_lacks_is_no_step_unless_it_is_the_current_one() {
    // The reference has no fixtures of these, whatever the folder holds.
    let folder = reference(&["m1", "toolcall"]);
    let commands = commands(&[], Some(folder.path()));
    assert!(commands.contains("engine-regression 0.9 of the reference via cli"));
    for contract in ["0.5", "m1", "toolcall"] {
        assert!(!commands.contains(&format!("{contract} of the reference")), "{commands}");
    }
}

#[test]
fn a_crate_without_features_is_built_once() {
    assert!(!commands(&[], None).contains("--all-features"));
}

#[test]
fn a_workspace_without_examples_fails() {
    let error = list_of(&[], &[], None).unwrap_err();
    assert_eq!(error.to_string(), "the workspace has no example");
}
