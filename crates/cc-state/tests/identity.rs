//! Identities and premises by rule: NFKC, apostrophes, case, white space, the fixed point, what is
//! left alone, and what only contract 0.5 does: spelling and articles.

#![allow(clippy::expect_used, reason = "helpers of tests fail by panicking, as tests do")]

use std::any::TypeId;

use cc_oracle::{V0_5, V0_9, WHITE_SPACE};
use cc_state::{ContractIdentity, ContractPremise, ContractState, Identity, Normalize};

fn identity<C: Normalize>(text: &str) -> String {
    ContractIdentity::<C>::new(text).map_or_else(String::new, |i| i.as_str().to_owned())
}

fn premise<C: Normalize>(text: &str) -> String {
    ContractPremise::<C>::new(text).map_or_else(String::new, |p| p.as_str().to_owned())
}

/// Checks (text, identity in 0.9, identity in 0.5, premise), where none is the empty one, and
/// reports all that differ.
#[track_caller]
fn check(cases: &[(&str, &str, &str, &str)]) {
    let mut wrong = Vec::new();
    for (text, in_0_9, in_0_5, of_premise) in cases {
        let actual = (identity::<V0_9>(text), identity::<V0_5>(text), premise::<V0_9>(text));
        if (&*actual.0, &*actual.1, &*actual.2) != (in_0_9, in_0_5, of_premise) {
            wrong.push(format!("{text:?} is {actual:?}, not {:?}", (in_0_9, in_0_5, of_premise)));
        }
        assert_eq!(premise::<V0_5>(text), actual.2, "premises are the same in both");
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// Checks that a text is the same in all its normal forms.
#[track_caller]
fn check_all(cases: &[(&str, &str)]) {
    let cases: Vec<_> =
        cases.iter().map(|(text, normal)| (*text, *normal, *normal, *normal)).collect();
    check(&cases);
}

#[test]
fn compatibility_characters_become_what_they_stand_for() {
    check(&[("ＤｏｃｋｅＲ", "docker", "docker", "DockeR"), ("ℌ", "h", "h", "H")]);
    check_all(&[
        ("①", "1"),
        ("½", "1\u{2044}2"),
        ("㎏", "kg"),
        ("ｶﾞ", "ガ"),
        ("ŉ", "\u{2bc}n"),
        ("…", "..."),
        ("ﬁg", "fig"),
    ]);
}

#[test]
fn composed_and_decomposed_text_are_one() {
    check(&[
        ("CAFE\u{301}", "café", "café", "CAFÉ"),
        ("\u{212a}", "k", "k", "K"),
        ("\u{212b}", "å", "å", "Å"),
        ("\u{2126}", "ω", "ω", "Ω"),
    ]);
    check_all(&[
        ("cafe\u{301}", "café"),
        ("\u{1112}\u{1161}\u{11ab}", "한"),
        ("a\u{327}\u{301}", "á\u{327}"),
    ]);
    assert_ne!(Identity::new("cafe"), Identity::new("café"));
}

#[test]
fn two_characters_stand_for_the_apostrophe_and_others_do_not() {
    for word in ["don_t", "chef_s"] {
        let apostrophe = word.replace('_', "'");
        for same in ["\u{2019}", "`", "'", "\u{ff07}", "\u{ff40}", "\u{1fef}"] {
            check_all(&[(&word.replace('_', same), &apostrophe)]);
        }
        for other in ["\u{2018}", "\u{2bc}"] {
            let text = word.replace('_', other);
            check_all(&[(&text, &text)]);
        }
    }
    check_all(&[("é`", "é'"), ("\"a\"", "\"a\"")]);
}

#[test]
fn case_is_folded_in_0_9_lowered_in_0_5_and_kept_in_premises() {
    check(&[
        ("Raw SQL", "raw sql", "raw sql", "Raw SQL"),
        ("STRASSE", "strasse", "strasse", "STRASSE"),
        ("straße", "strasse", "straße", "straße"),
        ("STRA\u{1e9e}E", "strasse", "straße", "STRA\u{1e9e}E"),
        ("ΟΔΟΣ", "οδοσ", "οδος", "ΟΔΟΣ"),
        ("οδος", "οδοσ", "οδος", "οδος"),
        ("\u{130}", "i\u{307}", "i\u{307}", "\u{130}"),
        ("I", "i", "i", "I"),
        ("\u{131}", "\u{131}", "\u{131}", "\u{131}"),
        // Compatibility characters: NFKC makes letters of them before their case matters.
        ("\u{212a}", "k", "k", "K"),
        ("\u{17f}", "s", "s", "s"),
        ("ﬃ", "ffi", "ffi", "ffi"),
        ("\u{fb05}", "st", "st", "st"),
        ("\u{fb06}", "st", "st", "st"),
        ("\u{149}", "\u{2bc}n", "\u{2bc}n", "\u{2bc}n"),
        // Folding turns these into one another.
        ("\u{1f0}", "j\u{30c}", "\u{1f0}", "\u{1f0}"),
        ("\u{13a0}", "\u{13a0}", "\u{ab70}", "\u{13a0}"),
        ("\u{ab70}", "\u{13a0}", "\u{ab70}", "\u{ab70}"),
        ("\u{1c90}", "\u{10d0}", "\u{10d0}", "\u{1c90}"),
        ("\u{10a0}", "\u{2d00}", "\u{2d00}", "\u{10a0}"),
        ("ᾈ", "\u{1f00}\u{3b9}", "ᾀ", "ᾈ"),
        ("\u{345}", "\u{3b9}", "\u{345}", "\u{345}"),
        ("\u{1e900}", "\u{1e922}", "\u{1e922}", "\u{1e900}"),
    ]);
    assert_eq!(Identity::new("STRASSE"), Identity::new("straße"));
    assert_ne!(ContractIdentity::<V0_5>::new("STRASSE"), ContractIdentity::<V0_5>::new("straße"));
    assert_eq!(
        ContractIdentity::<V0_5>::new("STRA\u{1e9e}E"),
        ContractIdentity::<V0_5>::new("straße")
    );
    assert_ne!(Identity::new("\u{131}"), Identity::new("I"));
}

#[test]
fn white_space_collapses_to_one_space_and_goes_at_the_ends() {
    for space in WHITE_SPACE {
        check_all(&[
            (&format!("b{space}c"), "b c"),
            (&format!("{space}b{space}{space} c{space}"), "b c"),
            (&format!(" {space}é{space}\u{3000}b\t"), "é b"),
            (&format!("b\n{space}c"), "b c"),
        ]);
    }
}

#[test]
fn text_of_white_space_only_has_neither_identity_nor_premise() {
    for one in WHITE_SPACE {
        for other in WHITE_SPACE {
            check_all(&[(&format!("{one}{other}{one}"), "")]);
        }
    }
    check_all(&[("", "")]);
}

#[test]
fn what_only_looks_like_white_space_is_text() {
    for other in ["\u{180e}", "\u{200b}", "\u{200d}", "\u{2060}", "\u{feff}", "\0", "\u{2800}"] {
        let inside = format!("b{other}c");
        check_all(&[(other, other), (&inside, &inside)]);
    }
}

#[test]
fn a_spacing_mark_loses_the_space_that_it_decomposes_to() {
    check_all(&[("\u{b4}", "\u{301}"), ("b\u{a8}", "b \u{308}"), ("\u{1fbd}", "\u{313}")]);
    check(&[("a\u{a8}", "a \u{308}", "\u{308}", "a \u{308}")]);
}

#[test]
fn normalization_goes_on_until_nothing_changes() {
    check(&[
        ("J\u{30c}\u{316}", "j\u{30c}\u{316}", "\u{1f0}\u{316}", "J\u{316}\u{30c}"),
        ("J\u{316}\u{30c}", "j\u{30c}\u{316}", "\u{1f0}\u{316}", "J\u{316}\u{30c}"),
        ("\u{1f0}\u{316}", "j\u{30c}\u{316}", "\u{1f0}\u{316}", "\u{1f0}\u{316}"),
        ("Ι\u{308}\u{301}", "ι\u{308}\u{301}", "\u{390}", "Ϊ\u{301}"),
        ("\u{390}", "ι\u{308}\u{301}", "\u{390}", "\u{390}"),
        ("H\u{331}", "h\u{331}", "\u{1e96}", "H\u{331}"),
        ("\u{1e96}", "h\u{331}", "\u{1e96}", "\u{1e96}"),
        ("the \u{b4}x", "the \u{301}x", "\u{301}x", "the \u{301}x"),
    ]);
}

#[test]
fn joiners_selectors_marks_and_punctuation_are_neither_stripped_nor_folded() {
    let family = "\u{1f468}\u{200d}\u{1f469}\u{200d}\u{1f467}\u{200d}\u{1f466}";
    let persian = "می\u{200c}خواهم";
    let heart = "\u{2764}\u{fe0f}";
    let devanagari = "क\u{94d}\u{200d}ष";
    for text in [
        family,
        persian,
        heart,
        devanagari,
        "a\u{ad}b",
        "\u{202e}x",
        "\u{1f44d}\u{1f3fd}",
        "docker.",
        "colour",
        "a-b_c",
    ] {
        check_all(&[(text, text)]);
        let is_bare = |c: &char| !"\u{200c}\u{200d}\u{fe0f}\u{ad}\u{202e}".contains(*c);
        let bare: String = text.chars().filter(is_bare).collect();
        if bare != text {
            assert_ne!(Identity::new(text), Identity::new(&bare), "{text:?}");
            assert_ne!(
                ContractIdentity::<V0_5>::new(text),
                ContractIdentity::<V0_5>::new(&bare),
                "{text:?}"
            );
        }
    }
    assert_ne!(Identity::new("docker."), Identity::new("docker"));
}

#[test]
fn articles_and_spelling_are_left_alone_in_0_9() {
    check(&[
        ("The Docker", "the docker", "docker", "The Docker"),
        ("a team", "a team", "team", "a team"),
        ("the", "the", "", "the"),
        ("dont", "dont", "don't", "dont"),
        ("DONT ask", "dont ask", "don't ask", "DONT ask"),
        ("Σ", "σ", "σ", "Σ"),
    ]);
    assert_ne!(Identity::new("the docker"), Identity::new("docker"));
}

fn normal_ascii_text_is_borrowed<C: Normalize>() {
    let text = " raw sql ";
    let range = text.as_bytes().as_ptr_range();
    let identity = ContractIdentity::<C>::new(text).expect("an item");
    let premise = ContractPremise::<C>::new(text).expect("not only white space");
    assert!(range.contains(&identity.as_str().as_ptr()));
    assert!(range.contains(&premise.as_str().as_ptr()));
    assert_eq!(identity.clone().into_owned(), identity);
    assert_eq!(premise.clone().into_owned(), premise);
    assert_eq!((identity.to_string(), premise.to_string()), ("raw sql".into(), "raw sql".into()));
    assert_eq!((identity.as_ref(), premise.as_ref()), ("raw sql", "raw sql"));
}

cc_oracle::laws!(normal_ascii_text_is_borrowed);

#[test]
fn normal_ascii_text_is_borrowed_even_after_an_article_in_0_5() {
    let text = "the raw sql";
    let identity = ContractIdentity::<V0_5>::new(text).expect("an item");
    assert!(text.as_bytes().as_ptr_range().contains(&identity.as_str().as_ptr()));
    assert_eq!(identity.to_string(), "raw sql");
}

#[test]
fn identities_and_states_of_the_two_contracts_are_different_types() {
    assert_ne!(TypeId::of::<Identity<'static>>(), TypeId::of::<ContractIdentity<'static, V0_5>>());
    assert_ne!(TypeId::of::<cc_state::State>(), TypeId::of::<ContractState<V0_5>>());
}
