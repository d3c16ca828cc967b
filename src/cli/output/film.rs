//! Writes the file of a film or a still, with a progress bar if it takes long, or plays in the
//! terminal; and the files of pages.

mod video;

use peg_console::output::Output;
use std::collections::BTreeSet;
use std::path::Path;
use std::time::{Duration, Instant};

use anyhow::{Context as _, Result};

use super::{Format, OutputFile, Player, format_of, in_colour, terminal_size};
use peg_solitaire::board::Board;
use peg_solitaire::game::Game;
use pegfont_base::words::counted;
use pegfont_base::words::{listed, quoted};
use pegfont_film::Error;
use pegfont_film::drawing::{Drawing, pdf, raster, svg};
use pegfont_film::render::{Limits, Scene, encoder, text};

/// Writes the file, or plays. The limits are those of a file that is no video.
pub fn put_film(scene: &Scene, file: &OutputFile, limits: Limits, out: &Output) -> Result<()> {
    let theme = &scene.view.theme;
    match file.format {
        Format::Mp4 | Format::WebM => return video::write(scene, file, out),
        // If stopped, it restores the terminal.
        Format::Terminal => return out.stop.stoppable(|| play(scene, out)),
        Format::Game => {
            let setting = scene.timeline.setting();
            let solution = setting.letters()[0].solution.clone();
            let in_rounds = solution.is_in_rounds();
            let game = Game::of(&if in_rounds {
                solution.in_rounds()
            } else {
                solution
            });
            file.put(game.titled(setting.text()).to_toml(), out)?
                .say(&[], out)?;
            return Ok(());
        }
        Format::Gif if !matches!(theme.background.rgba[3], 0 | 255) => {
            let becomes = if theme.background.rgba[3] < 128 {
                "transparent"
            } else {
                "opaque"
            };
            note!(
                out,
                "warning: a GIF has no translucent colours: the background becomes {becomes}"
            );
        }
        _ => {}
    }
    let encoder =
        encoder(file.format.ending()).context("pictures can't be written in this format")?;
    if limits != Limits::NONE {
        let fitted = out.watched("painting", |it| encoder.fitted(scene, limits, it));
        let is_large = |error: &Error| matches!(error, Error::LargeFile { .. });
        let (bytes, share) = fitted.map_err(|error| {
            if is_large(&error) {
                usage!("{error}")
            } else {
                error.into()
            }
        })?;
        if share > 1 {
            note!(
                out,
                "note: the film shows one frame in {share}, to stay within the limits"
            );
        }
        return file.put(bytes, out)?.say(&[], out);
    }
    let written = file.write(out, |to| {
        Ok(out.watched("painting", |progress| (encoder.encode)(scene, to, progress))?)
    })?;
    let frames = encoder
        .has_frames()
        .then(|| counted(scene.frame_count() as usize, "frame"));
    written.say(frames.as_slice(), out)
}

/// The number of boards that fit side by side in the terminal.
pub fn boards_in_a_line(board: &Board) -> Result<usize> {
    let Some((columns, _)) = terminal_size() else {
        return Ok(usize::MAX);
    };
    let width = |boards| text::line_width(board, boards, in_colour());
    let boards = (1..).take_while(|&boards| width(boards) <= columns).last();
    boards.ok_or_else(|| {
        let width = width(1);
        usage!("a board takes {width} columns and the terminal has {columns}: use -o")
    })
}

/// Plays in the middle of the terminal, and leaves the last picture there.
fn play(scene: &Scene, out: &Output) -> Result<()> {
    let timeline = &scene.timeline;
    let theme = in_colour().then_some(&scene.view.theme);
    let picture = |states: &_| text::picture(timeline, states, false, theme);
    let setting = timeline.setting();
    let boards = setting.lines().iter().map(Vec::len).max().unwrap_or(0);
    let width = text::line_width(setting.board(), boards, in_colour());
    let mut states = timeline
        .frames()
        .take(1)
        .flat_map(|frame| frame.changes)
        .collect();
    let mut player = Player::open(width, picture(&states).lines().count(), &out.stop)?;
    // An endless loop would block the terminal.
    for _ in 0..scene.view.loops.max(1) {
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

/// The files of some pages: one PDF, or an SVG or PNG for each page.
pub struct Pages(Vec<OutputFile>);

impl Pages {
    pub const FORMATS: &[Format] = &[Format::Pdf, Format::Svg, Format::Png];

    /// The first file, which an option names.
    pub fn to(option: &str, path: &Path, out: &Output) -> Result<Self> {
        let format = format_of(path, Self::FORMATS).map_err(|error| usage!("{option} {error}"))?;
        Ok(Self(vec![OutputFile::new(path, format, out)?]))
    }

    /// Lists the files of the other pages. Refuses words of a PDF that its typeface can't show.
    pub fn list(&mut self, pages: &[Drawing], out: &Output) -> Result<()> {
        let format = self.0[0].format;
        let unseen = if format == Format::Svg {
            BTreeSet::new()
        } else {
            pdf::unseen(pages)
        };
        if !unseen.is_empty() {
            let unseen = listed(unseen.into_iter().map(quoted).collect(), 20);
            refuse!("printed pages lack {unseen}: leave them out, or write an .svg");
        }
        let files = if format == Format::Pdf {
            1
        } else {
            pages.len()
        };
        for page in 2..=files {
            self.0.push(self.0[0].numbered(page, out)?);
        }
        Ok(())
    }

    pub fn write(&self, pages: &[Drawing], contents: &str, out: &Output) -> Result<()> {
        for (number, (page, file)) in (1..).zip(pages.iter().zip(&self.0)) {
            let number = format!("page {number} of {}", pages.len());
            let (bytes, what) = match file.format {
                Format::Pdf => (pdf::file(pages), counted(pages.len(), "page")),
                Format::Png => (raster::png(page)?, number),
                _ => (svg::file(page).into_bytes(), number),
            };
            let what = [contents.to_owned(), what];
            let written = file.put(bytes, out)?;
            written.say(if pages.len() > 1 { &what } else { &what[..1] }, out)?;
        }
        Ok(())
    }
}
