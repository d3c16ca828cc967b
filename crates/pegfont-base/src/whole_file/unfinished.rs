//! Files that aren't finished: their names, who is writing them, and what is removed because nobody
//! is. And the lock of a folder, which is such a file, too.
//!
//! A process that writes a file holds it: by a lock on Unix, by having it open on Windows. The
//! system lets go of it when the process ends, however it ends, so a file that nobody holds was
//! left by a process that was killed. A number of the process would not do, because it is soon
//! given to another, and means nothing to other machines that share the folder.

use std::ffi::OsStr;
use std::fs::{self, File};
use std::io;
use std::path::{Path, PathBuf};
use std::time::Duration;

use tempfile::TempPath;

/// The names of files that are not finished. In between are the machine and six characters.
const PREFIX: &str = ".pegfont-";
const SUFFIX: &str = ".tmp";

/// The lock of a folder.
const LOCK: &str = ".pegfont-lock.tmp";

/// Some shared folders have locks that other machines don't see, so a file of another machine must
/// also be as old as this to be removed.
const OLD: Duration = Duration::from_secs(24 * 60 * 60);

/// The most files of a folder that are looked at. To read all names of a very full folder takes
/// longer than to write a file.
const MOST_LOOKED_AT: usize = 10_000;

/// How often a new file is made if others take it for one that was left.
const ATTEMPTS: usize = 10;

/// Whether a file of this name was left by a program that was killed, or is being written.
pub fn is_unfinished(name: &OsStr) -> bool {
    name.to_str()
        .is_some_and(|name| name.starts_with(PREFIX) && name.ends_with(SUFFIX))
}

/// Begins a file in a folder, with the usual permissions, and holds it.
pub(super) fn begin(folder: &Path) -> io::Result<(File, TempPath)> {
    let prefix = format!("{PREFIX}{}-", machine());
    let mut builder = tempfile::Builder::new();
    builder.prefix(&prefix).suffix(SUFFIX);
    #[cfg(unix)]
    builder.permissions(std::os::unix::fs::PermissionsExt::from_mode(0o666));

    for _ in 0..ATTEMPTS {
        let begun = builder.tempfile_in(folder).map_err(|error| {
            // The name of the temporary file would only puzzle.
            let kind = error.kind();
            let folder = folder.display();
            let what = format!("no file can be made in the folder {folder}: {kind}");
            io::Error::new(kind, what)
        })?;
        let (file, path) = begun.into_parts();
        if system::holds(&file, &path) {
            return Ok((file, path));
        }
    }
    Err(io::ErrorKind::ResourceBusy.into())
}

/// Removes the unfinished files of processes that were killed from a folder. A file that is being
/// written stays; one that can't be removed stays, too.
pub fn sweep(folder: &Path) {
    let Ok(entries) = fs::read_dir(folder) else {
        return;
    };
    let own = format!("{PREFIX}{}-", machine());

    for entry in entries.flatten().take(MOST_LOOKED_AT) {
        let name = entry.file_name();
        if !is_unfinished(&name) {
            continue;
        }

        let is_own = name == LOCK || name.to_string_lossy().starts_with(&own);
        if is_own || is_old(&entry) {
            system::remove_unheld(&entry.path());
        }
    }
}

/// Whether nothing was written to a file for a day.
fn is_old(entry: &fs::DirEntry) -> bool {
    let written = entry.metadata().and_then(|found| found.modified());
    written.is_ok_and(|written| written.elapsed().is_ok_and(|age| age > OLD))
}

/// Eight digits that stand for this machine, by its name (FNV-1a).
fn machine() -> String {
    let mut hash = 0x811c_9dc5_u32;
    for byte in system::machine_name() {
        hash = (hash ^ u32::from(byte)).wrapping_mul(0x0100_0193);
    }
    format!("{hash:08x}")
}

