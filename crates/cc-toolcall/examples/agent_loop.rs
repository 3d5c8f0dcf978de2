//! The loop of an agent: every call that the model makes is judged before it runs.
//!
//! The gate comes first, then the grammar. A call is run as the verdict says; a denied one goes
//! back to the model with the sentences of its issues. The model is a trait, and a scripted one
//! stands in for it here.
//!
//! Run it with `cargo run -p cc-toolcall --example agent_loop`.

use std::error::Error;
use std::io::{self, Write};

use cc_toolcall::{
    Adjudicator, Certainty, Chain, Deny, Order, Policy, PolicyGate, Repair, Tools, Verdict,
};

/// A call as a model makes it: the arguments are text, and may be anything.
#[derive(Clone, Copy)]
struct Call {
    tool: &'static str,
    arguments: &'static str,
}

/// Whatever answers the result of its last call with its next one.
trait Model {
    fn next(&mut self, result: &str) -> Option<Call>;
}

/// Makes its calls in order.
struct Scripted<I>(I);

impl<I: Iterator<Item = Call>> Model for Scripted<I> {
    fn next(&mut self, _result: &str) -> Option<Call> {
        self.0.next()
    }
}

const SCRIPT: [Call; 9] = [
    // One value without a name.
    Call { tool: "search", arguments: r#"{"_positional":["exchange rates"]}"# },
    // Synonyms, and a number that no float can hold.
    Call { tool: "convert", arguments: r#"{"from":"USD","to":"EUR","amount":9007199254740993}"# },
    // Text that breaks off, and the same call in full.
    Call { tool: "convert", arguments: r#"{"from_currency":"USD","to_cur"# },
    Call {
        tool: "convert",
        arguments: r#"{"from_currency":"USD","to_currency":"EUR","amount":240}"#,
    },
    // Values that only their order tells apart, and the same call with names.
    Call { tool: "copy_file", arguments: r#"{"_positional":["/rates","/backup"]}"# },
    Call { tool: "copy_file", arguments: r#"{"src":"/rates","dst":"/backup"}"# },
    // What the user prohibited, misshapen too.
    Call { tool: "delete_file", arguments: r#"{"_positional":["/rates"]}"# },
    // A tool without a grammar.
    Call { tool: "current_time", arguments: "null" },
    Call { tool: "finish", arguments: r#"{"summary":"done"}"# },
];

/// A tool that has a grammar.
struct Tool {
    name: &'static str,
    schema: &'static str,
    /// From synonym to parameter.
    aliases: &'static [(&'static str, &'static str)],
}

const TOOLS: [Tool; 4] = [
    Tool {
        name: "search",
        schema: r#"{"type":"object","properties":{"q":{"type":"string"},"limit":{"type":"integer"}},"required":["q"]}"#,
        aliases: &[("query", "q")],
    },
    Tool {
        name: "convert",
        schema: r#"{"type":"object","properties":{"from_currency":{},"to_currency":{},"amount":{"type":"number"}},"required":["from_currency","to_currency","amount"]}"#,
        aliases: &[("from", "from_currency"), ("to", "to_currency")],
    },
    Tool {
        name: "copy_file",
        schema: r#"{"type":"object","properties":{"src":{},"dst":{}},"required":["src","dst"]}"#,
        aliases: &[],
    },
    Tool {
        name: "delete_file",
        schema: r#"{"type":"object","properties":{"path":{}},"required":["path"]}"#,
        aliases: &[],
    },
];

/// How often in a row a model may be denied before the loop ends.
const TRIES: u32 = 3;

fn main() -> Result<(), Box<dyn Error>> {
    run(&mut io::stdout().lock())
}

pub(crate) fn run(out: &mut dyn Write) -> Result<(), Box<dyn Error>> {
    // What only the order of several values decides is not run here.
    let mut tools = Tools::new().least_certainty(Certainty::Forced);
    for Tool { name, schema, aliases } in TOOLS {
        tools.load(name, schema, Order::Declared, aliases.iter().copied())?;
    }
    // A host with an engine looks the identity of the name up in the engine's state.
    let policy = |tool: &str| match tool {
        "delete_file" => Some(Policy::Prohibit),
        "search" => Some(Policy::Use),
        _ => None,
    };
    // The gate looks at names alone, so it comes before what may transform arguments.
    let chain = Chain::new().then(PolicyGate::deny_list(policy)).then(tools);
    converse(&mut Scripted(SCRIPT.into_iter()), &chain, out)
}

/// Runs the calls of the model until it makes no more, or is denied too often.
fn converse(
    model: &mut dyn Model,
    chain: &dyn Adjudicator,
    out: &mut dyn Write,
) -> Result<(), Box<dyn Error>> {
    let mut result = "Begin.".to_owned();
    let mut denied = 0;
    while let Some(call) = model.next(&result) {
        writeln!(out, "model:  {} {}", call.tool, call.arguments)?;
        result = match chain.adjudicate(call.tool, call.arguments) {
            Verdict::Allow | Verdict::Defer => {
                denied = 0;
                execute(call.tool, call.arguments, out)?
            }
            Verdict::Transform(transform) => {
                denied = 0;
                for repair in &transform.repairs {
                    writeln!(out, "repair: {}", described(repair))?;
                }
                // What runs is what was judged, and not what the model wrote.
                execute(call.tool, &transform.arguments, out)?
            }
            Verdict::Deny(deny) => {
                denied += 1;
                told(&deny)
            }
        };
        writeln!(out, "host:   {result}")?;
        if denied == TRIES {
            writeln!(out, "host:   denied {TRIES} times in a row, so this ends here")?;
            break;
        }
    }
    Ok(())
}

/// Stands for the tools themselves.
fn execute(tool: &str, arguments: &str, out: &mut dyn Write) -> Result<String, Box<dyn Error>> {
    writeln!(out, "run:    {tool} {arguments}")?;
    Ok(format!("{tool} is done"))
}

/// What the model gets for a call that is not made.
fn told(deny: &Deny) -> String {
    let sentences: Vec<String> = deny.issues.iter().map(ToString::to_string).collect();
    let advice = if deny.reason.retryable() { "call it again" } else { "do not call it again" };
    format!("not run ({}), {advice}: {}", deny.reason.as_str(), sentences.join("; "))
}

fn described(repair: &Repair) -> String {
    match repair {
        Repair::Renamed { from, to } => format!("`{from}` is `{to}`"),
        Repair::Positional { index, to } => format!("value {index} is `{to}`"),
    }
}
