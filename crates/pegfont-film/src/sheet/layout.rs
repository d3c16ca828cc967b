//! How the puzzles of a card share its pages. Holes that are too close together can't be told
//! apart, so what else is on a page gives way to the boards, in an order. Measures; `frame` draws.

use super::captions::{below_board, captions, grade_wide};
use super::rule::Rule;
use super::{CAPTION, Card, GAP, LEAST_PITCH, Language, Sheet, words_width};
use crate::Error;
use crate::drawing::Point;
use crate::page::{COLUMN_NAMES, Grid, RoomForNames, extent_on_paper, lines};
use peg_solitaire::puzzle::Puzzle;

/// The space in a frame, around what is in it.
pub(super) const PAD: f32 = 8.0;
/// The room for the number and the letter of a puzzle.
pub(super) const SIDE: f32 = 22.0;
/// The size of the title of a puzzle, and the distance between its lines.
pub(super) const TITLE: f32 = 12.0;
pub(super) const TITLE_LINE: f32 = 15.0;
/// The room for the words below a board.
const CAPTIONS: f32 = 12.5;
/// The least height of an arrow with words above and below it, and the room for one without words.
const ARROW: f32 = 46.0;
pub(super) const SMALL_ARROW: f32 = 26.0;
/// The most distance between holes.
const LARGEST_PITCH: f32 = 48.0;
/// The least and the most height of a line for a jump. The least one in large print is more than
/// the most one in normal print.
const LEAST_STEP: f32 = 13.0;
const MOST_STEP: f32 = 22.0;
/// The least and the most width of a line for a jump, with the number before it.
const LEAST_WRITTEN: f32 = 60.0;
const MOST_WRITTEN: f32 = 88.0;
/// The most jumps that anybody would write down.
const WRITABLE: usize = 40;

/// Where the parts of a puzzle are, and what it shares its page with.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(super) struct Arrangement {
    /// The most puzzles on a page.
    pub per_page: usize,
    /// The rule has pages of its own.
    pub rule_apart: bool,
    pub parts: Parts,
    /// The most lines for jumps.
    pub most_lines: usize,
}

/// How a puzzle is arranged.
#[derive(Clone, Copy, PartialEq, PartialOrd, Debug)]
pub(super) enum Parts {
    /// Number, start, arrow with words, goal and lines, from left to right.
    InARow,
    /// The lines are below the boards.
    LinesBelow,
    /// The lines are below, and the words above the boards.
    WordsAbove,
    /// So are they, and the goal is below the start.
    GoalBelow,
}

impl Parts {
    const ALL: [Self; 4] = [
        Self::InARow,
        Self::LinesBelow,
        Self::WordsAbove,
        Self::GoalBelow,
    ];

    pub fn has_lines_below(self) -> bool {
        self >= Self::LinesBelow
    }

    pub fn has_words_above(self) -> bool {
        self >= Self::WordsAbove
    }
}

/// All arrangements for a number of puzzles, in the order in which other things give way to boards:
/// lines for jumps go below them, and words above; there are fewer puzzles on a page; the rule goes
/// to a page of its own; there are fewer lines.
fn arrangements(puzzles: usize, per_page: usize) -> Vec<Arrangement> {
    // Equally many on all pages, if possible.
    let pages = puzzles.div_ceil(per_page.max(1))..=puzzles;
    let mut counts: Vec<usize> = pages.map(|pages| puzzles.div_ceil(pages)).collect();
    counts.dedup();

    let mut arrangements = Vec::new();
    let mut add = |per_page, rule_apart, most_lines| {
        for parts in Parts::ALL {
            arrangements.push(Arrangement {
                per_page,
                rule_apart,
                parts,
                most_lines,
            });
        }
    };
    for rule_apart in [false, true] {
        for &per_page in &counts {
            add(per_page, rule_apart, usize::MAX);
        }
    }
    for most_lines in [20, 10, 5, 0] {
        add(1, true, most_lines);
    }
    arrangements
}

