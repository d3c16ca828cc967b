//! A puzzle in its frame: the start, the goal, and lines to write the jumps on. Draws what `layout`
//! has measured.

use std::slice::from_ref;

use super::layout::{Layout, PAD, Parts, SIDE, SMALL_ARROW, TITLE, TITLE_LINE};
use super::{CAPTION, FRAME, GAP, Sheet, example, named, words_width};
use crate::drawing::{Anchor, Drawing, Line, Point, Role, Words};
use crate::page::{COLUMN_NAMES, GREY, INK, OnPage, Peg, RoomForNames, extent_on_paper, lines};
use peg_solitaire::board::{Lattice, Position};
use peg_solitaire::puzzle::Puzzle;

/// The size of the number of a puzzle.
const NUMBER: f32 = 13.0;
/// The grade as pegs: how far apart they are, and how large.
const GRADE_STEP: f32 = 7.0;
const GRADE_PEG: f32 = 6.5;
const GRADES: u8 = 5;

/// A puzzle of a sheet in its place.
pub(super) struct Frame<'s> {
    pub sheet: &'s Sheet,
    pub layout: &'s Layout,
    pub puzzle: &'s Puzzle,
    /// The number of the puzzle, if puzzles have numbers.
    pub number: Option<usize>,
    pub corner: Point,
}

/// One of the two boards.
struct Side<'p> {
    word: &'p str,
    positions: &'p [Position],
    peg: Peg,
    /// The corner of the room for the board and the words around it.
    corner: Point,
}

