//! Reads the directory and the local headers.

use super::files::Files;
use super::names::{name_of, widen};
use super::records::{
    CENTRAL, CentralHeader, END, END_64, EndRecord, Entry, LOCAL, LOCATOR, LocalHeader, MAX_ENTRIES,
};
use super::replace::ArchiveLayout;
use super::scan;
use crate::bytes::{Cursor, Hint, RecordReader, Recorder, Result, Severity, Shaped, Source};
use crate::container::{Context, Members};
use crate::formats::{
    Counts, EditResult, FormatInfo, HasMembers, Head, Loaded, NewMembers, Operations, Probe,
    Records, Rewritten,
};

/// Size of the end record with the longest comment.
const LONGEST_END: u64 = 22 + 0xFFFF;

/// Sizes of the 64-bit end record and of its locator.
const END_64_BYTES: u64 = 56;
const LOCATOR_BYTES: u64 = 20;

/// An archive.
pub struct Archive {
    files: Files,
    places: ArchiveLayout,
}

impl Records for Archive {
    const INFO: FormatInfo = FormatInfo {
        id: "archive.zip",
        name: "ZIP archive",
        extensions: &["zip"],
        versions: &[],
        can: &[],
    };
    const ROOT: &'static str = "Archive";
    const OPERATIONS: Operations<Self> = Operations::NONE.with_members();

    fn probe(head: &Head<'_>) -> Option<Probe> {
        if matches!(head.u32(0)?, LOCAL | END) {
            let reason = "begins with a ZIP file header".to_owned();
            return Some(Probe { score: 80, reason });
        }
        let reason = "ZIP archive after other data".to_owned();
        is_behind(head).then_some(Probe { score: 55, reason })
    }

    fn read<R: Recorder>(cur: &mut Cursor<'_, R>, source: &Source) -> Result<Self> {
        let (mut entries, mut places, is_whole) = match end(cur) {
            Ok(directory) => listed(cur, directory)?,
            Err(error) if source.is_stored() && cur.peek(4) == LOCAL.to_le_bytes() => {
                cur.keep(error);
                (Vec::new(), ArchiveLayout::default(), false)
            }
            Err(error) => return Err(error),
        };
        if !is_whole {
            // Local headers contain all names as well. They are not searched if the source would have to
            // be unpacked.
            if source.is_stored() {
                scan::add_files(cur, &mut entries);
            }
            places.fixed = Some("an archive with an incomplete directory cannot be changed");
        }
        cur.array("files", |cur| {
            for (index, entry) in entries.iter_mut().enumerate() {
                let read =
                    cur.at(entry.local, |cur| cur.element(index, "File", |cur| file(cur, entry)));
                entry.data = cur.or_keep(read);
            }
            Ok(())
        })?;
        let first = entries.iter().filter_map(|entry| entry.data.and(Some(entry.local))).min();
        let before = first.unwrap_or(0).min(places.directory);
        if before > 0 {
            cur.within(0, before, |cur| cur.skip("before", before))?;
        }
        let files = Files::new(source, &entries, cur);
        let is_flawed = (0..files.list().len()).any(|index| files.flaw(index).is_some());
        if is_flawed && places.fixed.is_none() {
            places.fixed = Some("an archive with wrong packed sizes cannot be changed");
        }
        places.entries = entries;
        Ok(Self { files, places })
    }

    fn count(&self, counts: &mut Counts) {
        counts.set("members", self.files.list().len());
    }
}

impl HasMembers for Loaded<Archive> {
    fn members(&self) -> Option<&dyn Members> {
        Some(&self.records.files)
    }

    fn with_members(&self, _: Context<'_>, replaced: &NewMembers) -> EditResult<Vec<Rewritten>> {
        let bytes = self.kept()?.places.with_members(self.source.bytes(), replaced)?;
        Ok(vec![Rewritten::whole(bytes)])
    }
}

/// Location of the directory.
struct Directory {
    start: u64,
    end: u64,
    /// Offset of the end record.
    last: u64,
    /// A 64-bit end record precedes this one.
    is_wide: bool,
    declared: u64,
    /// Maximum number of entries that fit into the directory.
    most: usize,
    /// Number of bytes before the archive that its offsets do not include.
    shift: u64,
}

