//! Printable sheets of puzzles: pages of puzzles, pages for each name of a list, and the solutions.
//! Makes the layout; [`crate::drawing`] writes the files.

mod language;
mod names;
mod row;
mod solutions;

use self::language::filled;
pub use self::language::{LANGUAGES, Language};
pub use self::names::{
    ListColumn, MOST_LETTERS, MOST_NAMES, Named, Names, PassedOver, Reading, Remark, Why, letters,
};
use self::row::Rows;
use crate::drawing::typeface::{fitting, glyph, width as words_width};
use crate::drawing::{Anchor, Colour, Drawing, Line, Mark, Place, Point, Role, Shown, Words};
use crate::one_game::Block;
use crate::page::{GREY, INK, Peg};
use crate::render::arrow;
use peg_solitaire::board::{Board, Lattice};
use peg_solitaire::puzzle::Puzzle;

/// Paper of 210 mm by 297 mm, in points, of which 72 are an inch.
pub const A4: Point = (595.0, 842.0);
/// Paper of 8.5 inches by 11 inches.
pub const LETTER: Point = (612.0, 792.0);

/// Puzzles on pages of their own.
#[derive(Clone, Debug)]
pub struct Card {
    /// Whom they are for, in the heading. Puzzles for nobody are numbered on all pages, under the
    /// title of the sheet.
    pub name: Option<String>,
    /// The puzzles, in order.
    pub puzzles: Vec<Puzzle>,
}

/// The space between what is printed and the edge of the paper.
const MARGIN: f32 = 42.0;
/// The height of the line with the page number.
const FOOT: f32 = 20.0;
/// The frames of boards.
const FRAME: Line = Line {
    width: 0.8,
    colour: Colour::rgb(0xbb_bb_bb),
};
/// The sizes of sentences, and of words beside drawings.
const SENTENCE: f32 = 10.0;
const CAPTION: f32 = 8.5;

/// What a sheet consists of.
#[derive(Clone, PartialEq, Debug)]
pub struct Sheet {
    /// The size and margins of a page.
    pub paper: Point,
    /// The language of the rules and headings.
    pub language: Language,
    /// The heading.
    pub title: String,
    /// The most puzzles on a page, at least 1.
    pub per_page: usize,
    /// How much larger words are: people with low vision need [`Sheet::LARGE`].
    pub scale: f32,
    /// Whether solutions follow.
    pub solutions: bool,
}

impl Sheet {
    /// The scale of large print: sentences of 17 points.
    pub const LARGE: f32 = 1.7;

    /// At most four puzzles per page, without solutions, under the title of the language.
    pub fn new(language: Language) -> Self {
        let (paper, title, per_page) = (A4, language.title.clone(), 4);
        Self {
            paper,
            language,
            title,
            per_page,
            scale: 1.0,
            solutions: false,
        }
    }

    /// Lays out the puzzles of all cards in order; then the solutions if the sheet has them. The
    /// unit is a point (1/72 inch).
    pub fn pages(&self, cards: &[Card]) -> Vec<Drawing> {
        let (mut pages, mut number): (Vec<Drawing>, _) = (Vec::new(), 1);
        for Card { name, puzzles } in cards {
            // Equally many on all pages, if possible. Few puzzles are as large as their page
            // allows.
            let count = puzzles.len().div_ceil(self.per_page.max(1)).max(1);
            let rows = puzzles.len().div_ceil(count).max(1);
            for some in puzzles.chunks(rows) {
                let first = name.is_none().then_some(number);
                let heading = name.as_ref().unwrap_or(&self.title);
                pages.push(self.page(heading, some, rows, first));
                number += some.len();
            }
        }
        if self.solutions {
            pages.extend(self.solution_pages(cards));
        }
        self.numbered(pages)
    }

    /// The solutions alone.
    pub fn solutions(&self, cards: &[Card]) -> Vec<Drawing> {
        self.numbered(self.solution_pages(cards))
    }

