//! Saving the state to a file: whole or not at all.

use std::env;
use std::fs;
use std::io::{self, Write};
use std::path::{Path, PathBuf};

/// Writes a state's text and a line feed to `path`, by way of a new file beside it, so that whatever
/// happens the file holds either the old text or the new.
pub(super) fn save(state: &str, path: &Path) -> io::Result<()> {
    // A link keeps pointing where it points; its target is what is replaced.
    let target = fs::canonicalize(path).unwrap_or_else(|_| path.to_owned());
    let directory = target.parent().filter(|parent| !parent.as_os_str().is_empty());
    let mut builder = tempfile::Builder::new();
    builder.prefix(".context-compiler-");
    #[cfg(unix)]
    builder.permissions(std::os::unix::fs::PermissionsExt::from_mode(0o666));
    // The error would name the new file, which the user has not asked for.
    let mut file = builder
        .tempfile_in(directory.unwrap_or(Path::new(".")))
        .map_err(|error| io::Error::from(error.kind()))?;
    file.write_all(state.as_bytes())?;
    file.write_all(b"\n")?;
    if let Ok(old) = fs::metadata(&target) {
        file.as_file().set_permissions(old.permissions())?;
    }
    file.as_file().sync_all()?;
    file.persist(&target)?;
    Ok(())
}

/// The path that a user means: `~/` is the home directory.
pub(super) fn path(text: &str) -> PathBuf {
    match (text.strip_prefix("~/"), env::home_dir()) {
        (Some(rest), Some(home)) => home.join(rest),
        _ => PathBuf::from(text),
    }
}
