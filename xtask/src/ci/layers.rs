//! Checks that dependencies between the crates point down, as the architecture says.

use crate::workspace::Package;

/// The crates from the lowest layer to the highest. A crate may depend on crates with a lower
/// number only, in every section of its manifest.
const LAYERS: [(&str, u8); 12] = [
    ("cc-syntax", 0),
    ("cc-state", 0),
    ("cc-m1", 0),
    ("cc-toolcall", 0),
    ("cc-semantics", 1),
    ("cc-migrate", 1),
    ("cc-engine", 2),
    ("cc-wire", 3),
    ("cc-cli", 4),
    ("cc-conformance", 4),
    ("cc-fuzz-laws", 5),
    ("xtask", 5),
];

/// The crate that depends on nothing at all, tests and benchmarks aside.
const WITHOUT_DEPENDENCIES: &str = "cc-syntax";

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
            let is_member = packages.iter().any(|member| member.name == on);
            if is_member && layer(on).is_none_or(|other| other >= own) {
                faults.push(format!("`{name}` depends on `{on}`, which is not below it"));
            }
            if name == WITHOUT_DEPENDENCIES && dependency.kind.as_deref() != Some("dev") {
                faults.push(format!("`{name}` depends on `{on}`, and must depend on nothing"));
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
        assert!(packages.iter().any(|package| package.name == WITHOUT_DEPENDENCIES));
        assert_eq!(faults(&packages), [""; 0]);
    }

    #[test]
    fn a_dependency_that_points_up_or_sideways_is_a_fault() {
        let packages = [
            package("cc-syntax", &[]),
            package("cc-state", &[("cc-engine", Some("dev")), ("serde", None)]),
            package("cc-engine", &[("cc-state", None), ("cc-syntax", None)]),
            package("cc-m1", &[("cc-syntax", None)]),
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
    fn the_syntax_layer_has_dependencies_for_tests_only() {
        let packages = [package("cc-syntax", &[("proptest", Some("dev")), ("memchr", None)])];
        assert_eq!(
            faults(&packages),
            ["`cc-syntax` depends on `memchr`, and must depend on nothing"]
        );
    }

    #[test]
    fn a_crate_without_a_layer_is_a_fault() {
        assert_eq!(faults(&[package("cc-new", &[])]), ["`cc-new` has no layer"]);
    }
}
