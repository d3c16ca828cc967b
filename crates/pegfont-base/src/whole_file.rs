//! The only way to write a file: completely or not at all. It is written beside its destination and
//! then renamed; a program that is killed may leave the part that it wrote, under a name of its
//! own, which [`sweep`] removes. Links are followed; write-protected files and folders refused.
//!
//! Who reads a file, changes it and writes it back holds a [`FolderLock`] meanwhile, and ends with
//! [`WholeFile::finish_over`], which never replaces what someone else has saved since.

mod unfinished;

use std::fs::{self, File, Metadata};
use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};

use tempfile::TempPath;

pub use unfinished::{FolderLock, is_unfinished, sweep};

/// The most symbolic links that are followed to one file.
const MOST_LINKS: usize = 40;

/// A file that appears under its name when it is [finished](WholeFile::finish), and never before.
///
/// A symbolic link is followed: its target is replaced, and the link stays. A file that is replaced
/// keeps its permissions. What is not a plain file (a device, a pipe) is written to directly.
#[derive(Debug)]
pub struct WholeFile {
    writer: BufWriter<File>,
    /// Where it is until it is finished, unless it is written to directly.
    temporary: Option<TempPath>,
    destination: PathBuf,
    bytes: u64,
}

impl WholeFile {
    /// Begins a file.
    ///
    /// # Errors
    /// If the folder is missing or can't be written to, the path is that of a folder, or the file
    /// that is there is write-protected.
    pub fn create(path: &Path) -> io::Result<Self> {
        // The links of the system to pipes lead to no path.
        if fs::metadata(path).is_ok_and(|found| !found.is_file() && !found.is_dir()) {
            let file = File::options().write(true).open(path)?;
            return Ok(Self::of(file, None, path.to_owned()));
        }

        let destination = follow_links(path)?;
        check_destination(&destination)?;
        check_folder(folder(&destination))?;

        let (file, temporary) = unfinished::begin(folder(&destination))?;
        Ok(Self::of(file, Some(temporary), destination))
    }

    fn of(file: File, temporary: Option<TempPath>, destination: PathBuf) -> Self {
        Self {
            writer: BufWriter::with_capacity(1 << 16, file),
            temporary,
            destination,
            bytes: 0,
        }
    }

    /// The path under which another program can write the file until it is finished. If it
    /// truncates the file, what was written so far is lost.
    pub fn shared_path(&self) -> &Path {
        self.temporary.as_deref().unwrap_or(&self.destination)
    }

    /// The number of bytes written to the file.
    pub fn bytes(&self) -> u64 {
        self.bytes
    }

    /// Puts the complete file in its place. The file is synced before, and its folder after.
    ///
    /// # Errors
    /// If the rest can't be written or the file can't be renamed; the old file then stays.
    pub fn finish(self) -> io::Result<()> {
        let (written, destination) = self.complete()?;

        if let Some(temporary) = written {
            temporary.persist(&destination)?;
            sync_folder(folder(&destination))?;
        }
        Ok(())
    }

    /// Puts the complete file in its place if the file that is there still has the bytes `old`, or
    /// if there still is none. Otherwise it changes nothing, and returns `false`.
    ///
    /// Who writes to the file without a [`FolderLock`] has about a microsecond to get in between.
    ///
    /// # Errors
    /// If the rest can't be written, the old file can't be read, or the new one can't be renamed;
    /// the old file then stays.
    pub fn finish_over(self, old: Option<&[u8]>) -> io::Result<bool> {
        let (written, destination) = self.complete()?;
        let Some(temporary) = written else {
            return Ok(true);
        };

        let Some(old) = old else {
            return match temporary.persist_noclobber(&destination) {
                Ok(()) => sync_folder(folder(&destination)).map(|()| true),
                Err(refused) if refused.error.kind() == io::ErrorKind::AlreadyExists => Ok(false),
                Err(refused) => Err(refused.error),
            };
        };
        let is_still_there = match fs::read(&destination) {
            Ok(found) => found == old,
            Err(error) if error.kind() == io::ErrorKind::NotFound => false,
            Err(error) => return Err(error),
        };
        if !is_still_there {
            return Ok(false);
        }

        temporary.persist(&destination)?;
        sync_folder(folder(&destination))?;
        Ok(true)
    }

    /// Writes and syncs the rest. Returns the file that is to be renamed, unless it was written to
    /// directly, and its destination.
    fn complete(self) -> io::Result<(Option<TempPath>, PathBuf)> {
        let written = self.writer.into_inner();
        let file = written.map_err(io::IntoInnerError::into_error)?;

        if self.temporary.is_some() {
            if let Ok(old) = fs::metadata(&self.destination) {
                keep_permissions(&file, &old)?;
            }
            file.sync_all()?;
        }

        Ok((self.temporary, self.destination))
    }
}

