//! Printable sheets of puzzles: a page of puzzles, a page for each name of a list, a board to cut out, and the solutions.
//! Makes the layout; [`crate::drawing`] writes the files.

use std::collections::BTreeSet;
use std::f32::consts::PI;

use super::Puzzle;
use crate::drawing::typeface::{fitting, glyph, width};
use crate::drawing::{
    Anchor, Colour, Drawing, Face, Fill, Line, Mark, Point, Shown, Words, wrapped,
};
use crate::one_game::Block;
use crate::page::OnPage;
use peg_solitaire::board::{Hole, Lattice, Position};
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

/// A page in the making.
struct Page(Drawing);

impl Page {
    fn put(&mut self, mark: impl Into<Mark>) {
        self.0.marks.push(mark.into());
    }

    fn text(&mut self, at: Point, size: f32, face: Face, text: impl Into<String>) {
        self.put(Words::new(text, at, size, INK).faced(face));
    }

    /// Words in which a character that the typeface lacks is drawn in the pegs of its puzzle, if there is one. Returns where they end.
    fn label(&mut self, text: &str, at: Point, size: f32, face: Face, puzzles: &[Puzzle]) -> f32 {
        if text.chars().all(|character| glyph(character).is_some()) {
            self.text(at, size, face, text);
            return at.0 + width(text, size);
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
        x
    }

    fn frame(&mut self, corner: Point, size: Point) {
        let fill = Colour::TRANSPARENT;
        self.put(Mark::Box { corner, size, radius: 0.0, fill, edge: Some(FRAME) });
    }

    /// A heading in pegs, or in words if it has characters without a design.
    fn heading(&mut self, heading: &str, room: f32, puzzles: &[Puzzle]) {
        const LARGEST: (f32, f32) = (3.3, 30.0);
        let Some(Block { size: (columns, rows), cells }) = Block::of_text(heading) else {
            let size = fitting(heading, room, 22.0);
            self.label(heading, (MARGIN, MARGIN + 16.0), size, Face::PrintBold, puzzles);
            return;
        };
        let pitch = LARGEST.0.min(room / columns as f32).min(LARGEST.1 / rows as f32);
        let centre = |(x, y): (usize, usize)| {
            (MARGIN + (x as f32 + 0.5) * pitch, MARGIN - 5.0 + (y as f32 + 0.5) * pitch)
        };
        let centres = cells.into_iter().map(centre).collect();
        self.put(Mark::Dots { centres, radius: 0.5 * pitch, colour: INK });
    }

    /// The rules with a jump as an example, and the start if it is common to all puzzles of the page.
    fn rules(&mut self, puzzle: &Puzzle, is_common: bool, grid: &Grid) {
        const SIZE: f32 = 10.0;
        let (board, start) = (puzzle.solution.board(), puzzle.solution.start());
        let along = match board.lattice() {
            Lattice::Square => "along a row or column, never diagonally,",
            Lattice::Triangular => "along a line of holes, in any of the six directions,",
        };
        let rule = format!(
            "A peg jumps over a neighbour {along} into the empty hole beyond; the peg that was jumped over leaves the board."
        );
        let mut right = self.0.size.0 - MARGIN;
        let aim = if is_common {
            let (across, down) = board.extent_on_paper();
            let pitch = (66.0 / down).min(120.0 / across);
            let corner = self.aside("Start", &mut right, (across, down), pitch);
            self.board(OnPage { board, corner, pitch }, start);
            let pegs = start.count();
            format!(
                "Start with {pegs} pegs, as on the right, and jump until the pegs that are left make the picture."
            )
        } else {
            let (before, after) = match grid.step.0 > 0.0 {
                true => ("on the left of", "on its right"),
                false => ("above", "below it"),
            };
            format!(
                "Set up the pegs as {before} an arrow, and jump until the pegs that are left make the picture {after}."
            )
        };
        self.example(&mut right);
        let mut y = MARGIN + 40.0;
        for words in [rule, aim] {
            for line in wrapped(&words, |line| width(line, SIZE) <= right - MARGIN) {
                self.text((MARGIN, y), SIZE, Face::Print, line);
                y += 13.5;
            }
            y += 3.0;
        }
    }

    /// A jump, before it and after it.
    fn example(&mut self, right: &mut f32) {
        const PITCH: f32 = 17.0;
        let corner = self.aside("A jump", right, (3.0, 3.0), PITCH);
        let at = |x: f32, y: f32| (corner.0 + x * PITCH, corner.1 + y * PITCH);
        for (y, pegs) in [(1.1, [true, true, false]), (2.5, [false, false, true])] {
            for (x, has_peg) in [0.5, 1.5, 2.5].into_iter().zip(pegs) {
                self.hole(at(x, y), PITCH, has_peg);
            }
        }
        let line = Line { width: 1.0, colour: INK };
        let way = (0..=16).map(|step| PI * step as f32 / 16.0);
        let way = way.map(|turn| at(1.5 - turn.cos(), 0.6 - 0.6 * turn.sin())).collect();
        self.put(Mark::Path { points: way, line });
        let tip = vec![at(2.3, 0.4), at(2.5, 0.7), at(2.7, 0.4)];
        self.put(Mark::Path { points: tip, line });
    }

    /// A frame beside the rules, up to this right edge, with a word before it. Returns its inner corner, and moves the edge before the word.
    fn aside(&mut self, word: &str, right: &mut f32, extent: Point, pitch: f32) -> Point {
        let size = ((extent.0 + 0.8) * pitch, (extent.1 + 0.8) * pitch);
        let corner = (*right - size.0, MARGIN + 28.0);
        self.frame(corner, size);
        let words = grey(word, (corner.0 - 6.0, corner.1 + 10.0), 9.0);
        self.put(words.anchored(Anchor::End));
        *right = corner.0 - 6.0 - width(word, 9.0) - 12.0;
        (corner.0 + 0.4 * pitch, corner.1 + 0.4 * pitch)
    }

    /// A puzzle: its frame, and words above and below.
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
        let mut below = top + grid.frame.1;
        for line in wrapped(&caption(puzzle), |line| width(line, CAPTION) <= grid.frame.0) {
            below += BELOW;
            self.text((left, below), CAPTION, Face::Print, line);
        }
        self.frame(corner, grid.frame);
        let (board, step) = (puzzle.solution.board(), grid.step);
        let (across, down) = board.extent_on_paper();
        // What is left of the frame is before, between and after the boards.
        let share = |frame: f32, boards: f32, step: f32| {
            let parts = if step > 0.0 { 3.0 } else { 2.0 };
            (frame - (boards + step + STRIP + EDGE) * pitch) / parts
        };
        let spare = (share(grid.frame.0, across, step.0), share(grid.frame.1, down, step.1));
        let at = (left + spare.0 + STRIP * pitch, top + spare.1 + STRIP * pitch);
        let first = OnPage { board, corner: at, pitch };
        self.coordinates(first);
        let apart = |spare: f32, step: f32| if step > 0.0 { step + spare / pitch } else { 0.0 };
        let step = (apart(spare.0, step.0), apart(spare.1, step.1));
        self.board(OnPage { corner: first.at(step), ..first }, &puzzle.solution.end());
        if step == (0.0, 0.0) {
            return;
        }
        self.board(first, puzzle.solution.start());
        let size = pitch.min(16.0);
        let middle = first.at(((across + step.0) / 2.0, (down + step.1) / 2.0));
        let arrow = if step.0 > 0.0 { "→" } else { "↓" };
        let arrow = Words::new(arrow, (middle.0, middle.1 + 0.35 * size), size, INK);
        self.put(arrow.anchored(Anchor::Middle).faced(Face::Print));
    }

