//! Options for the picture: layout, captions, marks, and the moment of a still.

use anyhow::Result;
use clap::{Args, ValueEnum};

use super::super::Usage;
use super::super::input::whole;
use pegfont_film::render::{LineAlign, Size, Theme, View};

/// Options for the picture.
#[derive(Args)]
#[command(next_help_heading = "Picture")]
pub(super) struct Picture {
    /// Break lines after this many characters [default: 16]
    #[arg(long, value_name = "CHARACTERS", value_parser = whole::<u32>(0..=1000))]
    pub(super) wrap: Option<u32>,

    /// The alignment of lines of different length [default: centre]
    #[arg(long, value_enum)]
    align: Option<AlignArg>,

    /// Write the last jump under each board, and the names of columns and rows beside it
    #[arg(long)]
    pub(super) captions: bool,

    /// Mark the last jump: a ring in the peg that jumped, a cross in the hole of the removed peg
    #[arg(long)]
    pub(super) highlight: bool,

    /// Make a still after this many jumps of each letter, after a round of one game (round:12), or at the end
    #[arg(long, value_name = "JUMPS|round:N|end", conflicts_with = "storyboard")]
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
    Round(usize),
    End,
}

impl std::str::FromStr for At {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        if text == "end" {
            return Ok(Self::End);
        }
        let number = |text: &str| {
            let number = text.parse();
            number
                .map_err(|_| "give a number of jumps, a round such as round:12, or end".to_owned())
        };
        match text.strip_prefix("round:") {
            Some(round) => Ok(Self::Round(number(round)?)),
            None => Ok(Self::Jumps(number(text)?)),
        }
    }
}

impl Picture {
    /// Refuses an alignment of a single board.
    pub(super) fn check_one_board(&self) -> Result<()> {
        if self.align.is_some() && !self.storyboard {
            return Err(Usage("--align needs several boards, and one game has one".into()).into());
        }
        Ok(())
    }

    /// The view of a theme and of that for dark mode, with the size that was asked for elsewhere.
    pub(super) fn view(&self, (theme, dark): (Theme, Option<Theme>), size: Option<Size>) -> View {
        let usual = if self.storyboard { Size::Within(1200) } else { Size::default() };
        let size = size.unwrap_or(usual);
        let align = match self.align {
            Some(AlignArg::Left) => LineAlign::Left,
            Some(AlignArg::Centre) | None if self.storyboard => LineAlign::Left,
            Some(AlignArg::Centre) | None => LineAlign::Centre,
            Some(AlignArg::Right) => LineAlign::Right,
        };
        View { align, captions: self.captions, size, dark, ..View::new(theme) }
    }
}
