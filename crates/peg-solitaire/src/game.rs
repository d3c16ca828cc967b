//! A game in progress, with undo and redo, and its file. Knows no screen; only [`Advice`] needs the solver.

mod advice;
mod hand;
mod line;
mod table;

use serde::{Deserialize, Serialize};
use thiserror::Error;

use crate::board::{
    Bitboard, Board, BoardError, Hole, Jump, OffBoard, PatternError, Position, SmallBoard,
};
use crate::solution::{Solution, SolutionError};
use crate::toml_file::{self, FileError};

pub use advice::{Advice, RatedJump};
pub use hand::{Action, Hand};
pub use table::Table;

/// A game from a start to a target, including the jumps that were undone.
///
/// ```
/// use peg_solitaire::{board::Board, game::Game};
/// let board: Board = "5x7".parse()?;
/// let target = board.parse_position("#####\n##.##\n##.##\n#####\n#####\n#####\n#####")?;
/// let mut game = Game::new(&board, board.central_vacancy(), &[target])?;
/// game.play(board.parse_jump("c2-c4")?)?;
/// assert!(game.is_won());
/// assert!(game.undo() && !game.is_won() && game.redo());
/// assert_eq!(Game::parse(&game.to_toml())?, game);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Game {
    board: Board,
    start: Position,
    targets: Vec<Position>,
    position: Position,
    jumps: Vec<Jump>,
    /// The jumps for [`redo`](Self::redo), the next one last.
    undone: Vec<Jump>,
    /// From the start to a target, one jump at a time.
    solution: Option<Solution>,
}

/// The version of saved games that this program reads and writes.
const VERSION: u32 = 1;

