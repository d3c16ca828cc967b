//! The answers to questions about fonts, puzzles and boards, as JSON: a function for each command that has `--json`. It computes
//! nothing.
//!
//! One rule for one thing, in every answer; `docs/reference/json.md` shows and explains them all.
//!
//! * Every answer is one object. A key is always there; a value that is not known is `null`.
//! * A position is its rows joined by `/`; a hole is its name, `c4`; a jump is `c2-c4`.
//! * A count that can exceed 2^53, which is more than most readers of JSON hold exactly, is a text of digits.

use serde_json::{Value, json};

use peg_solitaire::board::{Board, Jump, Position};
use peg_solitaire::game::{Advice, Game};
use peg_solitaire::solution::Solution;
use pegfont_film::puzzle::{Link, Puzzle, Task};

/// The rows of a position.
fn rows(board: &Board, position: impl Into<Position>) -> String {
    board.picture_line(position)
}

/// A board: its name, or if it has none the rows of its picture; on a triangular board `triangular` comes before them.
fn name(board: &Board) -> String {
    board.to_text().replace('\n', "/")
}

fn jump_names(board: &Board, jumps: impl IntoIterator<Item = Jump>) -> Vec<String> {
    jumps.into_iter().map(|jump| board.jump_name(jump)).collect()
}

/// A list of values, each from one thing.
fn list<T>(things: impl IntoIterator<Item = T>, value: impl FnMut(T) -> Value) -> Value {
    things.into_iter().map(value).collect()
}

/// Numbers of positions by number of pegs.
fn by_pegs(counts: impl IntoIterator<Item = (u32, u64)>) -> Value {
    list(counts, |(pegs, positions)| json!({ "pegs": pegs, "positions": positions }))
}

/// The keys of a solution. There is no number of moves where jumps are played at the same time.
fn played(solution: Option<&Solution>) -> Value {
    let moves = |solution: &Solution| (!solution.is_in_rounds()).then(|| solution.moves().count());
    let jumps =
        |solution: &Solution| jump_names(solution.board(), solution.jumps().iter().copied());
    json!({
        "solution": solution.map(ToString::to_string),
        "moves": solution.and_then(moves),
        "jumps": solution.map(jumps),
    })
}

/// One object with the keys of several.
fn joined<const N: usize>(parts: [Value; N]) -> Value {
    let keys = parts.into_iter().filter_map(|part| match part {
        Value::Object(keys) => Some(keys),
        _ => None,
    });
    Value::Object(keys.flatten().collect())
}

/// `hints`: the legal jumps of a game's current position, and which of them keep a target within reach; those with the most solutions
/// first, those that lose last.
#[must_use]
pub fn hints(game: &Game, advice: &Advice) -> Value {
    let (board, position) = (game.board(), game.position());
    json!({
        "board": name(board),
        "start": rows(board, game.start()),
        "targets": list(game.targets(), |target| rows(board, target).into()),
        "position": rows(board, position),
        "solvable": advice.is_solvable(position),
        "solutions": advice.solutions(position).map(|solutions| solutions.to_string()),
        "hints": list(advice.rate_jumps(board, position), |rated| json!({
            "jump": board.jump_name(rated.jump),
            "keeps": rated.keeps,
            "solutions": rated.solutions.map(|solutions| solutions.to_string()),
        })),
        "unknown": advice.unknown(),
        "link": Link::of(game).to_text().ok(),
    })
}

/// `puzzle`: puzzles, and how hard they are.
#[must_use]
pub fn puzzles(puzzles: &[Puzzle]) -> Value {
    let puzzle = |puzzle: &Puzzle| {
        let (board, analysis) = (&puzzle.board, &puzzle.analysis);
        let fewest = &analysis.fewest_moves;
        joined([
            json!({
                "title": puzzle.title,
                "board": name(board),
                "start": rows(board, puzzle.start),
                "target": rows(board, puzzle.target),
                "pegs": puzzle.target.count(),
            }),
            played(Some(&fewest.solution)),
            json!({
                "rounds": null,
                "vacancies": null,
                "solutions": analysis.solutions.to_string(),
                "fewest_moves": fewest.moves,
                "fewest_moves_solutions": fewest.solutions.to_string(),
                "positions": puzzle.positions(),
                "by_pegs": by_pegs(puzzle.widths.iter().copied()),
                "probability": analysis.probability,
                "bits": analysis.bits(),
                "forks": analysis.forks,
                "forks_met": analysis.forks_met,
                "effort": analysis.effort(),
                "grade": analysis.grade().word(),
            }),
        ])
    };
    json!({ "puzzles": list(puzzles, puzzle) })
}

/// `puzzle` on boards that can't be enumerated, where one game is known, and no figures.
#[must_use]
pub fn unanalysed(games: &[Task]) -> Value {
    let figures = json!({
        "solutions": null, "fewest_moves": null, "fewest_moves_solutions": null, "positions": null, "by_pegs": null,
        "probability": null, "bits": null, "forks": null, "forks_met": null, "effort": null, "grade": null,
    });
    let game = |Task { title, solution, .. }: &Task| {
        let (board, end) = (solution.board(), solution.end());
        joined([
            json!({
                "title": title,
                "board": name(board),
                "start": rows(board, solution.start()),
                "target": rows(board, &end),
                "pegs": end.count(),
            }),
            played(Some(solution)),
            json!({
                "rounds": solution.clone().in_rounds().round_count(),
                "vacancies": board.vacancies_in_class_of(&end).count(),
            }),
            figures.clone(),
        ])
    };
    json!({ "puzzles": list(games, game) })
}

/// `solution`: how to play to a target, with the positions on the way or without.
#[must_use]
pub fn solution(solution: &Solution, with_path: bool) -> Value {
    let board = solution.board();
    let path = || list(solution.positions(), |position| rows(board, position).into());
    joined([
        json!({
            "board": name(board),
            "start": rows(board, solution.start()),
            "target": rows(board, solution.end()),
        }),
        played(Some(solution)),
        json!({ "path": with_path.then(path) }),
    ])
}
