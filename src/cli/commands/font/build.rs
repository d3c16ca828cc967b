//! `pegfont font build`: chooses a reachable pattern for every designed character.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use anyhow::{Result, bail};
use clap::{Args, ValueEnum};

use crate::cli::args::{Choice, GlyphArgs, Incomplete, known, one_of, open, whole};
use crate::cli::output::{OUTPUT, OutputFile, counted, kinds, watched};
use peg_solitaire::solve::Record;
use peg_solitaire::words::{self, quoted};
use pegfont_type::choose::{self, Built, DISTANCE, Patterns};
use pegfont_type::font::Font;
use pegfont_type::glyph::Designs;

/// Choose a reachable pattern for every designed character
///
/// It also computes the figures of each (the number of solutions, the fewest moves, the grade), which takes a second for most
/// letters, and minutes and gigabytes for a few with very few pegs. Patterns of the built-in font are copied with theirs.
///
/// Rectangles of more than 64 holes, or that take more than a gibibyte, are searched instead: the font has a game for each
/// character, and no figures.
///
/// If a character of --only is left out, the exit code is 3; the font has the others.
#[derive(Args)]
#[command(allow_negative_numbers = true)]
#[command(after_help = "\
Examples:
  pegfont font build                              the built-in font
  pegfont font build my.glyphs.toml --name mine   a font of your own designs
  pegfont font build my.bdf --board 5x7           from a bitmap font, what fits on 5x7
  pegfont font build my.ttf --board 5x7 --pixels 8 --only ABC
  pegfont font build spleen-8x16.bdf              a search: 128 holes are too many to enumerate

A glyph file is TOML: `pegfont font new my.glyphs.toml` writes one to start from.")]
pub struct Build {
    /// Glyph files; BDF, TrueType or OpenType fonts [default: the built-in glyph files]
    #[arg(value_name = "FILE")]
    files: Vec<PathBuf>,

    #[command(flatten)]
    reading: GlyphArgs,

    /// Take only these characters [default: all]
    #[arg(long, value_name = "TEXT")]
    only: Option<String>,

    /// The font's name [default: pegfont, or the name of the first file]
    #[arg(long)]
    name: Option<String>,

    /// Omit characters without a reachable pattern within this distance of a design
    #[arg(long, default_value_t = DISTANCE, value_name = "HOLES", value_parser = whole::<u32>(0..=64))]
    distance: u32,

    /// Whether to compute figures, and solutions with the fewest moves
    #[arg(long, value_enum, default_value = "all")]
    figures: FiguresFor,

    /// The empty hole of the start, such as c4 [default: the one nearest to the centre; in a search, one of the position class that
    /// the designs are nearest to]
    #[arg(long, value_name = "HOLE")]
    start: Option<String>,

    /// Choose from a set written by `pegfont solve -o NAME.set` instead of solving the board
    #[arg(long, value_name = "FOLDER")]
    reachable: Option<PathBuf>,

    /// The font file to write; - is standard output [default: output/NAME.toml]
    #[arg(short, long, value_name = "FILE")]
    output: Option<PathBuf>,

    /// Whether to search for games instead of enumerating the positions [default: what takes less time]
    #[arg(long, value_name = "WHEN", value_parser = one_of(SEARCH))]
    search: Option<bool>,
}

/// What the name of a glyph file may end in before `.toml`, so that the font can have the rest of its name.
pub const DESIGNS: &str = ".glyphs";

const SEARCH: &[Choice<bool>] = &[
    ("always", "Search, also on a small rectangle", true),
    ("never", "Enumerate, also where it takes minutes and gigabytes", false),
];

/// Whether figures are computed.
#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
enum FiguresFor {
    /// No. Each character then has the solver's solution
    None,
    /// Yes, if they fit into memory. Those that the built-in font has are copied
    All,
    /// Yes, and copy none: this takes minutes for a whole font
    Afresh,
}

impl Build {
    pub fn run(self) -> Result<()> {
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
        let designs = self.designs()?;
        let usual = || Path::new(OUTPUT).join(format!("{name}.toml"));
        let path = self.output.clone().unwrap_or_else(usual);
        let file = OutputFile::new(&path, kinds::FONT)?;

        let vacancy = self.start.as_ref().map(|name| designs.board().parse_hole(name)).transpose();
        let vacancy = vacancy.map_err(|error| usage!("--start: {error}"))?;
        let known = match self.is_searched(&designs)? {
            true => None,
            false => {
                let board = designs.board().small()?;
                let opened = self.reachable.as_deref().map(open).transpose()?;
                let start = vacancy.map(|vacancy| board.full().without(vacancy.bit()));
                Some(known(opened, &board, start, board.central_vacancy())?)
            }
        };
        let (patterns, what) = match &known {
            Some(known) => (Patterns::Enumerated(&**known), "choosing"),
            None => (Patterns::Searched(vacancy), "looking for games"),
        };
        let mut built = watched(what, |progress| {
            choose::build(&name, &designs, patterns, self.distance, progress)
        })?;
        if built.font.characters().is_empty() && !built.left_out.is_empty() {
            bail!("none of the characters is left: {LEFT_OUT}");
        }
        if let Some(known) = &known {
            self.add_figures(&mut built.font, &**known)?;
        }
        let written = file.put(built.font.to_toml())?;
        if !file.is_standard_output() {
            let count = |count, what| Some(counted(count, what)).filter(|_| count > 0);
            let all = [
                count(built.font.characters().len(), "character"),
                count(built.font.alternates().len(), "alternate"),
            ];
            written.say(&all.into_iter().flatten().collect::<Vec<_>>());
            self.report(&built, designs.skipped(), known.is_none());
        }
        let left_out = built.left_out.iter().filter(|one| one.1.is_none()).count();
        match left_out + designs.skipped().len() {
            count @ 1.. if self.only.is_some() => {
                Err(Incomplete(format!("{} of --only left out", counted(count, "character")))
                    .into())
            }
            _ => Ok(()),
        }
    }

