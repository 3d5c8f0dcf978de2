//! The built command, as a subject.
//!
//! Each operation is a process of its own. Texts go in as JSON strings, so that they may hold line
//! feeds and no word of them is taken for a command. States and checkpoints go in by option,
//! schemas and aliases as files, and states come out of the records.

use std::fs;
use std::io::{Seek, Write};
use std::path::PathBuf;
use std::process::Command;

use serde_json::{Value, json};

use crate::json::{self, canonical, put};
use crate::records::{self, TOOL};
use crate::subject::{NoReply, Request, Subject};

/// The built command `context-compiler`.
#[derive(Debug)]
pub struct Cli {
    path: PathBuf,
    /// The arguments of the conversation: its contract, and what it begins with.
    arguments: Vec<String>,
    /// What has been submitted.
    texts: Vec<String>,
    /// The exported state, where the last record tells it.
    state: Value,
}

impl Subject for Cli {
    fn ask(&mut self, request: &Value) -> Result<Value, String> {
        Ok(Request::answer(request, |request| self.answer(request)))
    }
}

impl Cli {
    /// The command at `path`.
    #[must_use]
    pub fn new(path: PathBuf) -> Self {
        Cli { path, arguments: Vec::new(), texts: Vec::new(), state: Value::Null }
    }

    fn answer(&mut self, request: &Request) -> Result<Value, NoReply> {
        let text = &*request.text;
        match &*request.op {
            "classify" => {
                let words = format!("classify --input=json --contract={}", request.contract()?);
                records::reply(request, self.run(&words, &[], &[quoted(text)])?.trim_end())
            }
            "open" | "import" | "import_checkpoint" => self.begin(request),
            "step" | "apply" => self.step(request, text),
            "preview" if text.contains(['\n', '\r']) || text.trim().is_empty() => {
                let what = "preview of an empty text or of several lines";
                Err(NoReply::Unsupported(what.to_owned()))
            }
            "preview" => self.preview(request),
            "export" => Ok(json!({ "state": self.state })),
            "toolcall" => self.toolcall(request),
            // A new session is one of 0.9.
            "import_session" if request.of == "0.9" => self.import_session(request),
            _ => Err(request.unsupported()),
        }
    }

    /// Starts anew, perhaps with what an option loads, and submits nothing to see the state. When that
    /// is refused the process ends, and the conversation so far goes on.
    fn begin(&mut self, request: &Request) -> Result<Value, NoReply> {
        if request.payload.contains('\0') {
            return Err(NoReply::Unsupported("a NUL in an argument of a program".to_owned()));
        }
        let mut arguments = vec![format!("--contract={}", request.contract()?)];
        let payload = &request.payload;
        match &*request.op {
            "import" => arguments.push(format!("--initial-state-json={payload}")),
            "import_checkpoint" => arguments.push(format!("--initial-checkpoint-json={payload}")),
            _ => {}
        }
        let mut begun = Cli { arguments, ..Cli::new(self.path.clone()) };
        let reply = begun.step(request, "")?;
        *self = begun;
        Ok(reply)
    }

    /// Submits one more text, after those before it.
    fn step(&mut self, request: &Request, text: &str) -> Result<Value, NoReply> {
        self.texts.push(quoted(text));
        let out = self.run("--json --input=json", &self.arguments, &self.texts)?;
        let reply = records::reply(request, out.lines().last().unwrap_or_default())?;
        self.state = reply.get("state").cloned().unwrap_or_default();
        Ok(reply)
    }

    /// Previews a text from the state so far, and asks for the state to see that it is the same.
    fn preview(&self, request: &Request) -> Result<Value, NoReply> {
        let preload = format!("--initial-state-json={}", self.state.as_str().unwrap_or_default());
        let inputs = [format!("preview {}", request.text), "state".to_owned()];
        let out = self.run("--json --contract=0.5", &[preload], &inputs)?;
        let (told, after) = out.split_once('\n').unwrap_or_default();
        let mut reply = records::reply(request, told)?;
        let after = json::object(after).map_err(NoReply::Fault)?;
        put(&mut reply, "state", after.get("state").map(canonical));
        Ok(reply)
    }

    fn toolcall(&self, request: &Request) -> Result<Value, NoReply> {
        let folder = tempfile::tempdir()?;
        let file = |option: &str, name: &str, text: &str| {
            let path = folder.path().join(name);
            fs::write(&path, text).map(|()| format!("--{option}={}", path.display()))
        };
        // Without `--strict`, a schema that has no grammar is none of a tool that has a grammar.
        let mut arguments = vec!["--strict".to_owned(), format!("--order={}", request.order)];
        if let Some(schema) = &request.schema {
            arguments.push(file("schema", &format!("{TOOL}.json"), schema)?);
            let aliases = json!({ TOOL: request.aliases }).to_string();
            arguments.push(file("aliases", "aliases.json", &aliases)?);
        } else {
            let another = r#"[{"name":"another","parameters":{"type":"object"}}]"#;
            arguments.push(file("schemas", "another.json", another)?);
        }
        let least = request.least_certainty.iter();
        arguments.extend(least.map(|least| format!("--least-certainty={least}")));
        records::reply(
            request,
            self.run("toolcall", &arguments, &[records::call(request)])?.trim_end(),
        )
    }

    /// Imports into a new session of a new store.
    fn import_session(&self, request: &Request) -> Result<Value, NoReply> {
        let folder = tempfile::tempdir()?;
        let (store, payload) = (folder.path().join("sessions.db"), folder.path().join("payload"));
        fs::write(&payload, &request.payload)?;
        let store = format!("--store=sqlite:{}", store.display());
        // One line is answered: what was imported, and what is exported.
        let once = [String::new()];
        let payload = payload.display().to_string();
        self.run("session import new", &[payload, store.clone()], &once)?;
        let exported = self.run("session export new", &[store], &once)?;
        Ok(json!({ "imported": exported.trim_end() }))
    }

    /// Runs the program once, on a line for each input, and gives its output: a record for each.
    fn run(&self, words: &str, more: &[String], inputs: &[String]) -> Result<String, NoReply> {
        // The input is a file, so that neither side waits for the other.
        let mut file = tempfile::tempfile()?;
        inputs.iter().try_for_each(|input| writeln!(file, "{input}"))?;
        file.rewind()?;
        let mut command = Command::new(&self.path);
        let output = command.args(words.split(' ')).args(more).stdin(file).output()?;
        let (out, err) = (String::from_utf8(output.stdout)?, String::from_utf8(output.stderr)?);
        let is_whole = out.ends_with('\n') && out.lines().count() == inputs.len();
        match (output.status.code(), err.strip_prefix("error: ")) {
            (Some(0), None) if is_whole && err.is_empty() => Ok(out),
            (Some(1), Some(message)) if out.is_empty() => {
                Err(NoReply::Error(message.trim_end().to_owned()))
            }
            _ => Err(NoReply::Fault(format!(
                "the program ended with {} and wrote {out:?}, and to standard error {err:?}",
                output.status
            ))),
        }
    }
}

fn quoted(text: &str) -> String {
    canonical(&text.into())
}
