//! Table files round-trip, and damaged ones are refused.

use std::fs;
use std::path::Path;
use std::sync::LazyLock;

use peg_solitaire::board::{Bitboard, Board};
use peg_solitaire::progress::Progress;
use peg_solitaire::solution::Rewind;
use peg_solitaire::solve::{Instructions, LastJumps, Reachable, TableError, VerifyError};
use proptest::prelude::*;

const HEADER: usize = 4096;

fn solve(board: &str) -> (Reachable, LastJumps) {
    let board: Board = board.parse().unwrap();
    let reachable = Reachable::solve(&board, board.central_vacancy(), Progress::NONE).unwrap();
    let table = LastJumps::fill(&reachable, Instructions::Best, Progress::NONE).unwrap();
    (reachable, table)
}

fn bytes(table: &LastJumps) -> Vec<u8> {
    let mut bytes = Vec::new();
    table.write(&mut bytes, Progress::NONE).unwrap();
    bytes
}

fn open(bytes: &[u8]) -> Result<LastJumps, TableError> {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("table");
    fs::write(&path, bytes).unwrap();
    LastJumps::open(&path)
}

/// Gives a table correct checksums.
fn sealed(mut bytes: Vec<u8>, array: usize) -> Vec<u8> {
    let header = crc32fast::hash(&bytes[..HEADER - 4]);
    bytes[HEADER - 4..HEADER].copy_from_slice(&header.to_le_bytes());
    let chunks = bytes[HEADER..HEADER + array].chunks(1 << 20);
    let checksums: Vec<u8> =
        chunks.flat_map(|chunk| crc32fast::hash(chunk).to_le_bytes()).collect();
    bytes.truncate(HEADER + array);
    bytes.extend(&checksums);
    bytes.extend(crc32fast::hash(&checksums).to_le_bytes());
    bytes
}

/// A table of one chunk.
static SMALL: LazyLock<Vec<u8>> = LazyLock::new(|| bytes(&solve("4x4").1));
/// A table of several chunks, the last of them incomplete.
static LARGE: LazyLock<Vec<u8>> = LazyLock::new(|| bytes(&solve("5x5").1));

#[test]
fn a_table_file_round_trips() {
    for board in ["4x4", "5x5", "triangle15", "line7", "line1", "4x5"] {
        let (reachable, table) = solve(board);
        let opened = open(&bytes(&table)).unwrap();
        assert_eq!(opened.board(), table.board());
        assert_eq!(opened.board().name(), Some(board));
        assert_eq!(opened.start(), table.start());
        assert_eq!(opened.vector_bits(), table.vector_bits());
        assert_eq!(opened.class().free_holes(), table.class().free_holes());
        assert!(opened.words() == table.words(), "the array of {board}");
        assert_eq!(opened.verify(&reachable, Progress::NONE), Ok(()));
        let index = (0..1 << table.class().rank()).rfind(|&index| reachable.contains_index(index));
        let pattern = table.class().position(index.unwrap());
        assert_eq!(opened.solution_of(pattern), reachable.solution_of(pattern));
    }
}

#[test]
fn a_board_from_a_picture_has_a_table_too() {
    let (board, start) = Board::from_picture(" ###\n##.##\n ###").unwrap();
    let reachable = Reachable::solve(&board, start, Progress::NONE).unwrap();
    let table = LastJumps::fill(&reachable, Instructions::Best, Progress::NONE).unwrap();
    let opened = open(&bytes(&table)).unwrap();
    assert_eq!((opened.board(), opened.start()), (&board, start));
    assert!(opened.words() == table.words());
}

#[test]
fn the_array_is_where_the_format_says() {
    assert_eq!(SMALL[..8], *b"\x89PEG\r\n\x1a\n");
    let (_, table) = solve("5x5");
    let array: Vec<u8> = table.words().iter().flat_map(|word| word.to_le_bytes()).collect();
    assert!(LARGE[HEADER..].starts_with(&array));
    assert!(array.len() > 1 << 20, "there are several chunks");
    assert_eq!(LARGE.len(), HEADER + array.len() + 4 * array.len().div_ceil(1 << 20) + 4);
}

