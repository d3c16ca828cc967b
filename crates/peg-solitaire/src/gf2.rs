//! Linear algebra over GF(2), the field of two elements: a word is a vector, and XOR is addition.

use crate::bits::ones;

/// Independent vectors in reduced form: each has a *pivot*, a bit that no other has.
#[derive(Default)]
pub(crate) struct Basis {
    rows: Vec<PivotRow>,
}

/// A vector of a basis.
struct PivotRow {
    /// Only the bit of the pivot.
    pivot: u64,
    vector: u64,
}

impl Basis {
    /// The basis of the space that these vectors span.
    pub(crate) fn of(vectors: impl IntoIterator<Item = u64>) -> Self {
        let mut basis = Self::default();
        for vector in vectors {
            basis.insert(vector);
        }
        basis
    }

    pub(crate) fn rank(&self) -> usize {
        self.rows.len()
    }

    /// What remains of a vector without the pivots: 0 if it is in the space.
    pub(crate) fn reduced(&self, vector: u64) -> u64 {
        let mut rest = vector;
        for row in &self.rows {
            if vector & row.pivot != 0 {
                rest ^= row.vector;
            }
        }
        rest
    }

    /// Adds a vector, unless it is in the space. Its pivot is its lowest bit.
    pub(crate) fn insert(&mut self, vector: u64) {
        self.insert_with(vector, u64::trailing_zeros);
    }

    /// Adds a vector, unless it is in the space. `pivot` chooses its pivot among the bits that
    /// remain. If it always chooses the first in some order of the bits, the basis depends on the
    /// space alone.
    pub(crate) fn insert_with(&mut self, vector: u64, pivot: impl FnOnce(u64) -> u32) {
        let rest = self.reduced(vector);
        if rest == 0 {
            return;
        }

        let pivot = 1 << pivot(rest);
        for row in &mut self.rows {
            if row.vector & pivot != 0 {
                row.vector ^= rest;
            }
        }
        self.rows.push(PivotRow {
            pivot,
            vector: rest,
        });
    }

    /// The vector with this bit as its pivot.
    pub(crate) fn row(&self, pivot: u32) -> Option<u64> {
        let found = self.rows.iter().find(|row| row.pivot == 1 << pivot)?;
        Some(found.vector)
    }

    /// A basis of the vectors that have an even number of bits in common with each of this space:
    /// one for each bit, of these, that is no pivot.
    pub(crate) fn orthogonal(&self, bits: u64) -> impl Iterator<Item = u64> {
        let pivots = self.rows.iter().fold(0, |pivots, row| pivots | row.pivot);
        ones(bits & !pivots).map(|bit| self.orthogonal_with(bit))
    }

    /// The vector with this bit, and pivots, that has an even number of bits in common with each of
    /// this space.
    fn orthogonal_with(&self, bit: u32) -> u64 {
        let mut vector = 1 << bit;
        for row in &self.rows {
            if row.vector >> bit & 1 == 1 {
                vector |= row.pivot;
            }
        }
        vector
    }
}

/// `N` affine maps of words: sums of a constant and of what each bit adds. Looked up a byte at a
/// time.
#[derive(Clone, Debug)]
pub(crate) struct AffineMap<const N: usize = 1> {
    origin: [u64; N],
    /// What each value of each byte of a word adds to its images.
    bytes: Vec<[[u64; N]; 256]>,
}

impl<const N: usize> AffineMap<N> {
    /// The map that equals `image` on all words of `bits` bits; it ignores higher bits. `image`
    /// must be affine.
    pub(crate) fn new(bits: usize, image: impl Fn(u64) -> [u64; N]) -> Self {
        let origin = image(0);
        let mut bytes = vec![[[0; N]; 256]; bits.div_ceil(8)];

        for (byte, table) in bytes.iter_mut().enumerate() {
            for bit in 0..8 {
                let number = 8 * byte + bit;
                let adds = if number < bits {
                    sum([&origin, &image(1 << number)])
                } else {
                    [0; N]
                };
                // The sums with this bit are those without it, and what it adds.
                for value in 0..1 << bit {
                    table[1 << bit | value] = sum([&table[value], &adds]);
                }
            }
        }
        Self { origin, bytes }
    }

