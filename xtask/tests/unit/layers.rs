use super::*;
use crate::workspace::Dependency;

fn package(name: &str, dependencies: &[(&str, Option<&str>)]) -> Package {
    let dependency = |(name, kind): &(&str, Option<&str>)| Dependency {
        name: (*name).to_owned(),
        kind: kind.map(str::to_owned),
    };
    Package {
        name: name.to_owned(),
        description: None,
        dependencies: dependencies.iter().map(dependency).collect(),
        targets: Vec::new(),
        features: std::collections::BTreeMap::new(),
    }
}

#[test]
fn dependencies_of_this_workspace_point_down() {
    let packages = workspace::metadata().unwrap().packages;
    assert!(LEAVES.iter().all(|(leaf, _)| packages.iter().any(|it| it.name == *leaf)));
    assert_eq!(faults(&packages), [""; 0]);
}

#[test]
fn a_dependency_that_points_up_or_sideways_is_a_fault() {
    let packages = [
        package("cc-syntax", &[]),
        package("cc-state", &[("cc-engine", Some("dev")), ("serde", None)]),
        package("cc-engine", &[("cc-state", None), ("cc-syntax", None)]),
        package("cc-m1", &[("cc-syntax", None), ("cc-oracle", Some("dev"))]),
        package("cc-oracle", &[("cc-contract", None)]),
        package("cc-contract", &[]),
    ];
    assert_eq!(
        faults(&packages),
        [
            "`cc-state` depends on `cc-engine`, which is not below it",
            "`cc-m1` depends on `cc-syntax`, which is not below it",
        ]
    );
}

#[test]
fn a_leaf_has_dependencies_for_tests_only() {
    let dependencies = [("proptest", Some("dev")), ("cc-contract", None), ("memchr", None)];
    assert_eq!(
        faults(&[package("cc-syntax", &dependencies)]),
        ["`cc-syntax` must not depend on `memchr`"]
    );
}

#[test]
fn a_crate_without_a_layer_is_a_fault() {
    assert_eq!(faults(&[package("cc-new", &[])]), ["`cc-new` has no layer"]);
}
