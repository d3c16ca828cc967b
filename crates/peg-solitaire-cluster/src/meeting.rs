//! Connecting the processes: each listens on its own address and connects to those before it in the list. They exchange greetings. Each
//! connection is greeted by a thread of its own, so that nobody keeps the others waiting; strangers are ignored.

use std::io;
use std::net::{IpAddr, SocketAddr, TcpListener, TcpStream};
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::mpsc::{RecvTimeoutError, Sender, channel};
use std::thread::{Scope, scope, sleep};
use std::time::{Duration, Instant};

use peg_solitaire::progress::Progress;

use crate::TeamError;
use crate::greeting::{Difference, Greeting, NoGreeting, Token};
use crate::hosts::Hosts;
use crate::link::locked;

/// Who connects must greet within this time.
const GREETING: Duration = Duration::from_secs(10);
/// How long connecting may take at a time.
const CONNECTING: Duration = Duration::from_secs(1);
/// How often a process looks for others, and checks whether to stop.
const PAUSE: Duration = Duration::from_millis(50);
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
    token: Token,
    shares_folder: bool,
}

/// The connections to the other processes, by their numbers; none to this one.
pub(crate) type Connections = Vec<Option<TcpStream>>;

impl Team {
    /// The process with this number, listening on its address in the list and on nothing else. `wait` is how long it waits for the others,
    /// and how long another may be silent.
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
        let token = Token::default();
        Ok(Self { process, hosts, addresses, listener, wait, token, shares_folder: false })
    }

    /// All processes write to one folder, and whoever started them has [locked](peg_solitaire::solve::Slicing::lock) it.
    #[must_use]
    pub fn in_one_folder(self) -> Self {
        Self { shares_folder: true, ..self }
    }

    /// Works only with processes that know this token.
    #[must_use]
    pub fn with_token(self, token: Token) -> Self {
        Self { token, ..self }
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
        let own = Greeting { token: self.token, processes, process, text: text.to_owned() };
        self.listener.set_nonblocking(true)?;
        let room = Room {
            team: self,
            own: &own,
            until: Instant::now() + self.wait,
            over: AtomicBool::new(false),
            waiting: AtomicUsize::new(0),
            turned_away: Mutex::default(),
        };
        scope(|scope| {
            let (sender, met) = channel();
            for process in 0..self.process {
                let sender = sender.clone();
                let room = &room;
                scope.spawn(move || room.connect(process, &sender));
            }
            let room = &room;
            scope.spawn(move || room.accept(scope, &sender));
            let mut connections: Connections = (0..self.processes()).map(|_| None).collect();
            let done = loop {
                let absent =
                    |process: &usize| *process != self.process && connections[*process].is_none();
                let absent: Vec<usize> = (0..self.processes()).filter(absent).collect();
                if absent.is_empty() {
                    break Ok(());
                }
                if let Err(error) = progress.report(0, u64::MAX) {
                    break Err(error.into());
                }
                match met.recv_timeout(PAUSE) {
                    Ok(Ok((process, stream))) => {
                        if connections[process].replace(stream).is_some() {
                            break Err(TeamError::Twice { process });
                        }
                    }
                    Ok(Err(error)) => break Err(error),
                    Err(RecvTimeoutError::Timeout) if Instant::now() < room.until => {}
                    Err(_) => {
                        let addresses = absent.iter().map(|&process| self.name(process)).collect();
                        let turned_away = locked(&room.turned_away).clone();
                        break Err(TeamError::Absent { addresses, waited: self.wait, turned_away });
                    }
                }
            };
            room.over.store(true, Ordering::Relaxed);
            done?;
            for stream in connections.iter().flatten() {
                keep_alive(stream)?;
            }
            Ok(connections)
        })
    }

    fn name(&self, process: usize) -> String {
        format!("process {process} ({})", self.hosts.addresses()[process])
    }
}

/// Another process, by its number, or why this one can't work with it.
type Met = Result<(usize, TcpStream), TeamError>;

/// Where processes meet, until it is over.
struct Room<'r> {
    team: &'r Team,
    own: &'r Greeting,
    until: Instant,
    over: AtomicBool,
    /// How many that have connected are yet to greet.
    waiting: AtomicUsize,
    /// The last program of another version that came, and what is different.
    turned_away: Mutex<String>,
}

