//! Canonical directives: the only text that can change state.
//!
//! A [`Directive`] is built by classifying text or by a constructor that accepts exactly what
//! classification would give back, so its text form always classifies to itself.

use core::fmt;

use crate::kind::{Kind, OperandName};
use crate::scan::{
    ends_keyword, has_content, is_separator, skip_separators, strip_words, trim_end, trim_start,
};
use crate::start::find_canonical_start;
use crate::use_form::{UseForm, splits_back, use_form};

/// The kind of a directive together with its operands, which are borrowed from the host's text.
///
/// A form by itself is only data; [`Directive::new`] checks it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Form<'a> {
    /// `set premise VALUE`
    SetPremise {
        /// The premise.
        value: &'a str,
    },
    /// `change premise to VALUE`
    ChangePremise {
        /// The premise.
        value: &'a str,
    },
    /// `use ITEM`
    UseItem {
        /// The item.
        item: &'a str,
    },
    /// `prohibit ITEM`
    ProhibitItem {
        /// The item.
        item: &'a str,
    },
    /// `remove policy ITEM`
    RemovePolicy {
        /// The item.
        item: &'a str,
    },
    /// `use NEW_ITEM instead of OLD_ITEM`
    ReplaceUse {
        /// The item to put into use.
        new_item: &'a str,
        /// The item to take out of use.
        old_item: &'a str,
    },
    /// `clear premise`
    ClearPremise,
    /// `reset policies`
    ResetPolicies,
    /// `clear state`
    ClearState,
}

impl<'a> Form<'a> {
    /// The kind of this form.
    #[must_use]
    pub const fn kind(&self) -> Kind {
        match self {
            Form::SetPremise { .. } => Kind::SetPremise,
            Form::ChangePremise { .. } => Kind::ChangePremise,
            Form::UseItem { .. } => Kind::UseItem,
            Form::ProhibitItem { .. } => Kind::ProhibitItem,
            Form::RemovePolicy { .. } => Kind::RemovePolicy,
            Form::ReplaceUse { .. } => Kind::ReplaceUse,
            Form::ClearPremise => Kind::ClearPremise,
            Form::ResetPolicies => Kind::ResetPolicies,
            Form::ClearState => Kind::ClearState,
        }
    }

    /// The operands with their names, in the order in which they are written.
    #[must_use]
    pub fn operands(&self) -> Operands<'a> {
        let (first, second) = self.texts();
        Operands { names: self.kind().operand_names(), first, second }
    }

    /// The first operand and the second, as far as this form has them.
    const fn texts(&self) -> (Option<&'a str>, Option<&'a str>) {
        match *self {
            Form::SetPremise { value } | Form::ChangePremise { value } => (Some(value), None),
            Form::UseItem { item } | Form::ProhibitItem { item } | Form::RemovePolicy { item } => {
                (Some(item), None)
            }
            Form::ReplaceUse { new_item, old_item } => (Some(new_item), Some(old_item)),
            Form::ClearPremise | Form::ResetPolicies | Form::ClearState => (None, None),
        }
    }
}

/// A canonical directive, borrowing its operands from the host's text.
///
/// Its [`Display`](fmt::Display) form is its canonical text: keywords in lowercase, single spaces
/// between the parts, operands exactly as they are. That text classifies back to the same value.
/// A directive is two words of kind and two string slices, so it is copied, not cloned; to keep
/// one beyond the life of its text, keep the text.
///
/// ```
/// use cc_syntax::{Classification, Directive, classify};
///
/// let directive = Directive::replace_use("podman", "docker")?;
/// assert_eq!(directive.to_string(), "use podman instead of docker");
/// assert_eq!(classify("USE podman  Instead\tof docker"), Classification::Canonical(directive));
/// # Ok::<(), cc_syntax::OperandError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Directive<'a> {
    form: Form<'a>,
}

