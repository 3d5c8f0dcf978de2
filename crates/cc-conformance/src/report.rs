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
    /// Where it failed, whether that is a fixture, and the lines that say how.
    failures: Vec<(String, bool, Vec<String>)>,
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
                section.fail("all", false, fault("no fixture was replayed"));
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
            section.fail(place, false, self::fault(fault));
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
        match (outcome, mismatches.is_empty(), waiver) {
            (Err(Stop::Broken(what)), ..) => {
                self.fail_fixture(entry, fault(&what));
                return Err(what);
            }
            (Err(Stop::Fault(what)), ..) => self.fail_fixture(entry, fault(&what)),
            (Err(Stop::Skip(reason)), ..) => {
                self.count(family, SKIPPED, 1);
                self.except(format!("skipped in {family}: {reason}"), 1);
            }
            (Ok(()), true, None) => {
                self.count(family, PASSED, 1);
                for field in BTreeSet::from_iter(untold) {
                    let what = format!("`{field}`, which the reply does not tell");
                    self.except(format!("not compared in {family}: {what}"), 1);
                }
            }
            (Ok(()), true, Some(_)) => {
                let what = waivers.outlived("its result is the expected one");
                self.fail_fixture(entry, fault(&what));
            }
            (Ok(()), false, None) => self.fail_fixture(entry, shown(&mismatches)),
            (Ok(()), false, Some(reason)) => {
                self.count(family, SKIPPED, 1);
                self.except(format!("waived the result of {}: {reason}", entry.file), 1);
            }
        }
        Ok(())
    }

    fn fail_fixture(&mut self, entry: &Entry, lines: Vec<String>) {
        self.count(&entry.family, FAILED, 1);
        self.fail(&entry.name, true, lines);
    }

    fn fail(&mut self, name: &str, is_fixture: bool, lines: Vec<String>) {
        self.failures.push((name.to_owned(), is_fixture, lines));
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
        for (name, is_fixture, lines) in &self.failures {
            writeln!(out, "failed: {}", printable(name))?;
            lines.iter().try_for_each(|line| writeln!(out, "  {line}"))?;
            if *is_fixture {
                writeln!(out, "  repeat:   {}", repeat(self.contract, name))?;
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

fn fault(what: &str) -> Vec<String> {
    vec![format!("fault:    {}", printable(what))]
}

/// The lines that show comparisons that failed.
fn shown(mismatches: &[Mismatch]) -> Vec<String> {
    let lines = mismatches.iter().flat_map(|Mismatch { what, expected, actual, places }| {
        let sides = [
            format!("compared: {}", printable(what)),
            format!("expected: {}", canonical(expected)),
            format!("actual:   {}", canonical(actual)),
        ];
        sides.into_iter().chain(places.iter().map(|place| format!("differs:  {place}")))
    });
    lines.collect()
}

/// `text` in one line of ASCII.
fn printable(text: &str) -> String {
    let shown = |character: char| match character {
        ' '..='~' => character.to_string(),
        _ => character.escape_unicode().to_string(),
    };
    text.chars().map(shown).collect()
}
