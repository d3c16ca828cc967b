//! The solutions of a sheet, one below the other.

use std::collections::BTreeSet;

use super::language::{Language, filled};
use super::{Card, SENTENCE, Sheet, named};
use crate::drawing::typeface::width;
use crate::drawing::{Drawing, Role, Words, wrapped};
use crate::page::{GREY, INK, lines};
use peg_solitaire::puzzle::Puzzle;
use pegfont_base::words::grouped;

/// The size of jumps, from a line to the next, and how far they are to the right of a number.
const SIZE: f32 = 8.5;
const LINE: f32 = 11.5;
const INDENT: f32 = 20.0;

/// The most lines that stay together on a page.
const TOGETHER: usize = 10;

/// The size of the names of children and of the titles of puzzles.
const NAME: f32 = 12.0;
const TITLE: f32 = 10.0;

/// A line of the solutions.
enum Row {
    Name(String),
    /// The title of a puzzle, or a part of it, with the number of its board if boards have numbers.
    Title(Option<usize>, String),
    /// How many solutions there are.
    Count(String),
    Jumps(String),
}

impl Row {
    /// How far its base line is below the one before.
    fn high(&self) -> f32 {
        match self {
            Self::Name(_) | Self::Title(..) => 1.5 * LINE,
            Self::Count(_) | Self::Jumps(_) => LINE,
        }
    }
}

impl Sheet {
    /// The solutions: of puzzles with the numbers of their boards, or of each letter of a name
    /// once, on as many pages as it takes.
    pub(super) fn solution_pages(&self, cards: &[Card]) -> Vec<Drawing> {
        let (mut pages, mut y): (Vec<Drawing>, _) = (Vec::new(), f32::MAX);
        // Where the line goes on behind a title.
        let mut beside = f32::MAX;
        for (row, together) in self.rows(cards) {
            let high = LINE * together.min(TOGETHER) as f32;
            if y + high > self.bottom() {
                let (page, top) = self.solutions_headed();
                pages.push(page);
                (y, beside) = (top, f32::MAX);
            }
            let Some(page) = pages.last_mut() else {
                continue;
            };

            let left = self.margin();
            let is_beside = match &row {
                Row::Count(words) => beside + width(words, SIZE) <= left + self.room(),
                _ => false,
            };
            if !is_beside {
                y += row.high();
            }
            let end = match row {
                Row::Name(line) => named(page, &line, (left, y), NAME, true),
                Row::Title(number, line) => {
                    if let Some(number) = number {
                        page.bold((left, y), TITLE, number.to_string());
                    }
                    named(page, &line, (left + INDENT, y), TITLE, true)
                }
                Row::Count(words) => {
                    let x = if is_beside { beside } else { left + INDENT };
                    page.put(Words::new(words, (x, y), SIZE, GREY));
                    x
                }
                Row::Jumps(jumps) => {
                    page.text((left + INDENT, y), SIZE, jumps);
                    left
                }
            };
            beside = end + 8.0;
        }
        pages
    }

    /// A page of solutions with its heading, and the last base line of that.
    fn solutions_headed(&self) -> (Drawing, f32) {
        let margin = self.margin();
        let mut page = self.blank("");
        page.tagged(Role::Heading, "", |page| {
            page.bold((margin, margin + 14.0), 20.0, &*self.language.solutions);
        });
        let other = &*self.language.other;
        let words = Words::new(other, (margin, margin + 34.0), SENTENCE, INK);
        let bottom = page.paragraph(words, self.room());
        (page, bottom + 12.0)
    }

    /// The rows, each with the number of lines from it on that stay together.
    fn rows(&self, cards: &[Card]) -> Vec<(Row, usize)> {
        let room = self.room();
        let fits = |line: &str| width(line, SIZE) <= room - INDENT;
        let (mut rows, mut numbers) = (Vec::new(), 1..);
        for Card { name, puzzles, .. } in cards {
            for line in lines(name.as_deref().unwrap_or_default(), NAME, room) {
                rows.push((Row::Name(line), 5));
            }

            let mut seen = BTreeSet::new();
            for (puzzle, number) in puzzles.iter().zip(&mut numbers) {
                let is_new = seen.insert((&puzzle.title, puzzle.solution.start()));
                if !is_new && name.is_some() {
                    continue;
                }
                let jumps = wrapped(&jumps(puzzle), fits);
                let mut number = name.is_none().then_some(number);
                for line in lines(&puzzle.title, TITLE, room - INDENT) {
                    rows.push((Row::Title(number.take(), line), jumps.len() + 3));
                }
                if let Some(count) = count(&self.language, puzzle) {
                    rows.push((Row::Count(count), 0));
                }
                rows.extend(jumps.into_iter().map(|line| (Row::Jumps(line), 1)));
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
fn count(language: &Language, puzzle: &Puzzle) -> Option<String> {
    let solutions = puzzle.figures?.solutions();
    Some(match solutions {
        1 => language.one_solution.clone(),
        _ => filled(&language.count, &[("count", &grouped(solutions))]),
    })
}
