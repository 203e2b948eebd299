//! The sun of a level.

use glam::Vec3;

use super::Made;
use super::level::Level;
use crate::scene::Light;

/// The most that a light may say of its strength.
const BRIGHTEST: f32 = 0.99;

/// Takes the light from the first `CLightDirectional`; as bright as daylight where it is brightest.
pub fn add(level: &Level<'_>, made: &mut Made<'_>) {
    let mut light = Light::daylight();
    let sun = level.things.iter().find_map(|thing| {
        let facts = level.facts(thing);
        let home = thing.home.filter(|_| facts.is_class("CLightDirectional"))?;
        let intensity = facts.intensity.unwrap_or(home.x_axis.truncate().length());
        // It travels along the local Z axis, which is Y here.
        let to_light = -home.y_axis.truncate().normalize_or(Vec3::NEG_Y);
        Some((thing, to_light, intensity.clamp(0.0, BRIGHTEST) / BRIGHTEST))
    });
    if let Some((thing, to_light, share)) = sun {
        for lamp in &mut light.lamps {
            lamp.to_light = to_light;
            lamp.colour *= share;
        }
        (light.name, light.origin) = (thing.name.clone(), thing.origin.clone());
    }
    made.scene.light = Some(light);
}
