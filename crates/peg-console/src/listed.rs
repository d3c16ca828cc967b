//! The files of a command: all that it reads and all that it will write, listed before it begins, so
//! that no two of them are one file.

use std::fs::{self, Metadata};
use std::path::{self, Component, Path, PathBuf};
use std::sync::{Mutex, PoisonError};

use anyhow::{Result, bail};

use crate::windows_names::refuse_windows_name;
use pegfont_base::whole_file::follow_links;

/// A file or a folder of the command.
struct Listed {
    /// As it was given.
    name: PathBuf,
    place: PathBuf,
    is_written: bool,
}

/// All files and folders that the command reads or will write.
static LISTED: Mutex<Vec<Listed>> = Mutex::new(Vec::new());

/// Lists a file or a folder, unless it, one in it, or the one that it is in was listed for
/// something else.
fn list(path: &Path, is_written: bool) -> Result<()> {
    // A device or a pipe can be used as often as one likes.
    if is_direct(path) && !is_standard_output(path) {
        return Ok(());
    }
    let own = Listed {
        name: path.to_owned(),
        place: place(path),
        is_written,
    };
    let mut all = LISTED.lock().unwrap_or_else(PoisonError::into_inner);
    let meets = |other: &Path| other.starts_with(&own.place) || own.place.starts_with(other);
    let is_one = |other: &&Listed| (other.is_written || is_written) && meets(&other.place);
    if let Some(other) = all.iter().find(is_one) {
        let (one, two) = (path.display(), other.name.display());
        match other.is_written {
            true if is_standard_output(&own.place) => {
                refuse!("standard output can have one thing: give a file with -o for the other")
            }
            true if is_written => refuse!("{one} is the same file as {two}: give another name"),
            is_other => {
                let path = if is_other { two } else { one };
                refuse!("{path} is read, so it can't be written: give another file");
            }
        }
    }
    all.push(own);
    Ok(())
}

/// Where a file is or will be: its path without links and `..`.
fn place(path: &Path) -> PathBuf {
    if is_standard_output(path) {
        return "-".into();
    }
    let path = follow_links(path).unwrap_or_else(|_| path.to_owned());
    let mut place = PathBuf::new();
    for part in path::absolute(&path).unwrap_or(path).components() {
        match part {
            Component::ParentDir => {
                place.pop();
            }
            part => {
                place.push(part);
                place = place.canonicalize().unwrap_or(place);
            }
        }
    }
    place
}

/// Lists a file or a folder that the command reads, so that it isn't written.
pub fn reads(path: &Path) -> Result<()> {
    list(path, false)
}

/// Lists a file that the command writes.
pub fn writes(path: &Path) -> Result<()> {
    list(path, true)
}

/// Whether the command writes one of its files to standard output, so that nothing else goes there.
pub fn is_output_taken() -> bool {
    let all = LISTED.lock().unwrap_or_else(PoisonError::into_inner);
    let takes_it = |file: &Listed| file.is_written && is_standard_output(&file.place);
    all.iter().any(takes_it)
}

/// Lists a folder that the command fills.
pub fn fills(folder: &Path) -> Result<()> {
    refuse_home(folder)?;
    refuse_windows_name(folder)?;
    if folder.is_file() {
        bail!(
            "can't write {}: it is a file, and not a folder",
            folder.display()
        );
    }
    list(folder, true)
}

/// Whether a name stands for standard output.
pub fn is_standard_output(path: &Path) -> bool {
    ["-", "/dev/stdout", "/dev/fd/1", "/proc/self/fd/1"]
        .iter()
        .any(|name| path == Path::new(name))
}

/// Whether a name stands for standard output, or for a device or a pipe.
pub fn is_direct(path: &Path) -> bool {
    let is_other = |found: Metadata| !found.is_file() && !found.is_dir();
    is_standard_output(path) || fs::metadata(path).is_ok_and(is_other)
}

/// Refuses a folder `~`: it is the shell that makes a home of it, and not between quotes.
pub fn refuse_home(path: &Path) -> Result<()> {
    let Some(Component::Normal(first)) = path.components().next() else {
        return Ok(());
    };
    let is_file = path.components().nth(1).is_none();
    if is_file || !first.to_string_lossy().starts_with('~') || Path::new(first).exists() {
        return Ok(());
    }
    let (name, first) = (path.display(), first.display());
    refuse!(
        "{name}: your shell has not put your home folder in the place of {first}: write {first} \
         at the beginning of a word and without quotes, or ./{name} for a folder of that name"
    )
}
