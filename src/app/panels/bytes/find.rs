//! Finds bytes or text on a worker thread, in either direction, wrapping around at the end.

use std::ops::Range;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::mpsc::{Receiver, TryRecvError, channel};

use crate::app::model::background::spawn;
use crate::bytes::{Source, Span};

/// The bytes to find; `None` matches any byte.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Pattern(Vec<Option<u8>>);

impl Pattern {
    /// Pairs of hex digits, spaced (`de ad ?? ef`) or after `0x`, are bytes; anything else, or anything
    /// in quotes, is text.
    pub fn parse(text: &str) -> Option<Self> {
        let trimmed = text.trim();
        let bytes = match quoted(trimmed) {
            Some(text) => text.bytes().map(Some).collect(),
            None => hex(trimmed).unwrap_or_else(|| trimmed.bytes().map(Some).collect()),
        };
        (!bytes.is_empty()).then_some(Self(bytes))
    }

    pub fn len(&self) -> usize {
        self.0.len()
    }

    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Formats the pattern as bytes: `3e 00 ?? 10`.
    pub fn formatted(&self) -> String {
        let byte = |b: &Option<u8>| b.map_or("??".to_owned(), |b| format!("{b:02x}"));
        self.0.iter().map(byte).collect::<Vec<_>>().join(" ")
    }

    fn matches(&self, bytes: &[u8]) -> bool {
        bytes.len() == self.0.len()
            && self.0.iter().zip(bytes).all(|(want, is)| want.is_none_or(|want| want == *is))
    }

    /// The first match, or the last one when searching backwards.
    fn find_in(&self, bytes: &[u8], back: bool) -> Option<usize> {
        let mut windows = bytes.windows(self.len());
        if back {
            windows.rposition(|window| self.matches(window))
        } else {
            windows.position(|window| self.matches(window))
        }
    }
}

fn quoted(text: &str) -> Option<&str> {
    let inner = |mark| text.strip_prefix(mark).map(|rest| rest.strip_suffix(mark).unwrap_or(rest));
    inner('"').or_else(|| inner('\''))
}

fn hex(text: &str) -> Option<Vec<Option<u8>>> {
    let forced = text.strip_prefix("0x").or_else(|| text.strip_prefix("0X"));
    let body = forced.unwrap_or(text);
    // "added" is a word, "ad de d0" is bytes.
    let spaced = body.split_whitespace().all(|part| part.len() == 2);
    if forced.is_none() && !spaced {
        return None;
    }
    let digits: Vec<u8> = body.bytes().filter(|b| !b.is_ascii_whitespace()).collect();
    let pairs = digits.chunks(2).map(|pair| match pair {
        b"??" => Some(None),
        [_, _] => u8::from_str_radix(std::str::from_utf8(pair).ok()?, 16).ok().map(Some),
        _ => None,
    });
    pairs.collect()
}

/// A running search.
pub struct Search {
    pub pattern: Pattern,
    progress: Arc<Progress>,
    len: u64,
    answer: Receiver<Option<ByteMatch>>,
}

/// State of a search that is shared with its thread.
#[derive(Default)]
pub struct Progress {
    /// Number of bytes searched.
    done: AtomicU64,
    /// Number of these that could not be read.
    unread: AtomicU64,
    stop: AtomicBool,
}

impl Progress {
    /// Number of bytes that could not be read.
    pub fn unread(&self) -> u64 {
        self.unread.load(Ordering::Relaxed)
    }
}

/// A match, and whether the search wrapped around to reach it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ByteMatch {
    pub span: Span,
    pub wrapped: bool,
}

/// Bytes searched between two checks of the stop flag.
const CHUNK: u64 = 1 << 20;
/// Size of separate reads if a chunk cannot be read.
const BLOCK: usize = 2048;

