//! The font file: TOML with a table for each character. Reading it plays every solution.
//!
//! ```toml
//! name = "pegfont"
//! board = "5x7"
//! start = "#####/#####/#####/##.##/#####/#####/#####"
//!
//! [[character]]
//! char = "-"
//! script = "Latin"
//! distance = 0
//! design = "...../...../...../.###./...../...../....."
//! pattern = "...../...../...../.###./...../...../....."
//! solutions = "40854092819779805952"
//! fewest_moves = 17
//! grade = "hard"
//! effort = 52.9
//! solution = "c2-c4 ..."
//!
//! [[character]]
//! char = "−"
//! script = "Mathematics"
//! same_as = "-"
//! ```
//!
//! The four keys before the solution are the figures. Either all of them are present, or none. Alternates follow the
//! characters, as `[[alternate]]` with the `feature` that shows them in the place of `script`.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use super::{Character, Figures, Font, FontError, FontProblem};
use crate::glyph::Feature;
use crate::toml_table::{At, Spot, Table, TomlError, brief, single_character};
use peg_solitaire::board::{AnyBoard, Jump, Position};
use peg_solitaire::solution::{AnySolution, Grade, LargeSolution, Solution};

const FILE_KEYS: [&str; 5] = ["name", "board", "start", "character", "alternate"];
const CHARACTER_KEYS: [&str; 3] = ["char", "script", "same_as"];
const ALTERNATE_KEYS: [&str; 2] = ["char", "feature"];

/// The further keys of a character that is no homoglyph, and of an alternate.
const PLAYED_KEYS: [&str; 8] =
    ["distance", "design", "pattern", "solution", "solutions", "fewest_moves", "grade", "effort"];

pub(super) fn parse(text: &str) -> Result<Font, FontError> {
    let toml = |error: TomlError| at(error.spot, None, FontProblem::Toml(error.what));
    let mut table = Table::parse(text).map_err(toml)?;
    let name = table.needed("name").map_err(toml)?.value.text;
    let board = table.needed("board").map_err(toml)?;
    let board = AnyBoard::from_text(&board.value.text)
        .map_err(|error| at(board.spot, None, FontProblem::Board(error)))?;
    let start = table.needed("start").map_err(toml)?;
    let start = board
        .parse_pattern(&start.value.text)
        .map_err(|error| at(start.spot, None, FontProblem::Start(error)))?;
    let entries = table.tables("character").map_err(toml)?;
    let alternates = table.tables("alternate").map_err(toml)?;
    table.finish(&FILE_KEYS).map_err(toml)?;
    let mut font = Font {
        name: name.into_owned(),
        board,
        start,
        characters: BTreeMap::new(),
        alternates: BTreeMap::new(),
    };
    let mut homoglyphs = Vec::new();
    for entry in entries {
        let spot = entry.spot();
        let (character, read) = character(&font.board, &font.start, entry)?;
        let twice = match read {
            Read::Drawn(drawn) => font.characters.insert(character, drawn).is_some(),
            Read::SameAs { script, original } => {
                homoglyphs.push((spot, character, script, original));
                false
            }
        };
        if twice {
            return Err(at(spot, Some(character), FontProblem::Twice));
        }
    }
    let mut copies: BTreeMap<char, Character> = BTreeMap::new();
    for (spot, character, script, original) in homoglyphs {
        let wrong = |problem| at(spot, Some(character), problem);
        let drawn =
            font.get(original).ok_or_else(|| wrong(FontProblem::NoOriginal { original }))?;
        let copy = Character { script, ..drawn.clone() };
        if font.get(character).is_some() || copies.insert(character, copy).is_some() {
            return Err(wrong(FontProblem::Twice));
        }
    }
    font.characters.append(&mut copies);
    for entry in alternates {
        let spot = entry.spot();
        let (character, feature, chosen) = alternate(&font, entry)?;
        if font.alternates.insert((character, feature), chosen).is_some() {
            return Err(at(spot, Some(character), FontProblem::Twice));
        }
    }
    Ok(font)
}

