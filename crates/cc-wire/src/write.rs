//! Writing a record.

use cc_text::json;
use serde::Serialize;

/// Appends a record as canonical JSON, without a line feed.
///
/// Takes time linear in the text that it writes.
pub fn push<T: Serialize>(out: &mut String, record: &T) {
    // INVARIANT: records are made of objects with sorted names, lists, strings and integers, which
    // can always be written.
    let _ = json::push(out, record);
}
