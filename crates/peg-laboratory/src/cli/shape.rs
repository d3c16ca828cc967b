//! `peglab list`, and what `show` says of a board: the named boards, and what follows from a
//! board's shape.

use anyhow::Result;
use clap::Args;

use peg_console::answer::AnswerLines;
use peg_console::output::Output;
use peg_console::say;
use peg_solitaire::board::{Bitboard, Hole, Lattice, NAMED_BOARDS, SmallBoard};
use peg_solitaire::class::{parity_checks, syndrome};
use peg_solitaire::solve::Reachable;
use pegfont_base::memory::bytes_needed;
use pegfont_base::words::counted;

/// List the named boards
#[derive(Args)]
#[command(after_help = "\
A picture file defines a board of your own: # is a peg, . an empty hole, a space no hole. A first
line \"triangular\" selects jumps in six directions. Spaces between all columns, and empty lines
between all rows, are left out, unless the first line is \"square\". Use the file name in place of a
board name.")]
pub struct ListCommand {}

/// The named boards, a line for each.
pub(super) fn boards() -> AnswerLines<impl Iterator<Item = String>> {
    let boards = NAMED_BOARDS.iter();
    AnswerLines(boards.map(|board| format!("{:<10} {}", board.name, board.about)))
}

/// Names of the holes, each in its place.
pub fn in_places(board: &SmallBoard, name: impl Fn(Hole) -> String) -> String {
    let width = match board.lattice() {
        Lattice::Square => 4,
        Lattice::Triangular => 2,
    };

    let mut rows = vec![String::new(); board.as_board().rows()];
    for hole in board.full().pegs() {
        let (x, y) = board.as_board().picture_place(hole);
        rows[y] = format!("{:<1$}{2}", rows[y], x * width, name(hole));
    }
    rows.join("\n")
}

pub fn say(board: &SmallBoard, start: Bitboard, out: &Output) -> Result<()> {
    say!(out, "{}\n", board.picture(start))?;
    say!(out, "{}\n", in_places(board, |hole| board.hole_name(hole)))?;

    let holes = counted(board.holes(), "hole");
    let lattice = match board.lattice() {
        Lattice::Square => "square",
        Lattice::Triangular => "triangular",
    };
    let centre = board.hole_name(board.centre());
    say!(
        out,
        "{holes} on the {lattice} lattice; the centre is {centre}"
    )?;
    let triples = counted(board.triples().len(), "triple");
    let jumps = counted(2 * board.triples().len(), "jump");
    say!(out, "{triples}, so {jumps}")?;
    say!(out, "symmetries: {}", board.symmetries().len())?;

    let checks = parity_checks(board);
    let classes = checks.len();
    let rank = board.holes() - classes;
    let is_null = if syndrome(&checks, board.full()) == 0 {
        "a"
    } else {
        "not a"
    };
    say!(
        out,
        "2^{classes} position classes of 2^{rank} positions each; {is_null} null-class board"
    )?;
    let memory = Reachable::memory_needed(board, board.central_vacancy());
    say!(out, "solving it takes {} of memory", bytes_needed(memory))?;

    if !checks.is_empty() {
        let pictures: Vec<String> = checks.iter().map(|&check| board.picture(check)).collect();
        say!(
            out,
            "\nNo jump changes the parity of the pegs on any of these sets of holes:\n"
        )?;
        say!(out, "{}", pictures.join("\n\n"))?;
    }
    Ok(())
}
