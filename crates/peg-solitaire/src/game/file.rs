//! The file of a game: its start and its targets, the jumps made and undone, and the solution that
//! is known. Whatever is read was played.

use std::fmt::{Display, Write as _};

use serde::Deserialize;
use toml::Spanned;

use super::Game;
use crate::board::{Board, Position, moves};
use crate::solution::{Solution, SolutionError};
use crate::toml_file::{self, FileError};

/// The version of the files that this program reads and writes.
const VERSION: i64 = 1;

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Saved {
    #[serde(rename = "pegfont_game")]
    _version: i64,
    title: String,
    board: Spanned<String>,
    start: Spanned<String>,
    targets: Vec<Spanned<String>>,
    solution: Option<Spanned<Vec<Spanned<String>>>>,
    played: Option<Spanned<String>>,
    undone: Option<Spanned<String>>,
}

/// The keys that every game has.
const REQUIRED: [&str; 5] = ["pegfont_game", "title", "board", "start", "targets"];

/// Another version may have other keys, so this is read first.
#[derive(Deserialize)]
struct Version {
    pegfont_game: Option<Spanned<i64>>,
}

impl Game {
    /// The game as a file.
    pub fn to_toml(&self) -> String {
        let board = &self.board;
        let [title, name] = [&self.title, &board.to_text()].map(|text| toml::Value::from(&**text));
        let empty = board.complement(&self.start);
        let empty: Vec<String> = empty.pegs().map(|hole| board.hole_name(hole)).collect();
        let mut file = format!("pegfont_game = {VERSION}\ntitle = {title}\nboard = {name}\n");
        let _ = writeln!(
            file,
            "# The empty holes of the start.\nstart = \"{}\"",
            empty.join(" ")
        );
        let picture = |target: &Position| format!("\"\"\"\n{}\n\"\"\"", board.picture(target));
        let targets: Vec<String> = self.targets.iter().map(picture).collect();
        let _ = writeln!(file, "targets = [{}]", targets.join(", "));
        if let Some(solution) = &self.solution {
            let solution = solution.clone().in_rounds();
            file.push_str("# A line for each round of jumps that can be played at the same time.\nsolution = [\n");
            for round in 0..solution.round_count() {
                let round = solution.jumps_in(round)..solution.jumps_in(round + 1);
                let jumps = solution.jumps()[round]
                    .iter()
                    .map(|&jump| board.jump_name(jump));
                let _ = writeln!(
                    file,
                    "    \"{}\",",
                    jumps.collect::<Vec<String>>().join(" ")
                );
            }
            file.push_str("]\n");
        }
        if !self.jumps.is_empty() {
            let _ = writeln!(file, "played = \"{}\"", self.played());
        }
        if !self.undone.is_empty() {
            let undone: Vec<String> = self
                .undone
                .iter()
                .rev()
                .map(|&jump| board.jump_name(jump))
                .collect();
            let _ = writeln!(file, "undone = \"{}\"", undone.join(" "));
        }
        file
    }

    /// Reads the file of a game, and plays its jumps.
    ///
    /// # Errors
    /// If the text is not such a file, with the place of the first thing that is wrong.
    pub fn parse(text: &str) -> Result<Self, FileError> {
        let version: Version = toml_file::read(text)?;
        if let Some(found) = version
            .pegfont_game
            .filter(|found| *found.get_ref() != VERSION)
        {
            let (found, byte) = (found.get_ref(), found.span().start);
            let what = format!(
                "this game was written in version {found}; this program reads version {VERSION}"
            );
            return Err(FileError::at(text, byte, what));
        }
        let saved: Saved = toml_file::read_with(text, &REQUIRED)?;
        let at = |string: &Spanned<String>, error: &dyn Display| {
            FileError::at(text, string.span().start, error)
        };
        let board =
            Board::from_text(saved.board.get_ref()).map_err(|why| at(&saved.board, &why))?;
        let mut start = board.full();
        let byte_of = toml_file::bytes_of(text, &saved.start);
        for name in saved.start.get_ref().split_whitespace() {
            let hole = board.parse_hole(name);
            start.remove(hole.map_err(|error| FileError::at(text, byte_of(name), error))?);
        }
        let target = |picture: &Spanned<String>| {
            board
                .parse_pattern(picture.get_ref())
                .map_err(|error| at(picture, &error))
        };
        let targets: Vec<Position> = saved.targets.iter().map(target).collect::<Result<_, _>>()?;
        let played = |from: &Position, words| played(text, &board, from, words);
        let jumps = played(&start, saved.played.as_slice())?;
        let undone = played(&jumps.end(), saved.undone.as_slice())?;
        let solution = saved.solution.as_ref().map(|rounds| {
            let solution = played(&start, rounds.get_ref())?;
            if !targets.contains(&solution.end()) {
                let what = "the jumps of the solution leave none of the targets";
                return Err(FileError::at(text, rounds.span().start, what));
            }
            Ok(solution.in_rounds().one_at_a_time())
        });
        Ok(Self {
            title: saved.title,
            position: jumps.end(),
            jumps: jumps.jumps().to_vec(),
            undone: undone.jumps().iter().rev().copied().collect(),
            solution: solution.transpose()?,
            board,
            start,
            targets,
        })
    }
}

/// The moves in these strings, played from a position.
fn played(
    text: &str,
    board: &Board,
    from: &Position,
    strings: &[Spanned<String>],
) -> Result<Solution, FileError> {
    let (mut jumps, mut places) = (Vec::new(), Vec::new());
    for string in strings {
        let byte_of = toml_file::bytes_of(text, string);
        for word in moves(string.get_ref()) {
            let byte = byte_of(word);
            let of_word = board
                .parse_move(word)
                .map_err(|error| FileError::at(text, byte, error))?;
            places.resize(places.len() + of_word.len(), byte);
            jumps.extend(of_word);
        }
    }
    Solution::new(board, from, jumps).map_err(|error| {
        let place = match &error {
            SolutionError::Illegal { number, .. } => places.get(number - 1),
            _ => None,
        };
        FileError::at(text, place.copied().unwrap_or(0), error)
    })
}
