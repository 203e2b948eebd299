//! Resources put together as what they show: a level of an archive, or one resource by itself.
//!
//! Nodes stand where their stored world matrices put them, below each other as `parent` says. What a
//! node shows is known by the class of the resource it names. Geometry is made once a resource, and
//! shared by all nodes; skins alone are made for each node with bones of its own.
//!
//! Source: format document `totem-level.md`, sections 17, 20 and 25.

mod ambience;
mod clips;
mod show;
mod skin;
mod stage;
mod tables;
mod tree;

pub(super) use tables::messages;

use glam::Mat4;

use self::show::Show;
use self::skin::Holder;
use self::stage::Stage;
use super::archive::{ArchiveHalf, Pack};
use super::gameobj::GameObj;
use super::lod::Lod;
use super::maths;
use super::node::Node;
use super::resource::Resource;
use super::resources::Resources;
use super::skin::Skin;
use crate::bytes::Problems;
use crate::container::Context;
use crate::formats::Loaded;
use crate::scene::Scene;

pub(super) use maths::matrix;

/// The level of an archive.
pub(super) fn of_archive(file: &Loaded<ArchiveHalf>, context: Context<'_>) -> (Scene, Problems) {
    let resources = match Pack::own(file, context) {
        Some(pack) => Resources::inside(pack, context),
        None => Resources::new(context),
    };
    let mut stage = Stage::new(&file.source, resources);
    stage.light_up();
    tree::add_level(&mut stage);
    stage.finish()
}

/// A node where it stands in the world, with what it shows.
pub(super) fn of_node(file: &Loaded<Resource<Node>>, context: Context<'_>) -> (Scene, Problems) {
    let mut stage = Stage::new(&file.source, Resources::new(context));
    tree::add_node(&mut stage, file);
    stage.finish()
}

/// Nodes that scripts place, each where its own matrix puts it.
pub(super) fn of_prefabs(
    file: &Loaded<Resource<GameObj>>,
    context: Context<'_>,
) -> (Scene, Problems) {
    let mut stage = Stage::new(&file.source, Resources::new(context));
    tree::add_prefabs(&mut stage, file);
    stage.finish()
}

/// A thing with its parts, in the pose of its node where one is beside it.
pub(super) fn of_lod(file: &Loaded<Resource<Lod>>, context: Context<'_>) -> (Scene, Problems) {
    let mut stage = Stage::new(&file.source, Resources::new(context));
    let at = stage.alone(file.origin("header"));
    let holder = Holder::find(&stage, super::hash_of(&file.source));
    let at = holder.as_ref().map_or(at.clone(), |holder| holder.at(at));
    Lod::show(file, &mut stage, &at);
    let endian = file.records.platform.endian;
    show::bounds(&mut stage, &file.records.body.header, endian, &file.origin("header"));
    stage.finish()
}

/// A skin, in the pose of its node where one is beside it.
pub(super) fn of_skin(file: &Loaded<Skin>, context: Context<'_>) -> (Scene, Problems) {
    let mut stage = Stage::new(&file.source, Resources::new(context));
    let at = stage.alone(file.origin("header"));
    let holder = Holder::find(&stage, super::hash_of(&file.source));
    let at = holder.as_ref().map_or(at.clone(), |holder| holder.at(at));
    skin::show(&mut stage, &at, file, &[]);
    let endian = file.records.platform.endian;
    show::bounds(&mut stage, &file.records.header, endian, &file.origin("header"));
    stage.scene.tables.extend(tables::weights(file, &stage.looks));
    stage.finish()
}

/// A resource at the origin.
pub(super) fn of_resource<T: Show>(
    file: &Loaded<Resource<T>>,
    context: Context<'_>,
) -> (Scene, Problems) {
    let mut stage = Stage::new(&file.source, Resources::new(context));
    let at = stage.alone(file.whole());
    T::show(file, &mut stage, &at);
    if let Some(header) = file.records.body.header() {
        let endian = file.records.platform.endian;
        show::bounds(&mut stage, header, endian, &file.origin("header"));
    }
    stage.finish()
}

/// Where a resource by itself stands.
const ORIGIN: Mat4 = Mat4::IDENTITY;
