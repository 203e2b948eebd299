//! The record inside a node, which depends on the resource of the node (section 4).

mod skel;

pub use skel::{Bone, BoneText, BoundSphere, OwnMaterial, Skel};

use super::Node;
use crate::bytes::layout::{Layout, Named, Pass};
use crate::bytes::{Hint, Result, Severity, Shaped};
use crate::{layout, record, symbols};

/// Position of a record: its nesting depth, and whether the node's file ends after it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RecordNesting {
    depth: u8,
    ends_file: bool,
}

impl RecordNesting {
    /// A node in a separate file.
    pub const FILE: Self = Self { depth: 0, ends_file: true };
    /// A node in a list of nodes.
    pub const LIST: Self = Self { depth: 0, ends_file: false };
    /// Maximum nesting depth of records.
    const MAX_DEPTH: u8 = 8;

    fn inner(self) -> Self {
        Self { depth: self.depth + 1, ends_file: false }
    }
}

symbols! {
    /// Hashes of the classes of records.
    pub mod data_class: u32, DATA_CLASSES {
        NONE = 0 "none",
        MESHDATA = 0x9932_FA91 "MESHDATA",
        SURFACEDATAS = 0x189F_1CF2 "SURFACEDATAS",
        LODDATA = 0xF798_4788 "LODDATA",
        SKEL = 0x7657_AB8A "SKEL",
        ROTSHAPEDATA = 0x2BBE_0DC4 "ROTSHAPEDATA",
        PARTICLESDATA = 0xF199_48EB "PARTICLESDATA",
    }
}

record! {
    /// Common start of all records; the whole record of a mesh.
    pub struct MeshData {
        pub name: u32 => Hint::Name,
        pub link: u32 => Hint::Name,
        pub flags: u32 => Hint::Hex,
        /// Usually 0, 0, 0, 1.
        pub colour: [f32; 4],
    }
}

record! {
    /// Record of particles.
    pub struct ParticlesData {
        pub common: MeshData,
        pub unknown_1c: u16 => Hint::Hex,
    }
}

record! {
    /// 104 bytes of unknown content.
    pub struct Unknown104 {
        pub words: [u32; 26] => Hint::Hex,
    }
}

layout! {
    /// Record of a surface.
    pub struct SurfaceData {
        pub common: MeshData,
        pub entries: Vec<Unknown104> [u32 "entry_count"],
        pub unknown_a: u32 => Hint::Hex,
        pub unknown_b: u32 => Hint::Hex,
    }

    /// Record of a LOD, with a record for each of its components.
    pub struct LodData in RecordNesting {
        pub common: MeshData,
        pub records: Vec<Data> [u32 "record_count"],
        pub unknown: [u32; 25] => Hint::Hex,
        pub node: u32 => Hint::Name,
        pub light_a: u32 => Hint::Name,
        pub light_b: u32 => Hint::Name,
        pub nodes: Vec<u32> [u32 "node_count"] => Hint::Name,
        pub unknown_list: Vec<u32> [u32 "unknown_count"] => Hint::Hex,
    }
}

/// Record of a billboard: two lists that share their count.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct RotShapeData {
    pub common: MeshData,
    pub indices: Vec<u16>,
    pub entries: Vec<[u32; 7]>,
}

impl Layout for RotShapeData {
    const TYPE: &'static str = "RotShapeData";
    const MIN_SIZE: u64 = MeshData::SIZE as u64 + 4;

    fn pass<P: Pass>(&mut self, pass: &mut P, (): ()) -> Result<()> {
        pass.value("common", &mut self.common)?;
        let count = pass.count::<u32>("count", self.indices.len())?;
        pass.run("indices", &mut self.indices, count)?;
        pass.run(("entries", Hint::Hex), &mut self.entries, count)
    }
}

/// The record inside a node.
#[derive(Clone, Debug, Default, PartialEq)]
pub enum Record {
    #[default]
    None,
    Mesh(MeshData),
    Surface(SurfaceData),
    RotShape(RotShapeData),
    Particles(ParticlesData),
    Lod(LodData),
    Skel(Box<Skel>),
    /// A record of unknown class: all bytes up to the common end of nodes.
    Unknown(Vec<u8>),
}

