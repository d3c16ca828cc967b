//! Pictures of boards between lines of text: side by side, and in a terminal in colours.

use anyhow::Result;
use crossterm::style::Color;
use peg_console::output::Output;

use super::{in_colour, say_in_colour, terminal_size};
use peg_solitaire::board::{Board, Position};

/// The columns of a line where no terminal says how many it has.
const LINE: usize = 100;

/// The least columns of a block, and those between two.
const LEAST: usize = 12;
const GAP: usize = 3;

/// Of how many blocks the widest is looked for.
const MEASURED: usize = 100;

/// How many bytes are written at once.
const PAGE: usize = 1 << 16;

/// Blocks of lines side by side.
pub fn side_by_side(blocks: &[String]) -> String {
    let widest = blocks.iter().map(|block| width(block)).max().unwrap_or(0);
    in_row(blocks, widest + GAP).trim_end().to_owned()
}

/// Blocks of lines side by side, whose first columns are so far apart.
fn in_row(blocks: &[String], apart: usize) -> String {
    let mut blocks: Vec<_> = blocks.iter().map(|block| block.lines()).collect();
    let mut row = String::new();

    loop {
        let begin = row.len();
        let mut column = 0;
        let mut is_over = true;
        for (number, lines) in blocks.iter_mut().enumerate() {
            let Some(line) = lines.next() else { continue };
            is_over = false;

            let before = (number * apart).saturating_sub(column);
            row.extend(std::iter::repeat_n(' ', before));
            row.push_str(line);
            column += before + line.chars().count();
        }
        if is_over {
            return row;
        }

        row.truncate(begin + row[begin..].trim_end().len());
        row.push('\n');
    }
}

/// Prints the block of each item, as many side by side as fit into a line.
pub fn say_side_by_side<T>(all: &[T], block: impl Fn(&T) -> String, out: &Output) -> Result<()> {
    let some = all.iter().take(MEASURED).map(&block);
    let apart = some
        .map(|block| width(&block))
        .max()
        .unwrap_or(0)
        .max(LEAST)
        + GAP;
    // The last one needs no space after it.
    let in_line = terminal_size().map_or(LINE, |(columns, _)| columns) + GAP;

    // Hundreds of thousands of lines can follow: they are written a page at a time.
    let mut page = String::new();
    for row in all.chunks((in_line / apart).max(1)) {
        let blocks: Vec<String> = row.iter().map(&block).collect();
        let lines = in_row(&blocks, apart);
        if in_colour() {
            say_pegs(&lines, out)?;
            continue;
        }

        page.push_str(&lines);
        page.push('\n');
        if page.len() >= PAGE {
            say_as_is!(out, "{page}")?;
            page.clear();
        }
    }
    say_as_is!(out, "{page}")
}

/// The columns of a block.
fn width(block: &str) -> usize {
    block
        .lines()
        .map(|line| line.chars().count())
        .max()
        .unwrap_or(0)
}

/// In a terminal, a peg that a pattern has and its design hasn't, and one that it lacks.
const ADDED: char = '⊕';
const MISSING: char = '⊖';

/// What the marks of [`marked`] patterns mean.
pub fn legend() -> String {
    let [added, missing] = if in_colour() {
        [ADDED, MISSING]
    } else {
        ['+', '-']
    };
    format!("{added} an added peg, {missing} a missing peg")
}

/// A pattern, with the differences from its design marked.
pub fn marked(board: &Board, pattern: &Position, design: &Position) -> String {
    let different = pattern ^ design;
    let marked = board.drawn(|hole| match (pattern.has(hole), different.has(hole)) {
        (true, false) => '#',
        (true, true) => '+',
        (false, true) => '-',
        (false, false) => '.',
    });
    // In a terminal, a hole is about as wide as high.
    if !in_colour() {
        return marked;
    }
    let spaced = |mark: char| {
        if mark == '\n' {
            "\n".to_owned()
        } else {
            format!("{mark} ")
        }
    };
    marked.chars().map(spaced).collect()
}

/// Prints lines and an empty one, in a terminal with the pegs in colours.
pub fn say_pegs(block: &str, out: &Output) -> Result<()> {
    if !in_colour() {
        return say!(out, "{block}");
    }
    for line in block.lines() {
        let is_picture = line.chars().all(|mark| "#+-. ".contains(mark));
        say_in_colour(line, |mark| match mark {
            '#' if is_picture => Some(('●', Color::Reset)),
            '+' if is_picture => Some((ADDED, Color::Green)),
            '-' if is_picture => Some((MISSING, Color::Red)),
            '.' if is_picture => Some(('·', Color::DarkGrey)),
            _ => None,
        });
    }
    say!(out)
}
