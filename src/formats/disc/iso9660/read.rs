//! Reads descriptors and directories, and nothing else, however large the image is.

use std::collections::{HashSet, VecDeque};

use super::names::{file_name, volume_name};
use super::records::{Extent, FLAGS, File, KINDS, Volume, XA_ATTRIBUTES, flag, kind};
use crate::bytes::{Cursor, Hint, RecordReader, Recorder, Result, Severity};
use crate::container::Distinct;
use crate::formats::disc::sectors::{DESCRIPTORS, Sectors, USER, sector};

/// Bounds that no disc comes near to.
const MAX_DESCRIPTORS: u32 = 64;
const MAX_DEPTH: usize = 32;
const MAX_DIRECTORIES: usize = 100_000;
const MAX_RECORDS: usize = 1_000_000;
/// Bytes of one directory that are read.
const MAX_DIRECTORY: u64 = 16 << 20;

/// Reads the volume of an image whose sectors lie so, and tells which spans of it were read.
pub fn volume<R: Recorder>(
    cur: &mut Cursor<'_, R>,
    sectors: Sectors,
) -> Result<(Volume, Vec<(u64, u64)>)> {
    let mut claimed = Vec::new();
    let found = cur.array("descriptors", |cur| descriptors(cur, sectors, &mut claimed))?;
    let chosen = found.iter().find(|one| one.is_joliet).or(found.first());
    let Some(chosen) = chosen else {
        return Err(cur.fail(format_args!("the disc has no volume descriptor that can be read")));
    };
    let mut volume = Volume {
        name: found.first().map(|first| first.name.clone()).unwrap_or_default(),
        is_joliet: chosen.is_joliet,
        is_xa: found.first().is_some_and(|first| first.is_xa),
        files: Vec::new(),
    };
    let mut walk = Walk {
        sectors,
        is_joliet: chosen.is_joliet,
        visited: HashSet::new(),
        records: 0,
        claimed,
        names: Distinct::default(),
        open: VecDeque::from([Directory { path: String::new(), at: chosen.root, depth: 0 }]),
    };
    let result = cur.array("directories", |cur| walk.directories(cur, &mut volume.files));
    cur.or_keep(result);
    Ok((volume, walk.claimed))
}

/// A volume descriptor, as far as it matters.
struct Descriptor {
    name: String,
    is_joliet: bool,
    is_xa: bool,
    root: Extent,
}

fn descriptors<R: Recorder>(
    cur: &mut Cursor<'_, R>,
    sectors: Sectors,
    claimed: &mut Vec<(u64, u64)>,
) -> Result<Vec<Descriptor>> {
    let mut found = Vec::new();
    for index in 0..MAX_DESCRIPTORS {
        let Some(start) = sectors.user(DESCRIPTORS + index) else { break };
        // Some discs lack the descriptor that ends the list.
        if start >= cur.source_len() || cur.slice(start + 1, start + 6) != b"CD001" {
            break;
        }
        let lba = DESCRIPTORS + index;
        let read = sector(cur, sectors, lba, (index as usize, "VolumeDescriptor"), descriptor);
        claimed.extend(sectors.whole(lba));
        match cur.or_keep(read) {
            Some((kind::END, _)) => break,
            Some((kind::PRIMARY, one)) => {
                // Of two primary ones the first counts, which stays in front.
                let at = found.iter().take_while(|other: &&Descriptor| !other.is_joliet).count();
                found.insert(at, one);
            }
            Some((kind::SUPPLEMENTARY, one)) if one.is_joliet => found.push(one),
            _ => {}
        }
    }
    Ok(found)
}

