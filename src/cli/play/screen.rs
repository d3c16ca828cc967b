//! Draws the table, and finds the hole under the mouse. The characters differ in shape, so the screen is readable without
//! colour.

use crossterm::style::{Color, ContentStyle, Stylize as _};

use super::canvas::{Canvas, Line};
use crate::cli::output::counted;
use peg_solitaire::board::{Board, Hole, Lattice, Position};
use peg_solitaire::game::{Hand, Table};
use peg_solitaire::words::grouped;

/// How to draw.
#[derive(Clone, Copy)]
pub(super) struct Look {
    pub(super) colour: bool,
    /// Use only ASCII characters.
    pub(super) ascii: bool,
}

/// The width of the column beside the board.
pub(super) const SIDE: u16 = 32;

/// The key help at the bottom.
const KEYS: [&str; 2] = [
    "arrows move  Enter/mouse take and jump  Esc put back  u undo  r redo  n restart",
    "? hints  c still solvable?  a autoplay  s save  q quit",
];

/// The place of the board, and the size of its cells.
struct Place {
    left: u16,
    top: u16,
    cell: (u16, u16),
}

impl Place {
    /// The largest cells that fit, if any do.
    fn of(board: &Board, (width, height): (u16, u16)) -> Option<Self> {
        let places = || board.each_hole().map(|hole| board.picture_place(hole));
        let columns = places().map(|place| place.0).max()? as u16 + 1;
        let rows = places().map(|place| place.1).max()? as u16 + 1;
        let half = board.lattice() == Lattice::Triangular;
        let widths: &[u16] = if half { &[2, 1] } else { &[4, 2, 1] };
        // Leaves room for row and column names, and for brackets around the holes at the edge.
        let room_x = width.checked_sub(SIDE + 6)?;
        let room_y = height.checked_sub(KEYS.len() as u16 + 3)?;
        let width = widths.iter().copied().find(|width| columns * width <= room_x)?;
        let height = [2, 1].into_iter().find(|height| rows * height < room_y + height)?;
        Some(Self { left: 4, top: 2, cell: (width, height) })
    }

    fn of_hole(&self, board: &Board, hole: Hole) -> (u16, u16) {
        let (x, y) = board.picture_place(hole);
        (self.left + x as u16 * self.cell.0, self.top + y as u16 * self.cell.1)
    }
}

/// The hole at a screen position.
pub(super) fn hole_at(board: &Board, size: (u16, u16), column: u16, row: u16) -> Option<Hole> {
    let place = Place::of(board, size)?;
    board.each_hole().find(|&hole| {
        let (x, y) = place.of_hole(board, hole);
        // A click beside the hole of a wide cell counts; above or below it doesn't.
        row == y && column.abs_diff(x) <= (place.cell.0 - 1) / 2
    })
}

/// Draws the whole table.
pub(super) fn draw(canvas: &mut Canvas, table: &Table, look: Look) {
    let Some(place) = Place::of(table.game().board(), (canvas.width, canvas.height)) else {
        let words = "The window is too small for this board: make it larger, or q to quit.";
        return canvas.put_lines(0, canvas.height, &[Line::plain(words)]);
    };
    board(canvas, table, &place, look);
    let height = canvas.height - KEYS.len() as u16 - 1;
    canvas.put_lines(canvas.width - SIDE, height, &side_lines(table, height, look));
    draw_keys(canvas, KEYS, look);
}

/// Draws the key help at the bottom.
pub(super) fn draw_keys(canvas: &mut Canvas, keys: [&str; 2], look: Look) {
    for (line, y) in keys.iter().zip(canvas.height - keys.len() as u16..) {
        canvas.put(1, y, line, dim(look));
    }
}

/// The message for the player, with an empty line before it, if there is one.
pub(super) fn message(hand: &Hand, look: Look) -> Vec<Line> {
    if hand.message().is_empty() {
        return Vec::new();
    }
    let style = coloured(look, Color::DarkYellow).bold();
    vec![Line::default(), Line::styled(hand.message().to_owned(), style)]
}

/// The style of this colour, or none without colours.
pub(super) fn coloured(look: Look, colour: Color) -> ContentStyle {
    if look.colour { ContentStyle::new().with(colour) } else { ContentStyle::new() }
}

pub(super) fn dim(look: Look) -> ContentStyle {
    if look.colour { ContentStyle::new().dim() } else { ContentStyle::new() }
}