    /// The designs, of which there must be some.
    fn designs(&self) -> Result<Designs> {
        let only = self.only.as_deref();
        let mut designs = self.reading.read(&self.files, only)?;
        if let Some(only) = only {
            let is_known = |one| designs.get(one).is_some() || designs.skipped().contains(&one);
            let missing: Vec<String> =
                only.chars().filter(|&one| !is_known(one)).map(quoted).collect();
            if !missing.is_empty() {
                let has = if missing.len() == 1 { "has" } else { "have" };
                refuse!("--only: {} {has} no design", words::listed(missing, 20));
            }
            designs.retain(|character| only.contains(character));
        }
        if designs.is_empty() {
            refuse!("there is nothing to build: no character has a design that fits on the board");
        }
        Ok(designs)
    }

    /// Whether games are searched for; refuses options that then mean nothing.
    fn is_searched(&self, designs: &Designs) -> Result<bool> {
        let board = designs.board();
        let is_wanted = self.figures == FiguresFor::Afresh || self.reachable.is_some();
        let usual = || choose::takes_search(board) && !(is_wanted && board.is_small());
        if !self.search.unwrap_or_else(usual) {
            if let Err(error) = board.small() {
                refuse!("--search never: {error}");
            }
            return Ok(false);
        }
        if is_wanted {
            refuse!("--figures afresh and --reachable are for boards that are enumerated");
        }
        if self.search.is_none() {
            note!("{board} has too many positions: searching for games; see --search");
        }
        Ok(true)
    }

    /// Computes figures, or takes them from the built-in font.
    fn add_figures(&self, font: &mut Font, known: &dyn Record) -> Result<()> {
        match self.figures {
            FiguresFor::None => return Ok(()),
            FiguresFor::All => font.copy_figures(Font::builtin()?),
            FiguresFor::Afresh => {}
        }
        Ok(watched("figures", |progress| font.compute_figures(known, progress))?)
    }

    fn name(&self) -> String {
        let stem = self.files.first().and_then(|file| file.file_stem());
        let stem = stem.map_or("pegfont".into(), |stem| stem.to_string_lossy());
        let stem = stem.strip_suffix(DESIGNS).unwrap_or(&stem);
        self.name.clone().unwrap_or_else(|| stem.to_owned())
    }

    fn report(&self, built: &Built, too_large: &[char], is_searched: bool) {
        let say = |head: &str, what: String| say!("{head:14}{what}");
        let (font, board) = (&built.font, built.font.board());
        if is_searched {
            let vacancy = board.complement(font.start());
            let names = vacancy.pegs().map(|hole| board.hole_name(hole));
            say("start", format!("all pegs except {}", names.collect::<Vec<_>>().join(" ")));
        }
        let nearest = if is_searched { " (nearest found)" } else { "" };
        say("distances", format!("{}{nearest}", distances(font)));
        let grades = font.grades();
        if grades.iter().any(|&(_, number)| number > 0) {
            let grades = grades.iter().map(|(grade, number)| format!("{number} {}", grade.word()));
            say("grades", grades.collect::<Vec<_>>().join(", "));
        }
        let without: Vec<char> = font.without_figures().collect();
        if self.figures != FiguresFor::None && !is_searched && !without.is_empty() {
            let why = "too many positions lead to them for the available memory";
            say("no figures", format!("{} ({why})", listed(&without)));
        }
        if !too_large.is_empty() {
            let why = format!("they don't fit on {board}: choose a larger --board");
            say("too large", format!("{} ({why})", listed(too_large)));
        }
        if !built.left_out.is_empty() {
            let names = built.left_out.iter().map(|&(character, feature)| match feature {
                Some(feature) => format!("{character} {feature}"),
                None => listed(&[character]),
            });
            say("left out", format!("{} ({LEFT_OUT})", words::listed(names.collect(), 40)));
        }
        for (character, other) in &built.mistakable {
            say("mistakable", format!("{character} for {other}: change one of the two designs"));
        }
    }
}

/// Why a character is left out, and what to do about it.
const LEFT_OUT: &str =
    "no pattern that a game leaves is near enough: raise --distance, or change the designs";

/// The mean distance of the patterns from their designs, and the number of characters by their distance.
fn distances(font: &Font) -> String {
    let mut counts: BTreeMap<u32, usize> = BTreeMap::new();
    for chosen in font.characters().values() {
        *counts.entry(chosen.distance()).or_default() += 1;
    }
    let sum: f64 = counts.iter().map(|(&away, &number)| f64::from(away) * number as f64).sum();
    let mean = sum / font.characters().len().max(1) as f64;
    let counts = counts.iter().map(|(away, number)| format!("{number} at {away}"));
    format!("mean {mean:.2}; {}", counts.collect::<Vec<_>>().join(", "))
}

/// Characters in a line; those that can't be seen by their numbers.
fn listed(characters: &[char]) -> String {
    let names = characters.iter().map(|&character| match character {
        character if character.is_whitespace() => format!("U+{:04X}", character as u32),
        character => character.to_string(),
    });
    words::listed(names.collect(), 40)
}
