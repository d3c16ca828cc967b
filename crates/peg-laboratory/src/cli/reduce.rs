//! `peglab reduce`: reduces any position to as few pegs as possible.

use anyhow::Result;
use clap::Args;
use serde::Serialize;
use serde_json::{Map, Value};

use crate::cli::game::{LastPegArgs, LastPegRequest};
use peg_console::answer::{Answer, Form};
use peg_console::board::{hole_names, jump_names, read_board, read_finish, read_start, too_large};
use peg_console::command::CommandOptions;
use peg_console::help::with_default;
use peg_console::input::SearchArgs;
use peg_console::output::Output;
use peg_console::{say, usage};
use peg_solitaire::board::{Board, Hole, Position};
use peg_solitaire::search::{Impossible, Outcome, Reduced, Search};
use pegfont_base::memory;

/// Reduce a position to one peg, or else to as few pegs as possible
///
/// Enumerates a board that takes at most 2 GiB, which answers everything, and the fewest moves with
/// --fewest-moves, or where few positions lie between. On a larger board, searches for a way to one
/// peg: it finds one, proves that none exists, or gives up. A board may have up to 4,096 holes.
#[derive(Args)]
#[command(mut_arg("start", |start| with_default(start, "The position to start from", USUAL_START)))]
#[command(mut_arg("finish", |finish| with_default(finish, FINISH, "`any`")))]
#[command(mut_arg("reachable", |reachable| reachable.hide(true)))]
pub(super) struct ReduceCommand {
    #[command(flatten)]
    game: LastPegArgs,

    /// Enumerate the board even if that takes more than 2 GiB
    #[arg(long)]
    enumerate: bool,

    /// Find the fewest moves of an enumerated board even where that takes long; on the way, say on
    /// standard error how many moves it takes at least
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

pub(super) struct ReduceRequest {
    game: LastPegRequest,
    /// The usual search, in which nothing says yet how much memory there is.
    search: Search,
    /// Whether the board is enumerated, whatever memory that takes.
    is_enumerated: bool,
}

impl CommandOptions for ReduceCommand {
    type Request = ReduceRequest;

    fn form(&self) -> Form {
        Form::json_if(self.json)
    }

    /// A set is refused: none can help.
    fn request(self) -> Result<ReduceRequest> {
        self.game.set.refuse(
            "a position is reduced by playing from it or by searching, and a set is of one start",
        )?;
        Ok(ReduceRequest {
            game: self.game.request(),
            search: Search {
                fewest_moves: self.fewest_moves,
                ..self.search.search()
            },
            is_enumerated: self.enumerate,
        })
    }
}

/// What a position can be reduced to.
pub(super) struct ReducedPosition {
    board: Board,
    start: Position,
    /// The hole of the last peg, if it was given.
    finish: Option<Hole>,
    /// Whether a game to each hole was asked for.
    to_each: bool,
    reduced: Reduced,
}

pub(super) fn run(request: ReduceRequest, out: &Output) -> Result<ReducedPosition> {
    let game = &request.game;
    let (board, drawn) = read_board(&game.board, out)?;
    let start = match &game.start {
        Some(start) => read_start(&board, "--start", start)?,
        None => drawn,
    };
    let finish = game.finish.as_deref().unwrap_or("any");
    let to_each = finish == "each";
    let finish = if to_each { "any" } else { finish };
    let finish =
        read_finish(&board, "--finish", finish).map_err(|error| usage!("{error}, or each"))?;

    let search = within_memory(&request);
    let reduced = out.watched("searching", |progress| {
        if to_each {
            search.reduce_to_each(&board, &start, progress)
        } else {
            search.reduce(&board, &start, finish, progress)
        }
    });
    let reduced = reduced.map_err(|error| too_large(&board, error))?;
    Ok(ReducedPosition {
        board,
        start,
        finish,
        to_each,
        reduced,
    })
}

/// The search, which enumerates as much as there is memory for, unless more is asked for.
fn within_memory(request: &ReduceRequest) -> Search {
    let free = memory::available().unwrap_or(u64::MAX);
    let enumerated = if request.is_enumerated {
        u64::MAX
    } else {
        free.min(request.search.enumerated)
    };
    Search {
        enumerated,
        ..request.search
    }
}

/// What is known of a position: in words, without what the picture and the solution say.
#[derive(Serialize)]
struct DescribedReduction {
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

impl Answer for ReducedPosition {
    fn put(self, form: Form, out: &Output) -> Result<()> {
        let verdict = Verdict::of(&self.reduced.outcome);
        let described = self.described(&verdict, form);
        if form == Form::Json {
            return out.put_json(&described);
        }
        say!(out, "{}\n", self.board.picture(&self.start))?;
        out.put_answer(&described, form)?;

        let is_open =
            verdict.answer == "unknown" || self.to_each && !self.reduced.undecided.is_empty();
        let is_unknown = self.board.is_small() && self.reduced.fewest_pegs.is_none();
        if is_open {
            let advice = "give more --effort, or another --seed";
            say!(out, "giving up proves nothing: {advice}")?;
        } else if verdict.answer == "impossible" && is_unknown {
            say!(out, "--enumerate finds the fewest pegs")?;
        }
        Ok(())
    }
}

impl ReducedPosition {
    fn described(&self, verdict: &Verdict, form: Form) -> DescribedReduction {
        let Self { board, reduced, .. } = self;
        let for_programs = form.is_for_programs();

        // In words, the games to each hole say it.
        let solution = if for_programs || reduced.games.is_empty() {
            reduced.solution()
        } else {
            None
        };
        // In words, nothing is said where nothing is open.
        let says_undecided = for_programs || !reduced.undecided.is_empty();
        // In words, the solution says them.
        let jumps = if for_programs { solution } else { None };

        DescribedReduction {
            board: board.to_line(),
            start: board.picture_line(&self.start),
            finish: self.finish.map(|hole| board.hole_name(hole)),
            answer: verdict.answer,
            reason: verdict.reason,
            reachable_finishes: hole_names(board, &reduced.finishes),
            undecided_finishes: says_undecided.then(|| hole_names(board, &reduced.undecided)),
            least_pegs: solution.map(|solution| solution.end().count()),
            fewest_moves: reduced.fewest_moves,
            moves: solution.map(|solution| solution.moves().count()),
            solution: solution.map(ToString::to_string),
            solutions: self.to_each.then(|| games(board, reduced)),
            jumps: jumps.map(|solution| jump_names(board, solution.jumps().iter().copied())),
        }
    }
}

/// What a search found out.
struct Verdict {
    answer: &'static str,
    reason: Option<Impossible>,
}

impl Verdict {
    fn of(outcome: &Outcome) -> Self {
        let (answer, reason) = match outcome {
            Outcome::Solved(_) => ("solved", None),
            Outcome::Impossible(why) => ("impossible", Some(*why)),
            Outcome::GaveUp(_) => ("unknown", None),
        };
        Self { answer, reason }
    }
}

/// A game to each hole in which the last peg can be left.
fn games(board: &Board, reduced: &Reduced) -> Map<String, Value> {
    let mut games = Map::new();
    for (&hole, game) in &reduced.games {
        games.insert(board.hole_name(hole), game.to_string().into());
    }
    games
}
