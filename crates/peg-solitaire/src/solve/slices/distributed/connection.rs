//! A connection to another process, wrapped for timely, which panics when a connection breaks. So a broken connection only looks silent: the
//! thread that reads or writes waits until this process has given up its work, and then ends.

use std::io::{self, Read, Write};
use std::net::{Shutdown, TcpStream};
use std::panic::resume_unwind;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Condvar, Mutex, MutexGuard};
use std::thread::{self, Thread};

use timely::communication::allocator::zero_copy::stream::Stream;

use super::TeamError;

/// Whether the connections are intact. All of them share it.
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
    /// For connections that this thread will use.
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

    /// Fails if a connection broke, and names the first.
    pub fn check(&self) -> Result<(), TeamError> {
        match self.state().lost.clone() {
            Some((process, why)) => Err(TeamError::Lost { process, why }),
            None => Ok(()),
        }
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

    /// A connection has ended. Returns if it ended properly: after the work, with timely's last message.
    fn ended(&self, process: usize, why: &str, was_last: bool) {
        let mut state = self.state();
        if state.finished && was_last {
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

/// Timely's last message is a header of zeros, this long.
const LAST: usize = 48;

/// A connection to this process.
pub(super) struct Connection {
    process: usize,
    stream: TcpStream,
    fate: Arc<Fate>,
    /// The last bytes that were read.
    tail: [u8; LAST],
}

impl Connection {
    pub fn new(process: usize, stream: TcpStream, fate: Arc<Fate>) -> Self {
        Self { process, stream, fate, tail: [1; LAST] }
    }

    fn remember(&mut self, read: &[u8]) {
        let read = &read[read.len().saturating_sub(LAST)..];
        self.tail.copy_within(read.len().., 0);
        self.tail[LAST - read.len()..].copy_from_slice(read);
    }
}

impl Read for Connection {
    fn read(&mut self, room: &mut [u8]) -> io::Result<usize> {
        let why = match self.stream.read(room) {
            Ok(read) if read > 0 || room.is_empty() => {
                self.remember(&room[..read]);
                return Ok(read);
            }
            Ok(_) => "it has ended".to_owned(),
            Err(error) if error.kind() == io::ErrorKind::Interrupted => return self.read(room),
            Err(error) => error.to_string(),
        };
        self.fate.ended(self.process, &why, self.tail == [0; LAST]);
        Ok(0)
    }
}

impl Write for Connection {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        match self.stream.write(bytes) {
            Ok(written) => {
                self.fate.sent.fetch_add(written as u64, Ordering::Relaxed);
                Ok(written)
            }
            Err(error) if error.kind() == io::ErrorKind::Interrupted => Err(error),
            Err(error) => {
                self.fate.ended(self.process, &error.to_string(), true);
                // The other process has all that it needs.
                Ok(bytes.len())
            }
        }
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

impl Stream for Connection {
    fn try_clone(&self) -> io::Result<Self> {
        let stream = self.stream.try_clone()?;
        Ok(Self::new(self.process, stream, Arc::clone(&self.fate)))
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

#[cfg(test)]
mod tests {
    use std::net::TcpListener;

    use super::*;

    /// A connection that has read these pieces, and its other end.
    fn connection(pieces: &[&[u8]]) -> (Connection, TcpStream) {
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let mut other = TcpStream::connect(listener.local_addr().unwrap()).unwrap();
        let mut connection = Connection::new(3, listener.accept().unwrap().0, Fate::new());
        for piece in pieces {
            other.write_all(piece).unwrap();
            let mut room = vec![0; piece.len()];
            connection.read_exact(&mut room).unwrap();
            assert_eq!(&room, piece);
        }
        (connection, other)
    }

    #[test]
    fn a_connection_ends_well_after_the_work_and_the_last_message() {
        let pieces: [&[u8]; 4] = [&[7; 100], &[0; 20], &[0; 27], &[0; 1]];
        let (mut connection, other) = connection(&pieces);
        drop(other);
        connection.fate.finish();
        assert_eq!(connection.read(&mut [0; 10]).unwrap(), 0);
        connection.fate.check().unwrap();
    }

    #[test]
    fn a_connection_that_breaks_is_told_and_its_thread_waits_and_ends() {
        for (pieces, finished) in [(&[&[7_u8; 100][..], &[0; 47]][..], true), (&[&[0; 48]], false)]
        {
            let (mut connection, other) = connection(pieces);
            if finished {
                connection.fate.finish();
            }
            let fate = Arc::clone(&connection.fate);
            let thread = thread::spawn(move || connection.read(&mut [0; 10]));
            drop(other);
            while fate.check().is_ok() {
                thread::yield_now();
            }
            assert!(!thread.is_finished());
            let said = fate.check().unwrap_err().to_string();
            assert_eq!(said, "the connection to process 3 is lost: it has ended");
            fate.leave();
            assert!(thread.join().is_err());
        }
    }
}
