//! Measures jobs that a user waits for: `cargo bench --bench jobs`. Each has its processor seconds
//! and its peak memory, with those of the programs that it starts.
//! `cargo bench --bench jobs -- --against COMMIT` builds that commit, too, below `target/against`,
//! and runs each job with both in turn, so that nothing gets slower unseen.

use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::{env, fs};

use wait4::{ResUse, Wait4};

/// Commands of `pegfont`, and of `peglab` where it is named. Those of videos need ffmpeg.
const JOBS: [&str; 23] = [
    "--version",
    "render HELLO -o hello.gif",
    "render HELLO -o hello.svg --smooth",
    "render HELLO --for story -o story.gif",
    "render HELLO --for story -o story.mp4",
    "render HELLO --for story -o story.webm",
    "one-game HELLO -o game.gif",
    "puzzle A",
    "sheet PEG -o peg.pdf",
    "find A",
    "find A -d 6",
    "find A -d 6 --json",
    "find R -d 2 -o r.html",
    "font build --only AB --figures none -o ab.toml",
    "font export -o pegfont.ttf",
    "font export -o pegfont.woff2",
    "font specimen -o poster.pdf",
    "solve",
    "solve -o 5x7.table",
    "peglab levels english",
    "peglab random-play english",
    "peglab problems triangle21",
    "peglab reduce 6x6",
];

/// A job runs at least so often with each build, and the least time counts.
const FEWEST_RUNS: u32 = 3;
/// A short one runs again, up to so often, until it has taken so many processor seconds.
const MOST_RUNS: u32 = 40;
const ENOUGH_SECONDS: f64 = 1.0;

/// The programs of one build.
struct Programs {
    name: String,
    /// Where the programs are.
    programs: PathBuf,
    /// Where they run.
    folder: PathBuf,
}

/// What a job took.
#[derive(Clone, Copy)]
struct Cost {
    seconds: f64,
    bytes: u64,
}

/// What a job took in all its runs with one build.
struct Measured {
    least: Cost,
    total_seconds: f64,
}

fn main() {
    let own_folder = Path::new(env!("CARGO_MANIFEST_DIR"));
    let program = Path::new(env!("CARGO_BIN_EXE_pegfont"));
    let target = program
        .ancestors()
        .nth(2)
        .expect("a program is in a folder of the target folder");
    let results = tempfile::tempdir().expect("a folder for the results");

    let mut builds = Vec::new();
    if let Some(commit) = commit_to_compare_with() {
        let against = target.join("against");
        let tree = check_out(own_folder, &against.join("tree"), &commit);
        let other_target = against.join("target");
        compile(&tree, &other_target);
        let programs = other_target.join("release");
        builds.push(Programs::new(&commit, programs, results.path()));
    }
    compile(own_folder, target);
    let own_programs = target.join("release");
    builds.push(Programs::new("now", own_programs, results.path()));

    println!("{}", heading(&builds));
    for job in JOBS {
        println!("{job:<46}{}", row(&measure(job, &builds)));
    }
}

/// What follows `--against`.
fn commit_to_compare_with() -> Option<String> {
    let mut arguments = env::args().skip_while(|argument| argument != "--against");
    arguments.next()?;
    Some(arguments.next().expect("--against COMMIT"))
}

/// A checkout of this commit. Returns its folder.
fn check_out(repository: &Path, tree: &Path, commit: &str) -> PathBuf {
    if tree.join(".git").exists() {
        git(tree, &["checkout", "--quiet", "--detach", commit]);
        return tree.to_owned();
    }

    // A tree that was deleted is still listed.
    git(repository, &["worktree", "prune"]);
    let path = tree.to_str().expect("the path of the checkout is text");
    let add = ["worktree", "add", "--quiet", "--detach", path, commit];
    git(repository, &add);
    tree.to_owned()
}

fn git(folder: &Path, arguments: &[&str]) {
    let mut git = Command::new("git");
    succeed(git.current_dir(folder).args(arguments));
}

