//! The history of lines, kept between sessions in a file that only its owner can read.
//!
//! The file begins with a line `#V2`, and has one line for each entry, in which line feeds and
//! backslashes are escaped. An entry is appended by one write, under a lock, so that sessions can
//! share the file. An entry that was cut off is one without its line feed, and is dropped. Where
//! there is too much, a new file takes the place of the old one, so there is always a whole one.

use std::env;
use std::fs::{self, File};
use std::io::{self, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

use rustyline::history::MemHistory;
use rustyline::{Editor, Helper};

use crate::options::ReplOptions;
use crate::preload::shown;

use super::files;

/// What the file begins with.
const HEADER: &[u8] = b"#V2\n";

/// How much of the end of the file is read. A longer file is shortened.
const MOST_BYTES: u64 = 1 << 20;

/// What it is shortened to, so that this is seldom.
const KEPT_BYTES: usize = 1 << 19;

/// How long an entry may be to be kept in the file.
const LONGEST_ENTRY: usize = 1 << 16;

/// Where the history is kept, if it is.
pub(super) struct History(Option<PathBuf>);

impl History {
    /// No history between sessions.
    pub(super) fn none() -> Self {
        History(None)
    }

    /// Loads the history that the options name, or the user's own.
    ///
    /// # Errors
    ///
    /// A warning to be shown; the history of this session works all the same.
    pub(super) fn open<H: Helper>(
        options: &ReplOptions,
        editor: &mut Editor<H, MemHistory>,
    ) -> Result<Self, String> {
        if options.no_history {
            return Ok(History::none());
        }
        let path = match &options.history_file {
            Some(path) => path.clone(),
            None => default_file()
                .ok_or_else(|| warning(&"no home directory is set", Path::new("history")))?,
        };
        let entries = prepare(&path).and_then(|()| load(&path));
        for entry in entries.map_err(|error| warning(&error, &path))? {
            // The history in memory takes everything.
            let _ = editor.add_history_entry(entry);
        }
        Ok(History(Some(path)))
    }

    /// Adds what was entered, and appends it to the file at once.
    ///
    /// # Errors
    ///
    /// A warning to be shown once; after it the file is left alone.
    pub(super) fn add<H: Helper>(
        &mut self,
        editor: &mut Editor<H, MemHistory>,
        line: &str,
    ) -> Result<(), String> {
        if line.trim().is_empty() {
            return Ok(());
        }
        let result = match (editor.add_history_entry(line), &self.0) {
            // An entry like the one before it is not added.
            (Ok(true), Some(path)) => append(path, line).map_err(|error| warning(&error, path)),
            _ => Ok(()),
        };
        if result.is_err() {
            self.0 = None;
        }
        result
    }
}

fn warning(fault: &dyn std::fmt::Display, path: &Path) -> String {
    format!("warning: the history is not kept in {}: {fault}\n", shown(path))
}

/// The file under the user's state directory.
fn default_file() -> Option<PathBuf> {
    let directory = |name: &str| env::var_os(name).map(PathBuf::from).filter(|p| p.is_absolute());
    let state = if cfg!(windows) {
        directory("LOCALAPPDATA")
    } else {
        directory("XDG_STATE_HOME").or_else(|| Some(directory("HOME")?.join(".local/state")))
    };
    Some(state?.join("context-compiler").join("history"))
}

/// Makes sure that the file is there and that nobody but its owner can read it.
fn prepare(path: &Path) -> io::Result<()> {
    if let Some(directory) = path.parent().filter(|parent| !parent.as_os_str().is_empty()) {
        let mut builder = fs::DirBuilder::new();
        #[cfg(unix)]
        std::os::unix::fs::DirBuilderExt::mode(&mut builder, 0o700);
        builder.recursive(true).create(directory)?;
    }
    let file = open(path)?;
    let length = file.metadata()?.len();
    check_header(&file, length)?;
    #[cfg(unix)]
    file.set_permissions(std::os::unix::fs::PermissionsExt::from_mode(0o600))?;
    Ok(())
}

/// Opens the file, and makes it if it is not there. Nothing else is opened or changed: not a pipe,
/// which would have to wait for a reader, and not a device.
fn open(path: &Path) -> io::Result<File> {
    files::check_regular(path)?;
    let mut open = fs::OpenOptions::new();
    open.read(true).append(true).create(true);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut open, 0o600);
    open.open(path)
}

