//! Which game is asked for: one in a file, which decides its board and start; or the last jumps of
//! a game.

use std::path::{Path, PathBuf};

use anyhow::Result;

use crate::cli::options::GoalArgs;
use crate::cli::request::{BoardRequest, FontRequest, is_game};
use peg_solitaire::game::Game;
use peg_solitaire::puzzle::Puzzle;
use pegfont_base::words::counted;

/// What to play for.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct GoalRequest {
    pub target: Target,
    pub board: BoardRequest,
    pub font: FontRequest,
    /// How many jumps before its end a game begins, if not at its start.
    pub jumps_left: Option<usize>,
}

/// What a game is to reach.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub enum Target {
    /// An easy character.
    #[default]
    Easy,
    /// What a word names: characters of the font, a position, one last peg.
    Named(String),
    /// What the game in a file is to reach. It has its own board and start.
    InFile(PathBuf),
}

impl GoalArgs {
    /// What the options ask for. Those that a file decides are refused.
    pub fn request(self) -> Result<GoalRequest> {
        let board = self.board.request();
        let font = self.font.request();

        let target = match self.target {
            None => Target::Easy,
            Some(name) if is_game(Path::new(&name)) => {
                if font.file.is_some() || board.is_given() {
                    refuse!(
                        "{name} has a board: leave out --font, --board, --start and --reachable"
                    )
                }
                Target::InFile(name.into())
            }
            Some(word) => Target::Named(word),
        };
        Ok(GoalRequest {
            target,
            board,
            font,
            jumps_left: self.jumps_left,
        })
    }
}

impl GoalRequest {
    /// The file of a game that is continued. One that begins elsewhere is another game.
    pub fn goes_on(&self) -> Option<&Path> {
        match &self.target {
            Target::InFile(path) if self.jumps_left.is_none() => Some(path),
            _ => None,
        }
    }
}

/// The last jumps of a puzzle's solution, as a game.
pub fn ending(whole: &Puzzle, jumps: usize) -> Result<Game> {
    let solution = &whole.solution;
    let title = &whole.title;
    let game = Game::new(
        solution.board(),
        solution.start().clone(),
        whole.targets.clone(),
    )?;

    let own = game.titled(title).ending(solution, jumps)?;
    own.ok_or_else(|| {
        let most = counted(solution.jumps().len(), "jump");
        usage!("--jumps-left {jumps}: {title} has only {most}")
    })
}

/// The last jumps of a puzzle in this many ways, each from another start, if there are so many: see
/// [`Puzzle::endings`].
pub fn endings(whole: &Puzzle, jumps: usize, seed: Option<u64>, count: usize) -> Result<Vec<Game>> {
    let own = ending(whole, jumps)?;
    let mut games = Vec::new();
    for way in Puzzle::endings(&whole.solution, jumps, seed).take(count) {
        games.extend(own.ending(&way, jumps)?);
    }

    // Without a way that is different, a game that comes again ends as it does itself.
    if games.len() < count {
        games.push(own);
    }
    Ok(games)
}

#[cfg(test)]
mod tests {
    use super::*;
    use peg_console::command_line::options_in;

    fn goal(words: &[&str]) -> Result<GoalRequest> {
        options_in::<GoalArgs>(words).expect("options").request()
    }

    #[test]
    fn a_game_in_a_file_goes_on_unless_it_begins_elsewhere() {
        let own = goal(&["own.game"]).expect("a goal");
        assert_eq!(own.goes_on(), Some(Path::new("own.game")));

        let ending = goal(&["own.game", "--jumps-left", "3"]).expect("a goal");
        assert_eq!(ending.target, own.target);
        assert_eq!(ending.goes_on(), None);

        let letter = goal(&["A"]).expect("a goal");
        assert_eq!(letter.target, Target::Named("A".to_owned()));
        assert_eq!(letter.goes_on(), None);
    }

    #[test]
    fn a_game_in_a_file_has_its_own_board() {
        for words in [
            ["own.game", "--board", "english"],
            ["own.game", "--start", "a1"],
            ["own.game", "--reachable", "5x7.table"],
            ["own.game", "--font", "own.toml"],
        ] {
            let refused = goal(&words).expect_err("a refusal").to_string();
            assert!(refused.contains("own.game has a board"), "{refused}");
        }
    }
}
