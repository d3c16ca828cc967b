//! The one way to write a file: whole or not at all. Where the system can, the new file has no name until it is
//! complete, so that nothing is left of it however the program ends; elsewhere it is a locked temporary file beside
//! its destination. It is synced before it takes its place.

use std::ffi::OsStr;
use std::fs::{self, File, Metadata, TryLockError};
use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};

use tempfile::NamedTempFile;

/// A file that appears under its name when it is [finished](WholeFile::finish), and never before.
///
/// A symbolic link is followed: its target is replaced, and the link stays. A file that is replaced keeps its
/// permissions. What is not a plain file (a device, a pipe) is written to directly.
#[derive(Debug)]
pub struct WholeFile {
    writer: BufWriter<Draft>,
    destination: PathBuf,
}

/// Where the file is until it is complete.
#[derive(Debug)]
enum Draft {
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

/// The most symbolic links that are followed to one file.
const MOST_LINKS: usize = 40;

impl WholeFile {
    /// Begins a file. Its folder is created if necessary, and drafts that were left there by killed runs are removed.
    ///
    /// # Errors
    /// If the folder can't be created or written to, the path is that of a folder, or the file that is there is
    /// write-protected.
    pub fn create(path: &Path) -> io::Result<Self> {
        let destination = follow_links(path)?;
        let draft = match fs::metadata(&destination) {
            Ok(found) if found.is_dir() => return Err(io::ErrorKind::IsADirectory.into()),
            Ok(found) if !found.is_file() => {
                Draft::InPlace(File::options().write(true).open(&destination)?)
            }
            _ if destination.file_name().is_none() => {
                return Err(io::ErrorKind::InvalidInput.into());
            }
            found => {
                if found.is_ok_and(|found| is_protected(&destination, &found)) {
                    let what = "the file is write-protected";
                    return Err(io::Error::new(io::ErrorKind::PermissionDenied, what));
                }
                let folder = folder(&destination);
                fs::create_dir_all(folder)?;
                remove_abandoned_drafts(folder);
                Draft::begin(folder)?
            }
        };
        Ok(Self { writer: BufWriter::with_capacity(1 << 16, draft), destination })
    }

