//! `pegfont still`: a picture of one moment of a text or a game, or of all its steps.

use std::str::FromStr;

use anyhow::Result;
use clap::Args;

use super::film::{Film, FilmArgs, MarkArgs, Time, Words, read_text};
use super::render::LineArgs;
use super::replay::GameArgs;
use super::usage::{Given, usage};
use peg_solitaire::solution::Solution;
use pegfont_film::render::{LineAlign, Size};
use pegfont_film::timeline::Setting;

/// Draw one moment of a text or a game, or all steps side by side
#[derive(Args)]
#[command(allow_negative_numbers = true)]
#[command(after_help = "Examples:\n  \
    pegfont still A --storyboard --captions -o a.png\n  \
    pegfont still HELLO --at 12\n  \
    pegfont still --game hi.game --captions --at round:12\n  \
    pegfont still --game \"c2-c4 c5-c3 e4-c4-c2\" --at end -o own.svg")]
pub(super) struct Still {
    #[command(flatten)]
    given: Given,

    /// The text, with \n for a line break; - reads it from standard input
    #[arg(required_unless_present = "game")]
    text: Option<String>,

    #[command(flatten)]
    words: Words,

    #[command(flatten)]
    lines: LineArgs,

    /// The moment: after this many jumps of each letter, after a round of one game (round:12), or at the end [default: end]
    #[arg(long, value_name = "JUMPS|round:N|end", conflicts_with = "storyboard")]
    at: Option<At>,

    /// All steps, side by side
    #[arg(long)]
    storyboard: bool,

    /// A game instead of a text: its jumps, or a file that `pegfont one-game -o FILE.game` wrote
    #[arg(long, value_name = "JUMPS|FILE", conflicts_with_all = ["text", "fonts", "missing", "solution"], help_heading = "A game of your own")]
    game: Option<String>,

    #[command(flatten, next_help_heading = "A game of your own")]
    own: GameArgs,

    #[command(flatten)]
    film: FilmArgs,
    #[command(flatten)]
    marks: MarkArgs,
}

/// The moment of a still.
#[derive(Clone, Copy, Debug)]
enum At {
    Jumps(usize),
    Round(usize),
    End,
}

impl FromStr for At {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        if text == "end" {
            return Ok(Self::End);
        }
        let number = |text: &str| {
            let wrong = |_| "give a number of jumps, a round such as round:12, or end".to_owned();
            text.parse().map_err(wrong)
        };
        match text.strip_prefix("round:") {
            Some(round) => Ok(Self::Round(number(round)?)),
            None => Ok(Self::Jumps(number(text)?)),
        }
    }
}

impl Still {
    pub(super) fn run(self) -> Result<()> {
        if self.game.is_none()
            && let Some(option) = self.given.of::<GameArgs>()
        {
            refuse!("{option} needs --game: the board of a text is the font's");
        }
        let many = self.storyboard || self.game.is_none();
        if !many && let Some(option) = self.given.of::<LineArgs>() {
            refuse!("{option} needs a text or --storyboard: a game is on one board");
        }
        let mut film = Film::new(&self.given, &self.film, Time::default());
        film.marks = self.marks;
        film.still = Some("pegfont still");
        if self.storyboard {
            film.still = Some("--storyboard");
            film.align = LineAlign::Left;
            film.usual_size = Size::Within(1200);
        }
        film.align = self.lines.align.unwrap_or(film.align);
        let (plan, setting) = match &self.game {
            Some(game) => {
                let source = self.own.read(game)?;
                (film.plan(&source.name)?, source.setting)
            }
            None => {
                let text = read_text(self.text.as_deref().unwrap_or_default())?;
                let plan = film.plan(&text)?;
                let usual = self.words.setting(&text, self.lines.wrap())?;
                let fits =
                    self.film.size.is_exact() && self.lines.wrap.is_none() && !self.storyboard;
                let setting = match fits {
                    true => {
                        let unbroken = self.words.setting(&text, usize::MAX)?;
                        unbroken.fitted(usual, false, |setting| plan.pitch(setting))
                    }
                    false => usual,
                };
                (plan, setting)
            }
        };
        self.check(&setting)?;
        let wrap = self.storyboard_wrap(&setting);
        let moment = |setting: Setting| match self.at {
            _ if self.storyboard => setting.storyboard(wrap).map_err(usage),
            Some(At::Jumps(jumps)) => Ok(setting.played(jumps)),
            Some(At::Round(round)) => Ok(setting.played_rounds(round)),
            Some(At::End) | None => Ok(setting),
        };
        let settings = vec![setting; plan.places.len()];
        film.write_all(&plan, settings, self.lines.solution, &moment)
    }

    /// Refuses a moment after the end.
    fn check(&self, setting: &Setting) -> Result<()> {
        let most = |count: fn(&Solution) -> usize| {
            let counts = setting.letters().iter().map(|letter| count(&letter.solution));
            counts.max().unwrap_or(0)
        };
        let (jumps, rounds) = (most(|it| it.jumps().len()), most(Solution::round_count));
        match self.at {
            Some(At::Jumps(at)) if at > jumps => {
                refuse!("--at {at}: the last step is {jumps}; give 0 to {jumps}, or end")
            }
            Some(At::Round(at)) if at > rounds => {
                refuse!("--at round:{at}: the last round is {rounds}; give 0 to {rounds}, or end")
            }
            _ => Ok(()),
        }
    }

    /// The number of boards in a line of a storyboard. Says so if that of a long game leaves out rounds.
    fn storyboard_wrap(&self, setting: &Setting) -> usize {
        if !self.storyboard || self.game.is_none() {
            return self.lines.wrap();
        }
        let stride = setting.storyboard_stride();
        if stride > 1 {
            note!("the storyboard shows every {} round and the last", ordinal(stride));
        }
        self.lines.wrap.map_or_else(|| setting.storyboard_wrap(), usize::from)
    }
}

/// A number as one of a series, from the second: `2nd`, `23rd`.
fn ordinal(number: usize) -> String {
    let ending = match (number % 10, number / 10 % 10) {
        (1..=3, 1) => "th",
        (1, _) => "st",
        (2, _) => "nd",
        (3, _) => "rd",
        _ => "th",
    };
    format!("{number}{ending}")
}
