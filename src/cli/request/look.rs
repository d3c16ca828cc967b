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
    pub fn request(&self) -> LookRequest {
        LookRequest {
            theme: self.theme.clone(),
            changes: self.colour.clone(),
        }
    }
}

/// Which parts of a picture are pegs.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct ThresholdRequest {
    /// How dark a peg is at least, in per cent, or what separates its parts best.
    pub threshold: Option<u8>,
    /// Whether light parts are pegs.
    pub is_inverse: bool,
    /// The option that was given, if one was.
    pub given: Option<&'static str>,
}

impl ThresholdArgs {
    pub fn request(self) -> ThresholdRequest {
        ThresholdRequest {
            given: self.given(),
            threshold: self.threshold,
            is_inverse: self.inverse,
        }
    }
}

/// How a picture is divided into holes, and which of them are pegs.
#[derive(Clone, PartialEq, Debug)]
pub struct PictureRequest {
    /// The number of holes across and down, if it is given.
    pub grid: Option<Sides>,
    pub threshold: ThresholdRequest,
    /// The option that was given, if one was.
    pub given: Option<&'static str>,
}

impl PictureArgs {
    pub fn request(self) -> PictureRequest {
        PictureRequest {
            given: self.given(),
            grid: self.grid,
            threshold: self.threshold.request(),
        }
    }
}
