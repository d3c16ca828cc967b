//! The solutions of a sheet, in two columns.

use std::collections::BTreeSet;

use super::language::{Language, filled};
use super::{Card, Content, FOOT, SENTENCE, Sheet, named};
use crate::drawing::typeface::{fitting, width};
use crate::drawing::{Drawing, Point, Role, Words, wrapped};
use crate::page::{GREY, INK};
use peg_solitaire::puzzle::Puzzle;
use peg_solitaire::words::grouped;

impl Sheet {
    /// The solutions: of puzzles with the numbers of their boards, or of each letter of a name once, on as many pages as it takes.
    pub(super) fn solution_pages(&self, content: &Content) -> Vec<Drawing> {
        let legend = legend(&self.language, &content.puzzles());
        let (pages, y) = (Vec::new(), f32::MAX);
        let mut text = Columns { sheet: self, legend, pages, column: 1, y, top: 0.0 };
        match content {
            Content::Puzzles(puzzles) => {
                (1..).zip(puzzles).for_each(|(number, puzzle)| text.solution(Some(number), puzzle));
            }
            Content::Names(cards) => {
                for Card { name, puzzles } in cards {
                    text.name(name);
                    let mut seen = BTreeSet::new();
                    let once = puzzles
                        .iter()
                        .filter(|puzzle| seen.insert((&puzzle.title, puzzle.solution.start())));
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
    pages: Vec<Drawing>,
    /// The column that is being written, and the base line of its next line.
    column: usize,
    y: f32,
    /// The first base line of a column.
    top: f32,
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
        let ((width, _), margin) = self.sheet.size();
        (width - 2.0 * margin - Self::GUTTER) / 2.0
    }

    /// The page and the place of the next line, in the next column if this one has no room for `lines` more.
    fn place(&mut self, lines: usize) -> (&mut Drawing, Point) {
        let ((_, bottom), margin) = self.sheet.size();
        let height = Self::LINE * lines.min(Self::TOGETHER) as f32;
        if self.y + height > bottom - margin - FOOT {
            self.column = 1 - self.column;
            if self.column == 0 {
                let page = self.page();
                self.pages.push(page);
            }
            self.y = self.top;
        }
        let x = margin + self.column as f32 * (self.width() + Self::GUTTER);
        let last = self.pages.len() - 1;
        (&mut self.pages[last], (x, self.y))
    }

    fn page(&mut self) -> Drawing {
        let (sheet, ((wide, _), margin)) = (self.sheet, self.sheet.size());
        let mut page = sheet.blank("");
        page.tagged(Role::Heading, "", |page| {
            page.bold((margin, margin + 14.0), 20.0, &*sheet.language.solutions);
        });
        let legend = Words::new(&*self.legend, (margin, margin + 34.0), SENTENCE, INK);
        self.top = page.paragraph(legend, wide - 2.0 * margin) + 22.0;
        page
    }

    /// A name above the solutions of its letters, with room for the first of them.
    fn name(&mut self, name: &str) {
        let size = fitting(name, self.width(), 12.0);
        self.y += Self::LINE * 0.7;
        let (page, at) = self.place(Self::TOGETHER);
        named(page, name, at, size, true);
        self.y += Self::LINE * 1.4;
    }

    fn solution(&mut self, number: Option<usize>, puzzle: &Puzzle) {
        let room = self.width() - Self::INDENT;
        let fits = |line: &str| width(line, Self::SIZE) <= room;
        let lines = wrapped(&puzzle.solution.to_string(), fits);
        let (right, words) = (self.width(), solutions(&self.sheet.language, puzzle));
        let (page, (left, y)) = self.place(lines.len() + 1);
        let mut x = left;
        if let Some(number) = number {
            page.bold((x, y), 10.0, number.to_string());
            x += Self::INDENT;
        }
        x = named(page, &puzzle.title, (x, y), 10.0, true) + 8.0;
        let size = fitting(&words, left + right - x, Self::SIZE);
        page.put(Words::new(words, (x, y), size, GREY));
        for line in lines {
            self.y += Self::LINE;
            let (page, (x, y)) = self.place(1);
            page.text((x + Self::INDENT, y), Self::SIZE, line);
        }
        self.y += Self::LINE * 1.5;
    }
}

/// How jumps are written, by examples from these puzzles: a jump, and the shortest chain.
fn legend(language: &Language, puzzles: &[&Puzzle]) -> String {
    let moves = puzzles.iter().flat_map(|puzzle| {
        let board = puzzle.solution.board();
        let name = move |hole| board.hole_name(hole);
        puzzle.solution.moves().map(move |jumps| {
            (name(jumps[0].from()), jumps.iter().map(|jump| name(jump.to())).collect::<Vec<_>>())
        })
    });
    let (single, chain): (Vec<_>, Vec<_>) = moves.partition(|(_, holes)| holes.len() == 1);
    let chain = chain.iter().min_by_key(|(_, holes)| holes.len());
    let examples = [(&language.write, single.first()), (&language.chain, chain)];
    let sentence = |(sentence, example): (&String, Option<&(String, Vec<String>)>)| {
        let (from, holes) = example?;
        let (jumps, ways) = (format!("{from}-{}", holes.join("-")), holes.join(" → "));
        let words = [("from", &**from), ("to", &ways), ("jumps", &jumps), ("holes", &ways)];
        Some(filled(sentence, &words))
    };
    examples.into_iter().filter_map(sentence).collect::<Vec<_>>().join(" ")
}

/// How many solutions there are, if that is known.
fn solutions(language: &Language, puzzle: &Puzzle) -> String {
    match puzzle.figures.map(|figures| figures.solutions()) {
        Some(1) => language.one_solution.clone(),
        Some(solutions) => filled(&language.count, &[("count", &grouped(solutions))]),
        None => String::new(),
    }
}
