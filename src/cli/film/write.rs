//! Writes the file, with a progress bar if it takes long, or plays in the terminal.

use std::io::{self, Write};
use std::sync::atomic::Ordering;
use std::thread;
use std::time::{Duration, Instant};

use anyhow::{Context as _, Result};
use crossterm::terminal;

use super::{Film, Target, limit, video};
use crate::cli::output::{counted, write_to};
use crate::cli::progress::{is_stopped, on_suspend, stoppable, suspend, watched};
use peg_solitaire::board::Board;
use peg_solitaire::game::Game;
use pegfont_film::render::{self, Loops, text};
use pegfont_type::format::Format;

/// Writes the file, or plays.
pub(super) fn write(film: &Film) -> Result<()> {
    let path = &film.place.path;
    let format = match &film.place.target {
        Target::File(format @ (Format::Mp4 | Format::WebM)) => {
            film.place.say(&video::write(film, *format)?, &[]);
            return Ok(());
        }
        Target::File(format) => *format,
        // If stopped, it restores the terminal.
        Target::Terminal => return stoppable(|| play(film)),
        Target::Game => {
            let Some(letter) = film.timeline.setting().letters().first() else { return Ok(()) };
            let game = Game::of(&letter.solution).titled(film.timeline.setting().text()).to_toml();
            let written = write_to(path, |out| Ok(out.write_all(game.as_bytes())?))?;
            film.place.say(&written, &[]);
            return Ok(());
        }
    };
    let opacity = film.view.theme.background.rgba[3];
    if format == Format::Gif && !matches!(opacity, 0 | 255) {
        let becomes = if opacity < 128 { "transparent" } else { "opaque" };
        note!("warning: a GIF has no translucent colours: the background becomes {becomes}");
    }
    let encoder = render::encoder(format).context("pictures can't be written in this format")?;
    if let Some(limits) = &film.limits {
        let bytes = limit::encoded(film, limits, encoder, format)?;
        film.place.say(&write_to(path, |out| Ok(out.write_all(&bytes)?))?, &[]);
        return Ok(());
    }
    let scene = film.scene(&film.timeline, &film.view);
    let written =
        write_to(path, |out| Ok(watched("painting", |progress| encoder(&scene, out, progress))?))?;
    let has_frames = !format.is_still() && format != Format::Svg;
    let frames = has_frames.then(|| counted(film.timeline.frame_count(), "frame"));
    film.place.say(&written, frames.as_slice());
    Ok(())
}

/// The columns and lines of the terminal, if it knows its size: some say 0.
fn room() -> Option<(usize, usize)> {
    let (columns, lines) = terminal::size().ok()?;
    (columns > 0 && lines > 0).then_some((columns.into(), lines.into()))
}

/// The number of boards that fit side by side in the terminal.
pub(super) fn boards_in_a_line(board: &Board) -> Result<usize> {
    let Some((columns, _)) = room() else { return Ok(usize::MAX) };
    let width = |boards| text::line_width(board, boards, in_colour());
    match (1..).take_while(|&boards| width(boards) <= columns).last() {
        Some(boards) => Ok(boards),
        None => refuse!(
            "a board takes {} columns and the terminal has {columns}: make it wider, or write a file with -o",
            width(1)
        ),
    }
}

/// Whether the terminal shows colours.
fn in_colour() -> bool {
    std::env::var_os("NO_COLOR").is_none()
}

/// Plays in the middle of the terminal, and leaves the last picture there.
fn play(film: &Film) -> Result<()> {
    let mut out = io::stdout().lock();
    let theme = in_colour().then_some(&film.view.theme);
    let picture = |at: u64| text::picture(&film.timeline, at, film.view.captions, theme);
    let times = match film.loops {
        // An endless loop would block the terminal.
        Loops::Endless => 1,
        Loops::Times(times) => times,
    };
    let setting = film.timeline.setting();
    let boards = setting.lines().iter().map(Vec::len).max().unwrap_or(0);
    let width = text::line_width(setting.board(), boards, in_colour());
    let height = picture(0).lines().count();
    let (columns, lines) = room().unwrap_or((width, height + 1));
    // One line is for the cursor.
    if width > columns || height >= lines {
        refuse!(
            "the text takes {width} columns and {} lines, and the terminal has {columns} and {lines}: make it larger, \
             take a shorter text, or write a file with -o",
            height + 1
        );
    }
    let left = " ".repeat((columns - width) / 2);
    let (empty, above) = (lines - height - 1, (lines - height - 1) / 2);
    // Scrolls what the terminal shows away, and goes up to the first line of the picture.
    write!(out, "\x1b[?25l{}", "\n".repeat(lines - 1))?;
    write!(out, "\x1b[{}A", height + empty - above)?;
    let mut first = true;
    let asked = on_suspend();
    let played = (|| -> io::Result<()> {
        for _ in 0..times {
            let mut begun = Instant::now();
            for frame in film.timeline.frames() {
                let at = Duration::from_millis(frame.at);
                while begun.elapsed() < at && !is_stopped() {
                    if asked.swap(false, Ordering::Relaxed) {
                        let paused = Instant::now();
                        write!(out, "\x1b[?25h")?;
                        out.flush()?;
                        suspend();
                        write!(out, "\x1b[?25l")?;
                        begun += paused.elapsed();
                        // Below what the shell has said.
                        first = true;
                    }
                    thread::sleep(
                        at.saturating_sub(begun.elapsed()).min(Duration::from_millis(50)),
                    );
                }
                if is_stopped() {
                    return Ok(());
                }
                if !std::mem::take(&mut first) {
                    write!(out, "\x1b[{height}A")?;
                }
                for line in picture(frame.at).lines() {
                    writeln!(out, "\x1b[2K{left}{line}")?;
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
