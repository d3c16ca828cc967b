//! `pegfont font build`: chooses a reachable pattern for every designed character.

use std::fmt;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result};
use clap::Args;
use indicatif::{ProgressBar, ProgressStyle};
use serde_json::{Value, json};

use crate::cli::Usage;
use crate::cli::glyphs::GlyphArgs;
use crate::cli::output::write_to;
use crate::find::Finder;
use crate::find::choose::{Choice, Choosing, Chosen, Designs, Mistakable, choose};
use crate::font::{Character, Font};
use crate::glyph::Glyphs;
use crate::solution::Rewind;
use crate::solve::{Instructions, Reachable};

/// Choose a reachable pattern for every designed character
#[derive(Args)]
#[command(after_help = "\
Examples:
  pegfont font build                              the font that comes with the program
  pegfont font build --inverse                    the same with the letters as holes in a field of pegs
  pegfont font build my.toml --name mine          a font of your own designs
  pegfont font build terminus.bdf --board 5x7     of a bitmap font
  pegfont font build sheet.png --grid 16x6        of a picture with a character in each cell")]
pub(in crate::cli) struct Build {
    /// Glyph files [default: those that come with the program]
    #[arg(value_name = "FILE")]
    files: Vec<PathBuf>,

    #[command(flatten)]
    reading: GlyphArgs,

    /// The font's name [default: pegfont, or that of the first file]
    #[arg(long)]
    name: Option<String>,

    /// Make the letters the empty holes in a field of pegs
    #[arg(long)]
    inverse: bool,

    /// Leave out characters that have no pattern within this distance of a design
    #[arg(long, default_value_t = Choosing::default().farthest, value_name = "HOLES")]
    farthest: u32,

    /// Where to write the font; - is standard output [default: fonts/NAME.toml]
    #[arg(short, long, value_name = "FILE")]
    output: Option<PathBuf>,

    /// Print the report as JSON
    #[arg(long)]
    json: bool,
}

impl Build {
    pub(in crate::cli) fn run(self) -> Result<()> {
        if self.json && self.output.as_deref() == Some(Path::new("-")) {
            return Err(
                Usage("--json and the font can't both go to standard output".to_owned()).into()
            );
        }
        let glyphs = self.reading.read(&self.files)?;
        let name = self.name();
        let board = glyphs.board().clone();
        let start = board.central_vacancy();
        let bar = progress_bar("solving");
        let reachable = Reachable::solve_with(&board, start, Instructions::Best, &|done, all| {
            bar.set_length(all);
            bar.set_position(done);
        })?;
        bar.set_message("choosing");
        let choosing = Choosing { inverse: self.inverse, farthest: self.farthest };
        let chosen = choose(&glyphs, &Finder::new(&reachable), choosing)?;
        let font = font(&name, &glyphs, &chosen, &reachable)?;
        bar.finish_and_clear();
        let path = self.output.clone();
        let path = path.unwrap_or_else(|| Path::new("fonts").join(format!("{name}.toml")));
        write_to(&path, |out| Ok(out.write_all(font.to_toml().as_bytes())?))?;
        let designs = Designs::of(&glyphs, self.inverse);
        let mistakable: Vec<Mistakable> = chosen
            .choices
            .iter()
            .filter(|(_, choice)| choice.same_as.is_none())
            .filter_map(|(&character, choice)| designs.mistakable(character, choice.pattern))
            .collect();
        let report = Report { path: &path, chosen: &chosen, mistakable };
        if self.json {
            say!("{:#}", report.json());
        } else {
            report.print();
        }
        Ok(())
    }

    fn name(&self) -> String {
        let stem = self.files.first().and_then(|file| file.file_stem());
        let stem = stem.map_or("pegfont".into(), |stem| stem.to_string_lossy());
        let inverse = if self.inverse { "-inverse" } else { "" };
        self.name.clone().unwrap_or_else(|| format!("{stem}{inverse}"))
    }
}

/// The font of the chosen patterns with their solutions.
fn font(name: &str, glyphs: &Glyphs, chosen: &Chosen, reachable: &Reachable) -> Result<Font> {
    let mut font = Font::new(name, glyphs.board(), reachable.start());
    for (&character, choice) in &chosen.choices {
        let solution = reachable
            .solution_of(choice.pattern)
            .with_context(|| format!("{character:?} has no solution"))?;
        let script = glyphs.get(character).map_or_else(String::new, |glyph| glyph.script.clone());
        font.insert(character, Character { script, design: choice.design, solution });
    }
    Ok(font)
}

fn progress_bar(doing: &'static str) -> ProgressBar {
    let bar = ProgressBar::new(0).with_message(doing);
    if let Ok(style) = ProgressStyle::with_template("{msg:10} {wide_bar} {percent:>3} %") {
        bar.set_style(style);
    }
    bar
}

