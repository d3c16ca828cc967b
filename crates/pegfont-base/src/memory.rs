//! Memory: how much there is, one way to be refused it, and long lists that may be refused. Ask
//! before you begin; work that runs out all the same ends with the same error.

use std::borrow::Cow;
use std::fs;
use std::path::Path;

use bytemuck::Zeroable;
use thiserror::Error;

/// There is not enough memory. Either nothing was begun, or everything was given back.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[error(
    "not enough memory for {what}: {} needed{}",
    bytes(*.needed),
    and_available(*.available)
)]
pub struct MemoryError {
    /// What the memory is for: `the reachable positions of 6x7`.
    pub what: Cow<'static, str>,
    /// How much is needed, in bytes.
    pub needed: u64,
    /// How much was available, in bytes, where the system says.
    pub available: Option<u64>,
}

/// How much there is, where the system says it.
fn and_available(available: Option<u64>) -> String {
    match available {
        Some(available) => format!(", {} available", bytes(available)),
        None => String::new(),
    }
}

/// Less than this is not asked about: asking the system would take longer than the work.
const SMALL: u64 = 1 << 20;

/// Asks, before work begins, whether this many bytes are available. Less than 1 MiB always is.
///
/// # Errors
/// If there is less memory. `what` says in the error what it is for.
pub fn require(what: impl Into<Cow<'static, str>>, needed: u64) -> Result<(), MemoryError> {
    if needed < SMALL {
        return Ok(());
    }

    let available = available();
    let most = available.unwrap_or(u64::MAX).min(isize::MAX as u64);
    if needed <= most {
        return Ok(());
    }
    Err(MemoryError {
        what: what.into(),
        needed,
        available,
    })
}

/// The memory in bytes that is still available to this process, where the system says: what the
/// machine has free, what the process's control groups (version 2) allow, and what its address
/// space has room for (less a margin of 32 MiB).
pub fn available() -> Option<u64> {
    let system = fs::read_to_string("/proc/meminfo").ok();
    let free = system.and_then(|system| bytes_after("MemAvailable:", &system));
    let limits = [free, left_in_groups(Path::new("/")), address_space()];

    limits.into_iter().flatten().min()
}

/// The memory in bytes that this process takes, where the system says.
pub fn resident() -> Option<u64> {
    bytes_after("VmRSS:", &fs::read_to_string(OWN_STATUS).ok()?)
}

/// The file in which the system says how this process is.
const OWN_STATUS: &str = "/proc/self/status";

/// The number of bytes after a name in a text of the system, which gives it in kB.
fn bytes_after(name: &str, text: &str) -> Option<u64> {
    let rest = text.lines().find_map(|line| line.strip_prefix(name))?;
    let number = rest.trim().strip_suffix("kB")?;

    let kibibytes: u64 = number.trim().parse().ok()?;
    Some(kibibytes.saturating_mul(1024))
}

/// The least that the control groups of this process leave it, in bytes, if any has a limit: its
/// own, or one that this is in. `root` is the root of the file system.
fn left_in_groups(root: &Path) -> Option<u64> {
    let own = fs::read_to_string(root.join("proc/self/cgroup")).ok()?;
    let path = own.lines().find_map(|line| line.strip_prefix("0::/"));
    let path = match path {
        // A path outside of a container's own groups can't be followed.
        Some(path) if !path.split('/').any(|part| part == "..") => path,
        _ => "",
    };

    let top = root.join("sys/fs/cgroup");
    let group = top.join(path);
    let groups = group
        .ancestors()
        .take_while(|group| group.starts_with(&top));
    groups.filter_map(left_in_group).min()
}

/// What a control group leaves its processes, in bytes, if it has a limit.
fn left_in_group(group: &Path) -> Option<u64> {
    let text = |name: &str| fs::read_to_string(group.join(name)).ok();
    let number = |name: &str| text(name)?.trim().parse::<u64>().ok();
    let limit = number("memory.max")?;
    let taken = number("memory.current").unwrap_or(0);

    // The system drops these bytes of files when memory runs short.
    let figures = text("memory.stat").unwrap_or_default();
    let droppable = figures
        .lines()
        .find_map(|line| line.strip_prefix("inactive_file "))
        .and_then(|bytes| bytes.trim().parse().ok())
        .unwrap_or(0);
    Some(limit.saturating_sub(taken.saturating_sub(droppable)))
}

