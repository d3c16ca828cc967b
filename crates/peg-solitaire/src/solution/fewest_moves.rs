//! Finds the solutions with the fewest moves, where a move is a chain of jumps by one peg. An
//! evaluation of the whole interval proves that no solution is shorter. Counts the shortest, and
//! chooses the one that is easiest to follow. Needs an interval. `docs/internals/solutions.md` says
//! why two values for each position are enough, and how ties are broken.

use super::Solution;
use super::count::checked;
use super::interval::{Interval, Value};
use crate::Result;
use crate::board::{Bitboard, Hole, Jump};
use crate::memory::reserve;
use crate::progress::Progress;

/// The value of a position in moves.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[repr(Rust, packed)]
pub(super) struct Moves {
    /// The fewest moves to a target, whichever peg begins.
    pub(super) moves: u8,
    /// The pegs that can make the first of these moves.
    openers: Bitboard,
}

impl Value for Moves {
    const AT_TARGET: Self = Self {
        moves: 0,
        openers: Bitboard::EMPTY,
    };
    /// More moves than any solution has.
    const EMPTY_SUM: Self = Self {
        moves: 254,
        openers: Bitboard::EMPTY,
    };

    #[inline(always)]
    fn add(&mut self, after: &Self, from: Hole, landing: Hole) {
        // The moves that follow a jump that landed here, if its peg goes on where it can.
        let left = after.moves - u8::from({ after.openers }.has(landing));

        let opener = if left > self.moves {
            Bitboard::EMPTY
        } else {
            from.bit()
        };
        let openers_before = if left < self.moves {
            Bitboard::EMPTY
        } else {
            self.openers
        };
        *self = Self {
            moves: self.moves.min(left),
            openers: openers_before | opener,
        };
    }

    #[inline(always)]
    fn finish(&mut self, _: u32, _: u32) {
        self.moves += 1;
    }
}

/// The solutions of an interval with the fewest moves.
#[derive(Clone, Debug)]
pub struct FewestMoves {
    /// The least number of moves of any solution.
    pub moves: usize,
    /// The number of solutions (as sequences of jumps) with this number of moves.
    pub solutions: u128,
    /// The one most pleasant to watch: the eye travels least.
    pub solution: Solution,
}

impl FewestMoves {
    /// Finds them by evaluating the whole interval. Reports the positions done.
    ///
    /// # Errors
    /// When there is not enough memory, there are more solutions than can be counted, or `progress`
    /// says to stop.
    pub fn of(interval: &Interval, progress: Progress<'_>) -> Result<Self> {
        let part = progress.part(0, 4, 5);
        let moves = interval.evaluate(|value: &Moves| value.moves, part)?.kept;
        Self::from_moves(interval, &moves, progress.part(4, 5, 5))
    }

    /// Finds the solutions with the fewest moves, given the fewest moves from every position of the
    /// interval by level and number.
    pub(super) fn from_moves(
        interval: &Interval,
        moves: &[Vec<u8>],
        progress: Progress<'_>,
    ) -> Result<Self> {
        let best = BestPlay { interval, moves };
        let levels = best.stages(progress)?;

        Ok(Self {
            moves: usize::from(moves[0][0]),
            solutions: checked(levels[0][0].solutions)?,
            solution: best.most_pleasant(&levels),
        })
    }

