//! Long work in the command line: a progress bar on standard error, and Ctrl-C to stop it.

// Whether standard error is a terminal.
#![allow(clippy::disallowed_methods)]

use std::io::{self, IsTerminal as _};
use std::ops::ControlFlow;
use std::sync::Mutex;
use std::time::{Duration, Instant};

use indicatif::{ProgressBar, ProgressStyle};

use crate::messages::Messages;
use crate::stop::Stop;
use peg_solitaire::progress::{LowerBound, Progress};

/// Work that takes longer than this shows a progress bar.
const LONG: Duration = Duration::from_millis(500);

/// Does work that can be stopped, and shows a bar if it takes long and standard error is a
/// terminal. What long work knows before it is done is in the bar, or else a line for itself.
pub fn watched<T>(
    stop: &Stop,
    messages: &Messages,
    what: &str,
    work: impl FnOnce(Progress<'_>) -> T,
) -> T {
    let begun = Instant::now();
    let is_seen = io::stderr().is_terminal();
    let bar: Mutex<Option<ProgressBar>> = Mutex::new(None);

    let watch = |done: u64, total: u64| {
        if is_seen
            && begun.elapsed() > LONG
            && let Ok(mut bar) = bar.try_lock()
        {
            let bar = bar.get_or_insert_with(|| new_bar(what, begun));
            bar.set_length(total);
            bar.set_position(done);
        }

        if stop.is_asked() {
            ControlFlow::Break(())
        } else {
            ControlFlow::Continue(())
        }
    };
    let hear = |known: LowerBound| {
        if let Ok(bar) = bar.lock()
            && let Some(bar) = bar.as_ref()
        {
            bar.set_message(format!("{what}, {known}"));
        } else if !is_seen && begun.elapsed() > LONG {
            messages.note(format_args!("{what}: {known}"));
        }
    };
    let result = stop.stoppable(|| work(Progress::new(&watch).heard_by(&hear)));

    if let Some(bar) = bar.into_inner().ok().flatten() {
        bar.finish_and_clear();
    }
    result
}

fn new_bar(what: &str, begun: Instant) -> ProgressBar {
    let style = ProgressStyle::with_template("{msg} {wide_bar} {percent} %  {elapsed}, {eta} left");
    ProgressBar::new(0)
        .with_style(style.unwrap_or_else(|_| ProgressStyle::default_bar()))
        .with_message(what.to_owned())
        .with_elapsed(begun.elapsed())
}
