//! `pegfont replay`: the film of a game, given by its jumps or in a file.

use std::path::Path;

use anyhow::Result;
use clap::Args;

use super::film::{CourseArgs, Film, FilmArgs, GameOrderArgs, MarkArgs, PaceArgs, Played, Time};
use super::input::{BoardArgs, read_played};
use super::usage::Given;
use peg_solitaire::solution::Solution;
use pegfont_film::timeline::Setting;

/// Animate a game: its jumps, or a file with one game
#[derive(Args)]
#[command(allow_negative_numbers = true)]
#[command(after_help = "Examples:\n  \
    pegfont replay \"c2-c4 c5-c3 e4-c4-c2\" -o own.gif\n  \
    pegfont replay \"d2-d4\" --board english -o english.svg --smooth\n  \
    pegfont replay hi.game --one-at-a-time --captions -o hi.mp4\n  \
    pegfont replay hi.game -o -")]
pub(super) struct Replay {
    #[command(flatten)]
    given: Given,

    /// The jumps, such as "c2-c4 c5-c3 e4-c4-c2", or a file that `pegfont one-game -o FILE.game` wrote
    #[arg(value_name = "JUMPS|FILE")]
    game: String,

    #[command(flatten)]
    own: GameArgs,

    #[command(flatten)]
    film: FilmArgs,
    #[command(flatten)]
    marks: MarkArgs,
    #[command(flatten)]
    order: GameOrderArgs,
    #[command(flatten)]
    pace: PaceArgs,
    #[command(flatten)]
    course: CourseArgs,
}

/// The board of a game that is given by its jumps, and the order of one in a file.
#[derive(Args)]
pub(super) struct GameArgs {
    #[command(flatten)]
    board: BoardArgs,

    /// Play the jumps of a file one after the other, not in rounds of jumps that don't depend on each other
    #[arg(long)]
    one_at_a_time: bool,
}

/// A game, with a name for its files.
pub(super) struct Source {
    pub(super) name: String,
    pub(super) setting: Setting,
    /// The number of its rounds, if it is from a file.
    rounds: Option<usize>,
}

impl GameArgs {
    /// The game that an argument names.
    pub(super) fn read(&self, game: &str) -> Result<Source> {
        let path = Path::new(game);
        if !is_file(game) {
            if self.one_at_a_time {
                refuse!("--one-at-a-time needs a file: the jumps of an argument have no rounds");
            }
            let (board, start) = self.board.read()?;
            let solution = Solution::parse(&board, start, game)
                .map_err(|error| usage!("{error}; or give a file with a game"))?;
            let setting = Setting::of_solution(solution);
            return Ok(Source { name: String::new(), setting, rounds: None });
        }
        if self.board.is_given() {
            refuse!("--board and --start are for jumps: {game} has its own board");
        }
        let (title, solution) = read_played(path)?;
        let solution = if self.one_at_a_time { solution.one_at_a_time() } else { solution };
        let rounds = Some(solution.round_count());
        let name = path.file_stem().unwrap_or_default().to_string_lossy().into_owned();
        Ok(Source { name, setting: Setting::of_solution(solution).titled(title), rounds })
    }
}

/// Whether a game is given as a file: jumps have no dots and no folders.
fn is_file(game: &str) -> bool {
    game == "-" || Path::new(game).exists() || game.contains(['.', '/', '\\'])
}

impl Replay {
    pub(super) fn run(self) -> Result<()> {
        let source = self.own.read(&self.game)?;
        let rounds = source.rounds;
        if rounds.is_none()
            && let Some(option) = self.given.of::<GameOrderArgs>()
        {
            refuse!("{option} needs a file with one game: the jumps of an argument have no rounds");
        }
        let (game_order, pace, course) = (self.order, self.pace, self.course);
        let time = Time { game_order, pace, course, rounds, ..Time::default() };
        let mut film = Film::new(&self.given, &self.film, time);
        film.marks = self.marks;
        film.keeps_game = source.rounds.is_some();
        let plan = film.plan(&source.name)?;
        let settings = vec![source.setting; plan.places.len()];
        film.write_all(&plan, settings, Played::Font, &Ok)
    }
}
