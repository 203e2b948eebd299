//! The fog of a level: at the start, and as triggers change it with actions of type 5.
//!
//! `FogType` is 0 for fog that grows with a power of the distance, `FogPower`, and 1 for exponential fog.
//! Either type hides half at the distance `FogHalf`, a fraction of the distance to the far clipping
//! plane; type 1 halves the rest with every further `FogHalf`. `R`, `G` and `B` are its colour. The plane
//! is 1000 m ahead, unless an action of type 6 sets another `FarClipPlane`. Missing values are unchanged
//! (engine source, Fog.cpp, Fog.hpp, Camera.cpp, Action.cpp).

use std::collections::HashSet;

use super::super::grf::values::Values;
use super::level::Level;
use super::scene_builder::Draft;
use super::scripts::actions;
use super::sky::HORIZON;
use crate::scene::{Atmosphere, Choice, Fog, Growth, Id, Origin, Variant, VariantOption};

const SETS_FOG: i32 = 5;
const SETS_RENDERER: i32 = 6;
/// Maximum number of triggers in the fog choice.
const MAX_FOGS: usize = 64;

/// State of the game's fog.
#[derive(Clone, Copy, PartialEq)]
struct State {
    is_exponential: bool,
    half: f32,
    power: f32,
    far: f32,
    colour: [u8; 3],
}

/// The game's initial state.
const USUAL: State =
    State { is_exponential: false, half: 0.28, power: 1.2, far: 1000.0, colour: HORIZON };

/// Sets the fog at the level's start, and adds a choice for each trigger that changes it.
pub fn add(level: &Level<'_>, draft: &mut Draft<'_>) {
    let (mut start, mut origin) = (USUAL, Origin::default());
    let mut others = Vec::new();
    let Some(values) = &level.values else { return };
    let mut seen = HashSet::new();
    let triggers = level.instances.iter().filter(|instance| level.facts(instance).is_trigger());
    for instance in triggers.filter(|instance| seen.insert(instance.group)) {
        let changes: Vec<(usize, u32)> = actions(values, instance.group)
            .into_iter()
            .map(|(index, entry)| (index, entry.key.id))
            .filter(|(_, id)| {
                matches!(values.int(*id, "ActionType"), Some(SETS_FOG | SETS_RENDERER))
            })
            .collect();
        if level.facts(instance).is_class("CStartTrigger") {
            for (index, id) in changes {
                let after = start.after(values, id);
                if after != start {
                    (start, origin) = (after, level.entry_origin(index));
                }
            }
        } else if !changes.is_empty() && others.len() < MAX_FOGS {
            others.push((instance, changes));
        }
    }
    let air = |state: State, origin: Origin| Atmosphere { fog: state.fog(origin), backdrop: None };
    draft.scene.air = air(start, origin);
    let mut options = Vec::new();
    for (instance, changes) in others {
        let state = changes.iter().fold(start, |state, (_, id)| state.after(values, *id));
        if state != start {
            let origin = changes.first().map(|(index, _)| level.entry_origin(*index));
            let origin = origin.unwrap_or_default();
            options.push(VariantOption {
                name: format!("after {}", instance.name),
                air: Some(air(state, origin.clone())),
                origin,
                ..VariantOption::default()
            });
        }
    }
    if !options.is_empty() {
        let first = VariantOption { name: "at the start".to_owned(), ..VariantOption::default() };
        options.insert(0, first);
        draft.scene.variants.push(Variant {
            name: "Fog".to_owned(),
            choice: Choice::One,
            options: options.into(),
            chosen: Some(Id::new(0)),
        });
    }
}

impl State {
    /// The state after an action.
    fn after(self, values: &Values<'_>, action: u32) -> Self {
        let above_0 = |name: &str, before: f32| {
            let stored = values.float(action, name);
            stored.filter(|stored| stored.is_normal() && *stored > 0.0).unwrap_or(before)
        };
        if values.int(action, "ActionType") == Some(SETS_RENDERER) {
            return Self { far: above_0("FarClipPlane", self.far), ..self };
        }
        let part = |name| values.int(action, name).map(|part| part.clamp(0, 255) as u8);
        let colour = match ["R", "G", "B"].map(part) {
            [Some(r), Some(g), Some(b)] => [r, g, b],
            _ => self.colour,
        };
        let is_exponential = match values.int(action, "FogType") {
            Some(0) => false,
            Some(1) => true,
            _ => self.is_exponential,
        };
        let (half, power) = (above_0("FogHalf", self.half), above_0("FogPower", self.power));
        Self { is_exponential, half, power, colour, ..self }
    }

    /// The fog of the scene; `None` if it has no effect.
    fn fog(self, origin: Origin) -> Option<Fog> {
        let half = self.half * self.far;
        let (range, growth) = match self.is_exponential {
            true => (half, Growth::Halves),
            // The file stores the distance of half density. The range is the distance of full density,
            // which follows from the power.
            false => (half * 2f32.powf(self.power.recip()), Growth::Power(self.power)),
        };
        let colour = Some(self.colour);
        range.is_normal().then_some(Fog { start: 0.0, range, growth, colour, origin })
    }
}
