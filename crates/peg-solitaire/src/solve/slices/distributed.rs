//! Computing one set in slices with several processes, on one machine or many. Part p of the blocks belongs to process p modulo the number
//! of processes.
//!
//! A block needs what the blocks of earlier levels add to it. Each process adds up what its own blocks add to a block of another, and sends
//! that one sum, unasked: what a level needs is known beforehand. The processes are connected by a dataflow of the crate `timely`. It
//! carries the sums, and shows when all sums of a step have arrived.

mod connection;
mod dataflow;
mod exchange;
mod greeting;
mod hosts;
mod meeting;
mod network;
mod share;
mod sums;

use std::fs::File;
use std::io;
use std::path::Path;
use std::time::Duration;

use thiserror::Error;
use timely::worker::Worker;

use super::folder::Folder;
use super::order;
use super::run::{Resumed, Run};
use super::{SliceError, SliceNeeds, Slicing};
use crate::board::{Bitboard, SmallBoard};
use crate::memory::MemoryError;
use crate::progress::{Interrupted, Progress};
use crate::solve::closure::Closure;
use crate::solve::folded::Folding;
use crate::solve::kernel::Instructions;
use connection::Fate;
use dataflow::{Door, WINDOW};
use share::{Share, Steps, owner};

pub use exchange::Exchange;
pub use greeting::Difference;
pub use hosts::{Hosts, HostsError};
pub use meeting::Team;

/// Why several processes can't compute a set together.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum TeamError {
    /// This process failed to compute or keep its own slices.
    #[error(transparent)]
    Slices(#[from] SliceError),
    /// The list of hosts is wrong.
    #[error(transparent)]
    Hosts(#[from] HostsError),
    /// The list of hosts has no line for this process.
    #[error(
        "process {process} is not in the list of hosts: its lines are numbered from 0 to {last}"
    )]
    Number { process: usize, last: usize },
    /// The process can't listen on its address in the list.
    #[error("can't listen on {address}: {error}")]
    Listen { address: String, error: io::Error },
    /// A connection can't be set up.
    #[error("can't set up a connection: {0}")]
    Connection(io::Error),
    /// Some processes did not connect in time.
    #[error("waited {} s for {}", waited.as_secs(), addresses.join(", "))]
    Absent { addresses: Vec<String>, waited: Duration },
    /// Another process computes something else.
    #[error("can't work with {name}: {why}")]
    Refused { name: String, why: Difference },
    /// Two processes have the same number.
    #[error("two processes claim to be process {process}: give each its own number")]
    Twice { process: usize },
    /// Another process has ended, or can no longer be reached. All processes keep their finished slices.
    #[error("the connection to process {process} is lost: {why}")]
    Lost { process: usize, why: String },
    /// Another process sent sums that don't fit the plan.
    #[error("another process sent sums that don't fit the plan; please report this")]
    Garbled,
    /// There are not enough parts for so many processes.
    #[error("{parts} parts are too few for {processes} processes")]
    Parts { parts: usize, processes: usize },
}

impl From<Interrupted> for TeamError {
    fn from(error: Interrupted) -> Self {
        Self::Slices(error.into())
    }
}

impl From<MemoryError> for TeamError {
    fn from(error: MemoryError) -> Self {
        Self::Slices(error.into())
    }
}

/// What a process has done.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Shared {
    /// What it found in its folder.
    pub resumed: Resumed,
    /// The number of its slices.
    pub slices: usize,
    /// The blocks whose sums it has sent.
    pub sent_blocks: u64,
    /// The bytes that it has sent in all.
    pub sent_bytes: u64,
}

/// The folder of a set, locked: no other run writes to it.
#[derive(Debug)]
pub struct LockedFolder {
    _lock: File,
}

impl Slicing {
    /// Cuts the set of a board into slices like [`new`](Self::new), with at least one part for each of this many processes.
    ///
    /// # Errors
    /// As with `new`, and when fewer parts are asked for than there are processes.
    pub fn among(
        board: &SmallBoard,
        start: Bitboard,
        parts: Option<usize>,
        processes: usize,
    ) -> Result<Self, TeamError> {
        if let Some(parts) = parts.filter(|&parts| parts < processes) {
            return Err(TeamError::Parts { parts, processes });
        }
        Ok(Self::cut(board, start, |usual| parts.unwrap_or(order::parts_among(usual, processes)))?)
    }

    /// The most that one of this many processes needs; the number of slices is that of all together.
    #[must_use]
    pub fn needs_of_each(&self, processes: usize) -> SliceNeeds {
        let needs = self.needs();
        let disk = (0..processes)
            .map(|process| self.disk_of(|slice| owner(slice, processes) == process))
            .max();
        let least_memory = needs.least_memory + self.under_way(processes);
        SliceNeeds { disk: disk.unwrap_or(0), least_memory, ..needs }
    }

    /// The memory for slices that were begun, and for sums that are being sent.
    fn under_way(&self, processes: usize) -> u64 {
        let slice = (self.order.largest() as u64) << (self.block_bits() - 3);
        WINDOW * processes.min(4) as u64 * slice
    }