/// Opens the file for one session at a time.
fn lock(path: &Path) -> io::Result<File> {
    loop {
        let file = open(path)?;
        match file.lock() {
            // Where files cannot be locked, one write for each entry has to do.
            Err(error) if error.kind() != io::ErrorKind::Unsupported => return Err(error),
            _ => {}
        }
        // Another session may have put a new file there in the meantime.
        if files::is_at(&file, path) {
            return Ok(file);
        }
    }
}

/// Refuses a file that is something else than a history, and would be spoilt as one.
fn check_header(mut file: &File, length: u64) -> io::Result<()> {
    let mut header = [0; HEADER.len()];
    if length == 0 || (file.read_exact(&mut header).is_ok() && header == HEADER) {
        return Ok(());
    }
    Err(io::Error::new(io::ErrorKind::InvalidData, "it is not a history"))
}

/// The entries in the last part of the file. What was cut off is taken from it, and if there is too
/// much, so is what is old.
fn load(path: &Path) -> io::Result<Vec<String>> {
    let file = lock(path)?;
    let length = file.metadata()?.len();
    let end = end_of_entries(&file, length)?;
    let (start, mut tail) = read_tail(&file, end)?;
    if start > 0 {
        // It begins within an entry.
        tail.drain(..after_line_feed(&tail));
    } else {
        tail.drain(..HEADER.len().min(tail.len()));
    }
    if end > MOST_BYTES {
        files::save([HEADER, newest(&tail, KEPT_BYTES)].concat(), path)?;
    } else if end < length {
        file.set_len(end)?;
    }
    let lines = tail.split(|byte| *byte == b'\n').filter(|line| !line.is_empty());
    Ok(lines.filter_map(|line| std::str::from_utf8(line).ok()).map(unescape).collect())
}

/// Appends an entry, whole or not at all.
fn append(path: &Path, entry: &str) -> io::Result<()> {
    if entry.len() > LONGEST_ENTRY {
        return Ok(());
    }
    let mut file = lock(path)?;
    let length = file.metadata()?.len();
    let end = end_of_entries(&file, length)?;
    if end < length {
        file.set_len(end)?;
    }
    let header = if end == 0 { HEADER } else { b"" };
    let line = [header, escape(entry).as_bytes(), b"\n"].concat();
    file.write_all(&line).inspect_err(|_| {
        // A full disk may have taken a part. What cannot be undone is dropped by the next reader.
        let _ = file.set_len(end);
    })
}

/// Where the last whole entry ends.
fn end_of_entries(mut file: &File, length: u64) -> io::Result<u64> {
    if length == 0 {
        return Ok(0);
    }
    let mut last = [0];
    file.seek(SeekFrom::Start(length - 1))?;
    file.read_exact(&mut last)?;
    if last == *b"\n" {
        return Ok(length);
    }
    let (start, tail) = read_tail(file, length)?;
    match tail.iter().rposition(|byte| *byte == b'\n') {
        Some(at) => Ok(start + at as u64 + 1),
        None => Err(io::Error::new(io::ErrorKind::InvalidData, "it is not a history")),
    }
}

/// The last bytes before `end`, and where they start.
fn read_tail(mut file: &File, end: u64) -> io::Result<(u64, Vec<u8>)> {
    let start = end.saturating_sub(MOST_BYTES);
    let mut tail = Vec::new();
    file.seek(SeekFrom::Start(start))?;
    file.take(end - start).read_to_end(&mut tail)?;
    Ok((start, tail))
}

/// The last whole lines of a text, of about so many bytes.
fn newest(text: &[u8], most: usize) -> &[u8] {
    match text.len().checked_sub(most) {
        Some(start @ 1..) => {
            let last = text.get(start..).unwrap_or_default();
            last.get(after_line_feed(last)..).unwrap_or_default()
        }
        _ => text,
    }
}

/// The index after the first line feed.
fn after_line_feed(text: &[u8]) -> usize {
    memchr::memchr(b'\n', text).map_or(text.len(), |at| at + 1)
}

fn escape(entry: &str) -> String {
    entry.replace('\\', r"\\").replace('\n', r"\n")
}

fn unescape(line: &str) -> String {
    let mut entry = String::new();
    let mut characters = line.chars();
    while let Some(character) = characters.next() {
        match (character, characters.as_str().chars().next()) {
            ('\\', Some('n')) => entry.push('\n'),
            ('\\', Some('\\')) => entry.push('\\'),
            // No escape, so it stands for itself.
            _ => {
                entry.push(character);
                continue;
            }
        }
        characters.next();
    }
    entry
}

#[cfg(test)]
#[path = "../../tests/unit/history.rs"]
mod tests;
