//! The positions of a class by words of 64 dense indices. Most positions share their leading bits with the one before,
//! and are put together from that and a small table.

use super::PositionClass;
use crate::board::Position;

/// How many bits of an index choose among the positions of a word, and as many again among neighbouring words.
const BITS: u32 = 6;

/// The positions of the words of a class. It is fastest where the words are asked for in ascending order.
#[derive(Clone)]
pub(crate) struct WordPositions<'c> {
    class: &'c PositionClass,
    /// What the six lowest bits of an index change, and the next six.
    lowest: [Position; 1 << BITS],
    next: [Position; 1 << BITS],
    /// The other bits of the last word, and its position without these twelve.
    name: u64,
    base: Position,
}

impl<'c> WordPositions<'c> {
    /// The length of a run of words that differ only in the bits after the lowest six.
    pub(crate) const RUN: usize = 1 << BITS;

    pub(crate) fn new(class: &'c PositionClass) -> Self {
        let origin = class.position(0);
        let changes = |shift: u32| {
            std::array::from_fn(|bits| class.position((bits as u64) << shift) ^ origin)
        };
        Self { class, lowest: changes(0), next: changes(BITS), name: 0, base: origin }
    }

    /// The position of the first index of a word.
    #[inline(always)]
    pub(crate) fn word(&mut self, first: u64) -> Position {
        let name = first >> (2 * BITS);
        if name != self.name {
            self.name = name;
            self.base = self.class.position(name << (2 * BITS));
        }
        self.base ^ self.next[(first >> BITS) as usize % self.next.len()]
    }

    /// What each of a run of words changes in the position of the first, whose number is a multiple of the length.
    #[inline(always)]
    pub(crate) fn run(&self) -> &[Position] {
        &self.next
    }

    /// The position of an index of the word whose first position this is: the six lowest bits are enough.
    #[inline(always)]
    pub(crate) fn within(&self, word: Position, index: u64) -> Position {
        word ^ self.lowest[index as usize % self.lowest.len()]
    }

    /// Calls with the index and the position of each bit that is set in the word of this number, until a call fails.
    #[inline(always)]
    pub(crate) fn each<E>(
        &mut self,
        number: usize,
        word: u64,
        mut call: impl FnMut(u64, Position) -> Result<(), E>,
    ) -> Result<(), E> {
        if word == 0 {
            return Ok(());
        }
        let first = (number as u64) << BITS;
        let position = self.word(first);
        let mut rest = word;
        while rest != 0 {
            let bit = u64::from(rest.trailing_zeros());
            call(first | bit, self.within(position, bit))?;
            rest &= rest - 1;
        }
        Ok(())
    }
}
