//! Options for how a picture is read: which of its parts are pegs.

use std::ops::RangeInclusive;

use anyhow::Result;
use clap::Args;

use peg_console::input::{Sides, sides, whole};

/// What makes a part of a picture a peg.
#[derive(Args)]
#[command(next_help_heading = "Picture")]
pub struct ThresholdArgs {
    /// How dark a part of the picture must be to be a peg, in per cent
    ///
    /// [default: what best separates dark parts from light ones]
    #[arg(long, value_name = "PERCENT", value_parser = whole::<u8>(1..=99))]
    pub threshold: Option<u8>,

    /// Light parts of the picture are pegs
    #[arg(long)]
    pub inverse: bool,
}

/// How a picture is divided into holes, and which are pegs.
#[derive(Args)]
#[command(next_help_heading = "Picture")]
pub struct PictureArgs {
    /// Divide the picture into this many holes, such as 32x32
    ///
    /// [default: the largest blocks of equal pixels, or the board that it shows]
    #[arg(long, value_name = "COLUMNSxROWS", value_parser = grid)]
    pub grid: Option<Sides>,

    #[command(flatten)]
    pub threshold: ThresholdArgs,
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
