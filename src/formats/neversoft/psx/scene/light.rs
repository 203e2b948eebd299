//! Lights of items and of skaters: constants of the engine that are not stored in files (section 15).

use glam::Vec3;

use super::super::face::{Face, Uv};
use super::super::flags::base;
use crate::formats::neversoft::transform::turn;
use crate::scene::{Lamp, Light, Origin, Scene};

/// Directions to the lamps in PlayStation axes, and their red, green and blue intensities [S].
const LAMPS: [([f32; 3], [f32; 3]); 3] = [
    ([0.0, 1.0, 0.0], [1.0, 0.5, 0.125]),
    ([0.0, -1.0, 0.0], [0.5625, 0.8125, 1.0]),
    ([0.0, 0.0, 1.0], [0.5, 0.5, 0.5]),
];
const AMBIENT: f32 = 0.125;

/// Grey intensities of the same lamps, and of the ambient light, for skaters [S].
const SKATER_LAMPS: [f32; 3] = [0.156, 0.719, 0.078];
const SKATER_AMBIENT: f32 = 0.531;

/// Adds lights to a scene with lit faces: as for an item, with a variant for skaters.
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

/// White level by which light is multiplied: 128 for textures on the PlayStation, 255 on the ports
/// and for untextured faces.
pub fn neutral(face: &Face) -> [u8; 3] {
    let halves = face.flags & base::ANY_TEXTURE != 0 && !matches!(face.uv(), Some(Uv::Wide { .. }));
    [if halves { 128 } else { 255 }; 3]
}
