//! `pegfont board positions`: the positions of a kind, counted or listed.

use anyhow::Result;
use clap::Args;

use super::{GameArgs, coded, single_pegs, solved_and_won, titled};
use crate::cli::args::{Choice, one_of, read_small_board, solved, whole};
use crate::cli::output::{TableArgs, say_lines, watched};
use peg_solitaire::analysis::{
    Column, HardPosition, IndexedWinning, Kind, Positions, SymmetryType, Table, WinningList,
    symmetric,
};
use peg_solitaire::board::Bitboard;
use peg_solitaire::solve::ClassSet;
use peg_solitaire::words::grouped;

/// What can be asked for: kinds that can stand side by side in one table, and lists with tables of their own.
#[derive(Clone, Copy, PartialEq)]
enum Asked {
    Of(Kind),
    Hard,
    Stored,
    Indexed,
}

const KINDS: [Choice<Asked>; 9] = [
    ("reachable", "those that the start leads to", Asked::Of(Kind::Reachable)),
    ("winning", "those of them from which the finish can be reached", Asked::Of(Kind::Winning)),
    (
        "losing",
        "those that a mistake leads to: one jump after a winning one, and the game is lost",
        Asked::Of(Kind::Losing),
    ),
    ("dead-ends", "those that can be reached and allow no jump", Asked::Of(Kind::DeadEnds)),
    (
        "symmetric",
        "those that can be reached and are their own images under a symmetry; alone, by type of symmetry",
        Asked::Of(Kind::Symmetric),
    ),
    (
        "solvable",
        "all from which the finish can be reached, whether or not the start leads to them",
        Asked::Of(Kind::Solvable),
    ),
    (
        "hard",
        "solvable ones with only one jump that wins, and as many others as possible",
        Asked::Hard,
    ),
    (
        "stored",
        "the winning ones with at most half the pegs, whose complements determine the others",
        Asked::Stored,
    ),
    ("indexed", "one list for all starts with one empty hole", Asked::Indexed),
];

/// Count or list the positions of a kind, such as winning, losing or symmetric
///
/// Positions that are images of each other under a symmetry of the board count as one.
#[derive(Args)]
#[command(after_help = "\
Examples:
  pegfont board positions triangle15 winning losing --start a1
  pegfont board positions english symmetric --winning
  pegfont board positions english stored --list > english.txt

The columns are explained in docs/laboratory.md.")]
pub struct PositionsCommand {
    #[command(flatten)]
    game: GameArgs,

