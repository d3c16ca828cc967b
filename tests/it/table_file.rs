//! Table files round-trip, and damaged ones are refused.

use std::fs;
use std::path::Path;
use std::sync::LazyLock;

use peg_solitaire::Error;
use peg_solitaire::board::{Bitboard, Board, SmallBoard};
use peg_solitaire::progress::Progress;
use peg_solitaire::solution::Solution;
use peg_solitaire::solve::{Instructions, LastJumps, Reachable, VerifyError};
use proptest::prelude::*;

use crate::data_file::{described, sealed};

const HEADER: usize = 4096;

fn solve(board: &str) -> (Reachable, LastJumps) {
    let board: SmallBoard = board.parse().unwrap();
    let reachable = Reachable::solve(&board, board.central_vacancy(), Progress::NONE).unwrap();
    let table = LastJumps::fill(&reachable, Instructions::Best, Progress::NONE).unwrap();
    (reachable, table)
}

fn bytes(table: &LastJumps) -> Vec<u8> {
    let mut bytes = Vec::new();
    table.write(&mut bytes, Progress::NONE).unwrap();
    bytes
}

fn open(bytes: &[u8]) -> Result<LastJumps, Error> {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("table");
    fs::write(&path, bytes).unwrap();
    LastJumps::open(&path)
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
        assert_eq!(
            Solution::leading_to(pattern, &opened),
            Solution::leading_to(pattern, &reachable)
        );
    }
}

#[test]
fn a_board_from_a_picture_has_a_table_too() {
    let (board, start) = Board::from_picture(" ###\n##.##\n ###").unwrap();
    let board = board.small().unwrap();
    let start = board.bits(&start);
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
    assert!(LARGE.ends_with(&array));
    assert!(array.len() > 1 << 14, "there are several chunks");
    assert_eq!((LARGE.len() - array.len()) % HEADER, 0);
    let (description, content) = described(&LARGE);
    assert!(description.starts_with("board = \"5x5\"\nstart = "), "{description}");
    assert!(content == array);
}

