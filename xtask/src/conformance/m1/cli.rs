//! Replays through the built binary, in a process of its own for each fixture.
//!
//! Texts go in as JSON strings, and a state by option. What no record of the fixture tells is found
//! out by three more texts: one that asks again if a question is open, `no`, which closes it, and a
//! permission that removes nothing and so shows the state.

use serde::Deserialize;
use serde_json::value::RawValue;
use serde_json::{Value, json};

use super::fixture::{FocusDevice, Target};
use super::subject::{Imported, Observed, Subject};
use crate::conformance::canonical::canonical;
use crate::conformance::comparison::Stop;
use crate::conformance::program::{Program, record};

/// The texts that are submitted after those of a fixture. No fixture prohibits `??`.
const PROBES: [&str; 3] = ["??", "no", "allow ??"];

/// The built binary, called as one of this contract.
pub(crate) struct Cli {
    program: Program,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Record<'a> {
    kind: String,
    prompt_to_user: Option<String>,
    #[serde(borrow)]
    state: &'a RawValue,
}

impl Cli {
    pub(crate) const fn new(program: Program) -> Self {
        Cli { program }
    }

    /// Submits texts and then the probes, or gives why what it begins with is refused.
    fn call(
        &self,
        initial: Option<&str>,
        texts: &[&str],
    ) -> Result<Result<Observed, String>, Stop> {
        let arguments = ["--contract=m1", "--json", "--input=json"];
        let preload = initial.map(|payload| format!("--initial-state-json={payload}"));
        let all: Vec<&str> = texts.iter().copied().chain(PROBES).collect();
        let input: String = all.iter().map(|text| canonical(&json!(text)) + "\n").collect();
        let lines = match self.program.call(&arguments, preload.as_deref(), &input)? {
            Ok(lines) => lines,
            Err(message) => return Ok(Err(message)),
        };
        if lines.len() != all.len() {
            let counts = (all.len(), lines.len());
            return Err(Stop::Fault(format!("{} inputs got {} records", counts.0, counts.1)));
        }
        let (steps, probes) = lines.split_at(texts.len());
        for step in steps {
            record::<Record<'_>>(step)?;
        }
        let [asked, closed, shown] = probes else {
            return Err(Stop::Fault("a record is missing".to_owned()));
        };
        let decision = steps.last().map_or(Ok(Value::Null), |line| record(line))?;
        let pending = pending(&record(asked)?)?;
        let (closed, shown) = (record::<Record<'_>>(closed)?, record::<Record<'_>>(shown)?);
        if closed.kind != "passthrough" || shown.kind != "update" {
            let kinds = (&closed.kind, &shown.kind);
            return Err(Stop::Fault(format!(
                "`no` and a permission gave {} and {}",
                kinds.0, kinds.1
            )));
        }
        Ok(Ok(Observed { decision, pending, state: shown.state.get().to_owned() }))
    }
}

impl Subject for Cli {
    fn run(&self, initial: Option<&str>, texts: &[&str]) -> Result<Observed, Stop> {
        self.call(initial, texts)?
            .map_err(|error| Stop::Fault(format!("the initial state is refused: {error}")))
    }

    fn import(
        &self,
        initial: Option<&str>,
        texts: &[&str],
        payload: &str,
    ) -> Result<Imported, Stop> {
        // A process that refuses what it begins with has no state, and a new one no earlier state.
        self.run(initial, texts)?;
        Ok(match self.call(Some(payload), &[])? {
            Ok(observed) => Imported { refused: None, state: Some(observed.state) },
            Err(message) => Imported { refused: Some(message), state: None },
        })
    }

    fn migrate(
        &self,
        _: &str,
        _: Target,
        _: Option<FocusDevice>,
    ) -> Result<Result<String, String>, Stop> {
        Err(Stop::Skip("the command migrates files, which its own tests do"))
    }
}

/// The item that is asked about again.
fn pending(asked: &Record<'_>) -> Result<Option<String>, Stop> {
    let item = |prompt: &String| {
        let rest = prompt.strip_prefix("Did you mean to prohibit '")?;
        Some(rest.strip_suffix("'? Please answer yes or no.")?.to_owned())
    };
    match (asked.kind.as_str(), asked.prompt_to_user.as_ref().map(item)) {
        ("passthrough", None) => Ok(None),
        ("clarify", Some(Some(item))) => Ok(Some(item)),
        _ => Err(Stop::Fault(format!("`??` gave {} and {:?}", asked.kind, asked.prompt_to_user))),
    }
}
