//! `pegfont board reduce`: reduces any position to as few pegs as possible.

use anyhow::Result;
use clap::Args;

use super::{StartArgs, large_position};
use crate::answer::BoardReduce;
use crate::cli::Usage;
use crate::cli::input::whole;
use crate::cli::output::print_json;
use crate::cli::progress::watched;
use crate::cli::reachable::solved;
use peg_solitaire::analysis::{Search, SearchAnswer, SearchLimits, reduce};
use peg_solitaire::board::{Bitboard, Board, Position, SmallBoard};
use peg_solitaire::memory;
use peg_solitaire::solve::Reachable;

/// Reduce any position to one peg, or else to as few pegs as possible
///
/// Enumerates a board that takes at most 2 GiB, which answers everything. On a larger board, searches for a way to one
/// peg: it finds one, proves that none exists, or gives up. A board of more than 64 holes, up to 4,096, must be a rectangle.
#[derive(Args)]
pub(super) struct Reduce {
    #[command(flatten)]
    start: StartArgs,

    /// The hole of the last peg
    #[arg(long, value_name = "HOLE|any", default_value = "any")]
    finish: String,

    /// Search even if the board could be enumerated
    #[arg(long)]
    search: bool,

    /// Enumerate the board even if that takes more than 2 GiB
    #[arg(long, conflicts_with = "search")]
    enumerate: bool,

    /// The maximum number of positions to search, in millions [default: 200]
    #[arg(long, value_name = "N", value_parser = whole::<u64>(1..=1_000_000))]
    limit: Option<u64>,

    /// The memory for the search, in MiB [default: 512]
    #[arg(long, value_name = "MIB", value_parser = whole::<u64>(1..=1_000_000))]
    memory: Option<u64>,

    /// On a board of more than 64 holes: stop searching after this time [default: 60]
    #[arg(long, value_name = "SECONDS", value_parser = whole::<u64>(1..=86_400))]
    seconds: Option<u64>,

    /// On a board of more than 64 holes: find another game, the same for the same number [default: 1]
    #[arg(long, value_name = "NUMBER")]
    seed: Option<u64>,

    /// Print JSON
    #[arg(long)]
    json: bool,
}

/// Boards up to this much memory, in bytes, are enumerated by default.
const ENUMERATED: u64 = 2 << 30;

/// The default of `--limit`, in millions of positions, and of `--memory`, in mebibytes.
const LIMIT: u64 = 200;
const MEMORY: u64 = 512;

impl Reduce {
    pub(super) fn run(self) -> Result<()> {
        let (any_board, start) = self.start.read()?;
        let Ok(board) = any_board.small() else { return self.search_large(&any_board, &start) };
        let start = board.bits(&start);
        let options = [(self.seconds.is_some(), "--seconds"), (self.seed.is_some(), "--seed")];
        self.refuse(&options, "is for boards of more than 64 holes")?;
        let finishes = match self.finish.as_str() {
            "any" => board.full(),
            hole => board
                .parse_hole(hole)
                .map_err(|error| Usage(format!("--finish: {error}, or any")))?
                .bit(),
        };
        let most = memory::available().unwrap_or(u64::MAX).min(ENUMERATED);
        let fits = Reachable::memory_needed(&board) <= most;
        if self.enumerate || (fits && !self.search) {
            return self.enumerate(&board, start, finishes);
        }
        self.search(&board, start, finishes)
    }

    /// Refuses options that have no effect on this board.
    fn refuse(&self, options: &[(bool, &str)], why: &str) -> Result<()> {
        match options.iter().find(|(given, _)| *given) {
            Some((_, option)) => {
                let board = &self.start.board;
                Err(Usage(format!("{option} {why}; leave it out for {board}")).into())
            }
            None => Ok(()),
        }
    }

    /// Searches a board of more than 64 holes.
    fn search_large(&self, board: &Board, start: &Position) -> Result<()> {
        let options = [
            (self.enumerate, "--enumerate"),
            (self.limit.is_some(), "--limit"),
            (self.memory.is_some(), "--memory"),
        ];
        self.refuse(&options, "is for boards of at most 64 holes")?;
        let finish = match self.finish.as_str() {
            "any" => None,
            hole => Some(
                board
                    .parse_hole(hole)
                    .map_err(|error| Usage(format!("--finish: {error}, or any")))?,
            ),
        };
        large_position::reduce(board, start, finish, self.seed, self.seconds, self.json)
    }

    /// Enumerates the reachable positions.
    fn enumerate(&self, board: &SmallBoard, start: Bitboard, finishes: Bitboard) -> Result<()> {
        let reachable = solved(board, start)?;
        let reduced = watched("looking for the fewest moves", |progress| {
            reduce(&reachable, finishes, progress)
        })?;
        if self.json {
            return print_json(&BoardReduce::enumerated(&reachable, finishes, &reduced));
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
        let memory = self.memory.unwrap_or(MEMORY);
        let limits = SearchLimits {
            positions: self.limit.unwrap_or(LIMIT) * 1_000_000,
            memory: memory << 20,
        };
        if let Some(available) = memory::available().filter(|&available| available < limits.memory)
        {
            return Err(Usage(format!(
                "--memory {memory} is more than is available: {} MiB",
                available >> 20
            ))
            .into());
        }
        let search =
            watched("searching", |progress| Search::run(board, start, finishes, limits, progress))?;
        if self.json {
            return print_json(&BoardReduce::searched(board, start, finishes, &search));
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
