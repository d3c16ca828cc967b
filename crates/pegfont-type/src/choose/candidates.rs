//! The *candidates* of a character: the patterns nearest to its designs, and those one hole further
//! away. A candidate costs 16 points per hole, the points of its [score](crate::find::Score),
//! [`ALTERNATIVE`] points for each design preferred to the one it comes from, and up to 16 points
//! if it [reads](crate::find::Recognizer) like other characters.
//!
//! A candidate that is not nearer to a design of its own character than to every design of any
//! other is excluded, unless the character has no other candidate. Where games are searched for,
//! the first candidate to which one is found is the only one.

use std::cmp::Ordering;
use std::collections::HashSet;

use super::rivals::Rivals;
use super::source::{Source, WORK};
use crate::error::Error;
use crate::find::{Criteria, PARTS, Recognizer, Score, misread};
use crate::glyph::Glyph;
use peg_solitaire::board::Position;
use peg_solitaire::progress::Progress;
use peg_solitaire::solution::Solution;

/// Points for each design preferred to the one that a pattern comes from.
const ALTERNATIVE: u32 = 2;

/// How many patterns of a ring are looked at, the cheapest first.
const LOOKED_AT: usize = 512;

/// A candidate pattern for a character.
#[derive(Clone)]
pub(super) struct Candidate {
    pub pattern: Position,
    pub design: Position,
    pub score: Score,
    pub cost: u64,
    /// The game that was found, where games are searched for.
    pub game: Option<Solution>,
}

/// What the candidates are found with.
#[derive(Clone, Copy)]
pub(super) struct Candidates<'a> {
    pub source: &'a Source<'a>,
    pub rivals: &'a Rivals,
    pub recognizer: &'a Recognizer,
    /// The maximum distance from a design.
    pub distance: u32,
}

impl Candidates<'_> {
    /// The candidates of a character that suit, cheapest first: its pinned pattern, or those of the
    /// nearest ring of patterns around its designs and of the next one.
    pub fn of(
        &self,
        character: char,
        glyph: &Glyph,
        suits: &dyn Fn(&Position) -> bool,
        progress: Progress<'_>,
    ) -> Result<Vec<Candidate>, Error> {
        let designs = self.rivals.of_character(character);
        let criteria = designs.map(|design| Criteria::of(self.source.board, design.clone()));
        let criteria: Vec<Criteria<Position>> = criteria.collect();
        let mut left = WORK;
        if let Some((pattern, at)) = &glyph.pin {
            let all = (0..).zip(&criteria);
            let all = all.map(|(number, it)| candidate(it, number, pattern.clone()));
            let mut pinned: Vec<Candidate> = all.min_by(order).into_iter().collect();
            let why = match self.source.unreachable(pattern)? {
                Some(why) => why,
                None => match self.proved(&mut pinned, &mut left, progress)? {
                    proved if !proved.is_empty() => return Ok(proved),
                    _ => "ends no game that was found: pin another one".to_owned(),
                },
            };
            let wrong = Error::new(format_args!("the pinned pattern {why}"));
            return Err(Error {
                at: Some(at.clone()),
                ..wrong.about(character)
            });
        }
        // The clear ones, and those that can be mistaken for another character.
        let mut found: [Vec<Candidate>; 2] = Default::default();
        let mut seen = HashSet::new();
        for distance in 0..=self.distance {
            if left == 0 {
                break;
            }
            let enough = !found[0].is_empty() || distance == self.distance;
            let rivals = self.rivals.near(character, distance);
            let most = found.each_ref().map(|some| some.len() + self.source.most());
            for candidate in self.ring(&criteria, distance)?.into_iter().take(LOOKED_AT) {
                if found[0].len() >= most[0] {
                    break;
                }
                let other = rivals.mistakable(character, &candidate.pattern);
                let kind = usize::from(other.is_some());
                let is_wanted = found[kind].len() < most[kind] && suits(&candidate.pattern);
                if is_wanted && seen.insert(candidate.pattern.clone()) {
                    let reading = self.recognizer.read(character, &candidate.pattern);
                    let cost = candidate.cost + reading.map_or(0, misread);
                    found[kind].push(Candidate { cost, ..candidate });
                }
            }
            if enough {
                let proved = self.proved(&mut found[0], &mut left, progress)?;
                if !proved.is_empty() {
                    return Ok(proved);
                }
            }
        }
        self.proved(&mut found[1], &mut left, progress)
    }

    /// All candidates that have a game, cheapest first, if that is known; or else the first to
    /// which a game is found.
    fn proved(
        &self,
        candidates: &mut Vec<Candidate>,
        left: &mut u64,
        progress: Progress<'_>,
    ) -> Result<Vec<Candidate>, Error> {
        candidates.sort_by(order);
        let mut candidates = std::mem::take(candidates);
        if self.source.is_certain() {
            return Ok(candidates);
        }
        for candidate in &mut candidates {
            candidate.game = self.source.game(&candidate.pattern, left, progress)?;
            if candidate.game.is_some() {
                return Ok(vec![candidate.clone()]);
            }
        }
        Ok(Vec::new())
    }

    /// The patterns at this distance from any of the designs, cheapest first.
    fn ring(
        &self,
        criteria: &[Criteria<Position>],
        distance: u32,
    ) -> Result<Vec<Candidate>, Error> {
        let mut found: Vec<Candidate> = Vec::new();
        for (number, criteria) in (0..).zip(criteria) {
            let patterns = self.source.ring(criteria, distance)?.into_iter();
            found.extend(patterns.map(|pattern| candidate(criteria, number, pattern)));
        }
        found.sort_by(order);
        Ok(found)
    }
}

/// A pattern near a design. `alternative` is the number of designs that come before this one in the
/// glyph file.
fn candidate(criteria: &Criteria<Position>, alternative: u32, pattern: Position) -> Candidate {
    let (design, score) = (criteria.design().clone(), criteria.score(&pattern));
    let points = score.points_at(pattern.distance(&design)) + alternative * ALTERNATIVE;
    Candidate {
        pattern,
        design,
        score,
        cost: u64::from(points) * PARTS,
        game: None,
    }
}

/// The cheapest first.
fn order(one: &Candidate, other: &Candidate) -> Ordering {
    (one.cost, &one.pattern).cmp(&(other.cost, &other.pattern))
}
