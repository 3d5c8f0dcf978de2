//! Runs both programs on a session and compares what they say, line by line.

use std::collections::BTreeMap;
use std::ffi::OsStr;
use std::time::Duration;

use cc_contract::ContractName;
use serde_json::Value;
use tempfile::TempDir;

use super::canonical;
use super::deviations::{Answered, Import, field, of_import, of_line};
use super::session::{Line, Reply, Session};
use crate::error::Error;
use crate::process::{Program, shown};

/// What is compared, and both programs.
pub(super) struct Pair {
    pub(super) contract: ContractName,
    /// Whether the lines are JSON strings to be classified, and not a conversation.
    pub(super) classify: bool,
    /// Whether each line has one record here, whatever is in it.
    pub(super) by_line: bool,
    pub(super) ours: Program,
    pub(super) theirs: Program,
    /// Whether a CR ends a line there as it does here.
    pub(super) splits: bool,
    /// How long a program may take for a session.
    pub(super) timeout: Duration,
    /// A folder for states.
    pub(super) scratch: TempDir,
}

/// What was counted.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Counts {
    /// Lines whose records were compared byte for byte, and are the same.
    pub(super) same: u64,
    /// Lines that were not compared, because a deviation before them left another state.
    pub(super) after_deviation: u64,
    /// Lines that were answered differently, by the deviation that says so.
    pub(super) deviations: BTreeMap<&'static str, u64>,
    /// What was made of states and checkpoints at the start, or the deviation that says so.
    pub(super) starts: BTreeMap<&'static str, u64>,
    /// The state that both ended in, as exported text.
    pub(super) last_state: Option<String>,
    /// How often each kind of answer was given.
    pub(super) answers: BTreeMap<String, u64>,
}

impl Counts {
    /// Lines whose answers were compared.
    pub(super) fn compared(&self) -> u64 {
        self.same + self.deviations.values().sum::<u64>()
    }
}

/// A difference that no listed deviation explains.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Disagreement {
    /// The line of the session; none if it is about the state at the start.
    pub(super) place: Option<usize>,
    pub(super) ours: String,
    pub(super) theirs: String,
}

impl Pair {
    /// Finds out how the other program ends lines.
    /// Fails if it cannot be run, or answers nothing.
    pub(super) fn probe(&mut self) -> Result<(), Error> {
        let session = Session { preload: None, lines: vec![Line::Input("one\rtwo".to_owned())] };
        let [_, theirs] = self.run(&session)?;
        if theirs.records.is_empty() {
            let program = shown(&self.theirs.command());
            let told = told("no record", &theirs.complaint);
            return Err(Error::Tool(format!("`{program}` answers a line with {told}")));
        }
        self.splits = theirs.records.len() > 1;
        Ok(())
    }

    /// Runs both on a session, and adds to what was counted.
    /// Fails if a program cannot be run.
    pub(super) fn compare(
        &self,
        session: &Session,
        counts: &mut Counts,
    ) -> Result<Option<Disagreement>, Error> {
        counts.last_state = None;
        let mut session = session.clone();
        while session != Session::default() {
            let [ours, theirs] = &self.run(&session)?;
            let reading = Reading { pair: self, session: &session, counts, ours, theirs };
            match reading.read() {
                Ok(None) => return Ok(None),
                // The reference ended there, and that is listed. What follows needs a new run.
                Ok(Some(next)) => {
                    session = Session { preload: None, lines: session.lines.split_off(next) };
                }
                Err(found) => return Ok(Some(found)),
            }
        }
        Ok(None)
    }

    fn run(&self, session: &Session) -> Result<[Reply; 2], Error> {
        let mut input = String::new();
        for line in &session.lines {
            match line {
                Line::Reset => super::resets(self.contract).iter().for_each(|line| {
                    input.push_str(line);
                    input.push('\n');
                }),
                Line::Input(text) if self.classify => {
                    input.push_str(&format!("{}\n", Value::from(&**text)));
                }
                Line::Input(text) => {
                    input.push_str(text);
                    input.push('\n');
                }
            }
        }
        let path = self.scratch.path().join("start.json");
        let mut options: Vec<&OsStr> = Vec::new();
        if let Some(preload) = &session.preload {
            std::fs::write(&path, &preload.text).map_err(Error::access(&path))?;
            options = vec![preload.option().as_ref(), path.as_os_str()];
        }
        let run = |it: &Program| Reply::of(it.command().args(&options), &input, self.timeout);
        std::thread::scope(|scope| {
            let ours = scope.spawn(|| run(&self.ours));
            let theirs = run(&self.theirs)?;
            let ours = ours.join().map_err(|_| Error::Tool("a thread failed".to_owned()))??;
            Ok([ours, theirs])
        })
    }

    /// How many records a line gets from the command: a CR ends one, and at the end of a line it
    /// belongs to that.
    fn pieces(&self, line: &str) -> usize {
        let body = line.strip_suffix('\r').unwrap_or(line);
        if self.by_line { 1 } else { 1 + body.matches('\r').count() }
    }
}

/// How the two programs stand to each other inside a conversation.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Step {
    /// They have the same state, and no question is open.
    Together,
    /// The reference waits for an answer, and the states are the same.
    Asked,
    /// Their states differ, until the next conversation begins.
    Apart,
}

