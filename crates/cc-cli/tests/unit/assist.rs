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
    assert_eq!(completed(":s"), [":save ", ":save! "]);
    assert_eq!(completed("hello"), [""; 0]);
    let all = starts(ContractName::V0_9).len() + starts_of_commands(ContractName::V0_9).count();
    assert_eq!(completed("").len(), all);
}

#[test]
fn paths_complete_after_the_commands_that_take_one() {
    let directory = tempfile::tempdir().unwrap();
    std::fs::write(directory.path().join("state.json"), "").unwrap();
    let history = DefaultHistory::new();
    for command in [":save ", ":save! ", ":load "] {
        let line = format!("{command}{}/st", directory.path().display());
        let completed = assist(Paint::plain()).complete(&line, line.len(), &Context::new(&history));
        assert_eq!(completed.unwrap().1.len(), 1, "{line}");
    }
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

/// A line with `<` or `!` where a keyword or a fault begins, and `>` where it ends.
fn highlighted(assist: &Assist, line: &str) -> String {
    let painted = assist.highlight(line, 0).into_owned();
    painted
        .replace("\u{1b}[1m\u{1b}[36m", "<")
        .replace("\u{1b}[1m\u{1b}[31m", "!")
        .replace("\u{1b}[0m", ">")
}

#[test]
fn a_hint_that_would_be_broken_has_a_row_of_its_own() {
    let mut assist = assist(Paint::plain());
    let history = DefaultHistory::new();
    let mut hint = |line: &str, columns| {
        assist.dialogue.columns = columns;
        let effect = assist.hint(line, line.len(), &Context::new(&history)).unwrap();
        effect.display().to_owned()
    };
    let refused = "  (refused: \"tea\" is currently prohibited.)";
    assert_eq!(hint("use tea", 52), format!("\n{refused}"));
    assert_eq!(hint("use tea", 53), refused);
    assert_eq!(hint("use tea", 40), "\n  (refused: \"tea\" is currently\n    prohibited.)");
    // The line itself may take rows.
    assert_eq!(hint("use \u{4f60}\u{597d}\u{4f60}\u{597d}\u{4f60}\u{597d}", 40).len(), 29);
    for columns in 0..80 {
        let hint = hint("use tea", columns);
        assert!(hint.lines().all(|row| row.width() <= columns.max(16)), "{columns}: {hint}");
    }
}

#[test]
fn what_is_no_input_has_no_hint_and_no_colour() {
    let mut assist = assist(Paint::colourful());
    let history = DefaultHistory::new();
    let waits = |assist: &Assist| {
        let hint = assist.hint("use cocoa", 9, &Context::new(&history));
        hint.is_none() && highlighted(assist, "use cocoa") == "use cocoa"
    };
    assert!(!waits(&assist));
    let mut out = String::new();
    for entry in ["use tea", ":repair 1"] {
        assist.dialogue.take(entry, &mut out);
    }
    assert!(waits(&assist));
    assist.dialogue.take("no", &mut out);
    assist.dialogue.dropping = true;
    assert!(waits(&assist));
}

#[test]
fn contract_m1_has_hints_and_colour_too() {
    let mut assist =
        Assist::new(Dialogue::new(AnyEngine::new(ContractName::M1), Paint::colourful()));
    for (line, effect) in [
        ("use my phone", Some("changes focus.device")),
        ("never use tea and milk", Some("+ prohibit milk, + prohibit tea")),
        ("allow tea", Some("no change")),
        (
            "use tea and milk",
            Some("refused: focus.device accepts one value. Please provide a single value."),
        ),
        ("don use tea", Some("asks: Did you mean to prohibit 'tea'?")),
        ("hello", None),
    ] {
        assert_eq!(assist.effect(line).as_deref(), effect, "{line}");
    }
    for (line, painted) in [
        ("use my phone", "<use >my phone"),
        ("Please don't use  tea ", "<Please don't use  >tea< >"),
        ("tea is fine", "tea< is fine>"),
        ("clear state", "<clear state>"),
        ("actually tea", "<actually >tea"),
        ("use tea and milk", "use !tea and milk>"),
        ("preview never use tea", "preview <never use >tea"),
        ("hello", "hello"),
    ] {
        assert_eq!(highlighted(&assist, line), painted);
    }
    assist.dialogue.engine.step("don use tea");
    assert_eq!(assist.effect("yes").as_deref(), Some("+ prohibit tea"));
    assert_eq!(highlighted(&assist, "use tea"), "use tea");
}

#[test]
fn repairs_are_offered_by_the_contract_that_has_them() {
    for contract in ContractName::ALL.iter().copied() {
        let assist = Assist::new(Dialogue::new(AnyEngine::new(contract), Paint::plain()));
        let (_, candidates) = assist.candidates(":re");
        assert_eq!(!candidates.is_empty(), contract == ContractName::V0_9, "{contract}");
    }
}

#[test]
fn colour_marks_keywords_and_faults() {
    let assist = assist(Paint::colourful());
    let highlight = |line: &str| highlighted(&assist, line);
    assert_eq!(highlight("use tea"), "<use >tea");
    assert_eq!(highlight(" Use\ta  instead of b "), "< Use\t>a<  instead of >b ");
    assert_eq!(highlight("clear state\u{b}"), "<clear state>?");
    assert_eq!(highlight("change premise to x"), "<change premise to >x");
    assert_eq!(highlight("use a and use b"), "use a and !use> b");
    assert_eq!(highlight("step use a and use b"), "step use a and !use> b");
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
