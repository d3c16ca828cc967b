//! What plays: a text in a font, or a game given by its jumps.

use std::io::Read as _;

use anyhow::{Context as _, Result};
use clap::{Args, ValueEnum};

use super::super::Usage;
use super::super::fonts::TextFontArgs;
use super::super::input::BoardArgs;
use super::replay::Played;
use peg_solitaire::solution::Solution;
use pegfont_film::timeline::{Missing, Setting, SettingError};

/// What plays.
#[derive(Args)]
pub(super) struct What {
    /// The text, with \n for a line break; - reads it from standard input
    #[arg(required_unless_present_any = ["jumps", "picture_file", "game_file"])]
    text: Option<String>,

    #[command(flatten)]
    font: TextFontArgs,

    /// How to treat a character that the font doesn't have
    #[arg(long, value_enum, default_value = "refuse", conflicts_with = "jumps")]
    missing: MissingArg,

    /// The solution of each character: font is the one in the font, fewest-moves the most pleasant one with the fewest
    /// moves, random:SEED (a whole number) a random one, lowest the solver's default. All except font run the solver,
    /// which can take seconds for characters with few pegs
    #[arg(long, value_name = "HOW", default_value = "font", conflicts_with = "jumps")]
    pub(super) solution: Played,

    /// Play these jumps, such as "c2-c4 c5-c3 e4-c4-c2", instead of a text
    #[arg(
        long,
        value_name = "JUMPS",
        conflicts_with_all = ["text", "fonts"],
        help_heading = "A game of your own"
    )]
    jumps: Option<String>,

    #[command(flatten, next_help_heading = "A game of your own")]
    board: BoardArgs,
}

#[derive(Clone, Copy, ValueEnum)]
enum MissingArg {
    /// Stop with an error
    Refuse,
    /// Leave it out
    Skip,
    /// Show a board that doesn't play
    Box,
}

/// The text with letters and their marks as single characters, where there are such characters.
fn composed(text: &str) -> String {
    unicode_normalization::UnicodeNormalization::nfc(text).collect()
}

impl What {
    pub(super) fn text(&self) -> Result<String> {
        let text = self.text.clone().unwrap_or_default();
        if text != "-" {
            return Ok(composed(&text.replace("\\n", "\n")));
        }
        // No more is read than could be shown.
        let mut bytes = Vec::new();
        let most = 4 * pegfont_film::timeline::MAX_CHARACTERS as u64 + 4;
        std::io::stdin().take(most).read_to_end(&mut bytes).context("can't read standard input")?;
        let text = String::from_utf8(bytes).or_else(|error| {
            let (valid, is_cut) =
                (error.utf8_error().valid_up_to(), error.utf8_error().error_len().is_none());
            let mut bytes = error.into_bytes();
            if is_cut && bytes.len() as u64 == most {
                bytes.truncate(valid);
            }
            String::from_utf8(bytes).context("can't read standard input: it is not text in UTF-8")
        })?;
        Ok(composed(text.trim_end_matches('\n')))
    }

    /// Whether jumps play instead of a text.
    pub(super) fn is_game(&self) -> bool {
        self.jumps.is_some()
    }

    /// Refuses a board for what brings its own.
    pub(super) fn refuse_board_with(&self, option: &str) -> Result<()> {
        if self.board.is_given() {
            let message = format!("--board and --start can't be used with {option}");
            return Err(Usage(message).into());
        }
        Ok(())
    }

    /// The text in letters that stand still, in a font of any size: what one game is to leave.
    pub(super) fn standing(&self, text: &str, pixels: Option<u32>, wrap: usize) -> Result<Setting> {
        self.refuse_board()?;
        let designs = self.font.designs(pixels, text)?;
        Setting::standing(&designs, text, wrap, self.missing.into()).map_err(unset)
    }

    pub(super) fn setting(&self, text: &str, wrap: usize) -> Result<Setting> {
        if let Some(jumps) = &self.jumps {
            let (board, start) = self.board.read()?;
            let solution = Solution::parse(&board, start, jumps)
                .map_err(|error| Usage(format!("--jumps: {error}")))?;
            return Ok(Setting::of_solution(solution));
        }
        self.refuse_board()?;
        let font = self.font.read_for(text)?;
        Setting::new(&font, text, wrap, self.missing.into()).map_err(unset)
    }

    /// Refuses a board beside a text.
    fn refuse_board(&self) -> Result<()> {
        if self.board.is_given() {
            let message = "--board and --start need --jumps: the board of a text is the font's";
            return Err(Usage(message.into()).into());
        }
        Ok(())
    }
}

impl From<MissingArg> for Missing {
    fn from(missing: MissingArg) -> Self {
        match missing {
            MissingArg::Refuse => Self::Refuse,
            MissingArg::Skip => Self::Skip,
            MissingArg::Box => Self::Box,
        }
    }
}

/// The message for a text that can't be set.
fn unset(error: SettingError) -> anyhow::Error {
    let remedy = match error {
        SettingError::Unknown { .. } => {
            "; --missing skip leaves it out, --missing box shows a board in its place"
        }
        _ => "",
    };
    Usage(format!("{error}{remedy}")).into()
}
