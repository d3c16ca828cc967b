//! `pegfont solve --workers` and `--hosts`: several processes that compute a set, from the command line.

use std::collections::BTreeMap;
use std::fs;
use std::io::Read as _;
use std::net::TcpListener;
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::thread::sleep;
use std::time::Duration;

#[cfg(target_os = "linux")]
use crate::running::peak;
use crate::running::{PROGRAM, counts, pegfont, printed, refused};

/// All slices of a set and its description, by name.
fn files(folder: &Path) -> BTreeMap<String, Vec<u8>> {
    let entries = fs::read_dir(folder).into_iter().flatten().flatten();
    let files = entries.map(|entry| (entry.file_name().into_string().unwrap(), entry.path()));
    // A process that was killed may have left a file that it had not finished.
    let files = files.filter(|(name, _)| name != "lock" && !name.ends_with(".tmp"));
    files.map(|(name, path)| (name, fs::read(path).unwrap())).collect()
}

fn slices(folder: &Path) -> usize {
    let entries = fs::read_dir(folder).into_iter().flatten().flatten();
    entries.filter(|entry| entry.path().extension().is_some_and(|end| end == "slice")).count()
}

/// Starts the program in a folder.
fn start(folder: &Path, arguments: &[&str]) -> Child {
    let mut command = Command::new(PROGRAM);
    command.args(arguments).current_dir(folder).stdin(Stdio::null());
    command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap()
}

/// Waits for a condition, unless one of these processes ends before.
fn wait_for(what: &str, running: &mut [&mut Child], mut condition: impl FnMut() -> bool) {
    while !condition() {
        for child in &mut *running {
            assert!(child.try_wait().unwrap().is_none(), "ended before {what}");
        }
        sleep(Duration::from_millis(1));
    }
}

/// What a process has said on standard error when it has ended, and whether it succeeded.
fn ended(mut child: Child) -> (bool, String) {
    let mut said = String::new();
    child.stderr.take().unwrap().read_to_string(&mut said).unwrap();
    (child.wait().unwrap().success(), said)
}

#[test]
fn workers_write_the_files_of_one_process() {
    let folder = tempfile::tempdir().unwrap();
    let run = |arguments: &[&str]| printed(folder.path(), arguments);
    let text = run(&["solve", "--board", "5x6", "-o", "one.set", "--parts", "4"]);
    let many = run(&["solve", "--board", "5x6", "-o", "many.set", "--workers", "4"]);
    assert_eq!(counts(&many), counts(&text));
    let [one, many] = ["one.set", "many.set"].map(|name| files(&folder.path().join(name)));
    assert!(one == many);
    // Whoever goes on, alone or not, finds everything there.
    for workers in ["1", "2"] {
        let output = pegfont(
            folder.path(),
            &["solve", "--board", "5x6", "-o", "many.set", "--workers", workers],
        );
        let said = String::from_utf8_lossy(&output.stderr);
        assert!(said.contains("slices were there already"), "{said}");
        assert_eq!(counts(&String::from_utf8_lossy(&output.stdout)), counts(&text));
    }
}

/// A board with many slices, so that a run can be caught at work.
const RUN: [&str; 7] = ["solve", "-o", "5x7.set", "--parts", "16", "--workers", "2"];

/// The processes that a process has started.
#[cfg(target_os = "linux")]
fn children(of: u32) -> Vec<i32> {
    let parent = |process: &i32| -> Option<u32> {
        let text = fs::read_to_string(format!("/proc/{process}/stat")).ok()?;
        text.rsplit_once(')')?.1.split_whitespace().nth(1)?.parse().ok()
    };
    let entries = fs::read_dir("/proc").unwrap().flatten();
    let processes = entries.filter_map(|entry| entry.file_name().to_str()?.parse().ok());
    processes.filter(|process| parent(process) == Some(of)).collect()
}

#[cfg(target_os = "linux")]
fn signal(process: i32, name: &str) {
    let status = Command::new("kill").args([format!("-{name}"), process.to_string()]).status();
    assert!(status.unwrap().success());
}

