//! Sets that several processes compute together: the same files as those of one process, whatever happens in between.

use std::fs;
use std::io::Write as _;
use std::net::{SocketAddr, TcpListener, TcpStream};
use std::path::Path;
use std::thread;
use std::time::{Duration, Instant};

use crate::plain::board;
use crate::running::files_of_set;
use peg_solitaire::Error;
use peg_solitaire::progress::Progress;
use peg_solitaire::solve::{InSlices, Slicing};
use peg_solitaire_cluster::{Hosts, Shared, Team, TeamError, needs_of_each};

/// Long enough that it never matters here.
const LONG: Duration = Duration::from_secs(300);

fn plan(name: &str, parts: Option<usize>, processes: usize) -> Slicing {
    let board = board(name);
    peg_solitaire_cluster::plan(&board, board.central_vacancy(), parts, processes).unwrap()
}

/// Listeners on the loopback address, and the list of them.
fn meeting_places(processes: usize) -> (Hosts, Vec<TcpListener>) {
    let listen = |_| TcpListener::bind("127.0.0.1:0").unwrap();
    let listeners: Vec<TcpListener> = (0..processes).map(listen).collect();
    let line = |listener: &TcpListener| format!("{}\n", listener.local_addr().unwrap());
    (listeners.iter().map(line).collect::<String>().parse().unwrap(), listeners)
}

type Ended = Result<Shared, TeamError>;

/// Computes a set with several members in one folder, each in a thread.
fn together(plan: &Slicing, processes: usize, memory: u64, folder: &Path) -> Vec<Ended> {
    let lock = plan.lock(folder, |_| true).unwrap();
    let (hosts, listeners) = meeting_places(processes);
    let ended = thread::scope(|scope| {
        let begin = |(process, listener)| {
            let team = Team::with_listener(hosts.clone(), process, listener, LONG).unwrap();
            let team = team.in_one_folder();
            scope.spawn(move || team.complete(plan, folder, memory, Progress::NONE))
        };
        let threads: Vec<_> = listeners.into_iter().enumerate().map(begin).collect();
        threads.into_iter().map(|thread| thread.join().unwrap()).collect()
    });
    drop(lock);
    ended
}

/// Asserts that so many members write the files that one process writes. Returns what they sent.
fn assert_same(name: &str, parts: Option<usize>, processes: usize) -> Vec<Shared> {
    let plan = plan(name, parts, processes);
    let [one, many] = [(); 2].map(|()| tempfile::tempdir().unwrap());
    plan.complete(one.path(), 1 << 30, Progress::NONE).unwrap();
    let least = needs_of_each(&plan, processes).least_memory;
    let ended = together(&plan, processes, least, many.path());
    let ended: Vec<Shared> = ended.into_iter().map(Result::unwrap).collect();
    assert!(files_of_set(one.path()) == files_of_set(many.path()), "{name}, {processes} processes");
    InSlices::open(many.path()).unwrap().verify(Progress::NONE).unwrap();
    let slices: usize = ended.iter().map(|shared| shared.slices).sum();
    assert_eq!(slices, plan.needs().slices);
    // Nobody has more than half as much again as the average, unless five share eight parts.
    let own = |process: usize| {
        let own = plan.slices().iter().filter(|slice| slice.part % processes == process);
        own.map(|slice| slice.places.len()).sum::<usize>()
    };
    let most = (0..processes).map(own).max().unwrap() * processes;
    assert!(processes == 5 || 2 * most as u64 <= 3 * plan.blocks(), "{name}: {most}");
    // Empty sums are not sent.
    let sent: u64 = ended.iter().map(|shared| shared.sent_blocks).sum();
    assert!(sent > 0 && sent <= plan.blocks() * (processes as u64 - 1), "{sent} blocks");
    // Most jumps stay at home.
    assert!((name, processes) != ("5x7", 2) || 3 * sent < 2 * plan.blocks(), "{sent} blocks");
    ended
}

#[test]
fn several_members_write_the_files_of_one() {
    for (name, parts, processes) in
        [("5x5", Some(16), 4), ("5x5", None, 3), ("5x5", Some(8), 5), ("5x7", None, 2)]
    {
        assert_same(name, parts, processes);
    }
}

#[test]
fn finished_slices_are_kept_and_nobody_sends_sums_for_them() {
    let plan = plan("5x6", Some(4), 2);
    let folder = tempfile::tempdir().unwrap();
    let first = together(&plan, 2, 1 << 30, folder.path());
    let sound = files_of_set(folder.path());
    let slices: Vec<&String> = sound.keys().filter(|name| name.ends_with(".slice")).collect();
    let again = together(&plan, 2, 1 << 30, folder.path());
    for (first, again) in first.iter().zip(again) {
        let (first, again) = (first.as_ref().unwrap(), again.unwrap());
        assert_eq!((first.resumed.kept, again.resumed.kept), (0, again.slices));
        assert_eq!(again.sent_blocks, 0);
    }
    // One in the middle is damaged, and the last are missing.
    let mut bytes = sound[slices[40]].clone();
    *bytes.last_mut().unwrap() ^= 1;
    fs::write(folder.path().join(slices[40]), bytes).unwrap();
    slices[100..].iter().for_each(|name| fs::remove_file(folder.path().join(name)).unwrap());
    let ended = together(&plan, 2, 1 << 30, folder.path());
    let ended: Vec<Shared> = ended.into_iter().map(Result::unwrap).collect();
    assert_eq!(ended.iter().map(|shared| shared.resumed.kept).sum::<usize>(), 99);
    assert_eq!(ended.iter().map(|shared| shared.resumed.damaged).sum::<usize>(), 1);
    assert!(files_of_set(folder.path()) == sound);
}

