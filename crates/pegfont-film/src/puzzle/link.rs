//! Puzzles as short texts for links, which don't give the goal away at a glance. They hide it as well as an envelope does: everyone
//! can open one, but nobody reads it by accident.
//!
//! ```text
//! byte    0          the version
//! bytes   1 to 4     the checksum of the contents
//! bytes   5 to end   the contents, each byte XORed with the pseudorandom byte that the checksum and its place lead to
//! ```
//!
//! The contents of a game are the board's name or picture, the start and the targets; those of a message are its text. The bytes are
//! written in base64 with the alphabet for URLs.

use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use chacha20::ChaCha8Rng;
use chacha20::rand_core::{Rng as _, SeedableRng as _};

use crate::Error;
use peg_solitaire::board::{Board, Hole, Position};
use peg_solitaire::game::Game;

/// The version that this program reads and writes.
const VERSION: u8 = 1;

/// A text that begins with this number or a larger one is no link of another version.
const VERSIONS: u8 = 16;

/// The most characters of a link: browsers and messengers cut longer ones.
pub const MOST_LINK: usize = 2000;

/// The most characters of a message.
pub const MOST_MESSAGE: usize = 100;

/// What a link asks its reader to play.
///
/// ```
/// use peg_solitaire::board::Board;
/// use pegfont_film::puzzle::Link;
/// let board: Board = "5x7".parse()?;
/// let target = board.parse_pattern("..#../.#.#./#...#/#...#/#####/#...#/#...#")?;
/// let game = Link::Game { start: board.central_vacancy(), targets: vec![target], board };
/// let text = game.to_text()?;
/// assert_eq!(text.len(), 27);
/// assert_eq!(Link::parse(&text)?, game);
/// assert_eq!(Link::parse("AQAAAAAx").unwrap_err().to_string(), "this link is damaged: copy it again, the whole of it");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Link {
    /// A game from a start to one of some targets.
    Game {
        /// The board.
        board: Board,
        /// The position before the first jump.
        start: Position,
        /// The positions that win.
        targets: Vec<Position>,
    },
    /// A message, whose characters are to be played one after the other.
    Message(String),
}

/// The first byte of the contents.
const GAME: u8 = b'g';
const MESSAGE: u8 = b'm';

impl Link {
    /// The link to a game, from its beginning.
    #[must_use]
    pub fn of(game: &Game) -> Self {
        let (board, targets) = (game.board().clone(), game.targets().to_vec());
        Self::Game { board, start: game.start().clone(), targets }
    }

    /// The link as a text of letters, digits, `-` and `_`. The same game gives the same text.
    ///
    /// # Errors
    /// If it would be longer than a link may be, or a message is empty or longer than [`MOST_MESSAGE`].
    pub fn to_text(&self) -> Result<String, Error> {
        let mut contents = Vec::new();
        match self {
            Self::Game { board, start, targets } => {
                let width = bytes_of(board);
                contents.push(GAME);
                contents.extend(board.to_text().bytes());
                contents.push(0);
                for position in std::iter::once(start).chain(targets) {
                    let mut bytes = vec![0; width];
                    position.pegs().for_each(|hole| bytes[hole.index() / 8] |= 1 << (hole.0 % 8));
                    contents.extend(bytes);
                }
            }
            Self::Message(text) => {
                check_message(text)?;
                contents.push(MESSAGE);
                contents.extend(text.bytes());
            }
        }
        let checksum = crc32fast::hash(&contents);
        hide(&mut contents, checksum);
        let mut bytes = vec![VERSION];
        bytes.extend(checksum.to_le_bytes());
        bytes.extend(contents);
        let text = URL_SAFE_NO_PAD.encode(bytes);
        if text.len() > MOST_LINK {
            return Err(too_long(&text));
        }
        Ok(text)
    }

    /// Reads a link. White space around it is ignored.
    ///
    /// # Errors
    /// If it is damaged, or of another version.
    pub fn parse(text: &str) -> Result<Self, Error> {
        let text = text.trim();
        if text.len() > MOST_LINK {
            return Err(too_long(text));
        }
        let bytes = URL_SAFE_NO_PAD.decode(text).map_err(|_| damaged())?;
        let (&version, rest) = bytes.split_first().ok_or_else(damaged)?;
        if version != VERSION {
            let error = format!(
                "this link has version {version}; this program reads version {VERSION}: make the link again"
            );
            return Err(if version < VERSIONS { Error::Puzzle(error) } else { damaged() });
        }
        let (checksum, hidden) = rest.split_first_chunk::<4>().ok_or_else(damaged)?;
        let checksum = u32::from_le_bytes(*checksum);
        let mut contents = hidden.to_vec();
        hide(&mut contents, checksum);
        if crc32fast::hash(&contents) != checksum {
            return Err(damaged());
        }
        let (&kind, rest) = contents.split_first().ok_or_else(damaged)?;
        match kind {
            GAME => Self::game(rest),
            MESSAGE => {
                let text = std::str::from_utf8(rest).map_err(|_| damaged())?;
                check_message(text)?;
                Ok(Self::Message(text.to_owned()))
            }
            _ => Err(damaged()),
        }
    }

