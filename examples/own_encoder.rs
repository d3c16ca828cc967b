//! Implements an encoder. This one writes raw frames for video programs: `cargo run --example own_encoder >
//! film.rgba`.

use std::io::{self, Write};
use std::ops::ControlFlow;

use pegfont::font::Font;
use pegfont::render::{self, Encoder, Film, Loops, PaintedFrame, Palette, Theme, View};
use pegfont::timeline::{Missing, Motion, Setting, Timeline, Timing};

/// Writes every frame as red, green, blue and opacity, repeated for as long as it lasts at 25 frames per
/// second.
struct Raw<W: Write> {
    out: W,
    palette: Option<Palette>,
}

impl<W: Write> Encoder for Raw<W> {
    fn begin(&mut self, film: &Film<'_>) -> io::Result<()> {
        eprintln!(
            "{} frames; play with: ffplay -f rawvideo -pixel_format rgba -video_size {}x{} -framerate 25 film.rgba",
            film.frames, film.width, film.height
        );
        self.palette = Some(film.palette.clone());
        Ok(())
    }

    fn frame(&mut self, frame: &PaintedFrame<'_>) -> io::Result<()> {
        let palette = self.palette.as_ref().ok_or_else(|| io::Error::other("not begun"))?;
        let colour = |number: &u8| palette.colours()[usize::from(*number)];
        let rgba: Vec<u8> = frame.picture.iter().flat_map(colour).collect();
        for _ in 0..frame.lasts / 40 {
            self.out.write_all(&rgba)?;
        }
        Ok(())
    }

    fn finish(&mut self) -> io::Result<()> {
        self.out.flush()
    }
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let setting = Setting::new(Font::builtin()?, "RAW", 16, Missing::Refuse)?;
    let timing = Timing { motion: Motion::Smooth(25.0), ..Timing::default() };
    let timeline = Timeline::new(setting, timing)?;
    let view = View::new(Theme::builtin("dark")?);
    let mut raw = Raw { out: io::stdout().lock(), palette: None };
    render::film(&timeline, &view, Loops::Times(1), &mut raw, |_| ControlFlow::Continue(()))?;
    Ok(())
}
