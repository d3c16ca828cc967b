//! How pictures look, and how those are read that people give.

use crate::cli::options::{Colours, PictureArgs, ThresholdArgs};
use peg_console::input::Sides;

/// Themes, and changes to them.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct LookRequest {
    /// A theme by its name or file, or two with a comma between them, for light and dark mode.
    pub theme: Option<String>,
    /// The keys that are changed, and their values.
    pub changes: Vec<(String, String)>,
}

impl Colours {
    pub fn request(self) -> LookRequest {
        LookRequest {
            theme: self.theme,
            changes: self.colour,
        }
    }
}

impl LookRequest {
    /// The first of its options that was given.
    pub fn given(&self) -> Option<&'static str> {
        if self.theme.is_some() {
            Some("--theme")
        } else if !self.changes.is_empty() {
            Some("--colour")
        } else {
            None
        }
    }

    /// Whether the picture changes in dark mode.
    pub fn has_dark_theme(&self) -> bool {
        self.theme.as_ref().is_some_and(|theme| theme.contains(','))
    }
}

/// Which parts of a picture are pegs.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct ThresholdRequest {
    /// How dark a peg is at least, in per cent, or what separates its parts best.
    pub threshold: Option<u8>,
    /// Whether light parts are pegs.
    pub is_inverse: bool,
}

impl ThresholdArgs {
    pub fn request(self) -> ThresholdRequest {
        ThresholdRequest {
            threshold: self.threshold,
            is_inverse: self.inverse,
        }
    }
}

impl ThresholdRequest {
    /// The first of its options that was given.
    pub fn given(&self) -> Option<&'static str> {
        if self.threshold.is_some() {
            Some("--threshold")
        } else if self.is_inverse {
            Some("--inverse")
        } else {
            None
        }
    }
}

/// How a picture is divided into holes, and which of them are pegs.
#[derive(Clone, PartialEq, Debug)]
pub struct PictureRequest {
    /// The number of holes across and down, if it is given.
    pub grid: Option<Sides>,
    pub threshold: ThresholdRequest,
}

impl PictureArgs {
    pub fn request(self) -> PictureRequest {
        PictureRequest {
            grid: self.grid,
            threshold: self.threshold.request(),
        }
    }
}

impl PictureRequest {
    /// The first of its options that was given.
    pub fn given(&self) -> Option<&'static str> {
        match self.grid {
            Some(_) => Some("--grid"),
            None => self.threshold.given(),
        }
    }
}
