//! The set of the reachable positions with one block of each set of mirror images: about a fourth of the memory on a rectangle, an
//! eighth on a square. It answers the same questions as the whole set, each with one more step.
//!
//! A jump can lead into a kept block from an image of another kept block. Instead of turning that image, the whole jump is turned:
//! it is played from the kept block into an image of this one, and what it adds is turned back.
//!
//! ```text
//!    kept K --------> image of T      played here, between blocks whose bits are in memory or at hand
//!      |                  |
//!      | symmetry         | turned back, once for all jumps of this symmetry
//!      v                  v
//!  image of K ------> kept T          the jump that is meant
//! ```

use std::fmt;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use super::closure::{Closure, Levels, Scratch};
use super::kernel::{self, Instructions, SharedWords};
use super::layout::Layout;
use super::reachable_set::ReachableSet;
use super::{SolveError, what};
use crate::board::{Board, Hole, Position, Symmetry};
use crate::class::{ClassSet, IndexMap, PositionClass, WORD_BITS};
use crate::contradiction::Contradiction;
use crate::memory::{self, HugeArray, MemoryError};
use crate::progress::Progress;

/// The positions that can be reached from a start, one block of each set of mirror images: 68 MiB instead of 256 on 5 x 7.
///
/// ```
/// use pegfont::board::Board;
/// use pegfont::solve::{FoldedReachable, Reachable, ReachableSet as _};
/// let board: Board = "5x6".parse()?;
/// let start = board.central_vacancy();
/// let folded = FoldedReachable::solve(&board, start)?;
/// let whole = Reachable::solve(&board, start)?;
/// assert_eq!(folded.count(), whole.count());
/// assert!(folded.bytes() < 8 * whole.words().len());
/// assert!(folded.contains(start) && !folded.contains(board.full()));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct FoldedReachable {
    layout: Layout,
    start: Position,
    words: HugeArray,
    homes: Homes,
    /// What each symmetry of the layout does to an index, the identity first.
    maps: Vec<IndexMap>,
}

/// Where the bits of each block are.
struct Homes {
    /// The place of the kept block that this one is an image of, or [`NOWHERE`].
    places: Vec<u32>,
    /// The number of the symmetry that leads from this block to the kept one.
    turns: Vec<u8>,
    /// The number of each symmetry's inverse.
    inverses: Vec<u8>,
}

/// The place of a block in which nothing can be reached.
const NOWHERE: u32 = u32::MAX;

impl FoldedReachable {
    /// Finds every position that can be reached from the start.
    ///
    /// # Errors
    /// When the start is not on the board, or the set takes more memory than there is.
    pub fn solve(board: &Board, start: Position) -> Result<Self, SolveError> {
        Self::solve_with(board, start, Instructions::Best, Progress::NONE)
    }

    /// The same with a choice of instructions, watched. The progress is counted in blocks.
    ///
    /// # Errors
    /// When the start is not on the board, the set takes more memory than there is, or the progress is stopped.
    pub fn solve_with(
        board: &Board,
        start: Position,
        instructions: Instructions,
        progress: Progress<'_>,
    ) -> Result<Self, SolveError> {
        if !board.full().contains(start) {
            return Err(SolveError::OutsideBoard { board: board.to_string() });
        }
        let layout = Layout::new(board, start);
        let closure = Closure::new(&layout, instructions)?;
        let starts = [layout.class.index_of_member(start)];
        let levels = Levels::new(&closure, &starts)?;
        let homes = Homes::of(&closure, &levels)?;
        let words = levels.blocks.len() * closure.block_words();
        memory::require(what(board), words as u64 * 8)?;
        let mut words = HugeArray::zeroed(|| what(board), words)?;
        let closing = Closing {
            closure: &closure,
            homes: &homes,
            shared: SharedWords::new(&mut words, closure.block_words()),
            filled: closure.none_filled(levels.blocks.len())?,
            start: starts[0],
        };
        closure.visit_all(&levels, progress, &|scratch, blocks| {
            blocks
                .iter()
                .fold(false, |changed, &block| changed | closing.visit(block as usize, scratch))
        })?;
        let maps = layout.group.index_maps(&layout.class);
        Ok(Self { layout, start, words, homes, maps })
    }

    /// The memory of the bits, in bytes.
    #[must_use]
    pub fn bytes(&self) -> usize {
        self.words.len() * 8
    }

