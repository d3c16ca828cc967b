//! The scripts in `jobs/`, run by the engines that they are for, all on this machine.

use std::env;
use std::fs;
use std::io::Read as _;
use std::os::unix::process::CommandExt as _;
use std::path::Path;
use std::process::{Child, Command, Output, Stdio};
use std::thread::{self, sleep};
use std::time::Duration;

use serde_json::Value;

use crate::running::{files_of_set, printed, slices};
use crate::{PROGRAM, Random, by_one_process, plan};

/// A program with all that it starts, which is killed when this is dropped.
struct Group(Child);

impl Group {
    /// Starts a program whose words nobody reads.
    fn silent(folder: &Path, words: &[&str]) -> Self {
        Self::start(folder, words, Stdio::null)
    }

    /// Starts a program whose words are read when it has ended.
    fn heard(folder: &Path, words: &[&str]) -> Self {
        Self::start(folder, words, Stdio::piped)
    }

    /// Starts a program with the tested one in its path.
    fn start(folder: &Path, words: &[&str], said: fn() -> Stdio) -> Self {
        let own = Path::new(PROGRAM).parent().unwrap();
        let others = env::var_os("PATH").unwrap();
        let paths = [own.to_owned()]
            .into_iter()
            .chain(env::split_paths(&others));
        let mut command = Command::new(words[0]);
        command
            .args(&words[1..])
            .current_dir(folder)
            .env("PATH", env::join_paths(paths).unwrap())
            .stdin(Stdio::null())
            .stdout(said())
            .stderr(said())
            .process_group(0);
        let started = command.spawn();
        Self(started.unwrap_or_else(|error| panic!("{}: {error}", words[0])))
    }

    /// Sends a signal to all of them.
    fn signal(&self, signal: &str) {
        let group = format!("-{}", self.0.id());
        let sent = Command::new("kill").args([signal, "--", &group]).output();
        drop(sent.unwrap());
    }

    fn is_running(&mut self) -> bool {
        self.0.try_wait().unwrap().is_none()
    }

    /// What it printed, when it has ended. The rest of the group ends, too.
    fn ended(mut self) -> Output {
        let mut stdout = self.0.stdout.take().unwrap();
        let mut stderr = self.0.stderr.take().unwrap();
        // A program that says much on one waits until somebody reads it.
        let reading = thread::spawn(move || {
            let mut said = Vec::new();
            stderr.read_to_end(&mut said).unwrap();
            said
        });
        let mut printed = Vec::new();
        stdout.read_to_end(&mut printed).unwrap();
        Output {
            status: self.0.wait().unwrap(),
            stdout: printed,
            stderr: reading.join().unwrap(),
        }
    }
}

impl Drop for Group {
    fn drop(&mut self) {
        self.signal("-KILL");
        let _ = self.0.wait();
    }
}

fn script(name: &str) -> String {
    format!("{}/jobs/{name}", env!("CARGO_MANIFEST_DIR"))
}

/// Starts a Dask worker: a process of its own, with one thread.
fn worker(folder: &Path) -> Group {
    let words = "dask worker --scheduler-file scheduler.json --host 127.0.0.1 --nthreads 1 \
                 --no-nanny --no-dashboard --local-directory work";
    let words: Vec<&str> = words.split_whitespace().collect();
    Group::silent(folder, &words)
}

/// Checks that a set has the files of one that one process computed, and is right.
fn check(folder: &Path, board: &str, parts: &str) {
    let again = plan(folder, &[board, "a.set", "--parts", parts]);
    assert!(again.iter().all(|slice| slice.is_there));
    assert!(files_of_set(&folder.join("a.set")) == by_one_process(board, parts));
    let verified = printed(folder, &["set", "verify", "a.set"]);
    assert!(
        verified.contains("every checksum, count and position is right"),
        "{verified}"
    );
}

/// Computes a set with Dask, while workers are killed with the slices that they compute.
fn by_dask(board: &str, parts: &str) {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    let all = plan(folder, &[board, "a.set", "--parts", parts]).len();
    let words = "dask scheduler --host 127.0.0.1 --port 0 --no-dashboard \
                 --scheduler-file scheduler.json";
    let words: Vec<&str> = words.split_whitespace().collect();
    let _scheduler = Group::silent(folder, &words);
    let file = folder.join("scheduler.json");
    let address = loop {
        let text = fs::read_to_string(&file).unwrap_or_default();
        match serde_json::from_str::<Value>(&text) {
            Ok(about) => break about["address"].as_str().unwrap().to_owned(),
            Err(_) => sleep(Duration::from_millis(100)),
        }
    };

    let mut workers: Vec<Group> = (0..4).map(|_| worker(folder)).collect();
    let set = folder.join("a.set");
    let script = script("dask_set.py");
    let set_name = set.to_str().unwrap();
    let words = ["python3", &script, board, set_name, "--scheduler", &address];
    let mut client = Group::heard(folder, &words);
    let mut random = Random(11);
    let mut killed = 0;
    let mut wanted = 1;
    while client.is_running() {
        sleep(Duration::from_millis(50));
        let found = slices(&set);
        if found < wanted || found == all {
            continue;
        }

        // One dies at any moment, and a new one comes later.
        sleep(Duration::from_millis(random.below(400)));
        drop(workers.remove(random.below(4) as usize));
        killed += 1;
        sleep(Duration::from_millis(random.below(400)));
        workers.push(worker(folder));
        wanted = slices(&set) + 1 + random.below(all as u64 / 8) as usize;
    }

    let output = client.ended();
    let said = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{said}");
    let said = String::from_utf8_lossy(&output.stdout);
    assert!(
        said.ends_with(&format!(": {all} slices of {board}, all there\n")),
        "{said}"
    );
    eprintln!("{board}: {all} slices by Dask, {killed} workers killed");
    assert!(killed > 4, "{killed}");
    check(folder, board, parts);
}

#[test]
#[ignore = "needs python3 with dask[distributed], and `dask` in the path"]
fn dask_computes_the_english_board_though_workers_are_killed() {
    by_dask("english", "1");
}

#[test]
#[ignore = "needs python3 with dask[distributed], and `dask` in the path"]
fn dask_computes_5x7_though_workers_are_killed() {
    by_dask("5x7", "2");
}

#[test]
#[ignore = "needs snakemake"]
fn snakemake_computes_a_set_though_it_is_interrupted() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    let all = plan(folder, &["english", "a.set", "--parts", "1"]).len();
    let set = folder.join("a.set");
    let script = script("Snakefile");
    let mut words = vec![
        "snakemake",
        "-s",
        &script,
        "--cores",
        "4",
        "--rerun-incomplete",
    ];
    words.extend(["--config", "board=english", "set=a.set", "memory=256MiB"]);

    let mut interrupted = 0;
    for wanted in [all / 4, all / 2] {
        let mut run = Group::silent(folder, &words);
        while slices(&set) < wanted && run.is_running() {
            sleep(Duration::from_millis(20));
        }
        run.signal("-INT");
        interrupted += u32::from(!run.0.wait().unwrap().success());
    }
    assert_eq!(interrupted, 2);
    assert!(slices(&set) < all);

    let output = Group::heard(folder, &words).ended();
    let said = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{said}");
    check(folder, "english", "1");
}
