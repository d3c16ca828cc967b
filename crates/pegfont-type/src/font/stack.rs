//! Several fonts read as one. Never changes a character, and never mixes boards or start positions.

use thiserror::Error;

use super::Font;
use peg_solitaire::board::{Board, Position};

/// Why two fonts can't be used together.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[non_exhaustive]
pub enum StackError {
    /// The boards differ.
    #[error(
        "the font {font} is on {found}, and {first} on {expected}; fonts that are used together need the same board"
    )]
    Board { font: String, found: Board, first: String, expected: Board },
    /// The start positions differ.
    #[error(
        "the font {font} starts from another position than {first}; fonts that are used together need the same start"
    )]
    Start { font: String, found: Position, first: String, expected: Position },
}

impl Font {
    /// This font with the characters of another that it doesn't have. A character brings its alternates along.
    ///
    /// ```
    /// use peg_solitaire::{board::SmallBoard, solution::Solution};
    /// use pegfont_type::font::{Character, Font};
    /// let board: SmallBoard = "5x7".parse()?;
    /// let font = |name: &str, character, jump| -> Result<Font, Box<dyn std::error::Error>> {
    ///     let mut font = Font::new(name, &board, board.central_vacancy())?;
    ///     let solution = Solution::parse(&board, board.central_vacancy(), jump)?;
    ///     font.insert(character, Character::new("Latin", solution.end(), solution))?;
    ///     Ok(font)
    /// };
    /// let mine = font("mine", '-', "c2-c4")?;
    /// let all = mine.clone().followed_by(&font("other", '-', "c6-c4")?)?.followed_by(&font("third", '+', "c6-c4")?)?;
    /// assert_eq!(all.get('-'), mine.get('-'));
    /// assert_eq!((all.name(), all.characters().len()), ("mine + other + third", 2));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// If the fonts have different boards or start positions.
    pub fn followed_by(mut self, other: &Self) -> Result<Self, StackError> {
        let (font, first) = (other.name.clone(), self.name.clone());
        if other.board != self.board {
            let (found, expected) = (other.board.clone(), self.board);
            return Err(StackError::Board { font, found, first, expected });
        }
        if other.start != self.start {
            let (found, expected) = (other.start.clone(), self.start);
            return Err(StackError::Start { font, found, first, expected });
        }
        for (&(character, feature), alternate) in &other.alternates {
            if !self.characters.contains_key(&character) {
                self.alternates.insert((character, feature), alternate.clone());
            }
        }
        for (&character, chosen) in &other.characters {
            self.characters.entry(character).or_insert_with(|| chosen.clone());
        }
        self.name = format!("{first} + {font}");
        Ok(self)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::font::Character;
    use crate::glyph::Feature;
    use peg_solitaire::board::{Bitboard, SmallBoard};
    use peg_solitaire::solution::Solution;

    fn font(name: &str, board: &SmallBoard, start: Bitboard, characters: &[(char, &str)]) -> Font {
        let mut font = Font::new(name, board, start).unwrap();
        for &(character, jump) in characters {
            let solution = Solution::parse(board, start, jump).unwrap();
            let chosen = Character::new("Latin", solution.end(), solution);
            font.insert(character, chosen.clone()).unwrap();
            font.insert_alternate(character, Feature::First, chosen).unwrap();
        }
        font
    }

    #[test]
    fn a_character_and_its_alternates_come_from_the_first_font_that_has_it() {
        let board: SmallBoard = "5x7".parse().unwrap();
        let start = board.central_vacancy();
        let first = font("first", &board, start, &[('a', "c2-c4")]);
        let second = font("second", &board, start, &[('a', "c6-c4"), ('b', "a4-c4")]);
        let all = first.clone().followed_by(&second).unwrap();
        assert_eq!(all.name(), "first + second");
        assert_eq!((all.characters().len(), all.alternates().len()), (2, 2));
        for (character, of) in [('a', &first), ('b', &second)] {
            assert_eq!(all.get(character), of.get(character));
            let alternate = |font: &Font| font.alternate(character, Feature::First).cloned();
            assert_eq!(alternate(&all), alternate(of));
        }
        assert_eq!(Font::parse(&all.to_toml()).unwrap(), all);
    }

    #[test]
    fn fonts_of_other_games_are_refused_by_name() {
        let [board, small] = ["5x7", "3x5"].map(|name| name.parse::<SmallBoard>().unwrap());
        let first = font("first", &board, board.central_vacancy(), &[]);
        let other = font("small", &small, small.central_vacancy(), &[]);
        let error = first.clone().followed_by(&other).unwrap_err().to_string();
        assert!(error.starts_with("the font small is on 3x5, and first on 5x7"), "{error}");
        let other = font("corner", &board, board.full().without(Bitboard(1)), &[]);
        let error = first.followed_by(&other).unwrap_err().to_string();
        assert!(error.starts_with("the font corner starts from another position than first"));
    }
}
