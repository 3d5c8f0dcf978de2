//! Verdicts: what is to be done with a call, and why.

use std::borrow::Cow;
use std::fmt;

use cc_text::visible;

use crate::told::{MAX_DETAIL, list, quoted, shortened};

/// What is to be done with a call. Matching is exhaustive on purpose.
///
/// From least to most restrictive: allow, defer, transform, deny.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// It is known to be in order. The grammar never says this: a shape proves nothing.
    Allow,
    /// Nothing is known against it.
    Defer,
    /// It is to be made with other arguments.
    Transform(Transform),
    /// It is not to be made.
    Deny(Deny),
}

impl Verdict {
    /// The name of this verdict in JSON records.
    #[must_use]
    pub const fn as_str(&self) -> &'static str {
        match self {
            Verdict::Allow => "allow",
            Verdict::Defer => "defer",
            Verdict::Transform(_) => "transform",
            Verdict::Deny(_) => "deny",
        }
    }

    /// Who transforms or denies the call. An allow and a defer have no author: nobody has done
    /// anything to it.
    ///
    /// ```
    /// use cc_toolcall::{Certainty, Grammar, Verdict};
    ///
    /// let grammar = Grammar::builder().required("id", None).build()?;
    /// let by = |arguments| {
    ///     grammar.adjudicate(arguments, Certainty::Conventional).by().map(str::to_owned)
    /// };
    /// assert_eq!(by("{}").as_deref(), Some("grammar"));
    /// assert_eq!(by(r#"{"id":1}"#), None);
    /// # Ok::<(), cc_toolcall::GrammarError>(())
    /// ```
    #[must_use]
    pub fn by(&self) -> Option<&str> {
        match self {
            Verdict::Allow | Verdict::Defer => None,
            Verdict::Transform(transform) => Some(&transform.by),
            Verdict::Deny(deny) => Some(&deny.by),
        }
    }

    /// The kind of reason for a transform or a denial.
    #[must_use]
    pub const fn reason(&self) -> Option<Reason> {
        match self {
            Verdict::Allow | Verdict::Defer => None,
            Verdict::Transform(transform) => Some(transform.reason),
            Verdict::Deny(deny) => Some(deny.reason),
        }
    }
}

/// How arguments were put right.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Transform {
    /// The arguments to be used, as JSON text. Every value is the source text of one that came in.
    pub arguments: String,
    /// Who transforms them: `grammar`, or the name of another adjudicator.
    pub by: Cow<'static, str>,
    /// Whether it could have been done in another way.
    pub certainty: Certainty,
    /// What the call would be denied for without the transform.
    pub reason: Reason,
    /// What was done, in the order of the parameters.
    pub repairs: Vec<Repair>,
}

impl Transform {
    /// Other arguments, as JSON text: who gives them and why, how they came about, and how sure
    /// that is.
    ///
    /// ```
    /// use cc_toolcall::{Certainty, Reason, Transform, Verdict};
    ///
    /// let arguments = r#"{"path":"/srv/a"}"#.to_owned();
    /// let certainty = Certainty::Forced;
    /// let transform =
    ///     Transform::new("paths", Reason::Malformed, arguments, Vec::new(), certainty);
    /// assert_eq!(Verdict::Transform(transform).by(), Some("paths"));
    /// ```
    #[must_use]
    pub fn new(
        by: impl Into<Cow<'static, str>>,
        reason: Reason,
        arguments: String,
        repairs: Vec<Repair>,
        certainty: Certainty,
    ) -> Self {
        Transform { arguments, by: by.into(), certainty, reason, repairs }
    }
}

/// One thing that was put right.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Repair {
    /// A synonym was replaced by the name of its parameter.
    Renamed {
        /// The synonym.
        from: String,
        /// The parameter.
        to: String,
    },
    /// A value without a name was given one.
    Positional {
        /// Which value it was, from 0 on.
        index: usize,
        /// The parameter.
        to: String,
    },
}

