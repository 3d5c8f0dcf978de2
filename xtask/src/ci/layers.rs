//! `cargo xtask layers`: dependencies between the crates point down, as the architecture says.

use std::io::Write;

use crate::error::Error;
use crate::workspace::{self, Package};

/// The crates from the lowest layer to the highest. A crate may depend on crates with a lower
/// number only, in every section of its manifest.
const LAYERS: [(&str, u8); 21] = [
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
    ("cc-sessions", 7),
    // Tests alone depend on it, too.
    ("cc-store-tests", 8),
    ("cc-sqlite", 9),
    ("cc-postgres", 9),
    ("cc-cli", 10),
    ("cc-conformance", 10),
    // The work that `xtask` times.
    ("cc-timings", 10),
    ("cc-python", 11),
    ("cc-fuzz-laws", 11),
    ("xtask", 11),
];

/// The crates without other dependencies than those named, tests and benchmarks aside.
const LEAVES: [(&str, &[&str]); 2] = [("cc-contract", &[]), ("cc-syntax", &["cc-contract"])];

/// Runs the command. Gives whether all dependencies are in order.
/// Fails if cargo cannot tell what is in the workspace.
pub(crate) fn run(out: &mut dyn Write) -> Result<bool, Error> {
    let faults = faults(&workspace::metadata()?.packages);
    for fault in &faults {
        writeln!(out, "{fault}")?;
    }
    Ok(faults.is_empty())
}

/// What is wrong with the dependencies of `packages`, the members of the workspace.
fn faults(packages: &[Package]) -> Vec<String> {
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
#[path = "../../tests/unit/layers.rs"]
mod tests;
