//! A [`Game`] in progress, with undo and redo, and its file; [`Advice`], by the solver, which of
//! its jumps can still win, a [`RatedJump`] for each; a player's [`Session`] with both, of
//! [`Action`]s; each [`Message`] to a player, in words. Knows no screen.

mod advice;
mod file;
mod message;
mod session;

use crate::board::{Bitboard, Board, BoardError, Hole, Jump, Position, SmallBoard};
use crate::solution::{Solution, SolutionError};
use crate::{Error, Result};

pub use advice::{Advice, Advised, NoAdvice, RatedJump};
pub use message::{Leaves, Message, Over};
pub use session::{Action, Session};

/// A game from a start to a target, including the jumps that were undone.
///
/// ```
/// use peg_solitaire::{board::Board, game::Game};
/// let board: Board = "5x7".parse()?;
/// let target = board.parse_pattern("#####\n##.##\n##.##\n#####\n#####\n#####\n#####")?;
/// let mut game = Game::new(&board, board.central_vacancy(), &[target])?;
/// game.play(board.parse_move("c2-c4")?[0])?;
/// assert!(game.is_won());
/// assert!(game.undo() && !game.is_won() && game.redo());
/// assert_eq!(Game::parse(&game.to_toml())?, game);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Game {
    /// What is played for, in words.
    pub title: String,
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

impl Game {
    /// A game without any jumps yet.
    ///
    /// # Errors
    /// If the start or a target is not of this board.
    pub fn new(
        board: &Board,
        start: impl Into<Position>,
        targets: impl IntoIterator<Item = impl Into<Position>>,
    ) -> Result<Self> {
        let start = start.into();
        let targets: Vec<Position> = targets.into_iter().map(Into::into).collect();
        for position in targets.iter().chain([&start]) {
            board.check(position)?;
        }

        Ok(Self::begun(board, start, targets))
    }

    /// A game without any jumps yet, of which a solution is known: it leads from the start of this
    /// one to its end.
    #[must_use]
    pub fn of(solution: &Solution) -> Self {
        let targets = vec![solution.end()];
        let begun = Self::begun(solution.board(), solution.start().clone(), targets);
        Self {
            solution: Some(solution.clone().in_rounds().one_at_a_time()),
            ..begun
        }
    }

    /// A game without a title, jumps or a solution.
    fn begun(board: &Board, start: Position, targets: Vec<Position>) -> Self {
        Self {
            title: String::new(),
            board: board.clone(),
            position: start.clone(),
            start,
            targets,
            jumps: Vec::new(),
            undone: Vec::new(),
            solution: None,
        }
    }

    /// This game from another start, where it has no jumps yet.
    fn from(&self, start: &Position, solution: Option<Solution>) -> Self {
        let begun = Self::begun(&self.board, start.clone(), self.targets.clone());
        Self {
            title: self.title.clone(),
            solution,
            ..begun
        }
    }

    /// The game that is left to play: it begins at the position, and knows the rest of the known
    /// solution if the jumps made so far are on it. A game that is won is there to be played again,
    /// from its start; what was played is a solution.
    #[must_use]
    pub fn ahead(&self) -> Self {
        if self.is_won() && !self.jumps.is_empty() {
            let known = self.solution.clone().unwrap_or_else(|| self.played());
            return self.from(&self.start, Some(known));
        }
        self.from(&self.position, self.rest())
    }

    /// This game from the position `jumps` before the end of a solution; none if the solution has
    /// fewer. They remain known where solutions can't be enumerated.
    ///
    /// # Errors
    /// If the solution is on another board, or leads to none of the targets.
    pub fn ending(&self, solution: &Solution, jumps: usize) -> Result<Option<Self>> {
        self.check_solution(solution)?;

        let last = solution.last(jumps);
        if last.jumps().len() < jumps {
            return Ok(None);
        }

        let known = match self.board.small() {
            Ok(_) => None,
            Err(_) => Some(last.clone()),
        };
        Ok(Some(self.from(last.start(), known)))
    }

    /// Checks that a solution is on this board, and leads to a target.
    pub(crate) fn check_solution(&self, solution: &Solution) -> Result<()> {
        let is_own = *solution.board() == self.board && self.targets.contains(&solution.end());
        if is_own {
            Ok(())
        } else {
            Err(Error::other_game("jumps of the solution", &self.board))
        }
    }

    /// This game with a title: what is played for, in words.
    #[must_use]
    pub fn titled(self, title: impl Into<String>) -> Self {
        Self {
            title: title.into(),
            ..self
        }
    }

    /// The board that is played on.
    pub fn board(&self) -> &Board {
        &self.board
    }

    /// The position before the first jump.
    pub fn start(&self) -> &Position {
        &self.start
    }

    /// The positions that win.
    pub fn targets(&self) -> &[Position] {
        &self.targets
    }

    /// The board, the start and the targets, for what needs machine words.
    ///
    /// # Errors
    /// As [`Board::small`].
    pub fn small(&self) -> Result<(SmallBoard, Bitboard, Vec<Bitboard>), BoardError> {
        let board = self.board.small()?;
        let bits = |position: &Position| -> Bitboard { position.pegs().collect() };
        let start = bits(&self.start);
        let targets = self.targets.iter().map(bits).collect();
        Ok((board, start, targets))
    }

    /// The solution that is known, one jump at a time. Games that can be enumerated need none.
    pub fn solution(&self) -> Option<&Solution> {
        self.solution.as_ref()
    }

    /// The current position.
    pub fn position(&self) -> &Position {
        &self.position
    }

    /// The jumps made so far.
    pub fn jumps(&self) -> &[Jump] {
        &self.jumps
    }

    /// The jumps made so far, as a solution of the current position.
    pub fn played(&self) -> Solution {
        let played = Solution::new(&self.board, &self.start, self.jumps.clone());
        played.expect("every jump was legal when it was made")
    }

    /// Whether the position is a target.
    pub fn is_won(&self) -> bool {
        self.targets.contains(&self.position)
    }

    /// The holes to which the peg in this hole can jump.
    pub fn landings(&self, from: Hole) -> impl Iterator<Item = Hole> {
        self.board
            .jumps_from(from)
            .filter(|&jump| self.position.allows(jump))
            .map(|jump| jump.to())
    }

    /// Makes a jump. Forgets the undone jumps, unless this jump is the next one to redo.
    ///
    /// # Errors
    /// If the jump is not legal.
    pub fn play(&mut self, jump: Jump) -> Result<(), SolutionError> {
        let next = Solution::new(&self.board, &self.position, vec![jump]);
        next.map_err(|error| match error {
            // It is not the first jump of the game.
            SolutionError::Illegal { jump, why, .. } => SolutionError::Illegal {
                number: self.jumps.len() + 1,
                jump,
                why,
            },
            error => error,
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
        let Some(last) = self.jumps.pop() else {
            return false;
        };
        self.position.play(last);
        self.undone.push(last);
        true
    }

    /// Redoes the last undone jump, if there is one.
    pub fn redo(&mut self) -> bool {
        let Some(next) = self.undone.pop() else {
            return false;
        };
        self.position.play(next);
        self.jumps.push(next);
        true
    }
}
