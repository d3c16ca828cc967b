//! `pegfont board winning` and `hard`: the positions from which a problem can still be solved.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use anyhow::Result;
use clap::Args;

use super::{FinishArgs, StartArgs, TableArgs, check_pegs, put_lines, single_pegs};
use crate::answer;
use crate::cli::input::whole;
use crate::cli::output::{
    Written, check_destination, counted, print_json, refuse_beside, write_to,
};
use crate::cli::progress::watched;
use crate::cli::reachable::solved;
use crate::cli::subject::read_small_board;
use peg_solitaire::analysis::{
    About, HardPosition, IndexedWinning, Kind, Positions, Standing, Table, WinningList,
};
use peg_solitaire::board::{Bitboard, SmallBoard};
use peg_solitaire::solution::{Counts, Interval};
use peg_solitaire::words::grouped;

/// A stored position, and its line of a list.
type Line = (Bitboard, String);

fn extension(path: &Path) -> Option<&str> {
    path.extension()?.to_str()
}

/// The smallest codes of stored positions, sorted.
fn mincodes(board: &SmallBoard, stored: &[Bitboard]) -> Vec<Bitboard> {
    let mut codes: Vec<Bitboard> = stored.iter().map(|&code| board.mincode(code)).collect();
    codes.sort_unstable();
    codes.dedup();
    codes
}

/// Find the winning positions: those from which a problem can still be solved
///
/// Stores only positions with at most half the pegs; the complements of positions determine the others.
#[derive(Args)]
#[command(after_help = "\
Columns:
  pegs    the number of pegs
  stored  the winning positions with that many pegs, counting images of each other as one")]
pub(super) struct WinningCommand {
    /// The board: a name (see `pegfont board list`) or a picture file
    #[arg(value_name = "NAME|FILE")]
    board: String,

    /// The start; see Positions below. `any` is every vacancy
    #[arg(long, value_name = "POSITION")]
    start: Option<String>,

    #[command(flatten)]
    finish: FinishArgs,

    /// Write the winning positions to a file: FILE.txt has what --list prints; FILE.bin stands for a file for each number of pegs, such
    /// as FILE-5.bin, with the codes as unsigned four-byte numbers, the lowest byte first
    #[arg(long, short, value_name = "FILE")]
    output: Option<PathBuf>,

    /// Print whether this position is winning, and the jumps that keep it winning
    #[arg(long, value_name = "POSITION", conflicts_with_all = ["csv", "plot"])]
    position: Option<String>,

    /// Count the solutions of the problem as sequences of jumps
    #[arg(long, conflicts_with_all = ["output", "position", "list", "csv", "plot"])]
    count: bool,

    /// List the smallest codes of the stored positions, one per line; with --indexed, each with its problems
    #[arg(long, conflicts_with_all = ["position", "json", "csv", "plot"])]
    list: bool,

    /// Index the positions of all problems from one vacancy: for each, whether one peg can be left anywhere, and whether in the
    /// vacancy
    #[arg(long, conflicts_with_all = ["start", "finish", "position", "count"])]
    indexed: bool,

    #[command(flatten)]
    table: TableArgs,
}

impl WinningCommand {
    pub(super) fn run(self) -> Result<()> {
        self.table.check()?;
        let others = [("--position", self.position.is_some()), ("--list", self.list)];
        let others = [&others[..], &self.table.options()].concat();
        refuse_beside("-o", self.output.as_deref(), &others)?;
        if let Some(path) = &self.output {
            if !matches!(extension(path), Some("txt" | "bin")) {
                refuse!(
                    "-o {}: the file holds the positions, not the table; give a name that ends in .txt or .bin",
                    path.display()
                );
            }
            check_destination(path)?;
        }
        if self.count {
            return self.count_solutions();
        }
        if self.indexed {
            return self.index();
        }
        let list = self.find()?;
        let position = self.position_on(&list.board)?;
        let board = &list.board;
        let listed = || {
            let codes = mincodes(board, list.codes()).into_iter();
            codes.map(|code| (code, code.code().to_string())).collect()
        };
        if let Some(path) = &self.output {
            self.write(path, listed())?;
        }
        if let Some(position) = position {
            return self.say(&list, position);
        }
        let remark = format!(
            "\n{} positions of {board} with at most {} pegs, up to symmetry, determine all winning positions of {}.\n",
            grouped(list.count() as u64),
            board.holes() / 2,
            match list.problems.len() {
                1 => "this problem".to_owned(),
                count => format!("these {count} problems"),
            }
        );
        self.put(listed, &list.table(), &remark)
    }

