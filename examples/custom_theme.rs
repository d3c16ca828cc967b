//! Renders a still with a custom theme: `cargo run --example custom_theme`.

use std::fs::File;

use peg_solitaire::progress::Progress;
use pegfont_film::render::{Scene, Size, Theme, View, png};
use pegfont_film::timeline::{Missing, Setting, Timeline, Timing, WRAP};
use pegfont_type::font::Font;

const MINT: &str = r##"
name = "mint"
background = "transparent"
caption = "#2c5c4a"

[board]
colour = "#dff5ea"
edge = "#a9d8c2"
corner = 1.0
margin = 0.4

[hole]
colour = "#c2e6d5"
size = 0.4

[peg]
colour = "#1f7a55"
light = "#4fbf91"
dark = "#125238"
shine = "#ffffff90"
size = 0.86

[moving]
colour = "#d9480f"
"##;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let theme = Theme::parse(MINT)?;
    theme.check_contrast(true)?;
    let view = View {
        size: Size::Pitch(32),
        ..View::new(theme)
    };

    let setting = Setting::new(Font::builtin()?, "MINT", WRAP, Missing::Refuse)?;
    let timeline = Timeline::new(setting, Timing::default())?;
    let path = std::env::temp_dir().join("mint.png");
    let scene = Scene::finished(timeline, view);
    png(&scene, &mut File::create(&path)?, Progress::NONE)?;
    println!("{}", path.display());
    Ok(())
}
