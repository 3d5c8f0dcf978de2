//! Kinds and forms of directives, which follow from the table.

use core::fmt;
use core::str::FromStr;

use crate::operand::OperandName;
use crate::table::for_each_directive;

macro_rules! kinds_and_forms {
    (
        [$($kind:ident $name:ident { $($operand:ident: $operand_name:ident),+ }
            $first:literal $($more:literal)* => $summary:literal;)+]
        [$($literal:ident $literal_name:ident
            $literal_first:literal $($literal_more:literal)* => $literal_summary:literal;)+]
    ) => {
        /// The kind of a canonical directive.
        ///
        /// Matching is exhaustive on purpose: a tenth kind would be a new contract, and every host
        /// should then decide what to do about it.
        ///
        /// ```
        /// use cc_syntax::{Kind, OperandName};
        ///
        /// assert_eq!(Kind::ReplaceUse.as_str(), "replace_use");
        /// assert_eq!(Kind::ReplaceUse.introducer(), "use");
        /// assert_eq!(Kind::ReplaceUse.operand_names(), [OperandName::NewItem, OperandName::OldItem]);
        /// assert_eq!(Kind::ALL.len(), 9);
        /// ```
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub enum Kind {
            $(#[doc = concat!("`", $first $(, " ", $more)*, "`: ", $summary, ".")] $kind,)+
            $(#[doc = concat!("`", $literal_first $(, " ", $literal_more)*, "`: ", $literal_summary, ".")] $literal,)+
        }

        impl Kind {
            /// Every kind, in the order of the contract's table.
            pub const ALL: [Kind; [$(stringify!($kind),)+ $(stringify!($literal),)+].len()] =
                [$(Kind::$kind,)+ $(Kind::$literal,)+];

            /// What the table says of this kind.
            pub(crate) const fn row(self) -> &'static Row {
                match self {
                    $(Kind::$kind => &Row {
                        kind: Kind::$kind,
                        name: stringify!($name),
                        introducer: concat!($first $(, " ", $more)*),
                        start: concat!($first $(, " ", $more)*, " "),
                        operands: &[$(OperandName::$operand_name),+],
                        summary: $summary,
                    },)+
                    $(Kind::$literal => &Row {
                        kind: Kind::$literal,
                        name: stringify!($literal_name),
                        introducer: concat!($literal_first $(, " ", $literal_more)*),
                        start: concat!($literal_first $(, " ", $literal_more)*),
                        operands: &[],
                        summary: $literal_summary,
                    },)+
                }
            }
        }

        /// The rows of the table, in its order.
        pub(crate) const ROWS: [&Row; Kind::ALL.len()] =
            [$(Kind::$kind.row(),)+ $(Kind::$literal.row(),)+];

        /// The first three letters of each introducer.
        pub(crate) const FIRST_LETTERS: [[u8; 3]; ROWS.len()] =
            [$(first_letters($first),)+ $(first_letters($literal_first),)+];

        /// The kind of a directive together with its operands, which are borrowed from the host's
        /// text.
        ///
        /// A form by itself is only data;
        /// [`ContractDirective::new`](crate::ContractDirective::new) checks it.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
        pub enum Form<'a> {
            $(
                #[doc = concat!("`", $first $(, " ", $more)*, "` and its operands.")]
                $kind {
                    $(#[doc = concat!("The operand `", stringify!($operand), "`.")]
                    $operand: &'a str),+
                },
            )+
            $(#[doc = concat!("`", $literal_first $(, " ", $literal_more)*, "`.")] $literal,)+
        }

        impl<'a> Form<'a> {
            /// The form of a kind with its operands in order, of which it takes as many as it has.
            #[must_use]
            pub const fn new(kind: Kind, operands: [&'a str; 2]) -> Self {
                match kind {
                    $(Kind::$kind => {
                        let [$($operand,)+ ..] = operands;
                        Form::$kind { $($operand),+ }
                    })+
                    $(Kind::$literal => Form::$literal,)+
                }
            }

            /// The kind of this form.
            #[must_use]
            pub const fn kind(&self) -> Kind {
                match self {
                    $(Form::$kind { .. } => Kind::$kind,)+
                    $(Form::$literal => Kind::$literal,)+
                }
            }

            /// The operands in order, followed by empty texts.
            pub(crate) const fn texts(&self) -> [&'a str; 2] {
                match *self {
                    $(Form::$kind { $($operand),+ } => two(&[$($operand),+]),)+
                    $(Form::$literal => ["", ""],)+
                }
            }
        }
    };
}

for_each_directive!(kinds_and_forms);

/// What is known of one kind of directive.
pub(crate) struct Row {
    pub(crate) kind: Kind,
    name: &'static str,
    pub(crate) introducer: &'static str,
    /// The introducer, with a space if an operand follows.
    start: &'static str,
    pub(crate) operands: &'static [OperandName],
    summary: &'static str,
}

/// The rows whose introducer begins with this letter.
#[inline]
pub(crate) fn rows_of(letter: u8) -> impl Iterator<Item = &'static Row> {
    let rows = const { &ROWS }.iter().zip(const { &FIRST_LETTERS });
    rows.filter(move |(_, [first, ..])| *first == letter).map(|(row, _)| *row)
}

impl Row {
    /// Whether the introducer is all there is.
    pub(crate) const fn is_literal(&self) -> bool {
        self.operands.is_empty()
    }
}

/// The first letters of a word, for the table: a row with a shorter one does not compile.
const fn first_letters(word: &str) -> [u8; 3] {
    assert!(word.len() >= 3, "the first word of an introducer has three letters at least");
    match word.as_bytes() {
        [first, second, third, ..] => [*first, *second, *third],
        _ => [0; 3],
    }
}

const fn two<'a>(operands: &[&'a str]) -> [&'a str; 2] {
    match *operands {
        [first, second, ..] => [first, second],
        [first] => [first, ""],
        [] => ["", ""],
    }
}

