//! Makes a font of designs: chooses a pattern for every character, and a game that leaves it. Needs the designs and, on a board that is
//! enumerated, its reachable positions; knows no files.
//!
//! Where the positions are enumerated, all patterns near a design are known, and one of them is chosen so that the
//! characters match each other. Elsewhere games are searched for that end in patterns near the designs, the best first.

mod alternates;
mod candidates;
mod enumerated;
mod family;
mod nearby;
mod rivals;
mod search;

use std::collections::BTreeMap;

use crate::error::Error;
use crate::find::Recognizer;
use crate::font::{Character, Font};
use crate::glyph::{Designs, Feature};
use peg_solitaire::board::{Hole, Position};
use peg_solitaire::progress::Progress;
use peg_solitaire::solution::Solution;
use peg_solitaire::solve::Record;

pub use search::EFFORT;

/// The requirements for a font.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Choosing {
    /// Whether the letters are the empty holes in a field of pegs.
    pub inverse: bool,
    /// The maximum distance from a design; a character without a pattern within it is left out.
    pub distance: u32,
}

/// Where the patterns come from.
#[derive(Clone, Copy, Debug)]
pub enum Patterns<'a> {
    /// All positions that can be reached.
    Enumerated(Record<'a>),
    /// Games that are searched for, from the full board with this vacancy, or with the one that the designs are nearest to; and how many attempts
    /// to make at each pattern, such as [`EFFORT`].
    Searched(Option<Hole>, u32),
}

/// A new font, and how its patterns were chosen.
#[derive(Clone, PartialEq, Debug)]
pub struct Built {
    /// The font. It has no figures yet, and its solutions are the solver's default.
    pub font: Font,
    /// The characters, and alternates of characters, for which no pattern near enough can be reached, or was found.
    pub left_out: Vec<(char, Option<Feature>)>,
    /// The characters whose pattern is no nearer to their own designs than to those of another, and that other.
    pub mistakable: Vec<(char, char)>,
}

/// What is chosen for a character: one of its designs, and a game that ends near it.
struct Pick {
    design: Position,
    solution: Solution,
}

/// The choice for the characters that have designs of their own.
#[derive(Default)]
struct Picks {
    characters: BTreeMap<char, Pick>,
    alternates: BTreeMap<(char, Feature), Pick>,
    mistakable: Vec<(char, char)>,
}

/// Chooses a pattern for every character, and its alternates.
///
/// The designs must be on the board of the reachable positions. Figures, and solutions with the fewest moves, come from
/// [`Font::copy_figures`] and [`Font::compute_figures`].
///
/// ```
/// use peg_solitaire::{progress::Progress, solve::Reachable};
/// use pegfont_type::{choose::{self, Choosing, EFFORT}, font::Font, glyph::{Designs, Fitting}};
///
/// let rows = r##"
/// script = "Latin"
/// board = "4x5"
///
/// [[glyph]]
/// char = "o"
/// rows = """
/// ....
/// .##.
/// .##.
/// ....
/// ....
/// """
/// "##;
/// let designs = Designs::parse("designs.toml", rows)?;
/// let board = designs.board().small()?;
/// let reachable = Reachable::solve(&board, board.central_vacancy(), Progress::NONE)?;
/// let patterns = choose::Patterns::Enumerated((&reachable).into());
/// let mut font = choose::build("small", &designs, patterns, Choosing::default(), Progress::NONE)?.font;
/// font.compute_figures(&reachable, Progress::NONE)?;
/// let figures = font.get('o').and_then(|character| character.figures);
/// assert!(figures.is_some_and(|figures| figures.solutions() > 0));
/// assert_eq!(Font::parse(&font.to_toml())?, font);
///
/// let bdf = include_bytes!("../../../examples/faces/figures-4x7.bdf");
/// let fitting = Fitting { only: Some("147".to_owned()), ..Fitting::default() };
/// let figures = Designs::parse_bdf("figures-4x7.bdf", bdf, &fitting)?;
/// let patterns = choose::Patterns::Searched(None, EFFORT);
/// let found = choose::build("figures", &figures, patterns, Choosing::default(), Progress::NONE)?;
/// assert_eq!(found.font.characters().len(), 3);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// If a pinned pattern can't be reached, the designs are on another board than the reachable positions, the board is not a rectangle and games
/// are searched for, the vacancy is not on it, or `progress` says to stop.
pub fn build(
    name: &str,
    designs: &Designs,
    patterns: Patterns<'_>,
    choosing: Choosing,
    progress: Progress<'_>,
) -> Result<Built, Error> {
    let recognizer = Recognizer::new(designs, choosing.inverse);
    let designs = &designs.inked(choosing.inverse);
    let (start, picks) = match patterns {
        Patterns::Enumerated(reachable) => {
            let picks = enumerated::pick(designs, reachable, &recognizer, choosing, progress)?;
            (reachable.start().into(), picks)
        }
        Patterns::Searched(vacancy, effort) => {
            let start = search::start(designs, vacancy)?;
            let picks = search::pick(designs, &start, effort, choosing, progress)?;
            (start, picks)
        }
    };
    let Picks { characters, alternates, mistakable } = picks;
    let board = designs.board();
    let mut font = Font::new(name, board, start)?;
    let mut left_out = Vec::new();
    for (character, glyph) in designs.iter() {
        let original = designs.original(character);
        let Some(Pick { design, solution }) = characters.get(&original) else {
            left_out.push((character, None));
            continue;
        };
        let chosen = Character::new(&glyph.script, design.clone(), solution.clone());
        let ideal = designs.ideal(character).unwrap_or(design).clone();
        font.insert(character, Character { ideal, ..chosen })?;
    }
    let lacking = designs.alternates().map(|(character, feature, _)| (character, feature));
    let lacking = lacking.filter(|one| font.get(one.0).is_some() && !alternates.contains_key(one));
    left_out.extend(lacking.map(|(character, feature)| (character, Some(feature))));
    for ((character, feature), Pick { design, solution }) in alternates {
        let script = font.get(character).map_or_else(String::new, |one| one.script.clone());
        font.insert_alternate(character, feature, Character::new(script, design, solution))?;
    }
    Ok(Built { font, left_out, mistakable })
}

impl Default for Choosing {
    fn default() -> Self {
        Self { inverse: false, distance: 6 }
    }
}
