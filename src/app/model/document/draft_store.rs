//! Folder of the texts of descriptions that are not saved, from which they are restored after a crash, or if
//! the graphics device stops working repeatedly.

use std::collections::{BTreeMap, BTreeSet};
use std::fs::{self, File, TryLockError};
use std::io::{self, ErrorKind};
use std::path::{Path, PathBuf};
use std::sync::{Mutex, MutexGuard, PoisonError};

use serde::{Deserialize, Serialize};

use crate::container::{replace_file, safe_name};

/// Ending of the name of a draft.
const ENDING: &str = "draft.json";

/// See the [module](self). One window at a time owns the folder.
#[derive(Debug)]
pub struct DraftStore {
    folder: PathBuf,
    /// Locked only for a moment.
    texts: Mutex<Texts>,
    /// Locked while files are written, so that the newest text is written last.
    writing: Mutex<()>,
    /// Locked as long as the window is open.
    _owned: File,
}

/// The texts to store.
#[derive(Debug, Default)]
struct Texts {
    known: BTreeMap<PathBuf, StoredDraft>,
    /// Descriptions whose text is to be written, or removed if it is not known.
    changed: BTreeSet<PathBuf>,
}

/// A text that is not saved.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct StoredDraft {
    /// Path of the description.
    pub file: PathBuf,
    pub text: String,
    /// CRC-32 of the saved text; `None` if the description was never saved.
    pub saved: Option<u32>,
}

/// Content of the folder.
#[derive(Debug, Default)]
pub struct StoredDrafts {
    /// Drafts of unchanged descriptions.
    pub drafts: Vec<StoredDraft>,
    /// Messages about the other drafts, with the paths where they are kept.
    pub messages: Vec<String>,
}

impl DraftStore {
    /// Opens a folder. `None` if another window owns it, or it cannot be written.
    pub fn open(folder: PathBuf) -> Option<Self> {
        fs::create_dir_all(&folder).ok()?;
        let owned = File::create(folder.join("lock")).ok()?;
        // Some file systems have no locks.
        if matches!(owned.try_lock(), Err(TryLockError::WouldBlock)) {
            return None;
        }
        let (texts, writing) = (Mutex::default(), Mutex::default());
        Some(Self { folder, texts, writing, _owned: owned })
    }

    /// The stored texts. Those that cannot be read, or whose description was changed by another program, are
    /// renamed.
    pub fn read(&self) -> StoredDrafts {
        let mut found = StoredDrafts::default();
        for entry in fs::read_dir(&self.folder).into_iter().flatten().flatten() {
            let path = entry.path();
            if !path.to_string_lossy().ends_with(ENDING) {
                continue;
            }
            let text = fs::read_to_string(&path).map_err(|error| error.to_string());
            match text.and_then(|text| serde_json::from_str(&text).map_err(|e| e.to_string())) {
                Ok(draft) => self.take(draft, &path, &mut found),
                Err(why) => {
                    let kept = path.with_extension("unreadable");
                    let kept = fs::rename(&path, &kept).map_or(path, |()| kept);
                    let text = format!("The text in {} cannot be read: {why}.", kept.display());
                    found.messages.push(text);
                }
            }
        }
        found.drafts.sort_by(|a, b| a.file.cmp(&b.file));
        found
    }

    fn take(&self, draft: StoredDraft, path: &Path, found: &mut StoredDrafts) {
        let on_disk = fs::read_to_string(&draft.file).ok();
        if on_disk.as_deref().map(checksum) == draft.saved {
            self.texts().known.insert(draft.file.clone(), draft.clone());
            return found.drafts.push(draft);
        }
        if on_disk.as_ref() != Some(&draft.text) {
            let kept = path.with_extension("ksy");
            if let Err(error) = replace_file(&kept, draft.text.as_bytes()) {
                let text = format!("{} cannot be written: {error}.", kept.display());
                return found.messages.push(text);
            }
            found.messages.push(format!(
                "{} was changed by another program. Its unsaved text is kept in {}.",
                draft.file.display(),
                kept.display()
            ));
        }
        // Otherwise it is read again at the next start.
        let _ = fs::remove_file(path);
    }

    fn texts(&self) -> MutexGuard<'_, Texts> {
        self.texts.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Sets the unsaved text of a description, for the next [`DraftStore::write`], and the saved one.
    pub fn set(&self, file: &Path, text: &str, saved: Option<&str>) {
        let (text, saved) = (text.to_owned(), saved.map(checksum));
        let mut texts = self.texts();
        texts.known.insert(file.to_owned(), StoredDraft { file: file.to_owned(), text, saved });
        texts.changed.insert(file.to_owned());
    }

    /// Removes the text of a description at the next [`DraftStore::write`]. If only `saved` was saved, a newer text
    /// stays.
    pub fn remove(&self, file: &Path, saved: Option<&str>) {
        let mut texts = self.texts();
        let is_newer = |draft: &StoredDraft| saved.is_some_and(|saved| saved != draft.text);
        match texts.known.get_mut(file) {
            Some(draft) if is_newer(draft) => draft.saved = saved.map(checksum),
            _ => drop(texts.known.remove(file)),
        }
        texts.changed.insert(file.to_owned());
    }

    /// Writes and removes texts as set.
    ///
    /// # Errors
    /// If a text cannot be written. It is written the next time; the others are written.
    pub fn write(&self) -> io::Result<()> {
        let _writing = self.writing.lock().unwrap_or_else(PoisonError::into_inner);
        let changed = std::mem::take(&mut self.texts().changed);
        let mut result = Ok(());
        for file in changed {
            let draft = self.texts().known.get(&file).cloned();
            if let Err(error) = self.write_one(&file, draft.as_ref()) {
                self.texts().changed.insert(file);
                result = result.and(Err(error));
            }
        }
        result
    }

    fn write_one(&self, file: &Path, draft: Option<&StoredDraft>) -> io::Result<()> {
        let name = file.file_name().unwrap_or_default().to_string_lossy();
        let hash = crc32fast::hash(file.as_os_str().as_encoded_bytes());
        let path = self.folder.join(format!("{}-{hash:08x}.{ENDING}", safe_name(&name)));
        match draft {
            Some(draft) => replace_file(&path, &serde_json::to_vec(draft)?),
            None => match fs::remove_file(path) {
                Err(error) if error.kind() != ErrorKind::NotFound => Err(error),
                _ => Ok(()),
            },
        }
    }
}

fn checksum(text: &str) -> u32 {
    crc32fast::hash(text.as_bytes())
}