impl<'a> Directive<'a> {
    /// Checks `form` by the rules of classification.
    ///
    /// Takes time linear in the operands and allocates nothing.
    ///
    /// # Errors
    ///
    /// [`OperandError`] names the operand and the fault: see [`OperandFault`]. Whatever
    /// classification would not give back as this very form is refused.
    ///
    /// ```
    /// use cc_syntax::{Directive, Form, OperandFault};
    ///
    /// assert!(Directive::new(Form::SetPremise { value: "today" }).is_ok());
    /// let error = Directive::new(Form::SetPremise { value: "to day" }).unwrap_err();
    /// assert_eq!(error.fault(), OperandFault::LeadingTo);
    /// ```
    pub fn new(form: Form<'a>) -> Result<Self, OperandError> {
        let kind = form.kind();
        let refuse = |operand, fault| Err(OperandError::new(kind, operand, fault));
        let directive = Directive { form };
        for (operand, text) in directive.operands() {
            if let Some(fault) = operand_fault(operand, text) {
                return refuse(operand, fault);
            }
        }
        match form {
            Form::SetPremise { value } if leading_to(value).is_some() => {
                refuse(OperandName::Value, OperandFault::LeadingTo)
            }
            Form::UseItem { item } if !matches!(use_form(item), UseForm::Item) => {
                refuse(OperandName::Item, OperandFault::Delimiter)
            }
            Form::ReplaceUse { new_item, old_item } if !splits_back(new_item, old_item) => {
                let operand = if splits_back(new_item, "x") {
                    OperandName::OldItem
                } else {
                    OperandName::NewItem
                };
                refuse(operand, OperandFault::Delimiter)
            }
            _ => Ok(directive),
        }
    }

    /// `set premise VALUE`.
    ///
    /// # Errors
    ///
    /// As [`Directive::new`].
    pub fn set_premise(value: &'a str) -> Result<Self, OperandError> {
        Directive::new(Form::SetPremise { value })
    }

    /// `change premise to VALUE`.
    ///
    /// # Errors
    ///
    /// As [`Directive::new`].
    pub fn change_premise(value: &'a str) -> Result<Self, OperandError> {
        Directive::new(Form::ChangePremise { value })
    }

    /// `use ITEM`.
    ///
    /// # Errors
    ///
    /// As [`Directive::new`].
    pub fn use_item(item: &'a str) -> Result<Self, OperandError> {
        Directive::new(Form::UseItem { item })
    }

    /// `prohibit ITEM`.
    ///
    /// # Errors
    ///
    /// As [`Directive::new`].
    pub fn prohibit_item(item: &'a str) -> Result<Self, OperandError> {
        Directive::new(Form::ProhibitItem { item })
    }

    /// `remove policy ITEM`.
    ///
    /// # Errors
    ///
    /// As [`Directive::new`].
    pub fn remove_policy(item: &'a str) -> Result<Self, OperandError> {
        Directive::new(Form::RemovePolicy { item })
    }

    /// `use NEW_ITEM instead of OLD_ITEM`.
    ///
    /// # Errors
    ///
    /// As [`Directive::new`].
    pub fn replace_use(new_item: &'a str, old_item: &'a str) -> Result<Self, OperandError> {
        Directive::new(Form::ReplaceUse { new_item, old_item })
    }

    /// `clear premise`.
    #[must_use]
    pub const fn clear_premise() -> Self {
        Directive { form: Form::ClearPremise }
    }

    /// `reset policies`.
    #[must_use]
    pub const fn reset_policies() -> Self {
        Directive { form: Form::ResetPolicies }
    }

    /// `clear state`.
    #[must_use]
    pub const fn clear_state() -> Self {
        Directive { form: Form::ClearState }
    }

    /// Wraps a form that the classifier has checked.
    pub(crate) const fn checked(form: Form<'a>) -> Self {
        Directive { form }
    }

    /// The kind and operands, to match on.
    #[must_use]
    pub const fn form(&self) -> Form<'a> {
        self.form
    }

    /// The kind.
    #[must_use]
    pub const fn kind(&self) -> Kind {
        self.form.kind()
    }

    /// The operands with their names, in the order in which they are written.
    ///
    /// ```
    /// use cc_syntax::{Directive, OperandName};
    ///
    /// let directive = Directive::prohibit_item("raw SQL")?;
    /// assert!(directive.operands().eq([(OperandName::Item, "raw SQL")]));
    /// # Ok::<(), cc_syntax::OperandError>(())
    /// ```
    #[must_use]
    pub fn operands(&self) -> Operands<'a> {
        self.form.operands()
    }
}

impl fmt::Display for Directive<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.form.fmt(f)
    }
}

/// The text of the form: keywords in lowercase, single spaces between the parts.
impl fmt::Display for Form<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.kind().introducer())?;
        let (first, second) = self.texts();
        if let Some(first) = first {
            write!(f, " {first}")?;
        }
        if let Some(second) = second {
            write!(f, " instead of {second}")?;
        }
        Ok(())
    }
}

