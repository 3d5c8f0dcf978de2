//! Writing files: whole or not at all.

use std::env;
use std::fs;
use std::io::{self, Write};
use std::path::{Path, PathBuf};

/// Writes `text` to `path`, by way of a new file beside it, so that whatever happens the file holds
/// either the old text or the new.
///
/// # Errors
///
/// What writing fails with; and `path` leads to something else than a file, such as a device, which
/// the new file would take the place of.
pub(super) fn save(text: impl AsRef<[u8]>, path: &Path) -> io::Result<()> {
    let target = target(path)?;
    let directory = target.parent().filter(|parent| !parent.as_os_str().is_empty());
    let mut builder = tempfile::Builder::new();
    builder.prefix(".context-compiler-");
    #[cfg(unix)]
    builder.permissions(std::os::unix::fs::PermissionsExt::from_mode(0o666));
    // Errors would name the new file, which the user has not asked for.
    let mut file = builder
        .tempfile_in(directory.unwrap_or(Path::new(".")))
        .map_err(|error| io::Error::from(error.kind()))?;
    file.as_file_mut().write_all(text.as_ref())?;
    if let Ok(old) = fs::metadata(&target) {
        file.as_file().set_permissions(old.permissions())?;
    }
    file.as_file().sync_all()?;
    file.persist(&target)?;
    Ok(())
}

/// The file that `path` leads to, which need not be there. A link keeps pointing where it points,
/// even to nothing; its target is what is replaced.
fn target(path: &Path) -> io::Result<PathBuf> {
    let target = match fs::canonicalize(path) {
        Ok(target) => target,
        Err(error) if error.kind() == io::ErrorKind::NotFound => end_of_links(path.to_owned()),
        Err(error) => return Err(error),
    };
    check_regular(&target)?;
    Ok(target)
}

/// Follows links from `path` to where nothing is. A circle is an error of its own before.
fn end_of_links(mut path: PathBuf) -> PathBuf {
    while let Ok(next) = fs::read_link(&path) {
        path = path.parent().unwrap_or(Path::new("")).join(next);
    }
    path
}

/// Refuses what is there and is no file that text can be kept in.
pub(super) fn check_regular(path: &Path) -> io::Result<()> {
    match fs::metadata(path) {
        Ok(there) if there.is_dir() => Err(io::Error::other("it is a directory")),
        Ok(there) if !there.is_file() => Err(io::Error::other("it is not a regular file")),
        _ => Ok(()),
    }
}

/// The path that a user means: `~/` is the home directory.
pub(super) fn path(text: &str) -> PathBuf {
    match (text.strip_prefix("~/"), env::home_dir()) {
        (Some(rest), Some(home)) => home.join(rest),
        _ => PathBuf::from(text),
    }
}
