//! Policies that gate tool calls: the state of an engine decides which calls run, and the grammar
//! of the tools which arguments they get.
//!
//! The gate asks the engine itself, so what a user prohibits holds from the next call on.
//!
//! Run it with `cargo run -p cc-engine --example gated_tool_calls`.

use std::error::Error;
use std::io::{self, Write};

use cc_engine::Engine;
use cc_toolcall::{Adjudicator, Chain, Order, PolicyGate, Tools, Verdict};

/// What happens, in order: a user writes, or the model calls a tool with arguments.
enum Event {
    Write(&'static str),
    Call(&'static str, &'static str),
}
use Event::{Call, Write as UserWrites};

const EVENTS: [Event; 8] = [
    Call("send_email", r#"{"recipient":"ann@example.org","text":"Hello"}"#),
    UserWrites("prohibit Send_Email"),
    Call("send_email", r#"{"to":"ann@example.org","text":"Hello again"}"#),
    Call("search", r#"{"_positional":["trains to Ghent"]}"#),
    // A call is judged by its own name: no argument makes it another tool.
    Call("search", r#"{"q":"send_email"}"#),
    Call("search", r#"{"limit":3}"#),
    UserWrites("remove policy send_email"),
    Call("send_email", r#"{"to":"ann@example.org","text":"Hello again"}"#),
];

const SEARCH: &str =
    r#"{"type":"object","properties":{"q":{"type":"string"},"limit":{}},"required":["q"]}"#;
const SEND_EMAIL: &str =
    r#"{"type":"object","properties":{"to":{},"text":{}},"required":["to","text"]}"#;

fn main() -> Result<(), Box<dyn Error>> {
    run(&mut io::stdout().lock())
}

pub(crate) fn run(out: &mut dyn Write) -> Result<(), Box<dyn Error>> {
    let mut tools = Tools::new();
    tools.load("search", SEARCH, Order::Declared, [])?;
    tools.load("send_email", SEND_EMAIL, Order::Declared, [("recipient", "to")])?;
    let mut engine = Engine::new();
    for event in EVENTS {
        match event {
            UserWrites(text) => writeln!(out, "user: {text} ({})", engine.step(text).kind())?,
            Call(tool, arguments) => writeln!(out, "{}", judged(&engine, &tools, tool, arguments))?,
        }
    }
    Ok(())
}

/// What comes of a call. The gate stands first, so that no arguments are repaired in vain.
fn judged(engine: &Engine, tools: &Tools, tool: &str, arguments: &str) -> String {
    let gate = PolicyGate::deny_list(|tool: &str| engine.policy(tool));
    match Chain::new().then(gate).then(tools).adjudicate(tool, arguments) {
        Verdict::Allow | Verdict::Defer => format!("run: {tool} {arguments}"),
        Verdict::Transform(transform) => format!("run: {tool} {}", transform.arguments),
        Verdict::Deny(deny) => {
            let issues: Vec<String> = deny.issues.iter().map(ToString::to_string).collect();
            format!("to the model ({}): {}", deny.reason.as_str(), issues.join("; "))
        }
    }
}