#[cfg(target_os = "linux")]
#[test]
fn a_worker_that_is_killed_is_started_again_and_the_files_are_the_same() {
    let [killed, whole] = [(); 2].map(|()| tempfile::tempdir().unwrap());
    printed(whole.path(), &RUN);
    let set = killed.path().join("5x7.set");
    let all = slices(&whole.path().join("5x7.set"));
    let mut run = start(killed.path(), &RUN);
    let launcher = run.id();
    let mut known: Vec<i32> = Vec::new();
    for times in 1..=2 {
        let mut workers = Vec::new();
        wait_for("a kill", &mut [&mut run], || {
            workers = children(launcher);
            workers.retain(|process| !known.contains(process));
            workers.len() == 2 && slices(&set) > times * all / 5
        });
        signal(workers[times - 1], "KILL");
        known.extend(workers);
    }
    let (success, said) = ended(run);
    assert!(success, "{said}");
    for again in ["(1 of 3)", "(2 of 3)"] {
        let note = format!(
            "has ended (signal: 9 (SIGKILL)); starting again from the finished slices {again}"
        );
        assert!(said.contains(&note), "{said}");
    }
    assert!(said.contains("slices were there already"), "{said}");
    assert!(files(&set) == files(&whole.path().join("5x7.set")));
}

#[cfg(target_os = "linux")]
#[test]
fn a_worker_that_is_killed_again_and_again_is_given_up() {
    let folder = tempfile::tempdir().unwrap();
    let mut run = start(folder.path(), &RUN);
    let launcher = run.id();
    let mut known: Vec<i32> = Vec::new();
    for _ in 0..4 {
        let mut workers = Vec::new();
        wait_for("a kill", &mut [&mut run], || {
            workers = children(launcher);
            workers.retain(|process| !known.contains(process));
            workers.len() == 2
        });
        signal(workers[0], "KILL");
        known.extend(workers);
    }
    let (success, said) = ended(run);
    assert!(!success);
    let last = said.lines().last().unwrap();
    assert!(last.ends_with(
        "after 3 new starts; finished slices stay in 5x7.set, and the same command continues from there"
    ), "{said}");
    let computed = printed(folder.path(), &RUN);
    assert!(computed.contains(" all       1,045,173,439"), "{computed}");
}

#[cfg(target_os = "linux")]
#[test]
fn workers_end_with_their_launcher() {
    let folder = tempfile::tempdir().unwrap();
    let set = folder.path().join("5x7.set");
    let mut run = start(folder.path(), &RUN);
    wait_for("a slice", &mut [&mut run], || slices(&set) > 10);
    let workers = children(run.id());
    assert_eq!(workers.len(), 2);
    run.kill().unwrap();
    run.wait().unwrap();
    let runs = |process: &i32| {
        let line = fs::read(format!("/proc/{process}/cmdline")).unwrap_or_default();
        String::from_utf8_lossy(&line).contains("5x7.set")
    };
    while workers.iter().any(runs) {
        sleep(Duration::from_millis(1));
    }
    let computed = printed(folder.path(), &RUN);
    assert!(computed.contains(" all       1,045,173,439"), "{computed}");
}

#[cfg(target_os = "linux")]
#[test]
fn an_interrupted_run_ends_with_its_workers_and_goes_on() {
    let folder = tempfile::tempdir().unwrap();
    let set = folder.path().join("5x7.set");
    let mut run = start(folder.path(), &RUN);
    wait_for("a slice", &mut [&mut run], || slices(&set) > 10);
    let workers = children(run.id());
    // One of them doesn't notice.
    signal(workers[0], "STOP");
    signal(run.id() as i32, "INT");
    let mut said = String::new();
    run.stderr.take().unwrap().read_to_string(&mut said).unwrap();
    assert_eq!(run.wait().unwrap().code(), Some(130), "{said}");
    assert!(said.contains("finished slices stay in 5x7.set"), "{said}");
    // It waits for its workers.
    for process in workers {
        assert!(!Path::new(&format!("/proc/{process}")).exists());
    }
    let (success, said) = ended(start(folder.path(), &RUN));
    assert!(success && said.contains("slices were there already"), "{said}");
}

