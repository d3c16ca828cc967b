//! `pegfont solution`: the jumps that lead to a pattern, or those of a game that is known.

use std::io::Write as _;
use std::path::{Path, PathBuf};

use anyhow::Result;
use clap::Args;

use super::fonts::TextFontArgs;
use super::goal::{
    TARGET, character_of, game_of_font, game_to_one_peg, read_goal, refuse_other_class,
    refuse_without_enumeration, solver_solution,
};
use super::input::{read_played, read_text};
use super::output::print_json;
use super::progress::watched;
use super::reachable::{Known, ReachableArgs};
use crate::answer;
use peg_solitaire::solution::{Interval, Preference, Solution};
use pegfont_type::font::Font;

/// Print the jumps that lead to a pattern
#[derive(Args)]
pub(super) struct SolutionCommand {
    #[command(flatten)]
    reachable: ReachableArgs,

    #[arg(value_name = "TARGET", required_unless_present = "game", help = format!("{TARGET}; - reads it from standard input"))]
    target: Option<String>,

    /// Print the jumps of one game in as few moves as were found, from a file that `pegfont one-game -o FILE.game` wrote. The file is checked:
    /// every jump is played
    #[arg(long, value_name = "FILE", conflicts_with_all = ["target", "board", "start", "set", "fonts", "which"])]
    game: Option<PathBuf>,

    #[command(flatten)]
    font: TextFontArgs,

    /// Which solution: lowest is the solver's, fewest-moves the most pleasant one with the fewest moves, and random:SEED (a whole number)
    /// draws one, each with the same probability [default: the font's for its characters, or lowest]
    #[arg(long, value_name = "HOW")]
    which: Option<Preference>,

    /// Print every position from the start to the pattern
    #[arg(long)]
    positions: bool,

    /// Print JSON
    #[arg(long)]
    json: bool,
}

impl SolutionCommand {
    pub(super) fn run(self) -> Result<()> {
        match (&self.game, &self.target) {
            (Some(game), _) => self.print(&read_played(game)?.1.one_at_a_time()),
            (None, Some(target)) => self.print_solution(target),
            (None, None) => Ok(()),
        }
    }

    fn print_solution(&self, target: &str) -> Result<()> {
        let target = match target {
            "-" => read_text(Path::new("-"))?,
            target => target.to_owned(),
        };
        if let Some((board, start)) = self.reachable.read_large()? {
            if self.which.is_some() {
                refuse!("--which is for boards that can be enumerated: leave it out for {board}");
            }
            return self.print(&game_to_one_peg(&board, &start, &target)?.solution);
        }
        let font = self.font.read()?;
        if !self.reachable.is_given()
            && let Some(game) = game_of_font(&font, &target)?
        {
            refuse_without_enumeration(&font, self.which.map(|_| "--which"))?;
            return self.print(&game.solution);
        }
        if let Some(solution) = self.of_the_font(&font, &target)? {
            return self.print(&solution);
        }
        let known = self.reachable.read_for(&font, |board, start| {
            self.font.require(&font, board)?;
            refuse_other_class(board, start, &read_goal(board, &font, &target)?)
        })?;
        let board = known.board();
        self.font.require(&font, board)?;
        let goal = read_goal(board, &font, &target)?;
        let solution = solver_solution(&known, &goal)?;
        let solution = match (self.which, &known) {
            (None | Some(Preference::Lowest), _) => solution,
            (Some(which), Known::Solved(reachable)) => {
                watched("looking for the solution", |progress| {
                    which.solution(reachable, &goal.targets, Interval::MOST_POSITIONS, progress)
                })?
            }
            (Some(which), Known::Sliced(_)) => {
                refuse!("--which {which} needs the solver: omit --reachable");
            }
        };
        self.print(&solution)
    }

    /// The solution that the font has for a character, if it is the one that is wanted. With figures, it has the fewest moves.
    fn of_the_font(&self, font: &Font, target: &str) -> Result<Option<Solution>> {
        let Some((board, start)) = font.small() else { return Ok(None) };
        if self.reachable.is_given() {
            return Ok(None);
        }
        let goal = read_goal(&board, font, target)?;
        let Some((_, character)) = character_of(font, &board, start, &goal) else {
            return Ok(None);
        };
        let is_wanted = match self.which {
            None => true,
            Some(Preference::FewestMoves) => character.figures.is_some(),
            Some(_) => false,
        };
        Ok(is_wanted.then(|| character.solution.clone()))
    }

    fn print(&self, solution: &Solution) -> Result<()> {
        if self.json {
            return print_json(&answer::solution(solution, self.positions));
        }
        let mut out = std::io::stdout().lock();
        writeln!(out, "{solution}")?;
        if self.positions {
            let board = solution.board();
            for (played, position) in solution.positions().enumerate() {
                writeln!(out)?;
                if let Some(jump) = played.checked_sub(1).map(|last| solution.jumps()[last]) {
                    writeln!(out, "{played}. {}", board.jump_name(jump))?;
                }
                writeln!(out, "{}", board.picture(&position))?;
            }
        }
        Ok(())
    }
}
