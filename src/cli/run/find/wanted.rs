//! What `find` searches near: the designs of a character, a pattern, a picture, or where a game
//! ends.

use std::path::Path;

use anyhow::Result;

use crate::cli::read::{read_played, read_subject, shows_picture, subject_of};
use crate::cli::request::{FindRequest, Subject, Takes};
use peg_console::board::start_on;
use peg_console::output::Output;
use peg_console::usage::usage;
use peg_solitaire::board::{Bitboard, Board, SmallBoard};
use peg_solitaire::solution::Solution;
use peg_solitaire::solve::Record;
use pegfont_base::words::{only_character, quoted};
use pegfont_type::find::Recognizer;
use pegfont_type::font::{Font, spelled, with_stand_ins};
use pegfont_type::glyph::{Designs, Holes};
use pegfont_type::goal::{Goal, several};

/// What to search near.
pub struct Wanted {
    pub board: SmallBoard,
    /// Where the game of a file starts.
    pub start: Option<Bitboard>,
    /// The character that the designs are of.
    pub character: Option<char>,
    /// The designs, the preferred one first.
    pub designs: Vec<Bitboard>,
    recognizer: Option<Recognizer>,
}

impl Wanted {
    fn of(board: SmallBoard, start: Option<Bitboard>, designs: Vec<Bitboard>) -> Self {
        Self {
            board,
            start,
            character: None,
            designs,
            recognizer: None,
        }
    }

    /// Who reads the patterns, and as which character.
    pub fn reader(&self) -> Option<(&Recognizer, char)> {
        self.recognizer.as_ref().zip(self.character)
    }
}

/// What can be searched near.
const TAKES: Takes = Takes {
    command: "find",
    kinds: &[
        Subject::Input,
        Subject::Game,
        Subject::Picture,
        Subject::Jumps,
        Subject::Position,
        Subject::Hole,
        Subject::Text,
    ],
};

/// What to search near, on the board that is given, that of an open set, or the usual one.
pub fn read(request: &FindRequest, opened: Option<&dyn Record>, out: &Output) -> Result<Wanted> {
    let usual = Board::rectangle(5, 7)?.small()?;
    let board = match (request.designs.board(out)?, opened) {
        (Some(given), _) => given,
        (None, Some(opened)) => opened.board().clone(),
        (None, None) => usual.clone(),
    };
    let kind = kind_of(&request.wanted, board.as_board(), out)?;
    if matches!(kind, Subject::Game | Subject::Jumps) {
        return shown_as(request, kind, &request.wanted, board, out);
    }

    let is_picture = shows_picture(Path::new(&request.wanted), out)?;
    let is_text_of_input = kind == Subject::Input && !is_picture;
    let text = if is_text_of_input {
        read_subject(&request.wanted, out)?
    } else {
        request.wanted.clone()
    };
    let has_one_character = only_character(text.trim_end_matches('\u{FE0F}')).is_some();
    if is_text_of_input && !has_one_character {
        return Err(usage(several(&text)));
    }

    // The built-in designs are on one board; on others, 7 is a hole.
    let has_designs = !is_picture && (!request.designs.files.is_empty() || board == usual);
    if has_designs && has_one_character {
        let only = with_stand_ins(&text);
        let glyphs = request.designs.read(Some(&only), out)?;
        let board = board_of(&glyphs)?;
        return of_character(&text, &glyphs, board);
    }
    if request.designs.files.is_empty() {
        return shown_as(request, kind, &text, board, out);
    }
    let glyphs = request.designs.read(None, out)?;
    shown_as(request, kind, &text, board_of(&glyphs)?, out)
}

/// What a text that is no character of a glyph file shows: the end of a game, a picture, a
/// pattern, a last peg.
pub fn shown(request: &FindRequest, text: &str, board: SmallBoard, out: &Output) -> Result<Wanted> {
    let kind = kind_of(text, board.as_board(), out)?;
    shown_as(request, kind, text, board, out)
}

/// What a word of this kind shows.
fn shown_as(
    request: &FindRequest,
    kind: Subject,
    text: &str,
    board: SmallBoard,
    out: &Output,
) -> Result<Wanted> {
    let path = Path::new(text);
    if kind == Subject::Game {
        let game = read_played(path, TAKES, out)?;
        return end_of(request, &game.solution, text, out);
    }
    if kind == Subject::Jumps {
        let start = start_on(&board, request.start.as_deref())?;
        let start = start.unwrap_or(board.central_vacancy());
        let solution = Solution::parse(board.as_board(), start, text).map_err(usage)?;
        return end_of(request, &solution, text, out);
    }

    if shows_picture(path, out)? {
        let drawn = request
            .picture
            .read(path, Holes::Of(board.as_board()), out)?;
        let pattern = board.bits(&drawn.pegs)?;
        return Ok(Wanted::of(board, None, vec![pattern]));
    }

    let goal = Goal::parse(&board, Font::builtin()?, text);
    let goal = goal.map_err(|error| match path.extension() {
        Some(end) if end == "toml" => {
            usage!("{error}; for its designs: pegfont find CHARACTER --glyphs {text}")
        }
        Some(_) => usage!("{error}; or a PNG, GIF, BMP, JPEG or WebP file"),
        None => usage(error),
    })?;
    Ok(Wanted::of(board, None, goal.targets))
}

/// Where a game ends.
fn end_of(request: &FindRequest, solution: &Solution, text: &str, out: &Output) -> Result<Wanted> {
    let board = solution.board().small();
    let board = board.map_err(|error| usage!("{text}: {error}"))?;
    request.designs.require_board(text, board.as_board(), out)?;

    let start = board.bits(solution.start())?;
    let end = board.bits(&solution.end())?;
    Ok(Wanted::of(board, Some(start), vec![end]))
}

/// The designs of a character, or of the sign that stands for an emoji.
fn of_character(text: &str, glyphs: &Designs, board: SmallBoard) -> Result<Wanted> {
    let character = only_character(&spelled(text, |one| glyphs.get(one).is_some()));
    let name = quoted(only_character(text).or(character).unwrap_or_default());
    let designs = character.map_or(&[][..], |character| glyphs.of(character));
    if character.is_some_and(|character| glyphs.skipped.contains(&character)) {
        refuse!("the design of {name} does not fit on {board}: choose a larger --board");
    }

    if designs.is_empty() {
        if text.chars().any(char::is_control) {
            refuse!("{name} has no design: leave it out, since no font draws a control character");
        }
        refuse!("{name} has no design: give a pattern, or a file that has one with --glyphs");
    }
    let designs = designs
        .iter()
        .map(|design| board.bits(design))
        .collect::<Result<_, _>>()?;
    let recognizer = Some(Recognizer::new(glyphs));
    Ok(Wanted {
        character,
        recognizer,
        ..Wanted::of(board, None, designs)
    })
}

/// The board of designs, which must be one that is enumerated.
fn board_of(designs: &Designs) -> Result<SmallBoard> {
    let board = designs.board().small();
    board.map_err(|error| usage!("the designs: {error}: choose a --board"))
}

/// What a word is, of what can be searched near. A glyph file is an option.
fn kind_of(word: &str, board: &Board, out: &Output) -> Result<Subject> {
    if subject_of(word, board.holes()) == Subject::File
        && Path::new(word).extension() == Some("toml".as_ref())
    {
        refuse!("{word} is a file; for its designs: pegfont find CHARACTER --glyphs {word}");
    }
    TAKES.kind_of(word, board.holes(), out)
}