    /// All solutions of an interval with the fewest moves, in the order of their jumps: of those
    /// that symmetries of the game map to each other, the first; and their number with all images.
    /// None if it exceeds `most`. Reports the positions done, then the solutions.
    ///
    /// # Errors
    /// When there is not enough memory, or `progress` says to stop.
    pub fn all(
        interval: &Interval,
        most: usize,
        progress: Progress<'_>,
    ) -> Result<Option<(Vec<Solution>, usize)>> {
        let part = progress.part(0, 3, 5);
        let moves = interval.evaluate(|value: &Moves| value.moves, part)?.kept;
        let best = BestPlay {
            interval,
            moves: &moves,
        };

        let count = best.stages(progress.part(3, 4, 5))?[0][0].solutions;
        if count > most as u128 {
            return Ok(None);
        }

        let group = interval.group();
        let is_first = |jumps: &[Jump]| {
            let jumps = jumps.iter();
            group.symmetries().all(|symmetry| {
                let image = jumps.clone().map(|jump| jump.image(symmetry));
                jumps.clone().copied().le(image)
            })
        };

        let part = progress.part(4, 5, 5);
        let mut done = 0;
        let mut found = Vec::new();
        best.each_solution(&mut |jumps| {
            if done % REPORTED == 0 {
                part.report(done as u64, count as u64)?;
            }

            done += 1;
            if is_first(&jumps) {
                found.push(jumps);
            }
            Ok(())
        })?;

        found.sort_unstable();
        let solution =
            |jumps| Solution::played(interval.board().as_board(), interval.start(), jumps);
        Ok(Some((found.into_iter().map(solution).collect(), done)))
    }
}

/// The fewest moves from every position, by level and number. Openers are not stored, but found
/// again when needed.
#[derive(Clone, Copy)]
struct BestPlay<'i> {
    interval: &'i Interval,
    moves: &'i [Vec<u8>],
}

impl BestPlay<'_> {
    /// The cost of the moves from a stage on.
    fn left(self, stage: Stage) -> u8 {
        let played = self.interval.start().count() - stage.position.count();
        let least = self.moves[played as usize][stage.number as usize];
        least - u8::from(stage.landed != NOWHERE && self.opens(stage, least))
    }

    /// Whether the peg that landed last can make the first of the fewest moves. To find out, follow
    /// only this peg's chains of jumps.
    fn opens(self, stage: Stage, moves: u8) -> bool {
        let goes_on_well = |jump: Jump| {
            let after = Stage::at(self.interval, jump.play(stage.position), jump.to());
            after.is_some_and(|after| self.left(after) + 1 == moves)
        };
        let mut jumps = self.interval.board().legal_jumps(stage.position);
        jumps.any(|jump| jump.from() == stage.landed && goes_on_well(jump))
    }

    /// How far the eye travels from the last landing to the next jump, squared.
    fn way(self, landed: Hole, from: Hole) -> i64 {
        if landed == NOWHERE {
            0
        } else {
            self.interval
                .board()
                .as_board()
                .squared_distance(landed, from)
        }
    }

    /// The jumps that begin or continue one of the fewest moves, in order, each with the stage
    /// after it.
    fn best(self, stage: Stage) -> impl Iterator<Item = (Jump, Stage)> {
        let left = self.left(stage);
        self.interval
            .board()
            .legal_jumps(stage.position)
            .filter_map(move |jump| {
                let after = Stage::at(self.interval, jump.play(stage.position), jump.to())?;
                let cost = u8::from(jump.from() != stage.landed);
                (cost + self.left(after) == left).then_some((jump, after))
            })
    }

    /// Calls `found` with the jumps of each solution with the fewest moves.
    fn each_solution(self, found: &mut impl FnMut(Vec<Jump>) -> Result<()>) -> Result<()> {
        let interval = self.interval;
        let mut waiting = vec![(interval.start(), NOWHERE, Vec::new())];
        while let Some((position, landed, jumps)) = waiting.pop() {
            if jumps.len() == interval.jumps() {
                found(jumps)?;
                continue;
            }
            for (jump, _) in self.best(Stage::itself(interval, position, landed)) {
                let longer = [&jumps[..], &[jump]].concat();
                waiting.push((jump.play(position), jump.to(), longer));
            }
        }
        Ok(())
    }

    /// All stages of solutions with the fewest moves, by level; each level in the order of the
    /// keys.
    fn stages(self, progress: Progress<'_>) -> Result<Vec<Vec<Stage>>> {
        let mut levels = self.stages_downwards(progress.part(0, 1, 2))?;
        self.finish_stages(&mut levels, progress.part(1, 2, 2))?;
        Ok(levels)
    }

    /// The stages, without what is known of the way to the end.
    fn stages_downwards(self, progress: Progress<'_>) -> Result<Vec<Vec<Stage>>> {
        let interval = self.interval;
        let what = || "the solutions with the fewest moves";
        let most_jumps = interval.board().triples().len();
        let start = Stage::at(interval, interval.start(), NOWHERE);
        let mut levels = vec![Vec::from_iter(start)];

        for played in 0..interval.jumps() {
            let mut next = Vec::new();
            for stages in levels[played].chunks(REPORTED) {
                progress.report(played as u64, interval.jumps() as u64)?;
                for &stage in stages {
                    reserve(what, &mut next, most_jumps)?;
                    next.extend(self.best(stage).map(|(_, after)| after));
                }
            }
            next.sort_unstable_by_key(|stage| stage.key());
            next.dedup_by_key(|stage| stage.key());
            levels.push(next);
        }
        Ok(levels)
    }

    /// Finds the way and the number of ways to the end, from the targets upwards.
    fn finish_stages(self, levels: &mut [Vec<Stage>], progress: Progress<'_>) -> Result<()> {
        let last = self.interval.jumps();
        for stage in &mut levels[last] {
            stage.solutions = 1;
        }

        for played in (0..last).rev() {
            let (above, below) = levels.split_at_mut(played + 1);
            for stages in above[played].chunks_mut(REPORTED) {
                progress.report((last - played) as u64, last as u64)?;
                for stage in stages {
                    let mut travel = i64::MAX;
                    let mut solutions = 0_u128;
                    for (jump, after) in self.best(*stage) {
                        let after = find(&below[0], after).expect("every stage was found");
                        solutions = solutions.saturating_add(after.solutions);
                        travel = travel.min(self.way(stage.landed, jump.from()) + after.travel);
                    }
                    stage.travel = travel;
                    stage.solutions = solutions;
                }
            }
        }
        Ok(())
    }

    /// The solution that the tie-break chooses.
    fn most_pleasant(self, levels: &[Vec<Stage>]) -> Solution {
        let interval = self.interval;
        let mut position = interval.start();
        let mut landed = NOWHERE;
        let mut jumps: Vec<Jump> = Vec::new();

        for level in &levels[1..] {
            let best = self.best(Stage::itself(interval, position, landed));
            // The first of those with the least travel.
            let (jump, _) = best
                .filter_map(|(jump, after)| Some((jump, find(level, after)?)))
                .min_by_key(|(jump, after)| self.way(landed, jump.from()) + after.travel)
                .expect("no solution ends before its target");
            jumps.push(jump);
            position = jump.play(position);
            landed = jump.to();
        }
        Solution::played(interval.board().as_board(), interval.start(), jumps)
    }
}