fn board(canvas: &mut Canvas, table: &Table, place: &Place, look: Look) {
    let board = table.game().board();
    let position = table.game().position();
    let landings: Position = table
        .hand()
        .held()
        .map_or_else(Position::default, |held| table.game().landings(held).collect());
    let hints = table.hints().unwrap_or_default();
    let good: Position = hints
        .iter()
        .filter(|rated| rated.keeps == Some(true))
        .map(|rated| rated.jump.from())
        .collect();
    let (peg, hole, landing) = if look.ascii { ("O", ".", "*") } else { ("●", "·", "◌") };
    for at in board.each_hole() {
        let (x, y) = place.of_hole(board, at);
        let (_, row) = board.coordinates(at);
        let name = board.hole_name(at);
        if first_of_column(board, at) {
            let letter = name.trim_end_matches(|digit: char| digit.is_ascii_digit());
            canvas.put(x, place.top - 2, letter, dim(look));
        }
        if first_of_row(board, at) {
            canvas.put(place.left - 4, y, &(row + 1).to_string(), dim(look));
        }
        let (symbol, style) = if table.hand().held() == Some(at) {
            (peg, coloured(look, Color::DarkYellow).bold())
        } else if position.has(at) {
            (peg, coloured(look, if good.has(at) { Color::DarkGreen } else { Color::DarkCyan }))
        } else if landings.has(at) {
            (landing, coloured(look, Color::DarkYellow))
        } else {
            (hole, dim(look))
        };
        let under = at == table.hand().cursor();
        let style = if under && place.cell.0 == 1 { style.reverse() } else { style };
        canvas.put(x, y, symbol, style);
        let around = if table.hand().held() == Some(at) {
            Some(("(", ")"))
        } else if under {
            Some(("[", "]"))
        } else if good.has(at) {
            Some(("+", " "))
        } else {
            None
        };
        if let Some((before, after)) = around.filter(|_| place.cell.0 > 1) {
            canvas.put(x - 1, y, before, style);
            // In narrow cells, the mark of the next hole goes here.
            if place.cell.0 > 2 || after == "]" || after == ")" {
                canvas.put(x + 1, y, after, style);
            }
        }
    }
}

/// Whether a hole is the topmost of its column.
fn first_of_column(board: &Board, hole: Hole) -> bool {
    let (x, y) = board.coordinates(hole);
    board.lattice() == Lattice::Square && (0..y).all(|above| board.hole_at(x, above).is_none())
}

/// Whether a hole is the leftmost of its row.
fn first_of_row(board: &Board, hole: Hole) -> bool {
    let (x, y) = board.coordinates(hole);
    (0..x).all(|left| board.hole_at(left, y).is_none())
}

/// The lines beside the board.
fn side_lines(table: &Table, height: u16, look: Look) -> Vec<Line> {
    let game = table.game();
    let mut lines = vec![Line::styled(table.title().to_owned(), ContentStyle::new().bold())];
    if let [target] = game.targets() {
        let picture = game.board().picture(target);
        let rows = picture.lines().count() as u16;
        if rows + 10 <= height {
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
    }
    let left = game.targets().first().map_or(0, |target| target.count());
    lines.push(Line::default());
    let pegs = counted(game.position().count(), "peg");
    lines.push(Line::plain(format!("{pegs}, target: {left}")));
    let (jumps, moves) = (counted(game.jumps().len(), "jump"), counted(game.moves(), "move"));
    lines.push(Line::plain(format!("{jumps}, {moves}")));
    lines.extend(message(table.hand(), look));
    if table.hand().autoplay() {
        lines.push(Line::plain(if table.wants_advice() {
            "thinking..."
        } else {
            "playing (a to stop)"
        }));
    }
    if table.hand().shows_hints() {
        lines.push(Line::default());
        lines.extend(hint_lines(table, height.saturating_sub(lines.len() as u16 + 2), look));
    }
    lines
}

/// The rated jumps, as many as fit.
fn hint_lines(table: &Table, room: u16, look: Look) -> Vec<Line> {
    let Some(hints) = table.hints() else { return vec![Line::plain("thinking about hints...")] };
    if hints.is_empty() {
        return vec![Line::plain("no jumps")];
    }
    let room = usize::from(room).max(1);
    let more = hints.len().saturating_sub(room);
    let shown = if more > 0 { room - 1 } else { room };
    let mut lines: Vec<Line> = hints
        .iter()
        .take(shown)
        .map(|rated| {
            let jump = table.game().board().jump_name(rated.jump);
            let (words, colour) = match (rated.keeps, rated.solutions) {
                (None, _) => (format!("? {jump} unknown"), Color::DarkYellow),
                (Some(false), _) => (format!("- {jump} loses"), Color::DarkRed),
                (Some(true), None) => (format!("+ {jump} can win"), Color::DarkGreen),
                (Some(true), Some(1)) => (format!("+ {jump} 1 solution"), Color::DarkGreen),
                (Some(true), Some(count)) if count < 1_000_000_000 => {
                    (format!("+ {jump} {} solutions", grouped(count)), Color::DarkGreen)
                }
                (Some(true), Some(count)) => {
                    (format!("+ {jump} {:.2e} solutions", count as f64), Color::DarkGreen)
                }
            };
            Line::styled(words, coloured(look, colour))
        })
        .collect();
    if more > 0 {
        lines.push(Line::plain(format!("... and {} more", hints.len() - shown)));
    }
    lines
}
