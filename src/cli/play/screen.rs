//! Draws the session, and finds the hole under the mouse. The characters differ in shape, so the screen is readable without
//! colour.

use std::collections::BTreeSet;

use crossterm::style::{Color, ContentStyle, Stylize as _};

use super::canvas::{Canvas, Line};
use crate::cli::output::counted;
use peg_solitaire::board::{Board, Hole, Lattice, Position};
use peg_solitaire::game::{RatedJump, Session};
use peg_solitaire::words::grouped;

/// How to draw.
#[derive(Clone, Copy)]
pub(super) struct Look {
    pub(super) colour: bool,
    /// Use only ASCII characters.
    pub(super) ascii: bool,
}

/// The width of the column beside the board.
const SIDE: u16 = 32;

/// The key help at the bottom.
const KEYS: [&str; 2] = [
    "arrows move  Enter/mouse take and jump  Esc put back  u undo  r redo  n restart",
    "? hints  c still solvable?  a autoplay  s save  q quit",
];

/// The part of the board that is shown, and where. A board that doesn't fit scrolls with the cursor.
struct View {
    /// Where its first place is on the screen.
    left: u16,
    top: u16,
    /// The columns and rows of the screen from a place of the board's picture to the next.
    cell: (usize, usize),
    /// Its first column and row, and how many it has.
    first: (usize, usize),
    shown: (usize, usize),
}

impl View {
    /// The whole board with the largest cells that fit; or else as much as fits, with the cursor in the middle where possible.
    fn of(board: &Board, cursor: Hole, (width, height): (u16, u16)) -> Option<Self> {
        let places = || board.each_hole().map(|hole| board.picture_place(hole));
        let columns = places().map(|place| place.0).max()? + 1;
        let rows = places().map(|place| place.1).max()? + 1;
        // Leaves room for the names of rows and columns, and for brackets around the holes at the edge.
        let left = rows.to_string().len().max(3) + 1;
        let room_x = usize::from(width.checked_sub(SIDE)?).checked_sub(left + 2)?;
        let room_y = usize::from(height.checked_sub(KEYS.len() as u16 + 3)?);
        // Holes are two places apart in the pictures of triangular boards.
        let widths = if board.lattice() == Lattice::Triangular { [2, 1] } else { [4, 2] };
        let wide = widths.into_iter().find(|width| columns * width <= room_x);
        let high = [2, 1].into_iter().find(|height| rows * height < room_y + height);
        let cell = match (wide, high) {
            (Some(wide), Some(high)) => (wide, high),
            _ => (widths[1], 1),
        };
        let shown = (columns.min(room_x / cell.0), rows.min(room_y.div_ceil(cell.1)));
        if shown.0 < columns.min(3) || shown.1 < rows.min(3) {
            return None;
        }
        let (x, y) = board.picture_place(cursor);
        let first =
            |at: usize, shown: usize, all: usize| at.saturating_sub(shown / 2).min(all - shown);
        let first = (first(x, shown.0, columns), first(y, shown.1, rows));
        Some(Self { left: left as u16, top: 2, cell, first, shown })
    }

    /// The holes that are shown, row by row, each with its place on the screen.
    fn holes(&self, board: &Board) -> impl Iterator<Item = (Hole, u16, u16)> {
        board.each_hole().filter_map(|hole| {
            let (x, y) = board.picture_place(hole);
            let (x, y) = (x.checked_sub(self.first.0)?, y.checked_sub(self.first.1)?);
            let place = |from: u16, at: usize, cell: usize| from + (at * cell) as u16;
            (x < self.shown.0 && y < self.shown.1)
                .then(|| (hole, place(self.left, x, self.cell.0), place(self.top, y, self.cell.1)))
        })
    }

    /// The most columns of the screen between a hole and its own mark.
    fn reach(&self, board: &Board) -> u16 {
        let apart = if board.lattice() == Lattice::Triangular { 2 } else { 1 };
        (self.cell.0 * apart / 4) as u16
    }
}

/// The hole at a screen position.
pub(super) fn hole_at(session: &Session, size: (u16, u16), column: u16, row: u16) -> Option<Hole> {
    let board = session.game().board();
    let view = View::of(board, session.cursor(), size)?;
    // A click beside the hole of a wide cell counts; above or below it doesn't.
    let is_at = |x: u16, y: u16| row == y && column.abs_diff(x) <= view.reach(board);
    view.holes(board).find(|&(_, x, y)| is_at(x, y)).map(|(hole, ..)| hole)
}

