//! The usual order of the blocks of a model, and the bytes between them.

use std::collections::HashSet;

use super::pieces::ModelBlock;
use super::records::{MeshIndex, Model};
use crate::bytes::Gap;

/// Bytes after the last mesh of a group: an empty packet and the start of the vertex program, to which
/// no header refers.
pub const GROUP_END: [u8; 48] = [
    0x01, 0, 0, 0x60, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, // RET, one quadword
    0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0x01, 0x01, 0, 0x01, // STCYCL 1, 1
    0, 0, 0, 0, 0, 0, 0, 0x10, 0, 0, 0, 0, 0, 0, 0, 0x14, // FLUSHE, MSCAL 0
];

/// The order in all samples: lists, then mesh data.
pub(super) fn usual_order(model: &Model) -> Vec<ModelBlock> {
    let mut order =
        vec![ModelBlock::Materials, ModelBlock::Bones, ModelBlock::IkPoints, ModelBlock::Weights];
    order.extend((0..model.weights.len()).map(ModelBlock::Entries));
    order.push(ModelBlock::References);
    order.extend((0..model.references.len()).map(ModelBlock::Indices));
    order.push(ModelBlock::Groups);
    order.extend((0..model.groups.len()).map(ModelBlock::WeightGroups));
    for (index, group) in model.groups.iter().enumerate() {
        order.extend(
            (0..group.weight_groups.len()).map(|weight| ModelBlock::Headers(index, weight)),
        );
    }
    for (MeshIndex { group, weight_group, mesh, .. }, _, stored) in model.meshes() {
        order.push(ModelBlock::Chain(group, weight_group, mesh));
        let key = |key| ModelBlock::Key(group, weight_group, mesh, key);
        order.extend((0..stored.keys.len()).map(key));
    }
    order
}

/// Usual bytes before a block of `model`: none before a list, zeros up to a multiple of 16 before mesh
/// data, and between two groups the end of the first.
pub(super) fn usual_gap(model: &Model) -> impl Fn(ModelBlock) -> Gap {
    let (mut last_group, mut next_groups) = (None, HashSet::new());
    for (MeshIndex { group, weight_group, mesh, .. }, ..) in model.meshes() {
        if last_group.replace(group).is_some_and(|last| last != group) {
            next_groups.insert(ModelBlock::Chain(group, weight_group, mesh));
        }
    }
    move |piece| match piece.mesh() {
        None => Gap::NONE,
        Some(_) if next_groups.contains(&piece) => Gap::Bytes(GROUP_END.to_vec()),
        Some(_) => Gap::Align(16),
    }
}
