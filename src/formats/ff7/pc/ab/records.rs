//! Settings of a model or a stage.

use std::sync::Arc;

use crate::formats::Loaded;
use crate::formats::ff7::animation::Moves;
use crate::formats::ff7::pc::names::Family;
use crate::formats::ff7::rig::SkeletonNodes;
use crate::formats::ff7::script::PLAYER_SCRIPTS;
use crate::formats::ff7::stage;
use crate::formats::ff7::unit::Unit;
use crate::formats::ff7::unit::settings::Settings;
use crate::scene::{Scene, Side};

/// Settings of a model or a stage.
#[derive(Clone, Debug, PartialEq)]
pub enum Ab {
    Model(Box<Settings>),
    Stage(stage::Settings),
}

impl Ab {
    /// The settings of a stage.
    pub fn of_stage(&self) -> Option<&stage::Settings> {
        match self {
            Ab::Stage(settings) => Some(settings),
            Ab::Model(_) => None,
        }
    }
}

impl Loaded<Ab> {
    /// Applies the settings to the scene of their model, see [`Unit::complete`]. Returns `false` for the
    /// settings of a stage, which do not affect models.
    pub(in crate::formats::ff7::pc) fn apply(
        &self,
        scene: &mut Scene,
        body: Option<&SkeletonNodes>,
        moves: &[(u8, Arc<Moves>)],
    ) -> bool {
        let Ab::Model(settings) = &self.records else { return false };
        let name = self.source.file_name();
        let named = Family::of(name).and_then(|(family, _)| family.side());
        let side = match (named, settings.scripts.len()) {
            (Some(side), _) => side,
            (None, PLAYER_SCRIPTS) => Side::Near,
            (None, _) => Side::Far,
        };
        let origin = |path: &str| self.origin(path);
        let unit = Unit { settings, side, name, prefix: "", origin: &origin };
        unit.complete(scene, body, moves);
        true
    }
}
