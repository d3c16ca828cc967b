//! The cone of a game: the positions that can be reached from the start and from which a target can
//! still be reached. Every solution stays inside it. It says which positions those are and works out what they are
//! worth; how they are found is told in `search`, and what worths are asked for in the other rooms.
//!
//! ```text
//!  jumps played     start        level 0: one position
//!       |            / \
//!       |           /   \        level k: pegs of the start less k
//!       v           \   /
//!                    \ /
//!                   target       the last level
//! ```

mod found;
mod search;
mod sweep;

use std::ops::Range;
use std::sync::Arc;

use thiserror::Error;

use super::level::{Level, Word};
use super::shifts::{Shifts, Step};
use super::stabiliser::Stabiliser;
use crate::board::{Board, Hole, Position};
use crate::class::PositionClass;
use crate::solve::Reachable;
use search::{Game, LONG_SEARCH};
use sweep::in_parts;
pub(super) use sweep::{Sweep, Swept, Worth};

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
    /// The class of start and targets, whose dense index names the positions.
    class: PositionClass,
    start: Position,
    targets: Vec<Position>,
    shifts: Shifts,
    /// All jumps of the board.
    steps: Vec<Step>,
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

/// Below this many positions a level is not worth sharing out among threads.
const SMALL: usize = 1 << 12;

impl Cone {
    /// A bound on the positions to keep that suits a machine with 6 GiB: a cone takes about 12 bytes a position, and 20
    /// while it is found; an [`Analysis`](super::Analysis) up to 25 more, [`Counts`](super::Counts) 16.
    pub const MOST_POSITIONS: usize = 1 << 27;

    /// The cone of the targets among the reachable positions. All targets must have the same number of pegs; those that
    /// can't be reached are left out. At most about `most` positions are kept, one for each symmetry class.
    ///
    /// A small cone is found by a search backwards from the targets that never leaves it; where that turns out to be long, and
    /// there is one target, by the closure played backwards, which takes as much time and memory as
    /// solving the board did.
    ///
    /// # Errors
    /// When no target can be reached, or too many positions lie on the way.
    pub fn within(
        reachable: &Reachable,
        targets: &[Position],
        most: usize,
    ) -> Result<Self, ConeError> {
        let class = reachable.class().clone();
        Game::of(class, reachable.start(), targets, most)?.within(reachable, LONG_SEARCH)
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
        Game::of(PositionClass::of(board, start), start, targets, most)?.between()
    }

    /// The board.
    #[must_use]
    pub fn board(&self) -> &Board {
        self.parts.class.board()
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
        let stabiliser = &self.parts.stabiliser;
        self.parts.levels.iter().enumerate().map(move |(played, level)| {
            let of = |part: Range<usize>, _: &mut [()], _: &mut [()]| -> u64 {
                let indices = level.words(part).flat_map(Word::indices);
                indices.map(|index| stabiliser.orbit(index)).sum()
            };
            let width = match stabiliser.is_trivial() {
                true => level.len() as u64,
                false => {
                    let mut nothing = (vec![(); level.len()], vec![(); level.len()]);
                    in_parts(level, &mut nothing.0, &mut nothing.1, of)
                }
            };
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

    /// The level (the number of jumps played) and the number in it of the position's representative.
    pub(super) fn place(&self, position: Position) -> Option<(usize, usize)> {
        let Parts { class, start, stabiliser, levels, .. } = &*self.parts;
        let played = start.pegs().checked_sub(position.pegs())? as usize;
        let index = stabiliser.representative(class.index(position)?);
        Some((played, levels.get(played)?.number(index)?))
    }

    /// The number of a position's representative in its level, the representative, and where that has this hole.
    pub(super) fn place_with(
        &self,
        position: Position,
        hole: Hole,
    ) -> Option<(usize, Position, Hole)> {
        let Parts { class, start, stabiliser, levels, .. } = &*self.parts;
        let played = start.pegs().checked_sub(position.pegs())? as usize;
        let (index, hole) = stabiliser.representative_with(class.index(position)?, hole);
        Some((levels.get(played)?.number(index)?, class.position(index), hole))
    }

    /// Hands over each legal jump from a position, in no particular order.
    #[inline]
    pub(super) fn each_jump(&self, position: Position, hand: impl FnMut(&Step)) {
        self.parts.shifts.each_jump(position.0, hand);
    }
}
