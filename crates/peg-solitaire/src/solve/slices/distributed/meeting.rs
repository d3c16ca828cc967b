//! Connecting the processes: each listens on its own address and connects to those before it in the list. They exchange greetings, and then the
//! lists of the slices that they already have. After that, timely takes over the connections.

use std::io::{self, Read as _, Write as _};
use std::net::{SocketAddr, TcpListener, TcpStream};
use std::thread::sleep;
use std::time::{Duration, Instant};

use super::TeamError;
use super::greeting::{Difference, Greeting, NoGreeting};
use super::hosts::Hosts;
use crate::progress::Progress;

/// A greeting must arrive within this time.
const GREETING: Duration = Duration::from_secs(10);
/// How often a process looks for others, and checks whether to stop.
const PAUSE: Duration = Duration::from_millis(50);

/// One of several processes that compute a set together.
#[derive(Debug)]
pub struct Team {
    process: usize,
    hosts: Hosts,
    addresses: Vec<Vec<SocketAddr>>,
    listener: TcpListener,
    wait: Duration,
    shares_folder: bool,
}

/// The connections to the other processes, by their numbers; none to this one.
pub(super) type Connections = Vec<Option<TcpStream>>;

impl Team {
    /// The process with this number, listening on its address in the list. `wait` is how long it waits for the others.
    ///
    /// # Errors
    /// When the number is not in the list, a name can't be resolved, or the address is in use or belongs to another machine.
    pub fn listen(hosts: Hosts, process: usize, wait: Duration) -> Result<Self, TeamError> {
        Self::new(hosts, process, wait, |addresses, address| {
            let listen = |error| TeamError::Listen { address: address.to_owned(), error };
            TcpListener::bind(addresses).map_err(listen)
        })
    }

    /// The process with this number, which is already listening.
    ///
    /// # Errors
    /// When the number is not in the list, or a name can't be resolved.
    pub fn with_listener(
        hosts: Hosts,
        process: usize,
        listener: TcpListener,
        wait: Duration,
    ) -> Result<Self, TeamError> {
        Self::new(hosts, process, wait, |_, _| Ok(listener))
    }

    /// `listener` makes the listener from this process's address, resolved and as it is written.
    fn new(
        hosts: Hosts,
        process: usize,
        wait: Duration,
        listener: impl FnOnce(&[SocketAddr], &str) -> Result<TcpListener, TeamError>,
    ) -> Result<Self, TeamError> {
        let last = hosts.addresses().len() - 1;
        let Some(address) = hosts.addresses().get(process) else {
            return Err(TeamError::Number { process, last });
        };
        let addresses = hosts.resolved()?;
        let listener = listener(&addresses[process], address)?;
        Ok(Self { process, hosts, addresses, listener, wait, shares_folder: false })
    }

    /// All processes write to one folder, and whoever started them has [locked](super::super::Slicing::lock) it.
    #[must_use]
    pub fn in_one_folder(self) -> Self {
        Self { shares_folder: true, ..self }
    }

    /// The number of processes.
    #[must_use]
    pub fn processes(&self) -> usize {
        self.addresses.len()
    }

    /// The number of this process, from 0.
    #[must_use]
    pub fn process(&self) -> usize {
        self.process
    }

    pub(super) fn shares_folder(&self) -> bool {
        self.shares_folder
    }

