//! Draws the session in a terminal, and finds the hole under the mouse. Marks differ in shape, so
//! none needs its colour.

use std::sync::LazyLock;

use crossterm::style::{Color, ContentStyle, Stylize as _};
use unicode_width::UnicodeWidthStr as _;

use crate::cli::output::Screenful;
use peg_solitaire::board::{Board, Hole, Lattice, Position};
use peg_solitaire::game::{Leaves, RatedJump, Session};
use pegfont_base::words::counted;
use pegfont_film::drawing::{Colour, wrapped};
use pegfont_film::render::Theme;
use pegfont_film::render::theme::THEMES;

/// The width of the column beside the board.
const SIDE: u16 = 32;

/// The key help at the bottom.
const KEYS: [&str; 2] = [
    "arrows move  Enter/mouse take and jump  Esc put back  u undo  r redo  n restart",
    "? hints  c still solvable?  s save  q quit",
];

/// Counts from here on have only their first digits.
const MANY: u128 = 1_000_000_000;

/// A peg in a hole that is empty in the end. It is half full, because a ring would look like an
/// empty hole.
const OFF_GOAL: &str = "◐";

/// A line of words in one style.
type Words = (String, ContentStyle);

/// The part of the board that is shown, and where. A board that doesn't fit scrolls with the
/// cursor.
struct Viewport {
    /// The column and row of the screen where the part begins.
    left: usize,
    top: usize,
    /// The columns and rows of the screen from a place of the board's picture to the next.
    cell: (usize, usize),
    /// The first column and row of the part, and how many it has.
    first: (usize, usize),
    shown: (usize, usize),
    /// The first column of the lines beside the board.
    side: usize,
}

impl Viewport {
    /// In the middle of the window, the whole board with the largest cells that fit; or else as
    /// much as fits, with the cursor in the middle where possible.
    fn of(board: &Board, cursor: Hole, (width, height): (u16, u16)) -> Option<Self> {
        let places = || board.each_hole().map(|hole| board.picture_place(hole));
        let columns = places().map(|place| place.0).max()? + 1;
        let rows = places().map(|place| place.1).max()? + 1;
        // Leaves room for the names of rows and columns, and for brackets around the holes at the
        // edge.
        let left = rows.to_string().len().max(3) + 1;
        let room_x = usize::from(width.checked_sub(SIDE)?).checked_sub(left + 2)?;
        let room_y = usize::from(height.checked_sub(KEYS.len() as u16 + 3)?);
        // Holes are two places apart in the pictures of triangular boards.
        let wide = if board.lattice() == Lattice::Triangular {
            1
        } else {
            2
        };
        let fits = |zoom: &usize| columns * wide * zoom <= room_x && rows * zoom < room_y + zoom;
        let zoom = [2, 1].into_iter().find(fits).unwrap_or(1);
        let cell = (wide * zoom, zoom);
        let shown = (
            columns.min(room_x / cell.0),
            rows.min(room_y.div_ceil(cell.1)),
        );
        if shown.0 < columns.min(3) || shown.1 < rows.min(3) {
            return None;
        }
        let (x, y) = board.picture_place(cursor);
        let first =
            |at: usize, shown: usize, all: usize| at.saturating_sub(shown / 2).min(all - shown);
        let first = (first(x, shown.0, columns), first(y, shown.1, rows));
        let left = left + (room_x - shown.0 * cell.0) / 2;
        let top = 2 + (room_y - (shown.1 - 1) * cell.1 - 1) / 2;
        Some(Self {
            left,
            top,
            cell,
            first,
            shown,
            side: left + shown.0 * cell.0 + 2,
        })
    }

    /// The holes that are shown, row by row, each with its place on the screen.
    fn holes(&self, board: &Board) -> impl Iterator<Item = (Hole, u16, u16)> {
        board.each_hole().filter_map(|hole| {
            let (x, y) = board.picture_place(hole);
            let (x, y) = (x.checked_sub(self.first.0)?, y.checked_sub(self.first.1)?);
            let (left, top) = (self.left + x * self.cell.0, self.top + y * self.cell.1);
            (x < self.shown.0 && y < self.shown.1).then_some((hole, left as u16, top as u16))
        })
    }
}

