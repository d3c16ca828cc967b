//! The images of a position under a group of symmetries, all at once, looked up a byte at a time. A fast form of
//! [`Symmetry::apply`](crate::board::Symmetry::apply).

use super::SymmetryGroup;
use crate::board::{Bitboard, Symmetry};

/// The number of images that are looked up together: a cache line.
const TOGETHER: usize = 8;

/// A group of symmetries as tables.
#[derive(Clone)]
pub(crate) struct Images {
    /// The number of symmetries, the identity included.
    count: usize,
    /// For every eight symmetries and each byte of a position: the images of each value of the byte. The identity fills up the last
    /// eight.
    tables: Vec<Vec<Lines>>,
}

/// For each value of a byte of a position, its images.
type Lines = Box<[[u64; TOGETHER]; 256]>;

impl Images {
    pub(crate) fn of(group: &SymmetryGroup) -> Self {
        let board = &group.board;
        let symmetries: Vec<&Symmetry> = group.symmetries().collect();
        let lines = |symmetries: &[&Symmetry], byte: usize| {
            let mut lines: Lines = Box::new([[0; TOGETHER]; 256]);
            for (value, line) in lines.iter_mut().enumerate() {
                let position = Bitboard((value as u64) << (8 * byte)) & board.full();
                for (number, image) in line.iter_mut().enumerate() {
                    *image = symmetries
                        .get(number)
                        .map_or(position, |symmetry| symmetry.apply(position))
                        .0;
                }
            }
            lines
        };
        let table = |symmetries: &[&Symmetry]| {
            (0..board.holes().div_ceil(8)).map(|byte| lines(symmetries, byte)).collect()
        };
        Self { count: symmetries.len(), tables: symmetries.chunks(TOGETHER).map(table).collect() }
    }

    /// The images under eight symmetries.
    #[inline]
    fn line(table: &[Lines], position: Bitboard) -> [u64; TOGETHER] {
        let mut images = [0; TOGETHER];
        for (byte, lines) in table.iter().enumerate() {
            let line = &lines[(position.0 >> (8 * byte) & 0xff) as usize];
            for (image, part) in images.iter_mut().zip(line) {
                *image |= part;
            }
        }
        images
    }

    /// The images under all symmetries, the position itself the first.
    #[inline]
    pub(crate) fn images(&self, position: Bitboard) -> impl Iterator<Item = Bitboard> {
        let images = self.tables.iter().flat_map(move |table| Self::line(table, position));
        images.take(self.count).map(Bitboard)
    }

    /// The image with the smallest code.
    #[inline]
    pub(crate) fn representative(&self, position: Bitboard) -> Bitboard {
        let mut smallest = position.0;
        for table in &self.tables {
            for image in Self::line(table, position) {
                smallest = smallest.min(image);
            }
        }
        Bitboard(smallest)
    }

    /// Whether no symmetry maps the problem (a start and its finishes) to one that comes before it.
    pub(crate) fn is_first(&self, (start, finishes): (Bitboard, Bitboard)) -> bool {
        self.images(start).zip(self.images(finishes)).all(|image| image >= (start, finishes))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::SmallBoard;

    #[test]
    fn images_are_those_of_the_symmetries() {
        for name in ["english", "triangle15", "5x7", "line9"] {
            let board: SmallBoard = name.parse().unwrap_or_else(|error| panic!("{error}"));
            let group = SymmetryGroup::of(&board);
            let images = Images::of(&group);
            let mut bits = 0x9e37_79b9_7f4a_7c15_u64;
            for _ in 0..1000 {
                bits = bits.wrapping_mul(0x5851_f42d_4c95_7f2d).wrapping_add(1);
                let position = Bitboard(bits >> 7) & board.full();
                let plain = board.symmetries().iter().map(|symmetry| symmetry.apply(position));
                assert!(plain.eq(images.images(position)));
                assert_eq!(images.representative(position), board.mincode(position));
                assert_eq!(group.representative(position), board.mincode(position));
            }
        }
    }
}
