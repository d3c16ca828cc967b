//! A file that is not complete yet. Where the system can, it has no name, so that nothing is left of it however the
//! program ends; elsewhere it is a locked temporary file beside its destination. Never follows a link.

use std::ffi::OsStr;
use std::fs::{self, File, Metadata, TryLockError};
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use tempfile::NamedTempFile;

use super::folder;

/// Where a file is until it is complete.
#[derive(Debug)]
pub(super) enum Draft {
    /// In its folder, without a name.
    #[cfg(target_os = "linux")]
    Unnamed(File),
    /// Beside its destination.
    Named(NamedTempFile),
    /// In its place, which is not a plain file.
    InPlace(File),
}

/// The names of drafts, with six characters in between.
const PREFIX: &str = ".pegfont-";
const SUFFIX: &str = ".tmp";

/// Names for drafts.
fn draft_names() -> tempfile::Builder<'static, 'static> {
    let mut builder = tempfile::Builder::new();
    builder.prefix(PREFIX).suffix(SUFFIX);
    builder
}

pub(crate) fn is_draft_name(name: &OsStr) -> bool {
    name.to_str().is_some_and(|name| name.starts_with(PREFIX) && name.ends_with(SUFFIX))
}

/// Removes the drafts that nobody has locked: their writers were killed. This is a courtesy, so errors are ignored.
pub(super) fn remove_abandoned_drafts(folder: &Path) {
    for entry in fs::read_dir(folder).into_iter().flatten().flatten() {
        let is_file = || entry.file_type().is_ok_and(|kind| kind.is_file());
        if is_draft_name(&entry.file_name())
            && is_file()
            && let Ok(draft) = File::open(entry.path())
            && draft.try_lock().is_ok()
        {
            let _ = fs::remove_file(entry.path());
        }
    }
}

/// Locks a new draft. Another run may have taken it for an abandoned one before that: then it goes, and the error
/// asks for another name.
fn claim(draft: File, name: &Path) -> io::Result<File> {
    // A file system without locks makes no difference: nothing is removed there.
    let ours = !matches!(draft.try_lock(), Err(TryLockError::WouldBlock));
    if ours && name.try_exists()? { Ok(draft) } else { Err(io::ErrorKind::AlreadyExists.into()) }
}

/// Gives a new file the permissions of the one that it replaces, and its owner if we may.
fn keep_permissions(file: &File, old: &Metadata) -> io::Result<()> {
    #[cfg(unix)]
    {
        use std::os::unix::fs::{MetadataExt as _, fchown};
        let new = file.metadata()?;
        if (new.uid(), new.gid()) != (old.uid(), old.gid()) {
            let _ = fchown(file, Some(old.uid()), Some(old.gid()));
        }
    }
    file.set_permissions(old.permissions())
}

/// Syncs the entries of a folder, where the system can.
fn sync_folder(folder: &Path) -> io::Result<()> {
    #[cfg(unix)]
    if let Ok(folder) = File::open(folder)
        && let Err(error) = folder.sync_all()
        && error.kind() != io::ErrorKind::InvalidInput
    {
        return Err(error);
    }
    #[cfg(not(unix))]
    let _ = folder;
    Ok(())
}

impl Draft {
    /// Begins a file in a folder.
    pub(super) fn begin(folder: &Path) -> io::Result<Self> {
        #[cfg(target_os = "linux")]
        if let Ok(file) = unnamed::create(folder) {
            return Ok(Self::Unnamed(file));
        }
        Self::begin_named(folder)
    }

    fn begin_named(folder: &Path) -> io::Result<Self> {
        let create = |name: &Path| claim(File::create_new(name)?, name);
        draft_names().make_in(folder, create).map(Self::Named).map_err(|error| {
            // The name of the draft would only puzzle.
            let (kind, folder) = (error.kind(), folder.display());
            io::Error::new(kind, format!("no file can be made in the folder {folder}: {kind}"))
        })
    }

    fn file(&mut self) -> &mut File {
        match self {
            #[cfg(target_os = "linux")]
            Self::Unnamed(file) => file,
            Self::Named(file) => file.as_file_mut(),
            Self::InPlace(file) => file,
        }
    }

    /// The path of this file for other programs, as long as this process lives. `destination` is the path it will have.
    pub(super) fn shared_path(&self, destination: &Path) -> PathBuf {
        match self {
            #[cfg(target_os = "linux")]
            Self::Unnamed(file) => unnamed::shared_path(file),
            Self::Named(file) => file.path().to_owned(),
            Self::InPlace(_) => destination.to_owned(),
        }
    }

