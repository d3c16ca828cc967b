//! The answers about positions of each kind: a table, or a list.

use anyhow::Result;

use super::{ListOf, PositionsRequest, WantedPositions};
use crate::cli::game::{AskedGame, KnownSet, coded, table_of, won};
use crate::{
    HardPosition, IndexedWinning, Kind, LastPeg, Positions, SymmetryType, WinningList, symmetric,
};
use peg_console::answer::{Answer, Form};
use peg_console::board::read_small_board;
use peg_console::note;
use peg_console::output::Output;
use peg_console::table::TableAnswer;
use peg_solitaire::board::{Bitboard, Board};
use peg_solitaire::class::sorted;
use peg_solitaire::solve::{Holder, Lazy, PositionSet, Reachable};
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
    match &request.wanted {
        WantedPositions::Of(kinds) => request.of_kinds(kinds, out),
        WantedPositions::BySymmetry => request.by_symmetry(out).map(PositionsAnswer::Table),
        WantedPositions::Symmetric => request.symmetric(out),
        WantedPositions::Hard => request.hard(out),
        WantedPositions::Stored => request.stored(out),
        WantedPositions::Indexed => request.indexed(out),
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
    fn of_kinds(&self, kinds: &[Kind], out: &Output) -> Result<PositionsAnswer> {
        let asked = self.game.read_known(out)?;
        let game = asked.game.clone();
        match solve(asked, kinds, out)? {
            KnownPositions::InMemory(positions) => self.put_kinds(&game, &positions, kinds, out),
            KnownPositions::OnDisk(positions) => self.put_kinds(&game, &positions, kinds, out),
        }
    }

    fn put_kinds<B: Holder>(
        &self,
        game: &LastPeg,
        positions: &Positions<B>,
        kinds: &[Kind],
        out: &Output,
    ) -> Result<PositionsAnswer> {
        if let Some(ListOf { pegs }) = self.list {
            let codes = mincodes(positions, kinds[0], pegs, out)?;
            return Ok(PositionsAnswer::codes(codes, pegs));
        }

        let table = out.watched("counting", |progress| positions.table(progress))?;
        Ok(PositionsAnswer::Table(table_of(game, table, "")))
    }

    /// Symmetric positions, listed.
    fn symmetric(&self, out: &Output) -> Result<PositionsAnswer> {
        let asked = self.game.read_known(out)?;
        let kind = if self.are_winning {
            Kind::Winning
        } else {
            Kind::Symmetric
        };
        let pegs = self.list.and_then(|of| of.pegs);
        let board = asked.game.board.clone();
        let mut codes = match solve(asked, &[kind], out)? {
            KnownPositions::InMemory(positions) => mincodes(&positions, kind, pegs, out)?,
            KnownPositions::OnDisk(positions) => mincodes(&positions, kind, pegs, out)?,
        };

        // Among the winning ones are others.
        codes.retain(|&code| {
            let own = SymmetryType::of(&board, code);
            own != Ok(SymmetryType::NONE)
        });
        Ok(PositionsAnswer::codes(codes, pegs))
    }

    /// Symmetric positions by their type of symmetry.
    fn by_symmetry(&self, out: &Output) -> Result<TableAnswer> {
        let asked = self.game.read_known(out)?;
        let game = asked.game.clone();
        let known = if self.are_winning {
            asked.solved_for_winning(out)?
        } else {
            asked.solved(out)?
        };
        match known {
            KnownSet::InMemory(set) => self.types_in(&game, &set, out),
            KnownSet::OnDisk(set) => self.types_in(&game, &set, out),
        }
    }

    fn types_in<B: Holder>(
        &self,
        game: &LastPeg,
        reachable: &Reachable<B>,
        out: &Output,
    ) -> Result<TableAnswer> {
        let counted = |set: &PositionSet<B>| {
            out.watched("counting", |progress| {
                symmetric(set, game.start.count(), progress)
            })
        };
        let table = if self.are_winning {
            counted(won(game, reachable, out)?.set())?
        } else {
            counted(reachable)?
        };

        let remark = "Each position is counted once, under all the symmetry it has.";
        Ok(table_of(game, table, remark))
    }

    /// Positions with many jumps of which exactly one wins.
    fn hard(&self, out: &Output) -> Result<PositionsAnswer> {
        let asked = self.game.read_known(out)?;
        let kind = if self.are_winning {
            Kind::Winning
        } else {
            Kind::Solvable
        };
        let game = asked.game.clone();
        let positions = solve(asked, &[kind], out)?;
        let found = out.watched("searching", |progress| match &positions {
            KnownPositions::InMemory(positions) => positions.hard(kind, progress),
            KnownPositions::OnDisk(positions) => positions.hard(kind, progress),
        })?;

        if let Some(ListOf { pegs }) = self.list {
            let codes = found.into_iter().flat_map(|hard| hard.positions);
            return Ok(PositionsAnswer::codes(sorted(codes), pegs));
        }
        let table = HardPosition::table(&found);
        Ok(PositionsAnswer::Table(table_of(&game, table, "")))
    }

    /// The winning positions to be stored of a game.
    fn stored(&self, out: &Output) -> Result<PositionsAnswer> {
        let AskedGame { game, known } = self.game.read_known(out)?;
        let list = out.watched("solving", |progress| match &known {
            Some(KnownSet::InMemory(set)) => WinningList::of(set, game.finishes, progress),
            Some(KnownSet::OnDisk(set)) => WinningList::of(set, game.finishes, progress),
            None => WinningList::solve(&game.board, &[(game.start, game.finishes)], progress),
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

fn mincodes<B: Holder>(
    positions: &Positions<B>,
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

/// The positions of a game.
enum KnownPositions {
    InMemory(Positions),
    OnDisk(Positions<Lazy>),
}

fn solve(asked: AskedGame, kinds: &[Kind], out: &Output) -> Result<KnownPositions> {
    let AskedGame { game, known } = asked;
    let targets = game.targets();
    Ok(out.watched("solving", |progress| match known {
        Some(KnownSet::InMemory(set)) => {
            Positions::of(set, &targets, kinds, progress).map(KnownPositions::InMemory)
        }
        Some(KnownSet::OnDisk(set)) => {
            Positions::of(set, &targets, kinds, progress).map(KnownPositions::OnDisk)
        }
        None => Positions::solve(&game.board, game.start, &targets, kinds, progress)
            .map(KnownPositions::InMemory),
    })?)
}
