use super::super::session::Preload;
use super::*;

fn session(preload: Option<&str>, conversations: &[&[&str]]) -> Session {
    Session {
        preload: preload.map(|text| Preload::State(text.to_owned())),
        conversations: conversations
            .iter()
            .map(|lines| lines.iter().map(|line| (*line).to_owned()).collect())
            .collect(),
    }
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
        let has =
            |text: &str| candidate.conversations.iter().flatten().any(|line| line.contains(text));
        has("needle") && has("pin")
    });
    assert_eq!(short, session(None, &[&["needle", "pin"]]));
    assert!(asked < 200, "{asked}");
}

#[test]
fn a_state_that_matters_is_kept_and_shortened() {
    let long = session(Some("abcXdef"), &[&["one"]]);
    let short = reduce(&long, 1_000, |candidate| {
        candidate.preload.as_ref().is_some_and(|preload| preload.text().contains('X'))
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
