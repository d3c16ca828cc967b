//! `pegfont board positions`: the positions of a kind, counted, listed, or written to files.

use std::collections::{BTreeMap, BTreeSet};
use std::ffi::OsStr;
use std::path::{Path, PathBuf};

use anyhow::Result;
use clap::Args;
use serde_json::json;

use super::{GameArgs, coded, single_pegs, solved_and_won, titled};
use crate::cli::input::{Choice, one_of, whole};
use crate::cli::json::{board_name, codes};
use crate::cli::output::{
    OutputFile, TableArgs, counted, is_direct, kinds, numbered, print_json, say_lines,
};
use crate::cli::progress::watched;
use crate::cli::reachable::solved;
use crate::cli::subject::read_small_board;
use peg_solitaire::analysis::{
    Column, HardPosition, IndexedWinning, Kind, Positions, SymmetryType, Table, WinningList,
    symmetric,
};
use peg_solitaire::board::{Bitboard, MAX_SMALL_HOLES, SmallBoard};
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
Columns, one for each kind; of those that stand alone:
  symmetric   the types of symmetry; each position counts once, under all the symmetry it has
  hard        the most jumps of a position in which only one wins, and the number of such positions
  stored      how many are stored
  indexed     how many are stored, how many leave one peg anywhere, and how many in each vacancy

Examples:
  pegfont board positions triangle15 winning losing --start a1
  pegfont board positions english symmetric --winning
  pegfont board positions english stored -o english.bin")]
pub(in crate::cli) struct PositionsCommand {
    #[command(flatten)]
    game: GameArgs,

    /// One or more kinds, a column each; hard, stored and indexed have tables of their own
    #[arg(value_name = "KIND", required = true, value_parser = one_of(&KINDS))]
    kinds: Vec<Asked>,

    /// Of the symmetric or hard positions, take only the winning ones
    #[arg(long)]
    winning: bool,

    /// List the positions as codes in increasing order, one per line: the smallest of each symmetry class. A line of `stored` may
    /// end in `complement`; one of `indexed` has `any` if the position can be reduced to one peg, and each starting hole whose game can
    /// end in that hole by way of it
    #[arg(long, group = "listed", conflicts_with_all = ["csv"])]
    list: bool,

    /// Write the list: FILE.txt has a code on each line; FILE.bin is a file for each number of pegs, such as FILE-5.bin, of unsigned
    /// four-byte numbers, the lowest byte first
    #[arg(long, short, group = "listed", conflicts_with_all = ["list", "csv", "json"], value_name = "FILE")]
    output: Option<PathBuf>,

    /// List only positions with this many pegs
    #[arg(long, value_name = "N", requires = "listed", value_parser = whole::<u32>(0..=64))]
    pegs: Option<u32>,

    /// List only positions with these types of symmetry, named as in the table of symmetric positions, with commas between them
    #[arg(long, value_name = "NAMES", requires = "listed", value_delimiter = ',')]
    symmetry: Vec<String>,

    #[command(flatten)]
    table: TableArgs,
}

/// The code of a listed position, and what is said of it: its problems if it is indexed, `complement` if it stands for its complement.
type Listed = (Bitboard, Vec<String>);

/// What is known of the positions of a kind.
enum Answer {
    List(Vec<Listed>),
    /// With the number of its first columns that have no sum, and what is said below it.
    Table(Table, usize, String),
}

impl PositionsCommand {
    pub(in crate::cli) fn run(self) -> Result<()> {
        self.check()?;
        let files = self.files()?;
        let (board, answer) = match self.kinds[0] {
            Asked::Of(_) => self.of_kinds(),
            Asked::Hard => self.hard(),
            Asked::Stored => self.stored(),
            Asked::Indexed => self.indexed(),
        }?;
        let mut listed = match answer {
            Answer::Table(table, without_sum, remark) => {
                return self.table.put(&table, &table.headings(without_sum), &remark);
            }
            Answer::List(listed) => listed,
        };
        if let Some(pegs) = self.pegs.filter(|&pegs| pegs as usize > board.holes()) {
            refuse!("--pegs {pegs}: the board has only {}", board.holes());
        }
        listed.retain(|(code, _)| self.pegs.is_none_or(|pegs| pegs == code.count()));
        self.keep_symmetric(&board, &mut listed)?;
        match &files[..] {
            [file] => {
                let mut lines = lines(&listed, |code| code.code().to_string());
                file.write(|out| Ok(lines.try_for_each(|line| writeln!(out, "{line}"))?))?
                    .say(&[counted(listed.len(), "position")]);
                Ok(())
            }
            [_, ..] => self.write_numbers(&files, &listed),
            [] if self.table.json => {
                let kind = self.kinds[0];
                let (list, words): (Vec<_>, Vec<_>) = listed.into_iter().unzip();
                let mut answer = json!({ "board": board_name(&board), "kind": kind.name() });
                let key = if matches!(kind, Asked::Of(_)) { "mincodes" } else { "codes" };
                answer[key] = codes(&list).into();
                if kind == Asked::Indexed {
                    answer["problems"] = json!(words);
                } else if kind == Asked::Stored {
                    answer["complements"] = words.iter().map(|words| !words.is_empty()).collect();
                }
                print_json(&answer)
            }
            [] => say_lines(lines(&listed, coded)),
        }
    }

