//! The sun of a level.

use glam::Vec3;

use super::level::Level;
use super::scene_builder::Draft;
use crate::scene::Light;

/// Maximum strength of a light.
const MAX_INTENSITY: f32 = 0.99;

/// Uses the first `CLightDirectional` as the sun; full strength is daylight.
pub fn add(level: &Level<'_>, draft: &mut Draft<'_>) {
    let mut light = Light::daylight();
    let sun = level.of_class("CLightDirectional").find_map(|instance| {
        let transform = instance.transform?;
        let size = transform.x_axis.truncate().length();
        let intensity = level.facts(instance).intensity.unwrap_or(size);
        // Light travels along the local Z axis of the file, which is Y in the scene.
        let to_light = -transform.y_axis.truncate().normalize_or(Vec3::NEG_Y);
        Some((instance, to_light, intensity.clamp(0.0, MAX_INTENSITY) / MAX_INTENSITY))
    });
    if let Some((instance, to_light, share)) = sun {
        for lamp in &mut light.lamps {
            lamp.to_light = to_light;
            lamp.colour *= share;
        }
        (light.name, light.origin) = (instance.name.clone(), instance.origin.clone());
    }
    draft.scene.light = Some(light);
}
