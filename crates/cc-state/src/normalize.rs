//! Identities and premises: the two normal forms of operand text.
//!
//! An identity is NFKC with U+2019 and U+0060 as U+0027, full default case folding, and white
//! space collapsed and trimmed, repeated until it no longer changes (R3). A premise is the same
//! without case folding. Nothing else is touched: no articles, no spelling, no marks and no
//! invisible characters (R10).

use std::borrow::Cow;
use std::fmt;
use std::marker::PhantomData;

use unicase::UniCase;
use unicode_normalization::UnicodeNormalization;

use crate::contract::{Contract, V0_9};

/// The Unicode version of the normalization tables that identities depend on (R12).
///
/// The tables of case folding are those of the `unicase` crate; the two agree on every character
/// that the fixtures use.
///
/// ```
/// assert!(cc_state::UNICODE_VERSION >= (14, 0, 0));
/// ```
pub const UNICODE_VERSION: (u8, u8, u8) = unicode_normalization::UNICODE_VERSION;

/// Whether `character` is white space in identities and premises: Unicode White_Space and U+001C
/// to U+001F (R1).
///
/// ```
/// assert!(cc_state::is_white_space('\u{3000}'));
/// assert!(!cc_state::is_white_space('\u{200b}'));
/// ```
#[must_use]
pub fn is_white_space(character: char) -> bool {
    character.is_whitespace() || matches!(character, '\u{1c}'..='\u{1f}')
}

/// The identity of an item under a contract: the key under which its policy is kept.
///
/// [`Identity`] is that of contract 0.9. Two items are the same if and only if their identities
/// are equal. An identity is never empty and is its own identity. It borrows the item's text where
/// that is already normal.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct ContractIdentity<'a, C> {
    text: Cow<'a, str>,
    contract: PhantomData<C>,
}

/// The identity of an item in contract 0.9.
///
/// ```
/// use cc_state::Identity;
///
/// let identity = Identity::of(" Oat\u{a0}  MILK ").expect("not only white space");
/// assert_eq!(identity.as_str(), "oat milk");
/// assert_eq!(Identity::of("STRASSE"), Identity::of("straße"));
/// assert_ne!(Identity::of("the oats"), Identity::of("oats"));
/// assert_eq!(Identity::of("\u{3000}"), None);
/// ```
pub type Identity<'a> = ContractIdentity<'a, V0_9>;

impl<'a, C: Contract> ContractIdentity<'a, C> {
    /// The identity of an item, or none if the item is empty or only white space (R2).
    ///
    /// ASCII text takes a path without tables, which allocates only if the text is not yet normal.
    /// Takes time linear in the text.
    #[must_use]
    pub fn of(item: &'a str) -> Option<Self> {
        let text = C::identify(item);
        (!text.is_empty()).then_some(ContractIdentity { text, contract: PhantomData })
    }

    /// The same value, borrowing nothing.
    #[must_use]
    pub fn into_owned(self) -> ContractIdentity<'static, C> {
        ContractIdentity { text: Cow::Owned(self.text.into_owned()), contract: PhantomData }
    }
}

impl<C> ContractIdentity<'_, C> {
    /// The normalized text.
    #[must_use]
    pub fn as_str(&self) -> &str {
        &self.text
    }

    pub(crate) fn into_box(self) -> Box<str> {
        self.text.into()
    }
}

impl<C> AsRef<str> for ContractIdentity<'_, C> {
    fn as_ref(&self) -> &str {
        self.as_str()
    }
}

impl<C> fmt::Display for ContractIdentity<'_, C> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.as_str())
    }
}

/// A premise: opaque text, normalized but for case. It is the same in every contract.
///
/// A premise is never empty, and normalizing it again does not change it. It borrows the text it
/// was made from where that is already normal.
///
/// ```
/// use cc_state::Premise;
///
/// let premise = Premise::of("  Replies\tin German ").expect("not only white space");
/// assert_eq!(premise.as_str(), "Replies in German");
/// assert_eq!(Premise::of(" \n "), None);
/// ```
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Premise<'a>(Cow<'a, str>);

impl<'a> Premise<'a> {
    /// The premise that a text states, or none if it is empty or only white space (R2).
    ///
    /// Costs what [`ContractIdentity::of`] does.
    #[must_use]
    pub fn of(text: &'a str) -> Option<Self> {
        let normal = normalize(text, Case::Keep);
        (!normal.is_empty()).then_some(Self(normal))
    }

