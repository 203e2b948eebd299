//! Thumbnails on disk, keyed by the content of the file they show. They can be deleted at any time.
//!
//! Each thumbnail is a file: a header line with further dependencies, then a PNG. Damaged thumbnails, and
//! those whose companions have changed, are drawn again.

use std::collections::HashMap;
use std::fs::{self, File};
use std::io::{Cursor, Write};
use std::path::{Path, PathBuf};
use std::time::SystemTime;

use image::{ImageFormat, RgbaImage};
use serde::{Deserialize, Serialize};

use super::{OpenFile, SIDE};
use crate::app::model::document::thumbnails::Item;
use crate::bytes::Source;
use crate::index::Content;
use crate::library::{Library, ResolvedPath};

/// Folder of the thumbnails in the cache folder, and their extension.
const FOLDER: &str = "pictures";
const ENDING: &str = "picture";
/// Total size in bytes beyond which the oldest thumbnails are deleted.
const BUDGET: u64 = 256 << 20;
/// Maximum number of files whose content hash is kept, to avoid reading a file for each of its
/// thumbnails.
const MAX_KNOWN: usize = 64;

/// Thumbnails in a folder, or disabled.
#[derive(Default)]
pub struct Cache {
    /// `None` if nothing can be stored.
    folder: Option<PathBuf>,
    budget: u64,
    /// Total size in bytes; `None` until it is computed.
    total: Option<u64>,
    /// Content hashes of files, by path.
    known: HashMap<String, Option<u128>>,
}

/// A stored thumbnail.
pub struct StoredThumbnail {
    /// Format of the file.
    pub format: String,
    pub picture: RgbaImage,
}

/// The header line before the picture.
#[derive(Serialize, Deserialize)]
struct Head {
    format: String,
    /// The file that was drawn; only checked if companions were found next to it.
    path: String,
    /// Companions by path, with their content hashes.
    with: Vec<(String, String)>,
}

impl Cache {
    /// Stores thumbnails below the folder `cache`; disabled without one.
    pub fn new(cache: Option<&Path>) -> Self {
        Self::with_budget(cache, BUDGET)
    }

    /// Stores up to `budget` bytes of thumbnails.
    pub fn with_budget(cache: Option<&Path>, budget: u64) -> Self {
        Self { folder: cache.map(|cache| cache.join(FOLDER)), budget, ..Self::default() }
    }

    /// The stored thumbnail of an item, if it is still valid.
    pub fn get(&mut self, library: &Library, item: &Item) -> Option<StoredThumbnail> {
        let place = self.place(library, item)?;
        let bytes = fs::read(&place).ok()?;
        let end = bytes.iter().position(|byte| *byte == b'\n')?;
        let head: Head = serde_json::from_slice(bytes.get(..end)?).ok()?;
        if !head.with.is_empty() && head.path != item.path {
            return None;
        }
        for (path, content) in &head.with {
            if self.content(library, path).map(hex).as_ref() != Some(content) {
                return None;
            }
        }
        let png = image::load_from_memory_with_format(bytes.get(end + 1..)?, ImageFormat::Png);
        let picture = png.ok()?.into_rgba8();
        if picture.dimensions() != (SIDE, SIDE) {
            return None;
        }
        // Recently used thumbnails are deleted last; if the time cannot be set, they are deleted earlier.
        let _ = File::open(&place).and_then(|file| file.set_modified(SystemTime::now()));
        Some(StoredThumbnail { format: head.format, picture })
    }

    /// Stores a thumbnail, unless companions were missing when it was drawn, or the file cannot be
    /// written.
    pub fn put(&mut self, library: &Library, item: &Item, file: &OpenFile, picture: &RgbaImage) {
        if !file.is_whole {
            return;
        }
        let Some(place) = self.place(library, item) else { return };
        let with = file
            .companions
            .iter()
            .map(|source| (source.name().to_owned(), hex(Content::of_source(source).hash)));
        let format = file.opened.document.format.id.to_owned();
        let head = Head { format, path: item.path.clone(), with: with.collect() };
        if let Err(error) = self.write(&place, &head, picture) {
            log::debug!("{} cannot be stored: {error}", place.display());
            // If the folder is not writable now, later attempts would fail, too.
            self.folder = None;
        }
    }