    /// Connects to all others, and greets them. The progress is only asked whether to stop.
    pub(super) fn meet(
        &self,
        text: &str,
        progress: Progress<'_>,
    ) -> Result<Connections, TeamError> {
        let own = Greeting {
            processes: self.processes() as u32,
            process: self.process as u32,
            text: text.to_owned(),
        };
        let until = Instant::now() + self.wait;
        let mut connections: Connections = (0..self.processes()).map(|_| None).collect();
        for (process, connection) in connections.iter_mut().enumerate().take(self.process) {
            *connection = Some(self.connect(process, &own, until, progress)?);
        }
        self.listener.set_nonblocking(true).map_err(TeamError::Connection)?;
        while connections[self.process + 1..].iter().any(Option::is_none) {
            let stream = match self.listener.accept() {
                Ok((stream, _)) => stream,
                // Nobody yet, or someone who has gone again.
                Err(_) => {
                    let absent = |process: &usize| {
                        *process > self.process && connections[*process].is_none()
                    };
                    let absent = (0..self.processes()).filter(absent).collect();
                    self.pause(until, absent, progress)?;
                    continue;
                }
            };
            let Some((process, stream)) = self.accept(stream, &own, until)? else { continue };
            if connections[process].replace(stream).is_some() {
                return Err(TeamError::Twice { process });
            }
        }
        for stream in connections.iter().flatten() {
            let ready = stream.set_read_timeout(None).and_then(|()| stream.set_nodelay(true));
            ready.and_then(|()| keep_alive(stream)).map_err(TeamError::Connection)?;
        }
        Ok(connections)
    }

    /// Waits a moment, unless the time is over.
    fn pause(
        &self,
        until: Instant,
        absent: Vec<usize>,
        progress: Progress<'_>,
    ) -> Result<(), TeamError> {
        progress.report(0, u64::MAX)?;
        if Instant::now() >= until {
            return Err(self.absent(&absent));
        }
        sleep(PAUSE);
        Ok(())
    }

    fn absent(&self, processes: &[usize]) -> TeamError {
        let addresses = processes.iter().map(|&process| self.name(process)).collect();
        TeamError::Absent { addresses, waited: self.wait }
    }

    fn name(&self, process: usize) -> String {
        format!("process {process} ({})", self.hosts.addresses()[process])
    }

    /// Connects to a process before this one in the list.
    fn connect(
        &self,
        process: usize,
        own: &Greeting,
        until: Instant,
        progress: Progress<'_>,
    ) -> Result<TcpStream, TeamError> {
        let refused = |why| TeamError::Refused { name: self.name(process), why };
        loop {
            let left = until.saturating_duration_since(Instant::now()).max(PAUSE);
            let mut streams = self.addresses[process].iter();
            let stream = streams
                .find_map(|address| TcpStream::connect_timeout(address, left.min(GREETING)).ok());
            let Some(stream) = stream else {
                self.pause(until, vec![process], progress)?;
                continue;
            };
            // It may be waiting for others before it greets.
            let greeted = greet(&stream, own, until, progress);
            match greeted {
                Ok(Some(other)) => {
                    own.compare(&other, Some(process as u32)).map_err(refused)?;
                    return Ok(stream);
                }
                // It ended before it greeted, and may come again.
                Ok(None) => self.pause(until, vec![process], progress)?,
                Err(Unmet::Different(why)) => return Err(refused(why)),
                Err(Unmet::Late) => return Err(self.absent(&[process])),
                Err(Unmet::Stopped(error)) => return Err(error),
            }
        }
    }

    /// Accepts a connection, unless it comes from another program.
    fn accept(
        &self,
        stream: TcpStream,
        own: &Greeting,
        until: Instant,
    ) -> Result<Option<(usize, TcpStream)>, TeamError> {
        let until = until.min(Instant::now() + GREETING);
        if stream.set_nonblocking(false).is_err() {
            return Ok(None);
        }
        match greet(&stream, own, until, Progress::NONE) {
            Ok(Some(other)) => {
                let process = other.process as usize;
                let name = format!("process {process}");
                let refused = |why| TeamError::Refused { name, why };
                own.compare(&other, None).map_err(refused)?;
                if process <= self.process || process >= self.processes() {
                    return Err(TeamError::Twice { process });
                }
                Ok(Some((process, stream)))
            }
            Err(Unmet::Different(why)) if why != Difference::Stranger => {
                let from = stream.peer_addr().map_or_else(|_| "?".into(), |from| from.to_string());
                Err(TeamError::Refused { name: format!("the process at {from}"), why })
            }
            Ok(None) | Err(_) => Ok(None),
        }
    }
}

