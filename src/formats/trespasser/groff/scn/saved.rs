//! What a scene says of the level as a whole: header, partitions, hierarchies, names.

use super::super::grf::Point;
use crate::bytes::{Bit, Confidence, Cursor, Hint, Recorder, Result, Severity, Writer};
use crate::codec::cp1252;
use crate::record;

/// Save versions that the game accepts.
pub const VERSIONS: std::ops::RangeInclusive<i32> = 7..=22;

/// Versions whose placements and partitions have no flags.
pub(in super::super) fn is_without_flags(version: i32) -> bool {
    (13..=16).contains(&version)
}

/// Bytes for each path of a level.
const PATH: usize = 256;

/// Section `Header`.
#[derive(Clone, Debug, PartialEq)]
pub struct SaveHeader {
    pub version: i32,
    /// Paths of levels; what follows a NUL is left over from earlier use of the memory.
    pub paths: Vec<Vec<u8>>,
    pub brief: u8,
    /// Left over.
    pub padding: [u8; 3],
    /// Seconds of the game.
    pub game_time: f32,
    pub animal_version: i32,
    /// Seconds of real time.
    pub real_time: f32,
    pub spare: Vec<u8>,
}

impl SaveHeader {
    /// The header of a scene that names one level.
    pub fn new(path: &str) -> Self {
        let slot = |text: &str| {
            let mut bytes = cp1252::encode(text);
            bytes.resize(PATH, 0);
            bytes
        };
        Self {
            version: 22,
            paths: vec![slot(path), slot(""), slot(""), slot(""), slot("")],
            brief: 1,
            padding: [0; 3],
            game_time: 0.0,
            animal_version: 10,
            real_time: 0.0,
            spare: vec![0; 48],
        }
    }

    /// File names of its levels: what follows the last slash. There usually is one.
    pub fn levels(&self) -> impl Iterator<Item = String> {
        let leaf = |path: &Vec<u8>| {
            text_of(path).rsplit(['/', '\\']).next().unwrap_or_default().to_owned()
        };
        self.paths.iter().map(leaf).filter(|name| !name.is_empty())
    }

    pub(in super::super) fn read<R: Recorder>(cur: &mut Cursor<'_, R>) -> Result<Self> {
        let start = cur.pos();
        let version = cur.get("version")?;
        if !VERSIONS.contains(&version) {
            let message = format_args!("version {version}: the game accepts 7 to 22");
            cur.problem(Severity::Error, (start, 4), "version", message);
        }
        let paths = cur.array("paths", |cur| {
            let mut paths = Vec::new();
            for index in 0..5 {
                let start = cur.pos();
                cur.element(index, "Path", |cur| cur.text("text", PATH).map(drop))?;
                paths.push(cur.slice(start, cur.pos()).to_vec());
            }
            Ok(paths)
        })?;
        let brief = cur.get("brief")?;
        let mut padding = [0; 3];
        for (to, from) in padding.iter_mut().zip(cur.padding(3)?) {
            *to = *from;
        }
        Ok(Self {
            version,
            paths,
            brief,
            padding,
            game_time: cur.get_as("game_time", Hint::Unit("s"))?,
            animal_version: cur.get("animal_version")?,
            real_time: cur.get_as("real_time", Hint::Unit("s"))?,
            spare: cur.bytes("spare", 48)?.to_vec(),
        })
    }

    pub(in super::super) fn write(&self, out: &mut Writer) {
        out.put(self.version);
        self.paths.iter().for_each(|path| out.bytes(path));
        out.put(self.brief);
        out.bytes(&self.padding);
        out.put(self.game_time);
        out.put(self.animal_version);
        out.put(self.real_time);
        out.bytes(&self.spare);
    }
}

/// A stored text up to its NUL.
fn text_of(bytes: &[u8]) -> String {
    let end = bytes.iter().position(|byte| *byte == 0).unwrap_or(bytes.len());
    cp1252::decode(bytes.get(..end).unwrap_or(&[]))
}

