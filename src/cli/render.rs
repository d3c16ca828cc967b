//! `pegfont render`: pictures and films of a text.

mod colours;
mod default_path;
mod film;
mod limit;
mod numbered;
mod one_game;
mod picture;
mod replay;
mod size;
mod target;
mod time;
mod video;
mod what;

use std::io::IsTerminal as _;
use std::path::{Path, PathBuf};

use anyhow::Result;
use clap::Args;

use super::Usage;
use super::output::{check_destination, refuse_terminal};
use colours::Colours;
use default_path::default_path;
use numbered::Pattern;
use one_game::OneGame;
use peg_solitaire::solution::AnySolution;
use pegfont_film::render::{Geometry, Loops, Scene, Size, View};
use pegfont_film::timeline::{Setting, Timeline};
use pegfont_type::format::Format;
use picture::{At, Picture};
use replay::Played;
use size::SizeArgs;
use target::{Target, formats, target};
use time::Time;
use what::What;

/// Animate a text: every letter plays its solution
///
/// The file name decides the format. A .gif, .apng or .webp is an animation, an .mp4 or .webm a video (made by ffmpeg), a
/// .png or .txt is a still. An .svg is an animation, or a still with --at or --storyboard. A name such as
/// frames/%04d.png stands for a picture of each frame. With -o - it plays in the terminal, until it ends or you press q.
#[derive(Args)]
#[command(allow_negative_numbers = true)]
#[command(after_help = "Examples:\n  \
    pegfont render \"PEG SOLITAIRE\"\n  \
    pegfont render HELLO -o hello.svg --smooth --theme dark\n  \
    pegfont render A -o a.png --storyboard --captions\n  \
    pegfont render PLAY --solution random:7\n  \
    pegfont render HI --for slack\n  \
    pegfont render HI --one-game --font my.bdf\n  \
    pegfont render --picture cat.png --grid 32x32 -o cat.gif\n  \
    pegfont render HI -o hi.mp4 --fit 1280x720\n  \
    pegfont render HI -o -")]
pub(super) struct Render {
    #[command(flatten)]
    what: What,
    #[command(flatten)]
    one_game: OneGame,
    #[command(flatten)]
    picture: Picture,
    #[command(flatten)]
    colours: Colours,
    #[command(flatten)]
    size: SizeArgs,
    #[command(flatten)]
    time: Time,

    /// The output file; - plays in the terminal, or with --format writes to standard output
    /// [default: output/TEXT.gif]
    #[arg(short, long, value_name = "FILE")]
    output: Option<PathBuf>,

    /// Also write a still of the finished text, as .png or .svg: what is shown until the film plays
    #[arg(long, value_name = "FILE")]
    poster: Option<PathBuf>,

    /// The format, if the file name does not decide it
    #[arg(long, value_parser = target())]
    format: Option<Target>,
}

/// The longest line, in characters, if no other is asked for.
const USUAL_WRAP: u32 = 16;

/// The checked arguments.
struct Asked {
    timeline: Timeline,
    view: View,
    loops: Loops,
    target: Target,
    path: PathBuf,
    still: bool,
    limits: Option<Limits>,
    poster: Option<(PathBuf, Format)>,
    game: Option<(PathBuf, String)>,
}

/// What the file must not exceed.
struct Limits {
    bytes: Option<u64>,
    frames: Option<u64>,
}

impl Asked {
    /// The scene, with a timeline and a view.
    fn scene<'s>(&self, timeline: &'s Timeline, view: &'s View) -> Scene<'s> {
        match self.still {
            true => Scene::finished(timeline, view),
            false => Scene::film(timeline, view, self.loops),
        }
    }
}

impl Render {
    pub(super) fn run(self) -> Result<()> {
        let asked = self.check()?;
        film::write(&asked)
    }

