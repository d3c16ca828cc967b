//! What `play`, `puzzle` and `sheet` are about: a board, a start and targets, or a game in a file; and messages about targets that can't be
//! reached.

use std::hash::{BuildHasher as _, RandomState};
use std::path::{Path, PathBuf};

use anyhow::{Context as _, Result, anyhow, bail};
use clap::{Arg, Args};

use super::fonts::{FontArgs, drawn_only};
use super::input::{read_game, read_played, whole};
use super::output::{counted, side_by_side};
use super::progress::watched;
use super::reachable::Known;
use super::subject::BoardArgs;
use super::usage::usage;
use peg_solitaire::Error;
use peg_solitaire::board::{Bitboard, SmallBoard};
use peg_solitaire::class::PositionClass;
use peg_solitaire::game::Game;
use peg_solitaire::solution::{Interval, Preference, Solution};
use peg_solitaire::solve::{Reachability, Record};
use peg_solitaire::words::only_character;
use pegfont_film::puzzle::{Goal, Puzzle, several};
use pegfont_type::find::{Criteria, Finder, MAX_DISTANCE};
use pegfont_type::font::Font;

/// What a target can be: the help of every command that takes one.
pub(super) const TARGET: &str = "\
What to reach: a character of the font, a position, or one last peg in a hole; see Positions below";

/// Says of a command's target that it may be several.
pub(super) fn each_a_puzzle(target: Arg) -> Arg {
    target.help(format!(
        "{TARGET}. Or a game in a file, FILE.game. Several characters are a puzzle each; put spaces between those that name a hole"
    ))
}

/// What to play for.
#[derive(Args)]
pub(super) struct GoalArgs {
    #[command(flatten)]
    board: BoardArgs,

    #[arg(value_name = "TARGET", required = true, help = format!("{TARGET}. Or a game in a file, FILE.game"))]
    target: Option<String>,

    /// Use the positions that `pegfont solve -o NAME.set` wrote instead of solving; they determine board and start
    #[arg(long, value_name = "FOLDER")]
    reachable: Option<PathBuf>,

    #[command(flatten)]
    pub(super) font: FontArgs,

    /// Begin this many jumps before the end of a solution: 3 is easy
    #[arg(long, value_name = "NUMBER", value_parser = whole::<usize>(1..=62))]
    jumps_left: Option<usize>,
}

/// What is played for.
pub(super) enum Subject {
    /// On a board whose positions are enumerated.
    Goals(Box<Goals>),
    /// A game that is known, of which nothing is counted.
    Game(Box<Puzzle>),
}

/// Goals of one game.
pub(super) struct Goals {
    font: Font,
    /// The reachable positions, once they are known.
    known: Option<Known>,
    board: SmallBoard,
    start: Bitboard,
    goals: Vec<Goal>,
    jumps_left: Option<usize>,
}

impl GoalArgs {
    /// What is asked for. A mistake is reported before any work begins.
    pub(super) fn read(&self) -> Result<Subject> {
        if let Some(path) = self.own_file()? {
            let (title, solution) = read_played(path)?;
            let game = self.ending(Puzzle::of(title, solution.one_at_a_time()))?;
            return Ok(Subject::Game(Box::new(game)));
        }
        let text = self.target.clone().map_or_else(easy, Ok)?;
        let font = self.font.completed()?;
        let known = Known::open(self.reachable.as_deref(), |found| self.board.wanted(found))?;
        let (board, start) = match &known {
            Some(known) => (known.board().clone(), known.start()),
            None => self.board.read_for(&font)?,
        };
        if self.font.is_given() && *board != *font.board() {
            if font.small().is_none() {
                refuse!(
                    "--font: {} is on {}, and a puzzle needs a board that can be enumerated",
                    font.name(),
                    font.board()
                );
            }
            refuse!("--font: {} is on {}, and the game on {board}", font.name(), font.board());
        }
        let goals = Goal::parse_all(&board, &font, &text).map_err(|error| unknown(&error))?;
        for goal in &goals {
            refuse_other_class(&board, start, goal)?;
        }
        let jumps_left = self.jumps_left;
        let goals = Goals { font, known, board, start, goals, jumps_left };
        Ok(Subject::Goals(Box::new(goals)))
    }

