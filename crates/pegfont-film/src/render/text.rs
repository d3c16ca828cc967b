//! Boards as text, for files and terminals: one character per hole or, compact, per two holes above each other; optionally in colour.

use std::fmt::Write as _;
use std::io;

use super::caption::Captions;
use super::theme::{PegTheme, Theme};
use super::{Encoder, RenderError, Scene};
use crate::drawing::Colour;
use crate::timeline::{State, Timeline};
use peg_solitaire::board::{Board, Hole, Lattice, Position};
use peg_solitaire::progress::Progress;

/// The width of a space, in columns.
const SPACE: usize = 4;

/// The space between boards, in columns.
const GAP: usize = 3;

/// Writes the first instant of a scene as text without colours.
#[derive(Clone, Copy, Debug)]
pub struct Text;

impl Encoder for Text {
    fn encode(
        &self,
        scene: &Scene<'_>,
        out: &mut dyn io::Write,
        _: Progress<'_>,
    ) -> Result<(), RenderError> {
        let (at, captions) = (scene.first_instant(), scene.view.captions);
        let text = picture(scene.timeline, at, captions, Size::Large, Colouring::Plain);
        Ok(out.write_all(text.as_bytes())?)
    }
}

/// The colours of text.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Colouring<'t> {
    /// No colours.
    Plain,
    /// The colours of a theme, as escape sequences for terminals with 24-bit colour.
    Theme(&'t Theme),
}

/// The size of boards as text.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Size {
    /// A character per hole, with spaces between those of a row.
    Large,
    /// A character per two holes above each other, in half blocks: half as wide and half as high.
    Compact,
}

impl Size {
    /// The column of a hole.
    fn column(self, board: &Board, hole: Hole) -> usize {
        self.width_of(board, board.picture_place(hole).0 + 1) - 1
    }

    /// The width of so many columns of a board's picture, in columns of text.
    fn width_of(self, board: &Board, columns: usize) -> usize {
        match (self, board.lattice()) {
            (Self::Large, Lattice::Square) => 2 * columns - 1,
            _ => columns,
        }
    }

    /// The rows of holes in a line of text.
    fn rows_in_a_line(self) -> usize {
        match self {
            Self::Large => 1,
            Self::Compact => 2,
        }
    }
}

/// The width of a board, in columns of text.
#[must_use]
pub fn board_width(board: &Board, size: Size) -> usize {
    size.width_of(board, board.picture_columns())
}

/// The width of a line of this many boards, in columns of text.
#[must_use]
pub fn line_width(board: &Board, boards: usize, size: Size) -> usize {
    (boards * (board_width(board, size) + GAP)).saturating_sub(GAP)
}

/// The boards at an instant, in milliseconds from the start of the film. Every line ends with a line
/// break.
///
/// ```
/// use pegfont_film::{render::text::{self, Size}, timeline::{Missing, Setting, Timeline, Timing}};
/// use pegfont_type::font::Font;
/// let setting = Setting::new(Font::builtin()?, "I", 16, Missing::Refuse)?;
/// let timeline = Timeline::new(setting, Timing::default())?;
/// let start = text::picture(&timeline, 0, false, Size::Large, text::Colouring::Plain);
/// assert_eq!(start.lines().nth(3), Some("● ● · ● ●"));
/// let compact = text::picture(&timeline, 0, false, Size::Compact, text::Colouring::Plain);
/// assert_eq!(compact, "█████\n██▀██\n█████\n▀▀▀▀▀\n");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[must_use]
pub fn picture(
    timeline: &Timeline,
    at: u64,
    captions: bool,
    size: Size,
    colouring: Colouring<'_>,
) -> String {
    let setting = timeline.setting();
    let board = setting.board();
    let names = Captions::new(setting);
    let width = board_width(board, size);
    let mut text = String::new();
    for (number, line) in setting.lines().iter().enumerate() {
        if number > 0 {
            text.push('\n');
        }
        let states = line.iter().map(|place| {
            let letter = (*place)?;
            let state = timeline.state(letter, at);
            Some((letter, seen(&state), state))
        });
        let states: Vec<Option<(usize, Position, State)>> = states.collect();
        let mut add = |of_board: &dyn Fn(usize, &Position, &State) -> String| {
            let cells = states.iter().map(|state| match state {
                Some((letter, pegs, state)) => of_board(*letter, pegs, state),
                None => " ".repeat(SPACE),
            });
            let row = cells.collect::<Vec<String>>().join(&" ".repeat(GAP));
            text.push_str(row.trim_end());
            text.push('\n');
        };
        for line in 0..board.rows().div_ceil(size.rows_in_a_line()) {
            add(&|_, pegs, state| board_line(board, line, pegs, state, size, colouring));
        }
        if captions {
            add(&|letter, _, state| {
                let jump = timeline.last_jump(state);
                let name = jump.map(|jump| names.of(letter, jump)).unwrap_or_default();
                format!("{name:^width$}")
            });
        }
    }
    text
}

