//! Records to the neutral model: a level with its libraries, its bank and its triggers.
//!
//! Axes are turned once, here: the PlayStation's (X right, Y down, Z forward) become (x, −y, −z),
//! a rotation, so that windings and normals survive. Units are world units; a level's vertex is
//! `object position / 4096 + vertex` (section 14).

mod clips;
mod instances;
mod light;
mod lods;
mod materials;
mod mesh;
mod motion;
mod moving;
mod placed;
mod rig;
mod tables;
mod textures;
mod triggers;

pub(super) use instances::table_of_model;

use std::sync::Arc;

use glam::Vec3;

use super::chunk::{BlockMap, Chunk};
use super::companions::Companions;
use super::kind::Kind;
use super::records::File;
use crate::bytes::{Problems, Severity, count32};
use crate::container::Context;
use crate::formats::Loaded;
use crate::formats::neversoft::level_sounds;
use crate::formats::neversoft::transform::turn;
use crate::scene::{Helper, HelperShape, LayerKind, Origin, Scene, Style};
use clips::Clips;
use instances::Instances;
use materials::Materials;
use rig::Rig;
use textures::Textures;
use triggers::Triggers;

/// The object that each one hangs on: of a character, as its bones do.
pub(super) fn parents(file: &File) -> Vec<Option<usize>> {
    if Kind::of(file).bones { Rig::new(file, Default::default()).parents } else { Vec::new() }
}

/// Makes the scene of `level` with whatever of its companions is there.
pub(super) fn build(level: &Loaded<File>, context: Context<'_>) -> (Scene, Problems) {
    let file = &level.records;
    let companions = Companions::of(&level.source);
    let kind = Kind::of(file);
    let mut problems = Problems::default();
    let triggers = Triggers::open(file, &companions, context);
    let bank = open_bank(file, &companions, &triggers, context);
    let mut textures = Textures::default();
    textures.add(level);
    let libraries = if bank.is_some() || textures.misses(file) {
        open_libraries(&companions, &triggers, context, &mut problems)
    } else {
        Vec::new()
    };
    for library in libraries.iter().chain(&bank) {
        textures.add(library);
    }
    let mut scene = Scene {
        name: level.source.stem().to_owned(),
        style: Style::Ps1,
        face_fields: materials::face_fields().to_vec(),
        ..Scene::default()
    };
    scene.layer("Drawn", LayerKind::Drawn, true);
    textures.fill(&mut scene, context);
    let mut materials = Materials::default();
    let clips = Clips::find(level, &companions, context, &mut problems);
    let rig = kind.bones.then(|| Rig::new(file, clips.bone_names(level, context)));
    let mut add = |scene: &mut Scene, file: &Loaded<File>, instances| {
        instances::add(scene, file, context, &textures, &mut materials, instances, &mut problems)
    };
    let nodes = add(&mut scene, level, Instances { rig: rig.as_ref(), ..Instances::default() });
    if let Some(bank) = &bank {
        let (sky, placed) = (triggers.sky(), triggers.placed());
        add(&mut scene, bank, Instances { layer: Some("Object bank"), sky, placed, rig: None });
    }
    if let Some(rig) = &rig {
        rig.add_skeleton(&mut scene, level, &nodes);
        motion::add(&mut scene, clips.file(level), rig, &nodes, kind.scale, &mut problems);
    }
    scene.materials = materials.finish(&scene);
    light::add(&mut scene);
    add_block_map(&mut scene, level);
    tables::add(&mut scene, level);
    if let Clips::Beside(beside) = &clips {
        tables::add(&mut scene, beside);
    }
    triggers.add_to(&mut scene, context);
    if is_level(file, &companions) {
        level_sounds::add(&mut scene, companions.base(), &level.source, context, &mut problems);
    }
    textures.report_misses(level, &companions, &mut problems);
    (scene, problems)
}

/// Whether it is a level: parts of levels and characters are none.
fn is_level(file: &File, companions: &Companions) -> bool {
    !companions.is_part() && !Kind::of(file).character && !file.objects.is_empty()
}

