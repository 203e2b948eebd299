//! A skeleton with the meshes of its bones: the body, or a weapon.
//!
//! | offset | type | field |
//! |---|---|---|
//! | 0 | u32 | `bone_count` without the root |
//! | 4 | 8 bytes each | `bones`, the root first: parent, length, offset of the mesh |
//! | … | blocks | `meshes` (see `mesh`) |
//!
//! A bone with offset 0 has no mesh. Bit 31 mirrors the mesh in x. Several bones may share one mesh.

use std::collections::BTreeSet;

use crate::bytes::layout::{self, Layout, Writing, element_span};
use crate::bytes::reference::{Base, OffsetRef, Reference};
use crate::bytes::{
    Arrangement, Cursor, Gap, Hint, Recorder, Result, Severity, Shaped, Writer, count32, unclaimed,
};
use crate::formats::Report;
use crate::formats::ff7::mesh::{List, Mesh, polygons_in_words};

/// Bit 31 of a mesh's offset.
const MIRRORED: u32 = 1 << 31;

/// Offset of a mesh from the start of the section.
const MESH: Hint = Hint::Ref(&Reference::Offset(OffsetRef {
    base: Base::Start("bone_count"),
    mask: !MIRRORED,
    target: "meshes[]",
    zero: "joint",
}));

crate::record! {
    /// A bone as stored.
    pub struct BoneRecord {
        /// Index of a preceding bone; 0 is the root.
        pub parent: u16 => Hint::Index("bones"),
        /// Distance to the start of its children along its z axis; negative except for the root.
        pub length: i16,
        /// Offset from the start of the section; bit 31 mirrors the mesh.
        pub mesh: u32 => MESH,
    }
}

impl BoneRecord {
    /// Offset of the mesh from the start of the section; 0 for no mesh.
    fn offset(&self) -> u64 {
        u64::from(self.mesh & !MIRRORED)
    }
}

/// A bone. The first of a skeleton is its root.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Bone {
    /// Index of the parent bone. Anything but a preceding bone counts as the root.
    pub parent: u16,
    pub length: i16,
    pub mesh: MeshRef,
    pub mirrored: bool,
}

/// Target of a bone's mesh offset.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub enum MeshRef {
    #[default]
    None,
    /// Index in [`Model::meshes`].
    Mesh(usize),
    /// An offset that cannot be a mesh.
    Stale(u32),
}

/// A skeleton and its meshes.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Model {
    pub bones: Vec<Bone>,
    /// Meshes in file order.
    pub meshes: Vec<Mesh>,
    /// Bytes before each mesh and after the last.
    pub pieces: Arrangement<usize>,
}

impl Model {
    /// The parent of bone `index`; `None` for the root.
    pub fn parent(&self, index: usize) -> Option<usize> {
        let parent = usize::from(self.bones.get(index)?.parent);
        index.checked_sub(1).map(|_| if parent < index { parent } else { 0 })
    }

    pub fn vertices(&self) -> usize {
        self.meshes.iter().map(|mesh| mesh.vertices.len()).sum()
    }

    pub fn faces(&self) -> usize {
        self.meshes.iter().map(Mesh::faces).sum()
    }

    /// Number of faces: `1 polygon`.
    pub fn faces_in_words(&self) -> String {
        polygons_in_words(self.faces())
    }

    pub fn triangles(&self) -> usize {
        self.meshes.iter().map(Mesh::triangles).sum()
    }

    /// Reports invalid references and unusual values; `path` is the field of the model.
    pub fn check(&self, path: &str, report: &mut Report<'_>) {
        let bones = self.bones.iter().enumerate();
        let lengths = bones.filter(|(_, bone)| bone.length > 0);
        let lengths = lengths.map(|(index, _)| format!("{path}.bones[{index}].length"));
        report.first(Severity::Note, lengths, "the bone length is positive; expected 0 or less");
        // A weapon is a root with a mesh.
        let is_skeleton = self.bones.len() > 1;
        if let Some(root) = self.bones.first().filter(|_| is_skeleton)
            && (root.length < 0 || root.mesh != MeshRef::None)
        {
            let mesh = if root.mesh == MeshRef::None { "no mesh" } else { "a mesh" };
            let message = format!(
                "expected a root of length 0 and no mesh, found {} and {mesh}",
                root.length
            );
            report.note(format!("{path}.bones[0]"), message);
        }
        for (index, mesh) in self.meshes.iter().enumerate() {
            mesh.check(&format!("{path}.meshes[{index}]"), report);
        }
    }

    /// Reports textured polygons, which weapons do not have.
    pub fn check_weapon(&self, path: &str, report: &mut Report<'_>) {
        let lists = [List::TexturedTriangles, List::TexturedQuads];
        let textured = self.meshes.iter().enumerate().flat_map(|(index, mesh)| {
            let lists = lists.into_iter().filter(|list| mesh.len_of(*list) > 0);
            lists.map(move |list| format!("{path}.meshes[{index}].{}", list.field()))
        });
        report.first(Severity::Note, textured, "expected no textured polygons in a weapon");
    }

