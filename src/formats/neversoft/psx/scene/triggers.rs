//! What the triggers of a level say about it (section 17): they are the authority on which files
//! belong together, what the sky is, and what stands where.

use std::collections::HashMap;
use std::sync::Arc;

use glam::Vec3;

use super::super::companions::{Companions, file_of};
use super::super::kind::Kind;
use super::super::records::File;
use super::pickups::{self, Lying};
use crate::container::Context;
use crate::formats::Loaded;
use crate::formats::neversoft::trg::{
    Hiding, Named, Orders, PlacedModel, Players, Shows, Surroundings, Trg, Way, add_helpers,
};
use crate::scene::{NodeId, Origin, Scene};

/// The trigger file by name; parts of levels and characters have none.
pub fn beside(
    file: &File,
    companions: &Companions,
    context: Context<'_>,
) -> Option<Arc<Loaded<Trg>>> {
    if companions.is_part() || Kind::of(file).character {
        return None;
    }
    let source = context.siblings.open(&companions.triggers()).ok()?;
    // What is wrong inside it is told when it is opened itself.
    Loaded::companion(&source, context).ok()
}

/// The triggers of a level, if it has any, with so many players.
#[derive(Clone, Copy)]
pub struct Triggers<'a> {
    pub file: Option<&'a Loaded<Trg>>,
    pub players: Players,
}

impl<'a> Triggers<'a> {
    /// What the commands ask for.
    pub fn orders(self) -> Option<Orders<'a>> {
        Some(self.file?.records.orders(self.players))
    }

    fn names(self, of: fn(Orders<'a>) -> Vec<Named>) -> Vec<String> {
        self.orders().map_or_else(Vec::new, |orders| {
            of(orders).iter().map(|named| file_of(&named.name)).collect()
        })
    }

    /// File names of the object bank.
    pub fn bank_names(self) -> Vec<String> {
        self.names(Orders::obj_file)
    }

    /// File names of what else is loaded with the level.
    pub fn library_names(self) -> Vec<String> {
        self.names(Orders::spool_in)
    }

    /// Name hashes of the sky's models, farthest first.
    pub fn sky(self) -> Vec<u32> {
        self.orders().map_or_else(Vec::new, Orders::backgrounds)
    }

    /// Whether the sky is drawn when the level begins.
    pub fn shows_sky(self) -> bool {
        self.orders().is_none_or(Orders::shows_background)
    }

    /// What of the level's geometry is hidden when it begins.
    pub fn hiding(self) -> Hiding<'a> {
        self.orders().map_or_else(Hiding::default, Orders::hiding)
    }

    /// Models that scripts place, and the nodes whose scripts do.
    pub fn placed(self) -> Vec<(PlacedModel, Origin)> {
        let Some(trg) = self.file else { return Vec::new() };
        let origin = |placed: PlacedModel| (placed, trg.origin(format!("nodes[{}]", placed.node)));
        trg.records.placed_models().into_iter().map(origin).collect()
    }

    /// Path of the triggers, where they show more than this file of the level: other geometry beside
    /// it.
    pub fn whole_of(self, level: &Loaded<File>) -> Option<String> {
        let is_own = |name: &String| name.eq_ignore_ascii_case(level.source.file_name());
        let names = self.names(Orders::spool_env);
        let is_more = !names.is_empty() && !names.iter().all(is_own);
        self.file.filter(|_| is_more).map(|trg| trg.source.name().to_owned())
    }

    /// The banks of what lies about to be picked up.
    pub fn pickups(self, context: Context<'_>) -> Vec<(Arc<Loaded<File>>, Lying)> {
        self.file.map_or_else(Vec::new, |trg| pickups::find(trg, context))
    }

    /// Adds every node with a position. Nodes that only name a model stand where the level has it.
    pub fn add_to(self, scene: &mut Scene, context: Context<'_>, shows: Shows) {
        let Some(trg) = self.file else { return };
        let ways = vec![Way { players: self.players, models: places_of_models(scene, &[]) }];
        add_helpers(trg, scene, &Surroundings { names: context.names, shows, ways });
    }
}

/// Where each model stands first, by its name, in what is not hidden with all below it.
pub fn places_of_models(scene: &Scene, hidden: &[NodeId]) -> HashMap<u32, Vec3> {
    let world = scene.world_transforms();
    let hidden = scene.with_all_below(hidden);
    let mut places = HashMap::new();
    for ((node, world), _) in scene.nodes.iter().zip(&world).zip(hidden).filter(|(_, h)| !h) {
        let Some(mesh) = scene.mesh_of(node) else { continue };
        let count = mesh.positions.len().max(1) as f32;
        let centre = mesh.positions.iter().map(|p| *p / count).sum();
        places.entry(mesh.id).or_insert(world.transform_point3(centre));
    }
    places
}
