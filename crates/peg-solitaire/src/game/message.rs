//! What is said to a player: a typed [`Message`] for each thing, and its words, which are the same
//! in the terminal and on the page.

use std::fmt::{self, Display, Formatter};

use super::{Advised, Game, NoAdvice, RatedJump};
use crate::board::hole_name;
use crate::words::{counted, grouped};

/// Something to say to a player. [`Display`] words it in whole sentences.
///
/// ```
/// use peg_solitaire::game::{Message, Over};
/// let lost = Message::Lost { over: Some(Over::NoJumpLeft), jumps_ago: Some(2) };
/// let words = "Lost: no jump is left. 2 jumps ago, the goal could still be reached.";
/// assert_eq!(lost.to_string(), words);
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Message {
    /// There is no peg to pick up.
    NoPeg,
    /// This peg has no jump.
    CannotJump,
    /// The peg has no jump to where it was placed.
    CannotJumpThere {
        /// The column and row of the peg, from 0.
        peg: (i16, i16),
    },
    /// No jump was played yet.
    NothingToUndo,
    /// No jump was taken back.
    NothingToRedo,
    /// An answer takes some time.
    Thinking,
    /// The position is a target.
    Solved {
        /// The jumps played.
        jumps: usize,
        /// The moves that they make.
        moves: usize,
    },
    /// No target can be reached from the position.
    Lost {
        /// Why the game can't even go on, if that is so.
        over: Option<Over>,
        /// How many jumps ago a target could still be reached, if that is known.
        jumps_ago: Option<usize>,
    },
    /// No target could be reached from the start.
    NeverWinnable {
        /// Why the game can't even go on, if that is so.
        over: Option<Over>,
    },
    /// A target can be reached.
    Winnable {
        /// The number of ways, if they were counted.
        solutions: Option<u128>,
    },
    /// The position is on a known solution.
    OnSolution {
        /// The jumps of the solution that are left.
        jumps_left: usize,
    },
    /// The position is on no known solution.
    OffSolution {
        /// How many jumps ago it was.
        jumps_ago: usize,
    },
    /// Nothing is known of the position.
    Unknown {
        /// Why.
        why: NoAdvice,
    },
}

/// Why a game that isn't won can't go on.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Over {
    /// No jump is legal.
    NoJumpLeft,
    /// A further jump would leave fewer pegs than any target has.
    NoPegsToSpare,
}

/// What a legal jump leaves.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Leaves {
    /// This many solutions.
    Solutions(u128),
    /// A game that can be won, in ways that were not counted.
    Winnable,
    /// A game that is lost.
    Lost,
    /// A game of which nothing is known.
    Unknown,
}

impl Message {
    /// What the position of a game says by itself: that it is won, or that the game is over.
    #[must_use]
    pub fn on(game: &Game) -> Option<Self> {
        if game.is_won() {
            return Some(Self::Solved {
                jumps: game.jumps().len(),
                moves: game.played().moves().count(),
            });
        }

        let over = Over::of(game)?;
        Some(Self::Lost {
            over: Some(over),
            jumps_ago: None,
        })
    }

    /// Whether the game can still be won, and if not, since when.
    #[must_use]
    pub fn verdict(advised: Advised<'_>) -> Self {
        let game = advised.game();
        let over = Over::of(game);

        match advised.is_solvable() {
            _ if game.is_won() => Self::Solved {
                jumps: game.jumps().len(),
                moves: game.played().moves().count(),
            },
            Some(true) => Self::Winnable {
                solutions: advised.solutions(),
            },
            Some(false) => match advised.jumps_lost() {
                Some(jumps) if jumps > game.jumps().len() => Self::NeverWinnable { over },
                jumps_ago => Self::Lost { over, jumps_ago },
            },
            None => Self::Unknown {
                why: advised
                    .advice()
                    .why_nothing()
                    .cloned()
                    .unwrap_or(NoAdvice::NotYet),
            },
        }
    }
}

