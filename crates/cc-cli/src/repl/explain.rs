//! Showing where a line fails to be what the contract takes.

use std::fmt::Write;
use std::ops::Range;

use cc_text::visible;
use unicode_width::UnicodeWidthStr;

use super::columns::{first_columns, last_columns};
use super::paint::{Paint, Role};

/// Appends the line and below it a mark under the fault, each on one row of so many columns.
pub(super) fn push_fault(
    out: &mut String,
    line: &str,
    fault: &Range<usize>,
    columns: usize,
    paint: Paint,
) {
    let (before, rest) = line.split_at_checked(fault.start).unwrap_or((line, ""));
    let (fault, after) = rest.split_at_checked(fault.len()).unwrap_or((rest, ""));
    let [before, fault, after] = [before, fault, after].map(|part| visible(part).to_string());
    // A terminal may take a full row for the start of the next.
    let room = columns.saturating_sub("  ".len() + 1);
    let fault = first_columns(&fault, room);
    let room = room - fault.width();
    // Each side gets half of what is left, and what the other does not need.
    let before = last_columns(&before, (room / 2).max(room.saturating_sub(after.width())));
    let after = first_columns(&after, room - before.width());
    let indent = " ".repeat(before.width());
    let mark = "^".repeat(fault.width().max(1));
    // Writing to a string cannot fail.
    let _ = write!(
        out,
        "  {before}{}{after}\n  {indent}{}\n",
        paint.paint(Role::Fault, &fault),
        paint.paint(Role::Fault, mark),
    );
}
