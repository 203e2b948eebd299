//! The meshes of a skin with their bones.

use std::collections::HashMap;
use std::sync::Arc;

use glam::{Mat4, Vec3};

use super::records::Skin as Stored;
use crate::bytes::Problems;
use crate::container::Context;
use crate::formats::Loaded;
use crate::formats::totem::looks::{self, Looks};
use crate::formats::totem::mesh::{Mesh, add_mesh, face_fields};
use crate::formats::totem::resource_name;
use crate::scene::{
    Bone, FaceField, Influence, Joint, NO_CORNER, Node, NodeId, Scene, Skeleton, Skin, Table,
};

/// Every mesh that is beside the skin, skinned; bones stand at the origin, since nothing here says
/// where they are.
pub(super) fn build(file: &Loaded<Stored>, context: Context<'_>) -> (Scene, Problems) {
    let mut scene = looks::scene(&file.source);
    let mut looks = Looks::new(context);
    let opened = meshes(file, &mut looks);
    let most = opened.iter().map(|(_, mesh, _)| mesh.records.strips.len()).max().unwrap_or(0);
    scene.face_fields = face_fields(most);
    let joint_field = scene.face_fields.len();
    scene.face_fields.push(FaceField { name: "joint", bits: 16, flags: Vec::new() });
    let bones = bones(&mut scene, file, &looks);
    for (index, mesh, name) in &opened {
        let made = add_mesh(&mut scene, &mut looks, mesh, name);
        let Some(made) = scene.meshes.get_mut(made) else { continue };
        let skin = skin(&file.records, *index, made.positions.len(), &bones);
        if let Some(values) = made.face_values.get_mut(joint_field) {
            *values = made.faces.iter().map(|face| heaviest(&skin, face.corners)).collect();
        }
        made.skin = Some(skin);
    }
    scene.tables.extend(table(file, &looks));
    (scene, looks.problems)
}

/// The meshes that are there, with their number and their name; the others as warnings.
fn meshes(file: &Loaded<Stored>, looks: &mut Looks<'_>) -> Vec<(usize, Arc<Loaded<Mesh>>, String)> {
    let mut opened = Vec::new();
    let mut seen = HashMap::new();
    for (index, hash) in file.records.meshes.iter().enumerate() {
        let origin = file.origin(format!("meshes[{index}]"));
        let name = resource_name(&looks.resources.name(*hash)).to_owned();
        if let Some(first) = seen.insert(*hash, index) {
            looks.warn(&origin, format!("the mesh {name} is also meshes[{first}]"));
            continue;
        }
        match looks.resources.open(*hash).map(|source| looks.resources.read(&source)) {
            Some(Ok(mesh)) => opened.push((index, mesh, name)),
            Some(Err(error)) => {
                looks.warn(&origin, format!("the mesh {name} cannot be read: {error}"));
            }
            None => looks.warn(&origin, format!("the mesh {name} is not beside this file")),
        }
    }
    opened
}

/// A node and a bone for each group; returns the nodes.
fn bones(scene: &mut Scene, file: &Loaded<Stored>, looks: &Looks<'_>) -> Vec<NodeId> {
    let mut skeleton = Skeleton { name: scene.name.clone(), ..Skeleton::default() };
    let mut nodes = Vec::new();
    for (index, group) in file.records.groups.iter().enumerate() {
        let name = resource_name(&looks.resources.name(group.bone)).to_owned();
        let origin = file.origin(format!("groups[{index}]"));
        let local = Mat4::IDENTITY;
        let node = scene.nodes.push(Node {
            name: name.clone(),
            local,
            origin: origin.clone(),
            ..Node::default()
        });
        skeleton.bones.push(Bone { name, node, parent: None, tail: Vec3::ZERO, origin });
        nodes.push(node);
    }
    if !nodes.is_empty() {
        let why = "the bones' places are in other resources; meshes stand as stored";
        skeleton.fallback = Some(why.to_owned());
        scene.skeletons.push(skeleton);
    }
    nodes
}

/// The weights of mesh `index`, which has `count` positions.
fn skin(stored: &Stored, index: usize, count: usize, bones: &[NodeId]) -> Skin {
    let mut gathered: Vec<Vec<Influence>> = vec![Vec::new(); count];
    for (joint, group) in stored.groups.iter().enumerate() {
        let Ok(joint) = u16::try_from(joint) else { break };
        let sections = group.sections.iter().filter(|s| usize::from(s.mesh) == index);
        for stored in sections.flat_map(|section| &section.vertices) {
            let weight = stored.weight;
            let list = gathered.get_mut(usize::try_from(stored.id).unwrap_or(usize::MAX));
            if let Some(list) = list.filter(|_| weight.is_finite() && weight > 0.0) {
                list.push(Influence { joint, weight });
            }
        }
    }
    let joints = bones.iter().map(|node| Joint { node: *node, inverse_bind: Mat4::IDENTITY });
    let influences = gathered.into_iter().map(four).collect();
    Skin { joints: joints.collect(), influences }
}

/// The four heaviest, so that they sum to 1.
fn four(mut all: Vec<Influence>) -> [Influence; 4] {
    all.sort_by(|a, b| b.weight.total_cmp(&a.weight));
    all.truncate(4);
    let total: f32 = all.iter().map(|influence| influence.weight).sum();
    let mut kept = [Influence::default(); 4];
    for (slot, influence) in kept.iter_mut().zip(all) {
        *slot = Influence { weight: influence.weight / total, ..influence };
    }
    kept
}

/// The joint that moves most of a face; 65 535 when none does.
fn heaviest(skin: &Skin, corners: [u32; 4]) -> u32 {
    let mut shares: Vec<(u16, f32)> = Vec::new();
    for corner in corners.into_iter().filter(|corner| *corner != NO_CORNER) {
        let influences = skin.influences.get(corner as usize).into_iter().flatten();
        for influence in influences.filter(|influence| influence.weight > 0.0) {
            match shares.iter_mut().find(|(joint, _)| *joint == influence.joint) {
                Some((_, share)) => *share += influence.weight,
                None => shares.push((influence.joint, influence.weight)),
            }
        }
    }
    let most = shares.into_iter().max_by(|a, b| a.1.total_cmp(&b.1));
    most.map_or(0xFFFF, |(joint, _)| joint.into())
}

/// One row a section.
fn table(file: &Loaded<Stored>, looks: &Looks<'_>) -> Option<Table> {
    let columns = ["group", "bone", "mesh", "vertices", "normals"];
    let mut table = Table::new("Weights", &columns);
    for (index, group) in file.records.groups.iter().enumerate() {
        for section in &group.sections {
            let mesh = file.records.meshes.get(usize::from(section.mesh));
            let cells = [
                index.to_string(),
                looks.resources.name(group.bone),
                mesh.map_or(String::new(), |hash| looks.resources.name(*hash)),
                section.vertices.len().to_string(),
                section.normals.len().to_string(),
            ];
            table.row(file.origin(format!("groups[{index}]")), cells);
        }
    }
    table.with_rows()
}
