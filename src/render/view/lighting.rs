//! Selection of the light on lit faces.

use crate::scene::{Light, Scene};

/// Choice among the lights of a scene.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Lighting {
    /// The scene's own light ([`Scene::light`]).
    #[default]
    Own,
    /// One of [`Scene::other_lights`], by its index.
    Other(usize),
    /// No light: faces have their own colours.
    Off,
}

impl Lighting {
    /// Name of the choice without light.
    pub const OFF: &str = "off";

    /// All choices of a scene with their names; empty if nothing is lit.
    pub fn all(scene: &Scene) -> Vec<(Self, &str)> {
        let Some(own) = &scene.light else { return Vec::new() };
        let others = scene.other_lights.iter().enumerate();
        let others = others.map(|(at, light)| (Self::Other(at), light.name.as_str()));
        let own = std::iter::once((Self::Own, own.name.as_str()));
        own.chain(others).chain([(Self::Off, Self::OFF)]).collect()
    }

    /// The choice with this name.
    pub fn named(scene: &Scene, name: &str) -> Option<Self> {
        let mut all = Self::all(scene).into_iter();
        all.find(|(_, known)| known.eq_ignore_ascii_case(name)).map(|(choice, _)| choice)
    }

    /// The selected light of a scene.
    pub fn of(self, scene: &Scene) -> Option<&Light> {
        match self {
            Self::Own => scene.light.as_ref(),
            Self::Other(at) => scene.other_lights.get(at),
            Self::Off => None,
        }
    }
}
