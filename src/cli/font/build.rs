//! `pegfont font build`: chooses a reachable pattern for every designed character.

mod by_search;
mod report;

use std::io::{IsTerminal as _, stderr};
use std::path::{Path, PathBuf};
use std::time::Instant;

use anyhow::Result;
use clap::{Args, ValueEnum};

use crate::answer;
use crate::cli::glyphs::{Designs, GlyphArgs};
use crate::cli::input::whole;
use crate::cli::output::{
    FONTS, Written, check_destination, counted, print_json, refuse_beside, write_to,
};
use crate::cli::progress::watched;
use crate::cli::reachable::Known;
use crate::cli::usage::Given;
use by_search::SearchArgs;
use peg_solitaire::board::{Board, Hole, SmallBoard};
use peg_solitaire::memory;
use peg_solitaire::solution::Interval;
use peg_solitaire::words::grouped;
use pegfont_type::find::choose::Choosing;
use pegfont_type::font::{self, Built, Font};
use pegfont_type::glyph::Glyphs;
use report::{Report, Times};

/// Choose a reachable pattern for every designed character
///
/// Choosing takes a second or two. Then the command computes each character's figures (the number of solutions, the
/// fewest moves and the grade) and a solution with the fewest moves. Patterns of the built-in font are copied from
/// there. A new letter takes about a second; a pattern with few pegs can take a minute and gigabytes, because up to a
/// hundred million positions lead to it. See --figures.
///
/// A board that can't be enumerated, because it has more than 64 holes or more than 2^38 positions in a class, must be a rectangle. There,
/// a game is searched for that ends in each design, or else in a pattern near it. The font has no figures then, and the
/// distances are those of the nearest patterns that were found.
#[derive(Args)]
#[command(allow_negative_numbers = true)]
#[command(after_help = "\
Examples:
  pegfont font build                              the built-in font
  pegfont font build --inverse                    the same, with letters of empty holes
  pegfont font build my.toml --name mine          a font of your own designs
  pegfont font build my.bdf --board 5x7           from a bitmap font, what fits on 5x7
  pegfont font build my.ttf --board 5x7 --pixels 8 --only ABC
  pegfont font build sheet.png --grid 16x6        from a picture with one character per cell
  pegfont font build spleen-8x16.bdf              a search: 128 holes can't be enumerated

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
    #[command(flatten)]
    given: Given,

    /// Glyph files; BDF, TrueType or OpenType fonts; or pictures [default: the built-in glyph files]
    #[arg(value_name = "FILE")]
    files: Vec<PathBuf>,

    #[command(flatten)]
    reading: GlyphArgs,

    /// Build only these characters
    #[arg(long, value_name = "CHARACTERS")]
    only: Option<String>,

    /// The font's name [default: pegfont, or the name of the first file]
    #[arg(long)]
    name: Option<String>,

    /// Draw the letters as empty holes in a field of pegs
    #[arg(long)]
    inverse: bool,

    /// Omit characters without a reachable pattern within this distance of a design
    #[arg(long, default_value_t = Choosing::default().farthest, value_name = "HOLES", value_parser = whole::<u32>(0..=64))]
    farthest: u32,

    /// The characters to compute figures for; the others have the solver's default solution
    #[arg(long, value_enum, default_value = "all")]
    figures: Wanted,

    /// Recompute figures even if the built-in font has them, which takes minutes for the whole font
    #[arg(long)]
    afresh: bool,

    /// The empty hole of the start, such as c4 [default: the one nearest to the centre; in a search, one of the position class that
    /// the designs are nearest to]
    #[arg(long, value_name = "HOLE")]
    start: Option<String>,

    /// Choose from a set written by `pegfont solve -o NAME.set` instead of solving the board
    #[arg(long = "reachable", value_name = "FOLDER")]
    set: Option<PathBuf>,

    /// The font file to write; - is standard output [default: fonts/NAME.toml]
    #[arg(short, long, value_name = "FILE")]
    output: Option<PathBuf>,

    /// Print a report as JSON
    #[arg(long)]
    json: bool,

    #[command(flatten)]
    search: SearchArgs,
}

/// The characters that get figures.
#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Wanted {
    /// None
    None,
    /// Those with at most a million positions on the way: a second or less each
    Cheap,
    /// All that fit into memory
    All,
}

/// Patterns with at most about this many positions on the way are cheap.
const CHEAP: usize = 1_000_000;

impl Wanted {
    /// The maximum number of positions on the way to a pattern, if figures are wanted at all.
    fn most(self) -> Option<usize> {
        match self {
            Self::None => None,
            Self::Cheap => Some(CHEAP),
            Self::All => Some(Interval::MOST_POSITIONS),
        }
    }
}

impl Build {
    pub(in crate::cli) fn run(self) -> Result<()> {
        if self.afresh && self.figures == Wanted::None {
            refuse!("--afresh computes figures, and --figures none computes none: omit one");
        }
        refuse_beside("-o", self.output.as_deref(), &[("--json", self.json)])?;
        let ending = self.output.as_deref().and_then(Path::extension);
        if let Some(ending) = ending.filter(|ending| !ending.eq_ignore_ascii_case("toml")) {
            refuse!(
                "-o: a font file is a .toml, not a .{}; `pegfont font export` makes other files of it",
                ending.to_string_lossy()
            );
        }
        let name = self.name();
        if self.output.is_none() && name.contains(std::path::is_separator) {
            refuse!("--name {name}: a name can't contain a folder; give the file to write with -o");
        }
        if name.is_empty() {
            refuse!("--name: a name needs at least one character");
        }
        self.reading.check(&self.given, &self.files, None)?;
        let mut designs = self.reading.read_any(&self.files, self.only.as_deref())?;
        if let Some(only) = &self.only {
            if let Some(missing) = only.chars().find(|&one| !designs.knows(one)) {
                refuse!("--only: {missing:?} has no design");
            }
            designs.retain(|character| only.contains(character));
            if designs.is_empty() {
                refuse!(
                    "--only: none of these characters is left: give one that fits on the board"
                );
            }
        }
        if designs.is_empty() {
            refuse!("there is nothing to build: the files have no design that fits on the board");
        }
        check_destination(&self.path(&name))?;
        match designs {
            Designs::Small(glyphs) if !self.search.is_needed(&self.given, &designs)? => {
                self.enumerate(&name, &glyphs)
            }
            designs => self.search(&name, &designs),
        }
    }

