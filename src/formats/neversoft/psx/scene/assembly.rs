//! Assembles a scene from several files: a level, its object bank, its pickups, or all parts that its
//! triggers load.

use std::collections::{BTreeSet, HashMap};
use std::sync::Arc;

use super::super::read_options;
use super::super::records::File;
use super::instances::{self, Instances};
use super::materials::{self, Materials};
use super::pickups::PickupModels;
use super::textures::Textures;
use super::triggers::Triggers;
use super::{block_map, light, sprites, tables};
use crate::bytes::{Problems, SourceId};
use crate::container::Context;
use crate::formats::Loaded;
use crate::formats::neversoft::ddm::{self, Ddm};
use crate::formats::neversoft::transform::SPACE;
use crate::scene::{HelperId, LayerKind, NodeId, Scene, Style};

/// Scene elements created from a file.
pub(super) struct FileElements {
    /// Node of each object.
    pub objects: Vec<Option<NodeId>>,
    /// Nodes without a parent.
    pub roots: Vec<NodeId>,
    /// Helpers of the file.
    pub helpers: Vec<HelperId>,
}

/// Scene under construction.
pub(super) struct Assembly<'a> {
    pub scene: Scene,
    context: Context<'a>,
    pub textures: Textures,
    materials: Materials,
    /// Visible meshes drawn instead of levels.
    visible: HashMap<SourceId, Arc<Loaded<Ddm>>>,
    pub problems: Problems,
}

impl<'a> Assembly<'a> {
    /// Starts a scene with the textures of these files; the first texture with a name is used.
    pub fn new<'b>(
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

    /// Adds the models of a file and their instances; returns the node of each object.
    fn add(&mut self, file: &Loaded<File>, instances: Instances<'_>) -> Vec<Option<NodeId>> {
        let Self { scene, context, textures, materials, problems, .. } = self;
        instances::add(scene, file, *context, textures, materials, instances, problems)
    }

    /// Adds a level; THPS2X does not draw the level's own mesh.
    fn add_level(&mut self, file: &Loaded<File>, instances: Instances<'_>) -> Vec<Option<NodeId>> {
        let Some(visible) = open_visible(file, self.context) else {
            return self.add(file, instances);
        };
        self.visible.insert(file.source.id(), visible);
        let layer = Some(("Collision mesh", LayerKind::Invisible));
        self.add(file, Instances { layer, ..instances })
    }

    /// Adds a file of the level, in a separate layer or as visible geometry.
    pub fn add_part(&mut self, file: &Loaded<File>, instances: Instances<'_>) -> FileElements {
        let first = self.scene.nodes.len();
        let objects = match instances.layer {
            None => self.add_level(file, instances),
            Some(_) => self.add(file, instances),
        };
        FileElements { objects, roots: self.roots_from(first), helpers: Vec::new() }
    }

    /// Nodes without a parent, starting at index `first`.
    fn roots_from(&self, first: usize) -> Vec<NodeId> {
        let new = self.scene.nodes.pairs().skip(first);
        new.filter(|(_, node)| node.parent.is_none()).map(|(id, _)| id).collect()
    }

    /// Adds pickups.
    pub fn add_items(&mut self, items: Vec<(Arc<Loaded<File>>, PickupModels)>) {
        for (bank, placed) in items {
            let placed_in = Some("Pickup models");
            self.add(&bank, Instances { placed, placed_in, ..Instances::default() });
        }
    }

    pub fn finish_materials(&mut self) {
        self.scene.materials = std::mem::take(&mut self.materials).finish(&self.scene);
        light::add(&mut self.scene);
        if !self.scene.meshes.is_empty() {
            self.scene.read_options.push(read_options::applied(&read_options::SCALE, self.context));
        }
        if !self.scene.palettes.is_empty() {
            self.scene
                .read_options
                .push(read_options::applied(&read_options::PALETTES, self.context));
        }
    }

    /// Adds everything else of a file besides its models: the visible mesh, sprites, the block map and
    /// tables.
    pub fn add_facts(&mut self, file: &Loaded<File>, part: &mut FileElements) {
        let (first, known) = (self.scene.nodes.len(), self.scene.helpers.len());
        if let Some(visible) = self.visible.get(&file.source.id()) {
            let level = ddm::Level { file: Some(&file.records), layer: 0 };
            ddm::add(&mut self.scene, visible, level, self.context, &mut self.problems);
        }
        sprites::add(&mut self.scene, file, &self.textures.surfaces(&file.records));
        block_map::add(&mut self.scene, file, &part.objects);
        tables::add(&mut self.scene, file);
        part.roots.extend(self.roots_from(first));
        part.helpers.extend(self.scene.helpers.ids().skip(known));
    }
}

/// Display of the objects of a bank.
pub(super) fn bank_instances(triggers: Triggers<'_>) -> Instances<'static> {
    let (sky, placed) = (triggers.sky(), triggers.placed());
    let hides_sky = !triggers.shows_sky();
    let layer = Some(("Object bank", LayerKind::Drawn));
    Instances { layer, sky, hides_sky, placed, ..Instances::default() }
}

/// Opens the mesh with the level's name that THPS2X draws instead of the level (section 20.4).
fn open_visible(level: &Loaded<File>, context: Context<'_>) -> Option<Arc<Loaded<Ddm>>> {
    if level.records.objects.is_empty() {
        return None;
    }
    let source = context.siblings.open(&format!("{}.ddm", level.source.stem())).ok()?;
    Loaded::companion(&source, context).ok()
}
