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

/// Fog that thickens with the distance straight ahead of the viewer.
#[derive(Clone, Debug, PartialEq)]
pub struct Fog {
    /// Scene units ahead of the viewer at which it begins.
    pub start: f32,
    /// Scene units behind that over which it becomes complete, or half as thin; above 0.
    pub range: f32,
    /// How it thickens on the way.
    pub growth: Growth,
    /// What things fade into: red, green, blue; `None` where nothing says so, which is black.
    pub colour: Option<[u8; 3]>,
    /// Bytes and field path of the fog.
    pub origin: Origin,
}

/// How fog thickens with the distance.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub enum Growth {
    /// Evenly, until it is complete.
    #[default]
    Even,
    /// As this power of the way, until it is complete; above 0.
    Power(f32),
    /// Half of what is left to see is gone after each range.
    Halves,
}

impl Fog {
    /// Share of the fog at a distance ahead of the viewer, 0 to 1.
    pub fn at(&self, distance: f32) -> f32 {
        let way = ((distance - self.start) / self.range).max(0.0);
        match self.growth {
            Growth::Even => way.min(1.0),
            Growth::Power(power) => way.min(1.0).powf(power),
            Growth::Halves => 1.0 - (-way).exp2(),
        }
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
