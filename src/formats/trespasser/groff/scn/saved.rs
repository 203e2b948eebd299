//! Sections of a scene for the level as a whole: header, partitions, hierarchies, names.

use super::super::grf::Point;
use crate::bytes::cp1252;
use crate::bytes::layout::{Layout, Pass, Text};
use crate::bytes::{Bit, Hint, Result, Severity};
use crate::{layout, record};

/// Save versions that the game accepts.
pub const VERSIONS: std::ops::RangeInclusive<i32> = 7..=22;

/// `true` if placements and partitions of a version have flags.
pub(super) fn has_flags(version: i32) -> bool {
    !(13..=16).contains(&version)
}

/// Number of paths in a header.
const PATHS: usize = 5;
/// Number of reserved bytes.
const SPARE: usize = 48;

layout! {
    /// The path of a level; the bytes after its NUL are uninitialised memory.
    pub struct Path {
        pub text: Text<256>,
    }
}

/// Section `Header`.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct SaveHeader {
    pub version: i32,
    pub paths: Vec<Path>,
    pub brief: u8,
    /// Uninitialised memory; empty if it is all zeros.
    pub padding: Vec<u8>,
    /// Seconds of the game.
    pub game_time: f32,
    pub animal_version: i32,
    /// Seconds of real time.
    pub real_time: f32,
    pub spare: Vec<u8>,
}

impl SaveHeader {
    /// File names of its levels, without drives and folders. There usually is one.
    pub fn levels(&self) -> impl Iterator<Item = String> {
        let leaf = |path: &Path| {
            let path = cp1252::decode(path.text.bytes());
            path.rsplit(['/', '\\', ':']).next().unwrap_or_default().to_owned()
        };
        self.paths.iter().map(leaf).filter(|name| !name.is_empty())
    }
}

impl Layout for SaveHeader {
    const TYPE: &'static str = "SaveHeader";
    const MIN_SIZE: u64 = 1348;

    fn pass<P: Pass>(&mut self, pass: &mut P, (): ()) -> Result<()> {
        let start = pass.pos();
        pass.value("version", &mut self.version)?;
        if !VERSIONS.contains(&self.version) {
            let message =
                format_args!("unsupported version {}: the game accepts 7 to 22", self.version);
            pass.report(Severity::Error, (start, 4), "version", message);
        }
        pass.items_while("paths", &mut self.paths, |paths, _| paths.len() < PATHS, ())?;
        pass.value("brief", &mut self.brief)?;
        pass.padding(&mut self.padding, 3)?;
        pass.value(("game_time", Hint::Unit("s")), &mut self.game_time)?;
        pass.value("animal_version", &mut self.animal_version)?;
        pass.value(("real_time", Hint::Unit("s")), &mut self.real_time)?;
        pass.bytes("spare", &mut self.spare, SPARE)
    }
}

/// The bit of [`PARTITION_FLAGS`] that the game applies on loading.
pub const VISIBLE: u32 = 0x10;

/// Flags of partitions and of placements.
pub const PARTITION_FLAGS: &[Bit] = &[
    Bit::single(0xF, "priority", "drawing priority"),
    Bit::sure(VISIBLE, "visible", "drawn; the only bit that counts on loading"),
    Bit::single(0x20, "uses mesh", "has separate geometry"),
    Bit::single(0x40, "fixed cull distance", "has a separate distance at which it disappears"),
    Bit::single(
        0x80,
        "fixed shadow cull",
        "has a separate distance at which its shadow disappears",
    ),
    Bit::single(0x100, "cacheable", "may be drawn from the image cache"),
    Bit::single(0x200, "cache intersecting", "may be cached if it intersects others"),
    Bit::single(0x400, "cacheable volume", "its volume may be cached"),
    Bit::single(0x800, "never cache", "redrawn in every frame"),
    Bit::single(0x1000, "occluder", "hides geometry behind it"),
    Bit::single(0x2000, "casts shadow", "has a shadow"),
    Bit::single(0x4000, "simple object", "needs no clipping"),
    Bit::single(0x8000, "always faces camera", "turns towards the viewer"),
    Bit::single(0x7F_0000, "hints", "hints for hardware, textures and attached sounds"),
];

