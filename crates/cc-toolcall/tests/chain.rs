//! Several adjudicators in a row: which verdict wins, what each of them sees, and the policies.

#![allow(clippy::unwrap_used, clippy::panic, reason = "helpers of tests fail by panicking")]

use std::collections::BTreeMap;
use std::sync::Mutex;

use cc_toolcall::{
    Adjudicator, Certainty, Chain, Deny, Grammar, Issue, Policy, PolicyGate, Reason, Repair, Tools,
    Transform, Verdict,
};

/// Says the same to every call, and writes down the arguments it sees.
struct Fixed<'a> {
    verdict: Verdict,
    seen: &'a Mutex<Vec<String>>,
}

impl Adjudicator for Fixed<'_> {
    fn adjudicate(&self, _tool: &str, arguments: &str) -> Verdict {
        self.seen.lock().unwrap().push(arguments.to_owned());
        self.verdict.clone()
    }
}

fn transform(certainty: Certainty) -> Verdict {
    let repairs = vec![Repair::Renamed { from: "s".to_owned(), to: "t".to_owned() }];
    let arguments = "{\"t\":1}".to_owned();
    Verdict::Transform(Transform::new("fixed", Reason::Malformed, arguments, repairs, certainty))
}

fn transform_to(arguments: &str) -> Verdict {
    let Verdict::Transform(mut transform) = transform(Certainty::Forced) else { panic!() };
    transform.arguments = arguments.to_owned();
    transform.repairs = vec![Repair::Renamed { from: "f".to_owned(), to: "t".to_owned() }];
    Verdict::Transform(transform)
}

fn deny() -> Verdict {
    Verdict::Deny(Deny::new("fixed", Reason::Malformed, vec![Issue::NotAnObject]))
}

fn tools(name: &str, grammar: cc_toolcall::GrammarBuilder) -> Tools {
    let mut tools = Tools::new();
    tools.insert(name, grammar.build().unwrap());
    tools
}

fn prohibited(tool: &str) -> Verdict {
    let issues = vec![Issue::ProhibitedTool { tool: tool.to_owned() }];
    Verdict::Deny(Deny::new("policy", Reason::Prohibited, issues))
}

