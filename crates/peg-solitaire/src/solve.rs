//! The solver: the set of positions that can be reached from a start, and the last jump to each.
//!
//! | what | where it is |
//! |---|---|
//! | [`PositionSet`], one block of each set of mirror images | in memory, or in slices on disk |
//! | [`Reachable`], such a set with the start that it was reached from | the same |
//! | [`LastJumps`], the last jump to each position | in memory |
//! | `StoredLastJumps`, the same | in a file |
//! | [`Record`], any of these that was reached from a start | |
//!
//! Every jump removes a peg, so all paths to a position have the same length and the order of
//! discovery does not matter. The set is closed in place, block by block (see `solve/layout.rs`),
//! and the last jumps are filled in one pass over the finished set.

mod closure;
#[allow(unsafe_code, reason = "vector instructions")]
mod kernel;
mod last_jumps;
mod layout;
mod mirror;
mod places;
mod set;
#[cfg(feature = "files")]
mod slices;
#[cfg(feature = "files")]
mod stored_last_jumps;
mod symmetry_classes;
mod vector_jumps;
mod verify;
mod within;

use std::fmt;
use std::ops::Deref;
use std::path::Path;
use std::sync::Arc;

use serde::Serialize;

use crate::board::{Bitboard, Hole, Jump, SmallBoard};
use crate::class::PositionClass;
use crate::error::{Contradiction, OTHER_CLASS, OUT_OF_REACH};
use crate::progress::Progress;
use crate::{Damage, Error, Fault, Result, memory};
use closure::closed;
use layout::IndexLayout;

pub use last_jumps::LastJumps;
pub(crate) use set::{BlockRooms, Combined};
pub use set::{Blocks, Holder, InMemory, Lazy, PositionSet, SetOperation};
#[cfg(feature = "files")]
pub use slices::{PlannedSlice, SliceJob, SliceName, SliceNeeds, SliceOutcome, Slicing};
#[cfg(feature = "files")]
pub use stored_last_jumps::StoredLastJumps;
pub use symmetry_classes::{ANY_PEGS, SymmetryClasses, appended};
pub use verify::{Checked, Verified};

/// The positions that can be reached from a start, a [`PositionSet`]: 67 MiB on 5 x 7.
#[derive(Debug)]
pub struct Reachable<B = InMemory> {
    set: PositionSet<B>,
    start: Bitboard,
}

impl Reachable {
    /// Finds every position that can be reached from the start, on all threads of the current pool.
    /// The progress is counted in blocks.
    ///
    /// # Errors
    /// When the start is not on the board, the set takes more memory than there is, or `progress`
    /// says to stop.
    pub fn solve(board: &SmallBoard, start: Bitboard, progress: Progress<'_>) -> Result<Self> {
        if !board.full().contains(start) {
            return Err(Error::outside("start", board));
        }
        let layout = IndexLayout::new(board, start);
        let what = || format!("the set of the reachable positions of {board}");
        let set = closed(layout, &[start], what, progress)?;
        Ok(Self { set, start })
    }

    /// The class that [`class`](PositionSet::class) of the solved set would be, with the same
    /// index.
    pub fn class_of(board: &SmallBoard, start: Bitboard) -> Arc<PositionClass> {
        IndexLayout::new(board, start).class
    }

    /// The memory in bytes that solving a board from this start takes: the set and the list of its
    /// blocks.
    pub fn memory_needed(board: &SmallBoard, start: Bitboard) -> u64 {
        IndexLayout::new(board, start).memory_needed()
    }

    /// The same set, held by another holder. By [`Lazy`], sets that are made of it, such as its
    /// winning positions, take no memory: they are computed whenever they are looked through.
    #[must_use]
    pub fn held<B: Holder>(self) -> Reachable<B> {
        Reachable {
            set: self.set.held(),
            start: self.start,
        }
    }
}

impl<B: Holder> Reachable<B> {
    /// The start, which is in the set.
    pub fn start(&self) -> Bitboard {
        self.start
    }

    /// The number of positions by number of pegs, as
    /// [`PositionSet::try_count_by_pegs`] counts them; and of all, the start alone has as many
    /// pegs, and none more.
    ///
    /// # Errors
    /// When a block can't be read or has other positions than its file states, others have as many
    /// pegs as the start, or `progress` says to stop.
    pub fn try_count_by_pegs(&self, progress: Progress<'_>) -> Result<Vec<u64>> {
        let counts = self.set.try_count_by_pegs(progress)?;
        let pegs = self.start.count() as usize;
        let others: u64 = counts[pegs..].iter().sum();
        if others == 1 {
            return Ok(counts);
        }

        Err(self.faulty(Fault::AsFullAsStart { positions: others }))
    }

