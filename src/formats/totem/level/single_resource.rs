//! Scenes of single resources.

use glam::Mat4;

use super::resource_content::{self, Show};
use super::scene_builder::{At, Stage};
use super::skin::{self, Holder};
use super::tables;
use super::transform::NodeTransform;
use super::tree::place_of;
use crate::bytes::Problems;
use crate::container::Context;
use crate::formats::Loaded;
use crate::formats::totem::camera::Camera;
use crate::formats::totem::gameobj::GameObj;
use crate::formats::totem::lights::{HFog, Omni, Sun};
use crate::formats::totem::lod::Lod;
use crate::formats::totem::materialanim::MaterialAnim;
use crate::formats::totem::node::Node as Stored;
use crate::formats::totem::resource::{Resource, Viewed};
use crate::formats::totem::resources::Resources;
use crate::formats::totem::rotshape::RotShape;
use crate::formats::totem::skin::Skin;
use crate::formats::totem::spline::Spline;
use crate::formats::totem::surface::Surface;
use crate::formats::totem::volume::CollisionVol;
use crate::formats::totem::warp::Warp;
use crate::formats::totem::world::{AnimFrame, World};
use crate::formats::totem::{hash_of, resource_name};
use crate::scene::{LayerKind, Node, Scene};

impl Viewed for Stored {
    /// A node at its position in the world, with its resource.
    fn scene(file: &Loaded<Resource<Self>>, context: Context<'_>) -> Option<(Scene, Problems)> {
        let mut stage = Stage::new(&file.source, Resources::new(context));
        let node = &file.records.body;
        let NodeTransform { local, .. } = NodeTransform::of(node, Mat4::IDENTITY);
        let (name, origin) = (stage.scene.name.clone(), place_of(&file.source));
        let id =
            stage.scene.nodes.push(Node { name, local, origin: origin.clone(), ..Node::default() });
        let at = At { node: id, world: local, stored: Some((node, file.source.clone())) };
        resource_content::node(&mut stage, &at, node.resource, &origin);
        Some(stage.finish())
    }
}

impl Viewed for GameObj {
    /// Prefabs, each placed by its own matrix.
    fn scene(file: &Loaded<Resource<Self>>, context: Context<'_>) -> Option<(Scene, Problems)> {
        let mut stage = Stage::new(&file.source, Resources::new(context));
        for (index, prefab) in file.records.body.nodes.iter().enumerate() {
            let node = &prefab.node;
            let NodeTransform { local, .. } = NodeTransform::of(node, Mat4::IDENTITY);
            let name = resource_name(&stage.looks.resources.name(prefab.name)).to_owned();
            let origin = file.origin(format!("nodes[{index}].world_matrix"));
            let made = Node { name, local, origin: origin.clone(), ..Node::default() };
            let at = At { node: stage.scene.nodes.push(made), world: local, stored: None };
            resource_content::node(&mut stage, &at, node.resource, &origin);
        }
        stage.scene.layer("Drawn", LayerKind::Drawn, true);
        Some(stage.finish())
    }
}

impl Viewed for Lod {
    /// An object with its components, in the pose of its node if that is a companion.
    fn scene(file: &Loaded<Resource<Self>>, context: Context<'_>) -> Option<(Scene, Problems)> {
        let mut stage = Stage::new(&file.source, Resources::new(context));
        let at = stage.alone(file.origin("header"));
        let holder = Holder::find(&stage, hash_of(&file.source));
        let at = holder.as_ref().map_or(at.clone(), |holder| holder.at(at));
        Self::show(file, &mut stage, &at);
        let endian = file.records.platform.endian;
        resource_content::bounds(
            &mut stage,
            &file.records.body.header,
            endian,
            &file.origin("header"),
        );
        Some(stage.finish())
    }
}

/// A skin, in the pose of its node if that is a companion.
pub(in crate::formats::totem) fn of_skin(
    file: &Loaded<Skin>,
    context: Context<'_>,
) -> (Scene, Problems) {
    let mut stage = Stage::new(&file.source, Resources::new(context));
    let at = stage.alone(file.origin("header"));
    let holder = Holder::find(&stage, hash_of(&file.source));
    let at = holder.as_ref().map_or(at.clone(), |holder| holder.at(at));
    skin::show(&mut stage, &at, file, &[]);
    let endian = file.records.platform.endian;
    resource_content::bounds(&mut stage, &file.records.header, endian, &file.origin("header"));
    stage.scene.tables.extend(tables::weights(file, &stage.looks));
    stage.finish()
}

/// A resource at the origin.
fn at_origin<T: Show>(file: &Loaded<Resource<T>>, context: Context<'_>) -> (Scene, Problems) {
    let mut stage = Stage::new(&file.source, Resources::new(context));
    let at = stage.alone(file.whole());
    T::show(file, &mut stage, &at);
    if let Some(header) = file.records.body.header() {
        let endian = file.records.platform.endian;
        resource_content::bounds(&mut stage, header, endian, &file.origin("header"));
    }
    stage.finish()
}

macro_rules! at_origin {
    ($($class:ty),* $(,)?) => {$(
        impl Viewed for $class {
            fn scene(
                file: &Loaded<Resource<Self>>,
                context: Context<'_>,
            ) -> Option<(Scene, Problems)> {
                Some(at_origin(file, context))
            }
        }
    )*};
}

at_origin!(
    AnimFrame,
    Camera,
    CollisionVol,
    HFog,
    MaterialAnim,
    Omni,
    RotShape,
    Spline,
    Sun,
    Surface,
    Warp,
    World,
);
