//! `pegfont board positions` and `about`: the positions of a kind, counted or listed; and one position.

use anyhow::Result;
use clap::Args;
use clap::builder::TypedValueParser as _;

use super::winning::reduced;
use super::{FinishArgs, StartArgs, TableArgs, put_codes, put_two_players, single_pegs};
use crate::answer;
use crate::cli::input::{read_small_board, whole};
use crate::cli::output::print_json;
use crate::cli::progress::watched;
use peg_solitaire::analysis::{About, Kind, Positions, SymmetryType};
use peg_solitaire::class::SymmetryGroup;

/// Count or list the positions of a kind, such as winning, losing or symmetric
///
/// Positions that are images of each other under a symmetry of the board count as one.
#[derive(Args)]
#[command(after_help = "\
Kinds:
  reachable  the start leads to them
  winning    those of them from which the finish can be reached
  losing     those of them from which it can't, one jump after a winning one
  dead-ends  those that can be reached and allow no jump
  symmetric  those that can be reached and are their own images under a symmetry of the board
  solvable   all from which the finish can be reached, whether or not the start leads to them

Example:
  pegfont board positions triangle15 winning losing --start a1")]
pub(super) struct PositionsCommand {
    #[command(flatten)]
    start: StartArgs,

    /// One or more kinds, a column each
    #[arg(value_name = "KIND", required = true, value_parser = kinds())]
    kinds: Vec<Kind>,

    #[command(flatten)]
    finish: FinishArgs,

    /// List the smallest codes of the positions, one per line
    #[arg(long, conflicts_with_all = ["csv", "plot"])]
    list: bool,

    /// List only positions with this many pegs
    #[arg(long, value_name = "N", requires = "list", value_parser = whole::<u32>(0..=64))]
    pegs: Option<u32>,

    /// List only positions with this type of symmetry, named as in `board symmetric`
    #[arg(long, value_name = "NAME", requires = "list")]
    symmetry: Option<String>,

    #[command(flatten)]
    table: TableArgs,
}

/// A parser of the kinds.
fn kinds() -> impl clap::builder::TypedValueParser<Value = Kind> {
    let names = Kind::ALL.map(|(name, _)| name);
    clap::builder::PossibleValuesParser::new(names).try_map(|name| {
        let found = Kind::ALL.iter().find(|(known, _)| *known == name);
        found.map(|(_, kind)| *kind).ok_or("no such kind")
    })
}

impl PositionsCommand {
    pub(super) fn run(self) -> Result<()> {
        self.table.check()?;
        if self.list && self.kinds.len() > 1 {
            refuse!("--list takes one kind: give {} alone", self.kinds[0].name());
        }
        let (board, start, finishes) = self.start.read_problem(&self.finish)?;
        let positions = watched("solving", |progress| {
            Positions::solve(&board, start, &single_pegs(finishes), &self.kinds, progress)
        })?;
        if self.list {
            let mut codes = positions.mincodes(self.kinds[0], self.pegs)?;
            if let Some(wanted) = &self.symmetry {
                let name = |code| SymmetryType::of(&board, code).name(board.lattice());
                codes.retain(|&code| name(code) == *wanted);
                if codes.is_empty() {
                    note!(
                        "no position has this type of symmetry: `pegfont board symmetric` names those that occur"
                    );
                }
            }
            return put_codes(&board, self.kinds[0].name(), &codes, self.table.json);
        }
        let table = watched("counting", |progress| positions.table(progress))?;
        let sums: Vec<&str> = table.columns.iter().skip(1).map(|(heading, _)| &**heading).collect();
        self.table.put(&table, &sums, "")
    }
}

/// Say all about one position: its codes, its symmetry, where it leads
#[derive(Args)]
pub(super) struct AboutCommand {
    /// The board: a name (see `pegfont board list`) or a picture file
    #[arg(value_name = "NAME|FILE")]
    board: String,

    /// The position: rows of # and ., digits, or a code
    #[arg(value_name = "PATTERN")]
    position: String,

    /// Say who wins if two players take turns to jump, and who can't jump loses
    #[arg(long, conflicts_with = "json")]
    two_players: bool,

    /// Print JSON
    #[arg(long)]
    json: bool,
}

impl AboutCommand {
    pub(super) fn run(self) -> Result<()> {
        let (board, _) = read_small_board(&self.board)?;
        let position = board.parse_pattern(&self.position).map_err(|error| usage!("{error}"))?;
        let about = watched("playing forwards and backwards", |progress| {
            About::solve(&board, position, progress)
        })?;
        if self.json {
            return print_json(&answer::about(&about, position));
        }
        let images: Vec<String> = SymmetryGroup::of(&board)
            .orbit(position)
            .iter()
            .map(|image| image.code().to_string())
            .collect();
        let symmetry = match SymmetryType::of(&board, position) {
            SymmetryType::NONE => "none".to_owned(),
            kind => kind.name(board.lattice()).replace('_', " "),
        };
        let vacancies: Vec<String> =
            about.vacancies().pegs().map(|hole| board.hole_name(hole)).collect();
        say!("{}\n", board.picture(position));
        say!("code {}, mincode {}", position.code(), board.mincode(position).code());
        say!("complement {}", board.complement(position).code());
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
