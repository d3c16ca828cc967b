//! Sets on disk as jobs: several processes compute the slices of one set at a time, and are killed
//! while they do.

#[path = "../../../../tests/it/running.rs"]
#[allow(dead_code, reason = "shared with the tests of the whole")]
mod running;

#[cfg(unix)]
mod engines;

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;
use std::process::Child;
use std::thread::sleep;
use std::time::Duration;

use serde_json::Value;

use running::{files, files_of_set, pegfont, printed, refused, started};

/// The program.
pub const PROGRAM: &str = env!("CARGO_BIN_EXE_peglab");

/// A slice of a plan, as `peglab set plan --json` prints it.
struct Planned {
    name: String,
    level: u64,
    needs: Vec<u64>,
    is_there: bool,
}

/// Plans a set and returns its slices.
fn plan(folder: &Path, words: &[&str]) -> Vec<Planned> {
    let words = [&["set", "plan"], words, &["--json"]].concat();
    let table: Value = serde_json::from_str(&printed(folder, &words)).unwrap();
    let keys = table["columns"].as_array().unwrap();
    let mut slices = Vec::new();
    for row in table["rows"].as_array().unwrap() {
        let cell = |key: &str| &row[keys.iter().position(|found| found == key).unwrap()];
        let needs = cell("needs").as_str().unwrap().split_whitespace();
        slices.push(Planned {
            name: cell("slice").as_str().unwrap().to_owned(),
            level: cell("level").as_u64().unwrap(),
            needs: needs.map(|level| level.parse().unwrap()).collect(),
            is_there: cell("there") == "yes",
        });
    }
    slices
}

/// Numbers that look random, the same in each run.
struct Random(u64);

impl Random {
    fn below(&mut self, limit: u64) -> u64 {
        self.0 = self
            .0
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1);
        (self.0 >> 33) % limit
    }
}

/// The files of a set that was planned alike and computed by one process.
fn by_one_process(board: &str, parts: &str) -> BTreeMap<String, Vec<u8>> {
    let folder = tempfile::tempdir().unwrap();
    plan(folder.path(), &[board, "one.set", "--parts", parts]);
    printed(folder.path(), &["set", "solve", board, "one.set"]);
    files_of_set(&folder.path().join("one.set"))
}

/// Computes all slices of a set by up to four processes at a time, and kills some of them. Returns
/// how many.
fn compute_and_kill(folder: &Path, slices: &[Planned]) -> u32 {
    let is_there = |slice: &Planned| {
        let name = format!("a.set/{}.slice", slice.name);
        folder.join(name).exists()
    };

    let mut random = Random(7);
    let mut running: Vec<(&str, Child)> = Vec::new();
    let mut killed = 0;
    while !slices.iter().all(is_there) {
        for slice in slices {
            let mut inputs = slices.iter().filter(|one| slice.needs.contains(&one.level));
            let is_ready = !is_there(slice) && inputs.all(is_there);
            let is_running = running.iter().any(|(name, _)| *name == slice.name);
            if running.len() < 4 && is_ready && !is_running {
                let words = ["set", "slice", "a.set", &slice.name, "--memory", "128MiB"];
                running.push((&slice.name, started(folder, &words)));
            }
        }

        sleep(Duration::from_millis(random.below(40)));
        if killed < 12 && random.below(4) == 0 && !running.is_empty() {
            let (_, mut run) = running.remove(random.below(running.len() as u64) as usize);
            killed += u32::from(run.try_wait().unwrap().is_none());
            run.kill().unwrap();
            run.wait().unwrap();
        }
        running.retain_mut(|(name, run)| match run.try_wait().unwrap() {
            None => true,
            Some(status) => {
                assert!(status.success(), "{name}");
                false
            }
        });
    }

    for (name, mut run) in running {
        assert!(run.wait().unwrap().success(), "{name}");
    }
    killed
}

#[test]
fn slices_of_many_processes_of_which_some_are_killed_are_those_of_one() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    let slices = plan(folder, &["english", "a.set", "--parts", "1"]);
    assert!(slices.len() > 20, "{}", slices.len());
    let killed = compute_and_kill(folder, &slices);
    assert!(killed > 2, "{killed}");

    // Planned again, what killed processes left is removed.
    let again = plan(folder, &["english", "a.set", "--parts", "1"]);
    assert!(again.iter().all(|slice| slice.is_there));
    let left = files(&folder.join("a.set")).into_keys();
    assert_eq!(left.filter(|name| name.ends_with(".tmp")).count(), 0);

    assert!(files_of_set(&folder.join("a.set")) == by_one_process("english", "1"));
    let finished = printed(folder, &["set", "finish", "a.set"]);
    let expected = format!("a.set: {} slices of english, all there\n", slices.len());
    assert_eq!(finished, expected);
    let verified = printed(folder, &["set", "verify", "a.set"]);
    assert!(
        verified.contains("every checksum, count and position is right"),
        "{verified}"
    );
}

