//! The order that the pieces of a model lie in.

use std::collections::HashSet;

use super::pieces::{Gap, ModelLayout, Piece};
use super::records::{MeshIndex, Model};

/// Behind the last mesh of a group: an empty packet and the start of the vertex program, to which no
/// header leads.
pub const GROUP_END: [u8; 48] = [
    0x01, 0, 0, 0x60, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, // RET, one quadword
    0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0x01, 0x01, 0, 0x01, // STCYCL 1, 1
    0, 0, 0, 0, 0, 0, 0, 0x10, 0, 0, 0, 0, 0, 0, 0, 0x14, // FLUSHE, MSCAL 0
];

impl ModelLayout {
    /// All pieces of `model` in order: known ones where they were, others at the end.
    pub fn order(&self, model: &Model) -> Vec<(Gap, Piece)> {
        let usual = usual(model);
        let exist: HashSet<Piece> = usual.iter().map(|(_, piece)| *piece).collect();
        let known = self.pieces.iter().filter(|(_, piece)| exist.contains(piece));
        let mut order: Vec<(Gap, Piece)> = known.cloned().collect();
        let elsewhere = self.shared.iter().map(|(piece, _)| *piece);
        let elsewhere = elsewhere.chain(self.stale.iter().map(|(piece, _)| *piece));
        let placed: HashSet<Piece> = order.iter().map(|(_, p)| *p).chain(elsewhere).collect();
        order.extend(usual.into_iter().filter(|(_, piece)| !placed.contains(piece)));
        order
    }
}

/// The order of all samples: lists, then mesh data.
fn usual(model: &Model) -> Vec<(Gap, Piece)> {
    let mut order: Vec<Piece> =
        vec![Piece::Materials, Piece::Bones, Piece::IkPoints, Piece::Weights];
    order.extend((0..model.weights.len()).map(Piece::Entries));
    order.push(Piece::References);
    order.extend((0..model.references.len()).map(Piece::Indices));
    order.push(Piece::Groups);
    order.extend((0..model.groups.len()).map(Piece::WeightGroups));
    for (index, group) in model.groups.iter().enumerate() {
        order.extend((0..group.weight_groups.len()).map(|weight| Piece::Headers(index, weight)));
    }
    let mut order: Vec<(Gap, Piece)> = order.into_iter().map(|piece| (Gap::None, piece)).collect();
    let mut last_group = None;
    for (MeshIndex { group, weight_group, mesh, .. }, _, stored) in model.meshes() {
        let is_next = last_group.replace(group).is_some_and(|last| last != group);
        // The end of the group before stands between the two.
        let gap = if is_next { Gap::Bytes(GROUP_END.to_vec()) } else { Gap::Align };
        order.push((gap, Piece::Chain(group, weight_group, mesh)));
        let key = |key| (Gap::Align, Piece::Key(group, weight_group, mesh, key));
        order.extend((0..stored.keys.len()).map(key));
    }
    order
}
