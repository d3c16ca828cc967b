//! Position classes, which no jump leaves, and the *dense index*, which numbers the positions of a
//! class without gaps. Both are computed for any board by elimination over GF(2), without
//! enumerating positions.
//!
//! A jump changes a position by the mask of its triple, which is three bits. So jumps lead from one
//! position to another only if the two differ by a sum of such masks. On the 5 x 7 board these sums
//! are a space of rank 31. In a given class, 31 of the 35 holes therefore determine a position: the
//! other four, marked `p` here, are parities of these.
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
//!
//! A [`SymmetryGroup`] has symmetries of a board, which act on positions and on their indices.

mod group;
mod peg_counter;

use std::ops::Range;

use crate::bits::{WORD_BITS, ones};
use crate::board::{Bitboard, Hole, Jump, Shifts, SmallBoard, Symmetry};
use crate::gf2::{AffineMap, Basis};
pub use group::{Images, Orbits, SymmetryGroup, sorted};
pub(crate) use group::{leading, moves_blocks};
pub(crate) use peg_counter::{PegCounter, Tally};

/// A basis of the masks whose number of pegs keeps its parity under every jump.
pub fn parity_checks(board: &SmallBoard) -> Vec<Bitboard> {
    let masks = Basis::of(board.triples().iter().map(|triple| triple.mask().0));
    masks.orthogonal(board.full().0).map(Bitboard).collect()
}

/// The number of the position's class: one bit for each of the [`parity_checks`].
pub fn syndrome(checks: &[Bitboard], position: Bitboard) -> u64 {
    let mut syndrome = 0;
    for (number, &check) in checks.iter().enumerate() {
        let parity = u64::from((check & position).count() & 1);
        syndrome |= parity << number;
    }

    syndrome
}

/// The number of a content of some holes; the content of the first hole changes fastest.
#[inline(always)]
pub(crate) fn number_of(content: Bitboard, holes: Bitboard) -> usize {
    let mut number = 0;
    for (bit, hole) in ones(holes.0).enumerate() {
        number |= (content.0 >> hole & 1) << bit;
    }
    number as usize
}

/// The content of some holes with this number.
pub(crate) fn content_of(number: usize, holes: Bitboard) -> Bitboard {
    let mut content = 0;
    for (bit, hole) in ones(holes.0).enumerate() {
        content |= (number as u64 >> bit & 1) << hole;
    }
    Bitboard(content)
}

/// A check, and the hole whose content it determines: a parity of the other holes of the check.
struct ParityRow {
    parity: Hole,
    holes: Bitboard,
}

/// A row for each parity check, so that no parity hole is in the row of another. `parity_first`
/// lists the preferred parity holes, before the others in their order.
fn parity_rows(board: &SmallBoard, parity_first: &[Hole]) -> Vec<ParityRow> {
    let mut checks = Basis::default();
    for check in parity_checks(board) {
        checks.insert_with(check.0, |row| {
            let preferred = parity_first.iter().find(|&&hole| Bitboard(row).has(hole));
            preferred.map_or(row.trailing_zeros(), |hole| hole.0.into())
        });
    }

    let mut rows = Vec::new();
    for parity in board.each_hole() {
        if let Some(row) = checks.row(parity.0.into()) {
            rows.push(ParityRow {
                parity,
                holes: Bitboard(row),
            });
        }
    }
    rows
}

/// The positions of one class and their dense index, a number below 2^rank.
///
/// Bit k of an index is the content of the k-th *free* hole. The contents of the other holes are
/// parities of these.
#[derive(Clone, Debug)]
pub struct PositionClass {
    board: SmallBoard,
    /// The free holes, in the order of the bits of an index.
    free: Vec<Hole>,
    /// The map from indices to the codes of positions.
    positions: AffineMap,
    /// The map from the codes of positions to indices.
    indices: AffineMap,
}

impl PositionClass {
    /// The class of a position. The free holes are in the order of their numbers.
    #[must_use]
    pub fn of(board: &SmallBoard, member: Bitboard) -> Self {
        let ascending: Vec<Hole> = board.each_hole().collect();
        let descending: Vec<Hole> = board.each_hole().rev().collect();
        Self::with_order(board, member, &descending, &ascending)
    }

    /// The class of a position. `parity_first` lists the preferred parity holes, before the others
    /// in their order. The free holes, in the order of `bits`, are the bits of the index.
    pub(crate) fn with_order(
        board: &SmallBoard,
        member: Bitboard,
        parity_first: &[Hole],
        bits: &[Hole],
    ) -> Self {
        let rows = parity_rows(board, parity_first);
        let is_free = |&hole: &Hole| !rows.iter().any(|row| row.parity == hole);
        let free: Vec<Hole> = bits.iter().copied().filter(is_free).collect();

        let positions = AffineMap::new(free.len(), |index| {
            let pegs: Bitboard = ones(index).map(|bit| free[bit as usize]).collect();
            let mut position = pegs;
            for row in &rows {
                // The pegs of a row have the same parity in all positions of the class.
                if ((pegs ^ member) & row.holes).count() & 1 == 1 {
                    position.insert(row.parity);
                }
            }
            [position.0]
        });

        let indices = AffineMap::new(board.holes(), |code| {
            let mut index = 0;
            for (bit, &hole) in free.iter().enumerate() {
                index |= u64::from(Bitboard(code).has(hole)) << bit;
            }
            [index]
        });

        Self {
            board: board.clone(),
            free,
            positions,
            indices,
        }
    }

