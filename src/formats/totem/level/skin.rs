//! Skins in the pose of their bones (section 5).

use std::collections::{BTreeSet, HashMap};
use std::sync::Arc;

use glam::{Mat4, Vec3};

use super::clips::Rig;
use super::scene_builder::{At, Stage};
use crate::bytes::{Source, Span};
use crate::formats::Loaded;
use crate::formats::totem::class;
use crate::formats::totem::node::{Bones, Node as StoredNode};
use crate::formats::totem::resource::{Resource, read_quick};
use crate::formats::totem::resources::Resources;
use crate::formats::totem::skin::{AnimationRef, Skin as Stored};
use crate::scene::{
    Bone, BoneId, FaceField, Influence, Joint, MeshId, NO_CORNER, Node, NodeId, Origin, Scene,
    Skeleton, Skin,
};

/// Maximum number of positions that are created per node, for all skins together; one more for every 8
/// bytes of the displayed file. Further skins are displayed as stored.
const MAX_POSITIONS: u64 = 1 << 16;

/// The bones of a node.
struct Rigged {
    bones: Bones,
    /// Origins of the bones in stored order.
    origins: Vec<Origin>,
}

/// Adds a skin to a node, with the bones that the node contains; `more` are further animations.
pub fn show(stage: &mut Stage<'_>, at: &At<'_>, file: &Loaded<Stored>, more: &[AnimationRef]) {
    let skin = &file.records;
    let animations: Vec<AnimationRef> = more.iter().chain(&skin.animations).copied().collect();
    let used = used_names(stage, skin, &animations);
    let rigged = at.stored.as_ref().and_then(|(node, source)| rigged(node, source, &used));
    let fits = stage.skinned as u64 <= MAX_POSITIONS + stage.file_len / 8;
    if rigged.is_some() && !fits {
        let message = "too many skins: this one is displayed without a pose";
        stage.looks.warn(&file.whole(), message.to_owned());
    }
    match rigged.filter(|_| fits) {
        Some(rigged) => {
            let meshes = meshes(stage, file, Stage::own_mesh);
            let own = meshes.iter().filter_map(|(_, mesh)| stage.scene.meshes.get(*mesh));
            stage.skinned += own.map(|mesh| mesh.positions.len()).sum::<usize>();
            pose(stage, at, file, &rigged, &meshes, &animations);
        }
        None if stage.is_level => {
            for (_, mesh) in meshes(stage, file, Stage::mesh) {
                stage.attach(at, mesh);
            }
        }
        None => {
            let meshes = meshes(stage, file, Stage::own_mesh);
            add_unposed(stage, at, file, &meshes);
        }
    }
}

/// Builds the meshes of a skin that exist, with their indices; reports the others.
fn meshes<'a>(
    stage: &mut Stage<'a>,
    file: &Loaded<Stored>,
    make: fn(&mut Stage<'a>, u32, &Origin) -> Option<MeshId>,
) -> Vec<(usize, MeshId)> {
    let mut seen = HashMap::new();
    let mut made = Vec::new();
    for (index, hash) in file.records.meshes.iter().enumerate() {
        let origin = file.origin(format!("meshes[{index}]"));
        if let Some(first) = seen.insert(*hash, index) {
            let message = format!("the mesh {} is also meshes[{first}]", stage.name(*hash));
            stage.looks.warn(&origin, message);
            continue;
        }
        made.extend(make(stage, *hash, &origin).map(|mesh| (index, mesh)));
    }
    made
}

/// Bone names that the skin and its animations use.
fn used_names(stage: &mut Stage<'_>, skin: &Stored, animations: &[AnimationRef]) -> BTreeSet<u32> {
    let mut used: BTreeSet<u32> = skin.groups.iter().map(|group| group.bone).collect();
    for animation in animations {
        if let Some(file) = stage.clips.read(animation.animation, &stage.looks) {
            used.extend(file.records.body.nodes.iter().map(|track| track.name));
        }
    }
    used
}

fn rigged(node: &StoredNode, source: &Source, used: &BTreeSet<u32>) -> Option<Rigged> {
    let (skel, path) = node.skel()?;
    let bones = Bones::find(skel, used)?;
    let named = |index: usize| format!("{path}.bones[{index}]");
    // Origins need a field tree: bones have different lengths.
    let file = Loaded::<Resource<StoredNode>>::open(source).ok();
    let origin = |index: usize| match &file {
        Some((file, _)) => file.origin(named(index)),
        None => Origin::new(Span::new(source.id(), 0, 0), named(index)),
    };
    let origins = (0..skel.bones.len()).map(origin).collect();
    Some(Rigged { bones, origins })
}

