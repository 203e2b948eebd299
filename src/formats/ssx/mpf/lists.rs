//! The lists of a model: what their elements are, and how they are read and written.

use super::records::{Bone, IkPoint, Material, Vector, Weight, group_kind};
use crate::bytes::{Cursor, Hint, RecordReader, Recorder, Result, Shaped, Symbol, Writer};

/// An element of a list.
pub(super) trait Listed: Sized {
    /// Name of the list in the tree.
    const NAME: &'static str;
    /// Bytes of an element.
    const LEN: u64;
    fn read_list<R: Recorder>(cur: &mut Cursor<'_, R>, count: usize) -> Result<Vec<Self>>;
}

macro_rules! shaped_lists {
    ($($type:ty => $name:literal),* $(,)?) => {$(
        impl Listed for $type {
            const NAME: &'static str = $name;
            const LEN: u64 = <$type as Shaped>::SIZE as u64;
            fn read_list<R: Recorder>(cur: &mut Cursor<'_, R>, count: usize) -> Result<Vec<Self>> {
                cur.records($name, count)
            }
        }
    )*};
}

shaped_lists! {
    IkPoint => "ik_points",
    Weight => "entries",
    u32 => "indices",
    WeightsHeader => "weight_headers",
    ReferencesHeader => "reference_headers",
    GroupHeader => "group_headers",
    WeightGroupHeader => "weight_group_headers",
    MeshHeader => "mesh_headers",
}

crate::record! {
    /// Where the weights of a vertex are.
    pub struct WeightsHeader {
        pub count: u32,
        pub offset: u32 => Hint::Hex,
        pub unknown_08: u32,
    }
}

crate::record! {
    /// Where a list of references is.
    pub struct ReferencesHeader {
        pub count: u32,
        pub offset: u32 => Hint::Hex,
    }
}

const KINDS: &[Symbol] = &[
    Symbol { value: group_kind::STANDARD, name: "standard" },
    Symbol { value: group_kind::SHADOW, name: "shadow" },
    Symbol { value: group_kind::MORPH, name: "morph" },
];

crate::record! {
    /// What a mesh group is made of.
    pub struct GroupHeader {
        pub kind: u32 => Hint::Enum(KINDS),
        pub material: u32,
        pub unknown_08: i32,
        pub count: u32,
        pub offset: u32 => Hint::Hex,
    }
}

crate::record! {
    /// Where the meshes of a weight group are.
    pub struct WeightGroupHeader {
        pub offset: u32 => Hint::Hex,
        pub count: u32,
    }
}

crate::record! {
    /// Where a mesh is, and its morph keys.
    pub struct MeshHeader {
        pub offset: u32 => Hint::Hex,
        /// From the mesh; −1 without.
        pub morph_offset: i32,
        pub morph_stride: i32,
    }
}

impl Listed for Material {
    const NAME: &'static str = "materials";
    const LEN: u64 = Material::SIZE;
    fn read_list<R: Recorder>(cur: &mut Cursor<'_, R>, count: usize) -> Result<Vec<Self>> {
        Ok(cur.run(Self::NAME, count, MaterialReader).items)
    }
}

struct MaterialReader;

impl RecordReader for MaterialReader {
    type Out = Material;
    const TYPE: &'static str = "Material";

    fn read<R: Recorder>(&self, cur: &mut Cursor<'_, R>, _: usize) -> Result<Material> {
        Ok(Material {
            main: name(cur, "main")?,
            texture_1: name(cur, "texture_1")?,
            texture_2: name(cur, "texture_2")?,
            gloss: name(cur, "gloss")?,
            environment: name(cur, "environment")?,
            factor: cur.get("factor")?,
            unknown_18: cur.get("unknown_18")?,
            unknown_1c: cur.get("unknown_1c")?,
        })
    }
}

impl Material {
    pub(super) fn write(&self, out: &mut Writer) {
        for name in [self.main, self.texture_1, self.texture_2, self.gloss, self.environment] {
            out.bytes(&name);
        }
        out.all(&[self.factor, self.unknown_18, self.unknown_1c]);
    }
}

impl Listed for Bone {
    const NAME: &'static str = "bones";
    const LEN: u64 = Bone::SIZE;
    fn read_list<R: Recorder>(cur: &mut Cursor<'_, R>, count: usize) -> Result<Vec<Self>> {
        Ok(cur.run(Self::NAME, count, BoneReader).items)
    }
}

struct BoneReader;

impl RecordReader for BoneReader {
    type Out = Bone;
    const TYPE: &'static str = "Bone";

