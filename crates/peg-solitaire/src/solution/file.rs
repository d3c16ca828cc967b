//! The file of a game: its start, its jumps by rounds, and its end. Whatever is read was played and compared.

use std::fmt::{self, Write as _};

use serde::Deserialize;
use toml::Spanned;

use super::{Solution, SolutionError};
use crate::board::{Board, Hole, Jump, PatternError};
use crate::toml_file::{self, FileError};

/// The version of the files that this program reads and writes.
const VERSION: u32 = 1;

/// The contents of the file.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Saved {
    #[serde(rename = "pegfont_one_game")]
    _version: u32,
    text: String,
    board: Spanned<String>,
    start: Spanned<String>,
    rounds: Vec<Spanned<String>>,
    end: Spanned<Vec<Spanned<String>>>,
}

/// Another version may have other keys, so this is read first.
#[derive(Deserialize)]
struct Version {
    pegfont_one_game: Option<Spanned<i64>>,
}

impl Solution {
    /// The game as a file, with a text for its title.
    ///
    /// ```
    /// use peg_solitaire::{board::Board, solution::Solution};
    /// let (board, start) = Board::from_picture("##.")?;
    /// let solution = Solution::parse(&board, start, "a1-c1")?.in_rounds();
    /// let file = solution.to_toml("I");
    /// assert!(file.contains("start = \"c1\""));
    /// assert_eq!(Solution::parse_toml(&file)?, ("I".to_owned(), solution));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn to_toml(&self, text: &str) -> String {
        let board = self.board();
        let empty = board.complement(self.start());
        let empty: Vec<String> = empty.pegs().map(|hole| board.hole_name(hole)).collect();
        let mut file = format!("pegfont_one_game = {VERSION}\n");
        let _ = writeln!(file, "text = {}", toml::Value::from(text));
        let _ = writeln!(file, "board = {}", toml::Value::from(board.to_text()));
        let _ = writeln!(file, "# The empty holes of the start.\nstart = \"{}\"", empty.join(" "));
        file.push_str(
            "# A line for each round of jumps that are played at the same time.\nrounds = [\n",
        );
        let numbered: Vec<(usize, Jump)> =
            (0..).map(|jump| self.round_of(jump)).zip(self.jumps().iter().copied()).collect();
        for round in numbered.chunk_by(|one, next| one.0 == next.0) {
            let jumps: Vec<String> = round.iter().map(|&(_, jump)| board.jump_name(jump)).collect();
            let _ = writeln!(file, "    \"{}\",", jumps.join(" "));
        }
        file.push_str("]\nend = [\n");
        for row in board.picture(self.end()).lines() {
            let _ = writeln!(file, "    \"{row}\",");
        }
        file.push_str("]\n");
        file
    }

    /// Reads the file of a game, and its text. The jumps are played from the start, in rounds of their own making, and must leave the end.
    ///
    /// # Errors
    /// If the text is not such a file, with the place of the first thing that is wrong.
    pub fn parse_toml(text: &str) -> Result<(String, Self), FileError> {
        let version: Version = toml_file::read(text)?;
        if let Some(found) = version.pegfont_one_game
            && *found.get_ref() != i64::from(VERSION)
        {
            let what = format!(
                "this game was written in version {}; this program reads version {VERSION}",
                found.get_ref()
            );
            return Err(FileError::at(text, found.span().start, what));
        }
        let saved: Saved = toml_file::read(text)?;
        let board = Board::from_text(saved.board.get_ref());
        let board = board.map_err(|error| FileError::at(text, saved.board.span().start, error))?;
        let wrong = |(string, word), error: &dyn fmt::Display| {
            FileError::at(text, toml_file::byte_of(text, string, word), error)
        };
        let mut start = board.full();
        for named in words(&saved.start) {
            start.remove(board.parse_hole(named.1).map_err(|error| wrong(named, &error))?);
        }
        let named: Vec<_> = saved.rounds.iter().flat_map(words).collect();
        let jumps = named
            .iter()
            .map(|&named| board.parse_jump(named.1).map_err(|error| wrong(named, &error)));
        let jumps = jumps.collect::<Result<_, _>>()?;
        let solution = Self::new(&board, start, jumps).map_err(|error| {
            let number = match &error {
                SolutionError::Illegal { number, .. }
                | SolutionError::OtherBoard { number, .. } => *number,
                SolutionError::Start(_) | SolutionError::Notation { .. } => 1,
            };
            wrong(named[number - 1], &error)
        })?;
        solution.compare_end(text, &saved.end)?;
        Ok((saved.text, solution.in_rounds()))
    }

    /// Checks that the end of the file is what the jumps leave.
    fn compare_end(
        &self,
        text: &str,
        end: &Spanned<Vec<Spanned<String>>>,
    ) -> Result<(), FileError> {
        let rows: Vec<&str> = end.get_ref().iter().map(|row| row.get_ref().as_str()).collect();
        // The byte of the file at which this column of a row begins.
        let place = |row: usize, column: usize| {
            let (string, drawn) = (end.get_ref().get(row)?, rows[row]);
            let (offset, _) = drawn.char_indices().nth(column)?;
            Some(toml_file::byte_of(text, string, &drawn[offset..]))
        };
        let wrong = |place: Option<usize>, what: &dyn fmt::Display| {
            FileError::at(text, place.unwrap_or(end.span().start), what)
        };
        let drawn = self.board.parse_position(&rows.join("\n")).map_err(|error| match error {
            PatternError::StrayCharacter { row, column, .. } => {
                wrong(place(row - 1, column - 1), &error)
            }
            PatternError::Row { row, .. } => wrong(place(row - 1, 0), &error),
            _ => wrong(None, &error),
        })?;
        let left = self.end();
        let differs = |&hole: &Hole| drawn.has(hole) != left.has(hole);
        let Some(hole) = self.board.each_hole().find(differs) else { return Ok(()) };
        let (x, y) = self.board.picture_place(hole);
        let [drawn, left] = [drawn, left].map(|end| if end.has(hole) { "a peg" } else { "no peg" });
        let hole = self.board.hole_name(hole);
        let what = format!("the end has {drawn} in {hole}, but the jumps leave {left} there");
        Err(wrong(place(y, x), &what))
    }
}

