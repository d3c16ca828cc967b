//! Variants for programs: as rows of a table, and as JSON.

use serde::Serialize;
use serde_json::{Value, json};

use super::Variants;
use peg_solitaire::board::{Bitboard, SmallBoard};
use pegfont_base::table::{Cell, Column};
use pegfont_type::find::{Found, Variant};

/// A variant, to be written as JSON, with the line of its [start](Variants::start_line).
#[must_use]
pub fn described(
    board: &SmallBoard,
    start: Option<&str>,
    variant: &Variant,
) -> impl Serialize + use<> {
    let own = || board.picture_line(variant.start);
    variant.described(board, start.map_or_else(own, str::to_owned))
}

/// What was found, to be written as JSON, with a list of the [described] variants.
#[must_use]
pub fn written<L: Serialize>(variants: &Variants, found: L) -> impl Serialize + use<L> {
    #[derive(Serialize)]
    struct FoundNear<L: Serialize> {
        #[serde(flatten)]
        near: Value,
        found: L,
    }

    let board = &variants.board;
    let start = variants.start_line();
    let mut designs = Vec::new();
    for (number, &design) in variants.designs.iter().enumerate() {
        designs.push(json!({
            "design": board.picture_line(design),
            "reachability": variants.reachability.get(number),
        }));
    }

    let with = variants.own.as_ref().map(|(own, starts)| {
        json!({ "pattern": described(board, start.as_deref(), own), "starts": starts })
    });
    let near = json!({
        "board": board.as_board().to_line(),
        "start": start,
        "character": variants.character,
        "designs": designs,
        "with": with,
    });
    FoundNear { near, found }
}

/// The columns of the variants for programs, of which [`row`] has the cells.
#[must_use]
pub fn columns() -> Vec<Column> {
    let keys = [
        "number",
        "pattern",
        "design",
        "distance",
        "added",
        "removed",
        "pegs",
        "points",
        "reading",
        "cost",
        "moved_right",
        "moved_down",
        "mirrored",
        "moves",
        "solutions",
        "grade",
        "start",
    ];
    keys.map(Column::new).to_vec()
}

/// A variant with its number, as a row below the [`columns`].
#[must_use]
pub fn row(board: &SmallBoard, number: usize, variant: &Variant) -> Vec<Cell> {
    let Found {
        pattern, design, ..
    } = variant.found;
    let names = |holes: Bitboard| -> String {
        let names: Vec<String> = holes.pegs().map(|hole| board.hole_name(hole)).collect();
        names.join(" ")
    };
    let puzzle = variant.puzzle.as_deref();
    let figures = puzzle.and_then(|puzzle| puzzle.figures);
    let mirrored = if variant.place.mirrored { "yes" } else { "no" };

    vec![
        number.into(),
        board.picture_line(pattern).into(),
        board.picture_line(design).into(),
        variant.found.distance.into(),
        names(pattern.without(design)).into(),
        names(design.without(pattern)).into(),
        pattern.count().into(),
        variant.found.score.total().into(),
        variant.rounded_reading().into(),
        variant.cost().into(),
        variant.place.right.to_string().into(),
        variant.place.down.to_string().into(),
        mirrored.into(),
        puzzle.map(|puzzle| puzzle.solution.moves().count()).into(),
        figures.map(|figures| figures.solutions()).into(),
        figures.map(|figures| figures.grade().word()).into(),
        board.picture_line(variant.start).into(),
    ]
}
