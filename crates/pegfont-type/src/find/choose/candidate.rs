//! The candidates of a character and their costs: the reachable patterns nearest to its designs, and those
//! one hole further away.

use super::{Choice, ChooseError, Choosing, Designs, PARTS};
use crate::find::{Criteria, Finder, MAX_DISTANCE, PATTERNS, Reachability, Recognizer, Score};
use crate::glyph::Glyph;
use peg_solitaire::board::Bitboard;
use peg_solitaire::memory;

/// Points for each hole in which a pattern differs from its design.
pub const DISTANCE: u32 = 16;

/// Points for each design preferred to the one that a pattern comes from.
pub const ALTERNATIVE: u32 = 2;

/// Points for a pattern that looks nothing like its character. One that looks half like another costs half as many.
pub const RECOGNITION: u32 = 16;

/// The maximum number of candidates that are compared for a character.
const CANDIDATES: usize = 192;

/// A candidate pattern for a character.
#[derive(Clone, Copy)]
pub(super) struct Candidate {
    pub pattern: Bitboard,
    pub design: Bitboard,
    pub alternative: usize,
    pub score: Score,
    pub cost: u64,
}

impl Candidate {
    pub fn choice(self, pinned: bool) -> Choice {
        let Self { pattern, design, alternative, score, .. } = self;
        Choice { pattern, design, alternative, score, pinned, same_as: None }
    }
}

/// What the candidates are found with.
#[derive(Clone, Copy)]
pub(super) struct Candidates<'a> {
    pub finder: &'a Finder<'a>,
    pub designs: &'a Designs,
    pub recognizer: &'a Recognizer,
    pub choosing: Choosing,
}

impl Candidates<'_> {
    /// The candidates of a character, cheapest first.
    pub fn of(&self, character: char, glyph: &Glyph) -> Result<Vec<Candidate>, ChooseError> {
        let Self { finder, designs, choosing, .. } = *self;
        let board = finder.board();
        let ink = |pattern| if choosing.inverse { board.complement(pattern) } else { pattern };
        let criteria: Vec<Criteria<Bitboard>> = designs
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
            Candidate { pattern, design, alternative, score, cost }
        };
        if let Some(pin) = &glyph.pin {
            let pattern = ink(pin.pattern);
            let reachability = finder.reachability(pattern)?;
            if reachability != Reachability::Reachable {
                let nearest =
                    finder.near(&[Criteria::of(board, pattern, false)], MAX_DISTANCE, 1)?;
                return Err(ChooseError::UnreachablePin {
                    place: pin.place.clone(),
                    character,
                    board: board.clone(),
                    pinned: pin.pattern,
                    reachability,
                    nearest: nearest.first().map(|found| ink(found.pattern)),
                });
            }
            let all = (0..criteria.len()).map(|number| candidate(number, pattern));
            return Ok(all.min_by_key(|candidate| candidate.cost).into_iter().collect());
        }
        let mut clear: Vec<Candidate> = Vec::new();
        let mut doubtful: Vec<Candidate> = Vec::new();
        for distance in 0..=choosing.farthest.min(MAX_DISTANCE) {
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
                if designs.mistakable(character, candidate.pattern).is_some() {
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
        let Some(reading) = self.recognizer.read(character, candidate.pattern) else {
            return candidate;
        };
        let misread = (1.0 - reading.recognition) * f64::from(RECOGNITION) * PARTS as f64;
        Candidate { cost: candidate.cost + misread.round() as u64, ..candidate }
    }
}
