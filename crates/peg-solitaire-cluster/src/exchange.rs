//! How much several processes have to send each other, counted from the plan without computing any block.

use std::sync::atomic::{AtomicU64, Ordering};

use peg_solitaire::solve::Slicing;

use crate::owner;

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
    /// What this many processes, at most 64, have to send each other to compute a set.
    #[must_use]
    pub fn of(plan: &Slicing, processes: usize) -> Self {
        // For each place its owner.
        let mut owners = vec![0_u8; plan.blocks() as usize];
        let mut busiest = 0;
        for level in plan.slices().chunk_by(|one, other| one.level == other.level) {
            let mut own = vec![0; processes];
            for slice in level {
                let owner = owner(slice, processes);
                owners[slice.places.clone()].fill(owner as u8);
                own[owner] += slice.places.len() as u64;
            }
            busiest += own.into_iter().max().unwrap_or(0);
        }
        let [jumps, remote_jumps, sums] = [(); 3].map(|()| AtomicU64::new(0));
        plan.each_block(|place, sources| {
            let remote = sources.iter().map(|&source| owners[source]);
            let remote: Vec<u8> = remote.filter(|&owner| owner != owners[place]).collect();
            let senders = remote.iter().fold(0_u64, |all, owner| all | 1 << owner);
            jumps.fetch_add(sources.len() as u64, Ordering::Relaxed);
            remote_jumps.fetch_add(remote.len() as u64, Ordering::Relaxed);
            sums.fetch_add(u64::from(senders.count_ones()), Ordering::Relaxed);
        });
        let sums = sums.into_inner();
        Self {
            jumps: jumps.into_inner(),
            remote_jumps: remote_jumps.into_inner(),
            sums,
            bytes: sums * plan.block_bytes(),
            blocks: plan.blocks(),
            busiest,
        }
    }

    /// How many times faster so many processes can be than one, if computing blocks is all that takes time: they wait for each other after
    /// each level.
    #[must_use]
    pub fn speedup(&self) -> f64 {
        self.blocks as f64 / self.busiest.max(1) as f64
    }
}