/// The hole at a screen position. A click beside the hole of a wide cell counts; above or below it
/// doesn't.
pub fn hole_at(session: &Session, size: (u16, u16), at: (u16, u16)) -> Option<Hole> {
    let board = session.game().board();
    let view = Viewport::of(board, session.cursor, size)?;
    let is_at = |x: u16, y: u16| at.1 == y && at.0.abs_diff(x) < view.cell.0 as u16 / 2;
    view.holes(board)
        .find(|&(_, x, y)| is_at(x, y) || at == (x, y))
        .map(|(hole, ..)| hole)
}

pub fn draw(session: &Session, (width, height): (u16, u16)) -> Screenful {
    let mut out = Screenful::new();
    let plain = ContentStyle::new();
    let Some(view) = Viewport::of(session.game().board(), session.cursor, (width, height)) else {
        let words = "The window is too small for this board: make it larger, or q to quit.";
        put_lines(
            &mut out,
            (0, 0),
            (width, height),
            &[(words.to_owned(), plain)],
        );
        return out;
    };
    board(&mut out, session, &view);
    let below = height - KEYS.len() as u16;
    let at = (view.side as u16, view.top as u16 - 2);
    put_lines(&mut out, at, (SIDE, below - 1), &side_lines(session));
    let left = width.saturating_sub(KEYS[0].len() as u16) / 2;
    KEYS.iter()
        .zip(below..)
        .for_each(|(line, y)| out.put((left, y), line, plain));
    out
}

/// Writes lines of `width` columns below each other, broken between words: from this place on, or
/// higher up if they don't fit above a line of the screen otherwise; as many as fit.
fn put_lines(out: &mut Screenful, (x, y): (u16, u16), (width, below): (u16, u16), lines: &[Words]) {
    let broken = lines.iter().flat_map(|(text, style)| {
        let mut broken = wrapped(text, |line| line.width() <= width.into());
        broken.extend(text.is_empty().then(String::new));
        broken.into_iter().map(move |text| (text, *style))
    });
    let broken: Vec<Words> = broken.collect();
    let top = y.min(below.saturating_sub(broken.len() as u16));
    (top..below)
        .zip(broken)
        .for_each(|(y, (text, style))| out.put((x, y), &text, style));
}

/// The position to be reached, if there is only one. Its pegs are marked on the board.
fn target(session: &Session) -> Option<&Position> {
    let all = session.game().targets();
    all.first().filter(|_| all.len() == 1)
}

/// Draws the holes, with the names of columns and rows. Pegs and holes of the target have
/// characters of their own.
fn board(out: &mut Screenful, session: &Session, view: &Viewport) {
    let (game, held) = (session.game(), session.held);
    let (board, position) = (game.board(), game.position());
    let landings: Position = held
        .into_iter()
        .flat_map(|held| game.landings(held))
        .collect();
    let hints = session.hints().unwrap_or_default();
    let wins = hints.iter().filter(|rated| rated.keeps == Some(true));
    // The pegs with a jump that is known to win.
    let good: Position = wins.map(|rated| rated.jump.from()).collect();
    // Names of two letters leave no room beside each other.
    let every = if board.columns() > 26 {
        3_usize.div_ceil(view.cell.0)
    } else {
        1
    };
    let plain = ContentStyle::new();
    let on_board = plain.on(on_screen(THEME.board.colour));
    let with = |colour| on_board.with(on_screen(colour));
    let (moving, settled) = (with(THEME.moving.colour), with(THEME.peg.colour));
    // What is behind the holes.
    let ground = " ".repeat((view.shown.0 - 1) * view.cell.0 + 3);
    let margin = view.cell.1 - 1;
    let height = (view.shown.1 - 1) * view.cell.1 + 1 + 2 * margin;
    for y in (view.top - margin..).take(height) {
        out.put((view.left as u16 - 1, y as u16), &ground, on_board);
    }
    for (hole, x, y) in view.holes(board) {
        let Some((column, row)) = board.coordinates(hole) else {
            continue;
        };
        let is_named = usize::from(column.unsigned_abs()).is_multiple_of(every);
        if board.lattice() == Lattice::Square && is_named {
            let name = board.hole_name(hole);
            let letters = name.trim_end_matches(|digit: char| digit.is_ascii_digit());
            out.put((x, view.top as u16 - 2), letters, plain);
        }
        let row = (row + 1).to_string();
        out.put(((view.left - 1 - row.len()) as u16, y), &row, plain);
        let belongs = target(session).map(|target| target.has(hole));
        let peg = if belongs == Some(false) {
            OFF_GOAL
        } else {
            "●"
        };
        let (mark, style) = match position.has(hole) {
            true if held == Some(hole) => (peg, moving.bold()),
            true if good.has(hole) => (peg, on_board.dark_green()),
            true if belongs == Some(false) => (peg, with(THEME.waiting.colour)),
            true => (peg, settled),
            false if landings.has(hole) => ("◎", moving),
            false if belongs == Some(true) => ("◌", settled),
            false => ("·", with(THEME.hole.colour)),
        };
        out.put((x, y), mark, style);
        let (before, after) = match hole {
            _ if held == Some(hole) => ("(", ")"),
            _ if session.cursor == hole => ("[", "]"),
            _ if good.has(hole) => ("+", ""),
            _ => continue,
        };
        let style = if position.has(hole) { style } else { moving };
        out.put((x - 1, y), before, style);
        out.put((x + 1, y), after, style);
    }
}

