//! Printable sheets of puzzles: a page of puzzles, a page for each name of a list, a board to cut out, and the solutions.
//! Makes the layout; [`crate::drawing`] writes the files.

use std::borrow::Cow;

use super::Puzzle;
use crate::drawing::typeface::{fitting, glyph, width};
use crate::drawing::{
    Anchor, Colour, Drawing, Face, Fill, Line, Mark, Point, Shown, Words, wrapped,
};
use crate::page::OnPage;
use peg_solitaire::board::{Lattice, Position};
use peg_solitaire::words::grouped;

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
    /// The puzzles; those of names each once and in order.
    fn each_once(&self) -> Cow<'_, [Puzzle]> {
        let cards = match self {
            Self::Puzzles(puzzles) => return puzzles.into(),
            Self::Names(cards) => cards,
        };
        let mut puzzles: Vec<Puzzle> = cards.iter().flat_map(|card| card.puzzles.clone()).collect();
        puzzles.sort_by(|one, other| one.title.cmp(&other.title));
        puzzles.dedup_by(|one, other| one.title == other.title);
        puzzles.into()
    }
}

const MARGIN: f32 = 42.0;
/// The height of the heading and the rules of the game.
const HEAD: f32 = 118.0;
/// The height of the line with the page number.
const FOOT: f32 = 16.0;
/// The space between the frames of boards.
const GAP: f32 = 14.0;
/// The height of the words above and below a frame.
const WORDS: (f32, f32) = (14.0, 13.0);
const LARGEST_PITCH: f32 = 60.0;

/// The space in a frame for coordinates, and at its other edges, relative to the distance between holes.
const STRIP: f32 = 0.9;
const EDGE: f32 = 0.45;
const ARROW: f32 = 1.4;

