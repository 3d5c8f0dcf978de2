//! White space, the respelling of words, and the names of policies.

use std::borrow::Cow;

use cc_oracle::{WHITE_SPACE, config};
use cc_text::{Policy, UnknownPolicyError, collapse, is_white_space, respell};
use proptest::prelude::*;

#[test]
fn the_white_space_of_the_contract_is_exactly_this() {
    for character in (0..=0x10_ffff).filter_map(char::from_u32) {
        assert_eq!(is_white_space(character), WHITE_SPACE.contains(&character), "{character:?}");
    }
}

#[test]
fn runs_of_white_space_collapse_and_go_at_the_ends() {
    for space in WHITE_SPACE {
        assert_eq!(collapse(&format!("{space}a{space}{space} b{space}")), "a b");
        assert_eq!(collapse(&format!("{space}\u{3000}{space}")), "");
    }
    assert_eq!(collapse(""), "");
    // What only looks like white space is text.
    for other in ['\u{180e}', '\u{200b}', '\u{2060}', '\u{feff}', '\0', '\u{2800}'] {
        let text = format!("{other}a{other}{other}b");
        assert_eq!(collapse(&text), text);
    }
}

fn don_t(text: &str) -> Cow<'_, str> {
    respell(text, "dont", "don't")
}

#[test]
fn a_word_is_respelled_where_it_stands_alone() {
    for (text, expected) in [
        ("dont", "don't"),
        ("dont dont", "don't don't"),
        ("dont-ask, dont!", "don't-ask, don't!"),
        ("(dont)\u{301}", "(don't)\u{301}"),
        // Marks, symbols and invisible characters are no part of a word.
        ("\u{301}dont\u{200d}", "\u{301}don't\u{200d}"),
        ("€dont😀", "€don't😀"),
        // Letters, numbers and the underscore are.
        ("donts", "donts"),
        ("xdont", "xdont"),
        ("édont", "édont"),
        ("dont你", "dont你"),
        ("dont٣", "dont٣"),
        ("½dont", "½dont"),
        ("_dont", "_dont"),
        ("dont_", "dont_"),
        ("dontdont", "dontdont"),
        ("dontdont dont", "dontdont don't"),
        ("Dont DONT", "Dont DONT"),
        ("don t", "don t"),
        ("", ""),
    ] {
        assert_eq!(don_t(text), expected, "{text:?}");
    }
}

#[test]
fn text_without_the_word_is_borrowed() {
    assert!(matches!(don_t("don't do it"), Cow::Borrowed("don't do it")));
    assert!(matches!(respell("anything", "", "x"), Cow::Borrowed("anything")));
}

proptest! {
    #![proptest_config(config(4_000, 0x5eed_0901))]

    #[test]
    fn respelling_agrees_with_looking_at_every_place(
        pieces in prop::collection::vec(
            prop::sample::select(&["dont", "don", "t", "d", "_", "é", "1", " ", "-", "\u{301}"][..]),
            0..8,
        ),
    ) {
        let text: String = pieces.concat();
        let is_word = |c: char| c == '_' || c.is_ascii_alphanumeric() || c == 'é';
        let mut expected = String::new();
        let (mut rest, mut before) = (text.as_str(), None);
        while let Some(character) = rest.chars().next() {
            let alone = rest.strip_prefix("dont").is_some_and(|after| {
                !before.is_some_and(is_word) && !after.chars().next().is_some_and(is_word)
            });
            let (taken, spelled) = if alone { (4, "don't") } else { (character.len_utf8(), "") };
            let (taken, after) = rest.split_at(taken);
            expected.push_str(if alone { spelled } else { taken });
            before = taken.chars().next_back();
            rest = after;
        }
        prop_assert_eq!(don_t(&text), expected, "{:?}", text);
    }
}

#[test]
fn a_policy_is_its_name_and_nothing_else() {
    for (policy, name) in [(Policy::Use, "use"), (Policy::Prohibit, "prohibit")] {
        assert_eq!(policy.as_str(), name);
        assert_eq!(policy.to_string(), name);
        assert_eq!(Policy::from_name(name), Some(policy));
        assert_eq!(name.parse(), Ok(policy));
        let json = serde_json::to_string(&policy).expect("serializes");
        assert_eq!(json, format!("\"{name}\""));
        assert_eq!(serde_json::from_str::<Policy>(&json).ok(), Some(policy));
    }
    for near in ["Use", "USE", " use", "use ", "", "allow"] {
        assert_eq!(Policy::from_name(near), None);
        let error: UnknownPolicyError = near.parse::<Policy>().unwrap_err();
        assert_eq!(error.to_string(), "unknown policy: expected `use` or `prohibit`");
    }
    for bad in ["\"Use\"", "\"\"", "0", "null", "{\"use\":null}", "[\"use\"]", "{\"prohibit\":[]}"]
    {
        assert!(serde_json::from_str::<Policy>(bad).is_err(), "{bad}");
    }
    let policy = serde_json::from_str::<Policy>("0").unwrap_err().to_string();
    assert!(policy.contains(r#"expected "use" or "prohibit""#), "{policy}");
}
