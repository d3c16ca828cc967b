//! Finds the solutions with the fewest moves, where a move is a chain of jumps by one peg. An evaluation of the whole cone
//! proves that no solution is shorter. Counts the shortest, and chooses the one most pleasant to watch. Needs a cone.
//!
//! A jump by the peg that jumped last is free; any other begins a move, which costs one. So the remaining cost
//! depends on the position and, only slightly, on the hole where the last jump landed:
//!
//! * `moves(P)`: the fewest moves from P, whichever peg begins;
//! * `openers(P)`: the pegs that can make the first of these moves.
//!
//! If the peg that jumped last is an opener, its next jump belongs to a move already paid for and
//! the cost is `moves(P) - 1`; otherwise it is `moves(P)`.
//!
//! Ties are broken by how far the eye travels: the sum, over all moves after the first, of the squared distance from the end of the
//! last move to the beginning of the next. The least wins. If solutions still tie, the one whose jumps come first in the order of
//! [`SmallBoard::legal_jumps`](crate::board::SmallBoard::legal_jumps) wins.

use super::Solution;
use super::cone::{Cone, Value};
use super::count::{CountError, checked};
use super::shifts::IndexedJump;
use crate::board::{Bitboard, Hole, Jump, Lattice, SmallBoard};
use crate::memory::reserve;
use crate::progress::Progress;

/// What memory for the solutions is for.
const STAGES: &str = "the solutions with the fewest moves";

/// The value of a position in moves.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Moves {
    /// The fewest moves to a target, whichever peg begins.
    moves: u8,
    /// The pegs that can make the first of these moves.
    openers: Bitboard,
}

impl Moves {
    /// The fewest moves to a target.
    #[inline]
    pub(super) fn fewest(self) -> u8 {
        self.moves
    }
}

impl Value for Moves {
    const AT_TARGET: Self = Self { moves: 0, openers: Bitboard::EMPTY };
    /// More moves than any solution has.
    const NOTHING: Self = Self { moves: 254, openers: Bitboard::EMPTY };

    #[inline(always)]
    fn add(&mut self, after: &Self, from: Hole, landing: Hole) {
        // The cost of what follows a jump that landed here.
        let left = after.moves - u8::from(after.openers.has(landing));
        let others = if left > self.moves { Bitboard::EMPTY } else { from.bit() };
        let before = if left < self.moves { Bitboard::EMPTY } else { self.openers };
        *self = Self { moves: self.moves.min(left), openers: before | others };
    }

    #[inline(always)]
    fn finish(&mut self, _: u32, _: u32) {
        self.moves += 1;
    }
}

/// The same in 64 bits, for boards with at most [`PACKED_HOLES`]: the moves above the openers.
#[derive(Clone, Copy)]
pub(super) struct PackedMoves(u64);

/// The maximum number of holes that fit beside the number of moves.
pub(super) const PACKED_HOLES: usize = 56;

impl PackedMoves {
    #[inline(always)]
    const fn pack(Moves { moves, openers }: Moves) -> Self {
        Self((moves as u64) << PACKED_HOLES | openers.0)
    }

    #[inline(always)]
    pub(super) const fn unpack(self) -> Moves {
        let openers = Bitboard(self.0 & ((1 << PACKED_HOLES) - 1));
        Moves { moves: (self.0 >> PACKED_HOLES) as u8, openers }
    }
}

impl Value for PackedMoves {
    const AT_TARGET: Self = Self::pack(Moves::AT_TARGET);
    const NOTHING: Self = Self::pack(Moves::NOTHING);

    #[inline(always)]
    fn add(&mut self, after: &Self, from: Hole, landing: Hole) {
        let mut moves = self.unpack();
        moves.add(&after.unpack(), from, landing);
        *self = Self::pack(moves);
    }

    #[inline(always)]
    fn finish(&mut self, legal: u32, inside: u32) {
        let mut moves = self.unpack();
        moves.finish(legal, inside);
        *self = Self::pack(moves);
    }
}

/// The solutions of a cone with the fewest moves.
///
/// ```
/// use peg_solitaire::{board::SmallBoard, progress::Progress, solution::{Cone, FewestMoves}};
/// let board: SmallBoard = "4x4".parse()?;
/// let start = board.parse_position("####\n#.##\n####\n####")?;
/// let target = board.parse_position("....\n.#..\n....\n#...")?;
/// let fewest = FewestMoves::of(&Cone::between(&board, start, &[target], Cone::MOST_POSITIONS, Progress::NONE)?, Progress::NONE)?;
/// let solution = fewest.solution();
/// assert_eq!(solution.end(), target);
/// assert_eq!(solution.moves().count(), fewest.moves());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct FewestMoves {
    moves: usize,
    solutions: u128,
    solution: Solution,
}

impl FewestMoves {
    /// Finds them by evaluating the whole cone. Reports the positions done.
    ///
    /// # Errors
    /// When there are too many to count, not enough memory, or `progress` says to stop.
    pub fn of(cone: &Cone, progress: Progress<'_>) -> Result<Self, CountError> {
        let evaluated =
            progress.part(0, 4, 5, |part| cone.evaluate(|moves: &Moves| moves.fewest(), part))?;
        progress.part(4, 5, 5, |part| Self::from_moves(cone, &evaluated.kept, part))
    }

