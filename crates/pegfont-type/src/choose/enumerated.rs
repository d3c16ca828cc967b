//! The choice among enumerated patterns. Each [candidate](super::candidates) has its cost, and two characters of a [family](super::family) cost
//! points for each hole in which their designs agree and their patterns don't. The choice is improved one character at a time, then two of a
//! family together, until no change lowers the cost; the candidates that remain give [alternates](super::alternates) of letters and
//! figures. No two characters get the same pattern. The result depends only on the designs.

use std::sync::atomic::{AtomicU64, Ordering};

use super::alternates::alternates;
use super::candidates::{Candidate, Sources};
use super::family::{Variable, improve, tie};
use super::rivals::Rivals;
use super::{Choosing, Pick, Picks};
use crate::error::Error;
use crate::find::{Finder, Recognizer};
use crate::glyph::{Designs, Glyph};
use peg_solitaire::parallel;
use peg_solitaire::progress::Progress;
use peg_solitaire::solution::Solution;
use peg_solitaire::solve::Record;

/// Chooses among the reachable positions.
pub(super) fn pick(
    designs: &Designs,
    reachable: Record<'_>,
    recognizer: &Recognizer,
    choosing: Choosing,
    progress: Progress<'_>,
) -> Result<Picks, Error> {
    let board = reachable.board();
    if **board != *designs.board() {
        return Err(Error::new(format_args!(
            "the designs are on {}, and the reachable positions on {board}",
            designs.board()
        )));
    }
    let finder = Finder::new(reachable);
    let rivals = Rivals::of(designs);
    let sources = Sources { finder: &finder, rivals: &rivals, recognizer, choosing };
    let drawn = designs.own();
    let done = AtomicU64::new(0);
    let candidates = |&(character, glyph): &(char, &Glyph)| {
        let candidates = sources.of(character, glyph)?;
        progress.report(done.fetch_add(1, Ordering::Relaxed) + 1, drawn.len() as u64)?;
        Ok::<_, Error>(candidates)
    };
    let found = parallel::try_map(&drawn, candidates)?;
    let variable = |(&(character, _), candidates): (&(char, _), _)| Variable {
        character,
        candidates,
        ties: Vec::new(),
        chosen: 0,
    };
    let found = drawn.iter().zip(found).filter(|(_, candidates)| !candidates.is_empty());
    let mut variables: Vec<Variable<'_>> = found.map(variable).collect();
    tie(&mut variables, designs, board, &rivals);
    improve(&mut variables);
    let picked = |character, Candidate { pattern, design, .. }| {
        let solution = Solution::leading_to(pattern, reachable)?;
        let impossible = || Error::new("the chosen pattern has no solution").about(character);
        let solution = solution.ok_or_else(impossible)?;
        Ok::<_, Error>(Pick { design: design.into(), solution })
    };
    let mut picks = Picks::default();
    for variable in &variables {
        let (character, candidate) = (variable.character, variable.candidates[variable.chosen]);
        picks.characters.insert(character, picked(character, candidate)?);
        let other = rivals.mistakable(character, candidate.pattern);
        picks.mistakable.extend(other.map(|other| (character, other)));
    }
    for ((character, feature), candidate) in alternates(&variables, designs, sources)? {
        picks.alternates.insert((character, feature), picked(character, candidate)?);
    }
    Ok(picks)
}
