//! A host's prefix: what begins with it, and what stands behind it.

use cc_oracle::config;
use cc_syntax::{Classification, Kind, classify, strip_prefix, v0_5};
use proptest::prelude::*;

#[test]
fn what_begins_with_the_prefix_is_offered_without_it_and_nothing_else_is() {
    let cases = [
        ("/use docker", "/", Some("use docker")),
        ("/ use docker", "/", Some(" use docker")),
        (" \t\n\u{b}\u{c}\r/use docker \n", "/", Some("use docker \n")),
        ("//use docker", "/", Some("/use docker")),
        ("/", "/", Some("")),
        ("use docker", "/", None),
        ("what is / used for", "/", None),
        ("", "/", None),
        // Other white space, and what looks like the prefix, are no part of it.
        ("\u{a0}/use docker", "/", None),
        ("\u{ff0f}use docker", "/", None),
        ("\u{200b}/use docker", "/", None),
        // Letters in any case, of ASCII alone.
        ("CC: use tea", "cc:", Some(" use tea")),
        ("cc:use tea", "CC:", Some("use tea")),
        ("ÉCOUTE: use tea", "écoute:", None),
        ("éCOUTE: use tea", "écoute:", Some(" use tea")),
        ("\u{212a}: use tea", "k:", None),
        // A word ends where no letter or number follows.
        ("cc use tea", "cc", Some(" use tea")),
        ("cc", "cc", Some("")),
        ("cc\u{3000}use tea", "cc", Some("\u{3000}use tea")),
        ("cc/use tea", "cc", Some("/use tea")),
        ("ccuse tea", "cc", None),
        ("cc2 use tea", "cc", None),
        ("ccé", "cc", None),
        ("v2use tea", "v2", None),
        ("茶use tea", "茶", None),
        // The prefix is taken as it is, white space included.
        ("cc use tea", "cc ", Some("use tea")),
        ("cc\tuse tea", "cc ", None),
        (" /use tea", " /", None),
        // A prefix that would end within a character.
        ("é", "a", None),
        ("€", "ab", None),
        // None at all.
        ("", "", Some("")),
        (" use tea ", "", Some(" use tea ")),
    ];
    for (text, prefix, expected) in cases {
        assert_eq!(strip_prefix(text, prefix), expected, "{text:?}, {prefix:?}");
    }
}

#[test]
fn a_directive_of_every_kind_stands_behind_a_prefix() {
    for kind in Kind::ALL {
        let text = kind.usage().to_string().replace(['<', '>'], "");
        let prefixed = format!("!{text}");
        assert_eq!(classify(&prefixed), Classification::NoDirective);
        let behind = strip_prefix(&prefixed, "!").unwrap();
        assert!(matches!(classify(behind), Classification::Canonical(_)), "{behind}");
        assert!(matches!(v0_5::classify(behind), v0_5::Classification::Canonical(_)), "{behind}");
    }
}

proptest! {
    #![proptest_config(config(4_000, 0x5eed_0211))]

    #[test]
    fn what_is_behind_the_prefix_is_the_end_of_the_text(
        space in "[ \t\n\u{b}\u{c}\r]{0,3}",
        prefix in prop_oneof!["[/!cC:é茶]{0,3}", any::<String>()],
        rest in any::<String>(),
    ) {
        let whole = format!("{space}{prefix}{rest}");
        if let Some(behind) = strip_prefix(&whole, &prefix) {
            prop_assert!(whole.ends_with(behind));
        }
        // A prefix that is no word, and begins with no white space, is found in either case.
        let is_word = prefix.chars().next_back().is_none_or(char::is_alphanumeric);
        if !is_word && !prefix.starts_with(|c: char| c == '\u{b}' || c.is_ascii_whitespace()) {
            for prefix in [prefix.to_ascii_uppercase(), prefix.to_ascii_lowercase()] {
                prop_assert_eq!(strip_prefix(&whole, &prefix), Some(&*rest));
            }
        }
    }
}
