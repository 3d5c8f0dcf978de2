//! The steps of `cargo xtask ci`.

use std::ffi::OsString;
use std::path::Path;

use super::{layers, no_std};
use crate::error::Error;
use crate::workspace::{self, Metadata};

/// The variable that names a folder with the reference's fixtures.
pub(crate) const REFERENCE_FIXTURES: &str = "CC_REFERENCE_FIXTURES";

/// One thing to check.
pub(crate) struct Step {
    /// What it checks.
    pub(crate) name: String,
    /// The command, as a developer would type it.
    pub(crate) shown: String,
    /// The command, as it is run.
    pub(crate) action: Action,
    /// A command that mends what the step finds, where there is one.
    pub(crate) mend: Option<&'static str>,
}

/// How a step is carried out.
pub(crate) enum Action {
    /// By a program.
    Program {
        program: OsString,
        arguments: Vec<String>,
        environment: Vec<(&'static str, &'static str)>,
        /// Whether output is shown only if the program fails.
        quiet: bool,
    },
    /// By this program itself. Gives what is wrong.
    Check(Box<dyn Fn() -> Result<(), String>>),
}

/// Lists the steps for this workspace, with those on the reference's fixtures if `reference` names
/// the folder that holds them.
///
/// # Errors
///
/// If it is not known where this program is.
pub(crate) fn list(metadata: &Metadata, reference: Option<&str>) -> Result<Vec<Step>, Error> {
    let mut steps = vec![
        cargo("format", "fmt --all --check").mended_by("cargo fmt --all"),
        cargo("lints", "clippy --workspace --all-targets --locked -- -D warnings")
            .mended_by("cargo clippy --fix --workspace --all-targets, for what it can mend"),
        cargo("tests", "test --workspace --locked"),
    ];
    let mut corpora = vec![("conformance".to_owned(), None)];
    for part in ["conformance", "engine-regression"] {
        if let Some(reference) = reference {
            let folder = Path::new(reference).join("0.9").join(part);
            let folder = folder.to_string_lossy().into_owned();
            corpora.push((format!("{part} of the reference"), Some(folder)));
        }
    }
    for (name, folder) in &corpora {
        for via in ["api", "cli"] {
            steps.push(conformance(&format!("{name} via {via}"), folder.as_deref(), via)?);
        }
    }
    let docs = cargo("docs", "doc --workspace --no-deps --locked");
    steps.push(docs.with("RUSTDOCFLAGS", "-D warnings"));
    steps.extend(examples(metadata));
    for package in &metadata.packages {
        let name = format!("{} alone", package.name);
        steps.push(cargo(&name, &format!("build --locked --package {}", package.name)));
    }
    steps.push(cargo("benchmarks compile", "check --benches --workspace --locked"));
    let target = metadata.target_directory.clone();
    steps.push(own("cc-syntax without std", move || no_std::check(&target)));
    let faults = layers::faults(&metadata.packages);
    steps.push(own("layers", move || match faults.as_slice() {
        [] => Ok(()),
        _ => Err(faults.join("; ")),
    }));
    Ok(steps)
}

/// The steps that build all examples and run each.
fn examples(metadata: &Metadata) -> Vec<Step> {
    let mut steps = vec![cargo("examples", "build --examples --workspace --locked")];
    for package in &metadata.packages {
        let is_example = |kinds: &[String]| kinds.iter().any(|kind| kind == "example");
        for example in package.targets.iter().filter(|target| is_example(&target.kind)) {
            let (package, example) = (&package.name, &example.name);
            let command = format!("run --quiet --locked --package {package} --example {example}");
            steps.push(cargo(&format!("example {example}"), &command).quiet());
        }
    }
    if steps.len() == 1 {
        // Running none would check nothing.
        steps.push(own("example", || Err("the workspace has no example".to_owned())));
    }
    steps
}

/// A step that cargo carries out. `command` is split at its spaces.
fn cargo(name: &str, command: &str) -> Step {
    Step {
        name: name.to_owned(),
        shown: format!("cargo {command}"),
        action: Action::Program {
            program: workspace::cargo(),
            arguments: command.split(' ').map(str::to_owned).collect(),
            environment: Vec::new(),
            quiet: false,
        },
        mend: None,
    }
}

/// A step that replays a corpus, by this very program.
fn conformance(name: &str, folder: Option<&str>, via: &str) -> Result<Step, Error> {
    let program = std::env::current_exe().map_err(Error::start("cargo xtask"))?;
    let mut arguments = vec!["conformance".to_owned()];
    if let Some(folder) = folder {
        arguments.extend(["--fixtures".to_owned(), folder.to_owned()]);
    }
    arguments.extend(["--via".to_owned(), via.to_owned()]);
    Ok(Step {
        name: name.to_owned(),
        shown: format!("cargo xtask {}", arguments.join(" ")),
        action: Action::Program {
            program: program.into_os_string(),
            arguments,
            environment: Vec::new(),
            quiet: false,
        },
        mend: None,
    })
}

/// A step that this program carries out itself.
fn own(name: &str, check: impl Fn() -> Result<(), String> + 'static) -> Step {
    Step {
        name: name.to_owned(),
        shown: "cargo xtask ci".to_owned(),
        action: Action::Check(Box::new(check)),
        mend: None,
    }
}

impl Step {
    fn mended_by(mut self, mend: &'static str) -> Self {
        self.mend = Some(mend);
        self
    }

    fn with(mut self, variable: &'static str, value: &'static str) -> Self {
        self.shown = format!("{variable}='{value}' {}", self.shown);
        if let Action::Program { environment, .. } = &mut self.action {
            environment.push((variable, value));
        }
        self
    }

    fn quiet(mut self) -> Self {
        if let Action::Program { quiet, .. } = &mut self.action {
            *quiet = true;
        }
        self
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::workspace::{Package, Target};

    fn commands(examples: &[&str], reference: Option<&str>) -> String {
        let example =
            |name: &&str| Target { name: (*name).to_owned(), kind: vec!["example".to_owned()] };
        let package = Package {
            name: "cc-engine".to_owned(),
            dependencies: Vec::new(),
            targets: examples.iter().map(example).collect(),
        };
        let metadata = Metadata { packages: vec![package], target_directory: "target".into() };
        let steps = list(&metadata, reference).unwrap();
        let lines = steps.iter().map(|step| format!("{}: {}\n", step.name, step.shown));
        lines.collect()
    }

    #[test]
    fn the_steps_stand_in_order() {
        insta::assert_snapshot!(commands(&["host_loop"], Some("../reference")));
    }

    #[test]
    fn without_the_reference_its_fixtures_are_no_step() {
        assert!(!commands(&["host_loop"], None).contains("reference"));
    }

    #[test]
    fn a_workspace_without_examples_fails() {
        assert!(commands(&[], None).contains("\nexample: cargo xtask ci\n"));
    }
}
