//! What only contract 0.5 does to an item: the final sigma, the spelling of `dont`, and articles;
//! and the keys of a state that is read.

use cc_oracle::WHITE_SPACE;
use cc_state::v0_5::{Identity, State};

fn identity(text: &str) -> String {
    Identity::new(text).map_or_else(String::new, |identity| identity.as_str().to_owned())
}

/// Checks (text, identity), where no identity is the empty one, and reports all that differ.
fn check(cases: &[(&str, &str)]) {
    let wrong: Vec<String> = cases
        .iter()
        .filter(|(text, expected)| identity(text) != *expected)
        .map(|(text, expected)| {
            format!("{text:?}\n  expected {expected:?}\n  actual   {:?}", identity(text))
        })
        .collect();
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn a_capital_sigma_is_lowered_by_its_place_in_the_word() {
    check(&[
        ("ΟΔΟΣ", "οδος"),
        ("ΟΔΟΣ ΑΒ", "οδος αβ"),
        ("Σ", "σ"),
        ("ΣΑ", "σα"),
        ("ΑΣΑ", "ασα"),
        ("ΑΣΣ", "ασς"),
        ("ΑΣ.", "ας."),
        // A full stop and marks are looked through on both sides.
        ("ΑΣ.Β", "ασ.β"),
        ("Α\u{300}Σ", "ὰς"),
        ("Α.Σ", "α.ς"),
        ("ΑΣ\u{327}Β", "ασ\u{327}β"),
        ("1Σ", "1σ"),
        ("ΑΣ1", "ας1"),
        ("AΣ", "aς"),
        // Written in lowercase, each keeps its form.
        ("οδοσ", "οδοσ"),
        ("οδος", "οδος"),
    ]);
    assert_ne!(Identity::new("οδος"), Identity::new("οδοσ"));
}

#[test]
fn dont_as_a_whole_word_is_spelled_with_an_apostrophe() {
    check(&[
        ("dont", "don't"),
        ("DONT", "don't"),
        ("ｄｏｎｔ", "don't"),
        ("don't", "don't"),
        ("don\u{2019}t", "don't"),
        ("dont ask", "don't ask"),
        ("I dont, dont!", "i don't, don't!"),
        ("please dont", "please don't"),
        ("dont-dont", "don't-don't"),
        ("dont\tdont", "don't don't"),
        ("'dont'", "'don't'"),
        ("dont's", "don't's"),
        ("\u{3000}dont\u{a0}", "don't"),
        ("é dont", "é don't"),
    ]);
    assert_eq!(Identity::new("dont"), Identity::new("don`t"));
}

#[test]
fn a_letter_digit_or_underscore_beside_dont_makes_it_part_of_a_word() {
    // Of general categories L and N, after compatibility composition.
    let word = [
        "a",
        "Z",
        "é",
        "ß",
        "ж",
        "א",
        "ع",
        "क",
        "你",
        "한",
        "ー",
        "ªx",
        "0",
        "٣",
        "९",
        "Ⅷx",
        "²",
        "½",
        "①",
        "\u{1d7d8}",
        "\u{10107}",
        "_",
    ];
    for beside in word {
        for text in [format!("dont{beside}"), format!("{beside}dont"), format!("x {beside}dont-y")]
        {
            assert!(!identity(&text).contains("don't"), "{text:?}: {:?}", identity(&text));
        }
    }
    // Marks, symbols, punctuation, white space and invisible characters are none of these.
    let other = [
        "\u{93e}", "\u{200d}", "\u{fe0f}", "-", ".", "'", "\"", "$", "€", "😀", "\u{200b}", "\0",
        "。", "·", "\u{3000}", "\u{2044}",
    ];
    for beside in other {
        let after = format!("dont{beside}");
        assert!(identity(&after).starts_with("don't"), "{after:?}: {:?}", identity(&after));
        let before = format!("{beside}dont");
        assert!(identity(&before).ends_with("don't"), "{before:?}: {:?}", identity(&before));
    }
    check(&[
        ("dont\u{301}", "don't\u{301}"),
        ("\u{301}dont", "\u{301}don't"),
        // Here the mark composes with a letter of the word itself.
        ("dont\u{30c}", "donť"),
        ("donts", "donts"),
        ("dontdont", "dontdont"),
        ("dont_dont", "dont_dont"),
        ("don t", "don t"),
    ]);
}

#[test]
fn leading_articles_are_removed_when_white_space_follows() {
    check(&[
        ("a cat", "cat"),
        ("an apple", "apple"),
        ("the docker", "docker"),
        ("The Docker", "docker"),
        ("THE DOCKER", "docker"),
        ("ｔｈｅ docker", "docker"),
        ("the\tdocker", "docker"),
        ("an\u{a0}x", "x"),
        ("the\u{3000}x", "x"),
        ("a\u{1c}x", "x"),
        (" the  docker ", "docker"),
        // Stacked ones all go (R3).
        ("the a docker", "docker"),
        ("a the an the docker", "docker"),
        ("the dont list", "don't list"),
        // What is left is not lowered a second time into another form.
        ("a Σ", "σ"),
        ("ª x", "x"),
    ]);
}

#[test]
fn an_article_that_is_the_whole_item_leaves_no_identity() {
    for text in
        ["a", "A", "an", "the", "THE", " the ", "the\n", "a the", "the\u{3000}an a", "ª", "ａｎ"]
    {
        assert_eq!(Identity::new(text), None, "{text:?}");
    }
    for space in WHITE_SPACE {
        let text = format!("the{space}");
        assert_eq!(Identity::new(&text), None, "{text:?}");
        let text = format!("the{space}x");
        assert_eq!(identity(&text), "x", "{text:?}");
    }
}

#[test]
fn what_is_not_a_leading_article_is_kept() {
    check(&[
        ("a-team", "a-team"),
        ("A-Team", "a-team"),
        ("a.", "a."),
        ("a's", "a's"),
        ("the,", "the,"),
        ("the\u{200b}x", "the\u{200b}x"),
        ("a\u{301} x", "á x"),
        ("theory", "theory"),
        ("another", "another"),
        ("anx", "anx"),
        ("docker the", "docker the"),
        ("use the docker", "use the docker"),
        ("some docker", "some docker"),
        ("'the docker'", "'the docker'"),
    ]);
    assert_ne!(Identity::new("a-team"), Identity::new("-team"));
}

#[test]
fn import_takes_keys_by_the_identities_of_this_contract() {
    let payload =
        |policies: &str| format!("{{\"policies\":{policies},\"premise\":null,\"version\":2}}");
    let export =
        |policies: &str| State::import_json(&payload(policies)).map(|state| state.export_json());
    assert_eq!(
        export(r#"{"The Dont List":"use","stra\u00dfe":"use","STRASSE":"prohibit"}"#),
        Ok(payload(r#"{"don't list":"use","strasse":"prohibit","stra\u00dfe":"use"}"#)),
    );
    for (policies, message) in [
        (r#"{"tea":"use","the tea":"use"}"#, "two policies have the identity of `the tea`"),
        (r#"{"dont":"use","don't":"use"}"#, "two policies have the identity of `don't`"),
        (
            r#"{"\u03a3\u03a3":"use","\u03c3\u03c2":"use"}"#,
            "two policies have the identity of `σς`",
        ),
    ] {
        let error = export(policies).expect_err("refused");
        assert_eq!(error.to_string(), format!("Invalid state payload: {message}"));
    }
    assert!(export(r#"{"the":"use"}"#).is_err() && export(r#"{"\u00aa":"use"}"#).is_err());
}
