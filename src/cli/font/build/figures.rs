//! Solutions with the fewest moves and figures for many patterns. Mirror images are worked out once: they have
//! the same figures, and play each other's solutions mirrored.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::atomic::{AtomicU64, Ordering};

use anyhow::{Result, anyhow};
use rayon::prelude::*;

use crate::board::{Position, Symmetry};
use crate::cli::puzzle::most_positions;
use crate::font::{Figures, Font};
use crate::progress::Progress;
use crate::solution::{Analysis, Cone, ConeError, CountError, Solution};
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
    progress: Progress<'_>,
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
    let (done, all) = (AtomicU64::new(0), firsts.len() as u64);
    let report = |more: bool| {
        let done = done.fetch_add(more.into(), Ordering::Relaxed);
        progress.report(done + u64::from(more), all)
    };
    let small: Result<Vec<_>> = firsts
        .par_iter()
        .map(|&pattern| {
            let worked_out = work_out(reachable, pattern, SIDE_BY_SIDE, Progress::NONE)?;
            report(worked_out.is_some())?;
            Ok((pattern, worked_out))
        })
        .collect();
    let mut known = BTreeMap::new();
    for (pattern, worked_out) in small? {
        let worked_out = match worked_out {
            Some(worked_out) => Some(worked_out),
            None => {
                let before = done.fetch_add(1, Ordering::Relaxed);
                progress.part(before, before + 1, all, |part| {
                    work_out(reachable, pattern, most_positions(), part)
                })?
            }
        };
        known.extend(worked_out.map(|worked_out| (pattern, worked_out)));
    }
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
    progress: Progress<'_>,
) -> Result<Option<(Solution, Figures)>> {
    let cone = progress.part(0, 1, 2, |part| Cone::within_with(reachable, &[pattern], most, part));
    let cone = match cone {
        Ok(cone) => cone,
        Err(ConeError::TooLarge { .. } | ConeError::Memory(_)) => return Ok(None),
        Err(error) => return Err(error.into()),
    };
    let analysis = match progress.part(1, 2, 2, |part| Analysis::of_with(&cone, part)) {
        Ok(analysis) => analysis,
        Err(CountError::Memory(_)) => return Ok(None),
        Err(error) => return Err(error.into()),
    };
    let figures = Figures::of(&analysis).ok_or_else(|| anyhow!("a pattern has no solution"))?;
    Ok(Some((analysis.fewest_moves.solution().clone(), figures)))
}
