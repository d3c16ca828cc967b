//! Arrays of words for sets of millions of positions: fresh memory that is zero, in huge pages where the system has them.

use std::borrow::Cow;
use std::fmt;
use std::ops::{Deref, DerefMut};

use super::{MemoryError, zeros};

/// An array of words.
pub struct HugeArray(Pages);

enum Pages {
    /// On the heap.
    Heap(Vec<u64>),
    /// Fresh pages of the system.
    #[cfg(feature = "parallel")]
    Mapped(memmap2::MmapMut),
}

impl HugeArray {
    /// This many words, all zero. `what` says what they are for.
    pub(crate) fn zeroed<W: Into<Cow<'static, str>>>(
        what: impl FnOnce() -> W,
        words: usize,
    ) -> Result<Self, MemoryError> {
        #[cfg(feature = "parallel")]
        if words >= 1 << 16 {
            let map = || memmap2::MmapMut::map_anon(words * 8).ok();
            let map = super::allocate(super::bytes_of::<u64>(words), map);
            let map = super::or_refuse(what, map)?;
            // A hint: without huge pages everything works, a little slower.
            #[cfg(target_os = "linux")]
            let _ = map.advise(memmap2::Advice::HugePage);
            return Ok(Self(Pages::Mapped(map)));
        }
        Ok(Self(Pages::Heap(zeros(what, words)?)))
    }
}

impl fmt::Debug for HugeArray {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} words", self.len())
    }
}

impl Deref for HugeArray {
    type Target = [u64];
    fn deref(&self) -> &[u64] {
        match &self.0 {
            Pages::Heap(words) => words,
            #[cfg(feature = "parallel")]
            Pages::Mapped(map) => bytemuck::cast_slice(map),
        }
    }
}

impl DerefMut for HugeArray {
    fn deref_mut(&mut self) -> &mut [u64] {
        match &mut self.0 {
            Pages::Heap(words) => words,
            #[cfg(feature = "parallel")]
            Pages::Mapped(map) => bytemuck::cast_slice_mut(map),
        }
    }
}