    /// Lists the stored positions, or counts them.
    fn put(&self, stored: impl Fn() -> Vec<Line>, table: &Table, remark: &str) -> Result<()> {
        if self.list {
            return put_lines(
                "-".as_ref(),
                stored().into_iter().map(|line| format!("code:{}", line.1)),
            )
            .map(drop);
        }
        self.table.put(table, &table.headings(1), remark)
    }

    /// Writes the stored positions as text, or their codes as numbers of four bytes, a file for each number of pegs.
    fn write(&self, path: &Path, stored: Vec<Line>) -> Result<()> {
        if extension(path) == Some("txt") {
            let count = stored.len();
            let written = put_lines(path, stored.into_iter().map(|line| line.1))?;
            self.name(&written, count);
            return Ok(());
        }
        let mut by_pegs: BTreeMap<u32, Vec<u8>> = BTreeMap::new();
        for (code, _) in stored {
            let Ok(number) = u32::try_from(code.code()) else {
                refuse!(
                    "{}: the code {} needs more than four bytes: write FILE.txt",
                    path.display(),
                    code.code()
                );
            };
            by_pegs.entry(code.count()).or_default().extend(number.to_le_bytes());
        }
        let name = path.file_stem().unwrap_or_default().to_string_lossy();
        for (pegs, codes) in by_pegs {
            let path = path.with_file_name(format!("{name}-{pegs}.bin"));
            let written = write_to(&path, |out| Ok(out.write_all(&codes)?))?;
            self.name(&written, codes.len() / 4);
        }
        Ok(())
    }

    /// Names a file, unless standard output carries data.
    fn name(&self, written: &Written, positions: usize) {
        if !self.table.json && !self.table.csv && !self.list {
            written.say(&[counted(positions, "position")]);
        }
    }

    /// The board, and the start unless it is `any`.
    fn start(&self) -> StartArgs {
        let start = self.start.clone().filter(|start| start != "any");
        StartArgs { board: self.board.clone(), start }
    }

    fn is_every_start(&self) -> bool {
        self.start.as_deref() == Some("any")
    }

    /// Counts the solutions of one problem.
    fn count_solutions(&self) -> Result<()> {
        if self.is_every_start() {
            refuse!("--count needs a single problem: give a --start other than `any`");
        }
        let (board, start, finishes) = self.start().read_problem(&self.finish)?;
        let reachable = solved(&board, start)?;
        let targets = single_pegs(finishes);
        let solutions = if !targets.iter().any(|&finish| reachable.contains(finish)) {
            0
        } else {
            let interval = watched("finding the positions between start and finish", |progress| {
                Interval::within(&reachable, &targets, Interval::MOST_POSITIONS, progress)
            })?;
            watched("counting solutions", |progress| Counts::of(interval, progress))?.total()
        };
        if self.table.json {
            return print_json(&answer::winning_count(&board, start, finishes, solutions));
        }
        let plural = if solutions == 1 { "" } else { "s" };
        say!("{solutions} solution{plural}");
        Ok(())
    }

    /// Indexes the winning positions of all problems from one vacancy.
    fn index(&self) -> Result<()> {
        let (board, _) = read_small_board(&self.board)?;
        if let Some(path) = self.output.as_deref().filter(|path| extension(path) != Some("txt")) {
            refuse!("-o {}: with --indexed, give a name that ends in .txt", path.display());
        }
        let winning = watched("solving", |progress| IndexedWinning::solve(&board, progress))?;
        let listed = || {
            let line = |(code, problems): (Bitboard, Vec<String>)| {
                (code, format!("{} {}", code.code(), problems.join(" ")))
            };
            winning.stored().map(line).collect()
        };
        if let Some(path) = &self.output {
            self.write(path, listed())?;
        }
        let remark = format!(
            "\n{} positions of {board} with at most {} pegs answer for every vacancy whether one peg can be left anywhere, and whether in the vacancy.\n",
            grouped(winning.stored().len() as u64),
            board.holes() / 2,
        );
        self.put(listed, &winning.table(), &remark)
    }

    /// Solves the problems.
    fn find(&self) -> Result<WinningList> {
        let start = self.start();
        let (board, _) = read_small_board(&start.board)?;
        // A mistake in the position is reported before the work begins.
        self.position_on(&board)?;
        let problems: Vec<(Bitboard, Bitboard)> = if self.is_every_start() {
            let finishes = match self.finish.finish.as_deref() {
                None => board.full(),
                Some(_) => self.finish.read(&board, board.full())?,
            };
            board.full().pegs().map(|hole| (board.full().without(hole.bit()), finishes)).collect()
        } else {
            let (_, start, finishes) = start.read_problem(&self.finish)?;
            vec![(start, finishes)]
        };
        let list = watched("solving", |progress| WinningList::solve(&board, &problems, progress))?;
        if list.count() == 0 {
            note!("no position is winning: the problem can't be solved");
        }
        Ok(list)
    }