/// Held by the one process that reads, changes and writes files of a folder. It is released when it
/// is dropped, or when the process ends.
#[derive(Debug)]
pub struct FolderLock {
    /// Closed when this is dropped, which releases the lock.
    _file: File,
    #[cfg_attr(windows, expect(dead_code, reason = "the system removes the file"))]
    path: PathBuf,
}

impl FolderLock {
    /// Waits until no other process holds the lock of this folder, and takes it. Where the file
    /// system has no locks, there is nothing to wait for.
    ///
    /// # Errors
    /// If no file can be made in the folder.
    pub fn take(folder: &Path) -> io::Result<Self> {
        let path = folder.join(LOCK);
        let file = system::lock(&path)?;
        Ok(Self { _file: file, path })
    }
}

#[cfg(unix)]
impl Drop for FolderLock {
    fn drop(&mut self) {
        // Those who wait for this file see that it is gone, and make another.
        let _ = fs::remove_file(&self.path);
    }
}

/// Locks of files, which the system releases when a process ends.
#[cfg(unix)]
mod system {
    use std::fs::{self, File, TryLockError};
    use std::io;
    use std::os::unix::fs::MetadataExt as _;
    use std::path::Path;

    pub fn machine_name() -> Vec<u8> {
        rustix::system::uname().nodename().to_bytes().to_vec()
    }

    /// Locks a file that was just made. False if someone else took it for one that was left, and
    /// removes it.
    pub fn holds(file: &File, path: &Path) -> bool {
        match file.try_lock() {
            Ok(()) => path.exists(),
            Err(TryLockError::WouldBlock) => false,
            // Where there are no locks, nobody can remove it, either.
            Err(TryLockError::Error(_)) => true,
        }
    }

    /// Removes a file unless a process holds it.
    pub fn remove_unheld(path: &Path) {
        // What isn't a plain file may have us wait for ever.
        let is_plain = fs::symlink_metadata(path).is_ok_and(|found| found.is_file());
        if !is_plain {
            return;
        }

        let Ok(file) = File::options().write(true).open(path) else {
            return;
        };
        if file.try_lock().is_ok() {
            let _ = fs::remove_file(path);
        }
    }

    /// Makes a file and locks it, after waiting for those who hold it.
    pub fn lock(path: &Path) -> io::Result<File> {
        loop {
            let made = File::options()
                .create(true)
                .truncate(false)
                .write(true)
                .open(path);
            // That of another user can't be written to, but locked.
            let file = made.or_else(|error| File::open(path).map_err(|_| error))?;

            if file.lock().is_err() {
                return Ok(file);
            }
            if is_at(&file, path) {
                return Ok(file);
            }
        }
    }

    /// Whether a path leads to this open file. One that was removed is locked in vain.
    fn is_at(file: &File, path: &Path) -> bool {
        match (file.metadata(), fs::symlink_metadata(path)) {
            (Ok(open), Ok(found)) => open.dev() == found.dev() && open.ino() == found.ino(),
            _ => false,
        }
    }
}

/// Files that are open for one process only.
#[cfg(windows)]
mod system {
    use std::fs::File;
    use std::io;
    use std::os::windows::fs::OpenOptionsExt as _;
    use std::path::Path;
    use std::thread;
    use std::time::{Duration, Instant};

    const GENERIC_WRITE: u32 = 0x4000_0000;
    const DELETE: u32 = 0x0001_0000;
    const FILE_FLAG_DELETE_ON_CLOSE: u32 = 0x0400_0000;

    /// How long a process waits for the lock of a folder, which is held for milliseconds.
    const PATIENCE: Duration = Duration::from_secs(30);

    /// Other machines see, too, whether a file is open.
    pub fn machine_name() -> Vec<u8> {
        Vec::new()
    }

    /// A file is held by having it open.
    pub fn holds(_: &File, _: &Path) -> bool {
        true
    }

