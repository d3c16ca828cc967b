//! Renders a word as an animated GIF: `cargo run --example word_to_gif -- HELLO hello.gif`.

use std::fs::File;
use std::io::BufWriter;

use peg_solitaire::progress::Progress;
use pegfont_film::render::{Scene, Theme, View, gif};
use pegfont_film::timeline::{Missing, Setting, Timeline, Timing, WRAP};
use pegfont_type::font::Font;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut arguments = std::env::args().skip(1);
    let word = arguments.next().unwrap_or_else(|| "HELLO".to_owned());
    let path = arguments
        .next()
        .map_or_else(|| std::env::temp_dir().join("word.gif"), Into::into);

    let setting = Setting::new(Font::builtin()?, &word, WRAP, Missing::Refuse)?;
    let timeline = Timeline::new(setting, Timing::default())?;
    let view = View::new(Theme::builtin("ivory")?);

    let mut file = BufWriter::new(File::create(&path)?);
    let scene = Scene::film(timeline, view);
    gif(&scene, &mut file, Progress::NONE)?;
    println!("{}", path.display());
    Ok(())
}
