//! The solutions of a sheet, one below the other.

use std::collections::BTreeSet;

use super::language::{Language, filled};
use super::{Card, SENTENCE, Sheet, named};
use crate::drawing::typeface::width;
use crate::drawing::{Drawing, Role, Words, wrapped};
use crate::page::{GREY, inked, lines, paragraph};
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
struct SolutionLine {
    said: LineContent,
    /// How many lines from this one on stay together on a page.
    together: usize,
}

/// What a line of the solutions says.
enum LineContent {
    /// The name of a child.
    Name(String),
    /// The title of a puzzle, or a part of it, with the number of its board if boards have numbers.
    Title {
        number: Option<usize>,
        part: String,
    },
    /// How many solutions there are.
    Count(String),
    Jumps(String),
}

impl SolutionLine {
    /// How far its base line is below the one before.
    fn height(&self) -> f32 {
        match self.said {
            LineContent::Name(_) | LineContent::Title { .. } => 1.5 * LINE,
            LineContent::Count(_) | LineContent::Jumps(_) => LINE,
        }
    }

    /// Draws the line. Returns where it ends.
    fn draw(self, page: &mut Drawing, pen: Pen) -> f32 {
        let Pen { left, beside, y } = pen;
        let indented = left + INDENT;
        match self.said {
            LineContent::Name(name) => named(page, inked(name, (left, y), NAME).bold()),
            LineContent::Title { number, part } => {
                if let Some(number) = number {
                    page.put(inked(number.to_string(), (left, y), TITLE).bold());
                }
                named(page, inked(part, (indented, y), TITLE).bold())
            }
            LineContent::Count(words) => {
                let x = beside.unwrap_or(indented);
                page.put(Words::new(words, (x, y), SIZE, GREY));
                x
            }
            LineContent::Jumps(jumps) => {
                page.put(inked(jumps, (indented, y), SIZE));
                left
            }
        }
    }
}

/// Where a line is drawn.
struct Pen {
    left: f32,
    /// Where it goes on behind the line before, if it does.
    beside: Option<f32>,
    y: f32,
}

/// The solutions: of puzzles with the numbers of their boards, or of each letter of a name once, on
/// as many pages as it takes.
pub(super) fn pages(sheet: &Sheet, cards: &[Card]) -> Vec<Drawing> {
    let left = sheet.margin();
    let right = left + sheet.room();
    let mut pages: Vec<Drawing> = Vec::new();
    let mut y = f32::MAX;
    // Where the last line ended.
    let mut end = f32::MAX;
    for line in solution_lines(sheet, cards) {
        let needed = LINE * line.together.min(TOGETHER) as f32;
        if y + needed > sheet.bottom() {
            let (page, top) = headed(sheet);
            pages.push(page);
            y = top;
            end = f32::MAX;
        }
        let Some(page) = pages.last_mut() else {
            continue;
        };

        // A number of solutions stands behind the title, if it has room there.
        let mut beside = None;
        if let LineContent::Count(words) = &line.said
            && end + width(words, SIZE) <= right
        {
            beside = Some(end);
        } else {
            y += line.height();
        }
        end = line.draw(page, Pen { left, beside, y }) + 8.0;
    }
    pages
}

/// A page of solutions with its heading, and the last base line of that.
fn headed(sheet: &Sheet) -> (Drawing, f32) {
    let margin = sheet.margin();
    let language = &sheet.language;
    let mut page = sheet.blank("");
    page.tagged(Role::Heading, "", |page| {
        page.put(inked(&*language.solutions, (margin, margin + 14.0), 20.0).bold());
    });

    let words = inked(&*language.other, (margin, margin + 34.0), SENTENCE);
    let bottom = paragraph(&mut page, words, sheet.room());
    (page, bottom + 12.0)
}

fn solution_lines(sheet: &Sheet, cards: &[Card]) -> Vec<SolutionLine> {
    let room = sheet.room();
    let fits = |line: &str| width(line, SIZE) <= room - INDENT;
    let mut rows = Vec::new();
    let mut add = |said, together| rows.push(SolutionLine { said, together });
    let mut number = 0;
    for Card { name, puzzles, .. } in cards {
        for line in lines(name.as_deref().unwrap_or_default(), NAME, room) {
            add(LineContent::Name(line), 5);
        }

        let mut seen = BTreeSet::new();
        for puzzle in puzzles {
            number += 1;
            let is_new = seen.insert((&puzzle.title, puzzle.solution.start()));
            if !is_new && name.is_some() {
                continue;
            }

            let jumps = wrapped(&jumps(puzzle), fits);
            let mut shown = if name.is_none() { Some(number) } else { None };
            for part in lines(&puzzle.title, TITLE, room - INDENT) {
                let number = shown.take();
                add(LineContent::Title { number, part }, jumps.len() + 3);
            }
            if let Some(count) = count(&sheet.language, puzzle) {
                add(LineContent::Count(count), 0);
            }
            for line in jumps {
                add(LineContent::Jumps(line), 1);
            }
        }
    }
    rows
}

/// The jumps of a solution, each as a child writes it on a line of its own.
fn jumps(puzzle: &Puzzle) -> String {
    let board = puzzle.solution.board();
    let jumps = puzzle.solution.jumps().iter();
    let names: Vec<String> = jumps.map(|&jump| board.jump_name(jump)).collect();
    names.join(" ")
}

/// How many solutions there are, if that is known.
fn count(language: &Language, puzzle: &Puzzle) -> Option<String> {
    let solutions = puzzle.figures?.solutions();
    if solutions == 1 {
        return Some(language.one_solution.clone());
    }
    Some(filled(&language.count, &[("count", &grouped(solutions))]))
}
