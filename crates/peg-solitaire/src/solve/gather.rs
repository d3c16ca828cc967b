//! Computing one kept block from other kept blocks, wherever those are: in memory, on disk, or with another process.
//!
//! A jump can lead into a kept block from an image of another kept block. Instead of turning that image, the whole jump is turned:
//! it is played from the kept block into an image of this one, and what it adds is turned back.
//!
//! ```text
//!    kept K --------> image of T      played here, between blocks whose bits are at hand
//!      |                  |
//!      | symmetry         | turned back, once for all jumps of this symmetry
//!      v                  v
//!  image of K ------> kept T          the jump that is meant
//! ```

use smallvec::SmallVec;

use super::closure::Closure;
use super::kernel::{self, Source};
use super::set::Homes;
use super::vector_jumps::VectorJump;
use crate::class::WORD_BITS;

/// The finished blocks that others are computed from.
pub(super) trait Finished {
    /// Why a block can't be had.
    type Error;

    /// The words of the kept block at this place. None if nothing in it was found, or if it is to be left out. `room` is for
    /// words that have to be read first.
    fn words<'a>(
        &'a self,
        place: usize,
        room: &'a mut Vec<u64>,
    ) -> Result<Option<&'a [u64]>, Self::Error>;

    /// The block at this place will be asked for next.
    fn expect(&self, _place: usize) {}
}

/// A set that is being closed.
pub(super) struct Folding<'c> {
    pub closure: &'c Closure<'c>,
    pub homes: &'c Homes,
    /// The indices of the starts, which the symmetries map to each other.
    pub starts: Vec<u64>,
}

/// A thread's room for images of a block.
#[derive(Default)]
pub(super) struct Frames {
    framed: Vec<u64>,
    turned: Vec<u64>,
    read: Vec<u64>,
}

impl Folding<'_> {
    /// Adds the starts to a kept block, if they are in there. Returns whether any is.
    pub fn begin(&self, block: usize, words: &mut [u64]) -> bool {
        let layout = self.closure.layout;
        let bits = layout.vector_bits + layout.inner_bits;
        let mut any = false;
        for start in self.starts.iter().filter(|&start| (start >> bits) as usize == block) {
            words[(start & ((1 << bits) - 1)) as usize >> WORD_BITS] |= 1 << (start & 63);
            any = true;
        }
        any
    }

    /// Adds to a kept block what jumps from finished ones and from their images lead to. Returns whether there are any.
    pub fn gather<F: Finished>(
        &self,
        block: usize,
        words: &mut [u64],
        finished: &F,
        frames: &mut Frames,
    ) -> Result<bool, F::Error> {
        let closure = self.closure;
        let Frames { framed, turned, read } = frames;
        let mut any = self.pull(block, words, finished, read)?;
        for (number, mirror) in closure.mirrors.iter().enumerate() {
            let image = mirror.block(block);
            framed.clear();
            framed.resize(words.len(), 0);
            if !self.pull(image, framed, finished, read)? {
                continue;
            }
            any = true;
            let back = &closure.mirrors[self.homes.inverse(number + 1) - 1];
            turned.resize(words.len(), 0);
            back.reflect(closure.instructions, image, framed, turned);
            for (word, turned) in words.iter_mut().zip(&*turned) {
                *word |= *turned;
            }
        }
        Ok(any)
    }

    /// Adds to a kept block what jumps inside it lead to.
    pub fn close(&self, block: usize, words: &mut [u64]) {
        let closure = self.closure;
        kernel::close(closure.instructions, &closure.vectors(closure.origin(block)), words);
    }

    /// Adds what jumps from kept blocks into this one lead to. Returns whether there are any.
    fn pull<F: Finished>(
        &self,
        block: usize,
        into: &mut [u64],
        finished: &F,
        read: &mut Vec<u64>,
    ) -> Result<bool, F::Error> {
        let closure = self.closure;
        let origin = closure.origin(block);
        let vectors = closure.vectors(origin);
        let mut sources: SmallVec<[(&VectorJump, usize); 32]> = SmallVec::new();
        closure.jumps.outer_into.each(origin, |number| {
            let jump = &closure.jumps.outer[number];
            if let Some(place) = self.homes.kept(block ^ jump.block_flip) {
                sources.push((jump, place));
            }
        });
        let mut any = false;
        for (number, &(jump, place)) in sources.iter().enumerate() {
            // While one source is added, the processor fetches the next.
            if let Some(&(_, next)) = sources.get(number + 1) {
                finished.expect(next);
            }
            if let Some(words) = finished.words(place, read)? {
                kernel::pull(closure.instructions, &vectors, &[Source { jump, words }], into);
                any = true;
            }
        }
        Ok(any)
    }
}