/// The operands of a directive with their names. Made by [`Directive::operands`].
#[derive(Clone, Debug)]
pub struct Operands<'a> {
    names: &'static [OperandName],
    first: Option<&'a str>,
    second: Option<&'a str>,
}

impl<'a> Iterator for Operands<'a> {
    type Item = (OperandName, &'a str);

    fn next(&mut self) -> Option<Self::Item> {
        let (name, names) = self.names.split_first()?;
        let text = self.first.take().or_else(|| self.second.take())?;
        self.names = names;
        Some((*name, text))
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        (self.names.len(), Some(self.names.len()))
    }
}

impl ExactSizeIterator for Operands<'_> {}

/// A fault that an operand has whatever else its directive holds.
fn operand_fault(operand: OperandName, text: &str) -> Option<OperandFault> {
    // Separators end at the operand's first character and the new item ends at its separator;
    // every other end is an end of the input, which loses all boundary white space.
    let ends_early = match operand {
        OperandName::NewItem => text.bytes().next_back().is_some_and(is_separator),
        OperandName::Value | OperandName::Item | OperandName::OldItem => {
            trim_end(text).len() < text.len()
        }
    };
    if !has_content(text) {
        Some(OperandFault::Empty)
    } else if text.contains('\n') {
        Some(OperandFault::LineFeed)
    } else if ends_early || skip_separators(text).len() < text.len() {
        Some(OperandFault::BoundaryWhiteSpace)
    } else if find_canonical_start(text).is_some() {
        Some(OperandFault::EmbeddedDirective)
    } else {
        None
    }
}

/// The byte offset of a leading word `to` in a premise, if it has one.
pub(crate) fn leading_to(value: &str) -> Option<usize> {
    let trimmed = trim_start(value);
    let rest = strip_words(trimmed, &["to"])?;
    ends_keyword(rest).then(|| value.len() - trimmed.len())
}

/// Why a constructor refused an operand.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum OperandFault {
    /// It is empty or only white space (R2).
    Empty,
    /// It holds a line feed (R5).
    LineFeed,
    /// It begins or ends with white space that classification would drop.
    BoundaryWhiteSpace,
    /// It holds the start of another directive, so the whole would be compound.
    EmbeddedDirective,
    /// A premise to be set begins with the word `to`.
    LeadingTo,
    /// It holds the words `instead of` where they would split it.
    Delimiter,
}

/// An operand that cannot be part of a canonical directive.
///
/// ```
/// use cc_syntax::{Directive, OperandFault, OperandName};
///
/// let error = Directive::use_item("tea and prohibit coffee").unwrap_err();
/// assert_eq!(error.operand(), OperandName::Item);
/// assert_eq!(error.fault(), OperandFault::EmbeddedDirective);
/// assert_eq!(
///     error.to_string(),
///     "operand `item` does not make a canonical use_item directive: \
///      it holds the start of another directive",
/// );
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct OperandError {
    kind: Kind,
    operand: OperandName,
    fault: OperandFault,
}

impl OperandError {
    pub(crate) const fn new(kind: Kind, operand: OperandName, fault: OperandFault) -> Self {
        OperandError { kind, operand, fault }
    }

    /// The kind of directive that was asked for.
    #[must_use]
    pub const fn kind(&self) -> Kind {
        self.kind
    }

    /// The operand at fault.
    #[must_use]
    pub const fn operand(&self) -> OperandName {
        self.operand
    }

    /// What is wrong with it.
    #[must_use]
    pub const fn fault(&self) -> OperandFault {
        self.fault
    }
}

impl fmt::Display for OperandError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let fault = match self.fault {
            OperandFault::Empty => "it is empty or only white space",
            OperandFault::LineFeed => "it holds a line feed",
            OperandFault::BoundaryWhiteSpace => "it begins or ends with white space",
            OperandFault::EmbeddedDirective => "it holds the start of another directive",
            OperandFault::LeadingTo => "it begins with the word `to`",
            OperandFault::Delimiter => "it holds the words `instead of` where they would split it",
        };
        let OperandError { kind, operand, .. } = self;
        write!(f, "operand `{operand}` does not make a canonical {kind} directive: {fault}")
    }
}

impl core::error::Error for OperandError {}
