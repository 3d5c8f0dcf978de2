//! Identities and premises by rule: NFKC, apostrophes, case folding, white space, the fixed point,
//! and what is left alone.

mod support;

use cc_state::{Identity, Premise, is_white_space};
use support::WHITE_SPACE;

/// Checks (text, identity, premise) and reports all that differ.
fn check(cases: &[(&str, &str, &str)]) {
    let mut wrong = Vec::new();
    for (text, identity, premise) in cases {
        let actual = (
            Identity::new(text).map(|identity| identity.as_str().to_owned()),
            Premise::new(text).map(|premise| premise.as_str().to_owned()),
        );
        let expected = (Some((*identity).to_owned()), Some((*premise).to_owned()));
        if actual != expected {
            wrong.push(format!("{text:?}\n  expected {expected:?}\n  actual   {actual:?}"));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

fn identity(text: &str) -> Option<Identity<'_>> {
    Identity::new(text)
}

#[test]
fn compatibility_characters_become_what_they_stand_for() {
    check(&[
        ("ＤｏｃｋｅＲ", "docker", "DockeR"),
        ("①", "1", "1"),
        ("½", "1\u{2044}2", "1\u{2044}2"),
        ("ℌ", "h", "H"),
        ("㎏", "kg", "kg"),
        ("ｶﾞ", "ガ", "ガ"),
        ("ŉ", "\u{2bc}n", "\u{2bc}n"),
        ("…", "...", "..."),
    ]);
}

#[test]
fn composed_and_decomposed_text_are_one() {
    check(&[
        ("cafe\u{301}", "café", "café"),
        ("CAFE\u{301}", "café", "CAFÉ"),
        ("\u{1112}\u{1161}\u{11ab}", "한", "한"),
        ("a\u{327}\u{301}", "á\u{327}", "á\u{327}"),
        ("\u{212b}", "å", "Å"),
        ("\u{2126}", "ω", "Ω"),
    ]);
    assert_ne!(identity("cafe"), identity("café"));
}

#[test]
fn two_characters_stand_for_the_apostrophe_and_others_do_not() {
    check(&[
        ("don\u{2019}t", "don't", "don't"),
        ("don`t", "don't", "don't"),
        ("don't", "don't", "don't"),
        ("don\u{ff07}t", "don't", "don't"),
        ("don\u{ff40}t", "don't", "don't"),
        ("don\u{1fef}t", "don't", "don't"),
        ("don\u{2018}t", "don\u{2018}t", "don\u{2018}t"),
        ("don\u{2bc}t", "don\u{2bc}t", "don\u{2bc}t"),
        ("é`", "é'", "é'"),
        ("\"a\"", "\"a\"", "\"a\""),
    ]);
}

#[test]
fn identities_fold_case_fully_and_premises_keep_it() {
    check(&[
        ("Raw SQL", "raw sql", "Raw SQL"),
        ("STRASSE", "strasse", "STRASSE"),
        ("straße", "strasse", "straße"),
        ("STRA\u{1e9e}E", "strasse", "STRA\u{1e9e}E"),
        ("ΟΔΟΣ", "οδοσ", "ΟΔΟΣ"),
        ("οδος", "οδοσ", "οδος"),
        ("\u{130}", "i\u{307}", "\u{130}"),
        ("I", "i", "I"),
        ("\u{131}", "\u{131}", "\u{131}"),
        ("\u{212a}", "k", "K"),
        ("\u{17f}", "s", "s"),
        ("ﬃ", "ffi", "ffi"),
        ("\u{fb05}", "st", "st"),
        ("\u{fb06}", "st", "st"),
        ("\u{1f0}", "j\u{30c}", "\u{1f0}"),
        ("\u{13a0}", "\u{13a0}", "\u{13a0}"),
        ("\u{ab70}", "\u{13a0}", "\u{ab70}"),
        ("\u{1c90}", "\u{10d0}", "\u{1c90}"),
        ("\u{10a0}", "\u{2d00}", "\u{10a0}"),
        ("\u{345}", "\u{3b9}", "\u{345}"),
        ("\u{1e900}", "\u{1e922}", "\u{1e900}"),
    ]);
    assert_eq!(identity("STRASSE"), identity("straße"));
    assert_ne!(identity("\u{131}"), identity("I"));
}

#[test]
fn the_white_space_of_the_contract_is_exactly_this() {
    for character in (0..=0x10_ffff).filter_map(char::from_u32) {
        assert_eq!(is_white_space(character), WHITE_SPACE.contains(&character), "{character:?}");
    }
}

#[test]
fn white_space_collapses_to_one_space_and_goes_at_the_ends() {
    for space in WHITE_SPACE {
        for (text, normal) in [
            (format!("a{space}b"), "a b"),
            (format!("{space}a{space}{space} b{space}"), "a b"),
            (format!(" {space}é{space}\u{3000}b\t"), "é b"),
        ] {
            check(&[(&text, normal, normal)]);
        }
    }
}

#[test]
fn text_of_white_space_only_has_neither_identity_nor_premise() {
    for one in WHITE_SPACE {
        for other in WHITE_SPACE {
            let text = format!("{one}{other}{one}");
            assert_eq!(Identity::new(&text), None, "{text:?}");
            assert_eq!(Premise::new(&text), None, "{text:?}");
        }
    }
    assert_eq!(Identity::new(""), None);
    assert_eq!(Premise::new(""), None);
}

#[test]
fn what_only_looks_like_white_space_is_text() {
    for other in ["\u{180e}", "\u{200b}", "\u{200d}", "\u{2060}", "\u{feff}", "\0", "\u{2800}"] {
        let inside = format!("a{other}b");
        check(&[(other, other, other), (&inside, &inside, &inside)]);
    }
}

#[test]
fn a_spacing_mark_loses_the_space_that_it_decomposes_to() {
    check(&[
        ("\u{b4}", "\u{301}", "\u{301}"),
        ("a\u{a8}", "a \u{308}", "a \u{308}"),
        ("\u{1fbd}", "\u{313}", "\u{313}"),
    ]);
}

#[test]
fn normalization_goes_on_until_nothing_changes() {
    check(&[
        ("J\u{30c}\u{316}", "j\u{30c}\u{316}", "J\u{316}\u{30c}"),
        ("\u{1f0}\u{316}", "j\u{30c}\u{316}", "\u{1f0}\u{316}"),
        ("Ι\u{308}\u{301}", "ι\u{308}\u{301}", "Ϊ\u{301}"),
        ("\u{390}", "ι\u{308}\u{301}", "\u{390}"),
        ("H\u{331}", "h\u{331}", "H\u{331}"),
        ("\u{1e96}", "h\u{331}", "\u{1e96}"),
    ]);
    assert_eq!(identity("J\u{30c}\u{316}"), identity("\u{1f0}\u{316}"));
    assert_eq!(identity("Ι\u{308}\u{301}"), identity("\u{390}"));
}

#[test]
fn joiners_selectors_and_marks_are_neither_stripped_nor_folded() {
    let family = "\u{1f468}\u{200d}\u{1f469}\u{200d}\u{1f467}\u{200d}\u{1f466}";
    let persian = "می\u{200c}خواهم";
    let heart = "\u{2764}\u{fe0f}";
    let devanagari = "क\u{94d}\u{200d}ष";
    for text in [family, persian, heart, devanagari, "a\u{ad}b", "\u{202e}x", "\u{1f44d}\u{1f3fd}"]
    {
        check(&[(text, text, text)]);
        let bare: String = text
            .chars()
            .filter(|c| !"\u{200c}\u{200d}\u{fe0f}\u{ad}\u{202e}".contains(*c))
            .collect();
        if bare != text {
            assert_ne!(identity(text), identity(&bare), "{text:?}");
        }
    }
}

#[test]
fn articles_punctuation_and_spelling_are_left_alone() {
    check(&[
        ("The Docker", "the docker", "The Docker"),
        ("a team", "a team", "a team"),
        ("docker.", "docker.", "docker."),
        ("colour", "colour", "colour"),
        ("dont", "dont", "dont"),
        ("a-b_c", "a-b_c", "a-b_c"),
    ]);
    assert_ne!(identity("the docker"), identity("docker"));
    assert_ne!(identity("docker."), identity("docker"));
}

#[test]
fn normal_ascii_text_is_borrowed() {
    let text = " raw sql ";
    let range = text.as_bytes().as_ptr_range();
    let identity = Identity::new(text).expect("not only white space");
    let premise = Premise::new(text).expect("not only white space");
    assert!(range.contains(&identity.as_str().as_ptr()));
    assert!(range.contains(&premise.as_str().as_ptr()));
    assert_eq!(identity.clone().into_owned(), identity);
    assert_eq!(identity.to_string(), "raw sql");
    assert_eq!(premise.to_string(), "raw sql");
    assert_eq!(AsRef::<str>::as_ref(&identity), "raw sql");
    assert_eq!(AsRef::<str>::as_ref(&premise), "raw sql");
}