    /// Checks the arguments before any work begins.
    fn check(self) -> Result<Asked> {
        let text = match self.one_game.file().map(Path::file_stem) {
            Some(name) => name.unwrap_or_default().to_string_lossy().into_owned(),
            None => self.what.text()?,
        };
        let path = self.output.clone();
        let others = [("-o", path.as_deref()), ("--poster", self.poster.as_deref())];
        self.one_game.check(&others)?;
        let one_game = self.one_game.is_asked();
        if one_game {
            self.picture.check_one_board()?;
            self.time.check_one_board()?;
        }
        let target = self.target(path.as_deref())?;
        if !matches!(target, Target::Numbered | Target::Terminal) {
            path.as_deref().map_or(Ok(()), check_destination)?;
        }
        let moment = match (self.picture.at, self.picture.storyboard) {
            (None, false) if target.is_still() => Some(At::End),
            (at, _) => at,
        };
        let still = moment.is_some() || self.picture.storyboard;
        if still && target.always_plays() {
            let name = if self.picture.storyboard { "--storyboard" } else { "--at" };
            let message = format!("{name} makes a still: give a .png, .svg or .txt file");
            return Err(Usage(message).into());
        }
        let preset = self.size.preset();
        let size = self.size.size()?;
        let pictured = !matches!(target, Target::File(Format::Text) | Target::Terminal);
        // Why the output is text, if nobody asked for that.
        let piped = self.format.is_none() && path.as_deref() == Some(Path::new("-"));
        let why = if piped { "; standard output, which is no terminal, gets text" } else { "" };
        if let Some(option) = self.size.given().filter(|_| !pictured) {
            let message = format!("{option} needs a picture: text has no pixels{why}");
            return Err(Usage(message).into());
        }
        let themed = target != Target::File(Format::Text);
        if let Some(option) = self.colours.given(themed).filter(|_| !pictured) {
            let message = format!("{option} needs a picture: text has no such colours{why}");
            return Err(Usage(message).into());
        }
        if self.colours.has_dark_theme() && target != Target::File(Format::Svg) {
            let message =
                "--dark-theme needs an .svg file: pixels can't change with the reader's device";
            return Err(Usage(message.into()).into());
        }
        let poster = self.poster(target, still)?;
        let view = self.picture.view(self.colours.read(preset.background)?, size);
        if self.picture.wrap.is_some() && self.what.is_game() && !self.picture.storyboard {
            let message = "--wrap needs a text or --storyboard: --jumps play on one board";
            return Err(Usage(message.into()).into());
        }
        let mut wrap = self.picture.wrap.unwrap_or(USUAL_WRAP) as usize;
        let mut setting = self.setting(&text, wrap)?;
        if !one_game
            && matches!(size, Some(Size::Exactly(..)))
            && self.picture.wrap.is_none()
            && !self.picture.storyboard
        {
            setting = self.best_wrapped(setting, &text, &view)?;
        }
        if target == Target::Terminal {
            let room = film::boards_in_a_line(setting.board())?;
            if !one_game {
                setting = self.what.setting(&text, wrap.min(room))?;
            }
        }
        let game = self.one_game.saved(&setting);
        if one_game && self.picture.storyboard {
            let stride = setting.storyboard_stride();
            if stride > 1 {
                eprintln!("the storyboard shows every {} round and the last", ordinal(stride));
            }
            if self.picture.wrap.is_none() {
                wrap = setting.storyboard_wrap();
            }
        }
        let most = |count: fn(&AnySolution) -> usize| {
            let counts = setting.letters().iter().map(|letter| count(&letter.solution));
            counts.max().unwrap_or(0)
        };
        let (jumps, last_round) = (most(|it| it.jumps().len()), most(AnySolution::rounds));
        match moment {
            Some(At::Jumps(at)) if at > jumps => {
                let message =
                    format!("--at {at}: the last step is {jumps}; give 0 to {jumps}, or end");
                return Err(Usage(message).into());
            }
            Some(At::Round(at)) if at > last_round => {
                let message = format!(
                    "--at round:{at}: the last round is {last_round}; give 0 to {last_round}, or end"
                );
                return Err(Usage(message).into());
            }
            _ => {}
        }
        let rounds = one_game.then_some(last_round);
        let (highlight, ends_first) = (self.picture.highlight, preset.ends_first);
        if let Some(option) = self.time.given().filter(|_| still) {
            let message = format!("{option} needs an animation, and this is a still{why}");
            return Err(Usage(message).into());
        }
        let timing = self.time.timing(target, rounds, highlight, ends_first)?;
        let plays = |setting: Setting| -> Result<Timeline> {
            let setting = match moment {
                Some(At::Jumps(jumps)) => setting.played(jumps),
                Some(At::Round(round)) => setting.played_rounds(round),
                _ if self.picture.storyboard => setting.storyboard(wrap).map_err(usage)?,
                _ => setting,
            };
            Timeline::new(setting, timing).map_err(usage)
        };
        let mut timeline = plays(setting.clone())?;
        if pictured {
            Geometry::new(timeline.setting(), &view).map_err(usage)?;
        }
        // As many jumps lead to a character on every way, so what was checked stays true.
        if let Played::Other(preference) = self.what.solution {
            timeline = plays(replay::with_other_solutions(setting, preference)?)?;
        }
        if let Some(limit) = self.size.limit_given().filter(|_| !target.is_limited()) {
            let message = format!(
                "{limit} needs one picture or film: a .gif, .webp, .apng, .png or .svg file"
            );
            return Err(Usage(message).into());
        }
        let loops = self.time.loops();
        let path = path.unwrap_or_else(|| default_path(&text, target));
        let limits = Limits { bytes: self.size.max_bytes(), frames: preset.max_frames };
        let limited = limits.bytes.is_some() || limits.frames.is_some();
        let limits = (limited && target.is_limited()).then_some(limits);
        Ok(Asked { timeline, view, loops, target, path, still, limits, poster, game })
    }

