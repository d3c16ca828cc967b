//! Bitboard classes: the parities that no jump changes, and the dense index of the positions of one class, computed for any
//! board by elimination over GF(2). Groups of symmetries act on this index.
//! Never enumerates positions.
//!
//! A jump changes a position by the mask of its triple (three bits). So jumps can lead from one position to another only
//! if their difference lies in the space that the masks span. On the 5 x 7 board this space has rank 31: in a known class, 31 of the
//! 35 bits determine a position. The other four, marked `p` here, are parities of these.
//!
//! ```text
//! # # # # #
//! # # # # #
//! p # # # p
//! # # # # #
//! p # # # p
//! # # # # #
//! # # # # #
//! ```

mod group;
mod peg_counter;
mod word_positions;

use crate::board::{Bitboard, Hole, MAX_SMALL_HOLES, SmallBoard};
pub use group::SymmetryGroup;
pub(crate) use group::{Images, IndexGroup, IndexMap, Orbits};
pub(crate) use peg_counter::{Counts, PegCounter, Tally};
pub(crate) use word_positions::WordPositions;

/// The bits of an index that number the bits of a word.
pub(crate) const WORD_BITS: usize = 6;

/// A basis of the masks whose number of pegs keeps its parity under every jump.
///
/// ```
/// use peg_solitaire::{board::SmallBoard, class::parity_checks};
/// let board: SmallBoard = "5x7".parse()?;
/// let checks = parity_checks(&board);
/// assert_eq!(checks.len(), 35 - 31);
/// for triple in board.triples() {
///     assert!(checks.iter().all(|&check| !(check & triple.mask()).parity()));
/// }
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[must_use]
pub fn parity_checks(board: &SmallBoard) -> Vec<Bitboard> {
    // Reduced rows: row i is the only one with its pivot bit.
    let mut rows: Vec<(Hole, Bitboard)> = Vec::new();
    for triple in board.triples() {
        let reduced =
            rows.iter().fold(
                triple.mask(),
                |mask, &(pivot, row)| {
                    if mask.has(pivot) { mask ^ row } else { mask }
                },
            );
        if let Some(pivot) = reduced.pegs().next() {
            for (_, row) in rows.iter_mut().filter(|(_, row)| row.has(pivot)) {
                *row = *row ^ reduced;
            }
            rows.push((pivot, reduced));
        }
    }
    let pivots: Bitboard = rows.iter().map(|&(pivot, _)| pivot).collect();
    // Every hole without a pivot gives a check: the hole itself and the pivots whose rows contain it.
    let check = |hole: Hole| {
        let in_rows = rows.iter().filter(|(_, row)| row.has(hole));
        hole.bit() | in_rows.map(|&(pivot, _)| pivot).collect()
    };
    board.full().without(pivots).pegs().map(check).collect()
}

/// The number of the position's class: one bit for each of the [`parity_checks`].
#[must_use]
pub fn syndrome(checks: &[Bitboard], position: Bitboard) -> u64 {
    let bits = checks.iter().map(|&check| u64::from((check & position).parity()));
    bits.rev().fold(0, |bits, bit| bits << 1 | bit)
}

/// A hole whose content is a parity of other holes.
#[derive(Clone, Copy, Debug)]
pub(crate) struct ParityHole {
    /// The hole.
    pub hole: Hole,
    /// The free holes whose pegs are counted.
    pub of: Bitboard,
    /// Whether the hole has a peg when their number is even.
    pub flip: bool,
}

/// The positions of one class and their dense index, a number below 2^rank.
///
/// Bit k of an index is the content of the k-th *free* hole. The contents of the other holes are parities of these.
///
/// ```
/// use peg_solitaire::{board::SmallBoard, class::PositionClass};
/// let board: SmallBoard = "5x7".parse()?;
/// let start = board.central_vacancy();
/// let class = PositionClass::of(&board, start);
/// assert_eq!(class.rank(), 31);
/// let index = class.index(start).unwrap();
/// assert_eq!(class.position(index), start);
/// assert_eq!(class.index(board.full()), None);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct PositionClass {
    board: SmallBoard,
    free: Vec<Hole>,
    parity: Vec<ParityHole>,
    /// The position of index 0.
    base: Bitboard,
    /// For each byte of an index, what it adds to the position.
    positions: Vec<[Bitboard; 256]>,
    /// For each byte of a position, what it adds to the index.
    indices: Vec<[u64; 256]>,
}

impl PositionClass {
    /// The class of a position. The free holes are in the order of their numbers.
    #[must_use]
    pub fn of(board: &SmallBoard, member: Bitboard) -> Self {
        let holes: Vec<_> = board.full().pegs().collect();
        let last_first: Vec<_> = holes.iter().rev().copied().collect();
        Self::with_order(board, member, &last_first, &holes)
    }

