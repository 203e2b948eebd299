//! TotemTech `.T3DNODE` (class NODE): one object placed in the world.
//!
//! | offset | field |
//! |---|---|
//! | 0x00 | `parent`, `first_child`, `previous`, `next`: name hashes of nodes |
//! | 0x10 | `resource`: name hash of the drawn resource; its class is in the archive |
//! | 0x14 | `data_class`, then a [record](Data) of that class, U bytes |
//! | 0x18+U | `light`, `hfog`, `userdefine` |
//! | 0x24+U | rotation in the world and its inverse, 3 × 3 each |
//! | 0x6C+U | `local_matrix`, `local_translation`, `local_rotation`, `local_scale` |
//! | 0xDC+U | unknown numbers, two rectangles of grid cells, an unknown colour |
//! | 0x114+U | `flags` |
//! | 0x118+U | `world_matrix` and its inverse |
//!
//! Matrices have row vectors: p' = p · M. The node of a skin has the [bones](Bone) in its record.
//!
//! Known unknowns: most flags, the numbers at 0xDC and 0x104, the order in the rectangles.
//!
//! Source: format document `totem-level.md`, sections 3 to 5.

mod bones;
mod data;
mod flags;
mod write_back;

pub use bones::{Bones, Joint};
pub use data::{
    Bone, BoneText, BoundSphere, Data, LodData, MeshData, OwnMaterial, ParticlesData, Record,
    RecordNesting, RotShapeData, Skel, SurfaceData, data_class,
};

use crate::bytes::layout::{Layout, Pass};
use crate::bytes::{Hint, Result};
use crate::container::Context;
use crate::formats::totem::maths::matrix;
use crate::formats::totem::resource::{Class, Resource, SEEN, info};
use crate::formats::{Counts, EditResult, Fields, FormatInfo, Loaded, Report};
use crate::scene::ElementState;

crate::layout! {
    /// One object placed in the world.
    pub struct Node in RecordNesting {
        pub parent: u32 => Hint::Name,
        pub first_child: u32 => Hint::Name,
        pub previous: u32 => Hint::Name,
        pub next: u32 => Hint::Name,
        /// The drawn resource; 0 for none.
        pub resource: u32 => Hint::Name,
        pub data: Data,
        /// Light of this object.
        pub light: u32 => Hint::Name,
        /// Fog of this object.
        pub hfog: u32 => Hint::Name,
        pub userdefine: u32 => Hint::Name,
        /// Row by row, like all matrices.
        pub rotation: [f32; 9],
        pub inverse_rotation: [f32; 9],
        /// Row vectors: p' = p · M.
        pub local_matrix: [f32; 16],
        pub local_translation: [f32; 3],
        pub unknown_b8: u32 => Hint::Hex,
        /// x, y, z, w.
        pub local_rotation: [f32; 4],
        pub local_scale: [f32; 3],
        pub unknown_d8: u32 => Hint::Hex,
        pub unknown_dc: [f32; 2],
        /// Cells of the world's display grid.
        pub display_rectangle: [u32; 4],
        /// Cells of the world's collision grid.
        pub collision_rectangle: [u32; 4],
        pub unknown_104: [f32; 4],
        pub flags: u32 => Hint::Flags(flags::FLAGS),
        /// Transform for drawing.
        pub world_matrix: [f32; 16],
        pub inverse_world_matrix: [f32; 16],
    }
}

impl Node {
    /// Size of the data after the record, whose offset is relative to the end because records may be
    /// unknown.
    pub const BEHIND: u64 = 384;

    /// A node at the origin of its parent and of the world.
    pub fn new() -> Self {
        let mut unit = [0.0; 16];
        let mut turn = [0.0; 9];
        (0..4).for_each(|i| unit[i * 5] = 1.0);
        (0..3).for_each(|i| turn[i * 4] = 1.0);
        Self {
            rotation: turn,
            inverse_rotation: turn,
            local_matrix: unit,
            local_rotation: [0.0, 0.0, 0.0, 1.0],
            local_scale: [1.0; 3],
            unknown_104: [0.0, 0.0, 0.0, 1.0],
            flags: flags::ALWAYS | flags::USUAL,
            world_matrix: unit,
            inverse_world_matrix: unit,
            ..Self::default()
        }
    }

    /// The bones of this node, in its record or a nested one of a LOD, with the path of the list below
    /// the record.
    pub fn skel(&self) -> Option<(&Skel, String)> {
        self.data.skel(0)
    }
}

impl Layout for Node {
    const TYPE: &'static str = "Node";
    const MIN_SIZE: u64 = <Self as Layout<RecordNesting>>::MIN_SIZE;

    fn pass<P: Pass>(&mut self, pass: &mut P, (): ()) -> Result<()> {
        Layout::<RecordNesting>::pass(self, pass, RecordNesting::FILE)
    }
}

impl Class for Node {
    const INFO: FormatInfo = info("totem.node", "TotemTech node", &["t3dnode", "tnode"], SEEN);
    const ROOT: &'static str = "Node";
    const LISTS: &'static [&'static str] =
        &["data.spheres_a", "data.spheres_b", "data.spheres_c", "data.nodes", "data.unknown_list"];

    fn count(&self, counts: &mut Counts) {
        if let Some((skel, _)) = self.skel() {
            counts.set("bones", skel.bones.len());
            counts.set("materials", skel.materials.len());
        }
    }

    fn check(file: &Loaded<Resource<Self>>, report: &mut Report<'_>) {
        let node = &file.records.body;
        let world = matrix(&node.world_matrix);
        let product = world * matrix(&node.inverse_world_matrix);
        if !world.is_finite() || world.determinant() == 0.0 {
            report.warning("world_matrix", "unusable matrix: the node's components are used");
        } else if !product.abs_diff_eq(glam::Mat4::IDENTITY, 1e-2) && !report.is_cut() {
            let message = "not the inverse of the world matrix";
            report.warning("inverse_world_matrix", message);
        }
        if let Some((skel, path)) = node.skel()
            && !skel.bones.is_empty()
            && Bones::find(skel, &Default::default()).is_none()
        {
            let message = "no choice of id columns gives a hierarchy that fits the matrices";
            report.note(format!("{path}.bones"), message);
        }
    }

    fn stored_as(
        file: &Loaded<Resource<Self>>,
        context: Context<'_>,
        path: &str,
        shown: &ElementState,
    ) -> EditResult<Fields> {
        write_back::stored_as(file, context, path, shown)
    }
}
