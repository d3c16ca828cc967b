//! The work of one process. Time is counted in steps; in a step, each process computes one slice, or none.
//!
//! ```text
//!                  process 0                         process 1
//!   step s         sums for the other's slice ---\ /--- sums for the other's slice
//!                                                 X     (exchange)
//!                  probe: all have arrived   <---/ \--->    probe: all have arrived
//!                  its slice                                its slice
//!   step s + 1     ...
//! ```
//!
//! Time 0 is before the first step: the processes tell each other which slices they have already.

use std::cell::{Cell, RefCell};
use std::panic::{self, AssertUnwindSafe};
use std::path::Path;
use std::rc::Rc;
use std::sync::Once;
use std::time::Duration;

use peg_solitaire::Error;
use peg_solitaire::progress::Progress;
use peg_solitaire::solve::{SliceRun, Slicing, Sum};
use serde::{Deserialize, Serialize};
use timely::WorkerConfig;
use timely::communication::allocator::ProcessBuilder;
use timely::communication::allocator::zero_copy::initialize::initialize_networking_from_sockets;
use timely::communication::{Allocator, Hooks};
use timely::dataflow::operators::vec::Map as _;
use timely::dataflow::operators::{Exchange as _, Input as _, Probe as _};
use timely::dataflow::{InputHandle, ProbeHandle};
use timely::worker::Worker;

use crate::link::Links;
use crate::{Shared, Team, TeamError, needs_of_each, owner, under_way};

/// The approximate size of sums that are sent together.
const TOGETHER: usize = 1 << 16;
/// How long a process that waits for others sleeps before it checks whether to stop.
const NAP: Duration = Duration::from_millis(100);

/// What a process tells another: what its blocks add to some blocks of the other's slice; or, without blocks, that a slice is there.
#[derive(Clone, Serialize, Deserialize)]
struct Message {
    to: u64,
    slice: usize,
    blocks: Vec<u32>,
    words: Vec<u64>,
}

impl Team {
    /// Computes this process's share of a set in this folder, or completes it, with at most so many bytes of memory. All processes of the
    /// team do the same, each with its own folder or [all in one](Self::in_one_folder). The progress is counted in the blocks of
    /// this process.
    ///
    /// ```
    /// use std::{net::TcpListener, thread, time::Duration};
    /// use peg_solitaire::{board::SmallBoard, progress::Progress, solve::InSlices};
    /// use peg_solitaire_cluster::{Hosts, Team};
    ///
    /// let board: SmallBoard = "5x5".parse()?;
    /// let plan = peg_solitaire_cluster::plan(&board, board.central_vacancy(), None, 2)?;
    /// let listeners = [TcpListener::bind("127.0.0.1:0")?, TcpListener::bind("127.0.0.1:0")?];
    /// let addresses = listeners.each_ref().map(|listener| listener.local_addr().unwrap());
    /// let hosts: Hosts = format!("{}\n{}\n", addresses[0], addresses[1]).parse()?;
    /// let folder = tempfile::tempdir()?;
    /// let lock = plan.lock(folder.path(), |_| true)?;
    /// // Usually these are processes.
    /// thread::scope(|scope| {
    ///     for (process, listener) in listeners.into_iter().enumerate() {
    ///         let (plan, hosts, folder) = (&plan, hosts.clone(), folder.path());
    ///         scope.spawn(move || {
    ///             let wait = Duration::from_secs(60);
    ///             let team = Team::with_listener(hosts, process, listener, wait)?.in_one_folder();
    ///             team.complete(plan, folder, 1 << 24, Progress::NONE)
    ///         });
    ///     }
    /// });
    /// assert!(InSlices::open(folder.path()).is_ok());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// As with [`Slicing::complete`], and when the others don't connect, compute something else, or are lost. Finished slices stay, and
    /// the next run goes on from there.
    pub fn complete(
        &self,
        plan: &Slicing,
        folder: &Path,
        memory: u64,
        progress: Progress<'_>,
    ) -> Result<Shared, TeamError> {
        let (process, processes) = (self.process(), self.processes());
        let parts = plan.needs().parts;
        if parts < processes {
            return Err(TeamError::Parts { parts, processes });
        }
        let least = needs_of_each(plan, processes).least_memory;
        if memory < least {
            return Err(Error::Limit { board: plan.board().to_string(), least }.into());
        }
        let own = |slice: &_| owner(slice, processes) == process;
        let _lock = if self.shares_folder() { None } else { Some(plan.lock(folder, own)?) };
        let streams = self.meet(&plan.description(), progress)?;
        let slices = memory - plan.tables() - under_way(plan, processes);
        plan.run(folder, slices, |run| {
            let (links, streams) = Links::new(streams, process, self.wait())?;
            let mut hooks = Hooks::default();
            // Buffers that nobody needs at the moment are kept, but not without end.
            hooks.refill.limit = Some(64);
            let inner = ProcessBuilder::new_typed_vector(1, hooks.refill.clone(), None);
            let (builders, threads) =
                initialize_networking_from_sockets(inner, streams, process, 1, hooks)?;
            let builder = builders.into_iter().next().expect("one builder, of one worker");
            let mut worker =
                Worker::new(WorkerConfig::default(), Allocator::Tcp(builder.build()), None);
            let work = Work { team: self, plan, run, links: &links, progress };
            let done = work.all(&mut worker);
            links.end(done.is_err());
            // Waits until everything is sent.
            drop(worker);
            drop(threads);
            done.map(|shared| Shared { sent_bytes: links.sent(), ..shared })
        })
    }
}

