//! The rules: what one grammar says to the arguments of one call.

use crate::arguments::{Arguments, elements};
use crate::exact::is_same;
use crate::grammar::{Grammar, POSITIONAL, Parameter};
use crate::told::listed;
use crate::verdict::{Certainty, Deny, Issue, Reason, Repair, Transform, Verdict};

impl Grammar {
    /// What is to be done with a call that has these arguments.
    ///
    /// - Every required parameter is named: defer, whatever else is there.
    /// - Renaming synonyms names every one that is missing: transform.
    /// - `_positional` is an array of as many values as there are required parameters, or else
    ///   parameters, and none of them is named: transform.
    /// - Otherwise: deny.
    ///
    /// A transform whose certainty is below `least` is denied. Costs the length of the text and,
    /// for each argument, the number of parameters.
    ///
    /// ```
    /// use cc_toolcall::{Certainty, Grammar, Verdict};
    ///
    /// let grammar = Grammar::builder().required("id", None).build()?;
    /// let Verdict::Transform(transform) =
    ///     grammar.adjudicate(r#"{"_positional":[9007199254740993]}"#, Certainty::Conventional)
    /// else {
    ///     unreachable!()
    /// };
    /// assert_eq!(transform.arguments, r#"{"id":9007199254740993}"#);
    /// assert_eq!(transform.certainty, Certainty::Forced);
    /// # Ok::<(), cc_toolcall::GrammarError>(())
    /// ```
    #[must_use]
    pub fn adjudicate(&self, arguments: &str, least: Certainty) -> Verdict {
        let arguments = match Arguments::read(arguments) {
            Ok(arguments) => arguments,
            Err(issue) => return deny(vec![issue]),
        };
        let missing: Vec<(usize, &Parameter)> = self
            .parameters()
            .iter()
            .enumerate()
            .filter(|(_, parameter)| {
                parameter.is_required() && arguments.get(parameter.name()).is_none()
            })
            .collect();
        if missing.is_empty() {
            return Verdict::Defer;
        }
        let synonyms = self.synonyms(&arguments);
        let ambiguous = self.ambiguous(&arguments, &synonyms);
        if !ambiguous.is_empty() {
            return deny(ambiguous);
        }
        let closes = |index: usize| synonyms.iter().any(|(_, of)| *of == index);
        let transform = if missing.iter().all(|(index, _)| closes(*index)) {
            self.rename(&arguments, &missing, &synonyms)
        } else if let Some(values) = arguments.get(POSITIONAL) {
            match self.bind(&arguments, &synonyms, values) {
                Ok(transform) => transform,
                Err(issues) => return deny(issues),
            }
        } else {
            let names = missing.iter().map(|(_, parameter)| parameter.name().to_owned()).collect();
            return deny(vec![Issue::MissingRequired { names }]);
        };
        if transform.certainty < least {
            let names = transform.repairs.into_iter().map(|repair| match repair {
                Repair::Renamed { to, .. } | Repair::Positional { to, .. } => to,
            });
            return deny(vec![Issue::Uncertain { names: names.collect() }]);
        }
        Verdict::Transform(transform)
    }

