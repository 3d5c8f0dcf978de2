//! The loop of a host: the engine is asked first, the model only where it has something to say.
//!
//! The model is a trait, and a scripted one stands in for it here.
//!
//! Run it with `cargo run -p cc-engine --example host_loop`.

use std::error::Error;
use std::fmt::Write as _;
use std::io::{self, Write};

use cc_engine::{Decision, Engine, State, visible};

/// Whatever turns a context and a message into a reply.
trait Model {
    fn reply(&mut self, context: &str, message: &str) -> String;
}

/// Gives out its replies in order.
struct Scripted<I>(I);

impl<I: Iterator<Item = &'static str>> Model for Scripted<I> {
    fn reply(&mut self, _context: &str, _message: &str) -> String {
        self.0.next().unwrap_or("(end of script)").to_owned()
    }
}

const MESSAGES: [&str; 6] = [
    "set premise the kitchen has no oven",
    "prohibit walnuts",
    "What can I bake?",
    "use walnuts",
    "use walnuts instead of",
    "Any dessert?",
];

fn main() -> Result<(), Box<dyn Error>> {
    run(&mut io::stdout().lock())
}

pub(crate) fn run(out: &mut dyn Write) -> Result<(), Box<dyn Error>> {
    let mut engine = Engine::new();
    // The second reply looks like a directive. It is a model's output, so it is only shown.
    let mut model = Scripted(["Flatbread in a pan.", "use walnuts"].into_iter());
    for message in MESSAGES {
        writeln!(out, "user: {message}")?;
        let reply = turn(&mut engine, &mut model, message, out)?;
        writeln!(out, "host: {reply}")?;
    }
    writeln!(out, "state: {}", engine.export_json())?;
    Ok(())
}

/// Answers one message.
fn turn(
    engine: &mut Engine,
    model: &mut dyn Model,
    message: &str,
    out: &mut dyn Write,
) -> Result<String, Box<dyn Error>> {
    Ok(match engine.step(message) {
        Decision::Update(update) if update.changed() => "noted".to_owned(),
        Decision::Update(_) => "that holds already".to_owned(),
        // The message quotes what the user wrote, so it is shown with invisible characters escaped.
        Decision::Refused(refusal) => visible(&refusal.message().replace('\n', " ")).to_string(),
        // A directive that was mistyped is told from an ordinary message.
        Decision::Invalid(invalid) => format!("not a directive: {invalid}"),
        Decision::Ordinary => {
            let context = context(engine.state())?;
            for line in context.lines() {
                writeln!(out, "  context: {line}")?;
            }
            model.reply(&context, message)
        }
    })
}

/// The part of the prompt that is built anew from the state for every call.
fn context(state: &State) -> Result<String, Box<dyn Error>> {
    let mut context = String::new();
    if let Some(premise) = state.premise() {
        writeln!(context, "Premise, as stated by the user: {}", visible(premise))?;
    }
    for (item, policy) in state.policies() {
        writeln!(context, "The user's policy is to {policy}: {}", visible(item))?;
    }
    Ok(context)
}
