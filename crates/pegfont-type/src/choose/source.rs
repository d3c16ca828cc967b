//! Where patterns come from: all that can be reached are known, or games are searched for. Either
//! gives the patterns at a distance from a design, and the game that leaves one.
//!
//! In a search, all characters start from the same vacancy: of the nine classes of vacancies, the
//! one that the designs are nearest to, and in it the hole nearest to the centre. A pattern in that
//! class may be reachable; a search that makes a few attempts finds its game, or doesn't.

use std::collections::BTreeSet;

use super::Patterns;
use crate::error::Error;
use crate::find::{Criteria, Finder, MAX_DISTANCE, PATTERNS, Reachability};
use crate::glyph::Designs;
use peg_solitaire::board::{Board, Hole, Position};
use peg_solitaire::progress::Progress;
use peg_solitaire::search::{Outcome, Search, UNIT_OF_WORK};
use peg_solitaire::solution::Solution;
use peg_solitaire::solve::Record;
use pegfont_base::memory;

/// The number of attempts at each pattern, and of patterns that are tried at each distance.
const EFFORT: u32 = 8;

/// The work that may be spent on a character, in the unit of [`Search::work`].
pub(super) const WORK: u64 = 60 * UNIT_OF_WORK;

/// How many of the best patterns of each distance are changed further in a search. At the first two
/// distances, all of them are on boards of up to this many holes.
const CHANGED: usize = 256;

/// The maximum number of enumerated patterns that are compared for a character.
const COMPARED: usize = 192;

/// How many designs a pinned pattern counts for in the choice of a start: it can't be changed.
const PINNED: u32 = 1000;

/// The patterns of a board, from one start.
pub(super) struct Source<'a> {
    pub board: &'a Board,
    pub start: Position,
    origin: Origin<'a>,
}

enum Origin<'a> {
    Enumerated(&'a dyn Record, Finder<'a>),
    /// The class that patterns must have, and each hole with the class of its peg.
    Searched(u8, Vec<(Hole, u8)>),
}

impl<'a> Source<'a> {
    /// The patterns for these designs.
    pub fn new(designs: &'a Designs, patterns: Patterns<'a>) -> Result<Self, Error> {
        match patterns {
            Patterns::Enumerated(set) => Self::enumerated(designs, set),
            Patterns::Searched(vacancy) => Self::searched(designs, vacancy),
        }
    }

    fn enumerated(designs: &'a Designs, set: &'a dyn Record) -> Result<Self, Error> {
        let board = designs.board();
        let own = set.board().as_board();
        ensure!(
            own == board,
            "the reachable positions are on {own}, the designs on {board}"
        );

        Ok(Self {
            board,
            start: set.start().into(),
            origin: Origin::Enumerated(set, Finder::new(set)),
        })
    }

    fn searched(designs: &'a Designs, vacancy: Option<Hole>) -> Result<Self, Error> {
        let board = designs.board();
        ensure!(
            board.is_rectangle(),
            "games are only searched for on rectangles, not on {board}"
        );

        let vacancy = vacancy.unwrap_or_else(|| best_vacancy(designs));
        let mut start = board.full();
        ensure!(start.has(vacancy), "the start is not a hole of {board}");
        start.remove(vacancy);

        let holes = board
            .each_hole()
            .map(|hole| (hole, board.class_of_peg(hole)))
            .collect();
        Ok(Self {
            board,
            origin: Origin::Searched(board.class(&start), holes),
            start,
        })
    }

    /// The maximum number of candidates for a character that are compared, or to which games are
    /// searched for, at once.
    pub fn most(&self) -> usize {
        match self.origin {
            Origin::Enumerated(..) => COMPARED,
            Origin::Searched(..) => EFFORT as usize,
        }
    }

    /// The patterns at exactly this distance from a design that can be reached, or that may be.
    pub fn ring(
        &self,
        criteria: &Criteria<Position>,
        distance: u32,
    ) -> Result<Vec<Position>, Error> {
        match &self.origin {
            Origin::Enumerated(..) if distance > MAX_DISTANCE => Ok(Vec::new()),
            Origin::Enumerated(_, finder) => {
                let design = finder.board().bits(criteria.design())?;

                let mut found = Vec::new();
                finder.at_distance(design, distance, &mut |pattern| {
                    memory::reserve(|| PATTERNS, &mut found, 1)?;
                    found.push(pattern.into());
                    Ok(())
                })?;
                Ok(found)
            }
            Origin::Searched(class, holes) => {
                let mut found = self.near(criteria, distance, *class, holes);
                let start = Some(&self.start);
                found.retain(|end| Search::impossible(self.board, start, end) == Ok(None));
                Ok(found)
            }
        }
    }

