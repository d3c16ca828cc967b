//! A game on a large board whose solution is known. The board scrolls with the cursor if it is larger than the terminal.

use std::io::{Write as _, stdout};

use anyhow::Result;
use crossterm::event;
use crossterm::style::{Color, ContentStyle, Stylize as _};
use crossterm::terminal;

use super::canvas::{Canvas, Line};
use super::screen::{Look, SIDE, coloured, dim, draw_keys, message};
use super::searcher::Searcher;
use super::{Request, TICK, Terminal, request};
use crate::cli::output::counted;
use crate::cli::progress::is_stopped;
use peg_solitaire::board::{Board, Hole};
use peg_solitaire::game::{Action, KnownTable};

/// The key help at the bottom.
const KEYS: [&str; 2] = [
    "arrows move  Enter/mouse take and jump  Esc put back  u undo  r redo  n restart",
    "? hints  c is there a solution from here?  a autoplay  q quit",
];

/// The columns of the terminal for a column of the board.
const CELL: usize = 2;

/// The part of the board that is shown.
struct View {
    /// Where its first hole is on the screen.
    left: u16,
    top: u16,
    /// Its first column and row.
    first: (usize, usize),
    columns: usize,
    rows: usize,
}

impl View {
    /// As much as fits, with the cursor in the middle where possible.
    fn of(board: &Board, cursor: Hole, (width, height): (u16, u16)) -> Option<Self> {
        let (x, y) = board.picture_place(cursor);
        // Leaves room for the names of columns and rows, and for brackets at the edge.
        let room_x = usize::from(width.checked_sub(SIDE + 7)?) / CELL;
        let room_y = usize::from(height.checked_sub(KEYS.len() as u16 + 3)?);
        if room_x < 3 || room_y < 3 {
            return None;
        }
        let (columns, rows) = (room_x.min(board.columns()), room_y.min(board.rows()));
        let first =
            |at: usize, shown: usize, all: usize| at.saturating_sub(shown / 2).min(all - shown);
        let first = (first(x, columns, board.columns()), first(y, rows, board.rows()));
        Some(Self { left: 5, top: 2, first, columns, rows })
    }

    fn holes(&self, board: &Board) -> impl Iterator<Item = (Hole, u16, u16)> {
        let places = (0..self.rows).flat_map(|y| (0..self.columns).map(move |x| (x, y)));
        places.filter_map(move |(x, y)| {
            let hole = board.hole_at((self.first.0 + x) as i16, (self.first.1 + y) as i16)?;
            Some((hole, self.left + (CELL * x) as u16, self.top + y as u16))
        })
    }
}

/// Plays until the player quits, and says what was played.
pub(super) fn play(mut table: KnownTable, look: Look) -> Result<()> {
    {
        let mut terminal = Terminal::open()?;
        let mut searcher = Searcher::default();
        while !is_stopped() {
            match table.asks_for() {
                Some(known) => {
                    searcher.ask(table.pegs(), known);
                    if let Some(answer) = searcher.answer() {
                        table.answer(answer);
                    }
                }
                None => searcher.stop(),
            }
            terminal.draw(|canvas| draw(canvas, &table, look))?;
            if !event::poll(TICK)? {
                table.act(Action::Tick);
                continue;
            }
            let size = terminal::size()?;
            let hole_at = |column: u16, row: u16| {
                let board = table.solution().board();
                let view = View::of(board, table.hand().cursor(), size)?;
                view.holes(board).find(|&(_, x, y)| (x, y) == (column, row)).map(|(hole, ..)| hole)
            };
            match request(&event::read()?, hole_at) {
                Some(Request::Do(action)) => table.act(action),
                Some(Request::Quit) => break,
                Some(Request::Save) | None => {}
            }
        }
    }
    let how = if table.is_won() { "Solved" } else { "Left" };
    let (moves, jumps) = (counted(table.moves(), "move"), counted(table.jumps().len(), "jump"));
    writeln!(stdout(), "{how} after {moves}, {jumps}")?;
    Ok(())
}

/// Draws the whole table.
fn draw(canvas: &mut Canvas, table: &KnownTable, look: Look) {
    let board = table.solution().board();
    let size = (canvas.width, canvas.height);
    let Some(view) = View::of(board, table.hand().cursor(), size) else {
        let words = "The window is too small: make it larger, or q to quit.";
        return canvas.put_lines(0, canvas.height, &[Line::plain(words)]);
    };
    draw_board(canvas, table, &view, look);
    let height = canvas.height - KEYS.len() as u16 - 1;
    canvas.put_lines(canvas.width - SIDE, height, &side_lines(table, look));
    draw_keys(canvas, KEYS, look);
}

