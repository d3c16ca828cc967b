//! `pegfont board reduce`: what can be made of any position.

use anyhow::Result;
use clap::Args;

use super::StartArgs;
use crate::analysis::{Search, SearchAnswer, SearchLimits, reduce};
use crate::answer::BoardReduce;
use crate::board::{Board, Position};
use crate::cli::Usage;
use crate::cli::input::solved;
use crate::cli::output::print_json;
use crate::cli::progress::watched;
use crate::memory;
use crate::solve::Reachable;

/// Reduce any position: to one peg, and where; or else to how few
///
/// A board that takes at most 2 GiB is enumerated, which answers everything. On a larger one a search
/// looks for a way to one peg; it says whether it found one, proved that there is none, or gave up.
#[derive(Args)]
pub(super) struct Reduce {
    #[command(flatten)]
    start: StartArgs,

    /// Only this hole for the last peg
    #[arg(long, value_name = "HOLE|any", default_value = "any")]
    finish: String,

    /// Search, even if the board could be enumerated
    #[arg(long)]
    search: bool,

    /// Enumerate the board, however much memory that takes
    #[arg(long, conflicts_with = "search")]
    enumerate: bool,

    /// The most positions to look at when searching, in millions
    #[arg(long, value_name = "N", default_value_t = 200, value_parser = clap::value_parser!(u64).range(1..=1_000_000))]
    limit: u64,

    /// The memory for positions remembered when searching, in MiB
    #[arg(long, value_name = "MIB", default_value_t = 512, value_parser = clap::value_parser!(u64).range(1..=1_000_000))]
    memory: u64,

    /// Print JSON
    #[arg(long)]
    json: bool,
}

/// The most memory in bytes that a board may take to be enumerated unasked.
const ENUMERATED: u64 = 2 << 30;

impl Reduce {
    pub(super) fn run(self) -> Result<()> {
        let (board, start) = self.start.read()?;
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

    /// Computes everything that can be reached, and so the best that can be made of the position.
    fn enumerate(&self, board: &Board, start: Position, finishes: Position) -> Result<()> {
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
                "though its position class allows it"
            } else {
                "as its position class says"
            };
            let aim = if finishes.pegs() == 1 {
                format!("one peg at {}", self.finish)
            } else {
                "one peg".to_owned()
            };
            say!(
                "{} can't be reduced to {aim}, {why}; the least is {}:",
                pegs(start.pegs()),
                pegs(reduced.least_pegs)
            );
        } else {
            let moves = reduced
                .fewest_moves
                .map_or(String::new(), |moves| format!("; the fewest moves are {moves}"));
            let holes: Vec<String> =
                reduced.finishes.holes().map(|hole| board.hole_name(hole)).collect();
            say!(
                "{} can be reduced to one peg, at {}{moves}:",
                pegs(start.pegs()),
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

    fn search(&self, board: &Board, start: Position, finishes: Position) -> Result<()> {
        let limits = SearchLimits { positions: self.limit * 1_000_000, memory: self.memory << 20 };
        if let Some(available) = memory::available().filter(|&available| available < limits.memory)
        {
            return Err(Usage(format!(
                "--memory {} is more than there is: {} MiB can be had",
                self.memory,
                available >> 20
            ))
            .into());
        }
        let search = watched("searching", |progress| {
            Search::run_with(board, start, finishes, limits, progress)
        })?;
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
                format!("impossible: every way was tried, through {millions:.1} million positions")
            }
            SearchAnswer::GaveUp => format!(
                "gave up after {millions:.1} million positions: nothing is known; \
                 try a larger --limit or --memory"
            ),
        };
        say!("{}\n\n{said}", board.picture(start));
        if matches!(search.answer, SearchAnswer::Solved(_)) {
            say!("{millions:.1} million positions were looked at");
        }
        Ok(())
    }
}