    /// Reads the contents of a game.
    fn game(contents: &[u8]) -> Result<Self, Error> {
        let end = contents.iter().position(|&byte| byte == 0).ok_or_else(damaged)?;
        let name = std::str::from_utf8(&contents[..end]).map_err(|_| damaged())?;
        let board = Board::from_text(name)
            .map_err(|error| Error::Puzzle(format!("the board of this link: {error}")))?;
        let positions = contents[end + 1..].chunks(bytes_of(&board)).map(|bytes| {
            let has_peg = |hole: &Hole| bytes[hole.index() / 8] >> (hole.index() % 8) & 1 == 1;
            let holes = (0..8 * bytes.len() as u16).map(Hole);
            let position: Position = holes.filter(has_peg).collect();
            let whole = bytes.len() == bytes_of(&board);
            (whole && board.contains(&position)).then_some(position).ok_or_else(damaged)
        });
        let positions: Vec<Position> = positions.collect::<Result<_, _>>()?;
        match positions.split_first() {
            Some((start, targets)) if !targets.is_empty() => {
                Ok(Self::Game { targets: targets.to_vec(), start: start.clone(), board })
            }
            _ => Err(damaged()),
        }
    }
}

/// Something is missing or changed.
fn damaged() -> Error {
    Error::Puzzle("this link is damaged: copy it again, the whole of it".to_owned())
}

fn too_long(text: &str) -> Error {
    let found = text.len();
    Error::Puzzle(format!("a link can have {MOST_LINK} characters; this one would have {found}"))
}

/// The bytes of a position.
fn bytes_of(board: &Board) -> usize {
    board.holes().div_ceil(8).max(1)
}

fn check_message(text: &str) -> Result<(), Error> {
    let found = text.chars().count();
    if text.trim().is_empty() || found > MOST_MESSAGE {
        return Err(Error::Puzzle(format!(
            "a message can have 1 to {MOST_MESSAGE} characters, not {found}"
        )));
    }
    Ok(())
}

/// Hides contents, or shows hidden ones: doing it twice changes nothing.
fn hide(contents: &mut [u8], checksum: u32) {
    let mut mask = vec![0; contents.len()];
    ChaCha8Rng::seed_from_u64(checksum.into()).fill_bytes(&mut mask);
    for (byte, mask) in contents.iter_mut().zip(mask) {
        *byte ^= mask;
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use peg_solitaire::board::{Bitboard, Lattice};

    fn game(name: &str, targets: usize) -> Link {
        let board = Board::from_text(name).unwrap();
        let start = board.central_vacancy();
        let targets = board.each_hole().take(targets).map(Position::from).collect();
        Link::Game { board, start, targets }
    }

    #[test]
    fn links_are_read_as_they_were_written() {
        let slanted = [(0, 0), (1, 0), (0, 1), (1, 1), (2, 1), (0, 2), (1, 2), (2, 2), (3, 2)];
        let trapezium = Board::new(Lattice::Triangular, &slanted).unwrap().to_text();
        for name in ["5x7", "english", "triangle15", "8x8", "#.#\n###\n###", &trapezium] {
            for targets in [1, 2, 5] {
                let link = game(name, targets);
                assert_eq!(Link::parse(&link.to_text().unwrap()).unwrap(), link);
            }
        }
        for text in ["HELLO", "¡Olé!\nΩ", "x"] {
            let link = Link::Message(text.to_owned());
            assert_eq!(Link::parse(&format!(" {}\n", link.to_text().unwrap())).unwrap(), link);
        }
    }

    #[test]
    fn a_link_does_not_show_its_goal() {
        let text = Link::Message("AAAAAAAA".to_owned()).to_text().unwrap();
        assert!(!text.as_bytes().windows(4).any(|run| run.iter().all(|&byte| byte == run[0])));
        // Two goals that differ in one hole have links that differ in most places.
        let board: Board = "5x7".parse().unwrap();
        let link = |code| {
            let (start, targets) = (board.central_vacancy(), vec![Position::from(Bitboard(code))]);
            Link::Game { board: board.clone(), start, targets }.to_text().unwrap()
        };
        let (one, other) = (link(0b1011), link(0b1010));
        let differ = one.bytes().zip(other.bytes()).filter(|(one, other)| one != other).count();
        assert!(differ > one.len() / 2, "{one} {other}");
    }

    #[test]
    fn messages_too_long_and_other_versions_are_refused() {
        let said = |result: Result<String, Error>| result.unwrap_err().to_string();
        for (message, found) in
            [("x".repeat(MOST_MESSAGE + 1), MOST_MESSAGE + 1), (" ".to_owned(), 1)]
        {
            let said = said(Link::Message(message).to_text());
            assert_eq!(said, format!("a message can have 1 to 100 characters, not {found}"));
        }
        let read = |text: &str| Link::parse(text).unwrap_err().to_string();
        assert!(
            read(&URL_SAFE_NO_PAD.encode([2, 0, 0, 0, 0, 0]))
                .starts_with("this link has version 2;")
        );
        assert!(read("").starts_with("this link is damaged"));
        assert!(read(&"A".repeat(MOST_LINK + 1)).starts_with("a link can have 2000 characters"));
    }

    proptest! {
        #[test]
        fn a_link_with_one_other_character_is_refused(place: prop::sample::Index, to in "[A-Za-z0-9_-]") {
            let text = game("5x7", 1).to_text().unwrap();
            let at = place.index(text.len());
            let mut changed = text.clone();
            changed.replace_range(at..=at, &to);
            prop_assume!(changed != text);
            prop_assert!(Link::parse(&changed).is_err());
            prop_assert!(Link::parse(&text[..at]).is_err());
        }

        #[test]
        fn any_text_is_read_or_refused(text in ".{0,60}") {
            if let Ok(link) = Link::parse(&text) {
                prop_assert_eq!(Link::parse(&link.to_text().unwrap()).unwrap(), link);
            }
        }
    }
}