/// Entries of the directory, its location, and `true` if it can be read completely.
fn listed<R: Recorder>(
    cur: &mut Cursor<'_, R>,
    directory: Directory,
) -> Result<(Vec<Entry>, ArchiveLayout, bool)> {
    let Directory { start, end, last, is_wide, declared, most, shift } = directory;
    let reader = EntryReader { declared };
    let items = cur.within(start, end, |cur| Ok(cur.run("directory", most, reader).items))?;
    let mut entries: Vec<Entry> = items.into_iter().flatten().collect();
    let read = entries.len() as u64;
    if read < declared {
        let message = format_args!("expected {declared} entries, found {read}");
        cur.problem(Severity::Error, (start, end - start), "directory", message);
    }
    if read > declared {
        let message =
            format_args!("the end record counts {declared} entries, but the directory has {read}");
        cur.problem(Severity::Warning, (last, EndRecord::SIZE as u64), "end.entries", message);
    }
    entries.iter_mut().for_each(|entry| entry.local = entry.local.wrapping_add(shift));
    let fixed = match read > declared {
        true => Some("an archive with a wrong count of entries cannot be changed"),
        false => is_wide.then_some("an archive with 64-bit sizes cannot be changed"),
    };
    let places = ArchiveLayout { entries: Vec::new(), directory: start, end: last, fixed };
    Ok((entries, places, read >= declared))
}

/// Magics of Windows and Linux executables.
const PROGRAMS: [&[u8]; 2] = [b"MZ", b"\x7FELF"];

/// `true` if the file ends with an archive but begins with other data, as in self-extracting programs.
/// The end of other files is only read if the file extension suggests an archive, since the file may have
/// to be unpacked for that.
fn is_behind(head: &Head<'_>) -> bool {
    let is_program = PROGRAMS.iter().any(|magic| head.bytes.starts_with(magic));
    if !is_program && !head.has_extension(&["zip", "pk3", "exe"]) {
        return false;
    }
    let from = head.len.saturating_sub(LONGEST_END);
    let tail = head.at(from, usize::try_from(head.len - from).unwrap_or(0));
    ends(&tail).any(|(at, comment)| {
        let size = tail.get(at + 12..).and_then(|size| size.first_chunk());
        let size = size.map_or(0, |size| u64::from(u32::from_le_bytes(*size)));
        let start = (from + at as u64).checked_sub(size).filter(|_| size > 0);
        let wide = start.and_then(|start| start.checked_sub(END_64_BYTES + LOCATOR_BYTES));
        let is_directory = |start| head.at(start, 4)[..] == CENTRAL.to_le_bytes();
        let is_archive = [start, wide].into_iter().flatten().any(is_directory);
        at + EndRecord::SIZE + comment == tail.len() && is_archive
    })
}

/// Offsets of end records with the lengths of their comments, the last one first.
fn ends(tail: &[u8]) -> impl Iterator<Item = (usize, usize)> {
    let found = tail.windows(EndRecord::SIZE).enumerate().rev();
    found.filter(|(_, bytes)| bytes.starts_with(&END.to_le_bytes())).map(|(at, bytes)| {
        let comment = bytes.last_chunk().map_or(0, |length| u16::from_le_bytes(*length));
        (at, comment.into())
    })
}

fn end<R: Recorder>(cur: &mut Cursor<'_, R>) -> Result<Directory> {
    let len = cur.source_len();
    let from = len.saturating_sub(LONGEST_END);
    let tail = cur.slice(from, len);
    // A comment may contain the signature as well.
    let whole = ends(tail).find(|(at, comment)| at + EndRecord::SIZE + comment == tail.len());
    let Some((found, _)) = whole.or_else(|| ends(tail).next()) else {
        return Err(cur.fail(format_args!("the archive ends before its directory")));
    };
    let start = from + found as u64;
    let end = cur.at(start, |cur| {
        let end: EndRecord = cur.record("end")?;
        let comment = cur.remaining().min(end.comment_length.into());
        cur.bytes_if_any("comment", cur.pos() + comment)?;
        Ok(end)
    })?;
    let mut size = u64::from(end.directory_size);
    let mut offset = u64::from(end.directory);
    let mut declared = u64::from(end.entries);
    let last = start;
    let mut behind = start;
    if let Some(at) = locator(cur, start) {
        let read = cur.at(at, |cur| cur.group("end_64", "EndRecord64", end_64));
        if let Some((count, bytes, start)) = cur.or_keep(read) {
            (declared, size, offset, behind) = (count, bytes, start, at);
        }
    }
    // In self-extracting archives a program precedes the archive.
    let is_there = |at: u64| cur.slice(at, at.saturating_add(4)) == CENTRAL.to_le_bytes();
    let before_end = behind.saturating_sub(size);
    let start = if declared > 0 && !is_there(offset) && is_there(before_end) {
        before_end
    } else {
        offset.min(behind)
    };
    let shift = start.saturating_sub(offset);
    let most = (behind - start) / CentralHeader::SIZE as u64;
    let most = usize::try_from(most.min(MAX_ENTRIES)).unwrap_or(0);
    let is_wide = behind != last;
    Ok(Directory { start, end: behind, last, is_wide, declared, most, shift })
}