/// How sure it is that a repair means what the caller meant.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Certainty {
    /// The order of several values decided.
    Conventional,
    /// There was no other way.
    Forced,
}

impl Certainty {
    /// The name of this certainty in JSON records.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Certainty::Conventional => "conventional",
            Certainty::Forced => "forced",
        }
    }
}

/// Why a call is not to be made.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Deny {
    /// Who denies it: `grammar`, `policy`, `schema`, or the name of another adjudicator.
    pub by: Cow<'static, str>,
    /// What kind of reason it is.
    pub reason: Reason,
    /// What is wrong, so that the caller can do better. The adjudicators of this crate list at most
    /// [`MAX_LISTED`](crate::MAX_LISTED) issues, and then [`Issue::More`].
    pub issues: Vec<Issue>,
}

impl Deny {
    /// A denial: by whom, for what reason, and what is wrong.
    ///
    /// ```
    /// use cc_toolcall::{Deny, Issue, Reason};
    ///
    /// let issues = vec![Issue::ProhibitedTool { tool: "pay".to_owned() }];
    /// assert_eq!(Deny::new("night", Reason::Prohibited, issues).by, "night");
    /// ```
    #[must_use]
    pub fn new(by: impl Into<Cow<'static, str>>, reason: Reason, issues: Vec<Issue>) -> Self {
        Deny { by: by.into(), reason, issues }
    }
}

/// The kind of reason of a denial, or of what a transform avoids.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Reason {
    /// The shape of the arguments is wrong.
    Misroute,
    /// The arguments do not fit the schema.
    Malformed,
    /// The tool itself is not to be used.
    Prohibited,
}

impl Reason {
    /// The name of this reason in JSON records.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Reason::Misroute => "misroute",
            Reason::Malformed => "malformed",
            Reason::Prohibited => "prohibited",
        }
    }

    /// Whether the same tool may be called again with other arguments.
    #[must_use]
    pub const fn retryable(self) -> bool {
        matches!(self, Reason::Misroute | Reason::Malformed)
    }
}

/// One thing that is wrong with a call. Its [`Display`](fmt::Display) form is one sentence that a
/// model can act on. A sentence shows [`MAX_SHOWN`](crate::MAX_SHOWN) characters of a value or name
/// at most, and lists [`MAX_LISTED`](crate::MAX_LISTED) names; the fields hold all of them.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Issue {
    /// Required parameters are not named.
    MissingRequired {
        /// The parameters, in order.
        names: Vec<String>,
    },
    /// `_positional` does not hold as many values as it would have to.
    Arity {
        /// The numbers of values that could be bound.
        expected: Vec<usize>,
        /// The number that is there; none if it is no array.
        got: Option<usize>,
    },
    /// A parameter gets a positional value and is also named.
    NamedConflict {
        /// The parameter.
        name: String,
        /// The name that it is given under, its own or a synonym.
        given: String,
    },
    /// A parameter is named more than once by synonyms, or by a synonym beside its own name.
    AmbiguousAlias {
        /// The parameter.
        name: String,
        /// The names that it is given under, in order.
        given: Vec<String>,
    },
    /// Values can be bound by their order alone, which is less than the caller asks for.
    Uncertain {
        /// The parameters that they would be bound to, in order.
        names: Vec<String>,
    },
    /// The arguments are another value than an object.
    NotAnObject,
    /// A name is given twice in one object.
    DuplicateKey {
        /// Where the object is, as a JSON Pointer. The grammar looks at the arguments alone, which
        /// is the empty one.
        within: String,
        /// The name.
        name: String,
    },
    /// The arguments are not JSON, or nested too deeply.
    InvalidJson {
        /// What is wrong with the text.
        detail: String,
    },
    /// A value does not fit the schema.
    Malformed {
        /// Where it is, as a JSON Pointer.
        pointer: String,
        /// What is wrong with it.
        detail: String,
    },
    /// The tool is not to be used.
    ProhibitedTool {
        /// The tool.
        tool: String,
    },
    /// There are more issues than are listed.
    More {
        /// How many are left out.
        count: usize,
    },
}

