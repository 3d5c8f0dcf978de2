use super::*;

fn check(name: &str, check: fn() -> Result<(), String>) -> Step {
    Step {
        name: name.to_owned(),
        shown: format!("run {name}"),
        action: Action::Check(Box::new(check)),
        fix: Some("fix it"),
    }
}

/// Runs the steps, and takes the times out of what they wrote.
fn outcome(steps: &[Step]) -> (bool, String) {
    let mut out = Vec::new();
    let passed = run_steps(steps, &mut out).unwrap();
    (passed, String::from_utf8(out).unwrap().replace("0.0 s", "no time"))
}

#[test]
fn all_steps_run_in_order() {
    let steps = [check("one", || Ok(())), check("two", || Ok(()))];
    let (passed, text) = outcome(&steps);
    assert!(passed);
    insta::assert_snapshot!(text, @r"
    ci: [1/2] one: run one
    ci: one passed in no time
    ci: [2/2] two: run two
    ci: two passed in no time
    ci: all 2 steps passed
    ");
}

#[test]
fn the_first_failure_ends_the_run_and_says_what_fixes_it() {
    let steps = [check("one", || Err("a fault".to_owned())), check("two", || Ok(()))];
    let (passed, text) = outcome(&steps);
    assert!(!passed);
    insta::assert_snapshot!(text, @r"
    ci: [1/2] one: run one
    ci: one failed after no time: a fault
    ci: the command was: run one
    ci: run this to fix it: fix it
    ");
}
