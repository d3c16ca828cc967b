//! The choice among enumerated patterns. The *candidates* of a character are the reachable patterns nearest to its designs, and those one
//! hole further away. A candidate costs [`DISTANCE`] points per hole, the points of its [score](crate::find::Score),
//! [`ALTERNATIVE`] points for each design preferred to the one it comes from, and up to [`RECOGNITION`] points if it
//! [reads](crate::find::Recognizer) like other characters. Two characters of a [family](super::family) cost
//! points for each hole in which their designs agree and their patterns don't. The choice is
//! improved one character at a time, then two of a family together, until no change lowers the cost. The
//! result depends only on the designs.
//!
//! A candidate that is not nearer to a design of its own character than to every design of any other is
//! excluded, unless the character has no other candidate. No two characters get the same pattern. The candidates
//! that remain give the [alternates](super::alternates) of letters and figures.

use std::sync::atomic::{AtomicU64, Ordering};

use super::family::{Variable, improve, tie};
use super::rivals::Rivals;
use super::{Choosing, Pick, Picks, alternates};
use crate::error::Error;
use crate::find::{Criteria, Finder, MAX_DISTANCE, PATTERNS, Reachability, Recognizer, Score};
use crate::glyph::{Designs, Glyph};
use peg_solitaire::board::Bitboard;
use peg_solitaire::memory;
use peg_solitaire::parallel;
use peg_solitaire::progress::Progress;
use peg_solitaire::solution::Solution;
use peg_solitaire::solve::Record;

/// Costs are integers, in this fraction of a point, so that the points of a family can be divided.
pub(super) const PARTS: u64 = 840;

/// Points for each hole in which a pattern differs from its design.
const DISTANCE: u32 = 16;

/// Points for each design preferred to the one that a pattern comes from.
pub(super) const ALTERNATIVE: u32 = 2;

/// Points for a pattern that looks nothing like its character. One that looks half like another costs half as many.
const RECOGNITION: u32 = 16;

/// The maximum number of candidates that are compared for a character.
const CANDIDATES: usize = 192;

/// A candidate pattern for a character.
#[derive(Clone, Copy)]
pub(super) struct Candidate {
    pub pattern: Bitboard,
    pub design: Bitboard,
    pub score: Score,
    pub cost: u64,
}

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
    for ((character, feature), candidate) in alternates::alternates(&variables, designs, sources)? {
        picks.alternates.insert((character, feature), picked(character, candidate)?);
    }
    Ok(picks)
}

/// What the candidates are found with.
#[derive(Clone, Copy)]
pub(super) struct Sources<'a> {
    pub finder: &'a Finder<'a>,
    pub rivals: &'a Rivals,
    pub recognizer: &'a Recognizer,
    pub choosing: Choosing,
}

impl Sources<'_> {
    /// The candidates of a character, cheapest first.
    pub fn of(&self, character: char, glyph: &Glyph) -> Result<Vec<Candidate>, Error> {
        let Self { finder, rivals, choosing, .. } = *self;
        let board = finder.board();
        let ink = |pattern| if choosing.inverse { board.complement(pattern) } else { pattern };
        let criteria: Vec<Criteria<Bitboard>> = rivals
            .of_character(character)
            .map(|design| Criteria::of(board, design, choosing.inverse))
            .collect();
        let candidate = |alternative: usize, pattern: Bitboard| {
            let design = *criteria[alternative].design();
            let score = criteria[alternative].score(&pattern);
            let points = pattern.distance(design) * DISTANCE
                + alternative as u32 * ALTERNATIVE
                + score.total();
            let cost = u64::from(points) * PARTS;
            Candidate { pattern, design, score, cost }
        };
        if let Some((pinned, at)) = &glyph.pin {
            let pattern = board.bits(pinned)?;
            let reachability = finder.reachability(pattern)?;
            if reachability != Reachability::Reachable {
                let near = finder.near(&[Criteria::of(board, pattern, false)], MAX_DISTANCE, 1)?;
                let nearest = near.first().map(|found| found.pattern).map_or_else(
                    || "no pattern near it can be reached either".to_owned(),
                    |nearest| {
                        format!(
                            "the nearest reachable pattern, at distance {}, is\n{}",
                            pattern.distance(nearest),
                            board.picture(ink(nearest))
                        )
                    },
                );
                let what = format!("the pinned pattern {reachability}; {nearest}");
                return Err(Error { at: Some(at.clone()), character: Some(character), what });
            }
            let all = (0..criteria.len()).map(|number| candidate(number, pattern));
            return Ok(all.min_by_key(|candidate| candidate.cost).into_iter().collect());
        }
        let mut clear: Vec<Candidate> = Vec::new();
        let mut doubtful: Vec<Candidate> = Vec::new();
        for distance in 0..=choosing.distance.min(MAX_DISTANCE) {
            let enough = !clear.is_empty();
            let mut found: Vec<Candidate> = Vec::new();
            for (number, criteria) in criteria.iter().enumerate() {
                finder.at_distance(*criteria.design(), distance, &mut |pattern| {
                    memory::reserve(|| PATTERNS, &mut found, 1)?;
                    found.push(candidate(number, pattern));
                    Ok(())
                })?;
            }
            found.sort_by_key(|candidate| (candidate.cost, candidate.pattern));
            for candidate in found {
                if clear.len() + doubtful.len() >= CANDIDATES {
                    break;
                }
                let candidate = self.read(character, candidate);
                let twice = clear.iter().any(|other| other.pattern == candidate.pattern);
                if rivals.mistakable(character, candidate.pattern).is_some() {
                    doubtful.push(candidate);
                } else if !twice {
                    clear.push(candidate);
                }
            }
            if enough {
                break;
            }
        }
        let mut candidates = if clear.is_empty() { doubtful } else { clear };
        candidates.sort_by_key(|candidate| (candidate.cost, candidate.pattern));
        Ok(candidates)
    }

    /// The candidate with the cost of being taken for other characters.
    fn read(&self, character: char, candidate: Candidate) -> Candidate {
        let Some(recognition) = self.recognizer.read(character, candidate.pattern) else {
            return candidate;
        };
        let misread = (1.0 - recognition) * f64::from(RECOGNITION) * PARTS as f64;
        Candidate { cost: candidate.cost + misread.round() as u64, ..candidate }
    }
}
