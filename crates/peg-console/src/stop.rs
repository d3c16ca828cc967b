//! What ends a run before its end: signals, such as that of Ctrl-C. The first one asks the work
//! under way to stop; a second one, or one where there is no such work, ends the program.

use std::fmt;
use std::fs;
use std::io;
use std::path::PathBuf;
use std::process;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
#[cfg(unix)]
use std::sync::mpsc;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError, TryLockError};
use std::thread;
use std::time::{Duration, Instant};

#[cfg(not(unix))]
use signal_hook::{consts::SIGINT, flag};
#[cfg(unix)]
use signal_hook::{
    consts::{SIGHUP, SIGINT, SIGQUIT, SIGTERM, SIGXFSZ},
    flag,
    iterator::Signals,
};

use crate::messages::Messages;

/// The exit code of a program that was stopped: what a shell reports after Ctrl-C.
pub const STOPPED: u8 = 130;

/// How long a signal waits for a disk that takes long to finish a file.
const PATIENCE: Duration = Duration::from_millis(500);

/// How a run is stopped. A clone is of the same run: the thread that waits for signals has one.
#[derive(Clone, Debug)]
pub struct Stop {
    messages: Messages,
    shared: Arc<Shared>,
}

/// What the run and the thread that waits for signals both see.
#[derive(Default)]
struct Shared {
    /// Whether the user has asked to stop.
    is_asked: AtomicBool,
    /// Whether it was said that the run was interrupted.
    is_said: AtomicBool,
    /// How many pieces of work there are that stop when asked to.
    stoppable: AtomicUsize,
    /// The file that is being written, under the name that it has until it is finished.
    unfinished: Mutex<Option<PathBuf>>,
    /// What a signal does instead of stopping the work under way.
    handler: Mutex<Option<Handler>>,
}

type Handler = Arc<dyn Fn() + Send + Sync>;

impl fmt::Debug for Shared {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Shared")
            .field("is_asked", &self.is_asked)
            .finish_non_exhaustive()
    }
}

impl Stop {
    /// Listens to signals from now on: until then, the system ends the program at once and without
    /// a word. What is said goes to these messages.
    pub fn listening(messages: Messages) -> Self {
        let stop = Self {
            messages,
            shared: Arc::default(),
        };

        let of_thread = stop.clone();
        // Should this fail, signals end the program at once.
        let _ = each_signal(move || of_thread.handle_signal());
        stop
    }

    /// Whether the user has asked to stop.
    pub fn is_asked(&self) -> bool {
        self.shared.is_asked.load(Ordering::Relaxed)
    }

    /// Asks the work under way to stop.
    pub fn ask(&self) {
        self.shared.is_asked.store(true, Ordering::Relaxed);
    }

    /// Says that the run was interrupted, once.
    pub fn say(&self) {
        if !self.shared.is_said.swap(true, Ordering::Relaxed) {
            self.messages.note(format_args!("interrupted"));
        }
    }

    /// Does work that asks from time to time [whether it is to stop](Self::is_asked).
    pub fn stoppable<T>(&self, work: impl FnOnce() -> T) -> T {
        self.shared.stoppable.fetch_add(1, Ordering::Relaxed);
        let result = work();
        self.shared.stoppable.fetch_sub(1, Ordering::Relaxed);
        result
    }

    /// The file that a signal removes, which can be set. While this is held, no signal ends the
    /// program.
    pub fn unfinished(&self) -> MutexGuard<'_, Option<PathBuf>> {
        let held = self.shared.unfinished.lock();
        held.unwrap_or_else(PoisonError::into_inner)
    }

    /// Sets what a signal does instead of stopping the work under way.
    pub fn on_signal(&self, handler: impl Fn() + Send + Sync + 'static) {
        *self.handler() = Some(Arc::new(handler));
    }

    fn handler(&self) -> MutexGuard<'_, Option<Handler>> {
        let held = self.shared.handler.lock();
        held.unwrap_or_else(PoisonError::into_inner)
    }

    fn handle_signal(&self) {
        let handler = self.handler().clone();
        if let Some(handler) = handler {
            return handler();
        }

        let is_second = self.shared.is_asked.swap(true, Ordering::Relaxed);
        let has_work = self.shared.stoppable.load(Ordering::Relaxed) > 0;
        if is_second || !has_work {
            self.end();
        }
    }

    /// Ends the program, and removes the file that is not finished.
    fn end(&self) -> ! {
        // Held to the end, so that no file is begun or finished meanwhile.
        let unfinished = self.unfinished_in_time();
        if let Some(Some(path)) = unfinished.as_deref() {
            let _ = fs::remove_file(path);
        }

        self.say();
        process::exit(STOPPED.into());
    }

    /// The file that a signal removes, or nothing if a disk takes long to finish it.
    fn unfinished_in_time(&self) -> Option<MutexGuard<'_, Option<PathBuf>>> {
        let begun = Instant::now();
        loop {
            match self.shared.unfinished.try_lock() {
                Ok(held) => return Some(held),
                Err(TryLockError::Poisoned(poisoned)) => return Some(poisoned.into_inner()),
                Err(TryLockError::WouldBlock) if begun.elapsed() < PATIENCE => {
                    thread::sleep(Duration::from_millis(5));
                }
                Err(TryLockError::WouldBlock) => return None,
            }
        }
    }
}

/// Lets a file that reaches the limit on its size fail with a message, where the system would end
/// the program.
pub fn survive_limits() {
    // Should this fail, the system ends the program.
    #[cfg(unix)]
    let _ = flag::register(SIGXFSZ, Arc::default());
}

/// Calls a function at each signal, in a thread. If there can't be one, signals are left alone.
#[cfg(unix)]
fn each_signal(then: impl Fn() + Send + 'static) -> io::Result<()> {
    let (sender, receiver) = mpsc::channel::<Signals>();
    let wait = move || {
        for mut signals in receiver {
            for _ in signals.forever() {
                then();
            }
        }
    };
    thread::Builder::new().spawn(wait)?;

    let mut signals = vec![SIGINT, SIGTERM, SIGQUIT];
    if !ignores_hang_ups() {
        signals.push(SIGHUP);
    }

    // The thread takes them, whenever it begins.
    let _ = sender.send(Signals::new(signals)?);
    Ok(())
}

/// Whether the program is to go on when its terminal is closed, as `nohup` has it, where the system
/// says.
#[cfg(unix)]
fn ignores_hang_ups() -> bool {
    let status = fs::read_to_string("/proc/self/status").unwrap_or_default();
    let ignored = status.lines().find_map(|line| line.strip_prefix("SigIgn:"));
    let ignored = ignored.and_then(|set| u64::from_str_radix(set.trim(), 16).ok());
    ignored.unwrap_or(0) >> (SIGHUP - 1) & 1 == 1
}

/// Calls a function at each Ctrl-C, in a thread, which looks for them.
#[cfg(not(unix))]
fn each_signal(then: impl Fn() + Send + 'static) -> io::Result<()> {
    const EVERY: Duration = Duration::from_millis(50);

    let pressed = Arc::new(AtomicBool::new(false));
    let seen = Arc::clone(&pressed);
    let wait = move || {
        loop {
            thread::sleep(EVERY);
            if seen.swap(false, Ordering::Relaxed) {
                then();
            }
        }
    };
    thread::Builder::new().spawn(wait)?;

    flag::register(SIGINT, pressed).map(drop)
}
