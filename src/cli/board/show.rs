//! `pegfont board list` and `pegfont board show`: the named boards, and what follows from a board's shape.

use std::collections::BTreeSet;
use std::fmt::Write as _;

use anyhow::Result;
use clap::Args;

use crate::answer;
use crate::cli::input::whole;
use crate::cli::output::{self, print_json};
use crate::cli::subject::{read_board, read_small_board};
use peg_solitaire::board::{
    BOARD_NAMES, Bitboard, Board, BoardError, Hole, Lattice, Position, SmallBoard,
};
use peg_solitaire::class::{parity_checks, syndrome};
use peg_solitaire::solve::Reachable;

/// List the named boards
#[derive(Args)]
pub(super) struct List {
    /// Print JSON
    #[arg(long)]
    json: bool,
}

impl List {
    pub(super) fn run(self) -> Result<()> {
        if self.json {
            return print_json(&answer::board_list());
        }
        for board in BOARD_NAMES {
            say!("{:<10} {}", board.name, board.what);
        }
        say!(
            "\nA picture file defines a board of your own: # is a peg, . an empty hole, a space no hole.\n\
             A first line \"triangular\" selects jumps in six directions. Use the file name in place of a board name."
        );
        Ok(())
    }
}

/// Show a board: its picture, holes, triples, symmetries and position classes
#[derive(Args)]
pub(super) struct Show {
    /// The board: a name (see `pegfont board list`) or a picture file
    #[arg(value_name = "NAME|FILE")]
    board: String,

    /// Print only the picture, with this many rows of empty holes around the board: a board file for games whose jumps may leave the board
    #[arg(long, value_name = "N", conflicts_with_all = ["numbers", "json"], value_parser = whole::<i16>(0..=64))]
    margin: Option<i16>,

    /// Print only the numbers of the holes, each in its place
    #[arg(long, conflicts_with = "json")]
    numbers: bool,

    /// Print JSON
    #[arg(long)]
    json: bool,
}

impl Show {
    pub(super) fn run(self) -> Result<()> {
        if let Some(margin) = self.margin {
            let (board, start) = read_board(&self.board)?;
            let picture = with_margin(&board, &start, margin).map_err(|error| usage!("{error}"))?;
            say_as_is!("{picture}");
            return Ok(());
        }
        let (board, start) = read_small_board(&self.board)?;
        if self.numbers {
            say!("{}", in_places(&board, |hole| (hole.index() + 1).to_string()));
            return Ok(());
        }
        if self.json {
            return print_json(&answer::board_show(&board, start));
        }
        say_as_is!("{}", as_text(&board, start));
        Ok(())
    }
}

/// The picture of a board and its start with so many holes around it, as a board file.
fn with_margin(board: &Board, start: &Position, margin: i16) -> Result<String, BoardError> {
    let mut around = BTreeSet::new();
    for hole in board.full().pegs() {
        let (x, y) = board.coordinates(hole);
        for (across, down) in
            (-margin..=margin).flat_map(|across| (-margin..=margin).map(move |down| (across, down)))
        {
            // On the triangular lattice a row of holes around a hole is a hexagon.
            let is_near = board.lattice() == Lattice::Square || (across - down).abs() <= margin;
            if is_near {
                around.insert((x + across, y + down));
            }
        }
    }
    let around: Vec<(i16, i16)> = around.into_iter().collect();
    let wide = Board::new(board.lattice(), &around)?;
    // The board's own first row and column are 0.
    let left = around.iter().map(|at| at.0).min().unwrap_or(0);
    let top = around.iter().map(|at| at.1).min().unwrap_or(0);
    let pegs = start.pegs().filter_map(|hole| {
        let (x, y) = board.coordinates(hole);
        wide.hole_at(x - left, y - top)
    });
    let heading = match board.lattice() {
        Lattice::Square => "",
        Lattice::Triangular => "triangular\n",
    };
    Ok(format!("{heading}{}\n", wide.picture(pegs.collect::<Position>())))
}

/// Names of the holes, each in its place.
fn in_places(board: &SmallBoard, name: impl Fn(Hole) -> String) -> String {
    let width = match board.lattice() {
        Lattice::Square => 4,
        Lattice::Triangular => 2,
    };
    let mut rows = vec![String::new(); board.rows()];
    for hole in board.full().pegs() {
        let (x, y) = board.picture_place(hole);
        let row = &mut rows[y];
        row.extend(std::iter::repeat_n(' ', (x * width).saturating_sub(row.len())));
        row.push_str(&name(hole));
    }
    rows.join("\n")
}

fn as_text(board: &SmallBoard, start: Bitboard) -> String {
    let mut text = String::new();
    let checks = parity_checks(board);
    let lattice = match board.lattice() {
        Lattice::Square => "square",
        Lattice::Triangular => "triangular",
    };
    let _ = writeln!(text, "{}\n", board.picture(start));
    let _ = writeln!(text, "{}\n", in_places(board, |hole| board.hole_name(hole)));
    let _ = writeln!(
        text,
        "{} on the {lattice} lattice; the centre is {}",
        output::counted(board.holes(), "hole"),
        board.hole_name(board.centre())
    );
    let triples = board.triples();
    let (triples, jumps) =
        (output::counted(triples.len(), "triple"), output::counted(2 * triples.len(), "jump"));
    let _ = writeln!(text, "{triples}, so {jumps}");
    let names =
        board.symmetries().iter().map(|symmetry| symmetry.description(board.lattice()).to_owned());
    let symmetries = match board.symmetries().len() {
        1 => "1 symmetry".to_owned(),
        number => format!("{number} symmetries"),
    };
    let _ = writeln!(text, "{symmetries}: {}", counted(names));
    let rank = board.holes() - checks.len();
    let _ = writeln!(
        text,
        "2^{} position classes of 2^{rank} positions each; {}",
        checks.len(),
        if syndrome(&checks, board.full()) == 0 {
            "a null-class board (full and empty are in one class, so each complement problem may be solvable)"
        } else {
            "not a null-class board (full and empty are in different classes, so no complement problem is solvable)"
        }
    );
    let memory = Reachable::memory_needed(board, board.central_vacancy());
    let _ = writeln!(text, "solving it takes {} of memory", bytes(memory));
    if !checks.is_empty() {
        let pictures: Vec<String> = checks.iter().map(|&check| board.picture(check)).collect();
        let _ = writeln!(
            text,
            "\nNo jump changes the parity of the pegs on any of these sets of holes:\n\n{}",
            pictures.join("\n\n")
        );
    }
    text
}

/// Words separated by commas; repeated words are counted.
fn counted(words: impl Iterator<Item = String>) -> String {
    let mut counts: Vec<(String, usize)> = Vec::new();
    for word in words {
        match counts.iter_mut().find(|(known, _)| *known == word) {
            Some((_, count)) => *count += 1,
            None => counts.push((word, 1)),
        }
    }
    let words = counts.into_iter().map(|(word, count)| match count {
        1 => word,
        _ => format!("{count} {}s", word.trim_start_matches("a ")),
    });
    words.collect::<Vec<_>>().join(", ")
}

/// A number of bytes in words.
pub(super) fn bytes(bytes: u64) -> String {
    indicatif::BinaryBytes(bytes).to_string()
}
