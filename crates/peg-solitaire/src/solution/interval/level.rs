//! A level: a set of dense indices. A few memory accesses find and number an index, and neighbours
//! in the set are neighbours in memory. Knows nothing about boards or games, and never changes.
//!
//! It is a tree of bit masks. Six bits of an index at a time choose a child of a branch. The
//! children of a branch lie side by side, so it holds a bit for each and the number of the first.
//! The leading bits number an array of branches, the first layer. In the last layer the numbers are
//! those of the members themselves:
//!
//! ```text
//!  index     | leading bits | six bits | six bits |
//!                    |           |          |
//!  branches     [... at ...]     |          |
//!                    |           |          |
//!               mask, first  ->  at  ->  mask, first  ->  number
//! ```

use std::ops::Range;

use super::{POSITIONS, SMALL_LEVEL};
use crate::Result;
use crate::bits::ones;
use crate::memory::{self, reserve};

/// A set of dense indices, numbered from 0 in their order.
#[derive(Clone, Debug, Default)]
pub(super) struct Level {
    /// The first layer: a branch for every value of the leading bits.
    first: Vec<Branch>,
    /// How many bits follow the leading ones.
    leading: u32,
    /// The other layers: only branches with children, and one without at the end.
    others: Vec<Vec<Branch>>,
    len: usize,
}

/// Up to 64 children side by side in the next layer, or members numbered one after the other.
#[derive(Clone, Copy, Debug, Default)]
#[repr(Rust, packed(4))]
struct Branch {
    children: u64,
    first: u32,
}

/// The members of a level among 64 consecutive indices.
#[derive(Clone, Copy, Debug)]
pub(super) struct Word {
    pub(super) first: u64,
    /// A bit for each index that is a member.
    pub(super) members: u64,
}

impl Word {
    #[inline]
    pub(super) fn indices(self) -> impl Iterator<Item = u64> {
        ones(self.members).map(move |bit| self.first | u64::from(bit))
    }
}

impl Branch {
    /// A branch without children, which gives the place where they would be.
    const fn childless(first: u32) -> Self {
        Self { children: 0, first }
    }

    /// Whether the child that the lowest six bits choose exists; and its number, or that of the
    /// next.
    #[inline(always)]
    fn child(self, bits: u64) -> (bool, u32) {
        let before = self.children & ((1 << (bits & 63)) - 1);
        (
            self.children >> (bits & 63) & 1 == 1,
            self.first + before.count_ones(),
        )
    }
}

/// An unfinished look-up: an index and its purpose.
#[derive(Clone, Copy, Debug)]
pub(super) struct Lookup<T> {
    index: u64,
    /// The number of a branch in the next layer; after the last layer, the number of the index
    /// itself.
    at: u32,
    purpose: T,
}

/// The number of bits of an index that a branch resolves.
const BRANCH_BITS: u32 = 6;

/// A tree that gets indices in ascending order.
struct Growing {
    /// The branches of the first layer, of which there will be `width`.
    width: usize,
    first: Vec<Branch>,
    /// The other layers, from the last one upwards.
    others: Vec<Layer>,
}

/// A layer, and the name of its last branch: the leading bits of the indices below it.
#[derive(Clone)]
struct Layer {
    branches: Vec<Branch>,
    last_name: u64,
}

impl Layer {
    const EMPTY: Self = Self {
        branches: Vec::new(),
        last_name: u64::MAX,
    };
}

