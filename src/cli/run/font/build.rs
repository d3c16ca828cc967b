//! `pegfont font build`: chooses a reachable pattern for every designed character.

use std::path::Path;

use anyhow::{Result, bail};

use crate::cli::formats::Format;
use crate::cli::output::OutputFile;
use crate::cli::read::{Lacking, contents, known, open, require_all};
use crate::cli::request::{BuildRequest, FiguresFor, GamesBy};
use peg_console::answer::{Answer, Form};
use peg_console::board::hole_names;
use peg_console::output::Output;
use peg_console::usage::Incomplete;
use peg_solitaire::board::Hole;
use peg_solitaire::solve::Record;
use pegfont_base::words::{self, counted, quoted};
use pegfont_type::choose::{self, Built, Patterns};
use pegfont_type::find::Recognizer;
use pegfont_type::font::{Font, spelled, with_stand_ins};
use pegfont_type::glyph::{Designs, Feature};

/// The most characters that are named as hard to read.
const HARDEST: usize = 5;

/// A character is hard to read if its recognition is less than this share of its drawing's.
const LEAST_SHARE: f64 = 0.5;

/// A font that was built, the designs that it is of, and the file that gets it.
pub struct BuiltFont {
    built: Built,
    designs: Designs,
    is_searched: bool,
    /// Whether a character without figures has too many positions.
    expects_figures: bool,
    /// Whether each character was asked for by its name.
    requires_all: bool,
    file: OutputFile,
}

pub fn run(request: BuildRequest, out: &Output) -> Result<BuiltFont> {
    let designs = designs(&request, out)?;
    let file = OutputFile::new(&request.path, Format::Letters, out)?;

    let vacancy = match &request.start {
        Some(hole) => {
            let hole = designs.board().parse_hole(hole);
            Some(hole.map_err(|error| usage!("--start: {error}"))?)
        }
        None => None,
    };
    let record = match request.games_on(designs.board())? {
        GamesBy::Enumeration => Some(record(&request, &designs, vacancy, out)?),
        GamesBy::Search { is_asked } => {
            if !is_asked {
                let board = designs.board();
                note!(
                    out,
                    "{board} has too many positions: searching for games; see --search"
                );
            }
            None
        }
    };

    Ok(BuiltFont {
        built: built(&request, &designs, record.as_deref(), vacancy, out)?,
        designs,
        is_searched: record.is_none(),
        expects_figures: record.is_some() && request.figures != FiguresFor::None,
        requires_all: request.only.is_some(),
        file,
    })
}

/// The reachable positions of the designs' board.
fn record(
    request: &BuildRequest,
    designs: &Designs,
    vacancy: Option<Hole>,
    out: &Output,
) -> Result<Box<dyn Record>> {
    let board = designs.board().small()?;
    let opened = match &request.reachable {
        Some(path) => Some(open(path, out)?),
        None => None,
    };
    let start = vacancy.map(|vacancy| board.full().without(vacancy.bit()));
    known(opened, &board, start, board.central_vacancy(), out)
}

/// The font, with the figures that are asked for.
fn built(
    request: &BuildRequest,
    designs: &Designs,
    record: Option<&dyn Record>,
    vacancy: Option<Hole>,
    out: &Output,
) -> Result<Built> {
    let (patterns, what) = match record {
        Some(record) => (Patterns::Enumerated(record), "choosing"),
        None => (Patterns::Searched(vacancy), "looking for games"),
    };
    let mut built = out.watched(what, |progress| {
        choose::build(&request.name, designs, patterns, request.distance, progress)
    })?;
    if built.font.characters().is_empty() && !built.left_out.is_empty() {
        bail!("none of the characters is left: {LEFT_OUT}");
    }

    let Some(record) = record else {
        return Ok(built);
    };
    if request.figures == FiguresFor::All {
        built.font.copy_figures(Font::builtin()?);
    }
    if request.figures != FiguresFor::None {
        out.watched("figures", |progress| {
            built.font.compute_figures(record, progress)
        })?;
    }
    Ok(built)
}

