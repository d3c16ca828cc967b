//! The closure played backwards: from which positions of a class a target can be reached. Playing backwards is playing
//! forwards from the complement, so this is the closure of the target's complement, over the same bits as a finished
//! set, read from the other end.

use multiversion::multiversion;

use super::closure::Closure;
use super::layout::{Layout, WORD_BITS};
use super::{Instructions, Reachable, SolveError};
use crate::board::{Hole, Position};
use crate::class::PositionClass;
use crate::memory::{self, HugeArray};
use crate::progress::Progress;

/// The positions from which a target can be reached, one bit each, numbered like those of a [`Reachable`].
///
/// ```
/// use pegfont::{board::Board, solve::{Backwards, Reachable}};
/// let board: Board = "5x5".parse()?;
/// let reachable = Reachable::solve(&board, board.central_vacancy())?;
/// let target = board.parse_position("##.##\n##.##\n#####\n#####\n#####")?;
/// let backwards = Backwards::from(&reachable, target)?.expect("the class has more than a word of positions");
/// let mut words = reachable.words().to_vec();
/// backwards.retain(0, &mut words);
/// let on_the_way: u32 = words.iter().map(|word| word.count_ones()).sum();
/// assert_eq!(on_the_way, 2); // start and target are one jump apart
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct Backwards {
    /// Over the dense index of the complements: the index with all its bits flipped.
    words: HugeArray,
}

impl Backwards {
    /// Finds every position of the class from which the target can be reached. It takes as much time and memory as
    /// solving the board did. None if the target is of another class, or the class has less than a word of positions.
    ///
    /// # Errors
    /// When there is not enough memory.
    pub fn from(reachable: &Reachable, target: Position) -> Result<Option<Self>, SolveError> {
        Self::from_with(reachable, target, Progress::NONE)
    }

    /// The same, watched. The progress is counted in blocks.
    ///
    /// # Errors
    /// When there is not enough memory, or the progress is stopped.
    pub fn from_with(
        reachable: &Reachable,
        target: Position,
        progress: Progress<'_>,
    ) -> Result<Option<Self>, SolveError> {
        let board = reachable.board();
        let Layout { class, vector_bits, inner_bits, block_bits, .. } = &reachable.layout;
        let bits = vector_bits + inner_bits + block_bits;
        if !class.contains(target) || class.rank() < bits {
            return Ok(None);
        }
        let what = || format!("what can be reached backwards on {board}");
        memory::require(what(), Reachable::memory_needed(board))?;
        // The same holes number the same bits; only what the parity holes hold is the other way round.
        let mut layout = Layout::new(board, reachable.start);
        let seed = board.complement(target);
        let parity: Position = class.parity_holes().iter().map(|parity| parity.hole).collect();
        let parity_first: Vec<Hole> =
            parity.holes().chain(board.full().without(parity).holes()).collect();
        let order: Vec<Hole> = class.free_holes().iter().copied().chain(parity.holes()).collect();
        layout.class = PositionClass::with_order(board, seed, &parity_first, &order);
        layout.symmetries.retain(|symmetry| symmetry.apply(target) == target);
        let mut words = HugeArray::zeroed(what, 1 << (bits - WORD_BITS))?;
        let index = layout.class.index_of_member(seed);
        Closure::new(&layout, Instructions::Best).close(&mut words, index, progress)?;
        Ok(Some(Self { words }))
    }

    /// Leaves, of a run of words of a [`Reachable`], the positions from which the target can be reached too. The first
    /// word of the run has this number.
    ///
    /// # Panics
    /// When there are not as many words.
    pub fn retain(&self, first: usize, words: &mut [u64]) {
        let end = self.words.len() - first;
        and_reversed(words, &self.words[end - words.len()..end]);
    }
}

/// Leaves the bits of words that are set in others too, which are read from the other end.
#[multiversion(targets("x86_64+avx2"))]
fn and_reversed(words: &mut [u64], others: &[u64]) {
    for (word, other) in words.iter_mut().zip(others.iter().rev()) {
        *word &= other.reverse_bits();
    }
}
