//! Films and pictures, for the commands that make them: their options, checked before any work, and
//! where they go.

mod look;
mod size_and_time;

use std::path::{Path, PathBuf};

use anyhow::{Result, bail};
use clap::Args;
use clap::builder::{PossibleValuesParser, TypedValueParser};

use crate::cli::args::Wrapping;
use crate::cli::output::{
    Format, OUTPUT, OutputFile, boards_in_a_line, endings, is_terminal, put_film,
};
pub use look::{Colours, Shown};
use peg_console::files::is_standard_output;
use peg_console::output::Output;
use peg_console::usage::usage;
use peg_console::windows_names::without_device;
use peg_solitaire::solution::Solution;
use pegfont_film::one_game::is_code;
use pegfont_film::render::{Geometry, Limits, Scene, Size, View};
use pegfont_film::timeline::{Setting, Still, Timeline, WRAP};
pub use size_and_time::order_of_game;
use size_and_time::{Preset, SizeArgs, TimeArgs};

/// How a film looks, how it plays, and where it goes.
#[derive(Args)]
pub struct FilmArgs {
    #[command(flatten)]
    look: Colours,

    /// Write the last jump under each board of a still.
    ///
    /// Names of columns and rows stand beside it; in one large game, it is the round
    #[arg(long, help_heading = "Look")]
    captions: bool,

    #[command(flatten)]
    size: SizeArgs,
    #[command(flatten)]
    time: TimeArgs,

    /// The file to write; can be repeated.
    ///
    /// - plays in the terminal, or with --format writes to standard output [default: a file in
    /// output/, named after the text or game]
    #[arg(short, long, value_name = "FILE", help_heading = "Output")]
    output: Vec<PathBuf>,

    /// The format, if the file name does not decide it
    #[arg(long, value_parser = format(), help_heading = "Output")]
    format: Option<Format>,
}

/// The fewest pixels between two holes with which a letter can be read.
const FINEST: u32 = 3;

/// What a film is of.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Content {
    /// A text, each of its letters on a board.
    Text,
    /// Jumps, one after the other.
    Jumps,
    /// A game in rounds, which can be kept in a file.
    Game,
    /// Such a game that leaves a QR code.
    Code,
}

impl Content {
    /// A game with this end.
    pub fn game(end: &Solution) -> Self {
        if is_code(end.board(), &end.end()) {
            Self::Code
        } else {
            Self::Game
        }
    }

    fn is_game(self) -> bool {
        matches!(self, Self::Game | Self::Code)
    }
}

/// A still of a film.
#[derive(Args)]
#[command(next_help_heading = "Stills")]
pub struct StillArgs {
    /// Draw one moment.
    ///
    /// It is after this many jumps of each letter, after this many rounds of one game, or at the
    /// end
    #[arg(long, value_name = "NUMBER|end", conflicts_with = "storyboard", value_parser = moment)]
    at: Option<Still>,

    /// Draw the game as a strip.
    ///
    /// It has at most this many boards for a letter, or `all`, with arrows for the jumps [default:
    /// 6]
    #[arg(long, value_name = "BOARDS|all", num_args = 0..=1, require_equals = true, default_missing_value = "6", value_parser = boards)]
    storyboard: Option<Still>,
}

impl StillArgs {
    /// The still, if one is asked for.
    pub fn still(&self) -> Option<Still> {
        self.storyboard.or(self.at)
    }
}

/// The option by which a still is asked for.
pub fn option_of(still: Still) -> &'static str {
    match still {
        Still::Storyboard(_) => "--storyboard",
        Still::Moment(_) | Still::End => "--at",
    }
}

fn moment(text: &str) -> Result<Still, String> {
    match text.parse() {
        Ok(moment) => Ok(Still::Moment(moment)),
        Err(_) if text == "end" => Ok(Still::End),
        Err(_) => Err("give a number of jumps or rounds, or end".to_owned()),
    }
}

fn boards(text: &str) -> Result<Still, String> {
    match text.parse() {
        Ok(boards @ 2..=1000) => Ok(Still::Storyboard(boards)),
        _ if text == "all" => Ok(Still::Storyboard(usize::MAX)),
        _ => Err("give a number of boards from 2 to 1000, or all".to_owned()),
    }
}

/// Films and stills whose options are checked: where each goes, and how all look.
pub struct Plan<'a> {
    options: &'a FilmArgs,
    still: Option<Still>,
    places: Vec<OutputFile>,
    view: View,
}

impl FilmArgs {
    /// A game in rounds as it plays. The steps of a still are as early as possible, unless they
    /// come one after the other.
    pub fn in_order(&self, game: Solution, still: Option<Still>) -> Solution {
        match game.is_in_rounds() && still.is_none() {
            _ if self.time.is_sequence() => game.one_at_a_time(),
            true => game.in_late_rounds(),
            false => game,
        }
    }

