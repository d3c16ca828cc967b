//! The file of a game: its start and its targets, the jumps made and undone, and the solution that
//! is known. Whatever is read was played.

use std::fmt::Display;

use serde::Deserialize;
use toml::Spanned;

use super::Game;
use crate::board::{Board, Jump, Position, moves};
use crate::solution::{Solution, SolutionError};
use crate::toml_file::{self, FileError};

/// The version of the files that this program reads and writes.
const VERSION: i64 = 1;

/// The keys of a file.
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
        let title = toml::Value::from(self.title.as_str());
        let name = toml::Value::from(board.to_text());
        let empty = board.complement(&self.start);
        let empty: Vec<String> = empty.pegs().map(|hole| board.hole_name(hole)).collect();
        let picture = |target: &Position| format!("\"\"\"\n{}\n\"\"\"", board.picture(target));
        let targets: Vec<String> = self.targets.iter().map(picture).collect();

        let mut lines = vec![
            format!("pegfont_game = {VERSION}"),
            format!("title = {title}"),
            format!("board = {name}"),
            "# The empty holes of the start.".to_owned(),
            format!("start = \"{}\"", empty.join(" ")),
            format!("targets = [{}]", targets.join(", ")),
        ];
        if let Some(solution) = &self.solution {
            lines.extend(self.lines_of(solution));
        }
        if !self.jumps.is_empty() {
            lines.push(format!("played = \"{}\"", self.played()));
        }
        if !self.undone.is_empty() {
            let undone: Vec<Jump> = self.undone.iter().rev().copied().collect();
            lines.push(format!("undone = \"{}\"", self.names(&undone)));
        }
        lines.join("\n") + "\n"
    }

    /// The lines of a known solution.
    fn lines_of(&self, solution: &Solution) -> Vec<String> {
        let solution = solution.clone().in_rounds();
        let mut lines = vec![
            "# A line for each round of jumps that can be played at the same time.".to_owned(),
            "solution = [".to_owned(),
        ];
        for round in 0..solution.round_count() {
            let round = solution.jumps_in(round)..solution.jumps_in(round + 1);
            let jumps = self.names(&solution.jumps()[round]);
            lines.push(format!("    \"{jumps}\","));
        }
        lines.push("]".to_owned());
        lines
    }

    /// The names of some jumps.
    fn names(&self, jumps: &[Jump]) -> String {
        let names = jumps.iter().map(|&jump| self.board.jump_name(jump));
        names.collect::<Vec<String>>().join(" ")
    }

    /// Reads the file of a game, and plays its jumps.
    ///
    /// # Errors
    /// If the text is not such a file, with the place of the first thing that is wrong.
    pub fn parse(text: &str) -> Result<Self, FileError> {
        check_version(text)?;
        let saved: Saved = toml_file::read_with(text, &REQUIRED)?;
        let at = |string: &Spanned<String>, error: &dyn Display| {
            FileError::at(text, string.span().start, error)
        };

        let board = Board::from_text(saved.board.get_ref());
        let board = board.map_err(|why| at(&saved.board, &why))?;
        let start = start(text, &board, &saved.start)?;
        let mut targets = Vec::new();
        for picture in &saved.targets {
            let target = board.parse_pattern(picture.get_ref());
            targets.push(target.map_err(|error| at(picture, &error))?);
        }

        let played = |from: &Position, words| played(text, &board, from, words);
        let jumps = played(&start, saved.played.as_slice())?;
        let undone = played(&jumps.end(), saved.undone.as_slice())?;
        let mut solution = None;
        if let Some(rounds) = &saved.solution {
            let known = played(&start, rounds.get_ref())?;
            if !targets.contains(&known.end()) {
                let what = "the jumps of the solution leave none of the targets";
                return Err(FileError::at(text, rounds.span().start, what));
            }
            solution = Some(known.in_rounds().one_at_a_time());
        }

        Ok(Self {
            title: saved.title,
            position: jumps.end(),
            jumps: jumps.jumps().to_vec(),
            undone: undone.jumps().iter().rev().copied().collect(),
            solution,
            board,
            start,
            targets,
        })
    }
}

/// Checks that a file is of the version that this program reads.
fn check_version(text: &str) -> Result<(), FileError> {
    let version: Version = toml_file::read(text)?;
    let Some(found) = version.pegfont_game else {
        return Ok(());
    };
    if *found.get_ref() == VERSION {
        return Ok(());
    }

    let what = format!(
        "this game was written in version {}; this program reads version {VERSION}",
        found.get_ref()
    );
    Err(FileError::at(text, found.span().start, what))
}

/// The start, of which a file names the empty holes.
fn start(text: &str, board: &Board, empty: &Spanned<String>) -> Result<Position, FileError> {
    let byte_of = toml_file::bytes_of(text, empty);
    let mut start = board.full();
    for name in empty.get_ref().split_whitespace() {
        let hole = board.parse_hole(name);
        start.remove(hole.map_err(|error| FileError::at(text, byte_of(name), error))?);
    }
    Ok(start)
}

/// The moves in these strings, played from a position.
fn played(
    text: &str,
    board: &Board,
    from: &Position,
    strings: &[Spanned<String>],
) -> Result<Solution, FileError> {
    let mut jumps = Vec::new();
    // The byte where the move of each jump begins.
    let mut places = Vec::new();
    for string in strings {
        let byte_of = toml_file::bytes_of(text, string);
        for word in moves(string.get_ref()) {
            let byte = byte_of(word);
            let of_word = board.parse_move(word);
            let of_word = of_word.map_err(|error| FileError::at(text, byte, error))?;
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
