//! The error for an internal contradiction, which is a bug. Where one is found, tests panic, and a release ends with this
//! error instead of a wrong answer.

use thiserror::Error;

/// pegfont contradicts itself: a bug.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[error("pegfont contradicts itself ({what}); please report this")]
pub struct Contradiction {
    /// What can't be true.
    what: &'static str,
}

impl Contradiction {
    /// Panics if debug assertions are on.
    pub fn new(what: &'static str) -> Self {
        debug_assert!(false, "{what}");
        Self { what }
    }
}
