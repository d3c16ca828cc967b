//! `pegfont solve --hosts`: several processes that compute a set, from the command line.

use std::fs;
use std::net::TcpListener;
use std::process::Child;
use std::thread::sleep;
use std::time::Duration;

use crate::running::{files_of_set, printed, refused, slices, started};

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
fn ended(child: Child) -> (bool, String) {
    let output = child.wait_with_output().unwrap();
    (output.status.success(), String::from_utf8(output.stderr).unwrap())
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
    let [one, other] = free_ports();
    fs::write(path("hosts.txt"), format!("# two\n127.0.0.1:{one}\n127.0.0.1:{other}\n")).unwrap();
    let command = |process: &'static str| {
        let set = ["0.set", "1.set"][process.parse::<usize>().unwrap()];
        of_hosts("5x7", set, process)
    };
    let [mut first, mut second] =
        ["0", "1"].map(|process| started(folder.path(), &command(process)));
    wait_for("a kill", &mut [&mut first, &mut second], || slices(&path("1.set")) > 40);
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
    let both = ["0", "1"].map(|process| started(folder.path(), &command(process)));
    for (process, child) in both.into_iter().enumerate() {
        let (success, said) = ended(child);
        assert!(success, "{said}");
        assert!(said.contains("slices were there already"), "{said}");
        assert!(said.contains(&format!("process {process} has finished: ")), "{said}");
    }
    // Neither has all slices; together they have.
    let said = refused(folder.path(), &["solve", "--reachable", "0.set"]);
    assert!(said.contains("the set is not finished"), "{said}");
    let own = files_of_set(&path("0.set"));
    for (name, bytes) in files_of_set(&path("1.set")) {
        assert_eq!(own.contains_key(&name), name == "set.toml", "{name}");
        fs::write(path("0.set").join(name), bytes).unwrap();
    }
    let verified = printed(folder.path(), &["solve", "--reachable", "0.set", "--verify"]);
    assert!(verified.contains(" all       1,045,173,439\nevery checksum is right\n"), "{verified}");
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
    expect(
        &["solve", "--hosts", "hosts.txt", "--process", "0"],
        "--hosts is for sets on disk: add -o NAME.set",
    );
    expect(&["solve", "-o", "b.set", "--hosts", "hosts.txt"], "--process");
    expect(
        &[&of_hosts("5x6", "b.set", "0")[..], &["--memory", "64KiB"]].concat(),
        "of memory; raise --memory",
    );
    assert!(!folder.path().join("b.set").exists());
}