    fn check(&self) -> Result<()> {
        let kind = self.kinds[0];
        let is_alone = |one: &&Asked| !matches!(one, Asked::Of(_));
        match self.kinds.iter().find(is_alone) {
            _ if self.kinds.len() == 1 => {}
            Some(&one) => refuse!("the kind {} has a table of its own: give it alone", one.name()),
            None if self.is_listed() => {
                refuse!("a list is of one kind: give {} alone", kind.name())
            }
            None => {}
        }
        if let Some(at) =
            (1..self.kinds.len()).find(|&at| self.kinds[..at].contains(&self.kinds[at]))
        {
            refuse!("the kind {} is given twice", self.kinds[at].name());
        }
        if self.winning && !matches!(self.kinds[..], [Asked::Hard | Asked::Of(Kind::Symmetric)]) {
            refuse!("--winning is for the kinds symmetric and hard, alone: leave it out");
        }
        let has_game = self.game.start.is_some() || self.game.finish.is_some();
        if kind == Asked::Indexed && has_game {
            refuse!("indexed positions are of every vacancy: leave out --start and --finish");
        }
        Ok(())
    }

    /// The file of the list, or one for each number of pegs.
    fn files(&self) -> Result<Vec<OutputFile>> {
        let Some(path) = &self.output else { return Ok(Vec::new()) };
        match (path.extension().and_then(OsStr::to_str), self.kinds[0]) {
            (Some("bin"), kind) if kind != Asked::Indexed => {
                let file = |pegs| OutputFile::new(&numbered(path, pegs, "bin"), kinds::DATA);
                (0..=MAX_SMALL_HOLES).map(file).collect()
            }
            (end, _) if end == Some("txt") || is_direct(path) => {
                Ok(vec![OutputFile::new(path, kinds::TEXT)?])
            }
            (_, kind) => {
                let ends = if kind == Asked::Indexed { "txt" } else { "txt or .bin" };
                let path = path.display();
                refuse!(
                    "-o {path}: the file holds the list, not the table; give a name that ends in .{ends}"
                );
            }
        }
    }

    fn is_listed(&self) -> bool {
        self.list || self.output.is_some()
    }

    /// Writes codes as numbers of four bytes, to the file for their number of pegs.
    fn write_numbers(&self, files: &[OutputFile], listed: &[Listed]) -> Result<()> {
        let mut by_pegs: BTreeMap<u32, Vec<u8>> = BTreeMap::new();
        let path = self.output.as_deref().unwrap_or(Path::new("-")).display();
        for (position, words) in listed {
            let code = position.code();
            if !words.is_empty() {
                refuse!(
                    "{path}: codes alone don't say which of them are of complements: write FILE.txt"
                );
            }
            let Ok(number) = u32::try_from(code) else {
                refuse!("{path}: the code {code} needs more than four bytes: write FILE.txt");
            };
            by_pegs.entry(position.count()).or_default().extend(number.to_le_bytes());
        }
        if by_pegs.is_empty() {
            note!("no positions found: no file is written");
        }
        for (pegs, codes) in by_pegs {
            files[pegs as usize].put(&codes)?.say(&[counted(codes.len() / 4, "position")]);
        }
        Ok(())
    }

    /// Keeps the positions with the types of symmetry that were asked for.
    fn keep_symmetric(&self, board: &SmallBoard, listed: &mut Vec<Listed>) -> Result<()> {
        if self.symmetry.is_empty() {
            return Ok(());
        }
        let name = |code: Bitboard| SymmetryType::of(board, code).name(board.lattice());
        let mut known: BTreeSet<String> = listed.iter().map(|one| name(one.0)).collect();
        known.remove("");
        let asked: Vec<String> = self.symmetry.iter().map(|name| name.replace(' ', "_")).collect();
        if let Some(other) = asked.iter().find(|name| !known.contains(*name)) {
            let known = match known.is_empty() {
                true => "none".to_owned(),
                false => known.into_iter().collect::<Vec<_>>().join(", "),
            };
            refuse!(
                "--symmetry {other}: no position has this type of symmetry; these types occur: {known}"
            );
        }
        listed.retain(|one| asked.contains(&name(one.0)));
        Ok(())
    }

