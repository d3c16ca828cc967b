//! Which blocks are kept, and where the bits of every block are. It numbers places; it stores no positions.

use crate::board::{Hole, Symmetry};
use crate::memory::{self, MemoryError};
use crate::solve::layout::Layout;
use crate::solve::mirror::Mirror;

/// Where the bits of each block are.
pub(in crate::solve) struct Homes {
    /// The place of the kept block that this one is an image of, and in the lowest bits the number of the symmetry that leads there
    /// from this block; or [`NOWHERE`]. In one word, since both are looked up together.
    homes: Vec<u32>,
    /// The number of places.
    kept: usize,
    /// The number of each symmetry's inverse.
    inverses: Vec<u8>,
}

/// The home of a block in which nothing can be reached.
const NOWHERE: u32 = u32::MAX;
/// The bits for the number of a symmetry: a hexagon has twelve.
const TURN_BITS: u32 = 4;

impl Homes {
    /// The homes of all blocks, if these are kept, in the order of their places.
    pub fn new(layout: &Layout, mirrors: &[Mirror], kept: &[u32]) -> Result<Self, MemoryError> {
        let inverses = inverses(layout);
        let mut homes = memory::filled(|| layout.what(), 1 << layout.block_bits, NOWHERE)?;
        if kept.len() >= (NOWHERE >> TURN_BITS) as usize {
            return Err(too_many(layout));
        }
        for (place, &block) in kept.iter().enumerate() {
            let home = (place as u32) << TURN_BITS;
            homes[block as usize] = home;
            for (mirror, &inverse) in mirrors.iter().zip(&inverses[1..]) {
                let image = &mut homes[mirror.block(block as usize)];
                if *image == NOWHERE {
                    *image = home | u32::from(inverse);
                }
            }
        }
        Ok(Self { homes, kept: kept.len(), inverses })
    }

    /// The place of the kept block that a block is an image of, and the number of the symmetry that leads there. None if
    /// nothing in the block can be reached.
    #[inline]
    pub fn of(&self, block: usize) -> Option<(usize, usize)> {
        let home = self.homes[block];
        let turn = home & ((1 << TURN_BITS) - 1);
        (home != NOWHERE).then_some(((home >> TURN_BITS) as usize, turn as usize))
    }

    /// The place of a block, if it is a kept one.
    pub fn kept(&self, block: usize) -> Option<usize> {
        self.of(block).filter(|&(_, turn)| turn == 0).map(|(place, _)| place)
    }

    /// The number of places.
    pub fn places(&self) -> usize {
        self.kept
    }

    /// The number of the inverse of the symmetry with this number.
    pub fn inverse(&self, turn: usize) -> usize {
        usize::from(self.inverses[turn])
    }
}

/// The refusal of a board with more blocks than can be numbered.
fn too_many(layout: &Layout) -> MemoryError {
    let needed = 1_u64 << layout.class.rank() >> 3;
    MemoryError { what: layout.what().into(), needed, available: memory::available() }
}

/// For each symmetry of a layout, the number of its inverse.
fn inverses(layout: &Layout) -> Vec<u8> {
    let all: Vec<&Symmetry> = layout.group.symmetries().collect();
    let undoes = |one: &Symmetry, other: &Symmetry| {
        let mut holes = layout.class.board().full().pegs();
        holes.all(|hole: Hole| other.image(one.image(hole)) == hole)
    };
    let inverse = |one: &&Symmetry| {
        let found = all.iter().position(|other| undoes(one, other));
        found.expect("a symmetry has an inverse") as u8
    };
    all.iter().map(inverse).collect()
}
