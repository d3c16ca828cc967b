//! From any position to a single peg: by enumeration, if the positions fit into little memory; else
//! by windows and beams. That is what a [`Search`] looks for already, read backwards: on the
//! complement, the empty holes are the pegs, and the last peg is the vacancy.

use std::collections::BTreeMap;
use std::collections::hash_map::Entry;

use rustc_hash::FxHashMap;

use super::pagoda::Golden;
use super::{Impossible, Limit, Outcome, Search};
use crate::board::{Bitboard, Board, Hole, Position, SmallBoard, Symmetry};
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

        let mut undecided = Position::default();
        if !matches!(outcome, Outcome::Impossible(_)) {
            let is_open =
                |&hole: &Hole| !finishes.has(hole) && possible(board, start, &hole.into()).is_ok();
            undecided = asked.pegs().filter(is_open).collect();
        }
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
            let bits = small.bits(start)?;
            let needed = Reachable::memory_needed(&small, bits);
            if needed <= self.enumerated {
                // One game to a hole is mostly found sooner.
                if finish.is_some() && possible.is_ok() && needed > SOON && !self.fewest_moves {
                    let soon = Self {
                        attempts: 1,
                        ..*self
                    };
                    let part = progress.part(0, 1, 8);
                    let found = soon.in_windows(board, start, finish, &mut { self.work }, part)?;
                    if let Outcome::Solved(_) = found {
                        return Ok(Reduced::by_search(found, board, start, &finishes));
                    }
                }
                let finishes = small.bits(&finishes)?;
                let (why, all_moves) = (possible.err(), self.fewest_moves);
                return enumerated(&small, bits, finishes, why, all_moves, progress);
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
        let is_kept = |it: &&Symmetry| start.pegs().all(|hole| start.has(it.image(hole)));
        let symmetries: Vec<_> = board.symmetries().iter().filter(is_kept).collect();
        let is_first = |hole| symmetries.iter().all(|it| it.image(hole) >= hole);
        let holes = board
            .each_hole()
            .filter(|&it| board.class_of_peg(it) == class && is_first(it));
        let holes: Vec<Hole> = holes.collect();
        let (mut found, mut games, mut undecided) = (Vec::new(), BTreeMap::new(), Vec::new());
        for (&hole, part) in progress.each(&holes) {
            let reduced = self.reduce(board, start, Some(hole), part)?;
            for symmetry in &symmetries {
                let image = symmetry.image(hole);
                match &reduced.outcome {
                    Outcome::Solved(game) => {
                        games.extend(game.image(symmetry).map(|it| (image, it)))
                    }
                    Outcome::Impossible(_) => {}
                    Outcome::GaveUp(_) => undecided.push(image),
                }
            }
            found.push(reduced);
        }
        let is_better = |it: &Reduced| match it.outcome {
            Outcome::Solved(_) => 0,
            Outcome::GaveUp(_) => 1,
            Outcome::Impossible(_) => 2,
        };
        let Some(mut best) = found.into_iter().min_by_key(is_better) else {
            return self.reduce(board, start, None, progress);
        };
        if matches!(best.outcome, Outcome::Impossible(_)) {
            // The reason for all holes, as if any of them were asked for.
            let why = possible(board, start, &board.full()).err();
            best.outcome = Outcome::Impossible(why.unwrap_or(Impossible::Exhausted));
        }
        Ok(Reduced {
            finishes: games.keys().copied().collect(),
            undecided: undecided.into_iter().collect(),
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
        let (vacancy, end) = (vacancy.as_ref(), board.complement(start));
        Ok(
            match self.attempt(0..self.attempts, board, vacancy, &end, left, progress)? {
                Outcome::Solved(backwards) => {
                    let jumps = backwards.jumps().iter().rev().copied().collect();
                    let solution = Solution::new(board, start, jumps);
                    let solution = solution.expect("the game can be played backwards");
                    assert_eq!(
                        solution.end().count(),
                        1,
                        "the game that was found leaves one peg"
                    );
                    Outcome::Solved(solution.in_rounds().one_at_a_time())
                }
                outcome => outcome,
            },
        )
    }
}

/// A board that takes at most this many bytes is enumerated as soon as a game is found.
const SOON: u64 = 64 << 20;

/// The most positions between start and finish among which the fewest moves are looked for unasked.
const BETWEEN: usize = 1 << 17;

/// Why none of the finishes can be reached, if that is easily seen.
fn possible(board: &Board, start: &Position, finishes: &Position) -> Result<(), Impossible> {
    if start.is_empty() {
        return Err(Impossible::NoPegs);
    }
    if start.count() == 1 {
        let is_finish = start.pegs().any(|hole| finishes.has(hole));
        return if is_finish {
            Ok(())
        } else {
            Err(Impossible::NoFirstJump)
        };
    }
    let class = board.class(start);
    let mut allowed = finishes
        .pegs()
        .filter(|&hole| board.class_of_peg(hole) == class)
        .peekable();
    if allowed.peek().is_none() {
        return Err(Impossible::OtherClassThanStart);
    }
    if board.legal_jumps(start).next().is_none() {
        return Err(Impossible::NoFirstJump);
    }
    if Golden::new(board).forbid_all(start, allowed) {
        return Err(Impossible::TooFar);
    }
    Ok(())
}

/// The most looks at a triple of holes to play out a position: a fraction of a second.
const LOOKS: usize = 1 << 26;

/// The best that can be made of a position, from every game, if these are few.
fn played_out(board: &Board, start: &Position, finishes: &Position) -> Option<Reduced> {
    // Each position with the first jump that led there, and all by their pegs.
    let mut last_jumps = FxHashMap::from_iter([(start.clone(), None)]);
    let mut positions = vec![start.clone()];
    let most = LOOKS / board.triples().len().max(1);
    let mut number = 0;
    while let Some(position) = positions.get(number).cloned() {
        if positions.len() > most {
            return None;
        }
        for jump in board.legal_jumps(&position) {
            let mut after = position.clone();
            after.play(jump);
            if let Entry::Vacant(new) = last_jumps.entry(after) {
                positions.push(new.key().clone());
                new.insert(Some(jump));
            }
        }
        number += 1;
    }
    let is_wanted = |end: &&Position| end.count() == 1 && finishes.contains(end);
    let reached: Vec<&Position> = positions.iter().filter(is_wanted).collect();
    let mut at = reached.first().copied().or(positions.last())?.clone();
    let mut jumps = Vec::new();
    while let Some(jump) = last_jumps[&at] {
        at.play(jump);
        jumps.push(jump);
    }
    jumps.reverse();
    let game = Solution::played(board, start, jumps).one_at_a_time();
    let (outcome, fewest_pegs) = match reached.is_empty() {
        false => (Outcome::Solved(game), None),
        true => (Outcome::Impossible(Impossible::Exhausted), Some(game)),
    };
    Some(Reduced {
        finishes: reached.into_iter().flat_map(Position::pegs).collect(),
        fewest_pegs,
        ..Reduced::decided(outcome)
    })
}

/// The best that can be made of a position, from all positions that can be reached.
fn enumerated(
    board: &SmallBoard,
    start: Bitboard,
    finishes: Bitboard,
    why: Option<Impossible>,
    all_moves: bool,
    progress: Progress<'_>,
) -> Result<Reduced> {
    let reachable = &Reachable::solve(board, start, progress.part(0, 2, 5))?;
    let wanted = || finishes.pegs().map(Hole::bit);
    let reached: Vec<Bitboard> = wanted().filter(|&end| reachable.contains(end)).collect();
    let solution_of = |end| {
        let solution = Solution::leading_to(end, reachable)?;
        Ok::<_, Error>(solution.expect("a game leads to a position of the set"))
    };
    let most = if all_moves {
        Interval::MOST_POSITIONS
    } else {
        BETWEEN
    };
    let interval = Interval::within(reachable, &reached, most, progress.part(2, 3, 5));
    let fewest = interval.and_then(|it| FewestMoves::of(&it, progress.part(3, 4, 5)));
    let fewest = match fewest {
        Err(stop @ Error::Interrupted(_)) => return Err(stop),
        // There is no target, or too much lies between.
        fewest => fewest.ok(),
    };
    let (outcome, fewest_pegs) = match (&fewest, reached.first()) {
        (Some(fewest), _) => (Outcome::Solved(fewest.solution.clone()), None),
        (None, Some(&end)) => (Outcome::Solved(solution_of(end)?), None),
        (None, None) => {
            let least = reachable
                .count_by_pegs()
                .into_iter()
                .position(|count| count > 0);
            let least = least.expect("the start is in the set") as u32;
            let group = SymmetryGroup::of(board).keeping(start);
            let first = |_, position| [group.mincode(position)];
            let classes = SymmetryClasses::reachable(reachable)?;
            let ends = classes.list(least..=least, first, progress.part(4, 5, 5))?;
            let end = ends
                .into_iter()
                .min()
                .expect("a position has the fewest pegs");
            (
                Outcome::Impossible(why.unwrap_or(Impossible::Exhausted)),
                Some(solution_of(end)?),
            )
        }
    };
    Ok(Reduced {
        finishes: reached
            .into_iter()
            .fold(Bitboard::EMPTY, |all, end| all | end)
            .into(),
        fewest_moves: fewest.map(|fewest| fewest.moves),
        fewest_pegs,
        ..Reduced::decided(outcome)
    })
}
