//! The SVG encoder: the scene as a drawing, still or animated with CSS alone.

use std::io::Write;

use super::{Encoder, Scene};
use crate::Error;
use crate::drawing::svg;
use peg_solitaire::progress::Progress;

/// Writes an SVG.
#[derive(Clone, Copy, Debug)]
pub struct Svg;

impl Encoder for Svg {
    fn encode(&self, scene: &Scene<'_>, out: &mut dyn Write, _: Progress<'_>) -> Result<(), Error> {
        Ok(out.write_all(svg::file(&scene.drawing()?).as_bytes())?)
    }
}
