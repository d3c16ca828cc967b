//! The rule on a sheet: drawings of what is a jump and what is not, and what to do. It stands above
//! the puzzles, or on pages of its own.

use super::language::filled;
use super::{CAPTION, FRAME, Language, SENTENCE, Sheet, example};
use crate::drawing::{Anchor, Drawing, Line, Point, Role, Words};
use crate::page::{GREY, INK, Peg};
use crate::render::arrow;
use peg_solitaire::board::Lattice;
use peg_solitaire::puzzle::Puzzle;

/// How large the drawings are.
struct Style {
    /// The least width of a drawing. As many as have it are side by side.
    width: f32,
    /// The most distance between the holes of a drawing.
    pitch: f32,
    /// The size of the words below drawings.
    words: f32,
}

/// Above puzzles.
const ABOVE: Style = Style {
    width: 52.0,
    pitch: 15.0,
    words: CAPTION,
};
/// On a page of its own.
const APART: Style = Style {
    width: 88.0,
    pitch: 22.0,
    words: SENTENCE,
};

/// The space between two drawings, and from a row of them to what is below.
const GAP: f32 = 8.0;
const BELOW: f32 = 21.0;
/// The width and the height of a drawing, in distances between its holes.
const EXTENT: Point = (5.6, 3.47);

/// A drawing of the rule, and what is said of it.
struct Figure<'s> {
    number: usize,
    caption: &'s str,
}

impl Sheet {
    /// Draws the rule above puzzles like this one, and returns where they begin.
    pub(super) fn rule_above(&self, page: &mut Drawing, puzzle: &Puzzle, top: f32) -> f32 {
        let figures = self.figures(puzzle);
        let mut y = top;
        for row in self.rows_of(&figures, &ABOVE) {
            y = self.figure_row(page, puzzle, row, &ABOVE, y) + BELOW;
        }
        self.what_to_do(page, puzzle, y) + 12.0
    }

    /// The rule on pages of its own, if the paper has room for it.
    pub(super) fn rule_pages(
        &self,
        puzzle: &Puzzle,
        new_page: impl Fn() -> (Drawing, f32),
    ) -> Option<Vec<Drawing>> {
        let figures = self.figures(puzzle);
        let mut pages = Flow {
            bottom: self.bottom(),
            y: f32::MAX,
            pages: Vec::new(),
            new_page,
        };
        for row in self.rows_of(&figures, &APART) {
            pages.add(|page, y| self.figure_row(page, puzzle, row, &APART, y))?;
        }
        pages.add(|page, y| self.what_to_do(page, puzzle, y))?;
        Some(pages.pages)
    }

    /// The drawings that a board needs: diagonals are jumps on a triangular one.
    fn figures(&self, puzzle: &Puzzle) -> Vec<Figure<'_>> {
        let Language { rules, never, .. } = &self.language;
        let never = match puzzle.solution.board().lattice() {
            Lattice::Square => [(3, &never[0]), (4, &never[1])].to_vec(),
            Lattice::Triangular => [(4, &never[1])].to_vec(),
        };
        let all = (0..).zip(rules).chain(never);
        all.map(|(number, caption)| Figure { number, caption })
            .collect()
    }

    /// The drawings in rows, equally many in each if possible.
    fn rows_of<'f>(
        &self,
        figures: &'f [Figure<'f>],
        style: &Style,
    ) -> std::slice::Chunks<'f, Figure<'f>> {
        let most = ((self.room() + GAP) / (style.width + GAP)) as usize;
        let rows = figures.len().div_ceil(most.max(1));
        figures.chunks(figures.len().div_ceil(rows))
    }

    /// Draws a row of drawings with their words. Returns the last base line of these.
    fn figure_row(
        &self,
        page: &mut Drawing,
        puzzle: &Puzzle,
        row: &[Figure<'_>],
        style: &Style,
        top: f32,
    ) -> f32 {
        let all = self.figures(puzzle);
        let columns = self.rows_of(&all, style).next().map_or(1, <[_]>::len);
        let cell = (self.room() + GAP) / columns as f32;
        let width = cell - GAP;
        let pitch = style.pitch.min(width / EXTENT.0);
        let height = EXTENT.1 * pitch;

        let mut bottom = top;
        for (column, Figure { number, caption }) in row.iter().enumerate() {
            let left = self.margin() + column as f32 * cell;
            let middle = (left + width / 2.0, top + height / 2.0);
            page.tagged(Role::Figure, *caption, |page| {
                page.frame((left, top), (width, height), 5.0, FRAME);
                let lattice = puzzle.solution.board().lattice();
                draw(page, *number, middle, pitch, lattice);
                let at = (middle.0, top + height + 3.5 + style.words);
                let text = self.language.hyphenated(caption);
                let words = Words::new(text, at, style.words, GREY).anchored(Anchor::Middle);
                bottom = bottom.max(page.paragraph(words, width));
            });
        }
        bottom
    }

    /// Writes what to do. Returns the last base line.
    fn what_to_do(&self, page: &mut Drawing, puzzle: &Puzzle, y: f32) -> f32 {
        let language = &self.language;
        let [from, to] = example(puzzle.solution.board());
        let write = filled(&language.write, &[("from", &from), ("to", &to)]);
        let any = if puzzle.targets.len() > 1 {
            &*language.any
        } else {
            ""
        };
        let sentences = format!("{} {any} {write}", language.aim);
        let words = Words::new(sentences, (self.margin(), y), SENTENCE, INK);
        page.paragraph(words, self.room())
    }
}

