//! Runs both programs on a session and compares what they say, line by line.

use std::collections::BTreeMap;
use std::path::Path;

use cc_contract::ContractName;
use serde_json::Value;

use super::canonical;
use super::deviations::{self, Import, field};
use super::session::{Reply, Session};
use crate::error::Error;
use crate::process::Program;

/// Both programs.
pub(super) struct Pair<'a> {
    pub(super) contract: ContractName,
    pub(super) ours: &'a Program,
    pub(super) theirs: &'a Program,
    /// A folder for states.
    pub(super) scratch: &'a Path,
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
    /// States and checkpoints that both took.
    pub(super) accepted: u64,
    /// Those that both refused, in the same words.
    pub(super) refused: u64,
    /// Those that were not treated alike, by the deviation that says so.
    pub(super) import_deviations: BTreeMap<&'static str, u64>,
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
    /// The conversation in which it stands, and the line; none if it is about the state at the start.
    pub(super) place: Option<(usize, usize)>,
    pub(super) ours: String,
    pub(super) theirs: String,
}

impl Pair<'_> {
    /// Runs both on a session, and adds to what was counted.
    ///
    /// # Errors
    ///
    /// If a program cannot be run.
    pub(super) fn compare(
        &self,
        session: &Session,
        counts: &mut Counts,
    ) -> Result<Option<Disagreement>, Error> {
        counts.last_state = None;
        let mut session = session.clone();
        while session.preload.is_some() || !session.conversations.is_empty() {
            let (ours, theirs) = self.run(&session)?;
            let mut reading =
                Reading { pair: self, session: &session, counts, ours: &ours, theirs: &theirs };
            match reading.read() {
                End::Done => return Ok(None),
                End::Disagreement(found) => return Ok(Some(found)),
                // The reference ended there, and that is listed. What follows needs a new run.
                End::Restart(next) => {
                    let conversations = session.conversations.split_off(next);
                    session = Session { preload: None, conversations };
                }
            }
        }
        Ok(None)
    }

    fn run(&self, session: &Session) -> Result<(Reply, Reply), Error> {
        let mut lines = String::new();
        for (index, conversation) in session.conversations.iter().enumerate() {
            let boundary = if index == 0 { &[][..] } else { super::boundary(self.contract) };
            for line in boundary.iter().copied().chain(conversation.iter().map(String::as_str)) {
                lines.push_str(line);
                lines.push('\n');
            }
        }
        let run = |program: &Program, name: &str| {
            program.run(session.preload.as_ref(), &lines, &self.scratch.join(name))
        };
        std::thread::scope(|scope| {
            let ours = scope.spawn(|| run(self.ours, "ours.json"));
            let theirs = run(self.theirs, "theirs.json")?;
            let ours = ours.join().map_err(|_| Error::Tool("a thread failed".to_owned()))??;
            Ok((ours, theirs))
        })
    }
}

/// How the reading of a run ends.
enum End {
    Done,
    Disagreement(Disagreement),
    /// Goes on with this conversation in a new run.
    Restart(usize),
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
    fn after(line: &str, ours: &str, theirs: &str) -> Self {
        if line.starts_with("preview ") {
            Step::Together
        } else if state(ours).is_none() || state(ours) != state(theirs) {
            Step::Apart
        } else if theirs.contains("\"prompt_to_user\":\"Did you mean to use ")
            || theirs.contains(" Did you mean to remove ")
        {
            Step::Asked
        } else {
            Step::Together
        }
    }
}

/// The reading of one run.
struct Reading<'a> {
    pair: &'a Pair<'a>,
    session: &'a Session,
    counts: &'a mut Counts,
    ours: &'a Reply,
    theirs: &'a Reply,
}

