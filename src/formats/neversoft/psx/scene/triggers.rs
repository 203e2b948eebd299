//! What the trigger file beside a level says about it (section 17): it is the authority on which
//! files belong together, what the sky is, and what stands where.

use std::collections::HashMap;
use std::sync::Arc;

use super::super::companions::Companions;
use super::super::kind::Kind;
use super::super::records::File;
use crate::container::Context;
use crate::formats::Loaded;
use crate::formats::neversoft::trg::{self, PlacedModel, Surroundings, Trg};
use crate::scene::{Origin, Scene};

/// The triggers of a level, if it has any.
pub struct Triggers(Option<Arc<Loaded<Trg>>>);

impl Triggers {
    /// The trigger file by name; parts of levels and characters have none.
    pub fn open(file: &File, companions: &Companions, context: Context<'_>) -> Self {
        if companions.is_part() || Kind::of(file).character {
            return Self(None);
        }
        let source = context.siblings.open(&companions.triggers()).ok();
        // What is wrong inside it is told when it is opened itself.
        Self(source.and_then(|source| Loaded::companion(&source, context).ok()))
    }

    fn names(&self, of: fn(&Trg) -> Vec<String>) -> Vec<String> {
        let names = self.0.as_ref().map_or_else(Vec::new, |trg| of(&trg.records));
        names.into_iter().map(|name| format!("{name}.psx")).collect()
    }

    /// File names of the object bank.
    pub fn bank_names(&self) -> Vec<String> {
        self.names(Trg::obj_file)
    }

    /// File names of what else is loaded with the level.
    pub fn library_names(&self) -> Vec<String> {
        self.names(Trg::spool_in)
    }

    /// Name hashes of the sky's models, farthest first.
    pub fn sky(&self) -> Vec<u32> {
        self.0.as_ref().map_or_else(Vec::new, |trg| trg.records.backgrounds())
    }

    /// Models that scripts place, and the nodes whose scripts do.
    pub fn placed(&self) -> Vec<(PlacedModel, Origin)> {
        let Some(trg) = &self.0 else { return Vec::new() };
        let origin = |placed: PlacedModel| (placed, trg.origin(format!("nodes[{}]", placed.node)));
        trg.records.placed_models().into_iter().map(origin).collect()
    }

    /// Adds every node with a position. Nodes that only name a model stand where the level has it.
    pub fn add_to(&self, scene: &mut Scene, context: Context<'_>) {
        let Some(trg) = &self.0 else { return };
        let world = scene.world_transforms();
        let mut positions = HashMap::new();
        for (node, world) in scene.nodes.iter().zip(&world) {
            let Some(mesh) = scene.mesh_of(node) else { continue };
            let count = mesh.positions.len().max(1) as f32;
            let centre = mesh.positions.iter().map(|p| *p / count).sum();
            positions.entry(mesh.id).or_insert(world.transform_point3(centre));
        }
        let model_at = |hash: u32| positions.get(&hash).copied();
        let around = Surroundings { names: context.names, model_at: &model_at };
        trg::add_helpers(trg, scene, &around);
    }
}
