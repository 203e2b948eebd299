//! Scene of a model file: meshes with skin and morphs, and the bones of all available files.
//!
//! Axes are converted once, here: the file's (X to the rider's left, Y backwards, Z up) become (x, z,
//! −y), a rotation, so that windings and normals are preserved. Vertices are drawn as stored, in the bind
//! pose.

mod attachment;
mod bones;
mod companions;
mod materials;
mod mesh;
mod names;
mod skin;
mod textures;

pub(super) use bones::{AXES, local};

use std::collections::HashMap;

use glam::{Mat4, Vec3};

use super::records::{File, Model, Vector};
use crate::bytes::Problems;
use crate::container::Context;
use crate::formats::{Loaded, read_options};
use crate::scene::{
    Choice, Helper, HelperShape, Id, LayerKind, List, Node, OptionId, ReadOption, Scene, Style,
    Table, Variant, VariantOption,
};
use bones::Bones;
use companions::Companions;
use materials::Materials;
use names::ModelRole;
use textures::Textures;

/// Factor for stored morph deltas (section 6 of the format document).
pub static MORPHS: ReadOption = ReadOption {
    name: "morphs",
    title: "Unit of morph targets",
    answers: &[
        ("twelfths", "1/12, as in modding tools"),
        ("sixteenths", "1/16, the vector unit's own fixed point"),
        ("units", "1, as stored"),
    ],
};

/// The selected factor.
fn morph_scale(context: Context<'_>) -> f32 {
    match read_options::taken(&MORPHS, context) {
        1 => 1.0 / 16.0,
        2 => 1.0,
        _ => 1.0 / 12.0,
    }
}

/// Converts the file's axes to the scene's; the origin if a number is not finite.
pub(super) fn turn(v: Vector) -> Vec3 {
    let turned = Vec3::new(v.x, v.z, -v.y);
    if turned.is_finite() { turned } else { Vec3::ZERO }
}

/// Builds the scene of `own` with its available companions.
pub(super) fn build(own: &Loaded<File>, context: Context<'_>) -> (Scene, Problems) {
    let mut problems = Problems::default();
    let companions = Companions::open(&own.source, context, &mut problems);
    let parts: Vec<&Loaded<File>> =
        [own].into_iter().chain(companions.files.iter().map(AsRef::as_ref)).collect();
    let mut scene = Scene {
        name: own.source.stem().to_owned(),
        style: Style::Clean,
        metres_per_unit: Some(0.01),
        face_fields: mesh::face_fields(),
        ..Scene::default()
    };
    scene.layer("Drawn", LayerKind::Drawn, true);
    let bones = Bones::add(&mut scene, &parts, &mut problems);
    let shown = if companions.shows_them { parts.as_slice() } else { &[own] };
    let textures = Textures::open(shown, &companions, context, &mut problems);
    let mut materials = Materials::new(textures);
    let first_model = scene.nodes.len();
    for (index, part) in shown.iter().enumerate() {
        let layer = match index {
            0 => 0,
            _ => scene.layer(&format!("From {}", part.source.file_name()), LayerKind::Drawn, true),
        };
        let scale = morph_scale(context);
        let of = SceneFile { part, index, layer, scale };
        add_models(&mut scene, &of, &bones, &mut materials, &mut problems);
    }
    add_boards(&mut scene, own, first_model);
    scene.floor_height = attachment::of(&scene, &own.records, first_model);
    materials.finish(&mut scene);
    bones.name_values(&mut scene);
    if scene.meshes.iter().any(|mesh| !mesh.morphs.is_empty()) {
        scene.read_options.push(read_options::applied(&MORPHS, context));
    }
    bones.report(&companions, own, &mut problems);
    add_ik_points(&mut scene, own);
    add_materials(&mut scene, own);
    (scene, problems)
}

/// A file whose models are displayed.
struct SceneFile<'a> {
    part: &'a Loaded<File>,
    /// Index of the file among those that are displayed.
    index: usize,
    layer: u16,
    /// Factor for morph deltas.
    scale: f32,
}

