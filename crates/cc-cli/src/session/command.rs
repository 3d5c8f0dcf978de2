//! The subcommand `session`.

use std::io::{Read, Write};
use std::path::Path;

use cc_contract::ContractName;
use cc_sessions::{Deleted, DifferenceKind, Error, LogEntry, Session, Sessions, Topic, compose};
use cc_text::json::Raw;
use cc_text::visible;
use cc_wire::{push, push_session_state};
use futures_executor::block_on;
use serde::Serialize;

use super::show::{push_log, time, what};
use super::talk::push_state_lines;
use super::{Missing, open};
use crate::options::{SessionCommand, SessionOptions};
use crate::output::Output;
use crate::preload::{read_all, read_text};
use crate::text::push_line;
use crate::{Failure, say_what_is_awaited};

/// How many sessions or events are read at once.
const PAGE: usize = 1000;

/// Does what a subcommand says.
pub(crate) fn run<W: Write>(
    input: impl Read,
    mut output: Output<W>,
    options: &SessionOptions,
) -> Result<(), Failure> {
    // Only an import can be the first that a store holds.
    let missing = match options.command {
        SessionCommand::Import { .. } => Missing::Make,
        _ => Missing::Empty,
    };
    let (sessions, _) = open(options.store.as_deref(), missing)?;
    let namespace = &options.namespace;
    let result =
        Asked { sessions, namespace, json: options.json }.run(&options.command, input, &mut output);
    output.flush()?;
    result
}

struct Asked<'o> {
    sessions: Sessions,
    namespace: &'o str,
    json: bool,
}

/// What changed where, as JSON.
#[derive(Serialize)]
struct Changed<'a> {
    revision: u64,
    session: &'a str,
    #[serde(skip_serializing_if = "Option::is_none")]
    snapshot: Option<&'a str>,
}

