//! Large arrays of words: fresh memory that is zero, in huge pages where the system has them, and how
//! much there is of it.

use std::ops::{Deref, DerefMut};

use super::SolveError;

/// An array of words.
pub(super) enum Words {
    /// On the heap.
    Owned(Vec<u64>),
    /// Fresh pages of the system.
    #[cfg(feature = "parallel")]
    Mapped(memmap2::MmapMut),
}

impl Words {
    /// This many words, all zero.
    pub fn zeroed(words: usize) -> Result<Self, SolveError> {
        let too_large = || SolveError::OutOfMemory { needed: words as u64 * 8 };
        #[cfg(feature = "parallel")]
        if words >= 1 << 16 {
            let map = memmap2::MmapMut::map_anon(words * 8).map_err(|_| too_large())?;
            // Only a wish: without it everything works, a little slower.
            #[cfg(target_os = "linux")]
            let _ = map.advise(memmap2::Advice::HugePage);
            return Ok(Self::Mapped(map));
        }
        let mut owned = Vec::new();
        owned.try_reserve_exact(words).map_err(|_| too_large())?;
        owned.resize(words, 0);
        Ok(Self::Owned(owned))
    }
}

impl Deref for Words {
    type Target = [u64];
    fn deref(&self) -> &[u64] {
        match self {
            Self::Owned(words) => words,
            #[cfg(feature = "parallel")]
            Self::Mapped(map) => bytemuck::cast_slice(map),
        }
    }
}

impl DerefMut for Words {
    fn deref_mut(&mut self) -> &mut [u64] {
        match self {
            Self::Owned(words) => words,
            #[cfg(feature = "parallel")]
            Self::Mapped(map) => bytemuck::cast_slice_mut(map),
        }
    }
}

/// The memory in bytes that can still be had, where the system tells.
#[must_use]
pub fn available_memory() -> Option<u64> {
    let line = |text: &str, name: &str| -> Option<u64> {
        let rest = text.lines().find_map(|line| line.strip_prefix(name))?;
        rest.split_whitespace().next()?.parse().ok()
    };
    let system = std::fs::read_to_string("/proc/meminfo").ok()?;
    let free = line(&system, "MemAvailable:")?.saturating_mul(1024);
    let number = |path: &str| std::fs::read_to_string(path).ok()?.trim().parse::<u64>().ok();
    let limit = number("/sys/fs/cgroup/memory.max")
        .map(|limit| limit.saturating_sub(number("/sys/fs/cgroup/memory.current").unwrap_or(0)));
    Some(limit.map_or(free, |limit| limit.min(free)))
}