    /// The board of the positions.
    pub fn board(&self) -> &SmallBoard {
        &self.board
    }

    /// The rank of the triples' masks: the class has 2^rank positions.
    pub fn rank(&self) -> usize {
        self.free.len()
    }

    /// The hole of each bit of an index, from the least significant.
    pub fn free_holes(&self) -> &[Hole] {
        &self.free
    }

    /// The holes that are parities of the free ones.
    pub(crate) fn parity_holes(&self) -> Bitboard {
        let free: Bitboard = self.free.iter().copied().collect();
        self.board.full().without(free)
    }

    /// Whether the position belongs to the class.
    pub fn contains(&self, position: Bitboard) -> bool {
        self.index(position).is_some()
    }

    /// The dense index of a position, if it belongs to the class.
    pub fn index(&self, position: Bitboard) -> Option<u64> {
        let index = self.index_of_member(position);
        let is_member = self.position(index) == position;
        is_member.then_some(index)
    }

    /// The dense index of a position that belongs to the class. Only the contents of the free holes
    /// matter.
    pub fn index_of_member(&self, position: Bitboard) -> u64 {
        self.indices.image(position.0)
    }

    /// The position of a dense index below 2^[`rank`](Self::rank).
    pub fn position(&self, index: u64) -> Bitboard {
        Bitboard(self.positions.image(index))
    }

    /// What each value of some bits of an index changes in a position.
    pub(crate) fn changes(&self, bits: Range<usize>) -> impl Iterator<Item = Bitboard> {
        let origin = self.position(0);

        (0..1_u64 << bits.len()).map(move |value| self.position(value << bits.start) ^ origin)
    }

    /// The holes whose contents depend on some bits of an index.
    pub(crate) fn changed_by(&self, bits: Range<usize>) -> Bitboard {
        let mut changed = Bitboard::EMPTY;
        for bit in bits {
            changed |= self.position(1 << bit) ^ self.position(0);
        }

        changed
    }

    /// The index of a position's image under a symmetry of the board that maps the class to itself.
    ///
    /// # Panics
    /// If it is a symmetry of another board, and the image of a peg has a number above 63.
    pub fn image(&self, symmetry: &Symmetry, index: u64) -> u64 {
        self.index_of_member(symmetry.apply(self.position(index)))
    }

    /// The jumps of the board, by what they add to an index.
    pub fn indexed_jumps(&self) -> Shifts<IndexedJump> {
        self.board().shifts_with(|jump| self.indexed(jump))
    }

    /// A jump, and what it adds to an index.
    ///
    /// # Panics
    /// If a hole of the jump has a number above 63.
    pub fn indexed(&self, jump: Jump) -> IndexedJump {
        let bit = |hole: Hole| self.index_of_member(hole.bit());
        let gained = bit(jump.to());
        let lost = bit(jump.from()) + bit(jump.over());

        IndexedJump {
            jump,
            adds: gained.wrapping_sub(lost),
        }
    }
}

/// A jump, and what it adds (modulo 2^64) to the dense index of a position from which it is legal.
/// This is a constant, because the three holes have the same contents in all these positions.
#[derive(Clone, Copy, Debug)]
pub struct IndexedJump {
    /// The jump.
    pub jump: Jump,
    /// What it adds.
    pub adds: u64,
}

/// The positions of words of 64 dense indices: what the six lowest bits of an index change.
#[derive(Debug)]
pub struct WordPositions([Bitboard; 1 << WORD_BITS]);

impl WordPositions {
    /// Those of a class.
    pub fn new(class: &PositionClass) -> Self {
        let origin = class.position(0);
        let changed = |bits: usize| class.position(bits as u64) ^ origin;

        Self(std::array::from_fn(changed))
    }

    /// The position of an index, given the first position of its word. Only the six lowest bits of
    /// the index matter.
    #[inline(always)]
    pub fn within(&self, word: Bitboard, index: u64) -> Bitboard {
        word ^ self.0[index as usize % self.0.len()]
    }

    /// Calls `call` with the index and the position of each set bit of the word with this number
    /// and first position.
    ///
    /// # Errors
    /// The first with which a call fails. It is the last call.
    #[inline(always)]
    pub fn each<E>(
        &self,
        number: usize,
        first: Bitboard,
        word: u64,
        mut call: impl FnMut(u64, Bitboard) -> Result<(), E>,
    ) -> Result<(), E> {
        let first_index = (number as u64) << WORD_BITS;
        for bit in ones(word).map(u64::from) {
            call(first_index | bit, self.within(first, bit))?;
        }

        Ok(())
    }
}
