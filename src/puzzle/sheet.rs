//! Printable sheets of puzzles: first the puzzles, then their solutions. Makes the layout; [`crate::drawing`] writes the
//! files.

use super::Puzzle;
use crate::board::{Board, Position};
use crate::digits::grouped;
use crate::drawing::{Colour, Drawing, Face, Fill, Line, Mark, Point, Shown, Words};

/// The size of the paper.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Paper {
    /// 210 mm by 297 mm.
    #[default]
    A4,
    /// 8.5 inches by 11 inches.
    Letter,
}

impl Paper {
    /// Width and height in points, of which 72 are an inch.
    #[must_use]
    pub const fn size(self) -> (f32, f32) {
        match self {
            Self::A4 => (595.0, 842.0),
            Self::Letter => (612.0, 792.0),
        }
    }
}

/// The width of a character of Courier, relative to its size.
const COURIER_ADVANCE: f32 = 0.6;

const MARGIN: f32 = 48.0;
const COLUMNS: usize = 4;
const ROWS: usize = 4;

const INK: Colour = Colour::rgb(0);
const PEG: Colour = Colour::rgb(0x22_22_22);
/// The rings of empty holes.
const HOLE: Line = Line { width: 0.6, colour: Colour::rgb(0x88_88_88) };

/// Lays out the puzzles in order, sixteen per page, followed by their solutions. The unit is a point (1/72 inch).
#[must_use]
pub fn pages(puzzles: &[Puzzle], paper: Paper) -> Vec<Drawing> {
    let of_puzzles = puzzles.chunks(COLUMNS * ROWS).enumerate();
    let mut pages: Vec<Page> = of_puzzles
        .map(|(page, puzzles)| Page::of_puzzles(puzzles, page * COLUMNS * ROWS, paper))
        .collect();
    pages.extend(solution_pages(puzzles, paper));
    pages.into_iter().map(|page| page.0).collect()
}

/// A page in the making.
struct Page(Drawing);

impl Page {
    fn blank(paper: Paper) -> Self {
        Self(Drawing { shown: Shown::Points, ..Drawing::new(paper.size()) })
    }

    fn text(&mut self, at: Point, size: f32, face: Face, text: impl Into<String>) {
        self.0.marks.push(Mark::Words(Words { face, ..Words::new(text, at, size, INK) }));
    }

    fn of_puzzles(puzzles: &[Puzzle], before: usize, paper: Paper) -> Self {
        let mut page = Self::blank(paper);
        let (width, height) = paper.size();
        page.text((MARGIN, MARGIN + 14.0), 20.0, Face::HelveticaBold, "Peg solitaire puzzles");
        let first = &puzzles[0];
        let same_start = puzzles.iter().all(|puzzle| puzzle.start == first.start);
        let small = (64.0, 76.0);
        let corner = (width - MARGIN - small.0, MARGIN);
        let mut words = vec![
            "A peg jumps over a neighbour into the empty hole beyond;".to_owned(),
            "the peg that was jumped over leaves the board.".to_owned(),
        ];
        if same_start {
            words.push(format!("Start with {} pegs, as on the right.", first.start.pegs()));
            page.board(&first.board, first.start, corner, small);
        }
        words.push("Jump until the pegs that are left make the picture.".to_owned());
        for (line, words) in words.into_iter().enumerate() {
            page.text((MARGIN, MARGIN + 34.0 + 13.0 * line as f32), 10.0, Face::Helvetica, words);
        }
        let top = MARGIN + 96.0;
        let cell = ((width - 2.0 * MARGIN) / COLUMNS as f32, (height - MARGIN - top) / ROWS as f32);
        for (index, puzzle) in puzzles.iter().enumerate() {
            let left = MARGIN + cell.0 * (index % COLUMNS) as f32;
            let top = top + cell.1 * (index / COLUMNS) as f32;
            page.puzzle(puzzle, before + index + 1, (left, top), (cell.0 - 16.0, cell.1 - 14.0));
        }
        page
    }

