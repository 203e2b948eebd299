//! Fog and background colour.

use super::Origin;

/// Fog and background of a scene; each is optional when drawing.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Atmosphere {
    /// Fog, which hides distant objects.
    pub fog: Option<Fog>,
    /// Colour behind everything.
    pub backdrop: Option<Backdrop>,
}

/// Fog that depends on the distance straight ahead of the viewer.
#[derive(Clone, Debug, PartialEq)]
pub struct Fog {
    /// Scene units ahead of the viewer at which the fog begins.
    pub start: f32,
    /// Scene units from `start` to complete fog, or over which visibility halves; above 0.
    pub range: f32,
    /// Increase of the density.
    pub growth: Growth,
    /// Fog colour: red, green, blue; `None` if none is stored, which means black.
    pub colour: Option<[u8; 3]>,
    /// Bytes and field path of the fog.
    pub origin: Origin,
}

/// Increase of fog density with the distance.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub enum Growth {
    /// Linear, until the fog is complete.
    #[default]
    Even,
    /// With this exponent (above 0), until the fog is complete.
    Power(f32),
    /// Visibility halves after each range.
    Halves,
}

impl Fog {
    /// Density of the fog at a distance ahead of the viewer, 0 to 1.
    pub fn at(&self, distance: f32) -> f32 {
        let way = ((distance - self.start) / self.range).max(0.0);
        match self.growth {
            Growth::Even => way.min(1.0),
            Growth::Power(power) => way.min(1.0).powf(power),
            Growth::Halves => 1.0 - (-way).exp2(),
        }
    }
}

/// A flat background colour.
#[derive(Clone, Debug, PartialEq)]
pub struct Backdrop {
    /// Red, green, blue.
    pub colour: [u8; 3],
    /// Bytes and field path of the colour.
    pub origin: Origin,
}
