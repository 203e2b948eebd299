//! Translucent surfaces of a single colour: light, glass, sun beams and water.
//!
//! A model with the int property `AlphaChannel` has all its surfaces replaced by one of sixteen colours,
//! which instances of class `Settings` redefine. A `CEntityWater` is a sheet of waves at the height of
//! its mesh, in sixteen colours by slope; here it is calm. None of them has a texture or takes light
//! (engine source, LightBlend.cpp, Instance.cpp, Water.cpp).

use std::collections::HashSet;

use super::facts::Facts;
use super::level::Level;
use super::scene_builder::Draft;
use crate::bytes::Severity;

/// Number of colours.
const CHANNELS: usize = 16;

/// Surface of a model.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Cover {
    /// A separate material.
    Material,
    /// A colour of the level, 0 to 15.
    Channel(usize),
    /// The game's own simulation of waves.
    Water,
}

impl Cover {
    pub fn of(facts: &Facts) -> Self {
        if facts.is_class("CEntityWater") {
            return Cover::Water;
        }
        // The object that defines the colours does not show one of them.
        let channel = facts.alpha_channel.filter(|_| !facts.is_class("Settings"));
        channel.and_then(channel_of).map_or(Cover::Material, Cover::Channel)
    }

    /// Name of the scene's material.
    pub fn name(self) -> String {
        match self {
            Cover::Material => String::new(),
            Cover::Channel(channel) => format!("alpha colour {channel}"),
            Cover::Water => "calm water".to_owned(),
        }
    }
}

/// Checks that a number selects a colour.
fn channel_of(number: i32) -> Option<usize> {
    usize::try_from(number).ok().filter(|channel| *channel < CHANNELS)
}

/// A colour and its opacity.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Tint {
    pub colour: [u8; 3],
    pub alpha: f32,
}

const fn tint(red: u8, green: u8, blue: u8, alpha: f32) -> Tint {
    Tint { colour: [red, green, blue], alpha }
}

/// The game's defaults.
const DEFAULTS: [Tint; CHANNELS] = [
    tint(201, 221, 255, 0.4),
    tint(201, 221, 255, 0.2),
    tint(201, 221, 255, 0.1),
    tint(201, 221, 255, 0.05),
    tint(255, 255, 237, 0.2),
    tint(255, 255, 237, 0.1),
    tint(255, 255, 237, 0.05),
    tint(224, 255, 255, 0.2),
    tint(224, 255, 255, 0.1),
    tint(224, 255, 255, 0.05),
    tint(255, 255, 255, 0.2),
    tint(255, 255, 255, 0.1),
    tint(255, 255, 255, 0.05),
    tint(128, 128, 0, 0.5),
    tint(128, 128, 0, 0.5),
    tint(128, 128, 0, 0.5),
];

/// The middle one of the wave colours.
const CALM: Tint = tint(67, 99, 107, 0.5);

impl Tint {
    /// The colour of a `Settings`; missing values are 0.
    fn of(facts: &Facts) -> Self {
        let part = |part: Option<i32>| part.unwrap_or(0).clamp(0, 255) as u8;
        let alpha = facts.alpha.filter(|alpha| alpha.is_finite()).unwrap_or(0.0);
        Self { colour: facts.colour.map(part), alpha: alpha.clamp(0.0, 1.0) }
    }

    fn text(self) -> String {
        let [red, green, blue] = self.colour;
        format!("{red} {green} {blue}, alpha {}", self.alpha)
    }
}

/// The sixteen colours of a level.
pub struct Tints {
    /// Each colour, with the index of the object that defined it.
    list: [(Tint, Option<usize>); CHANNELS],
}

impl Tints {
    /// The game's defaults, overridden by the level's settings: the last one wins. Reports invalid
    /// numbers.
    pub fn of(level: &Level<'_>, draft: &mut Draft<'_>) -> Self {
        let mut list = DEFAULTS.map(|tint| (tint, None));
        let mut reported = HashSet::new();
        for (index, instance) in level.instances.iter().enumerate() {
            let facts = level.facts(instance);
            let Some(number) = facts.alpha_channel else { continue };
            let defines = facts.is_class("Settings");
            match channel_of(number).and_then(|channel| list.get_mut(channel)) {
                Some(tint) if defines => *tint = (Tint::of(facts), Some(index)),
                Some(_) => {}
                None if reported.insert(instance.group) => {
                    let what = if defines { "defines no colour" } else { "drawn opaque" };
                    let message = format!(
                        "AlphaChannel {number} of {} is outside 0 to 15: {what}",
                        instance.name
                    );
                    draft.report(Severity::Warning, instance.origin.span, message);
                }
                None => {}
            }
        }
        Self { list }
    }

    /// The colour of a surface that does not show its own material.
    pub fn get(&self, cover: Cover) -> Option<Tint> {
        match cover {
            Cover::Material => None,
            Cover::Channel(channel) => self.list.get(channel).map(|(tint, _)| *tint),
            Cover::Water => Some(CALM),
        }
    }

    /// Describes an `AlphaChannel` property, and finds the object that defines its colour.
    pub fn meaning(&self, number: i32) -> (String, Option<usize>) {
        let found = channel_of(number).and_then(|channel| self.list.get(channel));
        match found {
            Some((tint, Some(by))) => (format!("{}, set by", tint.text()), Some(*by)),
            Some((tint, None)) => (format!("{}, by default", tint.text()), None),
            None => ("not in 0 to 15".to_owned(), None),
        }
    }
}

/// Description of a water surface.
pub fn water_meaning() -> String {
    format!("drawn without waves: {}; the game draws waves without a texture", CALM.text())
}