    /// Writes a temporary file and renames it, so that no partial file can be read.
    fn write(&mut self, place: &Path, head: &Head, picture: &RgbaImage) -> anyhow::Result<()> {
        let folder = self.folder.clone().unwrap_or_default();
        fs::create_dir_all(&folder)?;
        let mut bytes = serde_json::to_vec(head)?;
        bytes.push(b'\n');
        let mut png = Cursor::new(Vec::new());
        picture.write_to(&mut png, ImageFormat::Png)?;
        bytes.extend(png.into_inner());
        let mut file = tempfile::NamedTempFile::new_in(&folder)?;
        file.write_all(&bytes)?;
        file.persist(place)?;
        let total = match self.total {
            Some(total) => total.saturating_add(bytes.len() as u64),
            None => list_files(&folder).iter().map(|(_, len, _)| len).sum(),
        };
        self.total = Some(if total > self.budget { self.shrink(&folder) } else { total });
        Ok(())
    }

    /// Deletes the oldest thumbnails until three quarters of the budget are used; returns the remaining
    /// size.
    fn shrink(&self, folder: &Path) -> u64 {
        let mut all = list_files(folder);
        all.sort_unstable_by_key(|(when, ..)| *when);
        let mut total: u64 = all.iter().map(|(_, len, _)| len).sum();
        for (_, len, path) in all {
            if total <= self.budget / 4 * 3 {
                break;
            }
            if fs::remove_file(path).is_ok() {
                total -= len;
            }
        }
        total
    }

    /// Path of an item's thumbnail, derived from content, element, size and program version.
    fn place(&mut self, library: &Library, item: &Item) -> Option<PathBuf> {
        let folder = self.folder.clone()?;
        let content = hex(self.content(library, &item.path)?);
        let part = item.part.as_ref().map_or("file 0".to_owned(), |part| {
            let field = part.field.as_deref().unwrap_or_default();
            format!("{} {:?} {field}", part.kind.name(), part.element)
        });
        let name = format!("{content} {part} {SIDE} {}", env!("CARGO_PKG_VERSION"));
        let name = hex(Content::of_bytes(name.as_bytes()).hash);
        Some(folder.join(format!("{name}.{ENDING}")))
    }

    /// The content hash of a file, as stored.
    fn content(&mut self, library: &Library, path: &str) -> Option<u128> {
        if let Some(known) = self.known.get(path) {
            return *known;
        }
        let content = source(library, path).map(|source| Content::of_source(&source).hash);
        if self.known.len() >= MAX_KNOWN {
            self.known.clear();
        }
        self.known.insert(path.to_owned(), content);
        content
    }
}

fn source(library: &Library, path: &str) -> Option<Source> {
    match library.place(path).ok()? {
        ResolvedPath::File(source) => Some(source),
        ResolvedPath::Folder(_) | ResolvedPath::Inside(..) => None,
    }
}

/// The files in the folder with modification times and lengths, including incomplete thumbnails.
fn list_files(folder: &Path) -> Vec<(SystemTime, u64, PathBuf)> {
    let entries = fs::read_dir(folder).into_iter().flatten().flatten();
    let entry = |entry: fs::DirEntry| {
        let meta = entry.metadata().ok().filter(fs::Metadata::is_file)?;
        let when = meta.modified().unwrap_or(SystemTime::UNIX_EPOCH);
        Some((when, meta.len(), entry.path()))
    };
    entries.filter_map(entry).collect()
}

fn hex(hash: u128) -> String {
    format!("{hash:032x}")
}
