//! The search for a game that ends in one of several positions, layouts of the same text or
//! picture: how the work is shared among them, and ends in which a few holes differ if there is no
//! other game. `attempt.rs` makes a single attempt.

use std::ops::Range;

use super::{Impossible, Limit, Outcome, Search};
use crate::Result;
use crate::board::{Board, Hole, Position};
use crate::progress::Progress;
use crate::solution::Solution;

/// A board and the pegs that are to be left on it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct LastPosition {
    /// The board of the game.
    pub board: Board,
    /// The last position.
    pub end: Position,
}

impl LastPosition {
    /// Whether the end is in the position class of a board with one vacancy.
    pub fn fits(&self) -> bool {
        let holes = self.board.complement(&self.end);
        self.board.has_single_peg_in_class_of(&holes)
    }
}

/// The attempts at a last position before the next one is tried: one of each way.
const FIRST_ATTEMPTS: u32 = 4;

/// The attempt at games with changed holes: the farthest pegs first, few at a time. With more at a
/// time, nothing was found near seven of 44 shapes, and with few near five; but large irregular
/// shapes differ in a few more holes. Half the work for each found nothing near seven again.
const ATTEMPT_WITH_CHANGES: u32 = 3;

/// The most holes that are changed to find a game at all.
const MOST_HOLES_CHANGED: usize = 256;

/// Where only the class is wrong: how many of the holes nearest to the pegs are changed, and with
/// how many attempts each. One hole is enough for another class.
const HOLES_TO_MEND: usize = 6;
const ATTEMPTS_TO_MEND: u32 = 2;

/// How often the work of finding a game with changed holes is spent on finding one with fewer.
const WORK_TO_IMPROVE: u64 = 4;

/// What came of the search for a game.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum PlayOutcome {
    /// A game, and the holes in which it ends otherwise than asked.
    Solved(Solution, Vec<Hole>),
    /// No game that is near enough.
    NotSolved {
        /// Why there is none to the first last position, if there is none to any.
        reason: Option<Impossible>,
        /// Whether attempts came to the end of their memory.
        is_full: bool,
        /// The game that was found whose end is nearest, and the holes that differ.
        nearest: Option<(Solution, Vec<Hole>)>,
    },
}

/// What came of the search for a game that ends exactly as asked.
struct Exact {
    solution: Option<Solution>,
    /// Why there is no game, of the first end of which that is known.
    reason: Option<Impossible>,
    /// What attempts came to the end of, if any gave up.
    gave_up: Option<Limit>,
}

/// A game that ends nearly as asked, and the holes that differ.
type NearGame = (Solution, Vec<Hole>);

impl Search {
    /// Searches for a game to one of these last positions, in their order, and begins again with
    /// other seeds until `self.work` is done: how long it takes to find a game varies much with the
    /// seed. If all are in a class without games, ends in which one hole differs are tried. If none
    /// is found, as much work goes into games in whose end a few holes differ, and half as much if
    /// none may: up to `tolerance` of them.
    ///
    /// # Errors
    /// If an end is not on its board, or the watcher asks the search to stop.
    pub fn play(
        &self,
        layouts: &[LastPosition],
        tolerance: usize,
        progress: Progress<'_>,
    ) -> Result<PlayOutcome> {
        for layout in layouts {
            layout.board.check(&layout.end)?;
        }

        let exact = self.play_exactly(layouts, progress)?;
        if let Some(solution) = exact.solution {
            return Ok(PlayOutcome::Solved(solution.in_rounds(), Vec::new()));
        }

        let mut search = *self;
        if tolerance == 0 {
            search.work /= 2;
        }
        let mut nearest = None;
        if let ([layout], Some(Impossible::OtherClass)) = (layouts, exact.reason) {
            nearest = mended(layout, &search, progress)?;
        }
        if nearest.is_none() {
            nearest = self::nearest(layouts, &search, progress)?;
        }

        Ok(match nearest {
            Some((solution, changed)) if changed.len() <= tolerance => {
                PlayOutcome::Solved(solution.in_rounds(), changed)
            }
            nearest => PlayOutcome::NotSolved {
                reason: match exact.gave_up {
                    None => exact.reason,
                    Some(_) => None,
                },
                is_full: exact.gave_up == Some(Limit::Memory),
                nearest,
            },
        })
    }