/// What process 0 of two says in the end to others who connect to it and send something, and their addresses. The first then sends these
/// frames, five in a second.
fn says(
    plan: &Slicing,
    (hosts, listener): (Hosts, TcpListener),
    seconds: u64,
    sent: &[Vec<u8>],
    frames: Vec<Vec<u8>>,
) -> (String, Vec<SocketAddr>) {
    let address = listener.local_addr().unwrap();
    let wait = Duration::from_secs(seconds);
    let team = Team::with_listener(hosts, 0, listener, wait).unwrap();
    let others = sent.iter().map(|bytes| {
        let mut other = TcpStream::connect(address).unwrap();
        other.write_all(bytes).unwrap();
        other
    });
    let others: Vec<TcpStream> = others.collect();
    let mut first = others[0].try_clone().unwrap();
    thread::spawn(move || {
        for frame in frames {
            thread::sleep(Duration::from_millis(200));
            if first.write_all(&frame).is_err() {
                break;
            }
        }
    });
    let folder = tempfile::tempdir().unwrap();
    let begun = Instant::now();
    let error = team.complete(plan, &folder.path().join("a.set"), 1 << 30, Progress::NONE);
    assert!(begun.elapsed() < Duration::from_secs(20), "{:?}", begun.elapsed());
    let addresses = others.iter().map(|other| other.local_addr().unwrap()).collect();
    (error.unwrap_err().to_string(), addresses)
}

/// A list of two, and the listener of the first.
fn first_of_two() -> (Hosts, TcpListener) {
    let (hosts, mut listeners) = meeting_places(2);
    (hosts, listeners.swap_remove(0))
}

/// A greeting as process 1 of two, which computes the set of this text.
fn greeting(version: u32, processes: u32, process: u32, text: &str) -> Vec<u8> {
    let mut bytes = b"\x89PGT\r\n\x1a\n".to_vec();
    for number in [version, processes, process, text.len() as u32] {
        bytes.extend(number.to_le_bytes());
    }
    bytes.extend(text.as_bytes());
    bytes
}

#[test]
fn processes_that_compute_something_else_are_refused_and_silent_or_wrong_ones_are_lost() {
    let plan = plan("5x5", None, 2);
    let text = plan.description();
    let other = text.replace("version = 3", "version = 9");
    let good = || greeting(4, 2, 1, &text);
    for (sent, expected) in [
        (
            greeting(4, 3, 1, &text),
            "can't work with process 1: it computes with 3 processes, not with 2: use the same list of hosts",
        ),
        (
            greeting(4, 2, 1, &other),
            "can't work with process 1: it computes another set: it has `version = 9`, not `version = 3`",
        ),
        (greeting(4, 2, 0, &text), "two processes claim to be process 0: give each its own number"),
        (good(), "the connection to process 1 is lost: it is silent"),
        (
            [good(), vec![0x55; 4096]].concat(),
            "the connection to process 1 is lost: it sent something that is not part of a set",
        ),
    ] {
        assert_eq!(says(&plan, first_of_two(), 1, &[sent], Vec::new()).0, expected);
    }
    // Only processes with an address of the list are listened to.
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let hosts: Hosts = "127.0.0.2:1\n127.0.0.2:2\n".parse().unwrap();
    let said = says(&plan, (hosts, listener), 1, &[good()], Vec::new()).0;
    assert_eq!(said, "waited 1 s for process 1 (127.0.0.2:2)");
}

/// A frame that shows that a process is alive and computes, or waits for others.
fn pulse(waits: bool) -> Vec<u8> {
    vec![0, 0, 0, 0, waits.into(), 0, 0, 0]
}

fn frame(content: &[u8]) -> Vec<u8> {
    let head = [content.len() as u32, crc32fast::hash(content)].map(u32::to_le_bytes).concat();
    [&head, content].concat()
}

/// A message of these bytes from process 1 to process 0, the first on its channel.
fn message(channel: u64, bytes: &[u8]) -> Vec<u8> {
    let header = [channel, 1, 0, 1, bytes.len() as u64, 0].map(u64::to_be_bytes).concat();
    [&header, bytes].concat()
}

