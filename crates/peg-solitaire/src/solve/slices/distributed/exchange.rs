//! How much several processes have to send each other, counted from the plan without computing any block.

use rayon::prelude::*;

use super::share::owner;
use crate::solve::closure::Closure;
use crate::solve::kernel::Instructions;
use crate::solve::slices::{SliceError, Slicing};

/// What several processes have to send each other at most: not all blocks that a plan lists have reachable positions.
#[derive(Clone, Copy, PartialEq, Default, Debug)]
pub struct Exchange {
    /// The jumps between blocks, images included, and how many of them lead to a block of another process.
    pub jumps: u64,
    pub remote_jumps: u64,
    /// The sums to be sent: one for each block and each other process whose blocks lead to it.
    pub sums: u64,
    /// The same in bytes.
    pub bytes: u64,
    /// The number of blocks, and of those that the busiest process of each level computes, all levels together.
    pub blocks: u64,
    pub busiest: u64,
}

impl Exchange {
    fn with(self, other: Self) -> Self {
        Self {
            jumps: self.jumps + other.jumps,
            remote_jumps: self.remote_jumps + other.remote_jumps,
            sums: self.sums + other.sums,
            ..self
        }
    }

    /// How many times faster so many processes can be than one, if computing blocks is all that takes time: they wait for each other after
    /// each level.
    #[must_use]
    pub fn speedup(&self) -> f64 {
        self.blocks as f64 / self.busiest.max(1) as f64
    }
}

impl Slicing {
    /// What this many processes, at most 64, have to send each other to compute this set.
    ///
    /// # Errors
    /// When the tables of the blocks can't be made.
    pub fn exchange(&self, processes: usize) -> Result<Exchange, SliceError> {
        let closure = Closure::new(&self.layout, Instructions::Best);
        // For each place its owner.
        let mut owners =
            crate::memory::filled(|| closure.layout.what(), self.order.blocks.len(), 0_u8)?;
        let mut busiest = 0;
        for level in self.order.slices.chunk_by(|one, other| one.level == other.level) {
            let mut own = vec![0; processes];
            for slice in level {
                let owner = owner(slice, processes);
                owners[slice.places.clone()].fill(owner as u8);
                own[owner] += slice.places.len() as u64;
            }
            busiest += own.into_iter().max().unwrap_or(0);
        }
        let count = |(&block, &owner): (&u32, &u8)| {
            let block = block as usize;
            let mut senders = 0_u64;
            let mut found = Exchange::default();
            let images = closure.mirrors.iter().map(|mirror| mirror.block(block));
            for image in images.chain([block]) {
                let origin = closure.origin(image);
                for jump in closure.jumps.outer.iter().filter(|jump| closure.leads_to(jump, origin))
                {
                    let Some(place) = self.homes.kept(image ^ jump.block_flip) else { continue };
                    found.jumps += 1;
                    if owners[place] != owner {
                        found.remote_jumps += 1;
                        senders |= 1 << owners[place];
                    }
                }
            }
            found.sums = u64::from(senders.count_ones());
            found
        };
        let work = self.order.blocks.par_iter().zip(&owners).with_min_len(1024);
        let found = work.map(count).reduce(Exchange::default, Exchange::with);
        let bytes = found.sums * closure.block_words() as u64 * 8;
        Ok(Exchange { bytes, blocks: self.order.blocks.len() as u64, busiest, ..found })
    }
}
