//! A file of winning positions with right checksums is refused, or can be queried and round-trips.
#![no_main]

#[path = "../sealed.rs"]
mod sealed;

use libfuzzer_sys::fuzz_target;
use peg_solitaire::analysis::WinningFile;

fuzz_target!(|bytes: &[u8]| {
    let Ok(winning) = WinningFile::read(&sealed::sealed(*b"wins", bytes)) else { return };
    let position = winning.board().central_vacancy();
    let _ = winning.is_winning(position);
    assert!(winning.winning_jumps(position).all(|jump| winning.is_winning(jump.play(position))));
    let mut written = Vec::new();
    winning.write(&mut written).expect("memory can be written to");
    let again = WinningFile::read(&written).expect("what is written can be read");
    assert_eq!((again.board(), again.problems()), (winning.board(), winning.problems()));
    assert_eq!(again.codes(), winning.codes());
});
