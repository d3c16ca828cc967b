//! `pegfont font build`: chooses a reachable pattern for every designed character.

use std::path::{Path, PathBuf};

use anyhow::{Result, bail};
use clap::{Args, ValueEnum};

use crate::cli::args::{GlyphArgs, Text, contents, known, open, require_all, text};
use crate::cli::output::{Format, OUTPUT, OutputFile};
use peg_console::board::hole_names;
use peg_console::input::{Keyword, one_of, whole};
use peg_console::output::Output;
use peg_console::usage::Incomplete;
use peg_solitaire::progress::Progress;
use pegfont_base::words::counted;
use pegfont_base::words::{self, quoted};
use pegfont_type::choose::{self, Built, DISTANCE, Patterns};
use pegfont_type::font::{Font, spelled, with_stand_ins};
use pegfont_type::glyph::{Designs, Feature};

/// Choose a reachable pattern for every designed character
///
/// It also computes the figures of each (the number of solutions, the fewest moves, the grade),
/// which takes a second for most letters, and minutes and gigabytes for a few with very few pegs.
/// Patterns of the built-in font are copied with theirs.
///
/// Rectangles of more than 64 holes, or that take more than a gibibyte, are searched instead: the
/// font has a game for each character, and no figures.
///
/// If a character of --only is left out, the exit code is 3; the font has the others.
#[derive(Args)]
#[command(allow_negative_numbers = true)]
#[command(after_help = include_str!("build.txt"))]
pub struct Build {
    /// Glyph files; BDF, PCF, PSF, TrueType, OpenType or WOFF fonts
    ///
    /// [default: the built-in glyph files]
    #[arg(value_name = "FILE")]
    files: Vec<PathBuf>,

    #[command(flatten)]
    reading: GlyphArgs,

    /// Take only these characters
    ///
    /// [default: all of them]
    #[arg(long, value_name = "TEXT", value_parser = text)]
    only: Option<Text>,

    /// The font's name
    ///
    /// [default: pegfont, or the name of the first file]
    #[arg(long, value_parser = text)]
    name: Option<Text>,

    /// Omit characters without a reachable pattern within this distance of a design
    #[arg(long, default_value_t = DISTANCE, value_name = "HOLES", value_parser = whole::<u32>(0..=64))]
    distance: u32,

    /// Whether to compute figures, and solutions with the fewest moves
    #[arg(long, value_enum, default_value = "all")]
    figures: FiguresFor,

    /// The empty hole of the start, such as c4
    ///
    /// [default: the one nearest to the centre; in a search, one of the position class that the
    /// designs are nearest to]
    #[arg(long, value_name = "HOLE")]
    start: Option<String>,

    /// Choose from a set written by `peglab set solve` instead of solving the board
    #[arg(long, value_name = "FOLDER")]
    reachable: Option<PathBuf>,

    /// The font file to write; - is standard output
    ///
    /// [default: output/NAME.toml]
    #[arg(short, long, value_name = "FILE")]
    output: Option<PathBuf>,

    /// Whether to search for games instead of enumerating the positions
    ///
    /// [default: what takes less time]
    #[arg(long, value_name = "WHEN", value_parser = one_of(SEARCH))]
    search: Option<bool>,
}

/// What the name of a glyph file may end in before `.toml`, so that the font can have the rest of
/// its name.
pub const DESIGNS: &str = ".glyphs";

