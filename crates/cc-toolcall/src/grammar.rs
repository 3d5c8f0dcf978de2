//! The grammar of one tool: its parameters in order, and the synonyms that are known for them.

use std::collections::BTreeMap;
use std::fmt;
use std::str::FromStr;

use cc_text::visible;

use crate::json::Duplicate;

/// The argument under which values without names arrive.
pub const POSITIONAL: &str = "_positional";

/// A type of JSON value, as JSON Schema names it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum ParameterType {
    /// Text.
    String,
    /// A number without a fraction.
    Integer,
    /// A number.
    Number,
    /// True or false.
    Boolean,
    /// A list.
    Array,
    /// An object.
    Object,
    /// Null.
    Null,
}

impl ParameterType {
    /// Every type.
    pub const ALL: [ParameterType; 7] = [
        ParameterType::String,
        ParameterType::Integer,
        ParameterType::Number,
        ParameterType::Boolean,
        ParameterType::Array,
        ParameterType::Object,
        ParameterType::Null,
    ];

    /// The name of this type in JSON Schema.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            ParameterType::String => "string",
            ParameterType::Integer => "integer",
            ParameterType::Number => "number",
            ParameterType::Boolean => "boolean",
            ParameterType::Array => "array",
            ParameterType::Object => "object",
            ParameterType::Null => "null",
        }
    }

    /// The type with this name in JSON Schema, if there is one.
    #[must_use]
    pub fn from_name(name: &str) -> Option<ParameterType> {
        ParameterType::ALL.into_iter().find(|known| known.as_str() == name)
    }
}

/// Names match exactly.
impl FromStr for ParameterType {
    type Err = UnknownTypeError;

    fn from_str(name: &str) -> Result<Self, UnknownTypeError> {
        ParameterType::from_name(name).ok_or(UnknownTypeError(()))
    }
}

/// A text that names no type of JSON value.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct UnknownTypeError(());

impl fmt::Display for UnknownTypeError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("unknown type of JSON value")
    }
}

impl std::error::Error for UnknownTypeError {}

/// One parameter of a tool.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Parameter {
    pub(crate) name: String,
    pub(crate) ty: Option<ParameterType>,
    pub(crate) required: bool,
}

impl Parameter {
    /// The name.
    #[must_use]
    pub fn name(&self) -> &str {
        &self.name
    }

    /// The type, if it is known. The grammar does not check it.
    #[must_use]
    pub const fn ty(&self) -> Option<ParameterType> {
        self.ty
    }

    /// Whether a call must name it.
    #[must_use]
    pub const fn is_required(&self) -> bool {
        self.required
    }
}

/// What is known of the arguments of one tool. It never changes.
///
/// ```
/// use cc_toolcall::Grammar;
///
/// let grammar = Grammar::builder()
///     .required("from_currency", None)
///     .required("to_currency", None)
///     .optional("date", None)
///     .alias("from", "from_currency")
///     .build()?;
/// assert_eq!(grammar.parameters().len(), 3);
/// assert_eq!(grammar.canonical("from"), Some("from_currency"));
/// # Ok::<(), cc_toolcall::GrammarError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Grammar {
    parameters: Vec<Parameter>,
    /// From synonym to the index of its parameter.
    aliases: BTreeMap<String, usize>,
    required: usize,
}

impl Grammar {
    /// A grammar to be described.
    #[must_use]
    pub fn builder() -> GrammarBuilder {
        GrammarBuilder::default()
    }

    /// The parameters in order.
    #[must_use]
    pub fn parameters(&self) -> &[Parameter] {
        &self.parameters
    }

    /// How many parameters a call must name.
    #[must_use]
    pub const fn required_count(&self) -> usize {
        self.required
    }

    /// The parameter that a synonym stands for.
    #[must_use]
    pub fn canonical(&self, synonym: &str) -> Option<&str> {
        self.alias(synonym).map(|(_, parameter)| parameter.name())
    }

    /// The synonyms and what they stand for, in the order of the synonyms.
    pub fn aliases(&self) -> impl Iterator<Item = (&str, &str)> {
        self.aliases.iter().filter_map(|(synonym, index)| {
            self.parameters.get(*index).map(|parameter| (synonym.as_str(), parameter.name()))
        })
    }

    /// The index and the parameter that a synonym stands for.
    pub(crate) fn alias(&self, synonym: &str) -> Option<(usize, &Parameter)> {
        let index = *self.aliases.get(synonym)?;
        self.parameters.get(index).map(|parameter| (index, parameter))
    }
}

/// Describes a grammar. Made by [`Grammar::builder`].
#[derive(Clone, Debug, Default)]
pub struct GrammarBuilder {
    parameters: Vec<Parameter>,
    aliases: Vec<(String, String)>,
}

impl GrammarBuilder {
    /// Adds a parameter that a call must name.
    #[must_use]
    pub fn required(self, name: impl Into<String>, ty: Option<ParameterType>) -> Self {
        self.parameter(name.into(), ty, true)
    }

    /// Adds a parameter that a call may leave out.
    #[must_use]
    pub fn optional(self, name: impl Into<String>, ty: Option<ParameterType>) -> Self {
        self.parameter(name.into(), ty, false)
    }

    pub(crate) fn parameter(
        mut self,
        name: String,
        ty: Option<ParameterType>,
        required: bool,
    ) -> Self {
        self.parameters.push(Parameter { name, ty, required });
        self
    }

    /// Adds a synonym of a parameter.
    #[must_use]
    pub fn alias(mut self, synonym: impl Into<String>, canonical: impl Into<String>) -> Self {
        self.aliases.push((synonym.into(), canonical.into()));
        self
    }

