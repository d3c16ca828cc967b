//! Solutions with the fewest moves, a move being a chain of jumps by one peg. The whole cone is
//! worked out, so that there is none shorter is proved by exhaustion; they are counted, and the most
//! pleasant one is chosen. It needs a cone.
//!
//! A jump by the peg that jumped last is free; any other begins a move. So what is left to pay
//! depends on the position and on the hole where the last jump landed; but not much:
//!
//! * `moves(P)`: the fewest moves from P by whichever peg;
//! * `openers(P)`: the pegs that can begin with a first move of so few.
//!
//! If the peg that jumped last is an opener, its next jump belongs to a move already paid for and
//! `moves(P) - 1` are left to pay; if it is not, `moves(P)` are.
//!
//! The tie-break: of the solutions with the fewest moves, one along which the eye travels least: the
//! sum, over the moves after the first, of the squared distance from the hole where the last
//! move ended to the hole where the next begins; of those, the one whose jumps come first in the order of
//! [`Board::legal_jumps`](crate::board::Board::legal_jumps).

use super::Solution;
use super::cone::{Cone, Way};
use super::count::{TooManySolutions, checked};
use crate::board::{Board, Hole, Jump, Lattice, Position};

/// What a position is worth in moves.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Worth {
    /// The fewest moves to a target, by whichever peg.
    pub(super) moves: u8,
    /// The pegs that can begin with a first move of so few.
    openers: Position,
}

impl Worth {
    pub(super) const AT_TARGET: Self = Self { moves: 0, openers: Position::EMPTY };

    /// The moves still to be paid for after a jump that landed here.
    const fn left(self, landing: Hole) -> u8 {
        self.moves - self.openers.has(landing) as u8
    }

    /// The worth of a position with these ways.
    #[inline]
    pub(super) fn through<V>(ways: &[Way<V>], worth: impl Fn(&V) -> Self) -> Self {
        let mut least = u8::MAX - 1;
        let mut openers = Position::EMPTY;
        for way in ways {
            let left = worth(way.worth).left(way.landing);
            if left < least {
                (least, openers) = (left, way.jump.from.bit());
            } else if left == least {
                openers = openers | way.jump.from.bit();
            }
        }
        Self { moves: least + 1, openers }
    }
}

/// The solutions of a cone with the fewest moves.
///
/// ```
/// use pegfont::{board::Board, solution::{Cone, FewestMoves}};
/// let board: Board = "4x4".parse()?;
/// let start = board.parse_position("####\n#.##\n####\n####")?;
/// let target = board.parse_position("....\n.#..\n....\n#...")?;
/// let fewest = FewestMoves::of(&Cone::between(&board, start, &[target], Cone::MOST_POSITIONS)?)?;
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
    /// Finds them by working out the whole cone.
    ///
    /// # Errors
    /// When there are too many to count.
    pub fn of(cone: &Cone) -> Result<Self, TooManySolutions> {
        let mut levels = vec![Vec::new(); cone.jumps() + 1];
        cone.sweep(
            &Worth::AT_TARGET,
            |_, _, ways| Worth::through(ways, |&worth| worth),
            |played, worths| levels[played] = worths,
        );
        Self::from_worths(cone, &levels)
    }

    /// Finds them, given the worth of every position of the cone by level and number.
    pub(super) fn from_worths(
        cone: &Cone,
        worths: &[Vec<Worth>],
    ) -> Result<Self, TooManySolutions> {
        let stages = Stages::on_best_play(cone, worths);
        let solutions = checked(stages.levels[0][0].solutions)?;
        let solution = stages.most_pleasant();
        Ok(Self { moves: usize::from(worths[0][0].moves), solutions, solution })
    }

    /// The least number of moves of any solution.
    #[must_use]
    pub fn moves(&self) -> usize {
        self.moves
    }

    /// The number of solutions (as sequences of jumps) with so few moves.
    #[must_use]
    pub fn solutions(&self) -> u128 {
        self.solutions
    }

    /// The one that is most pleasant to watch.
    #[must_use]
    pub fn solution(&self) -> &Solution {
        &self.solution
    }
}

/// A position on the way of a solution with the fewest moves, and where the last jump landed.
#[derive(Clone, Copy, Debug)]
struct Stage {
    /// The number of the position in its level, and the hole below: [`Stage::key`].
    key: u64,
    /// The number of ways to go on with as few moves as possible.
    solutions: u128,
    /// The least that the eye travels from here on.
    travel: u32,
}

