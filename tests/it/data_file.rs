//! Large files: where their content is, and what is said of those that can't be read.

use crate::running::{printed, refused};
use peg_solitaire::board::{Bitboard, SmallBoard};
use peg_solitaire::progress::Progress;
use peg_solitaire::solution::Solution;
use peg_solitaire::solve::{LastJumps, Reachable};

const HEADER: usize = 4096;

fn solve(board: &str) -> (Reachable, LastJumps) {
    let board: SmallBoard = board.parse().unwrap();
    let reachable = Reachable::solve(&board, board.central_vacancy(), Progress::NONE).unwrap();
    let table = LastJumps::fill(&reachable, Progress::NONE).unwrap();
    (reachable, table)
}

#[test]
fn the_array_is_where_the_format_says() {
    let (_, table) = solve("5x5");
    let array: Vec<u8> = table.words().iter().flat_map(|word| word.to_le_bytes()).collect();
    assert!(array.len() > 1 << 14, "there are several chunks");
    let mut file = Vec::new();
    table.write(&mut file, Progress::NONE).unwrap();
    assert_eq!(file[..8], *b"\x89PEG\r\n\x1a\n");
    assert_eq!(file[8..16], *b"\x02\0\0\0jump");
    assert_eq!(file[24..32], (array.len() as u64 / 8).to_le_bytes());
    assert!(file[32..].starts_with(b"board = \"5x5\"\nstart = "));
    assert!(file.ends_with(&array));
    assert_eq!((file.len() - array.len()) % HEADER, 0);
}

#[test]
fn a_file_that_cannot_be_read_is_refused_with_the_reason() {
    let folder = tempfile::tempdir().unwrap();
    printed(folder.path(), &["solve", "--board", "5x6", "-o", "5x6.set"]);
    let slice = folder.path().join("5x6.set/000-0.slice");
    let file = std::fs::read(&slice).unwrap();
    let refusal = |bytes: &[u8]| {
        std::fs::write(&slice, bytes).unwrap();
        refused(folder.path(), &["solve", "--reachable", "5x6.set"])
    };
    for end in [0, 7, 8, 97, HEADER - 1, HEADER, file.len() - 1] {
        let said = match end {
            0 => "this is not a slice: the file is empty".to_owned(),
            1..8 => "this is not a slice".to_owned(),
            _ => format!("the slice is truncated: it has {end} of "),
        };
        assert!(refusal(&file[..end]).contains(&said), "cut off at {end}");
    }
    let longer = refusal(&[&*file, b"\0"].concat());
    assert!(longer.contains("the slice is too long: it has "), "{longer}");
    let mut other_kind = file.clone();
    other_kind[12..16].copy_from_slice(b"jump");
    for other in [&b"GIF89a"[..], b"#####\n##.##\n", &[0; 5000], &other_kind] {
        let said = refusal(other);
        assert!(said.contains("this is not a slice"), "{said}");
    }
    for version in [1, 3] {
        let mut other = file.clone();
        other[8] = version;
        let expected = format!(
            "this slice has version {version}; this program reads version 2: write it again"
        );
        let said = refusal(&other);
        assert!(said.contains(&expected), "{said}");
    }
}

#[test]
#[ignore = "needs Python 3.11"]
fn the_program_in_the_documentation_rewinds_a_position() {
    let folder = tempfile::tempdir().unwrap();
    let (reachable, table) = solve("4x5");
    let path = folder.path().join("4x5.table");
    table.write(&mut std::fs::File::create(&path).unwrap(), Progress::NONE).unwrap();
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
