//! From any position to a single peg: by enumeration, if the positions fit into little memory; else
//! by windows and beams. That is what a [`Search`] looks for already, read backwards: on the
//! complement, the empty holes are the pegs, and the last peg is the vacancy.

use std::collections::BTreeMap;
use std::collections::hash_map::Entry;

use rustc_hash::FxHashMap;

use super::fewest::fewest_moves;
use super::pagoda::Golden;
use super::{Impossible, Limit, Outcome, Search, has_jump};
use crate::board::{Bitboard, Board, Hole, Jump, Position, SmallBoard, Symmetry};
use crate::class::SymmetryGroup;
use crate::progress::Progress;
use crate::solution::{FewestMoves, Interval, Solution};
use crate::solve::{Reachable, SymmetryClasses};
use crate::{Error, Result};

/// What can be made of a position.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct Reduced {
    /// A game to one peg, or why there is none: of the searches for games to each, the best that
    /// came out.
    pub outcome: Outcome,
    /// Of the holes that were asked for, those in which it is known that the last peg can be left.
    pub finishes: Position,
    /// Of the holes that were asked for, those of which nothing is known: the search gave up, or it
    /// ended with a game to another one. In all that are in neither set, no last peg can be left.
    pub undecided: Position,
    /// A game to each of the finishes, if they were asked for.
    pub games: BTreeMap<Hole, Solution>,
    /// The fewest moves to one of them, if the board was enumerated and few positions lie between,
    /// or [they were asked for](Search::fewest_moves) and memory allows to compute them.
    pub fewest_moves: Option<usize>,
    /// A game to the fewest pegs, if all positions were enumerated and none leads to one of the
    /// wanted holes.
    pub fewest_pegs: Option<Solution>,
}

impl Reduced {
    /// The game to one peg, or else to the fewest, if it is known.
    pub fn solution(&self) -> Option<&Solution> {
        match &self.outcome {
            Outcome::Solved(solution) => Some(solution),
            Outcome::Impossible(_) | Outcome::GaveUp(_) => self.fewest_pegs.as_ref(),
        }
    }
}

impl Reduced {
    /// What came of a search for one game to a hole among these. It doesn't look at the others.
    fn by_search(outcome: Outcome, board: &Board, start: &Position, asked: &Position) -> Self {
        let mut finishes = Position::default();
        if let Outcome::Solved(solution) = &outcome {
            finishes = solution.end();
        }

        let is_open =
            |&hole: &Hole| !finishes.has(hole) && possible(board, start, &hole.into()).is_ok();
        let undecided = match outcome {
            Outcome::Impossible(_) => Position::default(),
            Outcome::Solved(_) | Outcome::GaveUp(_) => asked.pegs().filter(is_open).collect(),
        };

        Self {
            finishes,
            undecided,
            ..Self::decided(outcome)
        }
    }

    /// An outcome by which every hole is decided.
    fn decided(outcome: Outcome) -> Self {
        Self {
            outcome,
            finishes: Position::default(),
            undecided: Position::default(),
            games: BTreeMap::new(),
            fewest_moves: None,
            fewest_pegs: None,
        }
    }
}

