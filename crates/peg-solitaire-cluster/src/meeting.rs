//! Connecting the processes: each listens on its own address and connects to those before it in the list. They exchange greetings. All
//! connections are heard in turn, so that nobody keeps the others waiting; strangers are ignored.

use std::io::{self, Read as _};
use std::mem::take;
use std::net::{IpAddr, SocketAddr, TcpListener, TcpStream};
use std::thread::{Builder, scope, sleep};
use std::time::{Duration, Instant};

use peg_solitaire::progress::Progress;

use crate::TeamError;
use crate::greeting::{Difference, Greeting, LONGEST};
use crate::hosts::Hosts;

/// Who connects must greet within this time.
const GREETING: Duration = Duration::from_secs(10);
/// How long connecting may take at a time.
const CONNECTING: Duration = Duration::from_secs(1);
/// How often a process looks for others, and checks whether to stop.
const PAUSE: Duration = Duration::from_millis(20);
/// No more connections wait for a greeting at a time.
const MOST_WAITING: usize = 128;

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
pub(crate) type Connections = Vec<Option<TcpStream>>;

impl Team {
    /// The process with this number, listening on its address in the list and on nothing else. `wait` is how long it waits for the others,
    /// and how long another may be silent, or all may wait for each other.
    ///
    /// # Errors
    /// When the number is not in the list, a name can't be resolved, or the address is in use or belongs to another machine.
    pub fn listen(hosts: Hosts, process: usize, wait: Duration) -> Result<Self, TeamError> {
        let addresses = hosts.resolved()?;
        let last = addresses.len() - 1;
        let own = addresses.get(process).ok_or(TeamError::Number { process, last })?;
        let listener = TcpListener::bind(&own[..]).map_err(|error| {
            let address = hosts.addresses()[process].clone();
            TeamError::Listen { address, error }
        })?;
        Self::with_listener(hosts, process, listener, wait)
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
        let addresses = hosts.resolved()?;
        let last = addresses.len() - 1;
        if process > last {
            return Err(TeamError::Number { process, last });
        }
        Ok(Self { process, hosts, addresses, listener, wait, shares_folder: false })
    }

    /// All processes write to one folder, and whoever started them has [locked](peg_solitaire::solve::Slicing::lock) it.
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

    pub(crate) fn shares_folder(&self) -> bool {
        self.shares_folder
    }

    pub(crate) fn wait(&self) -> Duration {
        self.wait
    }

    /// Connects to all others, and greets them. The progress is only asked whether to stop.
    pub(crate) fn meet(
        &self,
        text: &str,
        progress: Progress<'_>,
    ) -> Result<Connections, TeamError> {
        let (processes, process) = (self.processes() as u32, self.process as u32);
        let own = Greeting { processes, process, text: text.to_owned() };
        self.listener.set_nonblocking(true)?;
        let until = Instant::now() + self.wait;
        let mut met: Connections = (0..self.processes()).map(|_| None).collect();
        let mut guests: Vec<Guest> = Vec::new();
        let mut turned_away = String::new();
        loop {
            let is_absent = |&other: &usize| other != self.process && met[other].is_none();
            let absent: Vec<usize> = (0..self.processes()).filter(is_absent).collect();
            if absent.is_empty() {
                return Ok(met);
            }
            progress.report(0, u64::MAX)?;
            if Instant::now() >= until {
                let addresses = absent.iter().map(|&process| self.name(process)).collect();
                return Err(TeamError::Absent { addresses, waited: self.wait, turned_away });
            }
            let to_call = absent.into_iter().filter(|&other| {
                other < self.process && guests.iter().all(|guest| guest.called != Some(other))
            });
            for (called, stream) in self.call(to_call.collect()) {
                // It may be busy for long before it greets.
                guests.extend(Guest::greet(stream, Some(called), until, &own));
            }
            while let Ok((stream, from)) = self.listener.accept() {
                if self.is_listed(from.ip()) && guests.len() < MOST_WAITING {
                    let until = until.min(Instant::now() + GREETING);
                    guests.extend(Guest::greet((stream, from), None, until, &own));
                }
            }
            for guest in take(&mut guests) {
                match guest.hear() {
                    Ok(Some(Ok(greeting))) => self.admit(guest, &greeting, &own, &mut met)?,
                    Ok(Some(Err(why))) => match guest.called {
                        Some(called) => {
                            return Err(TeamError::Refused { name: self.name(called), why });
                        }
                        None if matches!(why, Difference::Version { .. }) => {
                            turned_away = format!("; {} was turned away: {why}", guest.from);
                        }
                        None => {}
                    },
                    Ok(None) if Instant::now() < guest.until => guests.push(guest),
                    // It was silent, or ended before it greeted, and may come again.
                    Ok(None) | Err(_) => {}
                }
            }
            sleep(PAUSE);
        }
    }

