//! `pegfont solution`: the jumps that lead to a pattern.

use std::io::Write as _;
use std::path::Path;

use anyhow::{Result, bail};
use clap::Args;
use serde::Serialize;

use super::Usage;
use super::input::{ReachableArgs, parse_pattern, read_text};
use crate::board::{Board, Position};
use crate::class::PositionClass;
use crate::solution::{Rewind, Solution};

/// Print the jumps that lead to a pattern
#[derive(Args)]
pub(super) struct SolutionCommand {
    #[command(flatten)]
    reachable: ReachableArgs,

    /// The pattern: rows of # and . (with / or line ends between them), a digit 0 or 1 for each hole, or a code;
    /// `-` reads it from standard input
    pattern: String,

    /// Print every position on the way
    #[arg(long)]
    positions: bool,

    /// Print as JSON
    #[arg(long)]
    json: bool,
}

/// A solution as `--json` prints it; positions are codes.
#[derive(Serialize)]
struct Answer {
    board: String,
    start: u64,
    pattern: u64,
    /// The jumps as one text, chains of jumps by one peg joined.
    solution: String,
    jumps: Vec<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    positions: Option<Vec<u64>>,
}

impl SolutionCommand {
    pub(super) fn run(self) -> Result<()> {
        let known = self.reachable.read()?;
        let rewind = known.rewind();
        let board = rewind.board();
        let text = match self.pattern.as_str() {
            "-" => read_text(Path::new("-"))?,
            pattern => pattern.to_owned(),
        };
        let pattern = parse_pattern(board, &text).map_err(|error| Usage(error.to_string()))?;
        let Some(solution) = rewind.solution_of(pattern) else {
            bail!("{}", unreachable(rewind, pattern));
        };
        let mut out = std::io::stdout().lock();
        if self.json {
            let answer = self.answer(board, &solution);
            return Ok(writeln!(out, "{}", serde_json::to_string_pretty(&answer)?)?);
        }
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

    fn answer(&self, board: &Board, solution: &Solution) -> Answer {
        let positions = || solution.positions().map(Position::code).collect();
        Answer {
            board: board.to_string(),
            start: solution.start().code(),
            pattern: solution.end().code(),
            solution: solution.to_string(),
            jumps: solution.jumps().iter().map(|&jump| board.jump_name(jump)).collect(),
            positions: self.positions.then(positions),
        }
    }
}

/// Why a pattern can't be reached, and what is nearest.
fn unreachable(rewind: &dyn Rewind, pattern: Position) -> String {
    let board = rewind.board();
    let why = if PositionClass::of(board, rewind.start()).contains(pattern) {
        "no sequence of jumps leads to it, though it is in the start's position class"
    } else {
        "it is in another position class than the start, and no jump leads from one class to another"
    };
    let nearest = match nearest(rewind, pattern) {
        Some(near) => format!(
            "the nearest pattern that can be reached differs in {}:\n{}",
            match pattern.distance(near) {
                1 => "1 hole".to_owned(),
                holes => format!("{holes} holes"),
            },
            board.picture(near)
        ),
        None => format!("no pattern that differs in up to {MAX_DISTANCE} holes can be reached"),
    };
    format!("this pattern can't be reached: {why}; {nearest}")
}

/// How far a reachable pattern is looked for.
const MAX_DISTANCE: u32 = 6;

/// The reachable pattern that differs in the fewest holes; of several the one with the lowest code.
fn nearest(rewind: &dyn Rewind, pattern: Position) -> Option<Position> {
    let holes = rewind.board().holes();
    let within = |distance| {
        let flipped = subsets(holes, distance).map(|flips| pattern ^ flips);
        flipped.filter(|&near| rewind.can_reach(near)).min()
    };
    (1..=MAX_DISTANCE).find_map(within)
}

/// All sets of this many of the first holes, by increasing code.
fn subsets(holes: usize, size: u32) -> impl Iterator<Item = Position> {
    let end = 1_u128 << holes;
    let first = (1_u128 << size) - 1;
    // The next larger number with as many bits set.
    let next = |&set: &u128| {
        let low = set & set.wrapping_neg();
        let carried = set + low;
        Some(carried | (carried ^ set) >> (low.trailing_zeros() + 2))
    };
    let sets = std::iter::successors(Some(first), next).take_while(move |&set| set < end);
    sets.map(|set| Position(set as u64))
}
