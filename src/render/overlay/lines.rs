//! Lines on top of the picture: the scene's helpers, and orientation marks.

use std::collections::BTreeSet;

use glam::Vec3;

use super::mask::CATEGORY_COLOURS;
use crate::render::device::{LineRecord, line_kind};
use crate::render::upload::SceneBuffers;
use crate::render::view::{Bounds, Camera, RenderOptions};
use crate::scene::{HelperShape, Posed, across, corners};

/// Width in pixels.
const WIDTH: f32 = 2.0;
const DISC: f32 = 9.0;

/// Length of a heading arrow, relative to the distance to the camera's target.
const HEADING: f32 = 0.06;

/// Number of grid lines in each direction from the centre.
const GRID_REACH: i32 = 20;

/// Segments of a circle.
const RING: u32 = 32;

const GRID_COLOUR: [u8; 4] = [200, 200, 210, 60];
const BOUNDS_COLOUR: [u8; 4] = [240, 240, 250, 150];
const GHOST_COLOUR: [u8; 4] = [120, 200, 255, 110];

/// Maximum number of edges of an outline; more would be unreadable and fill memory.
const MAX_EDGES: usize = 40_000;

/// All lines except the faces' edges.
pub fn records(
    buffers: &SceneBuffers,
    camera: &Camera,
    options: &RenderOptions,
) -> Vec<LineRecord> {
    let mut lines = Lines { records: Vec::new(), id: 0, colour: [0; 4], width: 1.0 };
    let marks = options.marks;
    if (marks.grid || marks.bounds)
        && let Some(bounds) = buffers.bounds()
    {
        if marks.grid {
            lines.grid(&bounds);
        }
        if marks.bounds {
            lines.colour = BOUNDS_COLOUR;
            lines.cuboid(&bounds);
        }
    }
    if marks.axes {
        lines.axes(camera.distance * 0.25);
    }
    if let Some(ghost) = buffers.ghost() {
        lines.colour = GHOST_COLOUR;
        lines.ghost(buffers, ghost);
    }
    lines.width = WIDTH;
    let visibility = buffers.visibility();
    let first = buffers.ids().total();
    let carried = !buffers.scene().carried.is_empty();
    let rest = if carried { buffers.scene().world_transforms() } else { Vec::new() };
    for (index, helper) in buffers.scene().helpers.pairs() {
        if visibility.helper(buffers.scene(), index) {
            let of_layer = CATEGORY_COLOURS[usize::from(helper.layer) % CATEGORY_COLOURS.len()];
            let own = buffers.scene().tints.get(&index).copied();
            let [r, g, b] = own.unwrap_or(of_layer);
            lines.colour = [r, g, b, 255];
            lines.id = first.saturating_add(index.number()).wrapping_add(1);
            let shape = buffers.scene().helper_shape(index, &rest, buffers.posed().bones());
            lines.helper(shape.as_deref().unwrap_or(&helper.shape), camera);
        }
    }
    lines.records
}

struct Lines {
    records: Vec<LineRecord>,
    id: u32,
    colour: [u8; 4],
    width: f32,
}

impl Lines {
    fn push(&mut self, kind: u32, a: Vec3, b: Vec3, width: f32) {
        self.records.push(LineRecord {
            a: a.to_array(),
            width,
            b: b.to_array(),
            colour: u32::from_le_bytes(self.colour),
            id: self.id,
            kind,
            unused: [0; 2],
        });
    }

    fn segment(&mut self, a: Vec3, b: Vec3) {
        self.push(line_kind::SEGMENT, a, b, self.width);
    }

    fn helper(&mut self, shape: &HelperShape, camera: &Camera) {
        match shape {
            HelperShape::Point { at, heading } => {
                if let Some(heading) = heading {
                    self.arrow(*at, *heading * camera.distance * HEADING);
                }
                self.push(line_kind::DISC, *at, *at, DISC);
            }
            HelperShape::Line(points) => {
                for pair in points.windows(2) {
                    self.segment(pair[0], pair[1]);
                }
                for point in points {
                    self.push(line_kind::DISC, *point, *point, WIDTH * 2.5);
                }
            }
            HelperShape::Box { min, max } => self.cuboid(&Bounds { min: *min, max: *max }),
            HelperShape::Cuboid { centre, half_axes } => self.edges(&corners(*centre, half_axes)),
            HelperShape::Area { min, max } => {
                self.colour[3] = 0;
                self.push(line_kind::RECTANGLE, *min, *max, 0.0);
            }
            HelperShape::Sphere { centre, radius } => {
                for [u, v] in [[Vec3::X, Vec3::Y], [Vec3::Y, Vec3::Z], [Vec3::Z, Vec3::X]] {
                    self.ring(*centre, [u * *radius, v * *radius]);
                }
            }
            HelperShape::Cylinder { base, axis, radius } => self.cylinder(*base, *axis, *radius),
            HelperShape::Grid { min, max, nx, nz, counts } => {
                self.cells(*min, *max, (*nx, *nz), counts);
            }
        }
    }

    fn arrow(&mut self, from: Vec3, by: Vec3) {
        let tip = from + by;
        let side = by.cross(by.any_orthogonal_vector()).normalize_or_zero() * by.length() * 0.2;
        self.segment(from, tip);
        self.segment(tip, tip - by * 0.3 + side);
        self.segment(tip, tip - by * 0.3 - side);
    }

