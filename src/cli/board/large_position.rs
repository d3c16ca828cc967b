//! The part of `pegfont board reduce` for boards of more than 64 holes: a search that enumerates nothing.

use std::ops::ControlFlow;
use std::time::{Duration, Instant};

use anyhow::Result;

use crate::answer;
use crate::cli::output::print_json;
use crate::cli::progress::watched;
use peg_solitaire::board::{Board, Hole, Position};
use peg_solitaire::progress::Progress;
use peg_solitaire::search::{Impossible, Outcome, Search, SearchError};

/// The default of `--seconds`.
const SECONDS: u64 = 60;

/// Searches for a way to one peg, and prints the answer.
pub(super) fn reduce(
    board: &Board,
    start: &Position,
    finish: Option<Hole>,
    seed: Option<u64>,
    seconds: Option<u64>,
    json: bool,
) -> Result<()> {
    let usual = Search::default();
    let search = Search { seed: seed.unwrap_or(usual.seed), ..usual };
    let (begun, seconds) = (Instant::now(), seconds.unwrap_or(SECONDS));
    let is_late = || begun.elapsed() > Duration::from_secs(seconds);
    let outcome = watched("searching", |progress| {
        let watch = |done, total| match progress.report(done, total) {
            Ok(()) if !is_late() => ControlFlow::Continue(()),
            _ => ControlFlow::Break(()),
        };
        search.reduce(board, start, finish, Progress::new(&watch))
    });
    let (outcome, out_of_time) = match outcome {
        Err(SearchError::Interrupted(_)) if is_late() => (Outcome::GaveUp, true),
        outcome => (outcome?, false),
    };
    if json {
        return print_json(&answer::searched_large(board, start, finish, &outcome));
    }
    let attempts = search.attempts;
    let said = match &outcome {
        Outcome::Solved(solution) => {
            let solution = solution.one_at_a_time();
            let (jumps, moves) = (solution.jumps().len(), solution.moves().count());
            let end = solution.end().pegs().map(|hole| board.hole_name(hole)).collect::<String>();
            let moved = match jumps {
                0 => String::new(),
                _ => format!(" in {jumps} jumps, {moves} moves:\n{solution}"),
            };
            format!("solved: one peg is left at {end}{moved}")
        }
        Outcome::Impossible(why) => format!("impossible: {}", worded(*why)),
        Outcome::GaveUp if out_of_time => {
            format!(
                "gave up after {seconds} seconds without an answer: give more --seconds, or try another --seed"
            )
        }
        Outcome::GaveUp => format!(
            "gave up after {attempts} attempts without an answer, which proves nothing: try another --seed"
        ),
    };
    say!("{}\n\n{said}", board.picture(start));
    Ok(())
}

/// Why a position can't be reduced to one peg.
fn worded(why: Impossible) -> String {
    match why {
        Impossible::NoPegs => "there are no pegs".to_owned(),
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
