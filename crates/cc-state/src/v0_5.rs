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

use cc_contract::V0_5;
use cc_text::{collapse, respell};
use icu_casemap::CaseMapper;
use icu_locale_core::LanguageIdentifier;

use crate::identity::{ContractIdentity, ContractPremise};
use crate::normalize::{Normalize, ascii_form, fixed_point};
use crate::state::ContractState;
use crate::unicode::mapped;

pub use crate::checkpoint::{CHECKPOINT_VERSION, Checkpoint};

/// The identity of an item in contract 0.5.
///
/// ```
/// use cc_state::v0_5::Identity;
///
/// let identity = Identity::new("The  Dont-Ask list").expect("an item");
/// assert_eq!(identity.as_str(), "don't-ask list");
/// assert_ne!(Identity::new("STRASSE"), Identity::new("straße"));
/// assert_eq!(Identity::new("a-team").expect("an item").as_str(), "a-team");
/// assert_eq!(Identity::new("the"), None);
/// ```
pub type Identity<'a> = ContractIdentity<'a, V0_5>;

/// A premise in contract 0.5.
pub type Premise<'a> = ContractPremise<'a, V0_5>;

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

impl Normalize for V0_5 {
    const NOTHING: &str = "empty or only white space and articles";

    fn identity(item: &str) -> Cow<'_, str> {
        let ascii = |byte| ascii_apostrophe(byte).to_ascii_lowercase();
        if let Some(form) = ascii_form(item, ascii) {
            return match form {
                Cow::Borrowed(lowered) => match spelled(lowered) {
                    Cow::Borrowed(spelled) => Cow::Borrowed(without_articles(spelled)),
                    Cow::Owned(spelled) => Cow::Owned(without_articles(&spelled).to_owned()),
                },
                Cow::Owned(lowered) => Cow::Owned(without_articles(&spelled(&lowered)).to_owned()),
            };
        }
        Cow::Owned(fixed_point(item, |text| {
            let lowered = if text.contains(SIGMA) {
                lower(&with_apostrophes(text))
            } else {
                mapped(text, ascii, |character| lower(apostrophe(character)))
            };
            without_articles(&collapse(&spelled(&lowered))).to_owned()
        }))
    }

    fn premise(text: &str) -> Cow<'_, str> {
        ascii_form(text, ascii_apostrophe).unwrap_or_else(|| {
            Cow::Owned(fixed_point(text, |text| collapse(&with_apostrophes(text))))
        })
    }
}

/// The one letter whose lowercase depends on what stands around it.
const SIGMA: char = '\u{3a3}';

/// Full lowercase.
fn lower(text: &str) -> String {
    CaseMapper::new().lowercase_to_string(text, &LanguageIdentifier::UNKNOWN).into_owned()
}

/// U+2019 and U+0060 as U+0027.
fn with_apostrophes(text: &str) -> String {
    mapped(text, ascii_apostrophe, |character| apostrophe(character).to_owned())
}

/// U+2019 as U+0027.
fn apostrophe(character: &str) -> &str {
    if character == "\u{2019}" { "'" } else { character }
}

/// U+0060 as U+0027.
const fn ascii_apostrophe(byte: u8) -> u8 {
    if byte == b'`' { b'\'' } else { byte }
}

/// `don't` for each `dont` that is a whole word.
fn spelled(text: &str) -> Cow<'_, str> {
    respell(text, "dont", "don't")
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
