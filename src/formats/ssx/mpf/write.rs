//! Records to bytes. Every offset is computed; nothing of the source's bytes is kept.

use std::collections::BTreeMap;

use super::headers::{
    Counts, GroupHeader, Header, MeshHeader, ModelHeader, ReferencesHeader, WeightGroupHeader,
    WeightsHeader,
};
use super::layout::{usual_gap, usual_order};
use super::pieces::Piece;
use super::records::{FILE_HEADER, File, MODEL_HEADER, Mesh, Model};
use crate::bytes::layout::{Layout, Writing};
use crate::bytes::{Endian, Gap, Writer, count32};
use crate::formats::Refusal;

impl File {
    /// The file as bytes.
    pub(super) fn to_bytes(&self) -> Result<Vec<u8>, Refusal> {
        let headers = FILE_HEADER as usize + self.layout.before_headers.len();
        let table = headers + self.models.len() * MODEL_HEADER as usize;
        let before_data = match &self.layout.before_data {
            Some(bytes) => bytes.clone(),
            // Up to a whole quadword, at least one word: what the tools of the game leave.
            None => vec![0; (table + 1).next_multiple_of(16) - table],
        };
        let mut rows = vec![ModelHeader::default(); self.models.len()];
        let mut data = Writer::new(Endian::Little);
        let models = &self.layout.models;
        for index in models.order(0..self.models.len()) {
            let Some(model) = self.models.get(index) else { continue };
            models.write_gap(index, &Gap::NONE, &mut data);
            let start = data.pos();
            let (bytes, mut row) = model.write()?;
            (row.offset, row.size) = (narrow(start)?, narrow(bytes.len())?);
            data.bytes(&bytes);
            if let Some(slot) = rows.get_mut(index) {
                *slot = row;
            }
        }
        let mut out = Writer::new(Endian::Little);
        let mut header = Header {
            version: self.version,
            model_count: short(self.models.len())?,
            header_offset: short(headers)?,
            data_start: narrow(table + before_data.len())?,
        };
        header.pass(&mut Writing::new(&mut out), ())?;
        out.bytes(&self.layout.before_headers);
        for row in &mut rows {
            row.pass(&mut Writing::new(&mut out), ())?;
        }
        out.bytes(&before_data);
        out.bytes(&data.finish());
        out.bytes(&models.tail);
        Ok(out.finish())
    }
}

fn narrow(number: usize) -> Result<u32, Refusal> {
    u32::try_from(number).map_err(|_| Refusal("the file is too large".to_owned()))
}

fn short(number: usize) -> Result<u16, Refusal> {
    u16::try_from(number).map_err(|_| Refusal(format!("{number} do not fit in 16 bits")))
}

impl Model {
    /// The data, and the header without its offset.
    fn write(&self) -> Result<(Vec<u8>, ModelHeader), Refusal> {
        let mut draft = Draft { out: Writer::new(Endian::Little), ..Draft::default() };
        let pieces = &self.layout.pieces;
        let usual_gap = usual_gap(self);
        let mut written = Vec::new();
        for piece in pieces.order(usual_order(self).into_iter()) {
            pieces.write_gap(piece, &usual_gap(piece), &mut draft.out);
            written.push((piece, narrow(draft.out.pos())?));
            self.write_piece(piece, &mut draft)?;
        }
        draft.out.bytes(&pieces.tail);
        draft.offsets = pieces.offsets(written);
        draft.patch(self);
        let first = draft.offsets.iter().filter(|(piece, _)| matches!(piece, Piece::Chain(..)));
        let first = first.map(|(_, offset)| *offset).min().unwrap_or(0);
        let at = |piece| draft.offsets.get(&piece).copied().unwrap_or(0);
        let header = ModelHeader {
            name: self.name,
            bones: at(Piece::Bones),
            ik_points: at(Piece::IkPoints),
            groups: at(Piece::Groups),
            mesh_data: self.layout.mesh_data.unwrap_or(first),
            materials: at(Piece::Materials),
            references: at(Piece::References),
            weights: at(Piece::Weights),
            unknown_34: self.unknown_34,
            counts: Counts {
                weights: short(self.weights.len())?,
                references: short(self.references.len())?,
                groups: short(self.groups.len())?,
                bones: short(self.bones.len())?,
                materials: short(self.materials.len())?,
                ik_points: short(self.ik_points.len())?,
                morph_keys: self.morph_keys,
                file_id: self.file_id,
            },
            unknown_4c: self.unknown_4c,
            ..ModelHeader::default()
        };
        Ok((draft.out.finish(), header))
    }