/// Compiles the programs of a checkout as people have them.
fn compile(folder: &Path, target: &Path) {
    let cargo = env::var_os("CARGO").unwrap_or_else(|| "cargo".into());
    let mut build = Command::new(cargo);
    build.args(["build", "--release", "--package", "pegfont"]);
    // A commit may be older than the laboratory's program.
    if folder.join("crates/peg-laboratory").exists() {
        build.args(["--package", "peglab"]);
    }
    build.arg("--target-dir").arg(target);
    succeed(build.current_dir(folder));
}

fn succeed(command: &mut Command) {
    let is_done = command.status().is_ok_and(|status| status.success());
    assert!(is_done, "this fails: {command:?}");
}

impl Programs {
    fn new(name: &str, programs: PathBuf, results: &Path) -> Self {
        let folder = results.join(name.replace(['/', '\\'], "-"));
        fs::create_dir(&folder).expect("a folder for the results");
        Self {
            name: name.to_owned(),
            programs,
            folder,
        }
    }

    /// Runs a job. None if it fails: an older program may not know it, and may not even be there.
    fn run(&self, job: &str) -> Option<Cost> {
        let (program, arguments) = match job.strip_prefix("peglab ") {
            Some(arguments) => ("peglab", arguments),
            None => ("pegfont", job),
        };
        let file = format!("{program}{}", env::consts::EXE_SUFFIX);
        let mut command = Command::new(self.programs.join(file));
        command.args(arguments.split(' ')).current_dir(&self.folder);
        command.stdout(Stdio::null()).stderr(Stdio::null());

        let mut child = command.spawn().ok()?;
        let ResUse { status, rusage } = child.wait4().expect("the system tells what it took");
        status.success().then(|| Cost {
            seconds: (rusage.utime + rusage.stime).as_secs_f64(),
            bytes: rusage.maxrss,
        })
    }
}

/// Runs a job with all builds in turn. None for those with which it fails.
fn measure(job: &str, builds: &[Programs]) -> Vec<Option<Measured>> {
    let mut measured: Vec<Option<Measured>> = Vec::new();
    for build in builds {
        measured.push(build.run(job).map(|cost| Measured {
            least: cost,
            total_seconds: cost.seconds,
        }));
    }

    for run in 1..MOST_RUNS {
        let is_enough =
            |found: &Measured| run >= FEWEST_RUNS && found.total_seconds >= ENOUGH_SECONDS;
        if measured.iter().flatten().all(is_enough) {
            break;
        }
        for (build, found) in builds.iter().zip(&mut measured) {
            if let Some(found) = found
                && let Some(cost) = build.run(job)
            {
                found.add(cost);
            }
        }
    }
    measured
}

impl Measured {
    fn add(&mut self, cost: Cost) {
        self.total_seconds += cost.seconds;
        self.least.seconds = self.least.seconds.min(cost.seconds);
        self.least.bytes = self.least.bytes.min(cost.bytes);
    }
}

/// The names of the columns of [`row`].
fn heading(builds: &[Programs]) -> String {
    let mut heading = format!("{:<46}", "processor seconds, MiB");
    for build in builds {
        heading.push_str(&format!(
            "{:>18}",
            build.name.get(..16).unwrap_or(&build.name)
        ));
    }
    if builds.len() > 1 {
        heading.push_str(&format!("{:>14}", "ratio"));
    }
    heading
}

/// A column for each build, and the ratio of the last to the first.
fn row(measured: &[Option<Measured>]) -> String {
    let mut row = String::new();
    for found in measured {
        let column = match found {
            Some(Measured { least, .. }) => {
                let mebibytes = least.bytes as f64 / f64::from(1 << 20);
                format!("{:.3} {mebibytes:>6.0}", least.seconds)
            }
            None => "fails".to_owned(),
        };
        row.push_str(&format!("{column:>18}"));
    }

    if let [Some(before), Some(now)] = measured {
        let [before, now] = [before.least, now.least];
        let seconds = now.seconds / before.seconds;
        let bytes = now.bytes as f64 / before.bytes as f64;
        row.push_str(&format!("{seconds:>8.2}{bytes:>6.2}"));
    }
    row
}
