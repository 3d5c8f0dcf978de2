//! The built command, as a subject.
//!
//! Each operation is a process of its own. Texts go in as JSON strings, so that they may hold line
//! feeds and no word of them is taken for a command. States and checkpoints go in by option, and
//! states come out of the records.

mod toolcall;

use std::ffi::OsStr;
use std::io::Write;
use std::path::PathBuf;
use std::process::{Command, Output, Stdio};

use serde_json::{Value, json};

use crate::json::canonical;
use crate::records::{self, put};
use crate::subject::{Subject, fault, unsupported};
use crate::table::{Contract, text};

/// What precedes the reason when a state cannot be loaded.
const PRELOAD_FAILED: &str = "error: preload failed: ";

/// The texts that tell what no record of m1 does: one that asks again if a question is open, one
/// that closes it, and a permission that removes nothing and so shows the state.
const PROBES: [&str; 3] = ["??", "no", "allow ??"];

/// The built command `context-compiler`.
#[derive(Debug)]
pub struct Cli {
    path: PathBuf,
    /// The option that loads what the conversation began with, if there is one.
    preload: Option<String>,
    /// What has been submitted since then.
    texts: Vec<String>,
    /// The exported state.
    state: String,
}

impl Subject for Cli {
    fn ask(&mut self, request: &Value) -> Result<Value, String> {
        let reply = match Contract::named(text(request, "contract")) {
            Some(contract) => self.answer(contract, request).unwrap_or_else(fault),
            None => unsupported(text(request, "contract")),
        };
        Ok(reply)
    }
}

impl Cli {
    /// The command at `path`.
    ///
    /// ```
    /// use cc_conformance::{Cli, Subject};
    /// use serde_json::json;
    ///
    /// let mut cli = Cli::new("target/debug/context-compiler".into());
    /// let request = json!({"op": "confirm", "contract": "0.5", "text": "yes"});
    /// assert_eq!(cli.ask(&request)?, json!({"unsupported": "confirm"}));
    /// # Ok::<(), String>(())
    /// ```
    #[must_use]
    pub fn new(path: PathBuf) -> Self {
        Cli { path, preload: None, texts: Vec::new(), state: String::new() }
    }

    fn answer(&mut self, contract: Contract, request: &Value) -> Result<Value, String> {
        let (name, payload) = (contract.name(), text(request, "payload"));
        let option = |name: &str, payload: &str| Some(format!("--initial-{name}-json={payload}"));
        match (text(request, "op"), request.get("state"), request.get("checkpoint")) {
            ("classify", ..) if name != "m1" => {
                let arguments = ["classify", &format!("--contract={name}"), "--input=json"];
                let input = quoted(text(request, "text")) + "\n";
                match self.lines(&arguments, "", &input)??.as_slice() {
                    [line] => records::classification(contract, line),
                    lines => Err(format!("one text got {} records", lines.len())),
                }
            }
            ("open", Some(Value::String(it)), _) => self.begin(contract, option("state", it)),
            ("open", _, Some(Value::String(it))) => self.begin(contract, option("checkpoint", it)),
            ("open", ..) => self.begin(contract, None),
            ("import", ..) => self.begin(contract, option("state", payload)),
            ("import_checkpoint", ..) => self.begin(contract, option("checkpoint", payload)),
            ("step", ..) => self.step(contract, text(request, "text")),
            ("apply", ..) if name == "0.9" => self.step(contract, text(request, "text")),
            ("preview", ..) if name == "0.5" => self.preview(contract, text(request, "text")),
            ("export", ..) => Ok(json!({ "state": self.state })),
            ("toolcall", ..) => self.toolcall(contract, request),
            (op, ..) => Ok(unsupported(op)),
        }
    }

    /// Starts with what an option loads. When that is refused the process ends, and the conversation
    /// so far goes on.
    fn begin(&mut self, contract: Contract, preload: Option<String>) -> Result<Value, String> {
        if preload.as_ref().is_some_and(|preload| preload.contains('\0')) {
            return Ok(unsupported("a NUL in an argument of a program"));
        }
        let replies = match contract.name() {
            "m1" => self.converse(contract, preload.as_deref(), "json", &PROBES.map(quoted))?,
            _ => self.converse(contract, preload.as_deref(), "lines", &["state".to_owned()])?,
        };
        self.state = match replies {
            Err(message) => {
                let mut untold = json!({ "state": null, "has_pending_clarification": null });
                put(&mut untold, "error", message);
                return Ok(untold);
            }
            Ok(lines) if contract.name() == "m1" => m1_state(contract, &lines)?.1,
            Ok(lines) => records::state(contract, lines.last().map_or("", String::as_str))?,
        };
        (self.preload, self.texts) = (preload, Vec::new());
        Ok(json!({ "state": self.state, "has_pending_clarification": null }))
    }