impl Issue {
    /// The name of this issue in JSON records.
    #[must_use]
    pub const fn as_str(&self) -> &'static str {
        match self {
            Issue::MissingRequired { .. } => "missing_required",
            Issue::Arity { .. } => "arity",
            Issue::NamedConflict { .. } => "named_conflict",
            Issue::AmbiguousAlias { .. } => "ambiguous_alias",
            Issue::Uncertain { .. } => "uncertain",
            Issue::NotAnObject => "not_an_object",
            Issue::DuplicateKey { .. } => "duplicate_key",
            Issue::InvalidJson { .. } => "invalid_json",
            Issue::Malformed { .. } => "malformed",
            Issue::ProhibitedTool { .. } => "prohibited_tool",
            Issue::More { .. } => "more",
        }
    }

    /// The place of this issue in the arguments, as a JSON Pointer. The empty one is the whole.
    #[must_use]
    pub fn pointer(&self) -> String {
        let name = match self {
            Issue::Arity { .. } | Issue::Uncertain { .. } => crate::POSITIONAL,
            Issue::NamedConflict { given, .. } => given,
            Issue::AmbiguousAlias { given, .. } => match given.first() {
                Some(first) => first,
                None => return String::new(),
            },
            Issue::DuplicateKey { within, name } => return format!("{within}{}", pointer_to(name)),
            Issue::Malformed { pointer, .. } => return pointer.clone(),
            _ => return String::new(),
        };
        pointer_to(name)
    }
}

/// The JSON Pointer of an entry.
pub(crate) fn pointer_to(name: &str) -> String {
    format!("/{}", name.replace('~', "~0").replace('/', "~1"))
}

impl fmt::Display for Issue {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Issue::MissingRequired { names } => {
                write!(f, "name the required arguments {}", list(names))
            }
            Issue::Arity { expected, got } => {
                let values = if *expected == [1] { "value" } else { "values" };
                let expected: Vec<String> = expected.iter().map(usize::to_string).collect();
                let expected = expected.join(" or ");
                match got {
                    Some(got) => write!(f, "give {expected} {values} by position, not {got}"),
                    None => write!(f, "give {expected} {values} by position, in an array"),
                }
            }
            Issue::NamedConflict { name, given } if name == given => {
                write!(f, "give {} by name or by position, not both", quoted(name))
            }
            Issue::NamedConflict { name, given } => {
                write!(f, "give {} by position or as {}, not both", quoted(name), quoted(given))
            }
            Issue::AmbiguousAlias { name, given } => {
                write!(f, "give {} once, not as {}", quoted(name), list(given))
            }
            Issue::Uncertain { names } => {
                write!(f, "name the arguments {} instead of giving them in order", list(names))
            }
            Issue::NotAnObject => f.write_str("give the arguments as a JSON object"),
            Issue::DuplicateKey { within, name } if within.is_empty() => {
                write!(f, "give {} only once", quoted(name))
            }
            Issue::DuplicateKey { within, name } => {
                write!(f, "give {} only once in {}", quoted(name), quoted(within))
            }
            Issue::InvalidJson { detail } => {
                write!(f, "give valid JSON: {}", visible(&shortened(detail, MAX_DETAIL)))
            }
            Issue::Malformed { detail, .. } => {
                let detail = shortened(detail, MAX_DETAIL);
                write!(f, "give arguments that fit the schema: {}", visible(&detail))
            }
            Issue::ProhibitedTool { tool } => write!(f, "do not use the tool {}", quoted(tool)),
            Issue::More { count: 1 } => f.write_str("put right 1 more fault, which is not listed"),
            Issue::More { count } => {
                write!(f, "put right {count} more faults, which are not listed")
            }
        }
    }
}
