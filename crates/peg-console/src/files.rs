//! The files of a command: all that it reads and all that it will write, listed before it begins,
//! so that no two of them are one file.

use std::collections::BTreeMap;
use std::fs::{self, File, Metadata};
use std::io::{Read as _, stdin};
use std::path::{self, Component, Path, PathBuf};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use anyhow::{Context as _, Result, anyhow, bail};

use crate::windows_names::refuse_windows_name;
use pegfont_base::file_kind::FileKind;
use pegfont_base::whole_file::follow_links;
use pegfont_base::words::{STANDARD_INPUT, text_of};

/// The files and folders of one run. A clone is of the same run.
#[derive(Clone, Debug, Default)]
pub struct Files {
    known: Arc<Mutex<KnownFiles>>,
}

#[derive(Debug, Default)]
struct KnownFiles {
    listed: Vec<Listed>,
    /// What can be read only once, by the name under which it was asked for.
    read_once: BTreeMap<PathBuf, Vec<u8>>,
}

/// A file or a folder of the command.
#[derive(Debug)]
struct Listed {
    /// As it was given.
    name: PathBuf,
    place: PathBuf,
    is_written: bool,
}

impl Files {
    /// Lists a file or a folder that the command reads, so that it isn't written.
    ///
    /// # Errors
    /// When it was listed to be written.
    pub fn reads(&self, path: &Path) -> Result<()> {
        self.list(path, false)
    }

    /// Lists a file that the command writes.
    ///
    /// # Errors
    /// When it was listed already.
    pub fn writes(&self, path: &Path) -> Result<()> {
        self.list(path, true)
    }

    /// Lists a folder that the command fills.
    ///
    /// # Errors
    /// When it was listed already, or can't be a folder.
    pub fn fills(&self, folder: &Path) -> Result<()> {
        refuse_home(folder)?;
        refuse_windows_name(folder)?;
        if folder.is_file() {
            bail!(
                "can't write {}: it is a file, and not a folder",
                folder.display()
            );
        }
        self.list(folder, true)
    }

    /// Whether the command writes one of its files to standard output, so that nothing else goes
    /// there.
    pub fn is_output_taken(&self) -> bool {
        let known = self.known();
        let takes_it = |file: &Listed| file.is_written && is_standard_output(&file.place);
        known.listed.iter().any(takes_it)
    }

    /// The bytes of a file; `-` is standard input. A file without end, such as a device, is
    /// refused.
    ///
    /// What can be read only once, standard input or a pipe, is kept for those who ask again.
    ///
    /// # Errors
    /// When it can't be read, is too large, or will be written.
    pub fn read_bytes(&self, path: &Path) -> Result<Vec<u8>> {
        if let Some(bytes) = self.known().read_once.get(path) {
            return Ok(bytes.clone());
        }

        let bytes = read_whole(path)?;
        if is_input(path) || is_direct(path) {
            let mut known = self.known();
            known.read_once.insert(path.to_owned(), bytes.clone());
        }
        if !is_input(path) {
            self.reads(path)?;
        }
        Ok(bytes)
    }

    /// The text of a file; `-` is standard input.
    ///
    /// # Errors
    /// As [`read_bytes`](Self::read_bytes), and when it is no text.
    pub fn read_text(&self, path: &Path) -> Result<String> {
        text_in(path, &self.read_bytes(path)?, SAVE_AS_UTF_8)
    }

    fn known(&self) -> MutexGuard<'_, KnownFiles> {
        self.known.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Lists a file or a folder, unless it, one in it, or the one that it is in was listed for
    /// something else.
    fn list(&self, path: &Path, is_written: bool) -> Result<()> {
        // A device or a pipe can be used as often as one likes.
        if is_direct(path) && !is_standard_output(path) {
            return Ok(());
        }

        let own = Listed {
            name: path.to_owned(),
            place: place(path),
            is_written,
        };
        let mut known = self.known();
        if let Some(other) = known.listed.iter().find(|other| own.meets(other)) {
            return Err(own.refused(other));
        }
        known.listed.push(own);
        Ok(())
    }
}

impl Listed {
    /// Whether it is one with another file, or in it, or around it, and one of both is written.
    fn meets(&self, other: &Self) -> bool {
        let is_one = other.place.starts_with(&self.place) || self.place.starts_with(&other.place);
        is_one && (self.is_written || other.is_written)
    }

