//! Bytes to records: the container.

use std::collections::HashMap;

use super::body::{self, Body, Role, Setting};
use super::records::{
    CONTAINER, DirectoryEntry, FIRST_HANDLE, FileHeader, Groff, Layout, MAGIC, Name, Piece,
    Section, Stale,
};
use super::scn::saved::Hierarchy;
use crate::bytes::{Arrangement, Cursor, Hint, RecordReader, Recorder, Result, Severity, Shaped};
use crate::codec::cp1252;

/// Where the pieces of a file were found.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Places {
    /// Start and end of each section; empty where nothing could be read.
    pub sections: Vec<(u64, u64)>,
    /// Start of the names, and of each of them.
    pub names: (u64, Vec<u32>),
}

impl Places {
    /// Start and length of a section.
    pub fn section(&self, index: usize) -> (u64, u64) {
        self.sections.get(index).map_or((0, 0), |(start, end)| (*start, end - start))
    }
}

/// What a walk over the container's tables leaves for the sections.
struct Plan {
    entries: Vec<DirectoryEntry>,
    /// What of each section can be read: nothing of one that overlaps an earlier piece.
    extents: Vec<Option<(u64, u64)>>,
    /// Where the directory ends.
    start: u64,
}

pub(super) fn groff<R: Recorder>(cur: &mut Cursor<'_, R>) -> Result<(Groff, Places)> {
    let header: FileHeader = cur.record("header")?;
    if header.magic != MAGIC {
        let found = header.magic;
        return Err(cur.fail_at(0, 4, "header.magic", format_args!("{found:#010x} is not GROFF")));
    }
    if header.container_version != CONTAINER {
        let version = header.container_version;
        let message = format_args!("container version {version}: the game accepts 10 alone");
        cur.problem(Severity::Error, (0x20, 4), "header.container_version", message);
    }
    let count = cur.bounded("directory", header.section_count.into(), DirectoryEntry::SIZE as u64);
    let entries: Vec<DirectoryEntry> = cur.records("directory", count)?;
    let mut layout = Layout::default();
    let start = cur.pos();
    let (names, mut places) = names(cur, &header, start, &mut layout.stale);
    let names_end = places.sections.pop().unwrap_or_default();
    let mut plan = Plan { entries, extents: Vec::new(), start };
    plan.place(cur, names_end, &mut layout);
    let sections = sections(cur, &plan, &names, &mut places)?;
    let stored = layout.stale.names_offset.is_none().then_some(names_end);
    layout.pieces = arrangement(cur, &plan, stored);
    layout.stale.section_count = different(header.section_count, plan.entries.len());
    let len = cur.source_len();
    layout.stale.file_size = (u64::from(header.file_size) != len).then_some(header.file_size);
    if layout.stale.file_size.is_some() {
        let message = format_args!("{} bytes are promised, {len} are there", header.file_size);
        cur.problem(Severity::Warning, (4, 4), "header.file_size", message);
    }
    let file = Groff {
        time_stamp: header.time_stamp,
        flags: header.flags,
        container_version: header.container_version,
        reserved: header.reserved,
        checksum: header.checksum,
        sections,
        names,
        layout,
    };
    Ok((file, places))
}

/// A stored count, where it is not the number of things.
pub(super) fn different(stored: u32, count: usize) -> Option<u32> {
    (u64::from(stored) != count as u64).then_some(stored)
}

struct NameReader;

impl RecordReader for NameReader {
    type Out = Name;
    const TYPE: &'static str = "Name";
    fn read<R: Recorder>(&self, cur: &mut Cursor<'_, R>, _: usize) -> Result<Name> {
        let handle = cur.get_as("handle", Hint::Hex)?;
        let length: u32 = cur.get_as("length", Hint::Unit("bytes"))?;
        let references = cur.get("references")?;
        let length = usize::try_from(length).unwrap_or(usize::MAX);
        let start = cur.pos();
        cur.text("text", length)?;
        let bytes = cur.slice(start, cur.pos()).to_vec();
        Ok(Name { handle, references, bytes })
    }
}

