//! Replays the fixtures of one or more corpora, and writes down what came of it.

use std::collections::{BTreeMap, BTreeSet};
use std::io::{self, Write};

use crate::compare::Mismatch;
use crate::corpus::{Corpus, Entry};
use crate::json::canonical;
use crate::replay::{Replay, Stop};
use crate::subject::Subject;
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
    failures: Vec<Failure>,
    /// How many fixtures of each family passed, failed and were skipped.
    families: BTreeMap<String, [usize; 3]>,
    /// What was not compared and why, with the number of fixtures.
    exceptions: BTreeMap<String, usize>,
}

/// The places of the counts of a family.
const PASSED: usize = 0;
const FAILED: usize = 1;
const SKIPPED: usize = 2;

#[derive(Debug)]
struct Failure {
    /// The fixture, or the place of a fault that belongs to none.
    name: String,
    /// Whether a filter with this name repeats it.
    is_fixture: bool,
    reason: Result<Vec<Mismatch>, String>,
}

impl Report {
    /// Replays every fixture that `filter` chooses.
    ///
    /// A filter that is the whole `family/id` of a fixture chooses that one; any other chooses all
    /// whose names contain it. Faults that belong to no fixture are reported whatever it is. The
    /// run ends early if the subject answers no more.
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
            let mut section = Section::of(corpus, waivers, filter.is_none());
            let mut chosen = corpus.entries.iter().filter(is_chosen).peekable();
            let is_empty = chosen.peek().is_none();
            let broken =
                chosen.find_map(|entry| section.replay(corpus, entry, waivers, subject).err());
            if let Some(fault) = broken {
                report.faults.push(format!("{fault}; the run ended here"));
                report.sections.push(section);
                return report;
            }
            let is_idle = section.failures.is_empty() && section.total(PASSED) == 0;
            if is_idle && !subject.is_partial() && (filter.is_none() || !is_empty) {
                section.fail("all", false, Err("no fixture was replayed".to_owned()));
            }
            if !is_empty || !section.failures.is_empty() {
                report.sections.push(section);
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
        self.faults.iter().try_for_each(|fault| writeln!(out, "failed: {}", printable(fault)))?;
        let [passed, failed, skipped] = [PASSED, FAILED, SKIPPED].map(|of| self.total(of));
        let failed = failed.saturating_add(self.faults.len());
        writeln!(out, "{passed} passed, {failed} failed, {skipped} skipped")
    }
}

impl Section {
    /// The faults and exceptions of a corpus, before anything is replayed.
    fn of(corpus: &Corpus, waivers: &Waivers, is_whole: bool) -> Self {
        let contract = corpus.contract.name();
        let mut section = Section { contract, ..Section::default() };
        for (place, fault) in &corpus.faults {
            section.fail(place, false, Err(fault.clone()));
        }
        for (what, reason) in &corpus.waived {
            section.except(format!("waived {what}: {reason}"), 1);
        }
        for (family, files) in corpus.skipped.iter().filter(|_| is_whole) {
            let reason = waivers.waived(contract, family, "family").unwrap_or_default();
            section.count(family, SKIPPED, *files);
            section.except(format!("skipped in {family}: {reason}"), *files);
        }
        section
    }

