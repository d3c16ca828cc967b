//! Goals as arguments, and messages about those that can't be reached. On boards that can't be enumerated, the games of a font's
//! characters are all that is known.

use anyhow::{Result, anyhow, bail};
use clap::Args;

use super::fonts::{drawn_only, is_enumerable};
use super::input::whole;
use super::output::side_by_side;
use super::progress::watched;
use super::reachable::Known;
use super::subject::read_finish;
use super::usage::usage;
use peg_solitaire::Error;
use peg_solitaire::board::{Bitboard, Board, MAX_SMALL_HOLES, Position, SmallBoard};
use peg_solitaire::class::PositionClass;
use peg_solitaire::search::{Outcome, Search};
use peg_solitaire::solution::Solution;
use peg_solitaire::solve::{Reachability, Record};
use peg_solitaire::words::only_character;
use pegfont_film::puzzle::{Goal, GoalError, Task};
use pegfont_type::find::{Criteria, Finder, MAX_DISTANCE};
use pegfont_type::font::{Character, Font};

/// What a target can be: the help of every command that takes one.
pub(super) const TARGET: &str = "\
What to reach: a character of the font, a position, or one last peg in a hole; see Positions below";

/// The help of a command that takes several targets.
pub(super) const TARGETS: &str = "\
What to reach: a character of the font, a position, or one last peg in a hole; see Positions below. Any other text is a list of \
characters, each a puzzle of its own; put spaces between characters that name a hole";

/// The goals that a text names.
pub(super) fn read_goals(board: &SmallBoard, font: &Font, text: &str) -> Result<Vec<Goal>> {
    Goal::parse_all(board, font, text).map_err(|error| unknown(&error))
}

/// The goal that a text names.
pub(super) fn read_goal(board: &SmallBoard, font: &Font, text: &str) -> Result<Goal> {
    Goal::parse(board, font, text).map_err(|error| unknown(&error))
}

/// The game of the one character that a text names, if the font's board can't be enumerated.
pub(super) fn game_of_font(font: &Font, text: &str) -> Result<Option<Task>> {
    if is_enumerable(font.board()) {
        return Ok(None);
    }
    let chosen = only_character(text.trim()).and_then(|one| Some((one, font.get(one)?)));
    let (character, chosen) = chosen.ok_or_else(|| {
        let (name, board) = (font.name(), font.board());
        usage!(
            "{text:?} is not a character of {name}: {board} can't be enumerated, and only the games of the font's characters are known"
        )
    })?;
    Ok(Some(in_few_moves(character.to_string(), chosen.solution.clone())))
}

/// A game of which nothing is known but the solution.
pub(super) fn in_few_moves(title: String, solution: Solution) -> Task {
    Task { title, solution: solution.in_rounds().one_at_a_time(), figures: None }
}

/// The games of the different characters of a text, if the font's board can't be enumerated.
pub(super) fn games_of_font(font: &Font, text: &str) -> Result<Option<Vec<Task>>> {
    if is_enumerable(font.board()) {
        return Ok(None);
    }
    let mut games: Vec<Task> = Vec::new();
    for (character, number) in text.chars().zip(1..) {
        let twice = || games.iter().any(|game| game.title.starts_with(character));
        if character.is_whitespace() || twice() {
            continue;
        }
        let chosen = font.get(character).ok_or_else(|| {
            let name = font.name();
            usage!("character {number} of the text, {character:?}, is not in {name}: leave it out")
        })?;
        games.push(in_few_moves(character.to_string(), chosen.solution.clone()));
    }
    if games.is_empty() {
        refuse!("the text has no characters: give at least one of the font");
    }
    Ok(Some(games))
}

/// A game to one peg on a board that is too large to be enumerated, which is searched for.
pub(super) fn game_to_one_peg(board: &Board, start: &Position, target: &str) -> Result<Task> {
    let what = format!("on a board of more than {MAX_SMALL_HOLES} holes the target is one peg");
    let finish = read_finish(board, &what, target.trim())?;
    let place =
        finish.map_or("anywhere".to_owned(), |hole| format!("in {}", board.hole_name(hole)));
    let searched = watched("looking for a game", |progress| {
        Search::default().reduce(board, start, finish, progress)
    });
    match searched?.outcome {
        // The game is to this hole, wherever one peg was allowed to stay.
        Outcome::Solved(solution) => {
            let last: Vec<String> =
                solution.end().pegs().map(|hole| board.hole_name(hole)).collect();
            Ok(in_few_moves(format!("one peg in {}", last.join(" ")), solution))
        }
        Outcome::Impossible(why) => {
            bail!("no game leaves one peg {place}: {why}; try another --start")
        }
        Outcome::GaveUp => bail!(
            "no game was found that leaves one peg {place}; there may be one: try another --start"
        ),
    }
}

