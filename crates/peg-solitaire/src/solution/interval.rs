//! The interval between two positions: what can be reached from the start, and from where a target
//! can still be reached. Every solution stays inside it. `search` finds these positions, `evaluate`
//! computes a value for each; other modules define the values.

mod evaluate;
mod level;
mod search;

use std::sync::Arc;

use crate::board::{Bitboard, Hole, Shifts, SmallBoard};
use crate::class::{Images, IndexedJump, PositionClass, SymmetryGroup, sorted};
use crate::progress::Progress;
use crate::solve::Record;
use crate::{Error, Result, parallel};
pub(super) use evaluate::{Evaluated, Value};
use level::{Level, Word};
use search::IntervalSearch;
pub(crate) use search::PlayDirection;

/// The positions between a start and a target, in levels with the same number of pegs. Cloning is
/// cheap.
///
/// Of positions that a symmetry of the game (a symmetry of the board that fixes start and targets)
/// maps to each other, one is kept.
///
/// ```
/// use peg_solitaire::{board::SmallBoard, progress::Progress, solution::Interval};
/// let board: SmallBoard = "4x4".parse()?;
/// let start = board.parse_pattern("####\n#.##\n####\n####")?;
/// let target = board.parse_pattern("....\n.#..\n....\n#...")?;
/// let most = Interval::MOST_POSITIONS;
/// let interval = Interval::between(&board, start, &[target], most, Progress::NONE)?;
/// assert_eq!(interval.jumps(), 13);
/// assert_eq!(interval.widths().next(), Some((15, 1)));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Interval {
    game: Arc<IntervalGame>,
    levels: Arc<Vec<Level>>,
}

/// The game whose solutions stay inside.
#[derive(Debug)]
struct IntervalGame {
    /// The class of start and targets; its dense index identifies positions.
    class: PositionClass,
    start: Bitboard,
    targets: Vec<Bitboard>,
    jumps: Shifts<IndexedJump>,
    stabiliser: Images,
}

/// What memory for the positions of an interval is for.
const POSITIONS: &str = "the positions between start and target";

/// A level with fewer positions is not shared out among threads.
const SMALL_LEVEL: usize = 1 << 12;

impl Interval {
    /// A limit on the positions to keep that suits a machine with 6 GiB. An interval takes about 12
    /// bytes per position, and 20 while it is found; an [`Analysis`](super::Analysis) takes up to
    /// 16 more, [`Counts`](super::Counts) 16. With less memory, the search ends when what it has
    /// found no longer fits.
    pub const MOST_POSITIONS: usize = 1 << 27;

    /// The interval to the targets among the reachable positions. All targets must have the same
    /// number of pegs; those that can't be reached are left out. At most about `most` positions are
    /// kept, one for each symmetry class.
    ///
    /// A search backwards from the targets, which never leaves the interval, finds a small one. If
    /// that takes long, there is one target, and the set is in memory, the closure played backwards
    /// takes over, with as much time and memory as solving the board took. Reports the levels
    /// found; then, if the closure takes over, its progress.
    ///
    /// # Errors
    /// When a position has pegs outside the board, no target can be reached, there are too many
    /// positions for `most` or for the memory, or `progress` says to stop.
    pub fn within(
        reachable: &dyn Record,
        targets: &[Bitboard],
        most: usize,
        progress: Progress<'_>,
    ) -> Result<Self> {
        let board = reachable.board();
        board.check_all("target", targets.iter().copied())?;
        let game = IntervalGame::of(reachable.class().clone(), reachable.start(), targets)?;
        IntervalSearch::of(game, most, progress).run(Some(reachable))
    }

    /// Computes the interval without the solver: searches from both ends until they meet. This
    /// takes more time, and less memory on a board whose reachable set is large. Reports the levels
    /// found.
    ///
    /// # Errors
    /// When a position has pegs outside the board, no target can be reached, there are too many
    /// positions for `most` or for the memory, or `progress` says to stop.
    pub fn between(
        board: &SmallBoard,
        start: Bitboard,
        targets: &[Bitboard],
        most: usize,
        progress: Progress<'_>,
    ) -> Result<Self> {
        board.check_all("start", [start])?;
        board.check_all("target", targets.iter().copied())?;
        let game = IntervalGame::of(PositionClass::of(board, start), start, targets)?;
        IntervalSearch::of(game, most, progress).run(None)
    }

