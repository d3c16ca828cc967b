//! Output: files that appear completely or not at all, standard output, JSON, and aligned text.

use std::borrow::Cow;
use std::fmt;
use std::fs;
use std::io::{self, BufWriter, IsTerminal as _, Write};
use std::path::{self, Path, PathBuf};
use std::process;
use std::sync::{Mutex, PoisonError};

use anyhow::{Context, Result, bail};
use serde::Serialize;

use super::input::kind;
use super::progress::unfinished;
use peg_solitaire::whole_file::{WholeFile, check_folder, folder};
use peg_solitaire::words::{grouped, in_columns};

/// The folder of files that the user gave no name.
pub(super) const OUTPUT: &str = "output";

/// The files that were read, by their canonical paths. They are not written.
static READ: Mutex<Vec<PathBuf>> = Mutex::new(Vec::new());

/// Remembers that a file was read.
pub(super) fn was_read(path: &Path) {
    if let Ok(path) = path.canonicalize() {
        READ.lock().unwrap_or_else(PoisonError::into_inner).push(path);
    }
}

/// Whether two names are those of one file, if neither has links or `..`.
pub(super) fn is_same(one: &Path, other: &Path) -> bool {
    matches!((path::absolute(one), path::absolute(other)), (Ok(one), Ok(other)) if one == other)
}

/// Refuses a file that was read, or that can't be in its folder. Called before long work begins, so that none is lost.
pub(super) fn check_destination(path: &Path) -> Result<()> {
    if path == Path::new("-") {
        return Ok(());
    }
    let read = READ.lock().unwrap_or_else(PoisonError::into_inner);
    if path.canonicalize().is_ok_and(|path| read.contains(&path)) {
        refuse!("{} is read, so it can't be written: give another file", path.display());
    }
    if path.is_dir() {
        bail!("can't write {}: is a directory", path.display());
    }
    // A folder that is missing is made in the nearest one that exists.
    let nearest = folder(path).ancestors().find(|folder| folder.exists());
    let nearest = nearest.unwrap_or(Path::new("."));
    check_folder(nearest).with_context(|| format!("can't write {}", path.display()))
}

/// The endings of names that say what is in a file.
const ENDINGS: [&str; 11] =
    ["gif", "apng", "svg", "png", "mp4", "webm", "pdf", "ttf", "woff2", "toml", "game"];

/// Refuses a name that says that the file is of another kind than what is written.
pub(super) fn check_ending(path: &Path, what: &str) -> Result<()> {
    let ending = path.extension().unwrap_or_default().to_string_lossy();
    if ENDINGS.iter().any(|one| ending.eq_ignore_ascii_case(one)) {
        refuse!("-o {}: {what} is not a .{ending} file: give another name", path.display());
    }
    Ok(())
}

/// Writes a file with `write`; `-` is standard output. A file that was read is refused.
pub(super) fn write_to(
    path: &Path,
    write: impl FnOnce(&mut dyn Write) -> Result<()>,
) -> Result<Written> {
    check_destination(path)?;
    write_over(path, write)
}

/// The same, even if the file was read.
pub(super) fn write_over(
    path: &Path,
    write: impl FnOnce(&mut dyn Write) -> Result<()>,
) -> Result<Written> {
    if path == Path::new("-") {
        let mut out = io::stdout().lock();
        write(&mut out)?;
        out.flush()?;
        return Ok(Written { path: path.to_owned(), bytes: 0, replaced: false, is_first: false });
    }
    write_file(path, |file| {
        let mut counting = Counting { file, bytes: 0 };
        write(&mut counting)?;
        Ok(counting.bytes)
    })
}

/// Writes a file with another program, which gets a path to write to. A file that was read is refused.
pub(super) fn write_by(path: &Path, write: impl FnOnce(&Path) -> Result<()>) -> Result<Written> {
    check_destination(path)?;
    write_file(path, |file| {
        let shared = file.shared_path();
        write(shared)?;
        Ok(fs::metadata(shared)?.len())
    })
}

