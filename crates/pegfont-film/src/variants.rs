//! A sheet of variants to choose from: the design, then reachable patterns near it, numbered, each with what it changes and what its
//! game is like. Needs variants, not the solver.

use crate::drawing::typeface::{fitting, width};
use crate::drawing::{Colour, Drawing, Face, Fill, Line, Mark, Point, Shown, Words};
use crate::page::OnPage;
use peg_solitaire::board::{Bitboard, SmallBoard};
use peg_solitaire::words::grouped;
use pegfont_type::find::Variant;

const PAPER: Colour = Colour::rgb(0xfb_f9_f4);
const PEG: Colour = Colour::rgb(0x24_28_30);
const HOLE: Colour = Colour::rgb(0xd9_d3_c4);
const GREY: Colour = Colour::rgb(0x58_55_4d);
/// Pegs that a pattern has and its design hasn't, and those that it lacks.
const ADDED: Colour = Colour::rgb(0x14_7d_4f);
const REMOVED: Colour = Colour::rgb(0xc2_3b_22);

/// The width of a page, and its height where it has one, in points: A4.
const PAGE: Point = (595.0, 842.0);
const MARGIN: f32 = 36.0;
/// The space between two variants.
const GAP: f32 = 14.0;
/// The distance between two holes of a board with few columns.
const PITCH: f32 = 13.0;
const SIZE: f32 = 8.5;
const LINE: f32 = 11.5;
/// The height of the headings.
const HEAD: f32 = 74.0;

/// The sheet of some variants.
#[derive(Clone, Copy, Debug)]
pub struct VariantSheet<'a> {
    /// The board of all patterns.
    pub board: &'a SmallBoard,
    /// What the variants are near to, and what is said of them all.
    pub title: &'a str,
    /// What is said below the title.
    pub about: &'a str,
    /// What the variants are near.
    pub design: Bitboard,
    /// Whether the design can be reached, in a few words.
    pub reached: &'a str,
    /// In the order in which they are shown.
    pub variants: &'a [Variant],
}

impl VariantSheet<'_> {
    /// All variants on one page, as high as it takes.
    #[must_use]
    pub fn page(&self) -> Drawing {
        self.laid(usize::MAX).swap_remove(0)
    }

    /// The variants on pages of paper.
    #[must_use]
    pub fn pages(&self) -> Vec<Drawing> {
        let room = PAGE.1 - 2.0 * MARGIN - HEAD;
        self.laid(((room / self.grid().1.1) as usize).max(1))
    }

    /// How many variants are side by side, and the size of the place of one.
    fn grid(&self) -> (usize, Point) {
        let (across, down) = self.board.extent_on_paper();
        let (pitch, room) = (self.pitch(), PAGE.0 - 2.0 * MARGIN + GAP);
        let columns = ((room / ((across * pitch).max(86.0) + GAP)) as usize).max(1);
        let lines = |it: &Variant| captions(self.board, it).len();
        let lines = self.variants.iter().map(lines).max().unwrap_or(0).max(3) as f32;
        (columns, (room / columns as f32, down * pitch + 2.0 * GAP + lines * LINE + 12.0))
    }

    fn pitch(&self) -> f32 {
        PITCH.min((PAGE.0 - 2.0 * MARGIN) / self.board.extent_on_paper().0)
    }

    /// Pages with this number of rows.
    fn laid(&self, rows: usize) -> Vec<Drawing> {
        let (columns, cell) = self.grid();
        let numbers: Vec<usize> = (0..=self.variants.len()).collect();
        let pages = numbers.chunks(columns.saturating_mul(rows));
        let page = |cells: &[usize]| {
            let mut page = Page { marks: Vec::new() };
            self.heading(&mut page);
            for (at, &number) in cells.iter().enumerate() {
                let (column, row) = ((at % columns) as f32, (at / columns) as f32);
                let corner = (MARGIN + column * cell.0, MARGIN + HEAD + row * cell.1);
                match number.checked_sub(1) {
                    None => self.design(&mut page, corner),
                    Some(before) => self.variant(&mut page, number, &self.variants[before], corner),
                }
            }
            let used = cells.len().div_ceil(columns) as f32 * cell.1;
            let whole = MARGIN * 2.0 + HEAD + used - 2.0 * GAP;
            let height = if rows == usize::MAX { whole.ceil() } else { PAGE.1 };
            let labels = [self.title.to_owned(), self.about.to_owned()];
            let shown = if rows == usize::MAX { Shown::Pixels(2.0) } else { Shown::Points };
            let ground = if rows == usize::MAX { PAPER } else { Colour::WHITE };
            let size = (PAGE.0, height);
            Drawing { ground, shown, labels: Some(labels), marks: page.marks, ..Drawing::new(size) }
        };
        pages.map(page).collect()
    }

    fn heading(&self, page: &mut Page) {
        let room = PAGE.0 - 2.0 * MARGIN;
        let size = fitting(self.title, room, 20.0);
        page.words(self.title, (MARGIN, MARGIN + 16.0), size, Face::PrintBold, PEG);
        let size = fitting(self.about, room, 10.0);
        page.words(self.about, (MARGIN, MARGIN + 34.0), size, Face::Print, GREY);
        let mut x = MARGIN + 4.5;
        let y = MARGIN + 50.0;
        for (marked, words) in
            [(true, "a peg that the design lacks"), (false, "a peg of the design that is missing")]
        {
            page.peg((x, y - 3.2), 4.5, marked);
            page.words(words, (x + 9.0, y), 9.0, Face::Print, GREY);
            x += width(words, 9.0) + 34.0;
        }
    }

    fn design(&self, page: &mut Page, (x, y): Point) {
        page.words("the design", (x, y), 10.0, Face::PrintBold, GREY);
        self.board(page, (x, y + 8.0), self.design, Bitboard::EMPTY, Bitboard::EMPTY);
        let below = self.below((x, y));
        page.words(&format!("{} pegs", self.design.count()), below, SIZE, Face::Print, GREY);
        let room = self.grid().1.0 - GAP / 2.0;
        let fits = |line: &str| width(line, SIZE) <= room;
        for (number, line) in (1..).zip(crate::drawing::wrapped(self.reached, fits)) {
            let at = (x, below.1 + LINE * number as f32);
            page.words(&line, at, SIZE, Face::Print, GREY);
        }
    }

    fn variant(&self, page: &mut Page, number: usize, variant: &Variant, (x, y): Point) {
        let [added, removed] = variant.changes();
        page.words(&number.to_string(), (x, y), 10.0, Face::PrintBold, PEG);
        let mut right = x + width(&number.to_string(), 10.0) + 8.0;
        for (sign, holes, colour) in [('+', added, ADDED), ('\u{2212}', removed, REMOVED)] {
            if !holes.is_empty() {
                let words = format!("{sign}{}", holes.count());
                page.words(&words, (right, y), 9.0, Face::Print, colour);
                right += width(&words, 9.0) + 5.0;
            }
        }
        if variant.found.distance == 0 {
            page.words("as drawn", (right, y), 9.0, Face::Print, GREY);
        }
        self.board(page, (x, y + 8.0), variant.found.pattern, added, removed);
        let below = self.below((x, y));
        let room = self.grid().1.0 - GAP / 2.0;
        for (line, words) in captions(self.board, variant).into_iter().enumerate() {
            let at = (x, below.1 + LINE * line as f32);
            page.words(&words, at, fitting(&words, room, SIZE), Face::Print, GREY);
        }
    }

    /// Where the words below the board of a place begin.
    fn below(&self, (x, y): Point) -> Point {
        (x, y + 8.0 + self.board.extent_on_paper().1 * self.pitch() + 12.0)
    }

    fn board(
        &self,
        page: &mut Page,
        corner: Point,
        pattern: Bitboard,
        added: Bitboard,
        removed: Bitboard,
    ) {
        let pitch = self.pitch();
        let placed = OnPage { board: self.board, corner, pitch };
        let empty = self.board.complement(pattern).without(removed);
        for (holes, radius, colour) in [(empty, 0.13, HOLE), (pattern.without(added), 0.43, PEG)] {
            if !holes.is_empty() {
                page.marks.push(placed.dots(&holes.into(), radius, colour));
            }
        }
        for (holes, is_added) in [(added, true), (removed, false)] {
            for hole in holes.pegs() {
                page.peg(placed.centre(hole), pitch * 0.43, is_added);
            }
        }
    }
}

