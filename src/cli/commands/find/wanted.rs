//! What `find` searches near: the designs of a character, a pattern, a picture, or where a game
//! ends.

use std::path::Path;

use anyhow::Result;

use super::Find;
use crate::cli::args::{Notation, read_played, shows_picture, start_on, usage};
use peg_solitaire::board::{Bitboard, Board, SmallBoard};
use peg_solitaire::solution::Solution;
use peg_solitaire::solve::Record;
use pegfont_base::words::{only_character, quoted};
use pegfont_type::find::Recognizer;
use pegfont_type::font::{Font, spelled, with_stand_ins};
use pegfont_type::glyph::{Designs, Holes};
use pegfont_type::goal::Goal;

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

impl Find {
    /// What to search near, on the board that is given, that of an open set, or the usual one.
    pub fn wanted(&self, opened: Option<&dyn Record>) -> Result<Wanted> {
        let (text, path) = (&self.wanted, Path::new(&self.wanted));
        let usual = Board::rectangle(5, 7)?.small()?;
        let own = opened.map_or(&usual, |known| known.board());
        let board = self.reading.board()?.unwrap_or_else(|| own.clone());
        if matches!(
            Notation::of(text, board.holes()),
            Notation::Game | Notation::Jumps
        ) {
            return self.shown(text, board);
        }
        let is_picture = shows_picture(path)?;
        // The built-in designs are on one board; on others, 7 is a hole.
        let has_designs = !is_picture && (!self.glyphs.is_empty() || board == usual);
        let only = only_character(text.trim_end_matches('\u{FE0F}'));
        let is_character = has_designs && only.is_some();
        let (glyphs, board) = if is_character || !self.glyphs.is_empty() {
            let only = is_character.then(|| with_stand_ins(text));
            let glyphs = self.reading.read(&self.glyphs, only.as_deref())?;
            let board = glyphs.board().small();
            let board = board.map_err(|error| usage!("the designs: {error}: choose a --board"))?;
            (Some(glyphs).filter(|_| is_character), board)
        } else {
            (None, board)
        };
        match glyphs {
            Some(glyphs) => self.of_character(&glyphs, board),
            None => self.shown(text, board),
        }
    }

    /// What a text that is no character of a glyph file shows: the end of a game, a picture, a
    /// pattern, a last peg.
    pub fn shown(&self, text: &str, board: SmallBoard) -> Result<Wanted> {
        let path = Path::new(text);
        let played = match Notation::of(text, board.holes()) {
            Notation::Game => Some(read_played(path)?.1),
            Notation::Jumps => {
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
            self.reading.require_board(text, &board)?;
            let [start, end] = [played.start(), &played.end()].map(|it| board.bits(it));
            return Ok(Wanted::of(board, Some(start?), vec![end?]));
        }
        if shows_picture(path)? {
            let light = ("--light", self.picture.light);
            let drawn = self
                .picture
                .threshold
                .read(path, Holes::Of(&board), light)?;
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
    fn of_character(&self, glyphs: &Designs, board: SmallBoard) -> Result<Wanted> {
        let character = only_character(&spelled(&self.wanted, |one| glyphs.get(one).is_some()));
        let name = quoted(
            only_character(&self.wanted)
                .or(character)
                .unwrap_or_default(),
        );
        let designs = character.map_or(&[][..], |character| glyphs.of(character));
        if character.is_some_and(|character| glyphs.skipped.contains(&character)) {
            refuse!("the design of {name} does not fit on {board}: choose a larger --board");
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
