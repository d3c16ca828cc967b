//! A process that `--workers` has started. It talks to its launcher in lines:
//!
//! ```text
//! to the launcher                      from the launcher
//!   port 40123                           127.0.0.1:40123, and so on: a line for each process; then the token
//!   done 12 190                          (then nothing; the end says that it has gone)
//!   lost
//!   finished KEPT DAMAGED BLOCKS BYTES
//! ```

use std::io::{self, BufRead as _, Read as _, Write as _};
use std::net::{Ipv4Addr, TcpListener};
use std::ops::ControlFlow;
use std::path::Path;
use std::process;
use std::sync::Mutex;
use std::thread;
use std::time::{Duration, Instant};

use anyhow::{Context as _, Result};

use super::distributed::team_remedy;
use super::slices::{memory_or_usual, own_memory};
use crate::cli::input::Bytes;
use crate::cli::progress::{is_stopped, stoppable};
use peg_solitaire::progress::Progress;
use peg_solitaire::solve::Slicing;
use peg_solitaire_cluster::{Hosts, Team, TeamError, needs_of_each};

/// The other processes were started at the same time.
const WAIT: Duration = Duration::from_secs(120);
/// How often it says how far it is.
const PAUSE: Duration = Duration::from_millis(50);

/// Computes the share of this process in the set of a folder, which its launcher has locked.
pub(super) fn run(
    folder: &Path,
    number: usize,
    processes: usize,
    memory: Option<Bytes>,
) -> Result<()> {
    let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).context("can't listen")?;
    tell(&format!("port {}", listener.local_addr()?.port()))?;
    let mut list = String::new();
    for _ in 0..processes {
        io::stdin().lock().read_line(&mut list)?;
    }
    let mut token = String::new();
    io::stdin().lock().read_line(&mut token)?;
    let token = u128::from_str_radix(token.trim(), 16).context("this is not a launcher's token")?;
    let hosts: Hosts = list.parse().context("this is not a launcher's list")?;
    let waiting = thread::Builder::new().spawn(|| {
        // Whoever started this process has gone when its end of the pipe is closed.
        let _ = io::stdin().lock().read_to_end(&mut Vec::new());
        process::exit(1);
    });
    waiting.context("can't start a thread")?;
    let team = Team::with_listener(hosts, number, listener, WAIT)?;
    let team = team.in_one_folder().with_token(token.to_le_bytes());
    let plan = Slicing::of(folder)?;
    let own = own_memory(&plan);
    let least = needs_of_each(&plan, processes).least_memory;
    let limit = memory_or_usual(memory, least + own).saturating_sub(own).max(least);
    let said: Mutex<Option<Instant>> = Mutex::new(None);
    let watch = |done: u64, total: u64| {
        if total < u64::MAX
            && let Ok(mut said) = said.try_lock()
            && (done == total || said.is_none_or(|said| said.elapsed() > PAUSE))
        {
            *said = Some(Instant::now());
            // If nobody reads, this process ends soon.
            let _ = tell(&format!("done {done} {total}"));
        }
        if is_stopped() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    };
    let shared = stoppable(|| team.complete(&plan, folder, limit, Progress::new(&watch)));
    let shared = shared.map_err(|error| {
        if matches!(error, TeamError::Lost { .. } | TeamError::Absent { .. }) {
            let _ = tell("lost");
        }
        team_remedy(error, folder)
    })?;
    tell(&format!(
        "finished {} {} {} {}",
        shared.resumed.kept, shared.resumed.damaged, shared.sent_blocks, shared.sent_bytes
    ))
}

fn tell(line: &str) -> Result<()> {
    let mut out = io::stdout().lock();
    writeln!(out, "{line}")?;
    Ok(out.flush()?)
}
