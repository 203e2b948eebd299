//! A unit of a battle: what its settings and action scripts say, drawn, played and listed. They are
//! section 1 of a model of the PlayStation and a file of their own on the PC, byte for byte the same.
//!
//! Source: format documents `ff7-action-scripts.md`; `ff7-pc.md`, section 1.1.

mod helpers;
mod scripts;
pub mod settings;
mod tables;

use std::sync::Arc;

use super::animation::Moves;
use super::rig::{self, Placed};
use crate::scene::{Formation, Origin, Scene, Side};
use settings::Settings;

/// A unit by its settings, wherever they are.
pub(super) struct Unit<'a> {
    pub settings: &'a Settings,
    /// Which line of a battle it stands in.
    pub side: Side,
    /// Name of the file that holds the settings.
    pub name: &'a str,
    /// What precedes their fields in paths, `sections[1].`.
    pub prefix: &'static str,
    /// Where a field of that file is.
    pub origin: &'a dyn Fn(&str) -> Origin,
}

impl Unit<'_> {
    fn is_enemy(&self) -> bool {
        self.side == Side::Far
    }

    /// Where a field of the settings is.
    fn origin(&self, field: &str) -> Origin {
        (self.origin)(&format!("{}{field}", self.prefix))
    }

    /// Adds to the scene of its model what the settings say: scripts as animations made of those that
    /// it has, by number, what is drawn beside it, and its place in a battle. It stands in its first
    /// pose then.
    pub fn complete(&self, scene: &mut Scene, body: Option<&Placed>, moves: &[(u8, Arc<Moves>)]) {
        let told = self.told(moves);
        self.actions(scene, moves, &told);
        rig::pose(scene);
        if let Some(body) = body {
            self.helpers(scene, body);
        }
        scene.tables.push(self.table(&told));
        let radius = self.settings.head.collision_radius;
        scene.formation = Some(Formation::alone(self.side, radius.into()));
    }
}
