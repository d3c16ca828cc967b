//! `pegfont board positions`: the positions of a kind, counted or listed.

use anyhow::Result;
use clap::Args;

use super::{GameArgs, coded, solved_and_won};
use crate::cli::args::{Choice, one_of, read_small_board, solved, whole};
use crate::cli::output::{TableArgs, say_lines, watched};
use peg_solitaire::analysis::{
    HardPosition, IndexedWinning, Kind, LastPeg, Positions, SymmetryType, Table, WinningList,
    symmetric,
};
use peg_solitaire::board::{Bitboard, Board};
use peg_solitaire::solve::ClassSet;
use peg_solitaire::words::grouped;

/// What can be asked for: kinds that can stand side by side in one table, and lists with tables of their own.
#[derive(Clone, Copy, PartialEq)]
enum Query {
    Of(Kind),
    Hard,
    Stored,
    Indexed,
}

const KINDS: [Choice<Query>; 9] = [
    ("reachable", "positions that the start leads to", Query::Of(Kind::Reachable)),
    ("winning", "reachable ones that lead to the finish", Query::Of(Kind::Winning)),
    ("losing", "lost by a mistake, one jump after a winning one", Query::Of(Kind::Losing)),
    ("dead-ends", "reachable ones without a jump", Query::Of(Kind::DeadEnds)),
    ("symmetric", "reachable images of themselves; alone, by symmetry", Query::Of(Kind::Symmetric)),
    ("solvable", "all that lead to the finish, reachable or not", Query::Of(Kind::Solvable)),
    ("hard", "one jump wins, and the most others, at least one, lose", Query::Hard),
    ("stored", "winning ones of few pegs; complements determine the others", Query::Stored),
    ("indexed", "one list for all starts with one empty hole", Query::Indexed),
];

/// Count or list the positions of a kind, such as winning, losing or symmetric
///
/// Positions that are images of each other under a symmetry of the board count as one.
#[derive(Args)]
#[command(after_help = include_str!("positions.txt"))]
pub struct PositionsCommand {
    #[command(flatten)]
    game: GameArgs,

    /// One or more kinds, a column each; hard, stored and indexed have tables of their own
    #[arg(value_name = "KIND", required = true, value_parser = one_of(&KINDS))]
    kinds: Vec<Query>,

    /// Of the symmetric or hard positions, take only the winning ones
    #[arg(long)]
    winning: bool,

    /// List the positions as codes in increasing order, one per line: the smallest of each symmetry class. docs/laboratory.md
    /// says what lines of `stored` and `indexed` add
    #[arg(long, conflicts_with_all = ["csv", "json"])]
    list: bool,

    /// List only positions with this many pegs
    #[arg(long, value_name = "N", requires = "list", value_parser = whole::<u32>(0..=64))]
    pegs: Option<u32>,

    #[command(flatten)]
    table: TableArgs,
}

impl PositionsCommand {
    pub fn run(self) -> Result<()> {
        if self.winning && !matches!(self.kinds[..], [Query::Hard | Query::Of(Kind::Symmetric)]) {
            refuse!("--winning is for the kinds symmetric and hard, alone: leave it out");
        }
        let kinds = self.kinds()?;
        match self.kinds[..] {
            [Query::Indexed] => self.indexed(),
            [Query::Hard] => self.hard(&self.game.read()?),
            [Query::Stored] => self.stored(&self.game.read()?),
            [Query::Of(Kind::Symmetric)] if !self.list => self.symmetric(&self.game.read()?),
            _ => self.of_kinds(&self.game.read()?, &kinds),
        }
    }

    /// The kinds that stand side by side.
    fn kinds(&self) -> Result<Vec<Kind>> {
        let mut kinds = Vec::new();
        for asked in &self.kinds {
            match asked {
                Query::Of(Kind::Symmetric) if self.winning => kinds.push(Kind::Winning),
                Query::Of(kind) => kinds.push(*kind),
                _ if self.kinds.len() == 1 => {}
                other => {
                    let name = KINDS.iter().find(|choice| choice.2 == *other).map_or("", |it| it.0);
                    refuse!("the kind {name} has a table of its own: give it alone")
                }
            }
        }
        if self.list && kinds.len() > 1 {
            refuse!("a list is of one kind: give {} alone", kinds[0].name());
        }
        Ok(kinds)
    }

