//! Sets in slices on disk: the same positions as in memory, whatever the memory, the parts, and
//! what happens in between. And the tables of last jumps on disk.

use std::fs;
use std::ops::ControlFlow;
use std::path::Path;
use std::sync::atomic::{AtomicU64, Ordering};

use crate::plain::{board, solved};
use crate::running::files_of_set;
use peg_solitaire::board::{Bitboard, SmallBoard};
use peg_solitaire::progress::{Interrupted, Progress};
use peg_solitaire::solution::Solution;
use peg_solitaire::solve::{Checked, LastJumps, Reachable, Record, Slicing, Verified};
use peg_solitaire::{Damage, Error, Fault};
use pegfont_base::memory::bytes_needed;

/// The bytes before the content of a large file.
const HEADER: usize = 4096;

/// Computes a set with as little memory as possible, in this number of parts.
fn compute(board: &SmallBoard, start: Bitboard, parts: Option<usize>, folder: &Path) -> usize {
    let plan = Slicing::new(board, start, parts).unwrap();
    plan.complete(folder, plan.needs().least_memory, Progress::NONE)
        .unwrap()
}

/// Asserts that a set on disk has the same bits as the one in memory.
fn assert_equal(board: &SmallBoard, start: Bitboard, parts: Option<usize>) {
    let folder = tempfile::tempdir().unwrap();
    let plan = Slicing::new(board, start, parts).unwrap();
    plan.complete(folder.path(), 1 << 30, Progress::NONE)
        .unwrap();
    let whole = Reachable::solve(board, start, Progress::NONE).unwrap();
    let set = Reachable::open(folder.path()).unwrap();
    let name = format!("{board} from {}", board.picture_line(start));
    let by_pegs = whole.count_by_pegs();
    assert_eq!(
        set.try_count_by_pegs(Progress::NONE),
        Ok(by_pegs.clone()),
        "{name}"
    );
    assert_eq!((set.board(), set.start()), (board, start));
    let checked = Checked {
        verified: Verified::Rules,
        by_pegs,
    };
    assert_eq!(set.verify(Progress::NONE), Ok(checked), "{name}");
    let (set, in_memory): (&dyn Record, &dyn Record) = (&set, &whole);
    let size = 1_u64 << whole.class().rank();
    // Runs of positions, since those that stand together are read at once.
    for first in (0..size).step_by((size / 1000).max(1) as usize | 1) {
        for index in first..size.min(first + 500) {
            assert_eq!(
                set.contains_index(index),
                in_memory.contains_index(index),
                "{name}"
            );
        }
        let position = whole.class().position(first);
        assert_eq!(
            set.last_jump(position),
            in_memory.last_jump(position),
            "{name}"
        );
    }
}

#[test]
fn sets_are_the_same_on_disk() {
    for (name, parts) in [
        ("5x7", Some(16)),
        ("5x6", None),
        ("4x5", None),
        ("english", None),
        ("french", None),
        // Jumps lead to blocks of the same weight.
        ("4x4", None),
        ("triangle21", Some(4)),
        ("triangle28", Some(8)),
        ("4x8", Some(2)),
    ] {
        let board = board(name);
        assert_equal(&board, board.central_vacancy(), parts);
    }
    // Starts without symmetry, and any number of parts.
    let board = board("5x6");
    for (vacancy, parts) in [("b1", 1), ("a1", 2), ("b3", 4), ("c3", 16)] {
        let hole = board.parse_hole(vacancy).unwrap();
        assert_equal(&board, board.full().without(hole.bit()), Some(parts));
    }
}

#[test]
fn a_run_that_was_stopped_goes_on_where_it_was() {
    let board = board("5x6");
    let [at_once, in_steps] = [(); 2].map(|()| tempfile::tempdir().unwrap());
    compute(&board, board.central_vacancy(), Some(2), at_once.path());
    let plan = Slicing::new(&board, board.central_vacancy(), Some(2)).unwrap();
    // Each run gets on by a few slices, however many there are.
    let (mut kept, steps) = (0, 9);
    let resumed = loop {
        let reports = AtomicU64::new(0);
        let watch = |_: u64, _: u64| match reports.fetch_add(1, Ordering::Relaxed) < steps {
            true => ControlFlow::Continue(()),
            false => ControlFlow::Break(()),
        };
        match plan.complete(in_steps.path(), 1 << 30, Progress::new(&watch)) {
            Err(Error::Interrupted(Interrupted)) => {}
            ended => break ended.unwrap(),
        }
        let unfinished = Reachable::open(in_steps.path()).unwrap_err();
        let Error::Unfinished {
            found, expected, ..
        } = unfinished
        else {
            panic!("{unfinished}")
        };
        assert_eq!(expected, plan.needs().slices);
        // The last slice was not written yet.
        assert_eq!(found, kept + steps as usize - 1);
        kept = found;
    };
    assert_eq!(resumed, kept);
    // The first had the least memory.
    assert!(files_of_set(at_once.path()) == files_of_set(in_steps.path()));
    assert_eq!(files_of_set(in_steps.path()).len(), plan.needs().slices + 1);
}

