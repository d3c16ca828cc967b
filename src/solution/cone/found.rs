//! The indices that a search has come upon: a set that grows, each index once. It knows nothing of what they stand for.

/// A set of dense indices by open addressing.
pub(super) struct Found {
    /// [`FREE`] or a scrambled index; beyond the last leading bits some slots for those that overflow.
    slots: Vec<u64>,
    shift: u32,
    len: usize,
}

/// An odd number: 2^64 over the golden ratio, as in Fibonacci hashing.
const ODD: u64 = 0x9E37_79B9_7F4A_7C15;
/// Its inverse modulo 2^64.
const INVERSE: u64 = {
    // Newton's iteration doubles the number of right bits; ODD is its own inverse modulo 8.
    let mut inverse = ODD;
    let mut right_bits = 3;
    while right_bits < 64 {
        inverse = inverse.wrapping_mul(2_u64.wrapping_sub(ODD.wrapping_mul(inverse)));
        right_bits *= 2;
    }
    inverse
};

/// No class has so many positions: jumps leave two parities at least as they are.
const FREE: u64 = u64::MAX.wrapping_mul(ODD);

/// How far beyond its place an index may stand.
const OVERFLOW: usize = 64;

impl Found {
    /// An empty set with room for about this many.
    pub(super) fn with_room_for(indices: usize) -> Self {
        let bits = (2 * indices.max(16)).next_power_of_two().ilog2();
        Self { slots: vec![FREE; (1 << bits) + OVERFLOW], shift: 64 - bits, len: 0 }
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
        self.grow();
        self.insert_scrambled(scrambled);
    }

    #[cold]
    fn grow(&mut self) {
        let mut larger = Self::with_room_for(1 << (64 - self.shift));
        for &scrambled in self.slots.iter().filter(|&&slot| slot != FREE) {
            larger.insert_scrambled(scrambled);
        }
        *self = larger;
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
            let mut found = Found::with_room_for(0);
            let spread = |index: u64| if index < 2500 { index } else { index.wrapping_mul(far) / 2 };
            indices.iter().for_each(|&index| found.insert(spread(index)));
            let distinct: BTreeSet<u64> = indices.iter().map(|&index| spread(index)).collect();
            prop_assert_eq!(found.len(), distinct.len());
            prop_assert_eq!(found.into_sorted(), distinct.into_iter().collect::<Vec<_>>());
        }
    }
}
