//! The answers about positions of each kind: a table, or a list.

use anyhow::Result;

use super::{PositionQuery, PositionsCommand};
use crate::cli::game::{coded, put_table, solved_and_won};
use crate::{
    HardPosition, IndexedWinning, Kind, LastPeg, Positions, SymmetryType, WinningList, symmetric,
};
use peg_console::board::{read_small_board, solved};
use peg_console::output::Output;
use peg_console::{note, refuse};
use peg_solitaire::board::{Bitboard, Board};
use peg_solitaire::class::sorted;
use peg_solitaire::solve::ClassSet;
use pegfont_base::words::grouped;

impl PositionsCommand {
    /// Prints a code on each line, and its problems if it is indexed, or `complement` if it stands
    /// for its complement.
    fn list(
        &self,
        listed: impl IntoIterator<Item = (Bitboard, String)>,
        out: &Output,
    ) -> Result<()> {
        let is_wanted = |code: Bitboard| self.pegs.is_none_or(|pegs| pegs == code.count());
        let wanted = listed.into_iter().filter(|(code, _)| is_wanted(*code));
        let lines = wanted.map(|(code, more)| {
            let line = format!("{} {more}", coded(code));
            line.trim_end().to_owned()
        });
        out.say_lines(lines)
    }

    fn list_codes(&self, codes: Vec<Bitboard>, out: &Output) -> Result<()> {
        self.list(codes.into_iter().map(|code| (code, String::new())), out)
    }

    pub fn of_kinds(&self, game: &LastPeg, kinds: &[Kind], out: &Output) -> Result<()> {
        let positions = solve(game, kinds, out)?;
        if !self.list {
            let table = out.watched("counting", |progress| positions.table(progress))?;
            return put_table(&self.table, game, table, "", out);
        }

        let mut codes = out.watched("listing", |progress| {
            positions.mincodes(kinds[0], self.pegs, progress)
        })?;
        // With --winning, all winning positions were listed.
        if self.kinds == [PositionQuery::Of(Kind::Symmetric)] {
            codes.retain(|&code| {
                let own = SymmetryType::of(&game.board, code);
                own != Ok(SymmetryType::NONE)
            });
        }
        self.list_codes(codes, out)
    }

    /// Symmetric positions by their type of symmetry.
    pub fn symmetric(&self, game: &LastPeg, out: &Output) -> Result<()> {
        let counted = |set: &ClassSet| {
            out.watched("counting", |progress| {
                symmetric(set, game.start.count(), progress)
            })
        };
        let table = if self.winning {
            let (_, winning) = solved_and_won(game, out)?;
            counted(winning.set())?
        } else {
            counted(&*solved(&game.board, game.start, out)?)?
        };

        let remark = "Each position is counted once, under all the symmetry it has.";
        put_table(&self.table, game, table, remark, out)
    }

    /// Positions with many jumps of which exactly one wins.
    pub fn hard(&self, game: &LastPeg, out: &Output) -> Result<()> {
        let kind = if self.winning {
            Kind::Winning
        } else {
            Kind::Solvable
        };
        let positions = solve(game, &[kind], out)?;
        let found = out.watched("searching", |progress| positions.hard(kind, progress))?;
        if !self.list {
            return put_table(&self.table, game, HardPosition::table(&found), "", out);
        }

        let codes = found.into_iter().flat_map(|hard| hard.positions);
        self.list_codes(sorted(codes), out)
    }

    /// The winning positions to be stored of a game.
    pub fn stored(&self, game: &LastPeg, out: &Output) -> Result<()> {
        let problem = [(game.start, game.finishes)];
        let list = out.watched("solving", |progress| {
            WinningList::solve(&game.board, &problem, progress)
        })?;
        if list.count() == 0 {
            note!(out, "no position is winning: the problem can't be solved");
        }

        if self.list {
            let mut lines = Vec::new();
            for (codes, name) in list.lists.iter().zip(["", "complement"]) {
                lines.extend(codes.iter().map(|&code| (code, name.to_owned())));
            }
            return self.list(lines, out);
        }
        let answer = ", up to symmetry, determine all winning positions";
        let remark = stored_remark(list.count(), game.board.as_board(), answer);
        self.table.put(&list.table(), &remark, out)
    }

    /// The winning positions of all problems from one vacancy.
    pub fn indexed(&self, out: &Output) -> Result<()> {
        if self.game.start.is_some() || self.game.finish.is_some() {
            refuse!("indexed positions are of every vacancy: leave out --start and --finish");
        }
        let (board, _) = read_small_board(&self.game.board, out)?;
        let winning = out.watched("solving", |progress| {
            IndexedWinning::solve(&board, progress)
        })?;

        if self.list {
            let stored = winning.stored();
            let lines = stored.map(|(code, problems)| (code, problems.join(" ")));
            return self.list(lines, out);
        }
        let answer = " answer for every vacancy whether one peg can be left anywhere, and whether \
                      in the vacancy";
        let remark = stored_remark(winning.stored().len(), board.as_board(), answer);
        self.table.put(&winning.table(), &remark, out)
    }
}

/// What a list of winning positions with at most half the pegs does.
fn stored_remark(count: usize, board: &Board, answer: &str) -> String {
    let count = grouped(count as u64);
    let half = board.holes() / 2;
    format!("{count} positions of {board} with at most {half} pegs{answer}.")
}

fn solve(game: &LastPeg, kinds: &[Kind], out: &Output) -> Result<Positions> {
    let targets = game.targets();
    Ok(out.watched("solving", |progress| {
        Positions::solve(&game.board, game.start, &targets, kinds, progress)
    })?)
}
