//! Measures the solver as a ratio to the time that the same threads take for the first touch of as
//! much fresh memory, which no solver can avoid: `cargo bench --bench solver`.

mod measure;

use std::fs;
use std::process::{Command, Stdio};
use std::time::Duration;

use measure::{best, child, peak_memory, ratio, seconds};
use peg_solitaire::board::SmallBoard;
use peg_solitaire::progress::Progress;
use peg_solitaire::solve::{LastJumps, Reachable, SliceNeeds, Slicing};
use pegfont_base::memory;
use rayon::prelude::*;

const RUNS: usize = 5;
const MIB: usize = 1 << 20;

fn main() {
    // A child process solves and prints its peak memory.
    match std::env::args().nth(1).as_deref() {
        Some("set") => return tell_memory(|| drop(solve("5x7"))),
        Some("array") => {
            return tell_memory(|| {
                let reachable = solve("5x7");
                drop(fill(&reachable));
            });
        }
        _ => {}
    }
    let all = rayon::current_num_threads();
    println!("5 x 7 from the central vacancy, best of {RUNS} runs");
    let many = five_by_seven(all);
    let one = five_by_seven(1);
    println!(
        "  gain from the other threads: set {:.2}, array {:.2}",
        ratio(one.0, many.0),
        ratio(one.1, many.1)
    );
    let reachable = solve("5x7");
    let count = best(RUNS, || reachable.count_by_pegs());
    println!("  counting by number of pegs: {}", seconds(count));
    drop(reachable);
    on_disk(best(RUNS, || solve("5x7")));
    println!(
        "  peak memory: set {}, set and array {}",
        child("set"),
        child("array")
    );
    let program = env!("CARGO_BIN_EXE_pegfont");
    let process = best(RUNS, || {
        let run = Command::new(program)
            .arg("solve")
            .stdout(Stdio::null())
            .status();
        assert!(run.is_ok_and(|status| status.success()), "pegfont solve");
    });
    println!(
        "  pegfont solve, from process start to end: {}",
        seconds(process)
    );

    println!("other boards from the central vacancy, best of 2 runs, {all} threads");
    for name in ["english", "6x6", "french"] {
        let board: SmallBoard = name.parse().expect("a board of the catalogue");
        let needed = Reachable::memory_needed(&board, board.central_vacancy());
        if memory::available().is_some_and(|memory| memory < needed) {
            println!("  {name}: not enough memory");
            continue;
        }
        let fill = first_touch(needed as usize);
        let time = best(2, || solve(name));
        println!(
            "  {name:8} {} = {:5.1} x the first touch of {} MiB",
            seconds(time),
            ratio(time, fill),
            needed as usize / MIB
        );
    }
}

fn solve(board: &str) -> Reachable {
    let board: SmallBoard = board.parse().expect("a board of the catalogue");
    let solved = Reachable::solve(&board, board.central_vacancy(), Progress::NONE);
    solved.expect("enough memory")
}

/// Computes 5 x 7 in slices on disk, with much memory and with little.
fn on_disk(in_memory: Duration) {
    let board: SmallBoard = "5x7".parse().expect("a board of the catalogue");
    let plan = Slicing::new(&board, board.central_vacancy(), None).expect("enough memory");
    let SliceNeeds {
        disk,
        least_memory,
        slices,
        ..
    } = plan.needs();
    let folder = || tempfile::tempdir().expect("a folder for the slices");
    let copy = best(RUNS, || {
        let folder = folder();
        let file = folder.path().join("copy");
        fs::write(&file, vec![1; disk as usize]).expect("room on the disk");
        fs::File::open(&file)
            .and_then(|file| file.sync_all())
            .expect("a file");
    });
    println!(
        "  {slices} slices on disk; one file of {} MiB, synced, takes {}",
        disk as usize / MIB,
        seconds(copy)
    );
    for memory in [1 << 30, least_memory] {
        let time = best(RUNS, || {
            let folder = folder();
            plan.complete(folder.path(), memory, Progress::NONE)
                .expect("a set");
        });
        println!(
            "    with {:4} MiB of memory: {} = {:.2} x in memory = {:.2} x that file",
            memory as usize / MIB,
            seconds(time),
            ratio(time, in_memory),
            ratio(time, copy)
        );
    }
}

fn fill(reachable: &Reachable) -> LastJumps {
    LastJumps::fill(reachable, Progress::NONE).expect("enough memory")
}

/// Prints and returns the times for set and array on this many threads.
fn five_by_seven(threads: usize) -> (Duration, Duration) {
    let pool = rayon::ThreadPoolBuilder::new()
        .num_threads(threads)
        .build()
        .expect("threads");
    pool.install(|| {
        let set = best(RUNS, || solve("5x7"));
        let reachable = solve("5x7");
        let array = best(RUNS, || fill(&reachable));
        let (small, large) = (first_touch(256 * MIB), first_touch(1536 * MIB));
        println!("  {threads} threads:");
        println!(
            "    set   {} = {:5.2} x the first touch of 256 MiB ({})",
            seconds(set),
            ratio(set, small),
            seconds(small)
        );
        println!(
            "    array {} = {:5.2} x the first touch of 1.5 GiB ({})",
            seconds(array),
            ratio(array, large),
            seconds(large)
        );
        (set, array)
    })
}

/// The time to write to this much fresh memory on all threads of the pool, in huge pages if the
/// system has them.
fn first_touch(bytes: usize) -> Duration {
    best(RUNS, || {
        let mut map = memmap2::MmapMut::map_anon(bytes).expect("enough memory");
        #[cfg(target_os = "linux")]
        let _ = map.advise(memmap2::Advice::HugePage);
        map.par_chunks_mut(2 * MIB).for_each(|chunk| chunk.fill(1));
        map
    })
}

fn tell_memory(work: impl FnOnce()) {
    work();
    match peak_memory() {
        Some(bytes) => println!("{} MiB", bytes as usize / MIB),
        None => println!("not told by this system"),
    }
}