impl Search {
    /// Searches for a game from a position to a single peg, in this hole or anywhere.
    ///
    /// ```
    /// use peg_solitaire::{board::Board, progress::Progress, search::Search};
    /// let board: Board = "triangle15".parse()?;
    /// let corner = board.parse_hole("a1")?;
    /// let start = board.full().without(&corner.into());
    /// let reduced = Search::default().reduce(&board, &start, Some(corner), Progress::NONE)?;
    /// // This board is enumerated.
    /// assert_eq!((reduced.finishes, reduced.fewest_moves), (corner.into(), Some(10)));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// If the start or the hole is not on the board, there is not enough memory, or the watcher
    /// asks the search to stop.
    pub fn reduce(
        &self,
        board: &Board,
        start: &Position,
        finish: Option<Hole>,
        progress: Progress<'_>,
    ) -> Result<Reduced> {
        let finishes = finish.map_or_else(|| board.full(), Position::from);
        board.check(start)?;
        board.check(&finishes)?;

        let possible = possible(board, start, &finishes);
        if let Ok(small) = board.small() {
            let problem = SmallProblem {
                start: small.bits(start)?,
                finishes: small.bits(&finishes)?,
                board: small,
            };
            let needed = Reachable::memory_needed(&problem.board, problem.start);
            if needed <= self.enumerated {
                // One game to a hole is mostly found sooner.
                let is_one_game = finish.is_some() && possible.is_ok() && !self.fewest_moves;
                if is_one_game && needed > ENUMERATED_AT_ONCE {
                    let soon = Self {
                        attempts: 1,
                        ..*self
                    };
                    let mut left = self.work;
                    let part = progress.part(0, 1, 8);
                    let found = soon.in_windows(board, start, finish, &mut left, part)?;
                    if let Outcome::Solved(_) = found {
                        return Ok(Reduced::by_search(found, board, start, &finishes));
                    }
                }
                return problem.enumerated(possible.err(), self.fewest_moves, progress);
            }
        }
        if let Err(why) = possible {
            return Ok(Reduced::decided(Outcome::Impossible(why)));
        }

        let mut left = self.work;
        let mut found = self.in_windows(board, start, finish, &mut left, progress)?;
        if matches!(found, Outcome::GaveUp(_))
            && let Some(reduced) = played_out(board, start, &finishes)
        {
            return Ok(reduced);
        }
        for search in self.again().skip(1) {
            let is_over = left == 0 || self.attempts == 0;
            if is_over || !matches!(found, Outcome::GaveUp(Limit::Effort)) {
                break;
            }
            found = search.in_windows(board, start, finish, &mut left, progress)?;
        }
        Ok(Reduced::by_search(found, board, start, &finishes))
    }

    /// Searches for a game to a single peg in each hole, with the whole work for each that is no
    /// image of another.
    ///
    /// # Errors
    /// As for one hole.
    pub fn reduce_to_each(
        &self,
        board: &Board,
        start: &Position,
        progress: Progress<'_>,
    ) -> Result<Reduced> {
        board.check(start)?;
        let class = board.class(start);
        let keeps_start = |turn: &&Symmetry| start.pegs().all(|hole| start.has(turn.image(hole)));
        let symmetries: Vec<_> = board.symmetries().iter().filter(keeps_start).collect();
        let is_first = |hole| symmetries.iter().all(|turn| turn.image(hole) >= hole);
        let holes: Vec<Hole> = board
            .each_hole()
            .filter(|&hole| board.class_of_peg(hole) == class && is_first(hole))
            .collect();

        let mut found = Vec::new();
        let mut games = BTreeMap::new();
        let mut undecided = Position::default();
        for (&hole, part) in progress.each(&holes) {
            let reduced = self.reduce(board, start, Some(hole), part)?;
            for symmetry in &symmetries {
                let image = symmetry.image(hole);
                match &reduced.outcome {
                    Outcome::Solved(game) => {
                        if let Some(game) = game.image(symmetry) {
                            games.insert(image, game);
                        }
                    }
                    Outcome::Impossible(_) => {}
                    Outcome::GaveUp(_) => undecided.extend([image]),
                }
            }
            found.push(reduced);
        }

        let rank = |reduced: &Reduced| match reduced.outcome {
            Outcome::Solved(_) => 0,
            Outcome::GaveUp(_) => 1,
            Outcome::Impossible(_) => 2,
        };
        let Some(mut best) = found.into_iter().min_by_key(rank) else {
            return self.reduce(board, start, None, progress);
        };
        if matches!(best.outcome, Outcome::Impossible(_)) {
            // The reason for all holes, as if any of them were asked for.
            let why = possible(board, start, &board.full()).err();
            best.outcome = Outcome::Impossible(why.unwrap_or(Impossible::Exhausted));
        }
        Ok(Reduced {
            finishes: games.keys().copied().collect(),
            undecided,
            games,
            fewest_moves: None,
            ..best
        })
    }