/// Attaches the meshes to the bones, which are below the node.
fn pose(
    stage: &mut Stage<'_>,
    at: &At<'_>,
    file: &Loaded<Stored>,
    rigged: &Rigged,
    meshes: &[(usize, MeshId)],
    animations: &[AnimationRef],
) {
    let nodes = add_bones(stage, at, rigged);
    let mut joints: Vec<Joint> = nodes
        .iter()
        .zip(&rigged.bones.joints)
        .map(|(node, joint)| Joint { node: *node, inverse_bind: joint.inverse_bind })
        .collect();
    // Vertices that no bone moves follow the node.
    joints.push(Joint { node: at.node, inverse_bind: Mat4::IDENTITY });
    let names: Vec<u32> = rigged.bones.joints.iter().map(|joint| joint.name).collect();
    for (index, mesh) in meshes {
        attach_mesh(&mut stage.scene, file, (*index, *mesh), &names, &joints);
        let own = stage.scene.meshes.get(*mesh);
        let (name, origin) = own.map(|m| (m.name.clone(), m.origin.clone())).unwrap_or_default();
        let (parent, local, mesh) = (Some(at.node), Mat4::IDENTITY, Some(*mesh));
        stage.scene.nodes.push(Node { name, parent, local, mesh, origin, ..Node::default() });
    }
    let rests = rigged.bones.joints.iter().map(|joint| joint.rest);
    let rig = names.iter().zip(nodes.iter().copied().zip(rests));
    let rig = Arc::new(Rig { bones: rig.map(|(name, bone)| (*name, bone)).collect() });
    for animation in animations {
        stage.clips.add(animation.animation, &rig, &stage.looks);
    }
}

/// Adds the bones as nodes below the node, and their skeleton.
fn add_bones(stage: &mut Stage<'_>, at: &At<'_>, rigged: &Rigged) -> Vec<NodeId> {
    let name = stage.scene.nodes.get(at.node).map_or_else(String::new, |node| node.name.clone());
    let mut skeleton = Skeleton { name, ..Skeleton::default() };
    let mut nodes: Vec<NodeId> = Vec::new();
    let mut children: Vec<Vec<Vec3>> = Vec::new();
    for joint in &rigged.bones.joints {
        let name = stage.name(joint.name);
        let origin = rigged.origins.get(joint.bone).cloned().unwrap_or_default();
        let parent = joint.parent.and_then(|parent| nodes.get(parent)).copied();
        if let Some(list) = joint.parent.and_then(|parent| children.get_mut(parent)) {
            list.push(joint.rest.translation);
        }
        children.push(Vec::new());
        let node = stage.scene.nodes.push(Node {
            name: name.clone(),
            parent: Some(parent.unwrap_or(at.node)),
            local: joint.rest.matrix(),
            origin: origin.clone(),
            ..Node::default()
        });
        nodes.push(node);
        let parent = joint.parent.map(|parent| BoneId::new(u32::try_from(parent).unwrap_or(0)));
        skeleton.bones.push(Bone { name, node, parent, tail: Vec3::ZERO, origin });
    }
    for (bone, children) in skeleton.bones.iter_mut().zip(&children) {
        // A bone with several children has no end.
        bone.tail = if let [only] = children.as_slice() { *only } else { Vec3::ZERO };
    }
    stage.scene.skeletons.push(skeleton);
    nodes
}

/// Adds the meshes as stored, as the transforms of the bones are unknown.
fn add_unposed(
    stage: &mut Stage<'_>,
    at: &At<'_>,
    file: &Loaded<Stored>,
    meshes: &[(usize, MeshId)],
) {
    let mut skeleton = Skeleton { name: stage.scene.name.clone(), ..Skeleton::default() };
    let mut joints = Vec::new();
    for (index, group) in file.records.groups.iter().enumerate() {
        let name = stage.name(group.bone);
        let origin = file.origin(format!("groups[{index}]"));
        let node = stage.scene.nodes.push(Node {
            name: name.clone(),
            parent: Some(at.node),
            local: Mat4::IDENTITY,
            origin: origin.clone(),
            ..Node::default()
        });
        skeleton.bones.push(Bone { name, node, parent: None, tail: Vec3::ZERO, origin });
        joints.push(Joint { node, inverse_bind: Mat4::IDENTITY });
    }
    if !joints.is_empty() {
        let why = "companion node with the bones not found; meshes are displayed as stored";
        skeleton.fallback = Some(why.to_owned());
        stage.scene.skeletons.push(skeleton);
    }
    let names: Vec<u32> = file.records.groups.iter().map(|group| group.bone).collect();
    for (index, mesh) in meshes {
        attach_mesh(&mut stage.scene, file, (*index, *mesh), &names, &joints);
        stage.attach(at, *mesh);
    }
}

