//! The normal forms of contract 0.9.
//!
//! An identity is NFKC with U+2019 and U+0060 as U+0027, full default case folding, and white
//! space collapsed and trimmed, repeated until it no longer changes (R3). A premise is the same
//! without case folding. Nothing else is touched: no articles, no spelling, no marks and no
//! invisible characters (R10).

use std::borrow::Cow;

use cc_contract::V0_9;
use cc_text::collapse;
use unicase::UniCase;
use unicode_normalization::UnicodeNormalization;

use crate::normalize::{Normalize, ascii_form, fixed_point};

impl Normalize for V0_9 {
    const NOTHING: &str = "empty or only white space";

    fn identity(item: &str) -> Cow<'_, str> {
        if item.is_ascii() {
            return ascii_form(item, |byte| ascii_apostrophe(byte).to_ascii_lowercase());
        }
        Cow::Owned(fixed_point(item, |text| {
            collapse(&UniCase::unicode(composed(text)).to_folded_case())
        }))
    }

    fn premise(text: &str) -> Cow<'_, str> {
        if text.is_ascii() {
            return ascii_form(text, ascii_apostrophe);
        }
        Cow::Owned(fixed_point(text, |text| collapse(&composed(text))))
    }
}

/// NFKC, with U+2019 and U+0060 as U+0027.
fn composed(text: &str) -> String {
    let apostrophe = |character| match character {
        '\u{2019}' | '`' => '\'',
        other => other,
    };
    text.nfkc().map(apostrophe).collect()
}

/// U+0060 as U+0027.
const fn ascii_apostrophe(byte: u8) -> u8 {
    if byte == b'`' { b'\'' } else { byte }
}