#[test]
fn damaged_slices_are_refused_with_the_reason_and_computed_again_if_deleted() {
    let board = board("5x6");
    let folder = tempfile::tempdir().unwrap();
    compute(&board, board.central_vacancy(), Some(1), folder.path());
    let sound = files_of_set(folder.path());
    let slices: Vec<&String> = sound
        .keys()
        .filter(|name| name.ends_with(".slice"))
        .collect();
    let damage = |name: &str, change: &dyn Fn(&mut Vec<u8>)| {
        let mut bytes = sound[name].clone();
        change(&mut bytes);
        fs::write(folder.path().join(name), bytes).unwrap();
    };
    let refusal = |change: &dyn Fn(&mut Vec<u8>)| {
        damage(slices[5], change);
        let error = Reachable::open(folder.path()).unwrap_err().to_string();
        damage(slices[5], &|_| {});
        let place = format!("{}: ", folder.path().join(slices[5]).display());
        error.strip_prefix(&place).expect(&error).to_owned()
    };
    for end in [0, 7, 8, 97, HEADER - 1, HEADER, sound[slices[5]].len() - 1] {
        let said = match end {
            0 => "this is not a slice: the file is empty".to_owned(),
            1..8 => "this is not a slice".to_owned(),
            _ => format!("the slice is truncated: it has {end} of "),
        };
        assert!(
            refusal(&|bytes| bytes.truncate(end)).starts_with(&said),
            "cut off at {end}"
        );
    }
    let longer = refusal(&|bytes| bytes.push(0));
    assert!(
        longer.starts_with("the slice is too long: it has "),
        "{longer}"
    );
    let table = |bytes: &mut Vec<u8>| bytes[12..16].copy_from_slice(b"jump");
    for change in [&table as &dyn Fn(&mut Vec<u8>), &|bytes| {
        *bytes = b"GIF89a".to_vec()
    }] {
        let other = refusal(change);
        assert!(other.starts_with("this is not a slice"), "{other}");
    }
    for version in [1, 3] {
        let expected = format!(
            "this slice has version {version}; this program reads version 2: write it again"
        );
        assert_eq!(refusal(&|bytes| bytes[8] = version), expected);
    }
    assert!(refusal(&|bytes| bytes[100] ^= 1).contains("damaged"));
    // A bit of a block is not seen before it is asked for.
    damage(slices[20], &|bytes| *bytes.last_mut().unwrap() ^= 0x10);
    let set = Reachable::open(folder.path()).unwrap();
    let error = set.verify(Progress::NONE).unwrap_err();
    let wrong_bytes = |damage: &Damage| {
        let Damage::Faulty { what, fault } = damage else {
            return false;
        };
        *what == "slice" && matches!(fault, Fault::Bytes { .. })
    };
    assert!(
        matches!(
            &error,
            Error::Damaged { path: Some(path), damage }
                if path.ends_with(slices[20]) && wrong_bytes(damage)
        ),
        "{error}"
    );
    // One of another place, and a damaged block that is needed.
    let plan = Slicing::new(&board, board.central_vacancy(), Some(1)).unwrap();
    let again = || plan.complete(folder.path(), 1 << 30, Progress::NONE);
    fs::copy(folder.path().join(slices[1]), folder.path().join(slices[2])).unwrap();
    assert!(matches!(again(), Err(Error::Damaged { .. })));
    [2, 20]
        .iter()
        .for_each(|&sound| damage(slices[sound], &|_| {}));
    damage(slices[30], &|bytes| bytes[HEADER..].fill(0x55));
    fs::remove_file(folder.path().join(slices[31])).unwrap();
    assert!(matches!(again(), Err(Error::Damaged { .. })));
    fs::remove_file(folder.path().join(slices[30])).unwrap();
    assert_eq!(again(), Ok(slices.len() - 2));
    assert!(files_of_set(folder.path()) == sound);
}

#[test]
fn a_slice_that_vanishes_is_a_failure_and_not_an_answer() {
    let board = board("5x6");
    let folder = tempfile::tempdir().unwrap();
    compute(&board, board.central_vacancy(), None, folder.path());
    let set = Reachable::open(folder.path()).unwrap();
    // Not among the blocks that were read when the set was opened.
    let far = board
        .parse_pattern(".###./#..../#####/#.#.#/#..../.....")
        .unwrap();
    let slices = files_of_set(folder.path())
        .into_keys()
        .filter(|name| name.ends_with(".slice"));
    slices.for_each(|name| fs::remove_file(folder.path().join(name)).unwrap());
    let error = Record::contains(&set, far).unwrap_err();
    let begin = folder.path().display().to_string();
    assert!(error.to_string().starts_with(&begin), "{error}");
}

