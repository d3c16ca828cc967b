//! The answers about positions of each kind: a table, or a list.

use anyhow::Result;

use super::{ListOf, PositionsRequest, WantedPositions};
use crate::cli::game::{coded, solved_and_won, table_of};
use crate::{
    HardPosition, IndexedWinning, Kind, LastPeg, Positions, SymmetryType, WinningList, symmetric,
};
use peg_console::answer::{Answer, Form};
use peg_console::board::{read_small_board, solved};
use peg_console::note;
use peg_console::output::Output;
use peg_console::table::TableAnswer;
use peg_solitaire::board::{Bitboard, Board};
use peg_solitaire::class::sorted;
use peg_solitaire::solve::ClassSet;
use pegfont_base::words::grouped;

/// Positions, counted or listed.
pub enum PositionsAnswer {
    Table(TableAnswer),
    List {
        listed: ListedPositions,
        /// Only those with this many pegs, if it is given.
        pegs: Option<u32>,
    },
}

/// Positions that are listed, whose lines are made as they are printed.
pub enum ListedPositions {
    Codes(Vec<Bitboard>),
    Stored(WinningList),
    Indexed(IndexedWinning),
}

pub(in crate::cli) fn run(request: PositionsRequest, out: &Output) -> Result<PositionsAnswer> {
    if request.wanted == WantedPositions::Indexed {
        return request.indexed(out);
    }

    let game = request.game.read(out)?;
    match &request.wanted {
        WantedPositions::Of(kinds) => request.of_kinds(&game, kinds, out),
        WantedPositions::BySymmetry => request.by_symmetry(&game, out).map(PositionsAnswer::Table),
        WantedPositions::Symmetric => request.symmetric(&game, out),
        WantedPositions::Hard => request.hard(&game, out),
        WantedPositions::Stored | WantedPositions::Indexed => request.stored(&game, out),
    }
}

impl Answer for PositionsAnswer {
    fn put(self, form: Form, out: &Output) -> Result<()> {
        match self {
            Self::Table(table) => table.put(form, out),
            Self::List { listed, pegs } => listed.put(pegs, out),
        }
    }
}

impl PositionsAnswer {
    fn codes(codes: Vec<Bitboard>, pegs: Option<u32>) -> Self {
        let listed = ListedPositions::Codes(codes);
        Self::List { listed, pegs }
    }
}

impl ListedPositions {
    /// Prints a code on each line, and its problems if it is indexed, or `complement` if it stands
    /// for its complement.
    fn put(self, pegs: Option<u32>, out: &Output) -> Result<()> {
        let is_wanted = |code: Bitboard| pegs.is_none_or(|pegs| pegs == code.count());
        match self {
            Self::Codes(mut codes) => {
                codes.retain(|&code| is_wanted(code));
                out.say_lines(codes.into_iter().map(coded))
            }
            Self::Stored(list) => {
                let lists = list.lists.iter().zip(["", " complement"]);
                let codes =
                    lists.flat_map(|(codes, name)| codes.iter().map(move |code| (*code, name)));
                let wanted = codes.filter(|(code, _)| is_wanted(*code));
                out.say_lines(wanted.map(|(code, name)| coded(code) + name))
            }
            Self::Indexed(winning) => {
                let wanted = winning.stored().filter(|(code, _)| is_wanted(*code));
                let lines = wanted.map(|(code, problems)| {
                    let line = format!("{} {}", coded(code), problems.join(" "));
                    line.trim_end().to_owned()
                });
                out.say_lines(lines)
            }
        }
    }
}

impl PositionsRequest {
    fn of_kinds(&self, game: &LastPeg, kinds: &[Kind], out: &Output) -> Result<PositionsAnswer> {
        let positions = solve(game, kinds, out)?;
        if let Some(ListOf { pegs }) = self.list {
            let codes = mincodes(&positions, kinds[0], pegs, out)?;
            return Ok(PositionsAnswer::codes(codes, pegs));
        }

        let table = out.watched("counting", |progress| positions.table(progress))?;
        Ok(PositionsAnswer::Table(table_of(game, table, "")))
    }