    /// Finds them, given the fewest moves from every position of the cone by level and number.
    pub(super) fn from_moves(
        cone: &Cone,
        moves: &[Vec<u8>],
        progress: Progress<'_>,
    ) -> Result<Self, CountError> {
        let best = BestPlay { cone, moves };
        let stages = Stages::of(best, progress)?;
        let solutions = checked(stages.levels[0][0].solutions)?;
        let solution = stages.most_pleasant();
        Ok(Self { moves: usize::from(moves[0][0]), solutions, solution })
    }

    /// All solutions of a cone with the fewest moves, in the order of their jumps: of those that symmetries of the game map to each
    /// other, the first. None if there are more than `most`, images included.
    ///
    /// # Errors
    /// When there are too many to count, not enough memory, or `progress` says to stop.
    pub fn all(
        cone: &Cone,
        most: usize,
        progress: Progress<'_>,
    ) -> Result<Option<Vec<Solution>>, CountError> {
        let evaluated =
            progress.part(0, 4, 5, |part| cone.evaluate(|moves: &Moves| moves.fewest(), part))?;
        let best = BestPlay { cone, moves: &evaluated.kept };
        let stages = progress.part(4, 5, 5, |part| Stages::of(best, part))?;
        if stages.levels[0][0].solutions > most as u128 {
            return Ok(None);
        }
        let mut found = Vec::new();
        best.each_solution(cone.start(), NOWHERE, &mut Vec::new(), &mut |jumps| {
            found.push(jumps.to_vec());
        });
        let board = cone.board();
        let group = cone.group();
        let is_first = |jumps: &Vec<Jump>| {
            group.symmetries().all(|symmetry| {
                jumps.iter().copied().le(jumps.iter().map(|jump| jump.image(symmetry)))
            })
        };
        found.retain(is_first);
        found.sort_unstable();
        let solution = |jumps| Solution::played(board, cone.start(), jumps);
        Ok(Some(found.into_iter().map(solution).collect()))
    }

    /// The least number of moves of any solution.
    #[must_use]
    pub fn moves(&self) -> usize {
        self.moves
    }

    /// The number of solutions (as sequences of jumps) with this number of moves.
    #[must_use]
    pub fn solutions(&self) -> u128 {
        self.solutions
    }

    /// The one most pleasant to watch: the eye travels least.
    #[must_use]
    pub fn solution(&self) -> &Solution {
        &self.solution
    }
}

/// The fewest moves from every position. Openers are not stored, but found again when needed.
#[derive(Clone, Copy)]
struct BestPlay<'c> {
    cone: &'c Cone,
    moves: &'c [Vec<u8>],
}

impl BestPlay<'_> {
    fn played(self, position: Bitboard) -> usize {
        (self.cone.start().count() - position.count()) as usize
    }

    /// The cost of the moves from a stage on.
    fn left(self, stage: Stage) -> u8 {
        let least = self.moves[self.played(stage.position)][stage.number as usize];
        least - u8::from(stage.landed != NOWHERE && self.opens(stage, least))
    }

    /// Whether the peg that landed last can make the first of the fewest moves. To find out, follow only this peg's chains of jumps.
    fn opens(self, stage: Stage, moves: u8) -> bool {
        let mut opens = false;
        self.cone.each_jump(stage.position, |&IndexedJump { jump, .. }| {
            if jump.from() == stage.landed && !opens {
                let after = self.after(stage, jump);
                opens = after.is_some_and(|after| self.left(after) + 1 == moves);
            }
        });
        opens
    }

    /// The stage after a jump, if it stays in the cone.
    fn after(self, stage: Stage, jump: Jump) -> Option<Stage> {
        Stage::at(self.cone, jump.play(stage.position), jump.to())
    }

    /// Calls `found` with the jumps of each solution with the fewest moves from a position, after some jumps that lead there. These are
    /// jumps of the position itself, not of its representative.
    fn each_solution(
        self,
        position: Bitboard,
        landed: Hole,
        jumps: &mut Vec<Jump>,
        found: &mut impl FnMut(&[Jump]),
    ) {
        if self.played(position) == self.cone.jumps() {
            return found(jumps);
        }
        let stage = Stage::at(self.cone, position, landed).expect("it is in the cone");
        let left = self.left(stage);
        for jump in self.cone.board().legal_jumps(position) {
            let Some(after) = Stage::at(self.cone, jump.play(position), jump.to()) else {
                continue;
            };
            if u8::from(jump.from() != landed) + self.left(after) == left {
                jumps.push(jump);
                self.each_solution(jump.play(position), jump.to(), jumps, found);
                jumps.pop();
            }
        }
    }

    /// Calls `found` with each jump that begins or continues one of the fewest moves, and the stage after it.
    fn each_best(self, stage: Stage, mut found: impl FnMut(Jump, Stage)) {
        let left = self.left(stage);
        self.cone.each_jump(stage.position, |&IndexedJump { jump, .. }| {
            let Some(after) = self.after(stage, jump) else { return };
            let cost = u8::from(jump.from() != stage.landed);
            if cost + self.left(after) == left {
                found(jump, after);
            }
        });
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
    travel: u32,
    /// The number of ways to finish with the fewest moves.
    solutions: u128,
}

