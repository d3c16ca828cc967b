//! A connection to another process, wrapped for timely, which panics when a connection breaks. What is read is checked before timely sees
//! it, and if the connection breaks, timely is told that it has ended as it should; the worker asks [`Links::check`] for the truth.
//!
//! What is sent is in frames: four bytes for the length, four for the CRC-32, and the bytes. An empty frame shows that the process is
//! alive; in place of the CRC-32 it has a 1 if the process has only waited for others since the one before. If that is so everywhere, something
//! was lost. In the other frames there are timely's messages, each with a header of 48 bytes; the last one is empty.

use std::io::{self, Read, Write};
use std::net::{Shutdown, TcpStream};
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread::{self, Thread};
use std::time::{Duration, Instant};

use timely::communication::allocator::zero_copy::stream::Stream;

use crate::TeamError;
use crate::meeting::Connections;

/// The most bytes of a frame.
const FRAME: usize = 1 << 16;
/// The bytes of the header of timely's messages.
const HEADER: usize = 48;
/// The numbers of the channels of messages are smaller.
const CHANNELS: usize = 16;
/// No message is longer: a few hundred sums of 64 KiB, or of one block.
const LONGEST: u64 = 1 << 28;
/// How often a process shows that it is alive.
const PULSE: Duration = Duration::from_secs(1);

/// The connections of this process, which is woken when one breaks.
pub(crate) struct Links {
    own: usize,
    /// By process, and whether a frame is being written to it.
    streams: Connections,
    writing: Vec<Mutex<()>>,
    worker: Thread,
    wait: Duration,
    /// While this process waits for others: when one of them last computed, or something came.
    moved: Mutex<Option<Instant>>,
    /// Whether something came since this process last showed that it is alive.
    came: AtomicBool,
    lost: Mutex<Option<(usize, String)>>,
    over: AtomicBool,
    sent: AtomicU64,
}

/// The content of a mutex, also after a panic.
fn locked<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

impl Links {
    /// Connections to other processes, which may be silent, or all wait for each other, for so long. A thread shows them that this process is alive. Returns them for timely,
    /// by process.
    pub fn new(
        streams: Connections,
        own: usize,
        wait: Duration,
    ) -> io::Result<(Arc<Self>, Vec<Option<Link>>)> {
        let wait = wait + PULSE;
        for stream in streams.iter().flatten() {
            stream.set_read_timeout(Some(wait))?;
            stream.set_write_timeout(Some(wait))?;
            stream.set_nodelay(true)?;
        }
        let links = Arc::new(Self {
            own,
            writing: streams.iter().map(|_| Mutex::default()).collect(),
            streams,
            worker: thread::current(),
            wait,
            moved: Mutex::default(),
            came: AtomicBool::new(false),
            lost: Mutex::default(),
            over: AtomicBool::new(false),
            sent: AtomicU64::new(0),
        });
        let link = |process| Link::new(Arc::clone(&links), process);
        let others = links.streams.iter().enumerate();
        let others = others.map(|(process, stream)| stream.is_some().then(|| link(process)));
        let others = others.collect();
        let pulse = Arc::clone(&links);
        thread::Builder::new().spawn(move || pulse.beat())?;
        Ok((links, others))
    }

    /// Shows the other processes that this one is alive, until it is over.
    fn beat(&self) {
        while !self.over.load(Ordering::Relaxed) {
            let waits = locked(&self.moved).is_some() && !self.came.swap(false, Ordering::Relaxed);
            let frame = [0, 0, 0, 0, u8::from(waits), 0, 0, 0];
            for (stream, writing) in self.streams.iter().zip(&self.writing) {
                // Who is writing is alive.
                if let (Some(mut stream), Ok(_lock)) = (stream.as_ref(), writing.try_lock()) {
                    let _ = stream.write_all(&frame);
                }
            }
            thread::sleep(PULSE);
        }
    }

    /// From now on this process waits for others; or no longer.
    pub fn wait(&self, waits: bool) {
        *locked(&self.moved) = waits.then(Instant::now);
    }

    /// Whether all processes have waited for each other for too long.
    fn is_stuck(&self) -> bool {
        locked(&self.moved).is_some_and(|moved| moved.elapsed() > self.wait + PULSE)
    }

    /// Fails if a connection broke, and names the first; or if something is missing.
    pub fn check(&self) -> Result<(), TeamError> {
        match locked(&self.lost).clone() {
            Some((process, why)) => Err(TeamError::Lost { process, why }),
            None if self.is_stuck() => Err(TeamError::Missing { others: self.others() }),
            None => Ok(()),
        }
    }

