//! Writes the file, with a progress bar if it takes long, or plays in the terminal.

use std::time::{Duration, Instant};

use anyhow::{Context as _, Result};

use super::{Film, Target, limit, video};
use crate::cli::output::{Format, Player, counted, in_colour, stoppable, terminal_size, watched};
use peg_solitaire::board::Board;
use peg_solitaire::game::Game;
use pegfont_film::render::{self, text};

/// Writes the file, or plays.
pub fn write(film: &Film) -> Result<()> {
    let (file, scene) = (&film.place.file, &film.scene);
    let timeline = &scene.timeline;
    let format = match &film.place.target {
        Target::File(format @ (Format::Mp4 | Format::WebM)) => {
            film.place.say(&video::write(film, *format)?, &[]);
            return Ok(());
        }
        Target::File(format) => *format,
        // If stopped, it restores the terminal.
        Target::Terminal => return stoppable(|| play(film)),
        Target::Game => {
            let Some(letter) = timeline.setting().letters().first() else { return Ok(()) };
            let solution = match letter.solution.is_in_rounds() {
                true => letter.solution.clone().in_rounds(),
                false => letter.solution.clone(),
            };
            let game = Game::of(&solution).titled(timeline.setting().text()).to_toml();
            film.place.say(&file.put(game)?, &[]);
            return Ok(());
        }
    };
    let opacity = scene.view.theme.background.rgba[3];
    if format == Format::Gif && !matches!(opacity, 0 | 255) {
        let becomes = if opacity < 128 { "transparent" } else { "opaque" };
        note!("warning: a GIF has no translucent colours: the background becomes {becomes}");
    }
    let encoder =
        render::encoder(format.ending()).context("pictures can't be written in this format")?;
    if let Some(limits) = &film.limits {
        let bytes = limit::encoded(film, limits, encoder)?;
        film.place.say(&file.put(bytes)?, &[]);
        return Ok(());
    }
    let written = file
        .write(|out| Ok(watched("painting", |progress| (encoder.encode)(scene, out, progress))?))?;
    let frames = encoder.has_frames().then(|| counted(scene.frame_count() as usize, "frame"));
    film.place.say(&written, frames.as_slice());
    Ok(())
}

/// The number of boards that fit side by side in the terminal.
pub fn boards_in_a_line(board: &Board) -> Result<usize> {
    let Some((columns, _)) = terminal_size() else { return Ok(usize::MAX) };
    let width = |boards| text::line_width(board, boards, in_colour());
    match (1..).take_while(|&boards| width(boards) <= columns).last() {
        Some(boards) => Ok(boards),
        None => refuse!(
            "a board takes {} columns and the terminal has {columns}: make it wider, or write a file with -o",
            width(1)
        ),
    }
}

/// Plays in the middle of the terminal, and leaves the last picture there.
fn play(film: &Film) -> Result<()> {
    let (timeline, view) = (&film.scene.timeline, &film.scene.view);
    let theme = in_colour().then_some(&view.theme);
    let picture = |states: &_| text::picture(timeline, states, false, theme);
    let setting = timeline.setting();
    let boards = setting.lines().iter().map(Vec::len).max().unwrap_or(0);
    let width = text::line_width(setting.board(), boards, in_colour());
    let mut states = timeline.frames().take(1).flat_map(|frame| frame.changes).collect();
    let mut player = Player::open(width, picture(&states).lines().count())?;
    // An endless loop would block the terminal.
    for _ in 0..view.loops.max(1) {
        let begun = Instant::now();
        for frame in timeline.frames() {
            if !player.wait(begun, Duration::from_millis(frame.at)) {
                return Ok(());
            }
            states.extend(frame.changes);
            player.show(&picture(&states))?;
        }
    }
    Ok(())
}
