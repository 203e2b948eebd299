//! Reads only descriptors and directories, however large the image is.

use std::collections::{HashMap, VecDeque};

use super::descriptors::{Descriptor, descriptors};
use super::names::{file_name, unix_name};
use super::record::{Record, Records};
use super::records::{Extent, File, Volume, flag};
use super::rock_ridge::{Area, Entries};
use crate::bytes::{Cursor, Recorder, Result, Severity};
use crate::container::Distinct;
use crate::formats::disc::sectors::{Sectors, USER, sector};

/// Limits that no real disc reaches.
const MAX_DEPTH: usize = 32;
const MAX_DIRECTORIES: usize = 100_000;
const MAX_RECORDS: usize = 1_000_000;
/// Maximum size of a directory that is read.
const MAX_DIRECTORY: u64 = 16 << 20;

/// Reads the volume of an image with this sector layout. Also returns the spans that were read.
pub fn volume<R: Recorder>(
    cur: &mut Cursor<'_, R>,
    sectors: Sectors,
) -> Result<(Volume, Vec<(u64, u64)>)> {
    let mut claimed = Vec::new();
    let found = cur.array("descriptors", |cur| descriptors(cur, sectors, &mut claimed))?;
    let Some(first) = found.first() else {
        return Err(cur.fail(format_args!("the disc has no readable volume descriptor")));
    };
    // Rock Ridge names are complete; Joliet truncates them.
    let rock_ridge = rock_ridge(cur, sectors, first);
    let chosen = found.iter().find(|one| one.is_joliet && rock_ridge.is_none()).unwrap_or(first);
    let mut volume = Volume {
        name: first.name.clone(),
        is_joliet: chosen.is_joliet,
        is_xa: first.is_xa,
        files: Vec::new(),
    };
    let root = Directory {
        path: String::new(),
        at: chosen.root,
        depth: 0,
        field: String::from("descriptors[0].root"),
    };
    let mut walk = Walk {
        sectors,
        is_joliet: chosen.is_joliet,
        rock_ridge,
        visited: HashMap::new(),
        records: 0,
        claimed,
        names: Distinct::default(),
        open: VecDeque::from([root]),
    };
    let result = cur.array("directories", |cur| walk.directories(cur, &mut volume.files));
    cur.or_keep(result);
    Ok((volume, walk.claimed))
}

/// Offset of Rock Ridge entries in the system use areas of a tree; `None` without any.
fn rock_ridge<R: Recorder>(
    cur: &Cursor<'_, R>,
    sectors: Sectors,
    tree: &Descriptor,
) -> Option<usize> {
    let start = sectors.user(tree.root.lba)?;
    let own = cur.slice(start, start.saturating_add(USER));
    // The directory's record of itself: 33 bytes and a one-byte name, which is NUL.
    let own = own.get(..usize::from(*own.first()?))?;
    let area = own.get(34..).filter(|_| own.get(32..34) == Some(&[1, 0]))?;
    let skipped = Area::first(area)?;
    let entries = Entries::of(&Area { bytes: area, skipped }, |lba, at, len| {
        continuation(cur, sectors, lba, at, len)
    });
    entries.is_rock_ridge.then_some(skipped)
}

/// `len` bytes starting at byte `at` of sector `lba`: the continuation of a system use area.
fn continuation<R: Recorder>(
    cur: &Cursor<'_, R>,
    sectors: Sectors,
    lba: u32,
    at: u32,
    len: u32,
) -> Vec<u8> {
    let end = u64::from(at).saturating_add(len.into());
    let Some(user) = sectors.user(lba).filter(|_| end <= USER) else { return Vec::new() };
    cur.slice(user.saturating_add(at.into()), user.saturating_add(end)).to_vec()
}

/// A directory that has not been read yet.
struct Directory {
    /// Path with a trailing slash, or empty.
    path: String,
    at: Extent,
    depth: usize,
    /// Field of the record that refers to the folder.
    field: String,
}

/// Reads the records in the sector at the cursor.
fn records<R: Recorder>(cur: &mut Cursor<'_, R>) -> Result<Vec<Record>> {
    let run = cur.run("records", MAX_RECORDS, Records);
    let left = usize::try_from(cur.remaining()).unwrap_or(0);
    cur.padding(left)?;
    Ok(run.items)
}

/// State of reading all directories.
struct Walk {
    sectors: Sectors,
    is_joliet: bool,
    /// Offset of Rock Ridge entries in system use areas.
    rock_ridge: Option<usize>,
    /// Paths of the directories that were read, by first sector, to detect loops.
    visited: HashMap<u32, String>,
    records: usize,
    /// Spans that were read.
    claimed: Vec<(u64, u64)>,
    /// Paths that are already used.
    names: Distinct,
    open: VecDeque<Directory>,
}