/// The designs, of which there must be some.
fn designs(request: &BuildRequest, out: &Output) -> Result<Designs> {
    let read = request.only.as_deref().map(with_stand_ins);
    let mut designs = request.designs.read(read.as_deref(), out)?;

    if let Some(only) = &request.only {
        let only = &spelled(only, |letter| designs.get(letter).is_some());
        let is_known = |letter| designs.get(letter).is_some() || designs.skipped.contains(&letter);
        let lacking = Lacking {
            one: "has no design",
            several: "have no design",
        };
        require_all(only, is_known, lacking)?;
        designs.retain(|character| only.contains(character));
    }

    if designs.is_empty() {
        refuse!("there is nothing to build: no character has a design that fits on the board");
    }
    Ok(designs)
}

/// Says which characters are read much worse than their drawings, the worst first, and how to see
/// them. On a board for which no face has letters, nothing is known of that.
fn say_hardest(path: &Path, font: &Font, designs: &Designs, out: &Output) -> Result<()> {
    let reader = Recognizer::new(designs);
    let mut hardest = Vec::new();
    for (&character, form) in font.characters() {
        let Some(reading) = reader.read(character, form.pattern()) else {
            continue;
        };
        let drawings = designs.of(character).iter();
        let readings = drawings.filter_map(|drawing| reader.read(character, drawing.clone()));
        let drawn = readings.fold(0.0, f64::max);

        if reading < LEAST_SHARE * drawn {
            hardest.push((reading / drawn, character));
        }
    }
    if hardest.is_empty() {
        return Ok(());
    }

    hardest.sort_by(|one, other| one.0.total_cmp(&other.0));
    hardest.truncate(HARDEST);
    let named = hardest.iter().map(|&(_, character)| quoted(character));
    let why = "recognised half as well as their drawings, or worse";
    if let Some(named) = with_reason(named.collect(), why) {
        say!(out, "{:14}{named}", "hard to read")?;
    }

    let letters: String = hardest.iter().map(|(_, character)| character).collect();
    let letters = words::in_shell(&letters);
    let path = path.display();
    say!(
        out,
        "look at them: pegfont font list --font {path} --draw --only={letters}"
    )
}

/// Says what can be done with the font.
fn say_what_next(path: &Path, font: &Font, designs: &Designs, out: &Output) -> Result<()> {
    let path = path.display();
    let pinned = designs
        .alternates()
        .find(|(character, _, glyph)| glyph.pin.is_some() && character.is_alphanumeric());

    if let Some((character, ..)) = pinned {
        say!(
            out,
            "show it: pegfont font specimen --font {path} --only {character}"
        )?;
        let alternates = font.alternates().keys();
        let own = alternates.filter(|(of, _)| *of == character);
        let features: Vec<&str> = own.map(|(_, feature)| feature.tag()).collect();
        if !features.is_empty() {
            // The character and each of its alternates take their turn.
            let text = character.to_string().repeat(features.len() + 1);
            let features = features.join(",");
            say!(
                out,
                "play it: pegfont render {text} --font {path} --feature {features}"
            )?;
        }
    }

    if font.characters().len() == 1 {
        say!(
            out,
            "to pin beside all other letters, begin with a file by `pegfont font new`"
        )?;
    }
    say!(out, "export it: pegfont font export --font {path}")
}

/// A character, or its alternate under a feature.
type CharacterForm = (char, Option<Feature>);

impl Answer for BuiltFont {
    /// Writes the font, and says how near the patterns of a font are to their designs, how hard
    /// their games are, and which characters are lacking.
    fn put(self, _: Form, out: &Output) -> Result<()> {
        let font = &self.built.font;
        let written = self.file.put(font.to_toml(), out)?;
        if !self.file.is_standard_output() {
            written.say(&contents(font), out)?;
            self.report(out)?;
            say_hardest(self.file.path(), font, &self.designs, out)?;
            say_what_next(self.file.path(), font, &self.designs, out)?;
        }
        self.require_complete()
    }
}

impl BuiltFont {
    /// Ends the program with its own exit code if a character of `--only` was left out.
    fn require_complete(&self) -> Result<()> {
        let characters = self
            .built
            .left_out
            .iter()
            .filter(|(_, form)| form.is_none());
        let count = characters.count() + self.designs.skipped.len();
        if count == 0 || !self.requires_all {
            return Ok(());
        }
        let count = counted(count, "character");
        Err(Incomplete(format!("{count} of --only left out")).into())
    }

