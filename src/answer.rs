//! The answers to questions about fonts, puzzles and boards, as JSON: a function for each command that has `--json`. It computes
//! nothing.
//!
//! One rule for one thing, in every answer; `docs/reference/json.md` shows and explains them all.
//!
//! * Every answer is one object. A key is always there; a value that is not known is `null`.
//! * A position is its rows joined by `/`; a hole is its name, `c4`; a jump is `c2-c4`.
//! * A count that can exceed 2^53, which is more than most readers of JSON hold exactly, is a text of digits.

use std::collections::BTreeMap;

use serde_json::{Value, json};

use peg_solitaire::Error;
use peg_solitaire::analysis::{
    About, Column, HardPosition, Problems, Standing, SymmetricSolution, SymmetryType, Table,
    WinningList,
};
use peg_solitaire::board::{
    BOARD_NAMES, Bitboard, Board, Hole, Jump, Lattice, NamedBoard, Position, SmallBoard,
};
use peg_solitaire::class::{SymmetryGroup, parity_checks, syndrome};
use peg_solitaire::game::{Advice, Game};
use peg_solitaire::line::Reduction;
use peg_solitaire::search::{Impossible, Outcome, Reduced};
use peg_solitaire::solution::Solution;
use peg_solitaire::solve::Reachable;
use pegfont_film::puzzle::{Link, Puzzle, Task};
use pegfont_type::find::choose::{Chosen, Distances};
use pegfont_type::find::{Finder, Found, Reachability, Reading, Term};
use pegfont_type::font::search::{Answer, Searched, Tried};
use pegfont_type::font::{Character, Font};
use pegfont_type::glyph::Feature;

/// The rows of a position.
fn rows(board: &Board, position: impl Into<Position>) -> String {
    board.picture_line(position)
}

/// A board: its name, or if it has none the rows of its picture; on a triangular board `triangular` comes before them.
fn name(board: &Board) -> String {
    board.to_text().replace('\n', "/")
}

