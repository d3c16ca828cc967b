//! The cone of a game: the positions that can be reached from the start and from which a target can
//! still be reached. Every solution stays inside it. It needs the board, and takes the solver's
//! reachable set where there is one; what the positions are worth is asked in the other rooms.
//!
//! ```text
//!  jumps played     start        level 0: one position
//!       |            / \
//!       |           /   \        level k: pegs of the start less k
//!       v           \   /
//!                    \ /
//!                   target       the last level
//! ```

use std::sync::Arc;

use thiserror::Error;

use super::level::{CodeSet, Level};
use super::shifts::Shifts;
use super::stabiliser::Stabiliser;
use crate::board::{Board, Hole, Jump, Position};
use crate::class;
use crate::solve::Reachable;

/// The positions on the way from a start to a target, by levels of equally many pegs. Cloning it is cheap.
///
/// Positions that a symmetry of the game (of the board, leaving start and targets as they are) maps
/// to each other are kept once.
///
/// ```
/// use pegfont::{board::Board, solution::Cone};
/// let board: Board = "4x4".parse()?;
/// let start = board.parse_position("####\n#.##\n####\n####")?;
/// let target = board.parse_position("....\n.#..\n....\n#...")?;
/// let cone = Cone::between(&board, start, &[target], Cone::MOST_POSITIONS)?;
/// assert_eq!(cone.jumps(), 13);
/// assert!(cone.contains(start) && cone.contains(target));
/// assert_eq!(cone.widths().next(), Some((15, 1)));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Cone {
    parts: Arc<Parts>,
}

#[derive(Debug)]
struct Parts {
    board: Board,
    start: Position,
    targets: Vec<Position>,
    shifts: Shifts,
    stabiliser: Stabiliser,
    levels: Vec<Level>,
}

/// Why there is no cone.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum ConeError {
    /// No jumps at all could lead from one to the other.
    #[error(
        "the target is in another position class than the start: no jumps lead from one class to another"
    )]
    OtherClass,
    /// Jumps only remove pegs.
    #[error(
        "the target has {target} pegs and the start {start}: every jump takes one away, so the target must have fewer"
    )]
    TooManyPegs { start: u32, target: u32 },
    /// In the class, with few enough pegs, and still out of reach.
    #[error("the target is in the start's position class, but no sequence of jumps reaches it")]
    Unreachable,
    /// Targets are reached after the same number of jumps.
    #[error("the targets must all have the same number of pegs")]
    UnequalTargets,
    /// There is nothing to reach.
    #[error("there is no target")]
    NoTarget,
    /// More than memory is meant to hold.
    #[error(
        "more than {most} positions lie on the way, which is more than the search is allowed to keep: \
         choose a target with more pegs"
    )]
    TooLarge { most: usize },
}

/// A legal jump that stays in the cone, and what the position after it is worth.
pub(super) struct Way<'v, V> {
    pub(super) jump: Jump,
    /// Where the jump lands, in the representative that `worth` belongs to.
    pub(super) landing: Hole,
    pub(super) worth: &'v V,
}

#[cfg(feature = "parallel")]
/// Below this many positions a level is not worth sharing out among threads.
const SMALL: usize = 1 << 14;

impl Cone {
    /// A bound on the positions to keep that suits a machine with 4 GiB: the cone itself takes 12 to 16 bytes
    /// a position, an [`Analysis`](super::Analysis) 16 more, [`Counts`](super::Counts) 16.
    pub const MOST_POSITIONS: usize = 1 << 26;

