//! Records to the neutral model: a level with its libraries, its bank and its triggers.
//!
//! Axes are turned once, here: the PlayStation's (X right, Y down, Z forward) become (x, −y, −z),
//! a rotation, so that windings and normals survive. Units are world units; a level's vertex is
//! `object position / 4096 + vertex` (section 14).

mod block_map;
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

use super::companions::Companions;
use super::kind::Kind;
use super::questions;
use super::records::File;
use crate::bytes::{Problems, Severity};
use crate::container::Context;
use crate::formats::Loaded;
use crate::formats::neversoft::transform::SPACE;
use crate::scene::{LayerKind, Origin, Scene, Style};
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
    let kind = questions::kind(file, context);
    let mut problems = Problems::default();
    let triggers = Triggers::open(file, &companions, context);
    let bank = open_bank(file, &companions, &triggers, context);
    let mut textures = Textures::default();
    textures.add(level, context);
    let libraries = if bank.is_some() || textures.misses(file) {
        open_libraries(&companions, &triggers, context, &mut problems)
    } else {
        Vec::new()
    };
    for library in libraries.iter().chain(&bank) {
        textures.add(library, context);
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
    block_map::add(&mut scene, level, &nodes);
    scene.file_space = Some(SPACE);
    if !file.models.is_empty() {
        scene.questions.push(questions::asked(&questions::SCALE, context));
    }
    if !scene.palettes.is_empty() {
        scene.questions.push(questions::asked(&questions::PALETTES, context));
    }
    tables::add(&mut scene, level);
    if let Clips::Beside(beside) = &clips {
        tables::add(&mut scene, beside);
    }
    triggers.add_to(&mut scene, context);
    textures.report_misses(level, &companions, &mut problems);
    (scene, problems)
}

/// The object bank of a level, by the triggers' word or by name; parts of levels and characters have
/// none.
fn open_bank(
    file: &File,
    companions: &Companions,
    triggers: &Triggers,
    context: Context<'_>,
) -> Option<Arc<Loaded<File>>> {
    if companions.is_part() || Kind::of(file).character || file.objects.is_empty() {
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