    /// The one game that is asked for, after these jumps. That of a file goes on unless it is to begin elsewhere.
    pub(super) fn read_game(&self, jumps: Option<&str>) -> Result<Game> {
        if let Some(path) = self.own_file()?
            && jumps.or(self.jumps_left.map(|_| "")).is_none()
        {
            return read_game(path).map_err(|error| match path.exists() {
                true => anyhow!("{error:#}; the file was not changed"),
                false => error,
            });
        }
        let mut game = match self.read()? {
            Subject::Game(game) => Game::of(&game.solution).titled(game.title.replace('\n', " ")),
            Subject::Goals(mut goals) => {
                let [goal] = &goals.goals[..] else {
                    return Err(usage(several(self.target().unwrap_or_default())));
                };
                let goal = goal.clone();
                let start = match self.jumps_left {
                    Some(jumps) => {
                        let puzzle = goals.solution(&goal, None)?;
                        last(jumps, &puzzle)?.start().clone()
                    }
                    None => goals.start.into(),
                };
                Game::new(&goals.board, start, &goal.targets)?.titled(goal.title)
            }
        };
        let jumps = Solution::parse(game.board(), game.start(), jumps.unwrap_or_default());
        for &jump in jumps.map_err(|error| usage!("--jumps: {error}"))?.jumps() {
            game.play(jump)?;
        }
        Ok(game)
    }

    /// What was given as the target.
    pub(super) fn target(&self) -> Option<&str> {
        self.target.as_deref()
    }

    /// The file of a game, if the target is one.
    pub(super) fn file(&self) -> Option<&Path> {
        self.target().map(Path::new).filter(|path| is_game(path))
    }

    /// The same, which decides everything that other options could.
    fn own_file(&self) -> Result<Option<&Path>> {
        let file = self.file();
        if let Some(path) = file
            && (self.font.is_given() || self.board.is_given() || self.reachable.is_some())
        {
            let path = path.display();
            refuse!(
                "{path}: a saved game has a board and a start: leave out --font, --board, --start and --reachable"
            )
        }
        Ok(file)
    }

    /// The puzzle, or its last jumps if they are asked for.
    pub(super) fn ending(&self, puzzle: Puzzle) -> Result<Puzzle> {
        match self.jumps_left {
            Some(jumps) if last(jumps, &puzzle)? != puzzle.solution => {
                Ok(watched("analysing", |progress| puzzle.ending(jumps, progress))?)
            }
            _ => Ok(puzzle),
        }
    }
}

impl Goals {
    /// The puzzles of the font's characters, with its figures, if all of the goals are such characters.
    pub(super) fn known_figures(&self) -> Option<Vec<Puzzle>> {
        let known = |goal| self.of_font(goal).filter(|puzzle| puzzle.figures.is_some());
        self.goals.iter().map(known).collect()
    }

    /// The puzzle of the character of the font that a goal is, if the game is the font's.
    fn of_font(&self, goal: &Goal) -> Option<Puzzle> {
        let name = only_character(&goal.title)?;
        let character = self.font.get(name)?;
        let is_it = goal.targets == [character.small_pattern()?]
            && self.font.small() == Some((self.board.clone(), self.start));
        is_it.then(|| Puzzle::of_character(name, character))
    }

    /// A solution of each goal.
    pub(super) fn solutions(mut self, how: Option<Preference>) -> Result<Vec<Puzzle>> {
        let goals = std::mem::take(&mut self.goals);
        goals.iter().map(|goal| self.solution(goal, how)).collect()
    }

    /// The solution that is preferred; by default the font's, if it is of the font, or the solver's. With figures, the font's has the
    /// fewest moves.
    fn solution(&mut self, goal: &Goal, how: Option<Preference>) -> Result<Puzzle> {
        let own = self.of_font(goal).filter(|own| match how {
            None => true,
            Some(Preference::FewestMoves) => own.figures.is_some(),
            Some(_) => false,
        });
        if let Some(own) = own {
            return Ok(own);
        }
        let known = self.known()?;
        let solution = match (how.unwrap_or(Preference::Lowest), known) {
            (Preference::Lowest, known) => lowest(known, goal),
            (how, Known::Solved(reachable)) => watched("looking for the solution", |progress| {
                how.solution(reachable, &goal.targets, Interval::MOST_POSITIONS, progress)
            }),
            (how, Known::Sliced(_)) => {
                refuse!("--solution={how} needs the solver: omit --reachable")
            }
        };
        let solution = solution.map_err(|error| out_of_reach(known.into(), goal, error))?;
        Ok(Puzzle::of(&goal.title, solution))
    }

    /// The reachable positions, solved if they aren't known yet.
    fn known(&mut self) -> Result<&Known> {
        let known = match self.known.take() {
            Some(known) => known,
            None => Known::solve(&self.board, self.start)?,
        };
        Ok(self.known.insert(known))
    }