    /// The cone of the targets among the reachable positions: a search backwards from the
    /// targets that never leaves the cone. All targets must have the same number of pegs; those
    /// that can't be reached are left out. At most about `most` positions are kept, one for each symmetry class.
    ///
    /// # Errors
    /// When no target can be reached, or too many positions lie on the way.
    pub fn within(
        reachable: &Reachable,
        targets: &[Position],
        most: usize,
    ) -> Result<Self, ConeError> {
        let class = reachable.class();
        let mut game = Game::of(reachable.board(), reachable.start(), targets, most)?;
        game.targets.retain(|&target| reachable.contains(target));
        let jumps = game.jumps()?;
        // Every position from which a jump leads into the class belongs to it.
        let keep = |code| reachable.contains_index(class.index_of_member(Position(code)));
        let mut levels = vec![game.level(&game.targets)];
        let mut held = levels[0].len();
        while levels.len() <= jumps {
            let level = game.before(&levels[levels.len() - 1], keep)?;
            held = game.room_for(held, level.len())?;
            levels.push(level);
        }
        levels.reverse();
        Ok(game.cone(levels))
    }

    /// The same without the solver: searches from both ends until they meet. It takes more
    /// time, and less memory on a board whose reachable set is large.
    ///
    /// # Errors
    /// When no target can be reached, or too many positions lie on the way.
    pub fn between(
        board: &Board,
        start: Position,
        targets: &[Position],
        most: usize,
    ) -> Result<Self, ConeError> {
        let game = Game::of(board, start, targets, most)?;
        let jumps = game.jumps()?;
        let mut down = vec![game.level(&[start])];
        let mut up = vec![game.level(&game.targets)];
        let mut held = 0;
        while down.len() + up.len() < jumps + 2 {
            let (from_start, from_target) = (&down[down.len() - 1], &up[up.len() - 1]);
            let (side, level) = if from_start.len() <= from_target.len() {
                let level = game.after(from_start, |_| true)?;
                (&mut down, level)
            } else {
                let level = game.before(from_target, |_| true)?;
                (&mut up, level)
            };
            if level.is_empty() {
                return Err(ConeError::Unreachable);
            }
            held = game.room_for(held, level.len())?;
            side.push(level);
        }
        // Both sides end on the same level; what is on the way goes through what they share there.
        let (Some(from_start), Some(from_target)) = (down.pop(), up.pop()) else {
            return Err(ConeError::Unreachable);
        };
        let meeting =
            Level::of(from_start.codes().filter(|&code| from_target.number(code).is_some()));
        if meeting.is_empty() {
            return Err(ConeError::Unreachable);
        }
        let mut levels = vec![meeting];
        while let Some(among) = down.pop() {
            let level = &levels[levels.len() - 1];
            levels.push(game.before(level, |code| among.number(code).is_some())?);
        }
        levels.reverse();
        while let Some(among) = up.pop() {
            let level = &levels[levels.len() - 1];
            levels.push(game.after(level, |code| among.number(code).is_some())?);
        }
        Ok(game.cone(levels))
    }

    /// The board.
    #[must_use]
    pub fn board(&self) -> &Board {
        &self.parts.board
    }

    /// The position before the first jump.
    #[must_use]
    pub fn start(&self) -> Position {
        self.parts.start
    }

    /// The targets that can be reached: all with the same number of pegs.
    #[must_use]
    pub fn targets(&self) -> &[Position] {
        &self.parts.targets
    }

    /// The number of jumps of every solution.
    #[must_use]
    pub fn jumps(&self) -> usize {
        self.parts.levels.len() - 1
    }

    /// Whether the position lies on the way: reachable, and a target still within reach.
    #[must_use]
    pub fn contains(&self, position: Position) -> bool {
        self.place(position).is_some()
    }

    /// The number of pegs, from the start's down to the targets', and how many different positions
    /// with as many pegs lie on the way: the width of the cone there.
    pub fn widths(&self) -> impl ExactSizeIterator<Item = (u32, u64)> {
        let pegs = self.parts.start.pegs();
        self.parts.levels.iter().enumerate().map(move |(played, level)| {
            let width = level.codes().map(|code| self.parts.stabiliser.orbit(code)).sum();
            (pegs - played as u32, width)
        })
    }