    /// The class of a position. `parity_first` lists all holes, the preferred parity holes first. `bits` lists all holes, too; the
    /// free ones, in this order, are the bits of the index.
    pub(crate) fn with_order(
        board: &SmallBoard,
        member: Bitboard,
        parity_first: &[Hole],
        bits: &[Hole],
    ) -> Self {
        let mut rest = parity_checks(board);
        let mut rows: Vec<(Hole, Bitboard)> = Vec::new();
        for &hole in parity_first {
            let Some(at) = rest.iter().position(|row| row.has(hole)) else { continue };
            let pivot = rest.swap_remove(at);
            let others = rest.iter_mut().chain(rows.iter_mut().map(|(_, row)| row));
            for row in others.filter(|row| row.has(hole)) {
                *row = *row ^ pivot;
            }
            rows.push((hole, pivot));
        }
        let parity: Vec<_> = rows
            .into_iter()
            .map(|(hole, row)| ParityHole {
                hole,
                of: row.without(hole.bit()),
                flip: (row & member).parity(),
            })
            .collect();
        let pivots: Bitboard = parity.iter().map(|parity| parity.hole).collect();
        let free: Vec<_> = bits.iter().copied().filter(|&hole| !pivots.has(hole)).collect();
        let base = parity.iter().filter(|parity| parity.flip).map(|parity| parity.hole).collect();
        let spread = |hole: Hole| {
            let follows = parity.iter().filter(|parity| parity.of.has(hole));
            hole.bit() | follows.map(|parity| parity.hole).collect()
        };
        let positions = byte_tables(free.iter().map(|&hole| spread(hole).0), Bitboard);
        let gather = (0..board.holes()).map(|hole| {
            let bit = free.iter().position(|free| free.index() == hole);
            bit.map_or(0, |bit| 1 << bit)
        });
        let indices = byte_tables(gather, |index| index);
        Self { board: board.clone(), free, parity, base, positions, indices }
    }

    /// The board.
    #[must_use]
    pub fn board(&self) -> &SmallBoard {
        &self.board
    }

    /// The rank of the triples' masks: the class has 2^rank positions.
    #[must_use]
    pub fn rank(&self) -> usize {
        self.free.len()
    }

    /// The hole of each bit of an index, from the least significant.
    #[must_use]
    pub fn free_holes(&self) -> &[Hole] {
        &self.free
    }

    /// The holes that are parities of the free ones.
    pub(crate) fn parity_holes(&self) -> &[ParityHole] {
        &self.parity
    }

    /// Whether the position belongs to the class.
    #[must_use]
    pub fn contains(&self, position: Bitboard) -> bool {
        let holds = |parity: &ParityHole| {
            position.has(parity.hole) == ((position & parity.of).parity() ^ parity.flip)
        };
        self.board.full().contains(position) && self.parity.iter().all(holds)
    }

    /// The dense index of a position, if it belongs to the class.
    #[must_use]
    pub fn index(&self, position: Bitboard) -> Option<u64> {
        self.contains(position).then(|| self.index_of_member(position))
    }

    /// The dense index of a position that belongs to the class.
    #[must_use]
    pub fn index_of_member(&self, position: Bitboard) -> u64 {
        let mut index = 0;
        for (byte, table) in self.indices.iter().enumerate() {
            index |= table[(position.0 >> (8 * byte)) as usize & 0xff];
        }
        index
    }

    /// The position of a dense index below 2^[`rank`](Self::rank).
    #[must_use]
    pub fn position(&self, index: u64) -> Bitboard {
        let mut position = self.base;
        for (byte, table) in self.positions.iter().enumerate() {
            position = position ^ table[(index >> (8 * byte)) as usize & 0xff];
        }
        position
    }
}

/// For each byte of a word whose bits stand for these masks: the XOR of the masks, for each value of the byte.
fn byte_tables<T: Copy>(
    masks: impl Iterator<Item = u64>,
    wrap: impl Fn(u64) -> T,
) -> Vec<[T; 256]> {
    let masks: Vec<u64> = masks.collect();
    debug_assert!(masks.len() <= MAX_SMALL_HOLES);
    let table = |masks: &[u64]| {
        std::array::from_fn(|byte| {
            let set = masks.iter().enumerate().filter(|(bit, _)| byte >> bit & 1 == 1);
            wrap(set.fold(0, |sum, (_, mask)| sum ^ mask))
        })
    };
    masks.chunks(8).map(table).collect()
}
