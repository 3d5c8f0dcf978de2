//! Several adjudicators in a row.

use cc_text::Policy;

use crate::tools::Tools;
use crate::verdict::{Deny, Issue, Reason, Verdict};

/// Something that judges calls.
pub trait Adjudicator {
    /// What is to be done with a call of `tool` with these arguments, which are JSON text.
    fn adjudicate(&self, tool: &str, arguments: &str) -> Verdict;
}

impl Adjudicator for Tools {
    fn adjudicate(&self, tool: &str, arguments: &str) -> Verdict {
        self.adjudicate(tool, arguments)
    }
}

/// So that a chain can borrow what is still to be looked at, such as the counts of [`Tools`].
impl<A: Adjudicator + ?Sized> Adjudicator for &A {
    fn adjudicate(&self, tool: &str, arguments: &str) -> Verdict {
        (**self).adjudicate(tool, arguments)
    }
}

/// Adjudicators that see a call one after the other.
///
/// Each sees the arguments as transformed by those before it, so no transform carries a call past
/// a later adjudicator that would have denied the same call written properly. The most restrictive
/// verdict wins: allow, defer, transform, deny. After a denial nothing more is asked. Of several
/// transforms, the repairs of all are listed, and the last has its arguments used and its name and
/// reason given. An empty chain defers.
///
/// ```
/// use cc_toolcall::{Adjudicator, Chain, Grammar, Policy, PolicyGate, Tools, Verdict};
///
/// let mut tools = Tools::new();
/// tools.insert("delete_file", Grammar::builder().required("path", None).build()?);
/// let gate = PolicyGate::deny_list(|tool: &str| {
///     (tool == "delete_file").then_some(Policy::Prohibit)
/// });
/// let chain = Chain::new().then(tools).then(gate);
/// let verdict = chain.adjudicate("delete_file", r#"{"_positional":["/tmp/x"]}"#);
/// assert!(matches!(verdict, Verdict::Deny(_)));
/// # Ok::<(), cc_toolcall::GrammarError>(())
/// ```
#[derive(Default)]
pub struct Chain<'a> {
    adjudicators: Vec<Box<dyn Adjudicator + Send + Sync + 'a>>,
}

impl std::fmt::Debug for Chain<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Chain").field("adjudicators", &self.adjudicators.len()).finish()
    }
}

impl<'a> Chain<'a> {
    /// A chain without adjudicators.
    #[must_use]
    pub fn new() -> Self {
        Chain::default()
    }

    /// Adds an adjudicator at the end.
    #[must_use]
    pub fn then(mut self, adjudicator: impl Adjudicator + Send + Sync + 'a) -> Self {
        self.adjudicators.push(Box::new(adjudicator));
        self
    }
}

impl Adjudicator for Chain<'_> {
    fn adjudicate(&self, tool: &str, arguments: &str) -> Verdict {
        let mut so_far: Option<Verdict> = None;
        for adjudicator in &self.adjudicators {
            let verdict = match &so_far {
                Some(Verdict::Transform(transform)) => {
                    adjudicator.adjudicate(tool, &transform.arguments)
                }
                _ => adjudicator.adjudicate(tool, arguments),
            };
            so_far = Some(match (so_far, verdict) {
                (_, deny @ Verdict::Deny(_)) => return deny,
                (Some(Verdict::Transform(earlier)), Verdict::Transform(mut later)) => {
                    later.certainty = later.certainty.min(earlier.certainty);
                    later.repairs.splice(..0, earlier.repairs);
                    Verdict::Transform(later)
                }
                (_, transform @ Verdict::Transform(_))
                | (Some(transform @ Verdict::Transform(_)), _) => transform,
                (Some(Verdict::Defer), _) | (_, Verdict::Defer) => Verdict::Defer,
                (_, Verdict::Allow) => Verdict::Allow,
            });
        }
        so_far.unwrap_or(Verdict::Defer)
    }
}

/// Denies tools by the policies of a compiled state, in the name of `policy`.
///
/// The lookup takes a tool's whole name to the policy of the item with that identity, so
/// `read_file` is not the tool `file`.
///
/// ```
/// use cc_toolcall::{Adjudicator, Policy, PolicyGate, Verdict};
///
/// let policies = |tool: &str| match tool {
///     "read_file" => Some(Policy::Use),
///     "delete_file" => Some(Policy::Prohibit),
///     _ => None,
/// };
/// let gate = PolicyGate::allow_list(policies);
/// assert_eq!(gate.adjudicate("read_file", "{}"), Verdict::Defer);
/// assert!(matches!(gate.adjudicate("search", "{}"), Verdict::Deny(_)));
/// ```
#[derive(Clone, Copy, Debug)]
pub struct PolicyGate<F> {
    policy: F,
    allow_list: bool,
}

impl<F: Fn(&str) -> Option<Policy>> PolicyGate<F> {
    /// Denies what is prohibited.
    pub const fn deny_list(policy: F) -> Self {
        PolicyGate { policy, allow_list: false }
    }

    /// Denies what is not in use.
    pub const fn allow_list(policy: F) -> Self {
        PolicyGate { policy, allow_list: true }
    }
}

impl<F: Fn(&str) -> Option<Policy>> Adjudicator for PolicyGate<F> {
    fn adjudicate(&self, tool: &str, _arguments: &str) -> Verdict {
        let denied = match (self.policy)(tool) {
            Some(Policy::Use) => false,
            Some(Policy::Prohibit) => true,
            None => self.allow_list,
        };
        if !denied {
            return Verdict::Defer;
        }
        let issues = vec![Issue::ProhibitedTool { tool: tool.to_owned() }];
        Verdict::Deny(Deny::new("policy", Reason::Prohibited, issues))
    }
}