    /// Opens a file that nobody else has open, and removes it when it is closed.
    fn open_alone(path: &Path, create: bool) -> io::Result<File> {
        File::options()
            .write(true)
            .access_mode(GENERIC_WRITE | DELETE)
            .create(create)
            .share_mode(0)
            .custom_flags(FILE_FLAG_DELETE_ON_CLOSE)
            .open(path)
    }

    /// Removes a file unless a process has it open.
    pub fn remove_unheld(path: &Path) {
        drop(open_alone(path, false));
    }

    /// Makes a file that nobody else can open, after waiting for those who have it open.
    pub fn lock(path: &Path) -> io::Result<File> {
        let begun = Instant::now();
        loop {
            match open_alone(path, true) {
                Err(_) if path.exists() && begun.elapsed() < PATIENCE => {
                    thread::sleep(Duration::from_millis(5));
                }
                found => return found,
            }
        }
    }
}

/// A system on which files are written by one process.
#[cfg(not(any(unix, windows)))]
mod system {
    use std::fs::File;
    use std::io;
    use std::path::Path;

    pub fn machine_name() -> Vec<u8> {
        Vec::new()
    }

    pub fn holds(_: &File, _: &Path) -> bool {
        true
    }

    pub fn remove_unheld(_: &Path) {}

    pub fn lock(path: &Path) -> io::Result<File> {
        File::create(path)
    }
}

#[cfg(all(test, unix))]
mod tests {
    use std::fs::FileTimes;
    use std::time::SystemTime;

    use super::*;

    /// The names of the files in a folder.
    fn names(folder: &Path) -> Vec<String> {
        let entries = fs::read_dir(folder).unwrap().flatten();
        let mut names: Vec<String> = entries
            .map(|entry| entry.file_name().into_string().unwrap())
            .collect();
        names.sort();
        names
    }

    #[test]
    fn only_what_nobody_writes_any_more_is_swept() {
        let folder = tempfile::tempdir().unwrap();
        let path = |name: &str| folder.path().join(name);
        let (_file, held) = begin(folder.path()).unwrap();
        let held = held.file_name().unwrap().to_str().unwrap().to_owned();

        // A killed process leaves its file, and no lock on it.
        let left = held.replace(SUFFIX, "x.tmp");
        fs::write(path(&left), "half").unwrap();
        fs::write(path(LOCK), "").unwrap();
        for name in ["pegfont.tmp", ".pegfont-a.gif", "film.gif"] {
            fs::write(path(name), "whole").unwrap();
        }

        // Of another machine, or of a program before this one.
        let day_before = SystemTime::now() - OLD - Duration::from_secs(60);
        for (name, written) in [
            (".pegfont-00000000-abcdef.tmp", SystemTime::now()),
            (".pegfont-00000000-ghijkl.tmp", day_before),
            (".pegfont-abcdef.tmp", day_before),
        ] {
            let file = File::create(path(name)).unwrap();
            file.set_times(FileTimes::new().set_modified(written))
                .unwrap();
        }

        sweep(folder.path());
        let mut kept = [
            &held,
            "pegfont.tmp",
            ".pegfont-a.gif",
            "film.gif",
            ".pegfont-00000000-abcdef.tmp",
        ];
        kept.sort_unstable();
        assert_eq!(names(folder.path()), kept);
    }

    #[test]
    fn a_lock_is_held_by_one_at_a_time_and_leaves_nothing() {
        let folder = tempfile::tempdir().unwrap();
        let counter = folder.path().join("counter");
        fs::write(&counter, "0").unwrap();
        let count_up = || {
            for _ in 0..50 {
                let _lock = FolderLock::take(folder.path()).unwrap();
                let count: u32 = fs::read_to_string(&counter).unwrap().parse().unwrap();
                fs::write(&counter, (count + 1).to_string()).unwrap();
            }
        };

        std::thread::scope(|scope| {
            for _ in 0..8 {
                scope.spawn(count_up);
            }
        });
        assert_eq!(fs::read_to_string(&counter).unwrap(), "400");
        assert_eq!(names(folder.path()), ["counter"]);
    }
}
