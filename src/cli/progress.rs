//! Progress of a long run: one line on a terminal that is rewritten.

use std::io::{self, IsTerminal, Write};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

use super::out::{Clean, grouped};

/// Minimum time between two updates of the line.
const PAUSE: Duration = Duration::from_millis(100);
/// Longest line, in characters; a line that wraps could not be overwritten.
const MAX_LINE: usize = 76;
/// Overwrites the current line.
const OVER: &str = "\r\x1b[K";

/// Progress of a run: `1,234 of 10,000, name`. Prints nothing if standard error is not a terminal.
pub struct Progress {
    done: AtomicUsize,
    /// Grows when containers turn out to have more members.
    total: AtomicUsize,
    /// Locked while the line is written; workers only try to lock it.
    line: Option<Mutex<Line>>,
}

struct Line {
    to: Box<dyn Write + Send>,
    written: Option<Instant>,
    is_shown: bool,
}

impl Progress {
    /// Progress that is displayed if standard error is a terminal.
    pub fn on_terminal() -> Self {
        let stderr = io::stderr();
        let is_dumb = std::env::var_os("TERM").is_none_or(|term| term == "dumb");
        let is_seen = stderr.is_terminal() && !is_dumb;
        Self::to(is_seen.then(|| Box::new(stderr) as Box<dyn Write + Send>))
    }

    /// Creates a progress line on a terminal; `None` shows nothing.
    pub fn to(to: Option<Box<dyn Write + Send>>) -> Self {
        let line = to.map(|to| Mutex::new(Line { to, written: None, is_shown: false }));
        Self { done: AtomicUsize::new(0), total: AtomicUsize::new(0), line }
    }

    /// Adds to the total.
    pub fn expect(&self, more: usize) {
        self.total.fetch_add(more, Ordering::Relaxed);
    }

    /// Counts one item as done and shows its name.
    pub fn done(&self, name: &str) {
        self.count();
        self.show(name);
    }

    /// Counts one item as done without updating the line.
    pub fn count(&self) {
        self.done.fetch_add(1, Ordering::Relaxed);
    }

    /// Shows the name of the current item.
    pub fn show(&self, name: &str) {
        let done = self.done.load(Ordering::Relaxed);
        let Some(Ok(mut line)) = self.line.as_ref().map(Mutex::try_lock) else { return };
        if line.written.is_some_and(|at| at.elapsed() < PAUSE) {
            return;
        }
        let total = self.total.load(Ordering::Relaxed);
        line.show(&in_words(done, total, name));
    }

    /// Clears the line for other output.
    pub fn clear(&self) {
        if let Some(line) = &self.line {
            line.lock().unwrap_or_else(PoisonError::into_inner).clear();
        }
    }
}

impl Drop for Progress {
    fn drop(&mut self) {
        self.clear();
    }
}

impl Line {
    fn show(&mut self, text: &str) {
        // A closed terminal is not an error.
        let _ = write!(self.to, "{OVER}{text}").and_then(|()| self.to.flush());
        (self.written, self.is_shown) = (Some(Instant::now()), true);
    }

    fn clear(&mut self) {
        if std::mem::replace(&mut self.is_shown, false) {
            let _ = write!(self.to, "{OVER}").and_then(|()| self.to.flush());
        }
    }
}

/// Formats the line; a long name is truncated at its start, because its end is more useful.
fn in_words(done: usize, total: usize, name: &str) -> String {
    let count = format!("{} of {}, ", grouped(done as u64), grouped(total as u64));
    let name = Clean(name).to_string();
    let room = MAX_LINE.saturating_sub(count.chars().count());
    match name.chars().count().checked_sub(room) {
        None | Some(0) => count + &name,
        Some(over) => count + "…" + &name.chars().skip(over + 1).collect::<String>(),
    }
}