impl Room<'_> {
    fn is_over(&self) -> bool {
        self.over.load(Ordering::Relaxed) || Instant::now() >= self.until
    }

    /// Connects to a process before this one in the list.
    fn connect(&self, process: usize, met: &Sender<Met>) {
        while !self.is_over() {
            let mut addresses = self.team.addresses[process].iter();
            let stream = addresses
                .find_map(|address| TcpStream::connect_timeout(address, CONNECTING).ok())
                // It may be busy for long before it greets.
                .map(|stream| (self.greet(&stream, self.until), stream));
            let found = match stream {
                Some((Ok(other), stream)) => {
                    let same = self.own.compare(&other, Some(process as u32));
                    same.map(|()| (process, stream))
                }
                Some((Err(NoGreeting::Different(why)), _)) => Err(why),
                // It isn't there yet, or ended before it greeted, and may come again.
                Some((Err(NoGreeting::Missing), _)) | None => {
                    sleep(PAUSE);
                    continue;
                }
            };
            let name = || self.team.name(process);
            let _ = met.send(found.map_err(|why| TeamError::Refused { name: name(), why }));
            return;
        }
    }

    /// Accepts connections from addresses in the list, and greets whoever comes.
    fn accept<'s>(&'s self, scope: &'s Scope<'s, '_>, met: &Sender<Met>) {
        let is_listed = |address: IpAddr| {
            let mut listed = self.team.addresses.iter().flatten().map(SocketAddr::ip);
            listed.any(|listed| listed.to_canonical() == address.to_canonical())
        };
        while !self.is_over() {
            match self.team.listener.accept() {
                Ok((stream, from)) if is_listed(from.ip()) => {
                    if self.waiting.fetch_add(1, Ordering::Relaxed) < MOST_WAITING {
                        let met = met.clone();
                        scope.spawn(move || {
                            if let Some(found) = self.welcome(stream, from) {
                                let _ = met.send(found);
                            }
                            self.waiting.fetch_sub(1, Ordering::Relaxed);
                        });
                    } else {
                        self.waiting.fetch_sub(1, Ordering::Relaxed);
                    }
                }
                Ok(_) => {}
                // Nobody yet, or someone who has gone again.
                Err(_) => sleep(PAUSE),
            }
        }
    }

    /// Greets who has connected; None if it is a stranger.
    fn welcome(&self, stream: TcpStream, from: SocketAddr) -> Option<Met> {
        stream.set_nonblocking(false).ok()?;
        let until = self.until.min(Instant::now() + GREETING);
        let other = match self.greet(&stream, until) {
            Ok(other) => other,
            Err(NoGreeting::Different(why @ Difference::Version { .. })) => {
                *locked(&self.turned_away) = format!("; {from} was turned away: {why}");
                return None;
            }
            Err(_) => return None,
        };
        let process = other.process as usize;
        if let Err(why) = self.own.compare(&other, None) {
            return Some(Err(TeamError::Refused { name: format!("process {process}"), why }));
        }
        let expected = self.team.process + 1..self.team.processes();
        Some(match expected.contains(&process) {
            true => Ok((process, stream)),
            false => Err(TeamError::Twice { process }),
        })
    }

    /// Exchanges greetings.
    fn greet(&self, stream: &TcpStream, until: Instant) -> Result<Greeting, NoGreeting> {
        stream.set_write_timeout(Some(CONNECTING))?;
        stream.set_read_timeout(Some(PAUSE))?;
        self.own.write(stream)?;
        Greeting::read(Patient { stream, until, room: self }, self.own.token)
    }
}

/// Reads a connection, and checks from time to time whether to go on.
struct Patient<'s> {
    stream: &'s TcpStream,
    until: Instant,
    room: &'s Room<'s>,
}

impl io::Read for Patient<'_> {
    fn read(&mut self, bytes: &mut [u8]) -> io::Result<usize> {
        loop {
            match self.stream.read(bytes) {
                Err(error) if is_late(&error) => {}
                done => return done,
            }
            if self.room.is_over() || Instant::now() >= self.until {
                return Err(io::ErrorKind::TimedOut.into());
            }
        }
    }
}

fn is_late(error: &io::Error) -> bool {
    matches!(
        error.kind(),
        io::ErrorKind::WouldBlock | io::ErrorKind::TimedOut | io::ErrorKind::Interrupted
    )
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
