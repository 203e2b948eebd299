//! Records of a skater.

use std::sync::Arc;

use crate::bytes::cp1252;
use crate::bytes::layout::{Context, Layout, Pass};
use crate::bytes::{Hint, Result, Symbol};
use crate::record;

/// `Bon` and a NUL.
pub const MAGIC: [u8; 4] = *b"Bon\0";
/// Maximum depth of the node tree.
const DEEPEST: u16 = 128;

/// Version of the format.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Version {
    /// Dreamcast.
    #[default]
    One,
    /// Xbox.
    Three,
    /// Xbox, with wider counts.
    Four,
}

impl Version {
    pub fn of(number: u32) -> Option<Self> {
        match number {
            1 => Some(Version::One),
            3 => Some(Version::Three),
            4 => Some(Version::Four),
            _ => None,
        }
    }

    pub fn number(self) -> u32 {
        match self {
            Version::One => 1,
            Version::Three => 3,
            Version::Four => 4,
        }
    }

    /// Processes a list count: 16 bits in version 3, 32 bits in the others.
    fn count<P: Pass>(self, pass: &mut P, name: &'static str, len: usize) -> Result<usize> {
        match self {
            Version::Three => pass.count::<u16>(name, len),
            _ => pass.count::<u32>(name, len),
        }
    }

    /// Processes a length-prefixed text.
    fn text<P: Pass>(self, pass: &mut P, name: &'static str, text: &mut Vec<u8>) -> Result<()> {
        let len = match self {
            Version::One => pass.count::<u8>("name_length", text.len())?,
            _ => pass.count::<u16>("name_length", text.len())?,
        };
        if len > 0 { pass.text(name, text, len) } else { Ok(()) }
    }
}

/// Names of the texture addressing modes.
const ADDRESSES: &[Symbol] = &[
    Symbol { value: 0, name: "clamp" },
    Symbol { value: 1, name: "wrap" },
    Symbol { value: 2, name: "mirror" },
];

/// Texture of a material: an embedded file.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Texture {
    pub name: Vec<u8>,
    /// Always 1.
    pub flag: u8,
    pub address_u: u8,
    pub address_v: u8,
    /// PVR in version 1, otherwise DDS.
    pub file: Arc<[u8]>,
}

impl Layout<Version> for Texture {
    const TYPE: &'static str = "Texture";
    const MIN_SIZE: u64 = 8;

    fn pass<P: Pass>(&mut self, pass: &mut P, version: Version) -> Result<()> {
        version.text(pass, "name", &mut self.name)?;
        pass.value("flag", &mut self.flag)?;
        pass.value(("address_u", Hint::Enum(ADDRESSES)), &mut self.address_u)?;
        pass.value(("address_v", Hint::Enum(ADDRESSES)), &mut self.address_v)?;
        let size = pass.count::<u32>("size", self.file.len())?;
        pass.bytes("file", &mut self.file, size)
    }
}

/// Material of faces.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Material {
    pub name: Vec<u8>,
    /// Version 1: red, green, blue, alpha in 0..1.
    pub tint: [f32; 4],
    /// Versions 3 and 4: RGBA bytes.
    pub colour: [u8; 4],
    /// Light colours: three in version 1, otherwise two.
    pub light: [f32; 3],
    /// Only in version 1.
    pub unknown_flag: u8,
    /// 1 if a texture follows.
    pub has_texture: u8,
    pub texture: Option<Texture>,
}

impl Layout<Version> for Material {
    const TYPE: &'static str = "Material";
    const MIN_SIZE: u64 = 15;

    fn pass<P: Pass>(&mut self, pass: &mut P, version: Version) -> Result<()> {
        version.text(pass, "name", &mut self.name)?;
        let [first, second, third] = &mut self.light;
        if version == Version::One {
            pass.value("tint", &mut self.tint)?;
            pass.value("light_0", first)?;
            pass.value("light_1", second)?;
            pass.value("light_2", third)?;
            pass.value("unknown_flag", &mut self.unknown_flag)?;
        } else {
            pass.value(("colour", Hint::Channel), &mut self.colour)?;
            pass.value("light_0", first)?;
            pass.value("light_1", second)?;
        }
        pass.value("has_texture", &mut self.has_texture)?;
        pass.optional("texture", self.has_texture == 1, &mut self.texture, version)
    }

