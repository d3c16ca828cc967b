//! A level: a set of dense indices, kept so that one is found and numbered within a few memory accesses, and so that what
//! is near in the set is near in memory. It needs nothing of boards or games; it never changes once it is made.
//!
//! It is a tree of bit masks. Six bits of an index at a time choose a child of a branch; the children that are there lie side by
//! side, so a branch holds a bit for each and the number of the first. The bits that lead to the first branch
//! number an array. At the leaves the numbers are those of the members themselves:
//!
//! ```text
//!  index     | leading bits | six bits | six bits |
//!                    |           |          |
//!  branches     [... at ...]     |          |
//!                    |           |          |
//!               mask, first  ->  at  ->  mask, first  ->  number
//! ```

use std::ops::Range;

/// A set of dense indices, numbered from 0 in their order.
#[derive(Clone, Debug, Default)]
pub(super) struct Level {
    /// The first layer has a branch for every content of the leading bits, the others only those that are needed, and one
    /// without children at the end.
    layers: Vec<Vec<Branch>>,
    len: usize,
}

/// Up to 64 children that lie side by side in the next layer, or members whose numbers follow each other.
#[derive(Clone, Copy, Debug, Default)]
struct Branch {
    children: u64,
    first: u32,
}

/// Members of a level among 64 indices that follow each other.
#[derive(Clone, Copy, Debug)]
pub(super) struct Word {
    /// The first of the 64.
    pub(super) first: u64,
    /// A bit for each that is a member.
    pub(super) members: u64,
}

impl Word {
    /// The members.
    #[inline]
    pub(super) fn indices(self) -> impl Iterator<Item = u64> {
        ones(self.members).map(move |bit| self.first | bit)
    }
}

impl Branch {
    /// Whether the child of these six bits (others are left aside) is there, as bit 0; and its number, or that of the next.
    #[inline(always)]
    fn child(self, bits: u64) -> (u64, usize) {
        let before = self.children & ((1 << (bits & 63)) - 1);
        (self.children >> (bits & 63), self.first as usize + before.count_ones() as usize)
    }
}

/// How many bits of an index a branch decides.
const BRANCH_BITS: u32 = 6;

impl Level {
    /// The set of these indices below `2^rank`.
    pub(super) fn of(indices: impl IntoIterator<Item = u64>, rank: usize) -> Self {
        let mut sorted: Vec<u64> = indices.into_iter().collect();
        sorted.sort_unstable();
        sorted.dedup();
        Self::of_sorted(&[sorted], rank)
    }

    /// The set of these indices below `2^rank`: lists of ascending ones, each list beyond the last.
    pub(super) fn of_sorted(lists: &[Vec<u64>], rank: usize) -> Self {
        let len = lists.iter().map(Vec::len).sum();
        let depth = depth(rank as u32, len);
        let (mut branches, mut names) = branches(lists.iter().flatten().copied());
        let mut layers = Vec::new();
        for _ in 1..depth {
            let (above, above_names) = self::branches(names.into_iter());
            branches.push(Branch::default());
            layers.push(std::mem::replace(&mut branches, above));
            names = above_names;
        }
        let width = 1_usize << (rank as u32).saturating_sub(BRANCH_BITS * depth);
        let mut first = Vec::with_capacity(width);
        for (branch, name) in branches.into_iter().zip(names) {
            // A branch without children knows where they would be.
            first.resize(name as usize, Branch { children: 0, first: branch.first });
            first.push(branch);
        }
        let end = layers.last().map_or(len, |layer| layer.len() - 1) as u32;
        first.resize(width.max(first.len()), Branch { children: 0, first: end });
        layers.push(first);
        layers.reverse();
        Self { layers, len }
    }

    /// The number of members.
    pub(super) fn len(&self) -> usize {
        self.len
    }

    pub(super) fn is_empty(&self) -> bool {
        self.len == 0
    }

    /// The number of an index, if it is a member.
    #[inline]
    pub(super) fn number(&self, index: u64) -> Option<usize> {
        Some(self.number_or_len(index)).filter(|&number| number < self.len)
    }

    /// The number of an index, or that of members if it is none: without branches of the program, as nobody can foresee
    /// which it is.
    #[inline(always)]
    pub(super) fn number_or_len(&self, index: u64) -> usize {
        // What large levels of most boards have, with all shifts known.
        if let [first, second] = self.layers.as_slice() {
            let at = (index >> (2 * BRANCH_BITS)) as usize;
            let branch = first.get(at).copied().unwrap_or_default();
            let (inner, at) = branch.child(index >> BRANCH_BITS);
            let (member, number) = second.get(at).copied().unwrap_or_default().child(index);
            return if inner & member & 1 == 1 { number } else { self.len };
        }
        let mut shift = BRANCH_BITS * self.layers.len() as u32;
        let mut at = index.checked_shr(shift).unwrap_or(0) as usize;
        let mut there = 1;
        for layer in &self.layers {
            shift -= BRANCH_BITS;
            let (child, number) = layer.get(at).copied().unwrap_or_default().child(index >> shift);
            there &= child;
            at = number;
        }
        if there & 1 == 1 { at } else { self.len }
    }