    /// Writes the model at the end of `out`.
    ///
    /// # Errors
    /// If a list is too long for its count.
    pub fn write(&self, out: &mut Writer) -> Result<()> {
        let start = out.pos();
        out.put(count32(self.bones.len().saturating_sub(1)));
        let mut slots = Vec::with_capacity(self.bones.len());
        for bone in &self.bones {
            out.put(bone.parent);
            out.put(bone.length);
            slots.push(out.slot());
        }
        let mut offsets = Vec::with_capacity(self.meshes.len());
        for (index, mesh) in self.meshes.iter().enumerate() {
            self.pieces.write_gap(index, &Gap::NONE, out);
            offsets.push(count32(out.pos() - start));
            mesh.clone().pass(&mut Writing::new(out), ())?;
        }
        out.bytes(&self.pieces.tail);
        for (bone, slot) in self.bones.iter().zip(slots) {
            let offset = match bone.mesh {
                MeshRef::None => 0,
                MeshRef::Mesh(index) => offsets.get(index).copied().unwrap_or(0),
                MeshRef::Stale(offset) => offset,
            };
            out.patch(slot, offset | if bone.mirrored { MIRRORED } else { 0 });
        }
        Ok(())
    }
}

/// Reads a model from the cursor up to its limit, field by field into the open group.
///
/// # Errors
/// If the data ends before the number of bones.
pub fn model<R: Recorder>(cur: &mut Cursor<'_, R>) -> Result<Model> {
    let start = cur.pos();
    let count: u32 = cur.get("bone_count")?;
    let declared = u64::from(count) + 1;
    let there = cur.bounded("bone_count", declared, BoneRecord::SIZE as u64);
    if (there as u64) < declared {
        cur.lose_because(format_args!("expected {declared} bones, found {there}"));
    }
    let bones_at = cur.pos();
    let records: Vec<BoneRecord> = cur.records("bones", there)?;
    let space = cur.pos() - start..cur.limit() - start;
    let offsets = records.iter().map(BoneRecord::offset).filter(|offset| space.contains(offset));
    let offsets: BTreeSet<u64> = offsets.collect();
    let offsets: Vec<u64> = offsets.into_iter().collect();
    let mut model = Model::default();
    for (index, record) in records.iter().enumerate() {
        let span = |field| element_span::<BoneRecord>(bones_at, index, field);
        let parent = usize::from(record.parent);
        if (index > 0 && parent >= index) || (index == 0 && parent != 0) {
            let message =
                format_args!("parent {parent} does not precede bone {index}; the root is used");
            cur.problem(
                Severity::Warning,
                span("parent"),
                &format!("bones[{index}].parent"),
                message,
            );
        }
        let offset = record.offset();
        let mesh = match offsets.binary_search(&offset) {
            Ok(number) => MeshRef::Mesh(number),
            Err(_) if offset == 0 => MeshRef::None,
            Err(_) => {
                let (first, end) = (space.start, space.end);
                let message =
                    format_args!("{offset:#x} is outside the meshes, {first:#x} to {end:#x}");
                cur.problem(
                    Severity::Error,
                    span("mesh"),
                    &format!("bones[{index}].mesh"),
                    message,
                );
                MeshRef::Stale(record.mesh & !MIRRORED)
            }
        };
        let mirrored = record.mesh & MIRRORED != 0;
        model.bones.push(Bone { parent: record.parent, length: record.length, mesh, mirrored });
    }
    meshes(cur, start, &offsets, &mut model)?;
    cur.seek(cur.limit())?;
    Ok(model)
}

/// Reads the meshes at these offsets, each up to the next one, and the bytes between them.
fn meshes<R: Recorder>(
    cur: &mut Cursor<'_, R>,
    start: u64,
    offsets: &[u64],
    model: &mut Model,
) -> Result<()> {
    let mut pieces = Vec::with_capacity(offsets.len());
    let ends = offsets.iter().skip(1).map(|offset| start + offset).chain([cur.limit()]);
    cur.array("meshes", |cur| {
        for (index, (offset, end)) in offsets.iter().zip(ends).enumerate() {
            let at = start + offset;
            let behind = cur.within(at, end, |cur| {
                cur.element(index, "Mesh", |cur| {
                    let mut mesh = Mesh::default();
                    layout::read(cur, &mut mesh, (), 0)?;
                    cur.describe(|| mesh.faces_in_words());
                    model.meshes.push(mesh);
                    Ok(cur.pos())
                })
            })?;
            pieces.push((index, (at, behind)));
        }
        Ok(())
    })?;
    let (pieces, free) = Arrangement::between(cur, cur.pos(), &pieces);
    unclaimed(cur, &free, "no mesh");
    model.pieces = pieces;
    Ok(())
}