impl Asked<'_> {
    fn session(&self, name: &str) -> Result<Session, Failure> {
        self.sessions.session(self.namespace, name).map_err(Failure::session)
    }

    fn run<W: Write>(
        &self,
        command: &SessionCommand,
        input: impl Read,
        output: &mut Output<W>,
    ) -> Result<(), Failure> {
        match command {
            SessionCommand::List { names } => self.list(*names, output),
            SessionCommand::Show { name } => self.show(name, output.text()),
            SessionCommand::Log { name, after } => self.log(name, *after, output),
            SessionCommand::Why { name, item, .. } => {
                self.why(name, item.as_deref(), output.text())
            }
            SessionCommand::Verify { name } => self.verify(name.as_deref(), output),
            SessionCommand::Snapshot { name, snapshot } => {
                let revision = done(self.session(name)?.snapshot(snapshot))?;
                self.changed(output.text(), name, revision, Some(snapshot), "named");
                Ok(())
            }
            SessionCommand::Recall { name, snapshot, from } => {
                let session = self.session(name)?;
                let revision = done(session.recall(snapshot, from.as_deref(), None, None))?;
                self.changed(output.text(), name, revision, Some(snapshot), "recalled");
                Ok(())
            }
            SessionCommand::Fork { name, new, at } => {
                done(self.session(name)?.fork(new, *at, None))?;
                self.changed(output.text(), new, 1, None, "forked");
                Ok(())
            }
            SessionCommand::Compose { names } => self.compose(names, output.text()),
            SessionCommand::Export { name, at, envelope } => {
                let session = self.session(name)?;
                let text = match (envelope, at) {
                    (true, at) => done(session.envelope(*at))?,
                    (false, Some(at)) => done(session.state_at(*at))?.state,
                    (false, None) => done(session.state())?.state,
                };
                push_line(output.text(), text);
                Ok(())
            }
            SessionCommand::Import { name, file } => {
                let text = if file == Path::new("-") {
                    say_what_is_awaited("an exported state");
                    read_all(input, "standard input".to_owned())
                } else {
                    read_text(file)
                };
                let text = text.map_err(|error| Failure::Session(error.to_string()))?;
                let revision = done(self.session(name)?.import(&text, None, None))?;
                self.changed(output.text(), name, revision, None, "imported");
                Ok(())
            }
            SessionCommand::Delete { name } => self.delete(name, output.text()),
        }
    }

    /// All sessions of the namespace, page by page.
    fn each(
        &self,
        mut take: impl FnMut(cc_sessions::Listed) -> Result<(), Failure>,
    ) -> Result<(), Failure> {
        let mut after = String::new();
        loop {
            let page = done(self.sessions.list(self.namespace, &after, PAGE))?;
            let Some(last) = page.last() else { return Ok(()) };
            after.clone_from(&last.name);
            page.into_iter().try_for_each(&mut take)?;
        }
    }

    fn list<W: Write>(&self, names: bool, output: &mut Output<W>) -> Result<(), Failure> {
        #[derive(Serialize)]
        struct Item<'a> {
            contract: &'a str,
            digest: String,
            revision: u64,
            session: &'a str,
        }
        self.each(|listed| {
            let (contract, revision) = (listed.head.contract.as_str(), listed.head.revision);
            if names {
                push_line(output.text(), &listed.name);
            } else if self.json {
                let digest = listed.head.digest.to_string();
                let session = listed.name.as_str();
                push(output.text(), &Item { contract, digest, revision, session });
                output.text().push('\n');
            } else {
                let name = visible(&listed.name);
                push_line(output.text(), format_args!("{contract}  {revision:>6}  {name}"));
            }
            output.reply_complete()
        })
    }

    fn show(&self, name: &str, out: &mut String) -> Result<(), Failure> {
        let state = done(self.session(name)?.state())?;
        let (contract, revision) = (state.contract, state.revision);
        if self.json {
            let digest = state.digest.to_string();
            push_session_state(out, contract, &digest, revision, name, &state.state);
            out.push('\n');
        } else {
            let name = visible(name);
            push_line(
                out,
                format_args!("session {name}, contract {contract}, revision {revision}"),
            );
            push_state_lines(out, contract, &state.state);
        }
        Ok(())
    }

    fn log<W: Write>(&self, name: &str, after: u64, output: &mut Output<W>) -> Result<(), Failure> {
        let session = self.session(name)?;
        let mut after = after;
        loop {
            let entries = done(session.log(after, PAGE))?;
            let Some(last) = entries.last() else { return Ok(()) };
            after = last.event.revision;
            if self.json {
                entries.iter().for_each(|entry| push_entry(output.text(), entry));
            } else {
                push_log(output.text(), &entries);
            }
            output.reply_complete()?;
        }
    }

    fn why(&self, name: &str, item: Option<&str>, out: &mut String) -> Result<(), Failure> {
        let topic = item.map_or(Topic::Premise, Topic::Item);
        let found = done(self.session(name)?.why(topic))?;
        match (&found, self.json) {
            (Some(entry), true) => push_entry(out, entry),
            (None, true) => out.push_str("null\n"),
            (Some(entry), false) => {
                let by =
                    entry.event.actor.as_deref().map(|actor| format!(", by {}", visible(actor)));
                let (at, by) = (time(entry.event.at), by.unwrap_or_default());
                push_line(out, format_args!("revision {}, {at}{by}", entry.event.revision));
                push_line(out, what(entry));
                push_line(out, format_args!("{:#}", entry.changes));
            }
            (None, false) => push_line(out, "no event changed it"),
        }
        Ok(())
    }

    fn verify<W: Write>(&self, name: Option<&str>, output: &mut Output<W>) -> Result<(), Failure> {
        let mut differing = 0;
        let mut check = |name: &str| {
            let verified = done(self.session(name)?.verify())?;
            differing += usize::from(verified.difference.is_some());
            self.push_verified(output.text(), name, &verified);
            output.reply_complete()
        };
        match name {
            Some(name) => check(name)?,
            None => self.each(|listed| check(&listed.name))?,
        }
        match differing {
            0 => Ok(()),
            1 => Err(Failure::Session("a session is not what its log says".to_owned())),
            many => Err(Failure::Session(format!("{many} sessions are not what their logs say"))),
        }
    }

    fn push_verified(&self, out: &mut String, name: &str, verified: &cc_sessions::Verified) {
        #[derive(Serialize)]
        struct Difference<'a> {
            kind: &'a str,
            message: &'a str,
            revision: u64,
        }
        #[derive(Serialize)]
        struct Verified<'a> {
            difference: Option<Difference<'a>>,
            revision: u64,
            session: &'a str,
        }
        let revision = verified.head.revision;
        if self.json {
            let difference = verified.difference.as_ref().map(|it| Difference {
                kind: match it.kind {
                    DifferenceKind::Decision => "decision",
                    DifferenceKind::Unicode => "unicode",
                    DifferenceKind::State => "state",
                    _ => "damaged",
                },
                message: &it.message,
                revision: it.revision,
            });
            push(out, &Verified { difference, revision, session: name });
            out.push('\n');
            return;
        }
        match &verified.difference {
            None => {
                let events = if revision == 1 { "event" } else { "events" };
                push_line(out, format_args!("{}: {revision} {events}, all well", visible(name)));
            }
            Some(difference) => {
                push_line(out, format_args!("{}: {}", visible(name), visible(&difference.message)));
            }
        }
    }

    fn compose(&self, names: &[String], out: &mut String) -> Result<(), Failure> {
        #[derive(Serialize)]
        struct Refused<'a> {
            directive: &'a str,
            reason: &'a str,
            session: &'a str,
        }
        #[derive(Serialize)]
        struct Composed<'a> {
            refused: Vec<Refused<'a>>,
            state: Raw<'a>,
        }
        let mut states = Vec::new();
        let mut contract: Option<ContractName> = None;
        for name in names {
            let session = self.session(name)?;
            let session = match contract {
                Some(contract) => session.contract(contract),
                None => session,
            };
            let state = done(session.state())?;
            contract = Some(state.contract);
            states.push((name.as_str(), state.state));
        }
        let contract = contract.unwrap_or_default();
        let parts = states.iter().map(|(name, state)| (*name, state.as_str()));
        let composed = compose(contract, parts).map_err(Failure::session)?;
        if self.json {
            let refused = composed.refused.iter().map(|part| Refused {
                directive: &part.directive,
                reason: &part.reason,
                session: &part.session,
            });
            push(out, &Composed { refused: refused.collect(), state: Raw(&composed.state) });
            out.push('\n');
            return Ok(());
        }
        push_state_lines(out, contract, &composed.state);
        for part in &composed.refused {
            let (session, directive) = (visible(&part.session), visible(&part.directive));
            let reason = part.reason.replace('\n', " ");
            push_line(out, format_args!("refused: {session}: {directive}: {}", visible(&reason)));
        }
        Ok(())
    }

    fn delete(&self, name: &str, out: &mut String) -> Result<(), Failure> {
        #[derive(Serialize)]
        struct Gone<'a> {
            erased: bool,
            session: &'a str,
        }
        let deleted = done(self.session(name)?.delete())?;
        if deleted == Deleted::NotFound {
            return Err(Failure::Session(format!("there is no session `{}`", visible(name))));
        }
        let erased = deleted == Deleted::Erased;
        let shown = visible(name);
        match (self.json, erased) {
            (true, erased) => {
                push(out, &Gone { erased, session: name });
                out.push('\n');
            }
            (false, true) => push_line(out, format_args!("deleted {shown}")),
            (false, false) => push_line(
                out,
                format_args!("deleted {shown}; bytes of it are left until it is deleted again"),
            ),
        }
        Ok(())
    }

    fn changed(
        &self,
        out: &mut String,
        session: &str,
        revision: u64,
        snapshot: Option<&str>,
        done: &str,
    ) {
        if self.json {
            push(out, &Changed { revision, session, snapshot });
            out.push('\n');
        } else {
            push_line(out, format_args!("{done}: {} is at revision {revision}", visible(session)));
        }
    }
}

/// Waits for an operation.
fn done<T>(operation: impl Future<Output = Result<T, Error>>) -> Result<T, Failure> {
    block_on(operation).map_err(Failure::session)
}

/// Appends an event as JSON, with its digest and what it changed.
fn push_entry(out: &mut String, entry: &LogEntry) {
    #[derive(Serialize)]
    struct Entry<'a> {
        changes: Raw<'a>,
        digest: String,
        event: Raw<'a>,
    }
    let (changes, event) = (entry.changes.to_json(), entry.event.to_json());
    let (changes, digest) = (Raw(&changes), entry.digest.to_string());
    push(out, &Entry { changes, digest, event: Raw(&event) });
    out.push('\n');
}
