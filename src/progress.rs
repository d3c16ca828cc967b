//! Progress: how long work is watched, and how it is stopped. It knows no clock, no terminal and no work; whoever works
//! reports, whoever watches answers.

use std::fmt;
use std::ops::ControlFlow;

use thiserror::Error;

/// Whoever watches asked the work to stop.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Error)]
#[error("interrupted")]
pub struct Interrupted;

type Watch<'a> = &'a (dyn Fn(u64, u64) -> ControlFlow<()> + Sync);

/// Is told from time to time how much of the work is done, and answers whether to go on.
///
/// ```
/// use std::ops::ControlFlow;
/// use pegfont::progress::{Interrupted, Progress};
///
/// let half = |done: u64, total: u64| match 2 * done < total {
///     true => ControlFlow::Continue(()),
///     false => ControlFlow::Break(()),
/// };
/// assert_eq!(Progress::new(&half).report(1, 10), Ok(()));
/// assert_eq!(Progress::new(&half).report(5, 10), Err(Interrupted));
/// assert_eq!(Progress::NONE.report(5, 10), Ok(()));
/// ```
#[derive(Clone, Copy, Default)]
pub struct Progress<'a> {
    watch: Option<Watch<'a>>,
}

impl<'a> Progress<'a> {
    /// Nobody watches, and the work is never stopped.
    pub const NONE: Self = Self { watch: None };

    /// Calls `watch` with the units of work done and their total, from any thread.
    #[must_use]
    pub fn new(watch: Watch<'a>) -> Self {
        Self { watch: Some(watch) }
    }

    /// Reports that `done` of `total` units of work are done.
    ///
    /// # Errors
    /// When the work shall stop.
    pub fn report(self, done: u64, total: u64) -> Result<(), Interrupted> {
        match self.watch.map(|watch| watch(done, total)) {
            Some(ControlFlow::Break(())) => Err(Interrupted),
            Some(ControlFlow::Continue(())) | None => Ok(()),
        }
    }
}

impl fmt::Debug for Progress<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let watched = if self.watch.is_some() { "watched" } else { "unwatched" };
        write!(f, "Progress({watched})")
    }
}
