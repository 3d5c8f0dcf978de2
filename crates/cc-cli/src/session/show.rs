//! What happened in a session, for people: in columns, with what cannot be seen escaped.

use cc_sessions::{EventKind, LogEntry, Origin};
use cc_text::visible;
use jiff::Timestamp;

use crate::text::push_line;

/// When an event was recorded, in UTC.
pub(super) fn time(at: u64) -> String {
    let at = i64::try_from(at).ok().and_then(|at| Timestamp::from_millisecond(at).ok());
    at.map_or_else(|| "at no time".to_owned(), |at| format!("{at:.0}"))
}

/// What an event is, in a few words.
pub(super) fn what(entry: &LogEntry) -> String {
    let from = |origin: &Origin| {
        let session = visible(&origin.session).to_string();
        match &origin.snapshot {
            Some(snapshot) => format!("{session}, snapshot {}", visible(snapshot)),
            None => format!("{session}, revision {}", origin.revision),
        }
    };
    match &entry.event.kind {
        EventKind::Turn { input, decision, .. } => match decision.kind() {
            "update" | "passthrough" => visible(input).to_string(),
            kind => format!("{} ({kind})", visible(input)),
        },
        EventKind::Recall { from: origin, .. } => format!("(recall of {})", from(origin)),
        EventKind::Fork { from: origin, .. } => format!("(fork of {})", from(origin)),
        _ => "(import)".to_owned(),
    }
}

/// Appends a table with a row for each event, and one more for each further change.
pub(super) fn push_log(out: &mut String, entries: &[LogEntry]) {
    let rows: Vec<_> = entries
        .iter()
        .map(|entry| {
            let actor = entry.event.actor.as_deref().map(|actor| visible(actor).to_string());
            (entry, what(entry), actor.unwrap_or_default())
        })
        .collect();
    let width = |text: &str| unicode_width::UnicodeWidthStr::width(text);
    let widest = |texts: &mut dyn Iterator<Item = &String>| {
        texts.map(|text| width(text).min(40)).max().unwrap_or(0)
    };
    let input = widest(&mut rows.iter().map(|(_, what, _)| what));
    let actor = widest(&mut rows.iter().map(|(_, _, actor)| actor));
    let last = entries.last().map_or(0, |entry| entry.event.revision).to_string().len();
    for (entry, what, by) in rows {
        let pad = |text: &str, columns: usize| " ".repeat(columns.saturating_sub(width(text)));
        let mut line = format!("{}  {:>last$}  ", time(entry.event.at), entry.event.revision);
        line += &format!("{what}{}", pad(&what, input));
        if actor > 0 {
            line += &format!("  {by}{}", pad(&by, actor));
        }
        let changes = format!("{:#}", entry.changes);
        let mut changes = changes.lines();
        line += &changes.next().map(|change| format!("  {change}")).unwrap_or_default();
        push_line(out, line.trim_end());
        let before = "2026-01-01T00:00:00Z".len()
            + 2
            + last
            + 2
            + input
            + if actor > 0 { 2 + actor } else { 0 };
        for change in changes {
            push_line(out, format_args!("{}  {change}", " ".repeat(before)));
        }
    }
}
