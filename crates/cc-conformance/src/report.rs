//! Replays the fixtures of one or more corpora, and writes down what came of it.

use std::collections::BTreeMap;
use std::io::{self, Write};

use cc_text::visible;

use crate::corpus::{Corpus, Entry};
use crate::replay::{self, Stop};
use crate::subject::Subject;
use crate::table::Contract;
use crate::waivers::Waivers;

/// What came of a run.
#[derive(Debug, Default)]
pub struct Report {
    sections: Vec<Section>,
    /// What is wrong with the run itself.
    faults: Vec<String>,
}

/// What came of the fixtures of one contract.
#[derive(Debug, Default)]
struct Section {
    contract: &'static str,
    /// The fixtures that failed, and the lines that say how.
    failures: Vec<(String, String)>,
    /// How many fixtures of each family passed, failed and were skipped.
    families: BTreeMap<String, [usize; 3]>,
    /// What was not compared and why, with the number of fixtures.
    exceptions: BTreeMap<String, usize>,
}

/// The places of the counts of a family.
const PASSED: usize = 0;
const FAILED: usize = 1;
const SKIPPED: usize = 2;

impl Report {
    /// Replays every fixture that `filter` chooses.
    ///
    /// A filter that is the whole `family/id` of a fixture chooses that one; any other chooses all
    /// whose names contain it. The run ends early if the subject answers no more.
    #[must_use]
    pub fn new(
        corpora: &[Corpus],
        waivers: &Waivers,
        subject: &mut dyn Subject,
        filter: Option<&str>,
    ) -> Self {
        let mut report = Report::default();
        let mut entries = corpora.iter().flat_map(|corpus| &corpus.entries);
        let is_exact = entries.any(|entry| Some(entry.name.as_str()) == filter);
        let is_chosen = |entry: &&Entry| match filter {
            Some(name) if is_exact => entry.name == name,
            Some(part) => entry.name.contains(part),
            None => true,
        };
        for corpus in corpora {
            let contract = corpus.contract.name();
            let chosen: Vec<_> = corpus.entries.iter().filter(is_chosen).collect();
            if chosen.is_empty() && filter.is_some() {
                continue;
            }
            let mut section = Section { contract, ..Section::default() };
            let mut chosen = chosen.into_iter();
            let broken =
                chosen.find_map(|entry| section.replay(corpus.contract, entry, waivers, subject));
            let is_idle = section.total(PASSED) == 0 && section.total(FAILED) == 0;
            report.sections.push(section);
            if let Some(fault) = broken {
                report.faults.push(format!("{fault}; the run ended here"));
                return report;
            }
            if is_idle && !subject.is_partial() {
                report.faults.push(format!("no fixture of {contract} was replayed"));
            }
        }
        let names: Vec<_> = corpora.iter().map(|corpus| corpus.contract.name()).collect();
        let names = names.join(", ");
        if let (Some(filter), true) = (filter, report.sections.is_empty()) {
            report.faults.push(format!("no fixture of {names} has a name with `{filter}` in it"));
        } else if report.passed() && report.total(PASSED) == 0 {
            report.faults.push(format!("no fixture of {names} was replayed"));
        }
        report
    }

    /// Whether nothing failed.
    #[must_use]
    pub fn passed(&self) -> bool {
        self.faults.is_empty() && self.sections.iter().all(|section| section.failures.is_empty())
    }

    fn total(&self, of: usize) -> usize {
        self.sections.iter().map(|section| section.total(of)).sum()
    }

    /// Writes the failures, then what was not compared and why, then the counts.
    ///
    /// `repeat` gives the command that replays one fixture, from the name of its contract and its
    /// `family/id`.
    ///
    /// # Errors
    ///
    /// If `out` cannot be written to.
    pub fn write(
        &self,
        out: &mut dyn Write,
        repeat: &dyn Fn(&str, &str) -> String,
    ) -> io::Result<()> {
        self.sections.iter().try_for_each(|section| section.write(out, repeat))?;
        self.faults.iter().try_for_each(|fault| writeln!(out, "failed: {}", visible(fault)))?;
        let [passed, failed, skipped] = [PASSED, FAILED, SKIPPED].map(|of| self.total(of));
        let failed = failed.saturating_add(self.faults.len());
        writeln!(out, "{passed} passed, {failed} failed, {skipped} skipped")
    }
}

impl Section {
    /// Replays one fixture. Says why the subject answers no more, if it does not.
    fn replay(
        &mut self,
        contract: &'static Contract,
        entry: &Entry,
        waivers: &Waivers,
        subject: &mut dyn Subject,
    ) -> Option<String> {
        let outcome = match &entry.content {
            Ok(fixture) => replay::run(subject, contract, fixture),
            Err(stop) => Err(stop.clone()),
        };
        let Entry { family, name, .. } = entry;
        let fault = |what: &str| vec![format!("  fault:    {}\n", visible(what))];
        let mut broken = None;
        let (count, lines) = match (outcome, waivers.waived(self.contract, name, "result")) {
            (Ok(untold), None) => {
                let what = untold.iter().map(|field| {
                    format!("not compared in {family}: `{field}`, which the reply does not tell")
                });
                (PASSED, what.collect())
            }
            (Ok(_), Some(_)) => {
                (FAILED, fault(&waivers.outlived("its result is the expected one")))
            }
            (Err(Stop::Differ(lines)), None) => (FAILED, vec![lines]),
            (Err(Stop::Differ(_)), Some(reason)) => {
                (SKIPPED, vec![format!("waived the result of {name}: {reason}")])
            }
            (Err(Stop::Skip(reason)), _) => {
                (SKIPPED, vec![format!("skipped in {family}: {reason}")])
            }
            (Err(Stop::Fault(what)), _) => (FAILED, fault(&what)),
            (Err(Stop::Broken(what)), _) => (FAILED, fault(broken.insert(what))),
        };
        let counts = self.families.entry(family.clone()).or_default();
        counts.get_mut(count).into_iter().for_each(|count| *count += 1);
        let exceptions = if count == FAILED {
            self.failures.push((name.clone(), lines.concat()));
            Vec::new()
        } else {
            lines
        };
        let exceptions = exceptions.into_iter().chain(entry.waived.clone());
        exceptions.for_each(|what| *self.exceptions.entry(what).or_default() += 1);
        broken
    }

    fn total(&self, of: usize) -> usize {
        self.families.values().filter_map(|counts| counts.get(of)).sum()
    }

    fn write(&self, out: &mut dyn Write, repeat: &dyn Fn(&str, &str) -> String) -> io::Result<()> {
        writeln!(out, "contract {}", self.contract)?;
        for (name, lines) in &self.failures {
            writeln!(
                out,
                "failed: {}\n{lines}  repeat:   {}\n",
                visible(name),
                repeat(self.contract, name)
            )?;
        }
        for (what, fixtures) in &self.exceptions {
            writeln!(out, "{} ({fixtures})", visible(what))?;
        }
        writeln!(out, "{:<20} {:>6} {:>6} {:>7}", "family", "passed", "failed", "skipped")?;
        for (family, [passed, failed, skipped]) in &self.families {
            writeln!(out, "{family:<20} {passed:>6} {failed:>6} {skipped:>7}")?;
        }
        let missed = self.families.iter().filter(|(_, [passed, failed, _])| passed + failed == 0);
        let missed: Vec<_> = missed.map(|(family, _)| family.as_str()).collect();
        if !missed.is_empty() {
            writeln!(out, "not covered: {}", missed.join(", "))?;
        }
        writeln!(out)
    }
}