/// The theme whose colours a board has: that of films.
static THEME: LazyLock<Theme> =
    LazyLock::new(|| Theme::builtin(THEMES[0].0).expect("the built-in theme can be read"));

fn on_screen(colour: Colour) -> Color {
    let [r, g, b, _] = colour.rgba;
    Color::Rgb { r, g, b }
}

fn side_lines(session: &Session) -> Vec<Words> {
    let (game, plain) = (session.game(), ContentStyle::new());
    let (board, line) = (game.board(), |words: &str| (words.to_owned(), plain));
    let left = game.targets().first().map_or(0, Position::count);
    let pegs = counted(game.position().count(), "peg");
    let (jumps, moves) = (game.jumps().len(), game.played().moves().count());
    let (jumps, moves) = (counted(jumps, "jump"), counted(moves, "move"));
    let mut lines = vec![
        (game.title.clone(), plain.bold()),
        line(""),
        line(&format!("{pegs}, target: {left}")),
        line(&format!("{jumps}, {moves}")),
        line(&format!(
            "at {} of {board}",
            board.hole_name(session.cursor)
        )),
    ];
    if target(session).is_some() {
        lines.extend([
            line("● fills a goal hole"),
            line(&format!("{OFF_GOAL} is a peg off the goal")),
            line("◌ needs a peg at the end"),
        ]);
    }
    lines.push(line(""));
    if let Some(message) = &session.message {
        lines.push((message.to_string(), plain.dark_yellow().bold()));
    }
    if session.shows_hints && !game.is_won() {
        lines.push(line(""));
        lines.extend(hint_lines(session));
    }
    lines
}

/// The jumps of which something is known.
fn hint_lines(session: &Session) -> Vec<Words> {
    let plain = ContentStyle::new();
    let Some(hints) = session.hints() else {
        return vec![("thinking about hints...".to_owned(), plain)];
    };
    let line = |rated: &RatedJump| {
        let jump = session.game().board().jump_name(rated.jump);
        let words = match rated.leaves() {
            Leaves::Solutions(count @ MANY..) => format!("{:.2e} solutions", count as f64),
            leaves => leaves.to_string(),
        };
        (format!("+ {jump} {words}"), plain.dark_green())
    };
    let of = |keeps| hints.iter().filter(move |rated| rated.keeps == Some(keeps));
    let mut lines: Vec<Words> = of(true).map(line).collect();
    let lost = of(false).count();
    lines.extend((lost > 0).then(|| (format!("- jumps that lose: {lost}"), plain.dark_red())));
    if lines.is_empty() {
        let none = "no jump is known to win from here (c asks for one)";
        let none = if hints.is_empty() { "no jumps" } else { none };
        lines.push((none.to_owned(), plain));
    }
    lines
}
