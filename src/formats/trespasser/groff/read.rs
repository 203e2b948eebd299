//! Reads the container.

use std::collections::BTreeSet;

use super::assign::{Assigned, assign};
use super::body::{Body, Versions};
use super::directory::{CONTAINER, DirectoryEntry, FileHeader, MAGIC, Name, Texts, section_handle};
use super::records::{Groff, GroffBlock, Section, StaleHeader};
use super::scn::block_kinds::BlockKinds;
use crate::bytes::layout::{Pass, Reading, element_span, field_span};
use crate::bytes::{Arrangement, Cursor, Recorder, Result, Severity, Shaped};

/// A file and the texts of its names.
#[derive(Debug, Default)]
pub struct Parsed {
    pub groff: Groff,
    pub texts: Texts,
    /// Indices of blocks that were read as one of several kinds that their size permits.
    pub guessed: BTreeSet<usize>,
}

/// Start and end of a block of the file.
type Extent = (u64, u64);

/// Findings of the container's tables, with which the sections are read.
struct Plan {
    entries: Vec<DirectoryEntry>,
    /// Readable extent of each section; none if it overlaps an earlier one.
    extents: Vec<Option<Extent>>,
    /// End of the directory.
    start: u64,
}

impl Parsed {
    /// Reads a file from its start. Blocks of a scene have the kinds that its level states; without them,
    /// kinds are guessed.
    ///
    /// # Errors
    /// When the file does not begin as a GROFF file.
    pub(super) fn read<R: Recorder>(
        cur: &mut Cursor<'_, R>,
        kinds: Option<&BlockKinds>,
    ) -> Result<Self> {
        let header: FileHeader = cur.record("header")?;
        if header.magic != MAGIC {
            let message = format_args!("{:#010x} is not GROFF", header.magic);
            return Err(cur.fail_at(field_span::<FileHeader>(0, "magic"), "header.magic", message));
        }
        if header.container_version != CONTAINER {
            let version = header.container_version;
            let message =
                format_args!("unsupported container version {version}: the game accepts only 10");
            let span = field_span::<FileHeader>(0, "container_version");
            cur.problem(Severity::Error, span, "header.container_version", message);
        }
        let entry_size = DirectoryEntry::SIZE as u64;
        let count = cur.bounded("directory", header.section_count.into(), entry_size);
        let entries: Vec<DirectoryEntry> = cur.records("directory", count)?;
        let mut plan = Plan { extents: vec![None; entries.len()], entries, start: cur.pos() };
        let mut stale = StaleHeader::default();
        let (names, names_at) = names(cur, &header, plan.start, &mut stale);
        let texts = Texts::of(&names);
        plan.find_extents(cur, names_at);
        let (sections, guessed) = sections(cur, &plan, &texts, kinds)?;
        let stored = stale.names_offset.is_none().then_some((GroffBlock::Names, names_at));
        let extents = plan.extents.iter().enumerate();
        let pieces = extents.filter_map(|(index, at)| Some((GroffBlock::Section(index), (*at)?)));
        let pieces: Vec<_> = pieces.chain(stored).collect();
        stale.section_count = different(header.section_count, plan.entries.len() as u64);
        let len = cur.source_len();
        let groff = Groff {
            time_stamp: header.time_stamp,
            flags: header.flags,
            container_version: header.container_version,
            reserved: header.reserved,
            checksum: header.checksum,
            sections,
            names,
            pieces: Arrangement::read(cur, plan.start, &pieces),
            stale: StaleHeader { file_size: different(header.file_size, len), ..stale },
        };
        if groff.stale.file_size.is_some() {
            let message = format_args!("expected {} bytes, found {len}", header.file_size);
            let span = field_span::<FileHeader>(0, "file_size");
            cur.problem(Severity::Warning, span, "header.file_size", message);
        }
        Ok(Self { groff, texts, guessed })
    }
}

/// The stored number, if it is wrong.
fn different(stored: u32, actual: u64) -> Option<u32> {
    (u64::from(stored) != actual).then_some(stored)
}

/// The names, and their extent.
fn names<R: Recorder>(
    cur: &mut Cursor<'_, R>,
    header: &FileHeader,
    start: u64,
    stale: &mut StaleHeader,
) -> (Vec<Name>, Extent) {
    let (at, len) = (u64::from(header.names_offset), cur.source_len());
    let mut names = Vec::new();
    let mut extent = (len, len);
    if at < start || at > len {
        let message = format_args!(
            "names at {at:#x} overlap the header or the directory, or are after the end of the file"
        );
        let span = field_span::<FileHeader>(0, "names_offset");
        cur.problem(Severity::Error, span, "header.names_offset", message);
        stale.names_offset = Some(header.names_offset);
    } else {
        let count = usize::try_from(header.name_count).unwrap_or(usize::MAX);
        let read = cur.at(at, |cur| {
            let read = Reading { cur }.items("names", &mut names, count, ());
            extent = (at, cur.pos());
            read
        });
        cur.or_keep(read);
    }
    let size = extent.1 - extent.0;
    stale.name_count = different(header.name_count, names.len() as u64);
    stale.names_size = different(header.names_size, size);
    if let Some(stored) = stale.names_size.filter(|_| stale.names_offset.is_none()) {
        let message = format_args!("expected names of {stored} bytes, found {size}");
        let span = field_span::<FileHeader>(0, "names_size");
        cur.problem(Severity::Warning, span, "header.names_size", message);
    }
    (names, extent)
}

