//! Contract 0.5: a clarification that the host turns into a question, answered by yes and by no.
//!
//! Nothing waits for an answer in this contract. The host keeps its question itself, and reads the
//! next message as the contract fixes it.
//!
//! Run it with `cargo run -p cc-engine --example clarification_0_5`.

use std::error::Error;
use std::io::{self, Write};

use cc_engine::v0_5::{Confirmation, Decision, Engine, read_confirmation};
use cc_engine::visible_message;

const MESSAGES: [&str; 8] = [
    "prohibit the walnuts",
    "use walnuts",
    "No thanks.",
    "use walnuts",
    "hm, what would change?",
    "Yes please!",
    // No question is open any more, so this is an ordinary message.
    "yes",
    "prohibit",
];

fn main() -> Result<(), Box<dyn Error>> {
    run(&mut io::stdout().lock())
}

pub(crate) fn run(out: &mut dyn Write) -> Result<(), Box<dyn Error>> {
    let mut engine = Engine::new();
    // The directives that a yes submits.
    let mut asked: Option<[String; 2]> = None;
    for message in MESSAGES {
        writeln!(out, "user: {message}")?;
        let answer = match asked.take() {
            None => turn(&mut engine, message, &mut asked),
            Some(directives) => match read_confirmation(message) {
                Some(Confirmation::Yes) => {
                    let kinds = directives.each_ref().map(|text| engine.step(text).kind());
                    format!("done: {}", kinds.join(", "))
                }
                Some(Confirmation::No) => "nothing is changed".to_owned(),
                None => {
                    asked = Some(directives);
                    "please answer yes or no".to_owned()
                }
            },
        };
        writeln!(out, "host: {answer}")?;
    }
    writeln!(out, "state: {}", engine.export_json())?;
    Ok(())
}

/// Answers a message while no question is open, and may open one.
fn turn(engine: &mut Engine, message: &str, asked: &mut Option<[String; 2]>) -> String {
    match engine.step(message) {
        Decision::Ordinary => "(to the model)".to_owned(),
        Decision::Update(_) => "noted".to_owned(),
        decision => {
            let prompt = decision.message().unwrap_or_default();
            let mut shown = visible_message(&prompt).to_string();
            // This host asks about one case: an item that is prohibited and is to be used.
            if let Some(item) = message.strip_prefix("use ")
                && engine.policy(item).is_some()
            {
                *asked = Some([format!("remove policy {item}"), message.to_owned()]);
                shown.push_str("\nShall I do both?");
            }
            shown
        }
    }
}
