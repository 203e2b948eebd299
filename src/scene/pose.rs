//! Poses: a [`Pose`] replaces the local transforms of nodes and weighs morph targets; the scene
//! itself stays as it was read. [`Posed`] is the scene in one.

use std::collections::BTreeMap;

use glam::{Mat4, Vec3};

use super::Scene;

/// What differs from the scene as it was read.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Pose {
    /// Node, and its transform to its parent's space.
    pub locals: Vec<(u32, Mat4)>,
    /// Mesh, morph target, and its weight.
    pub morphs: Vec<(u32, u32, f32)>,
}

impl Scene {
    /// World transform of every node.
    pub fn world_transforms(&self) -> Vec<Mat4> {
        let mut world: Vec<Mat4> = Vec::with_capacity(self.nodes.len());
        for node in &self.nodes {
            let parent = node.parent.and_then(|p| world.get(p as usize)).copied();
            world.push(parent.unwrap_or(Mat4::IDENTITY) * node.local);
        }
        world
    }

    /// World transform of every node in a pose.
    pub fn posed_transforms(&self, pose: &Pose) -> Vec<Mat4> {
        let mut locals: Vec<Mat4> = self.nodes.iter().map(|node| node.local).collect();
        for (node, local) in &pose.locals {
            if let Some(place) = locals.get_mut(*node as usize) {
                *place = *local;
            }
        }
        let mut world: Vec<Mat4> = Vec::with_capacity(locals.len());
        for (node, local) in self.nodes.iter().zip(locals) {
            let parent = node.parent.and_then(|parent| world.get(parent as usize)).copied();
            world.push(parent.unwrap_or(Mat4::IDENTITY) * local);
        }
        world
    }

    /// Positions of a mesh in a pose, in the mesh's space; `None` where the pose moves none of
    /// them by itself (the node alone moves).
    pub fn posed_positions(&self, mesh: u32, pose: &Pose, world: &[Mat4]) -> Option<Vec<Vec3>> {
        let geometry = self.meshes.get(mesh as usize)?;
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

/// A scene in a pose: where every mesh is, and the positions that moved by themselves.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Posed {
    world: Vec<Mat4>,
    placed: Vec<Mat4>,
    positions: BTreeMap<u32, Vec<Vec3>>,
}

impl Posed {
    /// Scene in a pose: nodes, skins and morph targets moved.
    pub fn new(scene: &Scene, pose: &Pose) -> Self {
        let world = scene.posed_transforms(pose);
        let skinned = |node: &super::Node| scene.mesh_of(node).is_some_and(|m| m.skin.is_some());
        let nodes = scene.nodes.iter().zip(&world);
        let placed = nodes
            .map(|(node, world)| if skinned(node) { Mat4::IDENTITY } else { *world })
            .collect();
        let moved = |mesh: u32| Some((mesh, scene.posed_positions(mesh, pose, &world)?));
        let meshes = 0..u32::try_from(scene.meshes.len()).unwrap_or(u32::MAX);
        let positions = meshes.filter_map(moved).collect();
        Self { world, placed, positions }
    }

    /// The scene as it was read.
    pub fn at_rest(scene: &Scene) -> Self {
        Self::new(scene, &Pose::default())
    }

    /// World transform of every node: where bones are.
    pub fn bones(&self) -> &[Mat4] {
        &self.world
    }

    /// From the space of every node's mesh to the world. A skinned mesh is in world space already,
    /// whatever node holds it.
    pub fn placed(&self) -> &[Mat4] {
        &self.placed
    }

    /// Positions of the meshes that move by themselves, by mesh.
    pub fn moved(&self) -> &BTreeMap<u32, Vec<Vec3>> {
        &self.positions
    }

    /// Positions of a mesh of the scene this was made of.
    pub fn positions<'a>(&'a self, scene: &'a Scene, mesh: u32) -> &'a [Vec3] {
        let own = || scene.meshes.get(mesh as usize).map_or(&[][..], |mesh| &mesh.positions);
        self.positions.get(&mesh).map_or_else(own, Vec::as_slice)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::scene::{Influence, Joint, Mesh, Morph, Node, Skin, Transform};

    fn slide(x: f32) -> Transform {
        Transform { translation: Vec3::new(x, 0.0, 0.0), ..Transform::default() }
    }

    #[test]
    fn a_pose_moves_children_with_their_parents() {
        let node = |parent, x| Node { parent, local: slide(x).matrix(), ..Node::default() };
        let scene = Scene {
            nodes: vec![node(None, 1.0), node(Some(0), 2.0), node(Some(1), 3.0)],
            ..Scene::default()
        };
        let pose = Pose { locals: vec![(1, slide(10.0).matrix())], ..Pose::default() };
        let world = scene.posed_transforms(&pose);
        let xs: Vec<f32> = world.iter().map(|matrix| matrix.w_axis.x).collect();
        assert_eq!(xs, [1.0, 11.0, 14.0]);
    }

    #[test]
    fn skins_blend_joints_and_morphs_come_first() {
        let joint = |node| Joint { node, inverse_bind: Mat4::IDENTITY };
        let half = |joint| Influence { joint, weight: 0.5 };
        let skin = Skin {
            joints: vec![joint(0), joint(1)],
            influences: vec![[half(0), half(1), Influence::default(), Influence::default()]],
        };
        let mesh = Mesh {
            positions: vec![Vec3::ZERO],
            morphs: vec![Morph { deltas: vec![Vec3::Y], ..Morph::default() }],
            skin: Some(skin),
            ..Mesh::default()
        };
        let scene = Scene { meshes: vec![mesh], ..Scene::default() };
        let world = [slide(2.0).matrix(), slide(4.0).matrix()];
        let pose = Pose { morphs: vec![(0, 0, 2.0)], ..Pose::default() };
        let posed = scene.posed_positions(0, &pose, &world).expect("it is skinned");
        assert_eq!(posed, [Vec3::new(3.0, 2.0, 0.0)]);
    }

    #[test]
    fn the_node_of_a_skinned_mesh_has_no_say() {
        let joint = Joint { node: 0, inverse_bind: Mat4::IDENTITY };
        let influence = Influence { joint: 0, weight: 1.0 };
        let influences =
            vec![[influence, Influence::default(), Influence::default(), Influence::default()]];
        let mesh = Mesh {
            positions: vec![Vec3::ZERO],
            skin: Some(Skin { joints: vec![joint], influences }),
            ..Mesh::default()
        };
        let local = slide(5.0).matrix();
        let scene = Scene {
            nodes: vec![
                Node { local, ..Node::default() },
                Node { local, mesh: Some(0), ..Node::default() },
            ],
            meshes: vec![mesh],
            ..Scene::default()
        };
        let posed = Posed::at_rest(&scene);
        let at = posed.placed()[1].transform_point3(posed.positions(&scene, 0)[0]);
        assert_eq!(at, Vec3::new(5.0, 0.0, 0.0));
        assert_eq!(posed.bones()[1].w_axis.x, 5.0);
    }
}
