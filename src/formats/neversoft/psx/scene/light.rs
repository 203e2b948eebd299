//! The lights of items and of skaters: the engine's own, since they are in no file (section 15).

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

/// The greys that skaters have of the same lamps, and of the ambient light [S].
const SKATER_LAMPS: [f32; 3] = [0.156, 0.719, 0.078];
const SKATER_AMBIENT: f32 = 0.531;

/// Lights the scene where some face wants light: as an item, or if that is chosen as a skater.
pub fn add(scene: &mut Scene) {
    if !scene.materials.iter().any(|material| material.lit) {
        return;
    }
    scene.light = Some(rig("item", AMBIENT, LAMPS.map(|(_, colour)| colour.into())));
    scene.other_lights = vec![rig("skater", SKATER_AMBIENT, SKATER_LAMPS.map(Vec3::splat))];
}

fn rig(name: &str, ambient: f32, colours: [Vec3; 3]) -> Light {
    let lamps = LAMPS.into_iter().zip(colours);
    Light {
        name: name.to_owned(),
        ambient: Vec3::splat(ambient),
        lamps: lamps
            .map(|((direction, _), colour)| Lamp { to_light: turn(direction.into()), colour })
            .collect(),
        origin: Origin::default(),
    }
}

/// The white that light is multiplied with: 128 leaves a texture alone on the PlayStation, 255 on
/// the ports, and is full without one.
pub fn neutral(face: &Face) -> [u8; 3] {
    let halves = face.flags & base::ANY_TEXTURE != 0 && !matches!(face.uv(), Some(Uv::Wide { .. }));
    [if halves { 128 } else { 255 }; 3]
}