    /// Replays one fixture.
    ///
    /// # Errors
    ///
    /// Why the subject answers no more.
    fn replay(
        &mut self,
        corpus: &Corpus,
        entry: &Entry,
        waivers: &Waivers,
        subject: &mut dyn Subject,
    ) -> Result<(), String> {
        let mut replay = Replay::new(subject, corpus.contract);
        let outcome = match &entry.content {
            Ok(fixture) => replay.run(fixture),
            Err(fault) => Err(Stop::Fault(fault.clone())),
        };
        let Replay { mismatches, untold, .. } = replay;
        let family = &entry.family;
        let waiver = waivers.waived(self.contract, &entry.file, "result");
        let (counted, failure) = match (outcome, mismatches.is_empty(), waiver) {
            (Err(Stop::Skip(reason)), ..) => {
                self.except(format!("skipped in {family}: {reason}"), 1);
                (SKIPPED, None)
            }
            (Err(Stop::Fault(fault)), ..) => (FAILED, Some(Err(fault))),
            (Err(Stop::Broken(fault)), ..) => {
                self.count(family, FAILED, 1);
                self.fail(&entry.name, true, Err(fault.clone()));
                return Err(fault);
            }
            (Ok(()), true, None) => {
                for field in BTreeSet::from_iter(untold) {
                    self.except(
                        format!(
                            "not compared in {family}: `{field}`, which the reply does not tell"
                        ),
                        1,
                    );
                }
                (PASSED, None)
            }
            (Ok(()), true, Some(_)) => {
                (FAILED, Some(Err(waivers.outlived("its result is the expected one"))))
            }
            (Ok(()), false, None) => (FAILED, Some(Ok(mismatches))),
            (Ok(()), false, Some(reason)) => {
                self.except(format!("waived the result of {}: {reason}", entry.file), 1);
                (SKIPPED, None)
            }
        };
        self.count(family, counted, 1);
        failure.into_iter().for_each(|reason| self.fail(&entry.name, true, reason));
        Ok(())
    }

    fn fail(&mut self, name: &str, is_fixture: bool, reason: Result<Vec<Mismatch>, String>) {
        self.failures.push(Failure { name: name.to_owned(), is_fixture, reason });
    }

    fn except(&mut self, what: String, fixtures: usize) {
        let known = self.exceptions.entry(what).or_default();
        *known = known.saturating_add(fixtures);
    }

    fn count(&mut self, family: &str, of: usize, more: usize) {
        let counts = self.families.entry(family.to_owned()).or_default();
        counts.get_mut(of).into_iter().for_each(|count| *count = count.saturating_add(more));
    }

    fn total(&self, of: usize) -> usize {
        match of {
            // Faults that belong to no fixture are failures without a family.
            FAILED => self.failures.len(),
            _ => self.families.values().filter_map(|counts| counts.get(of)).sum(),
        }
    }

    fn write(&self, out: &mut dyn Write, repeat: &dyn Fn(&str, &str) -> String) -> io::Result<()> {
        writeln!(out, "contract {}", self.contract)?;
        for failure in &self.failures {
            failure.write(out)?;
            if failure.is_fixture {
                writeln!(out, "  repeat:   {}", repeat(self.contract, &failure.name))?;
            }
            writeln!(out)?;
        }
        for (what, fixtures) in &self.exceptions {
            writeln!(out, "{} ({fixtures})", printable(what))?;
        }
        writeln!(out, "{:<20} {:>6} {:>6} {:>7}", "family", "passed", "failed", "skipped")?;
        for (family, [passed, failed, skipped]) in &self.families {
            writeln!(out, "{family:<20} {passed:>6} {failed:>6} {skipped:>7}")?;
        }
        let is_missed = |counts: &[usize; 3]| counts.iter().take(SKIPPED).all(|count| *count == 0);
        let missed = self.families.iter().filter(|(_, counts)| is_missed(counts));
        let missed: Vec<_> = missed.map(|(family, _)| family.as_str()).collect();
        if !missed.is_empty() {
            writeln!(out, "not covered: {}", missed.join(", "))?;
        }
        writeln!(out)
    }
}

impl Failure {
    fn write(&self, out: &mut dyn Write) -> io::Result<()> {
        writeln!(out, "failed: {}", printable(&self.name))?;
        let mismatches = match &self.reason {
            Ok(mismatches) => mismatches,
            Err(fault) => return writeln!(out, "  fault:    {}", printable(fault)),
        };
        mismatches.iter().try_for_each(|mismatch| {
            let Mismatch { what, expected, actual, places } = mismatch;
            writeln!(out, "  compared: {}", printable(what))?;
            writeln!(out, "  expected: {}", canonical(expected))?;
            writeln!(out, "  actual:   {}", canonical(actual))?;
            places.iter().try_for_each(|place| writeln!(out, "  differs:  {place}"))
        })
    }
}

/// `text` in one line of ASCII.
fn printable(text: &str) -> String {
    let shown = |character: char| match character {
        ' '..='~' => character.to_string(),
        _ => character.escape_unicode().to_string(),
    };
    text.chars().map(shown).collect()
}
