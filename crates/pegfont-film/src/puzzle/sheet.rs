//! Printable sheets of puzzles, with a board to play on and with their solutions. Makes the layout; [`crate::drawing`] writes the
//! files.

use super::Puzzle;
use crate::drawing::{Colour, Drawing, Face, Fill, Line, Mark, Point, Shown, Words, wrapped};
use peg_solitaire::board::{Bitboard, SmallBoard};
use peg_solitaire::words::grouped;

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

/// The space for the words at a puzzle, and between puzzles.
const WORDS: Point = (16.0, 48.0);

const INK: Colour = Colour::rgb(0);
const PEG: Colour = Colour::rgb(0x22_22_22);
/// The rings of empty holes.
const HOLE: Line = Line { width: 0.6, colour: Colour::rgb(0x88_88_88) };

/// What a sheet consists of.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Sheet {
    /// The size of the paper.
    pub paper: Paper,
    /// The title.
    pub title: String,
    /// The most puzzles on a page, at least 1.
    pub per_page: usize,
    /// Whether there is a page with a board to cut out and play on.
    pub board: bool,
    /// Whether the solutions follow.
    pub solutions: bool,
}

impl Default for Sheet {
    /// Sixteen puzzles per page, without solutions.
    fn default() -> Self {
        Self {
            paper: Paper::default(),
            title: "Peg solitaire puzzles".to_owned(),
            per_page: 16,
            board: false,
            solutions: false,
        }
    }
}

impl Sheet {
    /// Lays out the puzzles in order, followed by what was asked for besides. The unit is a point (1/72 inch).
    #[must_use]
    pub fn pages(&self, puzzles: &[Puzzle]) -> Vec<Drawing> {
        let per_page = self.per_page.max(1);
        let of_puzzles = puzzles.chunks(per_page).enumerate();
        let mut pages: Vec<Page> =
            of_puzzles.map(|(page, puzzles)| self.page(puzzles, page * per_page)).collect();
        if let Some(first) = puzzles.first().filter(|_| self.board) {
            pages.push(self.board_page(first));
        }
        if self.solutions {
            pages.extend(solution_pages(puzzles, self.paper));
        }
        pages.into_iter().map(|page| page.0).collect()
    }

    /// The columns and rows for which the boards are largest.
    fn grid(&self, board: &SmallBoard, (width, height): Point) -> (usize, usize) {
        let (across, down) = board.extent_on_paper();
        let count = self.per_page.max(1);
        let pitch = |columns: usize| {
            let cell = (width / columns as f32, height / count.div_ceil(columns) as f32);
            ((cell.0 - WORDS.0) / across).min((cell.1 - WORDS.1) / down)
        };
        let best = (1..=count).max_by(|&one, &other| {
            // Of equals, the first.
            pitch(one).total_cmp(&pitch(other)).then(other.cmp(&one))
        });
        let columns = best.unwrap_or(1);
        (columns, count.div_ceil(columns))
    }

    fn page(&self, puzzles: &[Puzzle], before: usize) -> Page {
        let mut page = Page::blank(self.paper);
        let (width, height) = self.paper.size();
        // A long title stays to the left of the start position.
        let letters = self.title.chars().count() as f32;
        let letters = ((width - 2.0 * MARGIN - 80.0) / (letters * 0.6)).min(20.0);
        page.text((MARGIN, MARGIN + 14.0), letters, Face::HelveticaBold, self.title.as_str());
        let first = &puzzles[0];
        let same_start = puzzles.iter().all(|puzzle| puzzle.start == first.start);
        let small = (64.0, 76.0);
        let corner = (width - MARGIN - small.0, MARGIN);
        let mut words = vec![
            "A peg jumps over a neighbour into the empty hole beyond;".to_owned(),
            "the peg that was jumped over leaves the board.".to_owned(),
        ];
        if same_start {
            words.push(format!("Start with {} pegs, as on the right.", first.start.count()));
            page.board(&first.board, first.start, corner, small);
        }
        words.push("Jump until the pegs that are left make the picture.".to_owned());
        for (line, words) in words.into_iter().enumerate() {
            page.text((MARGIN, MARGIN + 34.0 + 13.0 * line as f32), 10.0, Face::Helvetica, words);
        }
        let top = MARGIN + 96.0;
        let room = (width - 2.0 * MARGIN, height - MARGIN - top);
        let (columns, rows) = self.grid(&first.board, room);
        let cell = (room.0 / columns as f32, room.1 / rows as f32);
        for (index, puzzle) in puzzles.iter().enumerate() {
            let left = MARGIN + cell.0 * (index % columns) as f32;
            let top = top + cell.1 * (index / columns) as f32;
            page.puzzle(puzzle, before + index + 1, (left, top), (cell.0 - WORDS.0, cell.1 - 14.0));
        }
        page
    }

