//! The connection to another process, as timely sees it. Timely panics when a connection breaks. So a broken one only looks silent to it:
//! the thread that reads or writes waits until this process has given up its work, and then ends.

use std::io::{self, Read, Write};
use std::net::{Shutdown, TcpStream};
use std::panic::resume_unwind;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Condvar, Mutex, MutexGuard};
use std::thread::{self, Thread};

use timely::communication::allocator::zero_copy::stream::Stream;

/// What became of the connections. All share it.
pub(super) struct Fate {
    state: Mutex<State>,
    left: Condvar,
    /// The thread that works, which is woken when a connection breaks.
    worker: Thread,
    sent: AtomicU64,
}

#[derive(Default)]
struct State {
    /// Whether the work is done: then connections end as they should.
    finished: bool,
    /// Whether the work was given up.
    left: bool,
    lost: Option<(usize, String)>,
}

impl Fate {
    /// The fate of the connections that this thread will use.
    pub fn new() -> Arc<Self> {
        Arc::new(Self {
            state: Mutex::default(),
            left: Condvar::new(),
            worker: thread::current(),
            sent: AtomicU64::new(0),
        })
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(|poisoned| poisoned.into_inner())
    }

    /// The process whose connection broke first, and why.
    pub fn lost(&self) -> Option<(usize, String)> {
        self.state().lost.clone()
    }

    /// From now on connections may end.
    pub fn finish(&self) {
        self.state().finished = true;
    }

    /// The work was given up: threads that wait may end.
    pub fn leave(&self) {
        self.state().left = true;
        self.left.notify_all();
    }

    /// The number of bytes that were sent, progress included.
    pub fn sent(&self) -> u64 {
        self.sent.load(Ordering::Relaxed)
    }

    /// A connection has ended. Returns if that is as it should be.
    fn ended(&self, process: usize, why: &str) {
        let mut state = self.state();
        if state.finished {
            return;
        }
        state.lost.get_or_insert_with(|| (process, why.to_owned()));
        self.worker.unpark();
        while !state.left {
            state = self.left.wait(state).unwrap_or_else(|poisoned| poisoned.into_inner());
        }
        drop(state);
        // Ends this thread without the message of a panic.
        resume_unwind(Box::new("the connection has ended"));
    }
}

/// A connection to this process.
pub(super) struct Line {
    pub process: usize,
    pub stream: TcpStream,
    pub fate: Arc<Fate>,
}

impl Read for Line {
    fn read(&mut self, room: &mut [u8]) -> io::Result<usize> {
        match self.stream.read(room) {
            Ok(read) if read > 0 || room.is_empty() => return Ok(read),
            Ok(_) => self.fate.ended(self.process, "it has ended"),
            Err(error) if error.kind() == io::ErrorKind::Interrupted => return Err(error),
            Err(error) => self.fate.ended(self.process, &error.to_string()),
        }
        Ok(0)
    }
}

impl Write for Line {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        match self.stream.write(bytes) {
            Ok(written) => {
                self.fate.sent.fetch_add(written as u64, Ordering::Relaxed);
                Ok(written)
            }
            Err(error) if error.kind() == io::ErrorKind::Interrupted => Err(error),
            Err(error) => {
                self.fate.ended(self.process, &error.to_string());
                // The other process has all that it needs.
                Ok(bytes.len())
            }
        }
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

impl Stream for Line {
    fn try_clone(&self) -> io::Result<Self> {
        let stream = self.stream.try_clone()?;
        Ok(Self { process: self.process, stream, fate: Arc::clone(&self.fate) })
    }

    fn set_nonblocking(&self, nonblocking: bool) -> io::Result<()> {
        self.stream.set_nonblocking(nonblocking)
    }

    fn shutdown(&self, how: Shutdown) -> io::Result<()> {
        // A connection that has ended already can't be shut down.
        let _ = self.stream.shutdown(how);
        Ok(())
    }
}
