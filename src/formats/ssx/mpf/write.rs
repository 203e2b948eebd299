//! Writes model files. Every offset is recomputed; no bytes are copied from the source.

use std::collections::BTreeMap;

use super::headers::{
    Counts, GroupHeader, Header, MeshHeader, ModelHeader, ReferencesHeader, WeightGroupHeader,
    WeightsHeader,
};
use super::headers::{FILE_HEADER, MODEL_HEADER};
use super::layout::{usual_gap, usual_order};
use super::pieces::ModelBlock;
use super::records::{File, Mesh, Model};
use crate::bytes::layout::{Layout, Writing};
use crate::bytes::{Endian, Gap, Writer, count32};
use crate::formats::{EditResult, Refusal};

/// Data of a model, and the offset of each block in it.
type ModelBytes = (Vec<u8>, Vec<(ModelBlock, u32)>);

/// Offset of each block of a model.
type Offsets = BTreeMap<ModelBlock, u32>;

impl File {
    /// Writes the file.
    pub(super) fn to_bytes(&self) -> EditResult<Vec<u8>> {
        let headers = FILE_HEADER as usize + self.layout.before_headers.len();
        let table = headers + self.models.len() * MODEL_HEADER as usize;
        let before_data = match &self.layout.before_data {
            Some(bytes) => bytes.clone(),
            // Up to a whole quadword, at least one word, as the game's tools do.
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

fn narrow(number: usize) -> EditResult<u32> {
    u32::try_from(number).map_err(|_| Refusal("the file exceeds the limit of 4 GB".to_owned()))
}

fn short(number: usize) -> EditResult<u16> {
    u16::try_from(number).map_err(|_| Refusal(format!("{number} does not fit in 16 bits")))
}

impl Model {
    /// The data, and the header without its offset.
    fn write(&self) -> EditResult<(Vec<u8>, ModelHeader)> {
        // The layout does not depend on the values of offsets.
        let (_, written) = self.pieces(&Offsets::new())?;
        let offsets = self.layout.pieces.offsets(written);
        let (bytes, _) = self.pieces(&offsets)?;
        let chains = offsets.iter().filter(|(piece, _)| matches!(piece, ModelBlock::Chain(..)));
        let first = chains.map(|(_, offset)| *offset).min().unwrap_or(0);
        let at = |piece| offsets.get(&piece).copied().unwrap_or(0);
        let header = ModelHeader {
            name: self.name,
            bones: at(ModelBlock::Bones),
            ik_points: at(ModelBlock::IkPoints),
            groups: at(ModelBlock::Groups),
            mesh_data: self.layout.mesh_data.unwrap_or(first),
            materials: at(ModelBlock::Materials),
            references: at(ModelBlock::References),
            weights: at(ModelBlock::Weights),
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
        Ok((bytes, header))
    }

    /// The data with these offsets, and the offset of each block in it.
    fn pieces(&self, offsets: &Offsets) -> EditResult<ModelBytes> {
        let (mut out, mut written) = (Writer::new(Endian::Little), Vec::new());
        let (pieces, usual_gap) = (&self.layout.pieces, usual_gap(self));
        for piece in pieces.order(usual_order(self).into_iter()) {
            pieces.write_gap(piece, &usual_gap(piece), &mut out);
            written.push((piece, narrow(out.pos())?));
            self.write_piece(piece, offsets, &mut out)?;
        }
        out.bytes(&pieces.tail);
        Ok((out.finish(), written))
    }

    fn write_piece(
        &self,
        piece: ModelBlock,
        offsets: &Offsets,
        out: &mut Writer,
    ) -> EditResult<()> {
        let at = |piece| offsets.get(&piece).copied().unwrap_or(0);
        match piece {
            ModelBlock::Materials => write_all(&self.materials, out)?,
            ModelBlock::Bones => write_all(&self.bones, out)?,
            ModelBlock::IkPoints => out.all(&self.ik_points),
            ModelBlock::Weights => {
                for (index, weights) in self.weights.iter().enumerate() {
                    let (count, offset) =
                        (count32(weights.entries.len()), at(ModelBlock::Entries(index)));
                    out.shaped(&WeightsHeader { count, offset, unknown_08: weights.unknown_08 });
                }
            }
            ModelBlock::Entries(index) => {
                if let Some(weights) = self.weights.get(index) {
                    out.all(&weights.entries);
                }
            }
            ModelBlock::References => {
                for (index, list) in self.references.iter().enumerate() {
                    let (count, offset) = (count32(list.len()), at(ModelBlock::Indices(index)));
                    out.shaped(&ReferencesHeader { count, offset });
                }
            }
            ModelBlock::Indices(index) => {
                if let Some(list) = self.references.get(index) {
                    out.all(list);
                }
            }
            ModelBlock::Groups => {
                for (index, group) in self.groups.iter().enumerate() {
                    out.shaped(&GroupHeader {
                        kind: group.kind,
                        material: group.material,
                        unknown_08: group.unknown_08,
                        count: count32(group.weight_groups.len()),
                        offset: at(ModelBlock::WeightGroups(index)),
                    });
                }
            }
            ModelBlock::WeightGroups(index) => {
                let groups = self.groups.get(index).map_or(&[][..], |group| &group.weight_groups);
                for (weight_group, stored) in groups.iter().enumerate() {
                    let offset = at(ModelBlock::Headers(index, weight_group));
                    out.shaped(&WeightGroupHeader { offset, count: count32(stored.meshes.len()) });
                }
            }
            ModelBlock::Headers(group, weight_group) => {
                for (index, mesh) in self.weight_group(group, weight_group).iter().enumerate() {
                    let start = at(ModelBlock::Chain(group, weight_group, index));
                    let key = |key| ModelBlock::Key(group, weight_group, index, key);
                    let keys = [0, 1].map(|number| offsets.get(&key(number)).copied());
                    out.shaped(&mesh.header(start, keys));
                }
            }
            ModelBlock::Chain(group, weight_group, index) => {
                if let Some(mesh) = self.weight_group(group, weight_group).get(index) {
                    mesh.chain.iter().try_for_each(|tag| tag.write(out))?;
                }
            }
            ModelBlock::Key(group, weight_group, index, key) => {
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

fn write_all<T: Layout + Clone>(list: &[T], out: &mut Writer) -> EditResult<()> {
    list.iter().try_for_each(|item| Ok(item.clone().pass(&mut Writing::new(out), ())?))
}

impl Mesh {
    /// The header of a mesh at `start`, with its first two keys at these offsets.
    fn header(&self, start: u32, keys: [Option<u32>; 2]) -> MeshHeader {
        let from = |before: u32, at: u32| at.wrapping_sub(before) as i32;
        let (morph_offset, morph_stride) = match keys {
            [None, _] => self.no_keys,
            [Some(first), None] => (from(start, first), self.stride),
            [Some(first), Some(second)] => (from(start, first), from(first, second)),
        };
        MeshHeader { offset: start, morph_offset, morph_stride }
    }
}