    /// Searches for the games.
    fn search(&self, name: &str, designs: &Designs) -> Result<()> {
        if self.afresh {
            refuse!("--afresh computes figures, which need the enumeration of the board");
        }
        if self.set.is_some() {
            refuse!("--reachable: this board is searched, not enumerated");
        }
        let begun = Instant::now();
        let vacancy = self.vacancy(&designs.board())?;
        let searched = self.search.build(name, designs, vacancy, self.inverse, self.farthest)?;
        let (path, written) = self.write(name, &searched.font)?;
        if self.json {
            let report =
                answer::font_searched(&path.display().to_string(), &searched, designs.skipped());
            print_json(&report)?;
        } else if path != Path::new("-") {
            written.say(&[counted(searched.font.characters().len(), "character")]);
            by_search::report(&searched, designs.skipped(), begun.elapsed());
        }
        Ok(())
    }

    /// The vacancy, if one was given.
    fn vacancy(&self, board: &Board) -> Result<Option<Hole>> {
        let Some(name) = &self.start else { return Ok(None) };
        let hole = board.parse_hole(name).map_err(|error| usage!("--start: {error}"))?;
        Ok(Some(hole))
    }

    /// The file to write.
    fn path(&self, name: &str) -> PathBuf {
        let usual = || Path::new(FONTS).join(format!("{name}.toml"));
        self.output.clone().unwrap_or_else(usual)
    }

    /// Writes the font file.
    fn write(&self, name: &str, font: &Font) -> Result<(PathBuf, Written)> {
        let path = self.path(name);
        let written = write_to(&path, |out| Ok(out.write_all(font.to_toml().as_bytes())?))?;
        Ok((path, written))
    }

    /// Chooses among all patterns that can be reached.
    fn enumerate(&self, name: &str, glyphs: &Glyphs) -> Result<()> {
        let board = glyphs.board();
        let begun = Instant::now();
        let start = match self.vacancy(&board.into())? {
            Some(vacancy) => board.full().without(vacancy.bit()),
            None => board.central_vacancy(),
        };
        let asked = |_: &SmallBoard| Ok((board.clone(), self.start.as_ref().map(|_| start)));
        let known = match Known::open(self.set.as_deref(), asked)? {
            Some(known) => known,
            None => Known::solve(board, start)?,
        };
        let choosing = Choosing { inverse: self.inverse, farthest: self.farthest };
        let Built { mut font, chosen, .. } =
            watched("choosing", |progress| font::build(name, glyphs, &known, choosing, progress))?;
        let mut times = Times { chosen: begun.elapsed(), figures: None };
        if let Some(most) = self.figures.most() {
            let begun = Instant::now();
            if !self.afresh {
                font.copy_figures(Font::builtin()?);
            }
            let patterns = font.patterns_without_figures().len();
            if patterns > 0 && stderr().is_terminal() {
                note!("{}", bound(patterns, most, memory::available()));
            }
            watched("figures", |progress| font.compute_figures(&known, most, progress))?;
            times.figures = Some(begun.elapsed());
        }
        let (path, written) = self.write(name, &font)?;
        let skipped = glyphs.skipped();
        let wanted = self.figures;
        let report = Report { chosen: &chosen, font: &font, skipped, wanted, times };
        if self.json {
            print_json(&answer::font_build(&path.display().to_string(), &font, &chosen, skipped))?;
        } else if path != Path::new("-") {
            written.say(&[counted(chosen.choices.len(), "character")]);
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

/// The bytes that a position on the way to a pattern takes at most.
const POSITION: u64 = 44;

/// What computing the figures of this many patterns takes at most, with at most so many positions each.
fn bound(patterns: usize, most: usize, available: Option<u64>) -> String {
    let fit = available.map_or(u64::MAX, |bytes| bytes / POSITION);
    let most = fit.min(most as u64);
    // A core takes at most half a microsecond per position.
    let seconds = (most / 2_000_000).max(1);
    let mebibytes = (most * POSITION).div_ceil(1 << 20);
    let each = if patterns == 1 { "pattern, with" } else { "patterns, each with" };
    format!(
        "figures of {patterns} {each} at most {} positions: {} MiB and about {seconds} s",
        grouped(most),
        grouped(mebibytes),
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_bound_is_the_limit_or_what_fits_into_memory() {
        let of = |most, available| bound(26, most, available);
        let all = of(1 << 27, None);
        assert_eq!(
            all,
            "figures of 26 patterns, each with at most 134,217,728 positions: 5,632 MiB and about 67 s"
        );
        assert_eq!(of(1 << 27, Some(1 << 40)), all);
        let little = of(1 << 27, Some(44 << 20));
        assert!(little.contains("at most 1,048,576 positions: 44 MiB and about 1 s"), "{little}");
        assert!(bound(1, CHEAP, None).starts_with("figures of 1 pattern, with at most 1,000,000"));
    }
}