    /// Gives the file its permissions and its name, and syncs it before and its folder after.
    pub(super) fn put_in_place(mut self, path: &Path) -> io::Result<()> {
        if matches!(self, Self::InPlace(_)) {
            return Ok(());
        }
        if let Ok(old) = fs::metadata(path) {
            keep_permissions(self.file(), &old)?;
        }
        self.file().sync_all()?;
        self.name(path)?;
        sync_folder(folder(path))
    }

    fn name(self, path: &Path) -> io::Result<()> {
        match self {
            #[cfg(target_os = "linux")]
            Self::Unnamed(file) => match unnamed::link(&file, path) {
                // A link can't replace a file; a rename can.
                Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {
                    let link = |name: &Path| unnamed::link(&file, name);
                    draft_names().make_in(folder(path), link)?.persist(path)?;
                }
                linked => linked?,
            },
            Self::Named(file) => drop(file.persist(path)?),
            Self::InPlace(_) => {}
        }
        Ok(())
    }
}

impl Write for Draft {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.file().write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.file().flush()
    }
}

/// Files without a name, which Linux gives one later.
#[cfg(target_os = "linux")]
mod unnamed {
    use std::fs::File;
    use std::io;
    use std::os::fd::AsRawFd as _;
    use std::path::{Path, PathBuf};

    use rustix::fs::{AtFlags, CWD, Mode, OFlags};

    /// Begins a file in a folder, and locks it for the moment in which it has the name of a draft; an error where
    /// the file system can't.
    pub(super) fn create(folder: &Path) -> io::Result<File> {
        let flags = OFlags::TMPFILE | OFlags::RDWR | OFlags::CLOEXEC;
        let file: File = rustix::fs::open(folder, flags, Mode::from_raw_mode(0o666))?.into();
        std::fs::metadata(itself(&file))?;
        file.try_lock().map(|()| file).map_err(io::Error::from)
    }

    fn itself(file: &File) -> String {
        format!("/proc/self/fd/{}", file.as_raw_fd())
    }

    pub(super) fn shared_path(file: &File) -> PathBuf {
        format!("/proc/{}/fd/{}", std::process::id(), file.as_raw_fd()).into()
    }

    /// Gives it a name that is free.
    pub(super) fn link(file: &File, path: &Path) -> io::Result<()> {
        Ok(rustix::fs::linkat(CWD, itself(file), CWD, path, AtFlags::SYMLINK_FOLLOW)?)
    }
}

#[cfg(test)]
mod tests {
    use super::super::tests::{names, write};
    use super::*;

    #[test]
    fn a_named_draft_does_the_same() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("file.txt");
        fs::write(&path, "old").unwrap();
        let mut draft = Draft::begin_named(folder.path()).unwrap();
        draft.write_all(b"new").unwrap();
        assert_eq!(fs::read_to_string(&path).unwrap(), "old");
        draft.put_in_place(&path).unwrap();
        assert_eq!(fs::read_to_string(&path).unwrap(), "new");
        assert_eq!(names(folder.path()), ["file.txt"]);
    }

    #[test]
    fn what_a_killed_run_left_is_removed_by_the_next_but_a_draft_in_use_is_not() {
        let folder = tempfile::tempdir().unwrap();
        let others = [".pegfont-notes", "notes.tmp", ".other-abcdef.tmp"];
        for name in others.into_iter().chain([".pegfont-abcdef.tmp"]) {
            fs::write(folder.path().join(name), "half").unwrap();
        }
        let mut in_use = Draft::begin_named(folder.path()).unwrap();
        in_use.write_all(b"whole").unwrap();
        write(&folder.path().join("one.txt"), "one").unwrap();
        in_use.put_in_place(&folder.path().join("two.txt")).unwrap();
        let mut found = names(folder.path());
        found.sort();
        let mut expected = [&others[..], &["one.txt", "two.txt"]].concat();
        expected.sort_unstable();
        assert_eq!(found, expected);
    }

    #[test]
    fn a_draft_that_is_being_removed_is_not_used() {
        let folder = tempfile::tempdir().unwrap();
        let name = folder.path().join(".pegfont-abcdef.tmp");
        let draft = File::create_new(&name).unwrap();
        let removing = File::open(&name).unwrap();
        removing.lock().unwrap();
        let kind = |claimed: io::Result<File>| claimed.unwrap_err().kind();
        assert_eq!(kind(claim(draft.try_clone().unwrap(), &name)), io::ErrorKind::AlreadyExists);
        fs::remove_file(&name).unwrap();
        drop(removing);
        assert_eq!(kind(claim(draft, &name)), io::ErrorKind::AlreadyExists);
    }
}
