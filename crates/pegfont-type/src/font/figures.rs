//! The difficulty of a character as a puzzle, computed for a whole font. Mirror images are computed
//! once: they have the same figures and mirrored solutions.

use std::cmp::Reverse;
use std::collections::{BTreeMap, BTreeSet};
use std::sync::atomic::{AtomicU64, Ordering};

use super::{Character, Font};
use crate::error::Error;
use crate::find::counted;
use peg_solitaire::board::Bitboard;
use peg_solitaire::class::SymmetryGroup;
use peg_solitaire::progress::Progress;
use peg_solitaire::solution::{Figures, Interval, Solution};
use peg_solitaire::solve::Record;
use pegfont_base::parallel;

/// Intervals up to this size are computed in parallel, a thread each; larger ones one at a time,
/// each on all threads.
const SMALL: usize = 1 << 17;

/// A solution with the fewest moves, and the figures.
type Shortest = (Solution, Figures);

impl Font {
    /// The characters without figures.
    pub fn without_figures(&self) -> impl Iterator<Item = char> {
        let all = self
            .characters
            .iter()
            .filter(|(_, character)| character.figures.is_none());
        all.map(|(&character, _)| character)
    }

    /// Takes solutions and figures from another font, for every pattern that both have. A font on
    /// another board or with another start has none to offer.
    pub fn copy_figures(&mut self, other: &Self) {
        if self.board != other.board || self.start != other.start {
            return;
        }
        let known = other
            .forms()
            .filter_map(|one| Some((one.small_pattern()?, (one.solution.clone(), one.figures?))));
        self.set_figures(&known.collect());
    }

    /// Computes the figures of every character and alternate that has none, and gives it the most
    /// pleasant solution with the fewest moves.
    ///
    /// This takes a second or so for most characters, and up to minutes and gigabytes for patterns
    /// of few pegs. A pattern with more than about [`Interval::MOST_POSITIONS`] on the way, or that
    /// takes more memory than there is, keeps its solution and gets no figures.
    ///
    /// # Errors
    /// When the font is of another game than the reachable positions, or the watcher stops the
    /// work.
    pub fn compute_figures(
        &mut self,
        reachable: &dyn Record,
        progress: Progress<'_>,
    ) -> Result<(), Error> {
        let is_same = self.small() == Some((reachable.board().clone(), reachable.start()));
        ensure!(
            is_same,
            "the font does not have the board and start of the reachable positions"
        );
        let missing = self.forms().filter(|character| character.figures.is_none());
        let patterns = missing.filter_map(Character::small_pattern).collect();
        self.set_figures(&puzzles(reachable, &patterns, progress)?);
        Ok(())
    }

    fn set_figures(&mut self, known: &BTreeMap<Bitboard, Shortest>) {
        for character in self
            .characters
            .values_mut()
            .chain(self.alternates.values_mut())
        {
            let pattern = character.small_pattern();
            if let Some((solution, figures)) = pattern.and_then(|pattern| known.get(&pattern)) {
                character.solution = solution.clone();
                character.figures = Some(*figures);
            }
        }
    }
}

/// The puzzles of patterns, without those that take too many positions or too much memory.
fn puzzles(
    reachable: &dyn Record,
    patterns: &BTreeSet<Bitboard>,
    progress: Progress<'_>,
) -> Result<BTreeMap<Bitboard, Shortest>, Error> {
    let group = SymmetryGroup::of(reachable.board()).keeping(reachable.start());
    let firsts = patterns.iter().map(|&pattern| group.mincode(pattern));
    let mut firsts = Vec::from_iter(firsts.collect::<BTreeSet<Bitboard>>());
    // The fewer the pegs, the longer it takes, mostly; what is long comes last.
    firsts.sort_by_key(|pattern| Reverse(pattern.count()));
    let total = firsts.iter().map(|&pattern| work(pattern)).sum();
    let done = AtomicU64::new(0);
    let solve = |pattern: Bitboard, most: usize| -> Result<_, Error> {
        let (more, before) = (work(pattern), done.load(Ordering::Relaxed));
        let part = progress.part(before, before + more, total);
        let puzzle = counted(reachable, pattern, most, part)?;
        let puzzle = puzzle.and_then(|it| Some((it.solution, it.figures?)));
        if puzzle.is_some() || most > SMALL {
            progress.report(done.fetch_add(more, Ordering::Relaxed) + more, total)?;
        }
        Ok(puzzle.map(|puzzle| (pattern, puzzle)))
    };
    let small = parallel::try_map(&firsts, |&pattern| solve(pattern, SMALL))?;
    let mut known: BTreeMap<Bitboard, Shortest> = small.into_iter().flatten().collect();
    for pattern in firsts {
        if !known.contains_key(&pattern) {
            known.extend(solve(pattern, Interval::MOST_POSITIONS)?);
        }
    }
    let image = |&pattern: &Bitboard| {
        let representative = group.mincode(pattern);
        let (solution, figures) = known.get(&representative)?;
        let symmetry = group
            .symmetries()
            .find(|one| one.apply(representative) == pattern);
        let image = symmetry.and_then(|symmetry| solution.image(symmetry));
        let image = image.expect("a pattern is an image of its representative");
        Some((pattern, (image, *figures)))
    };
    Ok(patterns.iter().filter_map(image).collect())
}

/// The share of a pattern in the work, for the progress only: a peg less about doubles the
/// positions on the way.
fn work(pattern: Bitboard) -> u64 {
    1 << 16_u32.saturating_sub(pattern.count())
}
