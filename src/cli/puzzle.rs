//! `pegfont puzzle`: the solutions, fewest moves and difficulty of letters or patterns.

use std::io::{Write as _, stdout};
use std::path::PathBuf;

use anyhow::Result;
use clap::Args;

use super::daily;
use super::fonts::TextFontArgs;
use super::goal::{
    JumpsLeft, TARGETS, character_of, game_to_one_peg, games_of_font, in_few_moves, out_of_reach,
    read_goals, refuse_other_class, refuse_without_enumeration,
};
use super::input::read_played;
use super::output::{aligned, counted, csv, print_json, side_by_side};
use super::progress::watched;
use super::reachable::Known;
use super::subject::BoardArgs;
use crate::answer;
use peg_solitaire::Error;
use peg_solitaire::board::{Bitboard, SmallBoard};
use peg_solitaire::solution::{Analysis, Interval, Solution};
use peg_solitaire::words::{grouped, only_character};
use pegfont_film::puzzle::{Day, Goal, Puzzle, Task};
use pegfont_type::font::Font;

/// Count the solutions of letters or patterns, and grade their difficulty
#[derive(Args)]
#[command(after_help = "\
Columns:
  pegs       the pegs of the target
  jumps      the jumps that lead to it
  moves      the fewest moves that lead to it; a move is a chain of jumps by one peg
  solutions  the number of ways to get there, as sequences of jumps
  shortest   how many of the solutions have the fewest moves
  positions  the positions on the way
  chance     the probability that random jumps lead to the target
  forks      the places in a solution, on average, where a jump can lose the game
  grade      gentle, easy, fair, hard or fiendish

Examples:
  pegfont puzzle PEG --easy-first             three letters, the easiest first
  pegfont puzzle PEG --jumps-left 5           the last five jumps of each
  pegfont puzzle A --solution                 a solution with the fewest moves
  pegfont puzzle --daily                      the puzzle of the day
  pegfont puzzle any --board english          one last peg, anywhere

See also: pegfont sheet (puzzles to print)")]
pub(super) struct PuzzleCommand {
    #[command(flatten)]
    goals: GoalArgs,

    /// Show what is known about one game on a large board, from a file that `pegfont one-game -o FILE.game` wrote
    #[arg(long, value_name = "FILE", conflicts_with_all = ["target", "daily", "board", "start", "fonts", "set", "jumps_left", "easy_first"])]
    game: Option<PathBuf>,

    /// Print the solution with the fewest moves (on large boards, the one that is known)
    #[arg(long)]
    solution: bool,

    /// Print CSV, without pictures
    #[arg(long, conflicts_with_all = ["json", "solution"])]
    csv: bool,

    /// Print JSON
    #[arg(long)]
    json: bool,
}

/// Which puzzles to solve.
#[derive(Args)]
pub(super) struct GoalArgs {
    #[command(flatten)]
    board: BoardArgs,

    #[arg(value_name = "TARGET", help = TARGETS, required = true)]
    target: Option<String>,

    /// The letter or digit of the day, which is the same for everyone
    #[arg(long, conflicts_with_all = ["target", "fonts", "board", "start"])]
    daily: bool,

    /// The day of --daily [default: today, in UTC]
    #[arg(long, value_name = "YYYY-MM-DD", requires = "daily", conflicts_with = "target")]
    date: Option<Day>,

    /// Use a set written by `pegfont solve -o NAME.set` instead of solving; it determines board and start
    #[arg(long = "reachable", value_name = "FOLDER", conflicts_with = "daily")]
    set: Option<PathBuf>,

    #[command(flatten)]
    font: TextFontArgs,

    #[command(flatten)]
    jumps_left: JumpsLeft,

    /// Sort the puzzles from easy to hard
    #[arg(long)]
    easy_first: bool,
}