    /// The normalized text.
    #[must_use]
    pub fn as_str(&self) -> &str {
        &self.0
    }

    /// The same value, borrowing nothing.
    #[must_use]
    pub fn into_owned(self) -> Premise<'static> {
        Premise(Cow::Owned(self.0.into_owned()))
    }

    pub(crate) fn into_box(self) -> Box<str> {
        self.0.into()
    }
}

impl AsRef<str> for Premise<'_> {
    fn as_ref(&self) -> &str {
        self.as_str()
    }
}

impl fmt::Display for Premise<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.as_str())
    }
}

/// The normal form of an item in contract 0.9.
pub(crate) fn identify(item: &str) -> Cow<'_, str> {
    normalize(item, Case::Fold)
}

/// Whether normalization folds case.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Case {
    Fold,
    Keep,
}

/// More passes than any text needs. Two reach the fixed point on every sequence tried, and a
/// third confirms it; the bound only keeps a fault in a table from becoming an endless loop.
pub(crate) const MAX_PASSES: usize = 16;

/// Normalizes `text` to the fixed point of [`pass`].
fn normalize(text: &str, case: Case) -> Cow<'_, str> {
    if text.is_ascii() {
        return normalize_ascii(text, case);
    }
    let mut normal = pass(text, case);
    for _ in 0..MAX_PASSES {
        // INVARIANT: one pass is the fixed point of ASCII text, and what a pass gives back is
        // trimmed and collapsed whatever it holds, so ASCII needs no second look.
        if normal.is_ascii() {
            break;
        }
        let next = pass(&normal, case);
        if next == normal {
            break;
        }
        normal = next;
    }
    Cow::Owned(normal)
}

/// One pass: NFKC, apostrophes, case folding, white space.
fn pass(text: &str, case: Case) -> String {
    let composed: String = text.nfkc().map(apostrophe).collect();
    match case {
        Case::Fold => collapse(&UniCase::unicode(composed).to_folded_case()),
        Case::Keep => collapse(&composed),
    }
}

/// U+2019 and U+0060 stand for U+0027.
pub(crate) const fn apostrophe(character: char) -> char {
    match character {
        '\u{2019}' | '`' => '\'',
        other => other,
    }
}

/// Turns runs of white space into one space each, and drops them at both ends.
pub(crate) fn collapse(text: &str) -> String {
    let mut collapsed = String::with_capacity(text.len());
    for word in text.split(is_white_space).filter(|word| !word.is_empty()) {
        if !collapsed.is_empty() {
            collapsed.push(' ');
        }
        collapsed.push_str(word);
    }
    collapsed
}

/// [`normalize`] for ASCII, where NFKC changes nothing and one pass is the fixed point.
fn normalize_ascii(text: &str, case: Case) -> Cow<'_, str> {
    let is_space = |byte: &u8| is_white_space(char::from(*byte));
    let before = text.bytes().take_while(is_space).count();
    let after = text.bytes().rev().take_while(is_space).count();
    let trimmed = text.get(before..text.len() - after).unwrap_or_default();
    if is_normal_ascii(trimmed.as_bytes(), case) {
        return Cow::Borrowed(trimmed);
    }
    let mut collapsed = collapse(trimmed).replace('`', "'");
    if case == Case::Fold {
        collapsed.make_ascii_lowercase();
    }
    Cow::Owned(collapsed)
}

/// Whether trimmed ASCII text is its own normal form.
fn is_normal_ascii(bytes: &[u8], case: Case) -> bool {
    let upper = if case == Case::Fold { b'A'..b'Z' + 1 } else { 0..0 };
    let stays = |byte: &u8| {
        let control = matches!(byte, b'\t'..=b'\r') | matches!(byte, 0x1c..=0x1f);
        !(control | (*byte == b'`') | upper.contains(byte))
    };
    let pairs = bytes.iter().zip(bytes.get(1..).unwrap_or_default());
    if bytes.len() < SHORT {
        return bytes.iter().all(stays) && pairs.clone().all(is_no_run);
    }
    // All of it is looked at without a branch on what is seen, so that many bytes are looked at
    // together.
    let each = bytes.iter().fold(true, |normal, byte| normal & stays(byte));
    pairs.fold(each, |normal, pair| normal & is_no_run(pair))
}

/// Whether two bytes in a row are not both spaces.
#[inline]
fn is_no_run((byte, next): (&u8, &u8)) -> bool {
    !((*byte == b' ') & (*next == b' '))
}

/// Below this many bytes it is not worth looking at many together.
const SHORT: usize = 32;
