//! Makes the file that was asked for, with a progress bar for long work; or plays in the terminal.

use std::io::{self, Seek as _, Write};
use std::ops::ControlFlow;
use std::path::Path;
use std::time::{Duration, Instant};

use anyhow::{Context, Result, bail};
use ratatui::crossterm::terminal;

use super::super::Usage;
use super::super::output::write_to;
use super::super::progress::{is_stopped, stoppable, watched};
use super::{Asked, Format};
use crate::board::Board;
use crate::progress::Interrupted;
use crate::render::apng::Apng;
use crate::render::gif::Gif;
use crate::render::png::Png;
use crate::render::text::{self, Colouring};
use crate::render::webp::WebP;
use crate::render::{self, Encoder, Loops, svg};

/// Writes what was asked for.
pub(super) fn write(asked: &Asked) -> Result<()> {
    if asked.format == Format::Terminal {
        // When stopped, it puts the terminal in order.
        return stoppable(|| play(asked));
    }
    write_to(&asked.path, |out| match asked.format {
        Format::Gif => film(asked, &mut Gif::new(out)),
        Format::Apng => film(asked, &mut Apng::new(out)),
        Format::Webp => webp(asked, out),
        Format::Svg if asked.still => Ok(svg::still(&asked.timeline, &asked.view, out)?),
        Format::Svg => Ok(svg::animation(&asked.timeline, &asked.view, asked.loops, out)?),
        Format::Png => {
            let at = last_instant(asked);
            Ok(render::still(&asked.timeline, &asked.view, at, &mut Png::new(out))?)
        }
        Format::Txt | Format::Terminal => {
            let (at, captions) = (last_instant(asked), asked.view.captions);
            let picture = text::picture(&asked.timeline, at, captions, Colouring::Plain);
            Ok(out.write_all(picture.as_bytes())?)
        }
    })?;
    if asked.path != Path::new("-") {
        say!("{}", asked.path.display());
    }
    Ok(())
}

/// When a still shows what was asked for: all jumps played, the last still marked.
fn last_instant(asked: &Asked) -> u64 {
    asked.timeline.played_at() as u64 - if asked.timeline.timing().highlight { 1 } else { 0 }
}

/// Paints all frames into an encoder.
fn film(asked: &Asked, encoder: &mut dyn Encoder) -> Result<()> {
    let frames = asked.timeline.frames().count() as u64;
    watched("painting", |progress| {
        let done = |painted: usize| match progress.report(painted as u64, frames) {
            Ok(()) => ControlFlow::Continue(()),
            Err(Interrupted) => ControlFlow::Break(()),
        };
        Ok(render::film(&asked.timeline, &asked.view, asked.loops, encoder, done)?)
    })
}

/// A WebP begins with its length, so it is made in a place where one can go back.
fn webp(asked: &Asked, out: &mut dyn Write) -> Result<()> {
    let mut draft = tempfile::tempfile().context("can't make a temporary file")?;
    film(asked, &mut WebP::new(io::BufWriter::new(&mut draft)))?;
    draft.rewind()?;
    io::copy(&mut draft, out)?;
    Ok(())
}

/// How many boards have room side by side in the terminal.
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

/// Plays in the terminal, in place, and leaves the last picture there.
fn play(asked: &Asked) -> Result<()> {
    let mut out = io::stdout().lock();
    let colouring = if std::env::var_os("NO_COLOR").is_some() {
        Colouring::Plain
    } else {
        Colouring::Theme(&asked.view.theme)
    };
    let picture = |at: u64| text::picture(&asked.timeline, at, asked.view.captions, colouring);
    let times = match asked.loops {
        // For ever would keep the terminal from its user.
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
