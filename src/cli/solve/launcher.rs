//! `pegfont solve -o NAME.set --workers N`: starts N processes on this machine that compute a set together, and starts them again if one
//! fails.

use std::hash::{BuildHasher as _, Hasher as _, RandomState};
use std::io::{self, BufRead as _, BufReader, Read as _, Write as _};
use std::path::Path;
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::thread;
use std::time::{Duration, Instant};

use anyhow::{Context as _, Result, bail};

use super::distributed::{blocks, team_remedy};
use super::slices::{Asked, counted_in_parts, own_memory, remedy, say_resumed};
use crate::cli::progress::{is_stopped, watched};
use peg_solitaire::memory::{bytes, bytes_needed};
use peg_solitaire::parallel;
use peg_solitaire::progress::{Interrupted, Progress};
use peg_solitaire::solve::{InSlices, Resumed, SliceNeeds};
use peg_solitaire_cluster::{TeamError, needs_of_each};

/// How often the processes are started again.
const AGAIN: usize = 3;
/// How often the launcher looks whether it is to stop.
const PAUSE: Duration = Duration::from_millis(50);
/// After one process has failed, the others that did have this long to say why.
const LAST_WORDS: Duration = Duration::from_secs(2);
/// A process whose input is closed ends at once, unless it is stopped.
const ENDING: Duration = Duration::from_millis(500);

/// Computes the set in its folder with so many processes. Returns the numbers of positions by number of pegs.
pub(super) fn compute(asked: &Asked<'_>, workers: usize) -> Result<Vec<u64>> {
    let Asked { board, start, folder, parts, .. } = *asked;
    let new = || {
        peg_solitaire_cluster::plan(board, start, parts, workers)
            .map_err(|error| team_remedy(error, folder))
    };
    let plan = asked.plan(new)?;
    let disk = plan.needs().disk;
    let SliceNeeds { least_memory, slices, parts, .. } = needs_of_each(&plan, workers);
    if parts < workers {
        return Err(team_remedy(TeamError::Parts { parts, processes: workers }, folder));
    }
    // Each worker takes as much as this process, which has the lists as well.
    let own = own_memory(&plan);
    let least_memory = least_memory + own;
    let launcher = own + plan.lists();
    let limit = asked.limit(workers as u64 * least_memory + launcher)?;
    let limit = (limit - launcher) / workers as u64;
    note!(
        "{board}: {}, {} on disk; {workers} processes, each with {} of memory, at least {}",
        counted_in_parts(slices, parts),
        bytes(disk),
        bytes(limit),
        bytes_needed(least_memory),
    );
    let _lock = plan.lock(folder, |_| true).map_err(|error| remedy(error, folder))?;
    let total = plan.blocks();
    let mut again = 0;
    let sum = loop {
        let processes = Launched::start(folder, workers, limit)?;
        let ended = watched("solving", |progress| processes.run(total, progress));
        match ended {
            Ok(sum) => break sum,
            Err(Failure::Stopped(error)) => return Err(remedy(error.into(), folder)),
            // The processes were interrupted as well, and were faster.
            Err(_) if is_stopped() => {
                return Err(remedy(Interrupted.into(), folder));
            }
            Err(Failure::Final(why)) => bail!("{why}"),
            Err(Failure::Lost(why)) if again < AGAIN => {
                again += 1;
                note!("{why}; starting again from the finished slices ({again} of {AGAIN})");
            }
            Err(Failure::Lost(why)) => bail!(
                "{why}, after {AGAIN} new starts; finished slices stay in {}, and the same command continues from there",
                folder.display()
            ),
        }
    };
    say_resumed(sum.resumed, slices);
    note!("the processes sent each other {} in {}", blocks(sum.blocks), bytes(sum.bytes));
    Ok(InSlices::open(folder)?.count_by_pegs().to_vec())
}

/// What the processes have done together.
#[derive(Default)]
struct Sum {
    resumed: Resumed,
    blocks: u64,
    bytes: u64,
}

enum Failure {
    /// The user stopped the work.
    Stopped(Interrupted),
    /// A new start can help.
    Lost(String),
    /// It can't.
    Final(String),
}

/// A number that nobody can guess. The keys of a hash map are random.
fn random_token() -> u128 {
    let number = || u128::from(RandomState::new().build_hasher().finish());
    number() << 64 | number()
}

/// What a process says.
enum Said {
    Line(String),
    /// It has ended.
    Ended,
}

struct Launched {
    children: Vec<Child>,
    inputs: Vec<Option<ChildStdin>>,
    said: Receiver<(usize, Said)>,
    errors: Vec<thread::JoinHandle<String>>,
    /// What the processes know each other by.
    token: u128,
}

impl Launched {
    fn start(folder: &Path, workers: usize, memory: u64) -> Result<Self> {
        let program = std::env::current_exe().context("can't find this program")?;
        let threads = (parallel::threads() / workers).max(1);
        let (sender, said) = channel();
        let token = random_token();
        let mut launched =
            Self { children: Vec::new(), inputs: Vec::new(), said, errors: Vec::new(), token };
        for number in 0..workers {
            let mut command = Command::new(&program);
            command.arg("solve").arg("-o").arg(folder);
            command.args(["--workers", &workers.to_string(), "--worker", &number.to_string()]);
            command.args(["--memory", &format!("{}KiB", memory >> 10)]);
            command.args(["--threads", &threads.to_string()]);
            command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
            let mut child = command.spawn().context("can't start a process")?;
            launched.inputs.push(child.stdin.take());
            let listening = launched.listen(number, &mut child, sender.clone());
            launched.children.push(child);
            listening.context("can't start a thread")?;
        }
        Ok(launched)
    }