    fn puzzle(&mut self, puzzle: &Puzzle, number: usize, (left, top): Point, size: Point) {
        self.text((left, top + 11.0), 11.0, Face::HelveticaBold, number.to_string());
        let grade = puzzle.analysis.grade().to_string();
        self.text((left + 22.0, top + 11.0), 9.0, Face::Helvetica, grade);
        self.board(&puzzle.board, puzzle.target, (left, top + 18.0), (size.0, size.1 - 34.0));
        let jumps = puzzle.start.pegs() - puzzle.target.pegs();
        let words = format!("{} left, {jumps} jumps", pegs(puzzle.target.pegs()));
        self.text((left, top + size.1 - 4.0), 9.0, Face::Helvetica, words);
    }

    /// A position within a box, against its left and top edge, as large as it fits.
    fn board(&mut self, board: &Board, position: Position, corner: Point, size: Point) {
        let (across, down) = board.extent_on_paper();
        let pitch = (size.0 / across).min(size.1 / down);
        for hole in board.full().holes() {
            let (x, y) = board.place_on_paper(hole);
            let centre = (corner.0 + (x + 0.5) * pitch, corner.1 + (y + 0.5) * pitch);
            self.0.marks.push(match position.has(hole) {
                true => Mark::Disc { centre, radius: pitch * 0.40, fill: Fill::Plain(PEG) },
                false => Mark::Ring { centre, radius: pitch * 0.12, line: HOLE },
            });
        }
    }
}

/// The solutions of all puzzles, on as many pages as it takes.
fn solution_pages(puzzles: &[Puzzle], paper: Paper) -> Vec<Page> {
    const SIZE: f32 = 8.5;
    const LINE: f32 = 11.5;
    let (width, height) = paper.size();
    let characters = ((width - 2.0 * MARGIN - 28.0) / (SIZE * COURIER_ADVANCE)) as usize;
    let mut pages: Vec<Page> = Vec::new();
    let mut y = f32::INFINITY;
    for (index, puzzle) in puzzles.iter().enumerate() {
        let fewest = &puzzle.analysis.fewest_moves;
        let lines = wrapped(&fewest.solution().to_string(), characters);
        if y + LINE * (lines.len() + 1) as f32 > height - MARGIN {
            let mut page = Page::blank(paper);
            page.text((MARGIN, MARGIN + 14.0), 20.0, Face::HelveticaBold, "Solutions");
            let words = "In as few moves as possible; columns are letters from the left, rows are numbers from the top.";
            page.text((MARGIN, MARGIN + 34.0), 10.0, Face::Helvetica, words);
            pages.push(page);
            y = MARGIN + 60.0;
        }
        let last = pages.len() - 1;
        let page = &mut pages[last];
        page.text((MARGIN, y), 10.0, Face::HelveticaBold, (index + 1).to_string());
        let words = format!(
            "{}: {}, {} solutions",
            puzzle.title,
            moves(fewest.moves()),
            grouped(puzzle.analysis.solutions)
        );
        page.text((MARGIN + 28.0, y), 10.0, Face::Helvetica, words);
        for line in lines {
            y += LINE;
            page.text((MARGIN + 28.0, y), SIZE, Face::Courier, line);
        }
        y += LINE * 1.6;
    }
    pages
}

fn pegs(count: u32) -> String {
    if count == 1 { "1 peg".to_owned() } else { format!("{count} pegs") }
}

fn moves(count: usize) -> String {
    if count == 1 { "1 move".to_owned() } else { format!("{count} moves") }
}

/// The words in lines of at most this many characters (a longer word has a line to itself).
fn wrapped(text: &str, characters: usize) -> Vec<String> {
    let mut lines: Vec<String> = Vec::new();
    for word in text.split_whitespace() {
        match lines.last_mut() {
            Some(line) if line.len() + 1 + word.len() <= characters => {
                line.push(' ');
                line.push_str(word);
            }
            _ => lines.push(word.to_owned()),
        }
    }
    lines
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_are_wrapped_within_the_width() {
        assert_eq!(wrapped("c2-c4 a2-c2 d2-b2", 11), ["c2-c4 a2-c2", "d2-b2"]);
        assert_eq!(wrapped("", 11), Vec::<String>::new());
    }
}
