//! `pegfont board positions` and `about`: the positions of a kind, counted or listed; and one position.

use std::collections::BTreeSet;

use anyhow::Result;
use clap::Args;

use super::winning::reduced;
use super::{
    FinishArgs, StartArgs, TableArgs, check_pegs, put_codes, put_two_players, single_pegs,
};
use crate::answer;
use crate::cli::input::{Choice, one_of, whole};
use crate::cli::output::print_json;
use crate::cli::progress::watched;
use crate::cli::subject::read_small_board;
use peg_solitaire::analysis::{About, Kind, Positions, SymmetryType};
use peg_solitaire::board::Bitboard;
use peg_solitaire::class::SymmetryGroup;

const KINDS: [Choice<Kind>; 6] = [
    ("reachable", "those that the start leads to", Kind::Reachable),
    ("winning", "those of them from which the finish can be reached", Kind::Winning),
    ("losing", "those of them from which it can't, one jump after a winning one", Kind::Losing),
    ("dead-ends", "those that can be reached and allow no jump", Kind::DeadEnds),
    (
        "symmetric",
        "those that can be reached and are their own images under a symmetry",
        Kind::Symmetric,
    ),
    (
        "solvable",
        "all from which the finish can be reached, whether or not the start leads to them",
        Kind::Solvable,
    ),
];

/// Count or list the positions of a kind, such as winning, losing or symmetric
///
/// Positions that are images of each other under a symmetry of the board count as one.
#[derive(Args)]
#[command(after_help = "\
Example:
  pegfont board positions triangle15 winning losing --start a1")]
pub(super) struct PositionsCommand {
    #[command(flatten)]
    start: StartArgs,

    /// One or more kinds, a column each
    #[arg(value_name = "KIND", required = true, value_parser = one_of(&KINDS))]
    kinds: Vec<Kind>,

    #[command(flatten)]
    finish: FinishArgs,

    /// List the smallest codes of the positions, one per line
    #[arg(long, conflicts_with_all = ["csv", "plot"])]
    list: bool,

    /// List only positions with this many pegs
    #[arg(long, value_name = "N", requires = "list", value_parser = whole::<u32>(0..=64))]
    pegs: Option<u32>,

    /// List only positions with these types of symmetry, named as in `board symmetric`, with commas between them
    #[arg(long, value_name = "NAMES", requires = "list", value_delimiter = ',')]
    symmetry: Vec<String>,

    #[command(flatten)]
    table: TableArgs,
}

impl PositionsCommand {
    pub(super) fn run(self) -> Result<()> {
        self.table.check()?;
        if self.list && self.kinds.len() > 1 {
            refuse!("--list takes one kind: give {} alone", self.kinds[0].name());
        }
        let (board, start, finishes) = self.start.read_problem(&self.finish)?;
        check_pegs(self.pegs, board.holes() as u32, "the board")?;
        let positions = watched("solving", |progress| {
            Positions::solve(&board, start, &single_pegs(finishes), &self.kinds, progress)
        })?;
        if self.list {
            let mut codes = watched("listing", |progress| {
                positions.mincodes(self.kinds[0], self.pegs, progress)
            })?;
            if !self.symmetry.is_empty() {
                let name = |code: &Bitboard| SymmetryType::of(&board, *code).name(board.lattice());
                let mut known: BTreeSet<String> = codes.iter().map(name).collect();
                known.remove("");
                if let Some(other) = self.symmetry.iter().find(|name| !known.contains(*name)) {
                    let known = match known.is_empty() {
                        true => "none".to_owned(),
                        false => known.into_iter().collect::<Vec<_>>().join(", "),
                    };
                    refuse!("--symmetry {other}: no such position; these types occur: {known}");
                }
                codes.retain(|code| self.symmetry.contains(&name(code)));
            }
            return put_codes(&board, self.kinds[0].name(), &codes, self.table.json);
        }
        let table = watched("counting", |progress| positions.table(progress))?;
        self.table.put(&table, &table.headings(1), "")
    }
}

/// Describe one position: its codes, its symmetry, where it leads
#[derive(Args)]
pub(super) struct AboutCommand {
    /// The board: a name (see `pegfont board list`) or a picture file
    #[arg(value_name = "NAME|FILE")]
    board: String,

    /// The position; see Positions below. A hole is the vacancy there
    #[arg(value_name = "POSITION")]
    position: String,

    /// Say who wins if two players take turns and the one who can't jump loses
    #[arg(long, conflicts_with = "json")]
    two_players: bool,

    /// Print JSON
    #[arg(long)]
    json: bool,
}

impl AboutCommand {
    pub(super) fn run(self) -> Result<()> {
        let (board, _) = read_small_board(&self.board)?;
        let position = board.parse_start(&self.position).map_err(|error| usage!("{error}"))?;
        let position = board.bits(&position);
        let about = watched("playing forwards and backwards", |progress| {
            About::solve(&board, position, progress)
        })?;
        if self.json {
            return print_json(&answer::about(&about, position));
        }
        let images: Vec<String> = SymmetryGroup::of(&board)
            .orbit(position)
            .iter()
            .map(|image| format!("code:{}", image.code()))
            .collect();
        let symmetry = match SymmetryType::of(&board, position) {
            SymmetryType::NONE => "none".to_owned(),
            kind => kind.name(board.lattice()).replace('_', " "),
        };
        let vacancies: Vec<String> =
            about.vacancies.pegs().map(|hole| board.hole_name(hole)).collect();
        say!("{}\n", board.picture(position));
        say!("code:{}, mincode code:{}", position.code(), board.mincode(position).code());
        say!("complement code:{}", board.complement(position).code());
        say!("images {}", images.join(" "));
        say!("symmetry: {symmetry}");
        match vacancies.is_empty() {
            true => say!("no vacancy leads to it"),
            false => say!("the vacancies that lead to it: {}", vacancies.join(" ")),
        }
        say!("{}", reduced(&about));
        if self.two_players {
            put_two_players(&board, position, |jump| board.jump_name(jump))?;
        }
        Ok(())
    }
}
