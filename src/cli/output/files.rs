//! How a file is written: completely or not at all. What isn't a regular file, such as a pipe, is
//! written directly.

use std::fs;
use std::io::{self, IsTerminal as _, Write};
use std::path::{Path, PathBuf};

use anyhow::{Context as _, Result, bail};

use crate::cli::formats::{Format, promised, replaced};
use peg_console::files::{is_direct, is_standard_output, refuse_home};
use peg_console::inert::{Inert, escaped};
use peg_console::output::Output;
use peg_console::windows_names::refuse_windows_name;
use pegfont_base::whole_file::{FolderLock, WholeFile, check_folder, folder, follow_links, sweep};
use pegfont_base::words::{counted, grouped};

/// The nearest folder that exists, in which a missing one is made.
fn nearest(path: &Path) -> &Path {
    let folder = folder(path).ancestors().find(|folder| folder.exists());
    folder.unwrap_or(Path::new("."))
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
    pub fn new(path: &Path, format: Format, out: &Output) -> Result<Self> {
        out.files.writes(path)?;
        Self::over(path, format)
    }

    /// A file that the command has read, and writes over as this kind of file.
    pub fn over(path: &Path, format: Format) -> Result<Self> {
        refuse_windows_name(path)?;
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
    pub fn numbered(&self, number: usize, out: &Output) -> Result<Self> {
        let mut name = self.path.file_stem().unwrap_or_default().to_owned();
        name.push(format!("-{number}.{}", self.format));
        Self::new(&self.path.with_file_name(name), self.format, out)
    }

    pub fn path(&self) -> &Path {
        &self.path
    }

    pub fn is_standard_output(&self) -> bool {
        is_standard_output(&self.path)
    }

    /// Writes the file, which may be standard output.
    pub fn write(
        &self,
        out: &Output,
        write: impl FnOnce(&mut dyn Write) -> Result<()>,
    ) -> Result<Written> {
        if self.is_standard_output() {
            write_to_standard_output(write)?;
            return Ok(Written {
                path: self.path.clone(),
                bytes: 0,
                replaced: false,
            });
        }

        self.written(out, |file| {
            write(file)?;
            Ok(file.bytes())
        })
    }

    /// Writes these bytes.
    pub fn put(&self, bytes: impl AsRef<[u8]>, out: &Output) -> Result<Written> {
        self.write(out, |to| Ok(to.write_all(bytes.as_ref())?))
    }

    /// Has another program write the file, which gets a path to write to.
    pub fn write_by(
        &self,
        out: &Output,
        write: impl FnOnce(&Path) -> Result<()>,
    ) -> Result<Written> {
        self.written(out, |file| {
            let shared = file.shared_path();
            write(shared)?;
            Ok(fs::metadata(shared)?.len())
        })
    }

    /// Writes the file with `write`, which returns the number of its bytes.
    fn written(
        &self,
        out: &Output,
        write: impl FnOnce(&mut WholeFile) -> Result<u64>,
    ) -> Result<Written> {
        let written = self.written_over(out, write, |file| file.finish().map(|()| true))?;
        Ok(written.expect("it replaces whatever is there"))
    }

    /// Changes the file: `change` makes its new bytes of those that it has now, if it is there.
    /// Whatever other programs save meanwhile is kept, since `change` is then called again. Several
    /// runs of this program wait for each other.
    pub fn change(
        &self,
        out: &Output,
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
            if let Some(written) = self.replace(old.as_deref(), &new, out)? {
                return Ok(written);
            }
        }
        bail!("{name}: another program keeps changing it: try again later")
    }

    /// Writes the file if it still has the bytes `old`, or if there still is none. Otherwise it is
    /// left as it is, and nothing is returned.
    pub fn replace(&self, old: Option<&[u8]>, new: &[u8], out: &Output) -> Result<Option<Written>> {
        let write = |file: &mut WholeFile| {
            file.write_all(new)?;
            Ok(new.len() as u64)
        };
        self.written_over(out, write, |file| file.finish_over(old))
    }

    /// Writes the file with `write`, which returns the number of its bytes, and puts it in its
    /// place with `finish`, which returns whether it did.
    fn written_over(
        &self,
        out: &Output,
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
            // What killed runs left.
            sweep(folder(&follow_links(path).with_context(cannot)?));
        }

        let held = is_plain.then(|| out.stop.unfinished());
        let mut file = WholeFile::create(path).with_context(cannot)?;
        if let Some(mut unfinished) = held {
            *unfinished = Some(file.shared_path().to_owned());
        }

        let bytes = write(&mut file).with_context(cannot)?;
        let _held = is_plain.then(|| out.stop.unfinished());
        let is_finished = finish(file).with_context(cannot)?;
        let written = Written {
            path: path.clone(),
            bytes,
            replaced,
        };
        Ok(is_finished.then_some(written))
    }
}

fn write_to_standard_output(write: impl FnOnce(&mut dyn Write) -> Result<()>) -> Result<()> {
    let mut standard = io::stdout().lock();
    if standard.is_terminal() {
        write(&mut Inert {
            out: &mut standard,
            code: escaped,
        })?;
    } else {
        write(&mut standard)?;
    }
    Ok(standard.flush()?)
}

/// How often a file is changed again because another program has changed it meanwhile.
const MOST_CHANGES: usize = 20;

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
    pub fn say(&self, contents: &[String], out: &Output) -> Result<()> {
        if out.files.is_output_taken() {
            return Ok(());
        }

        let mut what = contents.to_vec();
        what.push(size(self.bytes));
        if self.replaced {
            what.push("replaces an older file".to_owned());
        }
        say!(out, "{}: {}", self.path.display(), what.join(", "))
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
