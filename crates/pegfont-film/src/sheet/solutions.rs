//! The solutions of a sheet, one below the other.

use std::collections::BTreeSet;

use super::language::{Language, filled};
use super::{Card, FOOT, SENTENCE, Sheet, named};
use crate::drawing::typeface::{fitting, width};
use crate::drawing::{Drawing, Role, Words, wrapped};
use crate::page::{GREY, INK};
use peg_solitaire::puzzle::Puzzle;
use pegfont_base::words::grouped;

/// The size of jumps, from a line to the next, and how far they are to the right of a number.
const SIZE: f32 = 8.5;
const LINE: f32 = 11.5;
const INDENT: f32 = 20.0;

/// The most lines that stay together on a page.
const TOGETHER: usize = 10;

/// A line of the solutions.
enum Row<'c> {
    Name(&'c str),
    /// A puzzle, with the number of its board if boards have numbers.
    Title(Option<usize>, &'c Puzzle),
    Jumps(String),
}

impl Sheet {
    /// The solutions: of puzzles with the numbers of their boards, or of each letter of a name
    /// once, on as many pages as it takes.
    pub(super) fn solution_pages(&self, cards: &[Card]) -> Vec<Drawing> {
        let ((wide, bottom), margin) = self.size();
        let (mut pages, mut y): (Vec<Drawing>, _) = (Vec::new(), f32::MAX);
        for (row, together) in self.rows(cards) {
            let high = LINE * together.min(TOGETHER) as f32;
            if y + high > bottom - margin - FOOT {
                let mut page = self.blank("");
                page.tagged(Role::Heading, "", |page| {
                    page.bold((margin, margin + 14.0), 20.0, &*self.language.solutions);
                });
                let other = &*self.language.other;
                let words = Words::new(other, (margin, margin + 34.0), SENTENCE, INK);
                y = page.paragraph(words, wide - 2.0 * margin) + 12.0;
                pages.push(page);
            }
            let Some(page) = pages.last_mut() else {
                continue;
            };
            y += if matches!(row, Row::Jumps(_)) {
                LINE
            } else {
                1.5 * LINE
            };
            match row {
                Row::Name(name) => {
                    let size = fitting(name, wide - 2.0 * margin, 12.0);
                    named(page, name, (margin, y), size, true);
                }
                Row::Title(number, puzzle) => {
                    if let Some(number) = number {
                        page.bold((margin, y), 10.0, number.to_string());
                    }
                    let x = named(page, &puzzle.title, (margin + INDENT, y), 10.0, true) + 8.0;
                    let words = count(&self.language, puzzle);
                    page.put(Words::new(words, (x, y), SIZE, GREY));
                }
                Row::Jumps(jumps) => page.text((margin + INDENT, y), SIZE, jumps),
            }
        }
        pages
    }

    /// The rows, each with the number of lines from it on that stay together.
    fn rows<'c>(&self, cards: &'c [Card]) -> Vec<(Row<'c>, usize)> {
        let ((wide, _), margin) = self.size();
        let fits = |line: &str| width(line, SIZE) <= wide - 2.0 * margin - INDENT;
        let (mut rows, mut numbers) = (Vec::new(), 1..);
        for Card { name, puzzles } in cards {
            rows.extend(name.as_ref().map(|name| (Row::Name(name), 5)));
            let mut seen = BTreeSet::new();
            for (puzzle, number) in puzzles.iter().zip(&mut numbers) {
                let is_new = seen.insert((&puzzle.title, puzzle.solution.start()));
                if is_new || name.is_none() {
                    let lines = wrapped(&jumps(puzzle), fits);
                    let number = name.is_none().then_some(number);
                    rows.push((Row::Title(number, puzzle), lines.len() + 2));
                    rows.extend(lines.into_iter().map(|line| (Row::Jumps(line), 1)));
                }
            }
        }
        rows
    }
}

/// The jumps of a solution, each as a child writes it on a line of its own.
fn jumps(puzzle: &Puzzle) -> String {
    let name = |&jump| puzzle.solution.board().jump_name(jump);
    puzzle
        .solution
        .jumps()
        .iter()
        .map(name)
        .collect::<Vec<_>>()
        .join(" ")
}

/// How many solutions there are, if that is known.
fn count(language: &Language, puzzle: &Puzzle) -> String {
    match puzzle.figures.map(|figures| figures.solutions()) {
        Some(1) => language.one_solution.clone(),
        Some(solutions) => filled(&language.count, &[("count", &grouped(solutions))]),
        None => String::new(),
    }
}
