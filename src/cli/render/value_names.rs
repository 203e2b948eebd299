//! Resolves the names in the options of `render`; errors list the valid names.

use std::collections::BTreeSet;

use crate::render::state::FieldBit;
use crate::render::{Lighting, Overlay, category};
use crate::scene::{AnimationId, Scene, Start};

/// The animation with this name, if necessary ignoring case; the error lists the names.
pub fn animation(scene: &Scene, name: &str) -> Result<AnimationId, String> {
    let all = || scene.animations.pairs();
    let exact = all().find(|(_, animation)| animation.name == name);
    let found = exact.or_else(|| all().find(|(_, a)| a.name.eq_ignore_ascii_case(name)));
    found.map(|(index, _)| index).ok_or_else(|| {
        let names: Vec<&str> = scene.animations.iter().map(|a| a.name.as_str()).collect();
        let names = if names.is_empty() { "none".to_owned() } else { names.join(", ") };
        format!("there is no animation {name:?} in this file; it has {names}")
    })
}

/// The player start with this name, ignoring case; the error lists the names.
pub fn start<'a>(scene: &'a Scene, name: &str) -> Result<&'a Start, String> {
    let found = scene.starts.iter().find(|start| start.name.eq_ignore_ascii_case(name));
    found.ok_or_else(|| {
        let names: Vec<&str> = scene.starts.iter().map(|start| start.name.as_str()).collect();
        let names = if names.is_empty() { "none".to_owned() } else { names.join(", ") };
        format!("there is no start {name:?} in this file; it has {names}")
    })
}

/// Error message for an unknown light.
pub fn no_light(scene: &Scene, name: Option<&str>) -> String {
    let names: Vec<&str> = Lighting::all(scene).into_iter().map(|(_, name)| name).collect();
    let names = if names.is_empty() { "none".to_owned() } else { names.join(", ") };
    format!("there is no light {:?} in this file; it has {names}", name.unwrap_or_default())
}

/// Colours faces by a field: those with the bit, or all of them with a colour for each value.
pub fn overlay(scene: &Scene, wanted: &FieldBit) -> Result<Overlay, String> {
    let Some(index) = scene.face_fields.iter().position(|f| f.name == wanted.field) else {
        let names: Vec<&str> = scene.face_fields.iter().map(|field| field.name).collect();
        return Err(format!(
            "its faces have no field {:?}; they have {}",
            wanted.field,
            if names.is_empty() { "none".to_owned() } else { names.join(", ") }
        ));
    };
    let mut overlay = Overlay::new(scene);
    if let Some(bit) = wanted.bit {
        let paint = category(0);
        overlay.paint_field(scene, index, |value| (value >> bit & 1 == 1).then_some(paint));
        return Ok(overlay);
    }
    let lists = scene.meshes.iter().filter_map(|mesh| mesh.face_values.get(index));
    let values: BTreeSet<u32> = lists.flat_map(|list| list.iter()).collect();
    let values: Vec<u32> = values.into_iter().collect();
    overlay.paint_field(scene, index, |value| values.binary_search(&value).ok().map(category));
    Ok(overlay)
}