/// The hole of the last jump's landing before the first jump.
const NOWHERE: Hole = Hole(u8::MAX);

impl Stage {
    const fn new(number: usize, landed: Hole) -> Self {
        Self { key: (number as u64) << 8 | landed.0 as u64, solutions: 0, travel: 0 }
    }

    const fn number(self) -> usize {
        (self.key >> 8) as usize
    }

    const fn landed(self) -> Hole {
        Hole(self.key as u8)
    }
}

/// All stages of solutions with the fewest moves, by level; each level in the order of the keys.
struct Stages<'c> {
    cone: &'c Cone,
    worths: &'c [Vec<Worth>],
    levels: Vec<Vec<Stage>>,
}

impl<'c> Stages<'c> {
    fn on_best_play(cone: &'c Cone, worths: &'c [Vec<Worth>]) -> Self {
        let mut levels = vec![vec![Stage::new(0, NOWHERE)]];
        for played in 0..cone.jumps() {
            let mut next = Vec::new();
            for &stage in &levels[played] {
                let position = cone.position(played, stage.number());
                best_jumps(cone, worths, position, stage.landed(), |_, after| next.push(after));
            }
            next.sort_unstable_by_key(|stage| stage.key);
            next.dedup_by_key(|stage| stage.key);
            levels.push(next);
        }
        let mut stages = Self { cone, worths, levels };
        let last = cone.jumps();
        stages.levels[last].iter_mut().for_each(|stage| stage.solutions = 1);
        for played in (0..last).rev() {
            let (above, below) = stages.levels.split_at_mut(played + 1);
            for stage in &mut above[played] {
                let position = cone.position(played, stage.number());
                let mut travel = u32::MAX;
                best_jumps(cone, worths, position, stage.landed(), |jump, after| {
                    let after = find(&below[0], after);
                    stage.solutions = stage.solutions.saturating_add(after.solutions);
                    let way = distance(cone.board(), stage.landed(), jump.from) + after.travel;
                    travel = travel.min(way);
                });
                stage.travel = travel;
            }
        }
        stages
    }

    /// The solution that the tie-break chooses.
    fn most_pleasant(&self) -> Solution {
        let board = self.cone.board();
        let (mut position, mut landed) = (self.cone.start(), NOWHERE);
        let mut jumps: Vec<Jump> = Vec::new();
        for played in 0..self.cone.jumps() {
            let mut best: Option<(u32, Jump)> = None;
            let order = |jump: Jump| board.legal_jumps(position).position(|legal| legal == jump);
            best_jumps(self.cone, self.worths, position, landed, |jump, after| {
                let after = find(&self.levels[played + 1], after);
                let travel = distance(board, landed, jump.from) + after.travel;
                if best.is_none_or(|(least, first)| (travel, order(jump)) < (least, order(first))) {
                    best = Some((travel, jump));
                }
            });
            let Some((_, jump)) = best else { break };
            jumps.push(jump);
            (position, landed) = (jump.play(position), jump.to);
        }
        Solution { board: board.clone(), start: self.cone.start(), jumps }
    }
}

/// Hands over the jumps with which a player who has just landed a peg pays for the fewest moves, and the
/// stages after them.
fn best_jumps(
    cone: &Cone,
    worths: &[Vec<Worth>],
    position: Position,
    landed: Hole,
    mut hand: impl FnMut(Jump, Stage),
) {
    let played = (cone.start().pegs() - position.pegs()) as usize;
    let Some((number, place)) = cone.place_with(position, landed) else { return };
    let here = worths[played][number];
    let left = if landed == NOWHERE { here.moves } else { here.left(place) };
    cone.each_jump(position, |jump| {
        let Some((after, place)) = cone.place_with(jump.play(position), jump.to) else { return };
        let cost = u8::from(jump.from != landed);
        if cost + worths[played + 1][after].left(place) == left {
            hand(jump, Stage::new(after, place));
        }
    });
}

/// The stage of this key: it is there.
fn find(level: &[Stage], stage: Stage) -> Stage {
    let found = level.binary_search_by_key(&stage.key, |stage| stage.key);
    found.map_or(stage, |at| level[at])
}

/// The squared distance between two holes, in units of neighbouring holes; 0 from nowhere.
fn distance(board: &Board, from: Hole, to: Hole) -> u32 {
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
