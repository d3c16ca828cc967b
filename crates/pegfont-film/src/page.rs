//! A page in the making, and a board on it. Sheets and specimens are set with it.

use std::collections::BTreeSet;

use crate::drawing::typeface::width;
use crate::drawing::{Anchor, Colour, Drawing, Element, Fill, Line, Point, Role, Words};
use crate::hyphenation;
use peg_solitaire::board::{Board, Hole, Lattice, Position};

pub(crate) const INK: Colour = Colour::rgb(0);
pub(crate) const GREY: Colour = Colour::rgb(0x66_66_66);
/// The rings of empty holes.
pub(crate) const HOLE: Line = Line {
    width: 0.6,
    colour: Colour::rgb(0x88_88_88),
};

/// The size of the names of rows and columns, and how far those of rows are beside their holes.
const NAME: f32 = 9.0;
const BESIDE: f32 = 2.5;

/// A page in the making is a drawing.
impl Drawing {
    pub(crate) fn put(&mut self, element: impl Into<Element>) {
        self.elements.push(element.into());
    }

    pub(crate) fn text(&mut self, at: Point, size: f32, text: impl Into<String>) {
        self.put(Words::new(text, at, size, INK));
    }

    pub(crate) fn bold(&mut self, at: Point, size: f32, text: impl Into<String>) {
        self.put(Words::new(text, at, size, INK).bold());
    }

    pub(crate) fn path(&mut self, points: impl Into<Vec<Point>>, line: Line) {
        self.put(Element::Path {
            points: points.into(),
            line,
        });
    }

    /// Grey words in the middle above a place.
    pub(crate) fn label(&mut self, at: Point, size: f32, text: impl Into<String>) {
        self.put(Words::new(text, at, size, GREY).anchored(Anchor::Middle));
    }

    /// Writes words on as many lines as they take in a room of some width. Returns the last base
    /// line.
    pub(crate) fn paragraph(&mut self, words: Words, room: f32) -> f32 {
        let lines = lines(&words.text, words.size, room);
        let mut bottom = words.at.1;
        self.tagged(Role::Paragraph, "", |page| {
            for (number, text) in lines.into_iter().enumerate() {
                bottom = words.at.1 + 1.3 * words.size * number as f32;
                page.put(Words {
                    text,
                    at: (words.at.0, bottom),
                    ..words.clone()
                });
            }
        });
        bottom
    }

    /// What is drawn is one thing to a screen reader, which says these words.
    pub(crate) fn tagged(
        &mut self,
        role: Role,
        said: impl Into<String>,
        draw: impl FnOnce(&mut Self),
    ) {
        let first = self.elements.len();
        draw(self);
        let elements = self.elements.split_off(first);
        self.put(Element::Tagged {
            role,
            said: said.into(),
            elements,
        });
    }

    pub(crate) fn frame(&mut self, corner: Point, size: Point, radius: f32, line: Line) {
        self.put(Element::Box {
            corner,
            size,
            radius,
            fill: Colour::TRANSPARENT,
            edge: Some(line),
        });
    }

    /// A peg as a sheet shows it.
    pub(crate) fn peg(&mut self, centre: Point, pitch: f32, peg: Peg) {
        let disc = |colour| Element::Disc {
            centre,
            radius: 0.4 * pitch,
            fill: Fill::Plain(colour),
        };
        let ring = |radius, line| Element::Ring {
            centre,
            radius: radius * pitch,
            line,
        };
        let outline = Line {
            width: (0.07 * pitch).min(1.4),
            colour: INK,
        };
        match peg {
            Peg::None => self.put(ring(0.12, HOLE)),
            Peg::Solid => self.put(disc(Colour::rgb(0x22_22_22))),
            Peg::Pale => self.put(disc(Colour::rgb(0xcc_cc_cc))),
            Peg::Outlined => self.put(ring(0.38, outline)),
            Peg::Shaded => self
                .elements
                .extend([disc(Colour::rgb(0xdd_dd_dd)), ring(0.38, outline)]),
            Peg::Faint => self.put(ring(0.38, HOLE)),
        }
    }
}

/// The lines that a text of a size takes in a room of some width.
pub(crate) fn lines(text: &str, size: f32, room: f32) -> Vec<String> {
    hyphenation::lines(text, |line| width(line, size) <= room)
}

/// A hole of a sheet, or what is in it.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Peg {
    None,
    /// For a goal.
    Solid,
    /// For a start: little ink, and room for a pencil.
    Outlined,
    /// In some goals.
    Pale,
    /// Jumped over.
    Shaded,
    /// Where a peg was.
    Faint,
}

/// A board on a page: `corner` is that of its first cell, `pitch` the distance between neighbouring
/// holes.
#[derive(Clone, Copy, Debug)]
pub(crate) struct OnPage<'b> {
    pub board: &'b Board,
    pub corner: Point,
    pub pitch: f32,
}

