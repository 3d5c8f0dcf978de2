//! Questions that wait for an answer, and what is taken meanwhile.

use cc_m1::{Decision, Engine, Prompt};

fn after(inputs: &[&str]) -> Engine {
    let mut engine = Engine::new();
    for input in inputs {
        engine.step(input);
    }
    engine
}

fn confirm(item: &str) -> Decision {
    Decision::Clarify(Prompt::Confirm(item.to_owned()))
}

fn confirm_again(item: &str) -> Decision {
    Decision::Clarify(Prompt::ConfirmAgain(item.to_owned()))
}

fn items(engine: &Engine) -> Vec<&str> {
    engine.state().prohibited().collect()
}

/// What would be taken if no question were open, and answers that are none.
const OTHERS: [&str; 25] = [
    "",
    " ",
    "hello",
    "y",
    "yes.",
    "yes please",
    "yes yes",
    "\"yes\"",
    "yeah",
    "nope",
    "no.",
    "no,",
    "no, desk",
    "n o",
    "reset policies",
    "clear constraints",
    "clear state",
    "use desk",
    "actually desk",
    "never use milk",
    "allow coffee",
    "coffee is fine",
    "don use milk",
    "no use tea",
    "ye\u{200b}s",
];

#[test]
fn yes_prohibits_the_item() {
    for yes in [
        "yes",
        "Yes",
        " YES \n",
        "\u{a0}yes\u{1f}",
        "ｙes",
        "ye\u{17f}",
        "\u{ff39}\u{ff25}\u{ff33}",
    ] {
        let mut engine = after(&["use lamp", "never coffee", "don use the Tea"]);
        assert_eq!(engine.pending(), Some("tea"));
        assert_eq!(items(&engine), ["coffee"]);
        assert_eq!(engine.step(yes), Decision::Update, "{yes:?}");
        assert_eq!(engine.pending(), None);
        assert_eq!(items(&engine), ["coffee", "tea"]);
        assert_eq!(engine.state().focus_device(), Some("lamp"));
        // The question is answered once.
        let answered = engine.clone();
        assert_eq!(engine.step(yes), Decision::Passthrough);
        assert_eq!(engine, answered);
    }
}

#[test]
fn no_discards_the_question() {
    for no in ["no", "No", "\tNO ", "\u{3000}no", "ｎｏ"] {
        let mut engine = after(&["use lamp", "never coffee", "no use tea"]);
        assert_eq!(engine.pending(), Some("tea"));
        assert_eq!(engine.step(no), Decision::Passthrough, "{no:?}");
        assert_eq!(engine, after(&["use lamp", "never coffee"]));
        assert_eq!(engine.step("yes"), Decision::Passthrough);
        assert_eq!(engine.step("use desk"), Decision::Update);
        assert_eq!(items(&engine), ["coffee"]);
    }
}

#[test]
fn anything_else_is_asked_again_and_changes_nothing() {
    let mut engine = after(&["use lamp", "never coffee"]);
    assert_eq!(engine.step("don use tea"), confirm("tea"));
    let asked = engine.clone();
    for other in OTHERS {
        let decision = engine.step(other);
        assert_eq!(decision, confirm_again("tea"), "{other:?}");
        assert_eq!(
            decision.message().as_deref(),
            Some("Did you mean to prohibit 'tea'? Please answer yes or no.")
        );
        assert_eq!(engine, asked, "{other:?}");
    }
    let mut refused = engine.clone();
    assert_eq!(engine.step("yes"), Decision::Update);
    assert_eq!(engine, after(&["use lamp", "never coffee, tea"]));
    assert_eq!(refused.step("no"), Decision::Passthrough);
    assert_eq!(refused, after(&["use lamp", "never coffee"]));
}

#[test]
fn yes_and_no_without_a_question_are_passthrough() {
    for past in
        [&[][..], &["use lamp", "never tea"], &["use a, b"], &["no use a, b"], &["actually"]]
    {
        let engine = after(past);
        assert_eq!(engine.pending(), None, "{past:?}");
        for answer in ["yes", "no", "YES", " No "] {
            let mut engine = engine.clone();
            assert_eq!(engine.step(answer), Decision::Passthrough, "{past:?} {answer:?}");
            assert_eq!(engine, after(past));
        }
    }
}

#[test]
fn only_one_unclear_item_opens_a_question() {
    for input in ["don use a, b", "no use a and b", "no use a, b and c", "no use a, a"] {
        let mut engine = Engine::new();
        let decision = engine.step(input);
        assert_eq!(decision, Decision::Clarify(Prompt::UnclearItems), "{input:?}");
        assert_eq!(engine, Engine::new());
        assert_eq!(engine.step("yes"), Decision::Passthrough);
    }
    for input in ["don use", "no use ,", "no use  "] {
        let mut engine = Engine::new();
        assert_eq!(engine.step(input), Decision::Passthrough, "{input:?}");
        assert_eq!(engine, Engine::new());
    }
}

#[test]
fn no_other_clarification_waits() {
    let unclear = ["actually x", "never ,", "allow  ", "use a, b", "use and", "no use a, b"];
    for input in unclear {
        let mut engine = Engine::new();
        assert_eq!(engine.step(input).kind(), "clarify", "{input:?}");
        assert_eq!(engine, Engine::new(), "{input:?}");
        assert_eq!(engine.step("use desk"), Decision::Update, "{input:?}");
    }
}

#[test]
fn an_item_that_is_prohibited_already_is_asked_about_all_the_same() {
    let mut engine = after(&["never tea"]);
    assert_eq!(engine.step("no use The TEA"), confirm("tea"));
    assert_eq!(engine.step("yes"), Decision::Update);
    assert_eq!(engine, after(&["never tea"]));
}

#[test]
fn questions_follow_one_another() {
    let mut engine = Engine::new();
    assert_eq!(engine.step("don use tea"), confirm("tea"));
    assert_eq!(engine.step("don use milk"), confirm_again("tea"));
    assert_eq!(engine.step("no"), Decision::Passthrough);
    assert_eq!(engine.step("don use milk"), confirm("milk"));
    assert_eq!(engine.step("yes"), Decision::Update);
    assert_eq!(engine.step("no use tea"), confirm("tea"));
    assert_eq!(engine.step("yes"), Decision::Update);
    assert_eq!(items(&engine), ["milk", "tea"]);
}

#[test]
fn a_question_leaves_the_fact_to_be_corrected_as_it_was() {
    let nothing = Decision::Clarify(Prompt::NothingToCorrect);
    let mut engine = after(&["no use tea", "use lamp", "yes"]);
    assert_eq!(engine.step("actually desk"), nothing);
    let mut engine = after(&["use lamp", "no use tea", "reset policies", "yes"]);
    assert_eq!(engine.step("actually desk"), Decision::Update);
    assert_eq!(engine.state().focus_device(), Some("desk"));
    assert_eq!(items(&engine), ["tea"]);
    assert_eq!(engine.step("reset policies"), Decision::Update);
    assert_eq!(engine.step("actually desk"), nothing);
    assert_eq!(engine, Engine::new());
}