/// Refuses a folder, a file that is write-protected, and what has no name.
fn check_destination(path: &Path) -> io::Result<()> {
    if let Ok(found) = fs::metadata(path) {
        if found.is_dir() {
            return Err(io::ErrorKind::IsADirectory.into());
        }
        if is_protected(path, &found) {
            let what = "the file is write-protected";
            return Err(io::Error::new(io::ErrorKind::PermissionDenied, what));
        }
    }

    match path.file_name() {
        Some(_) => Ok(()),
        None => Err(io::ErrorKind::InvalidInput.into()),
    }
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

/// The path that a symbolic link leads to in the end, or the path itself. There may be nothing yet.
///
/// # Errors
/// If the links go in a circle.
pub fn follow_links(path: &Path) -> io::Result<PathBuf> {
    let mut path = path.to_owned();
    for _ in 0..MOST_LINKS {
        match fs::read_link(&path) {
            Ok(target) => path = folder(&path).join(target),
            Err(_) => return Ok(path),
        }
    }

    Err(io::Error::other("too many symbolic links"))
}

/// The folder of a path.
pub fn folder(path: &Path) -> &Path {
    match path.parent() {
        Some(folder) if !folder.as_os_str().is_empty() => folder,
        _ => Path::new("."),
    }
}

/// Refuses a folder that is missing, or that is something else.
pub fn check_folder(folder: &Path) -> io::Result<()> {
    if fs::metadata(folder)?.is_dir() {
        return Ok(());
    }

    let what = format!("{} is not a folder", folder.display());
    Err(io::Error::new(io::ErrorKind::NotADirectory, what))
}

/// Whether a file is not to be written. A rename would replace it all the same.
fn is_protected(path: &Path, found: &Metadata) -> bool {
    if found.permissions().readonly() {
        return true;
    }

    let opened = File::options().write(true).open(path);
    opened.is_err_and(|error| error.kind() == io::ErrorKind::PermissionDenied)
}

impl Write for WholeFile {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let written = self.writer.write(bytes)?;
        self.bytes += written as u64;
        Ok(written)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.writer.flush()
    }
}

#[cfg(all(test, unix))]
mod tests {
    use std::os::unix::fs::{PermissionsExt as _, symlink};

    use super::*;

    /// The file appears when it is finished, and not before.
    fn write(path: &Path, text: &str) -> io::Result<()> {
        let before = fs::read(path).ok();
        let mut file = WholeFile::create(path)?;
        file.write_all(text.as_bytes())?;
        file.flush()?;
        assert_eq!(fs::read(path).ok(), before);
        file.finish()?;
        assert_eq!(fs::read_to_string(path)?, text);
        Ok(())
    }

    #[test]
    fn a_link_stays_and_its_target_is_replaced() {
        let folder = tempfile::tempdir().unwrap();
        let path = |name: &str| folder.path().join(name);
        fs::create_dir(path("elsewhere")).unwrap();
        symlink("second", path("first")).unwrap();
        symlink(path("elsewhere/target"), path("second")).unwrap();
        for text in ["one", "two"] {
            write(&path("first"), text).unwrap();
            assert!(path("first").is_symlink() && path("second").is_symlink());
        }
        assert!(path("elsewhere/target").is_file());
        assert_eq!(fs::read_dir(path("elsewhere")).unwrap().count(), 1);
        symlink("circle", path("circle")).unwrap();
        assert!(WholeFile::create(&path("circle")).is_err());
    }

    #[test]
    fn what_was_saved_meanwhile_is_not_replaced() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("file");
        let finish = |text: &str, old: Option<&str>| {
            let mut file = WholeFile::create(&path).unwrap();
            file.write_all(text.as_bytes()).unwrap();
            file.finish_over(old.map(str::as_bytes)).unwrap()
        };

        assert!(!finish("new", Some("gone")));
        assert!(!path.exists());
        assert!(finish("one", None));
        assert!(!finish("two", None));
        assert!(!finish("two", Some("another")));
        assert_eq!(fs::read_to_string(&path).unwrap(), "one");
        assert!(finish("two", Some("one")));
        assert_eq!(fs::read_to_string(&path).unwrap(), "two");
        assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 1);
    }

    #[test]
    fn permissions_are_kept_and_a_write_protected_file_is_not_replaced() {
        let folder = tempfile::tempdir().unwrap();
        let path = |name: &str| folder.path().join(name);
        let mode = |name: &str| fs::metadata(path(name)).unwrap().permissions().mode() & 0o777;
        // Of a new file, they are the usual ones.
        fs::write(path("usual"), "new").unwrap();
        write(&path("file"), "new").unwrap();
        assert_eq!(mode("file"), mode("usual"));
        for kept in [0o600, 0o755, 0o666, 0o444] {
            fs::set_permissions(path("file"), fs::Permissions::from_mode(kept)).unwrap();
            let written = write(&path("file"), &format!("{kept:o}"));
            assert_eq!(
                (mode("file"), written.is_ok()),
                (kept, kept != 0o444),
                "{written:?}"
            );
        }
        let error = write(&path("file"), "444").unwrap_err();
        assert_eq!(error.kind(), io::ErrorKind::PermissionDenied);
        assert_eq!(error.to_string(), "the file is write-protected");
        assert_eq!(fs::read_to_string(path("file")).unwrap(), "666");
    }
}
