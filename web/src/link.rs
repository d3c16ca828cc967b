//! Puzzles as short texts for links, which don't give the goal away at a glance. They hide it as
//! well as an envelope does: everyone can open one, but nobody reads it by accident.
//!
//! ```text
//! byte    0          the version
//! bytes   1 to 4     the checksum of the contents
//! bytes   5 to end   the contents, hidden
//! ```
//!
//! A byte of the contents is hidden by a pseudorandom byte (XOR) that the checksum and its place
//! lead to.
//!
//! The contents of a game are the board's name or picture, the start and the targets; those of a
//! message are its text. The bytes are written in base64 with the alphabet for URLs.

use std::fmt;

use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use chacha20::ChaCha8Rng;
use chacha20::rand_core::{Rng as _, SeedableRng as _};
use peg_solitaire::board::{Board, Hole, Position};
use peg_solitaire::game::Game;

/// The version that is read and written.
const VERSION: u8 = 1;

/// The most characters of a link: browsers and messengers cut longer ones.
const MOST_LINK: usize = 2000;

/// The most characters of a message.
const MOST_MESSAGE: usize = 100;

/// The first byte of the contents.
const GAME: u8 = b'g';
const MESSAGE: u8 = b'm';

/// Why a link can't be made, or can't be read.
#[derive(Debug)]
pub enum LinkError {
    /// It is not as it was written.
    Damaged,
    /// A message of so many characters: none, or too many.
    Length(usize),
}

impl std::error::Error for LinkError {}

impl fmt::Display for LinkError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Damaged => write!(f, "this link is damaged: copy it again, the whole of it"),
            Self::Length(found) => write!(
                f,
                "a message can have 1 to {MOST_MESSAGE} characters, not {found}"
            ),
        }
    }
}

/// What a link asks its reader to play.
#[derive(Debug)]
pub enum Link {
    /// A game, from its beginning.
    Game(Box<Game>),
    /// A message, whose characters are to be played one after the other.
    Message(String),
}

/// The link to a game, from its beginning; none if it would be too long.
pub fn to_game(game: &Game) -> Option<String> {
    let board = game.board();
    let mut contents = vec![GAME];
    contents.extend(board.to_text().bytes());
    contents.push(0);
    for position in std::iter::once(game.start()).chain(game.targets()) {
        let mut bytes = vec![0; bytes_of(board)];
        position
            .pegs()
            .for_each(|hole| bytes[hole.index() / 8] |= 1 << (hole.index() % 8));
        contents.extend(bytes);
    }

    Some(sealed(contents)).filter(|text| text.len() <= MOST_LINK)
}

/// The link to a message.
///
/// # Errors
/// If the message is empty or longer than [`MOST_MESSAGE`].
pub fn to_message(text: &str) -> Result<String, LinkError> {
    let found = text.chars().count();
    if text.trim().is_empty() || found > MOST_MESSAGE {
        return Err(LinkError::Length(found));
    }

    Ok(sealed([&[MESSAGE], text.as_bytes()].concat()))
}

/// Contents as letters, digits, `-` and `_`.
pub fn sealed(mut contents: Vec<u8>) -> String {
    let checksum = crc32fast::hash(&contents);
    hide(&mut contents, checksum);

    let mut bytes = vec![VERSION];
    bytes.extend(checksum.to_le_bytes());
    bytes.extend(contents);
    URL_SAFE_NO_PAD.encode(bytes)
}

/// Reads a link.
///
/// # Errors
/// If it is damaged.
pub fn read(text: &str) -> Result<Link, LinkError> {
    opened(text.trim()).ok_or(LinkError::Damaged)
}

fn opened(text: &str) -> Option<Link> {
    let bytes = URL_SAFE_NO_PAD.decode(text).ok()?;
    let (&VERSION, rest) = bytes.split_first()? else {
        return None;
    };
    let (checksum, hidden) = rest.split_first_chunk::<4>()?;
    let checksum = u32::from_le_bytes(*checksum);

    let mut contents = hidden.to_vec();
    hide(&mut contents, checksum);
    if crc32fast::hash(&contents) != checksum {
        return None;
    }

    match contents.split_first()? {
        (&GAME, game) => Some(Link::Game(read_game(game)?.into())),
        (&MESSAGE, message) => Some(Link::Message(str::from_utf8(message).ok()?.to_owned())),
        _ => None,
    }
}

fn read_game(contents: &[u8]) -> Option<Game> {
    let end = contents.iter().position(|&byte| byte == 0)?;
    let board = Board::from_text(str::from_utf8(&contents[..end]).ok()?).ok()?;
    let positions = contents[end + 1..].chunks(bytes_of(&board)).map(|bytes| {
        let has_peg = |hole: &Hole| bytes[hole.index() / 8] >> (hole.index() % 8) & 1 == 1;
        let holes = (0..8 * bytes.len() as u16).filter_map(Hole::new);
        let position: Position = holes.filter(has_peg).collect();
        let is_whole = bytes.len() == bytes_of(&board);
        (is_whole && board.contains(&position)).then_some(position)
    });
    let positions: Vec<Position> = positions.collect::<Option<_>>()?;

    let (start, targets) = positions
        .split_first()
        .filter(|(_, targets)| !targets.is_empty())?;
    Game::new(&board, start.clone(), targets.iter().cloned()).ok()
}

/// The bytes of a position.
fn bytes_of(board: &Board) -> usize {
    board.holes().div_ceil(8).max(1)
}

/// Hides contents, or shows hidden ones: doing it twice changes nothing.
fn hide(contents: &mut [u8], checksum: u32) {
    let mut mask = vec![0; contents.len()];
    ChaCha8Rng::seed_from_u64(checksum.into()).fill_bytes(&mut mask);

    for (byte, mask) in contents.iter_mut().zip(mask) {
        *byte ^= mask;
    }
}