/// An alternate of a character that has been read.
fn alternate(font: &Font, mut table: Table<'_>) -> Result<(char, Feature, Character), FontError> {
    let unknown = |error: TomlError| at(error.spot, None, FontProblem::Toml(error.what));
    let spot = table.spot();
    let character = table.character("char").map_err(unknown)?.value;
    let wrong = |spot, problem| at(spot, Some(character), problem);
    let toml = |error: TomlError| wrong(error.spot, FontProblem::Toml(error.what));
    let said = table.needed("feature").map_err(toml)?;
    let feature = Feature::with_tag(&said.value.text)
        .ok_or_else(|| wrong(said.spot, FontProblem::Feature { found: brief(&said.value.text) }))?;
    let original =
        font.get(character).ok_or_else(|| wrong(spot, FontProblem::NoCharacter { feature }))?;
    let script = original.script.clone();
    let chosen = played(&font.board, &font.start, character, script, table, &ALTERNATE_KEYS)?;
    Ok((character, feature, chosen))
}

fn at(Spot { line, column }: Spot, character: Option<char>, problem: FontProblem) -> FontError {
    FontError { line, column, character, problem }
}

/// The contents of a character's table.
enum Read {
    Drawn(Character),
    SameAs { script: String, original: char },
}

fn character(
    board: &AnyBoard,
    start: &Position,
    mut table: Table<'_>,
) -> Result<(char, Read), FontError> {
    let unknown = |error: TomlError| at(error.spot, None, FontProblem::Toml(error.what));
    let character = table.character("char").map_err(unknown)?.value;
    let wrong = |spot, problem| at(spot, Some(character), problem);
    let toml = |error: TomlError| wrong(error.spot, FontProblem::Toml(error.what));
    let script = table.needed("script").map_err(toml)?.value.text.into_owned();
    if let Some(same) = table.string("same_as").map_err(toml)? {
        table.finish(&CHARACTER_KEYS).map_err(toml)?;
        let original = single_character(&same.value.text).ok_or_else(|| {
            let what = "`same_as` must be one character".to_owned();
            wrong(same.spot, FontProblem::Toml(what))
        })?;
        return Ok((character, Read::SameAs { script, original }));
    }
    let drawn = played(board, start, character, script, table, &CHARACTER_KEYS)?;
    Ok((character, Read::Drawn(drawn)))
}

/// The pattern of a character or an alternate, and its solution.
fn played(
    board: &AnyBoard,
    start: &Position,
    character: char,
    script: String,
    mut table: Table<'_>,
    keys: &[&str],
) -> Result<Character, FontError> {
    let wrong = |spot, problem| at(spot, Some(character), problem);
    let toml = |error: TomlError| wrong(error.spot, FontProblem::Toml(error.what));
    let design = table.needed("design").map_err(toml)?;
    let pattern = table.needed("pattern").map_err(toml)?;
    let solution = table.needed("solution").map_err(toml)?;
    let spot = table.spot();
    let said = table.number("distance").map_err(toml)?.ok_or_else(|| {
        wrong(spot, FontProblem::Toml("the key `distance` is missing".to_owned()))
    })?;
    let figures = figures(&mut table, character)?;
    table.finish(&[keys, &PLAYED_KEYS].concat()).map_err(toml)?;
    let design = board
        .parse_pattern(&design.value.text)
        .map_err(|error| wrong(design.spot, FontProblem::Design(error)))?;
    let end = board
        .parse_pattern(&pattern.value.text)
        .map_err(|error| wrong(pattern.spot, FontProblem::Pattern(error)))?;
    let spot = solution.spot;
    let solution = solved(board, start, &solution.value.text).map_err(|what| wrong(spot, what))?;
    if solution.end() != end {
        let ends = board.picture(&solution.end());
        return Err(wrong(spot, FontProblem::OtherPattern { ends }));
    }
    let found = end.distance(&design);
    if u64::from(found) != said.value {
        return Err(wrong(said.spot, FontProblem::Distance { found, said: said.value }));
    }
    if let Some((moves, _)) = &figures {
        let found = solution.moves().unwrap_or_default();
        if found as u64 != moves.value {
            return Err(wrong(moves.spot, FontProblem::Moves { found, said: moves.value }));
        }
    }
    let figures = figures.map(|(_, figures)| figures);
    Ok(Character { script, design, solution, figures })
}

/// The solution with these jumps.
fn solved(board: &AnyBoard, start: &Position, jumps: &str) -> Result<AnySolution, FontProblem> {
    match board {
        AnyBoard::Small(board) => Solution::parse(board, start.pegs().collect(), jumps)
            .map(AnySolution::from)
            .map_err(FontProblem::Solution),
        AnyBoard::Large(board) => {
            let jumps = jumps.split_whitespace().map(|name| board.parse_jump(name));
            let jumps: Vec<Jump> = jumps.collect::<Result<_, _>>().map_err(FontProblem::Jump)?;
            LargeSolution::new(*board, start.clone(), jumps)
                .map(AnySolution::from)
                .map_err(FontProblem::LargeSolution)
        }
    }
}

