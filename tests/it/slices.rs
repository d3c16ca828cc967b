//! Sets in slices on disk: the same positions as in memory, whatever the memory, the parts, and what happens in between.

use std::fs;
use std::ops::ControlFlow;
use std::path::Path;
use std::sync::atomic::{AtomicU64, Ordering};

use crate::plain::{Random, board};
use crate::running::files_of_set;
use peg_solitaire::Error;
use peg_solitaire::board::{Bitboard, SmallBoard};
use peg_solitaire::progress::{Interrupted, Progress};
use peg_solitaire::solve::{InSlices, Reachable, Record, Resumed, Slicing};

/// Computes a set with as little memory as possible, in so many parts.
fn compute(board: &SmallBoard, start: Bitboard, parts: Option<usize>, folder: &Path) -> Resumed {
    let plan = Slicing::new(board, start, parts, 1).unwrap();
    plan.complete(folder, plan.needs().least_memory, Progress::NONE).unwrap()
}

/// Asserts that a set on disk has the same bits as the one in memory.
fn assert_equal(board: &SmallBoard, start: Bitboard, parts: Option<usize>) {
    let folder = tempfile::tempdir().unwrap();
    compute(board, start, parts, folder.path());
    let whole = Reachable::solve(board, start, Progress::NONE).unwrap();
    let set = InSlices::open(folder.path()).unwrap();
    let name = format!("{board} from {}", board.picture_line(start));
    assert_eq!(set.count_by_pegs(), whole.count_by_pegs(), "{name}");
    assert_eq!((set.board(), set.start()), (board, start));
    set.verify(Progress::NONE).unwrap();
    let (set, in_memory) = (Record::from(&set), Record::from(&whole));
    let size = 1_u64 << whole.class().rank();
    for index in (0..size).step_by((size / 500_000).max(1) as usize | 1) {
        assert_eq!(set.contains_index(index), in_memory.contains_index(index), "{name}");
    }
}