    /// Verifies the checksums of all blocks, and the numbers of positions that their files state;
    /// and by the rules of the game, if a bit for each position of the class fits into memory, that
    /// the set has every position that can be reached, and no other. Says which of both it did, and
    /// how many positions there are. The progress is counted in blocks, slices, or words.
    ///
    /// # Errors
    /// When a block is damaged or can't be read, a position is wrong, or the progress is stopped.
    pub fn verify(&self, progress: Progress<'_>) -> Result<Checked> {
        let fold = &self.set.fold;
        let words = fold.places.count() + fold.blocks();
        let bytes = 8 * (words * fold.block_words()) as u64;
        let what = format!("checking the set of {}", self.set.board());
        if memory::require(what, bytes).is_err() {
            return Ok(Checked {
                verified: Verified::Checksums,
                by_pegs: self.try_count_by_pegs(progress)?,
            });
        }

        let set = self.set.in_memory(progress.part(0, 2, 5))?;
        let by_pegs = self.set.count_required(&set, progress.part(2, 3, 5))?;
        let verified = verify::verify(&set, self.start, progress.part(3, 5, 5));
        verified.map_err(|error| match error {
            Error::Wrong(contradiction) => self.disproved(contradiction),
            error => error,
        })?;
        Ok(Checked {
            verified: Verified::Rules,
            by_pegs,
        })
    }

    fn faulty(&self, fault: Fault) -> Error {
        self.damaged(Damage::Faulty { what: "set", fault })
    }

    fn disproved(&self, contradiction: Contradiction) -> Error {
        if self.set.blocks.path().is_none() {
            return contradiction.into();
        }
        self.damaged(Damage::Disproved {
            what: "set",
            contradiction,
        })
    }

    fn damaged(&self, damage: Damage) -> Error {
        Error::Damaged {
            path: self.set.blocks.path().map(Path::to_owned),
            damage,
        }
    }
}

impl<B: Holder> Record for Reachable<B> {
    fn class(&self) -> &PositionClass {
        self.set.class()
    }

    fn start(&self) -> Bitboard {
        self.start
    }

    fn contains_index(&self, index: u64) -> Result<bool> {
        self.set.try_contains_index(index)
    }

    fn retain(&self, indices: &mut Vec<u64>) -> Result<()> {
        self.set.retain(indices)
    }

    fn whole(&self) -> Option<&PositionSet> {
        B::whole(&self.set)
    }

    fn contradiction(&self, position: Bitboard) -> Error {
        let picture = self.board().picture_line(position);
        self.disproved(Contradiction::NothingLeadsThere { picture })
    }
}

impl<B> Deref for Reachable<B> {
    type Target = PositionSet<B>;

    fn deref(&self) -> &PositionSet<B> {
        &self.set
    }
}

/// A record of what can be reached from a start. Look-ups in a set on disk can fail; those in
/// memory never do.
pub trait Record: fmt::Debug + Sync {
    /// The class whose dense index numbers the positions.
    fn class(&self) -> &PositionClass;

    /// The position that all others are reached from.
    fn start(&self) -> Bitboard;

    /// Whether the position of this dense index, below 2^rank, can be reached.
    ///
    /// # Panics
    /// If the index is 64 or more and not below 2^rank. Below 64, those that no position has are in
    /// no set.
    fn contains_index(&self, index: u64) -> Result<bool>;

    /// Keeps those of some dense indices, each below 2^rank, whose positions can be reached.
    ///
    /// # Errors
    /// When a look-up fails. What the list holds then is not defined.
    ///
    /// # Panics
    /// As [`contains_index`](Self::contains_index).
    fn retain(&self, indices: &mut Vec<u64>) -> Result<()> {
        let mut reachable = Vec::new();
        for &index in &*indices {
            if self.contains_index(index)? {
                reachable.push(index);
            }
        }

        *indices = reachable;
        Ok(())
    }

    /// The set in memory, if this is one.
    fn whole(&self) -> Option<&PositionSet> {
        None
    }

    /// The board of the positions.
    fn board(&self) -> &SmallBoard {
        self.class().board()
    }

    /// Whether the position can be reached.
    fn contains(&self, position: Bitboard) -> Result<bool> {
        match self.class().index(position) {
            Some(index) => self.contains_index(index),
            None => Ok(false),
        }
    }

    /// The error that says that what is recorded of a position contradicts the rules of the game.
    fn contradiction(&self, position: Bitboard) -> Error;

    /// Whether the position can be reached, and if not, why.
    fn reachability(&self, position: Bitboard) -> Result<Reachability> {
        let Some(index) = self.class().index(position) else {
            return Ok(Reachability::OtherClass);
        };

        if self.contains_index(index)? {
            Ok(Reachability::Reachable)
        } else {
            Ok(Reachability::Unreachable)
        }
    }

    /// The jump that led to a reachable position: of those from a reachable one the first by
    /// triple. None for the start, and for what can't be reached.
    fn last_jump(&self, position: Bitboard) -> Result<Option<Jump>> {
        for &jump in self.board().shifts().legal_backwards(position) {
            if self.contains(jump.play(position))? {
                return Ok(Some(jump));
            }
        }
        Ok(None)
    }
}

