//! Writes terrains, and builds them from points.

use super::records::{Parameters, VERSION, Wtd};
use crate::bytes::{BitWriter, Endian, Shaped, count32};
use crate::codec::zerotree::{LARGEST, Zerotree};

/// Number of bits of the largest height.
pub const QUANTISATION: u32 = 16;
/// Points are at multiples of this, in metres.
const GRID: f64 = 0.125;

impl Wtd {
    /// Writes the file.
    pub fn write(&self) -> Vec<u8> {
        let mut bits = BitWriter::default();
        bits.put(VERSION, 16);
        let nodes = u32::try_from(self.tree.node_count()).unwrap_or(u32::MAX);
        bits.put(self.layout.node_count.unwrap_or(nodes), 32);
        let vertices = || count32(self.tree.heights(self.root).len());
        bits.put(self.layout.vertex_count.unwrap_or_else(vertices), 32);
        bits.put(self.root as u32, 32);
        let mut image = Vec::with_capacity(Parameters::SIZE);
        self.parameters.put(&mut image, Endian::Little);
        image.iter().for_each(|byte| bits.put(u32::from(*byte), 8));
        self.tree.write(&mut bits);
        let rest = (bits.position().next_multiple_of(32) - bits.position()) as u32;
        bits.put(self.layout.last_bits, rest);
        let mut bytes = bits.finish();
        bytes.truncate(bytes.len().saturating_sub(self.layout.missing.into()));
        bytes.extend_from_slice(&self.layout.tail);
        bytes
    }

    /// Builds a terrain through points of x, y, z in metres, z upwards: the last point at a position
    /// wins; the last row and column are dropped. `quantisation` is the number of bits of the largest
    /// height (16 in the game).
    ///
    /// # Errors
    /// When the points do not form a terrain, with the reason.
    pub fn of_points(points: &[[f64; 3]], quantisation: u32) -> Result<Self, String> {
        let snap = |v: f64| (v / GRID).floor() * GRID;
        let least = |axis: usize| {
            points.iter().map(|point| snap(point[axis])).fold(f64::INFINITY, f64::min)
        };
        let most = |axis: usize| {
            points.iter().map(|point| snap(point[axis])).fold(f64::NEG_INFINITY, f64::max)
        };
        let min = [least(0), least(1)];
        let extent = (most(0) - min[0]).max(most(1) - min[1]);
        if points.iter().flatten().any(|v| !v.is_finite()) || !extent.is_finite() || extent <= 0.0 {
            return Err("the points span no area".to_owned());
        }
        let spacing =
            spacing(points.iter().flat_map(|p| [snap(p[0]) - min[0], snap(p[1]) - min[1]]));
        let steps = (extent / spacing).ceil();
        if steps > f64::from(LARGEST) {
            return Err(format!("expected at most {LARGEST} steps, found {steps}"));
        }
        let size = (steps as u32).next_power_of_two().max(2);
        let step = |v: f64, min: f64| ((snap(v) - min) / spacing) as u32;
        let corner = |point: &&[f64; 3]| step(point[0], min[0]) == 0 && step(point[1], min[1]) == 0;
        if !points.iter().any(|point| corner(&point)) {
            return Err(format!("no point in the lower left corner {}, {}", min[0], min[1]));
        }
        // Single precision as in the original: a difference in the last bit may change a coefficient.
        let highest = points.iter().map(|point| point[2].abs() as f32).fold(0.0, f32::max);
        let highest = if highest > 0.0 { highest } else { 1.0 };
        let largest = (1u32 << quantisation.min(24)) as f32;
        let coefficient = |z: f64| (z as f32 * (largest / highest) + 0.5).floor() as i32;
        // Reversed, because [`Zerotree::of_points`] uses the first point at a position.
        let steps = points
            .iter()
            .rev()
            .map(|[x, y, z]| (step(*x, min[0]), step(*y, min[1]), coefficient(*z)));
        let (tree, root) = Zerotree::of_points(size, steps);
        let parameters = Parameters::new(size, min, spacing, [largest, highest]);
        Ok(Self { parameters, root, tree, ..Self::default() })
    }
}

/// The largest power of two, at most 1, of which all distances are multiples.
fn spacing(distances: impl Iterator<Item = f64>) -> f64 {
    // Distances are whole multiples of the grid.
    let all = distances.fold(0u64, |all, distance| all | (distance / GRID).round() as u64);
    let lowest = if all == 0 { 8 } else { 1u64 << all.trailing_zeros() };
    (lowest as f64 * GRID).min(1.0)
}

impl Parameters {
    /// The parameters of a square of `size` steps of `spacing` metres from the corner `min`, in which the
    /// coefficient `largest` stands for a height of `highest`.
    fn new(size: u32, min: [f64; 2], spacing: f64, [largest, highest]: [f32; 2]) -> Self {
        // At most 32768.
        let steps = size as i32;
        let extent = (f64::from(size) * spacing) as f32;
        let (spacing, z) = (spacing as f32, highest / largest);
        let [min_x, min_y] = min.map(|v| v as f32);
        Self {
            start_x: 0,
            start_y: 0,
            size_x: steps,
            size_y: steps,
            min_x,
            min_y,
            extent_x: extent,
            extent_y: extent,
            world_x_scale: spacing,
            world_x_offset: min_x,
            world_y_scale: spacing,
            world_y_offset: min_y,
            step_x_scale: 1.0 / spacing,
            step_x_offset: -min_x / spacing,
            step_y_scale: 1.0 / spacing,
            step_y_offset: -min_y / spacing,
            z_to_coefficient: largest / highest,
            coefficient_to_z: z,
            coefficient_to_step: z / spacing,
        }
    }
}
