//! What holds the kept blocks of a set: memory, or what reads or computes each when it is needed.

use std::fmt;
use std::path::Path;
use std::sync::Arc;

use crate::{Result, memory};

/// The kept blocks of a set, by their places. A failure to read one is an error and no answer.
pub trait Blocks: Sync {
    /// The words of the kept block at this place. None if nothing in it is in the set, or if it is
    /// to be left out. `room` is for words that have to be read or computed first.
    fn words<'a>(&'a self, place: usize, room: &'a mut Vec<u64>) -> Result<Option<&'a [u64]>>;

    /// Whether a bit of the kept block at this place is set.
    fn has(&self, place: usize, bit: u64) -> Result<bool> {
        let mut room = Vec::new();
        let words = self.words(place, &mut room)?;
        Ok(words.is_some_and(|words| is_set(words, bit)))
    }

    /// Asks the processor to fetch a bit that will be looked up soon, if it is in memory.
    fn prefetch(&self, _place: usize, _bit: u64) {}

    /// Checks that what is stated of the positions of a slice, by number of pegs, is what was
    /// counted.
    ///
    /// # Errors
    /// When something else is stated.
    fn require(&self, _slice: usize, _counted: &[u64]) -> Result<()> {
        Ok(())
    }

    /// The folder that the blocks are read from.
    fn path(&self) -> Option<&Path> {
        None
    }
}

fn is_set(words: &[u64], bit: u64) -> bool {
    words[(bit / 64) as usize] >> (bit % 64) & 1 == 1
}

/// Blocks that are borrowed.
impl<B: Blocks> Blocks for &B {
    fn words<'a>(&'a self, place: usize, room: &'a mut Vec<u64>) -> Result<Option<&'a [u64]>> {
        (**self).words(place, room)
    }

    fn has(&self, place: usize, bit: u64) -> Result<bool> {
        (**self).has(place, bit)
    }

    fn prefetch(&self, place: usize, bit: u64) {
        (**self).prefetch(place, bit);
    }

    fn require(&self, slice: usize, counted: &[u64]) -> Result<()> {
        (**self).require(slice, counted)
    }

    fn path(&self) -> Option<&Path> {
        (**self).path()
    }
}

/// All kept blocks, in the order of their places.
pub struct InMemory {
    pub(in crate::solve) words: Vec<u64>,
    /// The number of words of a block.
    pub(in crate::solve) size: usize,
}

impl fmt::Debug for InMemory {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("InMemory").finish_non_exhaustive()
    }
}

impl Blocks for InMemory {
    fn words<'a>(&'a self, place: usize, _: &'a mut Vec<u64>) -> Result<Option<&'a [u64]>> {
        Ok(Some(&self.words[place * self.size..][..self.size]))
    }

    #[inline]
    fn has(&self, place: usize, bit: u64) -> Result<bool> {
        Ok(is_set(&self.words[place * self.size..], bit))
    }

    #[inline]
    fn prefetch(&self, place: usize, bit: u64) {
        memory::prefetch(&self.words, place * self.size + (bit / 64) as usize);
    }
}

/// Blocks that may have to be read from disk, or computed from others, when they are asked for. They
/// are shared: cloning them is cheap.
#[derive(Clone)]
pub struct Lazy(Arc<dyn Blocks + Send>);

impl Lazy {
    pub(in crate::solve) fn new(blocks: impl Blocks + Send + 'static) -> Self {
        Self(Arc::new(blocks))
    }
}

impl fmt::Debug for Lazy {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Lazy").finish_non_exhaustive()
    }
}

impl Blocks for Lazy {
    fn words<'a>(&'a self, place: usize, room: &'a mut Vec<u64>) -> Result<Option<&'a [u64]>> {
        self.0.words(place, room)
    }

    fn has(&self, place: usize, bit: u64) -> Result<bool> {
        self.0.has(place, bit)
    }

    fn prefetch(&self, place: usize, bit: u64) {
        self.0.prefetch(place, bit);
    }

    fn require(&self, slice: usize, counted: &[u64]) -> Result<()> {
        self.0.require(slice, counted)
    }

    fn path(&self) -> Option<&Path> {
        self.0.path()
    }
}
