//! How a picture is read: which of its parts are pegs.

use std::ops::RangeInclusive;
use std::path::Path;

use anyhow::Result;
use clap::Args;

use peg_console::files::{in_file, name_of};
use peg_console::input::{Sides, sides, whole};
use peg_console::output::Output;
use pegfont_type::glyph::{Drawn, Holes, Sampling};

/// What makes a part of a picture a peg.
#[derive(Args)]
#[command(next_help_heading = "Picture")]
pub struct ThresholdArgs {
    /// How dark a part of the picture must be to be a peg, in per cent
    ///
    /// [default: what best separates dark parts from light ones]
    #[arg(long, value_name = "PERCENT", value_parser = whole::<u8>(1..=99))]
    threshold: Option<u8>,

    /// Light parts of the picture are pegs
    #[arg(long)]
    inverse: bool,
}

impl ThresholdArgs {
    /// The first of these options that was given.
    pub fn given(&self) -> Option<&'static str> {
        if self.threshold.is_some() {
            Some("--threshold")
        } else if self.inverse {
            Some("--inverse")
        } else {
            None
        }
    }

    /// Reads the pegs in a picture, of which there are some, but not in all holes.
    pub fn read(&self, path: &Path, holes: Holes<'_>, out: &Output) -> Result<Drawn> {
        let sampling = Sampling {
            holes,
            light: self.inverse,
            threshold: self.threshold,
        };
        let drawn = sampling.read(&out.files.read_bytes(path)?);
        let drawn = drawn.map_err(|error| in_file(path, error))?;

        let file = name_of(path);
        let pegs = drawn.pegs.count();
        if pegs == 0 || pegs == drawn.board.holes() {
            let is = if (pegs == 0) == self.inverse {
                "dark"
            } else {
                "light"
            };
            refuse!("{file}: every part is {is}: try another --threshold");
        }

        if drawn.is_doubtful && self.inverse {
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

/// How a picture is divided into holes, and which are pegs.
#[derive(Args)]
#[command(next_help_heading = "Picture")]
pub struct PictureArgs {
    /// Divide the picture into this many holes, such as 32x32
    ///
    /// [default: the largest blocks of equal pixels, or the board that it shows]
    #[arg(long, value_name = "COLUMNSxROWS", value_parser = grid)]
    grid: Option<Sides>,

    #[command(flatten)]
    threshold: ThresholdArgs,
}

fn grid(text: &str) -> Result<Sides, String> {
    const HOLES_OF_A_SIDE: RangeInclusive<u32> = 1..=4096;

    match sides(text) {
        Some(sides)
            if HOLES_OF_A_SIDE.contains(&sides.across) && HOLES_OF_A_SIDE.contains(&sides.down) =>
        {
            Ok(sides)
        }
        _ => Err("write two numbers from 1 to 4,096, across and down, such as 32x32".to_owned()),
    }
}

impl PictureArgs {
    /// The first of these options that was given.
    pub fn given(&self) -> Option<&'static str> {
        match self.grid {
            Some(_) => Some("--grid"),
            None => self.threshold.given(),
        }
    }

    /// The pegs of the picture, on a board of its columns and rows.
    pub fn read(&self, path: &Path, out: &Output) -> Result<Drawn> {
        let holes = match self.grid {
            Some(Sides { across, down }) => Holes::Grid(across as usize, down as usize),
            None => Holes::Found,
        };
        self.threshold.read(path, holes, out)
    }
}
