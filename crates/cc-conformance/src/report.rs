//! Replays the fixtures of one or more corpora, and writes down what came of it.

use std::collections::BTreeMap;
use std::io::{self, Write};

use crate::compare::Mismatch;
use crate::corpus::{Corpus, Entry};
use crate::json::canonical;
use crate::replay::{Replay, Stop};
use crate::subject::Subject;
use crate::table::Contract;
use crate::waivers::Waivers;

/// What came of a run.
#[derive(Debug, Default)]
pub struct Report {
    sections: Vec<Section>,
    /// Faults of the run itself.
    faults: Vec<String>,
}

/// What came of the fixtures of one contract.
#[derive(Debug, Default)]
struct Section {
    contract: &'static str,
    failures: Vec<Failure>,
    families: BTreeMap<String, Counts>,
    /// How many fixtures were skipped for each reason.
    skipped: BTreeMap<String, usize>,
    /// In how many fixtures a field was not compared.
    untold: BTreeMap<String, usize>,
    waived: Vec<(String, String)>,
}

#[derive(Clone, Copy, Debug, Default)]
struct Counts {
    passed: usize,
    failed: usize,
    skipped: usize,
}

#[derive(Debug)]
struct Failure {
    /// The fixture, or the place of a fault that belongs to none.
    name: String,
    /// Whether a filter with this name repeats it.
    is_fixture: bool,
    reason: Reason,
}

#[derive(Debug)]
enum Reason {
    Fault(String),
    Mismatches(Vec<Mismatch>),
}

impl Report {
    /// Replays every fixture that `filter` chooses.
    ///
    /// A filter that is the whole `family/id` of a fixture chooses that one; any other chooses all
    /// whose names contain it. Faults that belong to no fixture are reported whatever it is. The
    /// run ends early if the subject answers no more.
    #[must_use]
    pub fn new(
        corpora: Vec<Corpus>,
        waivers: &Waivers,
        subject: &mut dyn Subject,
        filter: Option<&str>,
    ) -> Self {
        let mut report = Report::default();
        let names: Vec<_> = corpora.iter().map(|corpus| corpus.contract.name()).collect();
        let mut entries = corpora.iter().flat_map(|corpus| &corpus.entries);
        let exact = entries.any(|entry| Some(entry.name.as_str()) == filter);
        for corpus in corpora {
            let mut section = Section::of(&corpus, waivers, filter.is_none());
            let contract = corpus.contract;
            let chosen = |entry: &&Entry| match filter {
                None => true,
                Some(text) if exact => entry.name == text,
                Some(text) => entry.name.contains(text),
            };
            let chosen: Vec<_> = corpus.entries.iter().filter(chosen).collect();
            for (index, entry) in chosen.iter().enumerate() {
                if let Err(fault) = section.replay(contract, entry, waivers, subject) {
                    let left = chosen.len().saturating_sub(index).saturating_sub(1);
                    let contract = contract.name();
                    report.faults.push(format!(
                        "{fault}; {left} more fixtures of {contract} and those of contracts after it were not replayed"
                    ));
                    report.sections.push(section);
                    return report;
                }
            }
            let is_idle = section.totals().passed == 0 && section.failures.is_empty();
            if is_idle && (!chosen.is_empty() || filter.is_none()) && !subject.is_partial() {
                section.fail("all", false, Reason::Fault("no fixture was replayed".to_owned()));
            }
            if filter.is_none() || !chosen.is_empty() || !section.failures.is_empty() {
                report.sections.push(section);
            }
        }
        let names = names.join(", ");
        if let (Some(filter), true) = (filter, report.sections.is_empty()) {
            report
                .faults
                .push(format!("no fixture of {names} has a name that contains `{filter}`"));
        } else if report.passed() && report.sections.iter().all(|s| s.totals().passed == 0) {
            report.faults.push(format!("no fixture of {names} was replayed"));
        }
        report
    }

    /// Whether nothing failed.
    #[must_use]
    pub fn passed(&self) -> bool {
        self.faults.is_empty() && self.sections.iter().all(|section| section.failures.is_empty())
    }

    /// Writes the failures, then what was not replayed and why, then the counts.
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
        for section in &self.sections {
            section.write(out, repeat)?;
        }
        if let [_, _, ..] = self.sections.as_slice() {
            let sum = |of: fn(Counts) -> usize| -> usize {
                self.sections.iter().map(|section| of(section.totals())).sum()
            };
            let (passed, failed) = (sum(|counts| counts.passed), sum(|counts| counts.failed));
            let skipped = sum(|counts| counts.skipped);
            writeln!(out, "\nall contracts: {passed} passed, {failed} failed, {skipped} skipped")?;
        }
        self.faults.iter().try_for_each(|fault| writeln!(out, "failed: {}", printable(fault)))
    }
}