/// A line of a board, as wide as the board.
fn board_line(
    board: &Board,
    line: usize,
    pegs: &Position,
    state: &State,
    size: Size,
    colouring: Colouring<'_>,
) -> String {
    // The holes of a column: in compact text, an upper and a lower one.
    let mut columns = vec![[None; 2]; board_width(board, size)];
    for hole in board.each_hole() {
        let row = board.picture_place(hole).1;
        if row / size.rows_in_a_line() == line {
            columns[size.column(board, hole)][row % size.rows_in_a_line()] = Some(hole);
        }
    }
    let mut text = String::new();
    for holes in columns {
        mark(&mut text, pegs, holes, state, size, colouring);
    }
    text
}

/// The visible pegs. A moving peg changes holes halfway.
fn seen(state: &State) -> Position {
    let mut pegs = state.position.clone();
    for jump in &state.under_way {
        if state.progress < 0.5 {
            pegs.insert(jump.from());
            pegs.insert(jump.over());
        } else {
            pegs.insert(jump.to());
        }
    }
    pegs
}

/// Writes the character of a hole, or of two above each other.
fn mark(
    text: &mut String,
    pegs: &Position,
    holes: [Option<Hole>; 2],
    state: &State,
    size: Size,
    colouring: Colouring<'_>,
) {
    let has_peg = holes.map(|hole| hole.is_some_and(|hole| pegs.has(hole)));
    let mark = match (has_peg, size) {
        _ if holes == [None; 2] => " ",
        ([false, false], _) => "·",
        (_, Size::Large) => "●",
        ([true, true], Size::Compact) => "█",
        ([true, false], Size::Compact) => "▀",
        ([false, true], Size::Compact) => "▄",
    };
    let Colouring::Theme(theme) = colouring else { return text.push_str(mark) };
    let colours = holes.map(|hole| colour(pegs, hole?, state, theme));
    let colours = match size {
        Size::Large => colours,
        // A half block has the colour of a peg.
        Size::Compact => [0, 1].map(|half| colours[half].filter(|_| has_peg[half])),
    };
    let _ = match colours {
        _ if holes == [None; 2] => write!(text, "{mark}"),
        // An empty hole is faint, whatever the colours of the terminal.
        [None, None] => write!(text, "\x1b[2m{mark}\x1b[0m"),
        [Some(upper), Some(lower)] if upper != lower => {
            write!(text, "\x1b[38;2;{};48;2;{}m▀\x1b[0m", sequence(upper), sequence(lower))
        }
        [Some(one), _] | [None, Some(one)] => {
            write!(text, "\x1b[38;2;{}m{mark}\x1b[0m", sequence(one))
        }
    };
}

/// The colour of a hole, if it has a peg or is marked.
fn colour(pegs: &Position, hole: Hole, state: &State, theme: &Theme) -> Option<Colour> {
    let peg = pegs.has(hole);
    let pegs_of = |peg: PegTheme| peg.light.unwrap_or(peg.colour);
    let marked = state.marked.iter().find_map(|jump| {
        let jumping = (peg && jump.to() == hole).then_some(theme.highlight.jumping);
        jumping.or((!peg && jump.over() == hole).then_some(theme.highlight.jumped))
    });
    let own = peg.then(|| match state.settled.has(hole) {
        true => pegs_of(theme.settled()),
        false => pegs_of(theme.peg.clone()),
    });
    marked.or(own)
}

/// A colour in an escape sequence.
fn sequence(Colour { rgba: [r, g, b, _] }: Colour) -> String {
    format!("{r};{g};{b}")
}