/// The object bank of a level, by the triggers' word or by name; parts of levels and characters have
/// none.
fn open_bank(
    file: &File,
    companions: &Companions,
    triggers: &Triggers,
    context: Context<'_>,
) -> Option<Arc<Loaded<File>>> {
    if !is_level(file, companions) {
        return None;
    }
    let mut names = triggers.bank_names();
    names.extend(companions.banks());
    let source = companions.first(&names, context).ok()?;
    Loaded::companion(&source, context).ok()
}

/// Libraries by name, then those the triggers load, then every other library of the folder.
fn open_libraries(
    companions: &Companions,
    triggers: &Triggers,
    context: Context<'_>,
    problems: &mut Problems,
) -> Vec<Arc<Loaded<File>>> {
    let mut names = companions.libraries();
    names.extend(triggers.library_names());
    let mut sources = companions.every(&names, context);
    for source in companions.other_libraries(context) {
        if sources.iter().all(|known| known.id() != source.id()) {
            sources.push(source);
        }
    }
    let mut libraries = Vec::new();
    for source in sources {
        let name = source.file_name().to_owned();
        match Loaded::companion(&source, context) {
            Ok(library) => libraries.push(library),
            Err(error) => {
                let mut problem = *error.0;
                problem.severity = Severity::Warning;
                problem.message =
                    format!("the companion {name} cannot be read: {}", problem.message);
                problems.push(problem);
            }
        }
    }
    libraries
}

/// What a chunk holds, behind its type and its length.
fn content_of(file: &Loaded<File>, index: usize) -> Origin {
    let mut origin = file.origin(format!("chunks[{index}]"));
    let header = origin.span.len.min(8);
    (origin.span.start, origin.span.len) = (origin.span.start + header, origin.span.len - header);
    origin
}

/// The block map as a grid under the level.
fn add_block_map(scene: &mut Scene, file: &Loaded<File>) {
    let Some((index, map)) = file.records.last(Chunk::block_map) else { return };
    let [xmin, zmin, xmax, zmax] = map.bounds.map(|v| v as f32 / 4096.0);
    let floor = lowest(scene);
    let (a, b) = (turn(Vec3::new(xmin, 0.0, zmin)), turn(Vec3::new(xmax, 0.0, zmax)));
    let layer = scene.layer("Block map", LayerKind::Helper, false);
    // Turning mirrors the order of Z: the first stored row is the far one.
    scene.helpers.push(Helper {
        name: format!("block map {} x {}", map.nx, map.nz),
        layer,
        shape: HelperShape::Grid {
            min: Vec3::new(a.x.min(b.x), floor, a.z.min(b.z)),
            max: Vec3::new(a.x.max(b.x), floor, a.z.max(b.z)),
            nx: map.nx.into(),
            nz: map.nz.into(),
            counts: grid_counts(map),
        },
        origin: content_of(file, index),
    });
}

/// Objects per cell with the scene's Z upwards; cells that were not read are empty.
fn grid_counts(map: &BlockMap) -> Vec<u32> {
    let (nx, nz) = (usize::from(map.nx), usize::from(map.nz));
    // Bounded by what was read, not by what the header promises.
    if map.cells.len() < nx * nz {
        return Vec::new();
    }
    let cell = |x: usize, z: usize| {
        let cell = map.cells.get((nz - 1 - z) * nx + x);
        cell.map_or(0, |cell| count32(cell.objects.len()))
    };
    (0..nz).flat_map(|z| (0..nx).map(move |x| cell(x, z))).collect()
}

/// The lowest point of everything placed; 0 without geometry.
fn lowest(scene: &Scene) -> f32 {
    let world = scene.world_transforms();
    let points = scene.nodes.iter().zip(&world).flat_map(|(node, world)| {
        let positions = scene.mesh_of(node).map_or(&[][..], |mesh| &mesh.positions);
        positions.iter().map(|p| world.transform_point3(*p).y)
    });
    points.reduce(f32::min).unwrap_or(0.0)
}