    /// The still beside the film, if one was asked for.
    fn poster(&self, target: Target, still: bool) -> Result<Option<(PathBuf, Format)>> {
        let Some(path) = &self.poster else { return Ok(None) };
        if still || target == Target::Terminal {
            let message = "--poster needs a film in a file beside it";
            return Err(Usage(message.into()).into());
        }
        if self.output.as_ref() == Some(path) {
            let message = format!("--poster and -o can't both be {}", path.display());
            return Err(Usage(message).into());
        }
        let format = Format::from_path(path, &[Format::Png, Format::Svg]);
        let format = format.map_err(|error| Usage(format!("--poster: {error}")))?;
        Ok(Some((path.clone(), format)))
    }

    /// What plays: a text, a game, or one game for a text, for a picture, or from a file.
    fn setting(&self, text: &str, wrap: usize) -> Result<Setting> {
        if let Some(path) = self.one_game.file() {
            let option = if self.one_game.is_picture() { "--picture" } else { "--game" };
            self.what.refuse_board_with(option)?;
            if self.picture.wrap.is_some() && !self.picture.storyboard {
                let what = if self.one_game.is_picture() { "picture" } else { "game" };
                let message = format!("--wrap needs a text or --storyboard: a {what} is one board");
                return Err(usage(message));
            }
            return match self.one_game.is_picture() {
                true => self.one_game.of_picture(path),
                false => self.one_game.of_file(path),
            };
        }
        if self.one_game.is_asked() {
            let setting = self.what.standing(text, self.one_game.pixels(), wrap)?;
            return self.one_game.of_text(&setting);
        }
        self.what.setting(text, wrap)
    }

    /// The text in lines for which the boards are largest. Breaks no words if that is possible.
    fn best_wrapped(&self, usual: Setting, text: &str, view: &View) -> Result<Setting> {
        let words = text.split_whitespace().map(|word| word.chars().count());
        let longest = words.max().unwrap_or(1);
        let lines = text.lines().map(|line| line.trim().chars().count());
        let whole = lines.max().unwrap_or(1);
        let pitch = |setting: &Setting| Geometry::new(setting, view).map_or(0, |it| it.pitch);
        let unbroken = self.what.setting(text, usize::MAX)?;
        let mut best = (pitch(&usual), usual);
        for wraps in [longest..=whole, 1..=longest] {
            for wrap in wraps {
                let setting = unbroken.wrapped(wrap)?;
                let found = pitch(&setting);
                if found > best.0 {
                    best = (found, setting);
                }
            }
            if best.0 > 0 {
                break;
            }
        }
        Ok(best.1)
    }

    /// The target, from the options or the file name.
    fn target(&self, path: Option<&Path>) -> Result<Target> {
        let to_terminal = path == Some(Path::new("-")) && std::io::stdout().is_terminal();
        if let Some(target) = self.format {
            if target == Target::Terminal && path.is_some_and(|path| path != Path::new("-")) {
                let message =
                    "--format terminal plays in the terminal: omit -o, or give another format";
                return Err(Usage(message.into()).into());
            }
            let shown = [Target::File(Format::Text), Target::File(Format::Svg), Target::Terminal];
            if let Some(path) = path.filter(|_| !shown.contains(&target)) {
                refuse_terminal(path)?;
            }
            return Ok(target);
        }
        let still = self.picture.at.is_some() || self.picture.storyboard;
        let Some(path) = path else {
            let usual = self.size.preset().format.unwrap_or(Format::Gif);
            return Ok(Target::File(if still { Format::Png } else { usual }));
        };
        if path == Path::new("-") {
            let plays = to_terminal && !still;
            return Ok(if plays { Target::Terminal } else { Target::File(Format::Text) });
        }
        if Pattern::read(path)?.is_some() {
            return Ok(Target::Numbered);
        }
        let format = Format::from_path(path, &formats());
        let format = format.map_err(|error| Usage(format!("{error}, or give --format")))?;
        Ok(Target::File(format))
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

/// A mistake in the arguments.
fn usage(error: impl std::fmt::Display) -> anyhow::Error {
    Usage(error.to_string()).into()
}
