//! The images of a position under a board's symmetries, a byte at a time: the fast form of
//! [`Symmetry::apply`](crate::board::Symmetry::apply).

use crate::board::{Board, Position};

/// Some of the symmetries of a board, as tables; the identity is left out.
#[derive(Clone)]
pub(crate) struct Images {
    bytes: usize,
    /// For each symmetry, for each byte of a position, the image of each of its values.
    tables: Vec<Vec<[u64; 256]>>,
}

impl Images {
    /// The symmetries that are wanted, by their number in [`Board::symmetries`].
    pub(crate) fn of(board: &Board, wanted: impl Fn(usize) -> bool) -> Self {
        let bytes = board.holes().div_ceil(8);
        let symmetries = board.symmetries().iter().enumerate().skip(1);
        let tables = symmetries.filter(|(number, _)| wanted(*number)).map(|(_, symmetry)| {
            let table = |byte: usize| {
                let image = |value: usize| {
                    symmetry.apply(Position((value as u64) << (8 * byte)) & board.full()).0
                };
                std::array::from_fn(image)
            };
            (0..bytes).map(table).collect()
        });
        Self { bytes, tables: tables.collect() }
    }

    /// All symmetries of a board.
    pub(crate) fn all(board: &Board) -> Self {
        Self::of(board, |_| true)
    }

    /// The number of symmetries, the identity included.
    pub(crate) fn count(&self) -> usize {
        self.tables.len() + 1
    }

    #[inline]
    fn image(&self, table: &[[u64; 256]], position: Position) -> Position {
        let mut image = 0;
        for byte in 0..self.bytes {
            image |= table[byte][(position.0 >> (8 * byte) & 0xff) as usize];
        }
        Position(image)
    }

    /// The images under all but the identity.
    #[inline]
    pub(crate) fn images(&self, position: Position) -> impl Iterator<Item = Position> {
        self.tables.iter().map(move |table| self.image(table, position))
    }

    /// The smallest image.
    #[inline]
    pub(crate) fn smallest(&self, position: Position) -> Position {
        self.images(position).fold(position, std::cmp::min)
    }

    /// Whether no image is smaller.
    #[inline]
    pub(crate) fn is_smallest(&self, position: Position) -> bool {
        self.images(position).all(|image| image >= position)
    }

    /// The number of different images, the position included.
    pub(crate) fn orbit(&self, position: Position) -> usize {
        let fixed = 1 + self.images(position).filter(|&image| image == position).count();
        self.count() / fixed
    }

    /// Whether no symmetry maps the problem (a start and its finishes) to one that comes before it.
    pub(crate) fn is_first(&self, (start, finishes): (Position, Position)) -> bool {
        self.images(start).zip(self.images(finishes)).all(|image| image >= (start, finishes))
    }
}
