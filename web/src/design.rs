//! The reachable patterns nearest to a drawing. The set of the reachable positions is kept once it is found.

use std::cell::RefCell;

use js_sys::Function;
use peg_solitaire::game::Game;
use peg_solitaire::progress::Progress;
use peg_solitaire::puzzle::Puzzle;
use peg_solitaire::solution::Solution;
use peg_solitaire::solve::Reachable;
use pegfont_type::find::{
    Criteria, Described, Finder, Found, MAX_DISTANCE, Place, Term, Variant, by_looks,
};
use serde::{Deserialize, Serialize};
use wasm_bindgen::prelude::*;

use crate::call::{answer, mistake, read, watched};
use crate::font::{board, digits};
use crate::memory;

thread_local! {
    /// The reachable positions of the font's board.
    static SET: RefCell<Option<Reachable>> = const { RefCell::new(None) };
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct SetArgs {
    /// How much memory may be used, in MiB.
    memory: usize,
}

/// What is known about the set.
#[derive(Serialize)]
struct SetAnswer {
    positions: u64,
    bytes: usize,
}

/// Finds all reachable positions, unless they are known.
///
/// # Errors
/// If they take more memory than may be used.
#[wasm_bindgen]
pub fn reachable_set(args: &str, progress: &Function) -> Result<String, JsError> {
    let SetArgs { memory } = read(args)?;
    memory::limit(memory << 20);
    let (board, start) = board()?;
    if SET.with_borrow(Option::is_none) {
        let found =
            watched(progress, |progress: Progress<'_>| Reachable::solve(&board, start, progress));
        SET.set(Some(found.map_err(mistake)?));
    }
    with_set(|set| answer(&SetAnswer { positions: set.count(), bytes: set.bytes() }))?
}

/// Asks the set, which must be known.
fn with_set<T>(ask: impl FnOnce(&Reachable) -> T) -> Result<T, JsError> {
    let unknown = || mistake("The reachable patterns are not known any more. Look for them again.");
    SET.with_borrow(|set| set.as_ref().map(ask)).ok_or_else(unknown)
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct NearestArgs {
    /// A digit for each hole.
    design: String,
    /// How many patterns to list.
    count: usize,
}

/// A pattern as `pegfont find --json` prints it, what strikes the eye, and its game as a link carries it.
#[derive(Serialize)]
struct Near {
    #[serde(flatten)]
    variant: Described,
    looks: Vec<&'static str>,
    digits: String,
}

/// What strikes the eye first, for most kinds of penalties.
const LOOKS: [(Term, &str); 7] = [
    (Term::Pieces, "strokes broken or joined"),
    (Term::Counters, "a space opened or closed"),
    (Term::Gaps, "a gap"),
    (Term::Stray, "a loose peg"),
    (Term::Blots, "a blot"),
    (Term::Lines, "another size"),
    (Term::Symmetry, "less even"),
];

/// How many of these are named.
const NAMED: usize = 2;

/// The patterns beyond the nearest whose looks are compared, in holes: as `pegfont find` does.
const BEYOND: u32 = 2;

/// The reachable patterns that look most like a drawing, each with a game that ends in it.
///
/// # Errors
/// If the set is not known.
#[wasm_bindgen]
pub fn nearest(args: &str) -> Result<String, JsError> {
    let NearestArgs { design, count } = read(args)?;
    let (board, start) = board()?;
    let design = board.parse_pattern(&design).map_err(mistake)?;
    with_set(|set| {
        let finder = Finder::new(set);
        let criteria = [Criteria::of(&board, design)];
        let near = |distance, count| finder.near(&criteria, distance, count).map_err(mistake);
        let nearest: Option<Found> = near(MAX_DISTANCE, 1)?.first().copied();
        let mut found = near(nearest.map_or(0, |it| it.distance + BEYOND), usize::MAX)?;
        by_looks(&mut found, count, |_| None);
        let near = found.into_iter().map(|found| {
            let game = Game::new(&board, start, [found.pattern]).map_err(mistake)?;
            let solution = Solution::leading_to(found.pattern, set).map_err(mistake)?;
            let solution = solution.ok_or_else(|| mistake("This pattern can't be reached."))?;
            let digits = digits(&solution);
            let is_seen = |it: &&(Term, _)| found.score.count(it.0) > 0;
            let looks = LOOKS.iter().filter(is_seen).map(|it| it.1).take(NAMED).collect();
            let puzzle = Some(Box::new(Puzzle::of(&game, solution)));
            let variant = Variant { puzzle, ..Variant::new(found, Place::default(), start) };
            Ok(Near { variant: variant.described(&board), looks, digits })
        });
        answer(&near.collect::<Result<Vec<_>, JsError>>()?)
    })?
}
