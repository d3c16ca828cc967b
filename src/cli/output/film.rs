//! Writes the file of a film or a still, with a progress bar if it takes long, or plays in the
//! terminal; and the files of pages.

mod video;

use std::path::Path;
use std::time::{Duration, Instant};

use anyhow::{Context as _, Result, bail};

use super::{OutputFile, Player, TerminalSize, format_of, in_colour, terminal_size};
use crate::cli::formats::Format;
use peg_console::output::Output;
use peg_solitaire::board::Board;
use peg_solitaire::game::Game;
use pegfont_base::words::counted;
use pegfont_base::words::{listed, quoted};
use pegfont_film::Error;
use pegfont_film::drawing::{Drawing, pdf, raster, svg};
use pegfont_film::render::{Encoder, Limits, Scene, encoder, text};

/// Writes the file, or plays. The limits are those of a file that is no video.
pub fn put_film(scene: &Scene, file: &OutputFile, limits: Limits, out: &Output) -> Result<()> {
    match file.format {
        video if video.is_video() => video::write(scene, file, out),
        // If stopped, it restores the terminal.
        Format::Terminal => out.stop.stoppable(|| play(scene, out)),
        Format::Game => put_game(scene, file, out),
        _ => put_picture(scene, file, limits, out),
    }
}

/// Writes the game that the film plays.
fn put_game(scene: &Scene, file: &OutputFile, out: &Output) -> Result<()> {
    let setting = scene.timeline.setting();
    let mut solution = setting.letters()[0].solution.clone();
    if solution.is_in_rounds() {
        solution = solution.in_rounds();
    }
    let game = Game::of(&solution).titled(setting.text());
    file.put(game.to_toml(), out)?.say(&[], out)
}

/// Writes the film or the still as a picture.
fn put_picture(scene: &Scene, file: &OutputFile, limits: Limits, out: &Output) -> Result<()> {
    let opacity = scene.view.theme.background.rgba[3];
    if file.format == Format::Gif && !matches!(opacity, 0 | 255) {
        let becomes = if opacity < 128 {
            "transparent"
        } else {
            "opaque"
        };
        note!(
            out,
            "warning: a GIF has no translucent colours: the background becomes {becomes}"
        );
    }

    let encoder = encoder(file.format.ending());
    let encoder = encoder.context("pictures can't be written in this format")?;
    if limits != Limits::NONE {
        let bytes = fitted(scene, &encoder, limits, out)?;
        return file.put(bytes, out)?.say(&[], out);
    }

    let written = file.write(out, |to| {
        out.watched("painting", |progress| (encoder.encode)(scene, to, progress))?;
        Ok(())
    })?;
    let mut contents = Vec::new();
    if encoder.has_frames() {
        contents.push(counted(scene.frame_count() as usize, "frame"));
    }
    written.say(&contents, out)
}

/// The film as a file within the limits, which may show only some of its frames.
fn fitted(scene: &Scene, encoder: &Encoder, limits: Limits, out: &Output) -> Result<Vec<u8>> {
    let fitted = out.watched("painting", |progress| {
        encoder.fitted(scene, limits, progress)
    });
    let (bytes, share) = fitted.map_err(|error| match error {
        Error::LargeFile { .. } => usage!("{error}"),
        error => error.into(),
    })?;

    if share > 1 {
        note!(
            out,
            "note: the film shows one frame in {share}, to stay within the limits"
        );
    }
    Ok(bytes)
}

/// The number of boards that fit side by side in the terminal.
pub fn boards_in_a_line(board: &Board) -> Result<usize> {
    let Some(TerminalSize { columns, .. }) = terminal_size() else {
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
    let picture = |states: &_, at: u64| {
        let mut picture = text::picture(timeline, states, false, theme);
        if scene.view.counts {
            picture += &timeline.counter(at);
            picture.push('\n');
        }
        picture
    };
    let setting = timeline.setting();
    let boards = setting.lines().iter().map(Vec::len).max().unwrap_or(0);
    let width = text::line_width(setting.board(), boards, in_colour());

    let first = timeline.frames().take(1);
    let mut states = first.flat_map(|frame| frame.changes).collect();
    let height = picture(&states, 0).lines().count();
    let mut player = Player::open(width, height, &out.stop)?;

    // An endless loop would block the terminal.
    for _ in 0..scene.view.loops.max(1) {
        let begun = Instant::now();
        for frame in timeline.frames() {
            if !player.wait(begun, Duration::from_millis(frame.at)) {
                return Ok(());
            }
            states.extend(frame.changes);
            player.show(&picture(&states, frame.at))?;
        }
    }
    Ok(())
}

/// The files of some pages: one PDF, or an SVG or PNG for each page.
pub struct Pages {
    format: PageFormat,
    files: Vec<OutputFile>,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum PageFormat {
    Pdf,
    Svg,
    Png,
}

impl Pages {
    pub const FORMATS: &[Format] = &[Format::Pdf, Format::Svg, Format::Png];

    /// The first file, which an option names.
    pub fn to(option: &str, path: &Path, out: &Output) -> Result<Self> {
        let named = format_of(path, Self::FORMATS);
        let named = named.map_err(|error| usage!("{option} {error}"))?;
        let format = match named {
            Format::Pdf => PageFormat::Pdf,
            Format::Svg => PageFormat::Svg,
            Format::Png => PageFormat::Png,
            other => bail!("a .{other} has no pages"),
        };
        Ok(Self {
            format,
            files: vec![OutputFile::new(path, named, out)?],
        })
    }

    /// Lists the files of the other pages. Refuses words that the typeface of printed pages can't
    /// show.
    pub fn list(&mut self, pages: &[Drawing], out: &Output) -> Result<()> {
        if self.format != PageFormat::Svg {
            let unseen = pdf::unseen(pages);
            if !unseen.is_empty() {
                let unseen = listed(unseen.into_iter().map(quoted).collect(), 20);
                refuse!("printed pages lack {unseen}: leave them out, or write an .svg");
            }
        }

        let files = match self.format {
            PageFormat::Pdf => 1,
            PageFormat::Svg | PageFormat::Png => pages.len(),
        };
        for page in 2..=files {
            self.files.push(self.files[0].numbered(page, out)?);
        }
        Ok(())
    }

    /// Writes the files, and names each with its contents.
    pub fn write(&self, pages: &[Drawing], contents: &str, out: &Output) -> Result<()> {
        for (number, (page, file)) in (1..).zip(pages.iter().zip(&self.files)) {
            let bytes = match self.format {
                PageFormat::Pdf => pdf::file(pages),
                PageFormat::Svg => svg::file(page).into_bytes(),
                PageFormat::Png => raster::png(page)?,
            };
            let written = file.put(bytes, out)?;

            let mut what = vec![contents.to_owned()];
            if pages.len() > 1 {
                what.push(match self.format {
                    PageFormat::Pdf => counted(pages.len(), "page"),
                    PageFormat::Svg | PageFormat::Png => {
                        format!("page {number} of {}", pages.len())
                    }
                });
            }
            written.say(&what, out)?;
        }
        Ok(())
    }
}
