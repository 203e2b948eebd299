//! Places lower levels of detail next to the models that they replace, as often as those are placed.

use std::collections::BTreeSet;

use glam::Mat4;

use super::super::records::{File, Lod};
use super::placed::{MAX_FACES, PositionedModel};
use crate::scene::{Detail, DetailStep, LayerKind, MeshId, NodeId, Scene};

/// Lower levels of detail of a file's models.
pub struct Lods<'a> {
    file: &'a File,
    /// First object of each model.
    users: &'a [Option<usize>],
    /// Models that another one names as its next level of detail.
    lower: Vec<bool>,
    /// Models that replace a placed model at a distance.
    hung: Vec<bool>,
}

impl<'a> Lods<'a> {
    pub fn new(file: &'a File, users: &'a [Option<usize>]) -> Self {
        let mut lower = vec![false; file.models.len()];
        for (index, model) in file.models.iter().enumerate() {
            let next = model.lod.map_or(usize::MAX, |lod| usize::from(lod.next));
            if next != index
                && let Some(lower) = lower.get_mut(next)
            {
                *lower = true;
            }
        }
        Self { file, users, lower, hung: vec![false; file.models.len()] }
    }

    /// `true` for each model that another one names as its next level of detail.
    pub fn lower(&self) -> &[bool] {
        &self.lower
    }

    pub fn is_lower(&self, model: usize) -> bool {
        self.lower.get(model) == Some(&true)
    }

    pub fn is_hung(&self, model: usize) -> bool {
        self.hung.get(model) == Some(&true)
    }

    /// Next level of detail of `model`, unless an object places that one directly.
    fn next(&self, model: usize) -> Option<usize> {
        let next = usize::from(self.file.models.get(model)?.lod?.next);
        self.users.get(next)?.is_none().then_some(next)
    }

    /// Distance from the viewer up to which a model is drawn, in world units (section 15).
    fn reach(&self, model: usize) -> Option<f32> {
        let depth = self.file.models.get(model)?.lod?.depth;
        (depth != Lod::NONE.depth).then(|| depth.into())
    }

    /// Object to which each model belongs: its first user, or the owner of the model whose lower level of
    /// detail it is.
    pub fn owners(&self) -> Vec<Option<usize>> {
        let mut owners = self.users.to_vec();
        for (model, user) in self.users.iter().enumerate().filter(|(_, user)| user.is_some()) {
            let mut at = model;
            // Terminates: every step assigns an owner to a model that had none.
            while let Some(next) = self.next(at) {
                match owners.get_mut(next) {
                    Some(owner @ None) => *owner = *user,
                    _ => break,
                }
                at = next;
            }
        }
        owners
    }

    /// Adds the levels of detail of `model` below its node. `room` is the remaining face budget; returns
    /// what is left of it, or `None` if it was exceeded.
    pub fn add_levels(
        &mut self,
        scene: &mut Scene,
        model: usize,
        node: NodeId,
        first_mesh: MeshId,
        mut room: usize,
    ) -> Option<usize> {
        let mut seen = BTreeSet::from([model]);
        let mut at = model;
        let mut steps = vec![DetailStep { node, until: self.reach(model) }];
        while let Some(next) = self.next(at).filter(|next| seen.insert(*next)) {
            let faces = scene.meshes.get(first_mesh.plus(next)).map_or(0, |mesh| mesh.faces.len());
            // A model without faces still costs a node.
            room = room.checked_sub(faces.max(1))?;
            let layer = layer(scene);
            let placed =
                PositionedModel { model: next, layer, parent: Some(node), local: Mat4::IDENTITY };
            if let Some(node) = placed.add(scene, first_mesh) {
                steps.push(DetailStep { node, until: self.reach(next) });
            }
            if let Some(hung) = self.hung.get_mut(next) {
                *hung = true;
            }
            at = next;
        }
        if steps.len() > 1 {
            scene.details.push(Detail { steps });
        }
        Some(room)
    }

    /// Number of faces that still fit into a scene.
    pub fn room(scene: &Scene) -> usize {
        MAX_FACES.saturating_sub(scene.drawn_faces())
    }
}

/// Layer of lower levels of detail.
pub fn layer(scene: &mut Scene) -> u16 {
    scene.layer("Lower detail", LayerKind::LevelOfDetail, false)
}
