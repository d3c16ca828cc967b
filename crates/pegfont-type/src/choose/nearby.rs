//! The patterns near a design that are in the right position class, in the order in which they are tried.

use std::collections::BTreeMap;

use super::candidates::ALTERNATIVE;
use crate::find::Criteria;
use peg_solitaire::board::{Board, Hole, Position};

/// How many of the best patterns of each distance are changed further. At the first two distances, all of them are on boards of up
/// to this many holes.
const CHANGED: usize = 256;

/// The patterns near the designs of a character.
pub(super) struct Nearby<'a> {
    board: &'a Board,
    class: u8,
    holes: Vec<(Hole, u8)>,
    criteria: Vec<Criteria<Position>>,
    others: &'a [&'a Position],
}

impl<'a> Nearby<'a> {
    /// For these designs, among those of other characters, and in the class of the start.
    pub fn new(
        board: &'a Board,
        start: &Position,
        designs: &[Position],
        inverse: bool,
        others: &'a [&'a Position],
    ) -> Self {
        let class = board.class(start);
        let holes = board.each_hole().map(|hole| (hole, board.class_of_peg(hole)));
        let criteria = designs.iter().map(|design| Criteria::of(board, design.clone(), inverse));
        Self { board, class, holes: holes.collect(), criteria: criteria.collect(), others }
    }

    /// At most `count` patterns at this distance from a design that `suits`, each with that design; the best first.
    pub fn at(
        &self,
        distance: u32,
        count: usize,
        suits: &dyn Fn(&Position) -> bool,
    ) -> Vec<(Position, Position)> {
        let mut found: BTreeMap<Position, (bool, u32, Position)> = BTreeMap::new();
        for (alternative, criteria) in (0..).zip(&self.criteria) {
            let design = criteria.design();
            for pattern in self.near(criteria, distance).into_iter().filter(suits) {
                let mistakable =
                    self.others.iter().any(|other| other.distance(&pattern) <= distance);
                let points = alternative * ALTERNATIVE + criteria.score(&pattern).total();
                let this = (mistakable, points, design.clone());
                let best = found.entry(pattern).or_insert_with(|| this.clone());
                *best = (*best).clone().min(this);
            }
        }
        let mut found: Vec<((bool, u32), Position, Position)> = found
            .into_iter()
            .map(|(pattern, (mistakable, points, design))| ((mistakable, points), pattern, design))
            .collect();
        found.sort();
        found.into_iter().take(count).map(|(_, pattern, design)| (design, pattern)).collect()
    }

    /// Patterns of the class at this distance from one design.
    fn near(&self, criteria: &Criteria<Position>, distance: u32) -> Vec<Position> {
        let design = criteria.design();
        // Patterns with the changes so far; each is changed further in later holes than its last, so that none comes twice.
        let mut changed: Vec<(usize, Position)> = vec![(0, design.clone())];
        for step in 0..distance {
            let is_last = step + 1 == distance;
            let mut next = Vec::new();
            for (from, pattern) in &changed {
                let difference = self.class ^ self.board.class(pattern);
                for (at, &(hole, class)) in self.holes.iter().enumerate().skip(*from) {
                    if !is_last || class == difference {
                        let mut pattern = pattern.clone();
                        pattern.flip(hole);
                        next.push((at + 1, pattern));
                    }
                }
            }
            if !is_last && next.len() > CHANGED {
                next.sort_by_cached_key(|(_, pattern)| criteria.score(pattern).total());
                next.truncate(CHANGED);
            }
            changed = next;
        }
        let of_class = |(_, pattern): (usize, Position)| {
            Some(pattern).filter(|pattern| self.board.class(pattern) == self.class)
        };
        changed.into_iter().filter_map(of_class).collect()
    }
}
