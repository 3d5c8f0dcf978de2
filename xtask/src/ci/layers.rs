//! Checks that dependencies between the crates point down, as the architecture says.

use crate::workspace::Package;

/// The crates from the lowest layer to the highest. A crate may depend on crates with a lower
/// number only, in every section of its manifest.
const LAYERS: [(&str, u8); 15] = [
    ("cc-contract", 0),
    // Tests alone depend on it, and it knows none of what they test.
    ("cc-oracle", 1),
    ("cc-text", 2),
    ("cc-syntax", 3),
    ("cc-state", 3),
    ("cc-m1", 3),
    ("cc-toolcall", 3),
    ("cc-semantics", 4),
    ("cc-migrate", 4),
    ("cc-engine", 5),
    ("cc-wire", 6),
    ("cc-cli", 7),
    ("cc-conformance", 7),
    ("cc-fuzz-laws", 8),
    ("xtask", 8),
];

/// The crates without other dependencies than those named, tests and benchmarks aside.
const LEAVES: [(&str, &[&str]); 2] = [("cc-contract", &[]), ("cc-syntax", &["cc-contract"])];

/// What is wrong with the dependencies of `packages`, the members of the workspace.
pub(crate) fn faults(packages: &[Package]) -> Vec<String> {
    let layer = |name: &str| LAYERS.iter().find(|(known, _)| *known == name).map(|(_, n)| *n);
    let mut faults = Vec::new();
    for package in packages {
        let name = package.name.as_str();
        let Some(own) = layer(name) else {
            faults.push(format!("`{name}` has no layer"));
            continue;
        };
        for dependency in &package.dependencies {
            let on = dependency.name.as_str();
            let for_tests = dependency.kind.as_deref() == Some("dev");
            let is_member = packages.iter().any(|member| member.name == on);
            let is_below = layer(on).is_some_and(|other| other < own);
            if is_member && !is_below {
                faults.push(format!("`{name}` depends on `{on}`, which is not below it"));
            }
            let leaf = LEAVES.iter().find(|(leaf, _)| *leaf == name);
            if leaf.is_some_and(|(_, allowed)| !for_tests && !allowed.contains(&on)) {
                faults.push(format!("`{name}` must not depend on `{on}`"));
            }
        }
    }
    faults
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::workspace::{self, Dependency};

    fn package(name: &str, dependencies: &[(&str, Option<&str>)]) -> Package {
        let dependency = |(name, kind): &(&str, Option<&str>)| Dependency {
            name: (*name).to_owned(),
            kind: kind.map(str::to_owned),
        };
        Package {
            name: name.to_owned(),
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
}
