//! A puzzle in its frame: the start, the goal, and lines to write the jumps on. Draws what `layout`
//! has measured.

use std::slice::from_ref;

use super::captions::{GRADE_STEP, GRADES, below_board, captions, grade_wide};
use super::layout::{Layout, PAD, Parts, SIDE, SMALL_ARROW, TITLE, TITLE_LINE};
use super::{CAPTION, FRAME, GAP, Sheet, example, named, words_width};
use crate::drawing::{Anchor, Drawing, Line, Point, Role, Words};
use crate::page::{
    COLUMN_NAMES, GREY, OnPage, Peg, RoomForNames, extent_on_paper, inked, label, lines,
};
use peg_solitaire::board::{Lattice, Position};
use peg_solitaire::puzzle::Puzzle;

/// The size of the number of a puzzle.
const NUMBER: f32 = 13.0;
/// How large the pegs of a grade are.
const GRADE_PEG: f32 = 6.5;

/// The lines of arrows.
const PEN: Line = Line {
    width: 1.6,
    colour: GREY,
};

/// A puzzle of a sheet in its place.
pub(super) struct PuzzleFrame<'s> {
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

impl PuzzleFrame<'_> {
    pub fn draw(&self, page: &mut Drawing) {
        page.frame(self.corner, self.layout.frame, 8.0, FRAME);
        self.names(page);
        if self.parts().has_words_above() {
            self.captions_above(page);
        }
        self.boards(page);
        if self.layout.lines.count > 0 {
            self.lines(page);
        }
    }

    fn parts(&self) -> Parts {
        self.layout.arrangement.parts
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
            page.put(inked(number.to_string(), at, NUMBER).bold());
            // A letter has room below the number.
            if self.layout.head > 0.0 {
                at.0 = x + SIDE;
            } else {
                at.1 += 16.0;
            }
        }
        for line in lines(&self.puzzle.title, TITLE, self.end().0 - at.0) {
            named(page, inked(line, at, TITLE));
            at.1 += TITLE_LINE;
        }
    }

    /// Draws the start, the arrow and the goal in the middle of their room.
    fn boards(&self, page: &mut Drawing) {
        let (width, height) = self.layout.board;
        let arrow = self.layout.arrow;
        let ((left, top), spare) = self.room_for_boards();
        let down = extent_on_paper(self.puzzle.solution.board()).1 * self.layout.pitch;
        let middle = top + COLUMN_NAMES + down / 2.0;
        match self.parts() {
            // The space beside the arrow, and that beside the lines, are alike.
            Parts::InARow | Parts::LinesBelow => {
                let gap = arrow + spare / 2.0;
                self.start(page, (left, top));
                self.arrow_across(page, (left + width + gap / 2.0, middle));
                self.goal(page, (left + width + gap, top));
            }
            Parts::WordsAbove => {
                let left = left + spare / 3.0;
                let gap = arrow + spare / 3.0;
                self.start(page, (left, top));
                small_arrow(page, (left + width + gap / 2.0, middle), (1.0, 0.0));
                self.goal(page, (left + width + gap, top));
            }
            Parts::GoalBelow => {
                let left = left + spare / 2.0;
                let below = top + height;
                self.start(page, (left, top));
                let middle = (left + width / 2.0, below + arrow / 2.0);
                small_arrow(page, middle, (0.0, 1.0));
                self.goal(page, (left, below + arrow));
            }
        }
    }

    /// The corner of the boards, and how much wider their room is than they are.
    fn room_for_boards(&self) -> (Point, f32) {
        let boards = self.layout.boards;
        let lines = &self.layout.lines;
        let (mut left, top) = self.inside();
        let (mut right, mut bottom) = self.end();
        let top = top + self.layout.head;
        let gap = if lines.count > 0 { GAP } else { 0.0 };

        if !self.parts().has_words_above() {
            left += SIDE;
        }
        if self.parts().has_lines_below() {
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
        let board = self.puzzle.solution.board();
        let pitch = self.layout.pitch;
        let (across, down) = extent_on_paper(board);
        let width = across * pitch;
        let room = self.layout.board.0;
        let names = RoomForNames::around(board).left;
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

        // Words that are wider than the board begin or end with its room.
        let words = below_board(self.sheet, side.word, &side.positions[0]);
        let half = words_width(&words, CAPTION) / 2.0;
        let middle = (left + width / 2.0)
            .max(side.corner.0 + half)
            .min(side.corner.0 + room - half);
        let base = top + down * pitch + below + 10.0;
        page.put(label(words, (middle, base), CAPTION));
    }

    /// The arrow from start to goal, with the number of jumps above it, and the grade below it.
    fn arrow_across(&self, page: &mut Drawing, (x, y): Point) {
        let half = self.layout.arrow / 2.0 - 6.0;
        page.path([(x - half, y), (x + half, y)], PEN);
        let tip = (x + half, y);
        page.path([(tip.0 - 5.0, y - 4.5), tip, (tip.0 - 5.0, y + 4.5)], PEN);

        let captions = captions(self.sheet, self.puzzle);
        for (text, y) in captions.into_iter().zip([y - 8.0, y + 14.0]) {
            page.put(inked(text, (x, y), CAPTION).anchored(Anchor::Middle));
        }
        self.grade(page, (x - 2.0 * GRADE_STEP, y + 24.0));
    }

    /// The number of jumps and the grade, in the line of the title or below it.
    fn captions_above(&self, page: &mut Drawing) {
        let captions = captions(self.sheet, self.puzzle);
        let mut width = 0.0;
        for text in &captions {
            width += words_width(text, CAPTION) + GAP;
        }
        width += grade_wide(self.puzzle);

        let (left, top) = self.inside();
        let right = self.end().0;
        let is_narrow = width > right - left;
        let below_title = top + self.layout.head - 6.0;
        let rows = (self.layout.head / TITLE_LINE) as usize;
        let (mut x, mut y) = if rows == 1 {
            (right - width, top + 10.0)
        } else if is_narrow {
            let above_last = TITLE_LINE * (captions.len() - 1) as f32;
            (left, below_title - above_last)
        } else {
            (left, below_title)
        };
        for (number, text) in (1..).zip(&captions) {
            page.put(inked(text, (x, y), CAPTION));
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
            peg.draw(page, (x + GRADE_STEP * f32::from(level), y), GRADE_PEG);
        }
    }

    /// Draws the lines for jumps, with words above them.
    fn lines(&self, page: &mut Drawing) {
        let lines = &self.layout.lines;
        let (right, bottom) = self.end();
        let (left, top) = if self.parts().has_lines_below() {
            (self.inside().0, bottom - lines.height())
        } else {
            (right - lines.width(), self.inside().1 + self.layout.head)
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
                let column = jump / lines.rows;
                let row = jump % lines.rows;
                let x = left + column as f32 * lines.written;
                let y = top + 13.0 + (row as f32 + 0.75) * lines.step;

                let number = Words::new((jump + 1).to_string(), (x + 11.0, y), CAPTION, GREY);
                page.put(number.anchored(Anchor::End));
                let pen = [(x + 14.0, y + 1.0), (x + lines.written - 6.0, y + 1.0)];
                page.path(pen, FRAME);
            }
        });
    }
}

/// An arrow without words around a place, in a direction.
fn small_arrow(page: &mut Drawing, (x, y): Point, (across, down): Point) {
    let at = |along: f32, beside: f32| {
        (
            x + along * across - beside * down,
            y + along * down + beside * across,
        )
    };
    let half = SMALL_ARROW / 2.0 - 4.0;
    page.path([at(-half, 0.0), at(half, 0.0)], PEN);
    let tip = half - 5.0;
    page.path([at(tip, -4.5), at(half, 0.0), at(tip, 4.5)], PEN);
}
