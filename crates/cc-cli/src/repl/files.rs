//! Writing files: whole or not at all.

use std::env;
use std::ffi::OsStr;
use std::fs::{self, File};
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use tempfile::NamedTempFile;

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
    let directory = directory.unwrap_or(Path::new("."));
    remove_leftovers(directory);
    // Errors would name the new file, which the user has not asked for.
    let mut file = temporary(directory).map_err(|error| io::Error::from(error.kind()))?;
    file.as_file_mut().write_all(text.as_ref())?;
    if let Ok(old) = fs::metadata(&target) {
        file.as_file().set_permissions(old.permissions())?;
    }
    file.as_file().sync_all()?;
    file.persist(&target)?;
    Ok(())
}

/// What the name of a new file is, around so many random letters and digits.
const NEW: (&str, usize, &str) = (".context-compiler-", 12, ".tmp");

/// Makes a new file, and locks it as long as it is open: a file of the kind that nobody has locked
/// was left by a run that was killed.
fn temporary(directory: &Path) -> io::Result<NamedTempFile> {
    let mut builder = tempfile::Builder::new();
    builder.prefix(NEW.0).rand_bytes(NEW.1).suffix(NEW.2);
    #[cfg(unix)]
    builder.permissions(std::os::unix::fs::PermissionsExt::from_mode(0o666));
    loop {
        let file = builder.tempfile_in(directory)?;
        // Where files cannot be locked, none is removed either.
        let _ = file.as_file().lock();
        // Another run may have taken it for a leftover before.
        if is_at(file.as_file(), file.path()) {
            return Ok(file);
        }
    }
}

/// Removes the new files of runs that were killed. Nothing else has such a name.
fn remove_leftovers(directory: &Path) {
    for entry in fs::read_dir(directory).into_iter().flatten().flatten() {
        let is_file = entry.file_type().is_ok_and(|kind| kind.is_file());
        if is_file
            && is_name_of_new(&entry.file_name())
            && File::open(entry.path()).is_ok_and(|file| file.try_lock().is_ok())
        {
            // What cannot be removed is in nobody's way.
            let _ = fs::remove_file(entry.path());
        }
    }
}

fn is_name_of_new(name: &OsStr) -> bool {
    let name = name.to_str().and_then(|name| name.strip_prefix(NEW.0)?.strip_suffix(NEW.2));
    name.is_some_and(|name| {
        name.len() == NEW.1 && name.bytes().all(|byte| byte.is_ascii_alphanumeric())
    })
}

/// Whether an open file is the one that is at `path`.
#[cfg(unix)]
pub(super) fn is_at(file: &File, path: &Path) -> bool {
    use std::os::unix::fs::MetadataExt;
    match (file.metadata(), fs::metadata(path)) {
        (Ok(open), Ok(there)) => (open.dev(), open.ino()) == (there.dev(), there.ino()),
        _ => false,
    }
}

#[cfg(not(unix))]
pub(super) fn is_at(_file: &File, _path: &Path) -> bool {
    true
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
