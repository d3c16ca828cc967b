//! Linear algebra over GF(2), the field of two elements: a word is a vector, and XOR is addition.

use crate::bits::ones;

/// Independent vectors in reduced form: each has a *pivot*, a bit that no other has.
#[derive(Default)]
pub(crate) struct Basis {
    /// The pivots, each with its vector.
    rows: Vec<(u64, u64)>,
}

impl Basis {
    /// The basis of the space that these vectors span.
    pub(crate) fn of(vectors: impl IntoIterator<Item = u64>) -> Self {
        let mut basis = Self::default();
        vectors.into_iter().for_each(|vector| basis.insert(vector));
        basis
    }

    pub(crate) fn rank(&self) -> usize {
        self.rows.len()
    }

    /// What remains of a vector without the pivots: 0 if it is in the space.
    pub(crate) fn reduced(&self, vector: u64) -> u64 {
        let rows = self.rows.iter().filter(|&(pivot, _)| vector & pivot != 0);
        rows.fold(vector, |rest, (_, row)| rest ^ row)
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
        for (_, row) in self.rows.iter_mut().filter(|(_, row)| row & pivot != 0) {
            *row ^= rest;
        }
        self.rows.push((pivot, rest));
    }

    /// The vector with this bit as its pivot.
    pub(crate) fn row(&self, pivot: u32) -> Option<u64> {
        self.rows
            .iter()
            .find(|row| row.0 == 1 << pivot)
            .map(|row| row.1)
    }

    /// A basis of the vectors that have an even number of bits in common with each of this space:
    /// one for each bit, of these, that is no pivot.
    pub(crate) fn orthogonal(&self, bits: u64) -> impl Iterator<Item = u64> {
        let pivots = self.rows.iter().fold(0, |all, row| all | row.0);
        ones(bits & !pivots).map(|bit| {
            let rows = self.rows.iter().filter(move |(_, row)| row >> bit & 1 == 1);
            rows.fold(1 << bit, |vector, (pivot, _)| vector | pivot)
        })
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
    pub(crate) fn apply_all(operations: &[Self], vector: u64) -> u64 {
        operations
            .iter()
            .fold(vector, |vector, operation| operation.apply(vector))
    }
}

/// The operations that together map each bit k of a vector to `columns[k]`: a Gauss-Jordan
/// elimination. None if the columns are dependent.
pub(crate) fn operations(columns: &[u64]) -> Option<Vec<Operation>> {
    let bits = columns.len();
    let mut columns = columns.to_vec();
    let mut operations = Vec::new();
    let mut undo = |columns: &mut [u64], operation: Operation| {
        columns
            .iter_mut()
            .for_each(|column| *column = operation.apply(*column));
        operations.push(operation);
    };
    for bit in 0..bits {
        let pivot = (bit..bits).find(|&row| columns[bit] >> row & 1 == 1)?;
        if pivot != bit {
            undo(&mut columns, Operation::Exchange(bit, pivot));
        }
        for row in (0..bits).filter(|&row| row != bit) {
            if columns[bit] >> row & 1 == 1 {
                undo(&mut columns, Operation::Add(row, bit));
            }
        }
    }
    // What leads to the identity, undone.
    operations.reverse();
    Some(operations)
}

/// The first two factors, P and L, of an LU decomposition of the matrix with these columns, A above
/// B, which are independent: as many operations as it takes to leave U above zeros. `columns`
/// becomes U.
///
/// ```text
///   rows of vectors   A     P: where A's rank is less than its number of rows, rows of B trade places with those that are sums of others
///   other rows        B     L: each row of B is a sum of rows of A then. They are added to it: B = 0
/// ```
pub(crate) fn lower_operations(columns: &mut [u64], rows: usize) -> Vec<Operation> {
    let above = columns.len();
    let inside = (1 << above) - 1;
    // With a bit above those of the columns for each row of A, to tell the sums.
    let row = |columns: &[u64], row: usize| {
        let bits = columns
            .iter()
            .enumerate()
            .map(|(bit, column)| (column >> row & 1) << bit);
        bits.sum::<u64>()
    };
    let tag = |row: usize| 1_u64 << (above + row);
    let (mut basis, mut spare, mut operations) = (Basis::default(), Vec::new(), Vec::new());
    for number in 0..rows {
        let row = row(columns, number);
        let is_new = basis.reduced(row) & inside != 0;
        if number < above && is_new {
            basis.insert(row | tag(number));
        } else if number < above {
            spare.push(number);
        } else if is_new {
            let place = spare.pop().expect("as many rows are missing as can be had");
            basis.insert(row | tag(place));
            operations.push(Operation::Exchange(place, number));
        }
    }
    columns
        .iter_mut()
        .for_each(|column| *column = Operation::apply_all(&operations, *column));
    let exchanges = operations.len();
    for number in above..rows {
        let sum = basis.reduced(row(columns, number)) >> above;
        operations.extend(ones(sum).map(|place| Operation::Add(number, place as usize)));
    }
    let additions = &operations[exchanges..];
    columns
        .iter_mut()
        .for_each(|column| *column = Operation::apply_all(additions, *column));
    operations
}
