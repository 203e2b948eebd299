//! Processor time and peak memory of a process.

use std::fs;
use std::path::PathBuf;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

/// Number of runs of a quick command; the minimum counts.
const TIMES: usize = 3;
/// Duration above which a command is measured only once.
const LONG: Duration = Duration::from_secs(2);
/// Duration after which a command is stopped.
const MAX: Duration = Duration::from_secs(120);
/// Interval of memory measurements.
const STEP: Duration = Duration::from_millis(2);
/// Ticks per second of the kernel's accounting.
const TICKS: u64 = 100;

/// Time and peak memory of one command.
pub struct Cost {
    pub time: Duration,
    /// Peak memory in bytes.
    pub memory: u64,
}

/// Runs the program with these arguments, each time without the files in `fresh`; `None` if it fails, or
/// the command does not apply to its input.
pub fn run(words: &[String], fresh: &[PathBuf]) -> Option<Cost> {
    let mut best: Option<Cost> = None;
    for _ in 0..TIMES {
        // Existing output would be re-read or skipped.
        for path in fresh {
            let _ = fs::remove_dir_all(path);
            let _ = fs::remove_file(path);
        }
        let cost = once(words)?;
        let is_long = cost.time > LONG;
        best = Some(match best.take() {
            Some(last) => {
                Cost { time: last.time.min(cost.time), memory: last.memory.min(cost.memory) }
            }
            None => cost,
        });
        if is_long {
            break;
        }
    }
    best
}

/// Path of the measured program: the one that was built with the benchmark, or another one.
fn program() -> String {
    std::env::var("GOURAUD").unwrap_or_else(|_| env!("CARGO_BIN_EXE_gouraud").to_owned())
}

fn once(words: &[String]) -> Option<Cost> {
    let mut child = Command::new(program())
        .args(words)
        .stdin(Stdio::null())
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn()
        .expect("the program starts");
    let start = Instant::now();
    let mut cost = Cost { time: Duration::ZERO, memory: 0 };
    while start.elapsed() < MAX {
        let Some((time, is_done)) = times(&child) else {
            // Without a process file system, only wall time is available.
            let status = child.wait().ok()?;
            cost.time = start.elapsed();
            return is_good(status.code()).then_some(cost);
        };
        cost.time = time;
        cost.memory = cost.memory.max(memory(&child).unwrap_or(0));
        if is_done {
            return is_good(child.wait().ok()?.code()).then_some(cost);
        }
        std::thread::sleep(STEP);
    }
    let _ = child.kill();
    let _ = child.wait();
    Some(cost)
}

/// `true` for success; data with problems is read, too.
fn is_good(code: Option<i32>) -> bool {
    matches!(code, Some(0 | 3))
}

/// Processor time so far, and `true` if the process has ended.
fn times(child: &Child) -> Option<(Duration, bool)> {
    let stat = fs::read_to_string(format!("/proc/{}/stat", child.id())).ok()?;
    // The name is in parentheses and may contain blanks.
    let rest: Vec<&str> = stat.rsplit_once(')')?.1.split_whitespace().collect();
    let ticks: u64 = rest.get(11)?.parse::<u64>().ok()? + rest.get(12)?.parse::<u64>().ok()?;
    Some((Duration::from_millis(ticks * 1000 / TICKS), rest.first() == Some(&"Z")))
}

/// Peak memory so far.
fn memory(child: &Child) -> Option<u64> {
    let status = fs::read_to_string(format!("/proc/{}/status", child.id())).ok()?;
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"))?;
    Some(line.trim().trim_end_matches(" kB").trim().parse::<u64>().ok()? << 10)
}
