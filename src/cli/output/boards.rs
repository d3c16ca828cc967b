//! Pictures of boards between lines of text: side by side, and in a terminal in colours.

use anyhow::Result;
use crossterm::style::Color;
use peg_console::output::Output;

use super::{in_colour, say_in_colour, terminal_size};
use crate::cli::blocks::{GAP, in_row, width};
use peg_solitaire::board::{Board, Position};

/// The columns of a line where no terminal says how many it has.
const USUAL_COLUMNS: usize = 100;

/// The least columns of a block.
const LEAST_COLUMNS: usize = 12;

/// Of how many blocks the widest is looked for.
const MEASURED: usize = 100;

/// How many bytes are written at once.
const BYTES_AT_ONCE: usize = 1 << 16;

/// Prints the block of each item, as many side by side as fit into a line.
pub fn say_side_by_side<T>(all: &[T], block: impl Fn(&T) -> String, out: &Output) -> Result<()> {
    let measured = all.iter().take(MEASURED).map(&block);
    let widest = measured.map(|block| width(&block)).max().unwrap_or(0);
    let apart = widest.max(LEAST_COLUMNS) + GAP;
    // The last one needs no space after it.
    let in_line = terminal_size().map_or(USUAL_COLUMNS, |terminal| terminal.columns) + GAP;

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
        if page.len() >= BYTES_AT_ONCE {
            say_as_is!(out, "{page}")?;
            page.clear();
        }
    }
    say_as_is!(out, "{page}")
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