/// Frames in columns and rows that fill their room, as large as their boards need.
pub(super) struct Layout {
    pub arrangement: Arrangement,
    /// Where frames are, and the size of a frame.
    pub grid: Grid,
    pub frame: Point,
    pub pitch: f32,
    /// The height of the words above the boards.
    pub head: f32,
    /// The room for the arrow.
    pub arrow: f32,
    /// The size of a board with the words around it, and of both boards with their arrow.
    pub board: Point,
    pub boards: Point,
    pub lines: JumpLines,
}

impl Layout {
    /// The layout of the puzzles of a card. Large print has no smaller boards than normal print.
    pub fn of(sheet: &Sheet, card: &Card) -> Result<Self, Error> {
        let measures = Measures::of(sheet, card);
        let small = || sheet.small_paper(card);
        if sheet.scale > 1.0 {
            let normal = scaled(sheet, 1.0);
            let usual = Measures::of(&normal, card).first(LEAST_PITCH, LARGEST_PITCH);
            let usual = usual.map_or(0.0, |usual| usual.pitch / sheet.scale);
            let layout = measures.first(LEAST_PITCH.max(usual), LARGEST_PITCH);
            return layout.or_else(|| measures.largest()).ok_or_else(small);
        }

        let layout = measures.first(LEAST_PITCH, LARGEST_PITCH);
        let layout = layout.ok_or_else(small)?;
        let large = Self::of(&scaled(sheet, Sheet::LARGE), card);
        let most = large.map_or(LARGEST_PITCH, |large| large.pitch * Sheet::LARGE);
        if layout.pitch <= most {
            return Ok(layout);
        }
        measures.first(LEAST_PITCH, most).ok_or_else(small)
    }
}

fn scaled(sheet: &Sheet, scale: f32) -> Sheet {
    Sheet {
        scale,
        ..sheet.clone()
    }
}

/// The lines on which jumps are written, below a line with words.
#[derive(Clone, Copy, Debug)]
pub(super) struct JumpLines {
    pub count: usize,
    pub columns: usize,
    pub rows: usize,
    /// The width of a column, and the height of a line.
    pub written: f32,
    pub step: f32,
}

impl JumpLines {
    fn new(count: usize, columns: usize, written: f32) -> Self {
        let rows = count.div_ceil(columns.max(1));
        // No empty columns.
        let columns = count.div_ceil(rows.max(1));
        Self {
            count,
            columns,
            rows,
            written,
            step: LEAST_STEP,
        }
    }

    pub fn width(&self) -> f32 {
        self.columns as f32 * self.written
    }

    pub fn height(&self) -> f32 {
        if self.count == 0 {
            return 0.0;
        }
        LEAST_STEP + self.rows as f32 * self.step
    }

    /// With these widths and heights added, as far as lines are better for it.
    fn grown(mut self, wide: f32, high: f32) -> Self {
        if self.count > 0 {
            let written = self.written + wide.max(0.0) / self.columns as f32;
            self.written = written.min(MOST_WRITTEN.max(self.written));
            self.step = (self.step + high.max(0.0) / self.rows as f32).min(MOST_STEP);
        }
        self
    }
}

/// What is known of the puzzles of a card before they are laid out: the widths of words, and the
/// room for them.
struct Measures<'s> {
    sheet: &'s Sheet,
    puzzles: &'s [Puzzle],
    /// The size of the board in distances between holes, and the names around it.
    extent: Point,
    names: RoomForNames,
    /// The widest words below a board.
    below: f32,
    /// The widest words at an arrow, and all of them in a row.
    captions: f32,
    caption_row: f32,
    /// The widest title, and the room for the number before it.
    title: f32,
    number: f32,
    /// The heading of the lines, and the most lines.
    mine: f32,
    jumps: usize,
    /// The room for puzzles below the rule, or on pages without it.
    rooms: [Point; 2],
}

