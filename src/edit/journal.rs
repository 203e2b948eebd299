//! Journal of the steps of a file on disk, from which unsaved changes are restored after a crash.
//!
//! Lines of JSON that are only appended. The first one identifies the file and the session; the others are
//! steps, the number of applied steps after an undo, and the number of saved ones. An incomplete last line was
//! being written when the program ended; only its own information is lost.
//!
//! Nothing in a journal is dropped without a copy. There is one copy for each other session that changes the
//! same file, which its later changes replace, and one for each text with unreadable lines.

use std::fs::OpenOptions;
use std::hash::{BuildHasher, RandomState};
use std::io::{self, ErrorKind, Write};
use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};

use super::history::{History, Step};
use crate::container::replace_file;

/// Version of the journal format.
const VERSION: u32 = 1;

/// A window, which writes the journals of the files that it changes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct SessionId(u64);

impl SessionId {
    /// A random id.
    pub fn random() -> Self {
        Self(RandomState::new().hash_one(0))
    }
}

#[derive(Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
enum Line {
    File {
        journal: u32,
        path: String,
        crc32: u32,
        #[serde(default)]
        session: SessionId,
    },
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

/// Content of a journal on disk.
#[derive(Debug, Default)]
pub struct Stored {
    /// Name of the file, and its steps. `None` if there is no journal, or its first line cannot be read.
    pub history: Option<(String, History)>,
    /// Copy of the journal, if some lines are damaged, or of a newer version. The journal now ends before
    /// them.
    pub copy: Option<PathBuf>,
    session: SessionId,
    text: Vec<u8>,
}

impl Stored {
    /// Parses the complete lines; also returns their length, and `false` if others cannot be read.
    fn parse(text: Vec<u8>) -> (Self, usize, bool) {
        let (mut history, mut session, mut len) = (None, SessionId::default(), 0);
        for line in text.split_inclusive(|byte| *byte == b'\n') {
            let Some(complete) = line.strip_suffix(b"\n") else { break };
            match (serde_json::from_slice(complete), &mut history) {
                (Ok(Line::File { journal: VERSION, path, crc32, session: id }), None) => {
                    (history, session) = (Some((path, History::new(crc32))), id);
                }
                (Ok(Line::Step(step)), Some((_, history))) => history.push(step),
                (Ok(Line::Done(done)), Some((_, history))) => history.go_to(done),
                (Ok(Line::Saved(done)), Some((_, history))) => history.mark_saved(done),
                _ => break,
            }
            len += line.len();
        }
        // A line without an end was being written when the program ended.
        let rest = text.get(len..).unwrap_or_default();
        let is_readable = !rest.contains(&b'\n') && (len > 0 || rest.is_empty());
        (Self { history, copy: None, session, text }, len, is_readable)
    }

    /// `true` if it has unsaved changes that are not part of `history`.
    fn has_other_changes(&self, history: &History) -> bool {
        let is_other = |(_, stored): &(String, History)| {
            stored.is_dirty() && !history.steps().starts_with(stored.steps())
        };
        self.history.as_ref().is_some_and(is_other)
    }
}

/// The journal of one file, open for appending.
#[derive(Debug)]
pub struct Journal {
    path: PathBuf,
}

impl Journal {
    /// Path of the journal of the file `name` in `folder`.
    pub fn path_in(folder: &Path, name: &str) -> PathBuf {
        let last = name.rsplit(['/', '\\']).next().unwrap_or(name);
        let last = crate::container::safe_name(last);
        folder.join(format!("{last}-{:08x}.jsonl", crc32fast::hash(name.as_bytes())))
    }

    /// Reads the journal at `path`. If some lines cannot be read, it is copied before they are dropped.
    ///
    /// # Errors
    /// If it cannot be read or copied; it is unchanged.
    pub fn read(path: &Path) -> io::Result<Stored> {
        let text = match std::fs::read(path) {
            Err(error) if error.kind() == ErrorKind::NotFound => return Ok(Stored::default()),
            text => text?,
        };
        let (mut stored, len, is_readable) = Stored::parse(text);
        if !is_readable {
            let name = format!("{:08x}.unreadable", crc32fast::hash(&stored.text));
            stored.copy = Some(copy(&stored.text, path.with_extension(name))?);
            match stored.history {
                Some(_) => OpenOptions::new().write(true).open(path)?.set_len(len as u64)?,
                None => std::fs::remove_file(path)?,
            }
        }
        stored.text.truncate(len);
        Ok(stored)
    }

    /// Opens the journal at `path` for appending; it then contains the history of the file `name`. If that
    /// replaces changes of another session, or unreadable lines, the path of a copy is returned, too.
    ///
    /// # Errors
    /// If it cannot be read, copied or written; it is unchanged.
    pub fn open(
        path: PathBuf,
        session: SessionId,
        name: &str,
        history: &History,
    ) -> io::Result<(Self, Option<PathBuf>)> {
        let stored = Self::read(&path)?;
        let mut kept = stored.copy.clone();
        let is_own = |(file, steps): &(String, History)| file == name && steps == history;
        if stored.session == session && stored.history.as_ref().is_some_and(is_own) {
            // An incomplete line would corrupt the next one.
            OpenOptions::new().write(true).open(&path)?.set_len(stored.text.len() as u64)?;
            return Ok((Self { path }, kept));
        }
        if kept.is_none() && stored.has_other_changes(history) {
            let ending = format!("{:016x}.other", stored.session.0);
            kept = Some(copy(&stored.text, path.with_extension(ending))?);
        }
        Ok((Self::begin(path, session, name, history)?, kept))
    }

    /// Starts a new journal with the present history.
    fn begin(path: PathBuf, session: SessionId, name: &str, history: &History) -> io::Result<Self> {
        if let Some(folder) = path.parent() {
            std::fs::create_dir_all(folder)?;
        }
        let (path_of_file, crc32) = (name.to_owned(), history.base());
        let head = Line::File { journal: VERSION, path: path_of_file, crc32, session };
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
        replace_file(&path, &lines)?;
        Ok(Self { path })
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

    fn write(&mut self, line: &Line) -> io::Result<()> {
        let mut file = OpenOptions::new().append(true).open(&self.path)?;
        file.write_all(&line.text()?)?;
        file.sync_data()
    }
}

/// Writes the text of a journal to a copy, and returns its path.
fn copy(text: &[u8], to: PathBuf) -> io::Result<PathBuf> {
    replace_file(&to, text)?;
    Ok(to)
}
