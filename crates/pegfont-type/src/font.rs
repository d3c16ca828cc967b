//! Fonts: a reachable pattern for every character and the solution that leads to it, stored in a
//! TOML file that is checked when it is read. Only building a font needs the solver.

mod daily;
mod figures;
mod file;
mod lesson;
mod spelling;

use std::collections::BTreeMap;

use crate::error::Error;
use crate::find::PatternInWords;
use crate::glyph::{Designs, Feature};
use peg_solitaire::board::{Bitboard, Board, Position, SmallBoard};
use peg_solitaire::game::Game;
use peg_solitaire::puzzle::Puzzle;
use peg_solitaire::solution::{Figures, Solution};

pub use daily::of_day;
pub use spelling::{shown, spelled, with_stand_ins};

/// A set of characters with their solutions, all on the same board and from the same start.
///
/// What needs the enumeration of a board asks for [`small`](Self::small): the board and start as
/// that of machine words.
#[derive(Clone, PartialEq, Debug)]
pub struct Font {
    name: String,
    board: Board,
    start: Position,
    characters: BTreeMap<char, Character>,
    alternates: BTreeMap<(char, Feature), Character>,
    turns: Vec<Feature>,
}

/// One character of a font.
#[derive(Clone, PartialEq, Debug)]
pub struct Character {
    /// The heading of the character in a specimen, such as `Latin`.
    pub script: String,
    /// The designer's drawing.
    pub design: Position,
    /// The drawing that is best where every pattern can be reached, as on the large board of one
    /// game.
    pub ideal: Position,
    /// The solution that leads from the start to the character's pattern.
    pub solution: Solution,
    /// Figures about all of its solutions. If present, `solution` has the fewest moves.
    pub figures: Option<Figures>,
}

impl Character {
    /// A character without figures.
    pub fn new(script: impl Into<String>, design: impl Into<Position>, solution: Solution) -> Self {
        let design = design.into();

        Self {
            script: script.into(),
            ideal: design.clone(),
            design,
            solution,
            figures: None,
        }
    }

    /// The pattern: the pegs that are left.
    pub fn pattern(&self) -> Position {
        self.solution.end()
    }

    /// The pattern as a machine word, if the board has at most 64 holes.
    pub fn small_pattern(&self) -> Option<Bitboard> {
        self.solution
            .board()
            .small()
            .ok()
            .and(self.pattern().bits())
    }

    /// The character as a puzzle, with this title, its solution and its figures.
    pub fn puzzle(&self, title: impl Into<String>) -> Puzzle {
        Puzzle {
            title: title.into(),
            targets: vec![self.pattern()],
            solution: self.solution.clone(),
            figures: self.figures,
            analysis: None,
            widths: None,
        }
    }

    /// The character in words.
    pub fn described(&self) -> PatternInWords {
        let board = self.solution.board();
        let game = Some((&self.solution, self.figures));

        PatternInWords::of(board, &self.pattern(), &self.design, game, ())
    }

    /// The Hamming distance of the pattern from the design.
    pub fn distance(&self) -> u32 {
        self.pattern().distance(&self.design)
    }
}

impl Font {
    /// An empty font.
    ///
    /// # Errors
    /// If the start is not of the board.
    pub fn new(
        name: impl Into<String>,
        board: &Board,
        start: impl Into<Position>,
    ) -> Result<Self, Error> {
        let start = start.into();
        ensure!(
            board.contains(&start),
            "the start has pegs outside of {board}"
        );

        Ok(Self {
            name: name.into(),
            board: board.clone(),
            start,
            characters: BTreeMap::new(),
            alternates: BTreeMap::new(),
            turns: Vec::new(),
        })
    }

    /// What is known of a game, if it has the font's board and start, and leads to the pattern of a
    /// character.
    pub fn puzzle(&self, game: &Game) -> Option<Puzzle> {
        if game.board() != &self.board || game.start() != &self.start {
            return None;
        }

        let is_target = |character: &&Character| game.targets() == [character.pattern()];
        let character = self.characters.values().find(is_target)?;
        Some(character.puzzle(&*game.title))
    }

    /// The letters and digits of ASCII that have figures, the easiest first. Their patterns have
    /// many pegs; a few pegs, as in a dash, take minutes to analyse.
    pub fn easiest(&self) -> impl Iterator<Item = char> {
        let mut efforts: Vec<(f64, char)> = Vec::new();
        for (&name, character) in &self.characters {
            if let Some(figures) = character.figures
                && name.is_ascii_alphanumeric()
            {
                efforts.push((figures.effort(), name));
            }
        }

        efforts.sort_by(|(one, _), (other, _)| one.total_cmp(other));
        efforts.into_iter().map(|(_, name)| name)
    }

