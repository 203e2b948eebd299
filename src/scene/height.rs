//! Height fields: terrain as stored, independent of the meshes that display it.

use std::fmt;
use std::sync::Arc;

use serde::Serialize;

use super::Origin;

/// Heights over a plane, in the file's own axes: x right, y to the back, heights upwards, in metres if
/// the scene defines them.
#[derive(Clone, Serialize)]
pub struct HeightField {
    /// Name of the terrain.
    pub name: String,
    /// Number of vertices at the finest level of detail.
    pub vertices: u64,
    /// Source of the heights.
    #[serde(skip)]
    pub data: Arc<dyn HeightData>,
    /// Bytes and field path of the terrain.
    #[serde(flatten)]
    pub origin: Origin,
}

impl fmt::Debug for HeightField {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "HeightField({}, {} vertices)", self.name, self.vertices)
    }
}

/// Decoder of the heights.
pub trait HeightData: Send + Sync {
    /// Every vertex of the finest level of detail: x, y, height, row by row.
    fn vertices(&self) -> Vec<[f64; 3]>;
    /// Heights at equal steps, as fine as the field but with no side longer than `longest`.
    fn raster(&self, longest: u32) -> HeightRaster;
}

/// Heights at equal steps.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct HeightRaster {
    /// Number of heights per row.
    pub width: u32,
    /// Number of rows.
    pub height: u32,
    /// Row by row; the first row has the greatest y, as on a map.
    pub heights: Vec<f32>,
    /// Distance between neighbouring heights.
    pub step: f32,
}
