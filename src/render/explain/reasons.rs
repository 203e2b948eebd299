//! Reasons for the outcome of a face, and its place in the drawing order.

use std::borrow::Cow;

use super::explanation::{DrawKey, Explanation, Layer, Outcome, Texel};
use crate::render::draw::Cull;
use crate::render::view::HiddenBy;
use crate::scene::{Scene, Surface, TextureFault};

/// Largest difference between buckets that a small move of the camera can reverse.
pub const NEAR_BUCKETS: u32 = 2;

/// Difference of two depths that may result from rounding, as a share of the depth.
pub const TIE: f32 = 1.0 / 4096.0;

impl Outcome {
    /// Name of the outcome, as in JSON.
    pub fn name(self) -> &'static str {
        match self {
            Outcome::Drawn => "drawn",
            Outcome::Culled(_) => "culled",
            Outcome::Transparent => "transparent",
            Outcome::Hidden => "hidden",
            Outcome::Behind => "behind",
        }
    }
}

impl Layer {
    /// Reason for the outcome.
    pub fn reason(&self, scene: &Scene) -> Cow<'static, str> {
        Cow::Borrowed(match (self.outcome, self.hidden_by) {
            (Outcome::Drawn, _) => "part of the colour",
            (Outcome::Culled(Cull::Back), _) => "its back is visible, and it has one side",
            (Outcome::Culled(Cull::Size), _) => "wider than 1023 or higher than 511 pixels",
            (Outcome::Culled(Cull::Vanishes), _) => "not drawn where it would be subdivided",
            (Outcome::Transparent, _) => "the texel is transparent",
            (Outcome::Behind, _) => "another face covers it",
            (Outcome::Hidden, Some(HiddenBy::Layer(layer))) => {
                let layer = scene.layers.get(usize::from(layer));
                return format!("its layer {} is hidden", layer.map_or("", |layer| &layer.name))
                    .into();
            }
            (Outcome::Hidden, Some(HiddenBy::Detail)) => "another level of detail is drawn",
            (Outcome::Hidden, Some(HiddenBy::Object)) => "the object is hidden",
            (Outcome::Hidden, Some(HiddenBy::Face)) => "the face is hidden",
            (Outcome::Hidden, None) => "it is never drawn",
        })
    }

    /// Reason why the face has no texel though its material has a texture.
    pub fn missing_texture(&self, scene: &Scene) -> Option<Cow<'static, str>> {
        let mesh = scene.mesh_of(scene.nodes.get(self.face.node)?)?;
        let face = mesh.faces.get(self.face.face as usize)?;
        Some(Cow::Borrowed(match scene.materials.get(face.material)?.surface {
            Surface::Missing(Some(hash)) => {
                return Some(format!("0x{hash:08x} is not in any open file; replaced").into());
            }
            Surface::Missing(None) => "its number is out of range; replaced",
            Surface::Faulty(TextureFault::WrongTexture) => {
                "the original draws texels of another texture; a checkerboard is drawn"
            }
            Surface::Faulty(TextureFault::UndefinedCoordinates) => {
                "its coordinates are undefined; a checkerboard is drawn"
            }
            Surface::Textured { texture, .. } if scene.textures.get(texture).is_none() => {
                "it does not exist"
            }
            Surface::Plain | Surface::Textured { .. } => return None,
        }))
    }

    /// The key by which the face is sorted, as text.
    pub(super) fn order(&self) -> Option<String> {
        match self.key {
            Some(DrawKey { bucket: Some(bucket), distance }) => {
                Some(format!("bucket {bucket}, distance {distance:.2}"))
            }
            Some(DrawKey { bucket: None, distance }) => Some(format!("distance {distance:.2}")),
            None if self.takes_part() => Some(format!("depth {:.6}", self.depth)),
            None => None,
        }
    }

    /// Another face of the pixel with almost the same key, and the likeness. Such faces can swap when the
    /// camera moves.
    pub fn flickers_with<'a>(&self, of: &'a Explanation) -> Option<(&'a Layer, &'static str)> {
        if !self.takes_part() {
            return None;
        }
        let mut others = of.layers.iter().filter(|o| o.takes_part() && o.draw_id != self.draw_id);
        match self.key {
            Some(DrawKey { bucket: Some(bucket), .. }) => {
                let by = |o: &Layer| Some(o.key?.bucket?.abs_diff(bucket));
                let near = others.filter_map(|o| Some((by(o)?, o)));
                let near = near.filter(|(by, _)| *by <= NEAR_BUCKETS).min_by_key(|(by, _)| *by);
                let like = |by| if by == 0 { "same bucket" } else { "almost the same bucket" };
                near.map(|(by, other)| (other, like(by)))
            }
            Some(DrawKey { bucket: None, .. }) => None,
            None => {
                let is_tie = |o: &&Layer| (o.depth - self.depth).abs() <= self.depth * TIE;
                Some((others.find(|o| o.key.is_none() && is_tie(o))?, "same depth"))
            }
        }
    }

    /// `true` if the face is in the drawing order.
    fn takes_part(&self) -> bool {
        matches!(self.outcome, Outcome::Drawn | Outcome::Behind)
    }
}

impl Texel {
    /// Reason why the texel is not drawn, if it is transparent.
    pub(super) fn cut_out(&self) -> &'static str {
        match (self.word, self.rgba) {
            (Some(_), _) => "the word 0x0000 is not drawn",
            (None, Some(_)) => "alpha 0 is not drawn",
            (None, None) => "it is not drawn",
        }
    }
}
