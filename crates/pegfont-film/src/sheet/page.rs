//! A page of a sheet: its heading, the rules, and its puzzles.

use std::collections::BTreeSet;
use std::f32::consts::PI;

use super::{BELOW, CAPTION, EDGE, FRAME, Grid, HOLE, INK, MARGIN, STRIP, caption};
use crate::drawing::typeface::{fitting, glyph, width};
use crate::drawing::{Anchor, Colour, Drawing, Face, Fill, Line, Mark, Point, Words, wrapped};
use crate::one_game::Block;
use crate::page::OnPage;
use peg_solitaire::board::{Lattice, Position};
use peg_solitaire::puzzle::Puzzle;

const PEG: Colour = Colour::rgb(0x22_22_22);
/// A peg that is left in some of a puzzle's targets.
const MAYBE: Colour = Colour::rgb(0xbb_bb_bb);
const GREY: Colour = Colour::rgb(0x66_66_66);

/// A page in the making.
pub(super) struct Page(pub Drawing);

impl Page {
    pub fn put(&mut self, mark: impl Into<Mark>) {
        self.0.marks.push(mark.into());
    }

    pub fn text(&mut self, at: Point, size: f32, face: Face, text: impl Into<String>) {
        self.put(Words::new(text, at, size, INK).faced(face));
    }

    /// Words in which a character that the typeface lacks is drawn in the pegs of its puzzle, if there is one. Returns where they end.
    pub fn label(
        &mut self,
        text: &str,
        at: Point,
        size: f32,
        face: Face,
        puzzles: &[Puzzle],
    ) -> f32 {
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

    pub fn frame(&mut self, corner: Point, size: Point) {
        let fill = Colour::TRANSPARENT;
        self.put(Mark::Box { corner, size, radius: 0.0, fill, edge: Some(FRAME) });
    }

    /// A heading in pegs, or in words if it has characters without a design.
    pub fn heading(&mut self, heading: &str, room: f32, puzzles: &[Puzzle]) {
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
    pub fn rules(&mut self, puzzle: &Puzzle, is_common: bool, grid: &Grid) {
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
            self.board(OnPage { board, corner, pitch }, std::slice::from_ref(start));
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
        let aim =
            if puzzle.targets.len() > 1 { aim + " Any one of the grey pegs will do." } else { aim };
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
                self.hole(at(x, y), PITCH, has_peg.then_some(PEG));
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
    pub fn puzzle(&mut self, puzzle: &Puzzle, number: Option<usize>, grid: &Grid, corner: Point) {
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
        self.board(OnPage { corner: first.at(step), ..first }, &puzzle.targets);
        if step == (0.0, 0.0) {
            return;
        }
        self.board(first, std::slice::from_ref(puzzle.solution.start()));
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

    /// A position on a board, or one of several.
    fn board(&mut self, placed: OnPage<'_>, positions: &[Position]) {
        for hole in placed.board.each_hole() {
            let pegs = positions.iter().filter(|position| position.has(hole)).count();
            let peg = if pegs == positions.len() { PEG } else { MAYBE };
            self.hole(placed.centre(hole), placed.pitch, (pegs > 0).then_some(peg));
        }
    }

    fn hole(&mut self, centre: Point, pitch: f32, peg: Option<Colour>) {
        self.put(match peg {
            Some(peg) => Mark::Disc { centre, radius: pitch * 0.40, fill: Fill::Plain(peg) },
            None => Mark::Ring { centre, radius: pitch * 0.12, line: HOLE },
        });
    }
}

/// Words beside what is played.
pub(super) fn grey(text: impl Into<String>, at: Point, size: f32) -> Words {
    Words::new(text, at, size, GREY).faced(Face::Print)
}
