use super::*;

/// A step that runs `cargo` with one option, which it has or has not.
fn step(name: &str, option: &str) -> Step {
    Step {
        name: name.to_owned(),
        shown: format!("run {name}"),
        program: workspace::cargo(),
        arguments: vec![option.to_owned()],
        variable: None,
        quiet: true,
        fix: Some("fix it"),
    }
}

/// Runs the steps, and takes the times out of what they wrote.
fn outcome(steps: &[Step]) -> (bool, String) {
    let mut out = Vec::new();
    let passed = run_steps(steps, &mut out).unwrap();
    let text = String::from_utf8(out).unwrap();
    let without_time = |word: &str| match word.contains('.') && word.parse::<f64>().is_ok() {
        true => "some".to_owned(),
        false => word.to_owned(),
    };
    let line = |line: &str| line.split(' ').map(without_time).collect::<Vec<_>>().join(" ");
    (passed, text.lines().map(line).collect::<Vec<_>>().join("\n"))
}

#[test]
fn all_steps_run_in_order() {
    let (passed, text) = outcome(&[step("one", "--version"), step("two", "--version")]);
    assert!(passed);
    insta::assert_snapshot!(text, @r"
    ci: [1/2] one: run one
    ci: one passed in some s
    ci: [2/2] two: run two
    ci: two passed in some s
    ci: all 2 steps passed
    ");
}

#[test]
fn the_first_failure_ends_the_run_and_says_what_fixes_it() {
    let (passed, text) = outcome(&[step("one", "--no-such-option"), step("two", "--version")]);
    assert!(!passed);
    insta::assert_snapshot!(text, @r"
    ci: [1/2] one: run one
    ci: one failed after some s: it ended with exit status: 1
    ci: the command was: run one
    ci: run this to fix it: fix it
    ");
}

#[test]
fn a_program_that_is_not_there_is_told_from_one_that_is() {
    assert!(process::is_absent("no-program-has-this-name"));
    assert!(!process::is_absent(&workspace::cargo().to_string_lossy()));
}