    /// Checks the options. A file that wasn't given gets a name made of `name`.
    pub fn plan(
        &self,
        name: &str,
        content: Content,
        still: Option<Still>,
        out: &Output,
    ) -> Result<Plan<'_>> {
        let preset = self.size.preset();
        let usual = still.map_or(preset.format.unwrap_or(Format::Gif), |_| Format::Png);
        let usual = self.format.unwrap_or(usual);
        let place = |path| self.place(path, still.is_some(), content.is_game(), out);
        let places = match &self.output[..] {
            [] => vec![OutputFile::new(&usual_path(name, "", usual), usual, out)?],
            given => given
                .iter()
                .map(|path| place(path))
                .collect::<Result<_>>()?,
        };
        self.check(&places, content, still)?;
        let is_strip = matches!(still, Some(Still::Storyboard(_)));
        let usual = if is_strip {
            Size::Within(1200)
        } else {
            Size::default()
        };
        let size = self.size.size.or(preset.size).unwrap_or(usual);
        let fills = matches!(size, Size::Exactly(..));
        let plays = match still {
            Some(still) => still != Still::End,
            None => places.iter().any(|place| !place.format.is_still()),
        };
        let (theme, dark) = self.look.read(
            preset.emoji,
            fills,
            Shown {
                is_code: content == Content::Code,
                plays,
            },
            out,
        )?;
        let has_mp4 = places.iter().any(|place| place.format == Format::Mp4);
        if has_mp4 && theme.background.rgba[3] < 255 {
            refuse!(
                "an .mp4 has no transparency: write a .webm, .apng or .gif, or give another --colour background"
            );
        }

        let loops = self.time.loops.unwrap_or(0);
        let view = View {
            captions: self.captions,
            size,
            loops,
            dark,
            ..View::new(theme)
        };
        Ok(Plan {
            options: self,
            still,
            places,
            view,
        })
    }

    /// A file that was given, with what decides its format.
    fn place(
        &self,
        path: &Path,
        still: bool,
        keeps_game: bool,
        out: &Output,
    ) -> Result<OutputFile> {
        if path.is_dir() {
            bail!("can't write {}: is a directory", path.display());
        }
        let is_output = is_standard_output(path);
        let named = match Format::from_path(path, &[Format::Game]) {
            Ok(game) if keeps_game => Ok(game),
            _ => Format::from_path(path, &Format::FILM),
        };
        let format = match (self.format, named) {
            (_, Ok(Format::Game)) => Format::Game,
            // A .png may play.
            (Some(Format::Apng), Ok(Format::Png)) => Format::Apng,
            (Some(format), Ok(name)) if format != name && self.output.len() == 1 => {
                let path = path.display();
                refuse!("-o {path}: the name ends in .{name}; leave out --format {format}");
            }
            (_, Ok(name)) => name,
            (Some(format), Err(_)) => format,
            (None, Err(_)) if is_output && is_terminal() && !still => Format::Terminal,
            (None, Err(_)) if is_output => Format::Text,
            (None, Err(error)) => {
                let or_game = if keeps_game { ", a .game" } else { "" };
                refuse!("{error}{or_game}, or give --format")
            }
        };
        OutputFile::new(path, format, out)
    }

    /// Refuses options that mean nothing for any of the places.
    fn check(&self, places: &[OutputFile], content: Content, still: Option<Still>) -> Result<()> {
        let any = |is: &dyn Fn(Format) -> bool| places.iter().any(|place| is(place.format));
        let is_still = |format: Format| still.is_some() || format.is_still();
        let why = match &places[0] {
            it if it.is_standard_output() && it.format == Format::Text && self.format.is_none() => {
                "; standard output, which is not a terminal, gets text"
            }
            _ => "",
        };
        let plays = any(&|format| !format.is_still() && format != Format::Svg);
        if let Some(option) = still.map(option_of).filter(|_| plays) {
            refuse!("{option} makes a still: give a .png, .svg or .txt file");
        }
        self.time.check_order(content)?;
        let Preset { limits, needs, .. } = self.size.preset();
        let needs_file = format!("a {} file", endings(needs));
        // The terminal has the colours of the pegs.
        let coloured = self
            .look
            .given()
            .filter(|_| !any(&|format| format == Format::Terminal));
        // The steps of an order are those of a still, too.
        let is_ordered = content.is_game();
        let timed = if is_ordered {
            self.time.given_of_clock()
        } else {
            self.time.given()
        };
        let option = |is_given: bool, option: &'static str| is_given.then_some(option);
        let rules = [
            (
                self.size.given().or(coloured),
                any(&Format::is_picture),
                "a picture",
            ),
            (
                option(limits != Limits::NONE, "--for"),
                any(&|it| needs.contains(&it)),
                &*needs_file,
            ),
            (
                option(self.look.has_dark_theme(), "--theme LIGHT,DARK"),
                any(&|format| format == Format::Svg),
                "an .svg file: pixels can't change with the device",
            ),
            (
                option(self.captions, "--captions"),
                any(&is_still),
                "a still: add --at end or --storyboard, or write a .png",
            ),
            (
                timed,
                any(&|format| !is_still(format)),
                "an animation, and this is a still",
            ),
        ];
        for (option, is_met, needed) in rules {
            if let Some(option) = option.filter(|_| !is_met) {
                refuse!("{option} needs {needed}{why}");
            }
        }
        Ok(())
    }
}