/// The names, and as the one entry of `Places::sections` where they are.
fn names<R: Recorder>(
    cur: &mut Cursor<'_, R>,
    header: &FileHeader,
    start: u64,
    stale: &mut Stale,
) -> (Vec<Name>, Places) {
    let at = u64::from(header.names_offset);
    let mut places = Places::default();
    if at < start || at > cur.source_len() {
        let message = format_args!("names at {at:#x} are not behind the directory");
        cur.problem(Severity::Error, (0x14, 4), "header.names_offset", message);
        stale.names_offset = Some(header.names_offset);
        stale.name_count = different(header.name_count, 0);
        stale.names_size = different(header.names_size, 0);
        let len = cur.source_len();
        places.sections.push((len, len));
        return (Vec::new(), places);
    }
    let read = cur.at(at, |cur| {
        let count = cur.bounded("names", header.name_count.into(), 12);
        let run = cur.run("names", count, NameReader);
        Ok(run)
    });
    let run = cur.or_keep(read).unwrap_or_default();
    stale.name_count = different(header.name_count, run.items.len());
    stale.names_size = different(header.names_size, (run.end - run.start) as usize);
    if let Some(stored) = stale.names_size {
        let found = run.end - run.start;
        let message = format_args!("names of {stored} bytes are promised, {found} are there");
        cur.problem(Severity::Warning, (0x10, 4), "header.names_size", message);
    }
    places.names = (run.start, run.starts.to_vec());
    places.sections.push((run.start, run.end));
    (run.items, places)
}

impl Plan {
    /// Decides which bytes belong to which section: no piece runs into another one.
    fn place<R: Recorder>(
        &mut self,
        cur: &mut Cursor<'_, R>,
        names: (u64, u64),
        layout: &mut Layout,
    ) {
        let len = cur.source_len();
        self.extents = vec![None; self.entries.len()];
        let mut sorted: Vec<(u64, u64, usize)> = Vec::with_capacity(self.entries.len());
        for (index, entry) in self.entries.iter().enumerate().filter(|(_, entry)| entry.size > 0) {
            let start = u64::from(entry.offset);
            sorted.push((start, start + u64::from(entry.size), index));
        }
        sorted.sort();
        let mut at = self.start;
        for (start, promised, index) in sorted {
            let mut lose = |why: &str| {
                let span = (0x30 + index as u64 * DirectoryEntry::SIZE as u64 + 8, 8);
                let message = format_args!("{start:#x} to {promised:#x} {why}");
                cur.problem(Severity::Error, span, &format!("directory[{index}]"), message);
                layout.lost.get_or_insert_with(|| format!("sections[{index}] {why}"));
            };
            let end = promised.min(len);
            if start > len {
                lose("is behind the end of the file");
            } else if start < at || (start < names.1 && end > names.0) {
                lose("overlaps another part");
            } else {
                if promised > len {
                    lose("is cut off by the end of the file");
                }
                at = end;
                if let Some(place) = self.extents.get_mut(index) {
                    *place = Some((start, end));
                }
            }
        }
        self.check_order(cur);
    }

    /// The game reads sections one after the other, whatever their offsets say.
    fn check_order<R: Recorder>(&self, cur: &mut Cursor<'_, R>) {
        let mut at = self.start;
        for (index, entry) in self.entries.iter().enumerate() {
            let start = u64::from(entry.offset);
            if start != at {
                let span = (0x30 + index as u64 * DirectoryEntry::SIZE as u64 + 8, 4);
                let message = format_args!(
                    "{start:#x} is not where the section before ends, {at:#x}: the game would \
                     read another place"
                );
                let field = format!("directory[{index}].offset");
                cur.problem(Severity::Warning, span, &field, message);
            }
            at = start + u64::from(entry.size);
        }
    }

