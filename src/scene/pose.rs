//! Poses: a [`Pose`] replaces the local transforms of nodes and sets weights of morph targets; the scene
//! itself is not changed. [`Posed`] is the scene in a pose.

use std::collections::BTreeMap;
use std::sync::Arc;

use glam::{Mat4, Vec3};

use super::{MeshId, NodeId, PlacementTarget, Scene};

/// Differences from the scene as stored.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Pose {
    /// Node, and its transform to its parent's space.
    pub locals: Vec<(NodeId, Mat4)>,
    /// Mesh, morph target, and its weight.
    pub morphs: Vec<(MeshId, u32, f32)>,
}

impl Scene {
    /// World transform of every node.
    pub fn world_transforms(&self) -> Vec<Mat4> {
        let mut world: Vec<Mat4> = Vec::with_capacity(self.nodes.len());
        for node in &self.nodes {
            let parent = node.parent.and_then(|p| world.get(p.index())).copied();
            world.push(parent.unwrap_or(Mat4::IDENTITY) * node.local);
        }
        world
    }

    /// World transform of every node in a pose.
    pub fn posed_transforms(&self, pose: &Pose) -> Vec<Mat4> {
        let mut locals: Vec<Mat4> = self.nodes.iter().map(|node| node.local).collect();
        for (node, local) in &pose.locals {
            if let Some(slot) = locals.get_mut(node.index()) {
                *slot = *local;
            }
        }
        let mut world: Vec<Mat4> = Vec::with_capacity(locals.len());
        for (node, local) in self.nodes.iter().zip(locals) {
            let parent = node.parent.and_then(|parent| world.get(parent.index())).copied();
            world.push(parent.unwrap_or(Mat4::IDENTITY) * local);
        }
        world
    }

    /// Positions of a mesh in a pose, in the mesh's space; `None` if only its node moves.
    pub fn posed_positions(&self, mesh: MeshId, pose: &Pose, world: &[Mat4]) -> Option<Vec<Vec3>> {
        let geometry = self.meshes.get(mesh)?;
        let weights = || pose.morphs.iter().filter(|(of, _, weight)| *of == mesh && *weight != 0.0);
        if geometry.skin.is_none() && weights().next().is_none() {
            return None;
        }
        let mut positions = geometry.positions.clone();
        for (_, target, weight) in weights() {
            let Some(morph) = geometry.morphs.get(*target as usize) else { continue };
            for (position, delta) in positions.iter_mut().zip(&morph.deltas) {
                *position += *delta * *weight;
            }
        }
        if let Some(skin) = &geometry.skin {
            skin.apply(&mut positions, world);
        }
        Some(positions)
    }
}

/// A scene in a pose: transforms of all meshes, and positions of deformed meshes.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Posed {
    world: Vec<Mat4>,
    placed: Vec<Mat4>,
    /// Shared between poses in which they are the same: there may be as many as a level has.
    positions: BTreeMap<MeshId, Arc<Vec<Vec3>>>,
    /// Weights of morph targets, as in the pose.
    morphs: Vec<(MeshId, u32, f32)>,
}

impl Posed {
    /// Creates a scene in a pose: nodes, skins and morph targets are moved.
    pub fn new(scene: &Scene, pose: &Pose) -> Self {
        let world = scene.posed_transforms(pose);
        let skinned = |node: &super::Node| scene.mesh_of(node).is_some_and(|m| m.skin.is_some());
        let nodes = scene.nodes.iter().zip(&world);
        let placed = nodes
            .map(|(node, world)| if skinned(node) { Mat4::IDENTITY } else { *world })
            .collect();
        let moved =
            |mesh: MeshId| Some((mesh, Arc::new(scene.posed_positions(mesh, pose, &world)?)));
        let meshes = scene.meshes.ids();
        let positions = meshes.filter_map(moved).collect();
        Self { world, placed, positions, morphs: pose.morphs.clone() }
    }

    /// The scene as stored.
    pub fn at_rest(scene: &Scene) -> Self {
        Self::new(scene, &Pose::default())
    }

    /// World transform of every node, including bones.
    pub fn bones(&self) -> &[Mat4] {
        &self.world
    }

    /// The posed scene with some elements, and everything below them, moved in the world.
    pub fn carried(&self, scene: &Scene, what: &[PlacementTarget], by: &Mat4) -> Self {
        let mut carried = self.clone();
        let mut goes = vec![false; self.world.len()];
        for stands in what {
            match stands {
                PlacementTarget::Node(node) => {
                    if let Some(goes) = goes.get_mut(node.index()) {
                        *goes = true;
                    }
                }
                PlacementTarget::Vertex { mesh, vertex, node } => {
                    let home = node.and_then(|node| self.placed.get(node.index())).copied();
                    let home = home.unwrap_or(Mat4::IDENTITY);
                    let own = || Arc::new(self.positions(scene, *mesh).to_vec());
                    let all = carried.positions.entry(*mesh).or_insert_with(own);
                    if let Some(at) = Arc::make_mut(all).get_mut(*vertex as usize) {
                        *at = (home.inverse() * *by * home).transform_point3(*at);
                    }
                }
                PlacementTarget::Helper(_) => {}
            }
        }
        for (index, node) in scene.nodes.iter().enumerate() {
            let above = node.parent.is_some_and(|above| goes.get(above.index()) == Some(&true));
            let Some(goes) = goes.get_mut(index) else { continue };
            *goes |= above;
            if !*goes {
                continue;
            }
            if let Some(world) = carried.world.get_mut(index) {
                *world = *by * *world;
            }
            if scene.mesh_of(node).is_none_or(|mesh| mesh.skin.is_none())
                && let Some(placed) = carried.placed.get_mut(index)
            {
                *placed = *by * *placed;
            }
        }
        // Positions that follow bones are in world space already.
        for (id, mesh) in scene.meshes.pairs() {
            let Some(skin) = &mesh.skin else { continue };
            if skin.joints.iter().any(|joint| goes.get(joint.node.index()) == Some(&true)) {
                let posed = scene.posed_positions(id, &Pose::default(), &carried.world);
                carried.positions.extend(posed.map(|positions| (id, Arc::new(positions))));
            }
        }
        carried
    }

    /// Transforms from the space of every node's mesh to the world. A skinned mesh is in world space
    /// already, regardless of its node.
    pub fn placed(&self) -> &[Mat4] {
        &self.placed
    }

    /// Morph targets of a mesh that have an effect, with their weights.
    pub fn morph_weights(&self, mesh: MeshId) -> impl Iterator<Item = (u32, f32)> {
        let used = self.morphs.iter().filter(move |(of, _, weight)| *of == mesh && *weight != 0.0);
        used.map(|(_, target, weight)| (*target, *weight))
    }

    /// Positions of a deformed mesh.
    pub fn moved(&self, mesh: MeshId) -> Option<&[Vec3]> {
        self.positions.get(&mesh).map(|positions| positions.as_slice())
    }

    /// `true` if a mesh has other positions in another pose, independent of its nodes.
    pub fn is_moved_from(&self, other: &Self, mesh: MeshId) -> bool {
        match (self.positions.get(&mesh), other.positions.get(&mesh)) {
            (Some(own), Some(other)) => !Arc::ptr_eq(own, other) && own != other,
            (own, other) => own.is_some() || other.is_some(),
        }
    }

    /// Positions of a mesh of the scene.
    pub fn positions<'a>(&'a self, scene: &'a Scene, mesh: MeshId) -> &'a [Vec3] {
        let own = || scene.meshes.get(mesh).map_or(&[][..], |mesh| &mesh.positions);
        self.moved(mesh).unwrap_or_else(own)
    }
}