    /// Reads what a process says, in threads of its own.
    fn listen(
        &mut self,
        number: usize,
        child: &mut Child,
        sender: Sender<(usize, Said)>,
    ) -> io::Result<()> {
        let (out, err) = (child.stdout.take(), child.stderr.take());
        thread::Builder::new().spawn(move || {
            for line in out.into_iter().flat_map(|out| BufReader::new(out).lines()) {
                let Ok(line) = line else { break };
                let _ = sender.send((number, Said::Line(line)));
            }
            let _ = sender.send((number, Said::Ended));
        })?;
        self.errors.push(thread::Builder::new().spawn(move || {
            let mut text = Vec::new();
            let _ = err.map(|mut err| err.read_to_end(&mut text));
            String::from_utf8_lossy(&text).into_owned()
        })?);
        Ok(())
    }

    /// Waits until all have finished, or one has failed; then ends the others.
    fn run(mut self, total: u64, progress: Progress<'_>) -> Result<Sum, Failure> {
        let number = self.children.len();
        let (mut ports, mut done) = (vec![None; number], vec![0; number]);
        let (mut finished, mut lost, mut ended) =
            (vec![false; number], vec![false; number], vec![false; number]);
        let mut sum = Sum::default();
        let mut failed: Option<Instant> = None;
        while !ended.iter().all(|&ended| ended)
            && failed.is_none_or(|failed| failed.elapsed() < LAST_WORDS)
        {
            if let Err(error) = progress.report(done.iter().sum(), total) {
                self.end();
                return Err(Failure::Stopped(error));
            }
            let (process, line) = match self.said.recv_timeout(PAUSE) {
                Ok((process, Said::Line(line))) => (process, line),
                Ok((process, Said::Ended)) => {
                    ended[process] = true;
                    if !finished[process] {
                        failed.get_or_insert_with(Instant::now);
                    }
                    continue;
                }
                Err(RecvTimeoutError::Timeout) => continue,
                Err(RecvTimeoutError::Disconnected) => break,
            };
            let mut words = line.split(' ');
            let word = words.next().unwrap_or("");
            let numbers: Vec<u64> = words.filter_map(|word| word.parse().ok()).collect();
            match (word, &*numbers) {
                ("port", &[port]) => {
                    ports[process] = Some(port);
                    if ports.iter().all(Option::is_some) {
                        let list = ports.iter().flatten().map(|port| format!("127.0.0.1:{port}\n"));
                        let list: String = list.chain([format!("{:032x}\n", self.token)]).collect();
                        // Who can't read it has ended, and is noticed above.
                        for input in self.inputs.iter_mut().flatten() {
                            let _ = input.write_all(list.as_bytes());
                        }
                    }
                }
                ("done", &[blocks, _]) => done[process] = blocks,
                ("lost", &[]) => lost[process] = true,
                ("finished", &[kept, damaged, blocks, bytes]) => {
                    finished[process] = true;
                    sum.resumed.kept += kept as usize;
                    sum.resumed.damaged += damaged as usize;
                    sum.blocks += blocks;
                    sum.bytes += bytes;
                }
                _ => {}
            }
        }
        if finished.iter().all(|&finished| finished) {
            self.end();
            return Ok(sum);
        }
        let guilty = |process: &usize| ended[*process] && !finished[*process] && !lost[*process];
        let guilty = (0..number).find(guilty);
        Err(self.failure(guilty))
    }

    /// Ends all processes, and says what is to be said of the one that failed first.
    fn failure(&mut self, guilty: Option<usize>) -> Failure {
        let status = guilty.map(|process| (process, self.children[process].wait()));
        self.end();
        let Some((process, status)) = status else {
            return Failure::Lost("the processes have lost each other".to_owned());
        };
        let said = self.errors.swap_remove(process).join().unwrap_or_default();
        let said = said.lines().rev().find_map(|line| line.strip_prefix("error: "));
        match (status, said) {
            (Ok(status), Some(said)) if status.code().is_some() => {
                Failure::Final(format!("process {process}: {said}"))
            }
            (Ok(status), _) => Failure::Lost(format!("process {process} has ended ({status})")),
            (Err(error), _) => Failure::Lost(format!("process {process} is lost: {error}")),
        }
    }

    /// Ends all processes that are left. Those that are interrupted as well end by themselves; who doesn't, such as a stopped one, is killed.
    fn end(&mut self) {
        self.inputs.clear();
        let until = Instant::now() + ENDING;
        for child in &mut self.children {
            while Instant::now() < until && matches!(child.try_wait(), Ok(None)) {
                thread::sleep(PAUSE);
            }
            let _ = child.kill();
            let _ = child.wait();
        }
    }
}

impl Drop for Launched {
    fn drop(&mut self) {
        self.end();
    }
}
