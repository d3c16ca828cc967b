//! Arrays of words for sets of millions of positions: fresh memory that is zero, in huge pages where the system has them.

use std::borrow::Cow;
use std::ops::{Deref, DerefMut};

use super::{MemoryError, zeros};

/// An array of words.
pub(crate) enum HugeArray {
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
            let map = super::allocate::<u64, _, _>(what, words, || {
                memmap2::MmapMut::map_anon(words * 8).ok()
            })?;
            // A hint: without huge pages everything works, a little slower.
            #[cfg(target_os = "linux")]
            let _ = map.advise(memmap2::Advice::HugePage);
            return Ok(Self::Mapped(map));
        }
        Ok(Self::Heap(zeros(what, words)?))
    }
}

impl Deref for HugeArray {
    type Target = [u64];
    fn deref(&self) -> &[u64] {
        match self {
            Self::Heap(words) => words,
            #[cfg(feature = "parallel")]
            Self::Mapped(map) => bytemuck::cast_slice(map),
        }
    }
}

impl DerefMut for HugeArray {
    fn deref_mut(&mut self) -> &mut [u64] {
        match self {
            Self::Heap(words) => words,
            #[cfg(feature = "parallel")]
            Self::Mapped(map) => bytemuck::cast_slice_mut(map),
        }
    }
}
