//! The light of items: the engine's own, since it is in no file (section 15).

use glam::Vec3;

use super::super::face::{Face, Uv};
use super::super::flags::base;
use crate::formats::neversoft::transform::turn;
use crate::scene::{Lamp, Light, Origin, Scene};

/// Directions to the lamps in PlayStation axes, and what each gives of red, green and blue [S].
const LAMPS: [([f32; 3], [f32; 3]); 3] = [
    ([0.0, 1.0, 0.0], [1.0, 0.5, 0.125]),
    ([0.0, -1.0, 0.0], [0.5625, 0.8125, 1.0]),
    ([0.0, 0.0, 1.0], [0.5, 0.5, 0.5]),
];
const AMBIENT: f32 = 0.125;

/// Lights the scene where some face wants light.
pub fn add(scene: &mut Scene) {
    if scene.materials.iter().any(|material| material.lit) {
        let lamp = |(direction, colour): ([f32; 3], [f32; 3])| Lamp {
            to_light: turn(direction.into()),
            colour: colour.into(),
        };
        scene.light = Some(Light {
            name: "light of items".to_owned(),
            ambient: Vec3::splat(AMBIENT),
            lamps: LAMPS.into_iter().map(lamp).collect(),
            origin: Origin::default(),
        });
    }
}

/// The white that light is multiplied with: 128 leaves a texture alone on the PlayStation, 255 on
/// the ports, and is full without one.
pub fn neutral(face: &Face) -> [u8; 3] {
    let halves = face.flags & base::ANY_TEXTURE != 0 && !matches!(face.uv(), Some(Uv::Wide { .. }));
    [if halves { 128 } else { 255 }; 3]
}