    /// Another process sent what can't be read.
    pub fn garbled(&self) -> TeamError {
        TeamError::Garbled { others: self.others() }
    }

    /// The other processes, where nobody knows which of them it was.
    fn others(&self) -> String {
        let others = self.streams.iter().enumerate().filter(|(_, stream)| stream.is_some());
        let others: Vec<String> = others.map(|(process, _)| process.to_string()).collect();
        let one_of = if others.len() == 1 { "process" } else { "one of the processes" };
        format!("{one_of} {}", others.join(", "))
    }

    fn lose(&self, process: usize, error: &io::Error) {
        let why = match error.kind() {
            io::ErrorKind::UnexpectedEof => "it has ended".to_owned(),
            io::ErrorKind::WouldBlock | io::ErrorKind::TimedOut => "it is silent".to_owned(),
            _ => error.to_string(),
        };
        locked(&self.lost).get_or_insert((process, why));
        self.worker.unpark();
    }

    /// From now on connections may break: the work is done, or given up.
    pub fn end(&self, given_up: bool) {
        self.over.store(true, Ordering::Relaxed);
        for stream in self.streams.iter().flatten().filter(|_| given_up) {
            let _ = stream.shutdown(Shutdown::Both);
        }
    }

    /// The connection to another process.
    fn stream(&self, process: usize) -> &TcpStream {
        self.streams[process].as_ref().expect("another process has a connection")
    }

    /// The number of bytes that were sent, with all that belongs to them.
    pub fn sent(&self) -> u64 {
        self.sent.load(Ordering::Relaxed)
    }
}

/// A connection to another process.
pub(crate) struct Link {
    links: Arc<Links>,
    process: usize,
    /// What was read, and how much of it is a message that timely is reading.
    bytes: Vec<u8>,
    ready: usize,
    ended: bool,
    /// The number of messages on each channel.
    read: [u64; CHANNELS],
}

impl Link {
    fn new(links: Arc<Links>, process: usize) -> Self {
        Self { links, process, bytes: Vec::new(), ready: 0, ended: false, read: [0; CHANNELS] }
    }

    /// Reads a frame.
    fn frame(&mut self) -> io::Result<()> {
        let mut head = [0; 8];
        self.links.stream(self.process).read_exact(&mut head)?;
        let [length, checksum] = [0, 4]
            .map(|at| u32::from_le_bytes([head[at], head[at + 1], head[at + 2], head[at + 3]]));
        if length as usize > FRAME {
            return Err(garbage());
        }
        if let Some(moved) = &mut *locked(&self.links.moved)
            && [length, checksum] != [0, 1]
        {
            *moved = Instant::now();
        }
        if length == 0 {
            let over = self.links.over.load(Ordering::Relaxed) && self.links.is_stuck();
            return if over { Err(io::ErrorKind::TimedOut.into()) } else { Ok(()) };
        }
        self.links.came.store(true, Ordering::Relaxed);
        let begin = self.bytes.len();
        self.bytes.resize(begin + length as usize, 0);
        self.links.stream(self.process).read_exact(&mut self.bytes[begin..])?;
        if crc32fast::hash(&self.bytes[begin..]) != checksum {
            return Err(garbage());
        }
        Ok(())
    }

    /// Reads frames until there is a whole message. Returns its length.
    fn message(&mut self) -> io::Result<usize> {
        loop {
            // Timely's `MessageHeader::try_read` waits for the whole message, however long a stranger says it is.
            if let Some(header) = self.bytes.first_chunk::<HEADER>() {
                let fields = header.as_chunks::<8>().0;
                let [channel, source, lower, upper, length, number] =
                    std::array::from_fn(|field| u64::from_be_bytes(fields[field]));
                if length == 0 {
                    self.ended = true;
                    return Ok(HEADER);
                }
                let own = self.links.own as u64;
                let read = self.read.get_mut(channel as usize).ok_or_else(garbage)?;
                let expected = (self.process as u64, own, own + 1, *read);
                if (source, lower, upper, number) != expected || length > LONGEST {
                    return Err(garbage());
                }
                let all = HEADER + length as usize;
                if self.bytes.len() >= all {
                    *read += 1;
                    return Ok(all);
                }
            }
            self.frame()?;
        }
    }
}

fn garbage() -> io::Error {
    io::Error::new(io::ErrorKind::InvalidData, "it sent something that is not part of a set")
}

