//! Assigns vertices to bones.

use std::collections::HashMap;

use glam::Mat4;

use super::bones::{Bones, NO_BONE};
use crate::formats::ssx::mpf::chunk::Chunk;
use crate::formats::ssx::mpf::records::{MeshIndex, Model};
use crate::scene::{Influence, Joint, NodeId, Skin};

/// Collects the bones of each vertex.
pub struct SkinMaker<'a> {
    bones: &'a Bones,
    part: usize,
    model_index: usize,
    /// Joint for vertices without a bone.
    node: NodeId,
    model: &'a Model,
    joints: Vec<Joint>,
    joint_of: HashMap<NodeId, u16>,
    influences: Vec<[Influence; 4]>,
    /// File id and bone with the largest weight, for each vertex.
    heaviest: Vec<u32>,
    /// Cached results by list and reference.
    known: HashMap<(usize, Option<usize>), ([Influence; 4], u32)>,
}

impl<'a> SkinMaker<'a> {
    pub fn new(
        bones: &'a Bones,
        part: usize,
        model_index: usize,
        node: NodeId,
        model: &'a Model,
    ) -> Self {
        Self {
            bones,
            part,
            model_index,
            node,
            model,
            joints: Vec::new(),
            joint_of: HashMap::new(),
            influences: Vec::new(),
            heaviest: Vec::new(),
            known: HashMap::new(),
        }
    }

    pub fn vertices(&mut self, mesh: MeshIndex, chunk: &Chunk<'_>) {
        // A weight group without a list uses the first one.
        let list = if mesh.list < self.model.references.len() { mesh.list } else { 0 };
        for vertex in 0..chunk.len() {
            let key = (list, chunk.reference(vertex));
            let (influences, heaviest) = match self.known.get(&key) {
                Some(known) => *known,
                None => {
                    let made = self.influences_of(key.0, key.1);
                    self.known.insert(key, made);
                    made
                }
            };
            self.influences.push(influences);
            self.heaviest.push(heaviest);
        }
    }

    fn influences_of(&mut self, list: usize, reference: Option<usize>) -> ([Influence; 4], u32) {
        let index = reference.and_then(|at| self.model.references.get(list)?.get(at));
        let weights = index.and_then(|index| self.model.weights.get(*index as usize));
        let entries = weights.map_or(&[][..], |weights| &weights.entries);
        let mut sorted: Vec<_> = entries.iter().filter(|entry| entry.weight > 0).collect();
        sorted.sort_by_key(|entry| std::cmp::Reverse(entry.weight));
        sorted.truncate(4);
        let total: f32 = sorted.iter().map(|entry| f32::from(entry.weight)).sum();
        let mut influences = [Influence::default(); 4];
        if sorted.is_empty() {
            let joint = self.joint(self.node);
            influences[0] = Influence { joint, weight: 1.0 };
            return (influences, NO_BONE);
        }
        let mut shares: Vec<Influence> = Vec::with_capacity(4);
        for entry in &sorted {
            let node = self.bones.node(self.part, self.model_index, entry.file, entry.bone);
            let joint = self.joint(node.unwrap_or(self.node));
            let weight = f32::from(entry.weight) / total;
            match shares.iter_mut().find(|share| share.joint == joint) {
                Some(share) => share.weight += weight,
                None => shares.push(Influence { joint, weight }),
            }
        }
        shares.sort_by(|a, b| b.weight.total_cmp(&a.weight));
        for (influence, share) in influences.iter_mut().zip(shares) {
            *influence = share;
        }
        let heaviest = sorted.first();
        let heaviest = heaviest.map_or(NO_BONE, |e| u32::from(e.file) << 8 | u32::from(e.bone));
        (influences, heaviest)
    }

    fn joint(&mut self, node: NodeId) -> u16 {
        if let Some(joint) = self.joint_of.get(&node) {
            return *joint;
        }
        let joint = u16::try_from(self.joints.len()).unwrap_or(u16::MAX);
        let own = node == self.node;
        let inverse_bind = if own { Mat4::IDENTITY } else { self.bones.inverse_bind(node) };
        self.joints.push(Joint { node, inverse_bind });
        self.joint_of.insert(node, joint);
        joint
    }

    /// File id and bone with the largest weight for a vertex.
    pub fn bone_of(&self, vertex: usize) -> u32 {
        self.heaviest.get(vertex).copied().unwrap_or(NO_BONE)
    }

    /// The skin; `None` if no vertex follows a bone.
    pub fn finish(self) -> Option<Skin> {
        let follows = self.joints.iter().any(|joint| joint.node != self.node);
        follows.then_some(Skin { joints: self.joints, influences: self.influences })
    }
}