/// The words of a string.
fn words(string: &Spanned<String>) -> impl Iterator<Item = (&Spanned<String>, &str)> {
    string.get_ref().split_whitespace().map(move |word| (string, word))
}

#[cfg(test)]
mod tests {
    use super::*;

    const FILE: &str = "pegfont_one_game = 1
text = \"I\"
board = \"3x3\"
start = \"b1\"
rounds = [
    \"b3-b1\",
]
end = [
    \"###\",
    \"#.#\",
    \"#.#\",
]
";

    #[test]
    fn every_line_is_checked_and_a_mistake_has_its_place() {
        let (text, solution) = Solution::parse_toml(FILE).unwrap();
        assert_eq!((text.as_str(), solution.jumps().len()), ("I", 1));
        assert_eq!(Solution::parse_toml(&solution.to_toml("I")), Ok((text, solution)));
        let hole = "write holes like b2, column letter and row number from the top left";
        let jump = "write jumps like c2-c4, and moves of several jumps like c2-c4-e4";
        let triple = "the two holes must be in a line with one hole between them";
        for (of, instead, said) in [
            (
                "= 1",
                "= 2",
                "1:20: this game was written in version 2; this program reads version 1",
            ),
            ("\"I\"", "1", "2:8: expected a string, not the number 1"),
            ("3x3", "3", &format!("3:9: {}", "3".parse::<Board>().unwrap_err())),
            ("3x3", "0x3", "3:9: a board needs at least one hole"),
            ("\"b1\"", "\"b9\"", &format!("4:10: \"b9\" is not a hole of 3x3: {hole}")),
            ("b1", "b2", "6:6: jump 1, b3-b1, can't be played: there is no peg to jump over"),
            ("b3-b1", "b3b1", &format!("6:6: \"b3b1\" is not a jump: {jump}")),
            ("b3-b1", "b3-b2", &format!("6:6: b3-b2 is not a jump on 3x3: {triple}")),
            (
                "b3-b1",
                "b3-b1 a3-c3",
                "6:12: jump 2, a3-c3, can't be played: there is no peg to jump over",
            ),
            ("\"###\",\n", "", "8:7: a pattern of 3x3 has 3 rows; this one has 2"),
            (
                "###",
                "##",
                "9:6: row 1 of the pattern has 2 holes, or has them in other columns; on 3x3 it has 3",
            ),
            (
                "###",
                "##x",
                "9:8: row 1, column 3: unexpected 'x' in the pattern (a peg is '#', an empty hole '.')",
            ),
            ("###", "#.#", "9:7: the end has no peg in b1, but the jumps leave a peg there"),
            ("#.#", "###", "10:7: the end has a peg in b2, but the jumps leave no peg there"),
        ] {
            let wrong = FILE.replacen(of, instead, 1);
            assert_ne!(wrong, FILE, "{of}");
            assert_eq!(Solution::parse_toml(&wrong).unwrap_err().to_string(), said);
        }
        let unknown = FILE.replacen("text", "title", 1);
        let unknown = Solution::parse_toml(&unknown).unwrap_err().to_string();
        assert!(unknown.starts_with("2:1: unknown key `title`"), "{unknown}");
    }
}
