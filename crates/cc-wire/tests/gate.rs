//! The policies of an engine decide about tools without being converted.

use cc_engine::Engine;
use cc_toolcall::{Adjudicator, PolicyGate, Verdict};

#[test]
fn the_policies_of_an_engine_go_into_a_gate_as_they_are() {
    let mut engine = Engine::new();
    for directive in ["prohibit delete_file", "use read_file"] {
        engine.step(directive);
    }
    let deny_list = PolicyGate::deny_list(|tool: &str| engine.policy(tool));
    assert!(matches!(deny_list.adjudicate("Delete_File", "{}"), Verdict::Deny(_)));
    assert_eq!(deny_list.adjudicate("read_file", "{}"), Verdict::Defer);
    assert_eq!(deny_list.adjudicate("search", "{}"), Verdict::Defer);
    let allow_list = PolicyGate::allow_list(|tool: &str| engine.policy(tool));
    assert_eq!(allow_list.adjudicate("read_file", "{}"), Verdict::Defer);
    assert!(matches!(allow_list.adjudicate("search", "{}"), Verdict::Deny(_)));
}
