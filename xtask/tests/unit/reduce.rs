use super::super::session::Preload;
use super::*;

/// A session of conversations, each after a reset.
fn session(preload: Option<&str>, conversations: &[&[&str]]) -> Session {
    let conversation = |lines: &&[&str]| {
        let lines = lines.iter().map(|line| Line::Input((*line).to_owned()));
        std::iter::once(Line::Reset).chain(lines).collect::<Vec<_>>()
    };
    Session {
        preload: preload.map(|text| Preload { is_checkpoint: false, text: text.to_owned() }),
        lines: conversations.iter().flat_map(conversation).collect(),
    }
}

fn has(session: &Session, text: &str) -> bool {
    session.lines.iter().any(|line| matches!(line, Line::Input(it) if it.contains(text)))
}

#[test]
fn what_does_not_matter_is_left_out() {
    let long = session(
        Some("{...}"),
        &[&["one", "two"], &["three", "a needle in hay", "four", "and a pin"], &["five"]],
    );
    let mut asked = 0;
    let short = reduce(&long, 1_000, |candidate| {
        asked += 1;
        has(candidate, "needle") && has(candidate, "pin")
    });
    let lines = ["needle", "pin"].map(|line| Line::Input(line.to_owned()));
    assert_eq!(short, Session { preload: None, lines: lines.to_vec() });
    assert!(asked < 200, "{asked}");
}

#[test]
fn a_reset_that_matters_is_kept() {
    let long = session(None, &[&["one", "two"], &["three"]]);
    let short = reduce(&long, 1_000, |candidate| {
        has(candidate, "w") && has(candidate, "th") && candidate.lines.contains(&Line::Reset)
    });
    let inputs = short.lines.iter().filter(|line| **line != Line::Reset);
    assert!(inputs.eq(["w", "th"].map(|text| Line::Input(text.to_owned())).iter()));
    assert_eq!(short.lines.len(), 3);
}

#[test]
fn a_state_that_matters_is_kept_and_shortened() {
    let long = session(Some("abcXdef"), &[&["one"]]);
    let short = reduce(&long, 1_000, |candidate| {
        candidate.preload.as_ref().is_some_and(|preload| preload.text.contains('X'))
    });
    assert_eq!(short, session(Some("X"), &[]));
}

#[test]
fn the_limit_holds() {
    let long = session(None, &[&["a long line of many characters"]]);
    let mut asked = 0;
    reduce(&long, 7, |_| {
        asked += 1;
        false
    });
    assert_eq!(asked, 7);
}
