//! The memory that work in the worker may use. A page can't see how much memory there is, and a
//! browser ends a page that takes too much; so long lists beyond a limit are refused, and the
//! library says what they were for.

#![allow(unsafe_code, reason = "an allocator has no safe form")]

use std::alloc::{GlobalAlloc, Layout, System};
use std::sync::atomic::{AtomicUsize, Ordering};

/// Smaller requests are always granted: short lists can't be refused.
const LARGE: usize = 1 << 18;

static LIMIT: AtomicUsize = AtomicUsize::new(usize::MAX);
static USED: AtomicUsize = AtomicUsize::new(0);

/// Refuses long lists from now on that would take more than this many bytes together with what is
/// in use.
pub fn limit(bytes: usize) {
    LIMIT.store(bytes, Ordering::Relaxed);
}

/// The bytes in use.
pub fn used() -> usize {
    USED.load(Ordering::Relaxed)
}

/// The system's allocator with a limit.
pub struct Limited;

impl Limited {
    fn grants(size: usize) -> bool {
        size < LARGE || used().saturating_add(size) <= LIMIT.load(Ordering::Relaxed)
    }

    /// Counts a block that was made.
    fn counted(block: *mut u8, size: usize) -> *mut u8 {
        if !block.is_null() {
            USED.fetch_add(size, Ordering::Relaxed);
        }
        block
    }
}

// SAFETY: everything is left to the system's allocator; refusing is always allowed.
unsafe impl GlobalAlloc for Limited {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        if !Self::grants(layout.size()) {
            return std::ptr::null_mut();
        }
        // SAFETY: the caller's promises hold for the system's allocator.
        Self::counted(unsafe { System.alloc(layout) }, layout.size())
    }

    unsafe fn alloc_zeroed(&self, layout: Layout) -> *mut u8 {
        if !Self::grants(layout.size()) {
            return std::ptr::null_mut();
        }
        // SAFETY: as above.
        Self::counted(unsafe { System.alloc_zeroed(layout) }, layout.size())
    }

    unsafe fn dealloc(&self, block: *mut u8, layout: Layout) {
        USED.fetch_sub(layout.size(), Ordering::Relaxed);
        // SAFETY: as above.
        unsafe { System.dealloc(block, layout) }
    }

    unsafe fn realloc(&self, block: *mut u8, layout: Layout, size: usize) -> *mut u8 {
        // While it moves, a block is there twice.
        if size > layout.size() && !Self::grants(size) {
            return std::ptr::null_mut();
        }

        // SAFETY: as above.
        let moved = Self::counted(unsafe { System.realloc(block, layout, size) }, size);
        if !moved.is_null() {
            USED.fetch_sub(layout.size(), Ordering::Relaxed);
        }
        moved
    }
}

#[cfg(target_arch = "wasm32")]
#[global_allocator]
static ALLOCATOR: Limited = Limited;