    /// Where a section of no bytes is said to be.
    fn usual_offset(&self, index: usize) -> u64 {
        let before = index.checked_sub(1).and_then(|before| self.entries.get(before));
        before.map_or(self.start, |entry| u64::from(entry.offset) + u64::from(entry.size))
    }
}

fn sections<R: Recorder>(
    cur: &mut Cursor<'_, R>,
    plan: &Plan,
    names: &[Name],
    places: &mut Places,
) -> Result<Vec<Section>> {
    let mut texts: HashMap<u32, String> = HashMap::with_capacity(names.len());
    for symbol in names {
        texts.entry(symbol.handle).or_insert_with(|| cp1252::decode(symbol.text()));
    }
    let setting = Setting::new(cur, &plan.entries, &plan.extents, &texts);
    let mut all = Vec::with_capacity(plan.entries.len());
    cur.array("sections", |cur| {
        for (index, entry) in plan.entries.iter().enumerate() {
            let handle = FIRST_HANDLE.saturating_add(u32::try_from(index).unwrap_or(u32::MAX));
            let usual = plan.usual_offset(index);
            let (body, rest) = match plan.extents.get(index).copied().flatten() {
                Some((start, end)) => {
                    let role = setting.role(index);
                    let name = texts.get(&entry.name).map_or("", String::as_str);
                    cur.within(start, end, |cur| {
                        cur.element(index, role.type_name(), |cur| {
                            let bytes = cur.slice(start, end);
                            cur.describe(|| role.meaning(name, bytes, &setting));
                            Ok(section(cur, role, &setting, start, end))
                        })
                    })?
                }
                // A list of nothing is still a list.
                None if entry.size == 0 && setting.role(index) == Role::Hierarchy => {
                    (Body::Hierarchy(Hierarchy::default()), Vec::new())
                }
                None => (Body::Raw(Vec::new()), Vec::new()),
            };
            all.push(Section {
                name: entry.name,
                flags: entry.flags,
                relocations: [entry.relocation_offset, entry.relocation_count],
                kind: entry.kind,
                stale_handle: (entry.handle != handle).then_some(entry.handle),
                stale_offset: (entry.size == 0 && u64::from(entry.offset) != usual)
                    .then_some(entry.offset),
                body,
                rest,
            });
        }
        Ok(())
    })?;
    let extent = |extent: &Option<(u64, u64)>| extent.unwrap_or((plan.start, plan.start));
    places.sections = plan.extents.iter().map(extent).collect();
    Ok(all)
}

/// A section's body and what is left behind it. What cannot be read stays as it is stored.
fn section<R: Recorder>(
    cur: &mut Cursor<'_, R>,
    role: Role,
    setting: &Setting,
    start: u64,
    end: u64,
) -> (Body, Vec<u8>) {
    let read = body::read(cur, role, setting);
    let body = cur.or_keep(read);
    let rest = cur.bytes_if_any("rest", end);
    let rest = cur.or_keep(rest).unwrap_or(&[]);
    match body {
        Some(body) => {
            if !rest.is_empty() && !body.may_have_rest() {
                let span = (end - rest.len() as u64, rest.len() as u64);
                let message = format_args!("{} bytes are left over", rest.len());
                cur.problem(Severity::Note, span, "rest", message);
            }
            (body, rest.to_vec())
        }
        None => (Body::Raw(cur.slice(start, end).to_vec()), Vec::new()),
    }
}

/// The pieces that were read, and what lies between them.
fn arrangement<R: Recorder>(
    cur: &mut Cursor<'_, R>,
    plan: &Plan,
    names: Option<(u64, u64)>,
) -> Arrangement<Piece> {
    let extents = plan.extents.iter().enumerate();
    let sections = extents.filter_map(|(index, at)| Some((Piece::Section(index), (*at)?)));
    let pieces: Vec<_> = sections.chain(names.map(|at| (Piece::Names, at))).collect();
    Arrangement::read(cur, plan.start, &pieces)
}
