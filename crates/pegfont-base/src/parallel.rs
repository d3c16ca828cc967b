//! Work in pieces, on all threads with the feature `parallel` and on one without it.
//!
//! The threads take the pieces in their order, so the first are done first. If the system refuses
//! the threads, or their memory, the caller does all work.

use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};

/// The number of threads that share the work: those of the thread pool of the caller, or else of
/// the global one. That has a thread for each core, or `RAYON_NUM_THREADS`, but at most four for
/// each core. A program that wants another number builds the global pool before the first work.
pub fn threads() -> usize {
    #[cfg(feature = "parallel")]
    if rayon::current_thread_index().is_some() || has_pool() {
        return rayon::current_num_threads();
    }
    1
}

/// What the C library reserves of a limited address space for the allocations of a thread, and the
/// thread's stack. As much again is left for what is computed.
#[cfg(feature = "parallel")]
const RESERVED: u64 = 132 << 20;

/// The most threads for each core. More only cost memory and time, and thousands of them leave the
/// system no room for anything else.
#[cfg(feature = "parallel")]
const MOST_FOR_A_CORE: usize = 4;

/// Whether there is a global pool. It is built when it is first needed, unless the program has
/// built its own.
#[cfg(feature = "parallel")]
fn has_pool() -> bool {
    static HAS_POOL: std::sync::OnceLock<bool> = std::sync::OnceLock::new();
    *HAS_POOL.get_or_init(|| {
        let cores = std::thread::available_parallelism().map_or(1, usize::from);
        let asked = std::env::var("RAYON_NUM_THREADS").ok();
        let room = crate::memory::address_space().map(|left| left / 2 / RESERVED);
        let threads = threads_for(cores, asked.as_deref(), room);
        if threads == 0 {
            return false;
        }

        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads);
        match pool.build_global() {
            Ok(()) => true,
            // Without a cause: there is one already.
            Err(error) => std::error::Error::source(&error).is_none(),
        }
    })
}

/// How many threads a pool gets: as many as the user asks for, or one for each core, but no more
/// than are of use or than there is room for.
#[cfg(feature = "parallel")]
fn threads_for(cores: usize, asked: Option<&str>, room: Option<u64>) -> usize {
    // As rayon reads it.
    let asked = asked.and_then(|number| number.parse().ok());
    let wanted = match asked {
        None | Some(0) => cores,
        Some(number) => number,
    };

    let useful = wanted.min(MOST_FOR_A_CORE * cores);
    match room {
        Some(room) => useful.min(usize::try_from(room).unwrap_or(usize::MAX)),
        None => useful,
    }
}

/// Maps items, and keeps their order.
pub fn map<A: Send, R: Send>(
    items: impl IntoIterator<Item = A>,
    work: impl Fn(A) -> R + Sync,
) -> Vec<R> {
    let begin = |item| {
        Mutex::new(Slot {
            item: Some(item),
            result: None,
        })
    };
    let slots: Vec<Mutex<Slot<A, R>>> = items.into_iter().map(begin).collect();

    let fill = |(): &mut (), number: usize| {
        let mut slot = slots[number].lock().expect("each slot is filled once");
        slot.result = slot.item.take().map(&work);
    };
    fold(slots.len(), || (), fill);

    let slots = slots.into_iter();
    slots
        .filter_map(|slot| slot.into_inner().ok()?.result)
        .collect()
}

/// An item before the work on it, and its result afterwards.
struct Slot<A, R> {
    item: Option<A>,
    result: Option<R>,
}

/// Maps items, and keeps their order, unless one of them fails. Then the work on later ones is not
/// begun.
///
/// ```
/// use pegfont_base::parallel::try_map;
/// assert_eq!(try_map(0..100, Ok::<_, ()>), Ok((0..100).collect()));
///
/// let below_10 = |number| if number < 10 { Ok(()) } else { Err(number) };
/// assert_eq!(try_map(0..1_000_000, below_10), Err(10));
/// ```
///
/// # Errors
/// The first in the order of the items.
pub fn try_map<A: Send, R: Send, E: Send>(
    items: impl IntoIterator<Item = A>,
    work: impl Fn(A) -> Result<R, E> + Sync,
) -> Result<Vec<R>, E> {
    let failed = AtomicUsize::new(usize::MAX);
    let results = map(items.into_iter().enumerate(), |(number, item)| {
        if number > failed.load(Ordering::Relaxed) {
            return None;
        }

        let result = work(item);
        if result.is_err() {
            failed.fetch_min(number, Ordering::Relaxed);
        }
        Some(result)
    });

    // What is left out comes after something that failed.
    results.into_iter().flatten().collect()
}