impl Step {
    /// After a line that a deviation explains.
    fn after(it: &Answered<'_>) -> Self {
        let asks = ["Did you mean to use ", "Did you mean to remove "];
        let state = it.ours.get("state");
        if it.classify || it.line.starts_with("preview ") {
            Step::Together
        } else if state.is_none() || state != it.theirs.get("state") {
            Step::Apart
        } else if asks.iter().any(|words| it.is_asked(words)) {
            Step::Asked
        } else {
            Step::Together
        }
    }
}

/// The reading of one run.
struct Reading<'a> {
    pair: &'a Pair,
    session: &'a Session,
    counts: &'a mut Counts,
    ours: &'a Reply,
    theirs: &'a Reply,
}

impl Reading<'_> {
    /// Reads both replies. Gives the line from which a new run has to go on, if there is one.
    fn read(mut self) -> Result<Option<usize>, Disagreement> {
        if !self.import()? {
            // The first conversation began in that state; it is run from nothing instead.
            return Ok(Some(0));
        }
        let (mut ours, mut theirs) = (&*self.ours.records, &*self.theirs.records);
        let mut step = Step::Together;
        for (place, line) in self.session.lines.iter().enumerate() {
            let Line::Input(line) = line else {
                // What a reset changes depends on the state that a deviation has left.
                let count = super::resets(self.pair.contract).len();
                take(&mut ours, count);
                take(&mut theirs, count);
                step = Step::Together;
                continue;
            };
            let pieces = self.pair.pieces(line);
            let mine = take(&mut ours, pieces);
            let other = take(&mut theirs, if self.pair.splits { pieces } else { 1 });
            if step != Step::Together {
                self.counts.after_deviation += 1;
                if step == Step::Asked && line == "no" {
                    step = Step::Together;
                }
            } else if mine.len() == pieces && mine == other {
                self.counts.same += 1;
                let answer = answer(mine.last().map_or("", String::as_str));
                *self.counts.answers.entry(answer).or_default() += 1;
            } else {
                let it = Answered::new(self.pair, line, mine, other);
                let rule = of_line(&it).filter(|_| mine.len() == pieces);
                let rule = rule.ok_or_else(|| self.disagreement(Some(place), mine, other))?;
                *self.counts.deviations.entry(rule).or_default() += 1;
                step = Step::after(&it);
            }
            if other.is_empty() {
                let rest = self.session.lines.iter().skip(place + 1);
                let rest = rest.take_while(|line| **line != Line::Reset).count();
                self.counts.after_deviation += rest as u64;
                return Ok(Some(place + 1 + rest));
            }
        }
        if !ours.is_empty() || !theirs.is_empty() {
            return Err(self.disagreement(None, ours, theirs));
        }
        let last = self.ours.records.last().filter(|_| step == Step::Together);
        let last: Option<Value> = last.and_then(|record| serde_json::from_str(record).ok());
        self.counts.last_state = last.and_then(|record| record.get("state").map(canonical));
        Ok(None)
    }

    fn disagreement(
        &self,
        place: Option<usize>,
        ours: &[String],
        theirs: &[String],
    ) -> Disagreement {
        let records = |records: &[String]| match records {
            [] => "nothing".to_owned(),
            _ => records.join("\n"),
        };
        let ours = told(&records(ours), &self.ours.complaint);
        Disagreement { place, ours, theirs: told(&records(theirs), &self.theirs.complaint) }
    }

    /// Compares what was made of the state at the start. Gives whether both took it.
    fn import(&mut self) -> Result<bool, Disagreement> {
        let Some(preload) = &self.session.preload else { return Ok(true) };
        let (ours, theirs) = (Import::of(self.ours), Import::of(self.theirs));
        let outcome = match (ours, theirs) {
            (Import::Accepted, Import::Accepted) => "taken by both",
            (Import::Refused(one), Import::Refused(other)) if one == other => {
                "refused by both, in the same words"
            }
            _ => {
                of_import(preload, ours, theirs).ok_or_else(|| self.disagreement(None, &[], &[]))?
            }
        };
        *self.counts.starts.entry(outcome).or_default() += 1;
        Ok(ours == Import::Accepted && theirs == Import::Accepted)
    }
}

/// Takes so many records from the front, or what is left of them.
fn take<'r>(records: &mut &'r [String], count: usize) -> &'r [String] {
    let (taken, rest) = records.split_at(count.min(records.len()));
    *records = rest;
    taken
}

/// What kind of answer a record is.
fn answer(record: &str) -> String {
    let changed = if record.contains("\"changed\":true") { " that changes" } else { "" };
    let record = serde_json::from_str(record).unwrap_or_default();
    let mode = Some(field(&record, "/mode")).filter(|mode| *mode != "step");
    let names = ["/decision/failure", "/decision/kind", "/classification", "/kind"];
    let names = names.map(|name| field(&record, name));
    let kind = mode.into_iter().chain(names).find(|name| !name.is_empty());
    format!("{}{changed}", kind.unwrap_or("other"))
}

/// Records, and what the program said beside them.
fn told(records: &str, complaint: &str) -> String {
    match complaint.trim_end() {
        "" => records.to_owned(),
        complaint => format!("{records}, and on standard error: {complaint}"),
    }
}