impl Record {
    fn of(class: u32) -> Self {
        match class {
            data_class::NONE => Self::None,
            data_class::MESHDATA => Self::Mesh(MeshData::default()),
            data_class::SURFACEDATAS => Self::Surface(SurfaceData::default()),
            data_class::ROTSHAPEDATA => Self::RotShape(RotShapeData::default()),
            data_class::PARTICLESDATA => Self::Particles(ParticlesData::default()),
            data_class::LODDATA => Self::Lod(LodData::default()),
            data_class::SKEL => Self::Skel(Box::default()),
            _ => Self::Unknown(Vec::new()),
        }
    }

    fn class(&self) -> Option<u32> {
        Some(match self {
            Self::None => data_class::NONE,
            Self::Mesh(_) => data_class::MESHDATA,
            Self::Surface(_) => data_class::SURFACEDATAS,
            Self::RotShape(_) => data_class::ROTSHAPEDATA,
            Self::Particles(_) => data_class::PARTICLESDATA,
            Self::Lod(_) => data_class::LODDATA,
            Self::Skel(_) => data_class::SKEL,
            Self::Unknown(_) => return None,
        })
    }
}

/// A record with its stored class.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Data {
    pub class: u32,
    pub record: Record,
}

impl From<Record> for Data {
    /// A record with its matching class.
    fn from(record: Record) -> Self {
        Self { class: record.class().unwrap_or_default(), record }
    }
}

impl Data {
    /// The bones in this record or in a nested one, and their path.
    pub(super) fn skel(&self, depth: u8) -> Option<(&Skel, String)> {
        match &self.record {
            Record::Skel(skel) => Some((skel, "data".to_owned())),
            Record::Lod(lod) if depth < RecordNesting::MAX_DEPTH => {
                let inner = lod.records.iter().enumerate();
                inner.into_iter().find_map(|(at, data)| {
                    let (skel, path) = data.skel(depth + 1)?;
                    Some((skel, format!("data.records[{at}].{path}")))
                })
            }
            _ => None,
        }
    }

    fn unknown<P: Pass>(
        bytes: &mut Vec<u8>,
        class: u32,
        pass: &mut P,
        nest: RecordNesting,
    ) -> Result<()> {
        if !pass.is_reading() {
            let len = bytes.len();
            return pass.bytes("data", bytes, len);
        }
        let left = pass.remaining();
        let len = left.checked_sub(Node::BEHIND).filter(|_| nest.ends_file);
        let Some(len) = len else {
            let message =
                format_args!("unknown class {class:08X}: the data after it cannot be read");
            return Err(pass.fail_at((pass.pos().saturating_sub(4), 4), "data_class", message));
        };
        let message = format_args!(
            "unknown class {class:08X}: its length of {len} bytes was computed from the end of the file"
        );
        let at = (pass.pos(), len);
        pass.report(Severity::Warning, at, "data_class", message);
        pass.bytes("data", bytes, usize::try_from(len).unwrap_or(usize::MAX))
    }
}

impl Layout<RecordNesting> for Data {
    const TYPE: &'static str = "Data";
    const MIN_SIZE: u64 = 4;

    fn pass<P: Pass>(&mut self, pass: &mut P, nest: RecordNesting) -> Result<()> {
        pass.value(("data_class", Hint::Enum(DATA_CLASSES)), &mut self.class)?;
        if pass.is_reading() {
            self.record = Record::of(self.class);
        }
        match &mut self.record {
            Record::None => Ok(()),
            Record::Mesh(data) => pass.value("data", data),
            Record::Particles(data) => pass.value("data", data),
            Record::Surface(data) => pass.group("data", data, ()),
            Record::RotShape(data) => pass.group("data", data, ()),
            _ if nest.depth >= RecordNesting::MAX_DEPTH => {
                Err(pass.fail("data_class", format_args!("records are nested too deeply")))
            }
            Record::Lod(data) => pass.group("data", data, nest.inner()),
            Record::Skel(data) => pass.group("data", &mut **data, nest.inner()),
            Record::Unknown(bytes) => Self::unknown(bytes, self.class, pass, nest),
        }
    }

    /// Class and record are fields of the node itself.
    fn field<P: Pass>(&mut self, _: Named, pass: &mut P, nest: RecordNesting) -> Result<()> {
        self.pass(pass, nest)
    }
}
