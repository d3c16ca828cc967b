//! Boards as text, for files and terminals: one character per hole, optionally in colour.

use std::collections::BTreeMap;
use std::io;

use super::look::peg_theme;
use super::stage::{Look, Seen};
use super::theme::Theme;
use super::{Scene, Show, caption};
use crate::Error;
use crate::drawing::Colour;
use crate::timeline::{State, Timeline};
use peg_solitaire::board::{Board, Lattice};
use peg_solitaire::progress::Progress;

/// The width of a space, in columns.
const SPACE: usize = 4;

/// The space between boards, in columns.
const GAP: usize = 3;

/// An empty hole.
const EMPTY: char = '·';

/// A peg.
const PEG: char = '●';

/// What is left of a captured peg; without colours, that peg itself.
const RING: char = '○';

/// Writes the first instant of a scene as text without colours.
pub fn text(scene: &Scene, out: &mut dyn io::Write, _: Progress<'_>) -> Result<(), Error> {
    let timeline = &scene.timeline;
    let at = if let Show::Still(at) = scene.show {
        at
    } else {
        0
    };
    let letters = 0..timeline.letters().len();
    let states = letters
        .map(|letter| (letter, timeline.still_state(letter, at)))
        .collect();
    let text = picture(timeline, &states, scene.view.captions, None);
    Ok(out.write_all(text.as_bytes())?)
}

/// Whether a text is a [picture] without colours, by what is in it: boards, and perhaps captions.
#[must_use]
pub fn is_picture(text: &str) -> bool {
    let is_board = |word: &str| word.chars().all(|mark| EMPTY == mark || PEG == mark);
    let mut words = text.split_whitespace().peekable();
    let begins_with_board = words.peek().copied().is_some_and(is_board);
    begins_with_board && words.all(|word| is_board(word) || caption::is_word(word))
}

/// The column of a hole in text, where a board has spaces between the holes of a row.
fn column(board: &Board, place: usize) -> usize {
    if board.lattice() == Lattice::Square {
        2 * place
    } else {
        place
    }
}

/// The width of a line of this many boards, in columns of text. Boards in colour extend a column
/// beyond their holes.
pub fn line_width(board: &Board, boards: usize, in_colour: bool) -> usize {
    let width = column(board, board.picture_columns() - 1) + 1;
    (boards * (width + GAP)).saturating_sub(GAP) + if in_colour { 2 } else { 0 }
}

/// The boards in the states of their letters, in the colours of a theme as escape sequences for
/// terminals with 24-bit colour, if there is one. Every line ends with a line break.
pub fn picture(
    timeline: &Timeline,
    states: &BTreeMap<usize, State>,
    captions: bool,
    theme: Option<&Theme>,
) -> String {
    let setting = timeline.setting();
    // A board in colour has a margin on each side.
    let gap = if theme.is_some() { GAP - 2 } else { GAP };

    let mut text = String::new();
    for (number, line) in setting.lines().iter().enumerate() {
        if number > 0 {
            text.push('\n');
        }

        let boards = line.iter().map(|place| {
            let letter = (*place)?;
            let mut seen = Seen::of(timeline, states.get(&letter)?);
            seen.land();
            Some((letter, seen))
        });
        let boards: Vec<Option<(usize, Seen)>> = boards.collect();

        for row in 0..setting.board().rows() {
            let parts = boards.iter().map(|shown| match shown {
                None => " ".repeat(SPACE),
                Some((_, seen)) => row_of(setting.board(), seen, row, theme),
            });
            push_line(&mut text, parts.collect(), gap);
        }
        if captions {
            let width = line_width(setting.board(), 1, theme.is_some());
            let names = boards.iter().map(|shown| match shown {
                None => " ".repeat(SPACE),
                Some((letter, seen)) => {
                    format!("{:^width$}", caption::of(setting, *letter, seen.jump))
                }
            });
            push_line(&mut text, names.collect(), gap);
        }
    }
    text
}

/// Adds a line of parts side by side.
fn push_line(text: &mut String, parts: Vec<String>, gap: usize) {
    let line = parts.join(&" ".repeat(gap));
    text.push_str(line.trim_end());
    text.push('\n');
}

/// A row of a board.
fn row_of(board: &Board, seen: &Seen, row: usize, theme: Option<&Theme>) -> String {
    let width = line_width(board, 1, theme.is_some());
    let margin = usize::from(theme.is_some());

    let mut marks = vec![" ".to_owned(); width];
    for (hole, &look) in board.each_hole().zip(&seen.looks) {
        let (x, y) = board.picture_place(hole);
        if y == row {
            marks[margin + column(board, x)] = mark(look, theme);
        }
    }

    match theme {
        Some(theme) => format!("{}{}\x1b[0m", escape(48, theme.ground()), marks.concat()),
        None => marks.concat(),
    }
}

/// The character of a hole, in the colour of a theme if there is one.
fn mark(look: Look, theme: Option<&Theme>) -> String {
    let Some(theme) = theme else {
        let mark = match look {
            Look::Empty | Look::Ring | Look::Strong | Look::Faint => EMPTY,
            Look::Captured => RING,
            _ => PEG,
        };
        return mark.to_string();
    };

    let mark = match look {
        Look::Empty => EMPTY,
        Look::Ring | Look::Strong | Look::Faint => RING,
        Look::Captured if theme.captured.is_none() => RING,
        _ => PEG,
    };
    let colour = match look {
        // A dot is small, and seen against the board as the rim of a hole is.
        Look::Empty if theme.hole.shade.is_seen() => theme.hole.shade,
        Look::Empty => theme.hole.colour,
        _ => peg_theme(theme, look).colour,
    };
    format!("{}{mark}", escape(38, colour))
}

/// The escape sequence that sets the colour of characters (38) or of what is behind them (48).
fn escape(which: u8, colour: Colour) -> String {
    let [r, g, b, _] = colour.rgba;
    format!("\x1b[{which};2;{r};{g};{b}m")
}
