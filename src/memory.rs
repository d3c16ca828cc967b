//! Memory: how much there is, and one way to be refused it. It is asked before work
//! begins, so that nothing is begun that can't be finished.

mod huge_array;

use std::borrow::Cow;

use thiserror::Error;

pub(crate) use huge_array::HugeArray;

/// There is not enough memory; nothing was begun, or all of it was given back.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[non_exhaustive]
#[error("{what} needs {} of memory{}", bytes(*.needed), available_in_words(*.available))]
pub struct MemoryError {
    /// What the memory is for: `the reachable positions of 6x7`.
    pub what: Cow<'static, str>,
    /// How much is needed, in bytes.
    pub needed: u64,
    /// How much was available, in bytes, where the system says.
    pub available: Option<u64>,
}

fn available_in_words(available: Option<u64>) -> String {
    available
        .map_or_else(String::new, |available| format!(", and {} is available", bytes(available)))
}

/// Refuses what needs more memory than is available, in bytes.
///
/// # Errors
/// When it does.
pub fn require(what: impl Into<Cow<'static, str>>, needed: u64) -> Result<(), MemoryError> {
    let available = available();
    if needed > available.unwrap_or(u64::MAX).min(usize::MAX as u64) {
        return Err(MemoryError { what: what.into(), needed, available });
    }
    Ok(())
}

/// The error when the system refuses so many bytes.
pub(crate) fn refused(what: impl Into<Cow<'static, str>>, needed: u64) -> MemoryError {
    MemoryError { what: what.into(), needed, available: available() }
}

/// An empty list with room for this many elements. `what` says what they are for.
pub(crate) fn list<T>(what: impl Fn() -> String, capacity: usize) -> Result<Vec<T>, MemoryError> {
    let mut list = Vec::new();
    match list.try_reserve_exact(capacity) {
        Ok(()) => Ok(list),
        Err(_) => Err(refused(what(), (capacity as u64).saturating_mul(size_of::<T>() as u64))),
    }
}

/// A list of this many equal elements. `what` says what they are for.
pub(crate) fn filled<T: Clone>(
    what: impl Fn() -> String,
    len: usize,
    element: T,
) -> Result<Vec<T>, MemoryError> {
    let mut list = list(what, len)?;
    list.resize(len, element);
    Ok(list)
}

/// The memory in bytes that is still available to this process, where the system says: what the machine has free, what the
/// process's control group allows, and what its address space has room for.
#[must_use]
pub fn available() -> Option<u64> {
    let line = |text: &str, name: &str| -> Option<u64> {
        let rest = text.lines().find_map(|line| line.strip_prefix(name))?;
        rest.split_whitespace().next()?.parse().ok()
    };
    let system = std::fs::read_to_string("/proc/meminfo").ok()?;
    let free = line(&system, "MemAvailable:")?.saturating_mul(1024);
    let number = |path: &str| std::fs::read_to_string(path).ok()?.trim().parse::<u64>().ok();
    let limit = number("/sys/fs/cgroup/memory.max")
        .map(|limit| limit.saturating_sub(number("/sys/fs/cgroup/memory.current").unwrap_or(0)));
    [limit, address_space()]
        .into_iter()
        .flatten()
        .fold(Some(free), |least, limit| least.map(|least| least.min(limit)))
}

/// The bytes left of the address space that this process may have (`ulimit -v`), if that is limited.
fn address_space() -> Option<u64> {
    #[cfg(target_os = "linux")]
    {
        let limit = rustix::process::getrlimit(rustix::process::Resource::As).current?;
        let pages = std::fs::read_to_string("/proc/self/statm").ok()?;
        let pages: u64 = pages.split_whitespace().next()?.parse().ok()?;
        Some(limit.saturating_sub(pages * rustix::param::page_size() as u64))
    }
    #[cfg(not(target_os = "linux"))]
    None
}

/// A number of bytes in words.
pub(crate) fn bytes(bytes: u64) -> String {
    const UNITS: [&str; 7] = ["bytes", "KiB", "MiB", "GiB", "TiB", "PiB", "EiB"];
    let mut unit = 0;
    while bytes >> (10 * unit) >= 10_240 && unit < 6 {
        unit += 1;
    }
    format!("{} {}", bytes >> (10 * unit), UNITS[unit])
}
