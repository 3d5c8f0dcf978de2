//! Contract 0.5: identities rule by rule, and the keys of a state that is read.

mod support;

use std::any::TypeId;

use cc_state::v0_5::{Identity, State};
use support::WHITE_SPACE;

fn identity(text: &str) -> String {
    Identity::new(text).map(|identity| identity.as_str().to_owned()).unwrap_or_default()
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
fn compatibility_characters_and_composition_are_normalized() {
    check(&[
        ("ＤｏｃｋｅＲ", "docker"),
        ("①", "1"),
        ("½", "1\u{2044}2"),
        ("ﬁg", "fig"),
        ("cafe\u{301}", "café"),
        ("CAFE\u{301}", "café"),
        ("\u{212a}", "k"),
        ("\u{2126}", "ω"),
        ("…", "..."),
    ]);
}

#[test]
fn two_characters_stand_for_the_apostrophe_and_others_do_not() {
    check(&[
        ("chef\u{2019}s", "chef's"),
        ("chef`s", "chef's"),
        ("chef\u{ff07}s", "chef's"),
        ("chef\u{ff40}s", "chef's"),
        ("chef\u{2018}s", "chef\u{2018}s"),
        ("chef\u{2bc}s", "chef\u{2bc}s"),
        ("é`", "é'"),
    ]);
}

#[test]
fn case_is_lowered_and_not_folded() {
    check(&[
        ("Raw SQL", "raw sql"),
        ("STRASSE", "strasse"),
        ("straße", "straße"),
        ("STRA\u{1e9e}E", "straße"),
        ("\u{130}", "i\u{307}"),
        ("I", "i"),
        ("\u{131}", "\u{131}"),
        // U+017F is a compatibility character: NFKC makes it `s` before its case matters.
        ("\u{17f}", "s"),
        // Folding would turn these into one another.
        ("\u{13a0}", "\u{ab70}"),
        ("\u{ab70}", "\u{ab70}"),
        ("\u{1c90}", "\u{10d0}"),
        ("\u{1e900}", "\u{1e922}"),
        ("\u{149}", "\u{2bc}n"),
        ("\u{1f0}", "\u{1f0}"),
        ("ᾈ", "ᾀ"),
        ("\u{345}", "\u{345}"),
    ]);
    assert_ne!(Identity::new("straße"), Identity::new("STRASSE"));
    assert_eq!(Identity::new("STRA\u{1e9e}E"), Identity::new("straße"));
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
fn white_space_collapses_to_one_space_and_goes_at_the_ends() {
    for space in WHITE_SPACE {
        check(&[
            (&format!("b{space}c"), "b c"),
            (&format!("{space}b{space}{space} c{space}"), "b c"),
            (&format!(" {space}é{space}\u{3000}b\t"), "é b"),
            (&format!("b\n{space}c"), "b c"),
        ]);
        assert_eq!(Identity::new(&format!("{space} {space}")), None);
    }
    assert_eq!(Identity::new(""), None);
    for other in ["\u{180e}", "\u{200b}", "\u{200d}", "\u{2060}", "\u{feff}", "\0"] {
        let inside = format!("b{other}c");
        check(&[(other, other), (&inside, &inside)]);
    }
}

#[test]
fn normalization_goes_on_until_nothing_changes() {
    check(&[
        ("J\u{30c}\u{316}", "\u{1f0}\u{316}"),
        ("J\u{316}\u{30c}", "\u{1f0}\u{316}"),
        ("Ι\u{308}\u{301}", "\u{390}"),
        ("H\u{331}", "\u{1e96}"),
        ("the \u{b4}x", "\u{301}x"),
    ]);
}

#[test]
fn marks_joiners_and_punctuation_are_left_alone() {
    for text in [
        "\u{1f468}\u{200d}\u{1f469}\u{200d}\u{1f466}",
        "می\u{200c}خواهم",
        "\u{2764}\u{fe0f}",
        "b\u{ad}c",
        "docker.",
        "b-c_d",
    ] {
        check(&[(text, text)]);
    }
}

#[test]
fn normal_ascii_text_is_borrowed_even_after_an_article() {
    for text in [" raw sql ", "the raw sql"] {
        let identity = Identity::new(text).expect("an item");
        assert!(text.as_bytes().as_ptr_range().contains(&identity.as_str().as_ptr()), "{text:?}");
        assert_eq!(identity.to_string(), "raw sql");
        assert_eq!(identity.clone().into_owned(), identity);
    }
}

#[test]
fn identities_and_states_of_the_two_contracts_are_different_types() {
    assert_ne!(TypeId::of::<Identity<'static>>(), TypeId::of::<cc_state::Identity<'static>>());
    assert_ne!(TypeId::of::<State>(), TypeId::of::<cc_state::State>());
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
