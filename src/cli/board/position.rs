//! `pegfont board reduce`: reduces any position to as few pegs as possible.

use anyhow::Result;
use clap::Args;

use super::{StartArgs, large_position};
use crate::answer;
use crate::cli::input::{Bytes, whole};
use crate::cli::output::print_json;
use crate::cli::progress::watched;
use crate::cli::reachable::solved;
use crate::cli::usage::Given;
use peg_solitaire::analysis::{Search, SearchAnswer, SearchLimits, reduce};
use peg_solitaire::board::{Bitboard, Board, Position, SmallBoard};
use peg_solitaire::memory;
use peg_solitaire::solve::Reachable;

/// Reduce any position to one peg, or else to as few pegs as possible
///
/// Enumerates a board that takes at most 2 GiB, which answers everything. On a larger board, searches for a way to one
/// peg: it finds one, proves that none exists, or gives up. A board may have up to 4,096 holes.
#[derive(Args)]
pub(super) struct Reduce {
    #[command(flatten)]
    given: Given,

    #[command(flatten)]
    start: StartArgs,

    /// The hole of the last peg
    #[arg(long, value_name = "HOLE|any", default_value = "any")]
    finish: String,

    /// Search even if the board could be enumerated
    #[arg(long)]
    search: bool,

    #[command(flatten)]
    small: SmallArgs,
    #[command(flatten)]
    large: LargeArgs,

    /// Print JSON
    #[arg(long)]
    json: bool,
}

/// Options for boards of at most 64 holes.
#[derive(Args)]
struct SmallArgs {
    /// Enumerate the board even if that takes more than 2 GiB
    #[arg(long, conflicts_with = "search")]
    enumerate: bool,

    /// The maximum number of positions to search, in millions [default: 200]
    #[arg(long, value_name = "N", value_parser = whole::<u64>(1..=1_000_000))]
    limit: Option<u64>,

    /// The memory for the search, such as 2GiB [default: 512MiB]
    #[arg(long, value_name = "BYTES")]
    memory: Option<Bytes>,
}

/// Options for larger boards.
#[derive(Args)]
#[command(next_help_heading = "Boards of more than 64 holes")]
struct LargeArgs {
    /// Stop searching after this time [default: 60]
    #[arg(long, value_name = "SECONDS", value_parser = whole::<u64>(1..=86_400))]
    seconds: Option<u64>,

    /// Find another game, the same for the same number [default: 1]
    #[arg(long, value_name = "NUMBER")]
    seed: Option<u64>,
}

/// Boards up to this much memory, in bytes, are enumerated by default.
const ENUMERATED: u64 = 2 << 30;

/// The default of `--limit`, in millions of positions, and of `--memory`.
const LIMIT: u64 = 200;
const MEMORY: Bytes = Bytes(512 << 20);

impl Reduce {
    pub(super) fn run(self) -> Result<()> {
        let (any_board, start) = self.start.read()?;
        let Ok(board) = any_board.small() else { return self.search_large(&any_board, &start) };
        let start = board.bits(&start);
        self.refuse(self.given.of::<LargeArgs>(), "more than")?;
        let finishes = match self.finish.as_str() {
            "any" => board.full(),
            hole => {
                board.parse_hole(hole).map_err(|error| usage!("--finish: {error}, or any"))?.bit()
            }
        };
        let most = memory::available().unwrap_or(u64::MAX).min(ENUMERATED);
        let fits = Reachable::memory_needed(&board, start) <= most;
        if self.small.enumerate || (fits && !self.search) {
            return self.enumerate(&board, start, finishes);
        }
        self.search(&board, start, finishes)
    }

    /// Refuses an option, if it was given, that has no effect on this board.
    fn refuse(&self, option: Option<String>, so_many: &str) -> Result<()> {
        let Some(option) = option else { return Ok(()) };
        let board = &self.start.board;
        refuse!("{option} is for boards of {so_many} 64 holes; leave it out for {board}")
    }

    /// Searches a board of more than 64 holes.
    fn search_large(&self, board: &Board, start: &Position) -> Result<()> {
        self.refuse(self.given.of::<SmallArgs>(), "at most")?;
        let finish = match self.finish.as_str() {
            "any" => None,
            hole => {
                Some(board.parse_hole(hole).map_err(|error| usage!("--finish: {error}, or any"))?)
            }
        };
        large_position::reduce(board, start, finish, self.large.seed, self.large.seconds, self.json)
    }

    /// Enumerates the reachable positions.
    fn enumerate(&self, board: &SmallBoard, start: Bitboard, finishes: Bitboard) -> Result<()> {
        let reachable = solved(board, start)?;
        let reduced = watched("looking for the fewest moves", |progress| {
            reduce(&reachable, finishes, progress)
        })?;
        if self.json {
            return print_json(&answer::reduced(&reachable, finishes, &reduced));
        }
        say!("{}\n", board.picture(start));
        let pegs = |count: u32| format!("{count} peg{}", if count == 1 { "" } else { "s" });
        if reduced.finishes.is_empty() {
            let why = if reduced.allowed {
                "although its position class allows it"
            } else {
                "because of its position class"
            };
            let aim = if finishes.count() == 1 {
                format!("one peg at {}", self.finish)
            } else {
                "one peg".to_owned()
            };
            say!(
                "{} can't be reduced to {aim}, {why}; the least is {}:",
                pegs(start.count()),
                pegs(reduced.least_pegs)
            );
        } else {
            let moves = reduced
                .fewest_moves
                .map_or(String::new(), |moves| format!("; the fewest moves are {moves}"));
            let holes: Vec<String> =
                reduced.finishes.pegs().map(|hole| board.hole_name(hole)).collect();
            say!(
                "{} can be reduced to one peg, at {}{moves}:",
                pegs(start.count()),
                holes.join(" ")
            );
        }
        if let Some(solution) = reduced.solution {
            say!("{solution}");
            if reduced.finishes.is_empty() {
                say!("\n{}", board.picture(solution.end()));
            }
        }
        Ok(())
    }

    fn search(&self, board: &SmallBoard, start: Bitboard, finishes: Bitboard) -> Result<()> {
        let Bytes(memory) = self.small.memory.unwrap_or(MEMORY);
        let limits =
            SearchLimits { positions: self.small.limit.unwrap_or(LIMIT) * 1_000_000, memory };
        if let Some(available) = memory::available().filter(|&available| available < limits.memory)
        {
            let (memory, available) = (memory::bytes(memory), memory::bytes(available));
            refuse!("--memory: {memory} is more than is available: {available}");
        }
        let search =
            watched("searching", |progress| Search::run(board, start, finishes, limits, progress))?;
        if self.json {
            return print_json(&answer::searched(board, start, finishes, &search));
        }
        let millions = search.positions as f64 / 1e6;
        let said = match &search.answer {
            SearchAnswer::Solved(solution) => format!("solved:\n{solution}"),
            SearchAnswer::WrongClass => {
                "impossible: no finish is in the position class of this position".to_owned()
            }
            SearchAnswer::Forbidden => {
                "impossible: a pagoda function (a weight that no jump can raise) forbids it"
                    .to_owned()
            }
            SearchAnswer::Impossible => {
                format!("impossible: all {millions:.1} million positions were searched")
            }
            SearchAnswer::GaveUp => format!(
                "gave up after {millions:.1} million positions without an answer: \
                 try a larger --limit or --memory"
            ),
        };
        say!("{}\n\n{said}", board.picture(start));
        if matches!(search.answer, SearchAnswer::Solved(_)) {
            say!("{millions:.1} million positions were searched");
        }
        Ok(())
    }
}
