//! What printed pages have in common: ink, paragraphs, stills of films, and a board with the names
//! of its rows and columns. Sheets, posters and variants are set with it.

use std::collections::BTreeSet;

use crate::Error;
use crate::drawing::typeface::width;
use crate::drawing::{Anchor, Colour, Drawing, Element, Fill, Line, Place, Point, Role, Words};
use crate::hyphenation;
use crate::render::{Scene, Size, Theme, View};
use crate::timeline::{Setting, Timeline, Timing};
use peg_solitaire::board::{Board, Hole, Lattice, Position};

pub(crate) const INK: Colour = Colour::rgb(0);
pub(crate) const GREY: Colour = Colour::rgb(0x66_66_66);
/// The rings of empty holes.
pub(crate) const HOLE: Line = Line {
    width: 0.6,
    colour: Colour::rgb(0x88_88_88),
};

/// The size of the names of rows and columns.
const NAME: f32 = 9.0;
/// The space between the name of a row and its first hole.
const BESIDE: f32 = 2.5;

/// A part of a page.
#[derive(Clone, Copy, Debug)]
pub(crate) struct PageRoom {
    pub corner: Point,
    pub size: Point,
}

impl PageRoom {
    /// What is within a margin.
    pub fn inset(self, margin: f32) -> Self {
        Self {
            corner: (self.corner.0 + margin, self.corner.1 + margin),
            size: (self.size.0 - 2.0 * margin, self.size.1 - 2.0 * margin),
        }
    }
}

/// Words in ink.
pub(crate) fn inked(text: impl Into<String>, at: Point, size: f32) -> Words {
    Words::new(text, at, size, INK)
}

/// Grey words whose middle is above a place.
pub(crate) fn label(text: impl Into<String>, at: Point, size: f32) -> Words {
    Words::new(text, at, size, GREY).anchored(Anchor::Middle)
}

/// Writes words on as many lines as they take in a room of some width. Returns the last base line.
pub(crate) fn paragraph(page: &mut Drawing, words: Words, room: f32) -> f32 {
    let (left, mut base) = words.at;
    page.tagged(Role::Paragraph, "", |page| {
        let lines = lines(&words.text, words.size, room);

        for (number, text) in lines.into_iter().enumerate() {
            base = words.at.1 + 1.3 * words.size * number as f32;
            page.put(Words {
                text,
                at: (left, base),
                ..words.clone()
            });
        }
    });
    base
}

/// The lines that a text of a size takes in a room of some width.
pub(crate) fn lines(text: &str, size: f32, room: f32) -> Vec<String> {
    hyphenation::lines(text, |line| width(line, size) <= room)
}

/// Boards as a still of a film shows them, without space around them.
pub(crate) fn still(setting: Setting, theme: &Theme) -> Result<Scene, Error> {
    let mut theme = theme.clone();
    theme.layout.padding = 0.0;
    if theme.board.colour == theme.background {
        theme.board.margin = 0.0;
        theme.layout.gap = 1.3;
    }

    let view = View {
        size: Size::Pitch(24),
        ..View::new(theme)
    };
    let timeline = Timeline::new(setting, Timing::default())?;
    Ok(Scene::finished(timeline, view))
}

/// Draws a drawing as one thing on a page.
pub(crate) fn figure(page: &mut Drawing, drawing: Drawing, place: Place) {
    let labels: Vec<String> = drawing.labels.iter().flatten().cloned().collect();
    let figure = page.embed(drawing, place);
    page.put(Element::Tagged {
        role: Role::Figure,
        said: labels.join(": "),
        elements: vec![figure],
    });
}

/// Cells of the same size side by side, in rows.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Grid {
    pub columns: usize,
    /// From a cell to the next, across and down.
    pub cell: Point,
}

impl Grid {
    /// The grid that fills a room, with a gap between cells.
    pub fn filling(room: Point, gap: f32, columns: usize, rows: usize) -> Self {
        Self {
            columns,
            cell: (
                (room.0 + gap) / columns as f32,
                (room.1 + gap) / rows as f32,
            ),
        }
    }

    /// The corner of a cell, counted from the corner of the first one.
    pub fn corner(&self, first: Point, number: usize) -> Point {
        let column = number % self.columns;
        let row = number / self.columns;
        (
            first.0 + column as f32 * self.cell.0,
            first.1 + row as f32 * self.cell.1,
        )
    }
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

impl Peg {
    /// Draws the peg on a board with this distance between holes.
    pub fn draw(self, page: &mut Drawing, centre: Point, pitch: f32) {
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

        match self {
            Self::None => page.put(ring(0.12, HOLE)),
            Self::Solid => page.put(disc(Colour::rgb(0x22_22_22))),
            Self::Pale => page.put(disc(Colour::rgb(0xcc_cc_cc))),
            Self::Outlined => page.put(ring(0.38, outline)),
            Self::Shaded => {
                page.put(disc(Colour::rgb(0xdd_dd_dd)));
                page.put(ring(0.38, outline));
            }
            Self::Faint => page.put(ring(0.38, HOLE)),
        }
    }
}

/// A board on a page.
#[derive(Clone, Copy, Debug)]
pub(crate) struct OnPage<'b> {
    pub board: &'b Board,
    /// The corner of its first cell.
    pub corner: Point,
    /// The distance between neighbouring holes.
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
    let mut extent: (f32, f32) = (1.0, 1.0);

    for hole in board.each_hole() {
        let (x, y) = place_on_paper(board, hole);
        extent = (extent.0.max(x + 1.0), extent.1.max(y + 1.0));
    }
    extent
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
        let mut names = Vec::new();
        let mut pegs = Vec::new();
        for hole in self.board.each_hole() {
            let count = positions.iter().filter(|it| it.has(hole)).count();
            if count > 0 {
                names.push(self.board.hole_name(hole));
            }

            let seen = match count {
                0 => Peg::None,
                count if count == positions.len() => peg,
                _ => Peg::Pale,
            };
            pegs.push((hole, seen));
        }

        let said = format!("{word}: {}", names.join(" "));
        page.tagged(Role::Figure, said, |page| {
            self.coordinates(page);
            for (hole, peg) in pegs {
                peg.draw(page, self.centre(hole), self.pitch);
            }
        });
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
                let first = if is_square { 0.0 } else { x };
                let (left, middle) = self.at((first, y + 0.5));
                let at = (left - BESIDE, middle + 0.36 * NAME);
                page.put(Words::new(row, at, NAME, GREY).anchored(Anchor::End));
            }
            if is_square && seen.insert(column.to_owned()) {
                let (middle, top) = self.at((x + 0.5, 0.0));
                page.put(label(column, (middle, top - 3.0), NAME));
            }
            if !is_square && y + 1.0 > down - 0.01 {
                let (middle, bottom) = self.at((x + 0.5, down));
                page.put(label(column, (middle, bottom + NAME), NAME));
            }
        }
    }
}

/// The parts of the name of a hole: `c` and `12`.
fn column_and_row(name: &str) -> (&str, &str) {
    let column = name.trim_end_matches(|digit: char| digit.is_ascii_digit());
    name.split_at(column.len())
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
