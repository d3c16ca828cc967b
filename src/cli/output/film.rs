//! Writes the file of a film or a still, with a progress bar if it takes long, or plays in the terminal; and the files of pages.

mod video;

use std::io::{self, ErrorKind, Write};
use std::iter::once;
use std::path::Path;
use std::time::{Duration, Instant};

use anyhow::{Context as _, Result};

use super::{
    Format, OutputFile, Player, counted, format_of, in_colour, numbered, stoppable, terminal_size,
    watched,
};
use peg_solitaire::board::Board;
use peg_solitaire::game::Game;
use peg_solitaire::words::{grouped, listed, quoted};
use pegfont_film::Error;
use pegfont_film::drawing::{Drawing, pdf, raster, svg};
use pegfont_film::render::{Encoder, Scene, Size, encoder, text};

/// Writes the file, or plays. The limits are those of a file that is no video.
pub fn put_film(scene: &Scene, format: Format, file: &OutputFile, limits: Limits) -> Result<()> {
    let theme = &scene.view.theme;
    match format {
        Format::Mp4 | Format::WebM => return video::write(scene, format, file),
        // If stopped, it restores the terminal.
        Format::Terminal => return stoppable(|| play(scene)),
        Format::Game => {
            let setting = scene.timeline.setting();
            let solution = setting.letters()[0].solution.clone();
            let in_rounds = solution.is_in_rounds();
            let game = Game::of(&if in_rounds { solution.in_rounds() } else { solution });
            file.put(game.titled(setting.text()).to_toml())?.say(&[]);
            return Ok(());
        }
        Format::Gif if !matches!(theme.background.rgba[3], 0 | 255) => {
            let becomes = if theme.background.rgba[3] < 128 { "transparent" } else { "opaque" };
            note!("warning: a GIF has no translucent colours: the background becomes {becomes}");
        }
        _ => {}
    }
    let encoder = encoder(format.ending()).context("pictures can't be written in this format")?;
    if limits != Limits::NONE {
        file.put(fitted(scene, limits, encoder)?)?.say(&[]);
        return Ok(());
    }
    let written = file
        .write(|out| Ok(watched("painting", |progress| (encoder.encode)(scene, out, progress))?))?;
    let frames = encoder.has_frames().then(|| counted(scene.frame_count() as usize, "frame"));
    written.say(frames.as_slice());
    Ok(())
}

/// The number of boards that fit side by side in the terminal.
pub fn boards_in_a_line(board: &Board) -> Result<usize> {
    let Some((columns, _)) = terminal_size() else { return Ok(usize::MAX) };
    let width = |boards| text::line_width(board, boards, in_colour());
    let boards = (1..).take_while(|&boards| width(boards) <= columns).last();
    boards.ok_or_else(|| {
        let width = width(1);
        usage!("a board takes {width} columns and the terminal has {columns}: use -o")
    })
}

