//! Scene content of a battle unit's settings and action scripts: helpers, animations and text. The
//! settings are section 1 of a PlayStation model and a separate file on the PC, with identical bytes.
//!
//! Source: format documents `ff7-action-scripts.md`; `ff7-pc.md`, section 1.1.

mod helpers;
mod scripts;
pub mod settings;
mod tables;

use std::sync::Arc;

use super::animation::Moves;
use super::rig::{self, SkeletonNodes};
use crate::scene::{BattleLayout, Origin, Scene, Side};
use settings::Settings;

/// A unit's settings with their location.
pub(super) struct Unit<'a> {
    pub settings: &'a Settings,
    /// Line of a battle to which the unit belongs.
    pub side: Side,
    /// Name of the file that holds the settings.
    pub name: &'a str,
    /// Prefix of their field paths, such as `sections[1].`.
    pub prefix: &'static str,
    /// Origin of a field of that file.
    pub origin: &'a dyn Fn(&str) -> Origin,
}

impl Unit<'_> {
    fn is_enemy(&self) -> bool {
        self.side == Side::Far
    }

    /// Origin of a field of the settings.
    fn origin(&self, field: &str) -> Origin {
        (self.origin)(&format!("{}{field}", self.prefix))
    }

    /// Completes the scene of the model: adds scripts as animations, made of those in `moves` by number,
    /// helpers, and the position in a battle. Leaves the model in its first pose.
    pub fn complete(
        &self,
        scene: &mut Scene,
        body: Option<&SkeletonNodes>,
        moves: &[(u8, Arc<Moves>)],
    ) {
        let scripts = self.listed(moves);
        self.actions(scene, moves, &scripts);
        rig::pose(scene);
        if let Some(body) = body {
            self.helpers(scene, body);
        }
        scene.tables.push(self.table(&scripts));
        let radius = self.settings.head.collision_radius;
        scene.formation = Some(BattleLayout::alone(self.side, radius.into()));
    }
}
