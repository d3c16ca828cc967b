//! `pegfont solution`: the jumps that lead to a pattern, or those of a game that is known.

use std::io::Write as _;
use std::path::{Path, PathBuf};

use anyhow::{Result, bail};
use clap::Args;

use super::fonts::TextFontArgs;
use super::goal::{TARGET, read_goal, unreachable};
use super::input::read_text;
use super::known::{KnownGame, refuse_for_known};
use super::output::print_json;
use super::progress::watched;
use super::reachable::{Known, ReachableArgs};
use crate::answer;
use peg_solitaire::solution::{Cone, Preference, Rewind, Solution};
use peg_solitaire::solve::ReachableSet;
use pegfont_film::puzzle::Goal;

/// Print the jumps that lead to a pattern
#[derive(Args)]
pub(super) struct SolutionCommand {
    #[command(flatten)]
    reachable: ReachableArgs,

    #[arg(value_name = "TARGET", required_unless_present = "game", help = format!("{TARGET}; - reads it from standard input"))]
    target: Option<String>,

    /// Print the jumps of one game in as few moves as were found, from a file that `pegfont one-game -o FILE.game` wrote. The file is checked:
    /// every jump is played
    #[arg(long, value_name = "FILE", conflicts_with_all = ["target", "board", "start", "table", "fonts", "which"])]
    game: Option<PathBuf>,

    #[command(flatten)]
    font: TextFontArgs,

    /// Which solution: lowest is the solver's default, fewest-moves the most pleasant one with the fewest moves, and
    /// random:SEED (a whole number) draws one, each with the same probability
    #[arg(long, value_name = "HOW", default_value = "lowest")]
    which: Preference,

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
            (Some(game), _) => self.print_game(&KnownGame::read(game)?.solution),
            (None, Some(target)) => self.print_solution(target),
            (None, None) => Ok(()),
        }
    }

    /// Prints a game on a large board.
    fn print_game(&self, solution: &Solution) -> Result<()> {
        let solution = solution.one_at_a_time();
        if self.json {
            return print_json(&answer::solution(&solution, self.positions));
        }
        let mut out = std::io::stdout().lock();
        writeln!(out, "{solution}")?;
        if self.positions {
            let board = solution.board();
            writeln!(out, "\n{}", board.picture(solution.start()))?;
            for (played, &jump) in (1..).zip(solution.jumps()) {
                let name = board.jump_name(jump);
                writeln!(out, "\n{played}. {name}")?;
                writeln!(out, "{}", board.picture(solution.position(played)))?;
            }
        }
        Ok(())
    }

    fn print_solution(&self, target: &str) -> Result<()> {
        let font = self.font.read()?;
        let target = match target {
            "-" => read_text(Path::new("-"))?,
            target => target.to_owned(),
        };
        if !self.reachable.is_given()
            && let Some(game) = KnownGame::of_character(&font, &target)?
        {
            let which = (self.which != Preference::Lowest).then_some("--which");
            refuse_for_known(&font, which)?;
            return self.print_game(&game.solution);
        }
        let known = self.reachable.read_for(&font)?;
        let board = known.board();
        self.font.require(&font, board, known.start())?;
        let Goal { title, targets } = read_goal(board, known.start(), &font, &target)?;
        let mut found = None;
        for &target in &targets {
            found = known.solution_of(target)?.map(|solution| (target, solution));
            if found.is_some() {
                break;
            }
        }
        let Some((pattern, solution)) = found else {
            match targets.as_slice() {
                &[target] => bail!("this pattern {}", unreachable(&known, target)?),
                _ => bail!("{title} can't be reached"),
            }
        };
        let solution = match (self.which, &known) {
            (Preference::Lowest, _) => solution,
            (which, Known::Solved(reachable)) => watched("looking for the solution", |progress| {
                which.solution(reachable, pattern, Cone::MOST_POSITIONS, progress)
            })?,
            (which, Known::Table(_) | Known::Sliced(_)) => {
                refuse!("--which {which} needs the solver: omit --table or --set");
            }
        };
        if self.json {
            return print_json(&answer::solution(&solution, self.positions));
        }
        let mut out = std::io::stdout().lock();
        writeln!(out, "{solution}")?;
        if self.positions {
            for (played, position) in solution.positions().enumerate() {
                writeln!(out)?;
                if let Some(jump) = played.checked_sub(1).map(|last| solution.jumps()[last]) {
                    writeln!(out, "{played}. {}", board.jump_name(jump))?;
                }
                writeln!(out, "{}", board.picture(position))?;
            }
        }
        Ok(())
    }
}
