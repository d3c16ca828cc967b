//! The reachable patterns nearest to a drawing. The set of the reachable positions is kept once it
//! is found.

use std::cell::RefCell;

use js_sys::Function;
use peg_solitaire::progress::Progress;
use peg_solitaire::solve::Reachable;
use pegfont_type::find::{DesignPlace, Query, Ranking, Term};
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
        let found = watched(progress, |progress: Progress<'_>| {
            Reachable::solve(&board, start, progress)
        });
        SET.set(Some(found.map_err(mistake)?));
    }

    with_set(|set| {
        answer(&SetAnswer {
            positions: set.count(),
            bytes: set.bytes(),
        })
    })?
}

/// Asks the set, which must be known.
fn with_set<T>(ask: impl FnOnce(&Reachable) -> T) -> Result<T, JsError> {
    let unknown = || mistake("The reachable patterns are not known any more. Look for them again.");

    SET.with_borrow(|set| set.as_ref().map(ask))
        .ok_or_else(unknown)
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct NearestArgs {
    /// A digit for each hole.
    design: String,
    /// How many patterns to list.
    count: usize,
}

/// A pattern as `pegfont find --json` prints it, what strikes the eye, and its game as a link
/// carries it.
#[derive(Serialize)]
struct Near<V: Serialize> {
    #[serde(flatten)]
    variant: V,
    looks: Vec<&'static str>,
    digits: Option<String>,
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

/// The reachable patterns that look most like a drawing, each with a game that ends in it.
///
/// # Errors
/// If the set is not known.
#[wasm_bindgen]
pub fn nearest(args: &str) -> Result<String, JsError> {
    let NearestArgs { design, count } = read(args)?;
    let (board, _) = board()?;
    let design = board.parse_pattern(&design).map_err(mistake)?;

    let near = vec![(design, DesignPlace::default())];
    let query = Query {
        near,
        limit: Some(count),
        order: Some(Ranking::Looks),
        ..Query::default()
    };

    with_set(|set| {
        let found = query.variants(set).map_err(mistake)?;
        let near = found.into_iter().map(|mut variant| {
            variant.lead(set).map_err(mistake)?;
            let digits = variant
                .puzzle
                .as_ref()
                .map(|puzzle| digits(&puzzle.solution));
            let is_seen = |it: &&(Term, _)| variant.found.score.count(it.0) > 0;
            let looks = LOOKS
                .iter()
                .filter(is_seen)
                .map(|it| it.1)
                .take(NAMED)
                .collect();

            Ok(Near {
                variant: variant.described(&board, board.picture_line(variant.start)),
                looks,
                digits,
            })
        });
        answer(&near.collect::<Result<Vec<_>, JsError>>()?)
    })?
}
