//! Level data from triggers (section 17): which files belong together, the sky, and positions of models.
//! Triggers take precedence over naming rules.

use std::collections::HashMap;
use std::sync::Arc;

use glam::Vec3;

use super::super::companions::{Companions, file_of};
use super::super::kind::Kind;
use super::super::records::File;
use super::pickups::{self, PickupModels};
use crate::container::Context;
use crate::formats::Loaded;
use crate::formats::neversoft::trg::{
    GameMode, Hiding, Named, Orders, PlacedModel, Players, Surroundings, Trg, VisibleLayers,
    add_helpers,
};
use crate::scene::{NodeId, Origin, Scene};

/// Opens the trigger file by naming rule; parts of levels and characters have none.
pub fn beside(
    file: &File,
    companions: &Companions,
    context: Context<'_>,
) -> Option<Arc<Loaded<Trg>>> {
    if companions.is_part() || Kind::of(file).character {
        return None;
    }
    let source = context.siblings.open(&companions.triggers()).ok()?;
    // Problems of the trigger file are reported when it is opened directly.
    Loaded::companion(&source, context).ok()
}

/// Triggers of a level, if any, for a number of players.
#[derive(Clone, Copy)]
pub struct Triggers<'a> {
    pub file: Option<&'a Loaded<Trg>>,
    pub players: Players,
}

impl<'a> Triggers<'a> {
    /// Requests of the commands.
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

    /// File names of further files that are loaded with the level.
    pub fn library_names(self) -> Vec<String> {
        self.names(Orders::spool_in)
    }

    /// Name hashes of the sky's models, farthest first.
    pub fn sky(self) -> Vec<u32> {
        self.orders().map_or_else(Vec::new, Orders::backgrounds)
    }

    /// `true` if the sky is drawn when the level begins.
    pub fn shows_sky(self) -> bool {
        self.orders().is_none_or(Orders::shows_background)
    }

    /// Geometry that is hidden when the level begins.
    pub fn hiding(self) -> Hiding<'a> {
        self.orders().map_or_else(Hiding::default, Orders::hiding)
    }

    /// Models that scripts place, with the nodes of these scripts.
    pub fn placed(self) -> Vec<(PlacedModel, Origin)> {
        let Some(trg) = self.file else { return Vec::new() };
        let origin = |placed: PlacedModel| (placed, trg.origin(format!("nodes[{}]", placed.node)));
        trg.records.placed_models().into_iter().map(origin).collect()
    }

    /// Path of the triggers, if they load other geometry besides this file.
    pub fn level_triggers(self, level: &Loaded<File>) -> Option<String> {
        let is_own = |name: &String| name.eq_ignore_ascii_case(level.source.file_name());
        let names = self.names(Orders::spool_env);
        let is_more = !names.is_empty() && !names.iter().all(is_own);
        self.file.filter(|_| is_more).map(|trg| trg.source.name().to_owned())
    }

    /// Pickup banks and the pickups to place.
    pub fn pickups(self, context: Context<'_>) -> Vec<(Arc<Loaded<File>>, PickupModels)> {
        self.file.map_or_else(Vec::new, |trg| pickups::find(trg, context))
    }

    /// Adds all nodes with a position. Nodes that only name a model are at the position of that model.
    pub fn add_to(self, scene: &mut Scene, context: Context<'_>, shows: VisibleLayers) {
        let Some(trg) = self.file else { return };
        let ways = vec![GameMode { players: self.players, models: places_of_models(scene, &[]) }];
        add_helpers(trg, scene, &Surroundings { names: context.names, shows, ways });
    }
}

/// First position of each model by name hash, ignoring `hidden` nodes and their descendants.
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