/// Writes a file with `write`, which returns the number of its bytes.
fn write_file(path: &Path, write: impl FnOnce(&mut WholeFile) -> Result<u64>) -> Result<Written> {
    let cannot = || format!("can't write {}", path.display());
    let is_first = !folder(path).exists();
    fs::create_dir_all(folder(path)).with_context(cannot)?;
    let replaced = path.is_file();
    // A pipe or a device may have the program wait for ever, and is not removed.
    let is_plain = replaced || !path.exists();
    let held = is_plain.then(unfinished);
    let mut file = WholeFile::create(path).with_context(cannot)?;
    if let Some(mut unfinished) = held {
        *unfinished = Some(file.shared_path().to_owned());
    }
    let bytes = write(&mut file).with_context(cannot)?;
    if replaced && path.metadata().with_context(cannot)?.len() > 0 {
        file.flush().with_context(cannot)?;
        let [new, old] = [file.shared_path(), path].map(kind);
        let (new, old) = (new.with_context(cannot)?, old.with_context(cannot)?);
        if new != old {
            refuse!("{}: {new} would replace {old}: give another file with -o", path.display());
        }
    }
    let _held = is_plain.then(unfinished);
    file.finish().with_context(cannot)?;
    Ok(Written { path: path.to_owned(), bytes, replaced, is_first })
}

/// A file, and the number of bytes written to it.
struct Counting<'f> {
    file: &'f mut WholeFile,
    bytes: u64,
}

impl Write for Counting<'_> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let written = self.file.write(bytes)?;
        self.bytes += written as u64;
        Ok(written)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.file.flush()
    }
}

/// What was written, and where.
#[must_use = "every file that is written is named, unless standard output carries data"]
pub(super) struct Written {
    path: PathBuf,
    pub(super) bytes: u64,
    replaced: bool,
    /// Whether its folder was made.
    is_first: bool,
}

impl Written {
    /// Names the file on a line of standard output, with its contents in words and its size:
    /// `output/a.gif: 12 frames, 215 kB`. Standard output itself is not named.
    pub(super) fn say(&self, contents: &[String]) {
        if self.path != Path::new("-") {
            let replaced = self.replaced.then(|| "replaces an older file".to_owned());
            let made = self.is_first.then(|| "in a new folder".to_owned());
            let own = [size(self.bytes)].into_iter().chain(replaced).chain(made);
            let all: Vec<String> = contents.iter().cloned().chain(own).collect();
            say!("{}: {}", self.path.display(), all.join(", "));
        }
    }
}

/// A number of things: `1 peg`, `2,000 pegs`.
pub(super) fn counted(count: usize, thing: &str) -> String {
    let plural = if count == 1 { "" } else { "s" };
    format!("{} {thing}{plural}", grouped(count as u64))
}

/// The size of a file: `827 bytes`, `215 kB`, `1,611 MB`.
pub(super) fn size(bytes: u64) -> String {
    match bytes {
        0..10_000 => counted(bytes as usize, "byte"),
        10_000..10_000_000 => format!("{} kB", grouped((bytes + 500) / 1000)),
        _ => format!("{} MB", grouped((bytes + 500_000) / 1_000_000)),
    }
}

/// Refuses to write bytes to a terminal, which would take some of them for commands.
pub(super) fn refuse_terminal(path: &Path) -> Result<()> {
    if path == Path::new("-") && io::stdout().is_terminal() {
        refuse!("a terminal can't show that: give a file with -o, or send the output elsewhere");
    }
    Ok(())
}

/// Refuses options whose result would be lost, because this option writes to standard output instead.
pub(super) fn refuse_beside(
    option: &str,
    path: Option<&Path>,
    others: &[(&str, bool)],
) -> Result<()> {
    let other = others.iter().find(|other| other.1);
    if let Some((other, _)) = other.filter(|_| path == Some(Path::new("-"))) {
        refuse!("{option} - and {other} can't both write to standard output");
    }
    Ok(())
}

/// Prints an answer as JSON.
pub(super) fn print_json(answer: &impl Serialize) -> Result<()> {
    let mut out = BufWriter::new(io::stdout().lock());
    serde_json::to_writer_pretty(&mut out, answer).map_err(io::Error::from)?;
    writeln!(out)?;
    Ok(out.flush()?)
}

