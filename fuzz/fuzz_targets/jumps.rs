//! A board's name on the first line, a solution in jump notation below. A solution that is accepted
//! is legal and round-trips.
#![no_main]

use libfuzzer_sys::fuzz_target;
use peg_solitaire::board::SmallBoard;
use peg_solitaire::solution::Solution;

fuzz_target!(|text: &str| {
    let Some((name, jumps)) = text.split_once('\n') else {
        return;
    };
    let Ok(board) = name.parse::<SmallBoard>() else {
        return;
    };
    for word in jumps.split_whitespace() {
        for jump in board.parse_move(word).unwrap_or_default() {
            assert_eq!(board.parse_move(&board.jump_name(jump)), Ok(vec![jump]));
        }
    }
    let mut position = board.central_vacancy();
    let Ok(solution) = Solution::parse(board.as_board(), position, jumps) else {
        return;
    };
    for jump in solution.jumps() {
        assert!(board.legal_jumps(position).any(|legal| legal == *jump));
        position = jump.play(position);
    }
    assert_eq!(solution.end(), position.into());
    assert_eq!(
        Solution::parse(board.as_board(), solution.start(), &solution.to_string()),
        Ok(solution)
    );
});