    /// The letters of the columns and the numbers of the rows, outside of the board. A triangular board, where columns are not upright, has the
    /// number of each row before its first hole, and the letters below its last row.
    fn coordinates(&mut self, placed: OnPage<'_>) {
        let OnPage { board, pitch, .. } = placed;
        let (size, (_, down)) = ((pitch * 0.55).min(9.0), board.extent_on_paper());
        let is_square = board.lattice() == Lattice::Square;
        let mut seen = BTreeSet::new();
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
            self.hole(placed.centre(hole), placed.pitch, position.has(hole));
        }
    }

    fn hole(&mut self, centre: Point, pitch: f32, has_peg: bool) {
        self.put(match has_peg {
            true => Mark::Disc { centre, radius: pitch * 0.40, fill: Fill::Plain(PEG) },
            false => Mark::Ring { centre, radius: pitch * 0.12, line: HOLE },
        });
    }
}

/// Words beside what is played.
fn grey(text: impl Into<String>, at: Point, size: f32) -> Words {
    Words::new(text, at, size, GREY).faced(Face::Print)
}

impl Sheet {
    /// The solutions: of puzzles with the numbers of their boards, or of each letter of a name once, on as many pages as it takes.
    fn solution_pages(&self, content: &Content) -> Vec<Page> {
        let legend = legend(&content.puzzles());
        let mut text = Columns { sheet: self, legend, pages: Vec::new(), column: 1, y: f32::MAX };
        match content {
            Content::Puzzles(puzzles) => {
                (1..).zip(puzzles).for_each(|(number, puzzle)| text.solution(Some(number), puzzle));
            }
            Content::Names(cards) => {
                for Card { name, puzzles } in cards {
                    text.name(name, puzzles);
                    let mut seen = BTreeSet::new();
                    let once = puzzles.iter().filter(|puzzle| seen.insert(&puzzle.title));
                    once.for_each(|puzzle| text.solution(None, puzzle));
                }
            }
        }
        text.pages
    }
}

/// Pages of solutions in two columns.
struct Columns<'s> {
    sheet: &'s Sheet,
    /// How jumps are written.
    legend: String,
    pages: Vec<Page>,
    /// The column that is being written, and the base line of its next line.
    column: usize,
    y: f32,
}

