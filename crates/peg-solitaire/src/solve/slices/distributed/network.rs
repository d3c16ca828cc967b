//! Starting timely: its threads send and receive, and its worker runs the dataflow in the thread that does the work. Also a rehearsal, which
//! measures how fast it sends.

use std::sync::Arc;
use std::time::{Duration, Instant};

use timely::WorkerConfig;
use timely::communication::allocator::ProcessBuilder;
use timely::communication::allocator::zero_copy::initialize::initialize_networking_from_sockets;
use timely::communication::{Allocator, Hooks};
use timely::worker::Worker;

use super::connection::{Connection, Fate};
use super::dataflow::Door;
use super::meeting::{Connections, Team};
use super::sums::{MESSAGE, Sums};
use super::{NAP, TeamError};
use crate::progress::Progress;

/// Does work over these connections. Returns how many bytes were sent.
pub(super) fn connected(
    connections: Connections,
    process: usize,
    work: impl FnOnce(&mut Worker, &Fate) -> Result<(), TeamError>,
) -> Result<u64, TeamError> {
    let fate = Fate::new();
    let connection = |(process, stream): (usize, Option<_>)| {
        stream.map(|stream| Connection::new(process, stream, Arc::clone(&fate)))
    };
    let connected = connections.into_iter().enumerate().map(connection).collect();
    let mut hooks = Hooks::default();
    // Buffers that nobody needs at the moment are kept, but not without end.
    hooks.refill.limit = Some(64);
    let inner = ProcessBuilder::new_typed_vector(1, hooks.refill.clone(), None);
    let networking = initialize_networking_from_sockets(inner, connected, process, 1, hooks);
    let (builders, threads) = networking.map_err(TeamError::Connection)?;
    let Some(builder) = builders.into_iter().next() else { return Err(TeamError::Garbled) };
    let mut worker = Worker::new(WorkerConfig::default(), Allocator::Tcp(builder.build()), None);
    let done = work(&mut worker, &fate);
    drop(worker);
    match done {
        // Waits until everything is sent.
        Ok(()) => drop(threads),
        Err(_) => {
            fate.leave();
            // Their threads end by themselves: to wait for them would be to wait for the others.
            std::mem::forget(threads);
        }
    }
    done.map(|()| fate.sent())
}

impl Team {
    /// Sends about this many bytes to each of the others, which do the same, and computes nothing. Returns how long it took and how many
    /// bytes this process has sent.
    ///
    /// # Errors
    /// When the others don't connect, or are lost.
    pub fn rehearse(&self, bytes: u64) -> Result<(Duration, u64), TeamError> {
        const BLOCK: usize = 1 << 15;
        /// The messages of a step.
        const TOGETHER: u64 = 256;
        let messages = bytes.div_ceil(MESSAGE as u64);
        let connections = self.meet(&format!("rehearsal = {bytes}\n"), Progress::NONE)?;
        let others = (0..self.processes()).filter(|&process| process != self.process());
        let places: Vec<u64> = (0..(MESSAGE / BLOCK) as u64).collect();
        let words = vec![0x5555_5555_5555_5555; MESSAGE / 8];
        let steps = messages.div_ceil(TOGETHER);
        let begun = Instant::now();
        let work = |worker: &mut Worker, fate: &Fate| {
            let door = Door::build(worker, steps);
            let mut nap = Duration::ZERO;
            while worker.step_or_park(Some(nap)) {
                nap = Duration::ZERO;
                fate.check()?;
                while let Some((_, sums)) = door.receive() {
                    sums.iter(BLOCK / 8).map(Iterator::count).ok_or(TeamError::Garbled)?;
                }
                if let Some(step) = door.to_send() {
                    for _ in step * TOGETHER..messages.min((step + 1) * TOGETHER) {
                        others.clone().for_each(|to| door.send(Sums::new(to, &places, &words)));
                    }
                    door.sent();
                } else if let Some(step) = door.next().filter(|_| door.have_arrived()) {
                    if step + 1 == steps {
                        fate.finish();
                    }
                    door.computed();
                } else {
                    nap = NAP;
                }
            }
            Ok(())
        };
        let sent = connected(connections, self.process(), work)?;
        Ok((begun.elapsed(), sent))
    }
}