    /// Searches in windows for a game to one peg, in this hole or anywhere.
    fn in_windows(
        &self,
        board: &Board,
        start: &Position,
        finish: Option<Hole>,
        left: &mut u64,
        progress: Progress<'_>,
    ) -> Result<Outcome> {
        let vacancy = finish.map(|hole| board.complement(&hole.into()));
        let end = board.complement(start);
        let attempts = 0..self.attempts;
        let found = self.attempt(attempts, board, vacancy.as_ref(), &end, left, progress)?;
        let Outcome::Solved(backwards) = found else {
            return Ok(found);
        };

        let jumps = backwards.jumps().iter().rev().copied().collect();
        let solution = Solution::new(board, start, jumps);
        let solution = solution.expect("the game can be played backwards");
        let left = solution.end().count();
        assert_eq!(left, 1, "the game that was found leaves one peg");
        Ok(Outcome::Solved(solution.in_rounds().one_at_a_time()))
    }
}

/// A board that takes at most this many bytes is enumerated as soon as a game is found.
const ENUMERATED_AT_ONCE: u64 = 64 << 20;

/// The most positions between start and finish that are listed to find the fewest moves unasked,
/// and if they were asked for. If there are more, the search goes move by move.
const LISTED_UNASKED: usize = 1 << 17;
const LISTED_IF_ASKED: usize = 1 << 24;

/// Why none of the finishes can be reached, if that is easily seen.
fn possible(board: &Board, start: &Position, finishes: &Position) -> Result<(), Impossible> {
    if start.is_empty() {
        return Err(Impossible::NoPegs);
    }
    if start.count() == 1 {
        if start.pegs().any(|hole| finishes.has(hole)) {
            return Ok(());
        }
        return Err(Impossible::NoFirstJump);
    }

    let class = board.class(start);
    let allowed: Vec<Hole> = finishes
        .pegs()
        .filter(|&hole| board.class_of_peg(hole) == class)
        .collect();
    if allowed.is_empty() {
        return Err(Impossible::OtherClassThanStart);
    }
    if !has_jump(board, start) {
        return Err(Impossible::NoFirstJump);
    }
    if Golden::new(board).forbid_all(start, allowed) {
        return Err(Impossible::TooFar);
    }
    Ok(())
}

/// The most looks at a triple of holes to play out a position: a fraction of a second.
const MOST_LOOKS: usize = 1 << 26;

/// All positions that can be reached from a start, each with the first jump that led there.
struct PlayedOut {
    positions: Vec<Position>,
    last_jumps: FxHashMap<Position, Option<Jump>>,
}

impl PlayedOut {
    /// Plays every game, if there are few positions.
    fn new(board: &Board, start: &Position) -> Option<Self> {
        let mut played = Self {
            positions: vec![start.clone()],
            last_jumps: FxHashMap::from_iter([(start.clone(), None)]),
        };

        let most = MOST_LOOKS / board.triples().len().max(1);
        let mut number = 0;
        while let Some(position) = played.positions.get(number).cloned() {
            if played.positions.len() > most {
                return None;
            }
            for jump in board.legal_jumps(&position) {
                let mut after = position.clone();
                after.play(jump);
                if let Entry::Vacant(new) = played.last_jumps.entry(after) {
                    played.positions.push(new.key().clone());
                    new.insert(Some(jump));
                }
            }
            number += 1;
        }
        Some(played)
    }

    /// The jumps that led to a position.
    fn jumps_to(&self, position: &Position) -> Vec<Jump> {
        let mut jumps = Vec::new();
        let mut at = position.clone();
        while let Some(jump) = self.last_jumps[&at] {
            at.play(jump);
            jumps.push(jump);
        }
        jumps.reverse();
        jumps
    }
}

/// The best that can be made of a position, from every game, if these are few.
fn played_out(board: &Board, start: &Position, finishes: &Position) -> Option<Reduced> {
    let played = PlayedOut::new(board, start)?;
    let is_wanted = |end: &&Position| end.count() == 1 && finishes.contains(end);
    let reached: Vec<&Position> = played.positions.iter().filter(is_wanted).collect();

    // Positions with fewer pegs come later.
    let best = reached.first().copied().or(played.positions.last())?;
    let game = Solution::played(board, start, played.jumps_to(best)).one_at_a_time();
    if reached.is_empty() {
        return Some(Reduced {
            fewest_pegs: Some(game),
            ..Reduced::decided(Outcome::Impossible(Impossible::Exhausted))
        });
    }
    Some(Reduced {
        finishes: reached.into_iter().flat_map(Position::pegs).collect(),
        ..Reduced::decided(Outcome::Solved(game))
    })
}

