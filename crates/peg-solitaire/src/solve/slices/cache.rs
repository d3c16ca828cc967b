//! The chunks of a set on disk that were read and verified, as many as fit into a limit of memory. A chunk has one place; another
//! with the same place displaces it.

use std::sync::{Mutex, PoisonError};

use super::file::StoredSlice;
use crate::Error;
use crate::data_file::CHUNK;
use crate::memory;

/// No more memory than this is used, and no more than a quarter of what is free.
const MOST_BYTES: u64 = 1 << 30;

/// The number of a chunk of all slices, and its words.
type Chunk = (usize, Vec<u64>);

pub(super) struct Cache {
    slices: Vec<StoredSlice>,
    /// For each slice, the number of its first word and of its first chunk.
    firsts: Vec<(usize, usize)>,
    chunks: Vec<Mutex<Chunk>>,
}

impl Cache {
    pub fn new(slices: Vec<StoredSlice>) -> Self {
        let (mut words, mut all) = (0, 0);
        let mut firsts = Vec::new();
        for slice in &slices {
            firsts.push((words, all));
            words += slice.len();
            all += slice.len().div_ceil(CHUNK);
        }
        let most = MOST_BYTES.min(memory::available().map_or(MOST_BYTES, |free| free / 4));
        let places = all.min(most as usize / (8 * CHUNK)).max(1);
        let chunks = (0..places).map(|_| Mutex::new((usize::MAX, Vec::new()))).collect();
        Self { slices, firsts, chunks }
    }

    pub fn slices(&self) -> &[StoredSlice] {
        &self.slices
    }

    /// A word of all slices together.
    pub fn word(&self, number: usize) -> Result<u64, Error> {
        let slice = self.firsts.partition_point(|&(first, _)| first <= number) - 1;
        let (stored, (first_word, first_chunk)) = (&self.slices[slice], self.firsts[slice]);
        let word = number - first_word;
        let number = first_chunk + word / CHUNK;
        let place = &self.chunks[number % self.chunks.len()];
        let mut chunk = place.lock().unwrap_or_else(PoisonError::into_inner);
        if chunk.0 != number {
            // If it can't be read, what is there is no chunk.
            chunk.0 = usize::MAX;
            let begin = word / CHUNK * CHUNK;
            stored.words(begin..stored.len().min(begin + CHUNK), &mut chunk.1)?;
            chunk.0 = number;
        }
        Ok(chunk.1[word % CHUNK])
    }
}
