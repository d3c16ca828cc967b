//! Measuring time, and the peak memory of a child process.

use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

/// The shortest time of several runs, not counting the time to drop the results.
pub fn best<T>(runs: usize, mut work: impl FnMut() -> T) -> Duration {
    let time = |_| {
        let before = Instant::now();
        let result = work();
        let time = before.elapsed();
        drop(result);
        time
    };
    (0..runs).map(time).min().unwrap_or_default()
}

/// A time in seconds.
pub fn seconds(time: Duration) -> String {
    format!("{:7.3} s", time.as_secs_f64())
}

/// The ratio of two times.
pub fn ratio(time: Duration, than: Duration) -> f64 {
    time.as_secs_f64() / than.as_secs_f64()
}

/// Runs this program again with an argument that makes it print its peak memory.
pub fn child(argument: &str) -> String {
    let program = std::env::current_exe().expect("the path of this program");
    let run = Command::new(program)
        .arg(argument)
        .stderr(Stdio::inherit())
        .output();
    String::from_utf8_lossy(&run.expect("this program runs").stdout)
        .trim()
        .to_owned()
}

/// The peak memory of this process in bytes, if the system reports it.
pub fn peak_memory() -> Option<u64> {
    let status = std::fs::read_to_string("/proc/self/status").ok()?;
    let line = status
        .lines()
        .find_map(|line| line.strip_prefix("VmHWM:"))?;
    Some(line.split_whitespace().next()?.parse::<u64>().ok()? * 1024)
}