#[test]
fn slices_wait_for_those_that_they_need_and_finished_ones_stay_as_they_are() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    let slices = plan(folder, &["5x6", "a.set", "--parts", "2"]);
    let first = &slices[0].name;
    let waiting = slices.iter().find(|slice| !slice.needs.is_empty()).unwrap();
    let said = refused(folder, &["set", "slice", "a.set", &waiting.name]);
    let expected = format!("{} can't be computed yet, because it needs ", waiting.name);
    assert!(said.contains(&expected) && said.contains(first), "{said}");
    let said = refused(folder, &["set", "finish", "a.set"]);
    assert!(
        said.contains("a.set: the set is not finished") && said.contains(first),
        "{said}"
    );

    // Those that can be computed are, whatever the order in which they are given.
    let mut names: Vec<&str> = slices.iter().rev().map(|slice| &*slice.name).collect();
    let last = names.remove(0);
    let computed = printed(folder, &[&["set", "slice", "a.set"], &names[..]].concat());
    assert_eq!(computed.matches(": computed\n").count(), names.len());
    let path = folder.join("a.set").join(format!("{first}.slice"));
    let before = fs::metadata(&path).unwrap().modified().unwrap();
    let said = printed(folder, &["set", "slice", "a.set", first, last]);
    assert_eq!(
        said,
        format!("{first}: was there already\n{last}: computed\n")
    );
    assert_eq!(fs::metadata(&path).unwrap().modified().unwrap(), before);
    assert!(files_of_set(&folder.join("a.set")) == by_one_process("5x6", "2"));

    // Without one in the middle, the slices that need it name it.
    let middle = &slices[slices.len() / 2];
    let path = folder.join("a.set").join(format!("{}.slice", middle.name));
    fs::remove_file(&path).unwrap();
    let said = refused(folder, &["set", "finish", "a.set"]);
    assert!(said.contains(&*middle.name), "{said}");
    let mut needing = slices
        .iter()
        .filter(|slice| slice.needs.contains(&middle.level));
    let needing = &needing.next().unwrap().name;
    let needing_path = folder.join("a.set").join(format!("{needing}.slice"));
    fs::remove_file(&needing_path).unwrap();
    let said = refused(folder, &["set", "slice", "a.set", needing]);
    assert!(
        said.contains(&format!("because it needs {}:", middle.name)),
        "{said}"
    );
}

#[test]
fn forged_plans_and_slices_of_other_sets_are_refused() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    plan(folder, &["4x5", "a.set", "--parts", "1"]);
    plan(folder, &["4x5", "b.set", "--parts", "1", "--start", "a1"]);
    let said = refused(folder, &["set", "slice", "a.set", "999-0"]);
    assert!(
        said.contains("there is no slice 999-0: the last one is "),
        "{said}"
    );
    let output = pegfont(folder, &["set", "slice", "a.set", "first"]);
    assert_eq!(output.status.code(), Some(2));
    let said = refused(folder, &["set", "plan", "4x5", "a.set", "--parts", "3"]);
    assert!(said.contains("a.set is planned with --parts 1"), "{said}");
    let said = refused(folder, &["set", "plan", "5x5", "a.set"]);
    assert!(said.contains("a.set has the set of 4x5"), "{said}");
    let words = ["set", "plan", "triangle21", "c.set", "--parts", "2"];
    let said = refused(folder, &words);
    assert!(said.contains("leave out --parts"), "{said}");

    // A slice with the right name, of another set.
    printed(folder, &["set", "slice", "b.set", "000-0"]);
    let own = folder.join("a.set/000-0.slice");
    fs::copy(folder.join("b.set/000-0.slice"), &own).unwrap();
    let said = refused(folder, &["set", "slice", "a.set", "000-0"]);
    assert!(
        said.contains("000-0.slice: ") && said.contains("it is another slice"),
        "{said}"
    );
}

#[test]
fn each_number_of_a_forged_description_is_refused() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    plan(folder, &["4x5", "a.set", "--parts", "1"]);
    let path = folder.join("a.set/set.toml");
    let text = fs::read_to_string(&path).unwrap();
    let mut forged = 0;
    for line in text.lines().filter(|line| !line.starts_with('#')) {
        let Some((key, number)) = line.split_once(" = ") else {
            continue;
        };
        let Ok(number) = number.parse::<u64>() else {
            continue;
        };
        // With other parts, one block is the same plan.
        if key == "parts" {
            continue;
        }

        let changed = format!("{key} = {}", number + 1);
        fs::write(&path, text.replace(line, &changed)).unwrap();
        let said = refused(folder, &["set", "slice", "a.set", "000-0"]);
        assert!(
            said.contains("another board, start or number of parts") || said.contains("version"),
            "{changed}: {said}"
        );
        forged += 1;
    }
    assert_eq!(forged, 5);
    fs::write(&path, "slices = 3").unwrap();
    let said = refused(folder, &["set", "slice", "a.set", "000-0"]);
    assert!(
        said.contains("is not a set of reachable positions"),
        "{said}"
    );
}

#[test]
fn a_run_that_computes_all_and_processes_that_compute_slices_keep_off_each_other() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    let slices = plan(folder, &["5x6", "a.set", "--parts", "1"]);
    let left = folder.join("a.set/.pegfont-00000000-abcdef.tmp");
    fs::write(&left, "of a process that was killed").unwrap();
    let lock = fs::File::options()
        .read(true)
        .write(true)
        .open(folder.join("a.set/lock"))
        .unwrap();

    // One that computes a slice holds the lock with others. What it writes is not removed.
    lock.lock_shared().unwrap();
    let said = refused(folder, &["set", "solve", "5x6", "a.set"]);
    assert!(
        said.contains("another run is computing the set a.set"),
        "{said}"
    );
    plan(folder, &["5x6", "a.set", "--parts", "1"]);
    printed(folder, &["set", "slice", "a.set", &slices[0].name]);
    assert!(left.exists());
    lock.unlock().unwrap();

    // One that computes the whole set holds it alone.
    lock.lock().unwrap();
    let said = refused(folder, &["set", "slice", "a.set", &slices[1].name]);
    assert!(
        said.contains("another run is computing the set a.set"),
        "{said}"
    );
    assert!(left.exists());
    lock.unlock().unwrap();

    plan(folder, &["5x6", "a.set", "--parts", "1"]);
    assert!(!left.exists());
    printed(folder, &["set", "solve", "5x6", "a.set"]);
}
