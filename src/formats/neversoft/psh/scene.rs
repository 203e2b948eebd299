//! Shows parts as bones at the positions of the character's objects.

use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::sync::Arc;

use glam::{Mat4, Vec3};

use super::super::psx::File;
use super::text::{NamedPart, Psh};
use crate::bytes::{Problems, Severity};
use crate::container::Context;
use crate::formats::{Loaded, real_name};
use crate::scene::{
    Bone, BoneId, Helper, HelperShape, LayerKind, List, Node, NodeId, Scene, Skeleton, Style, Table,
};

pub(super) fn build(file: &Loaded<Psh>, context: Context<'_>) -> (Scene, Problems) {
    let mut problems = Problems::default();
    let own = real_name(file.source.file_name(), context.names).map(|(name, _)| name);
    let own = own.as_deref().unwrap_or(file.source.file_name());
    let name = own.rsplit_once('.').map_or(own, |(stem, _)| stem).to_owned();
    let mut scene = Scene { name: name.clone(), style: Style::Ps1, ..Scene::default() };
    scene.layer("Drawn", LayerKind::Drawn, true);
    let parts = file.records.parts();
    let beside = format!("{name}.psx");
    let character = context.siblings.open(&beside).ok();
    let character = character.and_then(|source| Loaded::companion(&source, context).ok());
    if character.is_none() && !parts.is_empty() {
        let message = format!("companion {beside} not found: positions of parts are unknown");
        problems.report(Severity::Note, file.source.span(), "", message);
    }
    let places = PartPositions { character };
    let bones = add_bones(&mut scene, file, &parts, &places);
    if places.character.is_some() {
        add_lines(&mut scene, &bones);
    }
    scene.skeletons.push(Skeleton { name, bones, origin: file.whole(), fallback: None });
    scene.tables.extend(table(file, &parts, &places).with_rows());
    (scene, problems)
}

/// Positions of parts.
struct PartPositions {
    character: Option<Arc<Loaded<File>>>,
}

impl PartPositions {
    /// Position in scene axes; the origin if unknown.
    fn of(&self, part: &NamedPart) -> Vec3 {
        let object = || self.character.as_ref()?.records.objects.get(part.number?);
        object().map_or(Vec3::ZERO, |object| object.position.to_scene())
    }

    /// Name and field path of its object: `hawk.psx objects[3]`.
    fn object(&self, part: &NamedPart) -> Option<String> {
        let file = self.character.as_ref()?;
        let number = part.number.filter(|number| *number < file.records.objects.len())?;
        Some(format!("{} objects[{number}]", file.source.file_name()))
    }
}

/// Adds the parts as nodes and bones, parents before children.
fn add_bones(
    scene: &mut Scene,
    file: &Loaded<Psh>,
    parts: &[NamedPart],
    places: &PartPositions,
) -> List<Bone> {
    let mut bones = List::default();
    let mut added: BTreeMap<usize, (NodeId, BoneId)> = BTreeMap::new();
    let parents = parents(parts);
    for index in in_order(&parents) {
        let Some(part) = parts.get(index) else { continue };
        let above = parents.get(index).copied().flatten();
        let parent = above.and_then(|above| Some((above, *added.get(&above)?)));
        let from = parent.and_then(|(above, _)| parts.get(above));
        let from = from.map_or(Vec3::ZERO, |from| places.of(from));
        let origin = file.origin(format!("lines[{}]", part.line));
        let local = Mat4::from_translation(places.of(part) - from);
        let node = scene.nodes.push(Node {
            name: part.name.clone(),
            parent: parent.map(|(_, (node, _))| node),
            local,
            origin: origin.clone(),
            ..Node::default()
        });
        let (name, parent) = (part.name.clone(), parent.map(|(_, (_, bone))| bone));
        let bone = bones.push(Bone { name, node, parent, tail: Vec3::ZERO, origin });
        added.insert(index, (node, bone));
    }
    bones
}

/// Draws each bone as a line from its parent, and the first bone as a point.
fn add_lines(scene: &mut Scene, bones: &List<Bone>) {
    let layer = scene.layer("Bones", LayerKind::Helper, true);
    let world = scene.world_transforms();
    let place = |bone: &Bone| Some(world.get(bone.node.index())?.w_axis.truncate());
    for bone in bones {
        let Some(at) = place(bone) else { continue };
        let from = bone.parent.and_then(|parent| place(bones.get(parent)?));
        let shape = match from {
            Some(from) => HelperShape::Line(vec![from, at]),
            None => HelperShape::Point { at, heading: None },
        };
        let (name, origin) = (bone.name.clone(), bone.origin.clone());
        scene.helpers.push(Helper { name, layer, shape, origin });
    }
}

/// Parent index of each part: the first part with the parent's name.
fn parents(parts: &[NamedPart]) -> Vec<Option<usize>> {
    let mut by_name = HashMap::new();
    for (index, part) in parts.iter().enumerate() {
        by_name.entry(part.name.to_ascii_lowercase()).or_insert(index);
    }
    let parent = |(index, part): (usize, &NamedPart)| {
        let found = by_name.get(&part.parent()?.to_ascii_lowercase()).copied()?;
        (found != index).then_some(found)
    };
    parts.iter().enumerate().map(parent).collect()
}

/// All parts, parents before children; one part of a cycle becomes a root.
fn in_order(parents: &[Option<usize>]) -> Vec<usize> {
    let mut order = Vec::with_capacity(parents.len());
    let mut seen = BTreeSet::new();
    for part in 0..parents.len() {
        let mut path = Vec::new();
        let mut at = Some(part);
        while let Some(next) = at.filter(|next| seen.insert(*next)) {
            path.push(next);
            at = parents.get(next).copied().flatten();
        }
        order.extend(path.into_iter().rev());
    }
    order
}

fn table(file: &Loaded<Psh>, parts: &[NamedPart], places: &PartPositions) -> Table {
    let mut table = Table::new("Parts", &["number", "name", "parent", "object"]);
    for part in parts {
        let number = part.number.map_or(String::new(), |number| number.to_string());
        let parent = part.parent.as_ref().map_or(String::new(), |(_, name)| name.clone());
        let object = places.object(part).unwrap_or_default();
        let cells = vec![number, part.name.clone(), parent, object];
        table.row(file.origin(format!("lines[{}]", part.line)), cells);
    }
    table
}
