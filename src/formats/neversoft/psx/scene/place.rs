//! Objects to instances of meshes.

use glam::{Mat3, Mat4, Vec3};

use super::super::records::{Angles, ColourPointer, File, Object};
use super::materials::Materials;
use super::mesh::{FaceLayers, Maker, colour_tables, stitches};
use super::textures::Textures;
use super::{Kind, Part};
use crate::bytes::{Problem, Problems, Severity};
use crate::container::Context;
use crate::scene::{LayerKind, Node, Origin, Scene};

/// How the objects of a part are shown.
#[derive(Default)]
pub struct Instances {
    /// Layer of the objects; the drawn layer when `None`.
    pub layer: Option<&'static str>,
    /// Names of the models that are the sky, farthest first.
    pub sky: Vec<u32>,
}

/// Adds the meshes and instances of `part`.
pub fn add(
    scene: &mut Scene,
    part: &Part<'_>,
    context: Context<'_>,
    textures: &Textures,
    materials: &mut Materials,
    instances: Instances,
    problems: &mut Problems,
) {
    let file = part.file;
    let kind = part.kind();
    let users = users(file, kind);
    let lods = lods(file);
    let homes: Vec<Vec3> =
        users.iter().map(|user| user.map_or(Vec3::ZERO, |o| home(file, o))).collect();
    let stitches = stitches(file, kind.scale, &lods, &homes);
    report_stitches(part, stitches.len(), problems);
    let tables = colour_tables(part);
    let first_table = scene.colour_tables.len();
    let numbers: Vec<usize> = tables.iter().map(|(chunk, _)| *chunk).collect();
    scene.colour_tables.extend(tables.into_iter().map(|(_, table)| table));
    let first_mesh = scene.meshes.len();
    let layers = FaceLayers::of(scene);
    let mut maker = Maker {
        part,
        textures,
        materials,
        scale: kind.scale,
        layers,
        table: None,
        stitches: &stitches,
    };
    for (index, user) in users.iter().enumerate() {
        let table = table_of(file, *user, &numbers).map(|at| (first_table + at) as u32);
        maker.table = table;
        let name = model_name(part, index, context);
        let home = homes.get(index).copied().unwrap_or(Vec3::ZERO);
        let mesh = maker.mesh(scene, index, name, home);
        scene.meshes.push(mesh);
    }
    place_objects(scene, part, kind, &lods, first_mesh, &instances);
    place_rest(scene, part, &users, &lods, first_mesh, &instances);
}

/// The first object that uses each model.
fn users(file: &File, kind: Kind) -> Vec<Option<usize>> {
    let mut users = vec![None; file.models.len()];
    for (index, object) in file.objects.iter().enumerate() {
        if let Some(user) = users.get_mut(model_of(index, object, kind)) {
            user.get_or_insert(index);
        }
    }
    users
}

fn model_of(index: usize, object: &Object, kind: Kind) -> usize {
    if kind.character { index } else { usize::from(object.model) }
}

/// Models that another model names as its next level of detail.
fn lods(file: &File) -> Vec<bool> {
    let mut lods = vec![false; file.models.len()];
    for (index, model) in file.models.iter().enumerate() {
        let next = model.lod.map_or(usize::MAX, |lod| usize::from(lod.next));
        if next != index
            && let Some(lod) = lods.get_mut(next)
        {
            *lod = true;
        }
    }
    lods
}

/// Where an object stands, PlayStation axes, world units.
fn home(file: &File, object: usize) -> Vec3 {
    file.objects.get(object).map_or(Vec3::ZERO, |object| {
        let p = object.position;
        Vec3::new(p.x as f32, p.y as f32, p.z as f32) / 4096.0
    })
}

/// Which of the colour tables (chunk numbers in `numbers`) the faces of a model index: the one its
/// object points at, else the last.
fn table_of(file: &File, user: Option<usize>, numbers: &[usize]) -> Option<usize> {
    let pointer = user.and_then(|object| file.colour_pointers.get(object));
    let named = match pointer {
        Some(ColourPointer::Chunk(chunk)) => numbers.iter().position(|n| n == chunk),
        _ => None,
    };
    named.or(numbers.len().checked_sub(1))
}

fn model_name(part: &Part<'_>, index: usize, context: Context<'_>) -> String {
    let names = part.file.library.as_ref().map_or(&[][..], |library| &library.model_names);
    names.get(index).map_or_else(|| format!("model {index}"), |name| context.name_or_hex(*name))
}

