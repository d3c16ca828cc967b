//! Reading single blocks, or words of them, from the file of a slice. A limited number of files stays open.

use std::fs::File;
use std::io;
use std::path::PathBuf;
use std::sync::OnceLock;
use std::sync::atomic::{AtomicUsize, Ordering};

use bytemuck::cast_slice_mut;

use super::file::HEADER;

/// Fewer than any common system allows a process: macOS, 256. The others are opened for each read.
const MOST_OPEN: usize = 200;
static OPEN: AtomicUsize = AtomicUsize::new(0);

/// The blocks in a slice's file.
pub(super) struct Blocks {
    path: PathBuf,
    file: OnceLock<File>,
}

impl Blocks {
    pub fn new(path: PathBuf) -> Self {
        Self { path, file: OnceLock::new() }
    }

    pub fn path(&self) -> &PathBuf {
        &self.path
    }

    /// Reads words, from word number `first` of the slice on.
    pub fn read(&self, first: u64, words: &mut [u64]) -> io::Result<()> {
        let at = HEADER as u64 + 8 * first;
        match self.file.get() {
            Some(file) => read_at(file, at, cast_slice_mut(words))?,
            None => {
                let file = File::open(&self.path)?;
                read_at(&file, at, cast_slice_mut(words))?;
                if OPEN.load(Ordering::Relaxed) < MOST_OPEN && self.file.set(file).is_ok() {
                    OPEN.fetch_add(1, Ordering::Relaxed);
                }
            }
        }
        words.iter_mut().for_each(|word| *word = u64::from_le(*word));
        Ok(())
    }
}

impl Drop for Blocks {
    fn drop(&mut self) {
        if self.file.get().is_some() {
            OPEN.fetch_sub(1, Ordering::Relaxed);
        }
    }
}

#[cfg(unix)]
fn read_at(file: &File, at: u64, bytes: &mut [u8]) -> io::Result<()> {
    std::os::unix::fs::FileExt::read_exact_at(file, bytes, at)
}

#[cfg(windows)]
fn read_at(file: &File, mut at: u64, mut bytes: &mut [u8]) -> io::Result<()> {
    while !bytes.is_empty() {
        let read = std::os::windows::fs::FileExt::seek_read(file, bytes, at)?;
        if read == 0 {
            return Err(io::ErrorKind::UnexpectedEof.into());
        }
        bytes = &mut bytes[read..];
        at += read as u64;
    }
    Ok(())
}
