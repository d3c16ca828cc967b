//! Printable sheets of puzzles: a page of puzzles, a page for each name of a list, a board to cut out, and the solutions.
//! Makes the layout; [`crate::drawing`] writes the files.

mod page;
mod solutions;

use self::page::{Page, grey};
use crate::drawing::typeface::{fitting, glyph, width};
use crate::drawing::{Anchor, Colour, Drawing, Face, Fill, Line, Mark, Point, Shown};
use crate::page::OnPage;
use peg_solitaire::puzzle::Puzzle;

/// Paper: width and height in points, of which 72 are an inch.
pub type Paper = (f32, f32);
/// 210 mm by 297 mm.
pub const A4: Paper = (595.0, 842.0);
/// 8.5 inches by 11 inches.
pub const LETTER: Paper = (612.0, 792.0);

/// A name of a list, and a puzzle for each of its letters.
#[derive(Clone, Debug)]
pub struct Card {
    pub name: String,
    /// The puzzles, in the order of the letters.
    pub puzzles: Vec<Puzzle>,
}

/// What a sheet shows.
#[derive(Clone, Debug)]
pub enum Content {
    /// Puzzles, numbered in their order.
    Puzzles(Vec<Puzzle>),
    /// The names of a list, each on a page of its own.
    Names(Vec<Card>),
}

impl Content {
    /// All puzzles; those of names in the order of the names.
    fn puzzles(&self) -> Vec<&Puzzle> {
        match self {
            Self::Puzzles(puzzles) => puzzles.iter().collect(),
            Self::Names(cards) => cards.iter().flat_map(|card| &card.puzzles).collect(),
        }
    }
}

const MARGIN: f32 = 42.0;
/// The height of the heading and the rules of the game.
const HEAD: f32 = 118.0;
/// The height of the line with the page number.
const FOOT: f32 = 16.0;
/// The space between the frames of boards.
const GAP: f32 = 14.0;
/// The height of the words above a frame, and of a line of words below it.
const ABOVE: f32 = 14.0;
const BELOW: f32 = 11.5;
/// The size of the words below a frame.
const CAPTION: f32 = 9.0;
const LARGEST_PITCH: f32 = 60.0;

/// The space in a frame for coordinates, and at its other edges, relative to the distance between holes.
const STRIP: f32 = 0.9;
const EDGE: f32 = 0.45;
const ARROW: f32 = 1.4;

const INK: Colour = Colour::rgb(0);
/// The rings of empty holes.
const HOLE: Line = Line { width: 0.6, colour: Colour::rgb(0x88_88_88) };
/// The frames of boards.
const FRAME: Line = Line { width: 0.8, colour: Colour::rgb(0x99_99_99) };

/// What a sheet consists of.
#[derive(Clone, PartialEq, Debug)]
pub struct Sheet {
    pub paper: Paper,
    pub title: String,
    /// The most puzzles on a page, at least 1.
    pub per_page: usize,
    /// Whether there is a page with a board to cut out and play on.
    pub board: bool,
    pub solutions: bool,
}

impl Default for Sheet {
    /// Sixteen puzzles per page, without solutions.
    fn default() -> Self {
        Self {
            paper: A4,
            title: "Peg solitaire puzzles".to_owned(),
            per_page: 16,
            board: false,
            solutions: false,
        }
    }
}

impl Sheet {
    /// Lays out the puzzles in order, or a page for each name; then the board and the solutions if the sheet has them. The unit is a
    /// point (1/72 inch).
    pub fn pages(&self, content: &Content) -> Vec<Drawing> {
        let per_page = self.per_page.max(1);
        let mut pages: Vec<Page> = match content {
            Content::Puzzles(puzzles) => {
                // All pages have the same grid. Few puzzles are as large as their page allows.
                let cells = per_page.min(puzzles.len());
                let first = (0..).map(|page| Some(page * per_page + 1));
                let some = puzzles.chunks(per_page).zip(first);
                some.map(|(some, first)| self.page(&self.title, some, cells, first)).collect()
            }
            Content::Names(cards) => {
                let page =
                    |Card { name, puzzles }: &Card| self.page(name, puzzles, puzzles.len(), None);
                cards.iter().map(page).collect()
            }
        };
        let puzzles = content.puzzles();
        if let Some(&first) = puzzles.first().filter(|_| self.board) {
            pages.push(self.board_page(first, common_start(puzzles).is_some()));
        }
        if self.solutions {
            pages.extend(self.solution_pages(content));
        }
        self.numbered(pages)
    }