/// The distance of a hole's cell from the left and from the top, relative to that between
/// neighbours of a row. The rows of a triangular board are closer together.
pub(crate) fn place_on_paper(board: &Board, hole: Hole) -> Point {
    let (column, row) = board.picture_place(hole);
    match board.lattice() {
        Lattice::Square => (column as f32, row as f32),
        Lattice::Triangular => (column as f32 / 2.0, row as f32 * 0.866),
    }
}

/// The width and height of all cells of a board together.
pub(crate) fn extent_on_paper(board: &Board) -> (f32, f32) {
    let places = board.each_hole().map(|hole| place_on_paper(board, hole));
    places.fold((1.0, 1.0), |(width, height): (f32, f32), (x, y)| {
        (width.max(x + 1.0), height.max(y + 1.0))
    })
}

impl OnPage<'_> {
    /// The place `x` holes to the right of the corner and `y` below it.
    pub fn at(&self, (x, y): Point) -> Point {
        (
            self.corner.0 + x * self.pitch,
            self.corner.1 + y * self.pitch,
        )
    }

    /// The centre of a hole.
    pub fn centre(&self, hole: Hole) -> Point {
        let (x, y) = place_on_paper(self.board, hole);
        self.at((x + 0.5, y + 0.5))
    }

    /// A dot in each of these holes, with a radius in distances between holes.
    pub fn dots(&self, pegs: &Position, radius: f32, colour: Colour) -> Element {
        let centres = pegs.pegs().map(|hole| self.centre(hole)).collect();
        Element::Dots {
            centres,
            radius: radius * self.pitch,
            colour,
        }
    }

    /// A position on the board, or one of several, after a word: the pegs of all of them look as
    /// they should, other ones pale.
    pub fn set(&self, page: &mut Drawing, word: &str, positions: &[Position], peg: Peg) {
        let board = self.board;
        let seen = |hole: Hole| match positions.iter().filter(|one| one.has(hole)).count() {
            0 => Peg::None,
            count if count == positions.len() => peg,
            _ => Peg::Pale,
        };
        let names = board.each_hole().filter(|&hole| seen(hole) != Peg::None);
        let names: Vec<String> = names.map(|hole| board.hole_name(hole)).collect();
        page.tagged(
            Role::Figure,
            format!("{word}: {}", names.join(" ")),
            |page| {
                self.coordinates(page);
                board
                    .each_hole()
                    .for_each(|hole| page.peg(self.centre(hole), self.pitch, seen(hole)));
            },
        );
    }

    /// The letters of the columns and the numbers of the rows, outside of the board. A triangular
    /// board, where columns are not upright, has the number of each row before its first hole, and
    /// the letters below its last row.
    fn coordinates(&self, page: &mut Drawing) {
        let board = self.board;
        let down = extent_on_paper(board).1;
        let is_square = board.lattice() == Lattice::Square;
        let mut seen = BTreeSet::new();
        for hole in board.each_hole() {
            let name = board.hole_name(hole);
            let (column, row) = column_and_row(&name);
            let (x, y) = place_on_paper(board, hole);
            if seen.insert(row.to_owned()) {
                let (left, middle) = self.at((if is_square { 0.0 } else { x }, y + 0.5));
                let at = (left - BESIDE, middle + 0.36 * NAME);
                page.put(Words::new(row, at, NAME, GREY).anchored(Anchor::End));
            }
            if is_square && seen.insert(column.to_owned()) {
                let (middle, top) = self.at((x + 0.5, 0.0));
                page.label((middle, top - 3.0), NAME, column);
            }
            if !is_square && y + 1.0 > down - 0.01 {
                let (middle, bottom) = self.at((x + 0.5, down));
                page.label((middle, bottom + NAME), NAME, column);
            }
        }
    }
}

/// The parts of the name of a hole: `c` and `12`.
fn column_and_row(name: &str) -> (&str, &str) {
    name.split_at(
        name.trim_end_matches(|one: char| one.is_ascii_digit())
            .len(),
    )
}

/// What the names of rows and columns around a board take.
pub(crate) struct RoomForNames {
    /// The width of those on the left of the board.
    pub left: f32,
    /// The least distance between columns at which their names don't touch.
    pub pitch: f32,
}

/// The height of the names of columns.
pub(crate) const COLUMN_NAMES: f32 = 11.5;

impl RoomForNames {
    pub fn around(board: &Board) -> Self {
        let mut room = Self {
            left: 0.0,
            pitch: 0.0,
        };
        for hole in board.each_hole() {
            let name = board.hole_name(hole);
            let (column, row) = column_and_row(&name);
            room.left = room.left.max(width(row, NAME) + BESIDE);
            room.pitch = room.pitch.max(width(column, NAME) + 1.0);
        }
        room
    }
}
