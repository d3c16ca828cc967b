//! The finder, compared with plain enumeration.

use peg_solitaire::board::{Bitboard, SmallBoard};
use peg_solitaire::class::PositionClass;
use peg_solitaire::progress::Progress;
use peg_solitaire::solve::Reachable;
use pegfont_type::find::{Criteria, Finder, MAX_DISTANCE, Reachability};
use proptest::prelude::*;

/// A small board, its reachable set, and a list of its positions.
fn solved(name: &str) -> (SmallBoard, Reachable, Vec<Bitboard>) {
    let board: SmallBoard = name.parse().unwrap();
    let reachable = Reachable::solve(&board, board.central_vacancy(), Progress::NONE).unwrap();
    let class: &PositionClass = reachable.class();
    let all = (0..1_u64 << class.rank())
        .map(|index| class.position(index))
        .filter(|&position| reachable.contains(position))
        .collect();
    (board, reachable, all)
}

#[test]
fn finding_is_exhaustive_and_ordered() {
    for name in ["4x4", "4x5", "triangle10", "triangle15", "line9"] {
        let (board, reachable, all) = solved(name);
        let finder = Finder::new(&reachable);
        let mut random = 0x9e37_79b9_7f4a_7c15_u64;
        for _ in 0..40 {
            random = random.wrapping_mul(0xd134_2543_de82_ef95).wrapping_add(1);
            let design = Bitboard(random >> 20 & board.full().code());
            let criteria = [Criteria::of(&board, design, false)];
            for distance in 0..=4 {
                let found = finder.near(&criteria, distance, usize::MAX).unwrap();
                let mut expected: Vec<_> = all
                    .iter()
                    .map(|&pattern| (pattern.distance(design), pattern))
                    .filter(|&(away, _)| away <= distance)
                    .map(|(away, pattern)| (away, criteria[0].score(&pattern).total(), pattern))
                    .collect();
                expected.sort_unstable();
                let found: Vec<_> = found
                    .iter()
                    .map(|found| (found.distance, found.score.total(), found.pattern))
                    .collect();
                assert_eq!(found, expected, "{name}, {design:?} within {distance}");
            }
        }
    }
}

#[test]
fn the_nearest_are_the_first_of_those_within() {
    let (board, reachable, all) = solved("4x5");
    let finder = Finder::new(&reachable);
    let design = board.parse_pattern("....\n.##.\n.##.\n.##.\n....").unwrap();
    let criteria = |design| Criteria::of(&board, design, false);
    let near = [criteria(design)];
    let within = finder.near(&near, MAX_DISTANCE, usize::MAX).unwrap();
    for count in [0, 1, 2, 17, 100, within.len()] {
        assert_eq!(finder.near(&near, MAX_DISTANCE, count).unwrap(), within[..count]);
    }
    assert!(within.len() <= all.len());
    // Near several designs, however many are kept of each meanwhile.
    let designs = [design, Bitboard::EMPTY, SmallBoard::full(&board)].map(criteria);
    let all = finder.near(&designs, MAX_DISTANCE, usize::MAX).unwrap();
    assert!(all.len() > 2048 && all.len() > within.len());
    for count in [0, 1, 2, 17, 100, 1000, all.len()] {
        let first = finder.near(&designs, MAX_DISTANCE, count).unwrap();
        assert_eq!(first, all[..count], "{count}");
    }
}

#[test]
fn a_pattern_is_unreachable_by_its_class_or_within_it() {
    let (board, reachable, _) = solved("4x4");
    let finder = Finder::new(&reachable);
    for code in 0..=board.full().code() {
        let pattern = Bitboard(code);
        let expected = match (reachable.class().contains(pattern), reachable.contains(pattern)) {
            (false, _) => Reachability::OtherClass,
            (true, false) => Reachability::Unreachable,
            (true, true) => Reachability::Reachable,
        };
        assert_eq!(finder.reachability(pattern), Ok(expected));
    }
}

proptest! {
    #[test]
    fn a_perfect_copy_breaks_no_criterion(code in 0..1_u64 << 35) {
        let board: SmallBoard = "5x7".parse().unwrap();
        let design = Bitboard(code);
        prop_assert_eq!(Criteria::of(&board, design, false).score(&design).total(), 0);
        prop_assert_eq!(Criteria::of(&board, design, true).score(&design).total(), 0);
    }

    #[test]
    fn mirrored_designs_have_mirrored_scores(design in 0..1_u64 << 35, flips in 0..1_u64 << 35) {
        let board: SmallBoard = "5x7".parse().unwrap();
        let (design, pattern) = (Bitboard(design), Bitboard(design ^ flips));
        let score = Criteria::of(&board, design, false).score(&pattern);
        for symmetry in board.symmetries() {
            let mirrored = Criteria::of(&board, symmetry.apply(design), false);
            prop_assert_eq!(mirrored.score(&symmetry.apply(pattern)), score);
        }
    }

    #[test]
    fn inverse_criteria_read_the_holes(design in 0..1_u64 << 35, pattern in 0..1_u64 << 35) {
        let board: SmallBoard = "5x7".parse().unwrap();
        let (design, pattern) = (Bitboard(design), Bitboard(pattern));
        let inverse = Criteria::of(&board, board.complement(design), true);
        let score = Criteria::of(&board, design, false).score(&pattern);
        prop_assert_eq!(inverse.score(&board.complement(pattern)), score);
    }
}
