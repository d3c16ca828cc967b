//! Telling the processor what will be read soon. It changes no result, only how long the program waits for memory.

/// Asks for an element of a list; one that is beyond its end is nobody's concern.
#[inline(always)]
#[allow(unsafe_code)]
pub(crate) fn prefetch<T>(list: &[T], at: usize) {
    #[cfg(target_arch = "x86_64")]
    // SAFETY: nothing is read or written: an address that does not exist is left alone.
    unsafe {
        use std::arch::x86_64::{_MM_HINT_T0, _mm_prefetch};
        _mm_prefetch::<_MM_HINT_T0>(list.as_ptr().wrapping_add(at).cast());
    }
    #[cfg(not(target_arch = "x86_64"))]
    let _ = (list, at);
}