const fn bit(mask: u32, name: &'static str, meaning: &'static str) -> Bit {
    Bit { mask, name, meaning, confidence: Confidence::Single }
}

/// The bit of [`PARTITION_FLAGS`] that the game applies on loading.
pub const VISIBLE: u32 = 0x10;

/// Flags of partitions and of placements.
pub const PARTITION_FLAGS: &[Bit] = &[
    bit(0xF, "priority", "how soon it is drawn"),
    Bit {
        mask: VISIBLE,
        name: "visible",
        meaning: "is drawn; the only bit that counts on loading",
        confidence: Confidence::Sure,
    },
    bit(0x20, "uses mesh", "has geometry of its own"),
    bit(0x40, "fixed cull distance", "has a distance of its own at which it vanishes"),
    bit(0x80, "fixed shadow cull", "has a distance of its own at which its shadow vanishes"),
    bit(0x100, "cacheable", "may be drawn from the image cache"),
    bit(0x200, "cache intersecting", "may be cached where it meets others"),
    bit(0x400, "cacheable volume", "its volume may be cached"),
    bit(0x800, "never cache", "is always drawn anew"),
    bit(0x1000, "occluder", "hides what is behind it"),
    bit(0x2000, "casts shadow", "has a shadow"),
    bit(0x4000, "simple object", "needs no clipping"),
    bit(0x8000, "always faces camera", "turns towards the viewer"),
    bit(0x7F_0000, "hints", "hints for hardware, textures and attached sounds"),
];

record! {
    /// A box of space; world axes, metres.
    pub struct PartitionBox {
        pub centre: Point,
        /// Half the size.
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
    /// The ID of a partition: two checksums, added.
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

impl Partitions {
    pub fn new(list: Vec<Partition>) -> Self {
        Self { marker: 1, list, with_flags: true }
    }

    pub(in super::super) fn read<R: Recorder>(
        cur: &mut Cursor<'_, R>,
        version: i32,
    ) -> Result<Self> {
        let marker = cur.get("marker")?;
        let with_flags = !is_without_flags(version);
        let there = |size| usize::try_from(cur.remaining() / size).unwrap_or(0);
        let list = if with_flags {
            let count = there(28);
            cur.records("list", count)?
        } else {
            let count = there(24);
            let boxes = cur.records::<PartitionBox>("list", count)?;
            boxes.into_iter().map(|extent| Partition { flags: VISIBLE, extent }).collect()
        };
        Ok(Self { marker, list, with_flags })
    }

    pub(in super::super) fn write(&self, out: &mut Writer) {
        out.put(self.marker);
        for partition in &self.list {
            if self.with_flags {
                out.shaped(partition);
            } else {
                out.shaped(&partition.extent);
            }
        }
    }
}

record! {
    /// What hangs below what.
    pub struct Pair {
        /// Of an instance, a partition or a block.
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

impl Hierarchy {
    pub(in super::super) fn read<R: Recorder>(cur: &mut Cursor<'_, R>) -> Result<Self> {
        let count = usize::try_from(cur.remaining() / 8).unwrap_or(0);
        Ok(Self { pairs: cur.records("pairs", count)? })
    }
}

/// Section `SaveGameName` or `SaveSCNName`: a text and what was behind it in memory.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Label {
    pub bytes: Vec<u8>,
}

impl Label {
    pub fn new(text: &str, size: usize) -> Self {
        let mut bytes = cp1252::encode(text);
        bytes.truncate(size.saturating_sub(1));
        bytes.resize(size, 0);
        Self { bytes }
    }

    pub fn text(&self) -> String {
        text_of(&self.bytes)
    }

    pub(in super::super) fn read<R: Recorder>(cur: &mut Cursor<'_, R>) -> Result<Self> {
        let len = usize::try_from(cur.remaining()).unwrap_or(usize::MAX);
        let start = cur.pos();
        cur.text("text", len)?;
        Ok(Self { bytes: cur.slice(start, cur.pos()).to_vec() })
    }
}