#[test]
fn what_cannot_be_is_refused() {
    let five = board("5x6");
    let start = five.central_vacancy();
    let outside = Slicing::new(&board("3x3"), start, None)
        .unwrap_err()
        .to_string();
    assert_eq!(outside, "the start has pegs outside 3x3");

    let plan = Slicing::new(&five, start, None).unwrap();
    let folder = tempfile::tempdir().unwrap();
    let complete = |path: &Path| plan.complete(path, 1 << 30, Progress::NONE).unwrap_err();
    let error = plan
        .complete(folder.path(), 1000, Progress::NONE)
        .unwrap_err()
        .to_string();
    let least = plan.needs().least_memory;
    assert!(least > 2 * plan.needs().disk / plan.needs().slices as u64);
    assert_eq!(
        error,
        format!("5x6 needs at least {} of memory", bytes_needed(least))
    );
    assert!(fs::read_dir(folder.path()).unwrap().next().is_none());
    // A folder with other things is left alone.
    fs::write(folder.path().join("letter.txt"), "Dear").unwrap();
    assert!(matches!(complete(folder.path()), Error::NotASet { .. }));
    assert!(matches!(
        Reachable::open(folder.path()),
        Err(Error::NotASet { .. })
    ));
    assert!(matches!(
        complete(&folder.path().join("letter.txt/a")),
        Error::Io { .. }
    ));
    assert!(matches!(
        complete(&folder.path().join("letter.txt")),
        Error::Io { .. }
    ));
    assert_eq!(
        files_of_set(folder.path()).keys().collect::<Vec<_>>(),
        ["letter.txt"]
    );

    // Nor is a lock left, or anything removed, where the description is something else.
    let own = tempfile::tempdir().unwrap();
    fs::write(own.path().join("set.toml"), "a set of spoons").unwrap();
    fs::write(own.path().join(".a.unfinished-1"), "spoon").unwrap();
    assert!(matches!(complete(own.path()), Error::OtherSet { .. }));
    assert_eq!(fs::read_dir(own.path()).unwrap().count(), 2);

    // A set of another board, and one of another version.
    let other = folder.path().join("other.set");
    compute(&board("5x5"), board("5x5").central_vacancy(), None, &other);
    assert!(matches!(complete(&other), Error::OtherSet { .. }));
    let text = fs::read_to_string(other.join("set.toml")).unwrap();
    for (find, put, wanted) in [
        (
            "version = 4",
            "version = 2",
            "this set has version 2; this program reads version 4",
        ),
        (
            "parts = 1",
            "parts = 2",
            "a set of another board, start or number of parts",
        ),
        (
            "board = \"5x5\"",
            "board = \"5x\"",
            "is not a set of reachable positions in slices",
        ),
        (
            "start = \"",
            "start = \"###",
            "is not a set of reachable positions in slices",
        ),
        (
            "parts",
            "ports",
            "is not a set of reachable positions in slices",
        ),
    ] {
        assert!(text.contains(find));
        fs::write(other.join("set.toml"), text.replacen(find, put, 1)).unwrap();
        let error = Reachable::open(&other).unwrap_err().to_string();
        assert!(error.contains(wanted), "{error}");
    }

    // The description is cut in two by a byte that is no text.
    for at in [0, text.len() / 2, text.len()] {
        let (before, after) = text.as_bytes().split_at(at);
        fs::write(other.join("set.toml"), [before, b"\xff", after].concat()).unwrap();
        let opened = Reachable::open(&other).unwrap_err();
        assert!(matches!(opened, Error::NotASet { .. }), "{opened}");
        assert!(matches!(complete(&other), Error::NotASet { .. }));
    }
}

#[test]
#[ignore = "needs Python 3.11"]
fn a_program_that_knows_only_the_documentation_rewinds_a_position() {
    let folder = tempfile::tempdir().unwrap();
    // Of 4x5, all blocks are stored, of 5x5 about an eighth.
    for name in ["4x5", "5x5"] {
        let reachable = solved(name);
        let table = LastJumps::fill(reachable, Progress::NONE).unwrap();
        let path = folder.path().join(format!("{name}.table"));
        let mut file = std::fs::File::create(&path).unwrap();
        table.write(&mut file, Progress::NONE).unwrap();

        let board = table.board();
        let with_few_pegs = reachable.positions(.., 4..=5);
        for position in with_few_pegs.step_by(if name == "4x5" { 97 } else { 1009 }) {
            let solution = Solution::leading_to(position, reachable).unwrap();
            let mut jumps = Vec::new();
            for &jump in solution.unwrap().jumps() {
                jumps.push(board.jump_name(jump));
            }

            let run = std::process::Command::new("python3")
                .arg("tests/tools/rewind.py")
                .arg(&path)
                .arg(board.picture_line(position))
                .output()
                .expect("Python runs");
            let said = String::from_utf8_lossy(&run.stdout);
            let warned = String::from_utf8_lossy(&run.stderr);
            assert_eq!(said.trim(), jumps.join(" "), "{warned}");
        }
    }
}