const INK: Colour = Colour::rgb(0);
const PEG: Colour = Colour::rgb(0x22_22_22);
const GREY: Colour = Colour::rgb(0x66_66_66);
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
        let puzzles = content.each_once();
        if let Some(first) = puzzles.first().filter(|_| self.board) {
            pages.push(self.board_page(first, common_start(&puzzles).is_some()));
        }
        if self.solutions {
            pages.extend(solution_pages(content, self.paper));
        }
        self.numbered(pages)
    }

    /// The solutions alone.
    pub fn solutions(&self, content: &Content) -> Vec<Drawing> {
        self.numbered(solution_pages(content, self.paper))
    }

    /// Writes the title and the number at the foot of each page.
    fn numbered(&self, pages: Vec<Page>) -> Vec<Drawing> {
        let (width, height) = self.paper;
        let count = pages.len();
        let foot = |(number, mut page): (usize, Page)| {
            let right = format!("Page {number} of {count}");
            let words =
                [(self.title.clone(), MARGIN, Anchor::Start), (right, width - MARGIN, Anchor::End)];
            for (text, x, anchor) in words {
                page.put(grey(text, (x, height - 28.0), 8.0).anchored(anchor));
            }
            page.0
        };
        (1..).zip(pages).map(foot).collect()
    }

    /// A page with room for so many puzzles, numbered from the `first` on.
    fn page(&self, heading: &str, puzzles: &[Puzzle], cells: usize, first: Option<usize>) -> Page {
        let mut page = Page::blank(self.paper);
        let start = common_start(puzzles);
        page.head(heading, puzzles, start);
        let (corner, room) = self.room();
        let grid = Grid::new(&puzzles[0], start.is_none(), cells, room);
        page.puzzles(puzzles, first, &grid, corner);
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
        let mut page = Page::blank(self.paper);
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

/// The start of all these puzzles, if it is the same.
fn common_start(puzzles: &[Puzzle]) -> Option<&Puzzle> {
    let first = puzzles.first()?;
    let same = |puzzle: &Puzzle| {
        puzzle.solution.board() == first.solution.board()
            && puzzle.solution.start() == first.solution.start()
    };
    puzzles.iter().all(same).then_some(first)
}

/// The number of columns for which the boards are largest; of equals, the lowest.
fn best(count: usize, pitch: impl Fn(usize) -> f32) -> usize {
    let best = (1..=count)
        .max_by(|&one, &other| pitch(one).total_cmp(&pitch(other)).then(other.cmp(&one)));
    best.unwrap_or(1)
}

/// Frames in columns and rows, each with a line of words above and below.
struct Grid {
    columns: usize,
    cell: Point,
    /// The size of a frame.
    frame: Point,
    pitch: f32,
    /// Whether a frame has the start beside the target.
    with_start: bool,
}

impl Grid {
    /// The grid for so many puzzles like this one in which the boards are largest.
    fn new(puzzle: &Puzzle, with_start: bool, count: usize, room: Point) -> Self {
        let (across, down) = puzzle.solution.board().extent_on_paper();
        let boards = if with_start { 2.0 * across + ARROW } else { across };
        let frame = (boards + STRIP + EDGE, down + STRIP + EDGE);
        let cell =
            |columns: usize| (room.0 / columns as f32, room.1 / count.div_ceil(columns) as f32);
        let pitch = |columns| {
            let (width, height) = cell(columns);
            let words = WORDS.0 + WORDS.1;
            ((width - GAP) / frame.0).min((height - words - GAP) / frame.1).min(LARGEST_PITCH)
        };
        let columns = best(count, pitch);
        let pitch = pitch(columns).max(1.0);
        let frame = (frame.0 * pitch, frame.1 * pitch);
        Self { columns, cell: cell(columns), frame, pitch, with_start }
    }

    /// The corner of a frame, centred in its cell.
    fn corner(&self, (left, top): Point, index: usize) -> Point {
        let (column, row) = ((index % self.columns) as f32, (index / self.columns) as f32);
        let beside = (self.cell.0 - self.frame.0) / 2.0;
        (left + column * self.cell.0 + beside, top + row * self.cell.1 + WORDS.0)
    }
}

/// A page in the making.
struct Page(Drawing);

impl Page {
    fn blank(paper: Paper) -> Self {
        Self(Drawing { shown: Shown::Points, ..Drawing::new(paper) })
    }

    fn put(&mut self, mark: impl Into<Mark>) {
        self.0.marks.push(mark.into());
    }

    fn text(&mut self, at: Point, size: f32, face: Face, text: impl Into<String>) {
        self.put(Words::new(text, at, size, INK).faced(face));
    }

    /// Words in which a character that the typeface lacks is drawn in the pegs of its puzzle, if there is one.
    fn label(&mut self, text: &str, at: Point, size: f32, face: Face, puzzles: &[Puzzle]) {
        if text.chars().all(|character| glyph(character).is_some()) {
            return self.text(at, size, face, text);
        }
        let mut x = at.0;
        for character in text.chars() {
            let name = character.to_string();
            let puzzle =
                puzzles.iter().find(|puzzle| glyph(character).is_none() && puzzle.title == name);
            x += match puzzle {
                Some(puzzle) => {
                    let board = puzzle.solution.board();
                    let (across, down) = board.extent_on_paper();
                    let pitch = size * 0.8 / down;
                    let placed = OnPage { board, corner: (x, at.1 - down * pitch), pitch };
                    self.put(placed.dots(&puzzle.solution.end(), 0.48, INK));
                    (across + 1.0) * pitch
                }
                None => {
                    self.text((x, at.1), size, face, name.as_str());
                    width(&name, size)
                }
            };
        }
    }

    fn frame(&mut self, corner: Point, size: Point) {
        let fill = Colour::TRANSPARENT;
        self.put(Mark::Box { corner, size, radius: 0.0, fill, edge: Some(FRAME) });
    }

    /// The heading, a line for a name, the rules, and the start if all puzzles of the page have the same.
    fn head(&mut self, heading: &str, puzzles: &[Puzzle], start: Option<&Puzzle>) {
        let right = self.0.size.0 - MARGIN;
        let size = fitting(heading, right - MARGIN - 230.0, 22.0);
        self.label(heading, (MARGIN, MARGIN + 16.0), size, Face::PrintBold, puzzles);
        self.text((right - 210.0, MARGIN + 16.0), 10.0, Face::Print, "Name:");
        let points = vec![(right - 174.0, MARGIN + 18.0), (right, MARGIN + 18.0)];
        self.put(Mark::Path { points, line: Line { width: 0.6, colour: INK } });
        let mut lines = vec![
            "A peg jumps over a neighbour into the empty hole beyond;".to_owned(),
            "the peg that was jumped over leaves the board.".to_owned(),
        ];
        match start {
            Some(puzzle) => {
                let pegs = puzzle.solution.start().count();
                lines.push(format!("Start with {pegs} pegs, as on the right."));
                lines.push("Jump until the pegs that are left make the picture.".to_owned());
                self.start(puzzle, right);
            }
            None => {
                lines.push("Set up the pegs as on the left of an arrow,".to_owned());
                lines.push("and jump until they make the picture on its right.".to_owned());
            }
        }
        for (line, words) in lines.into_iter().enumerate() {
            let at = (MARGIN, MARGIN + 40.0 + 13.5 * line as f32);
            self.text(at, 10.0, Face::Print, words);
        }
    }

    /// The start of all puzzles of the page.
    fn start(&mut self, puzzle: &Puzzle, right: f32) {
        let board = puzzle.solution.board();
        let (across, down) = board.extent_on_paper();
        let pitch = (66.0 / down).min(120.0 / across);
        let size = ((across + 0.8) * pitch, (down + 0.8) * pitch);
        let corner = (right - size.0, MARGIN + 28.0);
        self.frame(corner, size);
        let inner = (corner.0 + 0.4 * pitch, corner.1 + 0.4 * pitch);
        self.board(OnPage { board, corner: inner, pitch }, puzzle.solution.start());
        let words = grey("Start", (corner.0 - 6.0, corner.1 + 10.0), 9.0);
        self.put(words.anchored(Anchor::End));
    }

    /// Puzzles in a grid with this corner, numbered from the `first` on.
    fn puzzles(&mut self, puzzles: &[Puzzle], first: Option<usize>, grid: &Grid, corner: Point) {
        for (index, puzzle) in puzzles.iter().enumerate() {
            let number = first.map(|first| first + index);
            self.puzzle(puzzle, number, grid, grid.corner(corner, index));
        }
    }

    /// A puzzle: its frame, and a line of words above and below.
    fn puzzle(&mut self, puzzle: &Puzzle, number: Option<usize>, grid: &Grid, corner: Point) {
        let ((left, top), pitch) = (corner, grid.pitch);
        let mut x = left;
        if let Some(number) = number {
            let number = number.to_string();
            self.text((left, top - 4.0), 10.0, Face::PrintBold, number.as_str());
            x += width(&number, 10.0) + 7.0;
        }
        let size = fitting(&puzzle.title, left + grid.frame.0 - x, 10.0);
        let own = std::slice::from_ref(puzzle);
        self.label(&puzzle.title, (x, top - 4.0), size, Face::Print, own);
        let jumps = puzzle.solution.jumps().len();
        let jumps = if jumps == 1 { "1 jump".to_owned() } else { format!("{jumps} jumps") };
        let words = match puzzle.figures {
            Some(figures) => format!("{}, {jumps}", figures.grade().word()),
            None => jumps,
        };
        let size = fitting(&words, grid.frame.0, 8.5);
        self.text((left, top + grid.frame.1 + 10.0), size, Face::Print, words);
        self.frame(corner, grid.frame);
        let (board, target) = (puzzle.solution.board(), puzzle.solution.end());
        let first = OnPage { board, corner: (left + STRIP * pitch, top + STRIP * pitch), pitch };
        self.coordinates(first);
        if !grid.with_start {
            return self.board(first, &target);
        }
        let (across, down) = board.extent_on_paper();
        self.board(first, puzzle.solution.start());
        self.board(OnPage { corner: first.at((across + ARROW, 0.0)), ..first }, &target);
        let at = first.at((across + ARROW / 2.0, down / 2.0 + 0.3));
        let arrow = Words::new("→", at, pitch.min(16.0), INK);
        self.put(arrow.anchored(Anchor::Middle).faced(Face::Print));
    }

    /// The letters of the columns and the numbers of the rows, outside of the board. A triangular board, where columns are not upright, has the
    /// number of each row before its first hole, and the letters below its last row.
    fn coordinates(&mut self, placed: OnPage<'_>) {
        let OnPage { board, pitch, .. } = placed;
        let (size, (_, down)) = ((pitch * 0.55).min(9.0), board.extent_on_paper());
        let is_square = board.lattice() == Lattice::Square;
        let mut seen = std::collections::BTreeSet::new();
        let mut mark = |text: &str, at: Point| {
            self.put(grey(text, placed.at(at), size).anchored(Anchor::Middle));
        };
        for hole in board.each_hole() {
            let name = board.hole_name(hole);
            let (column, row) =
                name.split_at(name.trim_end_matches(|it: char| it.is_ascii_digit()).len());
            let (x, y) = board.place_on_paper(hole);
            if seen.insert(row.to_owned()) {
                mark(row, (if is_square { 0.0 } else { x } - 0.4, y + 0.7));
            }
            if is_square && seen.insert(column.to_owned()) {
                mark(column, (x + 0.5, -0.2));
            }
            if !is_square && y + 1.0 > down - 0.01 {
                mark(column, (x + 0.5, down + 0.35));
            }
        }
    }

    /// A position on a board.
    fn board(&mut self, placed: OnPage<'_>, position: &Position) {
        for hole in placed.board.each_hole() {
            let centre = placed.centre(hole);
            self.put(match position.has(hole) {
                true => Mark::Disc { centre, radius: placed.pitch * 0.40, fill: Fill::Plain(PEG) },
                false => Mark::Ring { centre, radius: placed.pitch * 0.12, line: HOLE },
            });
        }
    }
}

/// Words beside what is played.
fn grey(text: impl Into<String>, at: Point, size: f32) -> Words {
    Words::new(text, at, size, GREY).faced(Face::Print)
}

/// The solutions of all puzzles, on as many pages as it takes. Puzzles that are not those of names have the numbers of their boards.
fn solution_pages(content: &Content, paper: Paper) -> Vec<Page> {
    const SIZE: f32 = 8.5;
    const LINE: f32 = 11.5;
    let (puzzles, counted) = (&*content.each_once(), matches!(content, Content::Puzzles(_)));
    let (page_width, height) = paper;
    let room = page_width - 2.0 * MARGIN - 28.0;
    let mut pages: Vec<Page> = Vec::new();
    let mut y = f32::INFINITY;
    for (index, puzzle) in puzzles.iter().enumerate() {
        let lines = wrapped(&puzzle.solution.to_string(), |line| width(line, SIZE) <= room);
        if y + LINE * (lines.len() + 1) as f32 > height - MARGIN - FOOT {
            let mut page = Page::blank(paper);
            page.text((MARGIN, MARGIN + 14.0), 20.0, Face::PrintBold, "Solutions");
            let words = "c4-c2: the peg in column c, row 4 jumps to column c, row 2. The letters and numbers stand beside the boards.";
            let size = fitting(words, page_width - 2.0 * MARGIN, 10.0);
            page.text((MARGIN, MARGIN + 34.0), size, Face::Print, words);
            pages.push(page);
            y = MARGIN + 60.0;
        }
        let last = pages.len() - 1;
        let page = &mut pages[last];
        let figures = moves(puzzle);
        if counted {
            page.text((MARGIN, y), 10.0, Face::PrintBold, (index + 1).to_string());
            let title = format!("{}: ", puzzle.title);
            page.label(&title, (MARGIN + 28.0, y), 10.0, Face::Print, puzzles);
            page.text((MARGIN + 28.0 + width(&title, 10.0), y), 10.0, Face::Print, figures);
        } else {
            page.label(&puzzle.title, (MARGIN, y), 11.0, Face::PrintBold, puzzles);
            page.text((MARGIN + 28.0, y), 10.0, Face::Print, figures);
        }
        for line in lines {
            y += LINE;
            page.text((MARGIN + 28.0, y), SIZE, Face::Print, line);
        }
        y += LINE * 1.6;
    }
    pages
}

/// The moves of a solution, and how many solutions there are.
fn moves(puzzle: &Puzzle) -> String {
    let count = puzzle.solution.moves().count();
    let moves = if count == 1 { "1 move".to_owned() } else { format!("{count} moves") };
    match puzzle.figures.map(|figures| figures.solutions()) {
        Some(1) => format!("{moves}, the only solution"),
        Some(solutions) => format!("{moves}, one of {} solutions", grouped(solutions)),
        None => moves,
    }
}
