//! The records of a mesh.

use crate::bytes::Hint;
use crate::formats::totem::{Header, Platform};
use crate::record;

/// Triangles that share edges.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Strip {
    /// Indices of positions.
    pub vertex_ids: Vec<u16>,
    /// Index in [`Mesh::materials`]; with strip groups it is wrapped around.
    pub material: u32,
    /// 1 or 2: which way the first triangle is turned.
    pub tri_order: u32,
}

record! {
    /// What a corner of a strip has besides its position.
    pub struct StripCorner {
        pub texcoord_id: u16 => Hint::Index("texcoords"),
        pub normal_id: u16 => Hint::Index("normals"),
    }
}

record! {
    /// A ball to collide with.
    pub struct Sphere {
        pub centre: [f32; 3],
        pub radius: f32,
    }
}

record! {
    /// A box to collide with: the image of x and z from −1 to 1, y from 0 to 1.
    pub struct Cuboid {
        /// Row vectors: `p' = p · M`.
        pub transform: [f32; 16],
        pub unknown_40: [u8; 16],
    }
}

record! {
    /// A cylinder to collide with: from `base` to `base + axis · height`.
    pub struct Cylinder {
        pub base: [f32; 3],
        pub height: f32,
        pub axis: [f32; 3],
        pub unknown_1c: [u8; 4],
        pub radius: f32,
    }
}

/// A part of a PlayStation 2 mesh; what its vectors mean is not known.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct SubMesh {
    /// Index in [`Mesh::materials`].
    pub material: u8,
    pub values: Vec<[f32; 4]>,
}

/// What follows the collision shapes.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Footer {
    /// A zero, then numbers of strips.
    pub strip_order: Option<Vec<u32>>,
    /// Last, on the PlayStation 2.
    pub submeshes: Option<Vec<SubMesh>>,
    /// Bytes that neither explains: the whole footer where it cannot be read.
    pub tail: Vec<u8>,
}

/// A mesh as stored.
#[derive(Clone, Debug, PartialEq)]
pub struct Mesh {
    pub platform: Platform,
    pub header: Header,
    pub vertices: Vec<[f32; 3]>,
    /// From the top left of the texture; none on the PlayStation 2.
    pub texcoords: Vec<[f32; 2]>,
    /// None on the PlayStation 2.
    pub normals: Vec<[f32; 3]>,
    pub strips: Vec<Strip>,
    /// One a strip, with the flag alone.
    pub strip_groups: Vec<i32>,
    /// One list a strip; none on the PlayStation 2.
    pub strip_data: Vec<Vec<StripCorner>>,
    /// Name hashes of materials; 0 for none.
    pub materials: Vec<u32>,
    pub spheres: Vec<Sphere>,
    pub cuboids: Vec<Cuboid>,
    pub cylinders: Vec<Cylinder>,
    pub footer: Footer,
    /// Why it cannot be written back: what the records do not hold.
    pub lost: Option<String>,
}

impl Strip {
    /// Triangles as stored, degenerate ones too.
    pub fn triangle_count(&self) -> usize {
        self.vertex_ids.len().saturating_sub(2)
    }
}

impl Mesh {
    /// A mesh with nothing in it.
    pub fn empty(header: Header) -> Self {
        Self {
            platform: Platform::GAMECUBE,
            header,
            vertices: Vec::new(),
            texcoords: Vec::new(),
            normals: Vec::new(),
            strips: Vec::new(),
            strip_groups: Vec::new(),
            strip_data: Vec::new(),
            materials: Vec::new(),
            spheres: Vec::new(),
            cuboids: Vec::new(),
            cylinders: Vec::new(),
            footer: Footer::default(),
            lost: None,
        }
    }

    /// Triangles as stored, degenerate ones too.
    pub fn triangle_count(&self) -> usize {
        self.strips.iter().map(Strip::triangle_count).sum()
    }
}
