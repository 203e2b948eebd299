//! Records to bytes. Every offset is computed; nothing of the source's bytes is kept.

use std::collections::HashMap;

use super::layout::{Gap, Piece};
use super::lists::{
    Counts, GroupHeader, MeshHeader, ModelHeader, ReferencesHeader, WeightGroupHeader,
    WeightsHeader,
};
use super::records::{FILE_HEADER, File, MODEL_HEADER, Mesh, Model};
use crate::bytes::{Endian, Writer};
use crate::formats::Refusal;

impl File {
    /// The file as bytes. Refused when the records do not hold everything that was in the source.
    pub fn write(&self) -> Result<Vec<u8>, Refusal> {
        let lost = self.models.iter().flat_map(|model| &model.layout.lost);
        if let Some(lost) = self.layout.lost.iter().chain(lost).next() {
            return Err(Refusal(lost.clone()));
        }
        let headers = FILE_HEADER as usize + self.layout.before_headers.len();
        let table = headers + self.models.len() * MODEL_HEADER as usize;
        let before_data = match &self.layout.before_data {
            Some(bytes) => bytes.clone(),
            // Up to a whole quadword, at least one word: what the tools of the game leave.
            None => vec![0; (table + 1).next_multiple_of(16) - table],
        };
        let mut rows = vec![ModelHeader::default(); self.models.len()];
        let mut data = Writer::new(Endian::Little);
        for (gap, index) in self.order() {
            let Some(model) = self.models.get(index) else { continue };
            data.bytes(&gap);
            let start = data.pos();
            let (bytes, mut row) = model.write()?;
            (row.offset, row.size) = (narrow(start)?, narrow(bytes.len())?);
            data.bytes(&bytes);
            if let Some(place) = rows.get_mut(index) {
                *place = row;
            }
        }
        let mut out = Writer::new(Endian::Little);
        out.put(self.version);
        out.put(short(self.models.len())?);
        out.put(short(headers)?);
        out.put(narrow(table + before_data.len())?);
        out.bytes(&self.layout.before_headers);
        rows.iter().for_each(|row| row.write(&mut out));
        out.bytes(&before_data);
        out.bytes(&data.finish());
        out.bytes(&self.layout.tail);
        Ok(out.finish())
    }

    /// The models in file order, with the bytes before each.
    fn order(&self) -> Vec<(Vec<u8>, usize)> {
        let mut order = self.layout.order.clone();
        let known: Vec<usize> = order.iter().map(|(_, index)| *index).collect();
        let added = (0..self.models.len()).filter(|index| !known.contains(index));
        order.extend(added.map(|index| (Vec::new(), index)));
        order
    }
}

fn narrow(number: usize) -> Result<u32, Refusal> {
    u32::try_from(number).map_err(|_| Refusal("the file is too large".to_owned()))
}

fn short(number: usize) -> Result<u16, Refusal> {
    u16::try_from(number).map_err(|_| Refusal(format!("{number} do not fit in 16 bits")))
}

impl Model {
    /// The data, and the header without its place.
    fn write(&self) -> Result<(Vec<u8>, ModelHeader), Refusal> {
        let mut draft = Draft { out: Writer::new(Endian::Little), ..Draft::default() };
        let layout = &self.layout;
        for (gap, piece) in layout.order(self) {
            match gap {
                Gap::None => {}
                Gap::Align => draft.out.align(16),
                Gap::Bytes(bytes) => draft.out.bytes(&bytes),
            }
            let here = narrow(draft.out.pos())?;
            draft.places.insert(piece, here);
            self.write_piece(piece, &mut draft);
        }
        draft.out.bytes(&layout.tail);
        draft.places.extend(layout.stale.iter().copied());
        for (piece, with) in &layout.shared {
            let place = draft.places.get(with).copied().unwrap_or(0);
            draft.places.insert(*piece, place);
        }
        draft.patch(self);
        let first = draft.places.iter().filter(|(piece, _)| matches!(piece, Piece::Chain(..)));
        let first = first.map(|(_, place)| *place).min().unwrap_or(0);
        let at = |piece| draft.places.get(&piece).copied().unwrap_or(0);
        let header = ModelHeader {
            name: self.name,
            bones: at(Piece::Bones),
            ik_points: at(Piece::IkPoints),
            groups: at(Piece::Groups),
            mesh_data: layout.mesh_data.unwrap_or(first),
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

    fn write_piece(&self, piece: Piece, draft: &mut Draft) {
        let Draft { out, slots, .. } = draft;
        let mut slot = |out: &Writer, field: usize, piece| slots.push((out.pos() + field, piece));
        match piece {
            Piece::Materials => self.materials.iter().for_each(|material| material.write(out)),
            Piece::Bones => self.bones.iter().for_each(|bone| bone.write(out)),
            Piece::IkPoints => out.all(&self.ik_points),
            Piece::Weights => {
                for (index, weights) in self.weights.iter().enumerate() {
                    slot(out, 4, Piece::Entries(index));
                    let (count, unknown_08) = (count(weights.entries.len()), weights.unknown_08);
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
                    out.shaped(&ReferencesHeader { count: count(list.len()), offset: 0 });
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
                    let (unknown_08, count) = (group.unknown_08, count(group.weight_groups.len()));
                    out.shaped(&GroupHeader { kind, material, unknown_08, count, offset: 0 });
                }
            }
            Piece::WeightGroups(index) => {
                let groups = self.groups.get(index).map_or(&[][..], |group| &group.weight_groups);
                for (weight_group, stored) in groups.iter().enumerate() {
                    slot(out, 0, Piece::Headers(index, weight_group));
                    let count = count(stored.meshes.len());
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
                    mesh.chain.iter().for_each(|tag| tag.write(out));
                }
            }
            Piece::Key(group, weight_group, index, key) => {
                let mesh = self.weight_group(group, weight_group).get(index);
                if let Some(key) = mesh.and_then(|mesh| mesh.keys.get(key)) {
                    key.write(out);
                }
            }
        }
    }

    fn weight_group(&self, group: usize, weight_group: usize) -> &[Mesh] {
        let group = self.groups.get(group);
        let found = group.and_then(|group| group.weight_groups.get(weight_group));
        found.map_or(&[], |found| &found.meshes)
    }
}

fn count(len: usize) -> u32 {
    u32::try_from(len).unwrap_or(u32::MAX)
}

/// A model while it is written.
#[derive(Default)]
struct Draft {
    out: Writer,
    /// Offsets of the pieces.
    places: HashMap<Piece, u32>,
    /// Where an offset is to be filled in, and of what.
    slots: Vec<(usize, Piece)>,
}

impl Draft {
    fn patch(&mut self, model: &Model) {
        for (at, piece) in &self.slots {
            let place = self.places.get(piece).copied().unwrap_or(0);
            self.out.patch_at(*at, place);
            if let Piece::Chain(group, weight_group, index) = *piece {
                let mesh = model.weight_group(group, weight_group).get(index);
                let key =
                    |key| self.places.get(&Piece::Key(group, weight_group, index, key)).copied();
                let (offset, stride) = mesh.map_or((-1, -1), |mesh| match (key(0), key(1)) {
                    (None, _) => mesh.no_keys,
                    (Some(first), None) => (first.wrapping_sub(place) as i32, mesh.stride),
                    (Some(first), Some(second)) => {
                        let stride = second.wrapping_sub(first);
                        (first.wrapping_sub(place) as i32, stride as i32)
                    }
                });
                self.out.patch_at(at + 4, offset as u32);
                self.out.patch_at(at + 8, stride as u32);
            }
        }
    }
}