/// Which process computes which slice, and when.
struct Steps {
    /// For each step and each process, the number of its slice.
    slices: Vec<Vec<Option<usize>>>,
}

impl Steps {
    fn new(plan: &Slicing, processes: usize) -> Self {
        // The number of steps of a level.
        let turns = plan.needs().parts.div_ceil(processes);
        let levels = plan.slices().last().map_or(0, |slice| slice.level + 1);
        let mut slices = vec![vec![None; processes]; levels * turns];
        for (number, slice) in plan.slices().iter().enumerate() {
            let step = slice.level * turns + slice.part / processes;
            slices[step][owner(slice, processes)] = Some(number);
        }
        Self { slices }
    }
}

/// Has timely work, or sleep for so long if there is nothing to do. If it panics, it can't read what came, which is said instead.
fn advance(worker: &mut Worker, nap: Duration, links: &Links) -> Result<bool, TeamError> {
    thread_local!(static WORKS: Cell<bool> = const { Cell::new(false) });
    static HIDE: Once = Once::new();
    HIDE.call_once(|| {
        let show = panic::take_hook();
        panic::set_hook(Box::new(move |found| {
            if !WORKS.get() {
                show(found)
            }
        }));
    });
    WORKS.set(true);
    let done = panic::catch_unwind(AssertUnwindSafe(|| worker.step_or_park(Some(nap))));
    WORKS.set(false);
    done.map_err(|_| links.garbled())
}

struct Work<'w> {
    team: &'w Team,
    plan: &'w Slicing,
    run: SliceRun<'w>,
    links: &'w Links,
    progress: Progress<'w>,
}

impl Work<'_> {
    /// Sends and computes everything, step by step.
    fn all(mut self, worker: &mut Worker) -> Result<Shared, TeamError> {
        let (process, processes) = (self.team.process(), self.team.processes());
        let others = || (0..processes).filter(|&other| other != process);
        let mut input = InputHandle::new();
        let probe = ProbeHandle::new();
        let received: Rc<RefCell<Vec<Message>>> = Rc::default();
        let sink = Rc::clone(&received);
        worker.dataflow::<u64, _, _>(|scope| {
            let messages = scope.input_from(&mut input).container::<Vec<Message>>();
            let arrived = messages.exchange(|message| message.to);
            arrived.map(move |message| sink.borrow_mut().push(message)).probe_with(&probe);
        });
        let slices = self.plan.slices();
        let own = |slice: &_| owner(slice, processes) == process;
        let all = slices.iter().filter(|slice| own(slice)).map(|slice| slice.places.len() as u64);
        let (all, mut done, mut sent) = (all.sum(), 0, 0);
        let mut there = vec![false; slices.len()];
        for (slice, _) in slices.iter().enumerate().filter(|(_, slice)| own(slice)) {
            self.progress.report(0, all)?;
            self.links.check()?;
            there[slice] = self.run.resume(slice, true)?;
            for to in others().filter(|_| there[slice]) {
                let to = to as u64;
                input.send(Message { to, slice, blocks: Vec::new(), words: Vec::new() });
            }
        }
        let steps = Steps::new(self.plan, processes);
        for (time, step) in (1..).zip(&steps.slices) {
            // Who has sent all before this time.
            input.advance_to(time);
            self.arrive(worker, &probe, time, (done, all))?;
            self.take(&received, &mut there)?;
            for to in others() {
                let Some(slice) = step[to].filter(|&slice| !there[slice]) else { continue };
                for Sum { blocks, words } in self.run.sums(slice, TOGETHER)? {
                    sent += blocks.len() as u64;
                    input.send(Message { to: to as u64, slice, blocks, words });
                }
                input.flush();
                advance(worker, Duration::ZERO, self.links)?;
            }
            input.advance_to(time + 1);
            self.arrive(worker, &probe, time + 1, (done, all))?;
            self.take(&received, &mut there)?;
            if let Some(slice) = step[process] {
                if !there[slice] {
                    self.run.compute(slice)?;
                }
                done += slices[slice].places.len() as u64;
            }
        }
        let resumed = self.run.finish()?;
        input.close();
        self.links.wait(true);
        while advance(worker, NAP, self.links)? {
            self.links.check()?;
            self.progress.report(all, all)?;
        }
        self.progress.report(all, all)?;
        let slices = slices.iter().filter(|slice| own(slice)).count();
        Ok(Shared { resumed, slices, sent_blocks: sent, sent_bytes: 0 })
    }

    /// Waits until all messages before this time have arrived.
    fn arrive(
        &self,
        worker: &mut Worker,
        probe: &ProbeHandle<u64>,
        time: u64,
        (done, all): (u64, u64),
    ) -> Result<(), TeamError> {
        self.links.wait(true);
        while probe.less_than(&time) {
            self.links.check()?;
            self.progress.report(done, all)?;
            advance(worker, NAP, self.links)?;
        }
        self.links.wait(false);
        Ok(())
    }

    /// Adds what has arrived.
    fn take(
        &mut self,
        received: &RefCell<Vec<Message>>,
        there: &mut [bool],
    ) -> Result<(), TeamError> {
        for Message { slice, blocks, words, .. } in received.take() {
            if blocks.is_empty() {
                *there.get_mut(slice).ok_or_else(|| self.links.garbled())? = true;
            } else if !self.run.add(slice, &Sum { blocks, words })? {
                return Err(self.links.garbled());
            }
        }
        Ok(())
    }
}
