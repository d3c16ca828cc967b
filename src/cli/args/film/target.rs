//! Where films and pictures go: files of some format, or the terminal.

use std::path::{Path, PathBuf};

use anyhow::{Result, bail};
use clap::Args;
use clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser};

use crate::cli::args::usage;
use crate::cli::output::{
    Format, OUTPUT, OutputFile, Written, is_standard_output, is_terminal, kinds, refuse_terminal,
};

/// Options for the files.
#[derive(Args)]
#[command(next_help_heading = "Output")]
pub struct Output {
    /// The file to write; can be repeated. - plays in the terminal, or with --format writes to standard output [default: a file
    /// in output/, named after the text or game]
    #[arg(short, long, value_name = "FILE")]
    output: Vec<PathBuf>,

    /// The format, if the file name does not decide it
    #[arg(long, value_parser = target())]
    format: Option<Target>,
}

/// What a file has, or what shows it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Target {
    File(Format),
    Terminal,
    /// The game itself.
    Game,
}

/// The ending of a file with a game.
const GAME: &str = "game";

/// A file to write, or a terminal to play in.
#[derive(Clone)]
pub struct Destination {
    pub target: Target,
    pub file: OutputFile,
    /// Why it is text, if nobody asked for that.
    pub why: &'static str,
    /// Whether files are not named, because standard output carries data.
    pub quiet: bool,
}

/// The formats of files: those of scenes, and videos.
pub fn formats() -> Vec<Format> {
    use Format::{Apng, Gif, Mp4, Png, Svg, Text, WebM};
    vec![Gif, Apng, Svg, Png, Text, Mp4, WebM]
}

/// Parses a target. The name of a format is its file name extension.
fn target() -> impl TypedValueParser<Value = Target> {
    let files = formats().into_iter().map(|format| PossibleValue::new(format.ending()));
    let terminal = PossibleValue::new("terminal");
    PossibleValuesParser::new(files.chain([terminal]))
        .map(|name| Format::from_ending(&name, &formats()).map_or(Target::Terminal, Target::File))
}

impl Target {
    /// The file that is to have it.
    fn file(&self, path: &Path) -> Result<OutputFile> {
        match self {
            Self::File(format) => OutputFile::of(path, *format),
            Self::Terminal => OutputFile::new(Path::new("-"), kinds::TEXT),
            Self::Game => OutputFile::new(path, kinds::GAME),
        }
    }

    /// Whether it cannot play.
    pub fn is_still(&self) -> bool {
        matches!(self, Self::File(format) if format.is_still())
    }

    /// Whether it cannot be a still.
    pub fn always_plays(&self) -> bool {
        !self.is_still() && *self != Self::File(Format::Svg)
    }

    /// Whether it has pixels or shapes.
    pub fn is_picture(&self) -> bool {
        !matches!(self, Self::File(Format::Text) | Self::Terminal | Self::Game)
    }
}

impl Destination {
    /// Names a file that was written, unless standard output carries data.
    pub fn say(&self, written: &Written, contents: &[String]) {
        if !self.quiet {
            written.say(contents);
        }
    }
}

impl Output {
    /// The places. Without a file there is one in the `usual` format, with a name made of `name`.
    pub fn places(
        &self,
        name: &str,
        usual: Format,
        still: bool,
        keeps_game: bool,
    ) -> Result<Vec<Destination>> {
        if self.output.is_empty() {
            let target = self.format.clone().unwrap_or(Target::File(usual));
            let file = target.file(&default_path(name, &target))?;
            return Ok(vec![Destination { target, file, why: "", quiet: false }]);
        }
        self.output.iter().map(|path| self.place(path, still, keeps_game)).collect()
    }

    /// A file that was given, with what decides its format.
    fn place(&self, path: &Path, still: bool, keeps_game: bool) -> Result<Destination> {
        if path.is_dir() {
            bail!("can't write {}: is a directory", path.display());
        }
        let is_output = is_standard_output(path);
        let named = Format::from_path(path, &formats());
        let is_game =
            keeps_game && path.extension().is_some_and(|ending| ending.eq_ignore_ascii_case(GAME));
        // A .png may play.
        let agrees = |format: Format| format == Format::Apng && named.as_ref() == Ok(&Format::Png);
        let chosen = match (&self.format, &named) {
            (Some(Target::File(format)), Ok(name)) if !agrees(*format) => {
                if self.output.len() == 1 && format != name {
                    let path = path.display();
                    refuse!("-o {path}: the name ends in .{name}; leave out --format {format}");
                }
                None
            }
            (chosen, _) => chosen.clone().filter(|_| !is_game),
        };
        let mut why = "";
        let target = match chosen {
            Some(Target::Terminal) if !is_output => {
                refuse!("--format terminal plays in the terminal: omit -o, or give another format")
            }
            Some(target) => {
                if !matches!(target, Target::File(Format::Text | Format::Svg) | Target::Terminal) {
                    refuse_terminal(path)?;
                }
                target
            }
            None if is_output && is_terminal() && !still => Target::Terminal,
            None if is_output => {
                why = "; standard output, which is not a terminal, gets text";
                Target::File(Format::Text)
            }
            None if is_game => Target::Game,
            None => {
                let or_game = if keeps_game { ", a .game" } else { "" };
                let wrong = |error| usage(format!("{error}{or_game}, or give --format"));
                Target::File(named.map_err(wrong)?)
            }
        };
        let quiet = self.output.iter().any(|path| is_standard_output(path));
        Ok(Destination { file: target.file(path)?, target, why, quiet })
    }
}

/// `output/NAME.gif`.
fn default_path(name: &str, target: &Target) -> PathBuf {
    let format = if let Target::File(format) = target { *format } else { Format::Text };
    PathBuf::from(OUTPUT).join(format!("{}.{format}", file_name(name)))
}

/// A name with a dash for each character that is not a letter or digit.
fn file_name(name: &str) -> String {
    let plain = |character: char| if character.is_alphanumeric() { character } else { '-' };
    let name: String = name.to_lowercase().chars().map(plain).take(60).collect();
    let name = name.trim_matches('-');
    if name.is_empty() { "pegs".to_owned() } else { name.to_owned() }
}

/// The file for the nearest game to a picture or text of this name, should none end in it.
pub fn nearest_file(name: &str) -> Result<OutputFile> {
    let path = PathBuf::from(OUTPUT).join(format!("{}-nearest.{GAME}", file_name(name)));
    OutputFile::new(&path, kinds::GAME)
}