    /// A board to cut out, as large as the paper, but not larger than one for thumbs.
    fn board_page(&self, puzzle: &Puzzle) -> Page {
        const LARGEST_PITCH: f32 = 72.0;
        let mut page = Page::blank(self.paper);
        let (width, height) = self.paper.size();
        page.text((MARGIN, MARGIN + 14.0), 20.0, Face::HelveticaBold, "A board to play on");
        let words = "Cut it out along the frame, and play with coins, beans or buttons. The start leaves the holes with a dot empty.";
        page.text((MARGIN, MARGIN + 34.0), 10.0, Face::Helvetica, words);
        let (board, top) = (&puzzle.board, MARGIN + 52.0);
        let (across, down) = board.extent_on_paper();
        let room = (width - 2.0 * MARGIN, height - MARGIN - top);
        let pitch = (room.0 / (across + 1.0)).min(room.1 / (down + 1.0)).min(LARGEST_PITCH);
        let size = ((across + 1.0) * pitch, (down + 1.0) * pitch);
        let corner = (MARGIN + (room.0 - size.0) / 2.0, top);
        page.0.marks.push(Mark::Box {
            corner,
            size,
            radius: 0.0,
            fill: Colour::TRANSPARENT,
            edge: Some(Line { width: 0.8, colour: HOLE.colour }),
        });
        for hole in board.full().pegs() {
            let (x, y) = board.place_on_paper(hole);
            let centre = (corner.0 + (x + 1.0) * pitch, corner.1 + (y + 1.0) * pitch);
            page.0.marks.push(Mark::Ring { centre, radius: pitch * 0.40, line: HOLE });
            if !puzzle.start.has(hole) {
                let fill = Fill::Plain(HOLE.colour);
                page.0.marks.push(Mark::Disc { centre, radius: pitch * 0.06, fill });
            }
        }
        page
    }
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

    fn puzzle(&mut self, puzzle: &Puzzle, number: usize, (left, top): Point, size: Point) {
        self.text((left, top + 11.0), 11.0, Face::HelveticaBold, number.to_string());
        let most = ((size.0 - 22.0) / 4.5).max(8.0) as usize;
        let name: String = puzzle.title.chars().take(most).collect();
        self.text((left + 22.0, top + 11.0), 9.0, Face::Helvetica, name);
        self.board(&puzzle.board, puzzle.target, (left, top + 18.0), (size.0, size.1 - 34.0));
        let jumps = puzzle.start.count() - puzzle.target.count();
        let grade = puzzle.analysis.grade();
        let words = format!("{grade}, {jumps} jumps");
        // A letter of Helvetica is about half as wide as high.
        let letters = (size.0 / (words.len() as f32 * 0.5)).min(9.0);
        self.text((left, top + size.1 - 4.0), letters, Face::Helvetica, words);
    }

    /// A position within a box, against its left and top edge, as large as it fits.
    fn board(&mut self, board: &SmallBoard, position: Bitboard, corner: Point, size: Point) {
        let (across, down) = board.extent_on_paper();
        let pitch = (size.0 / across).min(size.1 / down);
        for hole in board.full().pegs() {
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

fn moves(count: usize) -> String {
    if count == 1 { "1 move".to_owned() } else { format!("{count} moves") }
}
