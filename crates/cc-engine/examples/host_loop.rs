//! The loop of a host: the engine is asked first, the model only where it has something to say.
//!
//! What the model sees is built anew for every call: the host's own instructions, the block of the
//! state, and the ordinary messages. Directives are left out, since the block says what came of
//! them. The model is a trait, and a scripted one stands in for it here.
//!
//! Run it with `cargo run -p cc-engine --example host_loop`.

use std::error::Error;
use std::io::{self, Write};

use cc_engine::{Decision, Engine, visible_message};

/// A message as services for chat completions take it.
#[derive(Clone)]
struct Message {
    role: &'static str,
    content: String,
}

fn message(role: &'static str, content: impl Into<String>) -> Message {
    Message { role, content: content.into() }
}

/// Whatever answers a conversation.
trait Model {
    fn reply(&mut self, messages: &[Message]) -> String;
}

/// Gives out its replies in order.
struct Scripted<I>(I);

impl<I: Iterator<Item = &'static str>> Model for Scripted<I> {
    fn reply(&mut self, _messages: &[Message]) -> String {
        self.0.next().unwrap_or("(end of script)").to_owned()
    }
}

const INPUTS: [&str; 7] = [
    "What can I bake?",
    "set premise the kitchen has no oven",
    "prohibit walnuts",
    "use walnuts",
    "use walnuts instead of",
    "And for dessert?",
    "prohibit Walnuts",
];

fn main() -> Result<(), Box<dyn Error>> {
    run(&mut io::stdout().lock())
}

pub(crate) fn run(out: &mut dyn Write) -> Result<(), Box<dyn Error>> {
    let mut host = Host { engine: Engine::new(), conversation: Vec::new() };
    // The second reply looks like a directive. It is a model's output, so it is only shown.
    let mut model = Scripted(["Bread, of course.", "use walnuts"].into_iter());
    for input in INPUTS {
        writeln!(out, "user: {input}")?;
        let answer = host.turn(&mut model, input, out)?;
        writeln!(out, "host: {answer}")?;
    }
    writeln!(out, "state: {}", host.engine.export_json())?;
    Ok(())
}

struct Host {
    engine: Engine,
    /// The ordinary messages and the model's replies.
    conversation: Vec<Message>,
}

impl Host {
    /// Answers one input, and logs what the model is given.
    fn turn(
        &mut self,
        model: &mut dyn Model,
        input: &str,
        log: &mut dyn Write,
    ) -> Result<String, Box<dyn Error>> {
        Ok(match self.engine.step(input) {
            // Here a host stores `engine.export_json()`, before it answers.
            Decision::Update(update) if update.changed() => "noted".to_owned(),
            Decision::Update(_) => "that holds already".to_owned(),
            // The message quotes what the user wrote.
            Decision::Refused(refusal) => visible_message(&refusal.message()).to_string(),
            // A directive that was mistyped is told from an ordinary message.
            Decision::Invalid(invalid) => format!("not a directive: {invalid}"),
            Decision::Ordinary => {
                self.conversation.push(message("user", input));
                let messages = self.messages();
                for Message { role, content } in &messages {
                    for line in content.lines() {
                        writeln!(log, "  {role}: {line}")?;
                    }
                }
                let reply = model.reply(&messages);
                self.conversation.push(message("assistant", reply.as_str()));
                reply
            }
        })
    }

    /// What the model is given. Without a premise and policies there is no block.
    fn messages(&self) -> Vec<Message> {
        let mut messages = vec![message("system", "You are a cook.")];
        let block = self.engine.state().context_block().to_text();
        messages.extend(block.map(|block| message("system", block)));
        messages.extend_from_slice(&self.conversation);
        messages
    }
}
