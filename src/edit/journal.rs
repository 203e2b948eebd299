//! What was done to a file, on disk: so that it is there again after the program ended, however it
//! ended.
//!
//! Lines of JSON, only ever added to. The first says which file it is about; the others are steps
//! as they were made, how many are done after an undo, and how many were saved. A line that breaks
//! off was being written when the program ended: what it would have said is lost, and nothing else.

use std::fs::{File, OpenOptions};
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};

use super::history::{History, Step};

/// Version of what is written.
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

/// The journal of one file, open for what comes next.
#[derive(Debug)]
pub struct Journal {
    path: PathBuf,
    file: File,
}

impl Journal {
    /// Where the journal of the file called `name` is kept in `folder`.
    pub fn path_in(folder: &Path, name: &str) -> PathBuf {
        let last = name.rsplit(['/', '\\']).next().unwrap_or(name);
        let last = crate::container::safe_name(last);
        folder.join(format!("{last}-{:08x}.jsonl", crc32fast::hash(name.as_bytes())))
    }

    /// A new journal with what was done so far.
    ///
    /// # Errors
    /// Where it cannot be written.
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
        // What is there already stays until all of the new one is on the disk.
        let beside = path.with_extension("new");
        let mut file = File::create(&beside)?;
        file.write_all(&lines)?;
        file.sync_all()?;
        drop(file);
        std::fs::rename(&beside, &path)?;
        let file = OpenOptions::new().append(true).open(&path)?;
        Ok(Self { path, file })
    }

    /// What the journal at `path` says was done, and where it goes on; `None` where there is none
    /// that can be understood.
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
        // What breaks off would spoil the line that comes next.
        file.set_len(whole as u64).ok()?;
        Some((Self { path, file }, name, history))
    }

    /// A step was made.
    ///
    /// # Errors
    /// Where it cannot be written; so of the others.
    pub fn step(&mut self, step: &Step) -> io::Result<()> {
        self.write(&Line::Step(step.clone()))
    }

    /// So many steps are done.
    #[allow(missing_docs, reason = "see Journal::step")]
    pub fn done(&mut self, done: usize) -> io::Result<()> {
        self.write(&Line::Done(done))
    }

    /// The file was saved with so many steps.
    #[allow(missing_docs, reason = "see Journal::step")]
    pub fn saved(&mut self, done: usize) -> io::Result<()> {
        self.write(&Line::Saved(done))
    }

    /// Nothing is left to be remembered.
    pub fn end(self) {
        drop(self.file);
        let _ = std::fs::remove_file(self.path);
    }

    fn write(&mut self, line: &Line) -> io::Result<()> {
        self.file.write_all(&line.text()?)?;
        self.file.sync_data()
    }
}
