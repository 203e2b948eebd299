//! Brings the index up to date: what is new or changed is read, what is gone is taken out.

use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet};
use std::path::Path;
use std::sync::mpsc::{Receiver, RecvTimeoutError, SyncSender, sync_channel};
use std::time::UNIX_EPOCH;

use rusqlite::params;

use super::Index;
use super::error::IndexError;
use super::facts::{FileFacts, Reader};
use super::root::{Root, below, is_in};
use super::writer::{HOLD, Writer};
use crate::library::{Library, OpenError};

/// Facts that wait to be written: more would only fill memory.
const QUEUE: usize = 256;

/// What came of an update.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Updated {
    /// Files on disk that were there.
    pub files: usize,
    /// Those that were as the index knows them.
    pub unchanged: usize,
    /// Those that were read; with what is in them, the files that were.
    pub read: usize,
    /// Those that are gone.
    pub gone: usize,
    /// Whether it was broken off.
    pub cancelled: bool,
}

/// How an update comes along, and whether it goes on.
pub trait Watch: Sync {
    /// So many files on disk are to be read.
    fn expect(&self, files: usize) {
        let _ = files;
    }
    /// A file was read, on disk or in another.
    fn read(&self, path: &str) {
        let _ = path;
    }
    /// A file on disk is done with all it holds.
    fn done(&self) {}
    /// Something that cannot be listed.
    fn fail(&self, error: OpenError) {
        let _ = error;
    }
    /// The index was damaged: everything is read anew, into another file.
    fn anew(&self, why: &IndexError) {
        let _ = why;
    }
    /// Whether to stop.
    fn cancelled(&self) -> bool {
        false
    }
}

impl Index {
    /// Takes everything out.
    ///
    /// # Errors
    /// Where it cannot be written.
    pub fn clear(&self) -> Result<(), IndexError> {
        let number = self.home.number();
        let cleared = Writer::new(self).and_then(|mut writer| writer.clear());
        match cleared.map_err(|error| self.home.judge(number, error)) {
            // In the new file there is nothing.
            Err(error) if error.is_damaged() => Ok(()),
            cleared => cleared,
        }
    }

    /// Brings what is known of `root` up to date, on `threads` threads (0 for one for each core). What
    /// was read before it was broken off is kept. What lies below a folder that cannot be listed stays
    /// as it is known.
    ///
    /// # Errors
    /// Where nothing is at the root, or the index cannot be written.
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
                .map_err(|error| self.home.judge(number, error))
        };
        match bring() {
            Err(error) if error.is_damaged() => {
                watch.anew(&error);
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
        for path in gone(known.keys(), &listed, &closed) {
            let Some((id, _)) = known.get(path) else { continue };
            writer.remove(*id)?;
            updated.gone += 1;
        }
        writer.end()?;
        watch.expect(wanted.len());
        let (to, from) = sync_channel(QUEUE);
        let set = wanted.iter().map(|path| (path.clone(), stamps.get(path).cloned()));
        let set = Wanted { stamps: set.collect() };
        let (told, written) = std::thread::scope(|scope| {
            // Who writes owns the queue: when writing fails, nobody waits for room in it.
            let writing = scope.spawn(move || set.write(&mut writer, from, watch));
            let reader = Reader { library, done: &|path| watch.read(path) };
            let told = library
                .census(&pool, wanted, None, &reader, &mut |told| send(&to, told.row, watch));
            // Only now it is known whether the last one is complete.
            if told.is_ok() {
                // Whoever does not write any more says why.
                let _ = to.send(Sent::End);
            }
            drop(to);
            (told, writing.join())
        });
        updated.cancelled = told.is_err();
        let lost = || IndexError::new("writing it set off a defect of this program");
        updated.read = written.map_err(|_| lost())??;
        Ok(updated)
    }

    /// The files on disk below a root, each with its number and the stamp it was read with.
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

/// The known files that are not there any more. Of those below a closed folder nobody knows.
fn gone<'a>(
    known: impl Iterator<Item = &'a String>,
    listed: &[String],
    closed: &[String],
) -> Vec<&'a String> {
    let there: HashSet<&String> = listed.iter().collect();
    let is_closed = |path: &String| closed.iter().any(|folder| is_in(path, folder));
    known.filter(|path| !there.contains(path) && !is_closed(path)).collect()
}