    /// The solutions alone.
    pub fn solutions(&self, content: &Content) -> Vec<Drawing> {
        self.numbered(self.solution_pages(content))
    }

    /// Writes the number at the foot of each page.
    fn numbered(&self, pages: Vec<Page>) -> Vec<Drawing> {
        let (width, height) = self.paper;
        let count = pages.len();
        let foot = |(number, mut page): (usize, Page)| {
            let at = (width - MARGIN, height - 28.0);
            let words = grey(format!("Page {number} of {count}"), at, 8.0);
            page.put(words.anchored(Anchor::End));
            page.0
        };
        (1..).zip(pages).map(foot).collect()
    }

    /// A page with the title at its foot, after a name if the typeface has it.
    fn blank(&self, name: &str) -> Page {
        let mut page = Page(Drawing { shown: Shown::Points, ..Drawing::new(self.paper) });
        let foot = match name.chars().all(|character| glyph(character).is_some()) {
            true if !name.is_empty() => format!("{name} · {}", self.title),
            _ => self.title.clone(),
        };
        page.put(grey(foot, (MARGIN, self.paper.1 - 28.0), 8.0));
        page
    }

    /// A page with room for so many puzzles: numbered from the `first` on, or of the name in its heading.
    fn page(&self, heading: &str, puzzles: &[Puzzle], cells: usize, first: Option<usize>) -> Page {
        let mut page = self.blank(if first.is_none() { heading } else { "" });
        let start = common_start(puzzles);
        let (corner, room) = self.room();
        let grid = Grid::new(puzzles, start.is_none(), cells, room);
        let mut room = room.0;
        if first.is_some() {
            let right = MARGIN + room;
            page.text((right - 210.0, MARGIN + 16.0), 10.0, Face::Print, "Name:");
            let points = vec![(right - 174.0, MARGIN + 18.0), (right, MARGIN + 18.0)];
            page.put(Mark::Path { points, line: Line { width: 0.6, colour: INK } });
            room -= 230.0;
        }
        page.heading(heading, room, puzzles);
        page.rules(&puzzles[0], start.is_some(), &grid);
        for (index, puzzle) in puzzles.iter().enumerate() {
            let number = first.map(|first| first + index);
            page.puzzle(puzzle, number, &grid, grid.corner(corner, index));
        }
        page
    }

    /// Where the boards of a page lie.
    fn room(&self) -> (Point, Point) {
        let (width, height) = self.paper;
        let size = (width - 2.0 * MARGIN, height - 2.0 * MARGIN - HEAD - FOOT + 14.0);
        ((MARGIN, MARGIN + HEAD), size)
    }