/// The figures of a character and the stated number of moves, if present.
fn figures(
    table: &mut Table<'_>,
    character: char,
) -> Result<Option<(At<u64>, Figures)>, FontError> {
    let wrong = |spot, problem| at(spot, Some(character), problem);
    let toml = |error: TomlError| wrong(error.spot, FontProblem::Toml(error.what));
    let solutions = table.string("solutions").map_err(toml)?;
    let moves = table.number("fewest_moves").map_err(toml)?;
    let grade = table.string("grade").map_err(toml)?;
    let effort = table.real("effort").map_err(toml)?;
    let (solutions, moves, grade, effort) = match (solutions, moves, grade, effort) {
        (None, None, None, None) => return Ok(None),
        (Some(solutions), Some(moves), Some(grade), Some(effort)) => {
            (solutions, moves, grade, effort)
        }
        _ => {
            let what = "a character needs all of the keys `solutions`, `fewest_moves`, `grade` and `effort`, or none of them";
            return Err(wrong(table.spot(), FontProblem::Toml(what.to_owned())));
        }
    };
    let text = &solutions.value.text;
    let count = text
        .parse()
        .ok()
        .filter(|&count: &u128| count > 0)
        .ok_or_else(|| wrong(solutions.spot, FontProblem::Solutions { found: brief(text) }))?;
    let figures =
        Figures::new(count, effort.value).ok_or_else(|| wrong(effort.spot, FontProblem::Effort))?;
    let said = &grade.value.text;
    if said.parse() != Ok(figures.grade()) {
        let (effort, grade_of) = (effort.value, Grade::of(effort.value));
        let problem = FontProblem::Grade { effort, grade: grade_of, said: brief(said) };
        return Err(wrong(grade.spot, problem));
    }
    Ok(Some((moves, figures)))
}

pub(super) fn to_toml(font: &Font) -> String {
    let board = font.board();
    let mut text = String::from(
        "# A font of reachable patterns, written by `pegfont font build` and checked whenever it is read.\n\n",
    );
    line(&mut text, "name", font.name());
    line(&mut text, "board", &board.to_text());
    line(&mut text, "start", &board.picture_line(font.start()));
    let mut drawn: BTreeMap<(Position, Position), Vec<char>> = BTreeMap::new();
    for (&character, chosen) in font.characters() {
        text.push_str("\n[[character]]\n");
        line(&mut text, "char", character.encode_utf8(&mut [0; 4]));
        line(&mut text, "script", &chosen.script);
        let alike = drawn.entry((chosen.pattern(), chosen.design.clone())).or_default();
        let same = |other: &&char| {
            font.get(**other).is_some_and(|other| {
                other.solution == chosen.solution && other.figures == chosen.figures
            })
        };
        if let Some(original) = alike.iter().find(same) {
            line(&mut text, "same_as", original.encode_utf8(&mut [0; 4]));
            continue;
        }
        alike.push(character);
        write_played(&mut text, board, chosen);
    }
    for (&(character, feature), chosen) in font.alternates() {
        text.push_str("\n[[alternate]]\n");
        line(&mut text, "char", character.encode_utf8(&mut [0; 4]));
        line(&mut text, "feature", feature.tag());
        write_played(&mut text, board, chosen);
    }
    text
}

/// The keys from the distance on.
fn write_played(text: &mut String, board: &AnyBoard, chosen: &Character) {
    // Writing to a string can't fail.
    let _ = writeln!(text, "distance = {}", chosen.distance());
    line(text, "design", &board.picture_line(&chosen.design));
    line(text, "pattern", &board.picture_line(&chosen.pattern()));
    if let Some((figures, moves)) = chosen.figures.zip(chosen.solution.moves()) {
        line(text, "solutions", &figures.solutions().to_string());
        let _ = writeln!(text, "fewest_moves = {moves}");
        line(text, "grade", figures.grade().word());
        let _ = writeln!(text, "effort = {:.1}", figures.effort());
    }
    line(text, "solution", &chosen.solution.to_string());
}

fn line(text: &mut String, key: &str, value: &str) {
    // Writing to a string can't fail.
    let _ = writeln!(text, "{key} = {}", toml::Value::from(value));
}
