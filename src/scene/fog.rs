//! Air: what hides things far away, and what is behind everything.

use super::Origin;

/// The air of a scene: each is drawn where it is wanted.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Air {
    /// Hides what is far away.
    pub fog: Option<Fog>,
    /// Behind everything.
    pub backdrop: Option<Backdrop>,
}

/// Fog that thickens evenly with the distance straight ahead of the viewer.
#[derive(Clone, Debug, PartialEq)]
pub struct Fog {
    /// Scene units ahead of the viewer at which it begins.
    pub start: f32,
    /// Scene units behind that over which it becomes complete; above 0.
    pub range: f32,
    /// What things fade into: red, green, blue; `None` where nothing says so, which is black.
    pub colour: Option<[u8; 3]>,
    /// Bytes and field path of the fog.
    pub origin: Origin,
}

impl Fog {
    /// Share of the fog at a distance ahead of the viewer, 0 to 1.
    pub fn at(&self, distance: f32) -> f32 {
        ((distance - self.start) / self.range).clamp(0.0, 1.0)
    }
}

/// One flat colour behind everything.
#[derive(Clone, Debug, PartialEq)]
pub struct Backdrop {
    /// Red, green, blue.
    pub colour: [u8; 3],
    /// Bytes and field path of the colour.
    pub origin: Origin,
}