/// Weights of mesh `index`, which has `count` positions. An extra joint after those in `names` holds
/// vertices that none of them moves.
fn skinned(stored: &Stored, index: usize, count: usize, names: &[u32], joints: Vec<Joint>) -> Skin {
    let by_name: HashMap<u32, usize> =
        names.iter().enumerate().rev().map(|(joint, name)| (*name, joint)).collect();
    let mut gathered: Vec<Vec<Influence>> = vec![Vec::new(); count];
    for group in &stored.groups {
        let joint = by_name.get(&group.bone).and_then(|joint| u16::try_from(*joint).ok());
        let Some(joint) = joint else { continue };
        let sections = group.sections.iter().filter(|s| usize::from(s.mesh) == index);
        for stored in sections.flat_map(|section| &section.vertices) {
            let weight = stored.weight;
            let list = gathered.get_mut(usize::try_from(stored.id).unwrap_or(usize::MAX));
            if let Some(list) = list.filter(|_| weight.is_finite() && weight > 0.0) {
                list.push(Influence { joint, weight });
            }
        }
    }
    let anchor = u16::try_from(names.len()).ok().filter(|_| joints.len() > names.len());
    let influences = gathered.into_iter().map(|all| four(all, anchor)).collect();
    Skin { joints, influences }
}

/// The four largest influences, normalised to a sum of 1; without any, the anchor.
fn four(mut all: Vec<Influence>, anchor: Option<u16>) -> [Influence; 4] {
    if let Some(joint) = anchor.filter(|_| all.is_empty()) {
        all.push(Influence { joint, weight: 1.0 });
    }
    all.sort_by(|a, b| b.weight.total_cmp(&a.weight));
    all.truncate(4);
    let total: f32 = all.iter().map(|influence| influence.weight).sum();
    let mut kept = [Influence::default(); 4];
    for (slot, influence) in kept.iter_mut().zip(all) {
        *slot = Influence { weight: influence.weight / total, ..influence };
    }
    kept
}

/// Attaches a mesh to these joints, and stores for each face the joint with the most influence.
fn attach_mesh(
    scene: &mut Scene,
    file: &Loaded<Stored>,
    (index, mesh): (usize, MeshId),
    names: &[u32],
    joints: &[Joint],
) {
    let field = scene.face_fields.iter().position(|field: &FaceField| field.name == "joint");
    let Some(mesh) = scene.meshes.get_mut(mesh) else { return };
    let skin = skinned(&file.records, index, mesh.positions.len(), names, joints.to_vec());
    let values = mesh.faces.iter().map(|face| heaviest(&skin, face.corners)).collect();
    if let Some(slot) = field.and_then(|field| mesh.face_values.get_mut(field)) {
        *slot = values;
    }
    mesh.skin = Some(skin);
}

/// The joint with the most influence on a face; 65 535 if there is none.
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

/// A node that contains the bones of a resource which is displayed alone.
pub struct Holder {
    node: StoredNode,
    source: Source,
}

impl Holder {
    /// The first companion node that displays the resource and contains bones.
    pub fn find(stage: &Stage<'_>, hash: u32) -> Option<Self> {
        let resources = &stage.looks.resources;
        // Every skin searches all nodes of the folder, so they are read once.
        let made = resources.context.siblings.of_folder("totem nodes with bones", &|| {
            let mut holders: HashMap<u32, u32> = HashMap::new();
            for name in resources.of_class(class::NODE) {
                if let Some(Self { node, .. }) = Self::read(resources, name) {
                    holders.entry(node.resource).or_insert(name);
                }
            }
            Arc::new(holders)
        });
        let name = *made.downcast_ref::<HashMap<u32, u32>>()?.get(&hash)?;
        Self::read(resources, name).filter(|holder| holder.node.resource == hash)
    }

    /// The node with this name hash, if it contains bones.
    fn read(resources: &Resources<'_>, name: u32) -> Option<Self> {
        let source = resources.open(name)?;
        let node = read_quick::<StoredNode>(&source)?.body;
        node.skel().is_some().then_some(Self { node, source })
    }

    /// The same target with the bones of this node.
    pub fn at(&self, at: At<'_>) -> At<'_> {
        At { node: at.node, world: at.world, stored: Some((&self.node, self.source.clone())) }
    }
}
