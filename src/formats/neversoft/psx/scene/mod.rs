//! Records to the neutral model: a level with its libraries, its bank and its triggers.
//!
//! Axes are turned once, here: the PlayStation's (X right, Y down, Z forward) become (x, −y, −z),
//! a rotation, so that windings and normals survive. Units are world units; a level's vertex is
//! `object position / 4096 + vertex` (section 14).

mod block_map;
mod clips;
mod instances;
mod level;
mod light;
mod lods;
mod materials;
mod mesh;
mod motion;
mod moving;
mod pickups;
mod placed;
mod rig;
mod sprites;
mod tables;
mod textures;
mod triggers;

pub(super) use instances::table_of_model;
pub(in crate::formats::neversoft) use level::level_of;

use std::collections::{BTreeSet, HashMap};
use std::sync::Arc;

use super::companions::Companions;
use super::kind::Kind;
use super::questions;
use super::records::File;
use crate::bytes::{Problems, Severity, SourceId};
use crate::container::Context;
use crate::formats::Loaded;
use crate::formats::neversoft::ddm::{self, Ddm};
use crate::formats::neversoft::transform::SPACE;
use crate::formats::neversoft::trg::Shows;
use crate::scene::{LayerKind, NodeId, Origin, Scene, Style};
use clips::Clips;
use instances::Instances;
use materials::Materials;
use pickups::Lying;
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
    let beside = triggers::beside(file, &companions, context);
    let triggers = Triggers { file: beside.as_deref(), players: companions.players() };
    let bank = open_bank(file, &companions, triggers, context);
    let items = triggers.pickups(context);
    let libraries = if bank.is_some() || misses(level, context) {
        open_libraries(&companions, triggers, context, &mut problems)
    } else {
        Vec::new()
    };
    let banks = bank.iter().chain(items.iter().map(|(bank, _)| bank));
    let parts = libraries.iter().chain(banks).map(Arc::as_ref);
    let clips = Clips::find(level, &companions, context, &mut problems);
    let rig = kind.bones.then(|| Rig::new(file, clips.bone_names(level, context)));
    let mut all =
        Assembly::new(level.source.stem(), std::iter::once(level).chain(parts), context, problems);
    let nodes = all.add_level(level, Instances { rig: rig.as_ref(), ..Instances::default() });
    if let Some(bank) = &bank {
        all.add(bank, bank_instances(triggers));
    }
    all.add_items(items);
    if let Some(rig) = &rig {
        rig.add_skeleton(&mut all.scene, level, &nodes);
        let (scene, problems) = (&mut all.scene, &mut all.problems);
        motion::add(scene, clips.file(level), rig, &nodes, kind.scale, problems);
    }
    all.finish_materials();
    all.add_facts(level, &nodes);
    if let Clips::Beside(beside) = &clips {
        tables::add(&mut all.scene, beside);
    }
    triggers.add_to(&mut all.scene, context, Shows::Nothing);
    all.scene.part_of = triggers.whole_of(level);
    all.textures.report_misses(level, &companions, &mut all.problems);
    (all.scene, all.problems)
}

/// True when faces of a file name a texture that it does not hold.
fn misses(level: &Loaded<File>, context: Context<'_>) -> bool {
    let mut own = Textures::default();
    own.add(level, context);
    own.misses(&level.records)
}

/// What became of a file that was added to a scene.
struct Part {
    /// The node of each object.
    objects: Vec<Option<NodeId>>,
    /// Nodes that hang on no other.
    roots: Vec<NodeId>,
}

/// A scene that is put together of files.
struct Assembly<'a> {
    scene: Scene,
    context: Context<'a>,
    textures: Textures,
    materials: Materials,
    /// What is drawn in the place of a level.
    visible: HashMap<SourceId, Arc<Loaded<Ddm>>>,
    problems: Problems,
}

