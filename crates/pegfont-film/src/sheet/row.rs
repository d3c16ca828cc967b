//! The puzzles of a page, row by row: the start beside the goal, and lines to write the jumps on.

use std::slice::from_ref;

use super::{CAPTION, FRAME, Sheet, example, named, words_width};
use crate::drawing::typeface::fitting;
use crate::drawing::{Anchor, Drawing, Line, Point, Role, Words};
use crate::page::{GREY, INK, OnPage, Peg, extent_on_paper};
use peg_solitaire::board::{Lattice, Position};
use peg_solitaire::puzzle::Puzzle;

/// The space between frames, and in them.
const GAP: f32 = 10.0;
const PAD: f32 = 8.0;
/// The room for the number and the name of a puzzle, and the size of the name.
const SIDE: f32 = 22.0;
const NAME: f32 = 12.0;
/// The room for coordinates, and at the other edge, in distances between holes.
const STRIP: f32 = 0.8;
const EDGE: f32 = 0.25;
const LARGEST_PITCH: f32 = 48.0;
/// The least height and width of a line for a jump, and the most width.
const LINE: f32 = 13.0;
const WRITTEN: [f32; 2] = [58.0, 96.0];
/// The most jumps that anybody would write down.
const WRITABLE: usize = 40;

/// Frames in columns and rows that fill their room, as large as their boards need.
pub(super) struct Rows<'s> {
    sheet: &'s Sheet,
    columns: usize,
    /// The distance from a frame to the next, and the size of a frame.
    cell: Point,
    frame: Point,
    pitch: f32,
    /// The room for the arrow, and for a column of lines; and the lines in a column.
    arrow: f32,
    written: f32,
    lines: usize,
    /// The most jumps of a puzzle; 0 if there are too many to write down.
    most: usize,
    /// The room above the boards for names that are longer than a letter.
    head: f32,
}

impl<'s> Rows<'s> {
    /// The rows for a number of puzzles like these in which the boards are largest.
    pub fn new(sheet: &'s Sheet, puzzles: &[Puzzle], count: usize, room: Point) -> Self {
        let (across, down) = extent_on_paper(puzzles[0].solution.board());
        let most = puzzles
            .iter()
            .map(|puzzle| puzzle.solution.jumps().len())
            .max();
        let most = most.filter(|&most| most <= WRITABLE).unwrap_or(0);
        let words = puzzles.iter().flat_map(|puzzle| captions(sheet, puzzle));
        let arrow = words
            .map(|it| words_width(&it, CAPTION))
            .fold(34.0, f32::max)
            + 12.0;
        let is_long = |puzzle: &Puzzle| words_width(&puzzle.title, NAME) > SIDE;
        let head = if puzzles.iter().any(is_long) {
            14.0
        } else {
            0.0
        };
        let rows = |columns: usize| {
            let rows = count.div_ceil(columns);
            let cell = (
                (room.0 + GAP) / columns as f32,
                (room.1 + GAP) / rows as f32,
            );
            let frame = (cell.0 - GAP, cell.1 - GAP);
            let inner = frame.1 - 2.0 * PAD - head;
            let lines = (((inner - LINE) / LINE) as usize).clamp(1, most.max(1));
            let lines = most.div_ceil(most.div_ceil(lines).max(1)).max(1);
            let written = most.div_ceil(lines) as f32;
            let fixed = 2.0 * PAD + SIDE + arrow + GAP + WRITTEN[0] * written;
            let wide = (frame.0 - fixed) / (2.0 * (across + STRIP + EDGE));
            let pitch = wide
                .min(inner / (down + STRIP + EDGE))
                .clamp(1.0, LARGEST_PITCH);
            let spare = frame.0 - fixed - 2.0 * (across + STRIP + EDGE) * pitch;
            let written = (WRITTEN[0] + spare.max(0.0) / written.max(1.0)).min(WRITTEN[1]);
            // No empty frames: they end with their boards.
            let least = (down + STRIP + EDGE) * pitch + 2.0 * PAD + head;
            let high = least
                .max((lines + 1) as f32 * LINE + 2.0 * PAD)
                .min(frame.1);
            let (cell, frame) = ((cell.0, high + GAP), (frame.0, high));
            Self {
                sheet,
                columns,
                cell,
                frame,
                pitch,
                arrow,
                written,
                lines,
                most,
                head,
            }
        };
        let all = (1..=count.max(1)).map(rows);
        let largest = all.reduce(|best, next| if next.pitch > best.pitch { next } else { best });
        largest.expect("there is at least one column")
    }