fn descriptor<R: Recorder>(cur: &mut Cursor<'_, R>) -> Result<(u8, Descriptor)> {
    let start = cur.pos();
    let kind: u8 = cur.get_as("type", Hint::Enum(KINDS))?;
    cur.text("magic", 5)?;
    cur.get::<u8>("version")?;
    cur.get_as::<u8>("flags", Hint::Hex)?;
    cur.text("system", 32)?;
    let name = cur.peek(32);
    cur.text("volume", 32)?;
    cur.padding(8)?;
    both(cur, "blocks", Hint::Dec)?;
    let escape = cur.bytes("escape", 32)?;
    let is_joliet = kind == kind::SUPPLEMENTARY
        && [b"%/@", b"%/C", b"%/E"].iter().any(|level| escape.starts_with(*level));
    both_short(cur, "volume_count")?;
    both_short(cur, "volume_number")?;
    let block = both_short(cur, "block_size")?;
    if matches!(kind, kind::PRIMARY | kind::SUPPLEMENTARY) && u64::from(block) != USER {
        let message = format_args!("blocks have {block} bytes; they are read as {USER}");
        cur.problem(Severity::Warning, (start + 0x80, 4), "block_size", message);
    }
    both(cur, "path_table_size", Hint::Dec)?;
    cur.get::<u32>("path_table")?;
    cur.get::<u32>("path_table_copy")?;
    cur.bytes("path_table_big", 4)?;
    cur.bytes("path_table_big_copy", 4)?;
    let root = cur.group("root", "DirectoryRecord", |cur| record(cur))?;
    for field in ["volume_set", "publisher", "preparer", "application"] {
        cur.text(field, 128)?;
    }
    for field in ["copyright_file", "abstract_file", "bibliographic_file"] {
        cur.text(field, 37)?;
    }
    for field in ["created", "modified", "expires", "effective"] {
        cur.text(field, 17)?;
    }
    cur.get::<u8>("structure_version")?;
    cur.padding(1)?;
    let own = cur.bytes("application_use", 512)?;
    let rest = usize::try_from(cur.remaining()).unwrap_or(0);
    cur.padding(rest)?;
    let is_xa = own.get(0x400 - 0x373..).is_some_and(|own| own.starts_with(b"CD-XA001"));
    let root = root.map_or(Extent { lba: 0, size: 0 }, |root| root.extent());
    let name = volume_name(name, is_joliet);
    Ok((kind, Descriptor { name, is_joliet, is_xa, root }))
}

/// A number that is stored twice, little-endian first.
fn both<R: Recorder>(cur: &mut Cursor<'_, R>, name: &'static str, hint: Hint) -> Result<u32> {
    let number: u32 = cur.get_as(name, hint)?;
    let again = cur.bytes(name, 4)?;
    cur.explain(|| "the same, big-endian".to_owned());
    if again != number.to_be_bytes() {
        let message = format_args!("the two copies of {name} differ: {number} is used");
        cur.problem(Severity::Warning, (cur.pos() - 8, 8), name, message);
    }
    Ok(number)
}

fn both_short<R: Recorder>(cur: &mut Cursor<'_, R>, name: &'static str) -> Result<u16> {
    let number: u16 = cur.get(name)?;
    let again = cur.bytes(name, 2)?;
    cur.explain(|| "the same, big-endian".to_owned());
    if again != number.to_be_bytes() {
        let message = format_args!("the two copies of {name} differ: {number} is used");
        cur.problem(Severity::Warning, (cur.pos() - 4, 4), name, message);
    }
    Ok(number)
}

/// An entry of a directory.
struct Record {
    extended: u8,
    lba: u32,
    size: u32,
    flags: u8,
    name: Vec<u8>,
    xa: u16,
    xa_file: u8,
}

impl Record {
    fn extent(&self) -> Extent {
        Extent { lba: self.lba.saturating_add(self.extended.into()), size: self.size }
    }

    /// This directory itself, and the one above.
    fn is_link(&self) -> bool {
        matches!(self.name.as_slice(), [0 | 1])
    }
}

/// Reads the record at the cursor; `None` where its length says that there is none.
fn record<R: Recorder>(cur: &mut Cursor<'_, R>) -> Result<Option<Record>> {
    let Some(len) = cur.peek(1).first().copied().filter(|len| *len > 0) else { return Ok(None) };
    let end = cur.pos().saturating_add(len.into());
    if len < 34 || end > cur.limit() {
        let message = format_args!("a record of {len} bytes cannot stand here");
        return Err(cur.fail_at((cur.pos(), 1), "length", message));
    }
    let start = cur.pos();
    let record = cur.within(start, end, |cur| {
        cur.get::<u8>("length")?;
        let extended = cur.get("extended")?;
        let lba = both(cur, "lba", Hint::Dec)?;
        let size = both(cur, "size", Hint::Dec)?;
        let time = cur.bytes("time", 7)?;
        cur.explain(|| time_in_words(time));
        let flags = cur.get_as("flags", Hint::Flags(FLAGS))?;
        let unit: u8 = cur.get("unit")?;
        let gap: u8 = cur.get("gap")?;
        if (unit, gap) != (0, 0) {
            let message = format_args!(
                "interleaved blocks are not read: {unit} of every {}",
                u16::from(unit) + u16::from(gap)
            );
            cur.problem(Severity::Warning, (start + 26, 2), "unit", message);
        }
        both_short(cur, "volume")?;
        let len: u8 = cur.get("name_length")?;
        let name = cur.peek(len.into());
        cur.text("name", len.into())?;
        if len.is_multiple_of(2) && cur.remaining() > 0 {
            cur.padding(1)?;
        }
        let (xa, xa_file) = system_use(cur)?;
        Ok(Record { extended, lba, size, flags, name: name.to_vec(), xa, xa_file })
    })?;
    cur.seek(end)?;
    Ok(Some(record))
}

