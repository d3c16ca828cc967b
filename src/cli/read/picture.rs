//! The pegs in a picture.

use std::path::Path;

use anyhow::Result;

use crate::cli::request::{PictureRequest, ThresholdRequest};
use peg_console::files::{in_file, name_of};
use peg_console::input::Sides;
use peg_console::output::Output;
use pegfont_type::glyph::{Drawn, Holes, Sampling};

impl ThresholdRequest {
    /// Reads the pegs in a picture, of which there are some, but not in all holes.
    pub fn read(&self, path: &Path, holes: Holes<'_>, out: &Output) -> Result<Drawn> {
        let sampling = Sampling {
            holes,
            light: self.is_inverse,
            threshold: self.threshold,
        };
        let drawn = sampling.read(&out.files.read_bytes(path)?);
        let drawn = drawn.map_err(|error| in_file(path, error))?;

        let file = name_of(path);
        let pegs = drawn.pegs.count();
        if pegs == 0 || pegs == drawn.board.holes() {
            let is = if (pegs == 0) == self.is_inverse {
                "dark"
            } else {
                "light"
            };
            refuse!("{file}: every part is {is}: try another --threshold");
        }

        if drawn.is_doubtful && self.is_inverse {
            note!(
                out,
                "warning: {file}: all parts are light, the lightest pegs; without --inverse, the \
                 darkest"
            );
        } else if drawn.is_doubtful {
            note!(
                out,
                "warning: {file}: all parts are dark, the darkest pegs; with --inverse, the \
                 lightest"
            );
        }
        Ok(drawn)
    }
}

impl PictureRequest {
    /// The pegs of the picture, on a board of its columns and rows.
    pub fn read(&self, path: &Path, out: &Output) -> Result<Drawn> {
        let holes = match self.grid {
            Some(Sides { across, down }) => Holes::Grid(across as usize, down as usize),
            None => Holes::Found,
        };
        self.threshold.read(path, holes, out)
    }
}
