//! Looks up the positions of a class in words of 64 dense indices. Most share their leading bits with the one before, so a small
//! table is enough.

use super::PositionClass;
use crate::bits::{WORD_BITS, ones};
use crate::board::Bitboard;

/// The positions of the words of a class. Fastest in ascending order.
#[derive(Clone)]
pub(crate) struct WordPositions<'c> {
    class: &'c PositionClass,
    /// What the six lowest bits of an index change, and the next six.
    lowest: [Bitboard; 1 << WORD_BITS],
    next: [Bitboard; 1 << WORD_BITS],
    /// The other bits of the last word, and its position without these twelve.
    name: u64,
    base: Bitboard,
}

impl<'c> WordPositions<'c> {
    pub(crate) fn new(class: &'c PositionClass) -> Self {
        let origin = class.position(0);
        let changes = |shift: usize| {
            std::array::from_fn(|bits| class.position((bits as u64) << shift) ^ origin)
        };
        Self { class, lowest: changes(0), next: changes(WORD_BITS), name: 0, base: origin }
    }

    #[inline(always)]
    pub(crate) fn word(&mut self, first: u64) -> Bitboard {
        let name = first >> (2 * WORD_BITS);
        if name != self.name {
            self.name = name;
            self.base = self.class.position(name << (2 * WORD_BITS));
        }
        self.base ^ self.next[(first >> WORD_BITS) as usize % self.next.len()]
    }

    /// The position of an index, given the first position of its word. Only the six lowest bits of the index matter.
    #[inline(always)]
    pub(crate) fn within(&self, word: Bitboard, index: u64) -> Bitboard {
        word ^ self.lowest[index as usize % self.lowest.len()]
    }

    /// Calls `call` with the index and the position of each set bit of the word with this number, until a call fails.
    #[inline(always)]
    pub(crate) fn each<E>(
        &mut self,
        number: usize,
        word: u64,
        mut call: impl FnMut(u64, Bitboard) -> Result<(), E>,
    ) -> Result<(), E> {
        if word == 0 {
            return Ok(());
        }
        let first = (number as u64) << WORD_BITS;
        let position = self.word(first);
        ones(word).map(u64::from).try_for_each(|bit| call(first | bit, self.within(position, bit)))
    }
}
