//! Options for the picture: layout, captions, marks, and the moment of a still.

use clap::{Args, ValueEnum};

use super::super::input::whole;
use crate::render::{LineAlign, Size, Theme, View};

/// Options for the picture.
#[derive(Args)]
#[command(next_help_heading = "Picture")]
pub(super) struct Picture {
    /// Break lines after this many characters [default: 16]
    #[arg(long, value_name = "CHARACTERS", value_parser = whole::<u32>(0..=1000))]
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
    /// The view of a theme and of that for dark mode, with the size that was asked for elsewhere.
    pub(super) fn view(&self, (theme, dark): (Theme, Option<Theme>), size: Option<Size>) -> View {
        let usual = if self.storyboard { Size::Within(1200) } else { Size::default() };
        let size = size.unwrap_or(usual);
        let align = match self.align {
            AlignArg::Left => LineAlign::Left,
            AlignArg::Centre if self.storyboard => LineAlign::Left,
            AlignArg::Centre => LineAlign::Centre,
            AlignArg::Right => LineAlign::Right,
        };
        View { align, captions: self.captions, size, dark, ..View::new(theme) }
    }
}