    #[inline]
    pub(crate) fn apply(&self, word: u64) -> [u64; N] {
        let byte = |number: usize| (word >> (8 * number)) as usize & 0xff;
        let first = &self.origin;

        // Most classes have ranks of 25 to 32, and large ones up to 40: without a loop, they take
        // two thirds of the time.
        match &*self.bytes {
            [a, b, c, d] => sum([first, &a[byte(0)], &b[byte(1)], &c[byte(2)], &d[byte(3)]]),
            [a, b, c, d, e] => sum([
                first,
                &a[byte(0)],
                &b[byte(1)],
                &c[byte(2)],
                &d[byte(3)],
                &e[byte(4)],
            ]),
            tables => {
                let mut images = *first;
                for (number, table) in tables.iter().enumerate() {
                    images = sum([&images, &table[byte(number)]]);
                }
                images
            }
        }
    }
}

impl AffineMap {
    #[inline]
    pub(crate) fn image(&self, word: u64) -> u64 {
        let [image] = self.apply(word);
        image
    }

    pub(crate) fn column(&self, bit: usize) -> u64 {
        self.image(1 << bit) ^ self.image(0)
    }
}

#[inline(always)]
fn sum<const N: usize, const M: usize>(vectors: [&[u64; N]; M]) -> [u64; N] {
    std::array::from_fn(|at| vectors.iter().fold(0, |sum, vector| sum ^ vector[at]))
}

/// An elementary operation on a vector. It is its own inverse.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Operation {
    /// Two bits change places; the lower first.
    Exchange(usize, usize),
    /// The second bit is added to the first.
    Add(usize, usize),
}

impl Operation {
    pub(crate) fn apply(self, vector: u64) -> u64 {
        match self {
            Self::Exchange(low, high) => {
                let differ = (vector >> low ^ vector >> high) & 1;
                vector ^ differ << low ^ differ << high
            }
            Self::Add(to, from) => vector ^ (vector >> from & 1) << to,
        }
    }

    /// The vector after all operations, one after the other.
    pub(crate) fn apply_all(operations: &[Self], mut vector: u64) -> u64 {
        for operation in operations {
            vector = operation.apply(vector);
        }
        vector
    }

    /// Does this to each of some vectors.
    fn apply_to_each(self, vectors: &mut [u64]) {
        for vector in vectors {
            *vector = self.apply(*vector);
        }
    }
}

/// The operations that together map each bit k of a vector to `columns[k]`: a Gauss-Jordan
/// elimination. None if the columns are dependent.
pub(crate) fn operations(columns: &[u64]) -> Option<Vec<Operation>> {
    let bits = columns.len();
    let mut columns = columns.to_vec();
    let mut to_identity = Vec::new();
    let mut eliminate = |columns: &mut [u64], operation: Operation| {
        operation.apply_to_each(columns);
        to_identity.push(operation);
    };

    for bit in 0..bits {
        let pivot = (bit..bits).find(|&row| columns[bit] >> row & 1 == 1)?;
        if pivot != bit {
            eliminate(&mut columns, Operation::Exchange(bit, pivot));
        }
        for row in 0..bits {
            if row != bit && columns[bit] >> row & 1 == 1 {
                eliminate(&mut columns, Operation::Add(row, bit));
            }
        }
    }

    // Each operation is its own inverse, so this leads from the identity to the columns.
    to_identity.reverse();
    Some(to_identity)
}

/// The operations that leave a matrix with nothing below a square: the first two factors, P and L,
/// of its LU decomposition. The matrix has these columns, which are independent and become U.
///
/// ```text
///   A   as many rows as columns    P: rows of B trade places with those rows of A that are sums
///                                     of others
///   B   the other rows             L: now each row of B is a sum of rows of A. They are added to
///                                     it, which leaves B = 0
/// ```
pub(crate) fn lower_operations(columns: &mut [u64], rows: usize) -> Vec<Operation> {
    let above = columns.len();
    let (basis, exchanges) = independent_rows_first(columns, rows);
    for &exchange in &exchanges {
        exchange.apply_to_each(columns);
    }

    let mut additions = Vec::new();
    for number in above..rows {
        let sum = basis.reduced(row_of(columns, number)) >> above;
        additions.extend(ones(sum).map(|place| Operation::Add(number, place as usize)));
    }
    for &addition in &additions {
        addition.apply_to_each(columns);
    }

    [exchanges, additions].concat()
}