impl Plan<'_> {
    /// How a picture with a width and a height looks, for which lines are broken where the boards
    /// are largest.
    pub fn shaped(&self) -> Option<&View> {
        Some(&self.view).filter(|view| matches!(view.size, Size::Exactly(..)))
    }

    /// A text, `set` in lines of the length that is given, or else in those for which the boards
    /// are largest.
    pub fn in_lines(
        &self,
        lines: &Wrapping,
        set: impl Fn(usize) -> Result<Setting>,
    ) -> Result<Setting> {
        let usual = set(lines.wrap.unwrap_or(WRAP))?;
        let is_strip = matches!(self.still, Some(Still::Storyboard(_)));
        if lines.wrap.is_some() || is_strip {
            return Ok(usual);
        }

        let unbroken = set(usize::MAX)?;
        // The words of an emoji play one after the other.
        let is_emoji = !self.options.size.preset().emoji.is_empty();
        Ok(if is_emoji {
            self.view.in_words(&unbroken, usual)
        } else {
            self.view.in_lines(&unbroken, usual)
        })
    }

    /// Writes films and stills of a setting, or plays them.
    pub fn write(&self, setting: &Setting, out: &Output) -> Result<()> {
        let scenes = self
            .places
            .iter()
            .map(|it| Ok((self.scene(it.format, setting, out)?, it)));
        let mut scenes: Vec<(Scene, &OutputFile)> = scenes.collect::<Result<_>>()?;
        // A game took a search, so it is kept first.
        scenes.sort_by_key(|(_, file)| file.format != Format::Game);
        let limits = self.options.size.preset().limits;
        scenes
            .iter()
            .try_for_each(|(scene, file)| put_film(scene, file, limits, out))
    }

    /// What a place gets: one film, or those of the words of an emoji, one after the other.
    fn scene(&self, format: Format, setting: &Setting, out: &Output) -> Result<Scene> {
        let preset = self.options.size.preset();
        let setting = match format {
            Format::Terminal => setting.wrapped(boards_in_a_line(setting.board())?),
            _ => setting.clone(),
        };
        let still = self.still.is_some() || format.is_still();
        // The words of an emoji would be too small side by side.
        let has_words = !preset.emoji.is_empty() && !still;
        let has_frames = matches!(format, Format::Gif | Format::Apng);
        let settings = if has_words && has_frames {
            let words = setting.words().into_iter();
            words
                .map(|word| self.view.in_lines(&word, word.clone()))
                .collect()
        } else {
            vec![setting]
        };

        let mut films = Vec::new();
        for setting in settings {
            let geometry = format
                .is_picture()
                .then(|| Geometry::new(&setting, &self.view));
            let geometry = geometry.transpose().map_err(usage)?;
            if let Some(Geometry {
                pitch: pitch @ ..FINEST,
                ..
            }) = geometry
            {
                let text = setting.text();
                note!(
                    out,
                    "warning: {text:?} has {pitch} pixels for each hole, too few to be read: take a shorter text, more lines (\\n), or a larger --size"
                );
            }
            let mut timing = self
                .options
                .time
                .timing(format, &preset, setting.letters().len())?;
            timing.begins_at_end &= films.is_empty();
            films.push(Timeline::new(setting, timing).map_err(usage)?);
        }
        let then = films.split_off(1);
        let show = if still { Scene::finished } else { Scene::film };
        Ok(Scene {
            then,
            ..show(films.remove(0), self.view.clone())
        })
    }
}

fn format() -> impl TypedValueParser<Value = Format> {
    let known = |name: String| Format::from_ending(&name, &Format::FILM).ok_or("no such format");
    PossibleValuesParser::new(Format::FILM.map(Format::ending)).try_map(known)
}

/// `output/NAME.gif`, where `title` has a dash for each character that is not a letter or digit.
pub fn usual_path(title: &str, suffix: &str, format: Format) -> PathBuf {
    let plain = |character: char| {
        if character.is_alphanumeric() {
            character
        } else {
            '-'
        }
    };
    let name: String = title.to_lowercase().chars().map(plain).take(60).collect();
    let name = match name.trim_matches('-') {
        "" => "pegs".to_owned(),
        // A text can be the name of a device of Windows. It has one file name on every system.
        name => without_device(name),
    };
    PathBuf::from(OUTPUT).join(format!("{name}{suffix}.{format}"))
}
