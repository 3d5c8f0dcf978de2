//! The built command, as a subject.
//!
//! Each operation is a process of its own. Texts go in as JSON strings, so that they may hold line
//! feeds and no word of them is taken for a command. States and checkpoints go in by option,
//! schemas and aliases as files, and states come out of the records.

use std::ffi::OsStr;
use std::fs;
use std::io::{self, Seek, Write};
use std::path::PathBuf;
use std::process::{Command, Output};

use cc_contract::ContractName;
use serde_json::{Value, json};

use crate::json::{canonical, put, text};
use crate::records::{self, TOOL};
use crate::subject::{Subject, fault, preload, unsupported};

/// The texts that tell what no record of m1 does: one that asks again if a question is open, one
/// that closes it, and a permission that removes nothing and so shows the state.
const PROBES: [&str; 3] = ["??", "no", "allow ??"];

/// What a run of the command gave: a record for each line, or why it did not take what its
/// arguments name.
type Records = Result<Vec<String>, String>;

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
        let (name, op) = (text(request, "contract"), text(request, "op"));
        let reply = match name.parse() {
            Ok(contract) => self.answer(contract, request),
            Err(_) if [name, op] == ["toolcall"; 2] => self.toolcall(request),
            Err(_) => Ok(unsupported(name)),
        };
        Ok(reply.unwrap_or_else(fault))
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

    fn answer(&mut self, contract: ContractName, request: &Value) -> Result<Value, String> {
        use ContractName::{V0_5, V0_9};

        let text = text(request, "text");
        match (self::text(request, "op"), contract) {
            ("classify", V0_9 | V0_5) => {
                let arguments = ["classify", "--contract", contract.as_str(), "--input=json"];
                let lines = self.run(&arguments, &[""; 0], &[quoted(text)])??;
                records::classification(contract, &lines.concat())
            }
            ("open" | "import", _) | ("import_checkpoint", V0_5) => {
                let option = |(kind, payload)| format!("--initial-{kind}-json={payload}");
                self.begin(contract, preload(request).map(option))
            }
            ("step", _) | ("apply", V0_9) => self.step(contract, text),
            ("preview", V0_5) if text.contains(['\n', '\r']) || text.trim().is_empty() => {
                Ok(unsupported("preview of an empty text or of several lines"))
            }
            ("preview", V0_5) => {
                let preload = format!("--initial-state-json={}", self.state);
                let inputs = [format!("preview {text}"), "state".to_owned()];
                let lines = self.converse(contract, Some(&preload), "lines", &inputs)??;
                let mut reply = records::preview(lines.first().map_or("", String::as_str))?;
                put(&mut reply, "state", shown(contract, &lines)?.0);
                Ok(reply)
            }
            ("export", _) => Ok(json!({ "state": self.state })),
            (op, _) => Ok(unsupported(op)),
        }
    }

    /// Starts with what an option loads. When that is refused the process ends, and the conversation
    /// so far goes on.
    fn begin(&mut self, contract: ContractName, preload: Option<String>) -> Result<Value, String> {
        if preload.as_ref().is_some_and(|preload| preload.contains('\0')) {
            return Ok(unsupported("a NUL in an argument of a program"));
        }
        let (format, inputs) = match contract {
            ContractName::M1 => ("json", PROBES.map(quoted).to_vec()),
            _ => ("lines", vec!["state".to_owned()]),
        };
        let mut reply = json!({ "state": null, "has_pending_clarification": null });
        match self.converse(contract, preload.as_deref(), format, &inputs)? {
            Err(message) => put(&mut reply, "error", message),
            Ok(lines) => {
                self.state = shown(contract, &lines)?.0;
                (self.preload, self.texts) = (preload, Vec::new());
                put(&mut reply, "state", self.state.as_str());
            }
        }
        Ok(reply)
    }

    /// Submits one more text, after those before it.
    fn step(&mut self, contract: ContractName, text: &str) -> Result<Value, String> {
        self.texts.push(text.to_owned());
        let probes = if contract == ContractName::M1 { &PROBES[..] } else { &[] };
        let inputs = self.texts.iter().map(String::as_str).chain(probes.iter().copied());
        let inputs: Vec<_> = inputs.map(quoted).collect();
        let lines = self.converse(contract, self.preload.as_deref(), "json", &inputs)??;
        let lines = lines.get(self.texts.len().saturating_sub(1)..).unwrap_or_default();
        let (line, probed) = lines.split_first().ok_or("a record is missing")?;
        let mut reply = records::step(contract, line)?;
        if contract == ContractName::M1 {
            let (state, pending) = shown(contract, probed)?;
            put(&mut reply, "state", state);
            put(&mut reply, "pending", pending);
        }
        self::text(&reply, "state").clone_into(&mut self.state);
        Ok(reply)
    }

    fn toolcall(&self, request: &Value) -> Result<Value, String> {
        let folder = tempfile::tempdir().map_err(unwritten)?;
        // Without `--strict`, a schema that has no grammar is none of a tool that has a grammar.
        let mut arguments = vec!["toolcall".to_owned(), "--strict".to_owned()];
        let mut file = |option: &str, name: &str, text: &str| {
            let path = folder.path().join(name).display().to_string();
            fs::write(&path, text).map_err(unwritten)?;
            arguments.push(format!("--{option}={path}"));
            Ok::<_, String>(path)
        };
        let path = match request.get("schema") {
            Some(Value::String(schema)) => file("schema", &format!("{TOOL}.json"), schema)?,
            _ => {
                let another = json!([{ "name": "another", "parameters": { "type": "object" } }]);
                file("schemas", "another.json", &another.to_string())?
            }
        };
        // What is wrong with the aliases is said of their file.
        let mut paths = vec![path];
        if let Some(aliases) = request.get("aliases").filter(|aliases| **aliases != json!({})) {
            let aliases = json!({ TOOL: aliases }).to_string();
            paths.push(file("aliases", "aliases.json", &aliases)?);
        }
        arguments.push(format!("--order={}", text(request, "order")));
        let least = request.get("least_certainty").and_then(Value::as_str);
        arguments.extend(least.map(|least| format!("--least-certainty={least}")));
        let refusals = paths.iter().map(|path| format!("error: `{path}`: tool `{TOOL}`: "));
        let refusals: Vec<_> = refusals.collect();
        records::toolcall(request, |calls| self.run(&arguments, &refusals, calls))
    }

    /// Runs the program once for the records of a conversation.
    fn converse(
        &self,
        contract: ContractName,
        preload: Option<&str>,
        format: &str,
        inputs: &[String],
    ) -> Result<Records, String> {
        let arguments = ["--json", "--contract", contract.as_str(), "--input", format];
        let arguments: Vec<_> = arguments.into_iter().chain(preload).collect();
        self.run(&arguments, &["error: preload failed: "], inputs)
    }

    /// Runs the program once, on a line for each input. It says after one of `refusals` why it does
    /// not take what its arguments name.
    fn run<S: AsRef<OsStr>, R: AsRef<str>>(
        &self,
        arguments: &[S],
        refusals: &[R],
        inputs: &[String],
    ) -> Result<Records, String> {
        let output = run(Command::new(&self.path).args(arguments), &(inputs.join("\n") + "\n"))
            .map_err(|error| format!("cannot run the program: {error}"))?;
        let not_utf8 = |_| "the program wrote something that is not UTF-8".to_owned();
        let out = String::from_utf8(output.stdout).map_err(not_utf8)?;
        let err = String::from_utf8(output.stderr).map_err(not_utf8)?;
        let is_refused = output.status.code() == Some(1) && out.is_empty();
        let message = refusals.iter().find_map(|refusal| err.strip_prefix(refusal.as_ref()));
        match message.filter(|_| is_refused) {
            Some(message) => Ok(Err(message.trim_end().to_owned())),
            None if output.status.success() && err.is_empty() && out.ends_with('\n') => {
                let lines: Vec<_> = out.lines().map(str::to_owned).collect();
                if lines.len() == inputs.len() {
                    return Ok(Ok(lines));
                }
                Err(format!("{} inputs got {} records", inputs.len(), lines.len()))
            }
            None => Err(format!(
                "the program ended with {} and wrote {out:?}, and to standard error {err:?}",
                output.status,
            )),
        }
    }
}

