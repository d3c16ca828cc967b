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
use peg_solitaire::puzzle::Puzzle;
use peg_solitaire::solution::{Figures, Interval, Solution};
use peg_solitaire::solve::Record;
use pegfont_base::parallel;

/// Intervals up to this size are computed in parallel, a thread each; larger ones one at a time,
/// each on all threads.
const SMALL: usize = 1 << 17;

/// A solution with the fewest moves, and the figures.
struct Shortest {
    solution: Solution,
    figures: Figures,
}

impl Shortest {
    /// That of a puzzle whose solutions were counted.
    fn of(puzzle: Puzzle) -> Option<Self> {
        Some(Self {
            figures: puzzle.figures?,
            solution: puzzle.solution,
        })
    }

    /// The same game for an image of its pattern.
    fn image(&self, group: &SymmetryGroup, pattern: Bitboard, image: Bitboard) -> Self {
        let solution = group
            .symmetries()
            .find(|symmetry| symmetry.apply(pattern) == image)
            .and_then(|symmetry| self.solution.image(symmetry))
            .expect("the pattern has this image");

        Self {
            solution,
            figures: self.figures,
        }
    }
}

impl Font {
    /// The characters without figures.
    pub fn without_figures(&self) -> impl Iterator<Item = char> {
        self.characters
            .iter()
            .filter(|(_, character)| character.figures.is_none())
            .map(|(&name, _)| name)
    }

    /// Takes solutions and figures from another font, for every pattern that both have. A font on
    /// another board or with another start has none to offer.
    pub fn copy_figures(&mut self, other: &Self) {
        if self.board != other.board || self.start != other.start {
            return;
        }

        let mut known = BTreeMap::new();
        for character in other.forms() {
            if let (Some(pattern), Some(figures)) = (character.small_pattern(), character.figures) {
                let solution = character.solution.clone();
                known.insert(pattern, Shortest { solution, figures });
            }
        }
        self.set_figures(&known);
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

        let patterns = self
            .forms()
            .filter(|character| character.figures.is_none())
            .filter_map(Character::small_pattern)
            .collect();
        self.set_figures(&shortest(reachable, &patterns, progress)?);
        Ok(())
    }

    fn set_figures(&mut self, known: &BTreeMap<Bitboard, Shortest>) {
        let alternates = self.alternates.values_mut();
        for character in self.characters.values_mut().chain(alternates) {
            if let Some(pattern) = character.small_pattern()
                && let Some(shortest) = known.get(&pattern)
            {
                character.solution = shortest.solution.clone();
                character.figures = Some(shortest.figures);
            }
        }
    }
}

/// The shortest solutions of patterns, without those that take too many positions or too much
/// memory.
fn shortest(
    reachable: &dyn Record,
    patterns: &BTreeSet<Bitboard>,
    progress: Progress<'_>,
) -> Result<BTreeMap<Bitboard, Shortest>, Error> {
    let group = SymmetryGroup::of(reachable.board()).keeping(reachable.start());
    let different: BTreeSet<Bitboard> = patterns
        .iter()
        .map(|&pattern| group.mincode(pattern))
        .collect();
    // The fewer the pegs, the longer it takes, mostly; what is long comes last.
    let mut firsts = Vec::from_iter(different);
    firsts.sort_by_key(|pattern| Reverse(pattern.count()));

    let total = firsts.iter().map(|&pattern| work(pattern)).sum();
    let done = AtomicU64::new(0);
    let solve = |pattern: Bitboard, most: usize| -> Result<Option<Shortest>, Error> {
        let more = work(pattern);
        let before = done.load(Ordering::Relaxed);
        let part = progress.part(before, before + more, total);
        let found = counted(reachable, pattern, most, part)?.and_then(Shortest::of);

        if found.is_some() || most > SMALL {
            progress.report(done.fetch_add(more, Ordering::Relaxed) + more, total)?;
        }
        Ok(found)
    };

    let small = parallel::try_map(&firsts, |&pattern| solve(pattern, SMALL))?;
    let mut known: BTreeMap<Bitboard, Shortest> = BTreeMap::new();
    for (&pattern, found) in firsts.iter().zip(small) {
        if let Some(found) = found {
            known.insert(pattern, found);
        }
    }
    for pattern in firsts {
        if !known.contains_key(&pattern)
            && let Some(found) = solve(pattern, Interval::MOST_POSITIONS)?
        {
            known.insert(pattern, found);
        }
    }

    let mut found = BTreeMap::new();
    for &pattern in patterns {
        let first = group.mincode(pattern);
        if let Some(shortest) = known.get(&first) {
            found.insert(pattern, shortest.image(&group, first, pattern));
        }
    }
    Ok(found)
}

/// The share of a pattern in the work, for the progress only: a peg less about doubles the
/// positions on the way.
fn work(pattern: Bitboard) -> u64 {
    1 << 16_u32.saturating_sub(pattern.count())
}