/// Stands for the last landing before the first jump.
const NOWHERE: Hole = Hole(u16::MAX);

impl Stage {
    fn at(cone: &Cone, position: Bitboard, landed: Hole) -> Option<Self> {
        let (number, position, landed) = cone.place_with(position, landed)?;
        Some(Self { position, number: number as u32, landed, travel: 0, solutions: 0 })
    }

    const fn key(self) -> (u32, Hole) {
        (self.number, self.landed)
    }
}

/// The number of stages after which progress is reported.
const REPORTED: usize = 1 << 12;

/// All stages of solutions with the fewest moves, by level; each level in the order of the keys.
struct Stages<'c> {
    best: BestPlay<'c>,
    levels: Vec<Vec<Stage>>,
}

impl<'c> Stages<'c> {
    fn of(best: BestPlay<'c>, progress: Progress<'_>) -> Result<Self, CountError> {
        let cone = best.cone;
        let last = cone.jumps();
        let most_jumps = 2 * cone.board().triples().len();
        // Down to the targets, and back.
        let report = |levels: usize| progress.report(levels as u64, 2 * last as u64);
        let start = Stage::at(cone, cone.start(), NOWHERE);
        let mut levels = vec![Vec::from_iter(start)];
        for played in 0..last {
            let mut next = Vec::new();
            for stages in levels[played].chunks(REPORTED) {
                report(played)?;
                for &stage in stages {
                    reserve(|| STAGES, &mut next, most_jumps)?;
                    best.each_best(stage, |_, after| next.push(after));
                }
            }
            next.sort_unstable_by_key(|stage| stage.key());
            next.dedup_by_key(|stage| stage.key());
            levels.push(next);
        }
        let mut stages = Self { best, levels };
        stages.levels[last].iter_mut().for_each(|stage| stage.solutions = 1);
        for played in (0..last).rev() {
            let (above, below) = stages.levels.split_at_mut(played + 1);
            for stages in above[played].chunks_mut(REPORTED) {
                report(2 * last - played)?;
                for stage in stages {
                    let (mut travel, mut solutions) = (u32::MAX, 0_u128);
                    best.each_best(*stage, |jump, after| {
                        let after = find(&below[0], after).expect("every stage was found");
                        solutions = solutions.saturating_add(after.solutions);
                        let way = distance(cone.board(), stage.landed, jump.from()) + after.travel;
                        travel = travel.min(way);
                    });
                    (stage.travel, stage.solutions) = (travel, solutions);
                }
            }
        }
        Ok(stages)
    }

    /// The solution that the tie-break chooses.
    fn most_pleasant(&self) -> Solution {
        let cone = self.best.cone;
        let board = cone.board();
        let (mut position, mut landed) = (cone.start(), NOWHERE);
        let mut jumps: Vec<Jump> = Vec::new();
        for played in 0..cone.jumps() {
            // The position itself, not its representative: the jumps must be legal in it.
            let stage = Stage::at(cone, position, landed).expect("it is in the cone");
            let left = self.best.left(stage);
            let best = board.legal_jumps(position).filter_map(|jump| {
                let after = Stage::at(cone, jump.play(position), jump.to())?;
                let cost = u8::from(jump.from() != landed);
                if cost + self.best.left(after) != left {
                    return None;
                }
                let after = find(&self.levels[played + 1], after)?;
                Some((distance(board, landed, jump.from()) + after.travel, jump))
            });
            // The first of those with the least travel.
            let best = best.min_by_key(|&(travel, _)| travel);
            let (_, jump) = best.expect("no solution ends before its target");
            jumps.push(jump);
            (position, landed) = (jump.play(position), jump.to());
        }
        Solution::played(board, cone.start(), jumps)
    }
}

/// The stage of a level with the same key.
fn find(level: &[Stage], stage: Stage) -> Option<Stage> {
    let found = level.binary_search_by_key(&stage.key(), |stage| stage.key());
    found.ok().map(|at| level[at])
}

/// The squared distance between two holes, in units of the distance between neighbours; 0 before the first jump.
fn distance(board: &SmallBoard, from: Hole, to: Hole) -> u32 {
    if from == NOWHERE {
        return 0;
    }
    let ((x0, y0), (x1, y1)) = (board.coordinates(from), board.coordinates(to));
    let (dx, dy) = (i32::from(x1) - i32::from(x0), i32::from(y1) - i32::from(y0));
    let squared = match board.lattice() {
        Lattice::Square => dx * dx + dy * dy,
        Lattice::Triangular => dx * dx + dy * dy - dx * dy,
    };
    squared.unsigned_abs()
}