    fn cuboid(&mut self, bounds: &Bounds) {
        self.edges(&bounds.corners());
    }

    /// Adds the edges of a box, from its corners in the order of [`corners`].
    fn edges(&mut self, corners: &[Vec3; 8]) {
        for (from, a) in corners.iter().enumerate() {
            for axis in [1, 2, 4].iter().filter(|axis| from & **axis == 0) {
                self.segment(*a, corners[from | axis]);
            }
        }
    }

    fn ring(&mut self, centre: Vec3, [u, v]: [Vec3; 2]) {
        let at = |i: u32| {
            let (sin, cos) = (i as f32 * std::f32::consts::TAU / RING as f32).sin_cos();
            centre + u * cos + v * sin
        };
        for i in 0..RING {
            self.segment(at(i), at(i + 1));
        }
    }

    /// Adds both rims of a cylinder, and four lines between them.
    fn cylinder(&mut self, base: Vec3, axis: Vec3, radius: f32) {
        let [u, v] = across(axis).map(|across| across * radius);
        self.ring(base, [u, v]);
        self.ring(base + axis, [u, v]);
        for side in [u, v, -u, -v] {
            self.segment(base + side, base + side + axis);
        }
    }

    /// Adds cells coloured by their content, and the lines between them.
    fn cells(&mut self, min: Vec3, max: Vec3, (nx, nz): (u32, u32), counts: &[u32]) {
        let (nx, nz) = (nx.clamp(1, 256), nz.clamp(1, 256));
        let step = Vec3::new((max.x - min.x) / nx as f32, 0.0, (max.z - min.z) / nz as f32);
        let at = |x: u32, z: u32| min + step * Vec3::new(x as f32, 0.0, z as f32);
        let fullest = counts.iter().copied().max().unwrap_or(0).max(1) as f32;
        let own = self.colour;
        for (cell, count) in (0u32..nx * nz).zip(counts).filter(|(_, count)| **count > 0) {
            let (x, z) = (cell % nx, cell / nx);
            self.colour[3] = (20.0 + 100.0 * *count as f32 / fullest) as u8;
            self.push(line_kind::RECTANGLE, at(x, z), at(x + 1, z + 1), 0.0);
        }
        self.colour = own;
        for x in 0..=nx {
            self.push(line_kind::SEGMENT, at(x, 0), at(x, nz), 1.0);
        }
        for z in 0..=nz {
            self.push(line_kind::SEGMENT, at(0, z), at(nx, z), 1.0);
        }
    }

    /// Adds the edges of everything visible that differs in another pose, each edge once.
    fn ghost(&mut self, buffers: &SceneBuffers, posed: &Posed) {
        let (scene, shown) = (buffers.scene(), buffers.visibility());
        let now = buffers.posed();
        let mut room = MAX_EDGES;
        for (index, node) in scene.nodes.pairs() {
            let (Some(number), Some(transform)) = (node.mesh, posed.placed().get(index.index()))
            else {
                continue;
            };
            let Some(mesh) = scene.meshes.get(number) else { continue };
            let moved = now.placed().get(index.index()) != Some(transform)
                || now.is_moved_from(posed, number);
            if !moved || !shown.node(scene, index) {
                continue;
            }
            let mut edges = BTreeSet::new();
            for face in mesh.faces.iter().filter(|face| shown.layer(face.layer)) {
                let around = face.perimeter().iter().filter_map(|at| face.corners.get(*at));
                let next = around.clone().cycle().skip(1);
                edges.extend(around.clone().zip(next).map(|(a, b)| (*a.min(b), *a.max(b))));
            }
            let positions = posed.positions(scene, number);
            let at = |corner: u32| {
                positions.get(corner as usize).map(|position| transform.transform_point3(*position))
            };
            for (a, b) in edges.into_iter().take(room) {
                if let (Some(a), Some(b)) = (at(a), at(b)) {
                    self.segment(a, b);
                    room -= 1;
                }
            }
        }
    }

    /// Adds a horizontal grid at the bottom of the scene, in steps of 1, 2 or 5 times a power of ten.
    fn grid(&mut self, bounds: &Bounds) {
        let wanted = (bounds.radius() * 2.0 / GRID_REACH as f32).max(f32::MIN_POSITIVE);
        let power = 10f32.powf(wanted.log10().floor());
        let step = [1.0, 2.0, 5.0, 10.0]
            .into_iter()
            .map(|times| times * power)
            .find(|step| *step >= wanted)
            .unwrap_or(power);
        let snapped = (bounds.centre() / step).round() * step;
        let middle = Vec3::new(snapped.x, bounds.min.y, snapped.z);
        let end = GRID_REACH as f32 * step;
        self.colour = GRID_COLOUR;
        for i in -GRID_REACH..=GRID_REACH {
            let along = i as f32 * step;
            self.segment(middle + Vec3::new(along, 0.0, -end), middle + Vec3::new(along, 0.0, end));
            self.segment(middle + Vec3::new(-end, 0.0, along), middle + Vec3::new(end, 0.0, along));
        }
    }

    fn axes(&mut self, length: f32) {
        self.width = WIDTH;
        for (axis, colour) in [
            (Vec3::X, [230, 70, 70, 255]),
            (Vec3::Y, [90, 200, 90, 255]),
            (Vec3::Z, [80, 130, 240, 255]),
        ] {
            self.colour = colour;
            self.segment(Vec3::ZERO, axis * length);
        }
        self.width = 1.0;
    }
}
