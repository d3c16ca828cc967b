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
        .map(|letter| (letter, timeline.state(letter, at)))
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
    let board = setting.board();
    let width = line_width(board, 1, theme.is_some());
    let (margin, gap) = if theme.is_some() {
        (1, GAP - 2)
    } else {
        (0, GAP)
    };
    let (begin, end) = match theme {
        Some(theme) => (escape(48, theme.ground()), "\x1b[0m"),
        None => (String::new(), ""),
    };
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
        for row in 0..board.rows() + usize::from(captions) {
            let cells = boards.iter().map(|shown| match shown {
                None => " ".repeat(SPACE),
                Some((letter, seen)) if row == board.rows() => {
                    format!("{:^width$}", caption::of(setting, *letter, seen.jump))
                }
                Some((_, seen)) => {
                    let mut marks = vec![" ".to_owned(); width];
                    for (hole, &look) in board.each_hole().zip(&seen.looks) {
                        let (x, y) = board.picture_place(hole);
                        if y == row {
                            marks[margin + column(board, x)] = mark(look, theme);
                        }
                    }
                    format!("{begin}{}{end}", marks.concat())
                }
            });
            let cells = cells.collect::<Vec<String>>().join(&" ".repeat(gap));
            text.push_str(cells.trim_end());
            text.push('\n');
        }
    }
    text
}

/// The character of a hole, in the colour of a theme if there is one.
fn mark(look: Look, theme: Option<&Theme>) -> String {
    let mark = if look == Look::Empty { EMPTY } else { PEG };
    let Some(theme) = theme else {
        return mark.to_string();
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