    /// Puts the complete file in its place.
    ///
    /// # Errors
    /// If the rest can't be written or the file can't be renamed; the old file then stays.
    pub fn finish(self) -> io::Result<()> {
        let draft = self.writer.into_inner().map_err(io::IntoInnerError::into_error)?;
        draft.put_in_place(&self.destination)
    }
}

/// The path that a symbolic link leads to in the end, or the path itself. There may be nothing yet.
fn follow_links(path: &Path) -> io::Result<PathBuf> {
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
fn folder(path: &Path) -> &Path {
    match path.parent() {
        Some(folder) if !folder.as_os_str().is_empty() => folder,
        _ => Path::new("."),
    }
}

/// Whether a file is not to be written. A rename would replace it all the same.
fn is_protected(path: &Path, found: &Metadata) -> bool {
    let opened = || File::options().write(true).open(path);
    found.permissions().readonly()
        || opened().is_err_and(|error| error.kind() == io::ErrorKind::PermissionDenied)
}

/// Names for drafts.
fn draft_names() -> tempfile::Builder<'static, 'static> {
    let mut builder = tempfile::Builder::new();
    builder.prefix(PREFIX).suffix(SUFFIX);
    builder
}

fn is_draft_name(name: &OsStr) -> bool {
    name.to_str().is_some_and(|name| name.starts_with(PREFIX) && name.ends_with(SUFFIX))
}

/// Removes the drafts that nobody has locked: their writers were killed. This is a courtesy, so errors are ignored.
fn remove_abandoned_drafts(folder: &Path) {
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
    fn begin(folder: &Path) -> io::Result<Self> {
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

    fn put_in_place(mut self, path: &Path) -> io::Result<()> {
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

impl Write for WholeFile {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.writer.write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.writer.flush()
    }
}

/// Files without a name, which Linux gives one later.
#[cfg(target_os = "linux")]
mod unnamed {
    use std::fs::File;
    use std::io;
    use std::os::fd::AsRawFd as _;
    use std::path::Path;

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

    /// Gives it a name that is free.
    pub(super) fn link(file: &File, path: &Path) -> io::Result<()> {
        Ok(rustix::fs::linkat(CWD, itself(file), CWD, path, AtFlags::SYMLINK_FOLLOW)?)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn names(folder: &Path) -> Vec<String> {
        let entries = fs::read_dir(folder).unwrap();
        entries.map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect()
    }

    #[test]
    fn a_file_appears_when_it_is_finished_and_not_before() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("new/file.txt");
        for text in ["one", "two"] {
            let before = fs::read(&path).ok();
            let mut file = WholeFile::create(&path).unwrap();
            file.write_all(text.as_bytes()).unwrap();
            file.flush().unwrap();
            assert_eq!(fs::read(&path).ok(), before);
            file.finish().unwrap();
            assert_eq!(fs::read_to_string(&path).unwrap(), text);
            assert_eq!(names(path.parent().unwrap()), ["file.txt"]);
        }
    }

    #[test]
    fn a_file_that_is_not_finished_leaves_nothing() {
        let folder = tempfile::tempdir().unwrap();
        let mut file = WholeFile::create(&folder.path().join("file.txt")).unwrap();
        file.write_all(b"half").unwrap();
        drop(file);
        assert_eq!(names(folder.path()), Vec::<String>::new());
    }

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

    fn write(path: &Path, text: &str) -> io::Result<()> {
        let mut file = WholeFile::create(path)?;
        file.write_all(text.as_bytes())?;
        file.finish()
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

    #[cfg(unix)]
    #[test]
    fn a_link_stays_and_its_target_is_replaced() {
        use std::os::unix::fs::symlink;
        let folder = tempfile::tempdir().unwrap();
        let [first, second] = ["first", "second"].map(|name| folder.path().join(name));
        let target = folder.path().join("elsewhere/target");
        symlink("second", &first).unwrap();
        symlink(&target, &second).unwrap();
        for text in ["one", "two"] {
            write(&first, text).unwrap();
            assert_eq!(fs::read_to_string(&target).unwrap(), text);
            assert!(first.is_symlink() && second.is_symlink());
        }
        assert_eq!(names(target.parent().unwrap()), ["target"]);
        symlink("circle", folder.path().join("circle")).unwrap();
        assert!(WholeFile::create(&folder.path().join("circle")).is_err());
    }

    #[cfg(unix)]
    #[test]
    fn permissions_are_kept() {
        use std::os::unix::fs::PermissionsExt as _;
        let folder = tempfile::tempdir().unwrap();
        for mode in [0o600, 0o755, 0o666] {
            let path = folder.path().join(format!("{mode:o}"));
            fs::write(&path, "old").unwrap();
            fs::set_permissions(&path, fs::Permissions::from_mode(mode)).unwrap();
            write(&path, "new").unwrap();
            assert_eq!(fs::metadata(&path).unwrap().permissions().mode() & 0o777, mode);
            assert_eq!(fs::read_to_string(&path).unwrap(), "new");
        }
    }

    #[test]
    fn a_write_protected_file_is_not_replaced() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("file.txt");
        fs::write(&path, "old").unwrap();
        let mut permissions = fs::metadata(&path).unwrap().permissions();
        permissions.set_readonly(true);
        fs::set_permissions(&path, permissions).unwrap();
        let error = WholeFile::create(&path).unwrap_err();
        assert_eq!(error.kind(), io::ErrorKind::PermissionDenied);
        assert_eq!(error.to_string(), "the file is write-protected");
        assert_eq!(fs::read_to_string(&path).unwrap(), "old");
    }

    #[test]
    fn a_folder_is_refused() {
        let folder = tempfile::tempdir().unwrap();
        let error = WholeFile::create(folder.path()).unwrap_err();
        assert_eq!(error.kind(), io::ErrorKind::IsADirectory);
        assert!(WholeFile::create(Path::new("..")).is_err());
    }

    #[cfg(unix)]
    #[test]
    fn a_device_is_written_to_and_stays_a_device() {
        use std::os::unix::fs::FileTypeExt as _;
        let mut file = WholeFile::create(Path::new("/dev/null")).unwrap();
        file.write_all(b"nothing").unwrap();
        file.finish().unwrap();
        assert!(fs::metadata("/dev/null").unwrap().file_type().is_char_device());
    }
}
