//! Heights in world space: vertices, triangles without cracks, the height at a point.

use std::sync::Arc;

use super::records::{Parameters, Wtd};
use crate::codec::zerotree::{Heights, is_crossed};
use crate::scene::{HeightData, HeightRaster};

/// A decoded terrain. Clones share the data. World axes are the game's: x right, y to the back, z
/// upwards, metres.
#[derive(Clone)]
pub struct Terrain {
    pub wtd: Arc<Wtd>,
    heights: Arc<Heights>,
}

/// A position in steps.
pub type Step = (u32, u32);

/// Three positions, counter-clockwise seen from above, and the index of their square in the tree, 0 for a
/// flat terrain.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Triangle {
    pub corners: [Step; 3],
    pub square: u32,
}

impl Terrain {
    pub fn new(wtd: Wtd) -> Self {
        let heights = Arc::new(wtd.tree.heights(wtd.root));
        Self { wtd: Arc::new(wtd), heights }
    }

    /// The finest level of detail.
    pub fn heights(&self) -> &Heights {
        &self.heights
    }

    /// Steps along a side.
    pub fn size(&self) -> u32 {
        self.wtd.tree.size
    }

    /// Steps of the smallest square of the finest level.
    pub fn finest(&self) -> u32 {
        let smallest = self.wtd.tree.squares.iter().map(|square| square.size / 2).min();
        smallest.unwrap_or(self.size())
    }

    /// The world position of a vertex with this coefficient.
    pub fn world(&self, (x, y): Step, coefficient: i32) -> [f64; 3] {
        let Parameters { world_x_scale, world_x_offset, .. } = self.wtd.parameters;
        let Parameters { world_y_scale, world_y_offset, coefficient_to_z, .. } =
            self.wtd.parameters;
        [
            f64::from(x) * f64::from(world_x_scale) + f64::from(world_x_offset),
            f64::from(y) * f64::from(world_y_scale) + f64::from(world_y_offset),
            f64::from(coefficient) * f64::from(coefficient_to_z),
        ]
    }

    /// The coefficient of a point on a triangle.
    fn on_triangle(&self, triangle: &Triangle, [x, y]: [f64; 2]) -> Option<f64> {
        let [a, b, c] = triangle.corners.map(|(x, y)| [f64::from(x), f64::from(y)]);
        let heights = triangle.corners.map(|(x, y)| self.heights.get(x, y).map(f64::from));
        let side =
            |p: [f64; 2], q: [f64; 2]| (q[0] - p[0]) * (y - p[1]) - (q[1] - p[1]) * (x - p[0]);
        let weights = [side(b, c), side(c, a), side(a, b)];
        let total: f64 = weights.iter().sum();
        if total <= 0.0 || weights.iter().any(|weight| *weight < 0.0) {
            return None;
        }
        let sum = weights.iter().zip(heights).map(|(w, z)| Some(w * z?)).sum::<Option<f64>>()?;
        Some(sum / total)
    }

    /// The triangles of the finest level, in the order of the tree.
    pub fn triangles(&self) -> Vec<Triangle> {
        triangles(&self.wtd, &self.heights, 1)
    }
}

/// The triangles of a level of detail whose smallest squares have `smallest` steps, with these heights.
/// Neighbours may have different sizes; there are no cracks.
pub fn triangles(wtd: &Wtd, heights: &Heights, smallest: u32) -> Vec<Triangle> {
    let mut all = Vec::with_capacity(heights.len() * 2);
    if wtd.tree.squares.is_empty() {
        leaf(heights, (0, 0), wtd.tree.size, 0, &mut all);
    }
    for (index, square) in (0u32..).zip(&wtd.tree.squares) {
        let (x, y, half) = (square.x, square.y, square.size / 2);
        if half < smallest {
            continue;
        }
        let corners = [(x, y), (x + half, y), (x + half, y + half), (x, y + half)];
        for (child, corner) in square.children.into_iter().zip(corners) {
            if child.is_none() || half == smallest {
                leaf(heights, corner, half, index, &mut all);
            }
        }
    }
    all
}

