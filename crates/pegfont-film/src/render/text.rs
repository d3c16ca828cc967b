//! Boards as text, for files and terminals: one character per hole, optionally in colour.

use std::fmt::Write as _;
use std::io;

use super::theme::Theme;
use super::{Encoder, RenderError, Scene, caption};
use crate::drawing::Colour;
use crate::timeline::{State, Timeline};
use peg_solitaire::board::{Board, Hole, Lattice, Position};
use peg_solitaire::progress::Progress;

/// The characters for a peg and for an empty hole.
const MARKS: [&str; 2] = ["●", "·"];

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
        let text = picture(scene.timeline, at, captions, Colouring::Plain);
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

/// The width of a board, in columns of text.
#[must_use]
pub fn board_width(board: &Board) -> usize {
    let holes = board.each_hole();
    let last = holes.map(|hole| board.picture_place(hole).0).max().unwrap_or(0);
    match board.lattice() {
        Lattice::Square => 2 * last + 1,
        Lattice::Triangular => last + 1,
    }
}

/// The width of a line of this many boards, in columns of text.
#[must_use]
pub fn line_width(board: &Board, boards: usize) -> usize {
    (boards * (board_width(board) + GAP)).saturating_sub(GAP)
}

/// The boards at an instant, in milliseconds from the start of the film. Every line ends with a line
/// break.
///
/// ```
/// use pegfont_film::{render::text, timeline::{Missing, Setting, Timeline, Timing}};
/// use pegfont_type::font::Font;
/// let setting = Setting::new(Font::builtin()?, "I", 16, Missing::Refuse)?;
/// let timeline = Timeline::new(setting, Timing::default())?;
/// let start = text::picture(&timeline, 0, false, text::Colouring::Plain);
/// assert_eq!(start.lines().nth(3), Some("● ● · ● ●"));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[must_use]
pub fn picture(timeline: &Timeline, at: u64, captions: bool, colouring: Colouring<'_>) -> String {
    let setting = timeline.setting();
    let board = setting.board();
    let width = board_width(board);
    let mut text = String::new();
    for (number, line) in setting.lines().iter().enumerate() {
        if number > 0 {
            text.push('\n');
        }
        let states: Vec<Option<(usize, State)>> = line
            .iter()
            .map(|place| place.map(|letter| (letter, timeline.state(letter, at))))
            .collect();
        for row in 0..board.rows() {
            let mut columns = String::new();
            for (place, state) in states.iter().enumerate() {
                if place > 0 {
                    columns.push_str(&" ".repeat(GAP));
                }
                match state {
                    None => columns.push_str(&" ".repeat(SPACE)),
                    Some((_, state)) => {
                        let pegs = &seen(state);
                        let mut at = 0;
                        for hole in board.each_hole() {
                            let (x, y) = board.picture_place(hole);
                            if y != row {
                                continue;
                            }
                            let x = match board.lattice() {
                                Lattice::Square => 2 * x,
                                Lattice::Triangular => x,
                            };
                            columns.push_str(&" ".repeat(x - at));
                            mark(&mut columns, pegs, hole, state, colouring);
                            at = x + 1;
                        }
                        columns.push_str(&" ".repeat(width - at));
                    }
                }
            }
            text.push_str(columns.trim_end());
            text.push('\n');
        }
        if captions {
            let mut columns = String::new();
            for (place, state) in states.iter().enumerate() {
                if place > 0 {
                    columns.push_str(&" ".repeat(GAP));
                }
                let name = state.as_ref().and_then(|(letter, state)| {
                    Some(caption::of(setting, *letter, timeline.last_jump(state)?))
                });
                let room = if state.is_some() { width } else { SPACE };
                let _ = write!(columns, "{:^room$}", name.unwrap_or_default());
            }
            text.push_str(columns.trim_end());
            text.push('\n');
        }
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

/// Writes the character of a hole.
fn mark(text: &mut String, pegs: &Position, hole: Hole, state: &State, colouring: Colouring<'_>) {
    let peg = pegs.has(hole);
    let mark = if peg { MARKS[0] } else { MARKS[1] };
    let Colouring::Theme(theme) = colouring else {
        text.push_str(mark);
        return;
    };
    let marked = state.marked.iter().find_map(|jump| {
        let jumping = (peg && jump.to() == hole).then_some(theme.highlight.jumping);
        jumping.or((!peg && jump.over() == hole).then_some(theme.highlight.jumped))
    });
    let own = if peg { Some(theme.peg.light.unwrap_or(theme.peg.colour)) } else { None };
    match marked.or(own) {
        Some(Colour { rgba: [r, g, b, _] }) => {
            let _ = write!(text, "\x1b[38;2;{r};{g};{b}m{mark}\x1b[0m");
        }
        // An empty hole is faint, whatever the colours of the terminal.
        None => {
            let _ = write!(text, "\x1b[2m{mark}\x1b[0m");
        }
    }
}