impl<'a> Assembly<'a> {
    /// With the textures of these files: the first of a name counts.
    fn new<'b>(
        name: &str,
        files: impl Iterator<Item = &'b Loaded<File>>,
        context: Context<'a>,
        problems: Problems,
    ) -> Self {
        let mut scene = Scene {
            name: name.to_owned(),
            style: Style::Ps1,
            face_fields: materials::face_fields().to_vec(),
            ..Scene::default()
        };
        scene.layer("Drawn", LayerKind::Drawn, true);
        scene.file_space = Some(SPACE);
        let mut textures = Textures::default();
        let mut seen = BTreeSet::new();
        for file in files {
            if seen.insert(file.source.id()) {
                textures.add(file, context);
            }
        }
        textures.fill(&mut scene, context);
        let (materials, visible) = (Materials::default(), HashMap::new());
        Self { scene, context, textures, materials, visible, problems }
    }

    /// Adds the models of a file and their instances; gives the node of each object.
    fn add(&mut self, file: &Loaded<File>, instances: Instances<'_>) -> Vec<Option<NodeId>> {
        let Self { scene, context, textures, materials, problems, .. } = self;
        instances::add(scene, file, *context, textures, materials, instances, problems)
    }

    /// The same for a level, which THPS2X does not draw itself.
    fn add_level(
        &mut self,
        file: &Loaded<File>,
        instances: Instances<'_>,
    ) -> Vec<Option<NodeId>> {
        let Some(visible) = open_visible(file, self.context) else {
            return self.add(file, instances);
        };
        self.visible.insert(file.source.id(), visible);
        let layer = Some(("Collision mesh", LayerKind::Invisible));
        self.add(file, Instances { layer, ..instances })
    }

    /// The same, with the nodes that hang on no other.
    fn add_part(&mut self, file: &Loaded<File>, instances: Instances<'_>) -> Part {
        let first = self.scene.nodes.len();
        let objects = match instances.layer {
            None => self.add_level(file, instances),
            Some(_) => self.add(file, instances),
        };
        let new = self.scene.nodes.pairs().skip(first);
        let roots = new.filter(|(_, node)| node.parent.is_none()).map(|(id, _)| id).collect();
        Part { objects, roots }
    }

    /// Adds what lies about to be picked up.
    fn add_items(&mut self, items: Vec<(Arc<Loaded<File>>, Lying)>) {
        for (bank, placed) in items {
            let placed_in = Some("Pickup models");
            self.add(&bank, Instances { placed, placed_in, ..Instances::default() });
        }
    }

    fn finish_materials(&mut self) {
        self.scene.materials = std::mem::take(&mut self.materials).finish(&self.scene);
        light::add(&mut self.scene);
        if !self.scene.meshes.is_empty() {
            self.scene.questions.push(questions::asked(&questions::SCALE, self.context));
        }
        if !self.scene.palettes.is_empty() {
            self.scene.questions.push(questions::asked(&questions::PALETTES, self.context));
        }
    }

    /// What comes with a file besides its models: what is drawn in their place, sprites, the block
    /// map and tables.
    fn add_facts(&mut self, file: &Loaded<File>, objects: &[Option<NodeId>]) {
        if let Some(visible) = self.visible.get(&file.source.id()) {
            let level = ddm::Level { file: Some(&file.records), layer: 0 };
            ddm::add(&mut self.scene, visible, level, self.context, &mut self.problems);
        }
        sprites::add(&mut self.scene, file, &self.textures.surfaces(&file.records));
        block_map::add(&mut self.scene, file, objects);
        tables::add(&mut self.scene, file);
    }
}

/// How the objects of a bank are shown.
fn bank_instances(triggers: Triggers<'_>) -> Instances<'static> {
    let (sky, placed) = (triggers.sky(), triggers.placed());
    let hides_sky = !triggers.shows_sky();
    let layer = Some(("Object bank", LayerKind::Drawn));
    Instances { layer, sky, hides_sky, placed, ..Instances::default() }
}

/// What THPS2X draws in the place of a level: the mesh that is called as it is (section 20.4).
fn open_visible(level: &Loaded<File>, context: Context<'_>) -> Option<Arc<Loaded<Ddm>>> {
    if level.records.objects.is_empty() {
        return None;
    }
    let source = context.siblings.open(&format!("{}.ddm", level.source.stem())).ok()?;
    Loaded::companion(&source, context).ok()
}

/// The object bank of a level, by the triggers' word or by name; parts of levels and characters have
/// none.
fn open_bank(
    file: &File,
    companions: &Companions,
    triggers: Triggers<'_>,
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
    triggers: Triggers<'_>,
    context: Context<'_>,
    problems: &mut Problems,
) -> Vec<Arc<Loaded<File>>> {
    let mut names = companions.libraries();
    names.extend(companions.numbered_libraries(context));
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
