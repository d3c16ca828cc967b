//! `pegfont render`: the animation of a text.

use std::ops::ControlFlow;
use std::path::PathBuf;

use anyhow::{Context, Result};
use clap::Args;

use super::Usage;
use super::output::write_to;
use crate::font::Font;
use crate::render::gif::Gif;
use crate::render::{self, Loops, Size, Theme};
use crate::timeline::{Missing, Pace, Setting, Timeline, Timing};

/// Make an animation of a text: every letter plays its solution
#[derive(Args)]
pub(super) struct Render {
    /// The text; \n begins a new line
    text: String,

    /// The file to write; - is standard output [default: output/TEXT.gif]
    #[arg(short, long, value_name = "FILE")]
    output: Option<PathBuf>,

    /// Milliseconds for each jump
    #[arg(long, default_value_t = 120.0, value_name = "MS")]
    jump: f64,

    /// A theme by name, or a theme file
    #[arg(long, default_value = "ivory", value_name = "NAME|FILE")]
    theme: String,

    /// Break lines after this many characters
    #[arg(long, default_value_t = 16, value_name = "CHARACTERS")]
    wrap: usize,

    /// Distance between holes, in pixels
    #[arg(long, value_name = "PIXELS")]
    pitch: Option<u32>,
}

impl Render {
    pub(super) fn run(self) -> Result<()> {
        let text = self.text.replace("\\n", "\n");
        let font = Font::builtin()?;
        let usage = |error: &dyn std::fmt::Display| Usage(error.to_string());
        let setting =
            Setting::new(font, &text, self.wrap, Missing::Refuse).map_err(|error| usage(&error))?;
        let timing = Timing { pace: Pace::Jump(self.jump), ..Timing::default() };
        let timeline = Timeline::new(setting, timing).map_err(|error| usage(&error))?;
        let theme = Theme::builtin(&self.theme).map_err(|error| usage(&error))?;
        let size = self.pitch.map_or(Size::default(), Size::Pitch);
        let path = self.output.unwrap_or_else(|| default_path(&text));
        write_to(&path, |out| {
            let mut encoder = Gif::new(out);
            render::film(&timeline, &theme, size, Loops::Endless, &mut encoder, |_| {
                ControlFlow::Continue(())
            })
            .context("can't render")
        })?;
        println!("{}", path.display());
        Ok(())
    }
}

/// `output/<text>.gif`, with a dash for each character that is no letter or digit.
fn default_path(text: &str) -> PathBuf {
    let plain = |character: char| if character.is_alphanumeric() { character } else { '-' };
    let name: String = text.to_lowercase().chars().map(plain).take(60).collect();
    PathBuf::from("output").join(format!("{}.gif", name.trim_matches('-')))
}