/// The bytes left of the address space that this process may have (`ulimit -v`), if that is
/// limited, less a margin of 32 MiB.
pub fn address_space() -> Option<u64> {
    #[cfg(target_os = "linux")]
    {
        let limit = rustix::process::getrlimit(rustix::process::Resource::As).current?;
        let taken = bytes_after("VmSize:", &fs::read_to_string(OWN_STATUS).ok()?)?;

        // Threads and short lists need some, and can't be refused.
        Some(limit.saturating_sub(taken).saturating_sub(32 << 20))
    }
    #[cfg(not(target_os = "linux"))]
    None
}

/// An empty list with room for this many elements, in huge pages where the system has them. `what`
/// says what they are for.
///
/// # Errors
/// If there is not enough memory.
pub fn list<T, W: Into<Cow<'static, str>>>(
    what: impl FnOnce() -> W,
    capacity: usize,
) -> Result<Vec<T>, MemoryError> {
    let mut list = Vec::new();
    grow(&mut list, capacity).map_err(|needed| refused(what(), needed))?;
    in_huge_pages(list.as_ptr() as usize, bytes_of::<T>(capacity) as usize);
    Ok(list)
}

/// Asks for huge pages for the memory of a list.
#[cfg_attr(not(target_os = "linux"), allow(unused_variables))]
#[allow(unsafe_code, reason = "only the system can be asked for huge pages")]
fn in_huge_pages(first: usize, bytes: usize) {
    #[cfg(target_os = "linux")]
    {
        use rustix::mm::{Advice, madvise};
        const HUGE_PAGE: usize = 1 << 21;
        let end = (first + bytes) / HUGE_PAGE * HUGE_PAGE;
        let first = first.next_multiple_of(HUGE_PAGE);

        if end > first {
            // SAFETY: the size of pages makes no difference to what is in them.
            // A failure is ignored: small pages are only a little slower.
            let _ = unsafe { madvise(first as *mut _, end - first, Advice::LinuxHugepage) };
        }
    }
}

/// A list of this many zeros, in huge pages where the system has them. They are fresh: the first
/// thread to write to one touches it.
///
/// # Errors
/// If there is not enough memory.
pub fn zeros<T: Zeroable, W: Into<Cow<'static, str>>>(
    what: impl FnOnce() -> W,
    len: usize,
) -> Result<Vec<T>, MemoryError> {
    let bytes = bytes_of::<T>(len);
    let list = if has_room(bytes) {
        bytemuck::try_zeroed_vec(len).ok()
    } else {
        None
    };

    let list = list.ok_or_else(|| refused(what(), bytes))?;
    in_huge_pages(list.as_ptr() as usize, bytes as usize);
    Ok(list)
}

/// Makes room in a list for this many more elements, if it has none yet.
///
/// # Errors
/// If there is not enough memory.
#[inline(always)]
pub fn reserve<T, W: Into<Cow<'static, str>>>(
    what: impl FnOnce() -> W,
    list: &mut Vec<T>,
    more: usize,
) -> Result<(), MemoryError> {
    if list.capacity() - list.len() >= more {
        return Ok(());
    }

    // At least twice as much as before, so that the elements are seldom copied.
    grow(list, more.max(list.len())).map_err(|needed| refused(what(), needed))
}

/// Makes room for this many more elements, or says how many bytes are refused. It is compiled once
/// for a type of elements, not for each text about them.
#[cold]
fn grow<T>(list: &mut Vec<T>, more: usize) -> Result<(), u64> {
    let needed = bytes_of::<T>(list.len() + more);
    let is_made = has_room(needed) && list.try_reserve_exact(more).is_ok();
    if is_made { Ok(()) } else { Err(needed) }
}

fn bytes_of<T>(elements: usize) -> u64 {
    (elements as u64).saturating_mul(size_of::<T>() as u64)
}

