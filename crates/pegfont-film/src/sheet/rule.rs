//! The rule on a sheet: drawings of what is a jump and what is not, and what to do. It stands above
//! the puzzles, or on pages of its own.

use super::language::filled;
use super::{CAPTION, FRAME, Language, SENTENCE, Sheet, example};
use crate::drawing::{Drawing, Line, Point, Role};
use crate::page::{INK, Peg, inked, label, paragraph};
use crate::render::arrow;
use peg_solitaire::board::Lattice;
use peg_solitaire::puzzle::Puzzle;

/// How large the drawings are.
struct FigureSize {
    /// The least width of a drawing. As many as have it are side by side.
    width: f32,
    /// The most distance between the holes of a drawing.
    pitch: f32,
    /// The size of the words below drawings.
    words: f32,
}

/// Above puzzles.
const ABOVE: FigureSize = FigureSize {
    width: 52.0,
    pitch: 15.0,
    words: CAPTION,
};
/// On a page of its own.
const APART: FigureSize = FigureSize {
    width: 88.0,
    pitch: 22.0,
    words: SENTENCE,
};

/// The space between two drawings, and from a row of them to what is below.
const GAP: f32 = 8.0;
const BELOW: f32 = 21.0;
/// The width and the height of a drawing, in distances between its holes.
const EXTENT: Point = (5.6, 3.47);

/// The rule of puzzles like one of a sheet.
pub(super) struct Rule<'s> {
    sheet: &'s Sheet,
    puzzle: &'s Puzzle,
    figures: Vec<Figure<'s>>,
}

/// A drawing of the rule, and what is said of it.
struct Figure<'s> {
    step: RuleStep,
    caption: &'s str,
}

/// What a drawing of the rule shows.
#[derive(Clone, Copy, PartialEq)]
enum RuleStep {
    /// A peg beside another, with an empty hole behind that one.
    Before,
    /// The jump.
    Jump,
    /// What is left.
    After,
    /// A diagonal jump, which isn't allowed.
    Diagonal,
    /// A jump over two pegs, which isn't allowed.
    OverTwo,
}

impl<'s> Rule<'s> {
    /// The drawings that the board of a puzzle needs: diagonals are jumps on a triangular one.
    pub fn new(sheet: &'s Sheet, puzzle: &'s Puzzle) -> Self {
        let Language { rules, never, .. } = &sheet.language;
        let [before, jump, after] = rules;
        let [diagonal, over_two] = never;

        let mut figures = Vec::new();
        let mut add = |step, caption| figures.push(Figure { step, caption });
        add(RuleStep::Before, before);
        add(RuleStep::Jump, jump);
        add(RuleStep::After, after);
        if puzzle.solution.board().lattice() == Lattice::Square {
            add(RuleStep::Diagonal, diagonal);
        }
        add(RuleStep::OverTwo, over_two);
        Self {
            sheet,
            puzzle,
            figures,
        }
    }

    /// Draws the rule above puzzles, and returns where they begin.
    pub fn draw_above(&self, page: &mut Drawing, top: f32) -> f32 {
        let mut y = top;
        for row in self.rows(&ABOVE) {
            y = self.figure_row(page, row, &ABOVE, y) + BELOW;
        }
        self.what_to_do(page, y) + 12.0
    }

    /// The rule on pages of its own, if the paper has room for it.
    pub fn pages(&self, new_page: impl Fn() -> (Drawing, f32)) -> Option<Vec<Drawing>> {
        let mut flow = Flow {
            bottom: self.sheet.bottom(),
            y: f32::MAX,
            pages: Vec::new(),
            new_page,
        };
        for row in self.rows(&APART) {
            flow.add(|page, y| self.figure_row(page, row, &APART, y))?;
        }
        flow.add(|page, y| self.what_to_do(page, y))?;
        Some(flow.pages)
    }

    /// The drawings in rows, equally many in each if possible.
    fn rows(&self, size: &FigureSize) -> std::slice::Chunks<'_, Figure<'s>> {
        self.figures.chunks(self.columns(size))
    }

    /// How many drawings are side by side.
    fn columns(&self, size: &FigureSize) -> usize {
        let most = ((self.sheet.room() + GAP) / (size.width + GAP)) as usize;
        let rows = self.figures.len().div_ceil(most.max(1));
        self.figures.len().div_ceil(rows)
    }

