//! Boards as text, for files and terminals: one character per hole or, compact, per two holes above each other; optionally in colour.

use std::fmt::Write as _;
use std::io;

use super::caption::Captions;
use super::look::peg_theme;
use super::stage::{Look, Seen};
use super::theme::Theme;
use super::{Scene, Show};
use crate::Error;
use crate::drawing::Colour;
use crate::timeline::Timeline;
use peg_solitaire::board::{Board, Hole, Lattice};
use peg_solitaire::progress::Progress;

/// The width of a space, in columns.
const SPACE: usize = 4;

/// The space between boards, in columns.
const GAP: usize = 3;

/// Writes the first instant of a scene as text without colours.
pub fn text(scene: &Scene<'_>, out: &mut dyn io::Write, _: Progress<'_>) -> Result<(), Error> {
    let at = match scene.show {
        Show::Film(_) => 0,
        Show::Still(at) => at,
    };
    let text = picture(scene.timeline, at, scene.view.captions, Size::Large, None);
    Ok(out.write_all(text.as_bytes())?)
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
pub fn board_width(board: &Board, size: Size) -> usize {
    size.width_of(board, board.picture_columns())
}

/// The width of a line of this many boards, in columns of text.
pub fn line_width(board: &Board, boards: usize, size: Size) -> usize {
    (boards * (board_width(board, size) + GAP)).saturating_sub(GAP)
}

/// The boards at an instant, in milliseconds from the start of the film, in the colours of a theme as escape sequences for terminals with 24-bit
/// colour, if there is one. Every line ends with a line break.
///
/// ```
/// use pegfont_film::{render::text::{self, Size}, timeline::{Missing, Setting, Timeline, Timing}};
/// use pegfont_type::font::Font;
/// let setting = Setting::new(Font::builtin()?, "I", 16, Missing::Refuse)?;
/// let timeline = Timeline::new(setting, Timing::default())?;
/// let start = text::picture(&timeline, 0, false, Size::Large, None);
/// assert_eq!(start.lines().nth(3), Some("● ● · ● ●"));
/// let compact = text::picture(&timeline, 0, false, Size::Compact, None);
/// assert_eq!(compact, "█████\n██▀██\n█████\n▀▀▀▀▀\n");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn picture(
    timeline: &Timeline,
    at: u64,
    captions: bool,
    size: Size,
    theme: Option<&Theme>,
) -> String {
    let setting = timeline.setting();
    let board = setting.board();
    let names = Captions::new(timeline);
    let width = board_width(board, size);
    let ink = Ink { size, theme, lights: timeline.timing().lights };
    let mut text = String::new();
    for (number, line) in setting.lines().iter().enumerate() {
        if number > 0 {
            text.push('\n');
        }
        let boards = line.iter().map(|place| {
            let letter = (*place)?;
            let mut seen = Seen::of(timeline, &timeline.state(letter, at));
            seen.land();
            Some((letter, seen))
        });
        let boards: Vec<Option<(usize, Seen)>> = boards.collect();
        let mut add = |of_board: &dyn Fn(usize, &Seen) -> String| {
            let cells = boards.iter().map(|board| match board {
                Some((letter, seen)) => of_board(*letter, seen),
                None => " ".repeat(SPACE),
            });
            let row = cells.collect::<Vec<String>>().join(&" ".repeat(GAP));
            text.push_str(row.trim_end());
            text.push('\n');
        };
        for line in 0..board.rows().div_ceil(size.rows_in_a_line()) {
            add(&|_, seen| ink.board_line(board, line, &seen.looks));
        }
        if captions {
            add(&|letter, seen| {
                let name = seen.jump.map(|jump| names.of(letter, jump)).unwrap_or_default();
                format!("{name:^width$}")
            });
        }
    }
    text
}

/// How holes are written.
struct Ink<'t> {
    size: Size,
    theme: Option<&'t Theme>,
    lights: bool,
}

impl Ink<'_> {
    /// A line of a board, as wide as the board.
    fn board_line(&self, board: &Board, line: usize, looks: &[Look]) -> String {
        let rows = self.size.rows_in_a_line();
        // The holes of a column: in compact text, an upper and a lower one.
        let mut columns = vec![[None; 2]; board_width(board, self.size)];
        for (hole, &look) in board.each_hole().zip(looks) {
            let row = board.picture_place(hole).1;
            if row / rows == line {
                columns[self.size.column(board, hole)][row % rows] = Some(look);
            }
        }
        let mut text = String::new();
        columns.into_iter().for_each(|looks| self.mark(&mut text, looks));
        text
    }

    /// Writes the character of a hole, or of two above each other.
    fn mark(&self, text: &mut String, looks: [Option<Look>; 2]) {
        let has_peg = looks.map(|look| look.is_some_and(|look| look != Look::Empty));
        let mark = match (has_peg, self.size) {
            _ if looks == [None; 2] => return text.push(' '),
            ([false, false], _) => "·",
            (_, Size::Large) => "●",
            ([true, true], Size::Compact) => "█",
            ([true, false], Size::Compact) => "▀",
            ([false, true], Size::Compact) => "▄",
        };
        let Some(theme) = self.theme else { return text.push_str(mark) };
        let colours = looks.map(|look| match look? {
            Look::Empty => None,
            look => {
                let peg = peg_theme(theme, look, self.lights);
                Some(peg.light.unwrap_or(peg.colour))
            }
        });
        let _ = match colours {
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
}

/// A colour in an escape sequence.
fn sequence(Colour { rgba: [r, g, b, _] }: Colour) -> String {
    format!("{r};{g};{b}")
}