/// The names of the holes of a position that have a peg.
fn hole_names(board: &Board, holes: impl Into<Position>) -> Vec<String> {
    holes.into().pegs().map(|hole| board.hole_name(hole)).collect()
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

/// `board list`: the boards that have a name.
#[must_use]
pub fn board_list() -> Value {
    let board = |board: &NamedBoard| json!({ "board": board.name, "description": board.what });
    json!({ "boards": list(BOARD_NAMES, board) })
}

/// `board show`: a board with the start drawn on it, and what follows from its shape.
#[must_use]
pub fn board_show(board: &SmallBoard, start: Bitboard) -> Value {
    let checks = parity_checks(board);
    let hole = |hole: Hole| board.hole_name(hole);
    let holes = || board.full().pegs();
    json!({
        "board": name(board),
        "lattice": match board.lattice() {
            Lattice::Square => "square",
            Lattice::Triangular => "triangular",
        },
        "start": rows(board, start),
        "centre": hole(board.centre()),
        "holes": list(holes(), |at| {
            let (column, row) = board.coordinates(at);
            json!({ "hole": hole(at), "column": column, "row": row })
        }),
        "triples": list(board.triples(), |triple| {
            json!([triple.from(), triple.over(), triple.to()].map(hole))
        }),
        "symmetries": list(board.symmetries(), |symmetry| json!({
            "description": symmetry.description(board.lattice()),
            "matrix": symmetry.matrix(),
            "images": list(holes(), |at| hole(symmetry.image(at)).into()),
        })),
        "parity_checks": list(&checks, |&check| rows(board, check).into()),
        "rank": board.holes() - checks.len(),
        "null_class": syndrome(&checks, board.full()) == 0,
        "memory": Reachable::memory_needed(board, start).to_string(),
    })
}

/// `board problems`: the problems of a board from one vacancy to one last peg, in groups that are linked by jumps and symmetry.
#[must_use]
pub fn board_problems(board: &Board, problems: &Problems) -> Value {
    let groups = list(&problems.groups, |group| {
        let problems = list(group, |problem| {
            json!({
                "vacancy": board.hole_name(problem.vacancy),
                "finish": board.hole_name(problem.survivor),
                "complement": problem.is_complement(),
                "solvable": problem.solvable,
            })
        });
        json!({ "problems": problems })
    });
    json!({ "board": name(board), "groups": groups })
}

/// The tables of `board`.
#[must_use]
pub fn table(table: &Table) -> Value {
    let row = |row: usize| {
        list(&table.columns, |(_, column)| match column {
            Column::Counts(counts) => json!(counts.get(row)),
            Column::Probabilities(_) | Column::Ratios(_) => json!(column.value(row)),
        })
    };
    json!({
        "title": table.title,
        "columns": list(&table.columns, |(heading, _)| json!(heading)),
        "rows": list(0..table.rows(), row),
    })
}

/// `board winning --count`: the number of solutions of a problem.
#[must_use]
pub fn winning_count(board: &Board, start: Bitboard, finishes: Bitboard, solutions: u128) -> Value {
    json!({
        "board": name(board),
        "start": rows(board, start),
        "finishes": hole_names(board, finishes),
        "solutions": solutions.to_string(),
    })
}

/// The keys of a position and its jumps: all, and those after which the problem can still be solved.
fn jumps_of(board: &SmallBoard, position: Bitboard, wins: impl Fn(Bitboard) -> bool) -> Value {
    let winning = board.legal_jumps(position).filter(|jump| wins(jump.play(position)));
    json!({
        "position": rows(board, position),
        "legal_jumps": jump_names(board, board.legal_jumps(position)),
        "winning_jumps": jump_names(board, winning),
    })
}

/// `board winning --position`: whether a problem can still be solved from a position, and by which jumps. `about` is asked if it
/// can't.
#[must_use]
pub fn winning_position(winning: &WinningList, position: Bitboard, about: Option<&About>) -> Value {
    let board = &winning.board;
    let standing = about.map_or(Standing::Winning, |about| about.standing(&winning.problems));
    joined([
        json!({ "board": name(board) }),
        jumps_of(board, position, |after| winning.is_winning(after)),
        json!({
            "winning": standing == Standing::Winning,
            "standing": match standing {
                Standing::Winning => "winning",
                Standing::Lost => "lost",
                Standing::NotOfThisGame => "not_of_this_game",
            },
            "solvable": about.is_none_or(|about| {
                winning.problems.iter().any(|&(_, holes)| !(holes & about.finishes).is_empty())
            }),
        }),
    ])
}

/// `board about`: what a position is in any game.
#[must_use]
pub fn about(about: &About, position: Bitboard) -> Value {
    let board = &about.board;
    let images = SymmetryGroup::of(board).orbit(position);
    let symmetry = SymmetryType::of(board, position);
    json!({
        "board": name(board),
        "position": rows(board, position),
        "pegs": position.count(),
        "code": position.code(),
        "mincode": board.mincode(position).code(),
        "complement": board.complement(position).code(),
        "images": list(images, |image| image.code().into()),
        "symmetry": (symmetry != SymmetryType::NONE).then(|| symmetry.name(board.lattice())),
        "vacancies": hole_names(board, about.vacancies),
        "finishes": hole_names(board, about.finishes),
        "least_pegs": about.least_pegs,
    })
}

/// `board positions --list`, `board levels --list`: the mincodes of a kind, or of a level.
#[must_use]
pub fn positions(board: &Board, kind: &str, codes: &[Bitboard]) -> Value {
    json!({
        "board": name(board),
        "kind": kind,
        "mincodes": list(codes, |code| code.code().into()),
    })
}

/// `board symmetric --solutions`: for each symmetry, a solution with as many positions as possible that are symmetric under it.
#[must_use]
pub fn symmetric_solutions(board: &SmallBoard, found: &[SymmetricSolution]) -> Value {
    json!({
        "board": name(board),
        "most_symmetric": list(found, |most| joined([
            json!({
                "symmetry": most.symmetry.description(board.lattice()),
                "symmetric_positions": most.positions,
            }),
            played(Some(&most.solution)),
        ])),
    })
}

/// The most hard positions that are listed for a number of pegs.
const EXAMPLES: usize = 3;

/// `board hard`: positions with many jumps of which exactly one wins. `wins` says whether a position is winning.
#[must_use]
pub fn hard(
    board: &SmallBoard,
    start: Bitboard,
    finishes: Bitboard,
    hardest: &[HardPosition],
    wins: impl Fn(Bitboard) -> bool,
) -> Value {
    json!({
        "board": name(board),
        "start": rows(board, start),
        "finishes": hole_names(board, finishes),
        "hardest": list(hardest, |hard| json!({
            "pegs": hard.pegs,
            "symmetry_classes": hard.positions.len(),
            "examples": list(hard.positions.iter().take(EXAMPLES), |&position| {
                jumps_of(board, position, &wins)
            }),
        })),
    })
}

/// `board reduce`, for one finish or for all.
#[must_use]
pub fn reduced(board: &Board, start: &Position, finish: Option<Hole>, reduced: &Reduced) -> Value {
    let (answer, reason) = match &reduced.outcome {
        Outcome::Solved(_) => ("solved", None),
        Outcome::Impossible(why) => {
            let reason = match why {
                Impossible::NoPegs => "no_pegs",
                Impossible::NoFirstJump => "no_jump",
                Impossible::TooFar => "pagoda_function",
                Impossible::Exhausted => "exhausted",
                _ => "other_class",
            };
            ("impossible", Some(reason))
        }
        Outcome::GaveUp => ("gave_up", None),
    };
    let finishes = finish.map_or_else(|| board.full(), Position::from);
    let solution = reduced.solution();
    joined([
        json!({
            "board": name(board),
            "start": rows(board, start),
            "finishes": hole_names(board, finishes),
            "answer": answer,
            "reason": reason,
            "reachable_finishes": reduced.finishes.as_ref().map(|holes| hole_names(board, holes)),
            "least_pegs": solution.map(|solution| solution.end().count()),
            "fewest_moves": reduced.fewest_moves,
        }),
        played(solution),
        json!({ "positions": reduced.positions }),
    ])
}

/// `find`: the reachable patterns nearest to some designs, and the character that was asked for, if it was one.
///
/// # Errors
/// When the set can't be read.
pub fn find(
    finder: &Finder<'_>,
    start: Bitboard,
    character: Option<char>,
    designs: &[Bitboard],
    found: &[Found],
    read: impl Fn(Bitboard) -> Option<Reading>,
) -> Result<Value, Error> {
    let board = finder.board();
    let design = |&design: &Bitboard| {
        let reachability = match finder.reachability(design)? {
            Reachability::Reachable => "reachable",
            Reachability::OtherClass => "other_class",
            Reachability::Unreachable => "unreachable",
        };
        Ok(json!({ "design": rows(board, design), "reachability": reachability }))
    };
    let penalties = |found: &Found| -> BTreeMap<&str, u32> {
        let penalties = Term::ALL.into_iter().map(|term| (term.name(), found.score.count(term)));
        penalties.filter(|&(_, count)| count > 0).collect()
    };
    Ok(json!({
        "board": name(board),
        "start": rows(board, start),
        "character": character,
        "designs": designs.iter().map(design).collect::<Result<Value, Error>>()?,
        "found": list(found, |found| {
            let read = read(found.pattern);
            json!({
            "pattern": rows(board, found.pattern),
            "design": rows(board, found.design),
            "distance": found.distance,
            "added": hole_names(board, found.added()),
            "removed": hole_names(board, found.removed()),
            "points": found.score.total(),
            "penalties": penalties(found),
            "recognition": read.map(|read| read.recognition),
            "looks_like": read.map(|read| read.other),
            })
        }),
    }))
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

/// `line`: the fewest pegs that a row on an endless line can be reduced to, with the jumps or without. Holes are numbered from 1.
#[must_use]
pub fn line(row: &[bool], reduction: &Reduction, with_jumps: bool) -> Value {
    let jumps = || list(&reduction.jumps, |jump| jump.to_string().into());
    json!({
        "length": row.len(),
        "pegs": row.iter().filter(|&&peg| peg).count(),
        "reducible": reduction.pegs() == 1,
        "least_pegs": reduction.pegs(),
        "pieces": list(&reduction.pieces, |piece| {
            json!({ "first": piece.start, "last": piece.end - 1 })
        }),
        "jumps": with_jumps.then(jumps),
    })
}

/// `line --pegs`: the rows of so many pegs that can be reduced to one.
#[must_use]
pub fn line_rows(pegs: usize, rows: &[Vec<bool>]) -> Value {
    json!({ "pegs": pegs, "rows": list(rows, |row| digits(row).into()) })
}

/// A row as digits: 1 for a peg, 0 for an empty hole.
#[must_use]
pub fn digits(row: &[bool]) -> String {
    row.iter().map(|&peg| if peg { '1' } else { '0' }).collect()
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

/// `solve`: everything that can be reached; entry p of `counts` counts the positions with p pegs. With the time that solving and
/// counting took.
#[must_use]
pub fn solve(
    board: &SmallBoard,
    start: Bitboard,
    counts: &[u64],
    verified: bool,
    seconds: f64,
) -> Value {
    let found = (0..).zip(counts.iter().copied()).filter(|&(_, positions)| positions > 0);
    let mut found: Vec<(u32, u64)> = found.collect();
    found.reverse();
    json!({
        "board": name(board),
        "start": rows(board, start),
        "positions": counts.iter().sum::<u64>(),
        "by_pegs": by_pegs(found),
        "verified": verified,
        "seconds": seconds,
    })
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

/// `font build`: a font that was written to a file, how near it is to its designs, and the characters of BDF fonts that don't fit on
/// the board.
#[must_use]
pub fn font_build(file: &str, font: &Font, chosen: &Chosen, too_large: &[char]) -> Value {
    let grades: BTreeMap<&str, usize> =
        font.grades().into_iter().map(|(grade, count)| (grade.word(), count)).collect();
    json!({
        "file": file,
        "font": font.name(),
        "board": name(font.board()),
        "start": rows(font.board(), font.start()),
        "character_count": font.characters().len(),
        "alternate_count": font.alternates().len(),
        "distances": chosen.distances(),
        "ascii_distances": chosen.ascii_distances(),
        "homoglyphs": homoglyphs(chosen.homoglyphs()),
        "pinned": chosen.pinned().collect::<Vec<_>>(),
        "grades": grades,
        "without_figures": font.without_figures().collect::<Vec<_>>(),
        "blank": chosen.blank,
        "left_out": chosen.left_out,
        "too_large": too_large,
        "mistakable": list(&chosen.mistakable, |one| json!({
            "character": one.character,
            "distance": one.own,
            "other": one.other,
            "other_distance": one.others,
        })),
        "searched": null,
    })
}

fn homoglyphs(pairs: impl IntoIterator<Item = (char, char)>) -> Value {
    list(pairs, |(character, same_as)| json!({ "character": character, "same_as": same_as }))
}

/// `font build` for a font whose games were searched for.
#[must_use]
pub fn font_searched(file: &str, searched: &Searched, too_large: &[char]) -> Value {
    let ascii = searched.distances().filter(|(character, _)| character.is_ascii());
    let tried = |tried: &Tried| {
        let (answer, reason) = match tried.answer {
            Answer::Solved => ("solved", None),
            Answer::Impossible(why) => ("impossible", Some(why.to_string())),
            Answer::GaveUp => ("gave_up", None),
        };
        json!({ "distance": tried.distance, "answer": answer, "reason": reason })
    };
    let mut answer = font_build(file, &searched.font, &Chosen::default(), too_large);
    answer["distances"] = json!(Distances::of(searched.distances().map(|(_, distance)| distance)));
    answer["ascii_distances"] = json!(Distances::of(ascii.map(|(_, distance)| distance)));
    answer["homoglyphs"] =
        homoglyphs(searched.homoglyphs.iter().map(|(&character, &same_as)| (character, same_as)));
    answer["blank"] = json!(searched.blank);
    answer["left_out"] = json!(searched.left_out().collect::<Vec<_>>());
    answer["searched"] = list(&searched.tried, |(&character, all)| {
        json!({
            "character": character,
            "distance": searched.font.get(character).map(Character::distance),
            "tried": list(all, tried),
        })
    });
    answer
}

/// `font export`: the font files that were written; of each its name, its format in words and its bytes.
#[must_use]
pub fn font_export(font: &Font, files: impl IntoIterator<Item = (String, String, u64)>) -> Value {
    json!({
        "font": font.name(),
        "character_count": font.characters().len(),
        "files": list(files, |(file, format, bytes)| {
            json!({ "file": file, "format": format, "bytes": bytes })
        }),
    })
}

/// `font list`: characters and alternates of a font.
#[must_use]
pub fn font_list<'c>(
    font: &Font,
    characters: impl IntoIterator<Item = (char, &'c Character)>,
    alternates: impl IntoIterator<Item = (char, Feature, &'c Character)>,
) -> Value {
    json!({
        "font": font.name(),
        "board": name(font.board()),
        "start": rows(font.board(), font.start()),
        "characters": list(characters, |(character, chosen)| character_of(character, chosen)),
        "alternates": list(alternates, |(character, feature, chosen)| {
            joined([json!({ "feature": feature.tag() }), character_of(character, chosen)])
        }),
    })
}

/// A character with its pattern, its solution and its figures.
fn character_of(character: char, chosen: &Character) -> Value {
    let (board, figures) = (chosen.solution.board(), chosen.figures);
    let played = played(Some(&chosen.solution));
    let fewest_moves = figures.and_then(|_| played["moves"].as_u64());
    joined([
        json!({
            "character": character,
            "script": chosen.script,
            "design": rows(board, &chosen.design),
            "pattern": rows(board, chosen.pattern()),
            "distance": chosen.distance(),
            "pegs": chosen.pattern().count(),
        }),
        played,
        json!({
            "solutions": figures.map(|figures| figures.solutions().to_string()),
            "fewest_moves": fewest_moves,
            "effort": figures.map(|figures| figures.effort()),
            "grade": figures.map(|figures| figures.grade().word()),
        }),
    ])
}