/// The exchanges of rows that make the first rows of a matrix independent, as many as it has
/// columns. The basis has these rows, each with a tag: one more bit, above those of the columns,
/// for its place. A sum of rows has the tags of the rows.
fn independent_rows_first(columns: &[u64], rows: usize) -> (Basis, Vec<Operation>) {
    let above = columns.len();
    let inside = (1 << above) - 1;
    let tag = |place: usize| 1_u64 << (above + place);

    let mut basis = Basis::default();
    let mut spare = Vec::new();
    let mut exchanges = Vec::new();
    for number in 0..rows {
        let row = row_of(columns, number);
        let is_new = basis.reduced(row) & inside != 0;
        if number < above && is_new {
            basis.insert(row | tag(number));
        } else if number < above {
            spare.push(number);
        } else if is_new {
            let place = spare.pop().expect("as many rows are missing as can be had");
            basis.insert(row | tag(place));
            exchanges.push(Operation::Exchange(place, number));
        }
    }
    (basis, exchanges)
}

/// A row of the matrix with these columns: bit k is that of column k.
fn row_of(columns: &[u64], number: usize) -> u64 {
    let mut row = 0;
    for (bit, column) in columns.iter().enumerate() {
        row |= (column >> number & 1) << bit;
    }
    row
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Numbers that follow no rule that matters here.
    fn vectors(bits: usize) -> impl Iterator<Item = u64> {
        let mut state = 0x9e37_79b9_7f4a_7c15_u64;
        std::iter::repeat_with(move || {
            state ^= state << 13;
            state ^= state >> 7;
            state ^= state << 17;
            state & ((1 << bits) - 1)
        })
    }

    #[test]
    fn operations_lead_to_the_columns_if_these_are_independent() {
        let mut independent = 0;
        let mut random = vectors(10);
        for _ in 0..200 {
            let columns: Vec<u64> = random.by_ref().take(10).collect();
            let found = operations(&columns);
            assert_eq!(
                found.is_some(),
                Basis::of(columns.iter().copied()).rank() == 10
            );

            let Some(operations) = found else { continue };
            independent += 1;
            for (bit, &column) in columns.iter().enumerate() {
                assert_eq!(Operation::apply_all(&operations, 1 << bit), column);
            }
        }
        assert!(independent > 20);
    }

    #[test]
    fn lower_operations_leave_nothing_below_the_square() {
        let mut random = vectors(16);
        for _ in 0..200 {
            let before: Vec<u64> = random.by_ref().take(9).collect();
            if Basis::of(before.iter().copied()).rank() < 9 {
                continue;
            }

            let mut after = before.clone();
            let operations = lower_operations(&mut after, 16);
            assert!(after.iter().all(|column| column >> 9 == 0));
            assert_eq!(Basis::of(after.iter().copied()).rank(), 9);
            for (before, after) in before.iter().zip(&after) {
                assert_eq!(Operation::apply_all(&operations, *before), *after);
            }
        }
    }

    #[test]
    fn an_orthogonal_basis_has_even_overlaps_and_the_right_rank() {
        let mut random = vectors(12);
        for count in 0..12 {
            let basis = Basis::of(random.by_ref().take(count));
            let orthogonal: Vec<u64> = basis.orthogonal((1 << 12) - 1).collect();
            assert_eq!(orthogonal.len(), 12 - basis.rank());
            for vector in &orthogonal {
                let is_even = |row: &PivotRow| (row.vector & vector).count_ones() & 1 == 0;
                assert!(basis.rows.iter().all(is_even));
            }
        }
    }
}
