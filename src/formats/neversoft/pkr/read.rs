//! Reads the directory and assigns bytes to files, without parsing the files.

use super::records::{
    Archive, ArchiveBlock, DataLocation, Dir, Directory, File, FileRow, First, Version,
};
use crate::bytes::layout::{Pass, Reading};
use crate::bytes::{Arrangement, Cursor, Hint, Recorder, Result, Severity, Source};

/// Gaps between files up to this size count as alignment padding.
const MAX_PADDING: u64 = 4096;

/// Reads an archive.
pub(super) fn archive<R: Recorder>(cur: &mut Cursor<'_, R>, source: &Source) -> Result<Archive> {
    let version = Version::of(cur.peek(4))
        .ok_or_else(|| cur.fail(format_args!("expected the signature PKR2 or PKR3")))?;
    cur.text("magic", 4)?;
    let mut archive = Archive::new(version);
    let mut at = cur.pos();
    if version == Version::Three {
        at = cur.get_as::<u32>("directory_offset", Hint::Pointer)?.into();
        if at < cur.pos() || at > cur.source_len() {
            let message = format_args!("invalid directory offset {at:#x}");
            let error = cur.fail_at((4, 4), "directory_offset", message);
            cur.lose(error);
            return Ok(archive);
        }
    }
    let mut directory = Directory::default();
    let head = cur.pos();
    let end = cur.at(at, |cur| {
        let read = Reading { cur }.group("directory", &mut directory, version);
        read.unwrap_or_else(|error| cur.lose(error));
        Ok(cur.pos())
    })?;
    archive.unknown_00 = directory.unknown_00;
    archive.dirs = dirs(&directory, version);
    let mut bounds = Bounds { head, directory: (at, end), len: cur.source_len() };
    if version == Version::Two {
        bounds.head = end;
    }
    pieces(cur, source, &mut archive, &directory.files, bounds);
    Ok(archive)
}

fn dirs(directory: &Directory, version: Version) -> Vec<Dir> {
    let first = |stored: u32| {
        if version == Version::Three {
            return First::File(stored);
        }
        let from = u64::from(stored).checked_sub(directory.files_start);
        let index = from.filter(|from| from.is_multiple_of(version.row_len()));
        let index = index.and_then(|from| u32::try_from(from / version.row_len()).ok());
        index.map_or(First::Nowhere(stored), First::File)
    };
    let rows = directory.dirs.iter();
    rows.map(|row| Dir { name: row.name, first: first(row.first), file_count: row.file_count })
        .collect()
}

/// Range in which files can lie: after the header, outside the directory.
#[derive(Clone, Copy)]
struct Bounds {
    head: u64,
    directory: (u64, u64),
    len: u64,
}

impl Bounds {
    /// Range of the file's bytes that is present.
    fn extent(self, row: &FileRow) -> Option<(u64, u64)> {
        let start = u64::from(row.offset);
        let (from, to) = self.directory;
        if start < self.head || start > self.len || (from..to).contains(&start) {
            return None;
        }
        let end = start.saturating_add(row.stored_size.into()).min(self.len);
        Some((start, if start < from { end.min(from) } else { end }))
    }
}

/// Collects the blocks that rows point to, and claims the bytes between them.
fn pieces<R: Recorder>(
    cur: &mut Cursor<'_, R>,
    source: &Source,
    archive: &mut Archive,
    rows: &[FileRow],
    bounds: Bounds,
) {
    let extents = rows.iter().enumerate();
    let extents = extents.filter_map(|(index, row)| bounds.extent(row).map(|e| (e, index)));
    let mut there: Vec<((u64, u64), usize)> = extents.collect();
    there.sort_unstable();
    let mut targets: Vec<DataLocation> =
        rows.iter().map(|row| DataLocation::Nowhere(row.offset)).collect();
    let (mut found, mut at) = (Vec::<(u64, u64)>::new(), bounds.head);
    let result = cur.array("data", |cur| {
        for ((start, end), index) in &there {
            if *start >= at || found.is_empty() {
                found.push((*start, *start));
                at = *start;
            }
            let piece = found.len().saturating_sub(1);
            if let (Some((first, last)), Some(target)) = (found.last_mut(), targets.get_mut(*index))
            {
                *last = (*last).max(*end);
                *target = DataLocation::In { piece, at: start - *first };
            }
            if *end > at {
                let name = rows.get(*index).map(|row| row.name.lossy()).unwrap_or_default();
                data(cur, *index, name, at, *end)?;
                at = *end;
            } else {
                cur.link_element(*index, *start);
            }
        }
        Ok(())
    });
    cur.or_keep(result);
    let mut extents: Vec<(ArchiveBlock, (u64, u64))> = found
        .iter()
        .enumerate()
        .map(|(index, extent)| (ArchiveBlock::Data(index), *extent))
        .collect();
    if archive.version == Version::Three {
        extents.push((ArchiveBlock::Directory, bounds.directory));
    }
    let (layout, free) = Arrangement::between(cur, bounds.head, &extents);
    archive.layout = layout;
    for (start, end) in free.iter().filter(|(start, end)| end - start > MAX_PADDING) {
        let message = format_args!("{} bytes belong to no file", end - start);
        cur.problem(Severity::Note, (*start, end - start), "padding", message);
    }
    cur.paddings(&free);
    let piece = |(start, end): &(u64, u64)| source.member("", *start, end - start);
    let empty = || Source::from_bytes("", Vec::new());
    archive.pieces = found.iter().map(|extent| piece(extent).unwrap_or_else(empty)).collect();
    let files = rows.iter().zip(targets).map(|(row, target)| File { row: *row, target });
    archive.files = files.collect();
}

/// Names the bytes of a file that no earlier file claims.
fn data<R: Recorder>(
    cur: &mut Cursor<'_, R>,
    index: usize,
    name: String,
    start: u64,
    end: u64,
) -> Result<()> {
    cur.within(start, end, |cur| {
        cur.element(index, "Data", |cur| {
            cur.describe(|| name);
            cur.skip("bytes", end - start)
        })
    })
}
