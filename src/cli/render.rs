//! `pegfont render`: pictures and films of a text.

mod film;
mod replay;

use std::io::{IsTerminal as _, Read as _};
use std::path::{Path, PathBuf};

use anyhow::Result;
use clap::{Args, ValueEnum};

use super::Usage;
use super::input::{BoardArgs, read_text};
use crate::font::Font;
use crate::render::{Colour, LineAlign, Loops, Size, Theme, View, theme::THEMES};
use crate::solution::Solution;
use crate::timeline::{Align, Missing, Motion, Order, Pace, Setting, Timeline, Timing};
use replay::Wish;

/// Make an animation or a picture of a text: every letter plays its solution
///
/// The format follows the file's ending: .gif, .apng and .webp play; .svg plays with CSS alone, and is a
/// still with --at or --storyboard; .png and .txt are stills. -o - plays in the terminal.
#[derive(Args)]
#[command(allow_negative_numbers = true)]
#[command(after_help = "Examples:\n  \
    pegfont render \"PEG SOLITAIRE\"\n  \
    pegfont render HELLO -o hello.svg --smooth --theme dark\n  \
    pegfont render A -o a.png --storyboard --captions\n  \
    pegfont render PLAY --solution random:7\n  \
    pegfont render HI -o -")]
pub(super) struct Render {
    #[command(flatten)]
    what: What,
    #[command(flatten)]
    picture: Picture,
    #[command(flatten)]
    time: Time,

    /// The file to write; - plays in the terminal, or with --format writes to standard output
    /// [default: output/TEXT.gif]
    #[arg(short, long, value_name = "FILE")]
    output: Option<PathBuf>,

    /// The format, where it is not to follow the file's ending
    #[arg(long, value_enum)]
    format: Option<Format>,
}

/// What plays.
#[derive(Args)]
struct What {
    /// The text, \n for a new line; - reads it from standard input
    #[arg(required_unless_present = "jumps")]
    text: Option<String>,

    /// The font: a file like fonts/pegfont.toml [default: the built-in one]
    #[arg(long, value_name = "FILE", conflicts_with = "jumps")]
    font: Option<PathBuf>,

    /// What to do about a character that the font doesn't have
    #[arg(long, value_enum, default_value = "refuse")]
    missing: MissingArg,

    /// The solution that each character plays: font is the one that the font carries, fewest-moves the most pleasant of
    /// those with the fewest moves, random:SEED (a whole number) any, each as likely as any other, lowest the first
    /// that the solver comes upon. All but font take the solver, and seconds for a character of few pegs
    #[arg(long, value_name = "HOW", default_value = "font", conflicts_with = "jumps")]
    solution: Wish,

    /// Instead of a text: play these jumps, like "c2-c4 a2-c2-e2", on a board
    #[arg(
        long,
        value_name = "JUMPS",
        conflicts_with = "text",
        help_heading = "A game of your own"
    )]
    jumps: Option<String>,

    #[command(flatten, next_help_heading = "A game of your own")]
    board: BoardArgs,
}

/// How it looks.
#[derive(Args)]
#[command(next_help_heading = "Picture")]
struct Picture {
    /// A theme (ivory, wood, light, dark, contrast, led), or a theme file
    #[arg(long, default_value = "ivory", value_name = "NAME|FILE")]
    theme: String,

    /// Behind the boards: #rgb, #rrggbb, #rrggbbaa or transparent [default: the theme's]
    #[arg(long, value_name = "COLOUR")]
    background: Option<String>,

    /// The distance between holes, in pixels [default: what makes the picture at most 800 wide, up to 24]
    #[arg(long, value_name = "PIXELS", conflicts_with = "width")]
    pitch: Option<u32>,

    /// The width of the picture, in pixels
    #[arg(long, value_name = "PIXELS")]
    width: Option<u32>,

    /// Break lines after this many characters
    #[arg(long, default_value_t = 16, value_name = "CHARACTERS")]
    wrap: u32,

    /// Where lines stand that are shorter than others
    #[arg(long, value_enum, default_value = "centre")]
    align: AlignArg,

    /// Write the jump played last under each board
    #[arg(long)]
    captions: bool,

    /// Mark the peg that jumped last, and the hole of the one that it jumped over
    #[arg(long)]
    highlight: bool,

