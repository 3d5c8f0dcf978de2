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

use crate::normalize::{Normalize, ascii_form, fixed_point};
use crate::unicode::mapped;

impl Normalize for V0_9 {
    const NOTHING: &str = "empty or only white space";

    fn identity(item: &str) -> Cow<'_, str> {
        let ascii = |byte| ascii_apostrophe(byte).to_ascii_lowercase();
        let fold = |character: &str| UniCase::unicode(apostrophe(character)).to_folded_case();
        ascii_form(item, ascii).unwrap_or_else(|| {
            Cow::Owned(fixed_point(item, |text| collapse(&mapped(text, ascii, fold))))
        })
    }

    fn premise(text: &str) -> Cow<'_, str> {
        ascii_form(text, ascii_apostrophe).unwrap_or_else(|| {
            Cow::Owned(fixed_point(text, |text| collapse(&with_apostrophes(text))))
        })
    }
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
