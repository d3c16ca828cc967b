//! One-dimensional peg solitaire, compared with exhaustive play.

use peg_laboratory::line::{Reduction, reduce, rows_of};
use proptest::prelude::*;

/// The longest rows that are compared with exhaustive play.
const LONGEST: usize = 16;

/// The least number of pegs that each position of a line of `holes` holes can be reduced to.
fn least_pegs(holes: usize) -> Vec<u8> {
    let mut least: Vec<u8> = (0..1_u32 << holes)
        .map(|position| position.count_ones() as u8)
        .collect();
    let mut by_pegs: Vec<u32> = (0..1 << holes).collect();
    by_pegs.sort_by_key(|position| position.count_ones());
    for position in by_pegs {
        for first in 0..holes - 2 {
            if let 0b011 | 0b110 = position >> first & 0b111 {
                let after = (position ^ 0b111 << first) as usize;
                least[position as usize] = least[position as usize].min(least[after]);
            }
        }
    }
    least
}

#[test]
fn the_rows_of_n_pegs_that_can_be_reduced_are_as_many_as_in_the_language() {
    let published = include_str!("../../../../tests/data/line-rows.csv")
        .lines()
        .skip(1);
    for line in published {
        let (pegs, count) = line.split_once(',').unwrap();
        let rows = rows_of(pegs.parse().unwrap());
        assert_eq!(rows.len(), count.parse::<usize>().unwrap(), "{pegs} pegs");
        assert!(
            rows.iter().all(|row| reduce(row).pegs() == 1),
            "{pegs} pegs"
        );
    }
}

fn row(position: usize, holes: usize) -> Vec<bool> {
    (0..holes).map(|hole| position >> hole & 1 == 1).collect()
}

/// Plays the jumps and returns the holes of the remaining pegs.
fn play(row: &[bool], jumps: &[[usize; 2]]) -> Vec<usize> {
    let mut pegs = vec![false; row.len() + 2];
    pegs[1..=row.len()].copy_from_slice(row);
    for &[from, to] in jumps {
        assert_eq!(from.abs_diff(to), 2);
        let over = usize::midpoint(from, to);
        assert!(
            pegs[from] && pegs[over] && !pegs[to],
            "{from}-{to} in {row:?}"
        );
        (pegs[from], pegs[over], pegs[to]) = (false, false, true);
    }
    (0..pegs.len()).filter(|&hole| pegs[hole]).collect()
}

fn check(row: &[bool], reduction: &Reduction) {
    assert_eq!(
        play(row, &reduction.jumps).len(),
        reduction.pegs(),
        "{row:?}"
    );
}

#[test]
fn every_row_of_up_to_16_holes_is_reduced_as_far_as_exhaustive_play_gets() {
    // Two more empty holes on either side of the row: play never needs more room.
    let least = least_pegs(LONGEST + 4);
    for holes in 0..=LONGEST {
        for position in 0..1 << holes {
            let row = row(position, holes);
            let reduction = reduce(&row);
            assert_eq!(
                reduction.pegs(),
                usize::from(least[position << 2]),
                "{row:?}"
            );
            check(&row, &reduction);
        }
    }
}

proptest! {
    #[test]
    fn the_jumps_of_a_long_row_can_be_played(row in prop::collection::vec(any::<bool>(), 0..3000)) {
        check(&row, &reduce(&row));
    }

    #[test]
    fn the_jumps_of_a_crowded_row_can_be_played(
        runs in prop::collection::vec((0..40_usize, 1..3_usize), 0..60),
    ) {
        let row: Vec<bool> = runs
            .into_iter()
            .flat_map(|(pegs, holes)| [vec![true; pegs], vec![false; holes]].concat())
            .collect();
        check(&row, &reduce(&row));
    }

    #[test]
    fn a_row_and_its_mirror_image_are_reduced_alike(
        row in prop::collection::vec(any::<bool>(), 0..300),
    ) {
        let mirrored: Vec<bool> = row.iter().rev().copied().collect();
        prop_assert_eq!(reduce(&row).pegs(), reduce(&mirrored).pegs());
    }

    #[test]
    fn no_jump_lowers_the_least_number_of_pegs(
        row in prop::collection::vec(any::<bool>(), 20..300),
        at in any::<prop::sample::Index>(),
    ) {
        let can_jump = |&first: &usize| row[first + 1] && row[first] != row[first + 2];
        let places: Vec<usize> = (0..row.len() - 2).filter(can_jump).collect();
        prop_assume!(!places.is_empty());
        let first = *at.get(&places);
        let mut after = row.clone();
        for hole in &mut after[first..first + 3] {
            *hole = !*hole;
        }
        prop_assert!(reduce(&after).pegs() >= reduce(&row).pegs());
    }
}