/// What is sent to whoever writes.
enum Sent {
    Facts(Box<FileFacts>),
    /// That was all; where it does not come, the census was broken off.
    End,
}

/// Broken off: by the user, or as nobody writes any more.
struct Stopped;

fn send(to: &SyncSender<Sent>, facts: FileFacts, watch: &dyn Watch) -> Result<(), Stopped> {
    if watch.cancelled() {
        return Err(Stopped);
    }
    to.send(Sent::Facts(Box::new(facts))).map_err(|_| Stopped)
}

/// The files on disk that are read, each with its stamp.
struct Wanted {
    stamps: HashMap<String, Option<String>>,
}

impl Wanted {
    /// Writes what comes. A file on disk gets its stamp when everything in it is there.
    fn write(
        &self,
        writer: &mut Writer,
        from: Receiver<Sent>,
        watch: &dyn Watch,
    ) -> Result<usize, IndexError> {
        let mut now: Option<(i64, Option<String>)> = None;
        // Whether somebody else has not begun to read the same file meanwhile.
        let mut is_ours = true;
        let mut count = 0;
        loop {
            // Nobody else is kept waiting while this waits for the next file.
            let sent = match from.recv_timeout(HOLD) {
                Ok(sent) => sent,
                Err(RecvTimeoutError::Timeout) => {
                    writer.end()?;
                    continue;
                }
                Err(RecvTimeoutError::Disconnected) => break,
            };
            let facts = match sent {
                Sent::Facts(facts) => Some(facts),
                Sent::End => None,
            };
            let stamp = facts.as_ref().map(|facts| self.stamps.get(&facts.path));
            // The next file on disk, or the end: the last one is complete.
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
                // What could not even be looked at may be there the next time.
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

/// Stamps of files: by which a file, or one beside it that shares its name without the extension (the
/// image of a sheet, the other half of an archive), is seen to have changed.
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

/// The files beside a root that is one file.
fn beside(unit: &str) -> Vec<String> {
    let unit = Path::new(unit);
    let folder = unit.parent().filter(|_| unit.is_file());
    let entries = folder.and_then(|folder| std::fs::read_dir(folder).ok()).into_iter().flatten();
    let files = entries.flatten().map(|entry| entry.path()).filter(|path| path.is_file());
    files.map(|path| path.to_string_lossy().into_owned()).collect()
}

/// Length and time of a file; a file that has none is read each time.
fn stamp(path: &str) -> Option<String> {
    let meta = std::fs::metadata(path).ok()?;
    let time = meta.modified().ok()?.duration_since(UNIX_EPOCH).unwrap_or_default();
    Some(format!("{}:{}", meta.len(), time.as_nanos()))
}

#[cfg(test)]
mod tests {
    use super::gone;

    #[test]
    fn what_lies_below_a_closed_folder_is_not_gone() {
        let paths = |all: &[&str]| all.iter().map(|path| (*path).to_owned()).collect::<Vec<_>>();
        let known = paths(&["/a/kept", "/a/gone", "/a/shut/x", "/a/shut/deep/x", "/a/shut.txt"]);
        let listed = paths(&["/a/kept"]);
        let without = |closed: &[&str]| gone(known.iter(), &listed, &paths(closed)).len();
        assert_eq!(gone(known.iter(), &listed, &paths(&["/a/shut"])), ["/a/gone", "/a/shut.txt"]);
        assert_eq!((without(&["/a"]), without(&[])), (0, 4));
    }
}