    /// Says each part in a line, unless there is nothing to say of it.
    fn report(&self, out: &Output) -> Result<()> {
        let skipped = self.designs.skipped.iter().copied();
        let left_out = self.built.left_out.iter().copied();
        let mistakable = self.built.mistakable.iter();
        let mistakable = mistakable.map(|(one, other)| format!("{one} for {other}"));
        let forms = self.forms();

        let lines = [
            ("start", self.start()),
            ("pinned", with_reason(forms.pinned, "as the file has them")),
            (
                "alternates",
                with_reason(forms.alternates, "second choices"),
            ),
            ("distances", Some(self.distances())),
            ("grades", self.grades()),
            (
                "no figures",
                with_reason(self.without_figures(), "too many positions lead to them"),
            ),
            (
                "too large",
                with_reason(skipped.map(quoted).collect(), "choose a larger --board"),
            ),
            (
                "left out",
                with_reason(left_out.map(named).collect(), LEFT_OUT),
            ),
            (
                "mistakable",
                with_reason(mistakable.collect(), "change one of the two designs"),
            ),
        ];
        for (head, what) in lines {
            if let Some(what) = what {
                say!(out, "{head:14}{what}")?;
            }
        }
        Ok(())
    }

    fn start(&self) -> Option<String> {
        if !self.is_searched {
            return None;
        }
        let font = &self.built.font;
        let board = font.board();
        let vacancies = hole_names(board, board.complement(font.start()));
        Some(format!("all pegs except {}", vacancies.join(" ")))
    }

    /// The names of the pinned forms, and of the alternates that were chosen.
    fn forms(&self) -> FormNames {
        let font = &self.built.font;
        let characters = font.characters().keys().map(|&character| (character, None));
        let alternates = font.alternates().keys();
        let alternates = alternates.map(|&(character, feature)| (character, Some(feature)));

        let mut names = FormNames::default();
        for (character, feature) in characters.chain(alternates) {
            let design = self.designs.form(character, feature);
            let is_pinned = design.is_some_and(|glyph| glyph.pin.is_some());
            if is_pinned {
                names.pinned.push(named((character, feature)));
            } else if feature.is_some() {
                names.alternates.push(named((character, feature)));
            }
        }
        names
    }

    fn distances(&self) -> String {
        let characters = self.built.font.characters().values();
        let distances: Vec<u32> = characters.map(|character| character.distance()).collect();
        let mean = f64::from(distances.iter().sum::<u32>()) / distances.len().max(1) as f64;

        let counts = tally(distances, |distance, count| {
            format!("{count} at {distance}")
        });
        let nearest = if self.is_searched {
            " (nearest found)"
        } else {
            ""
        };
        format!("mean {mean:.2}; {counts}{nearest}")
    }

    fn grades(&self) -> Option<String> {
        let characters = self.built.font.characters().values();
        let figures = characters.filter_map(|character| character.figures);
        let grades: Vec<_> = figures.map(|figures| figures.grade()).collect();
        if grades.is_empty() {
            return None;
        }
        Some(tally(grades, |grade, count| {
            format!("{count} {}", grade.word())
        }))
    }

    fn without_figures(&self) -> Vec<String> {
        if !self.expects_figures {
            return Vec::new();
        }
        self.built.font.without_figures().map(quoted).collect()
    }
}

#[derive(Default)]
struct FormNames {
    pinned: Vec<String>,
    alternates: Vec<String>,
}

fn named((character, feature): CharacterForm) -> String {
    match feature {
        Some(feature) => format!("{} {feature}", quoted(character)),
        None => quoted(character),
    }
}

/// The names, followed by the reason in brackets. `None` if there are no names.
fn with_reason(names: Vec<String>, why: &str) -> Option<String> {
    if names.is_empty() {
        return None;
    }
    Some(format!("{} ({why})", words::listed(names, 40)))
}

/// How often each value occurs, in order.
fn tally<T: Ord>(mut values: Vec<T>, word: impl Fn(&T, usize) -> String) -> String {
    values.sort_unstable();
    let equal = values.chunk_by(|left, right| left == right);
    let words: Vec<String> = equal.map(|some| word(&some[0], some.len())).collect();
    words.join(", ")
}

/// Why a character is left out, and what to do about it.
const LEFT_OUT: &str =
    "no pattern that a game leaves is near enough: raise --distance, or change the designs";
