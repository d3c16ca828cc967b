//! Films of several games on one board, one after the other.

use super::{Scene, View};
use crate::Error;
use crate::timeline::{Pace, Setting, Timeline, Timing};

impl Scene {
    /// A film of several games that begin with the same hole empty: the end of each plays back into
    /// the full board, and the next game comes out of it. The first comes last. A total time is
    /// that of the whole film.
    ///
    /// # Errors
    /// As [`Timeline::new`] and [`Timeline::after`], or if there is no game.
    pub fn in_turn(settings: &[Setting], mut timing: Timing, view: View) -> Result<Self, Error> {
        if let Pace::Total(total) = timing.pace {
            timing.pace = Pace::Total(total / settings.len() as f64);
        }

        let mut alone = Vec::new();
        for setting in settings {
            alone.push(Timeline::new(setting.clone(), timing)?);
        }
        let mut films = Vec::new();
        for (number, before) in alone.iter().enumerate() {
            let next = alone[(number + 1) % alone.len()].clone();
            films.push(next.after(before)?);
        }

        let mut films = films.into_iter();
        let first = films.next().ok_or(Error::EmptyText)?;
        Ok(Self {
            then: films.collect(),
            ..Self::film(first, view)
        })
    }
}
