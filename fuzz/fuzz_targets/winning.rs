//! A file of winning positions with right checksums is refused, or can be queried and round-trips.
#![no_main]

use libfuzzer_sys::fuzz_target;
use peg_solitaire::analysis::WinningFile;

fuzz_target!(|bytes: &[u8]| {
    let Ok(winning) = WinningFile::read(&sealed(bytes)) else { return };
    let position = winning.board().central_vacancy();
    let _ = winning.is_winning(position);
    assert!(winning.winning_jumps(position).all(|jump| winning.is_winning(jump.play(position))));
    let mut written = Vec::new();
    winning.write(&mut written).expect("memory can be written to");
    let again = WinningFile::read(&written).expect("what is written can be read");
    assert_eq!((again.board(), again.problems()), (winning.board(), winning.problems()));
    assert_eq!(again.codes(), winning.codes());
});

/// A file with right lengths and checksums from an input: a description, a zero byte, and the content.
fn sealed(input: &[u8]) -> Vec<u8> {
    let end = input.iter().position(|&byte| byte == 0).unwrap_or(input.len());
    let (description, content) = input.split_at(end);
    let mut content = content.get(1..).unwrap_or(&[]).to_vec();
    content.resize(content.len().next_multiple_of(8), 0);
    let mut file = b"\x89PEG\r\n\x1a\n\x02\0\0\0".to_vec();
    file.extend(b"wins");
    file.extend((description.len() as u64).to_le_bytes());
    file.extend((content.len() as u64 / 8).to_le_bytes());
    file.extend(description);
    file.extend(content.chunks(1 << 14).flat_map(|chunk| crc32fast::hash(chunk).to_le_bytes()));
    file.extend(crc32fast::hash(&file).to_le_bytes());
    file.resize(file.len().next_multiple_of(4096), 0);
    file.extend(content);
    file
}
