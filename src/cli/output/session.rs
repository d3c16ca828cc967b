//! Draws the session in a terminal, and finds the hole under the mouse. Marks differ in shape, so
//! none needs its colour.

use std::sync::LazyLock;

use crossterm::style::{Color, ContentStyle, Stylize as _};
use unicode_width::UnicodeWidthStr as _;

use crate::cli::output::Screenful;
use peg_solitaire::board::{Board, Hole, Lattice, Position};
use peg_solitaire::game::{Leaves, Session};
use pegfont_base::words::counted;
use pegfont_film::drawing::{Colour, wrapped};
use pegfont_film::render::Theme;
use pegfont_film::render::theme::THEMES;

/// The width of the column beside the board.
const SIDE_WIDTH: u16 = 32;

/// The key help at the bottom.
const KEYS: [&str; 2] = [
    "arrows move  Enter/mouse take and jump  Esc put back  u undo  r redo  n restart",
    "? hints  c still solvable?  s save  q quit",
];

/// Counts from here on have only their first digits.
const MANY_SOLUTIONS: u128 = 1_000_000_000;

/// A peg in a hole that is empty in the end. It is half full, because a ring would look like an
/// empty hole.
const OFF_GOAL: &str = "◐";

/// A line of words in one style.
struct StyledLine {
    text: String,
    style: ContentStyle,
}

impl StyledLine {
    fn new(text: impl Into<String>, style: ContentStyle) -> Self {
        Self {
            text: text.into(),
            style,
        }
    }

    fn plain(text: impl Into<String>) -> Self {
        Self::new(text, ContentStyle::new())
    }
}

/// The part of the board that is shown, and where. A board that doesn't fit scrolls with the
/// cursor. All is counted in columns and rows: of the screen, or of the board's picture.
struct Viewport {
    /// Where the part begins on the screen.
    left: usize,
    top: usize,
    /// From a place of the picture to the next, on the screen.
    cell_width: usize,
    cell_height: usize,
    /// The first column and row of the picture that are shown, and how many.
    first_column: usize,
    first_row: usize,
    columns: usize,
    rows: usize,
    /// The first column of the lines beside the board, on the screen.
    side: usize,
}

/// A hole that is shown, and its place on the screen.
struct HoleOnScreen {
    hole: Hole,
    x: u16,
    y: u16,
}

impl Viewport {
    /// In the middle of the window, the whole board with the largest cells that fit; or else as
    /// much as fits, with the cursor in the middle where possible.
    fn of(board: &Board, cursor: Hole, (width, height): (u16, u16)) -> Option<Self> {
        let places = || board.each_hole().map(|hole| board.picture_place(hole));
        let all_columns = places().map(|place| place.0).max()? + 1;
        let all_rows = places().map(|place| place.1).max()? + 1;

        // Leaves room for the names of rows and columns, and for brackets around the holes at the
        // edge.
        let names = all_rows.to_string().len().max(3) + 1;
        let room_x = usize::from(width.checked_sub(SIDE_WIDTH)?).checked_sub(names + 2)?;
        let room_y = usize::from(height.checked_sub(KEYS.len() as u16 + 3)?);

        // Holes are two places apart in the pictures of triangular boards.
        let wide = match board.lattice() {
            Lattice::Triangular => 1,
            _ => 2,
        };
        let fits =
            |zoom: usize| all_columns * wide * zoom <= room_x && all_rows * zoom < room_y + zoom;
        let zoom = if fits(2) { 2 } else { 1 };
        let cell_width = wide * zoom;
        let cell_height = zoom;

        let columns = all_columns.min(room_x / cell_width);
        let rows = all_rows.min(room_y.div_ceil(cell_height));
        if columns < all_columns.min(3) || rows < all_rows.min(3) {
            return None;
        }

        let (x, y) = board.picture_place(cursor);
        let left = names + (room_x - columns * cell_width) / 2;
        Some(Self {
            left,
            top: 2 + (room_y - (rows - 1) * cell_height - 1) / 2,
            cell_width,
            cell_height,
            first_column: first_shown(x, columns, all_columns),
            first_row: first_shown(y, rows, all_rows),
            columns,
            rows,
            side: left + columns * cell_width + 2,
        })
    }