/// Whether an address space, if it is limited, has room for this many bytes.
fn has_room(needed: u64) -> bool {
    needed < SMALL || address_space().is_none_or(|left| needed <= left)
}

#[cold]
fn refused(what: impl Into<Cow<'static, str>>, needed: u64) -> MemoryError {
    MemoryError {
        what: what.into(),
        needed,
        available: available(),
    }
}

/// Tells the processor that an element of a list will be read soon. One beyond the end does no
/// harm.
#[inline(always)]
#[allow(unsafe_code, reason = "a hint to the processor has no safe form")]
pub fn prefetch<T>(list: &[T], at: usize) {
    #[cfg(target_arch = "x86_64")]
    // SAFETY: nothing is read or written: an address that does not exist is left alone.
    unsafe {
        use std::arch::x86_64::{_MM_HINT_T0, _mm_prefetch};
        _mm_prefetch::<_MM_HINT_T0>(list.as_ptr().wrapping_add(at).cast());
    }
    #[cfg(not(target_arch = "x86_64"))]
    let _ = (list, at);
}

/// A number of bytes in words, rounded down.
pub fn bytes(bytes: u64) -> String {
    let (size, unit) = unit_of(bytes);
    format!("{} {unit}", bytes / size)
}

/// A number of needed bytes in words, rounded up, so that this amount is enough.
pub fn bytes_needed(bytes: u64) -> String {
    let (size, unit) = unit_of(bytes);
    format!("{} {unit}", bytes.div_ceil(size))
}

/// The largest unit in which a number of bytes is at least 10.
fn unit_of(bytes: u64) -> (u64, &'static str) {
    const NAMES: [&str; 7] = ["bytes", "KiB", "MiB", "GiB", "TiB", "PiB", "EiB"];

    let mut unit = 0;
    while bytes >> (10 * unit) >= 10_240 && unit < 6 {
        unit += 1;
    }
    (1 << (10 * unit), NAMES[unit])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_least_of_the_groups_up_to_the_root_counts() {
        let free = |system| bytes_after("MemAvailable:", system);
        let system = "MemTotal:  6000000 kB\nMemFree:  100 kB\nMemAvailable:    4194304 kB\n";
        assert_eq!(
            (free(system), free("MemAvailable: many kB\n")),
            (Some(4 << 30), None)
        );
        let left = |files: &[(&str, &str)]| {
            let root = tempfile::tempdir().unwrap();
            for (name, content) in files {
                let path = root.path().join(name.replace("GROUP", "sys/fs/cgroup"));
                fs::create_dir_all(path.parent().unwrap()).unwrap();
                fs::write(path, content).unwrap();
            }
            left_in_groups(root.path())
        };
        let files = [
            ("proc/self/cgroup", "0::/outer/inner\n"),
            ("GROUP/outer/inner/memory.max", "max\n"),
            ("GROUP/outer/inner/memory.current", "100\n"),
            ("GROUP/outer/memory.max", "5000\n"),
            ("GROUP/outer/memory.current", "1000\n"),
            (
                "GROUP/outer/memory.stat",
                "active_file 7\ninactive_file 300\n",
            ),
            ("GROUP/other/memory.max", "1\n"),
        ];
        assert_eq!(left(&files), Some(4300));
        let nearer = [&files[..], &[("GROUP/outer/inner/memory.max", "400")]].concat();
        assert_eq!(left(&nearer), Some(300));
        let container = [
            ("proc/self/cgroup", "0::/not/here\n"),
            ("GROUP/memory.max", "9"),
        ];
        assert_eq!(left(&container), Some(9));
        let outside = [
            ("proc/self/cgroup", "0::/../../x\n"),
            ("GROUP/memory.max", "max\n"),
        ];
        assert_eq!(left(&outside), None);
        assert_eq!(left(&[]), None);
    }

    #[test]
    fn bytes_are_written_with_two_digits_or_more() {
        let words = [0, 10_239, 10_240, u64::MAX].map(bytes);
        assert_eq!(words, ["0 bytes", "10239 bytes", "10 KiB", "15 EiB"]);
        assert_eq!([10_240, 10_241].map(bytes_needed), ["10 KiB", "11 KiB"]);
    }
}
