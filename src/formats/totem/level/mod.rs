//! Builds scenes from resources: a level from an archive, or a single resource. The modules of the
//! resources do not depend on this one.
//!
//! Nodes are placed by their stored world matrices, in the hierarchy given by `parent`. The class of the
//! resource that a node names determines its content. Geometry is created once per resource and shared by
//! all nodes; only skins are created for each node with its own bones.
//!
//! Source: format document `totem-level.md`, sections 17, 20 and 25.

mod ambience;
mod clips;
mod resource_content;
mod scene_builder;
mod single_resource;
mod skin;
mod tables;
mod transform;
mod tree;
mod worlds;

pub(super) use single_resource::of_skin;
pub use transform::NodeTransform;
pub use tree::Hierarchy;

use self::scene_builder::Stage;
use super::archive::{ArchiveHalf, Pack};
use super::resources::Resources;
use crate::bytes::Problems;
use crate::container::Context;
use crate::formats::Loaded;
use crate::scene::Scene;

/// Builds the level of an archive: all its nodes with their resources.
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
        resource_content::node(&mut stage, &entry.at(), entry.node.resource, &entry.origin());
    }
    ambience::add_cameras(&mut stage, &entries);
    ambience::add_sky(&mut stage, &worlds);
    ambience::add_animations(&mut stage, &worlds, &entries);
    tables::add_level(&mut stage, &entries, &worlds);
    stage.finish()
}
