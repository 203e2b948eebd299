//! Helpers: drawn points, lines, solids and grids that are not geometry of the game.

use std::borrow::Cow;

use glam::{Mat3, Mat4, Vec3};

use super::element::ElementInfo;
use super::property::Properties;
use super::{Element, HelperId, Origin, Scene};

/// A drawn helper in world space, which can be picked like a face.
#[derive(Clone, Debug, PartialEq)]
pub struct Helper {
    /// Name of the represented element.
    pub name: String,
    /// Index into [`Scene::layers`].
    pub layer: u16,
    /// Drawn shape.
    pub shape: HelperShape,
    /// Bytes and field path of the represented element.
    pub origin: Origin,
}

/// Shape of a helper, in world space.
#[derive(Clone, Debug, PartialEq)]
pub enum HelperShape {
    /// A marker with an optional heading (unit length).
    Point {
        /// Position of the marker.
        at: Vec3,
        /// Direction of view.
        heading: Option<Vec3>,
    },
    /// Lines from point to point.
    Line(Vec<Vec3>),
    /// An axis-aligned box.
    Box {
        /// Minimum X, Y and Z.
        min: Vec3,
        /// Maximum X, Y and Z.
        max: Vec3,
    },
    /// A box with any orientation; sheared if its half axes are not perpendicular.
    Cuboid {
        /// Centre of the box.
        centre: Vec3,
        /// Vectors from the centre to the centres of three adjacent sides.
        half_axes: [Vec3; 3],
    },
    /// A sphere.
    Sphere {
        /// Centre of the sphere.
        centre: Vec3,
        /// Radius in world units.
        radius: f32,
    },
    /// A cylinder from `base` to `base + axis`.
    Cylinder {
        /// Centre of one end.
        base: Vec3,
        /// Vector from the centre of one end to that of the other.
        axis: Vec3,
        /// Radius in world units.
        radius: f32,
    },
    /// A horizontal rectangle that is invisible until the pointer is over it.
    Area {
        /// Corner at the minimum X and Z; its Y is the rectangle's.
        min: Vec3,
        /// Corner at the maximum X and Z.
        max: Vec3,
    },
    /// A horizontal grid; `counts[z * nx + x]` is displayed as the cell's intensity.
    Grid {
        /// Corner at the minimum X and Z; its Y is the grid's.
        min: Vec3,
        /// Corner at the maximum X and Z.
        max: Vec3,
        /// Number of cells along X.
        nx: u32,
        /// Number of cells along Z.
        nz: u32,
        /// Number in each cell, row by row along X.
        counts: Vec<u32>,
    },
}

impl HelperShape {
    /// Centre of a solid or a grid; the first point of everything else.
    pub fn position(&self) -> Vec3 {
        match self {
            HelperShape::Point { at, .. } => *at,
            HelperShape::Line(points) => points.first().copied().unwrap_or_default(),
            HelperShape::Box { min, max }
            | HelperShape::Area { min, max }
            | HelperShape::Grid { min, max, .. } => min.midpoint(*max),
            HelperShape::Cuboid { centre, .. } | HelperShape::Sphere { centre, .. } => *centre,
            HelperShape::Cylinder { base, axis, .. } => *base + *axis * 0.5,
        }
    }

    /// Transform of the shape: its position, rotated so that its −Z points along its heading. Shapes
    /// without a heading are not rotated.
    pub fn transform(&self) -> Mat4 {
        let at = Mat4::from_translation(self.position());
        match self {
            HelperShape::Point { heading: Some(heading), .. } => {
                let z = -heading.normalize_or(Vec3::NEG_Z);
                let x = Vec3::Y.cross(z).try_normalize().unwrap_or(Vec3::X);
                at * Mat4::from_mat3(Mat3::from_cols(x, z.cross(x), z))
            }
            _ => at,
        }
    }

