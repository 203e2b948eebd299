//! A skeleton with the meshes of its bones: the body, or a weapon.
//!
//! | offset | type | field |
//! |---|---|---|
//! | 0 | u32 | `bone_count` without the root |
//! | 4 | 8 bytes each | `bones`, the root first: parent, length, offset of the mesh |
//! | … | blocks | `meshes` (see `mesh`) |
//!
//! An offset of 0 makes a joint without a mesh. Bit 31 draws the mesh mirrored in x. Several bones
//! may have one mesh.

use std::collections::BTreeSet;

use crate::bytes::layout::{self, Layout, Writing, element_span};
use crate::bytes::{
    Arrangement, Cursor, Gap, Hint, Recorder, Result, Severity, Shaped, Writer, count32, unclaimed,
};
use crate::formats::Report;
use crate::formats::ff7::mesh::Mesh;

/// Bit 31 of a mesh's offset.
const MIRRORED: u32 = 1 << 31;

crate::record! {
    /// A bone as stored.
    pub struct BoneRecord {
        /// Index of a bone before this one; 0 is the root.
        pub parent: u16 => Hint::Index("bones"),
        /// Distance to where its children start, along its z; negative but for the root.
        pub length: i16,
        /// Offset from the start of the section; bit 31 mirrors the mesh.
        pub mesh: u32 => Hint::Hex,
    }
}

impl BoneRecord {
    /// Offset of the mesh from the start of the section; 0 where there is none.
    fn offset(&self) -> u64 {
        u64::from(self.mesh & !MIRRORED)
    }
}

/// A bone. The first of a skeleton is its root.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Bone {
    /// Index of the bone that carries it. Anything but a bone before this one counts as the root.
    pub parent: u16,
    pub length: i16,
    pub mesh: MeshRef,
    pub mirrored: bool,
}

/// What a bone's offset leads to.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub enum MeshRef {
    #[default]
    None,
    /// Index in [`Model::meshes`].
    Mesh(usize),
    /// An offset at which no mesh can be.
    Stale(u32),
}

/// A skeleton and its meshes.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Model {
    pub bones: Vec<Bone>,
    /// Meshes in file order.
    pub meshes: Vec<Mesh>,
    /// Bytes before a mesh, and behind the last.
    pub pieces: Arrangement<usize>,
}

impl Model {
    /// The bone that carries bone `index`; `None` for the root.
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

    pub fn triangles(&self) -> usize {
        self.meshes.iter().map(Mesh::triangles).sum()
    }

    /// Tells of references that lead nowhere; `path` is the field of the model.
    pub fn check(&self, path: &str, report: &mut Report<'_>) {
        for (index, mesh) in self.meshes.iter().enumerate() {
            mesh.check(&format!("{path}.meshes[{index}]"), report);
        }
    }

    /// Writes it where `out` is.
    ///
    /// # Errors
    /// Where a list is longer than its count can say.
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
/// Where not even the number of bones is there.
pub fn model<R: Recorder>(cur: &mut Cursor<'_, R>) -> Result<Model> {
    let start = cur.pos();
    let count: u32 = cur.get("bone_count")?;
    let promised = u64::from(count) + 1;
    let there = cur.bounded("bone_count", promised, BoneRecord::SIZE as u64);
    if (there as u64) < promised {
        cur.lose_because(format_args!("found {there} of {promised} bones"));
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
            let message = format_args!("{parent} is not a bone before {index}: taken as the root");
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

/// Reads the meshes at these offsets, each up to the next one, and what is between them.
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
                    cur.describe(|| format!("{} polygons", mesh.faces()));
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