    /// The number of positions on the way, start and targets included.
    #[must_use]
    pub fn positions(&self) -> u64 {
        self.widths().map(|(_, width)| width).sum()
    }

    /// The number of positions kept: one for each symmetry class.
    #[must_use]
    pub fn symmetry_classes(&self) -> usize {
        self.parts.levels.iter().map(Level::len).sum()
    }

    /// The number of different positions that a position of the cone stands for.
    #[inline]
    pub(super) fn orbit(&self, position: Position) -> u64 {
        self.parts.stabiliser.orbit(position.0)
    }

    /// The level (the number of jumps played) and the number in it of the position's representative.
    pub(super) fn place(&self, position: Position) -> Option<(usize, usize)> {
        let played = self.start().pegs().checked_sub(position.pegs())? as usize;
        let level = self.parts.levels.get(played)?;
        Some((played, level.number(self.parts.stabiliser.representative(position.0))?))
    }

    /// The place of a position, and where its representative has this hole.
    pub(super) fn place_with(&self, position: Position, hole: Hole) -> Option<(usize, Hole)> {
        let played = self.start().pegs().checked_sub(position.pegs())? as usize;
        let (code, hole) = self.parts.stabiliser.representative_with(position.0, hole);
        Some((self.parts.levels.get(played)?.number(code)?, hole))
    }

    /// Hands over each legal jump from a position, in no particular order.
    #[inline]
    pub(super) fn each_jump(&self, position: Position, hand: impl FnMut(Jump)) {
        self.parts.shifts.each_jump(position.0, hand);
    }

    /// A position by its level and its number there.
    pub(super) fn position(&self, played: usize, number: usize) -> Position {
        Position(self.parts.levels[played].code(number))
    }

    /// Works out what every position is worth, from the targets up. `worth` is given a position, its
    /// number of legal jumps, and those that stay in the cone. `finished` takes the worths
    /// of a level once those of the level above it are known. Returns what the start is worth.
    pub(super) fn sweep<V: Clone + Send + Sync>(
        &self,
        at_target: &V,
        worth: impl Fn(Position, usize, &[Way<V>]) -> V + Sync,
        mut finished: impl FnMut(usize, Vec<V>),
    ) -> V {
        let Parts { shifts, stabiliser, levels, .. } = &*self.parts;
        let mut below = vec![at_target.clone(); levels[self.jumps()].len()];
        for played in (0..self.jumps()).rev() {
            let after = &levels[played + 1];
            let of = |numbers: std::ops::Range<usize>| {
                let mut worths = Vec::with_capacity(numbers.len());
                let mut ways = Vec::new();
                for code in levels[played].codes_in(numbers) {
                    let mut legal = 0;
                    ways.clear();
                    shifts.each_jump(code, |jump| {
                        legal += 1;
                        let next = jump.play(Position(code)).0;
                        let (next, landing) = stabiliser.representative_with(next, jump.to);
                        if let Some(number) = after.number(next) {
                            ways.push(Way { jump, landing, worth: &below[number] });
                        }
                    });
                    worths.push(worth(Position(code), legal, &ways));
                }
                worths
            };
            let worths = joined(in_parts(levels[played].len(), of));
            finished(played + 1, std::mem::replace(&mut below, worths));
        }
        let start = below[0].clone();
        finished(0, below);
        start
    }
}

/// One vector of several.
fn joined<V: Clone>(mut parts: Vec<Vec<V>>) -> Vec<V> {
    if parts.len() == 1 { parts.pop().unwrap_or_default() } else { parts.concat() }
}

/// Splits the numbers below `count` into one range for each thread that it is worth to use, and
/// does something with each: the results come in the order of the ranges.
fn in_parts<R: Send>(count: usize, part: impl Fn(std::ops::Range<usize>) -> R + Sync) -> Vec<R> {
    #[cfg(feature = "parallel")]
    if count >= SMALL {
        use rayon::prelude::*;
        let parts = rayon::current_num_threads();
        let bound = |at: usize| count / parts * at + (count % parts).min(at);
        let ranges = (0..parts).into_par_iter().map(|at| bound(at)..bound(at + 1));
        return ranges.map(&part).collect();
    }
    vec![part(0..count)]
}