    /// The transformed shape. Axis-aligned boxes, areas and grids are only moved and scaled.
    pub fn moved(&self, by: &Mat4) -> Self {
        let at = |point: &Vec3| by.transform_point3(*point);
        let along = |vector: &Vec3| by.transform_vector3(*vector);
        let size = by.determinant().abs().cbrt();
        // Rotations are not exact in floats; without scaling the size is unchanged.
        let size = if (size - 1.0).abs() < 1e-4 { 1.0 } else { size };
        let middle = self.position();
        let grown = |corner: Vec3| at(&middle) + (corner - middle) * size;
        match self {
            Self::Point { at: point, heading } => {
                let heading = heading.map(|heading| along(&heading).normalize_or(heading));
                Self::Point { at: at(point), heading }
            }
            Self::Line(points) => Self::Line(points.iter().map(at).collect()),
            Self::Box { min, max } => Self::Box { min: grown(*min), max: grown(*max) },
            Self::Area { min, max } => Self::Area { min: grown(*min), max: grown(*max) },
            Self::Cuboid { centre, half_axes } => {
                Self::Cuboid { centre: at(centre), half_axes: half_axes.each_ref().map(along) }
            }
            Self::Sphere { centre, radius } => {
                Self::Sphere { centre: at(centre), radius: *radius * size }
            }
            Self::Cylinder { base, axis, radius } => {
                Self::Cylinder { base: at(base), axis: along(axis), radius: *radius * size }
            }
            Self::Grid { min, max, nx, nz, counts } => Self::Grid {
                min: grown(*min),
                max: grown(*max),
                nx: *nx,
                nz: *nz,
                counts: counts.clone(),
            },
        }
    }

    /// Points that span the shape.
    pub fn points(&self) -> Vec<Vec3> {
        match self {
            HelperShape::Point { at, .. } => vec![*at],
            HelperShape::Line(points) => points.clone(),
            HelperShape::Box { min, max }
            | HelperShape::Area { min, max }
            | HelperShape::Grid { min, max, .. } => vec![*min, *max],
            HelperShape::Cuboid { centre, half_axes } => {
                corners(*centre, half_axes).into_iter().collect()
            }
            HelperShape::Sphere { centre, radius } => {
                corners(*centre, &Vec3::AXES.map(|axis| axis * *radius)).into_iter().collect()
            }
            HelperShape::Cylinder { base, axis, radius } => {
                let [u, v] = across(*axis).map(|across| across * *radius);
                corners(*base + *axis * 0.5, &[*axis * 0.5, u, v]).into_iter().collect()
            }
        }
    }
}

impl Scene {
    /// Shape of a helper in a pose whose nodes have the transforms `world`: helpers that follow a node
    /// move with it. `rest` are the transforms of all nodes at rest.
    pub fn helper_shape<'a>(
        &'a self,
        helper: HelperId,
        rest: &[Mat4],
        world: &[Mat4],
    ) -> Option<Cow<'a, HelperShape>> {
        let shape = &self.helpers.get(helper)?.shape;
        let node = self.carried.get(&helper);
        let moved = node.and_then(|node| {
            let (from, to) = (rest.get(node.index())?, world.get(node.index())?);
            (from != to).then(|| shape.moved(&(*to * from.inverse())))
        });
        Some(moved.map_or(Cow::Borrowed(shape), Cow::Owned))
    }
}

/// Corners of a box; bits 0, 1, 2 of the index select the far side along that axis.
pub fn corners(centre: Vec3, half_axes: &[Vec3; 3]) -> [Vec3; 8] {
    std::array::from_fn(|corner| {
        let sides = half_axes.iter().enumerate();
        sides.fold(
            centre,
            |at, (axis, half)| {
                if corner >> axis & 1 == 0 { at - *half } else { at + *half }
            },
        )
    })
}

/// Two unit vectors perpendicular to `axis` and to each other.
pub fn across(axis: Vec3) -> [Vec3; 2] {
    let unit = axis.try_normalize().unwrap_or(Vec3::Y);
    let (u, v) = unit.any_orthonormal_pair();
    [u, v]
}

impl ElementInfo for Helper {
    fn origin(&self) -> &Origin {
        &self.origin
    }

    fn name(&self, _: &Scene, _: Element) -> String {
        self.name.clone()
    }

    fn facts<'a>(&'a self, scene: &'a Scene, _: Element) -> Properties<'a> {
        let layer = scene.layers.get(usize::from(self.layer));
        let layer = layer.map_or("", |layer| layer.name.as_str());
        vec![("Helper", self.name.as_str().into()), ("Layer", layer.into())]
    }
}