    /// Takes in who has greeted, if it computes the same and is the one that is expected.
    fn admit(
        &self,
        guest: Guest,
        greeting: &Greeting,
        own: &Greeting,
        met: &mut Connections,
    ) -> Result<(), TeamError> {
        let (called, process) = (guest.called, greeting.process as usize);
        own.compare(greeting, called.map(|called| called as u32)).map_err(|why| {
            let name = called.map_or(format!("process {process}"), |called| self.name(called));
            TeamError::Refused { name, why }
        })?;
        let is_expected = called.is_some() || process > self.process;
        match met.get_mut(process).filter(|met| is_expected && met.is_none()) {
            Some(met) => *met = Some(guest.stream),
            None => return Err(TeamError::Twice { process }),
        }
        Ok(())
    }

    /// Connects to other processes, if they are there. It takes as long as the slowest.
    fn call(&self, processes: Vec<usize>) -> Vec<(usize, (TcpStream, SocketAddr))> {
        let call = |process: usize| {
            let addresses = &self.addresses[process];
            let share = CONNECTING / addresses.len().max(1) as u32;
            addresses.iter().find_map(|&address| {
                let stream = TcpStream::connect_timeout(&address, share).ok()?;
                Some((process, (stream, address)))
            })
        };
        scope(|scope| {
            // Where there are no more threads to be had, it is called in the next turn.
            let calls: Vec<_> = processes
                .into_iter()
                .filter_map(|process| {
                    Builder::new().spawn_scoped(scope, move || call(process)).ok()
                })
                .collect();
            calls.into_iter().filter_map(|call| call.join().ok().flatten()).collect()
        })
    }

    fn is_listed(&self, address: IpAddr) -> bool {
        let mut listed = self.addresses.iter().flatten().map(SocketAddr::ip);
        listed.any(|listed| listed.to_canonical() == address.to_canonical())
    }

    fn name(&self, process: usize) -> String {
        format!("process {process} ({})", self.hosts.addresses()[process])
    }
}

/// A connection whose greeting is awaited.
struct Guest {
    stream: TcpStream,
    from: SocketAddr,
    /// The process that was called; none if someone has come.
    called: Option<usize>,
    until: Instant,
}

impl Guest {
    /// Greets who is at the other end. None if it has gone already.
    fn greet(
        (stream, from): (TcpStream, SocketAddr),
        called: Option<usize>,
        until: Instant,
        own: &Greeting,
    ) -> Option<Self> {
        stream.set_nonblocking(true).ok()?;
        own.write(&stream).ok()?;
        Some(Self { stream, from, called, until })
    }

    /// The greeting, or why it is none; nothing if it hasn't come yet. What follows it is not read.
    fn hear(&self) -> io::Result<Option<Result<Greeting, Difference>>> {
        let mut bytes = vec![0; LONGEST];
        let length = match self.stream.peek(&mut bytes) {
            Ok(0) => return Err(io::ErrorKind::UnexpectedEof.into()),
            Ok(length) => length,
            Err(error) if is_late(&error) => return Ok(None),
            Err(error) => return Err(error),
        };
        match Greeting::read(&bytes[..length]) {
            Ok(None) => Ok(None),
            Ok(Some((greeting, length))) => {
                (&self.stream).read_exact(&mut bytes[..length])?;
                self.stream.set_nonblocking(false)?;
                Ok(Some(Ok(greeting)))
            }
            Err(why) => Ok(Some(Err(why))),
        }
    }
}

fn is_late(error: &io::Error) -> bool {
    matches!(error.kind(), io::ErrorKind::WouldBlock | io::ErrorKind::Interrupted)
}
