//! The steps of `cargo xtask ci`.

use std::ffi::OsString;
use std::path::Path;

use super::{layers, no_std};
use crate::error::Error;
use crate::workspace::{self, Metadata};

/// The variable that names a folder with the reference's fixtures.
pub(crate) const REFERENCE_FIXTURES: &str = "CC_REFERENCE_FIXTURES";

/// The contracts for which the reference has fixtures of its own.
pub(crate) const OF_THE_REFERENCE: [&str; 2] = ["0.9", "0.5"];

/// Where the fuzz targets are.
const FUZZ: &str = "--manifest-path fuzz/Cargo.toml";

/// A path for a libFuzzer, so that none is compiled, which would take a C++ compiler. What is only
/// checked is not linked, so it does not have to be there.
const NO_LIBFUZZER: &str = "none/libfuzzer.a";

/// The tests of every text up to some length, which ordinary runs look at up to a shorter one.
const EXHAUSTIVE: &str = "test --locked --package cc-syntax -- --ignored";

/// One thing to check.
pub(crate) struct Step {
    /// What it checks.
    pub(crate) name: String,
    /// The command, as a developer would type it.
    pub(crate) shown: String,
    /// The command, as it is run.
    pub(crate) action: Action,
    /// A command that fixes what the step finds, where there is one.
    pub(crate) fix: Option<&'static str>,
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

/// The reference's fixtures.
pub(crate) struct Reference {
    /// The folder that holds a folder for each contract.
    pub(crate) folder: String,
    /// The contracts to replay.
    pub(crate) contracts: Vec<&'static str>,
}

impl Reference {
    /// What is in `folder`. The current contract must be: without it, its step fails.
    pub(crate) fn in_folder(folder: String) -> Self {
        let is_there =
            |contract: &&str| *contract == "0.9" || Path::new(&folder).join(contract).is_dir();
        let contracts = OF_THE_REFERENCE.into_iter().filter(is_there).collect();
        Reference { folder, contracts }
    }
}

/// Lists the steps for this workspace, with those on the reference's fixtures if they are there.
///
/// # Errors
///
/// If it is not known where this program is.
pub(crate) fn list(
    metadata: &Metadata,
    reference: Option<&Reference>,
    thorough: bool,
) -> Result<Vec<Step>, Error> {
    let mut steps = vec![
        cargo("format", "fmt --all --check").fixed_by("cargo fmt --all"),
        cargo("lints", "clippy --workspace --all-targets --locked -- -D warnings")
            .fixed_by("cargo clippy --fix --workspace --all-targets, for what it can fix"),
        cargo("tests", "test --workspace --locked"),
    ];
    if thorough {
        steps.push(cargo("exhaustive tests", EXHAUSTIVE));
    }
    steps.extend([
        // The fuzz targets are a workspace of their own. What they assert is linted and tested with
        // the rest, which replays their seeds too.
        cargo("fuzz targets, format", &format!("fmt {FUZZ} --check"))
            .fixed_by("cargo fmt --manifest-path fuzz/Cargo.toml"),
        cargo("fuzz targets", &format!("clippy {FUZZ} --locked -- -D warnings"))
            .with("CUSTOM_LIBFUZZER_PATH", NO_LIBFUZZER),
    ]);
    steps.extend(replays("conformance", &[])?);
    if let Some(Reference { folder, contracts }) = reference {
        for contract in contracts {
            for part in ["conformance", "engine-regression"] {
                let fixtures = Path::new(folder).join(contract).join(part);
                let name = format!("{part} {contract} of the reference");
                let fixtures = fixtures.to_string_lossy();
                steps.extend(replays(&name, &["--contract", contract, "--fixtures", &fixtures])?);
            }
        }
    }
    for (part, arguments) in [
        ("0.9", &["--lines", "20000"][..]),
        ("0.5", &["--contract", "0.5", "--lines", "10000"]),
        ("m1", &["--contract", "m1", "--lines", "10000"]),
        ("classification", &["--classify", "--lines", "20000"]),
    ] {
        let arguments = ["differential", "--skip-unavailable"].iter().chain(arguments);
        let arguments = arguments.map(|argument| (*argument).to_owned()).collect();
        steps.push(xtask(&format!("differential {part}"), arguments)?);
    }
    let tables = xtask("tables", vec!["tables".to_owned(), "--check".to_owned()])?;
    steps.push(tables.fixed_by("cargo xtask tables"));
    let docs = cargo("docs", "doc --workspace --no-deps --locked");
    steps.push(docs.with("RUSTDOCFLAGS", "-D warnings"));
    steps.extend(examples(metadata));
    for package in &metadata.packages {
        let name = format!("{} alone", package.name);
        let build = format!("check --locked --package {}", package.name);
        steps.push(cargo(&name, &build));
        if !package.features.is_empty() {
            let name = format!("{name}, with all features");
            steps.push(cargo(&name, &format!("{build} --all-features")));
        }
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
        fix: None,
    }
}

/// The steps that replay what `options` choose through the library and through the binary.
fn replays(name: &str, options: &[&str]) -> Result<[Step; 2], Error> {
    let step = |via: &str| {
        let arguments = [&["conformance"], options, &["--via", via]].concat();
        let arguments = arguments.into_iter().map(str::to_owned).collect();
        xtask(&format!("{name} via {via}"), arguments)
    };
    Ok([step("api")?, step("cli")?])
}

/// A step that is a command of this very program.
fn xtask(name: &str, arguments: Vec<String>) -> Result<Step, Error> {
    let program = std::env::current_exe().map_err(Error::start("cargo xtask"))?;
    Ok(Step {
        name: name.to_owned(),
        shown: format!("cargo xtask {}", arguments.join(" ")),
        action: Action::Program {
            program: program.into_os_string(),
            arguments,
            environment: Vec::new(),
            quiet: false,
        },
        fix: None,
    })
}

/// A step that this program carries out itself.
fn own(name: &str, check: impl Fn() -> Result<(), String> + 'static) -> Step {
    Step {
        name: name.to_owned(),
        shown: "cargo xtask ci".to_owned(),
        action: Action::Check(Box::new(check)),
        fix: None,
    }
}

impl Step {
    fn fixed_by(mut self, fix: &'static str) -> Self {
        self.fix = Some(fix);
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
#[path = "../../tests/unit/steps.rs"]
mod tests;
