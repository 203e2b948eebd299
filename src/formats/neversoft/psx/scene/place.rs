//! Objects to instances of meshes.

use glam::{Mat4, Vec3};

use super::super::records::{ColourPointer, File, Object};
use super::materials::Materials;
use super::mesh::{FaceLayers, Maker, colour_tables, stitches};
use super::textures::Textures;
use super::{Kind, Part};
use crate::bytes::{Problem, Problems, Severity};
use crate::container::Context;
use crate::formats::neversoft::place;
use crate::formats::neversoft::trg::PlacedModel;
use crate::scene::{LayerKind, Node, Origin, Scene};

/// Most faces that the instances of a level may add up to. A small file can place one large model a
/// hundred thousand times; no level of the engine comes near this.
const MOST_FACES: usize = 4_000_000;

/// How the objects of a part are shown.
#[derive(Default)]
pub struct Instances {
    /// Layer of the objects; the drawn layer when `None`.
    pub layer: Option<&'static str>,
    /// Names of the models that are the sky, farthest first.
    pub sky: Vec<u32>,
    /// Models that triggers place: their own objects' places do not count.
    pub placed: Vec<PlacedModel>,
}

impl Instances {
    /// True when something else says where the model with this name stands.
    fn moves(&self, name: Option<u32>) -> bool {
        name.is_some_and(|name| {
            self.sky.contains(&name) || self.placed.iter().any(|placed| placed.model == name)
        })
    }
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
        surfaces: textures.surfaces(part),
        materials,
        scale: kind.scale,
        layers,
        table: None,
        stitches: &stitches,
    };
    for (index, user) in users.iter().enumerate() {
        let table = table_of(file, *user, &numbers).map(|at| (first_table + at) as u32);
        maker.table = table;
        let home = homes.get(index).copied().unwrap_or(Vec3::ZERO);
        let mut mesh = maker.mesh(scene, index, home);
        let name = name_of(part, index);
        mesh.id = name.unwrap_or(0);
        mesh.name = name.map_or_else(|| format!("model {index}"), |name| context.name_or_hex(name));
        scene.meshes.push(mesh);
    }
    place_objects(scene, part, kind, &lods, first_mesh, &instances, problems);
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
    file.objects.get(object).map_or(Vec3::ZERO, |object| object.position.stored())
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

/// The stored name of a model.
fn name_of(part: &Part<'_>, model: usize) -> Option<u32> {
    part.file.library.as_ref()?.model_names.get(model).copied()
}

fn place_objects(
    scene: &mut Scene,
    part: &Part<'_>,
    kind: Kind,
    lods: &[bool],
    first_mesh: usize,
    instances: &Instances,
    problems: &mut Problems,
) {
    let file = part.file;
    let mut faces = scene.drawn_faces();
    let layer = match instances.layer {
        Some(name) => scene.layer(name, LayerKind::Drawn, true),
        None => 0,
    };
    for (index, object) in file.objects.iter().enumerate() {
        let model = model_of(index, object, kind);
        let mesh = first_mesh + model;
        let Some(placed) = scene.meshes.get(mesh) else { continue };
        let name = placed.name.clone();
        if model >= file.models.len() || instances.moves(name_of(part, model)) {
            continue;
        }
        let start = super::super::read::OBJECTS + 36 * index as u64;
        faces += placed.faces.len();
        if faces > MOST_FACES {
            problems.push(Problem {
                severity: Severity::Error,
                span: part.span(start, 36),
                available: None,
                field: format!("objects[{index}]"),
                message: format!(
                    "more than {MOST_FACES} faces: this and later objects are not placed"
                ),
            });
            break;
        }
        let lod = lods.get(model) == Some(&true);
        let layer = if lod { lod_layer(scene) } else { layer };
        scene.nodes.push(Node {
            name,
            parent: None,
            local: place::transform(object.position, object.angles),
            mesh: u32::try_from(mesh).ok(),
            layer,
            origin: Origin::new(part.span(start, 36), format!("objects[{index}]")),
            ..Node::default()
        });
    }
}

/// The sky, what triggers place, and models that nothing places: shown when there is nothing else.
fn place_rest(
    scene: &mut Scene,
    part: &Part<'_>,
    users: &[Option<usize>],
    lods: &[bool],
    first_mesh: usize,
    instances: &Instances,
) {
    let by_name = |name: u32| (0..users.len()).find(|model| name_of(part, *model) == Some(name));
    let add = |scene: &mut Scene, model: usize, layer: u16, local: Mat4| {
        let Some(mesh) = scene.meshes.get(first_mesh + model) else { return };
        let (name, origin) = (mesh.name.clone(), mesh.origin.clone());
        let mesh = u32::try_from(first_mesh + model).ok();
        scene.nodes.push(Node { name, local, mesh, layer, origin, ..Node::default() });
    };
    // The first sky layer is the farthest: painted first. Its own object's place is dead data.
    for model in instances.sky.iter().filter_map(|name| by_name(*name)) {
        let layer = scene.layer("Sky", LayerKind::Sky, true);
        add(scene, model, layer, Mat4::IDENTITY);
    }
    for placed in &instances.placed {
        let Some(model) = by_name(placed.model) else { continue };
        let layer = scene.layer("Placed by triggers", LayerKind::Drawn, true);
        add(scene, model, layer, place::transform(placed.position, placed.angles));
    }
    let alone = part.file.objects.is_empty();
    for (model, user) in users.iter().enumerate() {
        if user.is_some() || instances.moves(name_of(part, model)) {
            continue;
        }
        let layer = if lods.get(model) == Some(&true) {
            lod_layer(scene)
        } else if alone {
            0
        } else {
            scene.layer("Unplaced models", LayerKind::LevelOfDetail, false)
        };
        add(scene, model, layer, Mat4::IDENTITY);
    }
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
