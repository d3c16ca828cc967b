//! A board's name on the first line, a solution in jump notation below. One that is accepted plays, and is written and
//! read again as the same.
#![no_main]

use libfuzzer_sys::fuzz_target;
use pegfont::board::Board;
use pegfont::solution::Solution;

fuzz_target!(|text: &str| {
    let Some((name, jumps)) = text.split_once('\n') else { return };
    let Ok(board) = name.parse::<Board>() else { return };
    for word in jumps.split_whitespace() {
        let _ = board.parse_jump(word);
    }
    let start = board.central_vacancy();
    let Ok(solution) = Solution::parse(&board, start, jumps) else { return };
    assert_eq!(solution.end().pegs() as usize, start.pegs() as usize - solution.jumps().len());
    assert_eq!(Solution::parse(&board, start, &solution.to_string()), Ok(solution));
});
