//! Measures sets that several processes compute together, against one process: `cargo bench --features distributed --bench distributed`.
//! With `-- BOARD`, measures that alone.

#[allow(dead_code, reason = "each benchmark measures something else")]
mod measure;

use std::net::TcpListener;
use std::thread;
use std::time::{Duration, Instant};

use measure::{ratio, seconds};
use peg_solitaire::board::SmallBoard;
use peg_solitaire::progress::Progress;
use peg_solitaire_cluster::{Hosts, Shared, Team};

const GIB: f64 = (1_u64 << 30) as f64;
const WAIT: Duration = Duration::from_secs(60);

fn main() {
    let arguments: Vec<String> =
        std::env::args().skip(1).filter(|word| word != "--bench").collect();
    if arguments.is_empty() {
        ["5x7", "french", "6x6"].into_iter().for_each(measure);
    }
    arguments.iter().for_each(|board| measure(board));
}

fn board(name: &str) -> SmallBoard {
    name.parse().expect("a board of the catalogue")
}

/// Runs members of a team, each with its share of the threads.
fn members<T: Send>(processes: usize, work: impl Fn(Team, usize) -> T + Sync) -> Vec<T> {
    let listen = |_| TcpListener::bind("127.0.0.1:0").expect("a port");
    let listeners: Vec<TcpListener> = (0..processes).map(listen).collect();
    let line = |listener: &TcpListener| format!("{}\n", listener.local_addr().expect("an address"));
    let hosts: Hosts = listeners.iter().map(line).collect::<String>().parse().expect("a list");
    let threads = (rayon::current_num_threads() / processes).max(1);
    thread::scope(|scope| {
        let begin = |(process, listener)| {
            let team = Team::with_listener(hosts.clone(), process, listener, WAIT);
            let team = team.expect("a number of the list").in_one_folder();
            let work = &work;
            scope.spawn(move || {
                let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build();
                pool.expect("threads").install(|| work(team, process))
            })
        };
        let running: Vec<_> = listeners.into_iter().enumerate().map(begin).collect();
        running.into_iter().map(|member| member.join().expect("a member")).collect()
    })
}

/// Computes a board with one process, and with several.
fn measure(name: &str) {
    let start = board(name).central_vacancy();
    let memory = 4 << 30;
    println!("{name} from the central vacancy, {} threads in all", rayon::current_num_threads());
    let mut one = None;
    for processes in [1, 2, 4] {
        let plan = peg_solitaire_cluster::plan(&board(name), start, None, processes);
        let plan = plan.expect("enough memory");
        let folder = tempfile::tempdir_in(".").expect("a folder for the slices");
        if processes == 1 {
            let begun = Instant::now();
            plan.complete(folder.path(), memory, Progress::NONE).expect("a set");
            let time = begun.elapsed();
            println!("  1 process:   {}", seconds(time));
            one = Some(time);
            continue;
        }
        let lock = plan.lock(folder.path(), |_| true).expect("a folder");
        let begun = Instant::now();
        let shares: Vec<Shared> = members(processes, |team, _| {
            let share = team.complete(&plan, folder.path(), memory, Progress::NONE);
            share.expect("a share")
        });
        let time = begun.elapsed();
        drop(lock);
        let (blocks, bytes) = shares.iter().fold((0, 0), |(blocks, bytes), share| {
            (blocks + share.sent_blocks, bytes + share.sent_bytes)
        });
        let set = plan.needs().disk;
        println!(
            "  {processes} processes: {} = {:.2} x one; sent {blocks} blocks, {} MiB = {:.2} x the set; {:.2} GiB/s",
            seconds(time),
            one.map_or(0.0, |one| ratio(time, one)),
            bytes >> 20,
            bytes as f64 / set as f64,
            bytes as f64 / GIB / time.as_secs_f64()
        );
    }
}