impl Over {
    /// Why a game can't go on, if it isn't won and can't.
    #[must_use]
    pub fn of(game: &Game) -> Option<Self> {
        if game.is_won() {
            return None;
        }

        let position = game.position();
        let fewest_pegs = game.targets().iter().map(|target| target.count()).min();
        if fewest_pegs.is_some_and(|fewest| position.count() <= fewest) {
            return Some(Self::NoPegsToSpare);
        }

        let has_jump = game.board().legal_jumps(position).next().is_some();
        if has_jump {
            None
        } else {
            Some(Self::NoJumpLeft)
        }
    }
}

impl Leaves {
    /// What a jump leaves that keeps a target within reach, or doesn't, and has so many solutions
    /// after it.
    pub(crate) fn of(keeps: Option<bool>, solutions: Option<u128>) -> Self {
        match (keeps, solutions) {
            (Some(true), Some(count)) => Self::Solutions(count),
            (Some(true), None) => Self::Winnable,
            (Some(false), _) => Self::Lost,
            (None, _) => Self::Unknown,
        }
    }
}

impl RatedJump {
    /// What the jump leaves.
    #[must_use]
    pub fn leaves(self) -> Leaves {
        Leaves::of(self.keeps, self.solutions)
    }
}

impl Display for Message {
    fn fmt(&self, out: &mut Formatter<'_>) -> fmt::Result {
        match self {
            Self::NoPeg => write!(out, "There is no peg here."),
            Self::CannotJump => write!(out, "This peg can't jump."),
            Self::CannotJumpThere { peg } => write!(out, "{} can't jump there.", hole_name(*peg)),
            Self::NothingToUndo => write!(out, "There is nothing to undo."),
            Self::NothingToRedo => write!(out, "There is nothing to redo."),
            Self::Thinking => write!(out, "Thinking ..."),
            Self::Solved { jumps, moves } => {
                let (jumps, moves) = (counted(*jumps, "jump"), counted(*moves, "move"));
                write!(out, "Solved in {jumps} and {moves}.")
            }
            Self::Lost { over, jumps_ago } => {
                match over {
                    Some(over) => write!(out, "{over} ")?,
                    None => write!(out, "It can't be won from here. ")?,
                }
                match jumps_ago {
                    Some(jumps) => {
                        let ago = counted(*jumps, "jump");
                        write!(out, "{ago} ago, the goal could still be reached.")
                    }
                    None => write!(out, "Take jumps back, and try another way."),
                }
            }
            Self::NeverWinnable { over } => {
                if let Some(over) = over {
                    write!(out, "{over} ")?;
                }
                write!(out, "The goal can't be reached from this start. ")?;
                write!(out, "See how few pegs you can leave.")
            }
            Self::Winnable { solutions } => match solutions {
                Some(1) => write!(out, "Still solvable, in one way."),
                Some(count) => write!(out, "Still solvable, in {} ways.", grouped(*count)),
                None => write!(out, "Still solvable."),
            },
            Self::OnSolution { jumps_left } => {
                let more = if *jumps_left == 1 { "jump" } else { "jumps" };
                write!(
                    out,
                    "A solution from here is known: {jumps_left} more {more}."
                )
            }
            Self::OffSolution { jumps_ago } => {
                let ago = counted(*jumps_ago, "jump");
                write!(out, "No solution from here is known. {ago} ago, one was.")
            }
            Self::Unknown { why } => write!(out, "Unknown: {why}."),
        }
    }
}

impl Display for Over {
    fn fmt(&self, out: &mut Formatter<'_>) -> fmt::Result {
        out.write_str(match self {
            Self::NoJumpLeft => "Lost: no jump is left.",
            Self::NoPegsToSpare => "Lost: there are no pegs to spare.",
        })
    }
}

impl Display for Leaves {
    fn fmt(&self, out: &mut Formatter<'_>) -> fmt::Result {
        match self {
            Self::Solutions(1) => write!(out, "1 solution"),
            Self::Solutions(count) => write!(out, "{} solutions", grouped(*count)),
            Self::Winnable => write!(out, "can still win"),
            Self::Lost => write!(out, "loses"),
            Self::Unknown => write!(out, "unknown"),
        }
    }
}
