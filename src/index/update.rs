//! Updates the index: reads new and changed files, and removes deleted ones.

use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet};
use std::path::Path;
use std::sync::mpsc::{Receiver, RecvTimeoutError, SyncSender, sync_channel};
use std::time::UNIX_EPOCH;

use rusqlite::params;

use super::Index;
use super::error::IndexError;
use super::facts::{FileFacts, Reader};
use super::root::{Root, below, folders_of};
use super::writer::{HOLD, Writer};
use crate::container::{disk_path, path_text};
use crate::library::{Library, OpenError};

/// Maximum number of facts that wait to be written, which bounds memory use.
const QUEUE: usize = 256;

/// Result of an update.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Updated {
    /// Number of files on disk.
    pub files: usize,
    /// Number of unchanged files.
    pub unchanged: usize,
    /// Number of files that were read, including members.
    pub read: usize,
    /// Number of removed files.
    pub gone: usize,
    /// `true` if the update was cancelled.
    pub cancelled: bool,
}

/// Receives the progress of an update, and can cancel it.
pub trait Watch: Sync {
    /// Number of files on disk that will be read.
    fn expect(&self, files: usize) {
        let _ = files;
    }
    /// A file was read, on disk or in a container.
    fn read(&self, path: &str) {
        let _ = path;
    }
    /// A file on disk and all its members are finished.
    fn done(&self) {}
    /// A path cannot be listed.
    fn fail(&self, error: OpenError) {
        let _ = error;
    }
    /// The index was damaged: everything is read again, into a new file.
    fn rebuilding(&self, why: &IndexError) {
        let _ = why;
    }
    /// `true` to cancel the update.
    fn cancelled(&self) -> bool {
        false
    }
}

impl Index {
    /// Removes all entries.
    ///
    /// # Errors
    /// If the index cannot be written.
    pub fn clear(&self) -> Result<(), IndexError> {
        let number = self.home.number();
        let cleared = Writer::new(self).and_then(|mut writer| writer.clear());
        match cleared.map_err(|error| self.home.recover(number, error)) {
            // The new file is empty.
            Err(error) if error.is_damaged() => Ok(()),
            cleared => cleared,
        }
    }

    /// Updates the entries of `root` on `threads` threads (0 for one per core). A cancelled update keeps
    /// what was read. Entries below a folder that cannot be listed are kept.
    ///
    /// # Errors
    /// If nothing exists at the root, or the index cannot be written.
    pub fn update(
        &self,
        library: &Library,
        root: &Root,
        threads: usize,
        watch: &dyn Watch,
    ) -> Result<Updated, IndexError> {
        let bring = || {
            let number = self.home.number();
            self.bring(library, root, threads, watch)
                .map_err(|error| self.home.recover(number, error))
        };
        match bring() {
            Err(error) if error.is_damaged() => {
                watch.rebuilding(&error);
                bring()
            }
            updated => updated,
        }
    }

    fn bring(
        &self,
        library: &Library,
        root: &Root,
        threads: usize,
        watch: &dyn Watch,
    ) -> Result<Updated, IndexError> {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build();
        let pool =
            pool.map_err(|error| IndexError::new(format!("cannot start threads: {error}")))?;
        let mut closed: Vec<String> = Vec::new();
        let mut fail = |folder: &str, error| {
            closed.push(folder.to_owned());
            watch.fail(error);
        };
        let listed = library.files_at(root.unit(), &mut fail);
        let mut listed = listed.map_err(|error| IndexError::new(error.to_string()))?;
        listed.retain(|path| !self.home.is_own(Path::new(path)));
        let stamps = stamps(&listed, &beside(root.unit()));
        let known = self.known(root)?;
        let is_known = |path: &String| {
            let (stamp, known) = (stamps.get(path), known.get(path));
            stamp.is_some() && known.is_some_and(|(_, known)| known.as_ref() == stamp)
        };
        let wanted: Vec<String> = listed.iter().filter(|path| !is_known(path)).cloned().collect();
        let mut updated = Updated {
            files: listed.len(),
            unchanged: listed.len() - wanted.len(),
            ..Updated::default()
        };
        let mut writer = Writer::new(self)?;
        for path in removed_files(known.keys(), &listed, &closed) {
            let Some((id, _)) = known.get(path) else { continue };
            writer.remove(*id)?;
            updated.gone += 1;
        }
        writer.end()?;
        watch.expect(wanted.len());
        let (to, from) = sync_channel(QUEUE);
        let set = wanted.iter().map(|path| (path.clone(), stamps.get(path).cloned()));
        let set = FilesToRead { stamps: set.collect() };
        let (result, written) = std::thread::scope(|scope| {
            // The writer owns the queue, so that senders do not block if writing fails.
            let writing = scope.spawn(move || set.write(&mut writer, from, watch));
            let reader = Reader { library, done: &|path| watch.read(path) };
            let result = library
                .census(&pool, wanted, None, &reader, &mut |report| send(&to, report.row, watch));
            // Only a census that was not cancelled is complete.
            if result.is_ok() {
                // If the writer has stopped, it returns its error.
                let _ = to.send(WriterMessage::End);
            }
            drop(to);
            (result, writing.join())
        });
        updated.cancelled = result.is_err();
        let lost = || IndexError::new("the program crashed while writing the index");
        updated.read = written.map_err(|_| lost())??;
        Ok(updated)
    }

