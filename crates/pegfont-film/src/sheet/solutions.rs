//! The solutions of a sheet, in two columns.

use std::collections::BTreeSet;

use super::page::{Page, grey};
use super::{Card, Content, FOOT, MARGIN, Sheet};
use crate::drawing::typeface::{fitting, width};
use crate::drawing::{Face, Point, wrapped};
use peg_solitaire::board::Hole;
use peg_solitaire::puzzle::Puzzle;
use peg_solitaire::words::grouped;

impl Sheet {
    /// The solutions: of puzzles with the numbers of their boards, or of each letter of a name once, on as many pages as it takes.
    pub(super) fn solution_pages(&self, content: &Content) -> Vec<Page> {
        let legend = legend(&content.puzzles());
        let mut text = Columns { sheet: self, legend, pages: Vec::new(), column: 1, y: f32::MAX };
        match content {
            Content::Puzzles(puzzles) => {
                (1..).zip(puzzles).for_each(|(number, puzzle)| text.solution(Some(number), puzzle));
            }
            Content::Names(cards) => {
                for Card { name, puzzles } in cards {
                    text.name(name, puzzles);
                    let mut seen = BTreeSet::new();
                    let once = puzzles.iter().filter(|puzzle| seen.insert(&puzzle.title));
                    once.for_each(|puzzle| text.solution(None, puzzle));
                }
            }
        }
        text.pages
    }
}

/// Pages of solutions in two columns.
struct Columns<'s> {
    sheet: &'s Sheet,
    /// How jumps are written.
    legend: String,
    pages: Vec<Page>,
    /// The column that is being written, and the base line of its next line.
    column: usize,
    y: f32,
}

impl Columns<'_> {
    const SIZE: f32 = 8.5;
    const LINE: f32 = 11.5;
    const GUTTER: f32 = 20.0;
    /// How far the jumps are to the right of a letter.
    const INDENT: f32 = 20.0;
    /// The lines that stay together.
    const TOGETHER: usize = 10;

    fn width(&self) -> f32 {
        (self.sheet.paper.0 - 2.0 * MARGIN - Self::GUTTER) / 2.0
    }

    /// The page and the place of the next line, in the next column if so many lines don't fit in this one.
    fn place(&mut self, lines: usize) -> (&mut Page, Point) {
        let height = Self::LINE * lines.min(Self::TOGETHER) as f32;
        if self.y + height > self.sheet.paper.1 - MARGIN - FOOT {
            self.column = 1 - self.column;
            if self.column == 0 {
                self.pages.push(self.page());
            }
            self.y = MARGIN + 72.0;
        }
        let x = MARGIN + self.column as f32 * (self.width() + Self::GUTTER);
        let last = self.pages.len() - 1;
        (&mut self.pages[last], (x, self.y))
    }

    fn page(&self) -> Page {
        let mut page = self.sheet.blank("");
        page.text((MARGIN, MARGIN + 14.0), 20.0, Face::PrintBold, "Solutions");
        let room = self.sheet.paper.0 - 2.0 * MARGIN;
        let lines = wrapped(&self.legend, |line| width(line, 10.0) <= room);
        for (number, line) in lines.into_iter().enumerate() {
            let at = (MARGIN, MARGIN + 34.0 + 13.5 * number as f32);
            page.text(at, 10.0, Face::Print, line);
        }
        page
    }

    /// A name above the solutions of its letters, with room for the first of them.
    fn name(&mut self, name: &str, puzzles: &[Puzzle]) {
        let size = fitting(name, self.width(), 12.0);
        self.y += Self::LINE * 0.7;
        let (page, at) = self.place(Self::TOGETHER);
        page.label(name, at, size, Face::PrintBold, puzzles);
        self.y += Self::LINE * 1.4;
    }

    fn solution(&mut self, number: Option<usize>, puzzle: &Puzzle) {
        let room = self.width() - Self::INDENT;
        let fits = |line: &str| width(line, Self::SIZE) <= room;
        let lines = wrapped(&puzzle.solution.to_string(), fits);
        let right = self.width();
        let (page, (left, y)) = self.place(lines.len() + 1);
        let mut x = left;
        if let Some(number) = number {
            page.text((x, y), 10.0, Face::PrintBold, number.to_string());
            x += Self::INDENT;
        }
        let own = std::slice::from_ref(puzzle);
        x = page.label(&puzzle.title, (x, y), 10.0, Face::PrintBold, own) + 8.0;
        let words = solutions(puzzle);
        page.put(grey(&*words, (x, y), fitting(&words, left + right - x, Self::SIZE)));
        for line in lines {
            self.y += Self::LINE;
            let (page, (x, y)) = self.place(1);
            page.text((x + Self::INDENT, y), Self::SIZE, Face::Print, line);
        }
        self.y += Self::LINE * 1.5;
    }
}

/// How jumps are written, by examples from these puzzles.
fn legend(puzzles: &[&Puzzle]) -> String {
    let mut words = Vec::new();
    if let Some((board, jump)) = puzzles.iter().find_map(|puzzle| {
        let solution = &puzzle.solution;
        Some((solution.board(), solution.jumps().first()?))
    }) {
        let [from, to] = [jump.from(), jump.to()].map(|hole| board.hole_name(hole));
        words.push(format!("{from}-{to}: the peg in hole {from} jumps into hole {to}."));
    }
    let chains = puzzles.iter().flat_map(|puzzle| {
        let chains = puzzle.solution.moves().filter(|jumps| jumps.len() > 1);
        chains.map(|jumps| (puzzle.solution.board(), jumps))
    });
    if let Some((board, jumps)) = chains.min_by_key(|(_, jumps)| jumps.len()) {
        let name = |hole: Hole| board.hole_name(hole);
        let from = name(jumps[0].from());
        let holes: Vec<String> = jumps.iter().map(|jump| name(jump.to())).collect();
        let (chain, on) = (holes.join("-"), holes.join(", then into "));
        words.push(format!("{from}-{chain}: one peg jumps from {from} into {on}."));
    }
    words.push("The letters and numbers beside the boards name the holes.".to_owned());
    words.join(" ")
}

/// How many solutions there are, if that is known.
fn solutions(puzzle: &Puzzle) -> String {
    match puzzle.figures.map(|figures| figures.solutions()) {
        Some(1) => "the only solution".to_owned(),
        Some(solutions) => format!("one of {} solutions", grouped(solutions)),
        None => String::new(),
    }
}