    /// Patterns of the class at this distance from one design.
    fn near(
        &self,
        criteria: &Criteria<Position>,
        distance: u32,
        class: u8,
        holes: &[(Hole, u8)],
    ) -> Vec<Position> {
        // Patterns with the changes so far; each is changed further in later holes than its last,
        // so that none comes twice.
        let mut changed: Vec<(usize, Position)> = vec![(0, criteria.design().clone())];

        for step in 0..distance {
            let is_last = step + 1 == distance;

            let mut next = Vec::new();
            for (from, pattern) in &changed {
                let difference = class ^ self.board.class(pattern);
                for (at, &(hole, class)) in holes.iter().enumerate().skip(*from) {
                    if !is_last || class == difference {
                        let mut pattern = pattern.clone();
                        pattern.flip(hole);
                        next.push((at + 1, pattern));
                    }
                }
            }

            if !is_last && next.len() > CHANGED {
                next.sort_by_cached_key(|(_, pattern)| criteria.score(pattern).total());
                next.truncate(CHANGED);
            }
            changed = next;
        }

        changed
            .into_iter()
            .map(|(_, pattern)| pattern)
            .filter(|pattern| self.board.class(pattern) == class)
            .collect()
    }

    /// A game that ends in a pattern of a [ring](Self::ring), if one is found with the work that is
    /// `left`.
    pub fn game(
        &self,
        pattern: &Position,
        left: &mut u64,
        progress: Progress<'_>,
    ) -> Result<Option<Solution>, Error> {
        match &self.origin {
            Origin::Enumerated(set, _) => {
                Ok(Solution::leading_to(set.board().bits(pattern)?, *set)?)
            }
            Origin::Searched(..) => {
                let search = Search::default();
                let start = Some(&self.start);
                let found =
                    search.attempt(0..EFFORT, self.board, start, pattern, left, progress)?;
                let Outcome::Solved(mut solution) = found else {
                    return Ok(None);
                };

                if self.board.is_small() {
                    solution = solution.one_at_a_time();
                }
                Ok(Some(solution))
            }
        }
    }

    /// Whether each pattern of a [ring](Self::ring) has a game.
    pub fn is_certain(&self) -> bool {
        matches!(self.origin, Origin::Enumerated(..))
    }

    /// Why a pattern can't be reached, if that is known, and what to do about it.
    pub fn unreachable(&self, pattern: &Position) -> Result<Option<String>, Error> {
        let Origin::Enumerated(_, finder) = &self.origin else {
            let why = Search::impossible(self.board, Some(&self.start), pattern)?;
            let remedy = "try another --start, or pin another pattern";
            return Ok(why.map(|why| format!("can't be reached: {why}; {remedy}")));
        };

        let (reachability, near) = finder.around(finder.board().bits(pattern)?, 1)?;
        if reachability == Reachability::Reachable {
            return Ok(None);
        }

        let nearest = match near.first() {
            Some(found) => format!(
                "the nearest reachable pattern, at distance {}, is\n{}",
                found.distance,
                self.board.picture(found.pattern)
            ),
            None => "no pattern near it can be reached either".to_owned(),
        };
        Ok(Some(format!("{reachability}; {nearest}")))
    }
}

/// The vacancy from which the fewest changes of holes bring all designs, and above all the pinned
/// patterns, into the right class; the nearest to the centre.
fn best_vacancy(designs: &Designs) -> Hole {
    let board = designs.board();
    let full = board.class(&board.full());
    let singles: BTreeSet<u8> = board
        .each_hole()
        .map(|hole| board.class_of_peg(hole))
        .collect();
    let changes = |difference: u8| -> u32 {
        if difference == 0 {
            0
        } else if singles.contains(&difference) {
            1
        } else {
            2
        }
    };

    // The classes of what is to be reached, and for how many designs each counts.
    let mut classes: Vec<(u8, u32)> = Vec::new();
    for (character, glyph) in designs.iter() {
        if let Some((pin, _)) = &glyph.pin {
            classes.push((board.class(pin), PINNED));
        } else if let Some(design) = designs.of(character).first() {
            classes.push((board.class(design), 1));
        }
    }

    let far = |hole: Hole| {
        let (x, y) = board.picture_place(hole);
        let across = (2 * x + 1).abs_diff(board.columns());
        let down = (2 * y + 1).abs_diff(board.rows());
        across * across + down * down
    };
    let cost = |&hole: &Hole| {
        let start = full ^ board.class_of_peg(hole);
        let changes: u32 = classes
            .iter()
            .map(|(class, count)| count * changes(class ^ start))
            .sum();
        (changes, far(hole), hole)
    };
    board.each_hole().min_by_key(cost).unwrap_or(board.centre())
}
