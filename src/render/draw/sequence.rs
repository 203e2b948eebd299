//! Drawing order of a picture, face by face.

use super::frame::{Frame, Pass, Shot};
use super::plan::{Plan, bucket};
use super::project::Projector;
use crate::render::device::FaceDraw;
use crate::render::view::{DrawOrder, RenderOptions};

/// The faces of a picture in drawing order, without those that are culled.
#[derive(Clone, Debug, Default)]
pub struct DrawSequence {
    /// Ordered faces. With a depth buffer, a face with blended texels occurs twice.
    pub steps: Vec<DrawStep>,
    /// Number of steps that draw the sky, which come first.
    pub sky: usize,
    /// Distance of the farthest face outside of the sky, which scales the buckets.
    pub farthest: f32,
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
    pub fn new(shot: &Shot, size: (u32, u32)) -> Self {
        let options = RenderOptions { first_faces: None, ..*shot.options };
        let shot = &Shot { options: &options, ..*shot };
        let frame = Frame::new(size, options.effects.pixels);
        let plan = Plan::new(shot, &frame);
        let mut sequence = Self { farthest: plan.farthest, ..Self::default() };
        let mut count = 0;
        for (pass, runs) in [(Pass::Sky, &plan.sky), (Pass::World, &plan.world)] {
            let test = Test { shot, pass, projector: Projector::new(shot, &frame, pass) };
            let by_depth = pass == Pass::World && options.effects.order == DrawOrder::Depth;
            let bucketed = pass == Pass::World && options.effects.order == DrawOrder::OrderingTable;
            for run in runs.iter().filter(|run| run.draw != FaceDraw::PaintSubtract) {
                for at in run.range.clone() {
                    count += 1;
                    let sorted = (run.draw != FaceDraw::Opaque).then_some(at as usize);
                    let id = sorted.map_or(Some(at), |at| plan.order.get(at).copied());
                    let Some(id) = id.filter(|id| test.is_drawn(*id)) else { continue };
                    let distance = sorted.and_then(|at| plan.distances.get(at).copied());
                    let bucket = distance.filter(|_| bucketed).map(|d| bucket(d, plan.farthest));
                    let again = by_depth && sorted.is_some();
                    sequence.steps.push(DrawStep { id, count, distance, bucket, again });
                }
            }
            if pass == Pass::Sky {
                sequence.sky = sequence.steps.len();
            }
        }
        sequence
    }

    /// Position of the first step that draws more than `count` faces.
    pub fn position(&self, count: u32) -> usize {
        self.steps.partition_point(|step| step.count <= count)
    }
}

/// Test for faces that a pass draws.
struct Test<'a> {
    shot: &'a Shot<'a>,
    pass: Pass,
    projector: Projector<'a>,
}

impl Test<'_> {
    fn is_drawn(&self, id: u32) -> bool {
        let Shot { buffers, overlay, .. } = self.shot;
        let (scene, shown) = (buffers.scene(), buffers.visibility());
        let Some(at) = buffers.ids().face(id) else { return false };
        let Some(node) = scene.nodes.get(at.node) else { return false };
        let face = scene.mesh_of(node).and_then(|mesh| mesh.faces.get(at.face as usize));
        let Some(layer) = face.map(|face| face.layer) else { return false };
        let sky = scene.is_sky(node.layer) || scene.is_sky(layer);
        sky == (self.pass == Pass::Sky)
            && shown.node(scene, at.node)
            && shown.layer(layer)
            && !overlay.is_some_and(|overlay| overlay.is_hidden(id))
            && self.projector.project(at).is_some_and(|face| face.is_drawn())
    }
}
