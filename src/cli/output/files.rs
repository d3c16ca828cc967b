//! The files of a command: all that it reads and all that it will write, listed before it begins,
//! so that no two of them are one file; and how a file is written: completely or not at all. What
//! isn't a regular file, such as a pipe, is written directly.

use std::fs::{self, Metadata};
use std::io::{self, IsTerminal as _, Write};
use std::path::{self, Component, Path, PathBuf};
use std::sync::{Mutex, PoisonError};

use anyhow::{Context as _, Result, bail};

use super::{Format, Inert, counted, escaped, promised, replaced, unfinished};
use pegfont_base::whole_file::{FolderLock, WholeFile, check_folder, folder, follow_links, sweep};
use pegfont_base::words::grouped;

/// The folder of files that the user gave no name.
pub const OUTPUT: &str = "output";

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

/// The nearest folder that exists, in which a missing one is made.
fn nearest(path: &Path) -> &Path {
    let folder = folder(path).ancestors().find(|folder| folder.exists());
    folder.unwrap_or(Path::new("."))
}

/// Lists a file or a folder that the command reads, so that it isn't written.
pub fn reads(path: &Path) -> Result<()> {
    list(path, false)
}

/// Lists a folder that the command fills.
pub fn fills(folder: &Path) -> Result<()> {
    refuse_home(folder)?;
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

/// The format of a file by its name; of what isn't a regular file, and has no such name, the usual
/// one, which is the first.
pub fn format_of(path: &Path, allowed: &[Format]) -> Result<Format> {
    Format::from_path(path, allowed).or_else(|error| match allowed {
        &[usual, ..] if is_direct(path) => Ok(usual),
        _ => Err(error),
    })
}

pub fn is_terminal() -> bool {
    io::stdout().is_terminal()
}

/// A file that the command will write; `-` is standard output. Each is made before any work begins,
/// so that none is lost.
#[derive(Clone)]
pub struct OutputFile {
    path: PathBuf,
    pub format: Format,
}

impl OutputFile {
    /// Lists the file. One that the command reads or writes otherwise, one of another kind, and one
    /// that can't be in its folder is refused.
    pub fn new(path: &Path, format: Format) -> Result<Self> {
        list(path, true)?;
        Self::over(path, format)
    }

    /// A file that the command has read, and writes over as this kind of file.
    pub fn over(path: &Path, format: Format) -> Result<Self> {
        let file = Self {
            path: path.to_owned(),
            format,
        };
        let new = format.kind();
        if is_standard_output(path) && is_terminal() && !format.is_text() {
            refuse!("a terminal can't show {new}: give a file with -o, or send it elsewhere");
        }
        if is_direct(path) {
            return Ok(file);
        }

        let name = path.display();
        refuse_home(path)?;
        let kinds = promised(path);
        if !kinds.is_empty() && !kinds.contains(&new) {
            refuse!("-o {name}: {new} is not {}: give another name", kinds[0]);
        }

        let cannot = || format!("can't write {name}");
        if path.is_dir() {
            bail!("{}: is a directory", cannot());
        }
        check_folder(nearest(path)).with_context(cannot)?;
        if path.exists()
            && let Some(old) = replaced(path, format).with_context(cannot)?
        {
            refuse!(
                "{name}: {new} would replace {old}: give another file with -o, or remove this one"
            );
        }
        Ok(file)
    }

    /// The file of a part: `sheet-2.svg` is the second page.
    pub fn numbered(&self, number: usize) -> Result<Self> {
        let mut name = self.path.file_stem().unwrap_or_default().to_owned();
        name.push(format!("-{number}.{}", self.format));
        Self::new(&self.path.with_file_name(name), self.format)
    }

    pub fn path(&self) -> &Path {
        &self.path
    }

    pub fn is_standard_output(&self) -> bool {
        is_standard_output(&self.path)
    }

    pub fn write(&self, write: impl FnOnce(&mut dyn Write) -> Result<()>) -> Result<Written> {
        if self.is_standard_output() {
            let mut out = io::stdout().lock();
            match out.is_terminal() {
                true => write(&mut Inert {
                    out: &mut out,
                    code: escaped,
                })?,
                false => write(&mut out)?,
            }
            out.flush()?;
            let path = self.path.clone();
            return Ok(Written {
                path,
                bytes: 0,
                replaced: false,
            });
        }
        self.written(|file| {
            write(file)?;
            Ok(file.bytes())
        })
    }

    pub fn put(&self, bytes: impl AsRef<[u8]>) -> Result<Written> {
        self.write(|out| Ok(out.write_all(bytes.as_ref())?))
    }

    /// Has another program write the file, which gets a path to write to.
    pub fn write_by(&self, write: impl FnOnce(&Path) -> Result<()>) -> Result<Written> {
        self.written(|file| {
            let shared = file.shared_path();
            write(shared)?;
            Ok(fs::metadata(shared)?.len())
        })
    }

    /// Writes the file with `write`, which returns the number of its bytes.
    fn written(&self, write: impl FnOnce(&mut WholeFile) -> Result<u64>) -> Result<Written> {
        let written = self.written_over(write, |file| file.finish().map(|()| true))?;
        Ok(written.expect("it replaces whatever is there"))
    }

    /// Changes the file: `change` makes its new bytes of those that it has now, if it is there.
    /// Whatever other programs save meanwhile is kept, since `change` is then called again. Several
    /// runs of this program wait for each other.
    pub fn change(
        &self,
        mut change: impl FnMut(Option<&[u8]>) -> Result<Vec<u8>>,
    ) -> Result<Written> {
        let name = self.path.display();
        let cannot = || format!("can't write {name}");
        let place = follow_links(&self.path).with_context(cannot)?;
        fs::create_dir_all(folder(&place)).with_context(cannot)?;
        let _lock = FolderLock::take(folder(&place)).with_context(cannot)?;

        for _ in 0..MOST_CHANGES {
            let old = match fs::read(&self.path) {
                Ok(old) => Some(old),
                Err(error) if error.kind() == io::ErrorKind::NotFound => None,
                Err(error) => return Err(error).with_context(|| format!("can't read {name}")),
            };
            let new = change(old.as_deref())?;
            if let Some(written) = self.replace(old.as_deref(), &new)? {
                return Ok(written);
            }
        }
        bail!("{name}: another program keeps changing it: try again later")
    }

    /// Writes the file if it still has the bytes `old`, or if there still is none. Otherwise it is
    /// left as it is, and nothing is returned.
    pub fn replace(&self, old: Option<&[u8]>, new: &[u8]) -> Result<Option<Written>> {
        let write = |file: &mut WholeFile| {
            file.write_all(new)?;
            Ok(new.len() as u64)
        };
        self.written_over(write, |file| file.finish_over(old))
    }

    /// Writes the file with `write`, which returns the number of its bytes, and puts it in its
    /// place with `finish`, which returns whether it did.
    fn written_over(
        &self,
        write: impl FnOnce(&mut WholeFile) -> Result<u64>,
        finish: impl FnOnce(WholeFile) -> io::Result<bool>,
    ) -> Result<Option<Written>> {
        let path = &self.path;
        let cannot = || format!("can't write {}", path.display());
        fs::create_dir_all(folder(path)).with_context(cannot)?;
        let replaced = path.is_file();

        // A pipe or a device may have the program wait for ever, and is not removed.
        let is_plain = !is_direct(path);
        if is_plain {
            sweep(folder(&follow_links(path).with_context(cannot)?));
        }
        let held = is_plain.then(unfinished);
        let mut file = WholeFile::create(path).with_context(cannot)?;
        if let Some(mut unfinished) = held {
            *unfinished = Some(file.shared_path().to_owned());
        }

        let bytes = write(&mut file).with_context(cannot)?;
        let _held = is_plain.then(unfinished);
        let is_finished = finish(file).with_context(cannot)?;
        let written = Written {
            path: path.clone(),
            bytes,
            replaced,
        };
        Ok(is_finished.then_some(written))
    }
}

/// How often a file is changed again because another program has changed it meanwhile.
const MOST_CHANGES: usize = 20;

/// Refuses a folder `~`: it is the shell that makes a home of it, and not between quotes.
fn refuse_home(path: &Path) -> Result<()> {
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

/// What was written, and where.
#[must_use = "every file that is written is named, unless standard output carries data"]
pub struct Written {
    path: PathBuf,
    bytes: u64,
    replaced: bool,
}

impl Written {
    /// Names the file on a line of standard output, with its contents in words and its size:
    /// `output/a.gif: 12 frames, 215 kB`. Standard output itself is not named.
    pub fn say(&self, contents: &[String]) {
        let all = LISTED.lock().unwrap_or_else(PoisonError::into_inner);
        if !all
            .iter()
            .any(|file| file.is_written && is_standard_output(&file.place))
        {
            let replaced = self.replaced.then(|| "replaces an older file".to_owned());
            let own = [size(self.bytes)].into_iter().chain(replaced);
            let all: Vec<String> = contents.iter().cloned().chain(own).collect();
            say!("{}: {}", self.path.display(), all.join(", "));
        }
    }
}

/// The size of a file: `827 bytes`, `215 kB`, `1,611 MB`.
fn size(bytes: u64) -> String {
    match bytes {
        0..10_000 => counted(bytes as usize, "byte"),
        10_000..10_000_000 => format!("{} kB", grouped((bytes + 500) / 1000)),
        _ => format!("{} MB", grouped((bytes + 500_000) / 1_000_000)),
    }
}