impl Search {
    /// Starts a search for `pattern` at `from`, or backwards from it, which wraps around once.
    pub fn start(
        source: Source,
        pattern: Pattern,
        from: u64,
        back: bool,
        ctx: egui::Context,
    ) -> Self {
        let (send, answer) = channel();
        let (len, progress) = (source.len(), Arc::<Progress>::default());
        let search = Self { pattern: pattern.clone(), progress: progress.clone(), len, answer };
        let work = move || find(&source, &pattern, from, back, &progress);
        spawn("Finding bytes", work, move |found| {
            // If the window was closed, the result is dropped.
            let _ = send.send(found.flatten());
            ctx.request_repaint();
        });
        search
    }

    /// `None` while the search runs; then the match, if any.
    pub fn poll(&self) -> Option<Option<ByteMatch>> {
        match self.answer.try_recv() {
            Ok(found) => Some(found),
            Err(TryRecvError::Empty) => None,
            Err(TryRecvError::Disconnected) => Some(None),
        }
    }

    /// Progress, 0 to 1.
    pub fn progress(&self) -> f32 {
        self.progress.done.load(Ordering::Relaxed) as f32 / self.len.max(1) as f32
    }

    /// Number of bytes that could not be read.
    pub fn unread(&self) -> u64 {
        self.progress.unread()
    }
}

impl Drop for Search {
    fn drop(&mut self) {
        self.progress.stop.store(true, Ordering::Relaxed);
    }
}

/// The match nearest to `from`: at or after it, or before it with `back`; then wraps around. Bytes that
/// cannot be read match nothing.
pub fn find(
    source: &Source,
    pattern: &Pattern,
    from: u64,
    back: bool,
    progress: &Progress,
) -> Option<ByteMatch> {
    let from = from.min(source.len());
    let halves = if back {
        [(0..from, false), (from..source.len(), true)]
    } else {
        [(from..source.len(), false), (0..from, true)]
    };
    let mut bytes = Vec::new();
    for (half, wrapped) in halves {
        let mut rest = half;
        while !rest.is_empty() {
            if progress.stop.load(Ordering::Relaxed) {
                return None;
            }
            let chunk = if back {
                rest.end.saturating_sub(CHUNK).max(rest.start)..rest.end
            } else {
                rest.start..rest.start.saturating_add(CHUNK).min(rest.end)
            };
            // A match that starts in this chunk may end after it.
            let end = chunk.end.saturating_add(pattern.len() as u64 - 1).min(source.len());
            bytes.resize(usize::try_from(end - chunk.start).unwrap_or(0), 0);
            let mut runs = readable(source, chunk.start, &mut bytes);
            if back {
                runs.reverse();
            }
            let within =
                |run: Range<usize>| Some(run.start + pattern.find_in(bytes.get(run)?, back)?);
            let len = chunk.end - chunk.start;
            let read =
                runs.iter().map(|run| (run.end as u64).min(len) - (run.start as u64).min(len));
            progress.unread.fetch_add(len - read.sum::<u64>(), Ordering::Relaxed);
            if let Some(at) = runs.into_iter().find_map(within) {
                let span = Span::new(source.id(), chunk.start + at as u64, pattern.len() as u64);
                return Some(ByteMatch { span, wrapped });
            }
            progress.done.fetch_add(len, Ordering::Relaxed);
            if back {
                rest.end = chunk.start;
            } else {
                rest.start = chunk.end;
            }
        }
    }
    None
}

/// Fills `bytes` from `start` on, and returns the ranges that could be read.
fn readable(source: &Source, start: u64, bytes: &mut [u8]) -> Vec<Range<usize>> {
    let mut runs: Vec<Range<usize>> = Vec::new();
    if source.read_once(start, bytes).is_ok() {
        runs.push(0..bytes.len());
        return runs;
    }
    for (index, block) in bytes.chunks_mut(BLOCK).enumerate() {
        let at = index * BLOCK;
        if source.read_once(start + at as u64, block).is_err() {
            continue;
        }
        match runs.last_mut().filter(|last| last.end == at) {
            Some(last) => last.end += block.len(),
            None => runs.push(at..at + block.len()),
        }
    }
    runs
}
