//! Converts a skeleton with the meshes of its resources and matching animations to a scene.

use std::sync::Arc;

use glam::{Mat4, Vec3};

use super::text::Hrc;
use crate::bytes::{Problems, Source, count32};
use crate::container::Context;
use crate::formats::Loaded;
use crate::formats::ff7::pc::a::{Steps, offer};
use crate::formats::ff7::pc::companions::CompanionFinder;
use crate::formats::ff7::pc::materials::{SceneMaterials, empty_scene};
use crate::formats::ff7::pc::rsd::{Rsd, add_resource};
use crate::formats::ff7::rig;
use crate::scene::{Bone, Id, List, Node, NodeId, Scene, Skeleton};

/// Builds the skeleton with all matching companion animations.
pub fn build(file: &Loaded<Hrc>, context: Context<'_>) -> (Scene, Problems) {
    let beside = CompanionFinder::new(context);
    let names = beside.with_extension("a");
    let sources: Vec<Source> = names.iter().filter_map(|name| beside.open(name)).collect();
    build_with(file, context, &sources)
}

/// Builds the skeleton with those of these animations that match.
pub fn build_with(
    file: &Loaded<Hrc>,
    context: Context<'_>,
    animations: &[Source],
) -> (Scene, Problems) {
    let mut scene = empty_scene(file.source.stem());
    let mut looks = SceneMaterials::new(context);
    let steps = Arc::new(bones(&mut scene, file));
    meshes(&mut scene, &mut looks, file, &steps.nodes);
    let fits = |bones| file.records.fits(bones);
    scene.animations.extend(animations.iter().filter_map(|own| offer(own, &steps, fits)));
    rig::pose(&mut scene);
    (scene, looks.problems)
}

/// Adds the root, which is not a bone, and the bones.
fn bones(scene: &mut Scene, file: &Loaded<Hrc>) -> Steps {
    let limbs = file.records.limbs();
    let root = scene.nodes.push(Node {
        name: super::text::ROOT.to_owned(),
        local: Mat4::IDENTITY,
        origin: file.whole(),
        ..Node::default()
    });
    let mut steps = Steps { nodes: vec![root], offsets: vec![Vec3::ZERO] };
    let mut bones = List::default();
    for (index, limb) in limbs.iter().enumerate() {
        let above = limb.parent.and_then(|parent| limbs.get(parent));
        // Lengths are positive here, and have the same direction.
        let offset = above.map_or(Vec3::ZERO, |above| rig::along(-above.length));
        let above = limb.parent.map_or(0, |parent| parent + 1);
        let origin = file.origin(format!("bones[{index}]"));
        let node = scene.nodes.push(Node {
            name: limb.name.clone(),
            parent: steps.nodes.get(above).copied(),
            local: Mat4::from_translation(offset),
            origin: origin.clone(),
            ..Node::default()
        });
        bones.push(Bone {
            name: limb.name.clone(),
            node,
            parent: limb.parent.map(Id::at),
            tail: rig::along(-limb.length),
            origin,
        });
        steps.nodes.push(node);
        steps.offsets.push(offset);
    }
    let name = file.records.directive(":SKELETON").unwrap_or_default();
    let name = if name.is_empty() { "skeleton".to_owned() } else { name };
    scene.skeletons.push(Skeleton { name, bones, origin: file.whole(), fallback: None });
    steps
}

/// Adds the meshes of all resources: a single one is the bone's mesh, several are below the bone.
fn meshes(scene: &mut Scene, looks: &mut SceneMaterials<'_>, file: &Loaded<Hrc>, nodes: &[NodeId]) {
    for (index, bone) in file.records.bones.iter().enumerate() {
        let Some(node) = nodes.get(index + 1).copied() else { continue };
        let mut made = Vec::new();
        for name in bone.resources() {
            let name = format!("{name}.rsd");
            match looks.beside.read::<Rsd>(&name) {
                Some(resource) => {
                    made.extend(add_resource(scene, looks, &resource, count32(index)));
                }
                None => {
                    let origin = file.origin(format!("bones[{index}].resource_count"));
                    looks.missing(&origin, &name);
                }
            }
        }
        if let ([mesh], Some(node)) = (made.as_slice(), scene.nodes.get_mut(node)) {
            node.mesh = Some(*mesh);
            continue;
        }
        for mesh in made {
            let found = scene.meshes.get(mesh);
            let (name, origin) =
                found.map_or_else(Default::default, |m| (m.name.clone(), m.origin.clone()));
            let mesh = Some(mesh);
            scene.nodes.push(Node { name, parent: Some(node), mesh, origin, ..Node::default() });
        }
    }
}
