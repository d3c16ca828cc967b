//! A table file with corrected checksums is refused, or can be queried: its solutions end on the patterns asked for.
#![no_main]

use std::io::Write as _;

use libfuzzer_sys::fuzz_target;
use peg_solitaire::solution::Rewind as _;
use peg_solitaire::solve::LastJumps;

const HEADER: usize = 4096;

fuzz_target!(|bytes: &[u8]| {
    // The input is the first 288 bytes of the header and then the array; the bytes between them are zero.
    let (header, array) = bytes.split_at(bytes.len().min(288));
    let mut file = header.to_vec();
    file.resize(HEADER - 4, 0);
    file.extend(crc32fast::hash(&file).to_le_bytes());
    file.extend(array);
    let chunks = array.chunks(1 << 20).map(crc32fast::hash);
    let checksums: Vec<u8> = chunks.flat_map(u32::to_le_bytes).collect();
    file.extend(&checksums);
    file.extend(crc32fast::hash(&checksums).to_le_bytes());
    let mut place = tempfile::NamedTempFile::new().expect("there is room for a small file");
    place.write_all(&file).expect("there is room for a small file");
    let Ok(table) = LastJumps::open(place.path()) else { return };
    for index in 0..64.min(1 << table.class().rank()) {
        let position = table.class().position(index);
        let _ = table.last_jump(position);
        if let Ok(Some(solution)) = table.solution_of(position) {
            assert_eq!(solution.end(), position);
        }
    }
});
