//! The messages: for some blocks of another process, the sum of what this process's blocks add to each. They are bytes on both sides,
//! so that sending copies them once and receiving doesn't copy them.
//!
//! All numbers are little-endian, and everything is a multiple of 8 bytes:
//!
//! ```text
//! bytes
//!     8  number of the process that it is for
//!     8  number of blocks, n
//! 8 * n  their places
//!        the words of the first block, then of the second, ...
//! ```

use std::io::Write;

use timely::Accountable;
use timely::bytes::arc::Bytes;
use timely::communication::Push;
use timely::dataflow::channels::pushers::exchange::Distributor;
use timely::dataflow::channels::{ContainerBytes, Message};
use timely::progress::Stamp;

/// The approximate size of a message in bytes: large enough that sending one costs little, and small enough that the allocator keeps the
/// memory.
pub(super) const MESSAGE: usize = 1 << 16;
const HEADER: usize = 16;

/// Sums of blocks on their way to the process that keeps these blocks. By default, none.
#[derive(Clone, Default)]
pub(super) struct Sums(Body);

#[derive(Clone, Default)]
enum Body {
    #[default]
    Nothing,
    Made(Vec<u8>),
    Received(Bytes),
}

impl Sums {
    /// Collects the sums of these blocks, as many words for each.
    pub fn new(process: usize, places: &[u64], words: &[u64]) -> Self {
        let mut bytes = Vec::with_capacity(HEADER + 8 * (places.len() + words.len()));
        bytes.extend((process as u64).to_le_bytes());
        bytes.extend((places.len() as u64).to_le_bytes());
        for numbers in [places, words] {
            if cfg!(target_endian = "little") {
                bytes.extend_from_slice(bytemuck::cast_slice(numbers));
            } else {
                bytes.extend(numbers.iter().flat_map(|number| number.to_le_bytes()));
            }
        }
        Self(Body::Made(bytes))
    }

    fn bytes(&self) -> &[u8] {
        match &self.0 {
            Body::Nothing => &[],
            Body::Made(bytes) => bytes,
            Body::Received(bytes) => bytes,
        }
    }

    fn number(&self, at: usize) -> u64 {
        let chunk = self.bytes().get(at..).and_then(<[u8]>::first_chunk);
        chunk.map_or(0, |number| u64::from_le_bytes(*number))
    }

    fn process(&self) -> usize {
        self.number(0) as usize
    }

    /// The number of blocks, as stated in the message.
    pub fn blocks(&self) -> u64 {
        self.number(8)
    }

    /// The places, and the bytes of each block; None if these are not sums of blocks with so many words.
    pub fn iter(&self, block_words: usize) -> Option<impl Iterator<Item = (u64, &[u8])>> {
        let rest = self.bytes().get(HEADER..)?;
        let blocks = usize::try_from(self.blocks()).ok()?;
        let size = block_words * 8;
        let expected = blocks.checked_mul(size + 8).filter(|_| size > 0)?;
        if rest.len() != expected {
            return None;
        }
        let (places, words) = rest.split_at(8 * blocks);
        let places = places
            .chunks_exact(8)
            .map(|place| u64::from_le_bytes(*place.first_chunk().unwrap_or(&[0; 8])));
        Some(places.zip(words.chunks_exact(size)))
    }
}

impl Accountable for Sums {
    /// Messages are counted, not blocks.
    fn record_count(&self) -> i64 {
        i64::from(!self.bytes().is_empty())
    }
}

impl ContainerBytes for Sums {
    fn from_bytes(bytes: Bytes) -> Self {
        Self(Body::Received(bytes))
    }

    fn length_in_bytes(&self) -> usize {
        self.bytes().len()
    }

    fn into_bytes<W: Write>(&self, writer: &mut W) {
        // It is a buffer of timely's with exactly as much room.
        if let Err(error) = writer.write_all(self.bytes()) {
            unreachable!("a buffer in memory: {error}");
        }
    }
}

/// Hands each message to the process that it is for.
pub(super) struct ToOwner;

impl Distributor<Sums> for ToOwner {
    fn partition<T: Clone, P: Push<Message<T, Sums>>>(
        &mut self,
        sums: &mut Sums,
        stamp: &Stamp<T>,
        pushers: &mut [P],
    ) {
        let process = sums.process();
        Message::push_at(sums, stamp.clone(), &mut pushers[process]);
        // What is left has been sent.
        *sums = Sums::default();
    }

    fn flush<T: Clone, P: Push<Message<T, Sums>>>(&mut self, _: &Stamp<T>, _: &mut [P]) {}
}

#[cfg(test)]
mod tests {
    use timely::bytes::arc::BytesMut;

    use super::*;

    fn received(sums: &Sums) -> Sums {
        let mut bytes = Vec::new();
        sums.into_bytes(&mut bytes);
        assert_eq!((bytes.len(), bytes.len() % 8), (sums.length_in_bytes(), 0));
        Sums::from_bytes(BytesMut::from(bytes).freeze())
    }

    #[test]
    fn what_is_sent_is_received() {
        let words: Vec<u64> = (1..=8).collect();
        let sums = received(&Sums::new(3, &[70, 1 << 40], &words));
        assert_eq!((sums.process(), sums.blocks(), sums.record_count()), (3, 2, 1));
        let all: Vec<(u64, &[u8])> = sums.iter(4).unwrap().collect();
        assert_eq!(
            all,
            [(70, bytemuck::cast_slice(&words[..4])), (1 << 40, bytemuck::cast_slice(&words[4..]))]
        );
        assert!(sums.iter(3).is_none() && sums.iter(0).is_none());
        assert!(Sums::default().is_empty() && Sums::default().iter(4).is_none());
    }

    #[test]
    fn a_wrong_number_of_blocks_is_noticed() {
        let mut bytes = Vec::new();
        Sums::new(0, &[1], &[7]).into_bytes(&mut bytes);
        for number in [0, 2, u64::MAX] {
            bytes[8..16].copy_from_slice(&number.to_le_bytes());
            let sums = Sums::from_bytes(BytesMut::from(bytes.clone()).freeze());
            assert!(sums.iter(1).is_none(), "{number}");
        }
    }
}
