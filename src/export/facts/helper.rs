//! Helpers and the sky, with the names of their layers and textures.

use glam::Vec3;
use serde::Serialize;

use crate::bytes::SourceId;
use crate::scene::{Helper, HelperId, HelperShape, Origin, Scene, Sky};

/// A sky without faces; also in the extras of the scene in a GLB.
#[derive(Serialize)]
pub(in crate::export) struct SkyFacts<'a> {
    name: &'a str,
    layer: Option<&'a str>,
    texture: Option<&'a str>,
    #[serde(flatten)]
    sky: &'a Sky,
}

impl<'a> SkyFacts<'a> {
    pub(in crate::export) fn of(scene: &'a Scene) -> Option<Self> {
        let sky = scene.sky.as_ref()?;
        let texture = sky.texture.and_then(|texture| scene.textures.get(texture));
        let layer = scene.layers.get(usize::from(sky.layer));
        Some(Self {
            name: &sky.name,
            layer: layer.map(|layer| layer.name.as_str()),
            texture: texture.map(|texture| texture.name.as_str()),
            sky,
        })
    }
}

/// A helper; also the extras of its node in a GLB.
#[derive(Serialize)]
pub(in crate::export) struct HelperFacts<'a> {
    name: &'a str,
    layer: Option<&'a str>,
    kind: &'static str,
    /// Points of the shape, in scene units and untransformed.
    points: Vec<Vec3>,
    /// Individual colour: red, green, blue.
    #[serde(skip_serializing_if = "Option::is_none")]
    tint: Option<[u8; 3]>,
    #[serde(skip_serializing_if = "Option::is_none")]
    heading: Option<Vec3>,
    #[serde(skip_serializing_if = "Option::is_none")]
    radius: Option<f32>,
    /// Vector from the base of a cylinder to its top.
    #[serde(skip_serializing_if = "Option::is_none")]
    axis: Option<Vec3>,
    /// Vectors from the centre of a cuboid to the centres of three of its sides.
    #[serde(skip_serializing_if = "Option::is_none")]
    half_axes: Option<[Vec3; 3]>,
    #[serde(skip_serializing_if = "Option::is_none")]
    grid: Option<GridFacts<'a>>,
    /// Stored in a file other than the exported one.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    companion: bool,
    #[serde(flatten)]
    origin: &'a Origin,
}

#[derive(Serialize)]
struct GridFacts<'a> {
    nx: u32,
    nz: u32,
    /// Row by row: `counts[z * nx + x]`.
    counts: &'a [u32],
}

impl<'a> HelperFacts<'a> {
    pub(in crate::export) fn new(
        scene: &'a Scene,
        (id, helper): (HelperId, &'a Helper),
        source: SourceId,
    ) -> Self {
        let mut facts = Self {
            name: &helper.name,
            layer: scene.layers.get(usize::from(helper.layer)).map(|layer| layer.name.as_str()),
            kind: "",
            points: Vec::new(),
            tint: scene.tints.get(&id).copied(),
            heading: None,
            radius: None,
            axis: None,
            half_axes: None,
            grid: None,
            companion: helper.origin.span.source != source,
            origin: &helper.origin,
        };
        facts.points = match &helper.shape {
            HelperShape::Point { at, heading } => {
                facts.kind = "point";
                facts.heading = *heading;
                vec![*at]
            }
            HelperShape::Line(points) => {
                facts.kind = "line";
                points.clone()
            }
            HelperShape::Box { min, max } => {
                facts.kind = "box";
                vec![*min, *max]
            }
            HelperShape::Area { min, max } => {
                facts.kind = "area";
                vec![*min, *max]
            }
            HelperShape::Cuboid { centre, half_axes } => {
                facts.kind = "cuboid";
                facts.half_axes = Some(*half_axes);
                vec![*centre]
            }
            HelperShape::Sphere { centre, radius } => {
                (facts.kind, facts.radius) = ("sphere", Some(*radius));
                vec![*centre]
            }
            HelperShape::Cylinder { base, axis, radius } => {
                (facts.kind, facts.radius) = ("cylinder", Some(*radius));
                facts.axis = Some(*axis);
                vec![*base, *base + *axis]
            }
            HelperShape::Grid { min, max, nx, nz, counts } => {
                facts.kind = "grid";
                facts.grid = Some(GridFacts { nx: *nx, nz: *nz, counts });
                vec![*min, *max]
            }
        };
        facts
    }
}
