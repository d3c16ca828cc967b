//! A picture as an argument: how `find` and `one-game` read the pegs in it.

use std::path::Path;

use anyhow::Result;
use clap::Args;

use crate::cli::args::{in_file, name_of, read_bytes, whole};
use pegfont_type::glyph::{Drawn, Holes, Parts, Sampling, Threshold};

/// What makes a part of a picture a peg.
#[derive(Args)]
pub struct ThresholdArgs {
    /// How dark a part of the picture must be to be a peg, in per cent [default: what best separates dark parts from light ones]
    #[arg(long, value_name = "PERCENT", value_parser = whole::<u8>(1..=99))]
    threshold: Option<u8>,
}

impl ThresholdArgs {
    /// Reads the pegs in a picture, of which there are some, but not in all holes. The option makes light parts pegs.
    pub fn read(
        &self,
        path: &Path,
        holes: Holes<'_>,
        (option, light): (&str, bool),
    ) -> Result<Drawn> {
        let threshold = self.threshold.map_or(Threshold::Separating, Threshold::Above);
        let sampling = Sampling { holes, light, threshold };
        let drawn = sampling.read(&read_bytes(path)?);
        let drawn = drawn.map_err(|error| in_file(path, false, &error))?;
        let (file, pegs) = (name_of(path), drawn.pegs.count());
        if pegs == 0 || pegs == drawn.board.holes() {
            let (is, other) =
                if (pegs == 0) == light { ("dark", "light") } else { ("light", "dark") };
            refuse!("{file}: every part is {is}, and none {other}: try another --threshold");
        }
        let (are, with) = if light { ("light", "without ") } else { ("dark", "with ") };
        if drawn.parts == if light { Parts::Light } else { Parts::Dark } {
            let other = if light { "darkest" } else { "lightest" };
            note!(
                "warning: {file}: all parts are {are}: the {are}est are pegs; {with}{option}, the {other}"
            );
        }
        Ok(drawn)
    }
}
