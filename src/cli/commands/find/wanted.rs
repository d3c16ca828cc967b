//! What `find` searches near: the designs of a character, a pattern, a picture, or where a game
//! ends.

use std::path::Path;

use anyhow::Result;

use super::Find;
use crate::cli::args::{Kind, Takes, read_played, read_subject, shows_picture};
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
        Kind::Input,
        Kind::Game,
        Kind::Picture,
        Kind::Jumps,
        Kind::Position,
        Kind::Hole,
        Kind::Text,
    ],
};

impl Find {
    /// What to search near, on the board that is given, that of an open set, or the usual one.
    pub fn wanted(&self, opened: Option<&dyn Record>, out: &Output) -> Result<Wanted> {
        let (text, path) = (&self.wanted, Path::new(&self.wanted));
        let usual = Board::rectangle(5, 7)?.small()?;
        let own = opened.map_or(&usual, |known| known.board());
        let board = self.reading.board(out)?.unwrap_or_else(|| own.clone());
        let kind = kind_of(text, &board, out)?;
        if matches!(kind, Kind::Game | Kind::Jumps) {
            return self.shown_as(kind, text, board, out);
        }
        let is_picture = shows_picture(path, out)?;
        // The built-in designs are on one board; on others, 7 is a hole.
        let has_designs = !is_picture && (!self.glyphs.is_empty() || board == usual);
        let text = &if kind == Kind::Input && !is_picture {
            read_subject(text, out)?
        } else {
            text.clone()
        };
        let only = only_character(text.trim_end_matches('\u{FE0F}'));
        if kind == Kind::Input && !is_picture && only.is_none() {
            return Err(usage(several(text)));
        }
        let is_character = has_designs && only.is_some();
        let (glyphs, board) = if is_character || !self.glyphs.is_empty() {
            let only = is_character.then(|| with_stand_ins(text));
            let glyphs = self.reading.read(&self.glyphs, only.as_deref(), out)?;
            let board = glyphs.board().small();
            let board = board.map_err(|error| usage!("the designs: {error}: choose a --board"))?;
            (Some(glyphs).filter(|_| is_character), board)
        } else {
            (None, board)
        };
        match glyphs {
            Some(glyphs) => Self::of_character(text, &glyphs, board),
            None => self.shown_as(kind, text, board, out),
        }
    }

    /// What a text that is no character of a glyph file shows: the end of a game, a picture, a
    /// pattern, a last peg.
    pub fn shown(&self, text: &str, board: SmallBoard, out: &Output) -> Result<Wanted> {
        let kind = kind_of(text, &board, out)?;
        self.shown_as(kind, text, board, out)
    }

    /// What a word of this kind shows.
    fn shown_as(&self, kind: Kind, text: &str, board: SmallBoard, out: &Output) -> Result<Wanted> {
        let path = Path::new(text);
        let played = match kind {
            Kind::Game => Some(read_played(path, TAKES, out)?.1),
            Kind::Jumps => {
                let start = start_on(&board, self.start.as_deref())?;
                let start = start.unwrap_or(board.central_vacancy());
                Some(Solution::parse(&board, start, text).map_err(usage)?)
            }
            _ => None,
        };
        if let Some(played) = played {
            let board = played
                .board()
                .small()
                .map_err(|error| usage!("{text}: {error}"))?;
            self.reading.require_board(text, &board, out)?;
            let [start, end] = [played.start(), &played.end()].map(|it| board.bits(it));
            return Ok(Wanted::of(board, Some(start?), vec![end?]));
        }
        if shows_picture(path, out)? {
            let drawn = self.picture.read(path, Holes::Of(&board), out)?;
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

    /// The designs of a character, or of the sign that stands for an emoji.
    fn of_character(text: &str, glyphs: &Designs, board: SmallBoard) -> Result<Wanted> {
        let character = only_character(&spelled(text, |one| glyphs.get(one).is_some()));
        let name = quoted(only_character(text).or(character).unwrap_or_default());
        let designs = character.map_or(&[][..], |character| glyphs.of(character));
        if character.is_some_and(|character| glyphs.skipped.contains(&character)) {
            refuse!("the design of {name} does not fit on {board}: choose a larger --board");
        }
        let is_unseen = |letter: char| letter.is_control();
        if designs.is_empty() && text.chars().any(is_unseen) {
            refuse!("{name} has no design: leave it out, since no font draws a control character");
        }
        if designs.is_empty() {
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
}

/// What a word is, of what can be searched near. A glyph file is an option.
fn kind_of(word: &str, board: &Board, out: &Output) -> Result<Kind> {
    if Kind::of(word, board.holes()) == Kind::File
        && Path::new(word).extension() == Some("toml".as_ref())
    {
        refuse!("{word} is a file; for its designs: pegfont find CHARACTER --glyphs {word}");
    }
    TAKES.kind_of(word, board.holes(), out)
}
