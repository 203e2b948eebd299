//! Builds the scene of a level with its libraries, its bank and its triggers.
//!
//! Axes are converted once: the PlayStation's (X right, Y down, Z forward) become (x, −y, −z), a
//! rotation, so that winding and normals are preserved. Units are world units; the position of a level's
//! vertex is `object position / 4096 + vertex` (section 14).

mod assembly;
mod block_map;
mod clips;
mod instances;
mod level;
mod light;
mod lods;
mod materials;
mod mesh;
mod motion;
mod pickups;
mod placed;
mod pose;
mod retarget;
mod rig;
mod sprites;
mod surface_animation;
mod tables;
mod textures;
mod triggers;

pub(super) use instances::table_of_model;
pub(in crate::formats::neversoft) use level::level_of;

use std::collections::HashSet;
use std::sync::Arc;

use super::chunk::Chunk;
use super::companions::{Companions, name_of, stem_of};
use super::kind::Kind;
use super::read_options;
use super::records::File;
use crate::bytes::{Problems, Severity, Source, SourceId};
use crate::container::Context;
use crate::formats::Loaded;
use crate::formats::neversoft::level_sounds;
use crate::formats::neversoft::trg::VisibleLayers;
use crate::scene::{Origin, Scene};
use assembly::{Assembly, bank_instances};
use clips::{Clips, SharedClips};
use instances::Instances;
use motion::Character;
use rig::Rig;
use triggers::Triggers;

/// Parent of each object of a character, as in its skeleton; empty for other files.
pub(super) fn parents(file: &File) -> Vec<Option<usize>> {
    if Kind::of(file).bones { Rig::new(file, Default::default()).parents } else { Vec::new() }
}

/// Builds the scene of `level` with all companions that are available.
pub(super) fn build(level: &Loaded<File>, context: Context<'_>) -> (Scene, Problems) {
    let file = &level.records;
    let companions = Companions::of(&level.source, context.names);
    let kind = read_options::kind(file, context);
    let mut problems = Problems::default();
    let beside = triggers::beside(file, &companions, context);
    let triggers = Triggers { file: beside.as_deref(), players: companions.players() };
    let bank = open_bank(file, &companions, triggers, context);
    let items = triggers.pickups(context);
    let banks = || bank.iter().chain(items.iter().map(|(bank, _)| bank));
    let files = std::iter::once(file).chain(banks().map(|bank| &bank.records));
    let missing = missing_textures(files);
    let libraries = if bank.is_some() || !missing.is_empty() {
        open_libraries(missing, &companions, triggers, context, &mut problems)
    } else {
        Vec::new()
    };
    let parts = libraries.iter().chain(banks()).map(Arc::as_ref);
    let clips = Clips::find(level, &companions, context, &mut problems);
    let rig = kind.bones.then(|| Rig::new(file, clips.names));
    let name = name_of(&level.source, context.names);
    let files = std::iter::once(level).chain(parts);
    let mut all = Assembly::new(stem_of(&name), files, context, problems);
    let instances =
        Instances { rig: rig.as_ref(), hiding: triggers.hiding(), ..Instances::default() };
    let mut own = all.add_part(level, instances);
    if let Some(bank) = &bank {
        all.add_part(bank, bank_instances(triggers));
    }
    all.add_items(items);
    if let Some(rig) = &rig {
        rig.add_skeleton(&mut all.scene, level, &own.objects);
        let character = Character { file, rig, nodes: &own.objects, scale: kind.scale };
        let own = (0..file.objects.len()).map(Some).collect();
        let own = motion::Source { file: level, name: "clip", bones: own };
        let shared = clips.shared.iter().map(|SharedClips { stem, file, bones }| motion::Source {
            file,
            name: stem,
            bones: bones.clone(),
        });
        for source in std::iter::once(own).chain(shared) {
            motion::add(&mut all.scene, &character, source, &mut all.problems);
        }
    }
    all.finish_materials();
    all.add_facts(level, &mut own);
    for shared in &clips.shared {
        tables::add_shared(&mut all.scene, &shared.file, &shared.stem);
    }
    triggers.add_to(&mut all.scene, context, VisibleLayers::Nothing);
    if is_level(file, &companions) {
        let (scene, problems) = (&mut all.scene, &mut all.problems);
        // A prop has neither triggers nor a block map.
        let is_sure = triggers.file.is_some() || file.last_chunk(Chunk::block_map).is_some();
        let reported_at = is_sure.then(|| level.span("header.version"));
        level_sounds::add(scene, companions.base(), reported_at, context, problems);
        // Props have no block map either: only triggers make it certain that this is a level.
        if triggers.file.is_some() && file.last_chunk(Chunk::block_map).is_none() {
            let message = "no block map: in such a level the game pulls the player into \
                           the middle of the world; `recompute --only blockmap` makes one";
            level.report(problems).note("header.object_count", message);
        }
    }
    all.scene.part_of = triggers.level_triggers(level);
    all.textures.report_misses(level, &companions, context, &mut all.problems);
    (all.scene, all.problems)
}

/// `true` for a level, but not for parts of levels and characters.
fn is_level(file: &File, companions: &Companions) -> bool {
    !companions.is_part() && !Kind::of(file).character && !file.objects.is_empty()
}

/// Opens the object bank of a level, as named by triggers or by naming rule; parts of levels and
/// characters have none.
fn open_bank(
    file: &File,
    companions: &Companions,
    triggers: Triggers<'_>,
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

/// Names of the textures that none of these files contains.
fn missing_textures<'a>(files: impl Iterator<Item = &'a File> + Clone) -> HashSet<u32> {
    let mut missing: HashSet<u32> = files.clone().flat_map(File::texture_names).copied().collect();
    files.flat_map(File::defined_textures).for_each(|texture| _ = missing.remove(&texture));
    missing
}

/// Opens the libraries of a level and its banks: by naming rule, then those that triggers load, then other
/// libraries of the folder that contain textures that are still missing.
fn open_libraries(
    mut missing: HashSet<u32>,
    companions: &Companions,
    triggers: Triggers<'_>,
    context: Context<'_>,
    problems: &mut Problems,
) -> Vec<Arc<Loaded<File>>> {
    let mut libraries = Vec::new();
    let mut open = |source: Source, missing: &mut HashSet<u32>| {
        let name = source.file_name().to_owned();
        match Loaded::<File>::companion(&source, context) {
            Ok(library) => {
                library.records.defined_textures().for_each(|texture| _ = missing.remove(&texture));
                libraries.push(library);
            }
            Err(error) => {
                let mut problem = *error.0;
                problem.severity = Severity::Warning;
                problem.message = format!("companion {name} cannot be read: {}", problem.message);
                problems.push(problem);
            }
        }
    };
    let mut names = companions.libraries();
    names.extend(companions.numbered_libraries(context));
    names.extend(triggers.library_names());
    let named = companions.every(&names, context);
    let known: HashSet<SourceId> = named.iter().map(Source::id).collect();
    named.into_iter().for_each(|source| open(source, &mut missing));
    if !missing.is_empty() {
        let others = companions.libraries_with(&missing, context).into_iter();
        let others = others.filter(|source| !known.contains(&source.id()));
        others.for_each(|source| open(source, &mut missing));
    }
    libraries
}

/// Origin of a chunk, including its type and length.
fn chunk_of(file: &Loaded<File>, index: usize) -> Origin {
    file.origin(format!("chunks[{index}]"))
}
