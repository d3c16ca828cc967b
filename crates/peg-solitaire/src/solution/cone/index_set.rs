//! A growing set of dense indices: what a search has found. Knows nothing about positions.

use super::super::level::POSITIONS;
use crate::memory::{MemoryError, filled};

/// A set of dense indices by open addressing.
pub(super) struct IndexSet {
    /// [`FREE`] or a scrambled index. The leading bits of a scrambled index choose its slot. A few more slots follow the last one, for
    /// indices that overflow.
    slots: Vec<u64>,
    shift: u32,
    len: usize,
    /// Why the set could not grow. Then some indices are missing.
    refused: Option<MemoryError>,
}

/// An odd number: 2^64 over the golden ratio, as in Fibonacci hashing.
const ODD: u64 = 0x9E37_79B9_7F4A_7C15;
/// Its inverse modulo 2^64.
const INVERSE: u64 = {
    // Newton's iteration doubles the number of correct bits; ODD is its own inverse modulo 8.
    let mut inverse = ODD;
    let mut correct_bits = 3;
    while correct_bits < 64 {
        inverse = inverse.wrapping_mul(2_u64.wrapping_sub(ODD.wrapping_mul(inverse)));
        correct_bits *= 2;
    }
    inverse
};

/// Not the scrambled index of any position: jumps preserve at least two parities, so no class has 2^64 positions.
const FREE: u64 = u64::MAX.wrapping_mul(ODD);

/// The most slots between an index and the slot that its leading bits choose, at the end of the list.
const OVERFLOW: usize = 64;

impl IndexSet {
    /// An empty set with room for about this many.
    pub(super) fn with_room_for(indices: usize) -> Result<Self, MemoryError> {
        let bits = (2 * indices.max(16)).next_power_of_two().ilog2();
        let len = (1 << bits) + OVERFLOW;
        let slots = filled(|| POSITIONS, len, FREE)?;
        Ok(Self { slots, shift: 64 - bits, len: 0, refused: None })
    }

    /// Whether all indices that were inserted are in the set.
    ///
    /// # Errors
    /// When it could not grow.
    #[inline]
    pub(super) fn check(&self) -> Result<(), MemoryError> {
        self.refused.clone().map_or(Ok(()), Err)
    }

    /// The number of indices.
    pub(super) fn len(&self) -> usize {
        self.len
    }

    #[inline]
    pub(super) fn insert(&mut self, index: u64) {
        self.insert_scrambled(index.wrapping_mul(ODD));
    }

    #[inline]
    fn insert_scrambled(&mut self, scrambled: u64) {
        let mut at = (scrambled >> self.shift) as usize;
        while at < self.slots.len() {
            let there = self.slots[at];
            if there == scrambled {
                return;
            }
            if there == FREE {
                self.slots[at] = scrambled;
                self.len += 1;
                if self.len * 2 > self.slots.len() {
                    self.grow();
                }
                return;
            }
            at += 1;
        }
        if self.grow() {
            self.insert_scrambled(scrambled);
        }
    }

    /// Doubles the number of slots, if there is memory for them.
    #[cold]
    fn grow(&mut self) -> bool {
        if self.refused.is_some() {
            return false;
        }
        let mut larger = match Self::with_room_for(1 << (64 - self.shift)) {
            Ok(larger) => larger,
            Err(error) => {
                self.refused = Some(error);
                return false;
            }
        };
        for &scrambled in self.slots.iter().filter(|&&slot| slot != FREE) {
            larger.insert_scrambled(scrambled);
        }
        *self = larger;
        self.refused.is_none()
    }

    /// The indices in order.
    pub(super) fn into_sorted(mut self) -> Vec<u64> {
        self.slots.retain(|&slot| slot != FREE);
        self.slots.iter_mut().for_each(|slot| *slot = slot.wrapping_mul(INVERSE));
        self.slots.sort_unstable();
        self.slots.shrink_to_fit();
        self.slots
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use proptest::prelude::*;

    use super::*;

    proptest! {
        #[test]
        fn each_index_is_kept_once(indices in prop::collection::vec(0_u64..5000, 0..3000), far: u64) {
            let mut found = IndexSet::with_room_for(0).unwrap();
            let spread = |index: u64| if index < 2500 { index } else { index.wrapping_mul(far) / 2 };
            indices.iter().for_each(|&index| found.insert(spread(index)));
            let distinct: BTreeSet<u64> = indices.iter().map(|&index| spread(index)).collect();
            prop_assert_eq!(found.check(), Ok(()));
            prop_assert_eq!(found.len(), distinct.len());
            prop_assert_eq!(found.into_sorted(), distinct.into_iter().collect::<Vec<_>>());
        }
    }
}
