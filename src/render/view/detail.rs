//! Selection of the displayed level of detail.

use std::collections::BTreeMap;
use std::fmt;
use std::str::FromStr;

use glam::Vec4;
use serde::{Deserialize, Serialize};

use super::{Camera, Visibility};
use crate::scene::{NodeId, Posed, Scene};

/// Choice among the levels of detail of objects (see [`Scene::details`]).
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub enum DetailChoice {
    /// The most detailed; others if their layer is visible.
    #[default]
    Highest,
    /// By the distance ahead of the viewer, as in the game.
    Distance,
    /// This number of steps below the highest, or the last one.
    Lower(u8),
}

const HIGHEST: &str = "highest";
const DISTANCE: &str = "distance";

impl fmt::Display for DetailChoice {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Highest => f.write_str(HIGHEST),
            Self::Distance => f.write_str(DISTANCE),
            Self::Lower(steps) => write!(f, "{steps}"),
        }
    }
}

impl FromStr for DetailChoice {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        match text {
            HIGHEST => Ok(Self::Highest),
            DISTANCE => Ok(Self::Distance),
            _ => match text.parse() {
                Ok(0) => Ok(Self::Highest),
                Ok(steps) => Ok(Self::Lower(steps)),
                Err(_) => Err(format!(
                    "unknown detail {text:?}; expected {HIGHEST}, {DISTANCE}, or a number of steps below the highest"
                )),
            },
        }
    }
}

impl TryFrom<String> for DetailChoice {
    type Error = String;
    fn try_from(text: String) -> Result<Self, String> {
        text.parse()
    }
}

impl From<DetailChoice> for String {
    fn from(choice: DetailChoice) -> Self {
        choice.to_string()
    }
}

impl DetailChoice {
    /// Applies [`Visibility::detail`]: one shape of every object that has several, as seen by `camera`.
    /// Objects whose first shape is hidden, manually or with its layer, are left out.
    pub fn chosen(
        self,
        shown: &Visibility,
        scene: &Scene,
        posed: &Posed,
        camera: &Camera,
    ) -> BTreeMap<NodeId, bool> {
        let mut out = BTreeMap::new();
        if self == Self::Highest {
            return out;
        }
        let ahead = -camera.view().row(2);
        let distance = |node: NodeId| {
            let place = posed.placed().get(node.index());
            place.map_or(0.0, |place| ahead.dot(Vec4::from((place.w_axis.truncate(), 1.0))))
        };
        for detail in &scene.details {
            let Some(first) = detail.steps.first() else { continue };
            if !shown.node_by_layer(scene, first.node) {
                continue;
            }
            let chosen = match self {
                Self::Highest => 0,
                Self::Distance => detail.at(distance(first.node)),
                Self::Lower(steps) => usize::from(steps).min(detail.steps.len() - 1),
            };
            let steps = detail.steps.iter().enumerate();
            out.extend(steps.map(|(at, step)| (step.node, at == chosen)));
        }
        out
    }
}