impl Reading<'_> {
    fn read(&mut self) -> End {
        if let Some(end) = self.import() {
            return end;
        }
        let mut ours = self.ours.records.iter();
        let mut theirs = self.theirs.records.iter();
        let mut step = Step::Together;
        for (number, conversation) in self.session.conversations.iter().enumerate() {
            if number > 0 {
                for _ in super::boundary(self.pair.contract) {
                    // What a boundary changes depends on the state that a deviation has left.
                    ours.next();
                    theirs.next();
                }
            }
            step = Step::Together;
            for (place, line) in conversation.iter().enumerate() {
                let pieces = pieces(line);
                let mine: Vec<String> = ours.by_ref().take(pieces).cloned().collect();
                if step == Step::Together
                    && mine.len() == pieces
                    && theirs.as_slice().starts_with(&mine)
                {
                    theirs.nth(pieces - 1);
                    self.counts.same += 1;
                    let answer = answer(mine.last().map_or("", String::as_str));
                    *self.counts.answers.entry(answer).or_default() += 1;
                    continue;
                }
                let other = theirs.next().map(String::as_str);
                if step != Step::Together {
                    self.counts.after_deviation += 1;
                    if other.is_none() {
                        return End::Restart(number + 1);
                    }
                    if step == Step::Asked && line == "no" {
                        step = Step::Together;
                    }
                    continue;
                }
                let rule = deviations::of_line(self.pair.contract, line, &mine, other);
                let Some(rule) = rule.filter(|_| mine.len() == pieces) else {
                    return self.disagree(Some((number, place)), &mine.join("\n"), other);
                };
                *self.counts.deviations.entry(rule).or_default() += 1;
                let Some(other) = other else {
                    let rest = conversation.len().saturating_sub(place + 1);
                    self.counts.after_deviation += rest as u64;
                    return End::Restart(number + 1);
                };
                step = Step::after(line, mine.last().map_or("", String::as_str), other);
            }
        }
        match (ours.next(), theirs.next()) {
            (None, None) => {
                let last = self.ours.records.last().filter(|_| step == Step::Together);
                self.counts.last_state = last.and_then(|record| state(record));
                End::Done
            }
            (ours, theirs) => {
                let ours = ours.map_or("", String::as_str);
                self.disagree(None, ours, theirs.map(String::as_str))
            }
        }
    }

    fn disagree(&self, place: Option<(usize, usize)>, ours: &str, theirs: Option<&str>) -> End {
        let ours = shown(ours, &self.ours.complaint);
        let theirs = shown(theirs.unwrap_or_default(), &self.theirs.complaint);
        End::Disagreement(Disagreement { place, ours, theirs })
    }

    /// Compares what was made of the state at the start. Gives an end if there is nothing to read.
    fn import(&mut self) -> Option<End> {
        let preload = self.session.preload.as_ref()?;
        let (ours, theirs) = (Import::of(self.ours), Import::of(self.theirs));
        match (ours, theirs) {
            (Import::Accepted, Import::Accepted) => {
                self.counts.accepted += 1;
                return None;
            }
            (Import::Refused(one), Import::Refused(other)) if one == other => {
                self.counts.refused += 1;
            }
            _ => match deviations::of_import(preload, ours, theirs) {
                Some(rule) => *self.counts.import_deviations.entry(rule).or_default() += 1,
                None => return Some(self.disagree(None, "", None)),
            },
        }
        // The first conversation began in that state; it is run from nothing instead.
        Some(End::Restart(0))
    }
}

/// How many inputs a line is here: a CR ends one, and at the end of a line it belongs to that.
fn pieces(line: &str) -> usize {
    let body = line.strip_suffix('\r').unwrap_or(line);
    1 + body.matches('\r').count()
}

/// The state in a record, as exported text.
fn state(record: &str) -> Option<String> {
    let record: Value = serde_json::from_str(record).ok()?;
    record.get("state").map(canonical)
}

/// What kind of answer a record is.
fn answer(record: &str) -> String {
    let changed = if record.contains("\"changed\":true") { " that changes" } else { "" };
    let record = serde_json::from_str(record).unwrap_or_default();
    let mode = Some(field(&record, "/mode")).filter(|mode| *mode != "step");
    let names = ["/decision/failure", "/decision/kind", "/kind"].map(|name| field(&record, name));
    let kind = mode.into_iter().chain(names).find(|name| !name.is_empty());
    format!("{}{changed}", kind.unwrap_or("other"))
}

/// A record, and what the program said beside it.
fn shown(record: &str, complaint: &str) -> String {
    let record = if record.is_empty() { "nothing" } else { record };
    match complaint.trim_end() {
        "" => record.to_owned(),
        complaint => format!("{record}, and on standard error: {complaint}"),
    }
}
