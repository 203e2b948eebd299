//! Adds the elements of a level as a whole: light, sky, cameras and animated nodes.

use std::collections::{BTreeMap, HashMap};

use glam::{Mat4, Vec3};

use super::clips;
use super::scene_builder::{Mark, Stage};
use super::transform::own_local;
use super::tree::Entry;
use super::worlds::WorldFile;
use crate::formats::Loaded;
use crate::formats::totem::camera::Camera;
use crate::formats::totem::class;
use crate::formats::totem::lights::Sun;
use crate::formats::totem::maths::{finite, transform};
use crate::formats::totem::resource::Resource;
use crate::formats::totem::warp::{SIDES, Warp};
use crate::scene::{
    Face, HelperShape, Lamp, LayerKind, Light, Mesh, Node, NodeId, Origin, PackedInts, Start,
};

/// Adds the lights. The light that most nodes name is active; the others can be chosen. Without any light
/// the scene is drawn in daylight.
pub fn add_light(stage: &mut Stage<'_>, entries: &[Entry]) {
    let mut users: BTreeMap<u32, usize> = BTreeMap::new();
    for entry in entries.iter().filter(|entry| entry.node.light != 0) {
        *users.entry(entry.node.light).or_default() += 1;
    }
    let mut users: Vec<(u32, usize)> = users.into_iter().collect();
    users.sort_by_key(|(_, count)| std::cmp::Reverse(*count));
    let mut lights = users.into_iter().filter_map(|(hash, _)| {
        let source = stage.looks.resources.open(hash)?;
        let file = stage.looks.resources.read::<Resource<Sun>>(&source).ok()?;
        let sun = &file.records.body;
        let to_light = finite(sun.direction).try_normalize()?;
        let lamps = vec![Lamp { to_light, colour: finite(sun.colour) }];
        let ambient = finite(sun.ambient);
        Some(Light { name: stage.name(hash), ambient, lamps, origin: file.origin("colour") })
    });
    let first = lights.next();
    let others: Vec<Light> = lights.collect();
    stage.scene.light = Some(first.unwrap_or_else(Light::daylight));
    stage.scene.other_lights = others;
}

/// Adds the cameras, which look from their node to their target node.
pub fn add_cameras(stage: &mut Stage<'_>, entries: &[Entry]) {
    let places: HashMap<u32, Vec3> =
        entries.iter().map(|entry| (entry.hash, entry.world.w_axis.truncate())).collect();
    for entry in entries {
        let Some(found) = stage.looks.resources.find(entry.node.resource) else { continue };
        if found.class != Some(class::CAMERA) {
            continue;
        }
        let Ok(file) = stage.looks.resources.read::<Resource<Camera>>(&found.source) else {
            continue;
        };
        let at = entry.world.w_axis.truncate();
        let target = places.get(&file.records.body.target).map(|target| *target - at);
        let ahead = target.unwrap_or_else(|| entry.world.transform_vector3(Vec3::Z));
        let heading = ahead.try_normalize();
        let way = if heading.is_some() { ahead } else { Vec3::Z };
        let shape = HelperShape::Point { at, heading };
        stage.mark(Mark::Cameras, entry.name.clone(), shape, entry.origin());
        if at.is_finite() {
            let (name, origin) = (entry.name.clone(), entry.origin());
            stage.scene.starts.push(Start::of_camera(name, at, way, origin));
        }
    }
}

/// Adds the sky that a world names; without a world, the only sky.
pub fn add_sky(stage: &mut Stage<'_>, worlds: &[WorldFile]) {
    let named = worlds.iter().map(|world| world.records.body.sky).find(|sky| *sky != 0);
    let all = stage.looks.resources.of_class(class::WARP);
    let only = if let [only] = all.as_slice() { Some(*only) } else { None };
    let Some(hash) = named.or(only) else { return };
    let Some(source) = stage.looks.resources.open(hash) else {
        let origin = worlds.first().map_or_else(Origin::default, |world| world.origin("sky"));
        let message = format!("sky not found: {}", stage.name(hash));
        stage.looks.warn(&origin, message);
        return;
    };
    match stage.looks.resources.read::<Resource<Warp>>(&source) {
        Ok(file) => {
            let name = stage.name(hash);
            let (local, origin) = (Mat4::IDENTITY, file.whole());
            let node = stage.scene.nodes.push(Node { name, local, origin, ..Node::default() });
            sky(stage, &file, node);
        }
        Err(error) => {
            let at = Origin::new(source.span(), "");
            stage.looks.warn(&at, format!("the sky cannot be read: {error}"));
        }
    }
}

