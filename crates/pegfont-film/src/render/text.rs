//! Boards as text, for files and terminals: one character per hole, optionally in colour.

use std::fmt::Write as _;
use std::io;

use super::caption::Captions;
use super::theme::{PegTheme, Theme};
use super::{Encoder, RenderError, Scene, Show};
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

/// Writes a film as the recording of a terminal: [asciicast](https://docs.asciinema.org/manual/asciicast/v2/), version 2. It plays once.
#[derive(Clone, Copy, Debug)]
pub struct Cast;

impl Encoder for Cast {
    fn encode(
        &self,
        scene: &Scene<'_>,
        out: &mut dyn io::Write,
        _: Progress<'_>,
    ) -> Result<(), RenderError> {
        let Scene { timeline, view, show } = scene;
        let setting = timeline.setting();
        let boards = setting.lines().iter().map(Vec::len).max().unwrap_or(0);
        let width = line_width(setting.board(), boards).max(1);
        let height = picture(timeline, 0, view.captions, Colouring::Plain).lines().count();
        writeln!(out, r#"{{"version": 2, "width": {width}, "height": {height}}}"#)?;
        let seconds = |milliseconds: u64| milliseconds as f64 / 1000.0;
        let mut write = |due: u64, at: u64| {
            let boards = picture(timeline, at, view.captions, Colouring::Theme(&view.theme));
            // From the first column of the first line on, the cursor hidden. A line is cleared before it is written: behind a full line,
            // some terminals would clear its last character.
            let text = boards.trim_end_matches('\n').replace('\n', "\\r\\n\\u001b[K");
            let text = text.replace('\x1b', "\\u001b");
            writeln!(out, r#"[{}, "o", "\u001b[?25l\u001b[H\u001b[K{text}"]"#, seconds(due))
        };
        match *show {
            Show::Still(at) => write(0, at)?,
            Show::Film(_) => {
                timeline.frames().try_for_each(|frame| write(frame.at, frame.at))?;
                // The last picture stays.
                writeln!(out, r#"[{}, "o", ""]"#, seconds(timeline.duration()))?;
            }
        }
        Ok(())
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
    match board.lattice() {
        Lattice::Square => 2 * board.picture_columns() - 1,
        Lattice::Triangular => board.picture_columns(),
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
    let names = Captions::new(setting);
    let width = board_width(board);
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
        for row in 0..board.rows() {
            add(&|_, pegs, state| board_row(board, row, pegs, state, colouring));
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

/// A row of a board, as wide as the board.
fn board_row(
    board: &Board,
    row: usize,
    pegs: &Position,
    state: &State,
    colouring: Colouring<'_>,
) -> String {
    let mut text = String::new();
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
        text.push_str(&" ".repeat(x - at));
        mark(&mut text, pegs, hole, state, colouring);
        at = x + 1;
    }
    text.push_str(&" ".repeat(board_width(board) - at));
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
    let pegs_of = |peg: PegTheme| peg.light.unwrap_or(peg.colour);
    let marked = state.marked.iter().find_map(|jump| {
        let jumping = (peg && jump.to() == hole).then_some(theme.highlight.jumping);
        jumping.or((!peg && jump.over() == hole).then_some(theme.highlight.jumped))
    });
    let own = peg.then(|| match state.settled.has(hole) {
        true => pegs_of(theme.settled()),
        false => pegs_of(theme.peg.clone()),
    });
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
