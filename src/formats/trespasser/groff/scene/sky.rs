//! The sky of a level: the texture on the model of an instance of class `CSky`, which is not drawn
//! itself.
//!
//! Numbers and arithmetic are those of the engine (OpenTrespasser, `Lib/Renderer/Sky.hpp` and `Sky.cpp`,
//! software rendering): they do not depend on properties of the instance. In the game, actions of
//! triggers and the wind change them; here there is no wind.

use super::level::Level;
use super::materials::Textures;
use super::scene_builder::Draft;
use crate::bytes::Severity;
use crate::scene::{LayerKind, Sky};

/// Metres above the viewer.
const HEIGHT: f32 = 1000.0;
/// Metres between repetitions of the picture: 256 texels, at 0.055 texels per metre.
const REPEAT: f32 = 256.0 / 0.055;
/// Heights of a unit vector at which fading begins and ends: 1 − 0.75 and 1 − 0.95.
const FADE: [f32; 2] = [0.25, 0.05];
/// Default colour of the fog at the horizon (`Lib/View/Palette.cpp`).
pub const HORIZON: [u8; 3] = [215, 230, 255];
/// Colour of the sky if its texture was not found in any open file.
const PLAIN: [u8; 3] = [96, 146, 210];

/// Uses the last `CSky`: in the engine each one replaces the previous one.
pub fn add(level: &Level<'_>, textures: &mut Textures, draft: &mut Draft<'_>) {
    let Some(instance) = level.of_class("CSky").next_back() else { return };
    let (name, texture) = match textures.of_sky(level, instance, &mut draft.scene) {
        Some((name, texture)) => (Some(name), texture),
        None => (None, None),
    };
    if texture.is_none() {
        let why = name.map_or_else(
            || "its model has none".to_owned(),
            |name| format!("{name} is not in the texture directories"),
        );
        let message =
            format!("the sky {} has no texture: {why}; shown in one colour", instance.name);
        draft.report(Severity::Note, instance.origin.span, message);
    }
    draft.scene.sky = Some(Sky {
        name: instance.name.clone(),
        texture,
        plain: PLAIN,
        height: HEIGHT,
        repeat: REPEAT,
        horizon: HORIZON,
        fade: FADE,
        layer: draft.scene.layer("Sky", LayerKind::Sky, true),
        origin: instance.origin.clone(),
    });
}