/// What is said of a variant: its pegs and how it is read, its moves and grade, its solutions, and where it stands or starts.
#[must_use]
pub fn captions(board: &SmallBoard, variant: &Variant) -> Vec<String> {
    let reads = variant
        .reading
        .map_or_else(String::new, |reading| format!(", read {:.0} %", reading * 100.0));
    let mut lines = vec![format!("{} pegs{reads}", variant.found.pattern.count())];
    if let Some(puzzle) = &variant.puzzle {
        let moves = puzzle.solution.moves().count();
        match puzzle.figures {
            Some(figures) => {
                lines.push(format!("{moves} moves, {}", figures.grade().word()));
                let solutions = figures.solutions();
                lines.push(match solutions {
                    1 => "1 solution".to_owned(),
                    0..1_000_000_000 => format!("{} solutions", grouped(solutions)),
                    _ => format!("about {:.0e} solutions", solutions as f64),
                });
            }
            None => lines.push(format!("at most {moves} moves")),
        }
    }
    let place = variant.place.to_string();
    if !place.is_empty() {
        lines.push(place);
    }
    if let Some(vacancy) = variant.vacancy {
        lines.push(format!("from {}", board.hole_name(vacancy)));
    }
    lines
}

/// A page in the making.
struct Page {
    marks: Vec<Mark>,
}

impl Page {
    fn words(&mut self, text: &str, at: Point, size: f32, face: Face, colour: Colour) {
        self.marks.push(Words::new(text, at, size, colour).faced(face).into());
    }

    /// A peg that was added, with a plus in it, or one that is missing, a ring with a minus.
    fn peg(&mut self, centre: Point, radius: f32, is_added: bool) {
        let (arm, width) = (radius * 0.5, radius * 0.28);
        let colour = if is_added { Colour::WHITE } else { REMOVED };
        let line = Line { width, colour };
        self.marks.push(match is_added {
            true => Mark::Disc { centre, radius, fill: Fill::Plain(ADDED) },
            false => Mark::Ring { centre, radius: radius - width / 2.0, line },
        });
        let arms = [(arm, 0.0), (0.0, arm)];
        for (x, y) in arms.into_iter().take(if is_added { 2 } else { 1 }) {
            let points = vec![(centre.0 - x, centre.1 - y), (centre.0 + x, centre.1 + y)];
            self.marks.push(Mark::Path { points, line });
        }
    }
}