impl Frame<'_> {
    pub fn draw(&self, page: &mut Drawing) {
        let Layout { way, frame, .. } = self.layout;
        page.frame(self.corner, *frame, 8.0, FRAME);
        self.names(page);
        if way.parts.has_words_above() {
            self.captions_above(page);
        }
        self.boards(page);
        if self.layout.lines.count > 0 {
            self.lines(page);
        }
    }

    /// The place in the frame where its contents begin.
    fn inside(&self) -> Point {
        (self.corner.0 + PAD, self.corner.1 + PAD)
    }

    /// The place where its contents end at the right and at the bottom.
    fn end(&self) -> Point {
        let (width, height) = self.layout.frame;
        (self.corner.0 + width - PAD, self.corner.1 + height - PAD)
    }

    /// Writes the number and the title.
    fn names(&self, page: &mut Drawing) {
        let (x, y) = self.inside();
        let mut at = (x, y + 11.0);
        if let Some(number) = self.number {
            page.bold(at, NUMBER, number.to_string());
            // A letter has room below the number.
            at = if self.layout.head > 0.0 {
                (x + SIDE, at.1)
            } else {
                (x, at.1 + 16.0)
            };
        }
        for line in lines(&self.puzzle.title, TITLE, self.end().0 - at.0) {
            named(page, &line, at, TITLE, false);
            at.1 += TITLE_LINE;
        }
    }

    /// Draws the start, the arrow and the goal in the middle of their room.
    fn boards(&self, page: &mut Drawing) {
        let Layout {
            way, board, arrow, ..
        } = self.layout;
        let ((left, top), spare) = self.room_for_boards();
        let down = extent_on_paper(self.puzzle.solution.board()).1 * self.layout.pitch;
        let middle = top + COLUMN_NAMES + down / 2.0;
        match way.parts {
            // The space beside the arrow, and that beside the lines, are alike.
            Parts::InARow | Parts::LinesBelow => {
                let gap = arrow + spare / 2.0;
                self.start(page, (left, top));
                self.arrow_across(page, (left + board.0 + gap / 2.0, middle));
                self.goal(page, (left + board.0 + gap, top));
            }
            Parts::WordsAbove => {
                let (left, gap) = (left + spare / 3.0, arrow + spare / 3.0);
                self.start(page, (left, top));
                small_arrow(page, (left + board.0 + gap / 2.0, middle), (1.0, 0.0));
                self.goal(page, (left + board.0 + gap, top));
            }
            Parts::GoalBelow => {
                let (left, below) = (left + spare / 2.0, top + board.1);
                self.start(page, (left, top));
                let middle = (left + board.0 / 2.0, below + arrow / 2.0);
                small_arrow(page, middle, (0.0, 1.0));
                self.goal(page, (left, below + arrow));
            }
        }
    }

    /// The corner of the boards, and how much wider their room is than they are.
    fn room_for_boards(&self) -> (Point, f32) {
        let Layout {
            way,
            boards,
            lines,
            head,
            ..
        } = self.layout;
        let ((mut left, top), (mut right, mut bottom)) = (self.inside(), self.end());
        let top = top + head;
        let gap = if lines.count > 0 { GAP } else { 0.0 };
        if !way.parts.has_words_above() {
            left += SIDE;
        }
        if way.parts.has_lines_below() {
            bottom -= gap + lines.height();
        } else {
            right -= gap + lines.width();
        }
        let corner = (left, top + (bottom - top - boards.1) / 2.0);
        (corner, right - left - boards.0)
    }

    fn start(&self, page: &mut Drawing, corner: Point) {
        let side = Side {
            word: &self.sheet.language.start,
            positions: from_ref(self.puzzle.solution.start()),
            peg: Peg::Outlined,
            corner,
        };
        self.board(page, side);
    }

    fn goal(&self, page: &mut Drawing, corner: Point) {
        let side = Side {
            word: &self.sheet.language.goal,
            positions: &self.puzzle.targets,
            peg: Peg::Solid,
            corner,
        };
        self.board(page, side);
    }

    /// Draws a board, with the words below it.
    fn board(&self, page: &mut Drawing, side: Side<'_>) {
        let (board, pitch) = (self.puzzle.solution.board(), self.layout.pitch);
        let (across, down) = extent_on_paper(board);
        let names = RoomForNames::around(board).left;
        let (room, width) = (self.layout.board.0, across * pitch);
        let left = side.corner.0 + names + (room - names - width) / 2.0;
        // The names of columns are above a square board, and below a triangular one.
        let (top, below) = match board.lattice() {
            Lattice::Square => (side.corner.1 + COLUMN_NAMES, 0.0),
            Lattice::Triangular => (side.corner.1, COLUMN_NAMES),
        };
        let on_page = OnPage {
            board,
            corner: (left, top),
            pitch,
        };
        on_page.set(page, side.word, side.positions, side.peg);

        let words = self.sheet.below_board(side.word, &side.positions[0]);
        let half = words_width(&words, CAPTION) / 2.0;
        let middle = left + width / 2.0;
        // Words that are wider than the board begin or end with its room.
        let middle = middle
            .max(side.corner.0 + half)
            .min(side.corner.0 + room - half);
        let base = top + down * pitch + below + 10.0;
        page.label((middle, base), CAPTION, words);
    }

    /// The arrow from start to goal, with the number of jumps above it, and the grade below it.
    fn arrow_across(&self, page: &mut Drawing, (x, y): Point) {
        let half = self.layout.arrow / 2.0 - 6.0;
        let line = Line {
            width: 1.6,
            colour: GREY,
        };
        page.path([(x - half, y), (x + half, y)], line);
        let tip = (x + half, y);
        page.path([(tip.0 - 5.0, y - 4.5), tip, (tip.0 - 5.0, y + 4.5)], line);

        let captions = captions(self.sheet, self.puzzle);
        for (text, y) in captions.into_iter().zip([y - 8.0, y + 14.0]) {
            page.put(Words::new(text, (x, y), CAPTION, INK).anchored(Anchor::Middle));
        }
        self.grade(page, (x - 2.0 * GRADE_STEP, y + 24.0));
    }

    /// The number of jumps and the grade, in the line of the title or below it.
    fn captions_above(&self, page: &mut Drawing) {
        let captions = captions(self.sheet, self.puzzle);
        let ((left, top), (right, _)) = (self.inside(), self.end());
        let widths = captions.iter().map(|text| words_width(text, CAPTION) + GAP);
        let grade = grade_wide(self.puzzle);
        let width = widths.sum::<f32>() + grade;
        let head = self.layout.head;
        let rows = (head / TITLE_LINE) as usize;
        let is_narrow = width > right - left;
        let (mut x, mut y) = if rows == 1 {
            (right - width, top + 10.0)
        } else if is_narrow {
            (
                left,
                top + head - 6.0 - TITLE_LINE * (captions.len() - 1) as f32,
            )
        } else {
            (left, top + head - 6.0)
        };
        for (number, text) in (1..).zip(&captions) {
            page.text((x, y), CAPTION, text);
            if is_narrow && number < captions.len() {
                y += TITLE_LINE;
            } else {
                x += words_width(text, CAPTION) + GAP;
            }
        }
        self.grade(page, (x + GRADE_STEP / 2.0, y - 3.0));
    }

    /// How hard the puzzle is, of five, from the first peg on.
    fn grade(&self, page: &mut Drawing, (x, y): Point) {
        let Some(figures) = self.puzzle.figures else {
            return;
        };
        for level in 0..GRADES {
            let is_reached = level <= figures.grade() as u8;
            let peg = if is_reached { Peg::Solid } else { Peg::Faint };
            page.peg((x + GRADE_STEP * f32::from(level), y), GRADE_PEG, peg);
        }
    }

    /// Draws the lines for jumps, with words above them.
    fn lines(&self, page: &mut Drawing) {
        let Layout { way, lines, .. } = self.layout;
        let (right, bottom) = self.end();
        let top = if way.parts.has_lines_below() {
            bottom - lines.height()
        } else {
            self.inside().1 + self.layout.head
        };
        let left = if way.parts.has_lines_below() {
            self.inside().0
        } else {
            right - lines.width()
        };

        // With an example where there is room.
        let mine = &self.sheet.language.mine;
        let example = example(self.puzzle.solution.board()).join("-");
        let with_example = format!("{mine} ({example})");
        let has_room = words_width(&with_example, CAPTION) <= lines.width();
        let mine = if has_room { &with_example } else { mine };

        page.tagged(Role::Paragraph, mine, |page| {
            page.put(Words::new(mine, (left, top + 8.0), CAPTION, GREY));
            let jumps = self.puzzle.solution.jumps().len().min(lines.count);
            for jump in 0..jumps {
                let (column, row) = (jump / lines.rows, jump % lines.rows);
                let x = left + column as f32 * lines.written;
                let y = top + 13.0 + (row as f32 + 0.75) * lines.step;
                let words = Words::new((jump + 1).to_string(), (x + 11.0, y), CAPTION, GREY);
                page.put(words.anchored(Anchor::End));
                let pen = [(x + 14.0, y + 1.0), (x + lines.written - 6.0, y + 1.0)];
                page.path(pen, FRAME);
            }
        });
    }
}