    /// Why it can't be listed beside a file that it meets.
    fn refused(&self, other: &Self) -> anyhow::Error {
        let name = self.name.display();
        let other_name = other.name.display();

        if self.is_written && other.is_written {
            if is_standard_output(&self.place) {
                return usage!(
                    "standard output can have one thing: give a file with -o for the other"
                );
            }
            return usage!("{name} is the same file as {other_name}: give another name");
        }

        if other.is_written {
            return usage!("{other_name} is read, so it can't be written: give another file");
        }
        usage!("{name} is read, so it can't be written: give another file")
    }
}

/// Where a file is or will be: its path without links and `..`.
fn place(path: &Path) -> PathBuf {
    if is_standard_output(path) {
        return "-".into();
    }

    let path = follow_links(path).unwrap_or_else(|_| path.to_owned());
    let mut place = PathBuf::new();
    for part in path::absolute(&path).unwrap_or(path).components() {
        if part == Component::ParentDir {
            place.pop();
        } else {
            place.push(part);
            place = place.canonicalize().unwrap_or(place);
        }
    }
    place
}

/// Whether a name stands for standard input.
pub fn is_input(path: &Path) -> bool {
    path == Path::new("-")
}

/// Whether a name stands for standard output.
pub fn is_standard_output(path: &Path) -> bool {
    let names = ["-", "/dev/stdout", "/dev/fd/1", "/proc/self/fd/1"];
    names.iter().any(|name| path == Path::new(name))
}

/// Whether a name stands for standard output, or for a device or a pipe.
pub fn is_direct(path: &Path) -> bool {
    let is_device = |found: Metadata| !found.is_file() && !found.is_dir();
    is_standard_output(path) || fs::metadata(path).is_ok_and(is_device)
}

/// What a file is called in messages.
pub fn name_of(path: &Path) -> String {
    if is_input(path) {
        STANDARD_INPUT.to_owned()
    } else {
        path.display().to_string()
    }
}

/// A mistake in a file. If the error begins with its line and column, the file's name goes before
/// them as editors expect: `file:line:column: what`.
pub fn in_file(path: &Path, error: impl std::fmt::Display) -> anyhow::Error {
    let name = name_of(path);
    let error = error.to_string();
    let is_placed = error.starts_with(|first: char| first.is_ascii_digit());
    let space = if is_placed { "" } else { " " };
    anyhow!("{name}:{space}{error}")
}

/// The most mebibytes of a file that are read: enough for the largest bitmap fonts and pictures.
pub const MOST_MEBIBYTES: u64 = 128;

fn read_whole(path: &Path) -> Result<Vec<u8>> {
    let name = name_of(path);
    let most = MOST_MEBIBYTES << 20;

    let mut bytes = Vec::new();
    let read = if is_input(path) {
        stdin().take(most + 1).read_to_end(&mut bytes)
    } else {
        File::open(path).and_then(|file| file.take(most + 1).read_to_end(&mut bytes))
    };
    read.with_context(|| format!("can't read {name}"))?;

    if bytes.len() as u64 > most {
        bail!("can't read {name}: it has more than {MOST_MEBIBYTES} MiB, which is the limit");
    }
    Ok(bytes)
}

/// How to make a text that can be read of one in another charset.
pub const SAVE_AS_UTF_8: &str = ": save it as UTF-8; in Notepad, that is Encoding in File > Save \
                                 as, and in Excel the file type CSV UTF-8";

/// The text that these bytes of a file are, or else the remedy.
///
/// # Errors
/// When they are no text.
pub fn text_in(path: &Path, bytes: &[u8], remedy: &str) -> Result<String> {
    text_of(bytes).map_err(|line| {
        let name = name_of(path);
        match FileKind::of(bytes) {
            FileKind::Data | FileKind::Text => {
                anyhow!("can't read {name}: line {line} is not text in UTF-8{remedy}")
            }
            kind => anyhow!("{name}: this is {}, not a text", kind.name()),
        }
    })
}

/// Refuses a folder `~`: it is the shell that makes a home of it, and not between quotes.
///
/// # Errors
/// When the path begins with such a folder, which isn't there.
pub fn refuse_home(path: &Path) -> Result<()> {
    let Some(Component::Normal(first)) = path.components().next() else {
        return Ok(());
    };
    let is_file = path.components().nth(1).is_none();
    if is_file || !first.to_string_lossy().starts_with('~') || Path::new(first).exists() {
        return Ok(());
    }

    let name = path.display();
    let first = first.display();
    refuse!(
        "{name}: your shell has not put your home folder in the place of {first}: write {first} \
         at the beginning of a word and without quotes, or ./{name} for a folder of that name"
    )
}