    fn summary(&self) -> String {
        cp1252::decode(&self.name)
    }
}

record! {
    /// Vertex on the Dreamcast.
    pub struct DreamcastVertex {
        pub position: [f32; 3],
        pub normal: [f32; 3],
        pub unknown_18: [f32; 3],
        pub uv: [f32; 2],
        pub uv_2: [f32; 2],
    }
}

record! {
    /// Vertex on the Xbox.
    pub struct XboxVertex {
        pub position: [f32; 3],
        pub unknown_0c: f32,
        pub normal: [f32; 3],
        /// Sway in the wind.
        pub sway: [u8; 4] => Hint::Channel,
        pub uv: [f32; 2],
    }
}

record! {
    /// Strip of the indices, with one material.
    pub struct Split {
        pub material: u16 => Hint::Index("materials"),
        pub first: u16 => Hint::Index("indices"),
        pub count: u16,
    }
}

/// Strip of the node's vertices, on the Dreamcast.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Strip {
    pub material: u16,
    pub indices: Vec<u16>,
}

impl<C: Context> Layout<C> for Strip {
    const TYPE: &'static str = "Strip";
    const MIN_SIZE: u64 = 6;

    fn pass<P: Pass>(&mut self, pass: &mut P, _: C) -> Result<()> {
        pass.value(("material", Hint::Index("materials")), &mut self.material)?;
        let count = pass.count::<u32>("index_count", self.indices.len())?;
        pass.counted_list("index_count", "indices", &mut self.indices, count, ())
    }
}

/// Part of the skater, with its children.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Node {
    /// Always 0xB1.
    pub kind: u8,
    pub name: Vec<u8>,
    /// Only in version 1.
    pub flags: u8,
    pub matrices: Vec<[f32; 11]>,
    pub bounds: [f32; 6],
    pub vertices: Vec<DreamcastVertex>,
    pub strips: Vec<Strip>,
    /// Rotation matrix, in versions 3 and 4.
    pub turn: [f32; 9],
    pub position: [f32; 3],
    pub second_turn: [f32; 9],
    pub splits: Vec<Split>,
    /// Strips that connect to another part.
    pub joints: Vec<Split>,
    pub children: Vec<Node>,
}

impl Layout<(Version, u16)> for Node {
    const TYPE: &'static str = "Node";
    const MIN_SIZE: u64 = 43;

    fn pass<P: Pass>(&mut self, pass: &mut P, (version, depth): (Version, u16)) -> Result<()> {
        if depth > DEEPEST {
            return Err(pass.fail("", format_args!("node tree deeper than {DEEPEST} levels")));
        }
        pass.value(("kind", Hint::Hex), &mut self.kind)?;
        version.text(pass, "name", &mut self.name)?;
        match version {
            Version::One => self.dreamcast(pass, depth),
            _ => self.xbox(pass, version, depth),
        }
    }

    fn summary(&self) -> String {
        self.name()
    }
}

impl Node {
    pub fn name(&self) -> String {
        cp1252::decode(&self.name)
    }

    fn dreamcast<P: Pass>(&mut self, pass: &mut P, depth: u16) -> Result<()> {
        pass.value(("flags", Hint::Hex), &mut self.flags)?;
        let matrices = pass.count::<u32>("matrix_count", self.matrices.len())?;
        pass.counted_list("matrix_count", "matrices", &mut self.matrices, matrices, ())?;
        let children = pass.count::<u32>("child_count", self.children.len())?;
        let below = (Version::One, depth + 1);
        pass.counted_list("child_count", "children", &mut self.children, children, below)?;
        pass.value("bounds", &mut self.bounds)?;
        let vertices = pass.count::<u32>("vertex_count", self.vertices.len())?;
        pass.counted_list("vertex_count", "vertices", &mut self.vertices, vertices, ())?;
        let strips = pass.count::<u32>("strip_count", self.strips.len())?;
        pass.counted_list("strip_count", "strips", &mut self.strips, strips, ())
    }

