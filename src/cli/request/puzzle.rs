//! What `pegfont puzzle` is asked for: figures, solutions, or hints.

use anyhow::Result;

use crate::cli::options::PuzzleCommand;
use crate::cli::request::{GoalRequest, Target};
use peg_console::answer::Form;
use peg_console::command::CommandOptions;

pub struct PuzzleRequest {
    pub goal: GoalRequest,
    pub wanted: WantedOfPuzzle,
}

/// What is wanted of a puzzle.
#[derive(PartialEq, Eq, Debug)]
pub enum WantedOfPuzzle {
    /// How hard it is.
    Figures,
    /// A solution.
    Solution,
    /// A solution with the fewest moves.
    ShortestSolution,
    /// What each jump leaves, after those that were played.
    Hints { played: Option<String> },
}

impl CommandOptions for PuzzleCommand {
    type Request = PuzzleRequest;

    fn form(&self) -> Form {
        self.table.form()
    }

    fn request(self) -> Result<PuzzleRequest> {
        let goal = self.goals.request()?;
        let wanted = if self.hints {
            WantedOfPuzzle::Hints { played: self.jumps }
        } else {
            match self.solution {
                None => WantedOfPuzzle::Figures,
                Some(None) => WantedOfPuzzle::Solution,
                Some(Some(_)) => WantedOfPuzzle::ShortestSolution,
            }
        };

        let is_in_file = matches!(goal.target, Target::InFile(_));
        if is_in_file && wanted == WantedOfPuzzle::ShortestSolution {
            refuse!("--solution: a game in a file has one: leave out fewest-moves");
        }
        Ok(PuzzleRequest { goal, wanted })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use peg_console::command_line::options_in;

    fn request(words: &[&str]) -> Result<PuzzleRequest> {
        let options: PuzzleCommand = options_in(words).expect("options");
        options.request()
    }

    #[test]
    fn of_a_puzzle_one_thing_is_wanted() {
        let wanted = |words: &[&str]| request(words).expect("a request").wanted;

        assert_eq!(wanted(&["A"]), WantedOfPuzzle::Figures);
        assert_eq!(wanted(&["A", "--solution"]), WantedOfPuzzle::Solution);
        let shortest = ["A", "--solution=fewest-moves"];
        assert_eq!(wanted(&shortest), WantedOfPuzzle::ShortestSolution);
        let hints = ["A", "--hints", "--jumps", "c2-c4"];
        let played = Some("c2-c4".to_owned());
        assert_eq!(wanted(&hints), WantedOfPuzzle::Hints { played });
    }

    #[test]
    fn the_game_in_a_file_has_its_solution() {
        assert!(request(&["a.game", "--solution"]).is_ok());
        assert!(request(&["a.game", "--solution=fewest-moves"]).is_err());
    }
}