impl<'s> Measures<'s> {
    fn of(sheet: &'s Sheet, card: &'s Card) -> Self {
        let puzzles = &card.puzzles[..];
        let board = puzzles[0].solution.board();
        let jumps = puzzles.iter().map(|it| it.solution.jumps().len()).max();
        let jumps = jumps.filter(|&jumps| jumps <= WRITABLE).unwrap_or(0);

        let (mut page, top) = sheet.headed(card);
        let below_rule = Rule::new(sheet, &puzzles[0]).draw_above(&mut page, top);
        let room = |top| (sheet.room(), sheet.bottom() - top);

        let mut measures = Self {
            sheet,
            puzzles,
            extent: extent_on_paper(board),
            names: RoomForNames::around(board),
            below: 0.0,
            captions: 34.0,
            caption_row: 0.0,
            title: 0.0,
            number: if card.name.is_none() { SIDE } else { 0.0 },
            mine: words_width(&sheet.language.mine, CAPTION) + 2.0,
            jumps,
            rooms: [room(below_rule), room(top)],
        };
        for puzzle in puzzles {
            measures.measure(puzzle);
        }
        measures
    }

    fn measure(&mut self, puzzle: &Puzzle) {
        let width = |text: &String| words_width(text, CAPTION);
        let Language { start, goal, .. } = &self.sheet.language;
        let below_start = below_board(self.sheet, start, puzzle.solution.start());
        let below_goal = below_board(self.sheet, goal, &puzzle.targets[0]);
        self.below = self.below.max(width(&below_start));
        self.below = self.below.max(width(&below_goal));

        let mut row = 0.0;
        for text in captions(self.sheet, puzzle) {
            self.captions = self.captions.max(width(&text));
            row += width(&text) + GAP;
        }
        self.caption_row = self.caption_row.max(row + grade_wide(puzzle));

        self.title = self.title.max(words_width(&puzzle.title, TITLE));
    }

    /// The layout of the first arrangement in which holes are so far apart.
    fn first(&self, least: f32, most: f32) -> Option<Layout> {
        let arrangements = arrangements(self.puzzles.len(), self.sheet.per_page);
        arrangements
            .into_iter()
            .find_map(|arrangement| self.on_page(arrangement, least, most))
    }

    /// The layout with the largest boards.
    fn largest(&self) -> Option<Layout> {
        let mut largest: Option<Layout> = None;
        for arrangement in arrangements(self.puzzles.len(), self.sheet.per_page) {
            let least = largest.as_ref().map_or(LEAST_PITCH, |it| it.pitch + 0.1);
            if let Some(larger) = self.on_page(arrangement, least, LARGEST_PITCH) {
                largest = Some(larger);
            }
        }
        largest
    }

    /// The columns and rows of frames with the largest boards, if their holes are so far apart.
    fn on_page(&self, arrangement: Arrangement, least: f32, most: f32) -> Option<Layout> {
        let least = least.max(self.names.pitch);
        let room = self.rooms[usize::from(arrangement.rule_apart)];
        let mut largest: Option<Layout> = None;
        for columns in 1..=arrangement.per_page {
            let rows = arrangement.per_page.div_ceil(columns);
            let grid = Grid::filling(room, GAP, columns, rows);
            let least = largest.as_ref().map_or(least, |it| it.pitch + 0.01);
            if let Some(larger) = self.in_cell(arrangement, grid, least, most) {
                largest = Some(larger);
            }
        }
        largest
    }

    /// The frame with the largest boards in a cell.
    fn in_cell(
        &self,
        arrangement: Arrangement,
        grid: Grid,
        least: f32,
        most: f32,
    ) -> Option<Layout> {
        let cell = grid.cell;
        let inner = (cell.0 - GAP - 2.0 * PAD, cell.1 - GAP - 2.0 * PAD);
        let head = self.head(arrangement, inner.0);
        let room = (inner.0, inner.1 - head);
        let lines = self.lines(arrangement, room)?;
        let pitch = largest(least, most, |pitch| {
            let needed = self.needed(arrangement, lines, pitch);
            needed.0 <= room.0 && needed.1 <= room.1
        })?;

        // What is left over makes the lines longer and wider apart.
        let needed = self.needed(arrangement, lines, pitch);
        let boards = self.boards(arrangement, pitch);
        let lines = if arrangement.parts.has_lines_below() {
            lines.grown(room.0 - lines.width(), room.1 - needed.1)
        } else {
            lines.grown(room.0 - needed.0, boards.1 - lines.height())
        };
        let needed = self.needed(arrangement, lines, pitch);
        // No empty frames: they end with what is in them.
        let frame = (cell.0 - GAP, needed.1 + head + 2.0 * PAD);
        Some(Layout {
            arrangement,
            grid: Grid {
                cell: (cell.0, frame.1 + GAP),
                ..grid
            },
            frame,
            pitch,
            head,
            arrow: self.arrow(arrangement),
            board: self.board(pitch),
            boards,
            lines,
        })
    }

