//! Output: files that appear completely or not at all, standard output, JSON, and aligned text.

use std::fmt;
use std::io::{self, BufWriter, IsTerminal as _, Write};
use std::path::Path;
use std::process;

use anyhow::{Context, Result};
use serde::Serialize;

use super::Usage;
use crate::whole_file::WholeFile;

/// Writes a file with `write`; `-` is standard output.
pub(super) fn write_to(
    path: &Path,
    write: impl FnOnce(&mut dyn Write) -> Result<()>,
) -> Result<()> {
    if path == Path::new("-") {
        let mut out = io::stdout().lock();
        write(&mut out)?;
        return Ok(out.flush()?);
    }
    let cannot = || format!("can't write {}", path.display());
    let mut file = WholeFile::create(path).with_context(cannot)?;
    write(&mut file).with_context(cannot)?;
    file.finish().with_context(cannot)
}

/// Refuses to write bytes to a terminal, which would take some of them for commands.
pub(super) fn refuse_terminal(path: &Path) -> Result<()> {
    if path == Path::new("-") && io::stdout().is_terminal() {
        let message =
            "a terminal can't show that: give a file with -o, or send the output elsewhere";
        return Err(Usage(message.into()).into());
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
        let message = format!("{option} - and {other} can't both write to standard output");
        return Err(Usage(message).into());
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
    let width = |column: usize| lines.iter().map(|line| line[column].chars().count()).max();
    let widths: [usize; N] = std::array::from_fn(|column| width(column).unwrap_or(0));
    let mut text = String::new();
    for line in lines {
        for (column, (cell, width)) in line.iter().zip(widths).enumerate() {
            text += &match column {
                0 => format!("{cell:<width$}"),
                _ if column + 1 == N => format!("  {cell}"),
                _ => format!("  {cell:>width$}"),
            };
        }
        text.push('\n');
    }
    text
}

/// Prints to standard output. If the reader is gone, ends the program without an error; if writing fails, with one.
pub(super) fn say(what: fmt::Arguments<'_>) {
    if let Err(error) = io::stdout().lock().write_fmt(what) {
        if error.kind() == io::ErrorKind::BrokenPipe {
            process::exit(0);
        }
        eprintln!("error: can't write to standard output: {error}");
        process::exit(1);
    }
}

/// Whether the reader of our output is gone, which is not an error.
pub(super) fn is_broken_pipe(error: &anyhow::Error) -> bool {
    let cause = error.chain().find_map(|cause| cause.downcast_ref::<io::Error>());
    cause.is_some_and(|cause| cause.kind() == io::ErrorKind::BrokenPipe)
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
