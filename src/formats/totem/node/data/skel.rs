//! The bones of a skin, a record inside the node that displays it (section 5).

use super::{Data, MeshData, RecordNesting};
use crate::bytes::layout::{Context, Layout, Pass};
use crate::bytes::{Hint, Result, Shaped};
use crate::formats::totem::material::Material;
use crate::formats::totem::texts::pass_text;
use crate::{layout, record};

record! {
    /// A copy of a material that belongs to the skin.
    pub struct OwnMaterial {
        pub class: u32 => Hint::Name,
        pub name: u32 => Hint::Name,
        pub link: u32 => Hint::Name,
        pub material: Material,
    }
}

record! {
    /// A collision sphere of a bone.
    pub struct BoundSphere {
        pub centre: [f32; 3],
        pub radius: f32,
        pub unknown_10: u32 => Hint::Name,
        pub unknown_14: u32 => Hint::Name,
    }
}

/// Optional script parameters of a bone.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct BoneText {
    /// USERDEFINE, or 0 for no text.
    pub class: u32,
    pub name: u32,
    pub link: u32,
    pub text: Vec<u8>,
}

impl<C: Context> Layout<C> for BoneText {
    const TYPE: &'static str = "BoneText";
    const MIN_SIZE: u64 = 4;

    fn pass<P: Pass>(&mut self, pass: &mut P, _: C) -> Result<()> {
        pass.value(("class", Hint::Name), &mut self.class)?;
        if self.class == 0 {
            return Ok(());
        }
        pass.value(("name", Hint::Name), &mut self.name)?;
        pass.value(("link", Hint::Name), &mut self.link)?;
        pass_text(pass, "text", &mut self.text)
    }
}

layout! {
    /// A bone, named by the hash of its name.
    pub struct Bone {
        /// Names of the bone, its parent, first child, previous and next one, in an undocumented order.
        pub ids: [u32; 5] => Hint::Name,
        pub userdefine: BoneText,
        pub translation: [f32; 3],
        pub unknown_24: u32 => Hint::Hex,
        /// x, y, z, w.
        pub rotation: [f32; 4],
        pub scale: [f32; 3],
        pub model_rotation: [f32; 9],
        pub inverse_model_rotation: [f32; 9],
        /// Rest transform in model space.
        pub model_matrix: [f32; 16],
        pub inverse_model_matrix: [f32; 16],
    } => |bone: &Bone| {
        let [x, y, z] = bone.translation;
        format!("at {x} {y} {z}")
    }

    /// Bones that a mesh of the skin uses.
    pub struct UsedBones {
        pub bones: Vec<u32> [u32 "bone_count"] => Hint::Name,
    }
}

/// The bones of a skin.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Skel {
    pub common: MeshData,
    pub bones: Vec<Bone>,
    pub unknown: u32,
    pub materials: Vec<OwnMaterial>,
    pub spheres_a: Vec<BoundSphere>,
    pub spheres_b: Vec<BoundSphere>,
    pub spheres_c: Vec<BoundSphere>,
    /// One per mesh of the skin.
    pub records: Vec<Data>,
    /// Bones that each of the records uses.
    pub used: Vec<UsedBones>,
}

impl Layout<RecordNesting> for Skel {
    const TYPE: &'static str = "Skel";
    const MIN_SIZE: u64 = MeshData::SIZE as u64 + 28;

    fn pass<P: Pass>(&mut self, pass: &mut P, nest: RecordNesting) -> Result<()> {
        pass.value("common", &mut self.common)?;
        pass.counted::<u32, _>("bone_count", "bones", &mut self.bones)?;
        pass.value(("unknown", Hint::Name), &mut self.unknown)?;
        pass.counted::<u32, _>("material_count", "materials", &mut self.materials)?;
        pass.counted::<u32, _>("sphere_a_count", "spheres_a", &mut self.spheres_a)?;
        pass.counted::<u32, _>("sphere_b_count", "spheres_b", &mut self.spheres_b)?;
        pass.counted::<u32, _>("sphere_c_count", "spheres_c", &mut self.spheres_c)?;
        let named = "records";
        let count = pass.counted_in::<u32, _, _>("record_count", named, &mut self.records, nest)?;
        pass.items("used", &mut self.used, count, ())
    }
}