/// Does `count` pieces of work. Each thread adds its pieces to a value of its own, and the values
/// are returned in no particular order: what is made of them should not depend on it.
pub fn fold<S: Send>(
    count: usize,
    begin: impl Fn() -> S + Sync,
    add: impl Fn(&mut S, usize) + Sync,
) -> Vec<S> {
    let next = AtomicUsize::new(0);
    let values = Mutex::new(Vec::new());

    on_threads(count, &|| {
        let mut value = begin();
        loop {
            let number = next.fetch_add(1, Ordering::Relaxed);
            if number >= count {
                break;
            }
            add(&mut value, number);
        }

        values.lock().expect("no thread has panicked").push(value);
    });
    values.into_inner().expect("no thread has panicked")
}

/// Calls this on all threads, `most` at most. It is compiled once, whatever the work.
#[cfg_attr(
    not(feature = "parallel"),
    expect(unused_variables, reason = "there is one")
)]
fn on_threads(most: usize, work: &(dyn Fn() + Sync)) {
    #[cfg(feature = "parallel")]
    let count = threads().min(most);
    #[cfg(feature = "parallel")]
    if count > 1 {
        return rayon::scope(|scope| {
            for _ in 1..count {
                scope.spawn(|_| work());
            }
            work();
        });
    }

    work();
}

/// Sorts numbers in ascending order.
pub fn sort<T: Ord + Send>(numbers: &mut [T]) {
    #[cfg(feature = "parallel")]
    if threads() > 1 {
        return rayon::slice::ParallelSliceMut::par_sort_unstable(numbers);
    }
    numbers.sort_unstable();
}

/// Sorts numbers that come in ascending runs, by merging the runs: that is faster than [`sort`], and
/// takes memory for as many numbers again.
///
/// ```
/// let mut numbers = [3, 4, 8, 1, 2, 9];
/// pegfont_base::parallel::merge_runs(&mut numbers);
/// assert_eq!(numbers, [1, 2, 3, 4, 8, 9]);
/// ```
pub fn merge_runs<T: Ord + Send>(numbers: &mut [T]) {
    // A sort that keeps the order of equal numbers finds ascending runs, and merges them.
    #[cfg(feature = "parallel")]
    if threads() > 1 {
        return rayon::slice::ParallelSliceMut::par_sort(numbers);
    }
    numbers.sort();
}

/// Makes a list longer by equal elements. If they are many, all threads touch memory that is used
/// for the first time.
pub fn extend<T: Clone + Send + Sync>(list: &mut Vec<T>, more: usize, element: T) {
    #[cfg(feature = "parallel")]
    if more >= 1 << 12 && threads() > 1 {
        return rayon::iter::ParallelExtend::par_extend(list, rayon::iter::repeat_n(element, more));
    }
    list.extend(std::iter::repeat_n(element, more));
}

#[cfg(all(test, feature = "parallel"))]
mod tests {
    use super::*;

    #[test]
    fn a_pool_has_the_threads_that_are_asked_for_within_reason() {
        for (asked, threads) in [
            (None, 2),
            (Some("0"), 2),
            (Some("many"), 2),
            (Some("1"), 1),
            (Some("8"), 8),
            (Some("9"), 8),
            (Some("100000"), 8),
            (Some("99999999999999999999"), 2),
        ] {
            assert_eq!(threads_for(2, asked, None), threads, "{asked:?}");
            assert_eq!(threads_for(2, asked, Some(1)), 1, "{asked:?}");
            assert_eq!(threads_for(2, asked, Some(0)), 0, "{asked:?}");
        }
    }
}
