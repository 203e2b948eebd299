//! Meshes from scratch.

use super::Footer;
use super::records::{Cuboid, Cylinder, Mesh, Sphere, Strip, StripCorner, StripData};
use crate::formats::totem::{Header, Platform, kind};

/// A corner of a strip that is added: position, texture coordinate, normal.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Corner {
    pub position: [f32; 3],
    pub texcoord: [f32; 2],
    pub normal: [f32; 3],
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
        }
    }

    /// A GameCube mesh to add strips to.
    pub fn new() -> Self {
        Self::empty(Header::new(kind::MESH))
    }

    /// Adds a strip of corners, counter-clockwise around its front, with the material of this
    /// name hash. Equal positions, coordinates and normals are stored once.
    pub fn add_strip(&mut self, material: u32, corners: &[Corner]) {
        let data = corners.iter().map(|corner| StripCorner {
            texcoord_id: place(&mut self.texcoords, corner.texcoord),
            normal_id: place(&mut self.normals, corner.normal),
        });
        let corners_data = data.collect();
        self.strip_data.push(StripData { corners: corners_data });
        let ids = corners.iter().map(|corner| place(&mut self.vertices, corner.position));
        let vertex_ids = ids.collect();
        let material = u32::from(place(&mut self.materials, material));
        // Order 2: the first triangle is the first three corners as they come.
        self.strips.push(Strip { vertex_ids, material, tri_order: 2 });
        self.header.bound(&self.vertices);
        let order = self.footer.strip_order.get_or_insert_default();
        order.push(order.len() as u32);
    }

    /// The same mesh as the PlayStation 2 has it: without texture coordinates and normals, whose
    /// vectors in the sub-meshes are not understood.
    pub fn for_ps2(&self) -> Self {
        Self {
            platform: Platform::PS2,
            texcoords: Vec::new(),
            normals: Vec::new(),
            strip_data: Vec::new(),
            footer: Footer { submeshes: Some(Vec::new()), ..Footer::default() },
            ..self.clone()
        }
    }
}

impl Default for Mesh {
    fn default() -> Self {
        Self::new()
    }
}

/// The index of `value`, added when it is new; the last one there can be when there are too many.
fn place<T: PartialEq>(list: &mut Vec<T>, value: T) -> u16 {
    let found = list.iter().position(|known| *known == value);
    let index = found.unwrap_or_else(|| {
        list.push(value);
        list.len() - 1
    });
    u16::try_from(index).unwrap_or(u16::MAX)
}

impl Cuboid {
    /// The box of half widths `x` and `z` and of height `height` that stands on `base`.
    pub fn standing([x, y, z]: [f32; 3], half: [f32; 2], height: f32) -> Self {
        let mut transform = [0.0; 16];
        (transform[0], transform[5], transform[10], transform[15]) =
            (half[0], height, half[1], 1.0);
        (transform[12], transform[13], transform[14]) = (x, y, z);
        Self { transform, ..Self::default() }
    }
}

impl Cylinder {
    pub fn new(base: [f32; 3], axis: [f32; 3], height: f32, radius: f32) -> Self {
        Self { base, height, axis, radius, ..Self::default() }
    }
}

impl Sphere {
    pub fn new(centre: [f32; 3], radius: f32) -> Self {
        Self { centre, radius }
    }
}