impl Columns<'_> {
    const SIZE: f32 = 8.5;
    const LINE: f32 = 11.5;
    const GUTTER: f32 = 20.0;
    /// How far the jumps are to the right of a letter.
    const INDENT: f32 = 20.0;
    /// The lines that stay together.
    const TOGETHER: usize = 10;

    fn width(&self) -> f32 {
        (self.sheet.paper.0 - 2.0 * MARGIN - Self::GUTTER) / 2.0
    }

    /// The page and the place of the next line, in the next column if so many lines don't fit in this one.
    fn place(&mut self, lines: usize) -> (&mut Page, Point) {
        let height = Self::LINE * lines.min(Self::TOGETHER) as f32;
        if self.y + height > self.sheet.paper.1 - MARGIN - FOOT {
            self.column = 1 - self.column;
            if self.column == 0 {
                self.pages.push(self.page());
            }
            self.y = MARGIN + 72.0;
        }
        let x = MARGIN + self.column as f32 * (self.width() + Self::GUTTER);
        let last = self.pages.len() - 1;
        (&mut self.pages[last], (x, self.y))
    }

    fn page(&self) -> Page {
        let mut page = self.sheet.blank("");
        page.text((MARGIN, MARGIN + 14.0), 20.0, Face::PrintBold, "Solutions");
        let room = self.sheet.paper.0 - 2.0 * MARGIN;
        let lines = wrapped(&self.legend, |line| width(line, 10.0) <= room);
        for (number, line) in lines.into_iter().enumerate() {
            let at = (MARGIN, MARGIN + 34.0 + 13.5 * number as f32);
            page.text(at, 10.0, Face::Print, line);
        }
        page
    }

    /// A name above the solutions of its letters, with room for the first of them.
    fn name(&mut self, name: &str, puzzles: &[Puzzle]) {
        let size = fitting(name, self.width(), 12.0);
        self.y += Self::LINE * 0.7;
        let (page, at) = self.place(Self::TOGETHER);
        page.label(name, at, size, Face::PrintBold, puzzles);
        self.y += Self::LINE * 1.4;
    }

    fn solution(&mut self, number: Option<usize>, puzzle: &Puzzle) {
        let room = self.width() - Self::INDENT;
        let fits = |line: &str| width(line, Self::SIZE) <= room;
        let lines = wrapped(&puzzle.solution.to_string(), fits);
        let right = self.width();
        let (page, (left, y)) = self.place(lines.len() + 1);
        let mut x = left;
        if let Some(number) = number {
            page.text((x, y), 10.0, Face::PrintBold, number.to_string());
            x += Self::INDENT;
        }
        let own = std::slice::from_ref(puzzle);
        x = page.label(&puzzle.title, (x, y), 10.0, Face::PrintBold, own) + 8.0;
        let words = solutions(puzzle);
        page.put(grey(&*words, (x, y), fitting(&words, left + right - x, Self::SIZE)));
        for line in lines {
            self.y += Self::LINE;
            let (page, (x, y)) = self.place(1);
            page.text((x + Self::INDENT, y), Self::SIZE, Face::Print, line);
        }
        self.y += Self::LINE * 1.5;
    }
}

/// How jumps are written, by examples from these puzzles.
fn legend(puzzles: &[&Puzzle]) -> String {
    let mut words = Vec::new();
    if let Some((board, jump)) = puzzles.iter().find_map(|puzzle| {
        let solution = &puzzle.solution;
        Some((solution.board(), solution.jumps().first()?))
    }) {
        let [from, to] = [jump.from(), jump.to()].map(|hole| board.hole_name(hole));
        words.push(format!("{from}-{to}: the peg in hole {from} jumps into hole {to}."));
    }
    let chains = puzzles.iter().flat_map(|puzzle| {
        let chains = puzzle.solution.moves().filter(|jumps| jumps.len() > 1);
        chains.map(|jumps| (puzzle.solution.board(), jumps))
    });
    if let Some((board, jumps)) = chains.min_by_key(|(_, jumps)| jumps.len()) {
        let name = |hole: Hole| board.hole_name(hole);
        let from = name(jumps[0].from());
        let holes: Vec<String> = jumps.iter().map(|jump| name(jump.to())).collect();
        let (chain, on) = (holes.join("-"), holes.join(", then into "));
        words.push(format!("{from}-{chain}: one peg jumps from {from} into {on}."));
    }
    words.push("The letters and numbers beside the boards name the holes.".to_owned());
    words.join(" ")
}

/// How many solutions there are, if that is known.
fn solutions(puzzle: &Puzzle) -> String {
    match puzzle.figures.map(|figures| figures.solutions()) {
        Some(1) => "the only solution".to_owned(),
        Some(solutions) => format!("one of {} solutions", grouped(solutions)),
        None => String::new(),
    }
}
