//! A sheet of variants to choose from: the design, then reachable patterns near it, numbered, each with what it changes and what its
//! game is like. Needs variants, not the solver.

use crate::drawing::typeface::{fitting, width};
use crate::drawing::{Colour, Drawing, Fill, Line, Mark, Point, Shown, Words};
use crate::page::OnPage;
use peg_solitaire::board::{Bitboard, SmallBoard};
use peg_solitaire::words::grouped;
use pegfont_type::find::{Place, Variant};

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
/// The height of a line of the heading.
const LEAD: f32 = 14.0;

/// The sheet of some variants.
#[derive(Clone, Copy, Debug)]
pub struct VariantSheet<'a> {
    /// The board of all patterns.
    pub board: &'a SmallBoard,
    /// The heading.
    pub title: &'a str,
    /// The lines below the heading.
    pub about: &'a [String],
    /// What the variants are near.
    pub design: Bitboard,
    /// The variants in the order in which they are shown.
    pub variants: &'a [Variant],
}

impl VariantSheet<'_> {
    /// All variants on one page, as high as it takes.
    #[must_use]
    pub fn page(&self) -> Drawing {
        let (columns, cell) = self.grid();
        let rows = (self.variants.len() + 1).div_ceil(columns);
        let height = 2.0 * (MARGIN - GAP) + self.head() + rows as f32 * cell.1;
        let shown = Shown::Pixels(2.0);
        Drawing { ground: PAPER, shown, ..self.laid(rows, height.ceil()).swap_remove(0) }
    }

    /// The variants on pages of paper.
    #[must_use]
    pub fn pages(&self) -> Vec<Drawing> {
        let room = PAGE.1 - 2.0 * MARGIN - self.head();
        self.laid(((room / self.grid().1.1) as usize).max(1), PAGE.1)
    }

    /// The height of the headings.
    fn head(&self) -> f32 {
        60.0 + LEAD * self.about.len() as f32
    }

    /// How many variants are side by side, and the size of the place of one.
    fn grid(&self) -> (usize, Point) {
        let (across, down) = self.board.extent_on_paper();
        let (pitch, room) = (self.pitch(), PAGE.0 - 2.0 * MARGIN + GAP);
        let columns = ((room / ((across * pitch).max(86.0) + GAP)) as usize).max(1);
        let lines = self.variants.iter().map(|it| captions(self.board, it).len());
        let lines = lines.max().unwrap_or(1) as f32;
        (columns, (room / columns as f32, down * pitch + 2.0 * GAP + lines * LINE + 12.0))
    }

    fn pitch(&self) -> f32 {
        PITCH.min((PAGE.0 - 2.0 * MARGIN) / self.board.extent_on_paper().0)
    }

    /// Pages of `rows` rows, `height` points high.
    fn laid(&self, rows: usize, height: f32) -> Vec<Drawing> {
        let (columns, cell) = self.grid();
        let numbers: Vec<usize> = (0..=self.variants.len()).collect();
        let page = |cells: &[usize]| {
            let labels = Some([self.title.to_owned(), self.about.join("\n")]);
            let size = (PAGE.0, height);
            let mut page = Drawing { shown: Shown::Points, labels, ..Drawing::new(size) };
            self.heading(&mut page);
            for (at, &number) in cells.iter().enumerate() {
                let (column, row) = ((at % columns) as f32, (at / columns) as f32);
                let corner = (MARGIN + column * cell.0, MARGIN + self.head() + row * cell.1);
                self.cell(&mut page, number, corner);
            }
            page
        };
        numbers.chunks(columns * rows).map(page).collect()
    }

    fn heading(&self, page: &mut Drawing) {
        let fits = |words: &str, most| fitting(words, PAGE.0 - 2.0 * MARGIN, most);
        let size = fits(self.title, 20.0);
        page.put(Words::new(self.title, (MARGIN, MARGIN + 16.0), size, PEG).bold());
        let mut y = MARGIN + 34.0;
        for line in self.about {
            page.put(Words::new(line, (MARGIN, y), fits(line, 10.0), GREY));
            y += LEAD;
        }
        let mut x = MARGIN + 4.5;
        for (is_added, what) in
            [(true, "a peg that the design lacks"), (false, "a peg of the design that is missing")]
        {
            peg(page, (x, y - 1.2), 4.5, is_added);
            page.put(Words::new(what, (x + 9.0, y + 2.0), 9.0, GREY));
            x += width(what, 9.0) + 34.0;
        }
    }

    /// A variant, or the design if the number is 0.
    fn cell(&self, page: &mut Drawing, number: usize, (x, y): Point) {
        let variant = number.checked_sub(1).map(|number| &self.variants[number]);
        let pattern = variant.map_or(self.design, |it| it.found.pattern);
        // A character may have other designs; what stands where it was drawn is held against the one that is shown.
        let design = variant.filter(|it| it.place != Place::default()).map(|it| it.found.design);
        let design = design.unwrap_or(self.design);
        let (added, removed) = (pattern.without(design), design.without(pattern));
        let name = variant.map_or("the design".to_owned(), |_| number.to_string());
        page.put(Words::new(&name, (x, y), 10.0, PEG).bold());
        let mut right = x + width(&name, 10.0) + 8.0;
        for (sign, holes, colour) in [('+', added, ADDED), ('\u{2212}', removed, REMOVED)] {
            if !holes.is_empty() {
                let count = format!("{sign}{}", holes.count());
                page.put(Words::new(&count, (right, y), 9.0, colour));
                right += width(&count, 9.0) + 5.0;
            }
        }
        let pitch = self.pitch();
        let placed = OnPage { board: self.board, corner: (x, y + 8.0), pitch };
        let empty = self.board.complement(pattern).without(removed);
        for (holes, radius, colour) in [(empty, 0.13, HOLE), (pattern.without(added), 0.43, PEG)] {
            if !holes.is_empty() {
                page.put(placed.dots(&holes.into(), radius, colour));
            }
        }
        for (holes, is_added) in [(added, true), (removed, false)] {
            holes.pegs().for_each(|it| peg(page, placed.centre(it), pitch * 0.43, is_added));
        }
        let mut below = y + 20.0 + self.board.extent_on_paper().1 * pitch;
        let lines = variant.map(|it| captions(self.board, it));
        for line in lines.unwrap_or_else(|| vec![format!("{} pegs", pattern.count())]) {
            let size = fitting(&line, self.grid().1.0 - GAP / 2.0, SIZE);
            page.put(Words::new(line, (x, below), size, GREY));
            below += LINE;
        }
    }
}