/// Offset of the 64-bit end record, from the locator before the end record.
fn locator<R: Recorder>(cur: &mut Cursor<'_, R>, end: u64) -> Option<u64> {
    let at = end.checked_sub(LOCATOR_BYTES)?;
    if cur.slice(at, at + 4) != LOCATOR.to_le_bytes() {
        return None;
    }
    let read = cur.at(at, |cur| {
        cur.group("locator", "Locator", |cur| {
            cur.get_as::<u32>("signature", Hint::Hex)?;
            cur.get::<u32>("disk")?;
            let at: u64 = cur.get_as("end_64", Hint::Pointer)?;
            cur.get::<u32>("disks")?;
            Ok(at)
        })
    });
    let at = cur.or_keep(read)?;
    // Behind a program, the record is still directly before its locator.
    let near = end.checked_sub(LOCATOR_BYTES + END_64_BYTES);
    let is_there = |at: &u64| cur.slice(*at, at.saturating_add(4)) == END_64.to_le_bytes();
    [Some(at), near].into_iter().flatten().filter(|at| *at < end).find(is_there)
}

/// Number of entries, size and offset of the directory.
fn end_64<R: Recorder>(cur: &mut Cursor<'_, R>) -> Result<(u64, u64, u64)> {
    cur.get_as::<u32>("signature", Hint::Hex)?;
    cur.get::<u64>("record_size")?;
    cur.get::<u16>("made_by")?;
    cur.get::<u16>("needs")?;
    cur.get::<u32>("disk")?;
    cur.get::<u32>("directory_disk")?;
    cur.get::<u64>("disk_entries")?;
    let count = cur.get("entries")?;
    let size = cur.get("directory_size")?;
    let start = cur.get_as("directory", Hint::Pointer)?;
    Ok((count, size, start))
}

/// Reads entries, including those that the end record does not count: some writers count modulo 65 536.
struct EntryReader {
    declared: u64,
}

impl RecordReader for EntryReader {
    /// `None` after the last entry.
    type Out = Option<Entry>;
    const TYPE: &'static str = "Entry";

    fn read<R: Recorder>(&self, cur: &mut Cursor<'_, R>, index: usize) -> Result<Option<Entry>> {
        if cur.peek(4) != CENTRAL.to_le_bytes() {
            if index as u64 >= self.declared {
                return Ok(None);
            }
            return Err(cur.fail(format_args!("missing directory entry")));
        }
        let header: CentralHeader = cur.record("header")?;
        let name = cur.peek(header.name_length.into());
        if !name.is_empty() {
            cur.text("name", header.name_length.into())?;
        }
        let extra = cur.bytes_if_any("extra", cur.pos() + u64::from(header.extra_length))?;
        cur.bytes_if_any("comment", cur.pos() + u64::from(header.comment_length))?;
        let mut entry = Entry {
            header,
            name: name_of(&header, name, extra),
            packed: header.packed.into(),
            size: header.size.into(),
            local: header.local.into(),
            data: None,
            is_cut: false,
        };
        widen(&mut entry, extra);
        Ok(Some(entry))
    }
}

/// Reads a local header and returns the start of the file's bytes.
fn file<R: Recorder>(cur: &mut Cursor<'_, R>, entry: &Entry) -> Result<u64> {
    cur.describe(|| entry.name.clone());
    if cur.peek(4) != LOCAL.to_le_bytes() {
        return Err(cur.fail(format_args!("{}: missing local header", entry.name)));
    }
    let header: LocalHeader = cur.record("header")?;
    if header.name_length > 0 {
        cur.text("name", header.name_length.into())?;
    }
    cur.bytes_if_any("extra", cur.pos() + u64::from(header.extra_length))?;
    let data = cur.pos();
    let packed = entry.packed.min(cur.remaining());
    if packed > 0 {
        cur.skip("data", packed)?;
    }
    Ok(data)
}
