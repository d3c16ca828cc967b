//! `pegfont board reduce`: reduces any position to as few pegs as possible.

use anyhow::Result;
use clap::Args;
use serde_json::{Map, Value, json};

use super::GameArgs;
use crate::cli::input::whole;
use crate::cli::json::{board_name, hole_names};
use crate::cli::output::{counted, print_json};
use crate::cli::progress::watched;
use crate::cli::reachable::too_large;
use crate::cli::subject::{read_board, read_finish, read_start};
use peg_solitaire::board::{Board, Hole, Position};
use peg_solitaire::memory;
use peg_solitaire::puzzle::Played;
use peg_solitaire::search::{Impossible, Limit, Outcome, Reduced, Search, WORK_OF_A_SECOND};
use peg_solitaire::solution::Solution;

/// Reduce a position to one peg, or else to as few pegs as possible
///
/// Enumerates a board that takes at most 2 GiB, which answers everything, and the fewest moves with --fewest-moves, or where few positions lie
/// between. On a larger board, searches for a way to one peg: it finds one, proves that none exists, or gives up. A board may have up to 4,096 holes.
#[derive(Args)]
#[command(mut_arg("start", |start| start.help("The start; see Positions below [default: the position in the picture, or all pegs except the one nearest the centre]")))]
#[command(mut_arg("finish", |finish| finish.help("The hole of the last peg, or `any` [default: `any`]")))]
pub(in crate::cli) struct Reduce {
    #[command(flatten)]
    game: GameArgs,

    /// Enumerate the board even if that takes more than 2 GiB
    #[arg(long)]
    enumerate: bool,

    /// Find the fewest moves of an enumerated board even where that takes long
    #[arg(long)]
    fewest_moves: bool,

    /// How much work to spend on the search. 60 is about a minute on one core
    #[arg(long, value_name = "NUMBER", default_value = "60", value_parser = whole::<u32>(1..=86_400))]
    effort: u32,

    /// Find another game; the same number always finds the same one
    #[arg(long, value_name = "NUMBER", default_value = "1", value_parser = whole::<u64>(0..=u64::MAX))]
    seed: u64,

    /// Print JSON
    #[arg(long)]
    json: bool,
}

impl Reduce {
    pub(in crate::cli) fn run(self) -> Result<()> {
        let (board, drawn) = read_board(&self.game.board)?;
        let given = self.game.start.as_deref();
        let start = given.map_or(Ok(drawn), |start| read_start(&board, "--start", start))?;
        let finish = self.game.finish.as_deref().unwrap_or("any");
        let finish = read_finish(&board, "--finish", finish)?;
        let usual = Search::default();
        let available = memory::available().unwrap_or(u64::MAX);
        let search = Search {
            seed: self.seed,
            work: u64::from(self.effort) * WORK_OF_A_SECOND,
            enumerated: if self.enumerate { u64::MAX } else { usual.enumerated.min(available) },
            fewest_moves: self.fewest_moves,
            ..usual
        };
        let reduced =
            watched("searching", |progress| search.reduce(&board, &start, finish, progress));
        let reduced = reduced.map_err(|error| too_large(&board, error))?;
        if self.json {
            return print_json(&answer(&board, &start, finish, &reduced)?);
        }
        say!("{}\n", board.picture(&start));
        match &reduced.outcome {
            Outcome::Solved(solution) => say!("{}", self.solved(&start, &reduced, solution)),
            Outcome::Impossible(why) => {
                let is_open =
                    reduced.fewest_pegs.is_none() && board.is_small() && start.count() > 0;
                let more = if is_open { "; --enumerate finds the fewest pegs" } else { "" };
                say!("{}{more}", self.impossible(&start, &reduced, *why));
            }
            Outcome::GaveUp(limit) => {
                let full = match limit {
                    Limit::Effort => "",
                    Limit::Memory => "; some attempts took all the memory that one may",
                };
                say!(
                    "gave up without an answer, which proves nothing{full}: give more --effort, or try another --seed"
                );
            }
        }
        Ok(())
    }

    /// Says how one peg is left.
    fn solved(&self, start: &Position, reduced: &Reduced, solution: &Solution) -> String {
        let board = solution.board();
        let finishes = reduced.finishes.clone().unwrap_or_else(|| solution.end());
        let holes = hole_names(board, finishes).join(" ");
        let mut said = counted(start.count(), "peg") + " can be reduced to one peg, at " + &holes;
        if let Some(moves) = reduced.fewest_moves {
            said += &format!("; the fewest moves are {moves}");
        } else if self.fewest_moves {
            said += "; the fewest moves are not known: too many positions lie between, or they were not enumerated";
        }
        if !solution.jumps().is_empty() {
            said += &format!(":\n{solution}");
        }
        said
    }

    /// Says why the position can't be reduced to one peg, and how to reduce it to the fewest, if that is known.
    fn impossible(&self, start: &Position, reduced: &Reduced, why: Impossible) -> String {
        let Some(solution) = &reduced.fewest_pegs else {
            return format!("impossible: {}", worded(why));
        };
        let why = match why {
            Impossible::OtherClassThanStart => "because of a parity rule (its position class)",
            _ => "although its position class allows it",
        };
        let aim = match self.game.finish.as_deref() {
            None | Some("any") => "one peg".to_owned(),
            Some(hole) => format!("one peg at {hole}"),
        };
        let (end, board) = (solution.end(), solution.board());
        let (least, left) = (counted(end.count(), "peg"), board.picture(&end));
        let all = counted(start.count(), "peg");
        format!(
            "{all} can't be reduced to {aim}, {why}; the least is {least}:\n{solution}\n\n{left}"
        )
    }
}

/// What is known of a position, as an answer.
fn answer(
    board: &Board,
    start: &Position,
    finish: Option<Hole>,
    reduced: &Reduced,
) -> Result<Map<String, Value>> {
    let (answer, reason) = match &reduced.outcome {
        Outcome::Solved(_) => ("solved", None),
        Outcome::Impossible(why) => ("impossible", Some(why)),
        Outcome::GaveUp(_) => ("gave_up", None),
    };
    let reason = reason.map(|why| match why {
        Impossible::NoPegs => "no_pegs",
        Impossible::NoFirstJump => "no_jump",
        Impossible::TooFar => "pagoda_function",
        Impossible::Exhausted => "exhausted",
        _ => "other_class",
    });
    let solution = reduced.solution();
    let known = json!({
        "board": board_name(board),
        "start": board.picture_line(start),
        "finishes": hole_names(board, finish.map_or_else(|| board.full(), Position::from)),
        "answer": answer,
        "reason": reason,
        "reachable_finishes": reduced.finishes.as_ref().map(|holes| hole_names(board, holes)),
        "least_pegs": solution.map(|solution| solution.end().count()),
        "fewest_moves": reduced.fewest_moves,
    });
    let played = serde_json::to_value(solution.map(Played::of).unwrap_or_default())?;
    let all = [known, played, json!({ "positions": reduced.positions })];
    let keys = |value| if let Value::Object(keys) = value { keys } else { Map::new() };
    Ok(all.into_iter().flat_map(keys).collect())
}

/// Why a position can't be reduced to one peg.
fn worded(why: Impossible) -> String {
    match why {
        Impossible::NoPegs => "the position has no pegs".to_owned(),
        Impossible::OtherClassThanStart => {
            "no finish is in the position class of this position".to_owned()
        }
        Impossible::TooFar => {
            "a pagoda function (a weight that no jump can raise) forbids it".to_owned()
        }
        Impossible::Exhausted => "every game was tried".to_owned(),
        other => other.to_string(),
    }
}