impl GoalArgs {
    /// The games of the target, if they are on a board that can't be enumerated: those of a font, or one to one peg. An option that means
    /// nothing for them is refused.
    fn without_enumeration(&self) -> Result<Option<Vec<Task>>> {
        let Some(target) = self.target.as_ref().filter(|_| self.set.is_none()) else {
            return Ok(None);
        };
        if let Some((board, start)) = self.board.read_large()? {
            if self.easy_first {
                refuse!(
                    "--easy-first is for boards that can be enumerated: leave it out for {board}"
                );
            }
            return Ok(Some(vec![game_to_one_peg(&board, &start, target)?]));
        }
        if self.board.is_given() {
            return Ok(None);
        }
        let font = self.font.read()?;
        let games = games_of_font(&font, target)?;
        if games.is_some() {
            refuse_without_enumeration(&font, self.easy_first.then_some("--easy-first"))?;
        }
        Ok(games)
    }

    /// The board, the start and the goals.
    fn wanted(&self) -> Result<Wanted> {
        let font = self.font.read()?;
        let set = Known::open(self.set.as_deref(), |found| self.board.wanted(found))?;
        let (board, start) = match &set {
            Some(set) => (set.board().clone(), set.start()),
            None => self.board.read_for(&font)?,
        };
        self.font.require(&font, &board)?;
        let target = match &self.target {
            Some(target) => target.clone(),
            None => daily::of_day(self.date.unwrap_or_else(daily::today))?,
        };
        let goals = read_goals(&board, &font, &target)?;
        for goal in &goals {
            refuse_other_class(&board, start, goal)?;
        }
        Ok(Wanted { font, set, board, start, goals })
    }

    /// What was given as the target, or nothing.
    pub(super) fn target(&self) -> &str {
        self.target.as_deref().unwrap_or_default()
    }

    /// The puzzles as they are printed: those of a font's characters with the solutions and figures that the font has. A text keeps
    /// its repeated characters.
    pub(super) fn tasks(&self) -> Result<Vec<Task>> {
        let near_the_end = |tasks: Vec<Task>| tasks.into_iter().map(|task| self.near_the_end(task));
        let mut tasks: Vec<Task> = match self.without_enumeration()? {
            Some(games) => near_the_end(games).collect(),
            None => {
                let wanted = self.wanted()?;
                let of_font = |goal| {
                    let found = character_of(&wanted.font, &wanted.board, wanted.start, goal);
                    let (name, character) = found.filter(|(_, found)| found.figures.is_some())?;
                    Some(Task::of_character(name, character))
                };
                match wanted.goals.iter().map(of_font).collect() {
                    Some(known) => near_the_end(known).collect(),
                    None => self.solve_all(wanted)?.iter().map(Task::of).collect(),
                }
            }
        };
        let text = self.target();
        let of = |one| tasks.iter().find(|task| only_character(&task.title) == Some(one)).cloned();
        let in_text = text.chars().filter(|one| !one.is_whitespace()).map(of);
        if let Some(all) = in_text.collect::<Option<Vec<Task>>>().filter(|all| !all.is_empty()) {
            tasks = all;
        }
        if self.easy_first {
            tasks.sort_by(|one, other| one.effort().total_cmp(&other.effort()));
        }
        Ok(tasks)
    }

    /// The puzzle, or its last jumps if they are asked for.
    pub(super) fn near_the_end(&self, task: Task) -> Task {
        match self.jumps_left.number() {
            Some(jumps) => task.ending(jumps),
            None => task,
        }
    }

    /// The font of the names of a list, on a board whose games it has.
    pub(super) fn font(&self) -> Result<Font> {
        self.font.read()
    }

    /// Whether the puzzles are wanted from easy to hard.
    pub(super) fn easy_first(&self) -> bool {
        self.easy_first
    }

    /// Solves the puzzles. Those with too many positions on the way are left out, and named.
    pub(super) fn solve(&self) -> Result<Vec<Puzzle>> {
        let mut puzzles = self.solve_all(self.wanted()?)?;
        if self.easy_first {
            puzzles.sort_by(|one, other| one.analysis.effort().total_cmp(&other.analysis.effort()));
        }
        Ok(puzzles)
    }

