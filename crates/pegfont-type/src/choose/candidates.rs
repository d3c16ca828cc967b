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
use crate::error::{Error, Location};
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
        let criteria: Vec<Criteria<Position>> = self
            .rivals
            .of_character(character)
            .map(|design| Criteria::of(self.source.board, design.clone()))
            .collect();
        let mut left = WORK;
        if let Some(pin) = &glyph.pin {
            return self.pinned(character, pin, &criteria, &mut left, progress);
        }

        let mut clear: Vec<Candidate> = Vec::new();
        let mut mistakable: Vec<Candidate> = Vec::new();
        let mut seen = HashSet::new();
        for distance in 0..=self.distance {
            if left == 0 {
                break;
            }
            let is_last = !clear.is_empty() || distance == self.distance;
            let rivals = self.rivals.near(character, distance);
            let most_clear = clear.len() + self.source.most();
            let most_mistakable = mistakable.len() + self.source.most();

            for candidate in self.ring(&criteria, distance)?.into_iter().take(LOOKED_AT) {
                if clear.len() >= most_clear {
                    break;
                }
                let pattern = &candidate.pattern;
                let is_clear = rivals.mistakable(character, pattern).is_none();
                let has_room = is_clear || mistakable.len() < most_mistakable;
                if has_room && suits(pattern) && seen.insert(pattern.clone()) {
                    let reading = self.recognizer.read(character, pattern);
                    let cost = candidate.cost + reading.map_or(0, misread);
                    let kind = if is_clear {
                        &mut clear
                    } else {
                        &mut mistakable
                    };
                    kind.push(Candidate { cost, ..candidate });
                }
            }

            if is_last {
                let proved = self.proved(&mut clear, &mut left, progress)?;
                if !proved.is_empty() {
                    return Ok(proved);
                }
            }
        }
        self.proved(&mut mistakable, &mut left, progress)
    }

    /// The pinned pattern of a character, which is its only candidate.
    fn pinned(
        &self,
        character: char,
        (pattern, at): &(Position, Location),
        criteria: &[Criteria<Position>],
        left: &mut u64,
        progress: Progress<'_>,
    ) -> Result<Vec<Candidate>, Error> {
        let mut why = self.source.unreachable(pattern)?;
        if why.is_none() {
            let cheapest = (0..)
                .zip(criteria)
                .map(|(number, criteria)| candidate(criteria, number, pattern.clone()))
                .min_by(order);
            let proved = self.proved(&mut Vec::from_iter(cheapest), left, progress)?;
            if !proved.is_empty() {
                return Ok(proved);
            }
            why = Some("ends no game that was found: pin another one".to_owned());
        }

        let wrong = Error::new(format_args!(
            "the pinned pattern {}",
            why.unwrap_or_default()
        ));
        Err(Error {
            at: Some(at.clone()),
            ..wrong.about(character)
        })
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
    let design = criteria.design().clone();
    let score = criteria.score(&pattern);
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