impl Plan {
    /// Decides which bytes belong to which section, without overlaps.
    fn find_extents<R: Recorder>(&mut self, cur: &mut Cursor<'_, R>, names: Extent) {
        let len = cur.source_len();
        let stored = self.entries.iter().enumerate().filter(|(_, entry)| entry.size > 0);
        let mut sorted: Vec<(Extent, usize)> =
            stored.map(|(index, entry)| (declared(entry), index)).collect();
        sorted.sort();
        let mut at = self.start;
        for ((start, declared), index) in sorted {
            let end = declared.min(len);
            let overlaps = start < at || (start < names.1 && end > names.0);
            let wrong = if start > len {
                Some("is after the end of the file")
            } else if overlaps {
                Some("overlaps another section or the names")
            } else {
                (declared > len).then_some("is cut off by the end of the file")
            };
            if let Some(why) = wrong {
                // The offset and the size, which follows it.
                let span = (entry_offset(index).0, 8);
                let field = format!("directory[{index}]");
                let message = format_args!("{start:#x} to {declared:#x} {why}");
                cur.problem(Severity::Error, span, &field, message);
                cur.lose_because(format_args!("sections[{index}] {why}"));
            }
            if start <= len && !overlaps {
                at = end;
                if let Some(extent) = self.extents.get_mut(index) {
                    *extent = Some((start, end));
                }
            }
        }
        self.check_order(cur);
    }

    /// The game reads sections one after the other and ignores their offsets.
    fn check_order<R: Recorder>(&self, cur: &mut Cursor<'_, R>) {
        for (index, entry) in self.entries.iter().enumerate() {
            let ((start, _), usual) = (declared(entry), self.usual_offset(index));
            if start != usual {
                let message = format_args!(
                    "expected the end of the previous section, {usual:#x}, found {start:#x}; the \
                     game would read from {usual:#x}"
                );
                let field = format!("directory[{index}].offset");
                cur.problem(Severity::Warning, entry_offset(index), &field, message);
            }
        }
    }

    /// Default offset of an empty section.
    fn usual_offset(&self, index: usize) -> u64 {
        let before = index.checked_sub(1).and_then(|before| self.entries.get(before));
        before.map_or(self.start, |entry| declared(entry).1)
    }
}

/// Span of the offset of section `index` in the directory.
fn entry_offset(index: usize) -> (u64, u64) {
    element_span::<DirectoryEntry>(FileHeader::SIZE as u64, index, "offset")
}

/// Start and end of a section, from the directory.
fn declared(entry: &DirectoryEntry) -> Extent {
    let start = u64::from(entry.offset);
    (start, start + u64::from(entry.size))
}

fn sections<R: Recorder>(
    cur: &mut Cursor<'_, R>,
    plan: &Plan,
    texts: &Texts,
    kinds: Option<&BlockKinds>,
) -> Result<(Vec<Section>, BTreeSet<usize>)> {
    let (versions, assigned) = {
        let bytes = |index: usize| {
            let extent = plan.extents.get(index).copied().flatten();
            extent.map_or(&[][..], |(start, end)| cur.slice(start, end))
        };
        assign(&plan.entries, texts, kinds, &bytes)
    };
    let guessed = assigned.iter().enumerate().filter(|(_, assigned)| assigned.is_guess());
    let guessed = guessed.map(|(index, _)| index).collect();
    let sections = cur.array("sections", |cur| {
        let mut all = Vec::with_capacity(plan.entries.len());
        let rows = plan.entries.iter().zip(&plan.extents).zip(assigned);
        for (index, ((entry, extent), assigned)) in rows.enumerate() {
            let usual = plan.usual_offset(index);
            let mut section = Section {
                name: entry.name,
                flags: entry.flags,
                relocations: [entry.relocation_offset, entry.relocation_count],
                kind: entry.kind,
                stale_handle: (entry.handle != section_handle(index)).then_some(entry.handle),
                stale_offset: different(entry.offset, usual).filter(|_| entry.size == 0),
                ..Section::default()
            };
            match (extent, &assigned.body) {
                (Some((start, end)), _) => cur.within(*start, *end, |cur| {
                    cur.element(index, assigned.type_name(), |cur| {
                        cur.describe(|| assigned.meaning(texts.get(entry.name)));
                        section.read(cur, assigned, versions);
                        Ok(())
                    })
                })?,
                // An empty list is still a list.
                (None, Body::Hierarchy(_)) if entry.size == 0 => section.body = assigned.body,
                (None, _) => {}
            }
            all.push(section);
        }
        Ok(all)
    })?;
    Ok((sections, guessed))
}

impl Section {
    /// Reads the body and records the bytes after it.
    fn read<R: Recorder>(
        &mut self,
        cur: &mut Cursor<'_, R>,
        assigned: Assigned,
        versions: Versions,
    ) {
        let (start, end) = (cur.pos(), cur.limit());
        self.body = assigned.body;
        let read = self.body.pass(&mut Reading { cur }, versions);
        let is_whole = cur.or_keep(read).is_some();
        let rest = cur.bytes_if_any("rest", end);
        let rest = cur.or_keep(rest).unwrap_or(&[]);
        if !is_whole {
            self.damaged = Some(cur.slice(start, end).to_vec());
            return;
        }
        // The game's optimiser wrote the smaller geometry over the larger one without truncating it.
        if !rest.is_empty() && !matches!(self.body, Body::Geometry2(_)) {
            let len = rest.len() as u64;
            let message = format_args!("{len} unread bytes at the end");
            cur.problem(Severity::Note, (end - len, len), "rest", message);
        }
        self.rest = rest.to_vec();
    }
}