    fn solve_all(&self, wanted: Wanted) -> Result<Vec<Puzzle>> {
        let Wanted { font, set, board, start, goals } = wanted;
        if self.jumps_left.number().is_some() {
            return goals
                .iter()
                .map(|goal| self.solve_near_the_end(&font, &board, start, goal))
                .collect();
        }
        let reachable = set.map_or_else(|| Known::solve(&board, start), Ok)?;
        let mut puzzles = Vec::new();
        let mut too_large = Vec::new();
        watched("analysing", |progress| {
            for (number, goal) in (0..).zip(&goals) {
                let puzzle = progress.part(number, number + 1, goals.len() as u64, |part| {
                    Puzzle::solve(&reachable, goal, Interval::MOST_POSITIONS, part)
                });
                match puzzle {
                    Ok(puzzle) => puzzles.push(puzzle),
                    Err(error @ (Error::TooLarge { .. } | Error::Memory(_))) => {
                        too_large.push((goal, error));
                    }
                    Err(error) => return Err(out_of_reach((&reachable).into(), goal, &error)),
                }
            }
            Ok(())
        })?;
        if let ([], [(goal, error)]) = (puzzles.as_slice(), too_large.as_slice()) {
            return Err(out_of_reach((&reachable).into(), goal, error));
        }
        for (Goal { title, .. }, error) in too_large {
            note!("{title}: left out: {error}");
        }
        Ok(puzzles)
    }

    /// The puzzle of the last jumps of a solution.
    fn solve_near_the_end(
        &self,
        font: &Font,
        board: &SmallBoard,
        start: Bitboard,
        goal: &Goal,
    ) -> Result<Puzzle> {
        let start = self.jumps_left.start(board, start, font, goal)?;
        let most = Interval::MOST_POSITIONS;
        watched("analysing", |progress| {
            let interval = Interval::between(board, start, &goal.targets, most, progress)?;
            let analysis = Analysis::of(&interval, progress)?;
            Ok(Puzzle::new(&goal.title, &interval, analysis))
        })
    }
}

/// What is to be solved, and what for.
struct Wanted {
    font: Font,
    /// The reachable positions, if they come from a file.
    set: Option<Known>,
    board: SmallBoard,
    start: Bitboard,
    goals: Vec<Goal>,
}

impl PuzzleCommand {
    pub(super) fn run(self) -> Result<()> {
        if let Some(game) = &self.game {
            let (title, solution) = read_played(game)?;
            return self.print_games(&[in_few_moves(title, solution)]);
        }
        if let Some(games) = self.goals.without_enumeration()? {
            if self.goals.jumps_left.number().is_some() {
                refuse!(
                    "--jumps-left: the puzzles of a board that can't be enumerated aren't graded: leave it out"
                );
            }
            return self.print_games(&games);
        }
        let puzzles = self.goals.solve()?;
        if self.json { print_json(&answer::puzzles(&puzzles)) } else { self.print(&puzzles) }
    }

