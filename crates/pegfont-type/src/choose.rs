//! Makes a font of designs: chooses a pattern for every character, and a game that leaves it. Needs
//! the designs and, on a board that is enumerated, its reachable positions; knows no files.
//!
//! Each candidate for a character has its cost, and two characters of a family cost points for each
//! hole in which their designs agree and their patterns don't. The choice is improved one character
//! at a time, then two of a family together, until no change lowers the cost; the candidates that
//! remain give alternates of letters and figures. The result depends only on the designs.

mod alternates;
mod candidates;
mod family;
mod rivals;
mod source;

use crate::error::Error;
use crate::find::Recognizer;
use crate::font::{Character, Font};
use crate::glyph::{Designs, Feature, Glyph};
use alternates::Alternates;
use candidates::{Candidate, Candidates};
use family::Variable;
use peg_solitaire::board::{Board, Hole};
use peg_solitaire::progress::Progress;
use peg_solitaire::solve::{Reachable, Record};
use pegfont_base::parallel;
use rivals::Rivals;
use source::Source;

/// The usual maximum distance of a pattern from a design.
pub const DISTANCE: u32 = 6;

/// Where the patterns come from.
#[derive(Clone, Copy, Debug)]
pub enum Patterns<'a> {
    /// All positions that can be reached.
    Enumerated(&'a dyn Record),
    /// Games that are searched for, from the full board with this vacancy, or with the one that the
    /// designs are nearest to.
    Searched(Option<Hole>),
}

/// The most bytes of positions that take less time than a search. Not the memory of the machine
/// decides, so that a font is the same on all.
const ENUMERATED: u64 = 1 << 30;

/// Whether a font takes less time if games are searched for, or there are too many holes for
/// anything else.
pub fn takes_search(board: &Board) -> bool {
    board.small().map_or(true, |small| {
        let bytes = Reachable::memory_needed(&small, small.central_vacancy());
        board.is_rectangle() && bytes > ENUMERATED
    })
}

/// A new font, and how its patterns were chosen.
#[derive(Clone, PartialEq, Debug)]
pub struct Built {
    /// The font. It has no figures yet, and its solutions are the solver's default.
    pub font: Font,
    /// The characters, and alternates of characters, for which no pattern near enough can be
    /// reached, or was found.
    pub left_out: Vec<(char, Option<Feature>)>,
    /// The characters whose pattern is no nearer to their own designs than to those of another, and
    /// that other.
    pub mistakable: Vec<(char, char)>,
}