    /// Submits one more text, after those before it.
    fn step(&mut self, contract: Contract, text: &str) -> Result<Value, String> {
        self.texts.push(text.to_owned());
        let mut inputs: Vec<_> = self.texts.iter().map(|text| quoted(text)).collect();
        if contract.name() == "m1" {
            inputs.extend(PROBES.map(quoted));
        }
        let lines = self.converse(contract, self.preload.as_deref(), "json", &inputs)??;
        let (line, probes) = lines
            .get(self.texts.len().saturating_sub(1)..)
            .and_then(<[_]>::split_first)
            .ok_or("a record is missing")?;
        let reply = if contract.name() == "m1" {
            let (pending, state) = m1_state(contract, probes)?;
            json!({ "decision": m1_record(contract, line)?, "pending": pending, "state": state })
        } else {
            records::step(contract, line)?
        };
        self::text(&reply, "state").clone_into(&mut self.state);
        Ok(reply)
    }

    fn preview(&self, contract: Contract, text: &str) -> Result<Value, String> {
        if text.contains(['\n', '\r']) || text.trim().is_empty() {
            return Ok(unsupported("preview of an empty text or of several lines"));
        }
        let preload = format!("--initial-state-json={}", self.state);
        let inputs = [format!("preview {text}"), "state".to_owned()];
        let lines = self.converse(contract, Some(&preload), "lines", &inputs)??;
        let [preview, state] = lines.as_slice() else {
            return Err("a record is missing".to_owned());
        };
        let mut reply = records::preview(contract, preview)?;
        put(&mut reply, "state", records::state(contract, state)?);
        Ok(reply)
    }

    /// Runs the program once for records. Gives as many lines as there are inputs, or why what it
    /// begins with is refused.
    fn converse(
        &self,
        contract: Contract,
        preload: Option<&str>,
        format: &str,
        inputs: &[String],
    ) -> Result<Result<Vec<String>, String>, String> {
        let options = [format!("--contract={}", contract.name()), format!("--input={format}")];
        let arguments: Vec<_> = ["--json"]
            .into_iter()
            .chain(options.iter().map(String::as_str))
            .chain(preload)
            .collect();
        let replies = self.lines(&arguments, PRELOAD_FAILED, &(inputs.join("\n") + "\n"))?;
        match &replies {
            Ok(lines) if lines.len() != inputs.len() => {
                Err(format!("{} inputs got {} records", inputs.len(), lines.len()))
            }
            _ => Ok(replies),
        }
    }

    /// Runs the program once. Gives the lines it wrote, or why it could not load what its arguments
    /// name, which it says after `refusal`.
    fn lines<S: AsRef<OsStr>>(
        &self,
        arguments: &[S],
        refusal: &str,
        input: &str,
    ) -> Result<Result<Vec<String>, String>, String> {
        let output = run(Command::new(&self.path).args(arguments), input)
            .map_err(|error| format!("cannot run the program: {error}"))?;
        let text = |bytes| {
            let not_utf8 = |_| "the program wrote something that is not UTF-8".to_owned();
            String::from_utf8(bytes).map_err(not_utf8)
        };
        let (out, err) = (text(output.stdout)?, text(output.stderr)?);
        if output.status.success() && err.is_empty() && (out.is_empty() || out.ends_with('\n')) {
            return Ok(Ok(out.lines().map(str::to_owned).collect()));
        }
        match err.strip_prefix(refusal) {
            Some(message)
                if output.status.code() == Some(1) && out.is_empty() && !refusal.is_empty() =>
            {
                Ok(Err(message.trim_end().to_owned()))
            }
            _ => Err(format!(
                "the program ended with {} and wrote {out:?}, and to standard error {err:?}",
                output.status,
            )),
        }
    }
}

/// Writes `input` to a program and waits for its end.
fn run(command: &mut Command, input: &str) -> std::io::Result<Output> {
    let piped = command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child = piped.spawn()?;
    let stdin = child.stdin.take();
    std::thread::scope(|scope| {
        // Beside the reading, so that neither side can wait for the other's full pipe. A program
        // that ends early does not read on; its status tells what happened.
        scope.spawn(move || stdin.and_then(|mut stdin| stdin.write_all(input.as_bytes()).ok()));
        child.wait_with_output()
    })
}

fn quoted(text: &str) -> String {
    canonical(&text.into())
}

fn m1_record(contract: Contract, line: &str) -> Result<Value, String> {
    let shape = json!({ "kind": "text", "prompt_to_user": "text?", "state": "any" });
    records::read(contract, line, &shape)
}

/// The item that is asked about, and the state, as the replies to the probes tell them.
fn m1_state(contract: Contract, probes: &[String]) -> Result<(Option<String>, String), String> {
    let replies: Result<Vec<_>, _> = probes.iter().map(|line| m1_record(contract, line)).collect();
    let replies = replies?;
    let kinds: Vec<_> = replies.iter().map(|reply| text(reply, "kind")).collect();
    let asked = replies.first().map_or("", |asked| text(asked, "prompt_to_user"));
    let item = asked
        .strip_prefix("Did you mean to prohibit '")
        .and_then(|rest| rest.strip_suffix("'? Please answer yes or no."));
    let state = replies.last().and_then(|shown| shown.get("state")).map(canonical);
    match (kinds.as_slice(), item) {
        (["passthrough", "passthrough", "update"], None)
        | (["clarify", "passthrough", "update"], Some(_)) => {
            Ok((item.map(str::to_owned), state.unwrap_or_default()))
        }
        _ => Err(format!("the probes got {probes:?}")),
    }
}