    /// Prints a table, and pictures of a single puzzle.
    fn print(&self, puzzles: &[Puzzle]) -> Result<()> {
        let heading = [
            "",
            "pegs",
            "jumps",
            "moves",
            "solutions",
            "shortest",
            "positions",
            "chance",
            "forks",
            "grade",
        ];
        let rows = std::iter::once(heading.map(str::to_owned)).chain(puzzles.iter().map(row));
        let rows: Vec<[String; 10]> = rows.collect();
        let mut out = stdout().lock();
        if self.csv {
            return Ok(write!(out, "{}", csv("target", &rows))?);
        }
        if let [puzzle] = puzzles {
            let picture = |title: &str, position| {
                let rows = puzzle.board.picture(position);
                std::iter::once(title.to_owned()).chain(rows.lines().map(str::to_owned)).collect()
            };
            let pictures = [picture("start", puzzle.start), picture("target", puzzle.target)];
            writeln!(out, "{}\n", side_by_side(&pictures))?;
        }
        write!(out, "{}", aligned(&rows))?;
        if let [puzzle] = puzzles {
            let widths: Vec<String> = puzzle
                .widths
                .iter()
                .map(|&(pegs, width)| format!("{pegs}: {}", grouped(width)))
                .collect();
            writeln!(out, "\npositions on the way, by pegs: {}", widths.join(", "))?;
        }
        if self.solution {
            for puzzle in puzzles {
                let fewest = &puzzle.analysis.fewest_moves;
                let (moves, solution) = (fewest.moves, &fewest.solution);
                writeln!(out, "\n{} in {moves} moves: {solution}", puzzle.title)?;
            }
        }
        Ok(())
    }

    /// Prints what is known of games on boards that aren't enumerated, and of a single one its end and where games that end so can begin.
    fn print_games(&self, games: &[Task]) -> Result<()> {
        if self.json {
            return print_json(&answer::unanalysed(games));
        }
        let heading = ["", "pegs", "jumps", "moves", "rounds"].map(str::to_owned);
        let title = |game: &Task| game.title.replace('\n', " ");
        let rows = games.iter().map(|game| {
            [
                title(game),
                game.solution.end().count().to_string(),
                game.solution.jumps().len().to_string(),
                game.solution.moves().count().to_string(),
                game.solution.clone().in_rounds().round_count().to_string(),
            ]
        });
        let rows: Vec<[String; 5]> = std::iter::once(heading).chain(rows).collect();
        let mut out = stdout().lock();
        if self.csv {
            return Ok(write!(out, "{}", csv("target", &rows))?);
        }
        if let [Task { solution, .. }] = games {
            writeln!(out, "{}\n", solution.board().picture(solution.end()))?;
        }
        writeln!(out, "{}", aligned(&rows))?;
        let known = match games {
            [Task { solution, .. }] => {
                writeln!(out, "{}", begun(solution))?;
                "One game with this end is known."
            }
            _ => "One game for each is known.",
        };
        let holes = games.first().map_or(0, |game| game.solution.board().holes());
        writeln!(
            out,
            "{known} A board of {} is too large to count the others, or to grade the puzzle; there may be a game with fewer moves.",
            counted(holes, "hole")
        )?;
        if self.solution {
            for game in games {
                let (moves, solution) = (game.solution.moves().count(), &game.solution);
                writeln!(out, "\n{} in {moves} moves: {solution}", title(game))?;
            }
        }
        Ok(())
    }
}

fn row(puzzle: &Puzzle) -> [String; 10] {
    let Analysis { solutions, fewest_moves, probability, forks_met, .. } = &puzzle.analysis;
    [
        puzzle.title.clone(),
        puzzle.target.count().to_string(),
        (puzzle.start.count() - puzzle.target.count()).to_string(),
        fewest_moves.moves.to_string(),
        grouped(*solutions),
        grouped(fewest_moves.solutions),
        grouped(puzzle.positions()),
        format!("{probability:.1e}"),
        format!("{forks_met:.1}"),
        puzzle.analysis.grade().word().to_owned(),
    ]
}

/// Where this game begins, and where others can.
fn begun(solution: &Solution) -> String {
    let board = solution.board();
    let empty = board.complement(solution.start());
    let names: Vec<String> = empty.pegs().map(|hole| board.hole_name(hole)).collect();
    let here = format!("It begins with {} empty", names.join(" "));
    if empty.count() > 1 {
        return format!("{here}.");
    }
    let others = board.vacancies_in_class_of(solution.start()).filter(|&hole| !empty.has(hole));
    let holes = counted(others.count(), "other hole");
    format!("{here}. By position class, a game that ends so could also begin with one of {holes}.")
}