impl Kind {
    /// The name of this kind in JSON records, such as `set_premise`.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        self.row().name
    }

    /// The kind with this JSON name, if there is one. Names match exactly.
    ///
    /// ```
    /// use cc_syntax::Kind;
    ///
    /// assert_eq!(Kind::from_name("clear_state"), Some(Kind::ClearState));
    /// assert_eq!(Kind::from_name("Clear_State"), None);
    /// ```
    #[must_use]
    pub fn from_name(name: &str) -> Option<Kind> {
        Kind::ALL.into_iter().find(|kind| kind.as_str() == name)
    }

    /// The keyword text that canonical directives of this kind begin with.
    ///
    /// `use` introduces both [`Kind::UseItem`] and [`Kind::ReplaceUse`]. For a kind without
    /// operands this is the whole directive.
    #[must_use]
    pub const fn introducer(self) -> &'static str {
        self.row().introducer
    }

    /// The names of the operands of this kind, in the order in which they are written.
    #[must_use]
    pub const fn operand_names(self) -> &'static [OperandName] {
        self.row().operands
    }

    /// What a directive of this kind is for, in a few words for help texts.
    #[must_use]
    pub const fn summary(self) -> &'static str {
        self.row().summary
    }

    /// How a directive of this kind is written, with placeholders for its operands.
    ///
    /// ```
    /// use cc_syntax::Kind;
    ///
    /// assert_eq!(Kind::ReplaceUse.usage().to_string(), "use <new item> instead of <old item>");
    /// ```
    #[must_use]
    pub const fn usage(self) -> Usage {
        Usage(self)
    }
}

impl fmt::Display for Kind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.as_str())
    }
}

/// Names match exactly.
impl FromStr for Kind {
    type Err = UnknownKindError;

    fn from_str(name: &str) -> Result<Self, UnknownKindError> {
        Kind::from_name(name).ok_or(UnknownKindError(()))
    }
}

/// A text that names no kind of directive.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct UnknownKindError(());

impl fmt::Display for UnknownKindError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("unknown kind of directive")
    }
}

impl core::error::Error for UnknownKindError {}

/// How directives of a kind are written. Made by [`Kind::usage`].
#[derive(Clone, Copy, Debug)]
pub struct Usage(Kind);

impl fmt::Display for Usage {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.0.introducer())?;
        for (index, operand) in self.0.operand_names().iter().enumerate() {
            let delimiter = if index == 0 { "" } else { " instead of" };
            write!(f, "{delimiter} <{}>", operand.placeholder())?;
        }
        Ok(())
    }
}

impl<'a> Form<'a> {
    /// The operands with their names, in the order in which they are written.
    #[must_use]
    pub fn operands(&self) -> Operands<'a> {
        let [first, second] = self.texts();
        Operands { names: self.kind().operand_names(), first, second }
    }

    /// What its text is made of, in order: keywords in lowercase, single spaces, and the operands.
    /// What it lacks is empty.
    ///
    /// ```
    /// let form = cc_syntax::Directive::replace_use("podman", "docker")?.form();
    /// assert_eq!(form.parts(), ["use ", "podman", " instead of ", "docker"]);
    /// # Ok::<(), cc_syntax::OperandError>(())
    /// ```
    #[must_use]
    pub const fn parts(&self) -> [&'a str; 4] {
        let [first, second] = self.texts();
        let delimiter = if matches!(self, Form::ReplaceUse { .. }) { " instead of " } else { "" };
        [self.kind().row().start, first, delimiter, second]
    }
}

/// The text of the form: its parts, one after the other.
impl fmt::Display for Form<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.parts().into_iter().try_for_each(|part| f.write_str(part))
    }
}

/// The operands of a directive with their names. Made by [`Form::operands`].
#[derive(Clone, Debug)]
pub struct Operands<'a> {
    names: &'static [OperandName],
    first: &'a str,
    second: &'a str,
}

impl<'a> Iterator for Operands<'a> {
    type Item = (OperandName, &'a str);

    fn next(&mut self) -> Option<Self::Item> {
        let (name, names) = self.names.split_first()?;
        self.names = names;
        Some((*name, core::mem::replace(&mut self.first, self.second)))
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        (self.names.len(), Some(self.names.len()))
    }
}

impl ExactSizeIterator for Operands<'_> {}
