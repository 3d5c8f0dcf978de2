//! The steps of `cargo xtask ci`.

use std::ffi::OsString;
use std::path::Path;

use cc_contract::ContractName;

use crate::error::Error;
use crate::workspace::{self, Metadata};

/// The variable that names a folder with the reference's fixtures, one folder for each contract.
pub(crate) const REFERENCE_FIXTURES: &str = "CC_REFERENCE_FIXTURES";

/// The contracts for which the reference has fixtures of its own.
pub(crate) const OF_THE_REFERENCE: [&str; 2] = ["0.9", "0.5"];

/// Where the fuzz targets are.
const FUZZ: &str = "--manifest-path fuzz/Cargo.toml";

/// A path for a libFuzzer, so that none is compiled, which would take a C++ compiler. What is only
/// checked is not linked, so it does not have to be there.
const NO_LIBFUZZER: &str = "none/libfuzzer.a";

/// The command with what it is built with on request only.
const WITH_POSTGRES: &str = "--locked --package cc-cli --features postgres";

/// The tests of every text up to some length, which ordinary runs look at up to a shorter one.
const EXHAUSTIVE: &str = "test --locked --package cc-syntax -- --ignored";

/// A command to run.
pub(crate) struct Step {
    /// What it checks.
    pub(crate) name: String,
    /// How a developer would type it.
    pub(crate) shown: String,
    pub(crate) program: OsString,
    pub(crate) arguments: Vec<String>,
    /// A variable of its environment.
    pub(crate) variable: Option<(&'static str, &'static str)>,
    /// Whether its output is shown only if it fails.
    pub(crate) quiet: bool,
    /// A command that fixes what it finds, where there is one.
    pub(crate) fix: Option<&'static str>,
}

/// Whether the fixtures of a contract are replayed from the reference's folder. Those of the current
/// contract must be there: without them, the step fails.
pub(crate) fn has(folder: &Path, contract: &str) -> bool {
    contract == "0.9" || folder.join(contract).is_dir()
}

/// Lists the steps for this workspace, with those on the reference's fixtures if they are there.
/// Fails if it is not known where this program is, or there is no example, so that running all would check
/// nothing.
pub(crate) fn list(
    metadata: &Metadata,
    reference: Option<&Path>,
    thorough: bool,
) -> Result<Vec<Step>, Error> {
    let mut steps = vec![
        cargo("format", "fmt --all --check").fixed_by("cargo fmt --all"),
        cargo("lints", "clippy --workspace --all-targets --locked -- -D warnings")
            .fixed_by("cargo clippy --fix --workspace --all-targets, for what it can fix"),
        cargo("tests", "test --workspace --locked"),
        cargo(
            "lints with PostgreSQL",
            &format!("clippy {WITH_POSTGRES} --all-targets -- -D warnings"),
        ),
        cargo("tests with PostgreSQL", &format!("test {WITH_POSTGRES} --test postgres")),
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
    if let Some(folder) = reference {
        for contract in OF_THE_REFERENCE.into_iter().filter(|contract| has(folder, contract)) {
            for part in ["conformance", "engine-regression"] {
                let fixtures = folder.join(contract).join(part);
                let options = ["--contract", contract, "--fixtures", &fixtures.to_string_lossy()];
                steps.extend(replays(&format!("{part} {contract} of the reference"), &options)?);
            }
        }
    }
    for (part, options) in [
        ("0.9", "--lines 20000"),
        ("0.5", "--contract 0.5 --lines 10000"),
        ("m1", "--contract m1 --lines 10000"),
        ("classification", "--classify --lines 20000"),
        ("Python objects", "--python --lines 20000"),
        ("Python classification", "--python --classify --lines 20000"),
    ] {
        let arguments =
            ["differential", "--skip-unavailable"].into_iter().chain(options.split(' '));
        steps.push(xtask(&format!("differential {part}"), arguments)?);
    }
    for contract in ContractName::ALL {
        let arguments = ["differential", "--itself", "--contract", contract.as_str()];
        steps.push(xtask(&format!("differential {contract} with itself"), arguments)?);
    }
    steps.push(xtask("Python package", ["python", "--sdist", "--skip-unavailable"])?);
    steps.push(xtask("tables", ["tables", "--check"])?.fixed_by("cargo xtask tables"));
    steps.push(xtask("docs", ["doc"])?);
    steps.push(xtask("packages", ["packages"])?);
    steps.extend(examples(metadata)?);
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
    steps.push(xtask("cc-syntax without std", ["no-std"])?);
    steps.push(xtask("layers", ["layers"])?);
    Ok(steps)
}

/// The steps that build all examples and run each.
fn examples(metadata: &Metadata) -> Result<Vec<Step>, Error> {
    let mut steps = vec![cargo("examples", "build --examples --workspace --locked")];
    for package in &metadata.packages {
        let is_example = |kinds: &[String]| kinds.iter().any(|kind| kind == "example");
        for example in package.targets.iter().filter(|target| is_example(&target.kind)) {
            let (package, example) = (&package.name, &example.name);
            let command = format!("run --quiet --locked --package {package} --example {example}");
            let step = cargo(&format!("example {example}"), &command);
            steps.push(Step { quiet: true, ..step });
        }
    }
    match steps.len() {
        1 => Err(Error::Tool("the workspace has no example".to_owned())),
        _ => Ok(steps),
    }
}

/// The steps that replay what `options` choose through the library and through the binary.
fn replays(name: &str, options: &[&str]) -> Result<[Step; 2], Error> {
    let step = |via| {
        let arguments = [&["conformance"], options, &["--via", via]].concat();
        xtask(&format!("{name} via {via}"), arguments)
    };
    Ok([step("api")?, step("cli")?])
}

/// A step that cargo carries out. `command` is split at its spaces.
fn cargo(name: &str, command: &str) -> Step {
    Step {
        name: name.to_owned(),
        shown: format!("cargo {command}"),
        program: workspace::cargo(),
        arguments: command.split(' ').map(str::to_owned).collect(),
        variable: None,
        quiet: false,
        fix: None,
    }
}

/// A step that is a command of this very program.
fn xtask<'a>(name: &str, arguments: impl IntoIterator<Item = &'a str>) -> Result<Step, Error> {
    let program = std::env::current_exe().map_err(Error::start("cargo xtask"))?.into_os_string();
    let arguments: Vec<String> = arguments.into_iter().map(str::to_owned).collect();
    let shown = format!("cargo xtask {}", arguments.join(" "));
    Ok(Step { shown, program, arguments, ..cargo(name, "") })
}

impl Step {
    fn fixed_by(self, fix: &'static str) -> Self {
        Step { fix: Some(fix), ..self }
    }

    fn with(self, variable: &'static str, value: &'static str) -> Self {
        let shown = format!("{variable}='{value}' {}", self.shown);
        Step { shown, variable: Some((variable, value)), ..self }
    }
}

#[cfg(test)]
#[path = "../../tests/unit/steps.rs"]
mod tests;