    /// Draws the puzzle in the frame of this number, counted from the corner of the first.
    pub fn puzzle(
        &self,
        page: &mut Drawing,
        puzzle: &Puzzle,
        number: Option<usize>,
        corner: Point,
        index: usize,
    ) {
        let (language, pitch) = (&self.sheet.language, self.pitch);
        let (column, row) = ((index % self.columns) as f32, (index / self.columns) as f32);
        let (left, top) = (
            corner.0 + column * self.cell.0,
            corner.1 + row * self.cell.1,
        );
        let (width, height) = self.frame;
        page.frame((left, top), self.frame, 8.0, FRAME);
        let mut name = (left + PAD, top + PAD + 11.0);
        if let Some(number) = number {
            page.bold(name, 13.0, number.to_string());
            name = if self.head > 0.0 {
                (name.0 + SIDE, name.1)
            } else {
                (name.0, name.1 + 16.0)
            };
        }
        let room = if self.head > 0.0 { width / 2.0 } else { SIDE };
        let size = fitting(&puzzle.title, room, NAME);
        named(page, &puzzle.title, name, size, false);
        let board = puzzle.solution.board();
        let (across, down) = extent_on_paper(board);
        let jumps = puzzle.solution.jumps().len();
        let columns = self.most.div_ceil(self.lines) as f32;
        let used = 2.0 * PAD + SIDE + 2.0 * (across + STRIP + EDGE) * pitch + self.arrow;
        let spare = (width - used - columns * self.written).max(0.0) / 3.0;
        let upper =
            top + (height + self.head - (down + STRIP + EDGE) * pitch) / 2.0 + STRIP * pitch;
        let mut x = left + PAD + SIDE + STRIP * pitch;
        let edge = if board.lattice() == Lattice::Square {
            down * pitch + 8.0
        } else {
            -6.0
        };
        let set = |page: &mut Drawing, word: &str, positions: &[Position], peg: Peg, x: f32| {
            OnPage {
                board,
                corner: (x, upper),
                pitch,
            }
            .set(page, word, positions, peg);
            let words = format!("{word} · {}: {}", language.pegs, positions[0].count());
            let words = Words::new(
                words,
                (x + across * pitch / 2.0, upper + edge),
                CAPTION,
                GREY,
            );
            page.put(words.anchored(Anchor::Middle));
        };
        set(
            page,
            &language.start,
            from_ref(puzzle.solution.start()),
            Peg::Outlined,
            x,
        );
        x += (across + EDGE) * pitch + spare / 2.0;
        let middle = (x + self.arrow / 2.0, upper + down * pitch / 2.0);
        self.arrow(page, puzzle, middle);
        x += self.arrow + spare / 2.0 + STRIP * pitch;
        set(page, &language.goal, &puzzle.targets, Peg::Solid, x);
        if self.most == 0 {
            return;
        }
        let right = left + width - PAD;
        let step = ((height - 2.0 * PAD - LINE) / self.lines as f32).min(24.0);
        let written = columns * self.written;
        // With an example where there is room.
        let mine = format!("{} ({})", language.mine, example(board).join("-"));
        let fits = words_width(&mine, CAPTION) <= written;
        let mine = if fits { &mine } else { &language.mine };
        page.tagged(Role::Paragraph, mine, |page| {
            let at = (right - written, top + PAD + 8.0);
            page.put(Words::new(mine, at, fitting(mine, written, CAPTION), GREY));
            for jump in 0..jumps {
                let (column, line) = ((jump / self.lines) as f32, (jump % self.lines) as f32);
                let x = right - (columns - column) * self.written;
                let y = top + PAD + LINE + (line + 0.75) * step;
                let words = Words::new((jump + 1).to_string(), (x + 9.0, y), CAPTION, GREY);
                page.put(words.anchored(Anchor::End));
                page.path(
                    [(x + 14.0, y + 1.0), (x + self.written - 6.0, y + 1.0)],
                    FRAME,
                );
            }
        });
    }

    /// The arrow from start to goal, with the number of jumps above it, and the grade below it.
    fn arrow(&self, page: &mut Drawing, puzzle: &Puzzle, (x, y): Point) {
        let half = self.arrow / 2.0 - 6.0;
        let line = Line {
            width: 1.6,
            colour: GREY,
        };
        page.path([(x - half, y), (x + half, y)], line);
        page.path(
            [
                (x + half - 5.0, y - 4.5),
                (x + half, y),
                (x + half - 5.0, y + 4.5),
            ],
            line,
        );
        for (text, y) in captions(self.sheet, puzzle)
            .into_iter()
            .zip([y - 8.0, y + 14.0])
        {
            page.put(Words::new(text, (x, y), CAPTION, INK).anchored(Anchor::Middle));
        }
        // How hard it is, of five.
        for level in puzzle
            .figures
            .iter()
            .flat_map(|it| (0..5).map(|one| (one, it.grade() as u8)))
        {
            let centre = (x + 7.0 * (f32::from(level.0) - 2.0), y + 24.0);
            page.peg(
                centre,
                6.5,
                if level.0 > level.1 {
                    Peg::Faint
                } else {
                    Peg::Solid
                },
            );
        }
    }
}

/// The words beside an arrow.
fn captions(sheet: &Sheet, puzzle: &Puzzle) -> Vec<String> {
    let jumps = format!(
        "{}: {}",
        sheet.language.jumps,
        puzzle.solution.jumps().len()
    );
    let grade = puzzle
        .figures
        .map(|it| sheet.language.grades[it.grade() as usize].clone());
    std::iter::once(jumps).chain(grade).collect()
}