    /// One kind, or several side by side.
    fn of_kinds(&self) -> Result<(SmallBoard, Answer)> {
        let (board, start, finishes) = self.game.one()?;
        let of = |table| titled(table, &board, start, finishes);
        let finishes = single_pegs(finishes);
        let is_symmetric = self.kinds == [Asked::Of(Kind::Symmetric)];
        if is_symmetric && !self.is_listed() {
            let count = |set: &ClassSet| {
                watched("counting", |progress| symmetric(set, start.count(), progress))
            };
            let counts = match self.winning {
                true => count(&solved_and_won(&board, start, &finishes)?.1.set),
                false => count(&*solved(&board, start)?),
            };
            let remark = "\nEach position is counted once, under all the symmetry it has.\n";
            let table = of(counts?);
            return Ok((board, Answer::Table(table, 2, remark.to_owned())));
        }
        let kinds = self.kinds.iter().filter_map(|&kind| match kind {
            Asked::Of(Kind::Symmetric) if self.winning => Some(Kind::Winning),
            Asked::Of(kind) => Some(kind),
            _ => None,
        });
        let kinds: Vec<Kind> = kinds.collect();
        let positions = watched("solving", |progress| {
            Positions::solve(&board, start, &finishes, &kinds, progress)
        })?;
        if !self.is_listed() {
            let table = of(watched("counting", |progress| positions.table(progress))?);
            return Ok((board, Answer::Table(table, 1, String::new())));
        }
        let mut codes =
            watched("listing", |progress| positions.mincodes(kinds[0], self.pegs, progress))?;
        if is_symmetric {
            codes.retain(|&code| SymmetryType::of(&board, code) != SymmetryType::NONE);
        }
        Ok((board, unindexed(codes)))
    }

    /// Positions with many jumps of which exactly one wins.
    fn hard(&self) -> Result<(SmallBoard, Answer)> {
        let (board, start, finishes) = self.game.one()?;
        let kind = if self.winning { Kind::Winning } else { Kind::Solvable };
        let positions = watched("solving", |progress| {
            Positions::solve(&board, start, &single_pegs(finishes), &[kind], progress)
        })?;
        let found = watched("searching", |progress| positions.hard(kind, progress))?;
        if self.is_listed() {
            let mut codes: Vec<_> = found.into_iter().flat_map(|hard| hard.positions).collect();
            codes.sort_unstable();
            return Ok((board, unindexed(codes)));
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
        let table = titled(table, &board, start, finishes);
        Ok((board, Answer::Table(table, 2, String::new())))
    }

    /// The winning positions to be stored, of one problem or of all.
    fn stored(&self) -> Result<(SmallBoard, Answer)> {
        let (board, problems) = self.game.read()?;
        let list = watched("solving", |progress| WinningList::solve(&board, &problems, progress))?;
        if list.count() == 0 {
            note!("no position is winning: the problem can't be solved");
        }
        if self.is_listed() {
            let listed = |list: &[Bitboard], words: &[String]| -> Vec<Listed> {
                list.iter().map(|&code| (code, words.to_vec())).collect()
            };
            let complements = listed(list.complements(), &["complement".to_owned()]);
            return Ok((board, Answer::List([listed(list.codes(), &[]), complements].concat())));
        }
        let remark = format!(
            "\n{} positions of {board} with at most {} pegs, up to symmetry, determine all winning positions of {}.\n",
            grouped(list.count() as u64),
            board.holes() / 2,
            match problems.len() {
                1 => "this problem".to_owned(),
                count => format!("these {count} problems"),
            }
        );
        Ok((board, Answer::Table(list.table(), 1, remark)))
    }

    /// The winning positions of all problems from one vacancy.
    fn indexed(&self) -> Result<(SmallBoard, Answer)> {
        let (board, _) = read_small_board(&self.game.board)?;
        let winning = watched("solving", |progress| IndexedWinning::solve(&board, progress))?;
        if self.is_listed() {
            return Ok((board, Answer::List(winning.stored().collect())));
        }
        let remark = format!(
            "\n{} positions of {board} with at most {} pegs answer for every vacancy whether one peg can be left anywhere, and whether in the vacancy.\n",
            grouped(winning.stored().len() as u64),
            board.holes() / 2,
        );
        Ok((board, Answer::Table(winning.table(), 1, remark)))
    }
}

impl Asked {
    fn name(self) -> &'static str {
        KINDS.iter().find(|choice| choice.2 == self).map_or("", |choice| choice.0)
    }
}

fn unindexed(codes: impl IntoIterator<Item = Bitboard>) -> Answer {
    Answer::List(codes.into_iter().map(|code| (code, Vec::new())).collect())
}

/// The lines of a list: a code each, and the problems of an indexed one.
fn lines(listed: &[Listed], word: fn(Bitboard) -> String) -> impl Iterator<Item = String> {
    let line = move |(code, problems): &Listed| {
        problems.iter().fold(word(*code), |line, problem| format!("{line} {problem}"))
    };
    listed.iter().map(line)
}
