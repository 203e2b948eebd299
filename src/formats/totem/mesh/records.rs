//! Records of a mesh.

use super::Footer;
use crate::bytes::layout::{Layout, Pass};
use crate::bytes::{Hint, Result, Shaped, Symbol};
use crate::formats::totem::{Header, Platform};
use crate::{layout, record};

layout! {
    /// A triangle strip.
    pub struct Strip {
        /// Vertex indices.
        pub vertex_ids: Vec<u16> [u32 "vertex_id_count"] => Hint::Index("vertices"),
        /// Index in [`Mesh::materials`]; modulo their number if there are strip groups.
        pub material: u32 => Hint::Index("materials"),
        /// 1 or 2: orientation of the first triangle.
        pub tri_order: u32 => Hint::Enum(ORDERS),
    } => |strip: &Strip| match strip.triangle_count() {
        1 => "1 triangle".to_owned(),
        count => format!("{count} triangles"),
    }

    /// Texture coordinates and normals of a strip's corners.
    pub struct StripData {
        pub corners: Vec<StripCorner> [u32 "corner_count"],
    }
}

const ORDERS: &[Symbol] =
    &[Symbol { value: 1, name: "first triangle reversed" }, Symbol { value: 2, name: "straight" }];

record! {
    /// Texture coordinate and normal of a corner.
    pub struct StripCorner {
        pub texcoord_id: u16 => Hint::Index("texcoords"),
        pub normal_id: u16 => Hint::Index("normals"),
    }
}

record! {
    /// A collision sphere.
    pub struct Sphere {
        pub centre: [f32; 3],
        pub radius: f32,
    }
}

record! {
    /// A collision box: the image of x and z from −1 to 1, y from 0 to 1.
    pub struct Cuboid {
        /// Row vectors: `p' = p · M`.
        pub transform: [f32; 16],
        pub unknown_40: [u8; 16],
    }
}

record! {
    /// A collision cylinder from `base` to `base + axis · height`.
    pub struct Cylinder {
        pub base: [f32; 3],
        pub height: f32,
        pub axis: [f32; 3],
        pub unknown_1c: [u8; 4],
        pub radius: f32,
    }
}

/// A mesh as stored.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Mesh {
    pub platform: Platform,
    pub header: Header,
    pub vertices: Vec<[f32; 3]>,
    /// Relative to the top left of the texture; empty on the PlayStation 2.
    pub texcoords: Vec<[f32; 2]>,
    /// Empty on the PlayStation 2.
    pub normals: Vec<[f32; 3]>,
    pub strips: Vec<Strip>,
    /// One per strip; empty without the flag.
    pub strip_groups: Vec<i32>,
    /// One list per strip; empty on the PlayStation 2.
    pub strip_data: Vec<StripData>,
    /// Name hashes of materials; 0 for none.
    pub materials: Vec<u32>,
    pub spheres: Vec<Sphere>,
    pub cuboids: Vec<Cuboid>,
    pub cylinders: Vec<Cylinder>,
    pub footer: Footer,
}

impl Layout for Mesh {
    const TYPE: &'static str = "Mesh";
    const MIN_SIZE: u64 = Header::SIZE as u64;

    fn pass<P: Pass>(&mut self, pass: &mut P, _: ()) -> Result<()> {
        self.platform.pass(pass)?;
        pass.value("header", &mut self.header)?;
        pass.counted::<u32, _>("vertex_count", "vertices", &mut self.vertices)?;
        pass.counted::<u32, _>("texcoord_count", "texcoords", &mut self.texcoords)?;
        pass.counted::<u32, _>("normal_count", "normals", &mut self.normals)?;
        let strips = pass.counted::<u32, _>("strip_count", "strips", &mut self.strips)?;
        let groups = if self.header.has_groups() { strips } else { 0 };
        pass.run("strip_groups", &mut self.strip_groups, groups)?;
        pass.counted::<u32, _>("strip_data_count", "strip_data", &mut self.strip_data)?;
        let materials = ("materials", Hint::Name);
        pass.counted::<u32, _>("material_count", materials, &mut self.materials)?;
        pass.counted::<u32, _>("sphere_count", "spheres", &mut self.spheres)?;
        pass.counted::<u32, _>("cuboid_count", "cuboids", &mut self.cuboids)?;
        pass.counted::<u32, _>("cylinder_count", "cylinders", &mut self.cylinders)?;
        self.footer.pass(pass, ())
    }
}

impl Strip {
    /// Number of stored triangles, including degenerate ones.
    pub fn triangle_count(&self) -> usize {
        self.vertex_ids.len().saturating_sub(2)
    }
}

impl Mesh {
    /// Number of stored triangles, including degenerate ones.
    pub fn triangle_count(&self) -> usize {
        self.strips.iter().map(Strip::triangle_count).sum()
    }
}
