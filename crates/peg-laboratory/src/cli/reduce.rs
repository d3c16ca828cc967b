//! `peglab reduce`: reduces any position to as few pegs as possible.

use anyhow::Result;
use clap::Args;
use serde::Serialize;
use serde_json::{Map, Value};

use crate::cli::game::GameArgs;
use peg_console::board::{hole_names, jump_names, read_board, read_finish, read_start, too_large};
use peg_console::help::with_default;
use peg_console::input::SearchArgs;
use peg_console::output::Output;
use peg_console::{say, usage};
use peg_solitaire::search::{Impossible, Outcome, Search};
use pegfont_base::memory;

/// Reduce a position to one peg, or else to as few pegs as possible
///
/// Enumerates a board that takes at most 2 GiB, which answers everything, and the fewest moves with
/// --fewest-moves, or where few positions lie between. On a larger board, searches for a way to one
/// peg: it finds one, proves that none exists, or gives up. A board may have up to 4,096 holes.
#[derive(Args)]
#[command(mut_arg("start", |start| with_default(start, "The start", USUAL_START)))]
#[command(mut_arg("finish", |finish| with_default(finish, FINISH, "`any`")))]
pub struct Reduce {
    #[command(flatten)]
    game: GameArgs,

    /// Enumerate the board even if that takes more than 2 GiB
    #[arg(long)]
    enumerate: bool,

    /// Find the fewest moves of an enumerated board even where that takes long
    #[arg(long)]
    fewest_moves: bool,

    /// Print JSON
    #[arg(long)]
    json: bool,

    #[command(flatten)]
    search: SearchArgs,
}

/// The help of `--start` and `--finish`.
const USUAL_START: &str =
    "the position in the picture, or all pegs except the one nearest the centre";
const FINISH: &str = "\
The hole of the last peg, `any`, or `each` for a game to each in which it can be left";

/// What is known of a position: in words, without what the picture and the solution say.
#[derive(Serialize)]
struct Described {
    board: String,
    start: String,
    finish: Option<String>,
    answer: &'static str,
    reason: Option<Impossible>,
    reachable_finishes: Vec<String>,
    undecided_finishes: Option<Vec<String>>,
    least_pegs: Option<usize>,
    fewest_moves: Option<usize>,
    moves: Option<usize>,
    solution: Option<String>,
    /// By the hole of the last peg, in the order of the holes.
    solutions: Option<Map<String, Value>>,
    jumps: Option<Vec<String>>,
}

impl Reduce {
    pub fn run(self, out: &Output) -> Result<()> {
        let (board, drawn) = read_board(&self.game.board, out)?;
        let given = self.game.start.as_deref();
        let start = given.map_or(Ok(drawn), |start| read_start(&board, "--start", start))?;
        let finish = self.game.finish.as_deref().unwrap_or("any");
        let to_each = finish == "each";
        let finish = read_finish(&board, "--finish", if to_each { "any" } else { finish })
            .map_err(|error| usage!("{error}, or each"))?;
        let usual = self.search.search();
        let most = memory::available()
            .unwrap_or(u64::MAX)
            .min(usual.enumerated);
        let enumerated = if self.enumerate { u64::MAX } else { most };
        let search = Search {
            enumerated,
            fewest_moves: self.fewest_moves,
            ..usual
        };
        let reduced = out.watched("searching", |it| match to_each {
            true => search.reduce_to_each(&board, &start, it),
            false => search.reduce(&board, &start, finish, it),
        });
        let reduced = reduced.map_err(|error| too_large(&board, error))?;
        let (answer, reason) = match &reduced.outcome {
            Outcome::Solved(_) => ("solved", None),
            Outcome::Impossible(why) => ("impossible", Some(*why)),
            Outcome::GaveUp(_) => ("unknown", None),
        };
        let mut solutions: Option<Map<String, Value>> = None;
        if to_each {
            let games = reduced.games.iter();
            let named = games.map(|(&hole, game)| (board.hole_name(hole), game.to_string().into()));
            solutions = Some(named.collect());
        }
        // In words, nothing is said where nothing is open.
        let undecided = Some(hole_names(&board, &reduced.undecided));
        let undecided = undecided.filter(|holes| self.json || !holes.is_empty());
        let is_open = answer == "unknown" || to_each && !reduced.undecided.is_empty();
        let solution = reduced
            .solution()
            .filter(|_| self.json || reduced.games.is_empty());
        // In words, the solution says them.
        let jumps = solution
            .filter(|_| self.json)
            .map(|solution| jump_names(&board, solution.jumps().iter().copied()));

        let known = Described {
            board: board.to_line(),
            start: board.picture_line(&start),
            finish: finish.map(|hole| board.hole_name(hole)),
            answer,
            reason,
            reachable_finishes: hole_names(&board, &reduced.finishes),
            undecided_finishes: undecided,
            least_pegs: solution.map(|solution| solution.end().count()),
            fewest_moves: reduced.fewest_moves,
            moves: solution.map(|solution| solution.moves().count()),
            solution: solution.map(ToString::to_string),
            solutions,
            jumps,
        };
        if !self.json {
            say!(out, "{}\n", board.picture(&start))?;
        }
        out.put_answer(&known, self.json)?;
        if self.json {
            return Ok(());
        }

        let is_unknown = board.is_small() && reduced.fewest_pegs.is_none();
        if is_open {
            say!(
                out,
                "giving up proves nothing: give more --effort, or another --seed"
            )?;
        } else if answer == "impossible" && is_unknown {
            say!(out, "--enumerate finds the fewest pegs")?;
        }
        Ok(())
    }
}
