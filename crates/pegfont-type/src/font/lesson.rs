//! The first lesson: two small boards, then the end of a letter.

use peg_solitaire::board::Board;
use peg_solitaire::game::Game;

use super::Font;

/// The boards of the first steps, each with the hole of the last peg if it isn't any.
const BOARDS: [(&str, Option<&str>); 2] = [
    ("##.\n..#\n.#.", None),
    ("..#..\n..#..\n.#.#.\n.#.#.\n..#..", Some("c3")),
];

/// The letter of the last step, and how many of its jumps are left to play.
const LETTER: (char, usize) = ('E', 5);

impl Font {
    /// A step of the lesson, the first of which is 1; `None` if there is no such step, or no E in
    /// the font.
    pub fn lesson(&self, step: usize) -> Option<Game> {
        let number = step.checked_sub(1)?;
        if number == BOARDS.len() {
            let (letter, jumps_left) = LETTER;
            let solution = &self.get(letter)?.solution;
            return Game::of(solution).ending(solution, jumps_left).ok()?;
        }

        let (picture, last) = BOARDS.get(number)?;
        let (board, start) = Board::from_picture(picture).ok()?;
        let targets = match last {
            Some(name) => vec![board.parse_hole(name).ok()?],
            None => board.each_hole().collect(),
        };

        Game::new(&board, start, targets).ok()
    }
}
