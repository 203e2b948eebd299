//! The three kinds of files that are GROFF.

use std::collections::HashMap;
use std::marker::PhantomData;
use std::sync::OnceLock;

use super::directory::{CONTAINER, DirectoryEntry, FileHeader, MAGIC, kind};
use super::read::Parsed;
use super::scene::FactsOfGroups;
use super::scn::saved::SaveHeader;
use crate::bytes::cp1252;
use crate::bytes::layout::{Layout, Reading, element_span, field_span};
use crate::bytes::{Cursor, Endian, NoRecorder, Shaped, Source};
use crate::container::Slices;
use crate::formats::{Capability, FormatInfo, Head, Loaded};

/// Sections that only savegames have.
const SAVED: [&str; 3] = ["SaveGameName", "SaveSCNName", "SaveBMP"];
/// Maximum size of the names and maximum number of sections that are searched for [`SAVED`]: real scenes
/// have 10 KiB of names and fewer than 500 sections.
const MAX_NAMES: u32 = 1 << 20;
const MAX_SECTIONS: u32 = 1 << 14;
/// Maximum size of a savegame's name.
const MAX_LABEL: u32 = 256;
/// Maximum size of a scene's header that is read without the rest; real ones have 1 348 bytes.
const MAX_HEADER: u32 = 4096;

const CAN: &[Capability] =
    &[Capability::View, Capability::Sound, Capability::Export, Capability::Write];
const SAVE_VERSIONS: &[&str] =
    &["7", "8", "9", "10", "11", "12", "13", "14", "15", "16", "17", "18", "19", "20", "21", "22"];

/// A kind of GROFF file.
pub trait Kind: Send + Sync + 'static {
    const INFO: FormatInfo;

    /// `true` if the sections are typical of this kind.
    fn fits(seen: &HeadFindings) -> bool;

    /// See [`Format::title`](crate::formats::Format::title).
    fn title(_head: &Head<'_>) -> Option<String> {
        None
    }
}

/// A level.
pub struct Level;
/// A scene.
pub struct Scn;
/// A savegame.
pub struct Savegame;

impl Kind for Level {
    const INFO: FormatInfo = FormatInfo {
        id: "trespasser.groff.grf",
        name: "Trespasser level",
        extensions: &["grf"],
        versions: &["11", "12", "13", "14", "15"],
        can: CAN,
    };

    fn fits(seen: &HeadFindings) -> bool {
        !seen.special
    }
}

impl Kind for Scn {
    const INFO: FormatInfo = FormatInfo {
        id: "trespasser.groff.scn",
        name: "Trespasser scene",
        extensions: &["scn"],
        versions: SAVE_VERSIONS,
        can: CAN,
    };

    fn fits(seen: &HeadFindings) -> bool {
        seen.special && !seen.saved
    }
}

impl Kind for Savegame {
    const INFO: FormatInfo = FormatInfo {
        id: "trespasser.groff.save",
        name: "Trespasser savegame",
        extensions: &["000"],
        versions: SAVE_VERSIONS,
        can: CAN,
    };

    fn fits(seen: &HeadFindings) -> bool {
        seen.special && seen.saved
    }

    fn title(head: &Head<'_>) -> Option<String> {
        let [name, ..] = SAVED;
        let entry = sections_called(head, &[name]).into_iter().next()?;
        let label = head.at(entry.offset.into(), entry.size.min(MAX_LABEL) as usize);
        let name = label.split(|byte| *byte == 0).next()?;
        (!name.is_empty()).then(|| cp1252::decode(name))
    }
}

/// Findings in the head of a GROFF file.
pub struct HeadFindings {
    pub(super) sections: u32,
    /// The first section is one of a scene.
    pub(super) special: bool,
    /// The file has sections that only savegames have.
    pub(super) saved: bool,
    /// The container version is the usual one, and the names are after the directory.
    pub(super) sound: bool,
}

impl HeadFindings {
    pub(super) fn of(head: &Head<'_>) -> Option<Self> {
        if head.u32(0)? != MAGIC {
            return None;
        }
        let word = |(at, _): (u64, u64)| head.u32(usize::try_from(at).ok()?);
        let header = |field| word(field_span::<FileHeader>(0, field));
        let directory = FileHeader::SIZE as u64;
        let place = |index, field| element_span::<DirectoryEntry>(directory, index, field);
        let entry = |index, field| word(place(index, field));
        let sections = header("section_count")?;
        let names = u64::from(header("names_offset")?);
        let (directory_end, _) = place(sections as usize, "");
        let special = entry(0, "kind") == Some(kind::SPECIAL);
        Some(Self {
            sections,
            special,
            saved: special && !sections_called(head, &SAVED).is_empty(),
            sound: header("container_version") == Some(CONTAINER)
                && (directory_end..=head.len).contains(&names),
        })
    }
}

/// The levels that the header of a scene names, without reading the rest of the file; `None` for
/// other files, such as compressed ones.
pub(super) fn header_levels(head: &Head<'_>) -> Option<Vec<String>> {
    HeadFindings::of(head).filter(|seen| seen.special)?;
    let entry = sections_called(head, &["Header"]).into_iter().next()?;
    let bytes = head.at(entry.offset.into(), entry.size.min(MAX_HEADER) as usize);
    let source = Source::from_bytes("Header", bytes.into_owned());
    let mut cur = Cursor::new(&source, Endian::Little, NoRecorder);
    let mut header = SaveHeader::default();
    header.pass(&mut Reading { cur: &mut cur }, ()).ok()?;
    Some(header.levels().collect())
}

/// The rows of the directory whose sections have one of these names.
fn sections_called(head: &Head<'_>, names: &[&str]) -> Vec<DirectoryEntry> {
    let mut start = head.bytes;
    let Some(header) = FileHeader::take(&mut start, Endian::Little) else { return Vec::new() };
    let table = head.at(header.names_offset.into(), header.names_size.min(MAX_NAMES) as usize);
    let (mut rest, mut handles) = (&*table, Vec::new());
    for _ in 0..header.name_count {
        let words = <[u32; 3]>::take(&mut rest, Endian::Little);
        let Some([handle, len, _]) = words else { break };
        let text = rest.split_at_checked(len as usize);
        let Some((text, after)) = text else { break };
        let text = text.split(|byte| *byte == 0).next().unwrap_or(&[]);
        if names.iter().any(|name| name.as_bytes() == text) {
            handles.push(handle);
        }
        rest = after;
    }
    if handles.is_empty() {
        return Vec::new();
    }
    let count = header.section_count.min(MAX_SECTIONS) as usize;
    let directory = head.at(FileHeader::SIZE as u64, count * DirectoryEntry::SIZE);
    let mut rest = &*directory;
    let entries = std::iter::from_fn(|| DirectoryEntry::take(&mut rest, Endian::Little));
    entries.filter(|entry| handles.contains(&entry.name)).collect()
}

/// A file of one of the kinds.
pub struct File<K> {
    pub parsed: Parsed,
    /// Sections of the file, computed on first use.
    pub(super) members: OnceLock<Slices>,
    /// Properties of the file's instances, computed when something is first moved.
    pub(super) facts: OnceLock<FactsOfGroups>,
    /// Names of the file's partitions by ID, computed when one is first shown.
    pub(super) elements: OnceLock<HashMap<u32, String>>,
    pub(super) kind: PhantomData<fn() -> K>,
}

impl<K> Loaded<File<K>> {
    /// The same file, independent of its kind.
    pub(super) fn parsed(&self) -> Loaded<&Parsed> {
        self.part(|records| &records.parsed)
    }
}
