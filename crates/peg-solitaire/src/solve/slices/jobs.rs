//! Computing the slices of a plan in a folder: all of them, one after the other, or each as a job
//! of its own, by any number of processes at a time. A slice is the same whoever computes it, and
//! appears by one rename. So nobody waits for anybody: a job whose inputs are missing says which.

use std::path::Path;

use super::folder::{self, Folder};
use super::plan::{SliceName, Slicing};
use super::run::SliceRun;
use crate::progress::Progress;
use crate::solve::closure::Closure;
use crate::solve::places::Slice;
use crate::{Error, Result};

/// What became of a slice that was asked for.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SliceJob {
    /// The slice.
    pub name: SliceName,
    /// What became of it.
    pub outcome: SliceOutcome,
}

/// What became of a slice that was asked for.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum SliceOutcome {
    /// It was computed and written.
    Computed,
    /// It was in the folder, and nothing was done.
    WasThere,
    /// These slices, from which it is computed, are missing.
    Waits(Vec<SliceName>),
}

impl Slicing {
    /// Writes the description of the set into this folder, which is made if it isn't there, and
    /// removes what killed runs left unfinished. Where the set is planned already, and others
    /// compute its slices, there is nothing to do.
    ///
    /// # Errors
    /// When the disk is too small, or the folder has something else.
    pub fn write_plan(&self, folder: &Path) -> Result<()> {
        let place = Folder::new(folder, self);
        self.check_space(&place)?;
        match place.begin() {
            Err(Error::InUse { .. }) if place.is_begun()? => Ok(()),
            begun => begun.map(drop),
        }
    }

    /// Computes the set in this folder, which is made if it isn't there, or completes it, with at
    /// most `memory` bytes. What is there is verified when it is read. Returns how many slices were
    /// there. The progress is counted in blocks.
    ///
    /// # Errors
    /// When memory or disk are too small, the folder has something else, a slice is damaged,
    /// another run is at work, or the progress is stopped. What was finished stays, and the next
    /// run goes on from there.
    pub fn complete(&self, folder: &Path, memory: u64, progress: Progress<'_>) -> Result<usize> {
        self.check_memory(memory)?;
        let place = Folder::new(folder, self);
        self.check_space(&place)?;
        let _lock = place.begin()?;
        let closure = Closure::new(&self.fold);
        let mut run = SliceRun::new(self, &closure, &place, memory - self.tables(), 0)?;
        let all = self.fold.places.count() as u64;

        let mut found = 0;
        for (number, slice) in self.fold.places.slices.iter().enumerate() {
            if run.resume(number)? {
                found += 1;
            } else {
                progress.report(slice.places.start as u64, all)?;
                run.compute(number)?;
            }
        }

        run.write_pending()?;
        progress.report(all, all)?;
        Ok(found)
    }

    /// Computes slices of a planned set in this folder, with at most `memory` bytes, while others
    /// may compute other slices. Those that are there stay as they are; those whose inputs are
    /// missing wait. What is read is verified. The progress is counted in slices.
    ///
    /// # Errors
    /// When there is no such slice, memory or disk are too small, an input is damaged, a run that
    /// computes the whole set is at work, or the progress is stopped.
    pub fn compute_slices(
        &self,
        folder: &Path,
        names: &[SliceName],
        memory: u64,
        progress: Progress<'_>,
    ) -> Result<Vec<SliceJob>> {
        self.check_memory(memory)?;
        let mut numbers = Vec::new();
        for &name in names {
            numbers.push(self.number_of(name)?);
        }
        numbers.sort_unstable();
        numbers.dedup();

        let place = Folder::new(folder, self);
        let _lock = place.join()?;
        let closure = Closure::new(&self.fold);
        // What isn't needed for the slices themselves is for what they are computed from.
        let for_slices = self.needs().least_memory - self.tables();
        let for_inputs = memory - self.needs().least_memory;
        let mut run = SliceRun::new(self, &closure, &place, for_slices, for_inputs)?;

        let mut jobs = Vec::new();
        for (number, part) in progress.each(&numbers) {
            part.report(0, 1)?;
            jobs.push(SliceJob {
                name: self.fold.places.slices[*number].name(),
                outcome: self.compute_slice(*number, &place, &mut run)?,
            });
        }

        run.write_pending()?;
        Ok(jobs)
    }

    fn compute_slice(
        &self,
        number: usize,
        place: &Folder,
        run: &mut SliceRun<'_>,
    ) -> Result<SliceOutcome> {
        if run.resume(number)? {
            return Ok(SliceOutcome::WasThere);
        }

        let slice = &self.fold.places.slices[number];
        let mut missing = Vec::new();
        for input in self.inputs_of(slice) {
            if !run.resume(self.number_of(input.name())?)? {
                missing.push(input.name());
            }
        }
        if !missing.is_empty() {
            return Ok(SliceOutcome::Waits(missing));
        }

        let bytes = self.disk_of([slice].into_iter());
        folder::check_space(&place.path, self.board(), bytes)?;
        run.compute(number)?;
        Ok(SliceOutcome::Computed)
    }

    /// The number of a slice among all.
    fn number_of(&self, name: SliceName) -> Result<usize> {
        let slices = &self.fold.places.slices;
        let is_found = |slice: &Slice| slice.name() == name;
        slices
            .iter()
            .position(is_found)
            .ok_or_else(|| Error::NoSlice {
                name: name.to_string(),
                last: slices
                    .last()
                    .map_or_else(String::new, |slice| slice.name().to_string()),
            })
    }

    fn check_memory(&self, memory: u64) -> Result<()> {
        let least = self.needs().least_memory;
        if memory < least {
            let board = self.board().to_string();
            return Err(Error::Limit { board, least });
        }
        Ok(())
    }

    /// Checks that the slices that are missing fit on the disk.
    fn check_space(&self, place: &Folder) -> Result<()> {
        let slices = self.fold.places.slices.iter();
        let missing = slices.filter(|slice| !place.path_of(slice).exists());
        folder::check_space(&place.path, self.board(), self.disk_of(missing))
    }
}