const SEARCH: &[Keyword<bool>] = &[
    Keyword::new("always", "Search, also on a small rectangle", true),
    Keyword::new(
        "never",
        "Enumerate, also where it takes minutes and gigabytes",
        false,
    ),
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
    pub fn run(self, out: &Output) -> Result<()> {
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
        let designs = self.designs(out)?;
        let usual = || Path::new(OUTPUT).join(format!("{name}.toml"));
        let file = OutputFile::new(
            &self.output.clone().unwrap_or_else(usual),
            Format::Letters,
            out,
        )?;

        let vacancy = self
            .start
            .as_ref()
            .map(|name| designs.board().parse_hole(name))
            .transpose();
        let vacancy = vacancy.map_err(|error| usage!("--start: {error}"))?;
        let known = if self.is_searched(&designs, out)? {
            None
        } else {
            let board = designs.board().small()?;
            let opened = self
                .reachable
                .as_deref()
                .map(|path| open(path, out))
                .transpose()?;
            let start = vacancy.map(|vacancy| board.full().without(vacancy.bit()));
            Some(known(opened, &board, start, board.central_vacancy(), out)?)
        };
        let (patterns, what) = match &known {
            Some(known) => (Patterns::Enumerated(&**known), "choosing"),
            None => (Patterns::Searched(vacancy), "looking for games"),
        };
        let built = |it: Progress<'_>| choose::build(&name, &designs, patterns, self.distance, it);
        let mut built = out.watched(what, built)?;
        if built.font.characters().is_empty() && !built.left_out.is_empty() {
            bail!("none of the characters is left: {LEFT_OUT}");
        }
        if let Some(known) = known
            .as_deref()
            .filter(|_| self.figures != FiguresFor::None)
        {
            if self.figures == FiguresFor::All {
                built.font.copy_figures(Font::builtin()?);
            }
            out.watched("figures", |progress| {
                built.font.compute_figures(known, progress)
            })?;
        }
        let written = file.put(built.font.to_toml(), out)?;
        if !file.is_standard_output() {
            written.say(&contents(&built.font), out)?;
            self.report(&built, &designs, known.is_none(), out)?;
            let path = file.path().display();
            let mut pinned = designs.alternates().filter(|it| it.2.pin.is_some());
            if let Some((one, ..)) = pinned.find(|it| it.0.is_alphanumeric()) {
                say!(
                    out,
                    "show it: pegfont font specimen --font {path} --only {one}"
                )?;
                // A text in which the character and each of its alternates take their turn.
                let all = built.font.alternates().keys();
                let features: Vec<&str> = all
                    .filter(|(character, _)| *character == one)
                    .map(|(_, feature)| feature.tag())
                    .collect();
                if !features.is_empty() {
                    let text = one.to_string().repeat(features.len() + 1);
                    let features = features.join(",");
                    say!(
                        out,
                        "play it: pegfont render {text} --font {path} --feature {features}"
                    )?;
                }
            }
            if built.font.characters().len() == 1 {
                say!(
                    out,
                    "to pin beside all other letters, begin with a file by `pegfont font new`"
                )?;
            }
            say!(out, "export it: pegfont font export --font {path}")?;
        }
        let left_out = built.left_out.iter().filter(|one| one.1.is_none()).count();
        match left_out + designs.skipped.len() {
            count @ 1.. if self.only.is_some() => {
                let count = counted(count, "character");
                Err(Incomplete(format!("{count} of --only left out")).into())
            }
            _ => Ok(()),
        }
    }

    /// The designs, of which there must be some.
    fn designs(&self, out: &Output) -> Result<Designs> {
        let read = self.only.as_deref().map(with_stand_ins);
        let mut designs = self.reading.read(&self.files, read.as_deref(), out)?;
        if let Some(only) = &self.only {
            let only = &spelled(only, |one| designs.get(one).is_some());
            let is_known = |one| designs.get(one).is_some() || designs.skipped.contains(&one);
            require_all(only, is_known, ["has no design", "have no design"])?;
            designs.retain(|character| only.contains(character));
        }
        if designs.is_empty() {
            refuse!("there is nothing to build: no character has a design that fits on the board");
        }
        Ok(designs)
    }

    /// Whether games are searched for; refuses options that then mean nothing.
    fn is_searched(&self, designs: &Designs, out: &Output) -> Result<bool> {
        let board = designs.board();
        let is_wanted = self.figures == FiguresFor::Afresh || self.reachable.is_some();
        let usual = || choose::takes_search(board) && !(is_wanted && board.is_small());
        if !self.search.unwrap_or_else(usual) {
            return board
                .small()
                .map(|_| false)
                .map_err(|error| usage!("--search never: {error}"));
        }
        if is_wanted {
            refuse!("--figures afresh and --reachable are for boards that are enumerated");
        }
        if self.search.is_none() {
            note!(
                out,
                "{board} has too many positions: searching for games; see --search"
            );
        }
        Ok(true)
    }

    fn name(&self) -> String {
        let stem = self.files.first().and_then(|file| file.file_stem());
        let stem = stem.map_or("pegfont".into(), |stem| stem.to_string_lossy());
        let stem = stem.strip_suffix(DESIGNS).unwrap_or(&stem);
        self.name.as_deref().unwrap_or(stem).to_owned()
    }

    /// Says how near the patterns are to their designs, how hard their games are, and which
    /// characters are lacking.
    fn report(
        &self,
        built: &Built,
        designs: &Designs,
        is_searched: bool,
        out: &Output,
    ) -> Result<()> {
        let (font, board) = (&built.font, built.font.board());
        let listed = |names: Vec<String>, why: &str| {
            (!names.is_empty()).then(|| format!("{} ({why})", words::listed(names, 40)))
        };
        let quoted_all = |all: &[char]| all.iter().copied().map(quoted).collect();
        let start = || hole_names(board, board.complement(font.start())).join(" ");
        let distances: Vec<u32> = font.characters().values().map(|it| it.distance()).collect();
        let mean = f64::from(distances.iter().sum::<u32>()) / distances.len().max(1) as f64;
        let counts = tally(distances, |distance, count| {
            format!("{count} at {distance}")
        });
        let nearest = if is_searched { " (nearest found)" } else { "" };
        let grades = font
            .characters()
            .values()
            .filter_map(|it| Some(it.figures?.grade()));
        let grades = tally(grades.collect(), |grade, count| {
            format!("{count} {}", grade.word())
        });
        let has_figures = self.figures != FiguresFor::None && !is_searched;
        let without: Vec<char> = font.without_figures().filter(|_| has_figures).collect();
        let named = |(character, form): (char, Option<Feature>)| {
            quoted(character) + &form.map_or_else(String::new, |it| format!(" {it}"))
        };
        let left_out = built.left_out.iter().copied().map(named);
        let forms = font.characters().keys().map(|&one| (one, None));
        let forms = forms.chain(
            font.alternates()
                .keys()
                .map(|&(one, form)| (one, Some(form))),
        );
        let is_pinned = |it: &(char, _)| {
            designs
                .form(it.0, it.1)
                .is_some_and(|glyph| glyph.pin.is_some())
        };
        let (pinned, others): (Vec<_>, Vec<_>) = forms.partition(is_pinned);
        let others = others.into_iter().filter(|it| it.1.is_some());
        let mistakable = built
            .mistakable
            .iter()
            .map(|(one, other)| format!("{one} for {other}"));
        let lines = [
            (
                "start",
                is_searched.then(|| format!("all pegs except {}", start())),
            ),
            (
                "pinned",
                listed(
                    pinned.into_iter().map(named).collect(),
                    "as the file has them",
                ),
            ),
            (
                "alternates",
                listed(others.map(named).collect(), "second choices"),
            ),
            (
                "distances",
                Some(format!("mean {mean:.2}; {counts}{nearest}")),
            ),
            ("grades", Some(grades).filter(|grades| !grades.is_empty())),
            (
                "no figures",
                listed(quoted_all(&without), "too many positions lead to them"),
            ),
            (
                "too large",
                listed(quoted_all(&designs.skipped), "choose a larger --board"),
            ),
            ("left out", listed(left_out.collect(), LEFT_OUT)),
            (
                "mistakable",
                listed(mistakable.collect(), "change one of the two designs"),
            ),
        ];
        for (head, what) in lines {
            if let Some(what) = what {
                say!(out, "{head:14}{what}")?;
            }
        }
        Ok(())
    }
}

/// How often each value occurs, in order.
fn tally<T: Ord>(mut all: Vec<T>, word: impl Fn(&T, usize) -> String) -> String {
    all.sort_unstable();
    let equal = all.chunk_by(|one, other| one == other);
    equal
        .map(|some| word(&some[0], some.len()))
        .collect::<Vec<_>>()
        .join(", ")
}

/// Why a character is left out, and what to do about it.
const LEFT_OUT: &str =
    "no pattern that a game leaves is near enough: raise --distance, or change the designs";
