//! Runs the fixtures of a corpus and writes down what came of it.

use std::collections::BTreeMap;
use std::io::{self, Write};

use super::canonical::canonical;
use super::comparison::{Mismatch, Stop};
use super::contract::Contract;
use super::corpus::{Corpus, Entry, outlived};
use super::waivers::{Check, Waivers};

/// What came of a run.
#[derive(Debug, Default)]
pub(crate) struct Report {
    failures: Vec<Failure>,
    families: BTreeMap<String, Counts>,
    /// How many fixtures were skipped for each reason.
    skipped: BTreeMap<String, usize>,
    waived: Vec<(String, String)>,
}

#[derive(Debug, Default)]
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
    /// Replays every fixture of `corpus` that `filter` chooses.
    ///
    /// A filter that is the whole name of a fixture chooses that one; any other chooses all whose
    /// names contain it. Faults that belong to no fixture are reported whatever the filter is.
    pub(crate) fn of<K: Contract>(
        corpus: Corpus<K>,
        waivers: &Waivers,
        subject: &K::Subject,
        filter: Option<&str>,
    ) -> Self {
        let mut report = Report { waived: corpus.waived, ..Report::default() };
        for (place, fault) in corpus.faults {
            report.fail(place, false, Reason::Fault(fault));
        }
        if filter.is_none() {
            for family in corpus.skipped {
                report.skip(&family.family, &family.reason, family.files);
            }
        }
        let exact = corpus.entries.iter().any(|entry| Some(entry.name.as_str()) == filter);
        let chosen = |entry: &&Entry<K::Case>| match filter {
            None => true,
            Some(text) if exact => entry.name == text,
            Some(text) => entry.name.contains(text),
        };
        for entry in corpus.entries.iter().filter(chosen) {
            report.replay::<K>(entry, waivers, subject);
        }
        if report.totals().passed == 0 && report.failures.is_empty() {
            let fault = "no fixture was replayed".to_owned();
            let place = filter.unwrap_or("all").to_owned();
            report.fail(place, false, Reason::Fault(fault));
        }
        report
    }

    fn replay<K: Contract>(
        &mut self,
        entry: &Entry<K::Case>,
        waivers: &Waivers,
        subject: &K::Subject,
    ) {
        let name = entry.name.clone();
        let outcome = match &entry.content {
            Ok(case) => K::replay(subject, case),
            Err(fault) => Err(Stop::Fault(fault.clone())),
        };
        let reason = match (outcome, waivers.waived(&entry.file, Check::Result)) {
            (Err(Stop::Skip(reason)), _) => return self.skip(&entry.family, reason, 1),
            (Err(Stop::Fault(fault)), _) => Reason::Fault(fault),
            (Ok(mismatches), None) if mismatches.is_empty() => {
                return self.count(&entry.family, |counts| &mut counts.passed, 1);
            }
            (Ok(mismatches), Some(_)) if mismatches.is_empty() => {
                Reason::Fault(outlived(waivers, "its result is the expected one"))
            }
            (Ok(mismatches), None) => Reason::Mismatches(mismatches),
            (Ok(_), Some(reason)) => {
                self.waived.push((format!("the result of {}", entry.file), reason.to_owned()));
                return self.count(&entry.family, |counts| &mut counts.skipped, 1);
            }
        };
        self.count(&entry.family, |counts| &mut counts.failed, 1);
        self.fail(name, true, reason);
    }

    fn fail(&mut self, name: String, is_fixture: bool, reason: Reason) {
        self.failures.push(Failure { name, is_fixture, reason });
    }

    fn skip(&mut self, family: &str, reason: &str, count: usize) {
        self.count(family, |counts| &mut counts.skipped, count);
        let line = format!("{family}: {reason}");
        let skipped = self.skipped.entry(line).or_default();
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

    /// Whether nothing failed.
    pub(crate) fn passed(&self) -> bool {
        self.failures.is_empty()
    }

    /// Writes the failures, then what was not replayed and why, then the counts.
    ///
    /// `repeat` is the command line that chose the fixtures, without a filter and without `via`.
    ///
    /// # Errors
    ///
    /// If `out` cannot be written to.
    pub(crate) fn write(&self, out: &mut dyn Write, repeat: &str, via: &str) -> io::Result<()> {
        for failure in &self.failures {
            failure.write(out)?;
            if failure.is_fixture {
                let name = quoted(&failure.name);
                writeln!(out, "  repeat:   {repeat} --filter {name} --via {via}")?;
            }
            writeln!(out)?;
        }
        for (reason, count) in &self.skipped {
            writeln!(out, "skipped {count} of {reason}")?;
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
        writeln!(out, "failed: {}", self.name)?;
        match &self.reason {
            Reason::Fault(fault) => writeln!(out, "  fault:    {}", cc_engine::visible(fault)),
            Reason::Mismatches(mismatches) => mismatches.iter().try_for_each(|mismatch| {
                let Mismatch { what, expected, actual, places } = mismatch;
                writeln!(out, "  compared: {what}")?;
                writeln!(out, "  expected: {}", canonical(expected))?;
                writeln!(out, "  actual:   {}", canonical(actual))?;
                places.iter().try_for_each(|place| writeln!(out, "  differs:  {place}"))
            }),
        }
    }
}

/// A word of a command line, in quotes if the shell would not take it as it is.
pub(crate) fn quoted(word: &str) -> String {
    let plain = |byte: u8| byte.is_ascii_alphanumeric() || b"/._-+=:,@%".contains(&byte);
    if !word.is_empty() && word.bytes().all(plain) {
        word.to_owned()
    } else {
        format!("'{}'", word.replace('\'', r"'\''"))
    }
}
