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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn converts_positions_to_the_axes_and_steps_of_the_file() {
        let axes = [Vec3::X, Vec3::NEG_Y, Vec3::NEG_Z];
        let space = FileCoordinates { axes, meaning: "X right, Y down, Z forward", fraction: 12 };
        let at = Vec3::new(16.0, 2.0, -3.5);
        assert_eq!(space.place(at), Vec3::new(16.0, -2.0, 3.5));
        assert_eq!(space.stored(at), [0x10000, -0x2000, 0x3800]);
    }
}
