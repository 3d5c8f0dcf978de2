//! The grammars of many tools, and the counts of what they did.

use std::collections::{HashMap, HashSet};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use crate::grammar::{Grammar, GrammarError};
use crate::schema::Order;
use crate::verdict::{Certainty, Verdict};

/// The grammars of tools by name.
///
/// Adjudicating needs no exclusive access, and costs the same however many tools there are.
/// Identical grammars are stored once.
///
/// ```
/// use cc_toolcall::{Grammar, Tools, Verdict};
///
/// let mut tools = Tools::new();
/// tools.insert("greet", Grammar::builder().required("name", None).build()?);
/// assert_eq!(tools.adjudicate("greet", r#"{"name":"Ada"}"#), Verdict::Defer);
/// assert_eq!(tools.adjudicate("unknown", "not even JSON"), Verdict::Defer);
/// assert!(matches!(tools.adjudicate("greet", "{}"), Verdict::Deny(_)));
/// assert_eq!((tools.repairs(), tools.denials()), (0, 1));
/// # Ok::<(), cc_toolcall::GrammarError>(())
/// ```
#[derive(Debug, Default)]
pub struct Tools {
    grammars: HashMap<String, Arc<Grammar>>,
    /// Each different grammar of a tool, once.
    unique: HashSet<Arc<Grammar>>,
    least: Option<Certainty>,
    repairs: AtomicU64,
    denials: AtomicU64,
}

impl Tools {
    /// No grammars.
    #[must_use]
    pub fn new() -> Self {
        Tools::default()
    }

    /// Sets the least certainty that a transform must have; below it, the call is denied.
    #[must_use]
    pub fn least_certainty(mut self, least: Certainty) -> Self {
        self.least = Some(least);
        self
    }

    /// Gives a tool its grammar, in the place of the one it had.
    pub fn insert(&mut self, tool: impl Into<String>, grammar: Grammar) {
        let grammar = match self.unique.get(&grammar) {
            Some(stored) => Arc::clone(stored),
            None => {
                let grammar = Arc::new(grammar);
                self.unique.insert(Arc::clone(&grammar));
                grammar
            }
        };
        if let Some(before) = self.grammars.insert(tool.into(), grammar)
            // Here, and in the set.
            && Arc::strong_count(&before) == 2
        {
            self.unique.remove(&before);
        }
    }

    /// Gives a tool the grammar that its schema describes; see [`Grammar::from_json_schema`].
    ///
    /// # Errors
    ///
    /// A [`GrammarError`]. The tool then keeps the grammar it had.
    ///
    /// ```
    /// use cc_toolcall::{Order, Tools};
    ///
    /// let mut tools = Tools::new();
    /// let schema = r#"{"type":"object","properties":{"q":{"type":"string"}},"required":["q"]}"#;
    /// tools.load("search", schema, Order::Declared, [("query", "q")])?;
    /// assert!(tools.load("search", "{}", Order::Declared, []).is_err());
    /// assert!(tools.get("search").is_some());
    /// # Ok::<(), cc_toolcall::GrammarError>(())
    /// ```
    pub fn load<'a>(
        &mut self,
        tool: impl Into<String>,
        schema: &str,
        order: Order,
        aliases: impl IntoIterator<Item = (&'a str, &'a str)>,
    ) -> Result<(), GrammarError> {
        self.insert(tool, Grammar::from_json_schema(schema, order, aliases)?);
        Ok(())
    }

    /// The grammar of a tool.
    #[must_use]
    pub fn get(&self, tool: &str) -> Option<&Grammar> {
        self.grammars.get(tool).map(|grammar| &**grammar)
    }

    /// How many tools have a grammar.
    #[must_use]
    pub fn len(&self) -> usize {
        self.grammars.len()
    }

    /// Whether no tool has a grammar.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.grammars.is_empty()
    }

    /// How many different grammars are stored.
    #[must_use]
    pub fn unique_grammars(&self) -> usize {
        self.unique.len()
    }

    /// What is to be done with a call. A tool without a grammar is deferred whatever the text is.
    #[must_use]
    pub fn adjudicate(&self, tool: &str, arguments: &str) -> Verdict {
        let Some(grammar) = self.get(tool) else {
            return Verdict::Defer;
        };
        let verdict = grammar.adjudicate(arguments, self.least.unwrap_or(Certainty::Conventional));
        match verdict {
            Verdict::Transform(_) => self.repairs.fetch_add(1, Ordering::Relaxed),
            Verdict::Deny(_) => self.denials.fetch_add(1, Ordering::Relaxed),
            Verdict::Allow | Verdict::Defer => 0,
        };
        verdict
    }

    /// How many calls have been transformed.
    #[must_use]
    pub fn repairs(&self) -> u64 {
        self.repairs.load(Ordering::Relaxed)
    }

    /// How many calls have been denied.
    #[must_use]
    pub fn denials(&self) -> u64 {
        self.denials.load(Ordering::Relaxed)
    }
}