/// Adds six sides around the viewer, behind everything. Sides without a material are left out.
pub fn sky(stage: &mut Stage<'_>, file: &Loaded<Resource<Warp>>, node: NodeId) {
    let warp = &file.records.body;
    let asked = Warp::read_option(stage.looks.resources.context);
    let names = warp.materials.map(|hash| stage.looks.resources.name(hash));
    let order = Warp::order(&names, asked.taken);
    if !stage.scene.read_options.iter().any(|known| known.question.name == asked.question.name) {
        stage.scene.read_options.push(asked);
    }
    let layer = stage.scene.layer("Sky", LayerKind::Sky, true);
    let name = stage.scene.nodes.get(node).map_or_else(String::new, |node| node.name.clone());
    let mut made = Mesh {
        name,
        origin: file.whole(),
        face_spans: file.spans("materials"),
        positions: warp.corners.map(finite).to_vec(),
        face_values: vec![PackedInts::default(); stage.scene.face_fields.len()],
        ..Mesh::default()
    };
    // A sky is unlit.
    let lit = std::mem::replace(&mut stage.looks.is_lit, false);
    let mut faces = Vec::new();
    for (side, material) in SIDES.iter().zip(order) {
        let hash = warp.materials.get(material).copied().unwrap_or(0);
        if hash == 0 {
            continue;
        }
        let origin = file.origin(format!("materials[{material}]"));
        let look = stage.looks.sky(&mut stage.scene, hash, &origin);
        let face = Face {
            corners: side.strip.map(|corner| u32::try_from(corner).unwrap_or(0)),
            uvs: warp.texcoords.map(|uv| look.uv(uv)),
            colours: [look.plain_colour(); 4],
            material: look.index,
            layer,
            index: u32::try_from(material).unwrap_or(u32::MAX),
            ..Face::default()
        };
        faces.push((face, [0]));
    }
    stage.looks.is_lit = lit;
    made.add_faces(&faces);
    made.front = crate::scene::Front::Open;
    let mesh = stage.scene.meshes.push(made);
    if let Some(node) = stage.scene.nodes.get_mut(node) {
        node.mesh = Some(mesh);
        node.layer = layer;
    }
}

/// Adds the nodes that are animated by a world.
pub fn add_animations(stage: &mut Stage<'_>, worlds: &[WorldFile], entries: &[Entry]) {
    let by_hash: HashMap<u32, &Entry> =
        entries.iter().rev().map(|entry| (entry.hash, entry)).collect();
    for world in worlds {
        for (index, slot) in world.records.body.animated_nodes.iter().enumerate() {
            let Some(frame) = slot.frame.as_deref() else { continue };
            let Some(entry) = by_hash.get(&frame.node) else {
                let origin = world.origin(format!("animated_nodes[{index}].node"));
                let message = format!("node not found in the level: {}", stage.name(frame.node));
                stage.looks.warn(&origin, message);
                continue;
            };
            let node = &entry.node;
            let parts = transform(node.local_translation, node.local_rotation, node.local_scale);
            // If the components give no invertible matrix, the rest pose is taken from the stored matrix.
            let rest = match parts.matrix().determinant() {
                size if size.is_finite() && size != 0.0 => parts,
                _ => {
                    let (scale, rotation, translation) =
                        own_local(node).to_scale_rotation_translation();
                    crate::scene::Transform { translation, rotation, scale }
                }
            };
            let name = stage.name(frame.name);
            clips::add_node(&mut stage.scene, (world, index), (entry.id, rest), name);
        }
    }
}