    /// The height of the words above the boards.
    fn head(&self, arrangement: Arrangement, room: f32) -> f32 {
        let room = room - self.number;
        let title_lines = |puzzle: &Puzzle| lines(&puzzle.title, TITLE, room).len();
        let rows = self.puzzles.iter().map(title_lines).max().unwrap_or(0) as f32;
        if arrangement.parts.has_words_above() {
            let rows = if self.title + GAP + self.caption_row <= room {
                1.0
            } else if self.caption_row <= room + self.number {
                rows + 1.0
            } else {
                // The grade below the number of jumps.
                rows + 2.0
            };
            return TITLE_LINE * rows + 3.0;
        }
        if self.title > SIDE - 2.0 {
            TITLE_LINE * rows + 3.0
        } else {
            0.0
        }
    }

    /// The room for the arrow between start and goal.
    fn arrow(&self, arrangement: Arrangement) -> f32 {
        if arrangement.parts.has_words_above() {
            SMALL_ARROW
        } else {
            self.captions + 12.0
        }
    }

    /// The size of a board with the names around it and the words below it.
    fn board(&self, pitch: f32) -> Point {
        let wide = self.names.left + self.extent.0 * pitch;
        (
            wide.max(self.below),
            self.extent.1 * pitch + COLUMN_NAMES + CAPTIONS,
        )
    }

    /// The size of start and goal, with the arrow between them.
    fn boards(&self, arrangement: Arrangement, pitch: f32) -> Point {
        let (board, arrow) = (self.board(pitch), self.arrow(arrangement));
        match arrangement.parts {
            Parts::InARow | Parts::LinesBelow => (2.0 * board.0 + arrow, board.1.max(ARROW)),
            Parts::WordsAbove => (2.0 * board.0 + arrow, board.1),
            Parts::GoalBelow => (board.0, 2.0 * board.1 + arrow),
        }
    }

    /// The lines for jumps in their least size, if there is room for them.
    fn lines(&self, arrangement: Arrangement, room: Point) -> Option<JumpLines> {
        let count = self.jumps.min(arrangement.most_lines);
        if count == 0 {
            return Some(JumpLines::new(0, 0, 0.0));
        }

        let written = LEAST_WRITTEN.max(self.mine);
        let columns = if arrangement.parts.has_lines_below() {
            (room.0 / written) as usize
        } else {
            let rows = ((room.1 - LEAST_STEP) / LEAST_STEP).max(0.0) as usize;
            count.div_ceil(rows.clamp(1, count))
        };
        (columns > 0).then(|| JumpLines::new(count, columns, written))
    }

    /// The room that a puzzle needs for all but the words above its boards.
    fn needed(&self, arrangement: Arrangement, lines: JumpLines, pitch: f32) -> Point {
        let boards = self.boards(arrangement, pitch);
        let side = if arrangement.parts.has_words_above() {
            0.0
        } else {
            SIDE
        };
        let gap = if lines.count > 0 { GAP } else { 0.0 };
        if arrangement.parts.has_lines_below() {
            let wide = (side + boards.0).max(lines.width());
            (wide, boards.1 + gap + lines.height())
        } else {
            let wide = side + boards.0 + gap + lines.width();
            (wide, boards.1.max(lines.height()))
        }
    }
}

/// The largest number between two at which something fits, if it fits at all smaller ones.
fn largest(least: f32, most: f32, fits: impl Fn(f32) -> bool) -> Option<f32> {
    if least > most || !fits(least) {
        return None;
    }
    if fits(most) {
        return Some(most);
    }

    let mut fitting = least;
    let mut beyond = most;
    while beyond - fitting > 0.01 {
        let middle = f32::midpoint(fitting, beyond);
        if fits(middle) {
            fitting = middle;
        } else {
            beyond = middle;
        }
    }
    Some(fitting)
}