/// Rotation Y, then X, then Z (section 16.4), about the object's position.
fn transform(file: &File, index: usize, angles: Angles) -> Mat4 {
    let radians = |angle: i16| f32::from(angle) * std::f32::consts::TAU / 4096.0;
    let turned = Mat3::from_rotation_y(radians(angles.y))
        * Mat3::from_rotation_x(radians(angles.x))
        * Mat3::from_rotation_z(radians(angles.z));
    // The change of axes is its own inverse.
    let axes = Mat3::from_diagonal(Vec3::new(1.0, -1.0, -1.0));
    let place = axes * home(file, index);
    Mat4::from_translation(place) * Mat4::from_mat3(axes * turned * axes)
}

fn place_objects(
    scene: &mut Scene,
    part: &Part<'_>,
    kind: Kind,
    lods: &[bool],
    first_mesh: usize,
    instances: &Instances,
) {
    let file = part.file;
    let layer = match instances.layer {
        Some(name) => scene.layer(name, LayerKind::Drawn, true),
        None => 0,
    };
    for (index, object) in file.objects.iter().enumerate() {
        let model = model_of(index, object, kind);
        let mesh = first_mesh + model;
        let Some(name) = scene.meshes.get(mesh).map(|mesh| mesh.name.clone()) else { continue };
        if model >= file.models.len() || is_sky(part, model, instances) {
            continue;
        }
        let lod = lods.get(model) == Some(&true);
        let layer = if lod { lod_layer(scene) } else { layer };
        let start = super::super::read::OBJECTS + 36 * index as u64;
        scene.nodes.push(Node {
            name,
            parent: None,
            local: transform(file, index, object.angles),
            mesh: u32::try_from(mesh).ok(),
            layer,
            origin: Origin::new(part.span(start, 36), format!("objects[{index}]")),
        });
    }
}

/// The sky, and models that no object places: shown alone when there is nothing else.
fn place_rest(
    scene: &mut Scene,
    part: &Part<'_>,
    users: &[Option<usize>],
    lods: &[bool],
    first_mesh: usize,
    instances: &Instances,
) {
    let alone = part.file.objects.is_empty();
    // The first sky layer is the farthest: painted first.
    let sky = instances
        .sky
        .iter()
        .filter_map(|name| part.file.library.as_ref()?.model_names.iter().position(|n| n == name));
    let sky: Vec<usize> = sky.collect();
    let unplaced =
        (0..users.len()).filter(|index| users.get(*index) == Some(&None) && !sky.contains(index));
    let rest: Vec<(usize, bool)> = sky
        .iter()
        .map(|index| (*index, true))
        .chain(unplaced.map(|index| (index, false)))
        .collect();
    for (index, is_sky) in rest {
        let mesh = first_mesh + index;
        let Some(name) = scene.meshes.get(mesh).map(|mesh| mesh.name.clone()) else { continue };
        let layer = if is_sky {
            scene.layer("Sky", LayerKind::Sky, true)
        } else if lods.get(index) == Some(&true) {
            lod_layer(scene)
        } else if alone {
            0
        } else {
            scene.layer("Unplaced models", LayerKind::LevelOfDetail, false)
        };
        let origin = scene.meshes.get(mesh).map(|mesh| mesh.origin.clone()).unwrap_or_default();
        let mesh = u32::try_from(mesh).ok();
        scene.nodes.push(Node { name, parent: None, local: Mat4::IDENTITY, mesh, layer, origin });
    }
}

fn is_sky(part: &Part<'_>, model: usize, instances: &Instances) -> bool {
    let names = part.file.library.as_ref().map_or(&[][..], |library| &library.model_names);
    names.get(model).is_some_and(|name| instances.sky.contains(name))
}

fn lod_layer(scene: &mut Scene) -> u16 {
    scene.layer("Lower detail", LayerKind::LevelOfDetail, false)
}

/// A stitch reference to a number that no vertex has (section 5, item 4).
fn report_stitches(part: &Part<'_>, sources: usize, problems: &mut Problems) {
    use super::super::records::vertex_kind::{SPRITE, STITCH_REFERENCE};
    for (index, model) in part.file.models.iter().enumerate() {
        let lost = model.vertices.iter().position(|v| {
            v.kind & STITCH_REFERENCE != 0
                && v.kind & SPRITE == 0
                && usize::from(v.y as u16) >= sources
        });
        let (Some(vertex), Some(place)) = (lost, part.places.models.get(index)) else { continue };
        problems.push(Problem {
            severity: Severity::Error,
            span: part.span(place.vertices + 8 * vertex as u64, 8),
            available: None,
            field: format!("models[{index}].vertices[{vertex}].y"),
            message: format!("there are only {sources} stitch sources in the file"),
        });
    }
}