#[test]
fn a_truncated_file_is_refused_at_every_length() {
    let ends = (0..SMALL.len()).step_by(97).chain([0, 7, 8, HEADER - 1, HEADER, SMALL.len() - 1]);
    for end in ends {
        match open(&SMALL[..end]).err().unwrap() {
            TableError::NotATable { empty } => assert!(end < 8 && empty == (end == 0), "{end}"),
            TableError::Truncated { found, .. } => assert_eq!(found, end as u64),
            other => panic!("cut off at {end}: {other}"),
        }
    }
}

#[test]
fn a_file_that_is_cut_short_after_it_was_opened_makes_no_difference() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("table");
    fs::write(&path, &*LARGE).unwrap();
    let opened = LastJumps::open(&path).unwrap();
    fs::File::options().write(true).open(&path).unwrap().set_len(HEADER as u64).unwrap();
    assert!(opened.words() == solve("5x5").1.words());
}

#[test]
fn a_file_with_trailing_bytes_is_refused() {
    let longer = [&**SMALL, b"\0"].concat();
    assert!(matches!(open(&longer), Err(TableError::TooLong { .. })));
}

#[test]
fn other_files_are_refused() {
    for other in [&b"GIF89a"[..], b"#####\n##.##\n", &[0; 5000]] {
        let error = open(other).err().unwrap();
        assert!(matches!(error, TableError::NotATable { empty: false }), "{error}");
    }
    assert!(matches!(LastJumps::open(Path::new("/nowhere/at/all")), Err(TableError::Io(_))));
    assert!(matches!(LastJumps::open(&std::env::temp_dir()), Err(TableError::Io(_))));
}

#[test]
fn another_version_is_refused_by_its_number() {
    let mut later = SMALL.clone();
    later[8] = 2;
    let array = later.len() - HEADER - 8;
    let error = open(&sealed(later, array)).err().unwrap();
    assert!(matches!(error, TableError::Version { found: 2 }), "{error}");
}

#[test]
fn another_board_or_start_is_refused() {
    let table = open(&SMALL).unwrap();
    let (four, five): (Board, Board) = ("4x4".parse().unwrap(), "5x5".parse().unwrap());
    assert!(table.require(&four, None).is_ok());
    assert!(table.require(&four, Some(four.central_vacancy())).is_ok());
    assert!(matches!(table.require(&five, None), Err(TableError::OtherBoard { .. })));
    let other = table.require(&four, Some(four.full()));
    assert!(matches!(other, Err(TableError::OtherStart { .. })));
}

#[test]
fn a_wrong_entry_with_correct_checksums_is_found_by_verification() {
    let (reachable, _) = solve("5x5");
    let mut bytes = LARGE.clone();
    let array = reachable.class_size() as usize / 8 * 6;
    bytes[HEADER + array / 2] ^= 1;
    let table = open(&sealed(bytes, array)).unwrap();
    let Err(VerifyError::Wrong(wrong)) = table.verify(&reachable, Progress::NONE) else {
        panic!("no entry is found wrong");
    };
    assert_ne!(wrong.found, wrong.expected);
    // A solution is only returned if its jumps are legal.
    let everywhere = (0..1 << table.class().rank()).map(|index| table.class().position(index));
    let mut solved = 0;
    for position in everywhere {
        if let Some(solution) = table.solution_of(position).unwrap() {
            assert_eq!(solution.end(), position);
            solved += 1;
        }
    }
    assert!(solved + 1000 > reachable.count(), "one wrong entry spoils {solved} solutions");
    assert!(solved <= reachable.count(), "{solved}");
}