    /// The board of the game.
    pub fn board(&self) -> &SmallBoard {
        self.game.class.board()
    }

    /// The position before the first jump.
    pub fn start(&self) -> Bitboard {
        self.game.start
    }

    /// The targets that can be reached: all with the same number of pegs.
    pub fn targets(&self) -> &[Bitboard] {
        &self.game.targets
    }

    /// The symmetries that keep start and targets.
    pub fn group(&self) -> SymmetryGroup {
        SymmetryGroup::of(self.board()).keeping_sets(&[&[self.start()], self.targets()])
    }

    /// The number of jumps of every solution.
    pub fn jumps(&self) -> usize {
        self.levels.len() - 1
    }

    /// The width of every level: each number of pegs, from the start's down to the targets', and
    /// how many positions of the interval have it.
    pub fn widths(&self) -> impl Iterator<Item = (u32, u64)> {
        let start = self.start();
        let levels = self.levels.iter().zip(0..);
        levels.map(move |(level, played)| (start.count() - played, self.width(level)))
    }

    /// The number of positions of a level, with all images of those that are kept.
    fn width(&self, level: &Level) -> u64 {
        let stabiliser = &self.game.stabiliser;
        if stabiliser.order() == 1 {
            return level.len() as u64;
        }

        let orbits = |(part, _)| -> u64 {
            let indices = level.words(part).flat_map(Word::indices);
            indices.map(|index| stabiliser.orbit(index) as u64).sum()
        };
        let parts = level.parts(level.pieces());
        parallel::map(parts, orbits).into_iter().sum()
    }

    /// The number of positions kept: one for each symmetry class.
    pub fn symmetry_classes(&self) -> usize {
        self.levels.iter().map(Level::len).sum()
    }

    /// Where the representative of a position is, and the image of a hole in it.
    pub(super) fn locate(&self, position: Bitboard, hole: Hole) -> Option<Located> {
        let IntervalGame {
            class,
            start,
            stabiliser,
            ..
        } = &*self.game;
        let played = start.count().checked_sub(position.count())? as usize;
        let index = class.index(position)?;
        let (index, hole) = stabiliser.representative_with(index, hole);
        let number = self.levels.get(played)?.number(index)?;
        Some(Located {
            played,
            number,
            position: class.position(index),
            hole,
        })
    }
}

/// Where a position of the interval is.
pub(super) struct Located {
    /// The level: the number of jumps played.
    pub(super) played: usize,
    /// The number of its representative in the level.
    pub(super) number: usize,
    /// The representative, and the image of the hole in it.
    pub(super) position: Bitboard,
    pub(super) hole: Hole,
}

impl IntervalGame {
    /// Leaves out targets that are not of the start's class, which is given.
    fn of(class: PositionClass, start: Bitboard, targets: &[Bitboard]) -> Result<Self> {
        let first = targets.first().ok_or(Error::Unreachable)?;
        let pegs = first.count();
        if targets.iter().any(|target| target.count() != pegs) {
            return Err(Error::UnequalTargets);
        }

        // A target with as many pegs as the start is the start, or out of reach.
        let targets = if targets.contains(&start) {
            vec![start]
        } else if pegs >= start.count() {
            return Err(Error::TooManyPegs {
                start: start.count(),
                target: pegs,
            });
        } else {
            let targets = targets.iter().copied();
            sorted(targets.filter(|&target| class.contains(target)))
        };
        if targets.is_empty() {
            return Err(Error::OtherClass);
        }

        let group = SymmetryGroup::of(class.board()).keeping_sets(&[&[start], &targets]);
        let stabiliser = Images::of_indices(&group, &class);
        let jumps = class.indexed_jumps();
        Ok(Self {
            class,
            start,
            targets,
            jumps,
            stabiliser,
        })
    }
}
