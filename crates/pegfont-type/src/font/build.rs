//! Building a font: choose a reachable pattern for every designed character, and solve it. It writes no file.

use super::{Character, Font, Misfit};
use crate::find::Finder;
use crate::find::choose::{ChooseError, Choosing, Chosen, choose};
use crate::glyph::Glyphs;
use peg_solitaire::Error;
use peg_solitaire::progress::{Interrupted, Progress};
use peg_solitaire::solution::Solution;
use peg_solitaire::solve::Record;

/// A new font, and how its patterns were chosen.
#[derive(Clone, PartialEq, Debug)]
#[non_exhaustive]
pub struct Built {
    /// The font. Its solutions are the solver's default, and it has no figures yet.
    pub font: Font,
    /// The choice for each character.
    pub chosen: Chosen,
}

/// Why a font can't be built.
#[derive(Clone, PartialEq, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum BuildError {
    /// The patterns can't be chosen.
    #[error(transparent)]
    Choose(#[from] ChooseError),
    /// The set of reachable positions contradicts itself.
    #[error("the pattern chosen for {character:?} has no solution")]
    NoSolution { character: char },
    /// The set can't be read.
    #[error(transparent)]
    Read(#[from] Error),
    /// The glyphs are on another board than the reachable positions.
    #[error(transparent)]
    Misfit(#[from] Misfit),
    /// The watcher stopped the work.
    #[error(transparent)]
    Interrupted(#[from] Interrupted),
}

/// Chooses a reachable pattern for every character of the glyphs, and alternates, with the solver's solution of each.
///
/// The glyphs must be on the board of the reachable positions. Figures, and solutions with the fewest moves, come from
/// [`Font::copy_figures`] and [`Font::compute_figures`].
///
/// ```
/// use pegfont_type::font::{self, Font};
/// use peg_solitaire::{progress::Progress, solution::Interval, solve::Reachable};
/// use pegfont_type::{find::choose::Choosing, glyph::Glyphs};
///
/// let designs = r##"
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
/// let glyphs = Glyphs::parse("designs.toml", designs)?;
/// let reachable = Reachable::solve(glyphs.board(), glyphs.board().central_vacancy(), Progress::NONE)?;
/// let mut font = font::build("small", &glyphs, &reachable, Choosing::default(), Progress::NONE)?.font;
/// font.compute_figures(&reachable, Interval::MOST_POSITIONS, Progress::NONE)?;
/// let figures = font.get('o').and_then(|character| character.figures);
/// assert!(figures.is_some_and(|figures| figures.solutions() > 0));
/// assert_eq!(Font::parse(&font.to_toml())?, font);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// When a pinned pattern can't be reached, the glyphs are on another board than the reachable positions, or `progress` says to stop.
pub fn build<'a>(
    name: &str,
    glyphs: &Glyphs,
    reachable: impl Into<Record<'a>>,
    choosing: Choosing,
    progress: Progress<'_>,
) -> Result<Built, BuildError> {
    let reachable = reachable.into();
    let (found, expected) = (glyphs.board(), reachable.board());
    if found != expected {
        return Err(Misfit::Board { found: found.into(), expected: expected.into() }.into());
    }
    let chosen = choose(glyphs, &Finder::new(reachable), choosing, progress)?;
    let mut font = Font::new(name, glyphs.board(), reachable.start())?;
    for (&character, choice) in &chosen.choices {
        let solution = Solution::leading_to(choice.pattern, reachable)?;
        let solution = solution.ok_or(BuildError::NoSolution { character })?;
        let script = glyphs.get(character).map_or_else(String::new, |glyph| glyph.script.clone());
        let ideal = glyphs.ideal(character).map(|ideal| match choosing.inverse {
            true => glyphs.board().complement(ideal),
            false => ideal,
        });
        let ideal = ideal.unwrap_or(choice.design);
        let drawn = Character::new(script, choice.design, solution).with_ideal(ideal);
        font.insert(character, drawn)?;
    }
    for (&(character, feature), choice) in &chosen.alternates {
        let solution = Solution::leading_to(choice.pattern, reachable)?;
        let solution = solution.ok_or(BuildError::NoSolution { character })?;
        let script = font.get(character).map_or_else(String::new, |one| one.script.clone());
        let alternate = Character::new(script, choice.design, solution);
        font.insert_alternate(character, feature, alternate)?;
    }
    Ok(Built { font, chosen })
}