    /// The grammar.
    ///
    /// # Errors
    ///
    /// [`GrammarError`] for two parameters of one name; a parameter or a synonym that is
    /// [`POSITIONAL`]; a synonym that names a parameter, stands for none, or is given twice.
    pub fn build(self) -> Result<Grammar, GrammarError> {
        let mut indexes = BTreeMap::new();
        for (index, parameter) in self.parameters.iter().enumerate() {
            if parameter.name == POSITIONAL {
                return Err(GrammarError::of(GrammarErrorKind::Reserved, &parameter.name));
            }
            if indexes.insert(parameter.name.clone(), index).is_some() {
                return Err(GrammarError::of(
                    GrammarErrorKind::DuplicateParameter,
                    &parameter.name,
                ));
            }
        }
        let mut aliases = BTreeMap::new();
        for (synonym, canonical) in self.aliases {
            if synonym == POSITIONAL {
                return Err(GrammarError::of(GrammarErrorKind::Reserved, &synonym));
            }
            if indexes.contains_key(&synonym) {
                return Err(GrammarError::of(GrammarErrorKind::AliasIsParameter, &synonym));
            }
            let Some(index) = indexes.get(&canonical) else {
                return Err(GrammarError::of(GrammarErrorKind::UnknownTarget, &canonical));
            };
            if aliases.insert(synonym.clone(), *index).is_some() {
                return Err(GrammarError::of(GrammarErrorKind::DuplicateAlias, &synonym));
            }
        }
        let required = self.parameters.iter().filter(|parameter| parameter.required).count();
        Ok(Grammar { parameters: self.parameters, aliases, required })
    }
}

/// Why a grammar cannot be built.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum GrammarErrorKind {
    /// The schema is not JSON.
    NotJson,
    /// The root of the schema is neither an object nor true or false.
    NotASchema,
    /// The root of the schema does not say that it is that of an object, by `type` alone.
    NotAnObjectSchema,
    /// A field of the schema has the wrong type.
    Malformed,
    /// A name stands twice in one object of the schema.
    DuplicateKey,
    /// Two parameters have one name.
    DuplicateParameter,
    /// A required name is not that of a property.
    UnknownRequired,
    /// A parameter or an alias is named [`POSITIONAL`].
    Reserved,
    /// An alias has the name of a parameter.
    AliasIsParameter,
    /// An alias stands for no parameter.
    UnknownTarget,
    /// An alias is given twice.
    DuplicateAlias,
}

/// Something that is no grammar: what is wrong, and the name that it is wrong with.
///
/// ```
/// use cc_toolcall::Grammar;
///
/// let error = Grammar::builder().required("a", None).alias("x", "b").build().unwrap_err();
/// assert_eq!(error.to_string(), "an alias refers to `b`, which is not a parameter");
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GrammarError {
    kind: GrammarErrorKind,
    name: String,
}

impl GrammarError {
    pub(crate) fn of(kind: GrammarErrorKind, name: &str) -> Self {
        GrammarError { kind, name: name.to_owned() }
    }

    pub(crate) fn duplicate(duplicate: &Duplicate) -> Self {
        if duplicate.within == "/properties" {
            GrammarError::of(GrammarErrorKind::DuplicateParameter, &duplicate.name)
        } else {
            GrammarError::of(GrammarErrorKind::DuplicateKey, &duplicate.to_string())
        }
    }

    /// What is wrong.
    #[must_use]
    pub const fn kind(&self) -> GrammarErrorKind {
        self.kind
    }

    /// Whether what has no grammar may be a schema all the same: one that describes something else
    /// than an object by its properties, or a property whose name a grammar needs for itself. Its
    /// tool can be offered and called, without a grammar.
    ///
    /// ```
    /// use cc_toolcall::{Grammar, Order};
    ///
    /// let read = |schema| Grammar::from_json_schema(schema, Order::Declared, []).unwrap_err();
    /// assert!(read(r#"{"allOf":[{"type":"object"}]}"#).is_legal_schema());
    /// assert!(!read(r#"{"type":"object","properties":[]}"#).is_legal_schema());
    /// ```
    #[must_use]
    pub const fn is_legal_schema(&self) -> bool {
        matches!(
            self.kind,
            GrammarErrorKind::NotAnObjectSchema
                | GrammarErrorKind::UnknownRequired
                | GrammarErrorKind::Reserved
        )
    }
}

impl fmt::Display for GrammarError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let name = visible(&self.name);
        match self.kind {
            GrammarErrorKind::NotJson => write!(f, "the schema is not JSON: {name}"),
            GrammarErrorKind::DuplicateKey => f.write_str(&self.name),
            GrammarErrorKind::NotASchema | GrammarErrorKind::NotAnObjectSchema => {
                f.write_str("the schema must describe an object: its `type` must be \"object\"")
            }
            GrammarErrorKind::Malformed => {
                write!(f, "the field `{name}` of the schema has the wrong form")
            }
            GrammarErrorKind::DuplicateParameter => {
                write!(f, "the parameter `{name}` is defined twice")
            }
            GrammarErrorKind::UnknownRequired => {
                write!(f, "the required parameter `{name}` is not defined")
            }
            GrammarErrorKind::Reserved => {
                write!(f, "`{name}` is reserved for values without names")
            }
            GrammarErrorKind::AliasIsParameter => {
                write!(f, "the alias `{name}` is also the name of a parameter")
            }
            GrammarErrorKind::UnknownTarget => {
                write!(f, "an alias refers to `{name}`, which is not a parameter")
            }
            GrammarErrorKind::DuplicateAlias => write!(f, "the alias `{name}` is defined twice"),
        }
    }
}

impl std::error::Error for GrammarError {}