/// Refuses an option, if it was given, that means something only on a board that can be enumerated.
pub(super) fn refuse_without_enumeration(font: &Font, option: Option<&str>) -> Result<()> {
    let Some(option) = option else { return Ok(()) };
    let (name, board) = (font.name(), font.board());
    refuse!("{option} is for boards that can be enumerated, and {name} is on {board}: leave it out")
}

/// The message for a text that names no goal.
fn unknown(error: &GoalError) -> anyhow::Error {
    let remedy = match error {
        GoalError::NotInFont { character, .. } => drawn_only(*character),
        _ => String::new(),
    };
    usage(format!("{error}{remedy}"))
}

/// Where a game begins.
#[derive(Args)]
pub(super) struct JumpsLeft {
    /// Begin this many jumps before the end of a solution: 3 is easy
    #[arg(long, value_name = "NUMBER", value_parser = whole::<usize>(1..=62))]
    jumps_left: Option<usize>,
}

impl JumpsLeft {
    pub(super) fn number(&self) -> Option<usize> {
        self.jumps_left
    }

    /// The solution, or its last jumps.
    pub(super) fn of(&self, solution: Solution) -> Solution {
        self.jumps_left.map_or(solution.clone(), |jumps| solution.last(jumps))
    }

    /// The start of the game for a goal: the given one, or the position so many jumps before the end of a solution, which is the font's or
    /// the solver's.
    pub(super) fn start(
        &self,
        board: &SmallBoard,
        start: Bitboard,
        font: &Font,
        goal: &Goal,
    ) -> Result<Bitboard> {
        let Some(jumps) = self.jumps_left else { return Ok(start) };
        let solution = match character_of(font, board, start, goal) {
            Some((_, character)) => character.solution.clone(),
            None => solver_solution(&Known::solve(board, start)?, goal)?,
        };
        Ok(board.bits(solution.last(jumps).start()))
    }
}

/// The character of the font that a goal is, if the game is the font's.
pub(super) fn character_of<'f>(
    font: &'f Font,
    board: &SmallBoard,
    start: Bitboard,
    goal: &Goal,
) -> Option<(char, &'f Character)> {
    let name = only_character(&goal.title)?;
    let character = font.get(name)?;
    let is_it = goal.targets == [character.small_pattern()?];
    (is_it && font.small() == Some((board.clone(), start))).then_some((name, character))
}

/// The solver's solution of the first target that can be reached.
pub(super) fn solver_solution(known: &Known, goal: &Goal) -> Result<Solution> {
    for &target in &goal.targets {
        if let Some(solution) = Solution::leading_to(target, known)? {
            return Ok(solution);
        }
    }
    match goal.targets.as_slice() {
        &[target] => bail!("{} {}", this(goal), unreachable(known.into(), target)?),
        _ => bail!("{} can't be reached", goal.title),
    }
}

/// A goal of one target in words.
fn this(goal: &Goal) -> String {
    match goal.title.as_str() {
        "pattern" => "this pattern".to_owned(),
        title => title.to_owned(),
    }
}

/// Refuses a last peg that the position classes exclude, before any work begins.
pub(super) fn refuse_other_class(board: &SmallBoard, start: Bitboard, goal: &Goal) -> Result<()> {
    let class = PositionClass::of(board, start);
    let excluded = |&target: &Bitboard| target.count() == 1 && !class.contains(target);
    if goal.targets.iter().all(excluded) {
        bail!("{} {}", goal.title, Reachability::OtherClass);
    }
    Ok(())
}

/// Why a goal can't be solved.
pub(super) fn out_of_reach(set: Record<'_>, goal: &Goal, error: &Error) -> anyhow::Error {
    let title = &goal.title;
    match (goal.targets.as_slice(), error) {
        (&[target], Error::OtherClass | Error::Unreachable) => match unreachable(set, target) {
            Ok(why) => anyhow!("{title} {why}"),
            Err(error) => error.into(),
        },
        _ => anyhow!("{title}: {error}"),
    }
}

/// Why a pattern can't be reached, and the nearest patterns that can.
pub(super) fn unreachable(set: Record<'_>, pattern: Bitboard) -> Result<String, Error> {
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
