//! The work that both programs do, and the ratio that is asked for.

use serde::Serialize;

use super::report::Goal;

/// What is repeated.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub(super) enum Operation {
    /// One step for each text.
    Step,
    /// One export for each text, which is not looked at.
    Export,
    /// One import of each text.
    Import,
}

/// A piece of work for one engine.
#[derive(Clone, Debug, Serialize)]
pub(super) struct Workload {
    /// What it is called in the report.
    #[serde(skip)]
    pub(super) name: String,
    /// The state at the start, as exported JSON text.
    pub(super) state: String,
    /// What is repeated, for each of these texts in turn.
    pub(super) operation: Operation,
    pub(super) texts: Vec<String>,
    /// How often the reference goes through the texts.
    pub(super) rounds: u32,
    /// How often this implementation does.
    #[serde(skip)]
    pub(super) our_rounds: u32,
    /// What is asked for beside the reference.
    #[serde(skip)]
    pub(super) goal: Goal,
}

/// A state of `policies` items in use, as exported JSON text.
pub(super) fn state(policies: usize) -> String {
    let mut items: Vec<String> = (0..policies).map(|n| format!("\"item {n}\":\"use\"")).collect();
    items.sort_unstable();
    format!("{{\"policies\":{{{}}},\"premise\":null,\"version\":2}}", items.join(","))
}

/// Two steps that undo each other.
const CHANGE: [&str; 2] = ["prohibit something else", "remove policy something else"];

/// Everything that is compared inside one process.
pub(super) fn workloads() -> Vec<Workload> {
    let mut workloads = Vec::new();
    let mut add = |name: &str, policies, operation, texts: &[&str], rounds, goal| {
        workloads.push(Workload {
            name: format!("{name}, {policies} policies"),
            state: state(policies),
            operation,
            texts: texts.iter().map(|text| (*text).to_owned()).collect(),
            rounds,
            // Long enough that the clock and a cold start do not show.
            our_rounds: if operation == Operation::Step { rounds * 1_000 } else { rounds * 100 },
            goal,
        });
    };
    let step = Operation::Step;
    let ordinary = ["What would go well with roast pumpkin?", "And with leeks, if I may ask?"];
    let held = ["use item 5"];
    add("ordinary text", 10, step, &ordinary, 5_000, Goal::AtLeast(300.0));
    add("idempotent use", 10, step, &held, 2_000, Goal::AtLeast(300.0));
    add("alternating change", 10, step, &CHANGE, 1_000, Goal::Open);
    add("ordinary text", 1_000, step, &ordinary, 5_000, Goal::Open);
    add("idempotent use", 1_000, step, &held, 50, Goal::AtLeast(3_000.0));
    add("alternating change", 1_000, step, &CHANGE, 25, Goal::Open);
    let premise = "please keep the tables as they are and the replies short, ".repeat(210);
    let set_premise = format!("set premise {premise}");
    let long = [&set_premise, "clear premise"];
    add("12 KB set premise and clear", 0, step, &long, 10, Goal::AtLeast(1_000.0));
    let accented = format!("use {}", "Crème  Brûlée, ".repeat(555));
    let long = [accented.as_str(), "reset policies"];
    add("10 KB accented item and reset", 0, step, &long, 10, Goal::AtLeast(100.0));
    add("export", 1_000, Operation::Export, &[""], 50, Goal::Open);
    let exported = state(1_000);
    add("import", 1_000, Operation::Import, &[&exported], 20, Goal::Open);
    workloads
}

/// A step at more and more of something.
pub(super) struct Curve {
    pub(super) name: &'static str,
    /// How many times as long as the first the last may take, if that is fixed.
    pub(super) most: Option<f64>,
    pub(super) points: Vec<(String, Workload)>,
}

/// The steps whose growth is shown.
pub(super) fn curves() -> [Curve; 4] {
    let point = |size: usize, state, texts: &[&str], rounds, our_rounds| {
        let texts = texts.iter().map(|text| (*text).to_owned()).collect();
        let (name, operation, goal) = (String::new(), Operation::Step, Goal::Open);
        (grouped(size), Workload { name, state, operation, texts, rounds, our_rounds, goal })
    };
    // Only the number of policies must not count; a step is linear in its input.
    let policies = |name, texts: &[&str]| {
        let sizes = [(10, 2_000), (100, 500), (1_000, 50), (10_000, 5), (100_000, 1)];
        let points = sizes.map(|(size, rounds)| point(size, state(size), texts, rounds, 200_000));
        Curve { name, most: Some(4.0), points: points.to_vec() }
    };
    let bytes = |name, begin: &str, piece: &str, undo: &str| {
        let sizes = [(100, 500), (1_000, 100), (10_000, 10), (100_000, 1)];
        let points = sizes.map(|(size, rounds)| {
            let text = format!("{begin}{}", piece.repeat(size / piece.len()));
            let ours = u32::try_from(20_000_000 / size).unwrap_or(1).min(200_000);
            point(size, state(0), &[&text, undo], rounds, ours)
        });
        Curve { name, most: None, points: points.to_vec() }
    };
    [
        policies("idempotent use: policies", &["use item 5"]),
        policies("alternating change: policies", &CHANGE),
        bytes("set premise and clear: bytes", "set premise ", "short replies ", "clear premise"),
        bytes("use, an item not normal: bytes", "use ", "Crème  Brûlée, ", "reset policies"),
    ]
}

/// A number with a comma between thousands.
fn grouped(number: usize) -> String {
    match number {
        0..1_000 => number.to_string(),
        _ => format!("{},{:03}", number / 1_000, number % 1_000),
    }
}