/// What a cone is made for.
struct Game {
    board: Board,
    start: Position,
    targets: Vec<Position>,
    shifts: Shifts,
    stabiliser: Stabiliser,
    /// How many positions may be kept.
    most: usize,
}

impl Game {
    /// Leaves out the targets of another class.
    fn of(
        board: &Board,
        start: Position,
        targets: &[Position],
        most: usize,
    ) -> Result<Self, ConeError> {
        let first = targets.first().ok_or(ConeError::NoTarget)?;
        if targets.iter().any(|target| target.pegs() != first.pegs()) {
            return Err(ConeError::UnequalTargets);
        }
        if targets != [start] && first.pegs() >= start.pegs() {
            let (start, target) = (start.pegs(), first.pegs());
            return Err(ConeError::TooManyPegs { start, target });
        }
        let checks = class::parity_checks(board);
        let syndrome = |position| class::syndrome(&checks, position);
        let mut targets = targets.to_vec();
        targets.sort_unstable();
        targets.dedup();
        targets
            .retain(|&target| board.full().contains(target) && syndrome(target) == syndrome(start));
        if targets.is_empty() {
            return Err(ConeError::OtherClass);
        }
        let stabiliser = Stabiliser::of(board, &[&[start], &targets]);
        let shifts = Shifts::of(board);
        Ok(Self { board: board.clone(), start, targets, shifts, stabiliser, most })
    }

    /// The number of jumps from the start to the targets.
    fn jumps(&self) -> Result<usize, ConeError> {
        let target = self.targets.first().ok_or(ConeError::Unreachable)?;
        Ok((self.start.pegs() - target.pegs()) as usize)
    }

    fn level(&self, positions: &[Position]) -> Level {
        Level::of(positions.iter().map(|position| self.stabiliser.representative(position.0)))
    }

    /// The positions after one jump that are kept.
    fn after(&self, level: &Level, keep: impl Fn(u64) -> bool + Sync) -> Result<Level, ConeError> {
        self.step(level, keep, |code, set| {
            self.shifts.each_jump(code, |jump| {
                set.insert(self.stabiliser.representative(jump.play(Position(code)).0));
            });
        })
    }

    /// The positions before one jump that are kept.
    fn before(&self, level: &Level, keep: impl Fn(u64) -> bool + Sync) -> Result<Level, ConeError> {
        self.step(level, keep, |code, set| {
            self.shifts.each_jump_backwards(code, |jump| {
                set.insert(self.stabiliser.representative(jump.play(Position(code)).0));
            });
        })
    }

    fn step(
        &self,
        level: &Level,
        keep: impl Fn(u64) -> bool + Sync,
        each: impl Fn(u64, &mut CodeSet) + Sync,
    ) -> Result<Level, ConeError> {
        self.room_for(0, level.len())?;
        let sets = in_parts(level.len(), |numbers| {
            let mut set = CodeSet::with_room_for(numbers.len() * 2);
            level.codes_in(numbers).for_each(|code| each(code, &mut set));
            set
        });
        Ok(Level::union(sets, keep))
    }

    /// The number of positions held with these, if they may be.
    fn room_for(&self, held: usize, more: usize) -> Result<usize, ConeError> {
        let held = held + more;
        if held > self.most { Err(ConeError::TooLarge { most: self.most }) } else { Ok(held) }
    }

    fn cone(self, levels: Vec<Level>) -> Cone {
        let Self { board, start, mut targets, shifts, stabiliser, .. } = self;
        let last = &levels[levels.len() - 1];
        targets.retain(|target| last.number(stabiliser.representative(target.0)).is_some());
        Cone { parts: Arc::new(Parts { board, start, targets, shifts, stabiliser, levels }) }
    }
}