    /// A board to cut out, as large as the paper, but not larger than one for thumbs. If all puzzles have this one's start, its empty
    /// holes are marked.
    fn board_page(&self, puzzle: &Puzzle, is_common: bool) -> Page {
        const LARGEST_PITCH: f32 = 72.0;
        let mut page = self.blank("");
        let (width, height) = self.paper;
        page.text((MARGIN, MARGIN + 14.0), 20.0, Face::PrintBold, "A board to play on");
        let start = match is_common {
            true => "The start leaves the holes with a dot empty.",
            false => "Each puzzle shows its own start.",
        };
        let words = "Cut it out along the frame, and play with coins, beans or buttons.";
        let (words, room) = (format!("{words} {start}"), width - 2.0 * MARGIN);
        page.text((MARGIN, MARGIN + 34.0), fitting(&words, room, 10.0), Face::Print, words);
        let (board, top) = (puzzle.solution.board(), MARGIN + 52.0);
        let (across, down) = board.extent_on_paper();
        let pitch = (room / (across + 1.0)).min((height - MARGIN - FOOT - top) / (down + 1.0));
        let pitch = pitch.min(LARGEST_PITCH);
        let size = ((across + 1.0) * pitch, (down + 1.0) * pitch);
        let corner = (MARGIN + (room - size.0) / 2.0, top);
        page.frame(corner, size);
        let placed = OnPage { board, corner, pitch };
        for hole in board.each_hole() {
            let (x, y) = board.place_on_paper(hole);
            let centre = placed.at((x + 1.0, y + 1.0));
            page.put(Mark::Ring { centre, radius: pitch * 0.40, line: HOLE });
            if is_common && !puzzle.solution.start().has(hole) {
                let fill = Fill::Plain(HOLE.colour);
                page.put(Mark::Disc { centre, radius: pitch * 0.06, fill });
            }
        }
        page
    }
}

/// The first of these puzzles, if all have its start.
fn common_start<'p>(puzzles: impl IntoIterator<Item = &'p Puzzle>) -> Option<&'p Puzzle> {
    let mut puzzles = puzzles.into_iter();
    let first = puzzles.next()?;
    let same = |puzzle: &Puzzle| {
        puzzle.solution.board() == first.solution.board()
            && puzzle.solution.start() == first.solution.start()
    };
    puzzles.all(same).then_some(first)
}

/// Frames in columns and rows that fill their room, each with words above and below.
struct Grid {
    columns: usize,
    /// From a frame to the next.
    cell: Point,
    /// The size of a frame.
    frame: Point,
    pitch: f32,
    /// In a frame, from the start to the target, if it has both: to the right or down, in distances between holes.
    step: Point,
}

impl Grid {
    /// The grid for so many puzzles like these in which the boards are largest.
    fn new(puzzles: &[Puzzle], with_start: bool, count: usize, room: Point) -> Self {
        let (across, down) = puzzles[0].solution.board().extent_on_paper();
        let steps = match with_start {
            true => vec![(across + ARROW, 0.0), (0.0, down + ARROW)],
            false => vec![(0.0, 0.0)],
        };
        let captions = puzzles.iter().map(|puzzle| width(&caption(puzzle), CAPTION));
        let widest = captions.fold(0.0, f32::max);
        let grid = |step: Point, columns: usize| {
            let rows = count.div_ceil(columns);
            let cell = ((room.0 + GAP) / columns as f32, room.1 / rows as f32);
            let lines = if widest > cell.0 - GAP { 2.0 } else { 1.0 };
            let frame = (cell.0 - GAP, cell.1 - GAP - ABOVE - BELOW * lines);
            let extent = (across + step.0 + STRIP + EDGE, down + step.1 + STRIP + EDGE);
            let pitch = (frame.0 / extent.0).min(frame.1 / extent.1).clamp(1.0, LARGEST_PITCH);
            Self { columns, cell, frame, pitch, step }
        };
        let all = steps.iter().flat_map(|&step| (1..=count).map(move |columns| (step, columns)));
        let largest = all
            .map(|(step, columns)| grid(step, columns))
            .reduce(|best, next| if next.pitch > best.pitch { next } else { best });
        largest.unwrap_or_else(|| grid((0.0, 0.0), 1))
    }

    /// The corner of a frame.
    fn corner(&self, (left, top): Point, index: usize) -> Point {
        let (column, row) = ((index % self.columns) as f32, (index / self.columns) as f32);
        (left + column * self.cell.0, top + row * self.cell.1 + ABOVE)
    }
}

/// The words below a puzzle.
fn caption(puzzle: &Puzzle) -> String {
    let jumps = puzzle.solution.jumps().len();
    let jumps = if jumps == 1 { "1 jump".to_owned() } else { format!("{jumps} jumps") };
    match puzzle.figures {
        Some(figures) => format!("{}, {jumps}", figures.grade().word()),
        None => jumps,
    }
}