    /// A still: after this many jumps of each letter, or at the end
    #[arg(long, value_name = "JUMPS|end", conflicts_with = "storyboard")]
    at: Option<At>,

    /// A still of all steps, side by side
    #[arg(long)]
    storyboard: bool,
}

/// When it plays.
#[derive(Args)]
#[command(next_help_heading = "Time")]
struct Time {
    /// Which letters play at the same time
    #[arg(long, value_enum, default_value = "together")]
    order: OrderArg,

    /// With --order cascade: how many jumps each letter is behind the one before [default: 2]
    #[arg(long, value_name = "JUMPS")]
    behind: Option<f64>,

    /// What letters with different numbers of jumps do at the same time
    #[arg(long, value_enum, default_value = "end")]
    sync: SyncArg,

    /// Milliseconds for each jump [default: 120; with --smooth 280]
    #[arg(long, value_name = "MS", conflicts_with = "duration")]
    jump: Option<f64>,

    /// Seconds for the whole film, once through, the holds included
    #[arg(long, value_name = "SECONDS")]
    duration: Option<f64>,

    /// Seconds that the start positions stand
    #[arg(long, default_value_t = 0.6, value_name = "SECONDS")]
    hold_start: f64,

    /// Seconds that the finished text stands
    #[arg(long, default_value_t = 2.5, value_name = "SECONDS")]
    hold: f64,

    /// Then take the jumps back, one by one
    #[arg(long)]
    ping_pong: bool,

    /// Pegs slide from hole to hole
    #[arg(long)]
    smooth: bool,

    /// Frames a second, with --smooth (an .svg needs none) [default: 25]
    #[arg(long, value_name = "FRAMES", requires = "smooth")]
    fps: Option<f64>,

    /// How often it plays; 0 is for ever
    #[arg(long, default_value_t = 0, value_name = "TIMES")]
    loops: u16,
}

/// The formats.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
enum Format {
    Gif,
    Apng,
    Webp,
    Svg,
    Png,
    Txt,
    /// Plays in the terminal
    Terminal,
}

#[derive(Clone, Copy, ValueEnum)]
enum MissingArg {
    /// Say so, and stop
    Refuse,
    /// Leave it out
    Skip,
    /// Show a board that doesn't play
    Box,
}

#[derive(Clone, Copy, ValueEnum)]
enum OrderArg {
    /// All of them
    Together,
    /// Each a little behind the one before
    Cascade,
    /// One after the other
    Sequence,
}

#[derive(Clone, Copy, ValueEnum)]
enum SyncArg {
    /// End
    End,
    /// Start
    Start,
}

#[derive(Clone, Copy, ValueEnum)]
enum AlignArg {
    Left,
    Centre,
    Right,
}

/// A moment for a still.
#[derive(Clone, Copy, Debug)]
enum At {
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

/// Everything that the arguments ask for, checked.
struct Asked {
    timeline: Timeline,
    view: View,
    loops: Loops,
    format: Format,
    path: PathBuf,
    still: bool,
}

impl Render {
    pub(super) fn run(self) -> Result<()> {
        let asked = self.check()?;
        film::write(&asked)
    }