/// An arrow without words around a place.
fn small_arrow(page: &mut Drawing, (x, y): Point, (across, down): Point) {
    let line = Line {
        width: 1.6,
        colour: GREY,
    };
    let half = SMALL_ARROW / 2.0 - 4.0;
    let at = |along: f32, beside: f32| {
        (
            x + along * across - beside * down,
            y + along * down + beside * across,
        )
    };
    page.path([at(-half, 0.0), at(half, 0.0)], line);
    let tip = half - 5.0;
    page.path([at(tip, -4.5), at(half, 0.0), at(tip, 4.5)], line);
}

impl Sheet {
    /// The words below a board.
    pub(super) fn below_board(&self, word: &str, position: &Position) -> String {
        format!("{word} · {}: {}", self.language.pegs, position.count())
    }
}

/// The words beside an arrow.
pub(super) fn captions(sheet: &Sheet, puzzle: &Puzzle) -> Vec<String> {
    let jumps = puzzle.solution.jumps().len();
    let mut captions = vec![format!("{}: {jumps}", sheet.language.jumps)];
    if let Some(figures) = puzzle.figures {
        captions.push(sheet.language.grades[figures.grade() as usize].clone());
    }
    captions
}

/// The width of the pegs of a grade, if it is known.
pub(super) fn grade_wide(puzzle: &Puzzle) -> f32 {
    if puzzle.figures.is_some() {
        f32::from(GRADES) * GRADE_STEP
    } else {
        0.0
    }
}