impl Read for Link {
    fn read(&mut self, room: &mut [u8]) -> io::Result<usize> {
        if self.ready == 0 && !self.ended {
            self.ready = self.message().unwrap_or_else(|error| {
                self.links.lose(self.process, &error);
                // Timely's last message.
                self.ended = true;
                self.bytes = vec![0; HEADER];
                HEADER
            });
        }
        let read = room.len().min(self.ready);
        room[..read].copy_from_slice(&self.bytes[..read]);
        self.bytes.drain(..read);
        self.ready -= read;
        Ok(read)
    }
}

impl Write for Link {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let bytes = &bytes[..bytes.len().min(FRAME)];
        if !bytes.is_empty() {
            let head = [bytes.len() as u32, crc32fast::hash(bytes)].map(u32::to_le_bytes).concat();
            let _lock = locked(&self.links.writing[self.process]);
            let mut stream = self.links.stream(self.process);
            if let Err(error) = stream.write_all(&head).and_then(|()| stream.write_all(bytes)) {
                self.links.lose(self.process, &error);
            }
            self.links.sent.fetch_add((head.len() + bytes.len()) as u64, Ordering::Relaxed);
        }
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

impl Stream for Link {
    fn try_clone(&self) -> io::Result<Self> {
        Ok(Self::new(Arc::clone(&self.links), self.process))
    }

    fn set_nonblocking(&self, nonblocking: bool) -> io::Result<()> {
        self.links.stream(self.process).set_nonblocking(nonblocking)
    }

    fn shutdown(&self, how: Shutdown) -> io::Result<()> {
        // A connection that has ended already can't be shut down.
        let _ = self.links.stream(self.process).shutdown(how);
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use std::net::TcpListener;

    use timely::communication::networking::MessageHeader;

    use super::*;

    /// What timely reads of these bytes, which process 1 sends to process 0, and what is said afterwards.
    fn read(bytes: &[u8]) -> (Vec<u8>, Option<String>) {
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let mut other = TcpStream::connect(listener.local_addr().unwrap()).unwrap();
        let streams = vec![None, Some(listener.accept().unwrap().0)];
        let (links, mut all) = Links::new(streams, 0, Duration::from_millis(200)).unwrap();
        other.write_all(bytes).unwrap();
        let mut found = Vec::new();
        all.pop().unwrap().unwrap().read_to_end(&mut found).unwrap();
        links.end(true);
        (found, links.check().err().map(|error| error.to_string()))
    }

    fn frame(bytes: &[u8]) -> Vec<u8> {
        let head = [bytes.len() as u32, crc32fast::hash(bytes)].map(u32::to_le_bytes).concat();
        [head, bytes.to_vec()].concat()
    }

    /// A message from process 1 to process 0, as timely writes it.
    fn message(length: usize, seqno: usize) -> Vec<u8> {
        let (channel, source, target_lower, target_upper) = (2, 1, 0, 1);
        let header = MessageHeader { channel, source, target_lower, target_upper, length, seqno };
        let mut bytes = Vec::new();
        header.write_to(&mut bytes).unwrap();
        assert_eq!(bytes.len(), HEADER);
        bytes.resize(HEADER + length.min(100), 7);
        bytes
    }

    #[test]
    fn messages_arrive_as_they_were_sent_until_the_last() {
        let all = [message(10, 0), message(100, 1), vec![0; HEADER]].concat();
        let (one, other) = all.split_at(60);
        let sent = [frame(one), frame(&[]), frame(other)].concat();
        assert_eq!(read(&sent), (all, None));
    }

    #[test]
    fn silence_and_garbage_end_the_connection_for_timely_and_are_named() {
        let lost = |why: &str| Some(format!("the connection to process 1 is lost: {why}"));
        let garbage = lost("it sent something that is not part of a set");
        let mut damaged = frame(&message(10, 0));
        damaged[20] ^= 1;
        for sent in [
            vec![0x55; 1000],
            damaged,
            frame(&message(1 << 40, 0)),
            frame(&message(10, 1)),
            frame(&[&[0; 8][..], &message(10, 0)].concat()),
        ] {
            assert_eq!(read(&sent), (vec![0; HEADER], garbage.clone()));
        }
        assert_eq!(read(&frame(&message(10, 0)[..30])), (vec![0; HEADER], lost("it is silent")));
        let whole = frame(&message(10, 0));
        let expected = [message(10, 0), vec![0; HEADER]].concat();
        assert_eq!(read(&whole), (expected, lost("it is silent")));
    }
}