    /// Solves the puzzles, or those of their last jumps.
    pub(super) fn solve(mut self) -> Result<Vec<Puzzle>> {
        if let Some(jumps) = self.jumps_left {
            let puzzles = self.solutions(None)?;
            puzzles.iter().try_for_each(|puzzle| last(jumps, puzzle).map(drop))?;
            let puzzles = puzzles.into_iter();
            return watched("analysing", |progress| {
                puzzles.map(|puzzle| Ok(puzzle.ending(jumps, progress)?)).collect()
            });
        }
        let goals = std::mem::take(&mut self.goals);
        let known = self.known()?;
        watched("analysing", |progress| {
            let solve = |(number, goal): (u64, &Goal)| {
                let puzzle = progress.part(number, number + 1, goals.len() as u64, |part| {
                    Puzzle::solve(known, goal, Interval::MOST_POSITIONS, part)
                });
                puzzle.map_err(|error| out_of_reach(known.into(), goal, error))
            };
            (0..).zip(&goals).map(solve).collect()
        })
    }
}

/// The last jumps of a puzzle's solution, which must have so many.
fn last(jumps: usize, puzzle: &Puzzle) -> Result<Solution> {
    let most = puzzle.solution.jumps().len();
    if jumps > most {
        refuse!("--jumps-left {jumps}: {} has only {}", puzzle.title, counted(most, "jump"));
    }
    Ok(puzzle.solution.last(jumps))
}

/// Whether this is the name of a file with a game.
pub(super) fn is_game(path: &Path) -> bool {
    path.extension().is_some_and(|extension| extension == "game")
}

/// The easiest characters, of which a beginner gets one.
const EASY: usize = 10;

/// A random easy letter or digit.
fn easy() -> Result<String> {
    let characters = Font::builtin()?.characters().iter();
    let mut found: Vec<(f64, char)> = characters
        .filter(|(name, _)| name.is_ascii_alphanumeric())
        .filter_map(|(&name, character)| Some((character.figures?.effort(), name)))
        .collect();
    found.sort_by(|one, other| one.0.total_cmp(&other.0));
    let place = RandomState::new().hash_one(0) as usize % EASY;
    let (_, name) = found.get(place).context("the built-in font has few letters")?;
    Ok(name.to_string())
}

/// The message for a text that names no goal.
fn unknown(error: &pegfont_film::Error) -> anyhow::Error {
    let remedy = match error {
        pegfont_film::Error::NotInFont { character, .. } => drawn_only(*character),
        _ => String::new(),
    };
    usage(format!("{error}{remedy}"))
}

/// The solver's solution of the first target that can be reached.
fn lowest(known: &Known, goal: &Goal) -> Result<Solution, Error> {
    for &target in &goal.targets {
        if let Some(solution) = Solution::leading_to(target, known)? {
            return Ok(solution);
        }
    }
    Err(Error::Unreachable)
}

/// Refuses a last peg that the position classes exclude, before any work begins.
fn refuse_other_class(board: &SmallBoard, start: Bitboard, goal: &Goal) -> Result<()> {
    let class = PositionClass::of(board, start);
    let excluded = |&target: &Bitboard| target.count() == 1 && !class.contains(target);
    if goal.targets.iter().all(excluded) {
        bail!("{} {}; try another --start", goal.title, Reachability::OtherClass);
    }
    Ok(())
}

/// Why a goal can't be solved; of a single pattern that can't be reached, with the nearest patterns that can.
fn out_of_reach(set: Record<'_>, goal: &Goal, error: Error) -> anyhow::Error {
    let title = &goal.title;
    match (goal.targets.as_slice(), &error) {
        (&[target], Error::OtherClass | Error::Unreachable) => match unreachable(set, target) {
            Ok(why) => anyhow!("{title} {why}"),
            Err(error) => error.into(),
        },
        _ => anyhow!("{title}: {error}"),
    }
}

/// Why a pattern can't be reached, and the nearest patterns that can.
fn unreachable(set: Record<'_>, pattern: Bitboard) -> Result<String, Error> {
    let finder = Finder::new(set);
    let why = finder.reachability(pattern)?;
    let board = set.class().board();
    let near = finder.near(&[Criteria::of(board, pattern, false)], MAX_DISTANCE, 3)?;
    if near.is_empty() {
        return Ok(format!("{why}; neither can any pattern within {MAX_DISTANCE} holes"));
    }
    let pictures: Vec<Vec<String>> = near
        .iter()
        .map(|near| {
            let words = format!("differs in {}", near.distance);
            std::iter::once(words)
                .chain(board.picture(near.pattern).lines().map(str::to_owned))
                .collect()
        })
        .collect();
    Ok(format!("{why}; the nearest reachable patterns:\n{}", side_by_side(&pictures)))
}