    fn xbox<P: Pass>(&mut self, pass: &mut P, version: Version, depth: u16) -> Result<()> {
        pass.value("turn", &mut self.turn)?;
        pass.value("position", &mut self.position)?;
        let children = pass.count::<u16>("child_count", self.children.len())?;
        let below = (version, depth + 1);
        pass.counted_list("child_count", "children", &mut self.children, children, below)?;
        pass.value("second_turn", &mut self.second_turn)?;
        let splits = pass.count::<u16>("split_count", self.splits.len())?;
        pass.counted_list("split_count", "splits", &mut self.splits, splits, ())?;
        let joints = pass.count::<u16>("joint_count", self.joints.len())?;
        pass.counted_list("joint_count", "joints", &mut self.joints, joints, ())
    }
}

/// Records of a skater file.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Bon {
    pub version: Version,
    pub materials: Vec<Material>,
    /// Vertices of the whole skater, in versions 3 and 4.
    pub vertices: Vec<XboxVertex>,
    /// Only in versions 3 and 4.
    pub unknown: u32,
    pub indices: Vec<u16>,
    pub nodes: Vec<Node>,
    pub rest: Vec<u8>,
}

impl Layout for Bon {
    const TYPE: &'static str = "Skater";
    const MIN_SIZE: u64 = 8;

    fn pass<P: Pass>(&mut self, pass: &mut P, (): ()) -> Result<()> {
        let mut magic = MAGIC;
        pass.chars("magic", &mut magic)?;
        if magic != MAGIC {
            return Err(pass.fail("magic", format_args!("missing \"Bon\" signature")));
        }
        let mut number = self.version.number();
        pass.value("version", &mut number)?;
        if pass.is_reading() {
            let error = pass.fail("version", format_args!("unknown version {number}"));
            self.version = Version::of(number).ok_or(error)?;
        }
        let version = self.version;
        let materials = version.count(pass, "material_count", self.materials.len())?;
        pass.counted_list("material_count", "materials", &mut self.materials, materials, version)?;
        if version != Version::One {
            let vertices = version.count(pass, "vertex_count", self.vertices.len())?;
            self.unknown(pass)?;
            pass.counted_list("vertex_count", "vertices", &mut self.vertices, vertices, ())?;
            let indices = version.count(pass, "index_count", self.indices.len())?;
            let named = ("indices", Hint::Index("vertices"));
            pass.counted_list("index_count", named, &mut self.indices, indices, ())?;
        }
        let nodes = version.count(pass, "node_count", self.nodes.len())?;
        pass.counted_list("node_count", "nodes", &mut self.nodes, nodes, (version, 0))?;
        pass.rest("rest", &mut self.rest)
    }
}

impl Bon {
    /// Processes an unknown number after the vertex count, of the same width.
    fn unknown<P: Pass>(&mut self, pass: &mut P) -> Result<()> {
        if self.version != Version::Three {
            return pass.value("unknown", &mut self.unknown);
        }
        let mut narrow = u16::try_from(self.unknown).unwrap_or(u16::MAX);
        pass.value("unknown", &mut narrow)?;
        self.unknown = narrow.into();
        Ok(())
    }

    /// All nodes with their field paths and parent indices, parents before children.
    pub fn all(&self) -> Vec<(String, &Node, Option<usize>)> {
        let mut found = Vec::new();
        for (index, node) in self.nodes.iter().enumerate() {
            below(&mut found, format!("nodes[{index}]"), node, None);
        }
        found
    }
}

/// Adds a node and its descendants, down to the depth limit of the reader.
fn below<'a>(
    found: &mut Vec<(String, &'a Node, Option<usize>)>,
    path: String,
    node: &'a Node,
    parent: Option<usize>,
) {
    let own = found.len();
    found.push((path.clone(), node, parent));
    for (index, child) in node.children.iter().enumerate() {
        below(found, format!("{path}.children[{index}]"), child, Some(own));
    }
}