record! {
    /// A box in world axes, metres.
    pub struct PartitionBox {
        pub centre: Point,
        /// Half the size of the box.
        pub half: Point,
    }
}

record! {
    /// A partition.
    pub struct Partition {
        pub flags: u32 => Hint::Flags(PARTITION_FLAGS),
        pub extent: PartitionBox,
    }
}

impl PartitionBox {
    /// The ID of a partition: the sum of two checksums.
    pub fn id(&self) -> u32 {
        let sum = |point: &Point| {
            let bytes = [point.x, point.y, point.z].map(f32::to_le_bytes);
            crc32fast::hash(bytes.as_flattened())
        };
        sum(&self.centre).wrapping_add(sum(&self.half))
    }
}

/// Section `Partitions`.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Partitions {
    pub marker: u8,
    pub list: Vec<Partition>,
    /// Save versions 13 to 16 have no flags.
    pub with_flags: bool,
}

impl Layout<i32> for Partitions {
    const TYPE: &'static str = "Partitions";
    const MIN_SIZE: u64 = 1;

    fn pass<P: Pass>(&mut self, pass: &mut P, version: i32) -> Result<()> {
        pass.value("marker", &mut self.marker)?;
        if pass.is_reading() {
            self.with_flags = has_flags(version);
        }
        if self.with_flags {
            return pass.run_to_end("list", &mut self.list);
        }
        let mut boxes = self.list.iter().map(|partition| partition.extent).collect();
        pass.run_to_end("list", &mut boxes)?;
        let partition = |extent| Partition { flags: VISIBLE, extent };
        self.list = boxes.into_iter().map(partition).collect();
        Ok(())
    }
}

record! {
    /// A node and its parent.
    pub struct Pair {
        /// Hash of an instance, a partition or a block.
        pub node: u32 => Hint::Name,
        /// 0 for a root.
        pub parent: u32 => Hint::Name,
    }
}

/// Section `Hierarchy`, `TerrainHierarchy` or `TriggerHierarchy`.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Hierarchy {
    pub pairs: Vec<Pair>,
}

impl Layout for Hierarchy {
    const TYPE: &'static str = "Hierarchy";
    const MIN_SIZE: u64 = 0;

    fn pass<P: Pass>(&mut self, pass: &mut P, (): ()) -> Result<()> {
        pass.run_to_end("pairs", &mut self.pairs)
    }
}

/// Section `SaveGameName` or `SaveSCNName`: a text in a field of 21 or 20 bytes, whose bytes after its NUL
/// are uninitialised memory.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Label {
    pub bytes: Vec<u8>,
}

/// Minimum size of a section with a field of fixed size; a smaller section holds only the text.
const MIN_FIELD: usize = 20;

impl Label {
    pub fn text(&self) -> String {
        cp1252::decode(self.bytes.split(|byte| *byte == 0).next().unwrap_or(&[]))
    }

    /// The bytes of another text in a field of fixed size; `None` if the section holds only the text.
    pub fn encoded(&self, text: &str) -> Option<std::result::Result<Vec<u8>, String>> {
        let most = self.bytes.len().checked_sub(1).filter(|most| *most >= MIN_FIELD - 1)?;
        Some(match cp1252::encode_all(text) {
            Ok(bytes) if bytes.len() > most => {
                let found = bytes.len();
                Err(format!("expected up to {most} bytes of text, found {found}"))
            }
            Ok(mut bytes) => {
                bytes.resize(self.bytes.len(), 0);
                Ok(bytes)
            }
            Err(letter) => Err(format!("code page 1252 has no letter {letter:?}")),
        })
    }
}

impl Layout for Label {
    const TYPE: &'static str = "Label";
    const MIN_SIZE: u64 = 0;

    fn pass<P: Pass>(&mut self, pass: &mut P, (): ()) -> Result<()> {
        let all = usize::try_from(pass.remaining()).unwrap_or(usize::MAX);
        let len = if pass.is_reading() { all } else { self.bytes.len() };
        pass.text("text", &mut self.bytes, len)
    }
}