/// Whether a pattern can be reached, and if not, why.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Reachability {
    /// The position can be reached.
    Reachable,
    /// No jump can lead from the start's position class into the pattern's.
    OtherClass,
    /// The position is in the start's position class, but no sequence of jumps leads to it.
    Unreachable,
}

/// What a pattern can or can't be: `can be reached`.
impl fmt::Display for Reachability {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Reachable => "can be reached",
            Self::OtherClass => OTHER_CLASS,
            Self::Unreachable => OUT_OF_REACH,
        })
    }
}

/// Sets and tables are too long to be written: it says of which board they are.
macro_rules! debug_as_board {
    ($($Type:ident)*) => {$(
        impl fmt::Debug for $Type {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                write!(f, "{} of {}", stringify!($Type), self.board())
            }
        }
    )*};
}
debug_as_board! { LastJumps }
#[cfg(feature = "files")]
debug_as_board! { Slicing StoredLastJumps }

impl<B> fmt::Debug for PositionSet<B> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "PositionSet of {}", self.board())
    }
}

/// The closure played backwards: what is on the way to some targets. Playing backwards is playing
/// forwards from the complements, so this is the closure of the targets' complements.
impl PositionSet {
    /// The complements of all positions, of the class of the first target, from which one of the
    /// targets can be reached. Targets of other classes are left out; no target leaves the
    /// complement of the empty board.
    pub(crate) fn all_complements_leading_to(
        board: &SmallBoard,
        targets: &[Bitboard],
        progress: Progress<'_>,
    ) -> Result<Self> {
        let seed = match targets.first() {
            Some(&target) => board.complement(target),
            None => board.full(),
        };
        backwards(IndexLayout::new(board, seed), targets, progress)
    }
}

impl<B> PositionSet<B> {
    /// The complements of all positions of this class, reachable or not, from which one of the
    /// targets, all of the class, can be reached. It takes as much time and memory as solving the
    /// board.
    pub(crate) fn complements_leading_to(
        &self,
        targets: &[Bitboard],
        progress: Progress<'_>,
    ) -> Result<PositionSet> {
        let board = self.board();
        let class = self.class();
        // Complements number their bits by the same holes. Only the contents of the parity holes
        // may differ.
        let member = board.complement(class.position(0));
        let parity: Vec<Hole> = class.parity_holes().pegs().collect();
        let complements = PositionClass::with_order(board, member, &parity, class.free_holes());
        assert_eq!(
            complements.free_holes(),
            class.free_holes(),
            "complements have the same bits"
        );

        let mut layout = self.fold.layout.clone();
        layout.class = Arc::new(complements);
        backwards(layout, targets, progress)
    }
}

/// The closure of the complements of those targets that are in the class of the layout.
fn backwards(
    mut layout: IndexLayout,
    targets: &[Bitboard],
    progress: Progress<'_>,
) -> Result<PositionSet> {
    let board = layout.class.board().clone();
    let mut seeds = Vec::new();
    for &target in targets {
        let seed = board.complement(target);
        if layout.class.contains(seed) {
            seeds.push(seed);
        }
    }

    layout.group = layout.group.keeping_sets(&[&seeds]);
    let what = || format!("what can be reached backwards on {board}");
    closed(layout, &seeds, what, progress)
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;

    /// What play finds, one jump after the other.
    fn played(board: &SmallBoard, start: Bitboard) -> BTreeSet<Bitboard> {
        let mut found = BTreeSet::from([start]);
        let mut left = vec![start];
        while let Some(position) = left.pop() {
            for jump in board.legal_jumps(position) {
                let next = jump.play(position);
                if found.insert(next) {
                    left.push(next);
                }
            }
        }
        found
    }

    #[test]
    fn a_set_is_what_play_finds_and_each_position_has_a_last_jump() {
        let mut names = vec!["line3"];
        if !cfg!(miri) {
            names.extend(["line6", "3x4", "4x4", "triangle15", "4x5"]);
        }

        for name in names {
            let board: SmallBoard = name.parse().unwrap();
            let start = board.central_vacancy();
            let reachable = Reachable::solve(&board, start, Progress::NONE).unwrap();
            let found: BTreeSet<Bitboard> = reachable.positions(.., ..).collect();
            assert_eq!(found, played(&board, start), "{name}");

            let table = LastJumps::fill(&reachable, Progress::NONE).unwrap();
            assert_eq!(table.verify(&reachable, Progress::NONE), Ok(()), "{name}");
        }
    }

    #[test]
    fn a_board_without_jumps_has_its_start() {
        for name in ["1x1", "1x2", "2x2", "line2", "triangle3"] {
            let board: SmallBoard = name.parse().unwrap();
            let start = board.full();
            let reachable = Reachable::solve(&board, start, Progress::NONE).unwrap();
            assert_eq!(reachable.positions(.., ..).collect::<Vec<_>>(), [start]);
            assert_eq!(reachable.count(), 1);

            let table = LastJumps::fill(&reachable, Progress::NONE).unwrap();
            assert_eq!(table.verify(&reachable, Progress::NONE), Ok(()));
        }
    }
}
