//! Coordinate systems of files.

use glam::Vec3;

/// Axes and precision of the positions in a file, for display of its numbers.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct FileCoordinates {
    /// Direction in the scene of each stored axis, in stored order; unit length.
    pub axes: [Vec3; 3],
    /// The axes as text: `X right, Y down, Z forward`.
    pub meaning: &'static str,
    /// Fractional binary digits of a stored number.
    pub fraction: u32,
}

impl FileCoordinates {
    /// Converts a position in the scene to the file's axes, in scene units.
    pub fn place(&self, at: Vec3) -> Vec3 {
        Vec3::from_array(self.axes.map(|axis| axis.dot(at)))
    }

    /// Converts a position to the numbers that the file would store.
    pub fn stored(&self, at: Vec3) -> [i64; 3] {
        let steps = f64::from(self.fraction).exp2();
        self.place(at).to_array().map(|v| (f64::from(v) * steps).round() as i64)
    }
}