    /// The holes that are shown, row by row.
    fn holes(&self, board: &Board) -> impl Iterator<Item = HoleOnScreen> {
        board.each_hole().filter_map(|hole| {
            let (x, y) = board.picture_place(hole);
            let column = x.checked_sub(self.first_column)?;
            let row = y.checked_sub(self.first_row)?;
            if column >= self.columns || row >= self.rows {
                return None;
            }
            Some(HoleOnScreen {
                hole,
                x: (self.left + column * self.cell_width) as u16,
                y: (self.top + row * self.cell_height) as u16,
            })
        })
    }
}

/// The first of some places in a row, with the cursor in the middle where possible.
fn first_shown(cursor: usize, shown: usize, all: usize) -> usize {
    cursor.saturating_sub(shown / 2).min(all - shown)
}

/// The hole at a screen position. A click beside the hole of a wide cell counts; above or below it
/// doesn't.
pub fn hole_at(session: &Session, size: (u16, u16), at: (u16, u16)) -> Option<Hole> {
    let board = session.game().board();
    let view = Viewport::of(board, session.cursor, size)?;
    let (x, y) = at;

    let found = view.holes(board).find(|shown| {
        let beside = x.abs_diff(shown.x);
        shown.y == y && (beside == 0 || beside < view.cell_width as u16 / 2)
    })?;
    Some(found.hole)
}

/// The session on a screen of this size, with a remark of the program.
pub fn draw(session: &Session, remark: Option<&str>, (width, height): (u16, u16)) -> Screenful {
    let mut screen = Screenful::new();
    let board = session.game().board();
    let Some(view) = Viewport::of(board, session.cursor, (width, height)) else {
        let words = "The window is too small for this board: make it larger, or q to quit.";
        let column = TextColumn {
            x: 0,
            y: 0,
            width,
            below: height,
        };
        column.put(&mut screen, &[StyledLine::plain(words)]);
        return screen;
    };

    BoardPainter::new(session, &view).paint(&mut screen);

    let below = height - KEYS.len() as u16;
    let column = TextColumn {
        x: view.side as u16,
        y: view.top as u16 - 2,
        width: SIDE_WIDTH,
        below: below - 1,
    };
    column.put(&mut screen, &side_lines(session, remark));

    let left = width.saturating_sub(KEYS[0].len() as u16) / 2;
    for (line, y) in KEYS.iter().zip(below..) {
        screen.put((left, y), line, ContentStyle::new());
    }
    screen
}

/// Where lines of words stand on the screen.
struct TextColumn {
    x: u16,
    /// The line of the screen where they begin, or higher up if they don't fit otherwise.
    y: u16,
    width: u16,
    /// The line of the screen above which they end.
    below: u16,
}

impl TextColumn {
    /// Writes lines below each other, broken between words, as many as fit.
    fn put(&self, screen: &mut Screenful, lines: &[StyledLine]) {
        let mut broken = Vec::new();
        for line in lines {
            if line.text.is_empty() {
                broken.push(StyledLine::new("", line.style));
            }
            let parts = wrapped(&line.text, |part| part.width() <= self.width.into());
            broken.extend(
                parts
                    .into_iter()
                    .map(|part| StyledLine::new(part, line.style)),
            );
        }

        let top = self.y.min(self.below.saturating_sub(broken.len() as u16));
        for (y, line) in (top..self.below).zip(broken) {
            screen.put((self.x, y), &line.text, line.style);
        }
    }
}

