//! The search for a game that ends as one of several layouts of the same text or picture: how the
//! work is shared among them, and ends in which a few holes differ if there is no other game. A
//! single attempt is the business of the other rooms.

use super::{Impossible, Limit, Outcome, Search};
use crate::Result;
use crate::board::{Board, Hole, Position};
use crate::progress::Progress;
use crate::solution::Solution;

/// A board and the pegs that are to be left on it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Layout {
    /// The board of the game.
    pub board: Board,
    /// The last position.
    pub end: Position,
}

impl Layout {
    /// Whether the end is in the position class of a board with one vacancy.
    pub fn fits(&self) -> bool {
        self.board
            .has_single_peg_in_class_of(&self.board.complement(&self.end))
    }
}

/// The attempts at a layout before the next one is tried: one of each way.
const ATTEMPTS: u32 = 3;

/// The attempt at games with changed holes: the farthest pegs first.
const CHANGING: u32 = 2;

/// The most holes that are changed to find a game at all.
const MOST_CHANGES: usize = 256;

/// Where only the class is wrong: how many of the holes nearest to the pegs are changed, and with
/// how many attempts each. One hole is enough for another class.
const CHANGES: usize = 6;
const ATTEMPTS_AT_CHANGES: u32 = 2;

/// How often the work of finding a game with changed holes is spent on finding one with fewer.
const IMPROVING: u64 = 4;

/// What came of the search for a game.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Played {
    /// A game, and the holes in which it ends otherwise than asked.
    Solved(Solution, Vec<Hole>),
    /// No game that is near enough.
    NotSolved {
        /// Why there is none on the first layout, if there is none on any.
        reason: Option<Impossible>,
        /// Whether attempts came to the end of their memory.
        is_full: bool,
        /// The game that was found whose end is nearest, and the holes that differ.
        nearest: Option<(Solution, Vec<Hole>)>,
    },
}

impl Search {
    /// Searches for a game that ends as one of the layouts, in their order, and begins again with
    /// other seeds until `self.work` is done: how long it takes to find a game varies much with the
    /// seed. If all are in a class without games, ends in which one hole differs are tried. If none
    /// is found, as much work goes into games in whose end a few holes differ, and half as much if
    /// none may: up to `tolerance` of them.
    ///
    /// # Errors
    /// If an end is not on its board, or the watcher asks the search to stop.
    pub fn play(
        &self,
        layouts: &[Layout],
        tolerance: usize,
        progress: Progress<'_>,
    ) -> Result<Played> {
        for layout in layouts {
            layout.board.check(&layout.end)?;
        }
        let impossible = |layout: &Layout| Search::why_impossible(&layout.board, None, &layout.end);
        let mut reason = layouts.iter().find_map(impossible);
        let possible: Vec<&Layout> = layouts
            .iter()
            .filter(|layout| impossible(layout).is_none())
            .collect();
        let mut gave_up = None;
        let mut left = self.work;
        // A few attempts at every layout, then more.
        let few = self.attempts.min(ATTEMPTS);
        let spans = [0..few, few..self.attempts];
        let spans = spans.iter().filter(|span| !span.is_empty());
        let rounds = (possible.len() * spans.clone().count()) as u64;
        for search in self.again() {
            let tries = spans
                .clone()
                .flat_map(|span| possible.iter().map(move |it| (span, it)));
            for (number, (span, Layout { board, end })) in (0..).zip(tries) {
                let part = progress.part(number, number + 1, rounds);
                let found = search.attempt(span.clone(), board, None, end, &mut left, part)?;
                match found {
                    Outcome::Solved(solution) => {
                        return Ok(Played::Solved(solution.in_rounds(), Vec::new()));
                    }
                    Outcome::Impossible(why) => reason = reason.or(Some(why)),
                    Outcome::GaveUp(limit) => gave_up = gave_up.max(Some(limit)),
                }
                if left == 0 {
                    break;
                }
            }
            if left == 0 || gave_up.is_none() {
                break;
            }
        }
        let more = self.work / if tolerance == 0 { 2 } else { 1 };
        let search = Self {
            work: more,
            ..*self
        };
        let mut nearest = None;
        if let ([layout], Some(Impossible::OtherClass)) = (layouts, reason) {
            nearest = mended(layout, &search, progress)?;
        }
        if nearest.is_none() {
            nearest = self::nearest(layouts, &search, progress)?;
        }
        let (reason, is_full) = (
            reason.filter(|_| gave_up.is_none()),
            gave_up == Some(Limit::Memory),
        );
        Ok(match nearest {
            Some((solution, changed)) if changed.len() <= tolerance => {
                Played::Solved(solution.in_rounds(), changed)
            }
            nearest => Played::NotSolved {
                reason,
                is_full,
                nearest,
            },
        })
    }
}

/// A game whose end differs in one hole from a layout of a class without games, and this hole.
fn mended(
    Layout { board, end }: &Layout,
    search: &Search,
    progress: Progress<'_>,
) -> Result<Option<(Solution, Vec<Hole>)>> {
    // A peg less is as good as one that touches a corner.
    let far = |&hole: &Hole| match end.has(hole) {
        true => 2,
        false => end
            .pegs()
            .map(|peg| board.squared_distance(hole, peg))
            .min()
            .unwrap_or(0),
    };
    let mut holes: Vec<Hole> = board.each_hole().collect();
    holes.sort_by_cached_key(far);
    let tries = holes.into_iter().filter_map(|hole| {
        let mut end = end.clone();
        end.flip(hole);
        Search::why_impossible(board, None, &end)
            .is_none()
            .then_some((end, hole))
    });
    let mut left = search.work;
    for (end, hole) in tries.take(CHANGES) {
        let attempts = 0..ATTEMPTS_AT_CHANGES;
        let found = search.attempt(attempts, board, None, &end, &mut left, progress)?;
        if let Outcome::Solved(solution) = found {
            return Ok(Some((solution, vec![hole])));
        }
    }
    Ok(None)
}

/// The game found whose end differs least from its layout, and the holes that differ.
fn nearest(
    layouts: &[Layout],
    search: &Search,
    progress: Progress<'_>,
) -> Result<Option<(Solution, Vec<Hole>)>> {
    let mut nearest: Option<(Solution, Vec<Hole>)> = None;
    let mut left = search.work;
    for again in search.again() {
        let before = left;
        for Layout { board, end } in layouts {
            let tolerance = match &nearest {
                None => MOST_CHANGES,
                Some((_, changed)) => changed.len().saturating_sub(1),
            };
            if tolerance == 0 {
                return Ok(nearest);
            }
            let again = Search { tolerance, ..again };
            let found = again.attempt(
                CHANGING..CHANGING + 1,
                board,
                None,
                end,
                &mut left,
                progress,
            )?;
            if let Outcome::Solved(solution) = found {
                let found = solution.end();
                let differs = |&hole: &Hole| found.has(hole) != end.has(hole);
                let changed = board.each_hole().filter(differs).collect();
                // Better ones are worth a few times what the first took.
                if nearest.is_none() {
                    left = left.min(IMPROVING * (search.work - left));
                }
                nearest = Some((solution, changed));
            }
        }
        if left == 0 || left == before {
            break;
        }
    }
    Ok(nearest)
}
