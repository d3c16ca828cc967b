//! The *candidates* of a character: the reachable patterns nearest to its designs, and those one hole further away. A candidate costs
//! [`DISTANCE`] points per hole, the points of its [score](crate::find::Score), [`ALTERNATIVE`] points for each design preferred to the one it
//! comes from, and up to [`RECOGNITION`] points if it [reads](crate::find::Recognizer) like other characters.
//!
//! A candidate that is not nearer to a design of its own character than to every design of any other is excluded, unless the
//! character has no other candidate.

use super::Choosing;
use super::rivals::Rivals;
use crate::error::Error;
use crate::find::{
    Criteria, Finder, Found, MAX_DISTANCE, PATTERNS, Reachability, Recognizer, Score,
};
use crate::glyph::Glyph;
use peg_solitaire::board::Bitboard;
use peg_solitaire::memory;

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

/// What the candidates are found with.
#[derive(Clone, Copy)]
pub(super) struct Sources<'a> {
    pub finder: &'a Finder<'a>,
    pub rivals: &'a Rivals,
    pub recognizer: &'a Recognizer,
    pub choosing: Choosing,
}

impl Sources<'_> {
    /// The candidates of a character, cheapest first: its pinned pattern, or those of the nearest ring of patterns around its designs and of the
    /// next one.
    pub fn of(&self, character: char, glyph: &Glyph) -> Result<Vec<Candidate>, Error> {
        let criteria: Vec<Criteria<Bitboard>> = self
            .rivals
            .of_character(character)
            .map(|design| Criteria::of(self.finder.board(), design, self.choosing.inverse))
            .collect();
        if let Some((pattern, at)) = &glyph.pin {
            let pattern = self.finder.board().bits(pattern)?;
            self.check_pin(pattern)
                .map_err(|error| Error { at: Some(at.clone()), ..error.about(character) })?;
            let all = (0..).zip(&criteria).map(|(number, it)| candidate(it, number, pattern));
            return Ok(all.min_by_key(|candidate| candidate.cost).into_iter().collect());
        }
        let (mut clear, mut doubtful): (Vec<Candidate>, Vec<Candidate>) = Default::default();
        for distance in 0..=self.choosing.distance.min(MAX_DISTANCE) {
            let enough = !clear.is_empty();
            for candidate in self.ring(&criteria, distance)? {
                if clear.len() + doubtful.len() >= CANDIDATES {
                    break;
                }
                let candidate = self.read(character, candidate);
                let twice = clear.iter().any(|other| other.pattern == candidate.pattern);
                if self.rivals.mistakable(character, candidate.pattern).is_some() {
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

    /// The patterns at this distance from any of the designs, cheapest first.
    fn ring(
        &self,
        criteria: &[Criteria<Bitboard>],
        distance: u32,
    ) -> Result<Vec<Candidate>, Error> {
        let mut found: Vec<Candidate> = Vec::new();
        for (number, criteria) in (0..).zip(criteria) {
            self.finder.at_distance(*criteria.design(), distance, &mut |pattern| {
                memory::reserve(|| PATTERNS, &mut found, 1)?;
                found.push(candidate(criteria, number, pattern));
                Ok(())
            })?;
        }
        found.sort_by_key(|candidate| (candidate.cost, candidate.pattern));
        Ok(found)
    }

    /// Refuses a pinned pattern that can't be reached, with the nearest one that can.
    fn check_pin(&self, pattern: Bitboard) -> Result<(), Error> {
        let (finder, board) = (self.finder, self.finder.board());
        let reachability = finder.reachability(pattern)?;
        if reachability == Reachability::Reachable {
            return Ok(());
        }
        let near = finder.near(&[Criteria::of(board, pattern, false)], MAX_DISTANCE, 1)?;
        let ink = |it| if self.choosing.inverse { board.complement(it) } else { it };
        let nearest = near.first().map_or_else(
            || "no pattern near it can be reached either".to_owned(),
            |Found { pattern, distance, .. }| {
                let picture = board.picture(ink(*pattern));
                format!("the nearest reachable pattern, at distance {distance}, is\n{picture}")
            },
        );
        Err(Error::new(format_args!("the pinned pattern {reachability}; {nearest}")))
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

/// A pattern near one of the designs, of which so many are preferred to it.
fn candidate(criteria: &Criteria<Bitboard>, alternative: u32, pattern: Bitboard) -> Candidate {
    let (design, score) = (*criteria.design(), criteria.score(&pattern));
    let points = pattern.distance(design) * DISTANCE + alternative * ALTERNATIVE + score.total();
    Candidate { pattern, design, score, cost: u64::from(points) * PARTS }
}
