//! Which light falls on lit faces.

use crate::scene::{Light, Scene};

/// Choice among the lights of a scene.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Lighting {
    /// The scene's own ([`Scene::light`]).
    #[default]
    Own,
    /// One of [`Scene::other_lights`], by its index.
    Other(usize),
    /// None: faces are as bright as they are coloured.
    Off,
}

impl Lighting {
    /// Name of the choice without light.
    pub const OFF: &str = "off";

    /// All choices of a scene with their names; none where nothing is lit.
    pub fn all(scene: &Scene) -> Vec<(Self, &str)> {
        let Some(own) = &scene.light else { return Vec::new() };
        let others = scene.other_lights.iter().enumerate();
        let others = others.map(|(at, light)| (Self::Other(at), light.name.as_str()));
        let own = std::iter::once((Self::Own, own.name.as_str()));
        own.chain(others).chain([(Self::Off, Self::OFF)]).collect()
    }

    /// The choice of this name.
    pub fn named(scene: &Scene, name: &str) -> Option<Self> {
        let mut all = Self::all(scene).into_iter();
        all.find(|(_, known)| known.eq_ignore_ascii_case(name)).map(|(choice, _)| choice)
    }

    /// The light of a scene that was chosen.
    pub fn of(self, scene: &Scene) -> Option<&Light> {
        match self {
            Self::Own => scene.light.as_ref(),
            Self::Other(at) => scene.other_lights.get(at),
            Self::Off => None,
        }
    }
}
