//! A sky without faces.

use serde::Serialize;

use super::Origin;

/// A picture that repeats on a level plane above the viewer, and fades into one colour towards the
/// horizon. Below the horizon there is nothing but that colour.
///
/// The plane keeps its height above the viewer, who never comes nearer to it; sideways it stays
/// where it is in the world, so that the picture passes by overhead.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Sky {
    #[serde(skip)]
    pub name: String,
    /// Index in [`Scene::textures`](super::Scene::textures). Its *u* runs along X and its *v* along
    /// −Z, from the world's origin.
    #[serde(skip)]
    pub texture: Option<u32>,
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
    #[serde(flatten)]
    pub origin: Origin,
}