/// A position of a solution with the fewest moves, and where the last jump landed.
#[derive(Clone, Copy, Debug)]
struct Stage {
    /// The representative, and its number in its level.
    position: Bitboard,
    number: u32,
    /// The hole where the last jump landed, as its image in the representative.
    landed: Hole,
    /// The least distance that the eye travels from here on.
    travel: i64,
    /// The number of ways to finish with the fewest moves.
    solutions: u128,
}

/// Stands for the last landing before the first jump.
const NOWHERE: Hole = Hole(u16::MAX);

impl Stage {
    /// The stage of a position's representative, if it is in the interval.
    fn at(interval: &Interval, position: Bitboard, landed: Hole) -> Option<Self> {
        let located = interval.locate(position, landed)?;
        Some(Self {
            position: located.position,
            number: located.number as u32,
            landed: located.hole,
            travel: 0,
            solutions: 0,
        })
    }

    /// The stage of a position of the interval itself: its jumps are those of the position.
    fn itself(interval: &Interval, position: Bitboard, landed: Hole) -> Self {
        let stage = Self::at(interval, position, landed).expect("it is in the interval");
        Self {
            position,
            landed,
            ..stage
        }
    }

    const fn key(self) -> (u32, Hole) {
        (self.number, self.landed)
    }
}

/// The number of stages, or of solutions listed, after which progress is reported.
const REPORTED: usize = 1 << 10;

fn find(level: &[Stage], stage: Stage) -> Option<Stage> {
    let found = level.binary_search_by_key(&stage.key(), |stage| stage.key());
    found.ok().map(|at| level[at])
}
