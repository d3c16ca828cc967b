//! `pegfont hints`: which jumps of a position keep the target within reach.

use anyhow::{Result, bail};
use clap::Args;

use super::fonts::TextFontArgs;
use super::goal::{JumpsLeft, TARGET, read_goal};
use super::output::{aligned, csv, print_json};
use super::progress::watched;
use super::subject::BoardArgs;
use crate::answer;
use peg_solitaire::board::{Board, Position};
use peg_solitaire::game::{Advice, Game};
use peg_solitaire::solution::{Interval, Solution};
use peg_solitaire::words::grouped;

/// Say which jumps keep a target within reach, and how many solutions each leaves
#[derive(Args)]
#[command(after_help = "\
Examples:
  pegfont hints A                        from the start of the letter A
  pegfont hints A --jumps \"c2-c4 a2-c2\"  after some jumps
  pegfont hints d4 --board english       one last peg in the middle")]
pub(super) struct Hints {
    #[command(flatten)]
    board: BoardArgs,

    #[arg(help = TARGET)]
    target: String,

    #[command(flatten)]
    font: TextFontArgs,

    #[command(flatten)]
    jumps_left: JumpsLeft,

    /// Start after these jumps, written as at the end of a game: "c2-c4 a2-c2"
    #[arg(long, value_name = "JUMPS", default_value = "", hide_default_value = true)]
    jumps: String,

    /// Use less memory: where the set of the reachable positions is large, search from both ends, which takes longer
    #[arg(long)]
    frugal: bool,

    /// Print CSV
    #[arg(long, conflicts_with = "json")]
    csv: bool,

    /// Print JSON, with the text that `pegfont play --link` takes
    #[arg(long)]
    json: bool,
}

impl Hints {
    pub(super) fn run(self) -> Result<()> {
        let font = self.font.read()?;
        let (board, start) = self.board.read_for(&font)?;
        self.font.require(&font, &board)?;
        let goal = read_goal(&board, &font, &self.target)?;
        let start = self.jumps_left.start(&board, start, &font, &goal)?;
        let mut game = Game::new(&board, start, &goal.targets)?;
        let played = Solution::parse(&board, start, &self.jumps);
        for &jump in played.map_err(|error| usage!("--jumps: {error}"))?.jumps() {
            game.play(jump)?;
        }
        let advice = watched("counting solutions", |progress| {
            Advice::of(&game, self.frugal.then_some(Interval::MOST_POSITIONS), progress)
        });
        if self.json {
            return print_json(&answer::hints(&game, &advice));
        }
        if let Advice::Unknown(why) = &advice {
            bail!("{why}");
        }
        if self.csv {
            say_as_is!("{}", csv("", &rows(&board, game.position(), &advice)));
        } else {
            print(&board, &game, &advice);
        }
        Ok(())
    }
}

/// Prints the position's state, and a line for each jump.
fn print(board: &Board, game: &Game, advice: &Advice) {
    let position = game.position();
    say!("{}\n", board.picture(position));
    match advice.is_solvable(position) {
        _ if game.is_won() => say!("Solved."),
        Some(true) => say!("The target can be reached.\n"),
        _ if game.jumps().is_empty() => say!("The target can't be reached.\n"),
        _ => say!("The target can no longer be reached.\n"),
    }
    let rows = rows(board, position, advice);
    if rows.len() > 1 {
        say_as_is!("{}", aligned(&rows));
    }
    if let Some(why) = advice.unknown() {
        note!("solutions are not counted: {why}");
    }
}

/// A heading, and a line for each jump.
fn rows(board: &Board, position: &Position, advice: &Advice) -> Vec<[String; 2]> {
    let solutions = |count: Option<u128>| count.map_or_else(String::new, grouped);
    let jumps = advice.rate_jumps(board, position).into_iter().map(|rated| {
        let left = match rated.keeps {
            Some(true) => solutions(rated.solutions),
            _ => "loses".to_owned(),
        };
        [board.jump_name(rated.jump), left]
    });
    std::iter::once(["jump", "solutions"].map(str::to_owned)).chain(jumps).collect()
}
