//! Where films and pictures go: files of some format, or the terminal.

use std::path::{Path, PathBuf};

use anyhow::{Result, bail};
use clap::Args;
use clap::builder::{PossibleValuesParser, TypedValueParser};

use crate::cli::output::{Format, OUTPUT, OutputFile, is_standard_output, is_terminal};

#[derive(Args)]
#[command(next_help_heading = "Output")]
pub struct Output {
    /// The file to write; can be repeated. - plays in the terminal, or with --format writes to standard output [default: a file
    /// in output/, named after the text or game]
    #[arg(short, long, value_name = "FILE")]
    output: Vec<PathBuf>,

    /// The format, if the file name does not decide it
    #[arg(long, value_parser = format())]
    format: Option<Format>,
}

/// A file to write, or a terminal to play in.
pub struct Place {
    pub format: Format,
    pub file: OutputFile,
    /// Why it is text, if nobody asked for that.
    pub why: &'static str,
}

fn format() -> impl TypedValueParser<Value = Format> {
    let known = |name: String| Format::from_ending(&name, &Format::FILM).ok_or("no such format");
    PossibleValuesParser::new(Format::FILM.map(Format::ending)).try_map(known)
}

impl Output {
    /// The places. Without a file there is one in the `usual` format, with a name made of `name`.
    pub fn places(
        &self,
        name: &str,
        usual: Format,
        still: bool,
        keeps_game: bool,
    ) -> Result<Vec<Place>> {
        if self.output.is_empty() {
            let format = self.format.unwrap_or(usual);
            let file = OutputFile::new(&usual_path(name, "", format), format)?;
            return Ok(vec![Place { format, file, why: "" }]);
        }
        self.output.iter().map(|path| self.place(path, still, keeps_game)).collect()
    }

    /// A file that was given, with what decides its format.
    fn place(&self, path: &Path, still: bool, keeps_game: bool) -> Result<Place> {
        if path.is_dir() {
            bail!("can't write {}: is a directory", path.display());
        }
        let is_output = is_standard_output(path);
        let named = match Format::from_path(path, &[Format::Game]) {
            Ok(game) if keeps_game => Ok(game),
            _ => Format::from_path(path, &Format::FILM),
        };
        let mut why = "";
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
            (None, Err(_)) if is_output => {
                why = "; standard output, which is not a terminal, gets text";
                Format::Text
            }
            (None, Err(error)) => {
                let or_game = if keeps_game { ", a .game" } else { "" };
                refuse!("{error}{or_game}, or give --format")
            }
        };
        Ok(Place { file: OutputFile::new(path, format)?, format, why })
    }
}

/// `output/NAME.gif`, where `title` has a dash for each character that is not a letter or digit.
pub fn usual_path(title: &str, suffix: &str, format: Format) -> PathBuf {
    let plain = |character: char| if character.is_alphanumeric() { character } else { '-' };
    let name: String = title.to_lowercase().chars().map(plain).take(60).collect();
    let name = match name.trim_matches('-') {
        "" => "pegs",
        name => name,
    };
    PathBuf::from(OUTPUT).join(format!("{name}{suffix}.{format}"))
}