/// Draws the whole session.
pub(super) fn draw(canvas: &mut Canvas, session: &Session, look: Look) {
    let cursor = session.cursor();
    let Some(view) = View::of(session.game().board(), cursor, (canvas.width, canvas.height)) else {
        let words = "The window is too small for this board: make it larger, or q to quit.";
        return canvas.put_lines(0, canvas.height, &[Line::plain(words)]);
    };
    let height = canvas.height - KEYS.len() as u16 - 1;
    let goal = Goal::of(session, height);
    board(canvas, session, &view, &goal, look);
    canvas.put_lines(canvas.width - SIDE, height, &side_lines(session, &goal, height, look));
    for (line, y) in KEYS.iter().zip(canvas.height - KEYS.len() as u16..) {
        canvas.put(1, y, line, dim(look));
    }
}

/// How the player sees what is played for.
enum Goal<'t> {
    /// Not as a picture: there are several targets.
    InWords,
    /// As a picture beside the board.
    Beside(String),
    /// On the board, whose holes are marked: the picture would be too large.
    OnBoard(&'t Position),
}

impl<'t> Goal<'t> {
    fn of(session: &'t Session, height: u16) -> Self {
        let [target] = session.game().targets() else { return Self::InWords };
        let picture = session.game().board().picture(target);
        let width = picture.lines().map(str::len).max().unwrap_or(0);
        let fits = 2 * width <= usize::from(SIDE) && picture.lines().count() + 10 <= height.into();
        if fits { Self::Beside(picture) } else { Self::OnBoard(target) }
    }
}

/// The style of this colour, or none without colours.
fn coloured(look: Look, colour: Color) -> ContentStyle {
    if look.colour { ContentStyle::new().with(colour) } else { ContentStyle::new() }
}

fn dim(look: Look) -> ContentStyle {
    if look.colour { ContentStyle::new().dim() } else { ContentStyle::new() }
}

fn board(canvas: &mut Canvas, session: &Session, view: &View, goal: &Goal<'_>, look: Look) {
    let board = session.game().board();
    let (mut columns, mut rows) = (BTreeSet::new(), BTreeSet::new());
    // Names of two letters leave no room beside each other.
    let every = if board.columns() > 26 { 3_usize.div_ceil(view.cell.0) } else { 1 };
    let marks = Marks::of(session, goal, look);
    for (hole, x, y) in view.holes(board) {
        let (column, row) = board.coordinates(hole);
        if board.lattice() == Lattice::Square
            && columns.insert(column)
            && usize::from(column.unsigned_abs()).is_multiple_of(every)
        {
            let name = board.hole_name(hole);
            let letters = name.trim_end_matches(|digit: char| digit.is_ascii_digit());
            canvas.put(x, view.top - 2, letters, dim(look));
        }
        if rows.insert(row) {
            canvas.put(0, y, &(row + 1).to_string(), dim(look));
        }
        let (symbol, style) = marks.symbol(hole);
        canvas.put(x, y, symbol, style);
        let around = if session.held() == Some(hole) {
            Some(("(", ")"))
        } else if hole == session.cursor() {
            Some(("[", "]"))
        } else if marks.good.has(hole) {
            Some(("+", " "))
        } else {
            None
        };
        if let Some((before, after)) = around {
            canvas.put(x - 1, y, before, style);
            // In narrow cells, the mark of the next hole goes here.
            if after != " " || view.reach(board) > 0 {
                canvas.put(x + 1, y, after, style);
            }
        }
    }
}

/// How the holes are drawn. With the goal on the board, pegs that belong to it, and holes in which it has a peg, have characters of
/// their own.
struct Marks<'t> {
    held: Option<Hole>,
    position: &'t Position,
    target: Option<&'t Position>,
    landings: Position,
    /// The pegs with a jump that is known to win.
    good: Position,
    look: Look,
}

impl<'t> Marks<'t> {
    fn of(session: &'t Session, goal: &Goal<'t>, look: Look) -> Self {
        let held = session.held();
        let hints = session.hints().unwrap_or_default();
        let wins = hints.iter().filter(|rated| rated.keeps == Some(true));
        let target = match goal {
            Goal::OnBoard(target) => Some(*target),
            Goal::InWords | Goal::Beside(_) => None,
        };
        Self {
            held,
            position: session.game().position(),
            target,
            landings: held.into_iter().flat_map(|held| session.game().landings(held)).collect(),
            good: wins.map(|rated| rated.jump.from()).collect(),
            look,
        }
    }

