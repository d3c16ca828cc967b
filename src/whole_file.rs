//! The one way to write a file: whole or not at all. Where the system can, what is written has no name until
//! it is complete, so that nothing is left of it however the program ends; elsewhere it goes to a
//! temporary file beside the place it is meant for, and is renamed onto it.

use std::fs::{self, File};
use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};

use tempfile::NamedTempFile;

/// A file that appears under its name when it is [finished](WholeFile::finish), and never before.
///
/// What is no plain file (a device, a pipe) is written to as it is.
pub struct WholeFile {
    writer: BufWriter<Draft>,
    path: PathBuf,
}

/// Where the file is until it is complete.
enum Draft {
    /// In its folder, without a name.
    #[cfg(target_os = "linux")]
    Unnamed(File),
    /// Beside its place.
    Named(NamedTempFile),
    /// In its place, which is no plain file.
    InPlace(File),
}

impl WholeFile {
    /// Begins a file; its folder is made if it is not there.
    ///
    /// # Errors
    /// When the folder can't be made or written to, or the path is a folder's.
    pub fn create(path: &Path) -> io::Result<Self> {
        let draft = match fs::metadata(path) {
            Ok(found) if found.is_dir() => return Err(io::ErrorKind::IsADirectory.into()),
            Ok(found) if !found.is_file() => {
                Draft::InPlace(File::options().write(true).open(path)?)
            }
            _ if path.file_name().is_none() => return Err(io::ErrorKind::InvalidInput.into()),
            _ => {
                fs::create_dir_all(folder(path))?;
                Draft::begin(folder(path))?
            }
        };
        Ok(Self { writer: BufWriter::with_capacity(1 << 16, draft), path: path.to_owned() })
    }

    /// Puts the complete file in its place.
    ///
    /// # Errors
    /// When the rest can't be written or the file can't be renamed; the old file then stays.
    pub fn finish(self) -> io::Result<()> {
        let draft = self.writer.into_inner().map_err(io::IntoInnerError::into_error)?;
        draft.put_in_place(&self.path)
    }
}

/// The folder of a path.
fn folder(path: &Path) -> &Path {
    match path.parent() {
        Some(folder) if !folder.as_os_str().is_empty() => folder,
        _ => Path::new("."),
    }
}

/// Names for temporary files.
fn temporary() -> tempfile::Builder<'static, 'static> {
    let mut builder = tempfile::Builder::new();
    builder.prefix(".pegfont-").suffix(".tmp");
    builder
}

/// Why no file can be made in a folder. The name of the temporary file would only puzzle.
fn of_folder(folder: &Path, error: &io::Error) -> io::Error {
    let kind = error.kind();
    io::Error::new(kind, format!("no file can be made in the folder {}: {kind}", folder.display()))
}

impl Draft {
    fn begin(folder: &Path) -> io::Result<Self> {
        #[cfg(target_os = "linux")]
        if let Ok(file) = unnamed::create(folder) {
            return Ok(Self::Unnamed(file));
        }
        let builder = temporary();
        #[cfg(unix)]
        let builder = {
            use std::os::unix::fs::PermissionsExt as _;
            let mut builder = builder;
            // Less what the user's mask takes away, as for any other file.
            builder.permissions(fs::Permissions::from_mode(0o666));
            builder
        };
        let named = builder.tempfile_in(folder);
        Ok(Self::Named(named.map_err(|error| of_folder(folder, &error))?))
    }

    fn file(&mut self) -> &mut File {
        match self {
            #[cfg(target_os = "linux")]
            Self::Unnamed(file) => file,
            Self::Named(file) => file.as_file_mut(),
            Self::InPlace(file) => file,
        }
    }

    fn put_in_place(self, path: &Path) -> io::Result<()> {
        match self {
            #[cfg(target_os = "linux")]
            Self::Unnamed(file) => match unnamed::link(&file, path) {
                // A link can't replace a file; a rename can.
                Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {
                    let linked =
                        temporary().make_in(folder(path), |name| unnamed::link(&file, name))?;
                    linked.persist(path).map_err(|error| error.error)?;
                    Ok(())
                }
                linked => linked,
            },
            Self::Named(file) => {
                file.persist(path).map_err(|error| error.error)?;
                Ok(())
            }
            Self::InPlace(_) => Ok(()),
        }
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

    /// Begins a file in a folder; an error where the file system can't.
    pub(super) fn create(folder: &Path) -> io::Result<File> {
        let flags = OFlags::TMPFILE | OFlags::RDWR | OFlags::CLOEXEC;
        Ok(rustix::fs::open(folder, flags, Mode::from_raw_mode(0o666))?.into())
    }

    /// Gives it a name that is free.
    pub(super) fn link(file: &File, path: &Path) -> io::Result<()> {
        let itself = format!("/proc/self/fd/{}", file.as_raw_fd());
        Ok(rustix::fs::linkat(CWD, itself, CWD, path, AtFlags::SYMLINK_FOLLOW)?)
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
        let mut draft = Draft::Named(temporary().tempfile_in(folder.path()).unwrap());
        draft.write_all(b"new").unwrap();
        assert_eq!(fs::read_to_string(&path).unwrap(), "old");
        draft.put_in_place(&path).unwrap();
        assert_eq!(fs::read_to_string(&path).unwrap(), "new");
        assert_eq!(names(folder.path()), ["file.txt"]);
    }

    #[test]
    fn a_folder_is_refused() {
        let folder = tempfile::tempdir().unwrap();
        let error = WholeFile::create(folder.path()).err().unwrap();
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