    /// The size of a page as it is laid out, and its margin.
    fn size(&self) -> (Point, f32) {
        let Self {
            paper: (width, height),
            scale,
            ..
        } = self;
        ((width / scale, height / scale), MARGIN / scale)
    }

    /// Writes the number at the foot of each page, and brings it to its size.
    fn numbered(&self, pages: Vec<Drawing>) -> Vec<Drawing> {
        let ((width, height), margin) = self.size();
        let count = pages.len().to_string();
        let foot = |(number, mut page): (usize, Drawing)| {
            let number = number.to_string();
            let text = filled(
                &self.language.page,
                &[("page", &*number), ("pages", &*count)],
            );
            let words = Words::new(text, (width - margin, height - 0.7 * margin), 8.0, GREY);
            page.tagged(Role::Aside, "", |page| {
                page.put(words.anchored(Anchor::End))
            });
            if self.scale > 1.0 {
                let place = Place {
                    scale: self.scale,
                    ..Place::at((0.0, 0.0))
                };
                page.marks = vec![Mark::Group {
                    place,
                    marks: page.marks,
                }];
            }
            Drawing {
                size: self.paper,
                ..page
            }
        };
        (1..).zip(pages).map(foot).collect()
    }

    /// A page with the title at its foot, after a name if the typeface has it.
    fn blank(&self, name: &str) -> Drawing {
        let (size, margin) = self.size();
        let mut page = Drawing {
            shown: Shown::Points,
            labels: Some([self.title.clone(), String::new()]),
            language: Some(self.language.code.clone()),
            ..Drawing::new(size)
        };
        let foot = match name.chars().all(|character| glyph(character).is_some()) {
            true if !name.is_empty() => format!("{name} · {}", self.title),
            _ => self.title.clone(),
        };
        let foot = Words::new(foot, (margin, size.1 - 0.7 * margin), 8.0, GREY);
        page.tagged(Role::Aside, "", |page| page.put(foot));
        page
    }

    /// A page of these puzzles: numbered from the `first` on, or of the name in its heading.
    fn page(
        &self,
        heading: &str,
        puzzles: &[Puzzle],
        rows: usize,
        first: Option<usize>,
    ) -> Drawing {
        let mut page = self.blank(if first.is_none() { heading } else { "" });
        let ((width, height), margin) = self.size();
        let room = width - 2.0 * margin;
        let share = if first.is_some() { 0.56 } else { 1.0 };
        self.heading(&mut page, heading, share * room);
        if first.is_some() {
            let (left, right, y) = (margin + 0.6 * room, margin + room, margin + 16.0);
            let words = format!("{}:", self.language.name);
            let line = left + words_width(&words, SENTENCE) + 6.0;
            page.text((left, y), SENTENCE, words);
            let pen = Line {
                width: 0.6,
                colour: INK,
            };
            page.path([(line, y + 2.0), (right, y + 2.0)], pen);
        }
        let top = self.rules(&mut page, &puzzles[0]);
        let room = (width - 2.0 * margin, height - margin - FOOT - top);
        let grid = Rows::new(self, puzzles, rows, room);
        for (index, puzzle) in puzzles.iter().enumerate() {
            let number = first.map(|first| first + index);
            grid.puzzle(&mut page, puzzle, number, (margin, top), index);
        }
        page
    }

    /// A heading in pegs, or in words if it has characters without a design.
    fn heading(&self, page: &mut Drawing, heading: &str, room: f32) {
        const LARGEST: (f32, f32) = (3.3, 30.0);
        let margin = self.size().1;
        // Capitals are easier to read in pegs, but for those with marks, which are low.
        let is_plain = heading
            .chars()
            .all(|one| one.is_ascii() || one >= '\u{400}');
        let is_own = heading == self.language.title;
        let pegs = if is_own && is_plain {
            &heading.to_uppercase()
        } else {
            heading
        };
        page.tagged(Role::Heading, heading, |page| match Block::of_text(pegs) {
            Some(block) => {
                let (columns, rows) = (block.size.0 as f32, block.size.1 as f32);
                let pitch = LARGEST.0.min(room / columns).min(LARGEST.1 / rows);
                block_at(page, block, (margin, margin - 5.0), pitch);
            }
            None => {
                let size = fitting(heading, room, 22.0);
                page.bold((margin, margin + 16.0), size, heading);
            }
        });
    }

