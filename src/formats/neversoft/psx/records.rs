//! The records of a `.psx` file: what is stored, without where it is stored.

use std::sync::Arc;

use super::chunk::Chunk;
use super::face::Face;
use super::flags;
use super::layout::Layout;
use crate::bytes::Hint;
pub use crate::formats::neversoft::transform::{Angles, Position};

/// First number of the file, with the sub-variant of version 3.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Version {
    /// Apocalypse (no level-of-detail pair in a model) and the THPS1 prototype (with it).
    V3 {
        lod: bool,
    },
    V4,
    V6,
}

impl Version {
    pub fn number(self) -> u16 {
        match self {
            Version::V3 { .. } => 3,
            Version::V4 => 4,
            Version::V6 => 6,
        }
    }

    /// Version 3 has wide counts and wide vertex indices.
    pub fn is_wide(self) -> bool {
        matches!(self, Version::V3 { .. })
    }

    pub fn has_lod(self) -> bool {
        self != Version::V3 { lod: false }
    }

    /// Bytes of a face before its optional parts.
    pub fn face_base(self) -> usize {
        if self.is_wide() { 20 } else { 16 }
    }

    /// Bytes of a face's texture coordinates.
    pub fn uv_size(self) -> usize {
        if self == Version::V6 { 16 } else { 8 }
    }
}

crate::record! {
    /// A placed model (section 3): the engine's `Item`, 36 bytes.
    pub struct Object {
        /// Run-time render flags; usually 0 on disc.
        pub flags: u16 => Hint::Hex,
        pub inquiry_stamp: u16,
        pub position: Position,
        pub angles: Angles,
        pub model: u16 => Hint::Index("models"),
        pub frame: u8,
        pub tint: u8,
        pub animation: u8,
        pub region: u8,
        /// Run-time link; 0 on disc.
        pub next: u32 => Hint::Hex,
        /// Offset of the payload of an `RGBs` chunk, or 0.
        pub colours: u32 => Hint::Pointer,
    }
}

/// What an object's colour pointer means; the number itself is computed when writing.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum ColourPointer {
    #[default]
    None,
    /// The payload of this chunk.
    Chunk(usize),
    /// A number that points at no `RGBs` payload.
    Stale(u32),
}

crate::record! {
    /// A vertex (section 5). `kind` says what x, y and z are.
    pub struct Vertex {
        pub x: i16,
        pub y: i16,
        pub z: i16,
        pub kind: u16 => Hint::Flags(flags::VERTEX),
    }
}

impl Vertex {
    /// The number of the stitch source whose place this vertex takes.
    pub fn stitched_to(&self) -> Option<usize> {
        use vertex_kind::{SPRITE, STITCH_REFERENCE};
        let reference = self.kind & (STITCH_REFERENCE | SPRITE) == STITCH_REFERENCE;
        reference.then_some(usize::from(self.y as u16))
    }
}

/// Kinds of vertex: bits, of which data sets at most one.
pub mod vertex_kind {
    pub const PLAIN: u16 = 0;
    pub const STITCH_SOURCE: u16 = 1;
    pub const STITCH_REFERENCE: u16 = 2;
    pub const SPRITE: u16 = 0x10;
    /// The bits the engine tests.
    pub const TESTED: u16 = 0x13;
    /// Every kind seen in data.
    pub const SEEN: [u16; 5] = [0, 1, 2, 4, 16];
}

crate::record! {
    /// A plane or vertex normal in 4.12; `pad` is 0 on disc.
    pub struct Normal {
        pub x: i16 => Hint::Fixed(12),
        pub y: i16 => Hint::Fixed(12),
        pub z: i16 => Hint::Fixed(12),
        pub pad: u16,
    }
}

crate::record! {
    /// Box about the vertices, maxima first.
    pub struct Bounds {
        pub xmax: i16,
        pub xmin: i16,
        pub ymax: i16,
        pub ymin: i16,
        pub zmax: i16,
        pub zmin: i16,
    }
}

