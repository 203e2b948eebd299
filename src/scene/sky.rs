//! A sky without faces.

use serde::Serialize;

use super::element::ElementInfo;
use super::naming::name_of;
use super::property::{Properties, Value, name_or_none};
use super::{Element, Origin, Scene, TextureId};

/// A tiling texture on a horizontal plane above the viewer, which fades into one colour towards the
/// horizon. Below the horizon there is only that colour.
///
/// The plane stays at the same height above the viewer; horizontally it is fixed in the world, so that
/// the texture passes by overhead.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Sky {
    /// Name of the sky.
    #[serde(skip)]
    pub name: String,
    /// Index in [`Scene::textures`](super::Scene::textures). Its *u* runs along X and its *v* along
    /// −Z, from the world's origin.
    #[serde(skip)]
    pub texture: Option<TextureId>,
    /// R, G, B overhead if there is no texture.
    #[serde(skip)]
    pub plain: [u8; 3],
    /// Height above the viewer in scene units.
    pub height: f32,
    /// Size of one repetition in scene units.
    pub repeat: f32,
    /// R, G, B at the horizon and below.
    pub horizon: [u8; 3],
    /// Sines of the angles above the horizon at which fading begins and at which it is complete.
    pub fade: [f32; 2],
    /// Index in [`Scene::layers`](super::Scene::layers), with which it is shown and hidden.
    #[serde(skip)]
    pub layer: u16,
    /// Bytes and field path of the sky.
    #[serde(flatten)]
    pub origin: Origin,
}

impl ElementInfo for Sky {
    fn origin(&self) -> &Origin {
        &self.origin
    }

    fn name(&self, _: &Scene, _: Element) -> String {
        self.name.clone()
    }

    fn detail(&self, scene: &Scene, _: Element) -> Value {
        self.texture.map(|index| name_of(scene, Element::Texture(index))).unwrap_or_default().into()
    }

    fn facts<'a>(&'a self, scene: &'a Scene, _: Element) -> Properties<'a> {
        let texture = self.texture.and_then(|texture| scene.textures.get(texture));
        let [r, g, b] = self.horizon;
        vec![
            ("Sky", self.name.as_str().into()),
            ("Texture", name_or_none(texture.map(|texture| &texture.name))),
            ("Height above viewer", format!("{:.1}", self.height).into()),
            ("Repeat size", format!("{:.1}", self.repeat).into()),
            ("Horizon", format!("{r} {g} {b}").into()),
        ]
    }
}