    /// Refuses what can't be done, before any work.
    fn check(self) -> Result<Asked> {
        let text = self.what.text()?;
        let path = self.output.clone();
        let format = self.format(path.as_deref())?;
        let moment = match (self.picture.at, self.picture.storyboard) {
            (None, false) if matches!(format, Format::Png | Format::Txt) => Some(At::End),
            (at, _) => at,
        };
        let still = moment.is_some() || self.picture.storyboard;
        if still && matches!(format, Format::Gif | Format::Apng | Format::Webp | Format::Terminal) {
            let name = if self.picture.storyboard { "--storyboard" } else { "--at" };
            let message = format!("{name} makes a still: give a .png, .svg or .txt file");
            return Err(Usage(message).into());
        }
        let wrap = self.picture.wrap as usize;
        let mut setting = self.what.setting(&text, wrap)?;
        if format == Format::Terminal {
            let room = film::boards_in_a_line(setting.board())?;
            setting = self.what.setting(&text, wrap.min(room))?;
        }
        if let Some(At::Jumps(jumps)) = moment {
            let counts = setting.letters().iter().map(|letter| letter.solution.jumps().len());
            let most = counts.max().unwrap_or(0);
            if jumps > most {
                let message =
                    format!("--at {jumps}: the last step is {most}; give 0 to {most}, or end");
                return Err(Usage(message).into());
            }
        }
        let timing = self.timing(format, still)?;
        let plays = |setting: Setting| -> Result<Timeline> {
            let setting = match moment {
                Some(At::Jumps(jumps)) => setting.played(jumps),
                _ if self.picture.storyboard => setting.storyboard(wrap).map_err(usage)?,
                _ => setting,
            };
            Timeline::new(setting, timing).map_err(usage)
        };
        let mut timeline = plays(setting.clone())?;
        let view = self.picture.view()?;
        if format != Format::Txt && format != Format::Terminal {
            crate::render::Geometry::new(timeline.setting(), &view).map_err(usage)?;
        }
        // As many jumps lead to a character on every way, so what was checked stays true.
        if let Wish::Other(wish) = self.what.solution {
            timeline = plays(replay::with_other_solutions(setting, wish)?)?;
        }
        let loops = match self.time.loops {
            0 => Loops::Endless,
            times => Loops::Times(times),
        };
        let path = path.unwrap_or_else(|| default_path(&text, format));
        Ok(Asked { timeline, view, loops, format, path, still })
    }

    /// The format that is asked for, or follows from the file's ending.
    fn format(&self, path: Option<&Path>) -> Result<Format> {
        if let Some(format) = self.format {
            let to_terminal = path == Some(Path::new("-")) && std::io::stdout().is_terminal();
            if to_terminal && !matches!(format, Format::Txt | Format::Terminal | Format::Svg) {
                let message =
                    "a terminal can't show that: give a file with -o, or send the output elsewhere";
                return Err(Usage(message.into()).into());
            }
            return Ok(format);
        }
        let Some(path) = path else {
            let still = self.picture.at.is_some() || self.picture.storyboard;
            return Ok(if still { Format::Png } else { Format::Gif });
        };
        if path == Path::new("-") {
            let still = self.picture.at.is_some() || self.picture.storyboard;
            let plays = std::io::stdout().is_terminal() && !still;
            return Ok(if plays { Format::Terminal } else { Format::Txt });
        }
        let ending = path.extension().unwrap_or_default().to_string_lossy().to_lowercase();
        Format::from_str(&ending, true)
            .ok()
            .filter(|format| *format != Format::Terminal)
            .ok_or_else(|| {
                let path = path.display();
                let known = ".gif, .apng, .webp, .svg, .png or .txt";
                Usage(format!("{path}: the name must end in {known}, or give --format")).into()
            })
    }

    fn timing(&self, format: Format, still: bool) -> Result<Timing> {
        let time = &self.time;
        let motion = match (time.smooth, format) {
            (true, _) if still => Motion::Steps,
            (true, _) => Motion::Smooth(time.fps.unwrap_or(25.0)),
            (false, _) => Motion::Steps,
        };
        if let (Format::Gif, Motion::Smooth(rate)) = (format, motion)
            && rate > 50.0
        {
            let message = format!(
                "--fps {rate}: a GIF shows at most 50 frames a second; an .apng, .webp or .svg can show more"
            );
            return Err(Usage(message).into());
        }
        if time.behind.is_some() && !matches!(time.order, OrderArg::Cascade) {
            return Err(Usage("--behind is of use with --order cascade only".into()).into());
        }
        // Times in GIFs are hundredths of a second, and browsers slow down what is under two.
        let (tick, least_gap) = if format == Format::Gif { (10, 20) } else { (1, 5) };
        let usual = if time.smooth { 280.0 } else { 120.0 };
        Ok(Timing {
            order: match time.order {
                OrderArg::Together => Order::Together,
                OrderArg::Cascade => Order::Cascade(time.behind.unwrap_or(2.0)),
                OrderArg::Sequence => Order::Sequence,
            },
            align: match time.sync {
                SyncArg::End => Align::End,
                SyncArg::Start => Align::Start,
            },
            pace: match time.duration {
                Some(seconds) => Pace::Total(seconds * 1000.0),
                None => Pace::Jump(time.jump.unwrap_or(usual)),
            },
            motion,
            hold_start: time.hold_start * 1000.0,
            hold_end: time.hold * 1000.0,
            ping_pong: time.ping_pong,
            highlight: self.picture.highlight,
            least_gap,
            tick,
        })
    }
}

impl What {
    fn text(&self) -> Result<String> {
        let text = self.text.clone().unwrap_or_default();
        if text != "-" {
            return Ok(text.replace("\\n", "\n"));
        }
        // No more is read than could be shown.
        let mut text = String::new();
        let most = 4 * crate::timeline::MAX_CHARACTERS as u64 + 4;
        std::io::stdin().take(most).read_to_string(&mut text)?;
        Ok(text.trim_end_matches('\n').to_owned())
    }