    /// The built-in font, `fonts/pegfont.toml`. It is read when this is called for the first time,
    /// in some milliseconds.
    pub fn builtin() -> Result<&'static Self, Error> {
        static FONT: std::sync::OnceLock<Result<Font, Error>> = std::sync::OnceLock::new();
        FONT.get_or_init(|| Self::parse(pegfont_fonts::PEGFONT))
            .as_ref()
            .map_err(Clone::clone)
    }

    /// The name in the font file.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// The board that every character is played on.
    pub fn board(&self) -> &Board {
        &self.board
    }

    /// The position that every solution starts from.
    pub fn start(&self) -> &Position {
        &self.start
    }

    /// The board and the start as a machine word, if the board has at most 64 holes.
    pub fn small(&self) -> Option<(SmallBoard, Bitboard)> {
        Some((self.board.small().ok()?, self.start.bits()?))
    }

    /// The characters in code point order.
    pub fn characters(&self) -> &BTreeMap<char, Character> {
        &self.characters
    }

    /// The pattern and solution of a character, if the font has it.
    pub fn get(&self, character: char) -> Option<&Character> {
        self.characters.get(&character)
    }

    /// The alternates of characters, by the feature that shows them.
    pub fn alternates(&self) -> &BTreeMap<(char, Feature), Character> {
        &self.alternates
    }

    /// The alternate of a character that this feature shows, if the font has one.
    pub fn alternate(&self, character: char, feature: Feature) -> Option<&Character> {
        self.alternates.get(&(character, feature))
    }

    /// Puts the alternates of a feature in the place of their characters. With several, a character
    /// takes turns in a [text](Self::form).
    pub fn show(&mut self, features: &[Feature]) {
        let &[only] = features else {
            self.turns = features.to_vec();
            return;
        };

        for (&(character, feature), alternate) in &self.alternates {
            if feature == only {
                self.characters.insert(character, alternate.clone());
            }
        }
    }

    /// What a character looks like in a text that has it this many times before: if it takes turns,
    /// itself at first.
    pub fn form(&self, character: char, before: usize) -> Option<&Character> {
        let mut forms = Vec::from_iter(self.get(character));
        for &turn in &self.turns {
            forms.extend(self.alternate(character, turn));
        }

        forms.get(before % forms.len().max(1)).copied()
    }

    /// The characters and their alternates.
    pub fn forms(&self) -> impl Iterator<Item = &Character> {
        self.characters.values().chain(self.alternates.values())
    }

    /// Inserts an alternate of a character, replacing any previous one for the same feature.
    ///
    /// # Errors
    /// As [`insert`](Self::insert), and if the font doesn't have the character.
    pub fn insert_alternate(
        &mut self,
        character: char,
        feature: Feature,
        chosen: Character,
    ) -> Result<(), Error> {
        ensure!(
            self.get(character).is_some(),
            "the font doesn't have {character:?}, for which there is an alternate"
        );
        self.check(&chosen)?;

        self.alternates.insert((character, feature), chosen);
        Ok(())
    }

    /// Inserts a character, replacing any previous one.
    ///
    /// # Errors
    /// If its solution is on another board or from another start, or its design is not of the
    /// board.
    pub fn insert(&mut self, character: char, chosen: Character) -> Result<(), Error> {
        self.check(&chosen)?;
        self.characters.insert(character, chosen);
        Ok(())
    }

    /// Keeps only some characters, and their alternates.
    pub fn retain(&mut self, keep: impl Fn(char) -> bool) {
        self.characters.retain(|&character, _| keep(character));
        self.alternates.retain(|&(character, _), _| keep(character));
    }

    /// Checks that a character is of the font's game.
    fn check(&self, chosen: &Character) -> Result<(), Error> {
        let board = chosen.solution.board();
        let own = &self.board;
        ensure!(
            board == own,
            "the solution is played on {board}, the font's are on {own}"
        );
        ensure!(
            *chosen.solution.start() == self.start,
            "the solution starts from another position than the font's"
        );

        let is_drawn = board.contains(&chosen.design) && board.contains(&chosen.ideal);
        ensure!(is_drawn, "the design has pegs outside of {board}");
        Ok(())
    }

    /// The designs that are best where every pattern can be reached, as on the large board of one
    /// game.
    pub fn designs(&self) -> Designs {
        let designs = self
            .characters
            .iter()
            .map(|(&character, chosen)| (character, chosen.ideal.clone()));

        Designs::new(&self.name, &self.board).with(designs)
    }

    /// This font with the characters of another that it doesn't have, if both have the same board
    /// and start. A character brings its alternates along.
    pub fn followed_by(mut self, other: &Self) -> Self {
        if other.board != self.board || other.start != self.start {
            return self;
        }

        self.name = format!("{} + {}", self.name, other.name);
        let mut more = other.clone();
        more.retain(|character| !self.characters.contains_key(&character));
        self.characters.append(&mut more.characters);
        self.alternates.append(&mut more.alternates);
        self
    }
}

/// The solution as a font plays it: on boards of more than 64 holes in rounds, since one jump after
/// the other would take too long.
fn in_time(solution: Solution) -> Solution {
    if solution.board().small().is_ok() {
        solution
    } else {
        solution.in_rounds()
    }
}