impl Section {
    /// The faults and exceptions of a corpus, before anything is replayed.
    fn of(corpus: &Corpus, waivers: &Waivers, is_whole: bool) -> Self {
        let contract = corpus.contract.name();
        let waived = corpus.waived.clone();
        let mut section = Section { contract, waived, ..Section::default() };
        for (place, fault) in &corpus.faults {
            section.fail(place, false, Reason::Fault(fault.clone()));
        }
        for (family, files) in corpus.skipped.iter().filter(|_| is_whole) {
            let reason = waivers.waived(contract, family, "family").unwrap_or_default();
            section.skip(family, reason, *files);
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
        contract: Contract,
        entry: &Entry,
        waivers: &Waivers,
        subject: &mut dyn Subject,
    ) -> Result<(), String> {
        let mut replay = Replay::new(subject, contract);
        let outcome = match &entry.content {
            Ok(fixture) => replay.run(fixture),
            Err(fault) => Err(Stop::Fault(fault.clone())),
        };
        let Replay { mismatches, untold, .. } = replay;
        let waiver = waivers.waived(self.contract, &entry.file, "result");
        let reason = match (outcome, waiver) {
            (Err(Stop::Skip(reason)), _) => {
                self.skip(&entry.family, &reason, 1);
                return Ok(());
            }
            (Err(Stop::Fault(fault)), _) => Reason::Fault(fault),
            (Err(Stop::Broken(fault)), _) => {
                self.count(&entry.family, |counts| &mut counts.failed, 1);
                self.fail(&entry.name, true, Reason::Fault(fault.clone()));
                return Err(fault);
            }
            (Ok(()), None) if mismatches.is_empty() => {
                for field in std::collections::BTreeSet::from_iter(untold) {
                    let fixtures = self.untold.entry(format!("{}: `{field}`", entry.family));
                    let fixtures = fixtures.or_default();
                    *fixtures = fixtures.saturating_add(1);
                }
                self.count(&entry.family, |counts| &mut counts.passed, 1);
                return Ok(());
            }
            (Ok(()), Some(_)) if mismatches.is_empty() => {
                Reason::Fault(waivers.outlived("its result is the expected one"))
            }
            (Ok(()), None) => Reason::Mismatches(mismatches),
            (Ok(()), Some(reason)) => {
                self.waived.push((format!("the result of {}", entry.file), reason.to_owned()));
                self.count(&entry.family, |counts| &mut counts.skipped, 1);
                return Ok(());
            }
        };
        self.count(&entry.family, |counts| &mut counts.failed, 1);
        self.fail(&entry.name, true, reason);
        Ok(())
    }

    fn fail(&mut self, name: &str, is_fixture: bool, reason: Reason) {
        self.failures.push(Failure { name: name.to_owned(), is_fixture, reason });
    }

    fn skip(&mut self, family: &str, reason: &str, count: usize) {
        self.count(family, |counts| &mut counts.skipped, count);
        let skipped = self.skipped.entry(format!("{family}: {reason}")).or_default();
        *skipped = skipped.saturating_add(count);
    }

    fn count(&mut self, family: &str, of: fn(&mut Counts) -> &mut usize, more: usize) {
        let count = of(self.families.entry(family.to_owned()).or_default());
        *count = count.saturating_add(more);
    }

    fn totals(&self) -> Counts {
        let sum = |of: fn(&Counts) -> usize| self.families.values().map(of).sum();
        // Faults that belong to no fixture are failures without a family.
        let failed = self.failures.len();
        Counts {
            passed: sum(|counts| counts.passed),
            failed,
            skipped: sum(|counts| counts.skipped),
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
        for (reason, count) in &self.skipped {
            writeln!(out, "skipped {count} of {}", printable(reason))?;
        }
        for (what, count) in &self.untold {
            writeln!(out, "not compared in {count} of {what}, which the subject cannot tell")?;
        }
        for (what, reason) in &self.waived {
            writeln!(out, "waived {what}: {reason}")?;
        }
        writeln!(out, "{:<20} {:>6} {:>6} {:>7}", "family", "passed", "failed", "skipped")?;
        for (family, Counts { passed, failed, skipped }) in &self.families {
            writeln!(out, "{family:<20} {passed:>6} {failed:>6} {skipped:>7}")?;
        }
        let Counts { passed, failed, skipped } = self.totals();
        writeln!(out, "{passed} passed, {failed} failed, {skipped} skipped")
    }
}

impl Failure {
    fn write(&self, out: &mut dyn Write) -> io::Result<()> {
        writeln!(out, "failed: {}", printable(&self.name))?;
        match &self.reason {
            Reason::Fault(fault) => writeln!(out, "  fault:    {}", printable(fault)),
            Reason::Mismatches(mismatches) => mismatches.iter().try_for_each(|mismatch| {
                let Mismatch { what, expected, actual, places } = mismatch;
                writeln!(out, "  compared: {}", printable(what))?;
                writeln!(out, "  expected: {}", canonical(expected))?;
                writeln!(out, "  actual:   {}", canonical(actual))?;
                places.iter().try_for_each(|place| writeln!(out, "  differs:  {place}"))
            }),
        }
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