/// An aligned table: the first and the last column to the left, the others to the right.
pub(super) fn aligned<const N: usize>(lines: &[[String; N]]) -> String {
    let lines = in_columns(lines, |column| column == 0 || column + 1 == N);
    lines.iter().map(|line| format!("{}\n", line.trim_end())).collect()
}

/// The same table as comma-separated values, with a name for the first column. Its numbers have no commas.
pub(super) fn csv<const N: usize>(first: &str, lines: &[[String; N]]) -> String {
    let is_number =
        |cell: &str| cell.len() > 1 && cell.bytes().all(|byte| matches!(byte, b'0'..=b'9' | b','));
    let quoted = |cell: &String| match cell {
        _ if is_number(cell) => cell.replace(',', ""),
        _ if cell.contains([',', '"', '\n', '\r']) => format!("\"{}\"", cell.replace('"', "\"\"")),
        _ => cell.clone(),
    };
    let mut text = first.to_owned();
    for line in lines {
        text += &format!("{}\n", line.iter().map(quoted).collect::<Vec<_>>().join(","));
    }
    text
}

/// Prints to standard output. If the reader is gone, ends the program without an error; if writing fails, with one.
pub(super) fn say(what: fmt::Arguments<'_>) {
    if let Err(error) = io::stdout().lock().write_all(inert(&what.to_string()).as_bytes()) {
        if error.kind() == io::ErrorKind::BrokenPipe {
            process::exit(0);
        }
        note!("error: can't write to standard output: {error}");
        process::exit(1);
    }
}

/// A text without effects on a terminal that shows it: control characters, and those that change the direction of others, are replaced by
/// their codes, as in `\u{1b}`. Names and texts from files can have them.
pub(super) fn inert(text: &str) -> Cow<'_, str> {
    if text.bytes().all(|byte| matches!(byte, b' '..=b'~' | b'\n' | b'\t')) {
        return text.into();
    }
    let has_effects = |it: char| {
        (it.is_control() && it != '\n' && it != '\t')
            || matches!(it, '\u{61c}' | '\u{200e}' | '\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}')
    };
    let mut inert = String::new();
    for it in text.chars() {
        match has_effects(it) {
            true => inert.extend(it.escape_unicode()),
            false => inert.push(it),
        }
    }
    inert.into()
}

/// Whether the reader of our output is gone, which is not an error.
pub(super) fn is_broken_pipe(error: &anyhow::Error) -> bool {
    let kind = error.chain().find_map(|cause| match cause.downcast_ref() {
        Some(&peg_solitaire::Error::Io { kind, .. }) => Some(kind),
        _ => cause.downcast_ref().map(io::Error::kind),
    });
    kind == Some(io::ErrorKind::BrokenPipe)
}

/// Blocks of lines, side by side.
pub(super) fn side_by_side(blocks: &[Vec<String>]) -> String {
    let height = blocks.iter().map(Vec::len).max().unwrap_or(0);
    let width = |block: &Vec<String>| block.iter().map(|line| line.chars().count()).max();
    let mut lines = Vec::new();
    for row in 0..height {
        let mut line = String::new();
        for block in blocks {
            let width = width(block).unwrap_or(0) + 4;
            let text = block.get(row).map_or("", String::as_str);
            line.push_str(&format!("{text:<width$}"));
        }
        lines.push(format!("  {}", line.trim_end()));
    }
    lines.join("\n")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_text_has_no_effects_on_a_terminal() {
        assert_eq!(inert("Ünï\tcode\n●"), "Ünï\tcode\n●");
        assert_eq!(inert("a\u{1b}[31mb\rc\u{9b}2J"), "a\\u{1b}[31mb\\u{d}c\\u{9b}2J");
        assert_eq!(inert("gif\u{202e}gpj.\u{2066}"), "gif\\u{202e}gpj.\\u{2066}");
    }

    #[test]
    fn a_file_has_its_size_in_a_unit_that_fits() {
        let sizes = [0, 1, 827, 9_999, 10_000, 214_600, 9_999_999, 10_000_000, 1_610_612_768];
        let words = [
            "0 bytes",
            "1 byte",
            "827 bytes",
            "9,999 bytes",
            "10 kB",
            "215 kB",
            "10,000 kB",
            "10 MB",
            "1,611 MB",
        ];
        assert_eq!(sizes.map(size), words);
    }
}
