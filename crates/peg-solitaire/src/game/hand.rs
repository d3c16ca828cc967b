//! What a player can do at a table, and the hand that does it. Knows neither game nor advice.

use crate::board::Hole;

/// What a player can do.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum Action {
    /// Move the cursor by columns and rows.
    Move(i32, i32),
    /// Press on a hole: move the cursor there, and pick up or place a peg.
    Press(Hole),
    /// Release over a hole: place the picked-up peg, if it can jump there.
    Release(Hole),
    /// Pick up or place a peg at the cursor.
    Choose,
    /// Put the picked-up peg back.
    PutBack,
    /// Take back the last jump.
    Undo,
    /// Play the jump again that was taken back last.
    Redo,
    /// Take back all jumps.
    Restart,
    /// Show or hide the hints.
    Hints,
    /// Ask whether the game can still be won.
    Check,
    /// Start or stop automatic play.
    Autoplay,
    /// Some time has passed: automatic play goes on.
    Tick,
}

/// The hand of a player at a table: where it is, what it holds, and what the table told the player last.
#[derive(Clone, Debug)]
pub struct Hand {
    pub(super) cursor: Hole,
    pub(super) held: Option<Hole>,
    pub(super) message: String,
    pub(super) shows_hints: bool,
    pub(super) autoplay: bool,
}

impl Hand {
    pub(super) fn at(cursor: Hole) -> Self {
        Self { cursor, held: None, message: String::new(), shows_hints: false, autoplay: false }
    }

    /// The hole at the cursor.
    #[must_use]
    pub fn cursor(&self) -> Hole {
        self.cursor
    }

    /// The hole of the peg that is picked up, if there is one.
    #[must_use]
    pub fn held(&self) -> Option<Hole> {
        self.held
    }

    /// The message to show; empty if there is nothing to say.
    #[must_use]
    pub fn message(&self) -> &str {
        &self.message
    }

    /// Whether hints are shown.
    #[must_use]
    pub fn shows_hints(&self) -> bool {
        self.shows_hints
    }

    /// Whether the table plays by itself.
    #[must_use]
    pub fn autoplay(&self) -> bool {
        self.autoplay
    }
}
