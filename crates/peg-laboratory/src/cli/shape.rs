//! `peglab list`, and what `show` says of a board: the named boards, and what follows from a
//! board's shape.

use anyhow::Result;
use clap::Args;

use peg_console::output::Output;
use peg_console::say;
use peg_solitaire::board::{BOARD_NAMES, Bitboard, Hole, Lattice, SmallBoard};
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
pub struct List {}

impl List {
    pub fn run(self, out: &Output) -> Result<()> {
        out.say_lines(
            BOARD_NAMES
                .iter()
                .map(|(name, what)| format!("{name:<10} {what}")),
        )
    }
}

/// Names of the holes, each in its place.
pub fn in_places(board: &SmallBoard, name: impl Fn(Hole) -> String) -> String {
    let width = if board.lattice() == Lattice::Square {
        4
    } else {
        2
    };
    let mut rows = vec![String::new(); board.rows()];
    for hole in board.full().pegs() {
        let (x, y) = board.picture_place(hole);
        rows[y] = format!("{:<1$}{2}", rows[y], x * width, name(hole));
    }
    rows.join("\n")
}

pub fn say(board: &SmallBoard, start: Bitboard, out: &Output) -> Result<()> {
    let checks = parity_checks(board);
    say!(out, "{}\n", board.picture(start))?;
    say!(out, "{}\n", in_places(board, |hole| board.hole_name(hole)))?;
    let (holes, centre) = (
        counted(board.holes(), "hole"),
        board.hole_name(board.centre()),
    );
    let lattice = if board.lattice() == Lattice::Square {
        "square"
    } else {
        "triangular"
    };
    say!(
        out,
        "{holes} on the {lattice} lattice; the centre is {centre}"
    )?;
    let triples = board.triples().len();
    say!(
        out,
        "{}, so {}",
        counted(triples, "triple"),
        counted(2 * triples, "jump")
    )?;
    say!(out, "symmetries: {}", board.symmetries().len())?;
    let (classes, rank) = (checks.len(), board.holes() - checks.len());
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
