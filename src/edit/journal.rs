//! Journal of the steps of a file on disk, from which unsaved changes are restored after a crash.
//!
//! Lines of JSON that are only appended. The first one identifies the file; the others are steps, the
//! number of applied steps after an undo, and the number of saved ones. An incomplete last line was being
//! written when the program ended; only its own information is lost.

use std::fs::{File, OpenOptions};
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};

use super::history::{History, Step};

/// Version of the journal format.
const VERSION: u32 = 1;

#[derive(Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
enum Line {
    File { journal: u32, path: String, crc32: u32 },
    Step(Step),
    Done(usize),
    Saved(usize),
}

impl Line {
    fn text(&self) -> io::Result<Vec<u8>> {
        let mut text = serde_json::to_vec(self)?;
        text.push(b'\n');
        Ok(text)
    }
}

/// The journal of one file, open for appending.
#[derive(Debug)]
pub struct Journal {
    path: PathBuf,
    file: File,
}

impl Journal {
    /// Path of the journal of the file `name` in `folder`.
    pub fn path_in(folder: &Path, name: &str) -> PathBuf {
        let last = name.rsplit(['/', '\\']).next().unwrap_or(name);
        let last = crate::container::safe_name(last);
        folder.join(format!("{last}-{:08x}.jsonl", crc32fast::hash(name.as_bytes())))
    }

    /// Starts a new journal with the present history.
    ///
    /// # Errors
    /// If it cannot be written.
    pub fn begin(path: PathBuf, name: &str, history: &History) -> io::Result<Self> {
        if let Some(folder) = path.parent() {
            std::fs::create_dir_all(folder)?;
        }
        let head = Line::File { journal: VERSION, path: name.to_owned(), crc32: history.base() };
        let mut lines = head.text()?;
        for step in history.steps() {
            lines.extend(Line::Step(step.clone()).text()?);
        }
        if history.done() != history.steps().len() {
            lines.extend(Line::Done(history.done()).text()?);
        }
        if let Some(saved) = history.saved().filter(|saved| *saved > 0) {
            lines.extend(Line::Saved(saved).text()?);
        }
        // An existing journal is replaced only when the new one is complete.
        let beside = path.with_extension("new");
        let mut file = File::create(&beside)?;
        file.write_all(&lines)?;
        file.sync_all()?;
        drop(file);
        std::fs::rename(&beside, &path)?;
        let file = OpenOptions::new().append(true).open(&path)?;
        Ok(Self { path, file })
    }

    /// Opens the journal at `path` for appending. Returns it with the file name and the history; `None`
    /// if there is no valid journal.
    pub fn resume(path: PathBuf) -> Option<(Self, String, History)> {
        let text = std::fs::read(&path).ok()?;
        let mut whole = 0;
        let mut found: Option<(String, History)> = None;
        for line in text.split_inclusive(|byte| *byte == b'\n') {
            let Some(stripped) = line.strip_suffix(b"\n") else { break };
            let Ok(line_read) = serde_json::from_slice::<Line>(stripped) else { break };
            match (line_read, &mut found) {
                (Line::File { journal: VERSION, path, crc32 }, None) => {
                    found = Some((path, History::new(crc32)));
                }
                (Line::Step(step), Some((_, history))) => history.push(step),
                (Line::Done(done), Some((_, history))) => history.go_to(done),
                (Line::Saved(done), Some((_, history))) => history.mark_saved(done),
                _ => break,
            }
            whole += line.len();
        }
        let (name, history) = found?;
        let file = OpenOptions::new().append(true).open(&path).ok()?;
        // An incomplete line would corrupt the next one.
        file.set_len(whole as u64).ok()?;
        Some((Self { path, file }, name, history))
    }

    /// Copies a journal of a newer version, or with a damaged line, before anything in it is dropped. Returns
    /// the path of the copy.
    pub fn copy_unreadable(path: &Path) -> Option<PathBuf> {
        let text = std::fs::read(path).ok()?;
        let mut lines = text.split_inclusive(|byte| *byte == b'\n').enumerate();
        let is_known = |(at, line): (usize, &[u8])| match line.strip_suffix(b"\n") {
            // It was being written when the program ended.
            None => at > 0,
            Some(line) => match serde_json::from_slice::<Line>(line) {
                Ok(Line::File { journal, .. }) => at == 0 && journal == VERSION,
                Ok(_) => at > 0,
                Err(_) => false,
            },
        };
        if lines.all(is_known) { None } else { copy(path, "unreadable") }
    }

    /// Copies a journal whose unsaved steps are not part of `history`: those of another window with the
    /// same file. Returns the path of the copy.
    pub fn copy_other(path: &Path, history: &History) -> Option<PathBuf> {
        let (_, _, kept) = Self::resume(path.to_owned())?;
        let is_other = kept.is_dirty() && !history.steps().starts_with(kept.steps());
        if is_other { copy(path, "other") } else { None }
    }

    /// Appends a step.
    ///
    /// # Errors
    /// If it cannot be written; the same applies to the other methods.
    pub fn step(&mut self, step: &Step) -> io::Result<()> {
        self.write(&Line::Step(step.clone()))
    }

    /// Appends the number of applied steps.
    #[allow(missing_docs, reason = "see Journal::step")]
    pub fn done(&mut self, done: usize) -> io::Result<()> {
        self.write(&Line::Done(done))
    }

    /// Records that the file was saved with this number of steps.
    #[allow(missing_docs, reason = "see Journal::step")]
    pub fn saved(&mut self, done: usize) -> io::Result<()> {
        self.write(&Line::Saved(done))
    }

    /// Removes the journal.
    pub fn end(self) {
        drop(self.file);
        let _ = std::fs::remove_file(self.path);
    }

    fn write(&mut self, line: &Line) -> io::Result<()> {
        self.file.write_all(&line.text()?)?;
        self.file.sync_data()
    }
}

/// Maximum number of copies of a journal.
const MAX_COPIES: u32 = 100;

/// Copies a journal to a new file with this ending.
fn copy(path: &Path, ending: &str) -> Option<PathBuf> {
    let name = |number: u32| path.with_extension(format!("{number}.{ending}"));
    let free = (1..=MAX_COPIES).map(name).find(|copy| !copy.exists())?;
    std::fs::copy(path, &free).ok()?;
    Some(free)
}
