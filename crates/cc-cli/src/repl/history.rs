//! The history of lines, kept between sessions in a file that only its owner can read.

use std::env;
use std::fs;
use std::path::{Path, PathBuf};

use rustyline::history::DefaultHistory;
use rustyline::{Editor, Helper};

use crate::options::ReplOptions;
use crate::preload::shown;

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
        editor: &mut Editor<H, DefaultHistory>,
    ) -> Result<Self, String> {
        if options.no_history {
            return Ok(History::none());
        }
        let path = match &options.history_file {
            Some(path) => path.clone(),
            None => default_file()
                .ok_or_else(|| warning(&"no home directory is set", Path::new("history")))?,
        };
        prepare(&path).map_err(|error| warning(&error, &path))?;
        editor.load_history(&path).map_err(|error| warning(&error, &path))?;
        Ok(History(Some(path)))
    }

    /// Adds what was entered, and appends it to the file at once.
    ///
    /// # Errors
    ///
    /// A warning to be shown once; after it the file is left alone.
    pub(super) fn add<H: Helper>(
        &mut self,
        editor: &mut Editor<H, DefaultHistory>,
        line: &str,
    ) -> Result<(), String> {
        if line.trim().is_empty() {
            return Ok(());
        }
        let result = match (editor.add_history_entry(line), &self.0) {
            (Ok(_), Some(path)) => editor.append_history(path).map_err(|e| warning(&e, path)),
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
fn prepare(path: &Path) -> std::io::Result<()> {
    if let Some(directory) = path.parent().filter(|parent| !parent.as_os_str().is_empty()) {
        let mut builder = fs::DirBuilder::new();
        #[cfg(unix)]
        std::os::unix::fs::DirBuilderExt::mode(&mut builder, 0o700);
        builder.recursive(true).create(directory)?;
    }
    let mut open = fs::OpenOptions::new();
    open.append(true).create(true);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut open, 0o600);
    let file = open.open(path)?;
    #[cfg(unix)]
    file.set_permissions(std::os::unix::fs::PermissionsExt::from_mode(0o600))?;
    drop(file);
    Ok(())
}