impl Growing {
    /// Adds the member with this number.
    #[inline]
    fn add(&mut self, number: u32, index: u64) -> Result<()> {
        // What the branch of a layer holds: members in the last one, branches in the others.
        let mut held = number;
        let mut name = index;
        for layer in &mut self.others {
            let child = 1 << (name & 63);
            name >>= BRANCH_BITS;
            if layer.last_name == name
                && let Some(last) = layer.branches.last_mut()
            {
                last.children |= child;
                return Ok(());
            }

            layer.last_name = name;
            reserve(|| POSITIONS, &mut layer.branches, 1)?;
            layer.branches.push(Branch {
                children: child,
                first: held,
            });
            held = layer.branches.len() as u32 - 1;
        }

        let at = (name >> BRANCH_BITS) as usize;
        let child = 1 << (name & 63);
        if at < self.first.len() {
            self.first[at].children |= child;
            return Ok(());
        }
        // The list has room for all.
        self.first.resize(at, Branch::childless(held));
        self.first.push(Branch {
            children: child,
            first: held,
        });
        Ok(())
    }

    /// The first layer of `len` members, and the others from there on.
    fn finish(self, len: usize) -> Result<(Vec<Branch>, Vec<Vec<Branch>>)> {
        let Self {
            width,
            mut first,
            others,
        } = self;
        let end = others.last().map_or(len, |layer| layer.branches.len());
        first.resize(width.max(first.len()), Branch::childless(end as u32));

        let mut finished = Vec::new();
        for Layer { mut branches, .. } in others.into_iter().rev() {
            reserve(|| POSITIONS, &mut branches, 1)?;
            branches.push(Branch::default());
            branches.shrink_to_fit();
            finished.push(branches);
        }
        Ok((first, finished))
    }
}

impl Level {
    /// The set of `len` indices below `2^rank`, in ascending order.
    pub(super) fn of(len: usize, indices: impl Iterator<Item = u64>, rank: usize) -> Result<Self> {
        let depth = depth(rank as u32, len);
        let mut tree = Growing {
            width: 1_usize << (rank as u32).saturating_sub(BRANCH_BITS * depth),
            first: Vec::new(),
            others: vec![Layer::EMPTY; depth as usize - 1],
        };
        tree.first = memory::list(|| POSITIONS, tree.width)?;
        if let Some(last) = tree.others.first_mut() {
            last.branches = memory::list(|| POSITIONS, len + 1)?;
        }

        for (number, index) in indices.enumerate() {
            tree.add(number as u32, index)?;
        }
        let (first, others) = tree.finish(len)?;
        Ok(Self {
            first,
            leading: BRANCH_BITS * depth,
            others,
            len,
        })
    }

    pub(super) fn len(&self) -> usize {
        self.len
    }

    pub(super) fn number(&self, index: u64) -> Option<usize> {
        let (exists, lookup) = self.begin(index, ());
        let (mut lookups, mut found) = ([lookup], [(0, ()); 2]);
        let found = self.finish(&mut lookups[..usize::from(exists)], &mut found, |_| ());
        found.first().map(|&(number, ())| number as usize)
    }

    /// Begins a look-up: whether the index may be a member, and if so the look-up to
    /// [finish](Self::finish).
    #[inline(always)]
    pub(super) fn begin<T: Copy>(&self, index: u64, purpose: T) -> (bool, Lookup<T>) {
        let child = index >> (self.leading - BRANCH_BITS);
        let (exists, at) = self.first[(child >> BRANCH_BITS) as usize].child(child);
        (exists, Lookup { index, at, purpose })
    }