/// Cuts a square along its diagonal, and each half into triangles that use every vertex on its
/// edges.
fn leaf(heights: &Heights, (x, y): Step, size: u32, square: u32, all: &mut Vec<Triangle>) {
    let corners = [(x, y), (x + size, y), (x + size, y + size), (x, y + size)];
    // The corner between the two edges of each half.
    let apexes = if is_crossed(x, y, size) { [0, 2] } else { [1, 3] };
    for apex in apexes {
        let [before, at, after] = [apex + 3, apex, apex + 1].map(|corner| corners[corner % 4]);
        let mut chain = vec![before];
        between(heights, before, at, &mut chain);
        let mut low = chain.len();
        chain.push(at);
        between(heights, at, after, &mut chain);
        chain.push(after);
        let mut high = low;
        let mut add = |corners: [usize; 3]| {
            let corners = corners.map(|corner| chain.get(corner).copied().unwrap_or((x, y)));
            all.push(Triangle { corners, square });
        };
        // From the corner outwards, alternating between both sides.
        add([low - 1, low, high + 1]);
        (low, high) = (low - 1, high + 1);
        let mut turn = true;
        while low > 0 || high + 1 < chain.len() {
            if (turn && low > 0) || high + 1 >= chain.len() {
                add([low - 1, low, high]);
                low -= 1;
            } else {
                add([low, high, high + 1]);
                high += 1;
            }
            turn = !turn;
        }
    }
}

/// The vertices strictly between two corners, in order.
fn between(heights: &Heights, a: Step, b: Step, chain: &mut Vec<Step>) {
    if a.0.abs_diff(b.0).max(a.1.abs_diff(b.1)) < 2 {
        return;
    }
    let middle = (a.0.midpoint(b.0), a.1.midpoint(b.1));
    if heights.get(middle.0, middle.1).is_some() {
        between(heights, a, middle, chain);
        chain.push(middle);
        between(heights, middle, b, chain);
    }
}

impl HeightData for Terrain {
    fn vertices(&self) -> Vec<[f64; 3]> {
        self.heights.rows().into_iter().map(|(x, y, z)| self.world((x, y), z)).collect()
    }

    fn raster(&self, longest: u32) -> HeightRaster {
        let mut step = self.finest();
        while self.size() / step >= longest.max(2) {
            step *= 2;
        }
        let side = self.size() / step + 1;
        let mut heights = vec![0.0f32; side as usize * side as usize];
        for triangle in self.triangles() {
            self.sample(&triangle, step, side, &mut heights);
        }
        let scale = self.wtd.parameters.coefficient_to_z;
        heights.iter_mut().for_each(|coefficient| *coefficient *= scale);
        let spacing = self.wtd.parameters.world_x_scale.abs() * step as f32;
        HeightRaster { width: side, height: side, heights, step: spacing }
    }
}

impl Terrain {
    /// Fills in the samples on a triangle. The first row has the greatest y.
    fn sample(&self, triangle: &Triangle, step: u32, side: u32, out: &mut [f32]) {
        let range = |axis: fn(&Step) -> u32| {
            let values = triangle.corners.iter().map(axis);
            let (low, high) = (values.clone().min().unwrap_or(0), values.max().unwrap_or(0));
            low.div_ceil(step)..=high / step
        };
        for row in range(|step| step.1) {
            for column in range(|step| step.0) {
                let at = [column, row].map(|v| f64::from(v * step));
                let z = self.on_triangle(triangle, at);
                let index = (side - 1).checked_sub(row).map(|row| (row * side + column) as usize);
                if let (Some(z), Some(out)) = (z, index.and_then(|index| out.get_mut(index))) {
                    *out = z as f32;
                }
            }
        }
    }
}
