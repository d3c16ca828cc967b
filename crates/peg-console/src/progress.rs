//! Long work in the command line: a progress bar on standard error, and Ctrl-C to stop it. The
//! program's signal handlers are here.

// Whether standard error is a terminal.
#![allow(clippy::disallowed_methods)]

use std::fs;
use std::io::{self, IsTerminal as _};
use std::ops::ControlFlow;
use std::path::PathBuf;
use std::process;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
#[cfg(unix)]
use std::sync::mpsc;
use std::sync::{Arc, LazyLock, Mutex, MutexGuard, Once, PoisonError, TryLockError};
use std::thread;
use std::time::{Duration, Instant};

use indicatif::{ProgressBar, ProgressStyle};
#[cfg(not(unix))]
use signal_hook::{consts::SIGINT, flag};
#[cfg(unix)]
use signal_hook::{
    consts::{SIGHUP, SIGINT, SIGQUIT, SIGTERM, SIGXFSZ},
    flag,
    iterator::Signals,
};

use peg_solitaire::progress::Progress;

/// Work that takes longer than this shows a progress bar.
const LONG: Duration = Duration::from_millis(500);

/// The exit code of a program that was stopped: what a shell reports after Ctrl-C.
pub const STOPPED: u8 = 130;

/// Whether the user has asked to stop.
static STOP: LazyLock<Arc<AtomicBool>> = LazyLock::new(Arc::default);

/// How many pieces of work there are that stop when asked to.
static STOPPABLE: AtomicUsize = AtomicUsize::new(0);

/// The file that is being written, under the name that it has until it is finished. A signal that
/// ends the program removes it.
static UNFINISHED: Mutex<Option<PathBuf>> = Mutex::new(None);

/// Sets the file that a signal removes. While this is held, no signal ends the program.
pub fn unfinished() -> MutexGuard<'static, Option<PathBuf>> {
    UNFINISHED.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Does work that can be stopped, and shows a bar if it takes long and standard error is a
/// terminal.
pub fn watched<T>(what: &str, work: impl FnOnce(Progress<'_>) -> T) -> T {
    stoppable(|| {
        let begun = Instant::now();
        let seen = io::stderr().is_terminal();
        let bar: Mutex<Option<ProgressBar>> = Mutex::new(None);
        let watch = |done: u64, total: u64| {
            if seen
                && begun.elapsed() > LONG
                && let Ok(mut bar) = bar.try_lock()
            {
                let bar = bar.get_or_insert_with(|| new_bar(what, begun));
                bar.set_length(total);
                bar.set_position(done);
            }
            if is_stopped() {
                ControlFlow::Break(())
            } else {
                ControlFlow::Continue(())
            }
        };
        let result = work(Progress::new(&watch));
        if let Some(bar) = bar.into_inner().ok().flatten() {
            bar.finish_and_clear();
        }
        result
    })
}

fn new_bar(what: &str, begun: Instant) -> ProgressBar {
    let style = ProgressStyle::with_template("{msg} {wide_bar} {percent} %  {elapsed}, {eta} left");
    ProgressBar::new(0)
        .with_style(style.unwrap_or_else(|_| ProgressStyle::default_bar()))
        .with_message(what.to_owned())
        .with_elapsed(begun.elapsed())
}

/// Does work that asks from time to time whether it [is stopped](is_stopped).
pub fn stoppable<T>(work: impl FnOnce() -> T) -> T {
    STOPPABLE.fetch_add(1, Ordering::Relaxed);
    let result = work();
    STOPPABLE.fetch_sub(1, Ordering::Relaxed);
    result
}

/// Whether the user has asked to stop.
pub fn is_stopped() -> bool {
    STOP.load(Ordering::Relaxed)
}

/// Says that the program was stopped, once.
pub fn say_stopped() {
    static SAYS: Once = Once::new();
    SAYS.call_once(|| note!("interrupted"));
}

/// Asks the work under way to stop.
pub fn ask_to_stop() {
    STOP.store(true, Ordering::Relaxed);
}

/// Stops the work under way; where there is none, or when asked twice, ends the program.
fn stop() {
    let is_second = STOP.swap(true, Ordering::Relaxed);
    if is_second || STOPPABLE.load(Ordering::Relaxed) == 0 {
        // Held to the end, so that no file is begun or finished meanwhile.
        let unfinished = unfinished_in_time();
        if let Some(Some(path)) = unfinished.as_deref() {
            let _ = fs::remove_file(path);
        }
        say_stopped();
        process::exit(STOPPED.into());
    }
}

/// The file that a signal removes, or nothing if a disk takes long to finish it.
fn unfinished_in_time() -> Option<MutexGuard<'static, Option<PathBuf>>> {
    let begun = Instant::now();
    loop {
        match UNFINISHED.try_lock() {
            Ok(held) => return Some(held),
            Err(TryLockError::Poisoned(poisoned)) => return Some(poisoned.into_inner()),
            Err(TryLockError::WouldBlock) if begun.elapsed() < LONG => {
                thread::sleep(Duration::from_millis(5));
            }
            Err(TryLockError::WouldBlock) => return None,
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

/// Sets what to do when the system asks the program to end, by Ctrl-C or another signal: first of
/// all, `stop`. Every run calls this before its command: until then, the system ends the program
/// at once and without a word.
pub fn on_signal(handle: Option<fn()>) {
    static HANDLE: Mutex<fn()> = Mutex::new(stop);
    static LISTENS: Once = Once::new();
    let current = || HANDLE.lock().unwrap_or_else(PoisonError::into_inner);
    if let Some(handle) = handle {
        *current() = handle;
    }
    LISTENS.call_once(|| {
        // Should this fail, signals end the program at once.
        let _ = each_signal(move || {
            let handle = *current();
            handle();
        });
    });
}

/// Calls a function at each signal, in a thread. If there can't be one, signals are left alone.
#[cfg(unix)]
fn each_signal(then: impl Fn() + Send + 'static) -> io::Result<()> {
    let (give, taken) = mpsc::channel::<Signals>();
    let wait = move || {
        taken
            .into_iter()
            .for_each(|mut all| all.forever().for_each(|_| then()))
    };
    thread::Builder::new().spawn(wait)?;

    let mut signals = vec![SIGINT, SIGTERM, SIGQUIT];
    if !ignores_hang_ups() {
        signals.push(SIGHUP);
    }
    // The thread takes them, whenever it begins.
    let _ = give.send(Signals::new(signals)?);
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
