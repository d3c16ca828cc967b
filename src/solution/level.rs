//! A level: a set of positions, kept so that one is found, and numbered, within two memory accesses.
//! It needs nothing of boards or games; it never changes once it is made.
//!
//! The codes are scrambled by a one-to-one function and sorted. As scrambled codes lie evenly, the
//! leading bits tell nearly where one stands; a directory holds where each run of equal leading bits begins.

#[cfg(feature = "parallel")]
use rayon::prelude::*;

/// A set of position codes, numbered from 0.
#[derive(Clone, Debug, Default)]
pub(super) struct Level {
    scrambled: Vec<u64>,
    directory: Vec<u32>,
    /// How many bits of a scrambled code are not leading bits.
    shift: u32,
}

/// An odd number with its inverse modulo 2^64: 2^64 over the golden ratio, as in Fibonacci hashing.
const ODD: u64 = 0x9E37_79B9_7F4A_7C15;
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

#[inline]
const fn scramble(code: u64) -> u64 {
    (code ^ code >> 32).wrapping_mul(ODD)
}

#[inline]
const fn unscramble(scrambled: u64) -> u64 {
    let code = scrambled.wrapping_mul(INVERSE);
    code ^ code >> 32
}

/// The shift that leaves about `log2(size)` leading bits, and at least one.
fn shift_for(size: usize) -> u32 {
    64 - size.max(2).next_power_of_two().ilog2()
}

impl Level {
    /// The set of these codes.
    pub(super) fn of(codes: impl IntoIterator<Item = u64>) -> Self {
        let mut scrambled: Vec<u64> = codes.into_iter().map(scramble).collect();
        scrambled.sort_unstable();
        scrambled.dedup();
        Self::of_sorted(scrambled)
    }

    /// The union of these sets.
    pub(super) fn union(sets: Vec<CodeSet>, keep: impl Fn(u64) -> bool + Sync) -> Self {
        let one = sets.len() == 1;
        let drain = |set: CodeSet| set.into_sorted(&keep);
        #[cfg(feature = "parallel")]
        let parts: Vec<Vec<u64>> = sets.into_par_iter().map(drain).collect();
        #[cfg(not(feature = "parallel"))]
        let parts: Vec<Vec<u64>> = sets.into_iter().map(drain).collect();
        let mut scrambled = parts.concat();
        if !one {
            #[cfg(feature = "parallel")]
            scrambled.par_sort_unstable();
            #[cfg(not(feature = "parallel"))]
            scrambled.sort_unstable();
            scrambled.dedup();
        }
        Self::of_sorted(scrambled)
    }

    fn of_sorted(scrambled: Vec<u64>) -> Self {
        let shift = shift_for(scrambled.len());
        let mut directory = Vec::with_capacity((1 << (64 - shift)) + 1);
        directory.push(0);
        for (number, code) in scrambled.iter().enumerate() {
            let lead = (code >> shift) as usize;
            while directory.len() <= lead {
                directory.push(number as u32);
            }
        }
        directory.resize((1 << (64 - shift)) + 1, scrambled.len() as u32);
        Self { scrambled, directory, shift }
    }

    /// The number of codes.
    pub(super) fn len(&self) -> usize {
        self.scrambled.len()
    }

    pub(super) fn is_empty(&self) -> bool {
        self.scrambled.is_empty()
    }

    /// The number of this code, if it is in the set.
    #[inline]
    pub(super) fn number(&self, code: u64) -> Option<usize> {
        let scrambled = scramble(code);
        let lead = (scrambled >> self.shift) as usize;
        let (begin, end) = (self.directory[lead] as usize, self.directory[lead + 1] as usize);
        let run = self.scrambled.get(begin..end)?;
        run.iter().position(|&other| other == scrambled).map(|at| begin + at)
    }

    /// The code of this number, below [`len`](Self::len).
    #[inline]
    pub(super) fn code(&self, number: usize) -> u64 {
        unscramble(self.scrambled[number])
    }

    /// All codes, by number.
    pub(super) fn codes(&self) -> impl ExactSizeIterator<Item = u64> {
        self.scrambled.iter().map(|&scrambled| unscramble(scrambled))
    }

    /// The codes of some numbers.
    pub(super) fn codes_in(&self, numbers: std::ops::Range<usize>) -> impl Iterator<Item = u64> {
        self.scrambled[numbers].iter().map(|&scrambled| unscramble(scrambled))
    }
}

/// A set of codes that grows: open addressing by leading bits, so that it is nearly sorted.
pub(super) struct CodeSet {
    /// [`FREE`] or a scrambled code; beyond the last leading bits some slots for those that overflow.
    slots: Vec<u64>,
    shift: u32,
    len: usize,
}

/// No scrambled code of a position with a predecessor or successor: only a full board of 64 holes has it.
const FREE: u64 = scramble(u64::MAX);

/// How far beyond its place a code may stand.
const OVERFLOW: usize = 64;

impl CodeSet {
    /// An empty set with room for about this many codes.
    pub(super) fn with_room_for(codes: usize) -> Self {
        let shift = shift_for(codes.max(16) * 2);
        Self { slots: vec![FREE; (1 << (64 - shift)) + OVERFLOW], shift, len: 0 }
    }

    #[inline]
    pub(super) fn insert(&mut self, code: u64) {
        self.insert_scrambled(scramble(code));
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

    /// The scrambled codes that are kept, in order.
    fn into_sorted(mut self, keep: impl Fn(u64) -> bool) -> Vec<u64> {
        self.slots.retain(|&slot| slot != FREE && keep(unscramble(slot)));
        // Nothing stands more than a few places from where it belongs, so insertion is quick.
        for at in 1..self.slots.len() {
            let code = self.slots[at];
            let mut place = at;
            while place > 0 && self.slots[place - 1] > code {
                self.slots[place] = self.slots[place - 1];
                place -= 1;
            }
            self.slots[place] = code;
        }
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
        fn scrambling_can_be_undone(code: u64) {
            prop_assert_eq!(unscramble(scramble(code)), code);
        }

        #[test]
        fn a_level_holds_each_code_once(codes in prop::collection::vec(0_u64..5000, 0..3000)) {
            let distinct: BTreeSet<u64> = codes.iter().copied().collect();
            let mut sets = Vec::new();
            for part in codes.chunks(1000) {
                let mut set = CodeSet::with_room_for(0);
                part.iter().for_each(|&code| set.insert(code));
                sets.push(set);
            }
            let even = Level::union(sets, |code| code % 2 == 0);
            prop_assert_eq!(even.len(), distinct.iter().filter(|&code| code % 2 == 0).count());
            let all = Level::of(codes);
            prop_assert_eq!(all.len(), distinct.len());
            for code in 0..5000 {
                let number = all.number(code);
                prop_assert_eq!(number.is_some(), distinct.contains(&code));
                prop_assert!(number.is_none_or(|number| all.code(number) == code));
                prop_assert_eq!(even.number(code).is_some(), distinct.contains(&code) && code % 2 == 0);
            }
        }
    }
}