/// Why two processes could not greet each other.
enum Unmet {
    Different(Difference),
    Late,
    Stopped(TeamError),
}

/// Exchanges greetings; None if the other closed the connection before.
fn greet(
    stream: &TcpStream,
    own: &Greeting,
    until: Instant,
    progress: Progress<'_>,
) -> Result<Option<Greeting>, Unmet> {
    if own.write(stream).is_err() {
        return Ok(None);
    }
    let mut patient = Patient { stream, until: Some(until), progress, stopped: false };
    match Greeting::read(&mut patient) {
        Ok(other) => Ok(Some(other)),
        Err(NoGreeting::Different(why)) => Err(Unmet::Different(why)),
        Err(NoGreeting::Io(error)) => match error.kind() {
            io::ErrorKind::TimedOut if patient.stopped => {
                Err(Unmet::Stopped(crate::progress::Interrupted.into()))
            }
            io::ErrorKind::TimedOut => Err(Unmet::Late),
            _ => Ok(None),
        },
    }
}

/// Reads a connection, and checks from time to time whether to go on.
struct Patient<'s> {
    stream: &'s TcpStream,
    until: Option<Instant>,
    progress: Progress<'s>,
    stopped: bool,
}

impl io::Read for Patient<'_> {
    fn read(&mut self, room: &mut [u8]) -> io::Result<usize> {
        self.stream.set_read_timeout(Some(PAUSE))?;
        loop {
            match self.stream.read(room) {
                Err(error) if is_late(&error) => {}
                done => return done,
            }
            self.stopped = self.progress.report(0, u64::MAX).is_err();
            if self.stopped || self.until.is_some_and(|until| Instant::now() >= until) {
                return Err(io::ErrorKind::TimedOut.into());
            }
        }
    }
}

/// Lets the system notice within two minutes that a machine has vanished.
fn keep_alive(stream: &TcpStream) -> io::Result<()> {
    #[cfg(target_os = "linux")]
    {
        use rustix::net::sockopt;
        sockopt::set_socket_keepalive(stream, true)?;
        sockopt::set_tcp_keepidle(stream, Duration::from_secs(60))?;
        sockopt::set_tcp_keepintvl(stream, Duration::from_secs(10))?;
        sockopt::set_tcp_keepcnt(stream, 6)?;
    }
    let _ = stream;
    Ok(())
}

fn is_late(error: &io::Error) -> bool {
    matches!(
        error.kind(),
        io::ErrorKind::WouldBlock | io::ErrorKind::TimedOut | io::ErrorKind::Interrupted
    )
}

/// Exchanges with all others which slices they have. Each process answers for its own, so a slice is there if anyone says so. There is no time
/// limit, because verifying slices may take the others long.
pub(super) fn agree(
    connections: &Connections,
    mine: &[bool],
    progress: Progress<'_>,
) -> Result<Vec<bool>, TeamError> {
    let bytes: Vec<u8> = mine.iter().map(|&there| u8::from(there)).collect();
    let mut all = mine.to_vec();
    let lost =
        |process: usize, error: io::Error| TeamError::Lost { process, why: error.to_string() };
    for (process, stream) in connections.iter().enumerate() {
        if let Some(mut stream) = stream.as_ref() {
            stream.write_all(&bytes).map_err(|error| lost(process, error))?;
        }
    }
    for (process, stream) in connections.iter().enumerate() {
        let Some(stream) = stream.as_ref() else { continue };
        let mut theirs = vec![0; mine.len()];
        let mut patient = Patient { stream, until: None, progress, stopped: false };
        if let Err(error) = patient.read_exact(&mut theirs) {
            progress.report(0, u64::MAX)?;
            return Err(lost(process, error));
        }
        all.iter_mut().zip(theirs).for_each(|(all, there)| *all |= there == 1);
        stream.set_read_timeout(None).map_err(|error| lost(process, error))?;
    }
    Ok(all)
}