/// Pages in the making, on which one thing follows below the other.
struct Flow<N> {
    /// Where pages end, and where the next thing is drawn.
    bottom: f32,
    y: f32,
    pages: Vec<Drawing>,
    /// A new page, and where things begin on it.
    new_page: N,
}

impl<N: Fn() -> (Drawing, f32)> Flow<N> {
    /// Draws a thing below the one before, or on a new page if it has no room there. Returns nothing
    /// if a whole page has no room for it. What draws it returns its last base line.
    fn add(&mut self, draw: impl Fn(&mut Drawing, f32) -> f32) -> Option<()> {
        let end = |y| draw(&mut Drawing::new((0.0, 0.0)), y);
        if end(self.y) > self.bottom {
            let (page, top) = (self.new_page)();
            if end(top) > self.bottom {
                return None;
            }
            self.pages.push(page);
            self.y = top;
        }

        self.y = draw(self.pages.last_mut()?, self.y) + BELOW;
        Some(())
    }
}

/// Draws a part of the rule around a place: a peg beside another, the jump, what is left, each in
/// two directions; a diagonal jump and one over two pegs, with a cross.
fn draw(page: &mut Drawing, number: usize, (x, y): Point, pitch: f32, lattice: Lattice) {
    let at = |across: f32, down: f32| (x + across * pitch, y + down * pitch);
    let pegs: &[Peg] = match number {
        0 | 3 => &[Peg::Outlined, Peg::Shaded, Peg::None],
        1 => &[Peg::Faint, Peg::Shaded, Peg::Outlined],
        2 => &[Peg::None, Peg::None, Peg::Outlined],
        _ => &[Peg::Outlined, Peg::Shaded, Peg::Shaded, Peg::None],
    };
    let up = if lattice == Lattice::Square {
        (0.0, -1.0)
    } else {
        (0.5, -0.87)
    };
    let ways: &[(Point, Point)] = match number {
        0..3 => &[((-1.0, 0.0), (1.0, 0.0)), ((1.7, 0.0), up)],
        3 => &[((-0.2, 0.0), (0.75, -0.75))],
        _ => &[((-0.2, 0.25), (1.0, 0.0))],
    };
    for &((across, down), step) in ways {
        let place = |peg: usize| {
            let along = peg as f32 - (pegs.len() as f32 - 1.0) / 2.0;
            at(across + along * step.0, down + along * step.1)
        };
        for (number, &peg) in pegs.iter().enumerate() {
            page.peg(place(number), pitch, peg);
        }
        if [1, 3, 4].contains(&number) {
            let line = Line {
                width: 1.1,
                colour: INK,
            };
            page.elements
                .extend(arrow(place(0), place(pegs.len() - 1), pitch, line));
        }
    }
    if number > 2 {
        // Beside the drawing, which stays legible.
        for side in [0.35, -0.35] {
            let line = Line {
                width: 2.5,
                colour: INK,
            };
            page.path([at(1.75, -0.9 - side), at(2.45, -0.9 + side)], line);
        }
    }
}
