//! On any small board, from any start, the solver finds what a plain search finds: however it lays
//! the positions out.
#![no_main]

use std::collections::HashSet;

use libfuzzer_sys::fuzz_target;
use peg_solitaire::board::{Bitboard, Board, Lattice};
use peg_solitaire::progress::Progress;
use peg_solitaire::solve::Reachable;

/// The cells of the grid that may be holes.
const CELLS: usize = 25;
/// The most holes: a plain search of more takes too long.
const MOST_HOLES: usize = 18;

fuzz_target!(|input: (bool, u32, u64)| {
    let (square, cells, pegs) = input;
    let chosen = (0..CELLS)
        .filter(|cell| cells >> cell & 1 == 1)
        .take(MOST_HOLES);
    let holes: Vec<(i16, i16)> = chosen
        .map(|cell| ((cell % 5) as i16, (cell / 5) as i16))
        .collect();
    let lattice = if square {
        Lattice::Square
    } else {
        Lattice::Triangular
    };
    let Ok(board) = Board::new(lattice, &holes).and_then(|board| board.small()) else {
        return;
    };
    let start = board.full() & Bitboard(pegs);
    let mut found = HashSet::from([start]);
    let mut waiting = vec![start];
    while let Some(position) = waiting.pop() {
        for jump in board.legal_jumps(position) {
            let after = jump.play(position);
            if found.insert(after) {
                waiting.push(after);
            }
        }
    }
    let set = Reachable::solve(&board, start, Progress::NONE).expect("a small board");
    assert_eq!(set.count(), found.len() as u64);
    assert!(found.iter().all(|&position| set.contains(position)));
    assert!(
        set.positions(0..set.class_size(), ..)
            .all(|position| found.contains(&position))
    );
});
