//! Progress: one way to watch long work, and to stop it. The work reports how far it is; the
//! watcher answers whether to go on. It knows neither clock nor terminal.

use std::fmt;
use std::ops::ControlFlow;

use thiserror::Error;

use crate::words::counted;

/// The watcher asked the work to stop.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Error)]
#[error("interrupted")]
pub struct Interrupted;

type Watch<'a> = &'a (dyn Fn(u64, u64) -> ControlFlow<()> + Sync);
type Hear<'a> = &'a (dyn Fn(LowerBound) + Sync);

/// What is known of an answer before the work is done.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum LowerBound {
    /// No game has fewer moves than this.
    Moves(usize),
}

/// `at least 9 moves`
impl fmt::Display for LowerBound {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self::Moves(moves) = *self;
        write!(f, "at least {}", counted(moves, "move"))
    }
}

/// Passed to long work, which reports from time to time how much of it is done and stops when asked
/// to.
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
/// // The second quarter of the work, of which all is done.
/// assert_eq!(Progress::new(&half).part(1, 2, 4).report(7, 7), Err(Interrupted));
/// assert_eq!(Progress::new(&half).part(1, 2, 4).report(u64::MAX / 2, u64::MAX), Ok(()));
/// ```
#[derive(Clone, Copy)]
pub struct Progress<'a> {
    watch: Watch<'a>,
    hear: Hear<'a>,
    /// None for the whole work.
    part: Option<PartOfWork>,
}

/// A part of some work, in shares of the whole.
#[derive(Clone, Copy)]
struct PartOfWork {
    begin: f64,
    length: f64,
}

/// The units in which a part of some work reports how much of the whole is done.
const UNITS_OF_THE_WHOLE: f64 = 1e6;

impl<'a> Progress<'a> {
    /// Nobody watches, and the work is never stopped.
    pub const NONE: Self = Self {
        watch: &|_, _| ControlFlow::Continue(()),
        hear: &|_| {},
        part: None,
    };

    /// Calls `watch` with the units of work done and their total, from any thread. The units are
    /// the work's own; several threads may report out of order.
    #[must_use]
    pub fn new(watch: Watch<'a>) -> Self {
        Self {
            watch,
            ..Self::NONE
        }
    }

    /// Calls `hear` with what the work knows of the answer before it is done.
    #[must_use]
    pub fn heard_by(self, hear: Hear<'a>) -> Self {
        Self { hear, ..self }
    }

    /// Tells what is known of the answer.
    pub(crate) fn tell(self, known: LowerBound) {
        (self.hear)(known);
    }

    /// Reports that `done` of `total` units of work are done.
    ///
    /// # Errors
    /// If the watcher asks to stop.
    pub fn report(self, done: u64, total: u64) -> Result<(), Interrupted> {
        let answer = match self.part {
            None => (self.watch)(done, total),
            Some(PartOfWork { begin, length }) => {
                let share = (done as f64 / total.max(1) as f64).min(1.0);
                let done_of_the_whole = (begin + length * share) * UNITS_OF_THE_WHOLE;
                (self.watch)(done_of_the_whole as u64, UNITS_OF_THE_WHOLE as u64)
            }
        };

        match answer {
            ControlFlow::Continue(()) => Ok(()),
            ControlFlow::Break(()) => Err(Interrupted),
        }
    }

    /// The progress of a part of this work: the part that begins after `first` of `total` units and
    /// ends after `last` of them. It has no length if it ends before it begins.
    #[must_use]
    pub fn part(self, first: u64, last: u64, total: u64) -> Self {
        let whole = PartOfWork {
            begin: 0.0,
            length: 1.0,
        };
        let PartOfWork { begin, length } = self.part.unwrap_or(whole);
        let share = |units: u64| length * (units as f64 / total.max(1) as f64);

        Self {
            part: Some(PartOfWork {
                begin: begin + share(first),
                length: share(last.saturating_sub(first)),
            }),
            ..self
        }
    }

    /// The items of some work, each with its equal part of the progress.
    pub fn each<I: IntoIterator<IntoIter: ExactSizeIterator>>(
        self,
        items: I,
    ) -> impl Iterator<Item = (I::Item, Self)> {
        let items = items.into_iter();
        let count = items.len() as u64;
        let parts = (0..).map(move |number| self.part(number, number + 1, count));
        items.zip(parts)
    }
}

impl fmt::Debug for Progress<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Progress")
    }
}