#[cfg(target_os = "linux")]
#[test]
fn a_limit_of_memory_is_kept_by_all_processes_together() {
    let folder = tempfile::tempdir().unwrap();
    // The set has 131 MiB.
    let limit = "320MiB";
    let arguments = ["solve", "--board", "french", "-o", "french.set", "--parts", "4"];
    let mut run =
        start(folder.path(), &[&arguments[..], &["--workers", "4", "--memory", limit]].concat());
    let mut peaks = BTreeMap::new();
    while run.try_wait().unwrap().is_none() {
        for process in children(run.id()).into_iter().chain([run.id() as i32]) {
            let found = peak(process as u32).unwrap_or(0);
            let most = peaks.entry(process).or_insert(0);
            *most = found.max(*most);
        }
        sleep(Duration::from_millis(2));
    }
    let (success, said) = ended(run);
    assert!(success, "{said}");
    assert_eq!(peaks.len(), 5);
    let all: u64 = peaks.values().sum();
    assert!(all > 150 << 20 && all <= 320 << 20, "{} MiB of {limit}: {peaks:?}", all >> 20);
}

#[test]
fn a_second_run_on_a_set_is_refused() {
    let folder = tempfile::tempdir().unwrap();
    printed(folder.path(), &["solve", "--board", "5x5", "-o", "5x7.set", "--parts", "2"]);
    let lock = fs::File::options().write(true).open(folder.path().join("5x7.set/lock")).unwrap();
    lock.lock().unwrap();
    let said =
        refused(folder.path(), &["solve", "--board", "5x5", "-o", "5x7.set", "--workers", "2"]);
    assert_eq!(said.lines().last(), Some("error: another run is computing the set 5x7.set"));
}

/// Ports on which nobody listens at the moment.
fn free_ports<const N: usize>() -> [u16; N] {
    let listeners = [(); N].map(|()| TcpListener::bind("127.0.0.1:0").unwrap());
    listeners.each_ref().map(|listener| listener.local_addr().unwrap().port())
}

/// The command of one of the processes of a list of hosts.
fn of_hosts<'a>(board: &'a str, set: &'a str, process: &'a str) -> Vec<&'a str> {
    vec!["solve", "--board", board, "-o", set, "--hosts", "hosts.txt", "--process", process]
}

#[test]
fn hosts_write_their_shares_and_one_that_is_killed_can_go_on() {
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name);
    printed(folder.path(), &["solve", "-o", "whole.set", "--parts", "8"]);
    let [one, other] = free_ports();
    fs::write(path("hosts.txt"), format!("# two\n127.0.0.1:{one}\n127.0.0.1:{other}\n")).unwrap();
    let command = |process: &'static str| {
        let set = ["0.set", "1.set"][process.parse::<usize>().unwrap()];
        [of_hosts("5x7", set, process), vec!["--parts", "8"]].concat()
    };
    let [mut first, mut second] = ["0", "1"].map(|process| start(folder.path(), &command(process)));
    wait_for("a kill", &mut [&mut first, &mut second], || slices(&path("1.set")) > 100);
    second.kill().unwrap();
    second.wait().unwrap();
    let (success, said) = ended(first);
    assert!(!success);
    let last = said.lines().last().unwrap();
    assert!(last.starts_with("error: the connection to process 1 is lost: "), "{said}");
    assert!(
        last.ends_with(
            "finished slices stay; run the same command on all machines again to continue"
        ),
        "{said}"
    );
    let both = ["0", "1"].map(|process| start(folder.path(), &command(process)));
    for (process, child) in both.into_iter().enumerate() {
        let (success, said) = ended(child);
        assert!(success, "{said}");
        assert!(said.contains("slices were there already"), "{said}");
        assert!(said.contains(&format!("process {process} has finished: ")), "{said}");
    }
    // Neither has all slices; together they have.
    let said = refused(folder.path(), &["solve", "--set", "0.set"]);
    assert!(said.contains("the set is not finished"), "{said}");
    let [mut all, whole] = ["0.set", "whole.set"].map(|name| files(&path(name)));
    for (name, bytes) in files(&path("1.set")) {
        let before = all.insert(name.clone(), bytes);
        assert_eq!(before.is_some(), name == "set.toml", "{name}");
    }
    assert!(all == whole);
}

