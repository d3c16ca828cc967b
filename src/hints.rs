//! Hints to processor and system how memory is going to be used. They change no result, only how long the program waits for
//! memory.

/// Tells the processor that an element of a list will be read soon; one that is beyond its end is nobody's concern.
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

/// An empty list with room for so many elements, in huge pages where the system has them.
#[allow(unsafe_code)]
pub(crate) fn large_list<T>(capacity: usize) -> Vec<T> {
    let list = Vec::with_capacity(capacity);
    #[cfg(target_os = "linux")]
    {
        use rustix::mm::{Advice, madvise};
        const HUGE_PAGE: usize = 1 << 21;
        let first = list.as_ptr() as usize;
        let end = (first + capacity * size_of::<T>()) / HUGE_PAGE * HUGE_PAGE;
        let first = first.next_multiple_of(HUGE_PAGE);
        if end > first {
            // SAFETY: the pages belong to the list, and it does not matter to anybody what size they have.
            // Without them everything works, a little slower.
            let _ = unsafe { madvise(first as *mut _, end - first, Advice::LinuxHugepage) };
        }
    }
    list
}
