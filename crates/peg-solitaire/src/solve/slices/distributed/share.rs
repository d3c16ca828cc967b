//! The work of one process: it sums up what its blocks add to the blocks of others, and computes its own slices.

use std::collections::BTreeMap;
use std::collections::btree_map::Entry;

use rayon::prelude::*;

use super::TeamError;
use super::sums::{MESSAGE, Sums};
use crate::progress::Progress;
use crate::solve::gather::Frames;
use crate::solve::slices::SliceError;
use crate::solve::slices::order::{Order, Slice};
use crate::solve::slices::run::{Begun, Resumed, Run};

/// Which process computes which slice, and when. In a step, each process computes one slice, or none.
pub(super) struct Steps {
    /// For each step and each process, the number of its slice.
    slices: Vec<Option<u32>>,
    processes: usize,
    /// The number of steps of a level.
    turns: usize,
}

impl Steps {
    pub fn new(order: &Order, parts: usize, processes: usize) -> Self {
        let turns = parts.div_ceil(processes);
        let levels = order.slices.last().map_or(0, |slice| slice.level + 1);
        let mut slices = vec![None; levels * turns * processes];
        for (number, slice) in order.slices.iter().enumerate() {
            let step = slice.level * turns + slice.part / processes;
            slices[step * processes + owner(slice, processes)] = Some(number as u32);
        }
        Self { slices, processes, turns }
    }

    pub fn len(&self) -> u64 {
        (self.slices.len() / self.processes) as u64
    }

    /// The slice that a process computes in a step.
    pub fn slice(&self, step: u64, process: usize) -> Option<usize> {
        let at = step as usize * self.processes + process;
        self.slices.get(at).copied().flatten().map(|number| number as usize)
    }

    /// The first step of the level that a step is in.
    pub fn level_begin(&self, step: u64) -> u64 {
        step / self.turns as u64 * self.turns as u64
    }
}

/// The process that computes a slice.
pub(super) fn owner(slice: &Slice, processes: usize) -> usize {
    slice.part % processes
}

/// The share of one process in a set.
pub(super) struct Share<'r> {
    run: Run<'r>,
    steps: &'r Steps,
    process: usize,
    /// For each slice, whether it is there already. Of others' slices, nothing else is known.
    there: Vec<bool>,
    /// The slices for which sums have arrived, by the step that computes them.
    begun: BTreeMap<u64, Begun>,
    /// The blocks whose sums were sent.
    pub sent: u64,
    /// The number of blocks that this process keeps, and how many of them are there.
    pub all: u64,
    pub done: u64,
}

impl<'r> Share<'r> {
    pub fn new(run: Run<'r>, steps: &'r Steps, process: usize) -> Self {
        let there = vec![false; run.order.slices.len()];
        let own = run.order.slices.iter().filter(|slice| owner(slice, steps.processes) == process);
        let all = own.map(|slice| slice.places.len() as u64).sum();
        Self { run, steps, process, there, begun: BTreeMap::new(), sent: 0, all, done: 0 }
    }

    /// Verifies the slices that are there already. Returns for each slice of the set whether it is one of them.
    pub fn keep(&mut self, progress: Progress<'_>) -> Result<(Vec<bool>, Resumed), SliceError> {
        let mut resumed = Resumed::default();
        for step in 0..self.steps.len() {
            let Some(number) = self.steps.slice(step, self.process) else { continue };
            progress.report(0, self.all)?;
            self.there[number] = self.run.keep(number, &mut resumed)?;
        }
        Ok((self.there.clone(), resumed))
    }

    /// Takes note of the slices that any process already has.
    pub fn agreed(&mut self, there: Vec<bool>) {
        self.there = there;
    }

    /// Adds the sums that have arrived for a step.
    pub fn add(&mut self, step: u64, sums: &Sums) -> Result<(), TeamError> {
        let garbled = || TeamError::Garbled;
        let number = self.steps.slice(step, self.process).ok_or_else(garbled)?;
        let slice = &self.run.order.slices[number];
        let size = self.run.folding.closure.block_words();
        let begun = match self.begun.entry(step) {
            Entry::Occupied(entry) => entry.into_mut(),
            Entry::Vacant(entry) => {
                entry.insert(Begun::new(&self.run.folding, slice).map_err(SliceError::from)?)
            }
        };
        for (place, bytes) in sums.iter(size).ok_or_else(garbled)? {
            let at = usize::try_from(place).ok().and_then(|at| at.checked_sub(slice.places.start));
            let at = at.filter(|&at| at < slice.places.len()).ok_or_else(garbled)?;
            begun.touched[at] = true;
            let words = &mut begun.words[at * size..][..size];
            for (word, bytes) in words.iter_mut().zip(bytes.chunks_exact(8)) {
                *word |= u64::from_le_bytes(*bytes.first_chunk().unwrap_or(&[0; 8]));
            }
        }
        Ok(())
    }

    /// Adds up what this process's blocks add to the slices of others in a step, and sends the sums.
    pub fn sums(&mut self, step: u64, mut send: impl FnMut(Sums)) -> Result<(), SliceError> {
        for process in (0..self.steps.processes).filter(|&process| process != self.process) {
            let number = self.steps.slice(step, process).filter(|&number| !self.there[number]);
            let Some(number) = number else { continue };
            for sums in self.sums_of(number, process)? {
                self.sent += sums.blocks();
                send(sums);
            }
        }
        Ok(())
    }

    /// The sums for one slice of another process.
    fn sums_of(&self, number: usize, process: usize) -> Result<Vec<Sums>, SliceError> {
        let places = self.run.order.slices[number].places.clone();
        let size = self.run.folding.closure.block_words();
        let together = (MESSAGE / (8 * size + 8)).max(1);
        let blocks = self.run.order.blocks[places.clone()].par_chunks(together);
        let sums = blocks.enumerate().map_init(
            || (vec![0; size], Frames::default()),
            |(sum, frames), (chunk, blocks)| {
                let (mut at, mut words) = (Vec::new(), Vec::new());
                for (place, &block) in (places.start + chunk * together..).zip(blocks) {
                    sum.fill(0);
                    let any = self.run.folding.gather(block as usize, sum, &self.run, frames)?;
                    if any && sum.iter().any(|&word| word != 0) {
                        at.push(place as u64);
                        words.extend_from_slice(sum);
                    }
                }
                Ok((!at.is_empty()).then(|| Sums::new(process, &at, &words)))
            },
        );
        sums.filter_map(Result::transpose).collect()
    }

    /// Computes this process's slice of a step, if it has one that isn't there yet. All sums for it have arrived.
    pub fn compute(&mut self, step: u64) -> Result<(), SliceError> {
        let begun = self.begun.remove(&step);
        let Some(number) = self.steps.slice(step, self.process) else { return Ok(()) };
        let slice = &self.run.order.slices[number];
        self.done += slice.places.len() as u64;
        if self.there[number] {
            return Ok(());
        }
        let begun = match begun {
            Some(begun) => begun,
            None => Begun::new(&self.run.folding, slice)?,
        };
        self.run.finish(number, begun)
    }

    /// Writes the last slice.
    pub fn end(&mut self) -> Result<(), SliceError> {
        self.run.write_pending()
    }
}