/// What is said of a variant: its pegs and how it is read, its moves and grade, its solutions, and where it stands or starts.
#[must_use]
pub fn captions(board: &SmallBoard, variant: &Variant) -> Vec<String> {
    let read = |reading: f64| format!(", read {:.0} %", reading * 100.0);
    let reads = variant.reading.map(read).unwrap_or_default();
    let mut lines = vec![format!("{} pegs{reads}", variant.found.pattern.count())];
    if let Some(puzzle) = &variant.puzzle {
        let moves = puzzle.solution.moves().count();
        lines.extend(match puzzle.figures {
            None => vec![format!("at most {moves} moves")],
            Some(figures) => {
                let solutions = match figures.solutions() {
                    1 => "1 solution".to_owned(),
                    few @ 0..1_000_000_000 => format!("{} solutions", grouped(few)),
                    many => format!("about {:.0e} solutions", many as f64),
                };
                vec![format!("{moves} moves, {}", figures.grade().word()), solutions]
            }
        });
    }
    lines.extend(Some(variant.place.to_string()).filter(|place| !place.is_empty()));
    lines.extend(variant.vacancy.map(|hole| format!("from {}", board.hole_name(hole))));
    lines
}

/// A peg that was added, with a plus in it, or one that is missing, a ring with a minus.
fn peg(page: &mut Drawing, centre: Point, radius: f32, is_added: bool) {
    let (arm, width) = (radius * 0.5, radius * 0.28);
    let line = Line { width, colour: if is_added { Colour::WHITE } else { REMOVED } };
    page.put(match is_added {
        true => Mark::Disc { centre, radius, fill: Fill::Plain(ADDED) },
        false => Mark::Ring { centre, radius: radius - width / 2.0, line },
    });
    for (x, y) in [(arm, 0.0), (0.0, arm)].into_iter().take(if is_added { 2 } else { 1 }) {
        page.path([(centre.0 - x, centre.1 - y), (centre.0 + x, centre.1 + y)], line);
    }
}