    /// The number of positions.
    #[must_use]
    pub fn count(&self) -> u64 {
        let size = 1 << (self.block_bits() - WORD_BITS);
        let mut images = vec![0_u64; self.words.len() / size];
        for &place in self.homes.places.iter().filter(|&&place| place != NOWHERE) {
            images[place as usize] += 1;
        }
        let blocks = self.words.chunks_exact(size).zip(images);
        blocks.map(|(words, images)| images * ones(words)).sum()
    }

    /// The whole set, with a bit for each position.
    ///
    /// # Errors
    /// When there is not enough memory.
    pub fn unfold(&self) -> Result<ClassSet, SolveError> {
        let closure = Closure::new(&self.layout, Instructions::Best)?;
        let size = closure.block_words();
        let board = self.layout.class.board();
        let mut set = ClassSet::empty(Arc::clone(&self.layout.class), || what(board))?;
        let mut turned = vec![0; size];
        for (block, words) in set.words_mut().chunks_exact_mut(size).enumerate() {
            let place = self.homes.places[block];
            if place == NOWHERE {
                continue;
            }
            let kept = &self.words[place as usize * size..][..size];
            let turn = usize::from(self.homes.turns[block]);
            let Some(to_kept) = turn.checked_sub(1) else {
                words.copy_from_slice(kept);
                continue;
            };
            let back = &closure.mirrors[usize::from(self.homes.inverses[turn]) - 1];
            turned.copy_from_slice(kept);
            back.turn(Instructions::Best, &mut turned);
            back.place(closure.mirrors[to_kept].block(block), &turned, words);
        }
        Ok(set)
    }

    /// The number of bits of an index inside a block.
    fn block_bits(&self) -> usize {
        self.layout.vector_bits + self.layout.inner_bits
    }
}

impl fmt::Debug for FoldedReachable {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("FoldedReachable")
            .field("board", &self.layout.class.board().to_string())
            .field("start", &self.start)
            .finish_non_exhaustive()
    }
}

impl ReachableSet for FoldedReachable {
    fn class(&self) -> &PositionClass {
        &self.layout.class
    }

    fn start(&self) -> Position {
        self.start
    }

    fn contains_index(&self, index: u64) -> bool {
        let bits = self.block_bits();
        let block = (index >> bits) as usize;
        let place = self.homes.places[block];
        if place == NOWHERE {
            return false;
        }
        let index = match self.homes.turns[block] {
            0 => index,
            turn => self.maps[usize::from(turn)].apply(index),
        };
        let inside = index & ((1 << bits) - 1);
        let word = ((place as usize) << (bits - WORD_BITS)) | (inside >> WORD_BITS) as usize;
        self.words[word] >> (index & 63) & 1 == 1
    }
}

/// The number of bits set.
fn ones(words: &[u64]) -> u64 {
    words.iter().map(|word| u64::from(word.count_ones())).sum()
}

impl Homes {
    fn of(closure: &Closure<'_>, levels: &Levels) -> Result<Self, SolveError> {
        let layout = closure.layout;
        let inverses = inverses(layout)?;
        let blocks = 1 << layout.block_bits;
        let mut places = memory::filled(|| closure.blocks(), blocks, NOWHERE)?;
        let mut turns = memory::filled(|| closure.blocks(), blocks, 0)?;
        for (place, &block) in levels.blocks.iter().enumerate() {
            let block = block as usize;
            let place = u32::try_from(place).ok().filter(|&place| place != NOWHERE);
            let place = place.ok_or_else(|| too_many(closure))?;
            places[block] = place;
            for (mirror, &inverse) in closure.mirrors.iter().zip(&inverses[1..]) {
                let image = mirror.block(block);
                if places[image] == NOWHERE {
                    (places[image], turns[image]) = (place, inverse);
                }
            }
        }
        Ok(Self { places, turns, inverses })
    }

    /// The place of a block, if it is a kept one.
    fn kept(&self, block: usize) -> Option<usize> {
        let place = self.places[block];
        (place != NOWHERE && self.turns[block] == 0).then_some(place as usize)
    }
}

/// The refusal of a board with more blocks than can be numbered.
fn too_many(closure: &Closure<'_>) -> MemoryError {
    let needed = 1_u64 << closure.layout.class.rank() >> 3;
    MemoryError { what: closure.blocks().into(), needed, available: memory::available() }
}