/// Denies arguments that name this path.
struct Forbidden(&'static str);

impl Adjudicator for Forbidden {
    fn adjudicate(&self, _tool: &str, arguments: &str) -> Verdict {
        let fields: BTreeMap<String, serde_json::Value> = serde_json::from_str(arguments).unwrap();
        match fields.get("path") {
            Some(path) if path == self.0 => deny(),
            _ => Verdict::Defer,
        }
    }
}

#[test]
fn the_most_restrictive_verdict_wins_in_every_order() {
    // From least to most restrictive.
    let order = [Verdict::Allow, Verdict::Defer, transform(Certainty::Forced), deny()];
    for (one, first) in order.iter().enumerate() {
        for (two, second) in order.iter().enumerate() {
            for (three, third) in order.iter().enumerate() {
                let seen = Mutex::new(Vec::new());
                let mut chain = Chain::new();
                for verdict in [first, second, third] {
                    chain = chain.then(Fixed { verdict: verdict.clone(), seen: &seen });
                }
                let most = one.max(two).max(three);
                let verdict = chain.adjudicate("tool", "{\"s\":1}");
                assert_eq!(verdict.as_str(), order[most].as_str(), "{one} {two} {three}");
            }
        }
    }
}

#[test]
fn an_empty_chain_defers_and_so_does_one_whose_adjudicators_all_defer() {
    assert_eq!(Chain::new().adjudicate("tool", "not JSON"), Verdict::Defer);
    let seen = Mutex::new(Vec::new());
    let defer = || Fixed { verdict: Verdict::Defer, seen: &seen };
    let chain = Chain::new().then(defer()).then(defer()).then(Tools::new());
    assert_eq!(chain.adjudicate("tool", "not JSON"), Verdict::Defer);
    assert_eq!(*seen.lock().unwrap(), ["not JSON", "not JSON"]);
}

#[test]
fn each_adjudicator_sees_the_arguments_as_those_before_it_left_them() {
    let seen = Mutex::new(Vec::new());
    let of = |verdict| Fixed { verdict, seen: &seen };
    let chain = Chain::new()
        .then(of(Verdict::Defer))
        .then(of(transform(Certainty::Forced)))
        .then(of(Verdict::Defer))
        .then(of(Verdict::Allow));
    assert_eq!(chain.adjudicate("tool", "{\"s\":1}"), transform(Certainty::Forced));
    let (before, after) = ("{\"s\":1}", "{\"t\":1}");
    assert_eq!(*seen.lock().unwrap(), [before, before, after, after]);
}

#[test]
fn a_transform_cannot_carry_a_call_past_a_later_adjudicator() {
    let grammar = || Grammar::builder().required("path", None).alias("file", "path");
    let chain = Chain::new().then(tools("delete", grammar())).then(Forbidden("/etc"));
    // The call that is written properly is denied, and so is each that comes to the same.
    for arguments in [r#"{"path":"/etc"}"#, r#"{"file":"/etc"}"#, r#"{"_positional":["/etc"]}"#] {
        assert_eq!(chain.adjudicate("delete", arguments), deny(), "{arguments}");
    }
    for arguments in [r#"{"file":"/tmp"}"#, r#"{"_positional":["/tmp"]}"#] {
        let Verdict::Transform(transform) = chain.adjudicate("delete", arguments) else {
            panic!("{arguments}")
        };
        assert_eq!(transform.arguments, r#"{"path":"/tmp"}"#);
    }
    assert_eq!(chain.adjudicate("delete", r#"{"path":"/tmp"}"#), Verdict::Defer);

    let gate = |tool: &str| (tool == "delete").then_some(Policy::Prohibit);
    let gated = Chain::new().then(tools("delete", grammar())).then(PolicyGate::deny_list(gate));
    for arguments in [r#"{"path":"/tmp"}"#, r#"{"file":"/tmp"}"#, r#"{"_positional":["/tmp"]}"#] {
        assert_eq!(gated.adjudicate("delete", arguments), prohibited("delete"), "{arguments}");
    }
}

#[test]
fn a_denial_stands_whatever_comes_after_it() {
    let seen = Mutex::new(Vec::new());
    let of = |verdict| Fixed { verdict, seen: &seen };
    let chain = Chain::new().then(of(deny())).then(of(transform(Certainty::Forced)));
    assert_eq!(chain.adjudicate("tool", "{}"), deny());
    let inner = Chain::new().then(of(transform(Certainty::Forced))).then(of(deny()));
    let outer = Chain::new().then(inner).then(of(Verdict::Allow));
    assert_eq!(outer.adjudicate("tool", "{}"), deny());
}

#[test]
fn transforms_compose() {
    let first = tools("tool", Grammar::builder().required("a", None).alias("x", "a"));
    let second = || {
        let grammar = Grammar::builder().required("a", None).optional("y", None);
        tools("tool", grammar.required("b", None).required("c", None).alias("y2", "b"))
    };
    let renamed = |from: &str, to: &str| Repair::Renamed { from: from.into(), to: to.into() };
    let third = tools("tool", Grammar::builder().required("d", None).alias("c", "d"));
    let chain = Chain::new().then(first).then(second()).then(third);
    let Verdict::Transform(transform) =
        chain.adjudicate("tool", r#"{"x":1e400,"y2":"\u0041","c":3}"#)
    else {
        panic!("no transform")
    };
    assert_eq!(transform.arguments, r#"{"a":1e400,"b":"\u0041","d":3}"#);
    assert_eq!(transform.repairs, [renamed("x", "a"), renamed("y2", "b"), renamed("c", "d")]);
    assert_eq!(transform.certainty, Certainty::Forced);
}

#[test]
fn a_chain_is_as_certain_as_its_least_certain_transform() {
    let (forced, conventional) = (Certainty::Forced, Certainty::Conventional);
    for (one, two, both) in [
        (forced, forced, forced),
        (forced, conventional, conventional),
        (conventional, forced, conventional),
        (conventional, conventional, conventional),
    ] {
        let seen = Mutex::new(Vec::new());
        let of = |certainty| Fixed { verdict: transform(certainty), seen: &seen };
        let Verdict::Transform(transform) =
            Chain::new().then(of(one)).then(of(two)).adjudicate("tool", "{}")
        else {
            panic!("no transform")
        };
        assert_eq!(transform.certainty, both);
        assert_eq!(transform.repairs.len(), 2);
    }
}

fn policies(tool: &str) -> Option<Policy> {
    match tool {
        "read file" => Some(Policy::Use),
        "delete" => Some(Policy::Prohibit),
        _ => None,
    }
}

#[test]
fn the_policy_gate_denies_what_is_prohibited() {
    let gate = PolicyGate::deny_list(policies);
    assert_eq!(gate.adjudicate("delete", "{}"), prohibited("delete"));
    assert_eq!(gate.adjudicate("delete", "not JSON"), prohibited("delete"));
    // Whole names only: none of these is the item.
    for tool in ["read file", "search", "delete file", "undelete", "delet", "", "delete/all"] {
        assert_eq!(gate.adjudicate(tool, "{}"), Verdict::Defer, "{tool}");
    }
}

#[test]
fn the_policy_gate_with_an_allow_list_denies_what_is_not_in_use() {
    let gate = PolicyGate::allow_list(policies);
    assert_eq!(gate.adjudicate("read file", "not JSON"), Verdict::Defer);
    for tool in ["delete", "search", "read", "file", "read files", "read file 2", ""] {
        assert_eq!(gate.adjudicate(tool, "{}"), prohibited(tool), "{tool}");
    }
    assert_eq!(Reason::Prohibited.as_str(), "prohibited");
    assert!(!Reason::Prohibited.retryable());
    let Verdict::Deny(deny) = gate.adjudicate("a\n`b`", "{}") else { panic!("not denied") };
    assert!(!deny.issues[0].to_string().contains('\n'));
    assert_eq!(deny.issues[0].pointer(), "");
}

#[test]
fn the_policy_gate_asks_for_the_whole_name_as_an_identity() {
    // The identity is the lookup's: here it ignores case.
    let asked = Mutex::new(Vec::new());
    let gate = PolicyGate::deny_list(|tool: &str| {
        asked.lock().unwrap().push(tool.to_owned());
        policies(&tool.to_lowercase())
    });
    assert_eq!(gate.adjudicate("DELETE", "{}"), prohibited("DELETE"));
    assert_eq!(gate.adjudicate("Delete file", "{}"), Verdict::Defer);
    assert_eq!(*asked.lock().unwrap(), ["DELETE", "Delete file"]);
}

#[test]
fn of_several_transforms_the_last_gives_its_name_and_reason() {
    let seen = Mutex::new(Vec::new());
    let grammar = Grammar::builder().required("t", None).alias("s", "t");
    for (first, expected) in
        [(false, ("fixed", Reason::Malformed)), (true, ("grammar", Reason::Misroute))]
    {
        let tools = tools("tool", grammar.clone());
        let fixed = Fixed { verdict: transform_to("{\"s\":1}"), seen: &seen };
        let chain = Chain::new();
        let chain =
            if first { chain.then(fixed).then(tools) } else { chain.then(tools).then(fixed) };
        let verdict = chain.adjudicate("tool", "{\"s\":0}");
        assert_eq!((verdict.by().unwrap(), verdict.reason().unwrap()), expected);
        let Verdict::Transform(transform) = verdict else { panic!("no transform") };
        // The repairs of all are there, in the order in which they were made.
        let from = |repair: &Repair| match repair {
            Repair::Renamed { from, .. } => from.clone(),
            Repair::Positional { .. } => String::new(),
        };
        let repairs: Vec<String> = transform.repairs.iter().map(from).collect();
        assert_eq!(repairs, if first { ["f", "s"] } else { ["s", "f"] });
        assert_eq!(transform.arguments, if first { "{\"t\":1}" } else { "{\"s\":1}" });
    }
    let prohibit = PolicyGate::deny_list(policies);
    let chain = Chain::new().then(prohibit).then(Tools::new());
    assert_eq!(chain.adjudicate("delete", "{}").by(), Some("policy"));
    assert_eq!(chain.adjudicate("search", "{}").by(), None);
}