#[test]
fn a_process_that_sends_too_little_or_nonsense_is_named_but_not_while_it_computes() {
    let plan = plan("5x5", None, 2);
    let nonsense = || (0..16).map(|channel| frame(&message(channel, &[0xff; 64])));
    let missing = "something that process 1 should have sent never came";
    let garbled = "process 1 sent something that can't be read; please report this";
    for (frames, expected) in [
        (vec![pulse(true); 30], missing),
        // A message that never ends, and the last before the work is done.
        ([vec![frame(&message(1, &[0; 64])[..80])], vec![pulse(true); 30]].concat(), missing),
        ([vec![frame(&message(0, &[]))], vec![pulse(true); 30]].concat(), missing),
        (nonsense().collect(), garbled),
        (vec![pulse(false); 15].into_iter().chain(nonsense()).collect(), garbled),
    ] {
        let good = greeting(4, 2, 1, &plan.description());
        assert_eq!(says(&plan, first_of_two(), 1, &[good], frames).0, expected);
    }
}

#[test]
fn a_wrong_line_of_the_list_of_hosts_is_named() {
    let text = "\n# machines\r\n  a:1\n[::1]:7000\n10.0.0.1:65535 \n";
    let hosts: Hosts = text.parse().unwrap();
    assert_eq!(hosts.addresses(), ["a:1", "[::1]:7000", "10.0.0.1:65535"]);
    let refused = |text: &str| text.parse::<Hosts>().unwrap_err().to_string();
    for (text, expected) in [
        ("a:1\n\nb:0", "line 3: 0 is not a port; ports are from 1 to 65535"),
        ("a:70000\nb:1", "line 1: 70000 is not a port; ports are from 1 to 65535"),
        ("node1:7000\nb", "line 2: b has no port; write HOST:PORT, such as node1:7000"),
        ("a:1\na 1:7", "line 2: \"a 1:7\" is not an address; write HOST:PORT, such as node1:7000"),
        ("# x\na:1\nb:1\na:1", "line 4: a:1 is already on line 2; each process needs its own"),
        ("a:1\n", "the list must have from 2 to 64 hosts, one per line, not 1"),
    ] {
        assert_eq!(refused(text), expected);
    }
    for line in [":7", "::1:7", "[::1:7"] {
        assert!(refused(line).contains("is not an address"), "{line}");
    }
    let many: String = (1..=65).map(|port| format!("a:{port}\n")).collect();
    assert_eq!(refused(&many), "the list must have from 2 to 64 hosts, one per line, not 65");
}

#[test]
fn strangers_are_ignored_and_who_never_comes_is_named() {
    let plan = plan("5x5", None, 2);
    let good = greeting(4, 2, 1, &plan.description());
    let changed = |at: usize, value: u8| {
        let mut bytes = good.clone();
        bytes[at] = value;
        bytes
    };
    // Another program, another version, a text that is too long, one that is no text, the beginning of a greeting, and silence.
    let strangers = [
        b"GET / HTTP/1.1\r\n\r\n".to_vec(),
        changed(8, 5),
        changed(22, 2),
        changed(30, 0xff),
        good[..60].to_vec(),
        Vec::new(),
    ];
    let team = first_of_two();
    let absent = team.0.addresses()[1].clone();
    let (said, addresses) = says(&plan, team, 2, &strangers, Vec::new());
    let why = "it is another version of pegfont, which uses version 5 of these messages, not 4";
    let expected =
        format!("waited 2 s for process 1 ({absent}); {} was turned away: {why}", addresses[1]);
    assert_eq!(said, expected);
}

#[test]
fn what_cannot_be_is_refused() {
    let board = board("5x5");
    let error =
        peg_solitaire_cluster::plan(&board, board.central_vacancy(), Some(2), 3).unwrap_err();
    assert_eq!(error.to_string(), "2 parts are too few for 3 processes");
    let (hosts, listeners) = meeting_places(2);
    let error = Team::listen(hosts.clone(), 2, LONG).unwrap_err();
    assert_eq!(
        error.to_string(),
        "process 2 is not in the list of hosts: its lines are numbered from 0 to 1"
    );
    let error = Team::listen(hosts.clone(), 1, LONG).unwrap_err().to_string();
    let begin = format!("can't listen on {}: ", hosts.addresses()[1]);
    assert!(error.starts_with(&begin), "{error}");
    drop(listeners);
    let plan = plan("5x6", None, 2);
    let team = Team::listen(hosts, 0, LONG).unwrap();
    let folder = tempfile::tempdir().unwrap();
    let least = needs_of_each(&plan, 2).least_memory;
    let error = team.complete(&plan, folder.path(), least - 1, Progress::NONE).unwrap_err();
    assert!(matches!(error, TeamError::Slices(Error::Limit { .. })), "{error}");
    let _lock = plan.lock(folder.path(), |_| true).unwrap();
    let error = team.complete(&plan, folder.path(), least, Progress::NONE).unwrap_err();
    assert!(matches!(error, TeamError::Slices(Error::InUse { .. })), "{error}");
}