#[test]
fn hosts_that_differ_are_refused_on_both_sides() {
    let folder = tempfile::tempdir().unwrap();
    let [one, other] = free_ports();
    let text = format!("127.0.0.1:{one}\n127.0.0.1:{other}\n");
    fs::write(folder.path().join("hosts.txt"), text).unwrap();
    let children = [("5x5", "0"), ("5x6", "1")].map(|(board, process)| {
        let set = format!("{process}.set");
        start(folder.path(), &of_hosts(board, &set, process))
    });
    for (child, own) in children.into_iter().zip(["5x5", "5x6"]) {
        let (success, said) = ended(child);
        assert!(!success);
        let last = said.lines().last().unwrap();
        assert!(last.contains("it computes another set: it has `board = \""), "{said}");
        assert!(said.starts_with(own), "{said}");
    }
}

#[test]
fn wrong_lists_and_options_are_explained() {
    let folder = tempfile::tempdir().unwrap();
    let hosts = |text: &str| fs::write(folder.path().join("hosts.txt"), text).unwrap();
    let expect = |arguments: &[&str], wanted: &str| {
        let said = refused(folder.path(), arguments);
        assert!(said.contains(wanted), "{arguments:?}: {said}");
    };
    let listed = of_hosts("5x5", "a.set", "0");
    expect(&listed, "hosts.txt: ");
    hosts("node1:7000\nnode2\n");
    expect(&listed, "hosts.txt: line 2: node2 has no port; write HOST:PORT, such as node1:7000");
    hosts("node1:7000\n");
    expect(&listed, "hosts.txt: the list must have from 2 to 64 hosts, one per line, not 1");
    hosts("127.0.0.1:7000\nnobody.invalid:7000\n");
    expect(&listed, "hosts.txt: line 2: the address of nobody.invalid:7000 can't be found");
    hosts("127.0.0.1:7000\n127.0.0.1:7001\n");
    expect(
        &of_hosts("5x5", "a.set", "2"),
        "hosts.txt has 2 hosts: --process is from 0 to 1, not 2",
    );
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    hosts(&format!("{}\n127.0.0.1:7001\n", listener.local_addr().unwrap()));
    expect(&listed, "is line 0 of hosts.txt, counted from 0, this machine's?");
    let [one, other] = free_ports();
    hosts(&format!("127.0.0.1:{one}\n127.0.0.1:{other}\n"));
    expect(
        &[&listed[..], &["--wait", "1"]].concat(),
        &format!(
            "waited 1 s for process 1 (127.0.0.1:{other}); start all processes within this time"
        ),
    );
    expect(&["solve", "--workers", "2"], "--workers is for sets on disk: add -o NAME.set");
    expect(
        &["solve", "--hosts", "hosts.txt", "--process", "0"],
        "--hosts is for sets on disk: add -o NAME.set",
    );
    expect(&["solve", "-o", "b.set", "--hosts", "hosts.txt"], "--process");
    expect(
        &["solve", "--board", "5x5", "-o", "b.set", "--workers", "4", "--parts", "2"],
        "2 parts are too few for 4 processes; give more --parts",
    );
    expect(
        &["solve", "--board", "5x6", "-o", "b.set", "--workers", "4", "--memory", "64KiB"],
        "of memory; raise --memory, or cut the set into more --parts",
    );
    assert!(!folder.path().join("b.set").exists());
}