    /// The rule in three drawings, what is against it crossed out, and what to do. Returns where
    /// the puzzles begin.
    fn rules(&self, page: &mut Drawing, puzzle: &Puzzle) -> f32 {
        let (language, ((width, _), margin)) = (&self.language, self.size());
        let (board, top) = (puzzle.solution.board(), margin + 38.0);
        let right = width - margin;
        // Diagonals are jumps on a triangular board.
        let never = match board.lattice() {
            Lattice::Square => &language.never[..],
            Lattice::Triangular => &language.never[1..],
        };
        let captions: Vec<&String> = language.rules.iter().chain(never).collect();
        let (gap, mut bottom) = (8.0, top);
        let cell = (right - margin + gap) / captions.len() as f32;
        for (number, caption) in captions.iter().enumerate() {
            let left = margin + number as f32 * cell;
            // The last one is always the same.
            let number = if number + 1 == captions.len() {
                4
            } else {
                number
            };
            page.tagged(Role::Figure, caption.as_str(), |page| {
                page.frame((left, top), (cell - gap, 52.0), 5.0, FRAME);
                let middle = (left + (cell - gap) / 2.0, top + 26.0);
                rule(
                    page,
                    number,
                    middle,
                    15.0_f32.min((cell - gap) / 5.6),
                    board.lattice(),
                );
                let at = (middle.0, top + 64.0);
                let text = language.hyphenated(caption);
                let words = Words::new(text, at, CAPTION, GREY).anchored(Anchor::Middle);
                bottom = bottom.max(page.paragraph(words, cell - gap));
            });
        }
        let [from, to] = example(board);
        let write = filled(&language.write, &[("from", &from), ("to", &to)]);
        let any = if puzzle.targets.len() > 1 {
            &*language.any
        } else {
            ""
        };
        let sentences = format!("{} {any} {write}", language.aim);
        let words = Words::new(sentences, (margin, bottom + 21.0), SENTENCE, INK);
        page.paragraph(words, right - margin) + 12.0
    }
}

/// From where to where a jump leads on a board, as an example.
fn example(board: &Board) -> [String; 2] {
    let triples = board.triples();
    let jump = triples
        .iter()
        .find(|it| it.from() < it.to())
        .or(triples.first());
    let names = jump.map(|it| [it.from(), it.to()].map(|hole| board.hole_name(hole)));
    names.unwrap_or_default()
}

/// Draws a part of the rule around a place: a peg beside another, the jump, what is left, each in
/// two directions; a diagonal jump and one over two pegs, with a cross.
fn rule(page: &mut Drawing, number: usize, (x, y): Point, pitch: f32, lattice: Lattice) {
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
            page.marks
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

/// Words; those that the typeface lacks a character for are drawn in pegs. Returns where they end.
fn named(page: &mut Drawing, text: &str, (x, y): Point, size: f32, bold: bool) -> f32 {
    let is_missing = text.chars().any(|character| glyph(character).is_none());
    if let Some(block) = Block::of_text(text).filter(|_| is_missing) {
        let pitch = 0.8 * size / block.size.1 as f32;
        let right = x + block.size.0 as f32 * pitch;
        block_at(page, block, (x, y - 0.8 * size), pitch);
        return right;
    }
    page.put(Words {
        bold,
        ..Words::new(text, (x, y), size, INK)
    });
    x + words_width(text, size)
}

/// Draws the pegs of a text from a corner.
fn block_at(page: &mut Drawing, block: Block, (left, top): Point, pitch: f32) {
    let centre = |(x, y)| {
        (
            left + (x as f32 + 0.5) * pitch,
            top + (y as f32 + 0.5) * pitch,
        )
    };
    let centres = block.cells.into_iter().map(centre).collect();
    page.put(Mark::Dots {
        centres,
        radius: 0.5 * pitch,
        colour: INK,
    });
}