    /// Makes the folder of this set, if need be, and locks it, for several processes that will compute the set
    /// [in one folder](Team::in_one_folder).
    ///
    /// # Errors
    /// When the disk is too small, the folder has something else, or another run is at work.
    pub fn lock(&self, folder: &Path) -> Result<LockedFolder, SliceError> {
        let text = self.description();
        let place = Folder::new(folder, &text, &self.layout);
        self.check_disk(&place, |_| true)?;
        Ok(LockedFolder { _lock: place.begin(&text)? })
    }

    /// Computes this process's share of the set in this folder, or completes it, with at most so many bytes of memory. All processes of the
    /// team do the same, each with its own folder or [all in one](Team::in_one_folder). The progress is counted in the blocks of
    /// this process.
    ///
    /// ```
    /// use std::{net::TcpListener, thread, time::Duration};
    /// use peg_solitaire::{board::SmallBoard, progress::Progress};
    /// use peg_solitaire::solve::{Hosts, SlicedReachable, Slicing, Team};
    ///
    /// let board: SmallBoard = "5x5".parse()?;
    /// let plan = Slicing::among(&board, board.central_vacancy(), None, 2)?;
    /// let listeners = [TcpListener::bind("127.0.0.1:0")?, TcpListener::bind("127.0.0.1:0")?];
    /// let addresses = listeners.each_ref().map(|listener| listener.local_addr().unwrap());
    /// let hosts: Hosts = format!("{}\n{}\n", addresses[0], addresses[1]).parse()?;
    /// let folder = tempfile::tempdir()?;
    /// let lock = plan.lock(folder.path())?;
    /// // Usually these are processes.
    /// thread::scope(|scope| {
    ///     for (process, listener) in listeners.into_iter().enumerate() {
    ///         let (plan, hosts, folder) = (&plan, hosts.clone(), folder.path());
    ///         scope.spawn(move || {
    ///             let wait = Duration::from_secs(60);
    ///             let team = Team::with_listener(hosts, process, listener, wait)?.in_one_folder();
    ///             plan.complete_share(&team, folder, 1 << 24, Progress::NONE)
    ///         });
    ///     }
    /// });
    /// assert!(SlicedReachable::open(folder.path()).is_ok());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// As with [`complete`](Self::complete), and when the others don't connect, compute something else, or are lost. Finished slices stay, and
    /// the next run goes on from there.
    pub fn complete_share(
        &self,
        team: &Team,
        folder: &Path,
        memory: u64,
        progress: Progress<'_>,
    ) -> Result<Shared, TeamError> {
        let (process, processes) = (team.process(), team.processes());
        if self.parts < processes {
            return Err(TeamError::Parts { parts: self.parts, processes });
        }
        let least = self.needs_of_each(processes).least_memory;
        if memory < least {
            return Err(SliceError::Limit { board: self.board().to_string(), least }.into());
        }
        let text = self.description();
        let place = Folder::new(folder, &text, &self.layout);
        let _lock = if team.shares_folder() {
            None
        } else {
            let own = |slice: &order::Slice| owner(slice, processes) == process;
            self.check_disk(&place, own)?;
            Some(place.begin(&text)?)
        };
        let connections = team.meet(&text, progress)?;
        let closure = Closure::new(&self.layout, Instructions::Best);
        let start = self.layout.class.index_of_member(self.start);
        let folding = Folding { closure: &closure, homes: &self.homes, start };
        let steps = Steps::new(&self.order, self.parts, processes);
        let slices = memory - self.lists() - self.under_way(processes);
        let run = Run::new(folding, &self.order, &place, slices)?;
        let mut share = Share::new(run, &steps, process);
        let (mine, resumed) = share.keep(progress)?;
        share.agreed(meeting::agree(&connections, &mine, progress)?);
        let work = |worker: &mut Worker, fate: &Fate| {
            let door = Door::build(worker, steps.len());
            turn(&mut share, &steps, worker, &door, fate, progress)
        };
        let sent_bytes = network::connected(connections, process, work)?;
        let own = self.order.slices.iter().filter(|slice| owner(slice, processes) == process);
        Ok(Shared { resumed, slices: own.count(), sent_blocks: share.sent, sent_bytes })
    }
}

/// How long a process that waits for others sleeps before it checks whether to stop.
const NAP: Duration = Duration::from_millis(100);

/// Sends and computes whatever is due, until all processes have computed everything.
fn turn(
    share: &mut Share<'_>,
    steps: &Steps,
    worker: &mut Worker,
    door: &Door,
    fate: &Fate,
    progress: Progress<'_>,
) -> Result<(), TeamError> {
    let mut nap = Duration::ZERO;
    while worker.step_or_park(Some(nap)) {
        nap = Duration::ZERO;
        fate.check()?;
        progress.report(share.done, share.all)?;
        while let Some((step, sums)) = door.receive() {
            share.add(step, &sums)?;
        }
        let computing = door.next();
        // The sums of a step need all levels before.
        let complete = |step: &u64| computing.is_none_or(|next| next >= steps.level_begin(*step));
        if let Some(step) = door.to_send().filter(complete) {
            share.sums(step, |sums| door.send(sums))?;
            door.sent();
        } else if let Some(step) = computing.filter(|_| door.have_arrived()) {
            share.compute(step)?;
            if step + 1 == steps.len() {
                share.end()?;
                fate.finish();
            }
            door.computed();
        } else {
            nap = NAP;
        }
    }
    Ok(progress.report(share.all, share.all)?)
}