/// Chooses a pattern for every character, and its alternates. A character without a pattern within
/// this distance of a design is left out.
///
/// The designs must be on the board of the reachable positions. Figures, and solutions with the
/// fewest moves, come from [`Font::copy_figures`] and [`Font::compute_figures`].
///
/// ```
/// use peg_solitaire::{progress::Progress, solve::Reachable};
/// use pegfont_type::{choose::{self, DISTANCE, Patterns}, font::Font, glyph::{Designs, Fitting}};
/// let bdf = b"STARTFONT 2.1\nFONT one\nSIZE 7 75 75\nFONTBOUNDINGBOX 4 7 0 0\nCHARS 1\n\
///     STARTCHAR zero\nENCODING 48\nSWIDTH 500 0\nDWIDTH 4 0\nBBX 4 7 0 0\nBITMAP\n\
///     60\n90\n90\n90\n90\n90\n60\nENDCHAR\nENDFONT\n";
/// let designs = Designs::parse_font("zero.bdf", bdf, &Fitting::default())?;
/// let board = designs.board().small()?;
/// let reachable = Reachable::solve(&board, board.central_vacancy(), Progress::NONE)?;
/// let patterns = Patterns::Enumerated(&reachable);
/// let mut font = choose::build("zero", &designs, patterns, DISTANCE, Progress::NONE)?.font;
/// font.compute_figures(&reachable, Progress::NONE)?;
/// let figures = font.get('0').and_then(|character| character.figures);
/// assert!(figures.is_some_and(|figures| figures.solutions() > 0));
/// assert_eq!(Font::parse(&font.to_toml())?, font);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// If a pinned pattern can't be reached, the designs are on another board than the reachable
/// positions, the board is not a rectangle and games are searched for, the vacancy is not on it, or
/// `progress` says to stop.
pub fn build(
    name: &str,
    designs: &Designs,
    patterns: Patterns<'_>,
    distance: u32,
    progress: Progress<'_>,
) -> Result<Built, Error> {
    let recognizer = Recognizer::new(designs);
    let designs = &designs.inked();
    let source = Source::new(designs, patterns)?;
    let rivals = Rivals::of(designs);
    let candidates = Candidates {
        source: &source,
        rivals: &rivals,
        recognizer: &recognizer,
        distance,
    };

    let mut variables = variables(designs, candidates, progress)?;
    family::tie(&mut variables, designs, &rivals);
    family::improve(&mut variables);
    let alternates = alternates::alternates(&variables, designs, candidates, progress)?;

    let mut built = Built {
        font: Font::new(name, designs.board(), source.start.clone())?,
        left_out: Vec::new(),
        mistakable: Vec::new(),
    };
    for (character, glyph) in designs.iter() {
        let original = designs.original(character);
        let Some(variable) = variables.iter().find(|one| one.character == original) else {
            built.left_out.push((character, None));
            continue;
        };

        let chosen = played(variable.choice(), &glyph.script, &source, progress)?;
        let ideal = designs.ideal(character).unwrap_or(&chosen.design).clone();
        built
            .font
            .insert(character, Character { ideal, ..chosen })?;

        if character == original
            && let Some(other) = rivals.mistakable(character, variable.pattern())
        {
            built.mistakable.push((character, other));
        }
    }

    for (character, feature, _) in designs.alternates() {
        let is_found = alternates.contains_key(&(character, feature));
        if built.font.get(character).is_some() && !is_found {
            built.left_out.push((character, Some(feature)));
        }
    }
    add_alternates(&mut built.font, &alternates, &source, progress)?;
    Ok(built)
}

/// Adds alternates, each with its game.
fn add_alternates(
    font: &mut Font,
    alternates: &Alternates,
    source: &Source<'_>,
    progress: Progress<'_>,
) -> Result<(), Error> {
    for (&(character, feature), candidate) in alternates {
        let main = font.get(character);
        let script = main.map_or_else(String::new, |main| main.script.clone());

        let chosen = played(candidate, &script, source, progress)?;
        font.insert_alternate(character, feature, chosen)?;
    }
    Ok(())
}

/// The characters that have designs of their own, each with its candidates, if it has any.
fn variables<'b>(
    designs: &Designs,
    candidates: Candidates<'_>,
    progress: Progress<'_>,
) -> Result<Vec<Variable<'b>>, Error> {
    let drawn: Vec<(char, &Glyph)> = designs
        .iter()
        .filter(|(_, glyph)| glyph.same_as.is_none())
        .collect();
    let numbered: Vec<_> = (0..).zip(&drawn).collect();

    let variable = |&(number, &(character, glyph)): &(u64, &(char, &Glyph))| {
        let part = progress.part(number, number + 1, drawn.len() as u64);
        let found = candidates.of(character, glyph, &|_| true, part)?;
        part.report(1, 1)?;
        Ok::<_, Error>(Variable::new(character, found))
    };
    let mut variables = parallel::try_map(&numbered, variable)?;

    variables.retain(|variable| !variable.candidates.is_empty());
    Ok(variables)
}

/// A character with the pattern of a candidate, and its game.
fn played(
    candidate: &Candidate,
    script: &str,
    source: &Source<'_>,
    progress: Progress<'_>,
) -> Result<Character, Error> {
    let game = match &candidate.game {
        Some(game) => Some(game.clone()),
        None => source.game(&candidate.pattern, &mut 0, progress)?,
    };
    let Some(game) = game else {
        return Err(Error::new("the chosen pattern has no solution"));
    };

    Ok(Character::new(script, candidate.design.clone(), game))
}