    /// Searches for a game that ends exactly in one of these last positions.
    fn play_exactly(&self, layouts: &[LastPosition], progress: Progress<'_>) -> Result<Exact> {
        let mut exact = Exact {
            solution: None,
            reason: None,
            gave_up: None,
        };
        let mut possible = Vec::new();
        for layout in layouts {
            match Search::why_impossible(&layout.board, None, &layout.end) {
                None => possible.push(layout),
                Some(why) => exact.reason = exact.reason.or(Some(why)),
            }
        }

        let tries = self.tries(&possible);
        let mut left = self.work;
        for search in self.again() {
            for (number, (attempts, LastPosition { board, end })) in (0..).zip(&tries) {
                let part = progress.part(number, number + 1, tries.len() as u64);
                match search.attempt(attempts.clone(), board, None, end, &mut left, part)? {
                    Outcome::Solved(solution) => {
                        exact.solution = Some(solution);
                        return Ok(exact);
                    }
                    Outcome::Impossible(why) => exact.reason = exact.reason.or(Some(why)),
                    Outcome::GaveUp(limit) => exact.gave_up = exact.gave_up.max(Some(limit)),
                }
                if left == 0 {
                    break;
                }
            }
            if left == 0 || exact.gave_up.is_none() {
                break;
            }
        }
        Ok(exact)
    }

    /// The attempts with one seed: a few at every last position, then more.
    fn tries<'l>(&self, possible: &[&'l LastPosition]) -> Vec<(Range<u32>, &'l LastPosition)> {
        let first = self.attempts.min(FIRST_ATTEMPTS);
        let mut tries = Vec::new();
        for attempts in [0..first, first..self.attempts] {
            if !attempts.is_empty() {
                tries.extend(possible.iter().map(|&layout| (attempts.clone(), layout)));
            }
        }
        tries
    }
}

/// A game whose end differs in one hole from one of a class without games, and this hole.
fn mended(
    LastPosition { board, end }: &LastPosition,
    search: &Search,
    progress: Progress<'_>,
) -> Result<Option<NearGame>> {
    let mut left = search.work;
    let mut tried = 0;
    for hole in holes_to_mend(board, end) {
        if tried == HOLES_TO_MEND {
            break;
        }
        let mut changed = end.clone();
        changed.flip(hole);
        if Search::why_impossible(board, None, &changed).is_some() {
            continue;
        }
        tried += 1;

        let attempts = 0..ATTEMPTS_TO_MEND;
        let found = search.attempt(attempts, board, None, &changed, &mut left, progress)?;
        if let Outcome::Solved(solution) = found {
            return Ok(Some((solution, vec![hole])));
        }
    }
    Ok(None)
}

/// All holes, those first that are nearest to the pegs.
fn holes_to_mend(board: &Board, end: &Position) -> Vec<Hole> {
    let far = |&hole: &Hole| {
        // A peg less is as good as one that touches a corner.
        if end.has(hole) {
            return 2;
        }
        let distances = end.pegs().map(|peg| board.squared_distance(hole, peg));
        distances.min().unwrap_or(0)
    };

    let mut holes: Vec<Hole> = board.each_hole().collect();
    holes.sort_by_cached_key(far);
    holes
}

/// The game found whose end differs least from one of these, and the holes that differ.
fn nearest(
    layouts: &[LastPosition],
    search: &Search,
    progress: Progress<'_>,
) -> Result<Option<NearGame>> {
    let mut nearest: Option<NearGame> = None;
    let mut left = search.work;
    for again in search.again() {
        let before = left;
        for LastPosition { board, end } in layouts {
            let tolerance = match &nearest {
                None => MOST_HOLES_CHANGED,
                Some((_, changed)) => changed.len().saturating_sub(1),
            };
            if tolerance == 0 {
                return Ok(nearest);
            }

            let again = Search { tolerance, ..again };
            let attempts = ATTEMPT_WITH_CHANGES..ATTEMPT_WITH_CHANGES + 1;
            let found = again.attempt(attempts, board, None, end, &mut left, progress)?;
            let Outcome::Solved(solution) = found else {
                continue;
            };

            // Better ones are worth a few times what the first took.
            if nearest.is_none() {
                left = left.min(WORK_TO_IMPROVE * (search.work - left));
            }
            let found = solution.end();
            let differs = |&hole: &Hole| found.has(hole) != end.has(hole);
            let changed = board.each_hole().filter(differs).collect();
            nearest = Some((solution, changed));
        }
        if left == 0 || left == before {
            break;
        }
    }
    Ok(nearest)
}
