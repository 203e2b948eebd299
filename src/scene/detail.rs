//! Levels of detail of objects.

use super::{NodeId, Scene};

/// Shapes of one object of which the game draws one: the farther away, the simpler.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Detail {
    /// Most detailed first.
    pub steps: Vec<DetailStep>,
}

/// A shape of an object.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct DetailStep {
    /// Node that shows the shape.
    pub node: NodeId,
    /// Maximum distance ahead of the viewer at which it is drawn, in scene units; `None` for any.
    pub until: Option<f32>,
}

impl Detail {
    /// Step that is drawn at this distance ahead of the viewer; the last one beyond all distances.
    pub fn at(&self, distance: f32) -> usize {
        let reaches = |step: &DetailStep| step.until.is_none_or(|until| distance <= until);
        let last = self.steps.len().saturating_sub(1);
        self.steps.iter().position(reaches).unwrap_or(last)
    }
}

impl Scene {
    /// Largest number of levels of detail of an object.
    pub fn detail_steps(&self) -> usize {
        self.details.iter().map(|detail| detail.steps.len()).max().unwrap_or(0)
    }
}