#[test]
fn sets_are_the_same_on_disk() {
    for (name, parts) in [
        ("5x7", None),
        ("5x7", Some(16)),
        ("5x6", None),
        ("4x5", None),
        ("english", None),
        ("french", None),
        ("6x6", None),
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
fn random_members_rewind_to_the_start() {
    let board = board("5x6");
    let folder = tempfile::tempdir().unwrap();
    compute(&board, board.central_vacancy(), None, folder.path());
    let set = InSlices::open(folder.path()).unwrap();
    let set = Record::from(&set);
    let class = set.class();
    let mut random = Random(56);
    let positions =
        std::iter::from_fn(|| Some(class.position(random.next() >> (64 - class.rank()))));
    let members = positions.filter(|&position| set.contains(position).unwrap());
    for mut position in members.take(2_000) {
        while let Some(jump) = set.last_jump(position).unwrap() {
            let before = jump.play(position);
            assert!(board.legal_jumps(before).any(|legal| legal.play(before) == position));
            position = before;
        }
        assert_eq!(position, set.start());
    }
}

#[test]
fn memory_makes_no_difference_to_the_files_of_set() {
    let board = board("5x6");
    let [little, much] = [(); 2].map(|()| tempfile::tempdir().unwrap());
    compute(&board, board.central_vacancy(), Some(4), little.path());
    let plan = Slicing::new(&board, board.central_vacancy(), Some(4), 1).unwrap();
    plan.complete(much.path(), 1 << 30, Progress::NONE).unwrap();
    assert!(files_of_set(little.path()) == files_of_set(much.path()));
    assert_eq!(files_of_set(much.path()).len(), plan.needs().slices + 1);
}

#[test]
fn a_run_that_was_stopped_goes_on_where_it_was() {
    let board = board("5x6");
    let [at_once, in_steps] = [(); 2].map(|()| tempfile::tempdir().unwrap());
    compute(&board, board.central_vacancy(), Some(2), at_once.path());
    let plan = Slicing::new(&board, board.central_vacancy(), Some(2), 1).unwrap();
    let mut kept = 0;
    for steps in [3, 1, 40, 17] {
        let reports = AtomicU64::new(0);
        let watch = |_: u64, _: u64| match reports.fetch_add(1, Ordering::Relaxed) < kept + steps {
            true => ControlFlow::Continue(()),
            false => ControlFlow::Break(()),
        };
        let stopped = plan.complete(in_steps.path(), 1 << 30, Progress::new(&watch));
        assert!(matches!(stopped, Err(Error::Interrupted(Interrupted))), "{stopped:?}");
        let unfinished = InSlices::open(in_steps.path()).unwrap_err();
        let Error::Unfinished { found, expected, .. } = unfinished else { panic!("{unfinished}") };
        assert_eq!(expected, plan.needs().slices);
        // The last slice was not written yet.
        kept = found as u64;
        assert!(found > 0 && found < expected, "{found}");
    }
    let resumed = plan.complete(in_steps.path(), 1 << 30, Progress::NONE).unwrap();
    assert_eq!(resumed, Resumed { kept: kept as usize, damaged: 0 });
    assert!(files_of_set(at_once.path()) == files_of_set(in_steps.path()));
}

#[test]
fn damaged_slices_are_found_and_computed_again() {
    let board = board("5x6");
    let folder = tempfile::tempdir().unwrap();
    compute(&board, board.central_vacancy(), Some(1), folder.path());
    let sound = files_of_set(folder.path());
    let slices: Vec<&String> = sound.keys().filter(|name| name.ends_with(".slice")).collect();
    let damage = |name: &str, change: &dyn Fn(&mut Vec<u8>)| {
        let mut bytes = sound[name].clone();
        change(&mut bytes);
        fs::write(folder.path().join(name), bytes).unwrap();
    };
    damage(slices[5], &|bytes| bytes.truncate(5000));
    damage(slices[9], &|bytes| bytes[100] ^= 1);
    let error = InSlices::open(folder.path()).unwrap_err().to_string();
    let place = folder.path().join(slices[5]);
    let begin = format!("{}: the slice is truncated: it has 5000 of ", place.display());
    assert!(error.starts_with(&begin), "{error}");
    damage(slices[5], &|_| {});
    damage(slices[9], &|_| {});
    // A bit of a block is not seen before it is asked for.
    damage(slices[20], &|bytes| *bytes.last_mut().unwrap() ^= 0x10);
    let set = InSlices::open(folder.path()).unwrap();
    let error = set.verify(Progress::NONE).unwrap_err();
    assert!(
        matches!(&error, Error::Damaged { path: Some(path), .. } if path.ends_with(slices[20]))
    );
    // A slice of another place.
    fs::copy(folder.path().join(slices[1]), folder.path().join(slices[2])).unwrap();
    fs::remove_file(folder.path().join(slices[30])).unwrap();
    let resumed = compute(&board, board.central_vacancy(), Some(1), folder.path());
    assert_eq!(resumed, Resumed { kept: slices.len() - 3, damaged: 2 });
    assert!(files_of_set(folder.path()) == sound);
}

#[test]
fn a_slice_that_vanishes_is_a_failure_and_not_an_answer() {
    let board = board("4x5");
    let folder = tempfile::tempdir().unwrap();
    compute(&board, board.central_vacancy(), None, folder.path());
    let set = InSlices::open(folder.path()).unwrap();
    let slices = files_of_set(folder.path()).into_keys().filter(|name| name.ends_with(".slice"));
    slices.for_each(|name| fs::remove_file(folder.path().join(name)).unwrap());
    let error = Record::from(&set).contains(board.central_vacancy()).unwrap_err();
    let begin = folder.path().display().to_string();
    assert!(error.to_string().starts_with(&begin), "{error}");
}

#[test]
fn what_cannot_be_is_refused() {
    let five = board("5x6");
    let start = five.central_vacancy();
    let refusal =
        |board: &SmallBoard, parts| Slicing::new(board, start, parts, 1).unwrap_err().to_string();
    for parts in [3, 128] {
        let expected =
            format!("a set can't be cut into {parts} parts; take a power of two up to 64");
        assert_eq!(refusal(&five, Some(parts)), expected);
    }
    assert_eq!(refusal(&board("3x3"), None), "the start has pegs outside 3x3");

    let plan = Slicing::new(&five, start, None, 1).unwrap();
    let folder = tempfile::tempdir().unwrap();
    let complete = |path: &Path| plan.complete(path, 1 << 30, Progress::NONE).unwrap_err();
    let error = plan.complete(folder.path(), 1000, Progress::NONE).unwrap_err().to_string();
    assert!(error.starts_with("5x6 needs at least 6"), "{error}");
    assert!(error.ends_with(" KiB of memory"), "{error}");
    assert!(fs::read_dir(folder.path()).unwrap().next().is_none());
    // A folder with other things is left alone.
    fs::write(folder.path().join("letter.txt"), "Dear").unwrap();
    assert!(matches!(complete(folder.path()), Error::NotASet { .. }));
    assert!(matches!(InSlices::open(folder.path()), Err(Error::NotASet { .. })));
    assert!(matches!(complete(&folder.path().join("letter.txt/a")), Error::Io { .. }));
    assert!(matches!(complete(&folder.path().join("letter.txt")), Error::Io { .. }));
    assert_eq!(files_of_set(folder.path()).keys().collect::<Vec<_>>(), ["letter.txt"]);

    // A set of another board, and one of another version.
    let other = folder.path().join("other.set");
    compute(&board("5x5"), board("5x5").central_vacancy(), None, &other);
    assert!(matches!(complete(&other), Error::OtherSet { .. }));
    let text = fs::read_to_string(other.join("set.toml")).unwrap();
    for (find, put, wanted) in [
        ("version = 2", "version = 1", "the set has version 1; this program reads version 2"),
        ("parts = 1", "parts = 2", "a set of another board, start or number of parts"),
        ("board = \"5x5\"", "board = \"5x\"", "is not a set of reachable positions in slices"),
        ("start = \"", "start = \"###", "is not a set of reachable positions in slices"),
        ("parts", "ports", "is not a set of reachable positions in slices"),
    ] {
        assert!(text.contains(find));
        fs::write(other.join("set.toml"), text.replacen(find, put, 1)).unwrap();
        let error = InSlices::open(&other).unwrap_err().to_string();
        assert!(error.contains(wanted), "{error}");
    }
}
