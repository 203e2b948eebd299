//! Drawing order of a picture, face by face.

use rayon::prelude::*;

use super::frame::{Frame, Pass, PosedShot};
use super::plan::{Plan, Run, bucket};
use super::project::Projector;
use crate::render::device::FaceDraw;
use crate::render::view::{DrawOrder, RenderOptions};

/// The faces of a picture in drawing order, without those that are culled or outside it.
#[derive(Clone, Debug, Default)]
pub struct DrawSequence {
    /// Ordered faces. With a depth buffer, a face with blended texels occurs twice.
    pub steps: Vec<DrawStep>,
    /// Number of steps that draw the sky, which come first.
    pub sky: usize,
    /// Position of the first step of each draw id; `u32::MAX` for faces that are not drawn.
    positions: Vec<u32>,
}

/// A face of a [`DrawSequence`].
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct DrawStep {
    /// Draw id.
    pub id: u32,
    /// Number of faces drawn up to and including this one, as in [`RenderOptions::first_faces`].
    pub count: u32,
    /// Average distance of the corners ahead of the viewer, in scene units; `None` for faces in stored order.
    pub distance: Option<f32>,
    /// Bucket of the ordering table, 0 at the viewer; `None` for faces that are not sorted by it.
    pub bucket: Option<u32>,
    /// With a depth buffer: the face was drawn before, and this step draws its blended texels.
    pub again: bool,
}

impl DrawSequence {
    /// Drawing order of a whole picture of `size` pixels.
    pub fn new(shot: &PosedShot, size: (u32, u32)) -> Self {
        let options = RenderOptions { first_faces: None, ..*shot.options };
        let shot = &PosedShot { options: &options, ..*shot };
        let frame = Frame::new(size, options.effects.pixels);
        let plan = Plan::new(shot, &frame);
        let mut steps = Vec::new();
        let mut listing = Listing { plan: &plan, order: options.effects.order, count: 0 };
        for (pass, runs) in [(Pass::Sky, &plan.sky), (Pass::World, &plan.world)] {
            let test = Test { shot, pass, projector: Projector::new(shot, &frame, pass) };
            let all = listing.steps(pass, runs);
            steps.push(all.into_par_iter().filter(|step| test.is_drawn(step.id)).collect());
        }
        Self::of(steps.first().map_or(0, Vec::len), steps.concat(), shot.scene.ids().total())
    }

    /// Sequence of these steps; the first ones draw the sky.
    fn of(sky: usize, steps: Vec<DrawStep>, faces: u32) -> Self {
        let mut positions = vec![u32::MAX; faces as usize];
        for (at, step) in (0..).zip(&steps) {
            if let Some(position) = positions.get_mut(step.id as usize) {
                *position = at.min(*position);
            }
        }
        Self { steps, sky, positions }
    }

    /// Position of the first step that draws a face; `None` if it is not drawn.
    pub fn position(&self, id: u32) -> Option<usize> {
        self.positions.get(id as usize).filter(|at| **at != u32::MAX).map(|at| *at as usize)
    }
}

/// Conversion of a plan to steps.
struct Listing<'a> {
    plan: &'a Plan,
    order: DrawOrder,
    /// Number of steps so far.
    count: u32,
}

impl Listing<'_> {
    /// Steps of a pass, including those of faces that are culled.
    fn steps(&mut self, pass: Pass, runs: &[Run]) -> Vec<DrawStep> {
        let Self { plan, order, .. } = *self;
        let is_world = pass == Pass::World;
        let mut steps = Vec::new();
        for run in runs.iter().filter(|run| run.draw != FaceDraw::PaintSubtract) {
            let is_sorted = run.draw != FaceDraw::Opaque;
            let again = is_world && is_sorted && order == DrawOrder::Depth;
            for at in run.range.clone() {
                self.count += 1;
                let sorted = is_sorted.then_some(at as usize);
                let id = sorted.map_or(Some(at), |at| plan.order.get(at).copied());
                let distance = sorted.and_then(|at| plan.distances.get(at).copied());
                let bucketed = is_world && order == DrawOrder::OrderingTable;
                let bucket = distance.filter(|_| bucketed).map(|d| bucket(d, plan.farthest));
                let count = self.count;
                steps.extend(id.map(|id| DrawStep { id, count, distance, bucket, again }));
            }
        }
        steps
    }
}

/// Test for faces that a pass draws.
struct Test<'a> {
    shot: &'a PosedShot<'a>,
    pass: Pass,
    projector: Projector<'a>,
}

impl Test<'_> {
    fn is_drawn(&self, id: u32) -> bool {
        let posed = self.shot.scene;
        let scene = posed.scene();
        let Some(at) = posed.ids().face(id) else { return false };
        let Some(node) = scene.nodes.get(at.node) else { return false };
        let face = scene.mesh_of(node).and_then(|mesh| mesh.faces.get(at.face as usize));
        let Some(layer) = face.map(|face| face.layer) else { return false };
        let sky = scene.is_sky(node.layer) || scene.is_sky(layer);
        sky == (self.pass == Pass::Sky)
            && self.shot.shows(at, id)
            && self.projector.project(at).is_some_and(|face| face.is_drawn() && !face.is_outside())
    }
}