    /// The position asked about.
    fn position_on(&self, board: &SmallBoard) -> Result<Option<Bitboard>> {
        let Some(text) = &self.position else { return Ok(None) };
        let position = board.parse_start(text).map_err(|error| usage!("--position: {error}"))?;
        Ok(Some(board.bits(&position)))
    }

    /// Prints whether a position is winning, lost, or not of this game.
    fn say(&self, list: &WinningList, position: Bitboard) -> Result<()> {
        let board = &list.board;
        let about = match list.is_winning(position) {
            true => None,
            false => Some(watched("playing forwards and backwards", |progress| {
                About::solve(board, position, progress)
            })?),
        };
        if self.table.json {
            return print_json(&answer::winning_position(list, position, about.as_ref()));
        }
        say!("{}\n", board.picture(position));
        let Some(about) = about else {
            let jumps: Vec<String> =
                list.winning_jumps(position).map(|jump| board.jump_name(jump)).collect();
            if jumps.is_empty() {
                say!("won: this is a finish");
                return Ok(());
            }
            let legal = board.legal_jumps(position).count();
            let keeps = if jumps.len() == 1 { "keeps" } else { "keep" };
            say!("winning: {} of {legal} jumps {keeps} it so: {}", jumps.len(), jumps.join(" "));
            return Ok(());
        };
        match about.standing(&list.problems) {
            Standing::NotOfThisGame => say!("not part of a game from this start"),
            _ => say!("lost: the finish can't be reached from here"),
        }
        say!("{}", reduced(&about));
        Ok(())
    }
}

/// What a position can be reduced to, whether or not a game leads to it.
pub(super) fn reduced(about: &About) -> String {
    let finishes: Vec<String> =
        about.finishes.pegs().map(|hole| about.board.hole_name(hole)).collect();
    match finishes.len() {
        0 if about.least_pegs == 0 => "it has no pegs".to_owned(),
        0 => format!("it can be reduced to {} pegs, and no fewer", about.least_pegs),
        _ => format!("it can be reduced to one peg, at {}", finishes.join(" ")),
    }
}

/// Find hard positions: those with the most jumps of which exactly one wins
///
/// Considers all positions that can be reduced to the finish, whether or not a game leads to them.
#[derive(Args)]
pub(super) struct HardCommand {
    #[command(flatten)]
    start: StartArgs,
    #[command(flatten)]
    finish: FinishArgs,

    /// Consider only positions that can be reached from the start
    #[arg(long)]
    from_start: bool,

    /// List only positions with this many pegs
    #[arg(long, value_name = "N", value_parser = whole::<u32>(0..=64))]
    pegs: Option<u32>,

    /// Print JSON
    #[arg(long)]
    json: bool,
}

impl HardCommand {
    pub(super) fn run(self) -> Result<()> {
        let (board, start, finishes) = self.start.read_problem(&self.finish)?;
        let (most, what) = match self.from_start {
            true => (start.count(), "the start"),
            false => (board.holes() as u32, "the board"),
        };
        check_pegs(self.pegs, most, what)?;
        let kind = if self.from_start { Kind::Winning } else { Kind::Solvable };
        let positions = watched("solving", |progress| {
            Positions::solve(&board, start, &single_pegs(finishes), &[kind], progress)
        })?;
        let found = watched("searching", |progress| positions.hard(kind, progress))?;
        self.put(&board, (start, finishes), found, |position| positions.wins(kind, position))
    }

    /// Prints the positions. `wins` says which can still be won.
    fn put(
        &self,
        board: &SmallBoard,
        (start, finishes): (Bitboard, Bitboard),
        mut found: Vec<HardPosition>,
        wins: impl Fn(Bitboard) -> bool,
    ) -> Result<()> {
        found.retain(|found| self.pegs.is_none_or(|pegs| pegs == found.pegs));
        if self.json {
            return print_json(&answer::hard(board, start, finishes, &found, wins));
        }
        if found.is_empty() {
            say!("no hard positions");
        }
        for found in &found {
            let classes = counted(found.positions.len(), "position");
            let (pegs, jumps) = (found.pegs, found.jumps);
            say!("{pegs} pegs: {jumps} jumps, one of them winning; {classes} up to symmetry\n");
            let Some(&position) = found.positions.first() else { continue };
            let winning = board.legal_jumps(position).find(|jump| wins(jump.play(position)));
            let winning = winning.map_or_else(String::new, |jump| board.jump_name(jump));
            say!("{}\n\ncode:{}, {winning} wins\n", board.picture(position), position.code());
        }
        Ok(())
    }
}
