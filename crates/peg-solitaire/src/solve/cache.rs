//! The chunks of files on disk that were read and verified, as many as fit into a limit of memory. A chunk has one place; another with the
//! same place displaces it.

use std::sync::{Mutex, PoisonError};

use crate::Error;
use crate::data_file::CHUNK;

/// The number of a file, of a chunk of it, and the chunk's words.
type Chunk = (usize, usize, Vec<u64>);

pub(super) struct Cache(Vec<Mutex<Chunk>>);

impl Cache {
    pub fn new(bytes: u64) -> Self {
        let places = bytes as usize / (8 * CHUNK);
        Self((0..places).map(|_| Mutex::new((usize::MAX, 0, Vec::new()))).collect())
    }

    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Takes something from a chunk of a file, which is read if it is not here.
    pub fn chunk<T>(
        &self,
        (file, number): (usize, usize),
        read: impl FnOnce(&mut Vec<u64>) -> Result<(), Error>,
        take: impl FnOnce(&[u64]) -> T,
    ) -> Result<T, Error> {
        // The first chunks of files are not all in the same place.
        let place = &self.0[(number + file * 0x9e37) % self.0.len()];
        let mut chunk = place.lock().unwrap_or_else(PoisonError::into_inner);
        if (chunk.0, chunk.1) != (file, number) {
            // If it can't be read, what is there is no chunk.
            chunk.0 = usize::MAX;
            read(&mut chunk.2)?;
            (chunk.0, chunk.1) = (file, number);
        }
        Ok(take(&chunk.2))
    }
}