#[test]
fn a_changed_header_is_refused_or_opens_as_the_table_it_describes() {
    let array = SMALL.len() - HEADER - 8;
    let (_, small) = solve("4x4");
    let order = 160..160 + small.class().rank();
    // Lattice, holes, rank, vector bits; start; length of the array; coordinates; order of the holes.
    let fields = (12..16).chain(16..24).chain(24..32).chain(32..32 + 2 * 16).chain(order);
    // Everything except the checksum and the name, which is dropped if the board has changed.
    let described = |bytes: &[u8]| [&bytes[..224], &bytes[288..HEADER - 4]].concat();
    let (mut refused, mut opened) = (0, 0);
    for at in fields {
        for value in [0, 1, 2, 3, 4, 6, 7, 15, 16, 17, 63, 64, 65, 128, 200, 255] {
            let mut changed = SMALL.clone();
            if changed[at] == value {
                continue;
            }
            changed[at] = value;
            match open(&sealed(changed.clone(), array)) {
                Ok(table) => {
                    assert_eq!(described(&bytes(&table)), described(&changed), "{value} at {at}");
                    table.solution_of(table.board().full()).unwrap();
                    table.solution_of(Bitboard::EMPTY).unwrap();
                    opened += 1;
                }
                Err(
                    TableError::Damaged { .. }
                    | TableError::Truncated { .. }
                    | TableError::TooLong { .. },
                ) => refused += 1,
                Err(other) => panic!("{value} at {at}: {other}"),
            }
        }
    }
    // Another start or vector size gives a valid header; hardly any other change does.
    assert!(opened > 10 && refused > 20 * opened, "{opened} opened, {refused} refused");
}

#[test]
fn a_contradictory_header_with_correct_checksums_is_refused() {
    let array = SMALL.len() - HEADER - 8;
    let damages = [
        (12, 2, "a lattice that there is not"),
        (13, 0, "no holes"),
        (13, 65, "more than 64 holes"),
        (14, 17, "more bits than holes"),
        (15, 5, "a vector of less than a word"),
        (15, 11, "a vector of more than 1024 bits"),
        (18, 1, "a start with a peg beside the board"),
        (24, 8, "an array of another length"),
        (33, 1, "the first hole in a place after that of the second"),
        (34, 0, "two holes in one place"),
        (160, 16, "a bit for a hole beside the board"),
        (161, SMALL[160], "two bits for one hole"),
    ];
    for (at, value, what) in damages {
        let mut changed = SMALL.clone();
        assert_ne!(changed[at], value, "{what}");
        changed[at] = value;
        let error = open(&sealed(changed, array)).err().unwrap_or_else(|| panic!("{what}"));
        let header = matches!(&error, TableError::Damaged { part } if part == "header");
        assert!(header, "{what}: {error}");
    }
}

fn assert_refused(table: &[u8], bit: usize) {
    let mut flipped = table.to_vec();
    flipped[bit / 8] ^= 1 << (bit % 8);
    assert!(open(&flipped).is_err(), "bit {} of byte {}", bit % 8, bit / 8);
}

#[test]
fn every_flipped_bit_of_the_fields_and_the_checksums_is_refused() {
    let ends = (0..300).chain(HEADER - 6..HEADER + 2).chain(SMALL.len() - 10..SMALL.len());
    for bit in ends.flat_map(|byte| byte * 8..byte * 8 + 8) {
        assert_refused(&SMALL, bit);
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 100, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn a_flipped_bit_is_refused(bit in 0..SMALL.len() * 8, far in 0..LARGE.len() * 8) {
        assert_refused(&SMALL, bit);
        assert_refused(&LARGE, far);
    }

    #[test]
    fn a_random_header_is_refused(
        fields in proptest::collection::vec(any::<u8>(), 4..300),
        rest in 0..10_000_usize,
    ) {
        let mut bytes = SMALL[..HEADER].to_vec();
        bytes[12..12 + fields.len()].copy_from_slice(&fields);
        bytes.resize(HEADER + rest, 0);
        prop_assert!(open(&sealed(bytes, rest)).is_err());
    }
}