    /// Draws a row of drawings with their words. Returns the last base line of these.
    fn figure_row(
        &self,
        page: &mut Drawing,
        row: &[Figure<'_>],
        size: &FigureSize,
        top: f32,
    ) -> f32 {
        let sheet = self.sheet;
        let cell = (sheet.room() + GAP) / self.columns(size) as f32;
        let width = cell - GAP;
        let pitch = size.pitch.min(width / EXTENT.0);
        let height = EXTENT.1 * pitch;

        let mut bottom = top;
        for (column, figure) in row.iter().enumerate() {
            let left = sheet.margin() + column as f32 * cell;
            let middle = (left + width / 2.0, top + height / 2.0);
            page.tagged(Role::Figure, figure.caption, |page| {
                page.frame((left, top), (width, height), 5.0, FRAME);
                let lattice = self.puzzle.solution.board().lattice();
                figure.step.draw(page, middle, pitch, lattice);

                let at = (middle.0, top + height + 3.5 + size.words);
                let text = sheet.language.hyphenated(figure.caption);
                let base = paragraph(page, label(text, at, size.words), width);
                bottom = bottom.max(base);
            });
        }
        bottom
    }

    /// Writes what to do. Returns the last base line.
    fn what_to_do(&self, page: &mut Drawing, y: f32) -> f32 {
        let language = &self.sheet.language;
        let any = if self.puzzle.targets.len() > 1 {
            &*language.any
        } else {
            ""
        };
        let [from, to] = example(self.puzzle.solution.board());
        let write = filled(&language.write, &[("from", &from), ("to", &to)]);

        let sentences = format!("{} {any} {write}", language.aim);
        let words = inked(sentences, (self.sheet.margin(), y), SENTENCE);
        paragraph(page, words, self.sheet.room())
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
    /// Draws a thing below the one before, or on a new page if it has no room there. Returns
    /// nothing if a whole page has no room for it. What draws it returns its last base line.
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

/// A line of pegs in a drawing.
struct PegLine {
    /// The middle of the line, from that of the drawing, in distances between holes.
    middle: Point,
    /// From a peg to the next.
    step: Point,
}

impl RuleStep {
    fn is_allowed(self) -> bool {
        !matches!(self, Self::Diagonal | Self::OverTwo)
    }

    /// What is in the holes, in the direction of the jump.
    fn pegs(self) -> &'static [Peg] {
        match self {
            Self::Before | Self::Diagonal => &[Peg::Outlined, Peg::Shaded, Peg::None],
            Self::Jump => &[Peg::Faint, Peg::Shaded, Peg::Outlined],
            Self::After => &[Peg::None, Peg::None, Peg::Outlined],
            Self::OverTwo => &[Peg::Outlined, Peg::Shaded, Peg::Shaded, Peg::None],
        }
    }

    /// Where pegs are: what is allowed is drawn in two directions.
    fn places(self, lattice: Lattice) -> Vec<PegLine> {
        let place = |middle, step| PegLine { middle, step };
        let up = match lattice {
            Lattice::Square => (0.0, -1.0),
            Lattice::Triangular => (0.5, -0.87),
        };
        match self {
            Self::Before | Self::Jump | Self::After => {
                vec![place((-1.0, 0.0), (1.0, 0.0)), place((1.7, 0.0), up)]
            }
            Self::Diagonal => vec![place((-0.2, 0.0), (0.75, -0.75))],
            Self::OverTwo => vec![place((-0.2, 0.25), (1.0, 0.0))],
        }
    }

    /// Draws the step around a place, with a cross if it isn't allowed.
    fn draw(self, page: &mut Drawing, (x, y): Point, pitch: f32, lattice: Lattice) {
        let at = |across: f32, down: f32| (x + across * pitch, y + down * pitch);
        let pegs = self.pegs();
        let last = pegs.len() - 1;
        for line in self.places(lattice) {
            let place = |number: usize| {
                let along = number as f32 - last as f32 / 2.0;
                let across = line.middle.0 + along * line.step.0;
                let down = line.middle.1 + along * line.step.1;
                at(across, down)
            };
            for (number, &peg) in pegs.iter().enumerate() {
                peg.draw(page, place(number), pitch);
            }

            if !matches!(self, Self::Before | Self::After) {
                let pen = Line {
                    width: 1.1,
                    colour: INK,
                };
                for part in arrow(place(0), place(last), pitch, pen) {
                    page.put(part);
                }
            }
        }

        if !self.is_allowed() {
            // Beside the drawing, which stays legible.
            let pen = Line {
                width: 2.5,
                colour: INK,
            };
            for side in [0.35, -0.35] {
                page.path([at(1.75, -0.9 - side), at(2.45, -0.9 + side)], pen);
            }
        }
    }
}
