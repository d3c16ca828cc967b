//! Computes one set of reachable positions in slices with several processes, on one machine or on many. Part p of the blocks belongs to
//! process p modulo the number of processes.
//!
//! A block needs what the blocks of earlier levels add to it. Each process adds up what its own blocks add to a block of another, and sends
//! that one sum, unasked: what a level needs is known beforehand. The processes are connected by a dataflow of the crate
//! [`timely`]: it takes the sums to their owners, and shows when all sums of a step have arrived.
//!
//! Nothing is encrypted, and other machines aren't authenticated: use a private network. If a process fails, the others end with an
//! error. Finished slices stay, and the next run goes on from there.
//!
//! | room | contents |
//! |---|---|
//! | `hosts` | the list of the processes' addresses |
//! | `greeting`, `meeting` | how processes find each other, and refuse strangers |
//! | `link` | a connection that stays alive and checks what it reads |
//! | `dataflow` | the work of a process, step by step |

#![deny(unsafe_code)]
#![warn(missing_debug_implementations)]

mod dataflow;
mod greeting;
mod hosts;
mod link;
mod meeting;

use std::io;
use std::time::Duration;

use peg_solitaire::Error;
use peg_solitaire::board::{Bitboard, SmallBoard};
use peg_solitaire::progress::Interrupted;
use peg_solitaire::solve::{Resumed, Slice, SliceNeeds, Slicing};

pub use greeting::Difference;
pub use hosts::{Hosts, HostsError};
pub use meeting::Team;

/// Why several processes can't compute a set together.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum TeamError {
    /// This process failed to compute or keep its own slices.
    #[error(transparent)]
    Slices(#[from] Error),
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
    Connection(#[from] io::Error),
    /// Some processes did not connect in time.
    #[error("waited {} s for {}{turned_away}", waited.as_secs(), addresses.join(", "))]
    Absent { addresses: Vec<String>, waited: Duration, turned_away: String },
    /// Another process computes something else.
    #[error("can't work with {name}: {why}")]
    Refused { name: String, why: Difference },
    /// Two processes have the same number.
    #[error("two processes claim to be process {process}: give each its own number")]
    Twice { process: usize },
    /// Another process has ended, or can no longer be reached. All processes keep their finished slices.
    #[error("the connection to process {process} is lost: {why}")]
    Lost { process: usize, why: String },
    /// All processes have waited for each other for too long. All keep their finished slices.
    #[error("something that {others} should have sent never came")]
    Missing { others: String },
    /// Another process sent something that isn't what this program sends, or doesn't fit the plan.
    #[error("{others} sent something that can't be read; please report this")]
    Garbled { others: String },
    /// There are not enough parts for so many processes.
    #[error("{parts} parts are too few for {processes} processes")]
    Parts { parts: usize, processes: usize },
}

impl From<Interrupted> for TeamError {
    fn from(error: Interrupted) -> Self {
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

/// Cuts the set of a board into slices, with at least one part for each of this many processes. Where the usual parts can't be shared out
/// evenly, there are more of them.
///
/// # Errors
/// As with [`Slicing::new`], and when fewer parts are asked for than there are processes.
pub fn plan(
    board: &SmallBoard,
    start: Bitboard,
    parts: Option<usize>,
    processes: usize,
) -> Result<Slicing, TeamError> {
    if let Some(parts) = parts.filter(|&parts| parts < processes) {
        return Err(TeamError::Parts { parts, processes });
    }
    let even = processes.is_power_of_two();
    let wanted = if even { processes } else { 4 * processes.next_power_of_two() };
    Ok(Slicing::new(board, start, parts, wanted.min(hosts::MOST_HOSTS))?)
}

/// The most that one of this many processes needs; the number of slices is that of all together.
#[must_use]
pub fn needs_of_each(plan: &Slicing, processes: usize) -> SliceNeeds {
    let of = |process| plan.disk_of(|slice| owner(slice, processes) == process);
    let needs = plan.needs();
    let least_memory = needs.least_memory + under_way(plan, processes);
    SliceNeeds { disk: (0..processes).map(of).max().unwrap_or(0), least_memory, ..needs }
}

/// The memory that a connection takes: its threads, and the buffers in which sums are sent and received.
const CONNECTION: u64 = 4 << 20;

/// The memory for the connections, for the slices that were begun, and for sums on their way: for a slice of each other process, and for the
/// own.
fn under_way(plan: &Slicing, processes: usize) -> u64 {
    let largest = plan.slices().iter().map(|slice| slice.places.len()).max().unwrap_or(0);
    let sums = (2 + processes.min(4)) as u64 * largest as u64 * plan.block_bytes();
    sums + (processes as u64 - 1) * CONNECTION
}

/// The process that computes a slice.
fn owner(slice: &Slice, processes: usize) -> usize {
    slice.part % processes
}