/// A position on a board that can be enumerated, and the holes for its last peg.
struct SmallProblem {
    board: SmallBoard,
    start: Bitboard,
    finishes: Bitboard,
}

impl SmallProblem {
    /// The best that can be made of the position, from all positions that can be reached. `why` no
    /// finish can be reached may be known; the fewest moves may be asked for.
    fn enumerated(
        &self,
        why: Option<Impossible>,
        asked: bool,
        progress: Progress<'_>,
    ) -> Result<Reduced> {
        let reachable = Reachable::solve(&self.board, self.start, progress.part(0, 2, 5))?;
        let ends = self.finishes.pegs().map(Hole::bit);
        let reached: Vec<Bitboard> = ends.filter(|&end| reachable.contains(end)).collect();

        let Some(&first) = reached.first() else {
            let end = self.fewest_pegs(&reachable, progress.part(4, 5, 5))?;
            return Ok(Reduced {
                fewest_pegs: Some(game_to(end, &reachable)?),
                ..Reduced::decided(Outcome::Impossible(why.unwrap_or(Impossible::Exhausted)))
            });
        };

        let by_moves = in_fewest_moves(&reachable, &reached, asked, progress.part(2, 5, 5))?;
        let fewest_moves = by_moves.as_ref().map(|game| game.moves().count());
        let game = match by_moves {
            Some(game) => game,
            None => game_to(first, &reachable)?,
        };
        let mut finishes = Bitboard::EMPTY;
        for end in reached {
            finishes |= end;
        }
        Ok(Reduced {
            finishes: finishes.into(),
            fewest_moves,
            ..Reduced::decided(Outcome::Solved(game))
        })
    }

    /// A position with the fewest pegs: the first of those that symmetries don't map to another.
    fn fewest_pegs(&self, reachable: &Reachable, progress: Progress<'_>) -> Result<Bitboard> {
        let counts = reachable.count_by_pegs();
        let least = counts.into_iter().position(|count| count > 0);
        let least = least.expect("the start is in the set") as u32;

        let group = SymmetryGroup::of(&self.board).keeping(self.start);
        let first = |_, position| Ok([group.mincode(position)]);
        let classes = SymmetryClasses::reachable(reachable)?;
        let ends = classes.list(least..=least, first, progress)?;
        let end = ends.into_iter().min();
        Ok(end.expect("a position has the fewest pegs"))
    }
}

/// A game to a position of a set.
fn game_to(end: Bitboard, reachable: &Reachable) -> Result<Solution> {
    let game = Solution::leading_to(end, reachable)?;
    Ok(game.expect("a game leads to a position of the set"))
}

/// A game with the fewest moves to one of these finishes, if few positions lie between or the
/// fewest moves were asked for, and memory allows to find them.
fn in_fewest_moves(
    reachable: &Reachable,
    finishes: &[Bitboard],
    asked: bool,
    progress: Progress<'_>,
) -> Result<Option<Solution>> {
    let most = if asked {
        LISTED_IF_ASKED
    } else {
        LISTED_UNASKED
    };
    let interval = Interval::within(reachable, finishes, most, progress.part(0, 1, 3));
    let listed = interval.and_then(|interval| {
        let fewest = FewestMoves::of(&interval, progress.part(1, 2, 3))?;
        Ok(fewest.solution)
    });
    let found = match listed {
        Err(Error::TooLarge { .. }) if asked => {
            fewest_moves(reachable, finishes, progress.part(1, 3, 3))
        }
        listed => listed,
    };
    match found {
        Err(stop @ Error::Interrupted(_)) => Err(stop),
        // Too much lies between.
        found => Ok(found.ok()),
    }
}