    fn write_piece(&self, piece: Piece, draft: &mut Draft) -> Result<(), Refusal> {
        let Draft { out, slots, .. } = draft;
        let mut slot = |out: &Writer, field: usize, piece| slots.push((out.pos() + field, piece));
        match piece {
            Piece::Materials => write_all(&self.materials, out)?,
            Piece::Bones => write_all(&self.bones, out)?,
            Piece::IkPoints => out.all(&self.ik_points),
            Piece::Weights => {
                for (index, weights) in self.weights.iter().enumerate() {
                    slot(out, 4, Piece::Entries(index));
                    let count = count32(weights.entries.len());
                    let unknown_08 = weights.unknown_08;
                    out.shaped(&WeightsHeader { count, offset: 0, unknown_08 });
                }
            }
            Piece::Entries(index) => {
                if let Some(weights) = self.weights.get(index) {
                    out.all(&weights.entries);
                }
            }
            Piece::References => {
                for (index, list) in self.references.iter().enumerate() {
                    slot(out, 4, Piece::Indices(index));
                    out.shaped(&ReferencesHeader { count: count32(list.len()), offset: 0 });
                }
            }
            Piece::Indices(index) => {
                if let Some(list) = self.references.get(index) {
                    out.all(list);
                }
            }
            Piece::Groups => {
                for (index, group) in self.groups.iter().enumerate() {
                    slot(out, 16, Piece::WeightGroups(index));
                    let (kind, material) = (group.kind, group.material);
                    let (unknown_08, count) =
                        (group.unknown_08, count32(group.weight_groups.len()));
                    out.shaped(&GroupHeader { kind, material, unknown_08, count, offset: 0 });
                }
            }
            Piece::WeightGroups(index) => {
                let groups = self.groups.get(index).map_or(&[][..], |group| &group.weight_groups);
                for (weight_group, stored) in groups.iter().enumerate() {
                    slot(out, 0, Piece::Headers(index, weight_group));
                    let count = count32(stored.meshes.len());
                    out.shaped(&WeightGroupHeader { offset: 0, count });
                }
            }
            Piece::Headers(group, weight_group) => {
                for index in 0..self.weight_group(group, weight_group).len() {
                    slot(out, 0, Piece::Chain(group, weight_group, index));
                    out.shaped(&MeshHeader::default());
                }
            }
            Piece::Chain(group, weight_group, index) => {
                if let Some(mesh) = self.weight_group(group, weight_group).get(index) {
                    mesh.chain.iter().try_for_each(|tag| tag.write(out))?;
                }
            }
            Piece::Key(group, weight_group, index, key) => {
                let mesh = self.weight_group(group, weight_group).get(index);
                if let Some(key) = mesh.and_then(|mesh| mesh.keys.get(key)) {
                    key.write(out)?;
                }
            }
        }
        Ok(())
    }

    fn weight_group(&self, group: usize, weight_group: usize) -> &[Mesh] {
        let group = self.groups.get(group);
        let found = group.and_then(|group| group.weight_groups.get(weight_group));
        found.map_or(&[], |found| &found.meshes)
    }
}

fn write_all<T: Layout + Clone>(list: &[T], out: &mut Writer) -> Result<(), Refusal> {
    list.iter().try_for_each(|item| Ok(item.clone().pass(&mut Writing::new(out), ())?))
}

/// A model while it is written.
#[derive(Default)]
struct Draft {
    out: Writer,
    /// Offsets of the pieces.
    offsets: BTreeMap<Piece, u32>,
    /// Where an offset is to be filled in, and of what.
    slots: Vec<(usize, Piece)>,
}

impl Draft {
    fn patch(&mut self, model: &Model) {
        for (at, piece) in &self.slots {
            let start = self.offsets.get(piece).copied().unwrap_or(0);
            self.out.patch_at(*at, start);
            if let Piece::Chain(group, weight_group, index) = *piece {
                let mesh = model.weight_group(group, weight_group).get(index);
                let key =
                    |key| self.offsets.get(&Piece::Key(group, weight_group, index, key)).copied();
                let (offset, stride) = mesh.map_or((-1, -1), |mesh| match (key(0), key(1)) {
                    (None, _) => mesh.no_keys,
                    (Some(first), None) => (first.wrapping_sub(start) as i32, mesh.stride),
                    (Some(first), Some(second)) => {
                        let stride = second.wrapping_sub(first);
                        (first.wrapping_sub(start) as i32, stride as i32)
                    }
                });
                self.out.patch_at(at + 4, offset as u32);
                self.out.patch_at(at + 8, stride as u32);
            }
        }
    }
}
