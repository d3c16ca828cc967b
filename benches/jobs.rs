//! Measures twelve jobs that a user waits for: `cargo bench --bench jobs`.
//! `PEGFONT=PROGRAM` measures another build, in turn with this one.

use std::process::{Command, Stdio};
use std::time::Instant;
use std::{env, fs};

const JOBS: [&str; 12] = [
    "render HELLO -o hello.gif",
    "render HELLO -o hello.svg --smooth",
    "one-game HELLO -o game.gif",
    "puzzle A",
    "sheet PEG -o peg.pdf",
    "find A",
    "find A -d 6 --json",
    "font build --only AB --figures none -o ab.toml",
    "font export -o pegfont.ttf",
    "solve",
    "board levels english",
    "board random-play english",
];

/// The runs of which the shortest counts.
const RUNS: usize = 3;

fn main() {
    let folder = env::temp_dir().join("pegfont-jobs");
    fs::create_dir_all(&folder).expect("a folder for the results");
    let own = env!("CARGO_BIN_EXE_pegfont").to_owned();
    let programs: Vec<String> = [own].into_iter().chain(env::var("PEGFONT")).collect();
    for job in JOBS {
        let run = |program: &String| {
            let mut command = Command::new(program);
            command.args(job.split(' ')).current_dir(&folder);
            command.stdout(Stdio::null()).stderr(Stdio::null());
            let begun = Instant::now();
            assert!(
                command.status().is_ok_and(|status| status.success()),
                "{job}"
            );
            begun.elapsed().as_secs_f64()
        };
        let shortest = |program| {
            (0..RUNS)
                .map(|_| run(program))
                .fold(f64::INFINITY, f64::min)
        };
        let times = programs
            .iter()
            .map(|program| format!("{:7.3} s", shortest(program)));
        println!("{job:<48} {}", times.collect::<Vec<_>>().join("  "));
    }
}
