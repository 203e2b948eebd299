//! Folder of the texts of descriptions that are not saved, from which they are restored after a crash, or if
//! the graphics device stops working again and again.

use std::collections::BTreeMap;
use std::fs::{self, File};
use std::io::{self, ErrorKind};
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};

use serde::{Deserialize, Serialize};

use crate::container::{replace_file, safe_name};

/// Ending of the name of a draft.
const ENDING: &str = "draft.json";

/// See the [module](self). One window at a time owns the folder.
#[derive(Debug)]
pub struct DraftStore {
    folder: PathBuf,
    /// Texts to write, and files whose text is to be removed. Locked only for a moment.
    pending: Mutex<BTreeMap<PathBuf, Option<String>>>,
    /// Locked while files are written, so that the newest text is written last.
    writing: Mutex<()>,
    /// Locked as long as the window is open.
    _owned: File,
}

/// A text that is not saved.
#[derive(Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct StoredDraft {
    /// Path of the description.
    pub file: PathBuf,
    pub text: String,
}

impl DraftStore {
    /// Opens a folder. `None` if another window owns it, or it cannot be written.
    pub fn open(folder: PathBuf) -> Option<Self> {
        fs::create_dir_all(&folder).ok()?;
        let owned = File::create(folder.join("lock")).ok()?;
        owned.try_lock().ok()?;
        let (pending, writing) = (Mutex::default(), Mutex::default());
        Some(Self { folder, pending, writing, _owned: owned })
    }

    /// The stored texts, and a message for each that cannot be read.
    pub fn read(&self) -> (Vec<StoredDraft>, Vec<String>) {
        let (mut drafts, mut unreadable) = (Vec::new(), Vec::new());
        for entry in fs::read_dir(&self.folder).into_iter().flatten().flatten() {
            let path = entry.path();
            if !path.to_string_lossy().ends_with(ENDING) {
                continue;
            }
            let text = fs::read_to_string(&path).map_err(|error| error.to_string());
            match text.and_then(|text| serde_json::from_str(&text).map_err(|e| e.to_string())) {
                Ok(draft) => drafts.push(draft),
                Err(why) => unreadable.push(format!("{} cannot be read: {why}", path.display())),
            }
        }
        drafts.sort_by(|a: &StoredDraft, b| a.file.cmp(&b.file));
        (drafts, unreadable)
    }

    /// Sets the text of a description, or `None` if it is saved, for the next [`DraftStore::write`].
    pub fn set(&self, file: &Path, text: Option<&str>) {
        let mut pending = self.pending.lock().unwrap_or_else(PoisonError::into_inner);
        pending.insert(file.to_owned(), text.map(str::to_owned));
    }

    /// Writes the texts that were set.
    ///
    /// # Errors
    /// If a text cannot be written.
    pub fn write(&self) -> io::Result<()> {
        let _writing = self.writing.lock().unwrap_or_else(PoisonError::into_inner);
        let pending =
            std::mem::take(&mut *self.pending.lock().unwrap_or_else(PoisonError::into_inner));
        for (file, text) in pending {
            let name = file.file_name().unwrap_or_default().to_string_lossy();
            let hash = crc32fast::hash(file.as_os_str().as_encoded_bytes());
            let path = self.folder.join(format!("{}-{hash:08x}.{ENDING}", safe_name(&name)));
            match text {
                Some(text) => {
                    replace_file(&path, &serde_json::to_vec(&StoredDraft { file, text })?)?;
                }
                None => match fs::remove_file(path) {
                    Err(error) if error.kind() != ErrorKind::NotFound => return Err(error),
                    _ => {}
                },
            }
        }
        Ok(())
    }
}
