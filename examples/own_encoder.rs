//! A format of your own: this encoder writes raw pictures, for programs that make videos:
//! `cargo run --example own_encoder > film.rgba`.

use std::io::{self, Write};

use peg_solitaire::progress::Progress;
use pegfont_film::Error;
use pegfont_film::render::{Scene, Theme, View};
use pegfont_film::timeline::{Missing, Motion, Setting, Timeline, Timing, WRAP};
use pegfont_type::font::Font;

/// Writes every frame as red, green, blue and opacity, repeated for its duration at 25 frames per
/// second.
fn raw(scene: &Scene, out: &mut dyn Write, progress: Progress<'_>) -> Result<(), Error> {
    let mut painting = scene.paint(progress)?;
    eprintln!(
        "{} frames; play with: ffplay -f rawvideo -pixel_format rgba -video_size {}x{} -framerate 25 film.rgba",
        painting.count, painting.size.0, painting.size.1
    );
    let palette = painting.palette.clone();
    while let Some(frame) = painting.next()? {
        let colour = |number: &u8| palette[usize::from(*number)];
        let rgba: Vec<u8> = frame.picture.iter().flat_map(colour).collect();
        for _ in 0..frame.lasts / 40 {
            out.write_all(&rgba)?;
        }
    }
    Ok(out.flush()?)
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let setting = Setting::new(Font::builtin()?, "RAW", WRAP, Missing::Refuse)?;
    let timing = Timing {
        motion: Motion::Smooth(25.0),
        ..Timing::default()
    };
    let timeline = Timeline::new(setting, timing)?;
    let view = View::new(Theme::builtin("dark")?);
    let scene = Scene::film(timeline, view);
    raw(&scene, &mut io::stdout().lock(), Progress::NONE)?;
    Ok(())
}
