//! Options for the picture: theme, size, layout, and the moment of a still.

use std::path::Path;

use anyhow::Result;
use clap::{Args, ValueEnum};

use super::super::Usage;
use super::super::input::read_text;
use crate::render::{Colour, LineAlign, Size, Theme, View, theme::THEMES};

/// Options for the picture.
#[derive(Args)]
#[command(next_help_heading = "Picture")]
pub(super) struct Picture {
    #[arg(long, value_name = "NAME|FILE", help = themes())]
    theme: Option<String>,

    /// The background: #rgb, #rrggbb, #rrggbbaa or transparent [default: the theme's]
    #[arg(long, value_name = "COLOUR")]
    background: Option<String>,

    /// Break lines after this many characters [default: 16]
    #[arg(long, value_name = "CHARACTERS")]
    pub(super) wrap: Option<u32>,

    /// The alignment of lines of different length
    #[arg(long, value_enum, default_value = "centre")]
    align: AlignArg,

    /// Write the last jump under each board, and the names of columns and rows beside it
    #[arg(long)]
    pub(super) captions: bool,

    /// Mark the last jump: a ring in the peg that jumped, a cross in the hole of the removed peg
    #[arg(long)]
    pub(super) highlight: bool,

    /// Make a still after this many jumps of each letter, or at the end
    #[arg(long, value_name = "JUMPS|end", conflicts_with = "storyboard")]
    pub(super) at: Option<At>,

    /// Make a still of all steps, side by side
    #[arg(long)]
    pub(super) storyboard: bool,
}

#[derive(Clone, Copy, ValueEnum)]
enum AlignArg {
    Left,
    Centre,
    Right,
}

/// The help text of `--theme`.
fn themes() -> String {
    let names: Vec<&str> = THEMES.iter().map(|theme| theme.0).collect();
    format!("A theme ({}), or a theme file [default: {}]", names.join(", "), names[0])
}

/// The moment of a still.
#[derive(Clone, Copy, Debug)]
pub(super) enum At {
    Jumps(usize),
    End,
}

impl std::str::FromStr for At {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        if text == "end" {
            return Ok(Self::End);
        }
        let jumps = text.parse().map_err(|_| "give a number of jumps, or end".to_owned())?;
        Ok(Self::Jumps(jumps))
    }
}

impl Picture {
    /// An option for colours that was given, for text without colours or in the colours of a theme.
    pub(super) fn colours_given(&self, themed: bool) -> Option<&'static str> {
        let background = self.background.is_some().then_some("--background");
        background.or(self.theme.as_ref().filter(|_| !themed).map(|_| "--theme"))
    }

    /// The view, with the size and the background that were asked for elsewhere.
    pub(super) fn view(&self, size: Option<Size>, background: Option<&str>) -> Result<View> {
        let name = self.theme.as_deref().unwrap_or(THEMES[0].0);
        let known = THEMES.iter().any(|theme| theme.0 == name);
        let path = Path::new(name);
        let mut theme = if !known && (path.exists() || name.ends_with(".toml")) {
            Theme::parse(&read_text(path)?)
                .map_err(|error| anyhow::anyhow!("{}: {error}", path.display()))?
        } else {
            Theme::builtin(name).map_err(|error| Usage(format!("--theme: {error}")))?
        };
        if let Some(background) = self.background.as_deref().or(background) {
            theme.background = background
                .parse::<Colour>()
                .map_err(|error| Usage(format!("--background: {error}")))?;
        }
        if let Err(error) = theme.check_contrast() {
            eprintln!("warning: theme {}: {error}", theme.name);
        }
        let usual = if self.storyboard { Size::Within(1200) } else { Size::default() };
        let size = size.unwrap_or(usual);
        let align = match self.align {
            AlignArg::Left => LineAlign::Left,
            AlignArg::Centre if self.storyboard => LineAlign::Left,
            AlignArg::Centre => LineAlign::Centre,
            AlignArg::Right => LineAlign::Right,
        };
        Ok(View { align, captions: self.captions, size, ..View::new(theme) })
    }
}
