//! What films can have besides their games, and which files can hold it.

/// What a file of a film or a still is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Medium {
    /// A film in frames, such as a GIF or a video.
    Frames,
    /// A film in shapes, which is an SVG.
    Shapes,
    /// A film in characters, which plays in a terminal.
    Characters,
    /// A still.
    Still,
}

/// What a film can have besides its games.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Extra {
    /// A count of the jumps below the boards.
    Count,
    /// A large view of the first jumps, in a film of one game.
    Zoom,
    /// Other texts, which come out of the same full board one after the other.
    Then,
}

impl Extra {
    /// Whether a file can hold it.
    pub fn is_in(self, medium: Medium) -> bool {
        match self {
            Self::Count => medium != Medium::Still,
            Self::Zoom => matches!(medium, Medium::Frames | Medium::Shapes),
            Self::Then => medium == Medium::Frames,
        }
    }
}
