//! The finder: every reachable pattern within a Hamming distance of a design, exact and complete,
//! ordered by distance, then by [score](Score), then by code. Looks patterns up in a set of
//! reachable positions and never computes one.

mod criteria;
mod keep;
mod query;
mod recognition;
mod score;
mod variant;

use std::collections::BTreeMap;

use peg_solitaire::Error;
use peg_solitaire::board::{Bitboard, Hole, MAX_SMALL_HOLES, SmallBoard};
use peg_solitaire::class::{parity_checks, syndrome};
use peg_solitaire::solve::Record;
use pegfont_base::memory;

pub use criteria::{Criteria, Pegs};
pub use keep::{Form, GlyphFile, Kept};
pub use peg_solitaire::solve::Reachability;
pub use query::{Query, Ranking, unlike, vacancies_leading_to};
pub use recognition::Recognizer;
pub(crate) use score::{PARTS, misread};
pub use score::{Score, Term};
pub(crate) use variant::counted;
pub use variant::{DesignPlace, PatternInWords, Placing, Variant};

/// The maximum distance to search: 2 million look-ups on 35 holes.
pub const MAX_DISTANCE: u32 = 8;

/// What the memory for a list is for.
pub(crate) const PATTERNS: &str = "the patterns near a design";

/// A reachable pattern near a design.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Found {
    /// The pegs of the pattern.
    pub pattern: Bitboard,
    /// The design that the pattern was found near.
    pub design: Bitboard,
    /// The number of holes in which it differs from the design.
    pub distance: u32,
    /// How well it preserves the design.
    pub score: Score,
}

impl Found {
    /// A pattern, with the one of these designs that it is nearest to.
    pub fn of(board: &SmallBoard, designs: &[Bitboard], pattern: Bitboard) -> Option<Self> {
        let criteria: Vec<Criteria<Bitboard>> = designs
            .iter()
            .map(|&design| Criteria::of(board.as_board(), design))
            .collect();
        let (number, score) = best_design(&criteria, pattern)?;
        let design = designs[number];

        Some(Self {
            pattern,
            design,
            distance: pattern.distance(design),
            score,
        })
    }

    /// What it costs in [`PARTS`] of a point: its changes, its penalties, and that it isn't surely
    /// read as its character. Fonts choose, and [`Ranking::Looks`] sorts, by this one number.
    fn cost_in_parts(&self, reading: Option<f64>) -> u64 {
        let points = u64::from(self.score.points_at(self.distance)) * PARTS;
        points + reading.map_or(0, misread)
    }

    /// The order of patterns at the same distance: those with few points come first.
    fn rank(&self) -> (u32, Bitboard) {
        (self.score.total(), self.pattern)
    }
}

/// Searches a set of reachable positions for patterns.
///
/// ```
/// use peg_solitaire::{board::SmallBoard, progress::Progress, solve::Reachable};
/// use pegfont_type::find::{Criteria, Finder};
/// let board: SmallBoard = "4x5".parse()?;
/// let reachable = Reachable::solve(&board, board.central_vacancy(), Progress::NONE)?;
/// let finder = Finder::new(&reachable);
/// let design = board.parse_pattern("....\n.##.\n.##.\n.##.\n....")?;
/// let found = finder.near(&[Criteria::of(board.as_board(), design)], 3, usize::MAX)?;
/// assert_eq!((found.len(), found[0].distance), (37, 2));
/// assert!(found.iter().all(|found| reachable.contains(found.pattern)));
/// assert!(found.iter().all(|found| found.pattern.distance(design) == found.distance));
/// assert!(found.is_sorted_by_key(|found| (found.distance, found.score.total())));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct Finder<'a> {
    set: &'a dyn Record,
    checks: Vec<Bitboard>,
    /// The syndrome of the class.
    member: u64,
    syndromes: Vec<u64>,
    /// What each hole's content adds to the dense index.
    indices: Vec<u64>,
    /// The holes of each syndrome that holes have, by syndrome.
    by_syndrome: Vec<(u64, Bitboard)>,
}

impl<'a> Finder<'a> {
    /// A finder among the positions of a set.
    pub fn new(set: &'a dyn Record) -> Self {
        let class = set.class();
        let checks = parity_checks(class.board());
        let holes = || class.board().each_hole();
        let syndromes: Vec<u64> = holes().map(|hole| syndrome(&checks, hole.bit())).collect();
        let indices = holes()
            .map(|hole| class.index_of_member(hole.bit()))
            .collect();

        let mut by_syndrome: BTreeMap<u64, Bitboard> = BTreeMap::new();
        for (hole, &syndrome) in holes().zip(&syndromes) {
            let others = by_syndrome.entry(syndrome).or_insert(Bitboard(0));
            *others |= hole.bit();
        }

        Self {
            set,
            member: syndrome(&checks, class.position(0)),
            checks,
            syndromes,
            indices,
            by_syndrome: by_syndrome.into_iter().collect(),
        }
    }