/// Attributes of CD-XA, which stand behind the name.
fn system_use<R: Recorder>(cur: &mut Cursor<'_, R>) -> Result<(u16, u8)> {
    let end = cur.limit();
    let [_, _, _, _, high, low, b'X', b'A', file, ..] = *cur.peek(14) else {
        cur.bytes_if_any("system_use", end)?;
        return Ok((0, 0));
    };
    cur.bytes("owner", 4)?;
    let attributes = u16::from_be_bytes([high, low]);
    cur.bytes("xa_attributes", 2)?;
    cur.explain(|| {
        let value = crate::bytes::Value::Uint(attributes.into());
        Hint::Flags(XA_ATTRIBUTES).meaning(&value)
    });
    cur.text("xa_magic", 2)?;
    cur.get::<u8>("xa_file")?;
    cur.bytes_if_any("system_use", end)?;
    // Some discs store them the other way round.
    let kinds = 0xF800;
    let swapped = attributes & kinds == 0 && attributes.swap_bytes() & kinds != 0;
    Ok((if swapped { attributes.swap_bytes() } else { attributes }, file))
}

fn time_in_words(time: &[u8]) -> String {
    let [year, month, day, hour, minute, second, zone] = *time else { return String::new() };
    let quarters = i32::from(zone.cast_signed());
    let (year, sign) = (1900 + u32::from(year), if quarters < 0 { '-' } else { '+' });
    let (hours, minutes) = (quarters.abs() / 4, quarters.abs() % 4 * 15);
    format!(
        "{year}-{month:02}-{day:02} {hour:02}:{minute:02}:{second:02} {sign}{hours:02}:{minutes:02}"
    )
}

/// The records of one sector, up to a length of 0.
struct Records;

impl RecordReader for Records {
    type Out = Record;
    const TYPE: &'static str = "DirectoryRecord";

    fn read<R: Recorder>(&self, cur: &mut Cursor<'_, R>, _: usize) -> Result<Record> {
        let none =
            Record { extended: 0, lba: 0, size: 0, flags: 0, name: Vec::new(), xa: 0, xa_file: 0 };
        Ok(record(cur)?.unwrap_or(none))
    }
}

/// A directory that is still to be read.
struct Directory {
    /// Path with a slash behind it, or empty.
    path: String,
    at: Extent,
    depth: usize,
}

/// The records of the sector at the cursor.
fn records<R: Recorder>(cur: &mut Cursor<'_, R>) -> Result<Vec<Record>> {
    let run = cur.run("records", MAX_RECORDS, Records);
    let left = usize::try_from(cur.remaining()).unwrap_or(0);
    cur.padding(left)?;
    Ok(run.items)
}

/// Where directories have led so far.
struct Walk {
    sectors: Sectors,
    is_joliet: bool,
    /// First sectors of the directories that were read: a loop ends here.
    visited: HashSet<u32>,
    records: usize,
    /// Spans that were read.
    claimed: Vec<(u64, u64)>,
    /// Paths given out so far.
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
            if !self.visited.insert(directory.at.lba) {
                continue;
            }
            if index >= MAX_DIRECTORIES || self.records >= MAX_RECORDS {
                let pos = cur.pos();
                let message = format_args!("there are more directories than are read");
                cur.problem(Severity::Error, (pos, 0), "", message);
                break;
            }
            let Some(start) = self.sectors.user(directory.at.lba) else { continue };
            if start >= cur.source_len() {
                let name = directory.path.trim_end_matches('/');
                let message = format_args!(
                    "the directory {name:?} at sector {} is not in this image",
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
                    let message = format_args!("the directory goes on behind the end of the image");
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
                    self.entry(record, field, directory, &mut parts, files);
                }
            }
            Ok(())
        })?;
        files.extend(parts);
        cur.seek(end)
    }

    /// Takes up one record. `parts` is a file of which more is to come.
    fn entry(
        &mut self,
        record: Record,
        field: String,
        directory: &Directory,
        parts: &mut Option<File>,
        files: &mut Vec<File>,
    ) {
        if record.is_link() {
            return;
        }
        let name = file_name(&record.name, self.is_joliet);
        let stored = format!("{}{name}", directory.path);
        if record.flags & flag::DIRECTORY != 0 {
            if directory.depth < MAX_DEPTH {
                let (path, depth) = (format!("{stored}/"), directory.depth + 1);
                self.open.push_back(Directory { path, at: record.extent(), depth });
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
        });
        file.extents.push(record.extent());
        if is_more {
            *parts = Some(file);
        } else {
            files.push(file);
        }
    }
}