    /// One or more kinds, a column each; hard, stored and indexed have tables of their own
    #[arg(value_name = "KIND", required = true, value_parser = one_of(&KINDS))]
    kinds: Vec<Asked>,

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
        if self.winning && !matches!(self.kinds[..], [Asked::Hard | Asked::Of(Kind::Symmetric)]) {
            refuse!("--winning is for the kinds symmetric and hard, alone: leave it out");
        }
        match self.kinds[..] {
            [Asked::Hard] => self.hard(),
            [Asked::Stored] => self.stored(),
            [Asked::Indexed] => self.indexed(),
            [Asked::Of(Kind::Symmetric)] if !self.list => self.symmetric(),
            _ => self.of_kinds(),
        }
    }

    /// Prints a code on each line, and what is said of the position: its problems if it is indexed, `complement` if it stands for its
    /// complement.
    fn list(&self, listed: impl IntoIterator<Item = (Bitboard, Vec<String>)>) -> Result<()> {
        let is_wanted = |code: &Bitboard| self.pegs.is_none_or(|pegs| pegs == code.count());
        let listed = listed.into_iter().filter(|(code, _)| is_wanted(code));
        say_lines(listed.map(|(code, words)| {
            words.iter().fold(coded(code), |line, word| format!("{line} {word}"))
        }))
    }

    /// One kind, or several side by side.
    fn of_kinds(&self) -> Result<()> {
        let kind = |&asked: &Asked| match asked {
            Asked::Of(Kind::Symmetric) if self.winning => Ok(Kind::Winning),
            Asked::Of(kind) => Ok(kind),
            other => {
                let known = KINDS.iter().find(|choice| choice.2 == other);
                let name = known.map_or("", |choice| choice.0);
                refuse!("the kind {name} has a table of its own: give it alone")
            }
        };
        let kinds = self.kinds.iter().map(kind).collect::<Result<Vec<Kind>>>()?;
        if self.list && kinds.len() > 1 {
            refuse!("a list is of one kind: give {} alone", kinds[0].name());
        }
        let (board, start, finishes) = self.game.read()?;
        let positions = watched("solving", |progress| {
            Positions::solve(&board, start, &single_pegs(finishes), &kinds, progress)
        })?;
        if !self.list {
            let table = watched("counting", |progress| positions.table(progress))?;
            let table = titled(table, &board, start, finishes);
            return self.table.put(&table, &table.headings(1), "");
        }
        let mut codes =
            watched("listing", |progress| positions.mincodes(kinds[0], self.pegs, progress))?;
        if self.kinds == [Asked::Of(Kind::Symmetric)] {
            codes.retain(|&code| SymmetryType::of(&board, code) != SymmetryType::NONE);
        }
        self.list(codes.into_iter().map(|code| (code, Vec::new())))
    }

    /// Symmetric positions by their type of symmetry.
    fn symmetric(&self) -> Result<()> {
        let (board, start, finishes) = self.game.read()?;
        let count = |set: &ClassSet| {
            watched("counting", |progress| symmetric(set, start.count(), progress))
        };
        let table = match self.winning {
            true => count(&solved_and_won(&board, start, &single_pegs(finishes))?.1.set),
            false => count(&*solved(&board, start)?),
        };
        let table = titled(table?, &board, start, finishes);
        let remark = "\nEach position is counted once, under all the symmetry it has.\n";
        self.table.put(&table, &table.headings(2), remark)
    }

    /// Positions with many jumps of which exactly one wins.
    fn hard(&self) -> Result<()> {
        let (board, start, finishes) = self.game.read()?;
        let kind = if self.winning { Kind::Winning } else { Kind::Solvable };
        let positions = watched("solving", |progress| {
            Positions::solve(&board, start, &single_pegs(finishes), &[kind], progress)
        })?;
        let found = watched("searching", |progress| positions.hard(kind, progress))?;
        if self.list {
            let mut codes: Vec<_> = found.into_iter().flat_map(|hard| hard.positions).collect();
            codes.sort_unstable();
            return self.list(codes.into_iter().map(|code| (code, Vec::new())));
        }
        let column = |heading: &str, count: fn(&HardPosition) -> u64| {
            (heading.to_owned(), Column::counts(found.iter().map(count)))
        };
        let table = Table {
            title: "Positions with the most jumps of which exactly one wins".to_owned(),
            columns: vec![
                column("pegs", |hard| hard.pegs.into()),
                column("jumps", |hard| hard.jumps.into()),
                column("hard", |hard| hard.positions.len() as u64),
            ],
        };
        self.table.put(&titled(table, &board, start, finishes), &["hard"], "")
    }

    /// The winning positions to be stored of a problem.
    fn stored(&self) -> Result<()> {
        let (board, start, finishes) = self.game.read()?;
        let problems = [(start, finishes)];
        let list = watched("solving", |progress| WinningList::solve(&board, &problems, progress))?;
        if list.count() == 0 {
            note!("no position is winning: the problem can't be solved");
        }
        if self.list {
            let codes = list.codes().iter().map(|&code| (code, Vec::new()));
            let complements = list.complements().iter();
            let complements = complements.map(|&code| (code, vec!["complement".to_owned()]));
            return self.list(codes.chain(complements));
        }
        let (count, half) = (grouped(list.count() as u64), board.holes() / 2);
        let remark = format!(
            "\n{count} positions of {board} with at most {half} pegs, up to symmetry, determine all winning positions.\n",
        );
        let table = list.table();
        self.table.put(&table, &table.headings(1), &remark)
    }

    /// The winning positions of all problems from one vacancy.
    fn indexed(&self) -> Result<()> {
        if self.game.start.is_some() || self.game.finish.is_some() {
            refuse!("indexed positions are of every vacancy: leave out --start and --finish");
        }
        let (board, _) = read_small_board(&self.game.board)?;
        let winning = watched("solving", |progress| IndexedWinning::solve(&board, progress))?;
        if self.list {
            return self.list(winning.stored());
        }
        let (count, half) = (grouped(winning.stored().len() as u64), board.holes() / 2);
        let remark = format!(
            "\n{count} positions of {board} with at most {half} pegs answer for every vacancy whether one peg can be left anywhere, and whether in the vacancy.\n",
        );
        let table = winning.table();
        self.table.put(&table, &table.headings(1), &remark)
    }
}