fn add_models(
    scene: &mut Scene,
    of: &SceneFile<'_>,
    bones: &Bones,
    materials: &mut Materials,
    problems: &mut Problems,
) {
    let SceneFile { part, index, layer, scale } = *of;
    let names: Vec<String> = part.records.models.iter().map(Model::name).collect();
    for (model, shown) in names::display_roles(&names).into_iter().enumerate() {
        let node = scene.nodes.next_id();
        let maker = mesh::Maker { part, index, scale, bones, materials, problems, node };
        let mesh = maker.mesh(scene, model);
        let layer = match shown {
            ModelRole::Finest => layer,
            ModelRole::Detail(detail) => {
                scene.layer(&format!("Detail {detail}"), LayerKind::LevelOfDetail, false)
            }
            ModelRole::Goofy => scene.layer("Goofy", LayerKind::LevelOfDetail, false),
            ModelRole::Shadow => scene.layer(mesh::SHADOW, LayerKind::Invisible, false),
        };
        scene.nodes.push(Node {
            name: mesh.name.clone(),
            parent: None,
            local: Mat4::IDENTITY,
            mesh: Some(scene.meshes.next_id()),
            layer,
            origin: mesh.origin.clone(),
            ..Node::default()
        });
        scene.meshes.push(mesh);
    }
}

/// The file id of boards.
const BOARD: u16 = 1;

/// Adds a choice between the boards, which are all at the same position. Their nodes start at `first`.
fn add_boards(scene: &mut Scene, part: &Loaded<File>, first: usize) {
    let mut options = List::default();
    let mut known: HashMap<String, OptionId> = HashMap::new();
    let models = part.records.models.iter().enumerate();
    for (index, model) in models.filter(|(_, model)| model.file_id == BOARD) {
        let kind = names::kind(&model.name());
        let option = *known.entry(kind.clone()).or_insert_with(|| {
            let origin = part.origin(format!("models[{index}]"));
            options.push(VariantOption { name: kind, origin, ..VariantOption::default() })
        });
        if let Some(option) = options.get_mut(option) {
            option.nodes.push(Id::at(first + index));
        }
    }
    if options.len() > 1 {
        scene.variants.push(Variant {
            name: "Board".to_owned(),
            choice: Choice::Optional,
            options,
            chosen: Some(Id::new(0)),
        });
    }
}

/// Adds the foot positions of a board.
fn add_ik_points(scene: &mut Scene, part: &Loaded<File>) {
    for (model, stored) in part.records.models.iter().enumerate() {
        for (index, point) in stored.ik_points.iter().enumerate() {
            let layer = scene.layer("IK points", LayerKind::Helper, false);
            scene.helpers.push(Helper {
                name: format!("{} IK point {index}", stored.name()),
                layer,
                shape: HelperShape::Point { at: turn(point.position), heading: None },
                origin: part.origin(format!("models[{model}].ik_points[{index}]")),
            });
        }
    }
}

/// Adds a table with the texture names of every material.
fn add_materials(scene: &mut Scene, part: &Loaded<File>) {
    let slots = ["main", "texture 1", "texture 2", "gloss", "environment"];
    let columns = [&["model", "material"][..], &slots, &["factor"]].concat();
    let mut table = Table::new("Materials", &columns);
    for (model, stored) in part.records.models.iter().enumerate() {
        for (index, material) in stored.materials.iter().enumerate() {
            let mut cells = vec![stored.name(), index.to_string()];
            let slots = [
                material.main,
                material.texture_1,
                material.texture_2,
                material.gloss,
                material.environment,
            ];
            // A slot whose first letter is 0 is empty, whatever the others are.
            cells.extend(slots.map(|name| super::records::text(&name)));
            cells.push(material.factor.to_string());
            let origin = part.origin(format!("models[{model}].materials[{index}]"));
            table.row(origin, cells);
        }
    }
    scene.tables.extend(table.with_rows());
}
