//! Progress: one way to watch long work, and to stop it. The work reports how far it is; the watcher answers whether to go on. It
//! knows neither clock nor terminal.

use std::fmt;
use std::ops::ControlFlow;

use thiserror::Error;

/// The watcher asked the work to stop.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Error)]
#[error("interrupted")]
pub struct Interrupted;

type Watch<'a> = &'a (dyn Fn(u64, u64) -> ControlFlow<()> + Sync);

/// Passed to long work, which reports from time to time how much of it is done and stops when asked to.
///
/// ```
/// use std::ops::ControlFlow;
/// use peg_solitaire::progress::{Interrupted, Progress};
///
/// let half = |done: u64, total: u64| match 2 * done < total {
///     true => ControlFlow::Continue(()),
///     false => ControlFlow::Break(()),
/// };
/// assert_eq!(Progress::new(&half).report(1, 10), Ok(()));
/// assert_eq!(Progress::new(&half).report(5, 10), Err(Interrupted));
/// assert_eq!(Progress::NONE.report(5, 10), Ok(()));
/// ```
#[derive(Clone, Copy)]
pub struct Progress<'a> {
    watch: Watch<'a>,
}

impl<'a> Progress<'a> {
    /// Nobody watches, and the work is never stopped.
    pub const NONE: Self = Self { watch: &|_, _| ControlFlow::Continue(()) };

    /// Calls `watch` with the units of work done and their total, from any thread. The units are the work's own; several threads may
    /// report out of order.
    #[must_use]
    pub fn new(watch: Watch<'a>) -> Self {
        Self { watch }
    }

    /// Reports that `done` of `total` units of work are done.
    pub fn report(self, done: u64, total: u64) -> Result<(), Interrupted> {
        if (self.watch)(done, total).is_break() { Err(Interrupted) } else { Ok(()) }
    }

    /// Does work that is a part of this: the part that begins after `first` of `total` units and ends after `last` of them.
    pub fn part<T>(
        self,
        first: u64,
        last: u64,
        total: u64,
        work: impl FnOnce(Progress<'_>) -> T,
    ) -> T {
        let part = |done: u64, of: u64| {
            // In steps of a thousandth, so that nothing overflows.
            let thousandths = (u128::from(done) * 1000 / u128::from(of.max(1))).min(1000) as u64;
            (self.watch)(1000 * first + thousandths * (last - first), 1000 * total)
        };
        work(Progress::new(&part))
    }
}

impl fmt::Debug for Progress<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Progress")
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Mutex;

    use super::*;

    #[test]
    fn a_part_is_reported_as_a_part() {
        let reports = Mutex::new(Vec::new());
        let watch = |done: u64, total: u64| {
            reports.lock().unwrap().push((done, total));
            if done < 3500 { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
        };
        let stopped = Progress::new(&watch).part(1, 4, 5, |progress| {
            progress.report(0, u64::MAX)?;
            progress.report(u64::MAX / 2, u64::MAX)?;
            progress.report(7, 7)
        });
        assert_eq!(stopped, Err(Interrupted));
        assert_eq!(*reports.lock().unwrap(), [(1000, 5000), (2497, 5000), (4000, 5000)]);
        assert_eq!(Progress::NONE.part(0, 1, 2, |progress| progress.report(1, 1)), Ok(()));
    }
}
