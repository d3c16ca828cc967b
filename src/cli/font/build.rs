//! `pegfont font build`: chooses a reachable pattern for every designed character.

use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use anyhow::Result;
use clap::Args;

use crate::answer::FontBuild;
use crate::cli::Usage;
use crate::cli::glyphs::GlyphArgs;
use crate::cli::input::solved;
use crate::cli::output::{print_json, refuse_beside, write_to};
use crate::cli::progress::watched;
use crate::find::choose::{Choosing, Chosen, Mistakable};
use crate::font::{self, Built, Font};

/// Choose a reachable pattern for every designed character
///
/// Choosing takes a second or two. Then the command computes each character's figures (the number of solutions, the
/// fewest moves and the grade) and a solution with the fewest moves. Patterns of the built-in font are copied from
/// there. A new letter takes about a second; a pattern with few pegs can take minutes and gigabytes, because up to a
/// hundred million positions lead to it. Use --no-figures to skip this.
#[derive(Args)]
#[command(after_help = "\
Examples:
  pegfont font build                              the built-in font
  pegfont font build --inverse                    the same, with letters of empty holes
  pegfont font build my.toml --name mine          a font of your own designs
  pegfont font build terminus.bdf --board 5x7     from a bitmap font
  pegfont font build sheet.png --grid 16x6        from a picture with one character per cell

A glyph file is TOML; `pegfont font new my.toml` writes one to start from:
  script = \"Latin\"         # the heading of the characters in a specimen
  board = \"3x5\"            # the board of all designs
  [[glyph]]                # one for every character
  char = \"I\"
  rows = \"\"\"
  ###  .#.
  .#.  .#.
  .#.  .#.
  .#.  .#.
  ###  .#.
  \"\"\"
In the rows, # is a peg and . an empty hole. Designs stand side by side, the best one first.
Instead of rows, same_as = \"O\" makes a character look exactly like another.")]
pub(in crate::cli) struct Build {
    /// Glyph files, BDF fonts or pictures [default: the built-in glyph files]
    #[arg(value_name = "FILE")]
    files: Vec<PathBuf>,

    #[command(flatten)]
    reading: GlyphArgs,

    /// The font's name [default: pegfont, or the name of the first file]
    #[arg(long)]
    name: Option<String>,

    /// Draw the letters as empty holes in a field of pegs
    #[arg(long)]
    inverse: bool,

    /// Omit characters without a reachable pattern within this distance of a design
    #[arg(long, default_value_t = Choosing::default().farthest, value_name = "HOLES")]
    farthest: u32,

    /// Skip the figures, and use the solver's default solution for each character
    #[arg(long)]
    no_figures: bool,

    /// Recompute the figures that the built-in font has: takes minutes for all of it
    #[arg(long, conflicts_with = "no_figures")]
    afresh: bool,

    /// The font file to write; - is standard output [default: fonts/NAME.toml]
    #[arg(short, long, value_name = "FILE")]
    output: Option<PathBuf>,

    /// Print a report as JSON
    #[arg(long)]
    json: bool,
}

impl Build {
    pub(in crate::cli) fn run(self) -> Result<()> {
        refuse_beside("-o", self.output.as_deref(), &[("--json", self.json)])?;
        let name = self.name();
        if self.output.is_none() && name.contains(std::path::is_separator) {
            let message = format!(
                "--name {name}: a name can't contain a folder; give the file to write with -o"
            );
            return Err(Usage(message).into());
        }
        self.reading.check(&self.files, None)?;
        let glyphs = self.reading.read(&self.files)?;
        let board = glyphs.board();
        let begun = Instant::now();
        let reachable = solved(board, board.central_vacancy())?;
        let choosing = Choosing { inverse: self.inverse, farthest: self.farthest };
        let Built { mut font, chosen, .. } = watched("choosing", |progress| {
            font::build_with(&name, &glyphs, &reachable, choosing, progress)
        })?;
        let mut times = Times { chosen: begun.elapsed(), figures: None };
        if !self.no_figures {
            let begun = Instant::now();
            if !self.afresh {
                font.copy_figures(Font::builtin()?);
            }
            watched("figures", |progress| font.compute_figures(&reachable, progress))?;
            times.figures = Some(begun.elapsed());
        }
        let path = self.output.clone();
        let path = path.unwrap_or_else(|| Path::new("fonts").join(format!("{name}.toml")));
        write_to(&path, |out| Ok(out.write_all(font.to_toml().as_bytes())?))?;
        let report = Report { path: &path, chosen: &chosen, font: &font, times };
        if self.json {
            print_json(&FontBuild::new(path.display().to_string(), &font, &chosen))?;
        } else if path != Path::new("-") {
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

/// The time that the work took.
struct Times {
    /// To solve the board and to choose the patterns.
    chosen: Duration,
    /// To compute solutions and figures.
    figures: Option<Duration>,
}

/// What was built.
struct Report<'c> {
    path: &'c Path,
    chosen: &'c Chosen,
    font: &'c Font,
    times: Times,
}

impl Report<'_> {
    fn pinned(&self) -> String {
        self.chosen.pinned().collect()
    }

    fn print(&self) {
        let say = |head: &str, what: String| say!("{head:14}{what}");
        say("font", self.path.display().to_string());
        say("characters", self.chosen.choices.len().to_string());
        if !self.chosen.alternates.is_empty() {
            say("alternates", self.chosen.alternates.len().to_string());
        }
        say("distances", self.chosen.distances().to_string());
        let ascii = self.chosen.ascii_distances();
        if !ascii.by_distance.is_empty() {
            say("  of ASCII", ascii.to_string());
        }
        let pairs: Vec<String> = self
            .chosen
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
        let grades = self.font.grades();
        if grades.iter().any(|&(_, number)| number > 0) {
            let grades = grades.iter().map(|(grade, number)| format!("{number} {grade}"));
            say("grades", grades.collect::<Vec<_>>().join(", "));
        }
        let without: Vec<char> = self.font.without_figures().collect();
        if self.times.figures.is_some() && !without.is_empty() {
            let why = "too many positions lead to them for the available memory";
            say("no figures", format!("{} ({why})", listed(&without)));
        }
        let seconds = |time: Duration| format!("{:.1} s", time.as_secs_f64());
        let times = match self.times.figures {
            Some(time) => format!("; figures worked out in {}", seconds(time)),
            None => String::new(),
        };
        say("time", format!("solved and chosen in {}{times}", seconds(self.times.chosen)));
        if !pairs.is_empty() {
            say("same", pairs.join(" "));
        }
        if !self.pinned().is_empty() {
            say("pinned", self.pinned());
        }
        if !self.chosen.blank.is_empty() {
            say("blank", format!("{} (no pattern, only an advance)", listed(&self.chosen.blank)));
        }
        if !self.chosen.left_out.is_empty() {
            let why =
                "no reachable pattern is near enough: raise --farthest, or change the designs";
            say("left out", format!("{} ({why})", listed(&self.chosen.left_out)));
        }
        for one in &self.chosen.mistakable {
            let Mistakable { character, own, other, others } = one;
            let what = format!(
                "{character} is at distance {own} from its own designs and {others} from {other}: change one of the two designs"
            );
            say("mistakable", what);
        }
    }
}