/// The position to be reached, if there is only one. Its pegs are marked on the board.
fn target(session: &Session) -> Option<&Position> {
    match session.game().targets() {
        [target] => Some(target),
        _ => None,
    }
}

/// How a hole looks.
struct HoleLook {
    sign: &'static str,
    style: ContentStyle,
}

/// Draws the holes, with the names of columns and rows. Pegs and holes of the target have signs of
/// their own.
struct BoardPainter<'s> {
    session: &'s Session,
    view: &'s Viewport,
    /// Where the peg that is held can land.
    landings: Position,
    /// The pegs with a jump that is known to win.
    good: Position,
}

impl<'s> BoardPainter<'s> {
    fn new(session: &'s Session, view: &'s Viewport) -> Self {
        let landings = match session.held {
            Some(held) => session.game().landings(held).collect(),
            None => Position::default(),
        };
        let hints = session.hints().unwrap_or_default();
        let wins = hints.iter().filter(|rated| rated.keeps == Some(true));
        Self {
            session,
            view,
            landings,
            good: wins.map(|rated| rated.jump.from()).collect(),
        }
    }

    fn paint(&self, screen: &mut Screenful) {
        self.paint_ground(screen);
        for shown in self.view.holes(self.session.game().board()) {
            self.paint_names(screen, &shown);

            let mark = self.mark(shown.hole);
            screen.put((shown.x, shown.y), mark.sign, mark.style);
            if let Some([before, after]) = self.brackets(shown.hole) {
                let has_peg = self.session.game().position().has(shown.hole);
                let style = if has_peg { mark.style } else { moving() };
                screen.put((shown.x - 1, shown.y), before, style);
                screen.put((shown.x + 1, shown.y), after, style);
            }
        }
    }

    /// What is behind the holes.
    fn paint_ground(&self, screen: &mut Screenful) {
        let view = self.view;
        let ground = " ".repeat((view.columns - 1) * view.cell_width + 3);
        let margin = view.cell_height - 1;
        let height = (view.rows - 1) * view.cell_height + 1 + 2 * margin;

        for y in (view.top - margin..).take(height) {
            screen.put((view.left as u16 - 1, y as u16), &ground, on_board());
        }
    }

    /// The names of the column and the row of a hole.
    fn paint_names(&self, screen: &mut Screenful, shown: &HoleOnScreen) {
        let board = self.session.game().board();
        let Some((column, row)) = board.coordinates(shown.hole) else {
            return;
        };
        // Names of two letters leave no room beside each other.
        let every = if board.columns() > 26 {
            3_usize.div_ceil(self.view.cell_width)
        } else {
            1
        };

        let plain = ContentStyle::new();
        let is_named = usize::from(column.unsigned_abs()).is_multiple_of(every);
        if board.lattice() == Lattice::Square && is_named {
            let name = board.hole_name(shown.hole);
            let letters = name.trim_end_matches(|digit: char| digit.is_ascii_digit());
            screen.put((shown.x, self.view.top as u16 - 2), letters, plain);
        }

        let row = (row + 1).to_string();
        let x = (self.view.left - 1 - row.len()) as u16;
        screen.put((x, shown.y), &row, plain);
    }

    fn mark(&self, hole: Hole) -> HoleLook {
        let in_target = target(self.session).map(|target| target.has(hole));
        let (sign, style) = if self.session.game().position().has(hole) {
            let is_off = in_target == Some(false);
            let sign = if is_off { OFF_GOAL } else { "●" };
            let style = if self.session.held == Some(hole) {
                moving().bold()
            } else if self.good.has(hole) {
                on_board().dark_green()
            } else if is_off {
                coloured(THEME.waiting.colour)
            } else {
                settled()
            };
            (sign, style)
        } else if self.landings.has(hole) {
            ("◎", moving())
        } else if in_target == Some(true) {
            ("◌", settled())
        } else {
            ("·", coloured(THEME.hole.colour))
        };
        HoleLook { sign, style }
    }