    /// Symmetric positions, listed.
    fn symmetric(&self, game: &LastPeg, out: &Output) -> Result<PositionsAnswer> {
        let kind = if self.are_winning {
            Kind::Winning
        } else {
            Kind::Symmetric
        };
        let pegs = self.list.and_then(|of| of.pegs);
        let positions = solve(game, &[kind], out)?;
        let mut codes = mincodes(&positions, kind, pegs, out)?;

        // Among the winning ones are others.
        codes.retain(|&code| {
            let own = SymmetryType::of(&game.board, code);
            own != Ok(SymmetryType::NONE)
        });
        Ok(PositionsAnswer::codes(codes, pegs))
    }

    /// Symmetric positions by their type of symmetry.
    fn by_symmetry(&self, game: &LastPeg, out: &Output) -> Result<TableAnswer> {
        let counted = |set: &ClassSet| {
            out.watched("counting", |progress| {
                symmetric(set, game.start.count(), progress)
            })
        };
        let table = if self.are_winning {
            let (_, winning) = solved_and_won(game, out)?;
            counted(winning.set())?
        } else {
            counted(&*solved(&game.board, game.start, out)?)?
        };

        let remark = "Each position is counted once, under all the symmetry it has.";
        Ok(table_of(game, table, remark))
    }

    /// Positions with many jumps of which exactly one wins.
    fn hard(&self, game: &LastPeg, out: &Output) -> Result<PositionsAnswer> {
        let kind = if self.are_winning {
            Kind::Winning
        } else {
            Kind::Solvable
        };
        let positions = solve(game, &[kind], out)?;
        let found = out.watched("searching", |progress| positions.hard(kind, progress))?;

        if let Some(ListOf { pegs }) = self.list {
            let codes = found.into_iter().flat_map(|hard| hard.positions);
            return Ok(PositionsAnswer::codes(sorted(codes), pegs));
        }
        let table = HardPosition::table(&found);
        Ok(PositionsAnswer::Table(table_of(game, table, "")))
    }

    /// The winning positions to be stored of a game.
    fn stored(&self, game: &LastPeg, out: &Output) -> Result<PositionsAnswer> {
        let problem = [(game.start, game.finishes)];
        let list = out.watched("solving", |progress| {
            WinningList::solve(&game.board, &problem, progress)
        })?;
        if list.count() == 0 {
            note!(out, "no position is winning: the problem can't be solved");
        }

        if let Some(ListOf { pegs }) = self.list {
            let listed = ListedPositions::Stored(list);
            return Ok(PositionsAnswer::List { listed, pegs });
        }
        let answer = ", up to symmetry, determine all winning positions";
        Ok(PositionsAnswer::Table(TableAnswer {
            remark: stored_remark(list.count(), game.board.as_board(), answer),
            table: list.table(),
        }))
    }

    /// The winning positions of all problems from one vacancy.
    fn indexed(&self, out: &Output) -> Result<PositionsAnswer> {
        let (board, _) = read_small_board(&self.game.board, out)?;
        let winning = out.watched("solving", |progress| {
            IndexedWinning::solve(&board, progress)
        })?;

        if let Some(ListOf { pegs }) = self.list {
            let listed = ListedPositions::Indexed(winning);
            return Ok(PositionsAnswer::List { listed, pegs });
        }
        let answer = " answer for every vacancy whether one peg can be left anywhere, and whether \
                      in the vacancy";
        Ok(PositionsAnswer::Table(TableAnswer {
            remark: stored_remark(winning.stored().len(), board.as_board(), answer),
            table: winning.table(),
        }))
    }
}

fn mincodes(
    positions: &Positions,
    kind: Kind,
    pegs: Option<u32>,
    out: &Output,
) -> Result<Vec<Bitboard>> {
    Ok(out.watched("listing", |progress| {
        positions.mincodes(kind, pegs, progress)
    })?)
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