#[test]
fn a_truncated_file_is_refused_at_every_length() {
    let ends = (0..SMALL.len()).step_by(97).chain([0, 7, 8, HEADER - 1, HEADER, SMALL.len() - 1]);
    for end in ends {
        let error = open(&SMALL[..end]).err().unwrap();
        assert!(matches!(error, Error::Damaged { .. }), "cut off at {end}: {error}");
        let said = match end {
            0 => "this is not a table of last jumps: the file is empty".to_owned(),
            1..8 => "this is not a table of last jumps".to_owned(),
            _ => format!("the table of last jumps is truncated: it has {end} of "),
        };
        assert!(error.to_string().starts_with(&said), "cut off at {end}: {error}");
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
    let error = open(&longer).err().unwrap().to_string();
    assert!(error.starts_with("the table of last jumps is too long: it has "), "{error}");
}

#[test]
fn other_files_are_refused() {
    for other in [&b"GIF89a"[..], b"#####\n##.##\n", &[0; 5000]] {
        let error = open(other).err().unwrap();
        assert_eq!(error.to_string(), "this is not a table of last jumps");
    }
    assert!(matches!(LastJumps::open(Path::new("/nowhere/at/all")), Err(Error::Io { .. })));
    assert!(matches!(LastJumps::open(&std::env::temp_dir()), Err(Error::Io { .. })));
}

#[test]
fn another_version_is_refused_by_its_number() {
    for version in [1, 3] {
        let mut other = SMALL.clone();
        other[8] = version;
        let error = open(&other).err().unwrap();
        assert_eq!(
            error.to_string(),
            format!(
                "this table of last jumps has version {version}; this program reads version 2: write it again"
            )
        );
    }
}

#[test]
fn a_wrong_entry_with_correct_checksums_is_found_by_verification() {
    let (reachable, _) = solve("5x5");
    let (description, mut array) = described(&LARGE);
    let middle = array.len() / 2;
    array[middle] ^= 1;
    let table = open(&sealed(b"jump", &description, &array)).unwrap();
    let Err(VerifyError::Wrong(wrong)) = table.verify(&reachable, Progress::NONE) else {
        panic!("no entry is found wrong");
    };
    assert_ne!(wrong.found, wrong.expected);
    // A solution is only returned if its jumps are legal.
    let everywhere = (0..1 << table.class().rank()).map(|index| table.class().position(index));
    let mut solved = 0;
    for position in everywhere {
        if let Some(solution) = Solution::leading_to(position, &table).unwrap() {
            assert_eq!(solution.end(), position);
            solved += 1;
        }
    }
    assert!(solved + 1000 > reachable.count(), "one wrong entry spoils {solved} solutions");
    assert!(solved <= reachable.count(), "{solved}");
}

/// The small table with another description, and right checksums.
fn changed(find: &str, put: &str) -> Result<LastJumps, Error> {
    let (description, array) = described(&SMALL);
    assert!(description.contains(find), "{description}");
    open(&sealed(b"jump", &description.replacen(find, put, 1), &array))
}

#[test]
fn a_contradictory_description_with_right_checksums_is_refused() {
    for (find, put, what) in [
        ("4x4", "4x", "a board that there is not"),
        ("4x4", "4x5", "a board of another size"),
        ("start = \"####", "start = \"###", "a start of another shape"),
        ("vector_bits = ", "vector_bits = 1", "vectors of more than 1024 bits"),
        ("vector_bits = ", "vector_bits = -", "vectors of less than no bits"),
        ("holes = [", "holes = [\"e1\", ", "a bit for a hole beside the board"),
        ("holes = [\"", "holes = [\"a1\", \"a1\", \"", "two bits for one hole"),
        ("holes", "pegs", "another key"),
        ("holes", "more = 1\nholes", "one key more"),
    ] {
        let error = changed(find, put).err().unwrap_or_else(|| panic!("{what}"));
        assert!(matches!(&error, Error::Damaged { .. }), "{what}: {error}");
    }
    let (description, array) = described(&SMALL);
    let shorter = open(&sealed(b"jump", &description, &array[8..])).err().unwrap();
    assert!(matches!(&shorter, Error::Damaged { .. }), "{shorter}");
    let other = open(&sealed(b"slic", &description, &array)).err().unwrap();
    assert_eq!(other.to_string(), "this is not a table of last jumps");
}

#[test]
fn a_changed_description_is_refused_or_opens_as_the_table_it_describes() {
    let (description, array) = described(&SMALL);
    let (mut refused, mut opened) = (0, 0);
    for at in 0..description.len() {
        for put in "0123456789abcd#./\"\n=".chars() {
            let mut other = description.clone();
            other.replace_range(at..at + 1, put.encode_utf8(&mut [0; 4]));
            match open(&sealed(b"jump", &other, &array)) {
                Ok(table) => {
                    Solution::leading_to(table.board().full(), &table).unwrap();
                    Solution::leading_to(Bitboard::EMPTY, &table).unwrap();
                    let again = open(&bytes(&table)).unwrap();
                    assert_eq!((again.board(), again.start()), (table.board(), table.start()));
                    assert!(again.words() == table.words());
                    opened += 1;
                }
                Err(Error::Damaged { .. }) => refused += 1,
                Err(error) => panic!("{put:?} at {at}: {error}"),
            }
        }
    }
    // Another start, or the same in other words; hardly any other change is a table.
    assert!(opened > 10 && refused > 5 * opened, "{opened} opened, {refused} refused");
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
    fn a_random_description_is_refused(
        description in "\\PC{0,300}",
        rest in 0..1_000_usize,
    ) {
        prop_assert!(open(&sealed(b"jump", &description, &vec![0; 8 * rest])).is_err());
    }
}

#[test]
#[ignore = "needs Python 3.11"]
fn the_program_in_the_documentation_rewinds_a_position() {
    let folder = tempfile::tempdir().unwrap();
    let (reachable, table) = solve("4x5");
    let path = folder.path().join("4x5.table");
    table.write(&mut fs::File::create(&path).unwrap(), Progress::NONE).unwrap();
    let documentation = include_str!("../../docs/reference/files.md");
    let (_, program) = documentation.split_once("```python\n").unwrap();
    let program = program.split("```").next().unwrap();
    let board = reachable.board();
    for code in [51, 58, 77] {
        let solution = Solution::leading_to(Bitboard(code), &table).unwrap().unwrap();
        let jumps: Vec<String> = solution.jumps().iter().map(|&it| board.jump_name(it)).collect();
        let run = std::process::Command::new("python3")
            .args(["-c", program])
            .arg(&path)
            .arg(board.picture_line(Bitboard(code)))
            .output()
            .expect("Python runs");
        let said = String::from_utf8_lossy(&run.stdout);
        assert_eq!(said.trim(), jumps.join(" "), "{}", String::from_utf8_lossy(&run.stderr));
    }
}