/// Why a saved game is refused.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[non_exhaustive]
pub enum GameError {
    #[error("{0} (in a saved game)")]
    Toml(#[from] FileError),
    #[error("this game was saved in version {found}; this program reads version {VERSION}")]
    Version { found: i64 },
    #[error("board: {0}")]
    Board(#[from] BoardError),
    #[error("{field}: {error}")]
    Pattern { field: &'static str, error: PatternError },
    #[error(transparent)]
    OffBoard(#[from] OffBoard),
    #[error("{field}: {error}")]
    Jumps { field: &'static str, error: SolutionError },
    #[error("solution: its jumps don't leave a target")]
    OtherEnd,
}

/// The contents of a saved game.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct SavedGame {
    pegfont_game: u32,
    board: String,
    start: String,
    targets: Vec<String>,
    jumps: String,
    undone: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    solution: Option<String>,
}

impl Game {
    /// A game without any jumps yet.
    ///
    /// # Errors
    /// If the start or a target is not of this board.
    pub fn new(
        board: &Board,
        start: impl Into<Position>,
        targets: impl IntoIterator<Item = impl Into<Position>>,
    ) -> Result<Self, OffBoard> {
        let (board, start) = (board.clone(), start.into());
        let targets: Vec<Position> = targets.into_iter().map(Into::into).collect();
        targets.iter().chain([&start]).try_for_each(|position| board.check(position))?;
        let position = start.clone();
        let (jumps, undone) = (Vec::new(), Vec::new());
        Ok(Self { board, start, targets, position, jumps, undone, solution: None })
    }

    /// A game without any jumps yet, of which a solution is known: it leads from the start of this one to its end.
    #[must_use]
    pub fn of(solution: &Solution) -> Self {
        Self {
            board: solution.board().clone(),
            start: solution.start().clone(),
            targets: vec![solution.end()],
            position: solution.start().clone(),
            jumps: Vec::new(),
            undone: Vec::new(),
            solution: Some(solution.clone().in_rounds().one_at_a_time()),
        }
    }

    /// The board.
    #[must_use]
    pub fn board(&self) -> &Board {
        &self.board
    }

    /// The position before the first jump.
    #[must_use]
    pub fn start(&self) -> &Position {
        &self.start
    }

    /// The positions that win.
    #[must_use]
    pub fn targets(&self) -> &[Position] {
        &self.targets
    }

    /// The board, the start and the targets, for what needs machine words.
    ///
    /// # Errors
    /// If the board has too many holes.
    pub fn small(&self) -> Result<(SmallBoard, Bitboard, Vec<Bitboard>), BoardError> {
        let board = self.board.small()?;
        let start = board.bits(&self.start);
        let targets = self.targets.iter().map(|target| board.bits(target)).collect();
        Ok((board, start, targets))
    }

    /// The solution that is known, one jump at a time. Games that can be enumerated need none.
    #[must_use]
    pub fn solution(&self) -> Option<&Solution> {
        self.solution.as_ref()
    }

    /// The current position.
    #[must_use]
    pub fn position(&self) -> &Position {
        &self.position
    }

    /// The jumps made so far.
    #[must_use]
    pub fn jumps(&self) -> &[Jump] {
        &self.jumps
    }

    /// The jumps made so far, as a solution of the current position.
    #[must_use]
    pub fn played(&self) -> Solution {
        let played = Solution::new(&self.board, &self.start, self.jumps.clone());
        played.expect("every jump was legal when it was made")
    }

    /// The number of moves made so far.
    #[must_use]
    pub fn moves(&self) -> usize {
        self.jumps.chunk_by(|one, next| one.to() == next.from()).count()
    }

    /// Whether the position is a target.
    #[must_use]
    pub fn is_won(&self) -> bool {
        self.targets.contains(&self.position)
    }

    /// Whether no jump is legal.
    #[must_use]
    pub fn is_stuck(&self) -> bool {
        self.board.legal_jumps(&self.position).next().is_none()
    }

    /// The holes to which the peg in this hole can jump.
    pub fn landings(&self, from: Hole) -> impl Iterator<Item = Hole> {
        self.board
            .legal_jumps(&self.position)
            .filter(move |jump| jump.from() == from)
            .map(|jump| jump.to())
    }

    /// Makes a jump. Forgets the undone jumps, unless this jump is the next one to redo.
    ///
    /// # Errors
    /// If the jump is not legal.
    pub fn play(&mut self, jump: Jump) -> Result<(), SolutionError> {
        let next = Solution::new(&self.board, &self.position, vec![jump]);
        next.map_err(|error| match error {
            SolutionError::Illegal { jump, why, .. } => {
                SolutionError::Illegal { number: self.jumps.len() + 1, jump, why }
            }
            other => other,
        })?;
        if self.undone.pop() != Some(jump) {
            self.undone.clear();
        }
        self.position.play(jump);
        self.jumps.push(jump);
        Ok(())
    }

    /// Undoes the last jump, if there is one.
    pub fn undo(&mut self) -> bool {
        let Some(last) = self.jumps.pop() else { return false };
        self.position.take_back(last);
        self.undone.push(last);
        true
    }

    /// Redoes the last undone jump, if there is one.
    pub fn redo(&mut self) -> bool {
        let Some(next) = self.undone.pop() else { return false };
        self.position.play(next);
        self.jumps.push(next);
        true
    }

    /// Undoes all jumps; they can be redone.
    pub fn restart(&mut self) {
        while self.undo() {}
    }

    /// The saved game as text.
    #[must_use]
    pub fn to_toml(&self) -> String {
        let picture = |position: &Position| self.board.picture_line(position);
        let undone = self.undone.iter().map(|&jump| self.board.jump_name(jump));
        let saved = SavedGame {
            pegfont_game: VERSION,
            board: self.board.to_text(),
            start: picture(&self.start),
            targets: self.targets.iter().map(picture).collect(),
            jumps: self.played().to_string(),
            undone: undone.collect::<Vec<_>>().join(" "),
            solution: self.solution.as_ref().map(Solution::to_string),
        };
        toml::to_string(&saved).expect("texts and numbers can be written as TOML")
    }

    /// Parses a saved game and plays its jumps.
    ///
    /// # Errors
    /// If the text is not a saved game or has another version, or its jumps can't be played.
    pub fn parse(text: &str) -> Result<Self, GameError> {
        let table: toml::Table = toml_file::read(text)?;
        // Another version may have other keys, so the version is checked first.
        if let Some(found) = table.get("pegfont_game").and_then(toml::Value::as_integer)
            && found != i64::from(VERSION)
        {
            return Err(GameError::Version { found });
        }
        let saved: SavedGame = toml_file::read(text)?;
        let board = Board::from_text(&saved.board)?;
        let pattern = |field, text: &str| {
            board.parse_pattern(text).map_err(|error| GameError::Pattern { field, error })
        };
        let start = pattern("start", &saved.start)?;
        let targets: Vec<Position> =
            saved.targets.iter().map(|text| pattern("targets", text)).collect::<Result<_, _>>()?;
        let mut game = Self::new(&board, &start, &targets)?;
        let jumps = |field, from: Position, text: &str| {
            let jumps = Solution::parse(&board, from, text);
            jumps.map_err(|error| GameError::Jumps { field, error })
        };
        let solution = saved.solution.map(|text| jumps("solution", start.clone(), &text));
        let solution = solution.transpose()?;
        if solution.as_ref().is_some_and(|solution| !targets.contains(&solution.end())) {
            return Err(GameError::OtherEnd);
        }
        let played = jumps("jumps", start, &saved.jumps)?;
        let forward: Vec<&str> = saved.undone.split_whitespace().rev().collect();
        let undone = jumps("undone", played.end(), &forward.join(" "))?;
        game.position = played.end();
        game.jumps = played.jumps().to_vec();
        game.undone = undone.jumps().iter().rev().copied().collect();
        game.solution = solution;
        Ok(game)
    }
}
