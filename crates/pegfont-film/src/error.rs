//! What can go wrong: every error of this crate, in the words that people read.

use std::io;

use thiserror::Error;

use crate::drawing::{MAX_PIXELS, MAX_SIDE};
use crate::sheet::{MILLIMETRE, MOST_LETTERS, MOST_NAMES};
use crate::timeline::{MAX_CHARACTERS, MAX_DURATION};
use peg_solitaire::board::{self, Board};
use peg_solitaire::progress::Interrupted;
use pegfont_base::memory::MemoryError;
use pegfont_base::toml_file::FileError;
use pegfont_base::words::{counted, grouped, listed, quoted};

/// What went wrong, and where.
#[derive(Debug, Error)]
#[expect(missing_docs, reason = "the messages describe each")]
pub enum Error {
    #[error("the text is empty")]
    EmptyText,
    #[error("the text has {found} characters; the most is {MAX_CHARACTERS}")]
    LongText { found: usize },
    /// Each with its line and its place in the line, both from 1.
    #[error("{} not in the font {font}", missing(characters))]
    UnknownCharacters {
        characters: Vec<(char, usize, usize)>,
        font: String,
    },
    #[error(
        "{word:?} at line {line}, character {place}: its letters take their shapes and places from \
         each other, which the font {font} can't show"
    )]
    Unshaped {
        word: String,
        line: usize,
        place: usize,
        font: String,
    },
    #[error("a storyboard of {found} boards is too large: the most is {MAX_CHARACTERS}")]
    LongStoryboard { found: usize },

    #[error(
        "paper of {} x {} mm is too small for {puzzle} in {} print, \
         whose holes are at least {:.0} points ({:.1} mm) apart",
        paper.0,
        paper.1,
        if *is_large { "large" } else { "normal" },
        least,
        least / MILLIMETRE
    )]
    SmallPaper {
        paper: (u32, u32),
        puzzle: String,
        least: f32,
        is_large: bool,
    },

    #[error(
        "paper of {} x {} mm is too small for a poster with {}",
        paper.0,
        paper.1,
        counted(*jumps, "jump")
    )]
    SmallPoster { paper: (u32, u32), jumps: usize },

    #[error("a poster is 1.2 to 2 times as wide as high, and at least 187 mm high")]
    PosterShape,

    #[error("there is no step {at}: give 0 to {most}, or end")]
    NoStep { at: usize, most: usize },
    #[error("{what} must be between {allowed}, not {value}")]
    OutOfRange {
        what: &'static str,
        value: f64,
        allowed: &'static str,
    },
    #[error(
        "{} s is too short: the beginning and the end take {} s, and the jumps at least {:.3} s",
        total / 1000.0,
        holds / 1000.0,
        jumps / 1000.0
    )]
    TotalTooShort { total: f64, holds: f64, jumps: f64 },
    #[error("the film would last {seconds:.0} s; the most is {:.0} s", MAX_DURATION / 1000.0)]
    TooLong { seconds: f64 },

    #[error("games that follow one another are played on one board, from the same empty hole")]
    OtherStart,
    #[error("a film with a large view shows one game, of more than three rounds")]
    NoCloseUp,
    #[error(
        "there is no large view of this game: its first jumps take up most of the height or width"
    )]
    NothingToZoom,

    #[error(
        "the text needs a board of {columns} x {rows} holes, {} altogether; the most is {}, \
         and {} in a row or column: break the text into more or shorter lines, \
         leave something out, or use a smaller font",
        grouped((*columns * *rows) as u64),
        grouped(board::MAX_HOLES as u64),
        board::MAX_SIDE
    )]
    LargeBoard { columns: usize, rows: usize },
    #[error(
        "{columns} x {rows} holes don't fit on {board}: use a larger board, or leave something out"
    )]
    NoPlace {
        columns: usize,
        rows: usize,
        board: Board,
    },
    #[error(
        "there is no board on which each of these texts can be left from the same empty hole: \
         change one of them by a letter or a mark"
    )]
    NoSharedBoard,
    #[error(
        "a font on a triangular board, or on one that is not a rectangle, can't be set on one board"
    )]
    NotARectangle,

    #[error(transparent)]
    Toml(#[from] FileError),
    #[error("{what} is {value}; it must be from {least} to {most} (distances between holes)")]
    Length {
        what: &'static str,
        value: f32,
        least: f32,
        most: f32,
    },
    #[error("unknown theme {name:?}: use {known}, or a file")]
    UnknownTheme { name: String, known: String },
    #[error("{what}")]
    Key { what: String },
    #[error("{what} have a contrast of {found:.1} : 1; to be legible they need {least} : 1")]
    Contrast {
        what: &'static str,
        found: f64,
        least: f64,
    },
    #[error("{text:?} is not a colour: write a CSS name, #rgb, #rrggbb, #rrggbbaa or transparent")]
    Colour { text: String },

    #[error(
        "the picture would be {width} x {height} pixels; the most is {MAX_SIDE} on a side \
         and {MAX_PIXELS} altogether: choose a smaller size, or wrap the text into more lines"
    )]
    LargePicture { width: u32, height: u32 },
    #[error("the boards do not fit: they need at least {across} x {down} pixels")]
    NoRoom { across: u32, down: u32 },
    #[error(
        "the .{ending} does not fit {} bytes{}: allow more, or take a shorter text",
        grouped(*bytes),
        if *has_frames { ", even with few frames" } else { "" }
    )]
    LargeFile {
        ending: &'static str,
        bytes: u64,
        has_frames: bool,
    },
    #[error("{line}: this name goes on in the next line: is a \" missing?")]
    LongCell { line: u64 },
    #[error(
        "{line}: {name:?} has {}: a name can have 1 to {MOST_LETTERS}",
        counted(*letters, "letter")
    )]
    Name {
        line: u64,
        name: String,
        letters: usize,
    },
    #[error("{line}: a list can have {} names", grouped(MOST_NAMES as u64))]
    ManyNames { line: u64 },
    #[error("the names may be in any of these columns: {columns}")]
    SeveralColumns { columns: String },
    #[error("there is no column {asked:?}; these are there: {columns}")]
    NoColumn { asked: String, columns: String },
    #[error(
        "{line}: the commas may separate names, or parts of one: \
         write each name on a line of its own, or between quotation marks"
    )]
    SeveralNames { line: u64 },
    #[error("no names found: write one on each line")]
    NoNames,
    #[error("the font has no characters to show")]
    NoCharacters,

    #[error(transparent)]
    Interrupted(#[from] Interrupted),
    #[error(transparent)]
    Memory(#[from] MemoryError),
    #[error("{0}")]
    Io(#[from] io::Error),
}

/// Missing characters and where each is first, as the beginning of a sentence.
fn missing(characters: &[(char, usize, usize)]) -> String {
    let mut places = Vec::new();
    for &(character, line, place) in characters {
        let code = format!("U+{:04X}", u32::from(character));
        let mut name = quoted(character);
        // A character of which nothing is to be seen is named by its code alone.
        if name != code {
            name = format!("{name} ({code})");
        }
        places.push(format!("{name} at line {line}, character {place},"));
    }

    let is = if characters.len() == 1 { "is" } else { "are" };
    let places = listed(places, 20).replace(",,", ",");
    format!("{places} {is}")
}
