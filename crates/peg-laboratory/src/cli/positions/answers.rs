//! The answers about positions of each kind: a table, or a list.

use anyhow::Result;

use super::{PositionsCommand, Query};
use crate::cli::game::{coded, put_table, solved_and_won};
use crate::{
    HardPosition, IndexedWinning, Kind, LastPeg, Positions, SymmetryType, WinningList, symmetric,
};
use peg_console::board::{read_small_board, solved};
use peg_console::output::Output;
use peg_console::{note, refuse};
use peg_solitaire::board::{Bitboard, Board};
use peg_solitaire::solve::ClassSet;
use pegfont_base::table::Table;
use pegfont_base::words::grouped;

impl PositionsCommand {
    /// Prints a code on each line, and its problems if it is indexed, or `complement` if it stands
    /// for its complement.
    fn list(
        &self,
        listed: impl IntoIterator<Item = (Bitboard, String)>,
        out: &Output,
    ) -> Result<()> {
        let is_wanted = |code: &Bitboard| self.pegs.is_none_or(|pegs| pegs == code.count());
        let listed = listed.into_iter().filter(|(code, _)| is_wanted(code));
        out.say_lines(
            listed.map(|(code, it)| format!("{} {it}", coded(code)).trim_end().to_owned()),
        )
    }

    pub fn of_kinds(&self, game: &LastPeg, kinds: &[Kind], out: &Output) -> Result<()> {
        let positions = solve(game, kinds, out)?;
        if !self.list {
            let table = out.watched("counting", |it| positions.table(it))?;
            return put_table(&self.table, game, table, "", out);
        }
        let mut codes = out.watched("listing", |it| positions.mincodes(kinds[0], self.pegs, it))?;
        if self.kinds == [Query::Of(Kind::Symmetric)] {
            let none = Ok(SymmetryType::NONE);
            codes.retain(|&code| SymmetryType::of(&game.board, code) != none);
        }
        self.list(codes.into_iter().map(|code| (code, String::new())), out)
    }

    /// Symmetric positions by their type of symmetry.
    pub fn symmetric(&self, game: &LastPeg, out: &Output) -> Result<()> {
        let count =
            |set: &ClassSet| out.watched("counting", |it| symmetric(set, game.start.count(), it));
        let table = match self.winning {
            true => count(solved_and_won(game, out)?.1.set()),
            false => count(&*solved(&game.board, game.start, out)?),
        };
        let remark = "Each position is counted once, under all the symmetry it has.";
        put_table(&self.table, game, table?, remark, out)
    }

    /// Positions with many jumps of which exactly one wins.
    pub fn hard(&self, game: &LastPeg, out: &Output) -> Result<()> {
        let kind = if self.winning {
            Kind::Winning
        } else {
            Kind::Solvable
        };
        let positions = solve(game, &[kind], out)?;
        let found = out.watched("searching", |it| positions.hard(kind, it))?;
        if !self.list {
            return put_table(&self.table, game, HardPosition::table(&found), "", out);
        }
        let mut codes: Vec<_> = found.into_iter().flat_map(|hard| hard.positions).collect();
        codes.sort_unstable();
        self.list(codes.into_iter().map(|code| (code, String::new())), out)
    }

    /// The winning positions to be stored of a game.
    pub fn stored(&self, game: &LastPeg, out: &Output) -> Result<()> {
        let (board, problem) = (&game.board, [(game.start, game.finishes)]);
        let list = out.watched("solving", |it| WinningList::solve(board, &problem, it))?;
        if list.count() == 0 {
            note!(out, "no position is winning: the problem can't be solved");
        }
        if self.list {
            let named = list.lists.iter().zip(["", "complement"]);
            let lines = named
                .flat_map(|(codes, name)| codes.iter().map(move |&code| (code, name.to_owned())));
            return self.list(lines, out);
        }
        let answer = ", up to symmetry, determine all winning positions";
        self.put_stored(list.table(), list.count(), board, answer, out)
    }

    /// The winning positions of all problems from one vacancy.
    pub fn indexed(&self, out: &Output) -> Result<()> {
        if self.game.start.is_some() || self.game.finish.is_some() {
            refuse!("indexed positions are of every vacancy: leave out --start and --finish");
        }
        let (board, _) = read_small_board(&self.game.board, out)?;
        let winning = out.watched("solving", |it| IndexedWinning::solve(&board, it))?;
        if self.list {
            return self.list(
                winning
                    .stored()
                    .map(|(code, problems)| (code, problems.join(" "))),
                out,
            );
        }
        let answer = " answer for every vacancy whether one peg can be left anywhere, and whether in the vacancy";
        self.put_stored(winning.table(), winning.stored().len(), &board, answer, out)
    }

    /// The table of a list of winning positions with at most half the pegs, and what they do.
    fn put_stored(
        &self,
        table: Table,
        count: usize,
        board: &Board,
        answer: &str,
        out: &Output,
    ) -> Result<()> {
        let (count, half) = (grouped(count as u64), board.holes() / 2);
        self.table.put(
            &table,
            &format!("{count} positions of {board} with at most {half} pegs{answer}."),
            out,
        )
    }
}

fn solve(game: &LastPeg, kinds: &[Kind], out: &Output) -> Result<Positions> {
    let targets = game.targets();
    Ok(out.watched("solving", |it| {
        Positions::solve(&game.board, game.start, &targets, kinds, it)
    })?)
}