    /// Finishes many look-ups: the numbers of the indices that are members, each with its purpose,
    /// in the same order. They are written to `found`, which has room for one more than there are
    /// look-ups. `candidate` receives, a little earlier, every number that may be among them.
    /// Branch-free: hits are unpredictable.
    #[inline(always)]
    pub(super) fn finish<'s, T: Copy>(
        &self,
        lookups: &mut [Lookup<T>],
        found: &'s mut [(u32, T)],
        mut candidate: impl FnMut(usize),
    ) -> &'s [(u32, T)] {
        let Some((last, others)) = self.others.split_last() else {
            for (lookup, found) in lookups.iter().zip(&mut *found) {
                *found = (lookup.at, lookup.purpose);
            }
            return &found[..lookups.len()];
        };

        let mut left = lookups.len();
        let mut shift = self.leading - BRANCH_BITS;
        for layer in others {
            shift -= BRANCH_BITS;
            let mut kept = 0;
            for place in 0..left {
                let lookup = lookups[place];
                let (exists, at) = layer[lookup.at as usize].child(lookup.index >> shift);
                lookups[kept] = Lookup { at, ..lookup };
                kept += usize::from(exists);
            }
            left = kept;
        }

        let mut kept = 0;
        for lookup in &lookups[..left] {
            let (exists, at) = last[lookup.at as usize].child(lookup.index);
            candidate(at as usize);
            found[kept] = (at, lookup.purpose);
            kept += usize::from(exists);
        }
        &found[..kept]
    }

    pub(super) fn words(&self, part: Range<usize>) -> LevelWords<'_> {
        LevelWords {
            level: self,
            part,
            path: Vec::new(),
        }
    }

    pub(super) fn indices(&self) -> impl Iterator<Item = u64> {
        self.words(0..self.first.len()).flat_map(Word::indices)
    }

    /// The number of the first member below a branch of the first layer, or below those after it.
    fn first_number(&self, branch: &Branch) -> usize {
        let mut at = branch.first as usize;
        for layer in &self.others {
            // The last one has no children.
            at = if at < layer.len() - 1 {
                layer[at].first as usize
            } else {
                self.len
            };
        }
        at
    }

    /// How many parts keep all threads busy.
    pub(super) fn pieces(&self) -> usize {
        (self.len / SMALL_LEVEL).clamp(1, 64)
    }

    /// Splits the level into at most `count` parts of about equally many members. A part is a range
    /// of branches of the first layer, and the range of its members' numbers.
    pub(super) fn parts(&self, count: usize) -> Vec<(Range<usize>, Range<usize>)> {
        let mut parts = Vec::new();
        let mut at = 0;
        let mut number = 0;
        for part in 1..=count {
            let is_before = |branch: &Branch| self.first_number(branch) < self.len * part / count;
            let end = if part == count {
                self.first.len()
            } else {
                at + self.first[at..].partition_point(is_before)
            };
            let next = match self.first.get(end) {
                Some(branch) => self.first_number(branch),
                None => self.len,
            };

            if end > at {
                parts.push((at..end, number..next));
            }
            at = end;
            number = next;
        }
        parts
    }
}

/// The members of a part of a level.
pub(super) struct LevelWords<'l> {
    level: &'l Level,
    /// The branches of the first layer still to visit.
    part: Range<usize>,
    /// Of a branch of the first layer, of one of its children, and so on, the name, and the
    /// children still to visit.
    path: Vec<(u64, Branch)>,
}

impl Iterator for LevelWords<'_> {
    type Item = Word;

    #[inline(always)]
    fn next(&mut self) -> Option<Word> {
        loop {
            let others = &self.level.others[self.path.len().saturating_sub(1)..];
            let (branch, name) = match self.path.last_mut() {
                None => {
                    let at = self.part.next()?;
                    (self.level.first[at], at as u64)
                }
                Some((_, Branch { children: 0, .. })) => {
                    self.path.pop();
                    continue;
                }
                Some((name, rest)) => {
                    let bits = u64::from(rest.children.trailing_zeros());
                    let branch = others[0][rest.first as usize];
                    rest.children &= rest.children - 1;
                    rest.first += 1;
                    (branch, *name << BRANCH_BITS | bits)
                }
            };

            if self.path.len() < self.level.others.len() {
                self.path.push((name, branch));
            } else if branch.children != 0 {
                return Some(Word {
                    first: name << BRANCH_BITS,
                    members: branch.children,
                });
            }
        }
    }
}

/// The number of layers for a level of `len` members: enough that the first is not much larger than
/// the level.
fn depth(rank: u32, len: usize) -> u32 {
    let leading = (2 * len.max(32)).ilog2();
    rank.saturating_sub(leading).div_ceil(BRANCH_BITS).max(1)
}