/// Runs a program on an input, which is a file so that neither side waits for the other.
fn run(command: &mut Command, input: &str) -> io::Result<Output> {
    let mut file = tempfile::tempfile()?;
    file.write_all(input.as_bytes())?;
    file.rewind()?;
    command.stdin(file).output()
}

fn quoted(text: &str) -> String {
    canonical(&text.into())
}

/// The state, and in m1 the item that is asked about, as the records tell that were got to see it.
fn shown(contract: ContractName, lines: &[String]) -> Result<(String, Option<String>), String> {
    if contract != ContractName::M1 {
        let last = lines.last().map_or("", String::as_str);
        return Ok((records::state(contract, last)?, None));
    }
    let replies: Result<Vec<_>, _> = lines.iter().map(|line| records::m1(line)).collect();
    let replies = replies?;
    let kinds: Vec<_> = replies.iter().map(|reply| reply.kind.as_str()).collect();
    let asked = replies.first().and_then(|asked| asked.prompt_to_user.as_deref());
    let item = asked
        .and_then(|prompt| prompt.strip_prefix("Did you mean to prohibit '"))
        .and_then(|prompt| prompt.strip_suffix("'? Please answer yes or no."));
    let state = replies.last().and_then(|shown| shown.state.as_ref()).map(canonical);
    match (kinds.as_slice(), item, state) {
        (["passthrough", "passthrough", "update"], None, Some(state))
        | (["clarify", "passthrough", "update"], Some(_), Some(state)) => {
            Ok((state, item.map(str::to_owned)))
        }
        _ => Err(format!("the probes got {lines:?}")),
    }
}

fn unwritten(error: io::Error) -> String {
    format!("cannot write the files of the tool: {error}")
}
