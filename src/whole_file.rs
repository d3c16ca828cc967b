//! The one way to write a file: whole or not at all. What is written goes to a temporary file beside
//! the place it is meant for, and is renamed onto it when it is complete.

use std::fs;
use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};

use tempfile::NamedTempFile;

/// A file that appears under its name when it is [finished](WholeFile::finish), and never before.
pub struct WholeFile {
    writer: BufWriter<NamedTempFile>,
    path: PathBuf,
}

impl WholeFile {
    /// Begins a file; its folder is made if it is not there.
    ///
    /// # Errors
    /// When the folder can't be made or written to.
    pub fn create(path: &Path) -> io::Result<Self> {
        let folder = match path.parent() {
            Some(folder) if !folder.as_os_str().is_empty() => folder,
            _ => Path::new("."),
        };
        fs::create_dir_all(folder)?;
        let file =
            tempfile::Builder::new().prefix(".pegfont-").suffix(".tmp").tempfile_in(folder)?;
        Ok(Self { writer: BufWriter::with_capacity(1 << 16, file), path: path.to_owned() })
    }

    /// Puts the complete file in its place.
    ///
    /// # Errors
    /// When the rest can't be written or the file can't be renamed; the old file then stays.
    pub fn finish(self) -> io::Result<()> {
        let file = self.writer.into_inner().map_err(io::IntoInnerError::into_error)?;
        file.persist(&self.path).map_err(|error| error.error)?;
        Ok(())
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