impl Walk {
    fn directories<R: Recorder>(
        &mut self,
        cur: &mut Cursor<'_, R>,
        files: &mut Vec<File>,
    ) -> Result<()> {
        let mut index = 0;
        while let Some(directory) = self.open.pop_front() {
            if let Some(known) = self.visited.get(&directory.at.lba) {
                let lack = match known.as_str() {
                    "" => "this folder is the root of the disc".to_owned(),
                    known => format!("this folder is already listed as {known}"),
                };
                files.push(self.unread(directory, lack));
                continue;
            }
            let path = directory.path.trim_end_matches('/').to_owned();
            self.visited.insert(directory.at.lba, path);
            if index >= MAX_DIRECTORIES || self.records >= MAX_RECORDS {
                let pos = cur.pos();
                let message = format_args!(
                    "limit of {MAX_DIRECTORIES} directories and {MAX_RECORDS} records reached"
                );
                cur.problem(Severity::Error, (pos, 0), "", message);
                break;
            }
            let Some(start) = self.sectors.user(directory.at.lba) else { continue };
            if start >= cur.source_len() {
                let name = directory.path.trim_end_matches('/');
                let message = format_args!(
                    "the directory {name:?} at sector {} is outside this image",
                    directory.at.lba
                );
                cur.problem(Severity::Error, (cur.source_len(), 0), &format!("[{index}]"), message);
                continue;
            }
            let read = cur.within(start, cur.source_len(), |cur| {
                cur.element(index, "Directory", |cur| self.directory(cur, index, &directory, files))
            });
            cur.or_keep(read);
            index += 1;
        }
        Ok(())
    }

    fn directory<R: Recorder>(
        &mut self,
        cur: &mut Cursor<'_, R>,
        index: usize,
        directory: &Directory,
        files: &mut Vec<File>,
    ) -> Result<()> {
        cur.describe(|| format!("/{}", directory.path));
        let count = u64::from(directory.at.size).min(MAX_DIRECTORY).div_ceil(USER);
        let mut parts: Option<File> = None;
        let mut end = cur.pos();
        cur.array("sectors", |cur| {
            for at in 0..u32::try_from(count).unwrap_or(u32::MAX) {
                let lba = directory.at.lba.saturating_add(at);
                let Some(start) = self.sectors.user(lba) else { break };
                if start >= cur.source_len() {
                    let message = format_args!("the directory extends past the end of the image");
                    cur.problem(Severity::Error, (start, 0), &format!("[{at}]"), message);
                    break;
                }
                let whole = self.sectors.whole(lba);
                end = whole.map_or(start, |(_, end)| end).min(cur.source_len());
                self.claimed.extend(whole);
                let read =
                    sector(cur, self.sectors, lba, (at as usize, "DirectorySector"), records);
                for (index_in, record) in
                    cur.or_keep(read).unwrap_or_default().into_iter().enumerate()
                {
                    self.records += 1;
                    let field = format!("directories[{index}].sectors[{at}].records[{index_in}]");
                    self.entry(cur, record, field, directory, &mut parts, files);
                }
            }
            Ok(())
        })?;
        files.extend(parts);
        cur.seek(end)
    }

    /// A folder that is listed but not read.
    fn unread(&mut self, directory: Directory, lack: String) -> File {
        let path = directory.path.trim_end_matches('/').to_owned();
        let (path, field) = (self.names.path(path), directory.field);
        File { path, extents: Vec::new(), xa: 0, xa_file: 0, field, lack: Some(lack) }
    }

    /// Adds a record. `parts` are the preceding extents of a file with several extents.
    fn entry<R: Recorder>(
        &mut self,
        cur: &Cursor<'_, R>,
        record: Record,
        field: String,
        directory: &Directory,
        parts: &mut Option<File>,
        files: &mut Vec<File>,
    ) {
        if record.is_link() {
            return;
        }
        let entries = self.rock_ridge.map(|skipped| {
            let area = Area { bytes: &record.system_use, skipped };
            let sectors = self.sectors;
            Entries::of(&area, |lba, at, len| continuation(cur, sectors, lba, at, len))
        });
        let entries = entries.unwrap_or_default();
        if entries.is_relocated {
            return;
        }
        let name = unix_name(&entries.name);
        let name = name.unwrap_or_else(|| file_name(&record.name, self.is_joliet));
        let stored = format!("{}{name}", directory.path);
        let moved = entries.child.map(|lba| {
            // The size is in the directory's record of itself.
            let own = self.sectors.user(lba).map(|at| cur.slice(at, at.saturating_add(14)));
            let size = own.and_then(|own| own.get(10..14)?.try_into().ok());
            Extent { lba, size: size.map_or(0, u32::from_le_bytes) }
        });
        if record.flags & flag::DIRECTORY != 0 || moved.is_some() {
            let (path, depth) = (format!("{stored}/"), directory.depth + 1);
            let at = moved.unwrap_or_else(|| record.extent());
            let inner = Directory { path, at, depth, field };
            if depth <= MAX_DEPTH {
                self.open.push_back(inner);
            } else {
                let lack = format!("folders nested deeper than {MAX_DEPTH} are not read");
                files.push(self.unread(inner, lack));
            }
            return;
        }
        let is_more = record.flags & flag::MORE != 0;
        let mut file = parts.take().unwrap_or_else(|| File {
            path: self.names.path(stored),
            extents: Vec::new(),
            xa: record.xa,
            xa_file: record.xa_file,
            field,
            lack: None,
        });
        file.extents.push(record.extent());
        if is_more {
            *parts = Some(file);
        } else {
            files.push(file);
        }
    }
}
