//! The state of contract 0.5: the same as that of 0.9, but for the identity of an item.
//!
//! | What | 0.9 | 0.5 |
//! | --- | --- | --- |
//! | Case | full default case folding | full lowercase, with the final sigma |
//! | Spelling | kept | `dont` as a whole word becomes `don't` |
//! | Leading articles | kept | `a`, `an` and `the` go (R11) |
//!
//! Premise, export, import and diff do not differ. Here too the steps are repeated until nothing
//! changes (R3).

use std::borrow::Cow;

use icu_casemap::CaseMapper;
use icu_locale_core::LanguageIdentifier;
use unicode_normalization::UnicodeNormalization;
use unicode_properties::{GeneralCategoryGroup, UnicodeGeneralCategory};

use crate::contract::{Contract, sealed};
use crate::normalize::{self, ContractIdentity, MAX_PASSES, apostrophe, collapse};
use crate::state::ContractState;

pub use crate::checkpoint::{CHECKPOINT_VERSION, Checkpoint};

/// Contract 0.5.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct V0_5;

impl Contract for V0_5 {}

/// The identity of an item in contract 0.5.
///
/// ```
/// use cc_state::v0_5::Identity;
///
/// let identity = Identity::of("The  Dont-Ask list").expect("an item");
/// assert_eq!(identity.as_str(), "don't-ask list");
/// assert_ne!(Identity::of("STRASSE"), Identity::of("straße"));
/// assert_eq!(Identity::of("a-team").expect("an item").as_str(), "a-team");
/// assert_eq!(Identity::of("the"), None);
/// ```
pub type Identity<'a> = ContractIdentity<'a, V0_5>;

/// The state of contract 0.5.
///
/// ```
/// use cc_state::v0_5::State;
///
/// let state = State::import_json(r#"{"policies":{"The Tea":"use"},"premise":null,"version":2}"#)?;
/// assert_eq!(state.export_json(), r#"{"policies":{"tea":"use"},"premise":null,"version":2}"#);
/// # Ok::<(), cc_state::ImportError>(())
/// ```
pub type State = ContractState<V0_5>;

impl sealed::Identify for V0_5 {
    const NOTHING: &str = "empty or only white space and articles";

    fn identify(item: &str) -> Cow<'_, str> {
        if item.is_ascii() {
            return identify_ascii(item);
        }
        let mut normal = pass(item);
        for _ in 0..MAX_PASSES {
            let next = pass(&normal);
            if next == normal {
                break;
            }
            normal = next;
        }
        Cow::Owned(normal)
    }
}

/// The identity of ASCII text, in which lowercase is case folding and one pass is the fixed point.
fn identify_ascii(item: &str) -> Cow<'_, str> {
    match normalize::identify(item) {
        Cow::Borrowed(folded) => match respell(folded) {
            Cow::Borrowed(spelled) => Cow::Borrowed(without_articles(spelled)),
            Cow::Owned(spelled) => Cow::Owned(without_articles(&spelled).to_owned()),
        },
        Cow::Owned(folded) => Cow::Owned(without_articles(&respell(&folded)).to_owned()),
    }
}

/// One pass: NFKC, apostrophes, lowercase, spelling, white space, articles.
fn pass(text: &str) -> String {
    let composed: String = text.nfkc().map(apostrophe).collect();
    let lowered = CaseMapper::new().lowercase_to_string(&composed, &LanguageIdentifier::UNKNOWN);
    let collapsed = collapse(&respell(&lowered));
    without_articles(&collapsed).to_owned()
}

/// Writes `don't` for each `dont` that is a whole word: no letter, digit or underscore beside it.
fn respell(text: &str) -> Cow<'_, str> {
    const WORD: &str = "dont";
    let mut out = String::new();
    let mut rest = text;
    let mut before = None;
    while let Some((head, tail)) = rest.split_once(WORD) {
        let neighbours = [head.chars().next_back().or(before), tail.chars().next()];
        let whole = !neighbours.into_iter().flatten().any(is_word);
        out.push_str(head);
        out.push_str(if whole { "don't" } else { WORD });
        before = Some('t');
        rest = tail;
    }
    if out.is_empty() {
        return Cow::Borrowed(text);
    }
    out.push_str(rest);
    Cow::Owned(out)
}

/// Whether a character is part of a word: general categories L and N, and the underscore.
fn is_word(character: char) -> bool {
    use GeneralCategoryGroup::{Letter, Number};
    character == '_' || matches!(character.general_category_group(), Letter | Number)
}

/// `text`, whose white space is collapsed, without the articles that it begins with. An article is
/// `a`, `an` or `the` before a space, or alone.
fn without_articles(mut text: &str) -> &str {
    loop {
        let (word, rest) = text.split_once(' ').unwrap_or((text, ""));
        if !matches!(word, "a" | "an" | "the") {
            return text;
        }
        text = rest;
    }
}
