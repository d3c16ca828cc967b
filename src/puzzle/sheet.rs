//! A sheet of puzzles as pages of circles and words, ready to be printed: first the puzzles, then
//! their solutions. It chooses places and sizes; the file formats know nothing of puzzles.

use super::{Puzzle, pdf, svg};
use crate::board::{Board, Hole, Position};
use crate::digits::grouped;

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

/// A page: what is printed on it, in points from its top left corner.
#[derive(Clone, Debug)]
pub struct Page {
    pub(super) size: (f32, f32),
    pub(super) marks: Vec<Mark>,
}

/// Something that is printed.
#[derive(Clone, Debug)]
pub(super) enum Mark {
    /// A disc for a peg, a ring for an empty hole.
    Circle { centre: (f32, f32), radius: f32, filled: bool },
    /// A line of text that begins at this place on its base line.
    Text { at: (f32, f32), size: f32, face: Face, text: String },
}

/// What a text is printed in.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Face {
    Plain,
    Bold,
    /// All characters are equally wide: 0.6 of the size.
    Typewriter,
}

/// How wide a character of a typewriter face is, of its size.
const TYPEWRITER_ADVANCE: f32 = 0.6;

/// Pages of puzzles, then pages of solutions.
#[derive(Clone, Debug)]
pub struct Sheet {
    pages: Vec<Page>,
}

const MARGIN: f32 = 48.0;
const COLUMNS: usize = 4;
const ROWS: usize = 4;

impl Sheet {
    /// Lays out the puzzles in their order, sixteen a page.
    #[must_use]
    pub fn new(puzzles: &[Puzzle], paper: Paper) -> Self {
        let mut pages = Vec::new();
        for (page, puzzles) in puzzles.chunks(COLUMNS * ROWS).enumerate() {
            pages.push(Page::of_puzzles(puzzles, page * COLUMNS * ROWS, paper));
        }
        pages.extend(solution_pages(puzzles, paper));
        Self { pages }
    }

    /// The pages, in order.
    #[must_use]
    pub fn pages(&self) -> &[Page] {
        &self.pages
    }

    /// All pages as one PDF file.
    #[must_use]
    pub fn to_pdf(&self) -> Vec<u8> {
        pdf::file(&self.pages)
    }
}

impl Page {
    /// The page as an SVG file.
    #[must_use]
    pub fn to_svg(&self) -> String {
        svg::file(self)
    }

    fn blank(paper: Paper) -> Self {
        Self { size: paper.size(), marks: Vec::new() }
    }

    fn text(&mut self, at: (f32, f32), size: f32, face: Face, text: impl Into<String>) {
        self.marks.push(Mark::Text { at, size, face, text: text.into() });
    }

    fn of_puzzles(puzzles: &[Puzzle], before: usize, paper: Paper) -> Self {
        let mut page = Self::blank(paper);
        let (width, height) = page.size;
        page.text((MARGIN, MARGIN + 14.0), 20.0, Face::Bold, "Peg solitaire puzzles");
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
            page.text((MARGIN, MARGIN + 34.0 + 13.0 * line as f32), 10.0, Face::Plain, words);
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

    fn puzzle(
        &mut self,
        puzzle: &Puzzle,
        number: usize,
        (left, top): (f32, f32),
        size: (f32, f32),
    ) {
        self.text((left, top + 11.0), 11.0, Face::Bold, number.to_string());
        let grade = puzzle.analysis.grade().to_string();
        self.text((left + 22.0, top + 11.0), 9.0, Face::Plain, grade);
        self.board(&puzzle.board, puzzle.target, (left, top + 18.0), (size.0, size.1 - 34.0));
        let jumps = puzzle.start.pegs() - puzzle.target.pegs();
        let words = format!("{} left, {jumps} jumps", pegs(puzzle.target.pegs()));
        self.text((left, top + size.1 - 4.0), 9.0, Face::Plain, words);
    }

    /// A position within a box, against its left and top edge, as large as it fits.
    fn board(&mut self, board: &Board, position: Position, corner: (f32, f32), size: (f32, f32)) {
        let places: Vec<(usize, usize)> =
            board.full().holes().map(|hole| board.picture_place(hole)).collect();
        // On a triangular board the holes of a row are two places apart, and rows are nearer to each other.
        let skew = board.lattice() == crate::board::Lattice::Triangular;
        let (step_x, step_y) = if skew { (0.5, 0.866) } else { (1.0, 1.0) };
        let across = places.iter().map(|place| place.0).max().unwrap_or(0) as f32 * step_x + 1.0;
        let down = places.iter().map(|place| place.1).max().unwrap_or(0) as f32 * step_y + 1.0;
        let pitch = (size.0 / across).min(size.1 / down);
        for (number, (x, y)) in places.into_iter().enumerate() {
            let centre = (
                corner.0 + (x as f32 * step_x + 0.5) * pitch,
                corner.1 + (y as f32 * step_y + 0.5) * pitch,
            );
            let filled = position.has(Hole(number as u8));
            let radius = pitch * if filled { 0.40 } else { 0.12 };
            self.marks.push(Mark::Circle { centre, radius, filled });
        }
    }
}

/// The solutions of all puzzles, on as many pages as it takes.
fn solution_pages(puzzles: &[Puzzle], paper: Paper) -> Vec<Page> {
    const SIZE: f32 = 8.5;
    const LINE: f32 = 11.5;
    let (width, height) = paper.size();
    let characters = ((width - 2.0 * MARGIN - 28.0) / (SIZE * TYPEWRITER_ADVANCE)) as usize;
    let mut pages: Vec<Page> = Vec::new();
    let mut y = f32::INFINITY;
    for (index, puzzle) in puzzles.iter().enumerate() {
        let fewest = &puzzle.analysis.fewest_moves;
        let lines = wrapped(&fewest.solution().to_string(), characters);
        if y + LINE * (lines.len() + 1) as f32 > height - MARGIN {
            let mut page = Page::blank(paper);
            page.text((MARGIN, MARGIN + 14.0), 20.0, Face::Bold, "Solutions");
            let words = "In as few moves as possible; columns are letters from the left, rows are numbers from the top.";
            page.text((MARGIN, MARGIN + 34.0), 10.0, Face::Plain, words);
            pages.push(page);
            y = MARGIN + 60.0;
        }
        let Some(page) = pages.last_mut() else { continue };
        page.text((MARGIN, y), 10.0, Face::Bold, (index + 1).to_string());
        let words = format!(
            "{}: {}, {} solutions",
            puzzle.title,
            moves(fewest.moves()),
            grouped(puzzle.analysis.solutions)
        );
        page.text((MARGIN + 28.0, y), 10.0, Face::Plain, words);
        for line in lines {
            y += LINE;
            page.text((MARGIN + 28.0, y), SIZE, Face::Typewriter, line);
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