    /// The first `count` of the reachable patterns that differ from any of the designs in at most
    /// `distance` holes (or [`MAX_DISTANCE`], if that is less), each once, with the design that it
    /// is nearest to.
    ///
    /// # Errors
    /// When the set can't be read, or there is not enough memory.
    pub fn near(
        &self,
        designs: &[Criteria<Bitboard>],
        distance: u32,
        count: usize,
    ) -> Result<Vec<Found>, Error> {
        let mut all = Vec::new();
        for distance in 0..=distance.min(MAX_DISTANCE) {
            let left = count - all.len();
            if left == 0 {
                break;
            }

            // Twice as many are kept before they are sorted out, so that this seldom happens.
            let most = left.saturating_mul(2).max(1 << 10);
            let mut found: Vec<Found> = Vec::new();
            for (number, criteria) in designs.iter().enumerate() {
                let design = *criteria.design();
                self.at_distance(design, distance, &mut |pattern| {
                    let best = best_design(designs, pattern);
                    let Some((_, score)) = best.filter(|&(best, _)| best == number) else {
                        return Ok(());
                    };

                    if found.len() == most {
                        found.select_nth_unstable_by_key(left, Found::rank);
                        found.truncate(left);
                    }
                    memory::reserve(|| PATTERNS, &mut found, 1)?;
                    found.push(Found {
                        pattern,
                        design,
                        distance,
                        score,
                    });
                    Ok(())
                })?;
            }

            // Sorting takes as much again as the list.
            memory::require(PATTERNS, size_of_val(&*found) as u64)?;
            found.sort_by_cached_key(Found::rank);
            found.truncate(left);

            memory::reserve(|| PATTERNS, &mut all, found.len())?;
            all.append(&mut found);
        }
        Ok(all)
    }

    /// The board of the set, and so of the designs.
    pub fn board(&self) -> &SmallBoard {
        self.set.class().board()
    }

    /// Whether the pattern can be reached, and if not, why, and the `count` reachable patterns that
    /// are nearest to it.
    ///
    /// # Errors
    /// When the set can't be read, or there is not enough memory.
    pub fn around(
        &self,
        pattern: Bitboard,
        count: usize,
    ) -> Result<(Reachability, Vec<Found>), Error> {
        let criteria = [Criteria::of(self.board().as_board(), pattern)];
        let reachability = self.set.reachability(pattern)?;
        let nearest = self.near(&criteria, MAX_DISTANCE, count)?;

        Ok((reachability, nearest))
    }

    /// Calls `each` for every reachable pattern at exactly this distance.
    ///
    /// All but one of the differing holes are chosen freely, in ascending order. The last one,
    /// above them, has to bring the pattern into the position class, and its syndrome identifies
    /// the holes that do. On the 5 x 7 board this reduces the patterns to look up by a factor of
    /// 16.
    pub(crate) fn at_distance(
        &self,
        design: Bitboard,
        distance: u32,
        each: &mut dyn FnMut(Bitboard) -> Result<(), Error>,
    ) -> Result<(), Error> {
        let flips = Flips {
            pattern: design,
            missing: syndrome(&self.checks, design) ^ self.member,
            index: self.set.class().index_of_member(design),
        };

        if distance > 0 {
            self.flip(flips, 0, distance, each)?;
        } else if flips.missing == 0 && self.set.contains_index(flips.index)? {
            each(design)?;
        }
        Ok(())
    }

    /// Flips `more` holes, at least one, of those from `from` onwards.
    fn flip(
        &self,
        flips: Flips,
        from: usize,
        more: u32,
        each: &mut dyn FnMut(Bitboard) -> Result<(), Error>,
    ) -> Result<(), Error> {
        if more > 1 {
            for hole in self.set.board().each_hole().skip(from) {
                let flipped = self.flipped(flips, hole);
                self.flip(flipped, hole.index() + 1, more - 1, each)?;
            }
            return Ok(());
        }

        // The last hole has to have the syndrome that is missing.
        let right = self
            .by_syndrome
            .binary_search_by_key(&flips.missing, |&(syndrome, _)| syndrome);
        let Ok(right) = right else { return Ok(()) };
        let (_, holes) = self.by_syndrome[right];

        let below = if from < MAX_SMALL_HOLES {
            !(u64::MAX << from)
        } else {
            u64::MAX
        };
        for hole in holes.without(Bitboard(below)).pegs() {
            let last = self.flipped(flips, hole);
            if self.set.contains_index(last.index)? {
                each(last.pattern)?;
            }
        }
        Ok(())
    }

    fn flipped(&self, flips: Flips, hole: Hole) -> Flips {
        Flips {
            pattern: flips.pattern ^ hole.bit(),
            missing: flips.missing ^ self.syndromes[hole.index()],
            index: flips.index ^ self.indices[hole.index()],
        }
    }
}

/// The design that a pattern is listed with: the nearest; of those, the one that it preserves best;
/// of those, the first.
fn best_design(designs: &[Criteria<Bitboard>], pattern: Bitboard) -> Option<(usize, Score)> {
    let distance = |criteria: &Criteria<Bitboard>| pattern.distance(*criteria.design());
    let least = designs.iter().map(distance).min()?;

    designs
        .iter()
        .enumerate()
        .filter(|(_, criteria)| distance(criteria) == least)
        .map(|(number, criteria)| (number, criteria.score(pattern)))
        .min_by_key(|(_, score)| score.total())
}

/// A design with some holes flipped.
#[derive(Clone, Copy)]
struct Flips {
    pattern: Bitboard,
    /// The syndrome of the pattern, minus that of the class; 0 for a member.
    missing: u64,
    /// The contents of its free holes; for a member of the class, the dense index.
    index: u64,
}