    /// The indexed files on disk below a root, each with its number and the stamp of its last reading.
    fn known(&self, root: &Root) -> Result<HashMap<String, (i64, Option<String>)>, IndexError> {
        let connection = self.home.connect()?;
        let (first, last) = below(root.unit());
        let query = "SELECT path, id, stamp FROM file \
                     WHERE holder = id AND (path = ?1 OR path >= ?2 AND path < ?3)";
        let mut found = connection.prepare(query)?;
        let rows = found.query_map(params![root.unit(), first, last], |row| {
            Ok((row.get(0)?, (row.get(1)?, row.get(2)?)))
        })?;
        Ok(rows.collect::<Result<_, _>>()?)
    }
}

/// The indexed files that no longer exist. Files below folders that cannot be listed are kept.
pub fn removed_files<'a>(
    known: impl Iterator<Item = &'a String>,
    listed: &[String],
    closed: &[String],
) -> Vec<&'a String> {
    let there: HashSet<&String> = listed.iter().collect();
    let closed: HashSet<&str> = closed.iter().map(|path| path.trim_end_matches('/')).collect();
    let is_closed = |path: &String| folders_of(path).any(|folder| closed.contains(folder));
    known.filter(|path| !there.contains(path) && !is_closed(path)).collect()
}

/// Message to the writer.
enum WriterMessage {
    Facts(Box<FileFacts>),
    /// The census is complete; missing if it was cancelled.
    End,
}

/// Cancelled by the user, or because the writer has stopped.
struct UpdateStopped;

fn send(
    to: &SyncSender<WriterMessage>,
    facts: FileFacts,
    watch: &dyn Watch,
) -> Result<(), UpdateStopped> {
    if watch.cancelled() {
        return Err(UpdateStopped);
    }
    to.send(WriterMessage::Facts(Box::new(facts))).map_err(|_| UpdateStopped)
}

/// The files on disk to read, with their stamps.
struct FilesToRead {
    stamps: HashMap<String, Option<String>>,
}

impl FilesToRead {
    /// Writes facts as they arrive. A file on disk gets its stamp once all its members are written.
    fn write(
        &self,
        writer: &mut Writer,
        from: Receiver<WriterMessage>,
        watch: &dyn Watch,
    ) -> Result<usize, IndexError> {
        let mut now: Option<(i64, Option<String>)> = None;
        // `false` if another process began to read the same file.
        let mut is_ours = true;
        let mut count = 0;
        loop {
            // Ends the transaction while waiting for the next file, so that others can write.
            let sent = match from.recv_timeout(HOLD) {
                Ok(sent) => sent,
                Err(RecvTimeoutError::Timeout) => {
                    writer.end()?;
                    continue;
                }
                Err(RecvTimeoutError::Disconnected) => break,
            };
            let facts = match sent {
                WriterMessage::Facts(facts) => Some(facts),
                WriterMessage::End => None,
            };
            let stamp = facts.as_ref().map(|facts| self.stamps.get(&facts.path));
            // The next file on disk, or the end: the previous file is complete.
            if !matches!(stamp, Some(None))
                && let Some((file, stamp)) = now.take()
            {
                if let Some(stamp) = stamp {
                    writer.finish(file, &stamp)?;
                }
                watch.done();
            }
            let Some(facts) = facts else { break };
            count += 1;
            if let Some(Some(stamp)) = stamp {
                writer.remove_path(&facts.path)?;
                let id = writer.put(&facts, None)?;
                // A file that could not be read is tried again in the next update.
                let is_read = facts.format.is_some() || facts.status != "failed";
                now = id.map(|id| (id, stamp.clone().filter(|_| is_read)));
                is_ours = id.is_some();
            } else if is_ours {
                let holder = now.as_ref().map(|(file, _)| *file);
                is_ours = writer.put(&facts, holder)?.is_some();
            }
        }
        writer.end()?;
        Ok(count)
    }
}

/// Stamps of files. A stamp changes with the file, and with files of the same stem next to it (the image
/// of a cue sheet, the other file of a split archive).
fn stamps(listed: &[String], around: &[String]) -> HashMap<String, String> {
    let all: BTreeSet<&String> = listed.iter().chain(around).collect();
    let listed: Vec<&String> = all.into_iter().collect();
    let own: Vec<Option<String>> = listed.iter().map(|path| stamp(path)).collect();
    let stem = |path: &str| {
        let path = Path::new(path);
        let stem = path.file_stem().unwrap_or_default().to_string_lossy().to_lowercase();
        (path.parent().map(Path::to_path_buf), stem)
    };
    let mut beside: BTreeMap<_, Vec<usize>> = BTreeMap::new();
    for (at, path) in listed.iter().enumerate() {
        beside.entry(stem(path)).or_default().push(at);
    }
    let mut all = HashMap::new();
    for files in beside.values() {
        for at in files {
            let (Some(path), Some(Some(first))) = (listed.get(*at), own.get(*at)) else { continue };
            let others = files.iter().filter(|other| *other != at);
            let others = others.filter_map(|other| own.get(*other)?.as_ref());
            let version = env!("CARGO_PKG_VERSION");
            let stamp = others.fold(format!("{version} {first}"), |all, other| all + " " + other);
            all.insert((*path).clone(), stamp);
        }
    }
    all
}

/// The files next to a root that is a single file.
fn beside(unit: &str) -> Vec<String> {
    let unit = disk_path(unit);
    let folder = unit.parent().filter(|_| unit.is_file());
    let entries = folder.and_then(|folder| std::fs::read_dir(folder).ok()).into_iter().flatten();
    let files = entries.flatten().map(|entry| entry.path()).filter(|path| path.is_file());
    files.map(path_text).collect()
}

/// Length and modification time of a file; a file without them is read in every update.
fn stamp(path: &str) -> Option<String> {
    let meta = std::fs::metadata(path).ok()?;
    let time = meta.modified().ok()?.duration_since(UNIX_EPOCH).unwrap_or_default();
    Some(format!("{}:{}", meta.len(), time.as_nanos()))
}