    fn symbol(&self, hole: Hole) -> (&'static str, ContentStyle) {
        let look = self.look;
        let [kept, peg, wanted, empty, landing] =
            if look.ascii { ["O", "o", ":", ".", "*"] } else { ["●", "○", "◌", "·", "◎"] };
        let has_peg = self.position.has(hole);
        let belongs = self.target.map_or(has_peg, |target| target.has(hole));
        match (has_peg, belongs) {
            (true, _) => {
                let style = if self.held == Some(hole) {
                    coloured(look, Color::DarkYellow).bold()
                } else if self.good.has(hole) {
                    coloured(look, Color::DarkGreen)
                } else {
                    coloured(look, if belongs { Color::DarkCyan } else { Color::Grey })
                };
                (if belongs { kept } else { peg }, style)
            }
            (false, _) if self.landings.has(hole) => (landing, coloured(look, Color::DarkYellow)),
            (false, belongs) => (if belongs { wanted } else { empty }, dim(look)),
        }
    }
}

/// The lines beside the board.
fn side_lines(session: &Session, goal: &Goal<'_>, height: u16, look: Look) -> Vec<Line> {
    let game = session.game();
    let mut lines =
        vec![Line::styled(session.game().title().to_owned(), ContentStyle::new().bold())];
    if let Goal::Beside(picture) = goal {
        for row in picture.lines() {
            let marks = if look.ascii { ("O", ".") } else { ("●", "·") };
            let row: String = row
                .chars()
                .map(|mark| match mark {
                    '#' => format!("{} ", marks.0),
                    '.' => format!("{} ", marks.1),
                    _ => "  ".to_owned(),
                })
                .collect();
            lines.push(Line::plain(row.trim_end().to_owned()));
        }
    }
    let left = game.targets().first().map_or(0, Position::count);
    lines.push(Line::default());
    let pegs = counted(game.position().count(), "peg");
    lines.push(Line::plain(format!("{pegs}, target: {left}")));
    let (jumps, moves) = (counted(game.jumps().len(), "jump"), counted(game.moves(), "move"));
    lines.push(Line::plain(format!("{jumps}, {moves}")));
    if let Goal::OnBoard(_) = goal {
        let board = game.board();
        let cursor = board.hole_name(session.cursor());
        lines.push(Line::plain(format!("at {cursor} of {board}")));
        let marks = match look.ascii {
            true => ["O fills a goal hole", ": needs a peg at the end"],
            false => ["● fills a goal hole", "◌ needs a peg at the end"],
        };
        lines.push(Line::default());
        lines.extend(marks.map(|mark| Line::styled(mark, dim(look))));
    }
    if !session.message().is_empty() {
        let style = coloured(look, Color::DarkYellow).bold();
        lines.push(Line::default());
        lines.push(Line::styled(session.message().to_owned(), style));
    }
    if session.autoplay() {
        lines.push(Line::plain(if session.wants_advice() {
            "thinking..."
        } else {
            "playing (a to stop)"
        }));
    }
    if session.shows_hints() && !session.game().is_won() {
        lines.push(Line::default());
        lines.extend(hint_lines(session, height.saturating_sub(lines.len() as u16 + 2), look));
    }
    lines
}

/// The jumps of which something is known, as many as fit.
fn hint_lines(session: &Session, room: u16, look: Look) -> Vec<Line> {
    let Some(hints) = session.hints() else { return vec![Line::plain("thinking about hints...")] };
    if hints.is_empty() {
        return vec![Line::plain("no jumps")];
    }
    let is_known = |rated: &RatedJump| rated.keeps.is_some();
    let known: Vec<RatedJump> = hints.into_iter().filter(is_known).collect();
    if known.is_empty() {
        return vec![Line::plain("no jump is known to win from here (c asks for one)")];
    }
    let room = usize::from(room).max(1);
    let shown = if known.len() > room { room - 1 } else { room };
    let mut lines: Vec<Line> = known
        .iter()
        .take(shown)
        .map(|rated| {
            let jump = session.game().board().jump_name(rated.jump);
            let (words, colour) = match (rated.keeps, rated.solutions) {
                (Some(true), None) => (format!("+ {jump} can win"), Color::DarkGreen),
                (Some(true), Some(1)) => (format!("+ {jump} 1 solution"), Color::DarkGreen),
                (Some(true), Some(count)) if count < 1_000_000_000 => {
                    (format!("+ {jump} {} solutions", grouped(count)), Color::DarkGreen)
                }
                (Some(true), Some(count)) => {
                    (format!("+ {jump} {:.2e} solutions", count as f64), Color::DarkGreen)
                }
                _ => (format!("- {jump} loses"), Color::DarkRed),
            };
            Line::styled(words, coloured(look, colour))
        })
        .collect();
    if known.len() > room {
        lines.push(Line::plain(format!("... and {} more", known.len() - shown)));
    }
    lines
}
