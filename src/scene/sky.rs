//! A sky without faces.

use serde::Serialize;

use super::element::ElementInfo;
use super::naming::name_of;
use super::property::{Properties, Value, name_or_none};
use super::{Element, Origin, Scene, TextureId};

/// A picture that repeats on a level plane above the viewer, and fades into one colour towards the
/// horizon. Below the horizon there is nothing but that colour.
///
/// The plane keeps its height above the viewer, who never comes nearer to it; sideways it stays
/// where it is in the world, so that the picture passes by overhead.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Sky {
    /// Name of the sky.
    #[serde(skip)]
    pub name: String,
    /// Index in [`Scene::textures`](super::Scene::textures). Its *u* runs along X and its *v* along
    /// −Z, from the world's origin.
    #[serde(skip)]
    pub texture: Option<TextureId>,
    /// R, G, B overhead where there is no texture.
    #[serde(skip)]
    pub plain: [u8; 3],
    /// Scene units above the viewer.
    pub height: f32,
    /// Scene units that the picture covers, each way.
    pub repeat: f32,
    /// R, G, B at the horizon and below.
    pub horizon: [u8; 3],
    /// Sines of the angles above the horizon where fading begins and where it is complete.
    pub fade: [f32; 2],
    /// Index in [`Scene::layers`](super::Scene::layers): shown and hidden with it.
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
            ("Above the viewer", format!("{:.1}", self.height).into()),
            ("One repeat", format!("{:.1}", self.repeat).into()),
            ("Horizon", format!("{r} {g} {b}").into()),
        ]
    }
}