    /// The arguments that are synonyms, with the index of their parameter.
    fn synonyms<'a>(&self, arguments: &'a Arguments<'_>) -> Vec<(&'a str, usize)> {
        let names = arguments.0.iter().map(|(name, _)| &**name);
        names.filter_map(|name| self.alias(name).map(|(index, _)| (name, index))).collect()
    }

    /// The parameters that are named more than once: by two synonyms, or by a synonym beside their
    /// own name that has another value.
    fn ambiguous(&self, arguments: &Arguments<'_>, synonyms: &[(&str, usize)]) -> Vec<Issue> {
        let mut issues = Vec::new();
        for (index, parameter) in self.parameters().iter().enumerate() {
            let mut given: Vec<&str> =
                synonyms.iter().filter(|(_, of)| *of == index).map(|(name, _)| *name).collect();
            let own = arguments.get(parameter.name());
            let differs = |value| {
                given.iter().filter_map(|name| arguments.get(name)).any(|it| !is_same(it, value))
            };
            if given.len() > 1 || own.is_some_and(differs) {
                given.sort_unstable();
                given.extend(own.map(|_| parameter.name()));
                issues.push(Issue::AmbiguousAlias {
                    name: parameter.name().to_owned(),
                    given: given.into_iter().map(str::to_owned).collect(),
                });
            }
        }
        issues
    }

    /// Renames the synonyms of what is missing, and leaves everything else.
    fn rename(
        &self,
        arguments: &Arguments<'_>,
        missing: &[(usize, &Parameter)],
        synonyms: &[(&str, usize)],
    ) -> Transform {
        let name_of = |name: &str| {
            let (_, index) = synonyms.iter().find(|(synonym, _)| *synonym == name)?;
            missing.iter().find(|(of, _)| of == index).map(|(_, parameter)| parameter.name())
        };
        let entries =
            arguments.0.iter().map(|(name, value)| (name_of(name).unwrap_or(name), *value));
        let repairs = missing.iter().filter_map(|(index, parameter)| {
            let (synonym, _) = synonyms.iter().find(|(_, of)| of == index)?;
            Some(Repair::Renamed { from: (*synonym).to_owned(), to: parameter.name().to_owned() })
        });
        transform(object(entries), repairs.collect(), Certainty::Forced)
    }

    /// Binds positional values to the required parameters in order, or else to all of them.
    fn bind(
        &self,
        arguments: &Arguments<'_>,
        synonyms: &[(&str, usize)],
        values: &str,
    ) -> Result<Transform, Vec<Issue>> {
        let all = self.parameters().len();
        let required = self.required_count();
        let values = elements(values);
        let got = values.as_ref().map(Vec::len);
        let values = values.filter(|values| values.len() == required || values.len() == all);
        let Some(values) = values else {
            let mut expected = vec![required, all];
            expected.dedup();
            return Err(vec![Issue::Arity { expected, got }]);
        };
        let targets: Vec<(usize, &Parameter)> = self
            .parameters()
            .iter()
            .enumerate()
            .filter(|(_, parameter)| values.len() != required || parameter.is_required())
            .collect();
        let mut conflicts = Vec::new();
        for (index, target) in &targets {
            let own = arguments.get(target.name()).map(|_| target.name());
            let synonym = synonyms.iter().find(|(_, of)| of == index).map(|(name, _)| *name);
            if let Some(given) = own.or(synonym) {
                conflicts.push(Issue::NamedConflict {
                    name: target.name().to_owned(),
                    given: given.to_owned(),
                });
            }
        }
        if !conflicts.is_empty() {
            return Err(conflicts);
        }
        let bound = || targets.iter().map(|(_, target)| target.name()).zip(values.iter().copied());
        let mut entries: Vec<(&str, &str)> = Vec::new();
        for (name, value) in &arguments.0 {
            if name == POSITIONAL {
                entries.extend(bound());
            } else {
                entries.push((name, value));
            }
        }
        let certainty = if values.len() == 1 { Certainty::Forced } else { Certainty::Conventional };
        let repairs = bound()
            .enumerate()
            .map(|(index, (name, _))| Repair::Positional { index, to: name.to_owned() });
        let repairs = repairs.collect();
        Ok(transform(object(entries.into_iter()), repairs, certainty))
    }
}

/// The name under which the grammar transforms and denies.
const AUTHOR: &str = "grammar";

fn transform(arguments: String, repairs: Vec<Repair>, certainty: Certainty) -> Transform {
    Transform::new(AUTHOR, Reason::Misroute, arguments, repairs, certainty)
}

fn deny(issues: Vec<Issue>) -> Verdict {
    Verdict::Deny(Deny::new(AUTHOR, Reason::Misroute, listed(issues)))
}

/// Writes an object of these names and source texts of values.
fn object<'a>(entries: impl Iterator<Item = (&'a str, &'a str)>) -> String {
    let mut out = String::from("{");
    for (index, (name, value)) in entries.enumerate() {
        if index > 0 {
            out.push(',');
        }
        // A string can always be written as JSON.
        out.push_str(&serde_json::to_string(name).unwrap_or_default());
        out.push(':');
        out.push_str(value);
    }
    out.push('}');
    out
}