/// Plays in the middle of the terminal, and leaves the last picture there.
fn play(scene: &Scene) -> Result<()> {
    let timeline = &scene.timeline;
    let theme = in_colour().then_some(&scene.view.theme);
    let picture = |states: &_| text::picture(timeline, states, false, theme);
    let setting = timeline.setting();
    let boards = setting.lines().iter().map(Vec::len).max().unwrap_or(0);
    let width = text::line_width(setting.board(), boards, in_colour());
    let mut states = timeline.frames().take(1).flat_map(|frame| frame.changes).collect();
    let mut player = Player::open(width, picture(&states).lines().count())?;
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
pub struct Pages {
    format: Format,
    files: Vec<OutputFile>,
}

impl Pages {
    pub const FORMATS: &[Format] = &[Format::Pdf, Format::Svg, Format::Png];

    /// The first file, which an option names.
    pub fn to(option: &str, path: &Path) -> Result<Self> {
        let format = format_of(path, Self::FORMATS).map_err(|error| usage!("{option} {error}"))?;
        Ok(Self { format, files: vec![OutputFile::new(path, format)?] })
    }

    /// Lists the files of the other pages. Refuses words of a PDF that its typeface can't show.
    pub fn list(&mut self, pages: &[Drawing]) -> Result<()> {
        if self.format != Format::Svg {
            match &*listed(pdf::unseen(pages).into_iter().map(quoted).collect(), 20) {
                "" => {}
                unseen => {
                    refuse!("printed pages lack {unseen}: leave them out, or write an .svg")
                }
            }
        }
        let files = if self.format == Format::Pdf { 1 } else { pages.len() };
        for page in 2..=files {
            let path = numbered(self.files[0].path(), page, self.format.ending());
            let file = OutputFile::new(&path, self.format)?;
            self.files.push(file);
        }
        Ok(())
    }

    pub fn write(&self, pages: &[Drawing], contents: &str) -> Result<()> {
        for (number, (page, file)) in (1..).zip(pages.iter().zip(&self.files)) {
            let (bytes, what) = match self.format {
                Format::Pdf => (pdf::file(pages), counted(pages.len(), "page")),
                Format::Png => (raster::png(page)?, format!("page {number} of {}", pages.len())),
                _ => (svg::file(page).into_bytes(), format!("page {number} of {}", pages.len())),
            };
            let what = [contents.to_owned(), what];
            file.put(bytes)?.say(if pages.len() > 1 { &what } else { &what[..1] });
        }
        Ok(())
    }
}

/// Boards do not shrink below this distance between holes.
const SMALLEST_PITCH: u32 = 4;

/// A film that is too large keeps one of this many frames: the first of these numbers with which it fits.
const SHARES: [u32; 8] = [2, 3, 4, 5, 6, 8, 12, 16];

/// The most that a file may have.
#[derive(Clone, Copy, PartialEq)]
pub struct Limits {
    pub bytes: u64,
    pub frames: u64,
}

impl Limits {
    pub const NONE: Self = Self { bytes: u64::MAX, frames: u64::MAX };
}

/// A film or a still within limits: with the largest boards that fit, unless it has an exact size, and if that is not enough, with fewer
/// frames.
fn fitted(scene: &Scene, limits: Limits, encoder: Encoder) -> Result<Vec<u8>> {
    let size = scene.view.size;
    let is_drawn = encoder.ending == Format::Svg.ending();
    let sizes: Vec<Size> = match size {
        // A drawing has no pixels.
        _ if is_drawn || matches!(size, Size::Exactly(..)) => vec![size],
        _ => {
            let smaller = (SMALLEST_PITCH..scene.geometry()?.pitch).rev().map(Size::Pitch);
            once(size).chain(smaller).collect()
        }
    };
    let smallest = sizes[sizes.len() - 1];
    let shares = if encoder.has_frames() { &SHARES[..] } else { &[] };
    let fewer = shares.iter().map(|&share| (smallest, share));
    for (size, share) in sizes.into_iter().map(|size| (size, 1)).chain(fewer) {
        let scene = scene.smaller(size, share)?;
        if encoder.has_frames() && scene.frame_count() > limits.frames {
            continue;
        }
        let mut file = Capped { bytes: Vec::new(), most: limits.bytes };
        match watched("painting", |progress| (encoder.encode)(&scene, &mut file, progress)) {
            Err(Error::Io(error)) if error.kind() == ErrorKind::FileTooLarge => continue,
            done => done?,
        }
        if share > 1 {
            note!("note: the film shows one frame in {share}, to stay within the limits");
        }
        return Ok(file.bytes);
    }
    let (ending, bytes) = (encoder.ending, grouped(limits.bytes));
    let fewer = if encoder.has_frames() { ", even with few frames" } else { "" };
    refuse!("the .{ending} does not fit {bytes} bytes{fewer}: allow more, or take a shorter text")
}

/// Keeps what is written, up to a size.
struct Capped {
    bytes: Vec<u8>,
    most: u64,
}

impl Write for Capped {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        if (self.bytes.len() + bytes.len()) as u64 > self.most {
            return Err(ErrorKind::FileTooLarge.into());
        }
        self.bytes.extend_from_slice(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}