    fn read<R: Recorder>(&self, cur: &mut Cursor<'_, R>, _: usize) -> Result<Bone> {
        let name = name(cur, "name")?;
        cur.describe(|| super::records::text(&name));
        Ok(Bone {
            name,
            parent_file: cur.get("parent_file")?,
            parent: cur.get("parent")?,
            unknown_14: cur.get("unknown_14")?,
            id: cur.get("id")?,
            position: cur.record("position")?,
            rotation: cur.record::<Vector>("rotation")?,
            rotation_2: cur.record("rotation_2")?,
            signs: cur.shaped("signs", Hint::Dec)?,
        })
    }
}

impl Bone {
    pub(super) fn write(&self, out: &mut Writer) {
        out.bytes(&self.name);
        out.all(&[self.parent_file, self.parent, self.unknown_14, self.id]);
        out.all(&[self.position, self.rotation, self.rotation_2]);
        out.shaped(&self.signs);
    }
}

/// A name with all its bytes, also those behind its NUL.
pub(super) fn name<R: Recorder, const N: usize>(
    cur: &mut Cursor<'_, R>,
    field: &'static str,
) -> Result<[u8; N]> {
    let bytes = cur.peek(N).first_chunk().copied();
    cur.text(field, N)?;
    bytes.ok_or_else(|| cur.fail(format_args!("{field} is cut off")))
}

/// A row of the table of models.
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct ModelHeader {
    pub name: [u8; 16],
    pub offset: u32,
    pub size: u32,
    pub bones: u32,
    pub ik_points: u32,
    pub groups: u32,
    pub mesh_data: u32,
    pub materials: u32,
    pub references: u32,
    pub weights: u32,
    pub unknown_34: [u8; 8],
    pub counts: Counts,
    pub unknown_4c: [u8; 4],
}

crate::record! {
    /// How long the lists of a model are.
    pub struct Counts {
        pub weights: u16,
        pub references: u16,
        pub groups: u16,
        pub bones: u16,
        pub materials: u16,
        pub ik_points: u16,
        pub morph_keys: u16,
        pub file_id: u16,
    }
}

pub(super) struct ModelHeaderReader;

impl RecordReader for ModelHeaderReader {
    type Out = ModelHeader;
    const TYPE: &'static str = "ModelHeader";

    fn read<R: Recorder>(&self, cur: &mut Cursor<'_, R>, _: usize) -> Result<ModelHeader> {
        let name = name(cur, "name")?;
        cur.describe(|| super::records::text(&name));
        Ok(ModelHeader {
            name,
            offset: cur.get_as("offset", Hint::Hex)?,
            size: cur.get("size")?,
            bones: cur.get_as("bones", Hint::Hex)?,
            ik_points: cur.get_as("ik_points", Hint::Hex)?,
            groups: cur.get_as("groups", Hint::Hex)?,
            mesh_data: cur.get_as("mesh_data", Hint::Hex)?,
            materials: cur.get_as("materials", Hint::Hex)?,
            references: cur.get_as("references", Hint::Hex)?,
            weights: cur.get_as("weights", Hint::Hex)?,
            unknown_34: cur.shaped("unknown_34", Hint::Hex)?,
            counts: cur.record("counts")?,
            unknown_4c: cur.shaped("unknown_4c", Hint::Hex)?,
        })
    }
}

impl ModelHeader {
    pub fn write(&self, out: &mut Writer) {
        out.bytes(&self.name);
        out.all(&[self.offset, self.size, self.bones, self.ik_points, self.groups]);
        out.all(&[self.mesh_data, self.materials, self.references, self.weights]);
        out.bytes(&self.unknown_34);
        out.shaped(&self.counts);
        out.bytes(&self.unknown_4c);
    }
}
