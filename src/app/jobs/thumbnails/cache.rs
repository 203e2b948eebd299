//! Small pictures on disk, by the content of what they are drawn from. Deleting them loses nothing.
//!
//! A picture is a file: a line that says what it was drawn from besides, then a PNG. What is damaged,
//! and what was drawn with other companions than there are now, is drawn again.

use std::collections::HashMap;
use std::fs::{self, File};
use std::io::{Cursor, Write};
use std::path::{Path, PathBuf};
use std::time::SystemTime;

use image::{ImageFormat, RgbaImage};
use serde::{Deserialize, Serialize};

use super::{OpenFile, SIDE};
use crate::app::model::thumbnails::Item;
use crate::bytes::Source;
use crate::index::Content;
use crate::library::{Library, Place};

/// Folder of the pictures in that of the cache, and their ending.
const FOLDER: &str = "pictures";
const ENDING: &str = "picture";
/// Bytes of all pictures, beyond which the oldest go.
const BUDGET: u64 = 256 << 20;
/// Files whose content is known, so that it is not read for each of their pictures.
const MAX_KNOWN: usize = 64;

/// Pictures in a folder, or none.
#[derive(Default)]
pub struct Cache {
    /// `None` where nothing can be kept.
    folder: Option<PathBuf>,
    budget: u64,
    /// Bytes of all pictures; `None` until they are counted.
    total: Option<u64>,
    /// Contents of files that were read, by path.
    known: HashMap<String, Option<u128>>,
}

/// A picture that was kept.
pub struct Kept {
    /// Format of the file that it is of.
    pub format: String,
    pub picture: RgbaImage,
}

/// The line before the picture.
#[derive(Serialize, Deserialize)]
struct Head {
    format: String,
    /// The file that it was drawn of; it only matters where companions were found around it.
    path: String,
    /// Companions by path, each with the hash of its content.
    with: Vec<(String, String)>,
}

impl Cache {
    /// Keeps pictures below the folder `cache`; without one it keeps none.
    pub fn new(cache: Option<&Path>) -> Self {
        Self::with_budget(cache, BUDGET)
    }

    /// Keeps so many bytes of pictures.
    pub fn with_budget(cache: Option<&Path>, budget: u64) -> Self {
        Self { folder: cache.map(|cache| cache.join(FOLDER)), budget, ..Self::default() }
    }

    /// The picture of something, where one is kept that is still true.
    pub fn get(&mut self, library: &Library, item: &Item) -> Option<Kept> {
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
        // What is looked at goes last; where that cannot be written down, it goes earlier.
        let _ = File::open(&place).and_then(|file| file.set_modified(SystemTime::now()));
        Some(Kept { format: head.format, picture })
    }

    /// Keeps a picture, unless something was missing when it was drawn, or it cannot be written.
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
            log::debug!("{} cannot be kept: {error}", place.display());
            // A folder that cannot be written now cannot be written for the next one.
            self.folder = None;
        }
    }

    /// Writes beside the place and renames: nobody reads half a picture.
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
            None => kept(&folder).iter().map(|(_, len, _)| len).sum(),
        };
        self.total = Some(if total > self.budget { self.shrink(&folder) } else { total });
        Ok(())
    }

    /// Deletes the oldest pictures until three quarters of the budget are left, and says how much
    /// that is.
    fn shrink(&self, folder: &Path) -> u64 {
        let mut all = kept(folder);
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

    /// Where the picture of something is, by what it is drawn from, and by whom.
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

    /// The hash of the content of a file, as stored.
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
        Place::File(source) => Some(source),
        Place::Folder(_) | Place::Inside(..) => None,
    }
}

/// The pictures in a folder: when they were looked at last, and their lengths. What was left half
/// written is among them.
fn kept(folder: &Path) -> Vec<(SystemTime, u64, PathBuf)> {
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
