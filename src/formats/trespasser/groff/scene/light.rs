//! The sun of a level.

use glam::Vec3;

use super::Made;
use super::level::Level;
use crate::scene::{Origin, Sun};

/// The most that a light may say of its strength.
const BRIGHTEST: f32 = 0.99;
/// What falls on faces in the shade, and what the brightest light adds: chosen so that textures
/// keep their colours where the light falls straight on them.
const AMBIENT: f32 = 0.5;
const DIRECT: f32 = 0.55;

/// Takes the light from the first `CLightDirectional`, or from the upper left behind the viewer.
pub fn add(level: &Level<'_>, made: &mut Made<'_>) {
    let light = level.things.iter().find_map(|thing| {
        let facts = level.facts(thing);
        let home = thing.home.filter(|_| facts.is_class("CLightDirectional"))?;
        let intensity = facts.intensity.unwrap_or(home.x_axis.truncate().length());
        // It travels along the local Z axis, which is Y here.
        let to_light = -home.y_axis.truncate().normalize_or(Vec3::NEG_Y);
        Some((thing, to_light, intensity.clamp(0.0, BRIGHTEST) / BRIGHTEST))
    });
    let sun = |name: &str, to_light, intensity: f32, origin| Sun {
        name: name.to_owned(),
        to_light,
        ambient: AMBIENT,
        strength: DIRECT * intensity,
        origin,
    };
    made.scene.sun = Some(match light {
        Some((thing, to, intensity)) => sun(&thing.name, to, intensity, thing.origin.clone()),
        None => {
            let to = Vec3::new(-0.4, 0.8, 0.45).normalize();
            sun("default light", to, 1.0, Origin::default())
        }
    });
}