    fn setting(&self, text: &str, wrap: usize) -> Result<Setting> {
        if let Some(jumps) = &self.jumps {
            let (board, start) = self.board.read()?;
            let solution = Solution::parse(&board, start, jumps)
                .map_err(|error| Usage(format!("--jumps: {error}")))?;
            return Ok(Setting::of_solution(solution));
        }
        let missing = match self.missing {
            MissingArg::Refuse => Missing::Refuse,
            MissingArg::Skip => Missing::Skip,
            MissingArg::Box => Missing::Box,
        };
        let own;
        let font = match &self.font {
            Some(path) => {
                own = Font::parse(&read_text(path)?)
                    .map_err(|error| anyhow::anyhow!("{}: {error}", path.display()))?;
                &own
            }
            None => Font::builtin()?,
        };
        Setting::new(font, text, wrap, missing).map_err(|error| {
            let unknown = matches!(error, crate::timeline::SettingError::Unknown { .. });
            let remedy = if unknown {
                "; --missing skip leaves it out, --missing box shows a board in its place"
            } else {
                ""
            };
            Usage(format!("{error}{remedy}")).into()
        })
    }
}

impl Picture {
    fn view(&self) -> Result<View> {
        let known = THEMES.iter().any(|theme| theme.0 == self.theme);
        let path = Path::new(&self.theme);
        let mut theme = if !known && (path.exists() || self.theme.ends_with(".toml")) {
            Theme::parse(&read_text(path)?)
                .map_err(|error| anyhow::anyhow!("{}: {error}", path.display()))?
        } else {
            Theme::builtin(&self.theme).map_err(|error| Usage(format!("--theme: {error}")))?
        };
        if let Some(background) = &self.background {
            theme.background = background
                .parse::<Colour>()
                .map_err(|error| Usage(format!("--background: {error}")))?;
        }
        if let Err(error) = theme.check_contrast() {
            eprintln!("warning: theme {}: {error}", theme.name);
        }
        let size = match (self.pitch, self.width) {
            (Some(0), _) | (_, Some(0)) => {
                let message = "a size of 0 pixels is no use: --pitch takes 2 or more, --width what the text needs";
                return Err(Usage(message.into()).into());
            }
            (Some(1), _) => {
                return Err(Usage(
                    "--pitch 1: pegs would be smaller than a pixel; the least is 2".into(),
                )
                .into());
            }
            (Some(pitch), _) => Size::Pitch(pitch),
            (None, Some(width)) => Size::Width(width),
            (None, None) if self.storyboard => Size::Within(1200),
            (None, None) => Size::default(),
        };
        let align = match self.align {
            AlignArg::Left => LineAlign::Left,
            AlignArg::Centre if self.storyboard => LineAlign::Left,
            AlignArg::Centre => LineAlign::Centre,
            AlignArg::Right => LineAlign::Right,
        };
        Ok(View { theme, size, align, captions: self.captions })
    }
}

/// A mistake in the arguments.
fn usage(error: impl std::fmt::Display) -> anyhow::Error {
    Usage(error.to_string()).into()
}

/// `output/<text>.gif`, with a dash for each character that is no letter or digit.
fn default_path(text: &str, format: Format) -> PathBuf {
    let plain = |character: char| if character.is_alphanumeric() { character } else { '-' };
    let name: String = text.to_lowercase().chars().map(plain).take(60).collect();
    let name = name.trim_matches('-');
    let name = if name.is_empty() { "pegs" } else { name };
    let ending = format.to_possible_value().map_or(String::new(), |it| it.get_name().to_owned());
    PathBuf::from("output").join(format!("{name}.{ending}"))
}
