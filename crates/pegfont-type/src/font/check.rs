//! Checks the figures of a font by computing them again. Reading a font has already played its solutions.

use std::collections::BTreeSet;
use std::fmt;

use thiserror::Error;

use super::{Character, FiguresError, Font};
use crate::glyph::Feature;
use peg_solitaire::progress::Progress;
use peg_solitaire::solve::Record;

/// A character or an alternate of a font.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct Form {
    /// The character.
    pub character: char,
    /// The feature that shows the alternate.
    pub feature: Option<Feature>,
}

impl fmt::Display for Form {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:?}", self.character)?;
        self.feature.map_or(Ok(()), |feature| write!(f, " {feature}"))
    }
}

/// A figure in which a font is wrong.
#[derive(Clone, Copy, PartialEq, Debug, Error)]
pub enum WrongFigure {
    #[error("{said} solutions are stated, and there are {found}")]
    Solutions { said: u128, found: u128 },
    #[error("{said} moves are stated, and the fewest are {found}")]
    FewestMoves { said: usize, found: usize },
    #[error("an effort of {said:.1} is stated, and it is {found:.1}")]
    Effort { said: f64, found: f64 },
}

/// The result of checking a font.
#[derive(Clone, PartialEq, Debug, Default)]
#[non_exhaustive]
pub struct Checked {
    /// How many characters and alternates have the right figures.
    pub right: usize,
    /// What is wrong.
    pub wrong: Vec<(Form, WrongFigure)>,
    /// The characters and alternates whose figures take more positions or memory than there is.
    pub unchecked: Vec<Form>,
    /// The characters and alternates without figures.
    pub without: Vec<Form>,
}

impl Font {
    /// Computes all figures again, those of patterns with at most about `most` positions on the way, and compares them
    /// with those that the font states.
    ///
    /// ```
    /// use peg_solitaire::{board::SmallBoard, solution::{Interval, Solution}};
    /// use pegfont_type::font::{Character, Figures, Font};
    /// use peg_solitaire::{progress::Progress, solve::Reachable};
    /// let board: SmallBoard = "4x4".parse()?;
    /// let start = board.central_vacancy();
    /// let solution = Solution::parse(&board, start, "b4-b2")?;
    /// let figures = Figures::new(3, 1.0);
    /// let mut font = Font::new("wrong", &board, start)?;
    /// font.insert('x', Character { figures, ..Character::new("Latin", solution.end(), solution) })?;
    /// let checked = font.check_figures(&Reachable::solve(&board, start, Progress::NONE)?, Interval::MOST_POSITIONS, Progress::NONE)?;
    /// assert_eq!(checked.wrong[0].1.to_string(), "3 solutions are stated, and there are 1");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// When the font is of another game than the reachable positions, or the watcher stops the work.
    pub fn check_figures<'a>(
        &self,
        reachable: impl Into<Record<'a>>,
        most: usize,
        progress: Progress<'_>,
    ) -> Result<Checked, FiguresError> {
        let with = self.forms().filter(|chosen| chosen.figures.is_some());
        let patterns: BTreeSet<_> = with.filter_map(Character::small_pattern).collect();
        let known = self.puzzles(reachable.into(), &patterns, most, progress)?;
        let characters = self.characters.iter();
        let characters = characters.map(|(&character, chosen)| (character, None, chosen));
        let alternates = self.alternates.iter();
        let alternates =
            alternates.map(|(&(character, feature), chosen)| (character, Some(feature), chosen));
        let mut checked = Checked::default();
        for (character, feature, chosen) in characters.chain(alternates) {
            let form = Form { character, feature };
            let Some(said) = chosen.figures else {
                checked.without.push(form);
                continue;
            };
            let pattern = chosen.small_pattern();
            let Some((solution, found)) = pattern.and_then(|pattern| known.get(&pattern)) else {
                checked.unchecked.push(form);
                continue;
            };
            let before = checked.wrong.len();
            let mut wrong = |figure| checked.wrong.push((form, figure));
            if said.solutions() != found.solutions() {
                let (said, found) = (said.solutions(), found.solutions());
                wrong(WrongFigure::Solutions { said, found });
            }
            let [said_moves, found_moves] =
                [&chosen.solution, solution].map(|solution| solution.moves().count());
            if said_moves != found_moves {
                wrong(WrongFigure::FewestMoves { said: said_moves, found: found_moves });
            }
            // Both are truncated to tenths, and the same sums give the same tenths.
            if said.effort().to_bits() != found.effort().to_bits() {
                let (said, found) = (said.effort(), found.effort());
                wrong(WrongFigure::Effort { said, found });
            }
            checked.right += usize::from(checked.wrong.len() == before);
        }
        Ok(checked)
    }
}
