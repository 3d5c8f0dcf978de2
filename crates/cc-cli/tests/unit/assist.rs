//! Completion, hints and colour, without a terminal.

use cc_contract::ContractName;
use cc_wire::AnyEngine;
use rustyline::history::DefaultHistory;

use super::*;

fn assist(paint: Paint) -> Assist {
    let state = r#"{"policies":{"raw sql":"prohibit","ripgrep":"use","rust fmt":"use","tea":"prohibit"},"premise":"brief","version":2}"#;
    let engine = AnyEngine::import_json(ContractName::V0_9, state).unwrap();
    Assist::new(Dialogue::new(engine, paint))
}

/// The lines that completion makes of `line`.
fn completed(line: &str) -> Vec<String> {
    let (start, candidates) = assist(Paint::plain()).candidates(line);
    let complete = |pair: &Pair| format!("{}{}", line.get(..start).unwrap(), pair.replacement);
    candidates.iter().map(complete).collect()
}

#[test]
fn keywords_and_commands_complete_in_any_case() {
    assert_eq!(completed("us"), ["use "]);
    assert_eq!(completed("RE"), ["remove policy ", "reset policies"]);
    assert_eq!(completed("clear"), ["clear premise", "clear state"]);
    assert_eq!(completed("set premise"), ["set premise "]);
    assert_eq!(completed(":s"), [":save "]);
    assert_eq!(completed("hello"), [""; 0]);
    assert_eq!(completed("").len(), starts(ContractName::V0_9).len() + COMMANDS.len());
}

#[test]
fn items_of_the_state_complete_by_their_identity() {
    assert_eq!(completed("remove policy ru"), ["remove policy rust fmt"]);
    assert_eq!(completed("remove policy RUST F"), ["remove policy rust fmt"]);
    assert_eq!(completed("remove policy r").len(), 3);
    assert_eq!(completed("remove policy ").len(), 4);
    assert_eq!(completed("use t"), ["use tea"]);
    assert_eq!(completed("remove policy x"), [""; 0]);
}

#[test]
fn instead_of_completes_and_offers_items_in_use_only() {
    assert_eq!(completed("use cocoa "), ["use cocoa instead of "]);
    assert_eq!(completed("use cocoa inst"), ["use cocoa instead of "]);
    let replaced = ["use cocoa instead of ripgrep", "use cocoa instead of rust fmt"];
    assert_eq!(completed("use cocoa instead of r"), replaced);
    assert_eq!(completed("use cocoa instead of te"), [""; 0]);
}

#[test]
fn the_input_of_step_and_preview_completes_like_a_line() {
    assert_eq!(completed("preview us"), ["preview use "]);
    assert_eq!(completed("step remove policy te"), ["step remove policy tea"]);
}

#[test]
fn candidates_are_shown_without_anything_hidden() {
    let mut assist = assist(Paint::plain());
    assist.dialogue.engine.step("use \u{1b}x");
    let (_, candidates) = assist.candidates("remove policy \u{1b}");
    assert_eq!(candidates.len(), 1);
    assert_eq!(candidates[0].display, r"\u{1b}x");
    assert_eq!(candidates[0].replacement, "\u{1b}x");
}

fn hint(line: &str, position: usize) -> Option<String> {
    let history = DefaultHistory::new();
    let context = Context::new(&history);
    let effect = assist(Paint::plain()).hint(line, position, &context)?;
    assert_eq!(effect.completion(), None);
    Some(effect.display().to_owned())
}

#[test]
fn a_hint_says_what_the_line_would_do() {
    let cases = [
        ("use cocoa", "  (+ use cocoa)"),
        ("use ripgrep", "  (no change)"),
        ("use tea", "  (refused: \"tea\" is currently prohibited.)"),
        ("use ag instead of ripgrep", "  (+ use ag, - use ripgrep)"),
        ("remove policy tea", "  (- prohibit tea)"),
        ("change premise to long", "  (changes the premise)"),
        ("set premise long", "  (refused: Premise already set.)"),
        ("clear premise", "  (clears the premise)"),
        ("reset policies", "  (- 4 policies)"),
        ("clear state", "  (clears the premise, - 4 policies)"),
        ("use", "  (the item is missing)"),
        ("preview use cocoa", "  (+ use cocoa)"),
    ];
    for (line, expected) in cases {
        assert_eq!(hint(line, line.len()).as_deref(), Some(expected), "{line}");
    }
    assert_eq!(hint("hello", 5), None);
    assert_eq!(hint("use cocoa", 3), None, "the cursor is not at the end");
    assert_eq!(hint("use a\nuse b", 11), None, "lines pasted together are taken one by one");
    let long = format!("use {}", "x".repeat(500));
    assert!(hint(&long, long.len()).unwrap().len() < 80);
}

#[test]
fn colour_marks_keywords_and_faults() {
    let assist = assist(Paint::colourful());
    let highlight = |line: &str| {
        let painted = assist.highlight(line, 0).into_owned();
        painted
            .replace("\u{1b}[1m\u{1b}[36m", "<")
            .replace("\u{1b}[1m\u{1b}[31m", "!")
            .replace("\u{1b}[0m", ">")
    };
    assert_eq!(highlight("use tea"), "<use >tea");
    assert_eq!(highlight(" Use\ta  instead of b "), "< Use\t>a<  instead of >b ");
    assert_eq!(highlight("clear state\u{b}"), "<clear state>?");
    assert_eq!(highlight("change premise to x"), "<change premise to >x");
    assert_eq!(highlight("use a and use b"), "use a and !use> b");
    assert_eq!(highlight("hello"), "hello");
}

#[test]
fn control_characters_never_reach_the_terminal_and_keep_their_length() {
    let assist = assist(Paint::plain());
    for line in ["use a\u{1b}[2J", "\u{9b}31m", "a\u{7f}\u{0}b"] {
        let shown = assist.highlight(line, 0);
        assert!(!shown.contains(char::is_control), "{shown:?}");
        assert_eq!(shown.len(), line.len());
    }
}

#[test]
fn the_grammar_and_the_effect_are_those_of_the_contract() {
    let engine = AnyEngine::new(ContractName::V0_5);
    let assist = Assist::new(Dialogue::new(engine, Paint::plain()));
    assert_eq!(assist.effect("use The Tea").as_deref(), Some("+ use tea"));
    assert_eq!(assist.effect("Use tea"), None);
    assert_eq!(assist.effect("use the").as_deref(), Some("refused: Policy item cannot be empty."),);
    let assist = Assist::new(Dialogue::new(AnyEngine::new(ContractName::V0_5), Paint::colourful()));
    let painted = assist.highlight("use  a instead of b ", 0).replace("\u{1b}[1m\u{1b}[36m", "<");
    assert_eq!(painted.replace("\u{1b}[0m", ">"), "<use > a< instead of >b ");
}
