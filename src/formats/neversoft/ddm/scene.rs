//! Adds the visible mesh to a scene, with its objects placed by the level.

use std::collections::{HashMap, HashSet};
use std::sync::Arc;

use glam::Mat4;

use super::super::psx::File;
use super::materials::LevelMaterials;
use super::records::{Ddm, Material};
use super::{mesh, object_matching};
use crate::bytes::{Problems, Severity};
use crate::container::Context;
use crate::formats::Loaded;
use crate::scene::{LayerKind, MaterialId, MeshId, Node, Scene, Style};

pub(super) fn build(file: &Loaded<Ddm>, context: Context<'_>) -> (Scene, Problems) {
    let name = file.source.stem().to_owned();
    let mut scene = Scene { name: name.clone(), style: Style::Clean, ..Scene::default() };
    let layer = scene.layer("Drawn", LayerKind::Drawn, true);
    let mut problems = Problems::default();
    let beside = format!("{name}.psx");
    let level = context.siblings.open(&beside).ok();
    let level: Option<Arc<Loaded<File>>> =
        level.and_then(|source| Loaded::companion(&source, context).ok());
    if level.is_none() {
        let message = format!("companion {beside} not found: every object is at the origin");
        problems.report(Severity::Warning, file.source.span(), "", message);
    }
    let places = Level { file: level.as_ref().map(|level| &level.records), layer };
    add(&mut scene, file, places, context, &mut problems);
    (scene, problems)
}

/// Target of a mesh: the level and layer that it is added to.
#[derive(Clone, Copy)]
pub struct Level<'a> {
    /// Level that places the objects.
    pub file: Option<&'a File>,
    /// Layer of the objects.
    pub layer: u16,
}

/// Adds the objects of a mesh with their materials and textures. Objects that the level does not place
/// are at the origin.
pub fn add(
    scene: &mut Scene,
    file: &Loaded<Ddm>,
    level: Level<'_>,
    context: Context<'_>,
    problems: &mut Problems,
) {
    let mut looks = LevelMaterials::beside(&file.source, context);
    let mut meshes: HashMap<usize, MeshId> = HashMap::new();
    for (row, object) in file.records.objects() {
        let materials: Vec<_> =
            object.materials.iter().map(|material| looks.add(scene, material)).collect();
        let is_lost = |triangle: mesh::Triangle| triangle.material >= materials.len();
        let is_needed = mesh::triangles(object).any(is_lost);
        let plain = match is_needed {
            true => looks.add(scene, &Material::default()),
            false => MaterialId::default(),
        };
        let material = |index: usize| materials.get(index).copied().unwrap_or(plain);
        let made = mesh::mesh(file, row, object, material, scene.face_fields.len());
        meshes.insert(row, scene.meshes.push(made));
    }
    let placed =
        level.file.map(|level| object_matching::placed(level, &file.records)).unwrap_or_default();
    let objects = level.file.map_or(&[][..], |level| &level.objects);
    let mut standing = HashSet::new();
    for (object, row) in objects.iter().zip(&placed) {
        let Some(row) = *row else { continue };
        standing.insert(row);
        let local = Mat4::from_translation(object.position.to_scene());
        place(scene, file, &meshes, (row, local, level.layer));
    }
    for (row, _) in file.records.objects().filter(|(row, _)| !standing.contains(row)) {
        place(scene, file, &meshes, (row, Mat4::IDENTITY, level.layer));
    }
    for name in &looks.missing {
        let message = format!("texture {name} not found in any open file");
        problems.report(Severity::Warning, file.source.span(), "", message);
    }
}

fn place(
    scene: &mut Scene,
    file: &Loaded<Ddm>,
    meshes: &HashMap<usize, MeshId>,
    (row, local, layer): (usize, Mat4, u16),
) {
    let mesh = meshes.get(&row).copied();
    let name = mesh.and_then(|mesh| scene.meshes.get(mesh)).map(|mesh| mesh.name.clone());
    scene.nodes.push(Node {
        name: name.unwrap_or_default(),
        local,
        mesh,
        layer,
        origin: file.origin(format!("objects[{row}]")),
        ..Node::default()
    });
}
