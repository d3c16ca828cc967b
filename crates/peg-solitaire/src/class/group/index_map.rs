//! A symmetry of a position class as a map of its dense indices, which is affine over GF(2).

use crate::board::Symmetry;
use crate::class::{PositionClass, byte_tables};

/// A symmetry as a map of dense indices.
#[derive(Clone, Debug)]
pub(crate) struct IndexMap {
    /// The image of 0.
    origin: u64,
    /// What each byte of an index adds to the image.
    bytes: Vec<[u64; 256]>,
}

impl IndexMap {
    /// The map of a symmetry that maps the class to itself.
    pub(crate) fn new(class: &PositionClass, symmetry: &Symmetry) -> Self {
        let image = |index: u64| class.index_of_member(symmetry.apply(class.position(index)));
        let origin = image(0);
        let columns = (0..class.rank()).map(|bit| image(1 << bit) ^ origin);
        Self { origin, bytes: byte_tables(columns, |sum| sum) }
    }

    /// The image of an index.
    #[inline]
    pub(crate) fn apply(&self, index: u64) -> u64 {
        let byte = |number: u32| (index >> (8 * number)) as usize & 0xff;
        // Most classes have ranks of 25 to 32, and large ones up to 40: without a loop, they take two thirds of the time.
        match &*self.bytes {
            [a, b, c, d] => self.origin ^ a[byte(0)] ^ b[byte(1)] ^ c[byte(2)] ^ d[byte(3)],
            [a, b, c, d, e] => {
                self.origin ^ a[byte(0)] ^ b[byte(1)] ^ c[byte(2)] ^ d[byte(3)] ^ e[byte(4)]
            }
            tables => {
                let (mut image, mut rest) = (self.origin, index);
                for table in tables {
                    image ^= table[rest as usize & 0xff];
                    rest >>= 8;
                }
                image
            }
        }
    }

    /// What a bit of an index adds to the image.
    pub(crate) fn column(&self, bit: usize) -> u64 {
        self.bytes[bit / 8][1 << (bit % 8)]
    }
}