/// For each symmetry of a layout, the number of its inverse.
fn inverses(layout: &Layout) -> Result<Vec<u8>, Contradiction> {
    let all: Vec<&Symmetry> = layout.group.symmetries().collect();
    let undoes = |one: &Symmetry, other: &Symmetry| {
        let mut holes = layout.class.board().full().holes();
        holes.all(|hole: Hole| other.image(one.image(hole)) == hole)
    };
    let inverse = |one: &&Symmetry| {
        let found = all.iter().position(|other| undoes(one, other));
        found.map(|number| number as u8)
    };
    let inverses: Option<Vec<u8>> = all.iter().map(inverse).collect();
    inverses.ok_or_else(|| Contradiction::new("a symmetry has no inverse"))
}

/// A folded set that is being closed.
struct Closing<'c> {
    closure: &'c Closure<'c>,
    homes: &'c Homes,
    shared: SharedWords<'c>,
    /// For each place, whether anything in its block was found.
    filled: Vec<AtomicBool>,
    /// The index of the start.
    start: u64,
}

impl Closing<'_> {
    /// Computes a kept block. Returns whether it changed.
    fn visit(&self, block: usize, scratch: &mut Scratch) -> bool {
        let closure = self.closure;
        let size = closure.block_words();
        let Some(place) = self.homes.kept(block) else { return false };
        let fresh = &mut scratch.fresh[..size];
        let mut any = self.begin(block, place, fresh);
        any |= self.pull(block, fresh);
        for (mirror, &inverse) in closure.mirrors.iter().zip(&self.homes.inverses[1..]) {
            let image = mirror.block(block);
            let framed = &mut scratch.framed[..size];
            framed.fill(0);
            if !self.pull(image, framed) {
                continue;
            }
            any = true;
            let back = &closure.mirrors[usize::from(inverse) - 1];
            back.turn(closure.instructions, framed);
            let turned = &mut scratch.turned[..size];
            back.place(image, framed, turned);
            for (word, turned) in fresh.iter_mut().zip(turned) {
                *word |= *turned;
            }
        }
        if !any {
            return false;
        }
        kernel::close(closure.instructions, &closure.vectors(closure.origin(block)), fresh);
        // SAFETY: each kept block has a place of its own, which only this visit writes and no other thread reads: blocks
        // of a level don't depend on each other, and without an exact order there is one thread.
        let own = unsafe { self.shared.own(place) };
        let changed = *own != *fresh;
        own.copy_from_slice(fresh);
        self.filled[place].store(true, Ordering::Relaxed);
        changed
    }

    /// What is known of a block before anything is added. Returns whether that is anything.
    fn begin(&self, block: usize, place: usize, fresh: &mut [u64]) -> bool {
        let layout = self.closure.layout;
        let mut any = false;
        if layout.exact {
            fresh.fill(0);
        } else {
            // SAFETY: without an exact order there is one thread.
            fresh.copy_from_slice(unsafe { self.shared.finished(place) });
            any = self.filled[place].load(Ordering::Relaxed);
        }
        let bits = layout.vector_bits + layout.inner_bits;
        if (self.start >> bits) as usize == block {
            fresh[(self.start & ((1 << bits) - 1)) as usize >> WORD_BITS] |= 1 << (self.start & 63);
            any = true;
        }
        any
    }

    /// Adds what jumps from kept blocks into this one lead to. Returns whether there are any.
    fn pull(&self, block: usize, into: &mut [u64]) -> bool {
        let closure = self.closure;
        let origin = closure.origin(block);
        let vectors = closure.vectors(origin);
        let mut any = false;
        for jump in &closure.jumps.outer {
            let source = block ^ jump.block_flip;
            if !closure.leads_to(jump, origin) {
                continue;
            }
            let Some(place) = self.homes.kept(source) else { continue };
            if self.filled[place].load(Ordering::Relaxed) {
                // SAFETY: a jump lowers the weight, and images weigh the same. So the source is of an earlier level, which
                // is finished. Without an exact order there is one thread.
                let words = unsafe { self.shared.finished(place) };
                let from = closure.origin(source);
                kernel::pull(closure.instructions, &vectors, jump, into, words, from);
                any = true;
            }
        }
        any
    }
}