crate::record! {
    /// Level of detail: at what depth the next model takes over.
    pub struct Lod {
        /// 0x7FFF = no limit.
        pub depth: i16,
        /// 0xFFFF = none.
        pub next: u16 => Hint::Index("models"),
    }
}

impl Lod {
    /// No other level of detail.
    pub const NONE: Lod = Lod { depth: 0x7FFF, next: 0xFFFF };
}

/// A model (section 4).
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Model {
    pub flags: u32,
    /// Bounding-sphere radius about the origin, vertex length << 12.
    pub radius: u32,
    pub bounds: Bounds,
    /// Absent in Apocalypse.
    pub lod: Option<Lod>,
    pub vertices: Vec<Vertex>,
    pub normals: Vec<Normal>,
    pub faces: Vec<Face>,
}

/// A palette of 16 or 256 words, found by name.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Palette {
    pub name: u32,
    pub colours: Vec<u16>,
}

/// A texture record (section 12).
#[derive(Clone, Debug, PartialEq)]
pub struct Texture {
    pub flags: u32,
    /// 16, 256 or 65536.
    pub colours: u32,
    /// Name of its palette; 0 for 16-bit.
    pub palette: u32,
    /// Index of its own name in the file's texture names.
    pub name: u32,
    pub width: u16,
    pub height: u16,
    pub pixels: Pixels,
}

/// The payload of a texture record.
#[derive(Clone, Debug, PartialEq)]
pub enum Pixels {
    /// 4 or 8 bits a texel, in rows of [`Texture::row_bytes`].
    Indexed(Arc<[u8]>),
    /// 16 bits a texel: PowerVR storage. `extra` precedes the format word (THPS2X).
    Direct { extra: Vec<u8>, format: u32, data: Arc<[u8]> },
    /// A complete PVR file (Spider-Man PC).
    Pvr(Arc<[u8]>),
    /// A depth this reader does not know; nothing can be said about its payload.
    Unknown,
}

impl Texture {
    /// Bytes of one row: 4-bit rows fill whole 16-bit words of four texels, 8-bit rows of two.
    pub fn row_bytes(&self) -> usize {
        super::texture::row_bytes(self.colours, self.width)
    }
}

/// A named 36-byte entry of the v6 escape: detail texture or cube map (THPS2X).
#[derive(Clone, Debug, PartialEq)]
pub struct EscapeName {
    pub name: [u8; 32],
    pub value: u32,
}

/// What stands before the texture count of THPS2X files.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Escape {
    pub details: Vec<EscapeName>,
    pub cube_maps: Vec<EscapeName>,
}

/// Everything from the tag offset on. A file may end at its tag offset: mesh only.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Library {
    pub chunks: Vec<Chunk>,
    pub model_names: Vec<u32>,
    pub texture_names: Vec<u32>,
    pub palettes16: Vec<Palette>,
    pub palettes256: Vec<Palette>,
    pub escape: Option<Escape>,
    pub textures: Vec<Texture>,
}

/// A whole file.
#[derive(Clone, Debug, PartialEq)]
pub struct File {
    pub version: Version,
    pub objects: Vec<Object>,
    /// One per object; [`Object::colours`] itself is ignored when writing.
    pub colour_pointers: Vec<ColourPointer>,
    pub models: Vec<Model>,
    pub library: Option<Library>,
    /// Order of the pieces and the bytes between them, which the records leave open.
    pub layout: Layout,
}

impl File {
    /// A file with nothing in it.
    pub fn new(version: Version) -> Self {
        Self {
            version,
            objects: Vec::new(),
            colour_pointers: Vec::new(),
            models: Vec::new(),
            library: Some(Library::default()),
            layout: Layout::default(),
        }
    }

    /// The last chunk of a kind: when a type occurs twice, the engine keeps the last.
    pub fn last_chunk<'a, T>(&'a self, pick: impl Fn(&'a Chunk) -> Option<T>) -> Option<T> {
        self.library.as_ref()?.chunks.iter().rev().find_map(pick)
    }
}