    /// The members of a [part](Self::parts).
    pub(super) fn words(&self, part: Range<usize>) -> Vec<Word> {
        let mut words = Vec::new();
        for at in part {
            self.walk(0, at, at as u64, &mut words);
        }
        words
    }

    fn walk(&self, layer: usize, at: usize, name: u64, words: &mut Vec<Word>) {
        let Branch { children, first } = self.layers[layer][at];
        if layer + 1 < self.layers.len() {
            for (child, bits) in ones(children).enumerate() {
                self.walk(layer + 1, first as usize + child, name << BRANCH_BITS | bits, words);
            }
        } else if children != 0 {
            words.push(Word { first: name << BRANCH_BITS, members: children });
        }
    }

    /// All members, in order.
    pub(super) fn indices(&self) -> Vec<u64> {
        self.words(0..self.width()).into_iter().flat_map(Word::indices).collect()
    }

    /// The number of branches of the first layer.
    fn width(&self) -> usize {
        self.layers.first().map_or(0, Vec::len)
    }

    /// The number of the first member of a branch of the first layer, or of those after it.
    fn first_number(&self, at: usize) -> usize {
        let (mut at, mut layers) = (at, self.layers.iter());
        if let Some(layer) = layers.next() {
            at = layer.get(at).map_or(usize::MAX, |branch| branch.first as usize);
        }
        for layer in layers {
            // The last one has no children.
            at = if at < layer.len() - 1 { layer[at].first as usize } else { usize::MAX };
        }
        at.min(self.len)
    }

    /// Splits the level into about `count` parts of about equally many members: each with the number of its first
    /// member, and that of the first after it.
    pub(super) fn parts(&self, count: usize) -> Vec<(Range<usize>, Range<usize>)> {
        let width = self.width();
        let mut parts = Vec::new();
        let (mut at, mut number) = (0, 0);
        for part in 1..=count {
            let wanted = self.len * part / count;
            let (mut low, mut high) = (at, width);
            while low < high {
                let middle = (low + high) / 2;
                if self.first_number(middle) < wanted { low = middle + 1 } else { high = middle }
            }
            let end = if part == count { width } else { low };
            let next = if end == width { self.len } else { self.first_number(end) };
            if end > at {
                parts.push((at..end, number..next));
            }
            (at, number) = (end, next);
        }
        parts
    }
}

/// How many layers a level of so many members has: so many that the first is not much larger than the level.
fn depth(rank: u32, len: usize) -> u32 {
    let leading = (2 * len.max(32)).ilog2();
    rank.saturating_sub(leading).div_ceil(BRANCH_BITS).max(1)
}

/// The branches that lead to these ascending indices, or to other branches, and their names: what the six bits leave.
fn branches(indices: impl Iterator<Item = u64>) -> (Vec<Branch>, Vec<u64>) {
    let mut branches: Vec<Branch> = Vec::new();
    let mut names: Vec<u64> = Vec::new();
    for (number, index) in indices.enumerate() {
        let bit = 1 << (index & 63);
        match (names.last(), branches.last_mut()) {
            (Some(&name), Some(branch)) if name == index >> BRANCH_BITS => branch.children |= bit,
            _ => {
                names.push(index >> BRANCH_BITS);
                branches.push(Branch { children: bit, first: number as u32 });
            }
        }
    }
    (branches, names)
}

/// The numbers of the bits that are set.
#[inline]
pub(super) fn ones(mut bits: u64) -> impl Iterator<Item = u64> {
    std::iter::from_fn(move || {
        let bit = (bits != 0).then(|| u64::from(bits.trailing_zeros()))?;
        bits &= bits - 1;
        Some(bit)
    })
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use proptest::prelude::*;

    use super::*;

    proptest! {
        #[test]
        fn a_level_numbers_its_members_in_order(
            rank in 1_usize..=64,
            seeds in prop::collection::vec(any::<u64>(), 0..3000),
            near: bool,
        ) {
            let mask = u64::MAX >> (64 - rank);
            let mask = if near { mask & 0x1FFF } else { mask };
            let members: BTreeSet<u64> = seeds.iter().map(|seed| seed & mask).collect();
            let level = Level::of(seeds.iter().map(|seed| seed & mask), rank);
            prop_assert_eq!(level.len(), members.len());
            prop_assert_eq!(level.indices(), members.iter().copied().collect::<Vec<_>>());
            for (number, &index) in members.iter().enumerate() {
                prop_assert_eq!(level.number(index), Some(number));
                let next = index.wrapping_add(1) & mask;
                prop_assert_eq!(level.number(next).is_some(), members.contains(&next));
            }
            for count in [1, 2, 7] {
                let mut seen = 0;
                for (part, numbers) in level.parts(count) {
                    prop_assert_eq!(numbers.start, seen);
                    for index in level.words(part).into_iter().flat_map(Word::indices) {
                        prop_assert_eq!(level.number(index), Some(seen));
                        seen += 1;
                    }
                    prop_assert_eq!(numbers.end, seen);
                }
                prop_assert_eq!(seen, level.len());
            }
        }
    }
}
