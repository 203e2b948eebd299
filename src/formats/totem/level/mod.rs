//! Resources put together as what they show: a level of an archive, or one resource by itself.
//! Nothing that a level is made of knows of it.
//!
//! Nodes stand where their stored world matrices put them, below each other as `parent` says. What a
//! node shows is known by the class of the resource it names. Geometry is made once a resource, and
//! shared by all nodes; skins alone are made for each node with bones of its own.
//!
//! Source: format document `totem-level.md`, sections 17, 20 and 25.

mod alone;
mod ambience;
mod clips;
mod show;
mod skin;
mod stage;
mod standing;
mod tables;
mod tree;
mod worlds;

pub(super) use alone::of_skin;

use self::stage::Stage;
use super::archive::{ArchiveHalf, Pack};
use super::resources::Resources;
use crate::bytes::Problems;
use crate::container::Context;
use crate::formats::Loaded;
use crate::scene::Scene;

/// The level of an archive: all its nodes, with everything they show.
pub(super) fn of_archive(file: &Loaded<ArchiveHalf>, context: Context<'_>) -> (Scene, Problems) {
    let resources = match Pack::own(file, context) {
        Some(pack) => Resources::inside(pack, context),
        None => Resources::new(context),
    };
    let mut stage = Stage::new(&file.source, resources);
    stage.light_up();
    let worlds = worlds::read_all(&mut stage);
    let mut entries = tree::read_all(&mut stage, &worlds);
    tree::place(&mut stage, &mut entries);
    ambience::add_light(&mut stage, &entries);
    for entry in &entries {
        show::node(&mut stage, &entry.at(), entry.node.resource, &entry.origin());
    }
    ambience::add_cameras(&mut stage, &entries);
    ambience::add_sky(&mut stage, &worlds);
    ambience::add_animations(&mut stage, &worlds, &entries);
    tables::add_level(&mut stage, &entries, &worlds);
    stage.finish()
}
