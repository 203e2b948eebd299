//! The three kinds of files that are GROFF.

use std::collections::HashMap;
use std::marker::PhantomData;
use std::sync::OnceLock;

use super::directory::{CONTAINER, DirectoryEntry, FileHeader, MAGIC, kind};
use super::read::Parsed;
use super::scene::FactsOfGroups;
use crate::bytes::Shaped;
use crate::bytes::cp1252;
use crate::bytes::layout::{element_span, field_span};
use crate::container::Slices;
use crate::formats::{Capability, FormatInfo, Head, Loaded};

/// Size of a savegame's name.
const LABEL: u32 = 21;

const CAN: &[Capability] =
    &[Capability::View, Capability::Sound, Capability::Export, Capability::Write];
const SAVE_VERSIONS: &[&str] =
    &["7", "8", "9", "10", "11", "12", "13", "14", "15", "16", "17", "18", "19", "20", "21", "22"];

/// A kind of GROFF file.
pub trait Kind: Send + Sync + 'static {
    const INFO: FormatInfo;

    /// `true` if the sections are typical of this kind.
    fn fits(seen: &Seen) -> bool;

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

    fn fits(seen: &Seen) -> bool {
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

    fn fits(seen: &Seen) -> bool {
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

    fn fits(seen: &Seen) -> bool {
        seen.special && seen.saved
    }

    fn title(head: &Head<'_>) -> Option<String> {
        // All savegames have this first section: 21 bytes with a zero after the name.
        let (at, len) = (head.u32(0x30 + 8)?, head.u32(0x30 + 12)?);
        let at = usize::try_from(at).ok().filter(|_| len == LABEL)?;
        let label = head.bytes.get(at..at.checked_add(LABEL as usize)?)?;
        let name = label.split(|byte| *byte == 0).next()?;
        (!name.is_empty()).then(|| cp1252::decode(name))
    }
}

/// Findings in the head of a GROFF file.
pub struct Seen {
    pub(super) sections: u32,
    /// The first section is one of a scene.
    pub(super) special: bool,
    /// The first sections have the sizes of a savegame's name and scene.
    pub(super) saved: bool,
    /// The container version is the usual one, and the names are after the directory.
    pub(super) sound: bool,
}

impl Seen {
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
        let sizes: Vec<_> =
            (0..sections.min(3) as usize).map(|index| entry(index, "size")).collect();
        Some(Self {
            sections,
            special: entry(0, "kind") == Some(kind::SPECIAL),
            saved: sizes.contains(&Some(21)) && sizes.contains(&Some(20)),
            sound: header("container_version") == Some(CONTAINER)
                && (directory_end..=head.len).contains(&names),
        })
    }
}

/// A file of one of the kinds.
pub struct File<K> {
    pub parsed: Parsed,
    /// Sections of the file, computed on first use.
    pub(super) members: OnceLock<Slices>,
    /// Properties of its instances, computed when something is first moved.
    pub(super) facts: OnceLock<FactsOfGroups>,
    /// Names of its partitions by ID, computed when one is first shown.
    pub(super) partitions: OnceLock<HashMap<u32, String>>,
    pub(super) kind: PhantomData<fn() -> K>,
}

impl<K> Loaded<File<K>> {
    /// The same file, independent of its kind.
    pub(super) fn parsed(&self) -> Loaded<&Parsed> {
        self.part(|records| &records.parsed)
    }
}