    /// What stands before and after a hole that is held, under the cursor, or worth a jump.
    fn brackets(&self, hole: Hole) -> Option<[&'static str; 2]> {
        if self.session.held == Some(hole) {
            Some(["(", ")"])
        } else if self.session.cursor == hole {
            Some(["[", "]"])
        } else if self.good.has(hole) {
            Some(["+", ""])
        } else {
            None
        }
    }
}

/// The theme whose colours a board has: that of films.
static THEME: LazyLock<Theme> =
    LazyLock::new(|| Theme::builtin(THEMES[0].0).expect("the built-in theme can be read"));

fn on_board() -> ContentStyle {
    ContentStyle::new().on(on_screen(THEME.board.colour))
}

fn coloured(colour: Colour) -> ContentStyle {
    on_board().with(on_screen(colour))
}

fn moving() -> ContentStyle {
    coloured(THEME.moving.colour)
}

fn settled() -> ContentStyle {
    coloured(THEME.peg.colour)
}

fn on_screen(colour: Colour) -> Color {
    let [r, g, b, _] = colour.rgba;
    Color::Rgb { r, g, b }
}

fn side_lines(session: &Session, remark: Option<&str>) -> Vec<StyledLine> {
    let game = session.game();
    let board = game.board();
    let left = game.targets().first().map_or(0, Position::count);
    let pegs = counted(game.position().count(), "peg");
    let jumps = counted(game.jumps().len(), "jump");
    let moves = counted(game.played().moves().count(), "move");
    let cursor = board.hole_name(session.cursor);

    let mut lines = vec![
        StyledLine::new(game.title.clone(), ContentStyle::new().bold()),
        StyledLine::plain(""),
        StyledLine::plain(format!("{pegs}, target: {left}")),
        StyledLine::plain(format!("{jumps}, {moves}")),
        StyledLine::plain(format!("at {cursor} of {board}")),
    ];
    if target(session).is_some() {
        lines.push(StyledLine::plain("● fills a goal hole"));
        lines.push(StyledLine::plain(format!(
            "{OFF_GOAL} is a peg off the goal"
        )));
        lines.push(StyledLine::plain("◌ needs a peg at the end"));
    }

    lines.push(StyledLine::plain(""));
    let said = |words: String| StyledLine::new(words, ContentStyle::new().dark_yellow().bold());
    if let Some(remark) = remark {
        lines.push(said(remark.to_owned()));
    }
    if let Some(message) = &session.message {
        lines.push(said(message.to_string()));
    }
    if session.shows_hints && !game.is_won() {
        lines.push(StyledLine::plain(""));
        lines.extend(hint_lines(session));
    }
    lines
}

/// The jumps of which something is known.
fn hint_lines(session: &Session) -> Vec<StyledLine> {
    let Some(hints) = session.hints() else {
        return vec![StyledLine::plain("thinking about hints...")];
    };

    let mut lines = Vec::new();
    for rated in hints.iter().filter(|rated| rated.keeps == Some(true)) {
        let jump = session.game().board().jump_name(rated.jump);
        let words = match rated.leaves() {
            Leaves::Solutions(count @ MANY_SOLUTIONS..) => {
                format!("{:.2e} solutions", count as f64)
            }
            leaves => leaves.to_string(),
        };
        let style = ContentStyle::new().dark_green();
        lines.push(StyledLine::new(format!("+ {jump} {words}"), style));
    }

    let lost = hints.iter().filter(|rated| rated.keeps == Some(false));
    let lost = lost.count();
    if lost > 0 {
        let words = format!("- jumps that lose: {lost}");
        lines.push(StyledLine::new(words, ContentStyle::new().dark_red()));
    }

    if lines.is_empty() {
        let none = if hints.is_empty() {
            "no jumps"
        } else {
            "no jump is known to win from here (c asks for one)"
        };
        lines.push(StyledLine::plain(none));
    }
    lines
}
