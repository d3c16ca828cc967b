//! Solutions with the fewest moves and figures for many patterns, with a progress bar. Mirror images are worked out once: they have
//! the same figures, and play each other's solutions mirrored.

use std::collections::{BTreeMap, BTreeSet};

use anyhow::{Result, anyhow};
use rayon::prelude::*;

use crate::board::{Position, Symmetry};
use crate::cli::progress;
use crate::cli::puzzle::most_positions;
use crate::font::{Figures, Font};
use crate::solution::{Analysis, Cone, ConeError, Solution};
use crate::solve::Reachable;

/// Cones up to this size are worked out side by side, a thread each; larger ones one after the other on all threads.
const SIDE_BY_SIDE: usize = 1 << 17;

/// Solutions and figures that the font that comes with the program has, if it is played as this is.
pub(super) fn known(reachable: &Reachable) -> Result<BTreeMap<Position, (Solution, Figures)>> {
    let font = Font::builtin()?;
    if font.board() != reachable.board() || font.start() != reachable.start() {
        return Ok(BTreeMap::new());
    }
    let all = font.characters().values();
    let known = all.filter_map(|one| Some((one.pattern(), (one.solution.clone(), one.figures?))));
    Ok(known.collect())
}

/// The most pleasant solution with the fewest moves and the figures of each pattern; those are left out that can't be worked
/// out in this machine's memory.
pub(super) fn of_patterns(
    reachable: &Reachable,
    patterns: impl Iterator<Item = Position>,
) -> Result<BTreeMap<Position, (Solution, Figures)>> {
    let symmetries: Vec<&Symmetry> = reachable
        .board()
        .symmetries()
        .iter()
        .filter(|symmetry| symmetry.apply(reachable.start()) == reachable.start())
        .collect();
    let patterns: BTreeSet<Position> = patterns.collect();
    let first_image = |pattern: Position| {
        symmetries.iter().map(|symmetry| symmetry.apply(pattern)).min().unwrap_or(pattern)
    };
    let firsts: BTreeSet<Position> = patterns.iter().map(|&pattern| first_image(pattern)).collect();
    let mut firsts: Vec<Position> = firsts.into_iter().collect();
    // The fewer the pegs, the longer it takes, mostly; what is long comes last.
    firsts.sort_by_key(|pattern| std::cmp::Reverse(pattern.pegs()));
    let bar = progress::bar("figures    {wide_bar} {pos} of {len}, {eta} left", firsts.len());
    let small: Result<Vec<_>> = firsts
        .par_iter()
        .map(|&pattern| {
            let worked_out = work_out(reachable, pattern, SIDE_BY_SIDE)?;
            bar.inc(u64::from(worked_out.is_some()));
            Ok((pattern, worked_out))
        })
        .collect();
    let mut known = BTreeMap::new();
    for (pattern, worked_out) in small? {
        let worked_out = match worked_out {
            Some(worked_out) => Some(worked_out),
            None => {
                let worked_out = work_out(reachable, pattern, most_positions())?;
                bar.inc(1);
                worked_out
            }
        };
        known.extend(worked_out.map(|worked_out| (pattern, worked_out)));
    }
    bar.finish_and_clear();
    let image = |pattern: Position| {
        let (solution, figures) = known.get(&first_image(pattern))?;
        let ends = |symmetry: &&&Symmetry| symmetry.apply(solution.end()) == pattern;
        Some((pattern, (solution.image(symmetries.iter().find(ends)?)?, *figures)))
    };
    Ok(patterns.into_iter().filter_map(image).collect())
}

/// Solution and figures of a pattern, if no more than so many positions lie on the way.
fn work_out(
    reachable: &Reachable,
    pattern: Position,
    most: usize,
) -> Result<Option<(Solution, Figures)>> {
    let cone = match Cone::within(reachable, &[pattern], most) {
        Ok(cone) => cone,
        Err(ConeError::TooLarge { .. }) => return Ok(None),
        Err(error) => return Err(error.into()),
    };
    let analysis = Analysis::of(&cone)?;
    let figures = Figures::of(&analysis).ok_or_else(|| anyhow!("a pattern has no solution"))?;
    Ok(Some((analysis.fewest_moves.solution().clone(), figures)))
}
