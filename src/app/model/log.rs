//! The last messages of the program, for the Log panel and the diagnostics page.

use std::collections::VecDeque;
use std::sync::{Mutex, MutexGuard, PoisonError};

use super::Level;
use crate::library::timestamp;

/// A message.
#[derive(Clone, Debug, PartialEq)]
pub struct Line {
    /// Time of the last occurrence, in the format of [`timestamp`].
    pub at: String,
    pub level: Level,
    pub text: String,
    /// Number of consecutive occurrences.
    pub count: u32,
}

/// Maximum number of lines that are kept.
const MAX_LINES: usize = 2000;

/// Libraries that log too much, and warn about harmless conditions (XSETTINGS, software rasterizer,
/// missing EGL drivers).
const NOISY: [&str; 7] = ["wgpu", "naga", "winit", "egui", "eframe", "zbus", "calloop"];

struct LogBuffer {
    lines: Mutex<VecDeque<Line>>,
}

static BUFFER: LogBuffer = LogBuffer { lines: Mutex::new(VecDeque::new()) };

fn lines() -> MutexGuard<'static, VecDeque<Line>> {
    BUFFER.lines.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Collects log messages from now on; warnings also go to standard error. Does nothing if another logger
/// is installed.
pub fn install() {
    if log::set_logger(&BUFFER).is_ok() {
        log::set_max_level(log::LevelFilter::Info);
    }
}

/// Adds a line.
pub fn add(level: Level, text: impl Into<String>) {
    let text = text.into();
    let at = timestamp::now();
    let mut lines = lines();
    if let Some(last) = lines.back_mut()
        && last.text == text
    {
        (last.at, last.count) = (at, last.count.saturating_add(1));
        return;
    }
    if lines.len() >= MAX_LINES {
        lines.pop_front();
    }
    lines.push_back(Line { at, level, text, count: 1 });
}

/// A copy of the lines `range`, oldest first.
pub fn slice(range: std::ops::Range<usize>) -> Vec<Line> {
    let lines = lines();
    lines.iter().skip(range.start).take(range.len()).cloned().collect()
}

pub fn len() -> usize {
    lines().len()
}

pub fn clear() {
    lines().clear();
}

impl log::Log for LogBuffer {
    fn enabled(&self, metadata: &log::Metadata<'_>) -> bool {
        let noisy = NOISY.iter().any(|name| metadata.target().starts_with(name));
        metadata.level() <= if noisy { log::Level::Error } else { log::Level::Info }
    }

    fn log(&self, record: &log::Record<'_>) {
        if !self.enabled(record.metadata()) {
            return;
        }
        let level = match record.level() {
            log::Level::Error => Level::Error,
            log::Level::Warn => Level::Warning,
            _ => Level::Info,
        };
        let text = format!("{}: {}", record.target(), record.args());
        if level >= Level::Warning {
            eprintln!("{text}");
        }
        add(level, text);
    }

    fn flush(&self) {}
}