fn draw_board(canvas: &mut Canvas, table: &KnownTable, view: &View, look: Look) {
    let board = table.solution().board();
    let landings: Vec<Hole> =
        table.hand().held().map_or(Vec::new(), |held| table.landings(held).collect());
    let good: Vec<Hole> = match table.hand().shows_hints() {
        true => table.known_jumps().iter().map(|jump| jump.from()).collect(),
        false => Vec::new(),
    };
    for (hole, x, y) in view.holes(board) {
        let name = board.hole_name(hole);
        let row = name.trim_start_matches(|letter: char| letter.is_ascii_alphabetic());
        let column = &name[..name.len() - row.len()];
        // Names of two letters leave no room beside each other.
        let every = if view.first.0 + view.columns > 26 { 2 } else { 1 };
        if y == view.top && board.picture_place(hole).0.is_multiple_of(every) {
            canvas.put(x, view.top - 2, column, dim(look));
        }
        if x == view.left {
            canvas.put(view.left - 5, y, row, dim(look));
        }
        let (symbol, style) = symbol(table, hole, &landings, &good, look);
        canvas.put(x, y, symbol, style);
        let around = if table.hand().held() == Some(hole) {
            Some(("(", ")"))
        } else if hole == table.hand().cursor() {
            Some(("[", "]"))
        } else {
            None
        };
        if let Some((before, after)) = around {
            canvas.put(x - 1, y, before, style);
            canvas.put(x + 1, y, after, style);
        }
    }
}

/// How a hole is drawn. Position that belong to the end, and holes in which the end has a peg, have characters of their own.
fn symbol(
    table: &KnownTable,
    hole: Hole,
    landings: &[Hole],
    good: &[Hole],
    look: Look,
) -> (&'static str, ContentStyle) {
    let [kept, peg, wanted, empty, landing] =
        if look.ascii { ["O", "o", ":", ".", "*"] } else { ["●", "○", "◌", "·", "◎"] };
    let belongs = table.end().has(hole);
    if table.hand().held() == Some(hole) {
        let style = coloured(look, Color::DarkYellow).bold();
        (if belongs { kept } else { peg }, style)
    } else if table.pegs().has(hole) {
        let colour = match (good.contains(&hole), belongs) {
            (true, _) => Color::DarkGreen,
            (false, true) => Color::DarkCyan,
            (false, false) => Color::Grey,
        };
        (if belongs { kept } else { peg }, coloured(look, colour))
    } else if landings.contains(&hole) {
        (landing, coloured(look, Color::DarkYellow))
    } else {
        (if belongs { wanted } else { empty }, dim(look))
    }
}

/// The lines beside the board.
fn side_lines(table: &KnownTable, look: Look) -> Vec<Line> {
    let bold = ContentStyle::new().bold();
    let mut lines = vec![Line::styled(table.title().replace('\n', " "), bold), Line::default()];
    let pegs = counted(table.pegs().count(), "peg");
    lines.push(Line::plain(format!("{pegs}, target: {}", table.end().count())));
    let (jumps, moves) = (counted(table.jumps().len(), "jump"), counted(table.moves(), "move"));
    lines.push(Line::plain(format!("{jumps}, {moves}")));
    let board = table.solution().board();
    lines.push(Line::plain(format!("at {} of {board}", board.hole_name(table.hand().cursor()))));
    let marks = match look.ascii {
        true => ["O stays, or another does", ": needs a peg in the end"],
        false => ["● stays, or another does", "◌ needs a peg in the end"],
    };
    lines.push(Line::default());
    lines.extend(marks.map(|mark| Line::styled(mark, dim(look))));
    lines.extend(message(table.hand(), look));
    if table.hand().autoplay() {
        lines.push(Line::plain("playing (a to stop)"));
    }
    if table.hand().shows_hints() {
        lines.push(Line::default());
        let jumps = table.known_jumps();
        if jumps.is_empty() {
            lines.push(Line::plain("no jump is known from here (c to search)"));
        }
        for &jump in jumps.iter().take(8) {
            let name = board.jump_name(jump);
            lines.push(Line::styled(
                format!("+ {name} is known to win"),
                coloured(look, Color::DarkGreen),
            ));
        }
        if jumps.len() > 8 {
            lines.push(Line::plain(format!("... and {} more", jumps.len() - 8)));
        }
    }
    lines
}