    /// Prints a code on each line, and its problems if it is indexed, or `complement` if it stands for its complement.
    fn list(&self, listed: impl IntoIterator<Item = (Bitboard, String)>) -> Result<()> {
        let is_wanted = |code: &Bitboard| self.pegs.is_none_or(|pegs| pegs == code.count());
        let listed = listed.into_iter().filter(|(code, _)| is_wanted(code));
        say_lines(listed.map(|(code, it)| format!("{} {it}", coded(code)).trim_end().to_owned()))
    }

    fn of_kinds(&self, game: &LastPeg, kinds: &[Kind]) -> Result<()> {
        let positions = solve(game, kinds)?;
        if !self.list {
            let table = watched("counting", |it| positions.table(it))?;
            return self.table.put_of(game, table, "");
        }
        let mut codes = watched("listing", |it| positions.mincodes(kinds[0], self.pegs, it))?;
        if self.kinds == [Query::Of(Kind::Symmetric)] {
            codes.retain(|&code| SymmetryType::of(&game.board, code) != SymmetryType::NONE);
        }
        self.list(codes.into_iter().map(|code| (code, String::new())))
    }

    /// Symmetric positions by their type of symmetry.
    fn symmetric(&self, game: &LastPeg) -> Result<()> {
        let count =
            |set: &ClassSet| watched("counting", |it| symmetric(set, game.start.count(), it));
        let table = match self.winning {
            true => count(&solved_and_won(game)?.1.set),
            false => count(&*solved(&game.board, game.start)?),
        };
        let remark = "Each position is counted once, under all the symmetry it has.";
        self.table.put_of(game, table?, remark)
    }

    /// Positions with many jumps of which exactly one wins.
    fn hard(&self, game: &LastPeg) -> Result<()> {
        let kind = if self.winning { Kind::Winning } else { Kind::Solvable };
        let positions = solve(game, &[kind])?;
        let found = watched("searching", |it| positions.hard(kind, it))?;
        if !self.list {
            return self.table.put_of(game, HardPosition::table(&found), "");
        }
        let mut codes: Vec<_> = found.into_iter().flat_map(|hard| hard.positions).collect();
        codes.sort_unstable();
        self.list(codes.into_iter().map(|code| (code, String::new())))
    }

    /// The winning positions to be stored of a game.
    fn stored(&self, game: &LastPeg) -> Result<()> {
        let (board, problem) = (&game.board, [(game.start, game.finishes)]);
        let list = watched("solving", |it| WinningList::solve(board, &problem, it))?;
        if list.count() == 0 {
            note!("no position is winning: the problem can't be solved");
        }
        if self.list {
            let codes = list.codes().iter().map(|&code| (code, String::new()));
            let complements = list.complements().iter();
            return self
                .list(codes.chain(complements.map(|&code| (code, "complement".to_owned()))));
        }
        let answer = ", up to symmetry, determine all winning positions";
        self.put_stored(list.table(), list.count(), board, answer)
    }

    /// The winning positions of all problems from one vacancy.
    fn indexed(&self) -> Result<()> {
        if self.game.start.is_some() || self.game.finish.is_some() {
            refuse!("indexed positions are of every vacancy: leave out --start and --finish");
        }
        let (board, _) = read_small_board(&self.game.board)?;
        let winning = watched("solving", |it| IndexedWinning::solve(&board, it))?;
        if self.list {
            return self.list(winning.stored().map(|(code, problems)| (code, problems.join(" "))));
        }
        let answer = " answer for every vacancy whether one peg can be left anywhere, and whether in the vacancy";
        self.put_stored(winning.table(), winning.stored().len(), &board, answer)
    }

    /// The table of a list of winning positions with at most half the pegs, and what they do.
    fn put_stored(&self, table: Table, count: usize, board: &Board, answer: &str) -> Result<()> {
        let (count, half) = (grouped(count as u64), board.holes() / 2);
        self.table
            .put(&table, &format!("{count} positions of {board} with at most {half} pegs{answer}."))
    }
}

fn solve(game: &LastPeg, kinds: &[Kind]) -> Result<Positions> {
    let targets = game.targets();
    Ok(watched("solving", |it| Positions::solve(&game.board, game.start, &targets, kinds, it))?)
}