/// What was built, in figures.
struct Report<'c> {
    path: &'c Path,
    chosen: &'c Chosen,
    mistakable: Vec<Mistakable>,
}

/// Numbers of characters by the distance of their pattern, and the mean of it.
struct Distances {
    by_distance: Vec<usize>,
    mean: f64,
}

impl Distances {
    fn of<'c>(choices: impl Iterator<Item = &'c Choice>) -> Self {
        let mut by_distance: Vec<usize> = Vec::new();
        for choice in choices {
            let distance = choice.distance() as usize;
            by_distance.resize(by_distance.len().max(distance + 1), 0);
            by_distance[distance] += 1;
        }
        let sum: usize = by_distance.iter().enumerate().map(|(away, number)| away * number).sum();
        let all: usize = by_distance.iter().sum();
        let mean = if all == 0 { 0.0 } else { sum as f64 / all as f64 };
        Self { by_distance, mean }
    }

    fn json(&self) -> Value {
        json!({ "by_distance": self.by_distance, "mean": self.mean })
    }
}

impl fmt::Display for Distances {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "mean {:.2};", self.mean)?;
        for (away, number) in self.by_distance.iter().enumerate() {
            let comma = if away == 0 { "" } else { "," };
            write!(f, "{comma} {number} at {away}")?;
        }
        Ok(())
    }
}

impl Report<'_> {
    fn drawn(&self) -> impl Iterator<Item = (char, &Choice)> {
        let all = self.chosen.choices.iter().map(|(&character, choice)| (character, choice));
        all.filter(|(_, choice)| choice.same_as.is_none())
    }

    fn all(&self) -> Distances {
        Distances::of(self.drawn().map(|(_, choice)| choice))
    }

    fn ascii(&self) -> Distances {
        let ascii = self.drawn().filter(|(character, _)| character.is_ascii());
        Distances::of(ascii.map(|(_, choice)| choice))
    }

    fn homoglyphs(&self) -> impl Iterator<Item = (char, char)> {
        let all = self.chosen.choices.iter();
        all.filter_map(|(&character, choice)| Some((character, choice.same_as?)))
    }

    fn pinned(&self) -> String {
        self.drawn().filter(|(_, choice)| choice.pinned).map(|(character, _)| character).collect()
    }

    fn json(&self) -> Value {
        let mistakable = self.mistakable.iter().map(|one| {
            let Mistakable { character, own, other, others } = one;
            json!({ "character": character, "own": own, "other": other, "others": others })
        });
        json!({
            "file": self.path.display().to_string(),
            "characters": self.chosen.choices.len(),
            "distances": self.all().json(),
            "ascii": self.ascii().json(),
            "homoglyphs": self.homoglyphs().collect::<Vec<_>>(),
            "pinned": self.pinned(),
            "blank": self.chosen.blank,
            "left_out": self.chosen.left_out,
            "mistakable": mistakable.collect::<Vec<_>>(),
        })
    }

    fn print(&self) {
        let say = |head: &str, what: String| say!("{head:14}{what}");
        if self.path == Path::new("-") {
            return;
        }
        say("font", self.path.display().to_string());
        say("characters", self.chosen.choices.len().to_string());
        say("distances", self.all().to_string());
        let ascii = self.ascii();
        if !ascii.by_distance.is_empty() {
            say("  of ASCII", ascii.to_string());
        }
        let pairs: Vec<String> = self
            .homoglyphs()
            .map(|(character, original)| format!("{character}={original}"))
            .collect();
        let listed = |characters: &[char]| {
            let names = characters.iter().map(|character| match character {
                character if character.is_whitespace() => format!("U+{:04X}", *character as u32),
                character => character.to_string(),
            });
            names.collect::<Vec<_>>().join(" ")
        };
        if !pairs.is_empty() {
            say("same", pairs.join(" "));
        }
        if !self.pinned().is_empty() {
            say("pinned", self.pinned());
        }
        if !self.chosen.blank.is_empty() {
            say("blank", format!("{} (no pattern: an advance)", listed(&self.chosen.blank)));
        }
        if !self.chosen.left_out.is_empty() {
            let why =
                "no reachable pattern is near enough: raise --farthest, or draw them otherwise";
            say("left out", format!("{} ({why})", listed(&self.chosen.left_out)));
        }
        for one in &self.mistakable {
            let Mistakable { character, own, other, others } = one;
            let what = format!(
                "{character} is {own} from its own designs and {others} from {other}: draw one of the two otherwise"
            );
            say("mistakable", what);
        }
    }
}
