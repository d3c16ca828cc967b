//! Writes the file, with a progress bar if it takes long, or plays in the terminal.

use std::io::{self, Write};
use std::path::Path;
use std::time::{Duration, Instant};

use anyhow::{Context as _, Result, bail};
use ratatui::crossterm::terminal;

use super::super::Usage;
use super::super::output::write_to;
use super::super::progress::{is_stopped, stoppable, watched};
use super::{Asked, Target, limit};
use crate::board::Board;
use crate::render::text::{self, Colouring};
use crate::render::{self, Loops};

/// Writes the file, or plays.
pub(super) fn write(asked: &Asked) -> Result<()> {
    let Target::File(format) = asked.target else {
        // If stopped, it restores the terminal.
        return stoppable(|| play(asked));
    };
    let encoder = render::encoder(format).context("pictures can't be written in this format")?;
    if let Some(limits) = &asked.limits {
        let bytes = limit::encoded(asked, limits, encoder, format)?;
        write_to(&asked.path, |out| Ok(out.write_all(&bytes)?))?;
        return shown(&asked.path);
    }
    let scene = asked.scene(&asked.timeline, &asked.view);
    write_to(&asked.path, |out| {
        Ok(watched("painting", |progress| encoder.encode(&scene, out, progress))?)
    })?;
    shown(&asked.path)
}

/// Prints the name of a file that was written.
fn shown(path: &Path) -> Result<()> {
    if path != Path::new("-") {
        say!("{}", path.display());
    }
    Ok(())
}

/// The number of boards that fit side by side in the terminal.
pub(super) fn boards_in_a_line(board: &Board) -> Result<usize> {
    let Ok((columns, _)) = terminal::size() else { return Ok(usize::MAX) };
    let room = (1..).take_while(|&boards| text::line_width(board, boards) <= columns.into());
    match room.last() {
        Some(boards) => Ok(boards),
        None => bail!(Usage(format!(
            "a board takes {} columns and the terminal has {columns}: make it wider, or write a file with -o",
            text::board_width(board)
        ))),
    }
}

/// Plays in place in the terminal, and leaves the last picture there.
fn play(asked: &Asked) -> Result<()> {
    let mut out = io::stdout().lock();
    let colouring = if std::env::var_os("NO_COLOR").is_some() {
        Colouring::Plain
    } else {
        Colouring::Theme(&asked.view.theme)
    };
    let picture = |at: u64| text::picture(&asked.timeline, at, asked.view.captions, colouring);
    let times = match asked.loops {
        // An endless loop would block the terminal.
        Loops::Endless => 1,
        Loops::Times(times) => times,
    };
    let height = picture(0).lines().count();
    if let Ok((_, rows)) = terminal::size()
        && height >= usize::from(rows)
    {
        bail!(Usage(format!(
            "the text takes {height} lines and the terminal has {rows}, one of them for the cursor: make it larger, \
             take a shorter text, or write a file with -o"
        )));
    }
    write!(out, "\x1b[?25l")?;
    let mut first = true;
    let played = (|| -> io::Result<()> {
        for _ in 0..times {
            let begun = Instant::now();
            for frame in asked.timeline.frames() {
                let due = begun + Duration::from_millis(frame.at);
                while Instant::now() < due && !is_stopped() {
                    let left = due.saturating_duration_since(Instant::now());
                    std::thread::sleep(left.min(Duration::from_millis(50)));
                }
                if is_stopped() {
                    return Ok(());
                }
                if !std::mem::take(&mut first) {
                    write!(out, "\x1b[{height}A")?;
                }
                for line in picture(frame.at).lines() {
                    writeln!(out, "\x1b[2K{line}")?;
                }
                out.flush()?;
            }
        }
        Ok(())
    })();
    write!(out, "\x1b[?25h")?;
    out.flush()?;
    Ok(played?)
}
