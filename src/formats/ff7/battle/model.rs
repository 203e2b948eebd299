//! A skeleton with the meshes of its bones: the body, or a weapon.
//!
//! | offset | type | field |
//! |---|---|---|
//! | 0 | u32 | `bone_count` without the root |
//! | 4 | 8 bytes each | `bones`, the root first: parent, length, offset of the mesh |
//! | … | blocks | `meshes` (see [`mesh`]) |
//!
//! An offset of 0 makes a joint without a mesh. Bit 31 draws the mesh mirrored in x. Several bones
//! may have one mesh.

use std::collections::BTreeMap;

use crate::bytes::{Cursor, Hint, Recorder, Result, Severity, Span, Writer};
use crate::formats::ff7::mesh::{self, Mesh};

/// Bit 31 of a mesh's offset.
const MIRRORED: u32 = 1 << 31;
/// The first bone.
const BONES: u64 = 4;
const BONE: u64 = 8;

crate::record! {
    /// A bone as stored.
    pub struct BoneRecord {
        /// Index of a bone before this one; 0 is the root.
        pub parent: u16 => Hint::Index("bones"),
        /// To where its children start, along its z; negative but for the root.
        pub length: i16,
        /// From the start of the section; bit 31 mirrors the mesh.
        pub mesh: u32 => Hint::Hex,
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
    /// In file order.
    pub meshes: Vec<Mesh>,
    /// Bytes before each mesh, and behind the last.
    pub gaps: Vec<Vec<u8>>,
    /// What is missing of a section that is cut off.
    pub cut: Option<String>,
}

/// Where the parts of a model are.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Place {
    pub span: Span,
    /// The root's record.
    pub bones: u64,
    pub meshes: Vec<mesh::Place>,
}

impl Model {
    /// A model of one bone that has a mesh: a weapon.
    pub fn of_mesh(length: i16, mesh: Mesh) -> Self {
        let bone = Bone { length, mesh: MeshRef::Mesh(0), ..Bone::default() };
        Self { bones: vec![bone], meshes: vec![mesh], ..Self::default() }
    }

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

    /// What stands against writing it.
    pub fn cut(&self) -> Option<&String> {
        self.cut.as_ref().or_else(|| self.meshes.iter().find_map(|mesh| mesh.cut.as_ref()))
    }

    /// Writes it where `out` is.
    pub fn write(&self, out: &mut Writer) {
        let start = out.pos();
        out.put(u32::try_from(self.bones.len().saturating_sub(1)).unwrap_or(u32::MAX));
        let mut slots = Vec::with_capacity(self.bones.len());
        for bone in &self.bones {
            out.put(bone.parent);
            out.put(bone.length);
            slots.push(out.slot());
        }
        let mut offsets = Vec::with_capacity(self.meshes.len());
        let mut gaps = self.gaps.iter();
        for mesh in &self.meshes {
            out.bytes(gaps.next().map_or(&[], Vec::as_slice));
            offsets.push(u32::try_from(out.pos() - start).unwrap_or(u32::MAX));
            mesh.write(out);
        }
        out.bytes(gaps.next().map_or(&[], Vec::as_slice));
        for (bone, slot) in self.bones.iter().zip(slots) {
            let offset = match bone.mesh {
                MeshRef::None => 0,
                MeshRef::Mesh(index) => offsets.get(index).copied().unwrap_or(0),
                MeshRef::Stale(offset) => offset,
            };
            out.patch(slot, offset | if bone.mirrored { MIRRORED } else { 0 });
        }
    }
}

/// Reads a model from the cursor up to its limit, field by field into the open group.
pub fn model<R: Recorder>(cur: &mut Cursor<'_, R>) -> Result<(Model, Place)> {
    let start = cur.pos();
    let count: u32 = cur.get("bone_count")?;
    let mut model = Model::default();
    let promised = u64::from(count) + 1;
    let most = cur.bounded("bone_count", promised, BONE);
    if (most as u64) < promised {
        model.cut = Some(format!("{most} of {promised} bones are there"));
    }
    let records: Vec<BoneRecord> = cur.records("bones", most)?;
    let mut place = Place { bones: start + BONES, ..Place::default() };
    let (header, size) = (cur.pos() - start, cur.limit() - start);
    let mut found = BTreeMap::new();
    for (index, record) in records.iter().enumerate() {
        let at = start + BONES + BONE * index as u64;
        let offset = u64::from(record.mesh & !MIRRORED);
        let mut bone = Bone {
            parent: record.parent,
            length: record.length,
            mesh: MeshRef::None,
            mirrored: record.mesh & MIRRORED != 0,
        };
        let parent = usize::from(record.parent);
        if (index > 0 && parent >= index) || (index == 0 && parent != 0) {
            let message = format_args!("{parent} is not a bone before {index}: taken as the root");
            cur.problem(Severity::Warning, (at, 2), &format!("bones[{index}].parent"), message);
        }
        if offset != 0 && (header..size).contains(&offset) {
            found.insert(offset, 0);
            // Numbered below, once all are known.
            bone.mesh = MeshRef::Mesh(0);
        } else if offset != 0 {
            let message =
                format_args!("{offset:#x} is outside the meshes, {header:#x} to {size:#x}");
            cur.problem(Severity::Error, (at + 4, 4), &format!("bones[{index}].mesh"), message);
            bone.mesh = MeshRef::Stale(record.mesh & !MIRRORED);
        }
        model.bones.push(bone);
    }
    for (index, number) in found.values_mut().enumerate() {
        *number = index;
    }
    for (bone, record) in model.bones.iter_mut().zip(&records) {
        if let MeshRef::Mesh(index) = &mut bone.mesh {
            *index = found.get(&u64::from(record.mesh & !MIRRORED)).copied().unwrap_or(0);
        }
    }
    meshes(cur, start, found.into_keys().collect(), &mut model, &mut place)?;
    cur.seek(cur.limit())?;
    place.span = cur.span_from(start);
    Ok((model, place))
}

/// Reads the meshes at these offsets, each up to the next one, and what is between them.
fn meshes<R: Recorder>(
    cur: &mut Cursor<'_, R>,
    start: u64,
    offsets: Vec<u64>,
    model: &mut Model,
    place: &mut Place,
) -> Result<()> {
    let limit = cur.limit();
    let mut ranges = Vec::new();
    let mut behind = cur.pos();
    let ends = offsets.iter().skip(1).map(|offset| start + offset).chain([limit]);
    cur.array("meshes", |cur| {
        for (index, (offset, end)) in offsets.iter().zip(ends).enumerate() {
            let at = start + offset;
            ranges.push((behind, at));
            behind = cur.within(at, end, |cur| {
                cur.element(index, "Mesh", |cur| {
                    let (mesh, at) = mesh::mesh(cur);
                    cur.describe(|| format!("{} polygons", mesh.faces()));
                    model.meshes.push(mesh);
                    place.meshes.push(at);
                    Ok(cur.pos())
                })
            })?;
        }
        Ok(())
    })?;
    ranges.push((behind, limit));
    model.gaps = ranges.iter().map(|(from, to)| cur.slice(*from, *to).to_vec()).collect();
    let gaps: Vec<_> = ranges.into_iter().filter(|(from, to)| from < to).collect();
    for (index, (from, to)) in gaps.iter().enumerate() {
        let message = format_args!("{} bytes belong to no mesh", to - from);
        let field = format!("padding[{index}]");
        cur.problem(Severity::Note, (*from, to - from), &field, message);
    }
    cur.paddings(&gaps);
    if model.gaps.iter().all(Vec::is_empty) {
        model.gaps.clear();
    }
    Ok(())
}
