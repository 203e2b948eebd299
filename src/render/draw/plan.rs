//! Drawing order of faces, and their pipelines.

use std::ops::Range;

use super::facing::seen;
use super::frame::{Frame, PosedShot, depth_row, viewer};
use super::transparent_layers::Stacks;
use crate::render::device::FaceDraw;
use crate::render::upload::{Group, PosedScene, Sorted};
use crate::render::view::{Camera, DrawOrder, Effects};
use crate::scene::Blend;

/// Number of buckets of the ordering table, between the viewer and the farthest face.
pub const BUCKETS: u32 = 4096;

/// Consecutive faces of the list that are drawn with the same pipeline.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Run {
    pub draw: FaceDraw,
    /// Positions in [`Plan::order`]; for [`FaceDraw::Opaque`], draw ids.
    pub range: Range<u32>,
    /// Draws of a lower layer are truncated before this one.
    pub layer: u32,
}

/// Plan of the draws of one picture.
#[derive(Debug, Default)]
pub struct Plan {
    /// Draw ids, those of the sky first.
    pub order: Vec<u32>,
    /// Distances ahead of the viewer of the faces in `order`, in scene units.
    pub distances: Vec<f32>,
    /// Distance of the farthest face outside the sky, which scales the buckets.
    pub farthest: f32,
    pub sky: Vec<Run>,
    pub world: Vec<Run>,
    /// Overlapping transparent faces must be exact.
    pub exact: bool,
}

impl Plan {
    /// Plan of the faces that the options draw.
    pub fn new(shot: &PosedShot, frame: &Frame) -> Self {
        let whole = Self::whole(shot, frame);
        let [sky, world] = whole.runs(shot.options.first_faces);
        Self { sky, world, ..whole }
    }

    /// Plan of all faces.
    fn whole(shot: &PosedShot, frame: &Frame) -> Self {
        let PosedShot { scene, camera, options, .. } = shot;
        let effects = &options.effects;
        let exact = effects.exact_stacks && effects.fifteen_bit;
        let mut plan = Self { exact, ..Self::default() };
        let sky = sky_faces(scene, camera, &|_| true);
        plan.sky = plan.append(&sky, paint_draws);
        let mut faces = by_distance(scene, camera, effects.order, &|_| true);
        plan.farthest = farthest(faces.iter().map(|face| face.distance));
        if exact {
            let mut stacks = Stacks::new(shot, frame);
            for face in &mut faces {
                face.layer = stacks.layer(face.id, face.blend.is_some());
            }
            // Transparent faces of a layer do not overlap; their order is preserved.
            faces.sort_by_key(|face| face.layer);
        }
        match effects.order {
            DrawOrder::Depth => {
                let range = 0..scene.count();
                plan.world = vec![Run { draw: FaceDraw::Opaque, range, layer: 0 }];
                let semi = plan.append(&faces, blend_draws);
                plan.world.extend(semi);
            }
            DrawOrder::OrderingTable => plan.world = plan.append(&faces, paint_draws),
        }
        plan
    }

    /// Draw ids of the `wanted` faces in the order of the plan. The faces must have a pixel in common: their
    /// layers then do not change the order. Only these faces are sorted.
    pub fn order_of(shot: &PosedShot, wanted: &dyn Fn(u32) -> bool) -> Vec<u32> {
        let PosedShot { scene, camera, options, .. } = shot;
        let mut faces = sky_faces(scene, camera, wanted);
        faces.extend(by_distance(scene, camera, options.effects.order, wanted));
        faces.into_iter().map(|face| face.id).collect()
    }

    /// Runs of the sky and of the world with the first faces, or with all.
    pub fn runs(&self, first: Option<u32>) -> [Vec<Run>; 2] {
        let mut all = [self.sky.clone(), self.world.clone()];
        let Some(mut left) = first else { return all };
        for runs in &mut all {
            let mut end = 0;
            runs.retain_mut(|run| {
                // The second draw of a face does not count.
                if run.draw == FaceDraw::PaintSubtract {
                    return run.range.end <= end;
                }
                let count = left.min(run.range.end - run.range.start);
                left -= count;
                run.range.end = run.range.start + count;
                end = run.range.end;
                count > 0
            });
        }
        all
    }

    /// Appends faces, grouped into runs.
    fn append(
        &mut self,
        faces: &[Face],
        draws: fn(Option<Blend>) -> &'static [FaceDraw],
    ) -> Vec<Run> {
        let mut runs: Vec<Run> = Vec::new();
        for face in faces {
            let at = self.order.len() as u32;
            self.order.push(face.id);
            self.distances.push(face.distance);
            let wanted = draws(face.blend);
            match runs.last_mut() {
                Some(run)
                    if wanted == [run.draw] && run.layer == face.layer && run.range.end == at =>
                {
                    run.range.end = at + 1;
                }
                _ => runs.extend(wanted.iter().map(|draw| Run {
                    draw: *draw,
                    range: at..at + 1,
                    layer: face.layer,
                })),
            }
        }
        runs
    }
}

/// The plan of the last picture. It is reused while only the number of drawn faces changes.
#[derive(Debug, Default)]
pub struct LastPlan(Option<(PlanInputs, Plan)>);

/// Everything that the plan of all faces depends on.
#[derive(Clone, Copy, PartialEq, Debug)]
struct PlanInputs {
    scene: u64,
    camera: Camera,
    effects: Effects,
    target: (u32, u32),
}

impl LastPlan {
    /// The plan of all faces of a shot; `true` if it differs from the last one.
    pub fn update(&mut self, shot: &PosedShot, frame: &Frame) -> (&Plan, bool) {
        let inputs = PlanInputs {
            scene: shot.scene.version(),
            camera: *shot.camera,
            effects: shot.options.effects,
            target: frame.target,
        };
        let is_new = self.0.as_ref().is_none_or(|(last, _)| *last != inputs);
        if is_new {
            self.0 = None;
        }
        let (_, plan) = self.0.get_or_insert_with(|| (inputs, Plan::whole(shot, frame)));
        (plan, is_new)
    }
}

/// A face of the drawing order.
#[derive(Clone, Copy)]
struct Face {
    id: u32,
    blend: Option<Blend>,
    distance: f32,
    layer: u32,
}

impl Face {
    fn new(face: &Sorted, distance: f32) -> Self {
        Self { id: face.id, blend: face.blend, distance, layer: 0 }
    }
}

/// Draws for the texels of a face that remain with a depth buffer: the blended ones.
fn blend_draws(blend: Option<Blend>) -> &'static [FaceDraw] {
    match blend {
        Some(Blend::Subtract) => &[FaceDraw::Subtract],
        _ => &[FaceDraw::Mix],
    }
}

/// Draws for a face without a depth buffer. A face that subtracts and also has opaque texels needs
/// two separate draws: drawing the opaque texels of a whole run first would let one face darken the
/// next.
fn paint_draws(blend: Option<Blend>) -> &'static [FaceDraw] {
    match blend {
        Some(Blend::Subtract) => &[FaceDraw::PaintOpaque, FaceDraw::PaintSubtract],
        _ => &[FaceDraw::PaintAll],
    }
}

/// The `wanted` faces of the sky. Its layers are painted in the order of their nodes, each from far to
/// near.
fn sky_faces(scene: &PosedScene, camera: &Camera, wanted: &dyn Fn(u32) -> bool) -> Vec<Face> {
    let back = camera.basis().2;
    let distance = |face: &Sorted| {
        let world = scene.transforms().get(face.node.index()).copied().unwrap_or_default();
        -back.dot(world.transform_point3(face.centre))
    };
    let all = scene.sorted(Group::Sky).filter(|face| wanted(face.id));
    let mut faces: Vec<_> = all.map(|f| (f.node, Face::new(f, distance(f)))).collect();
    faces.sort_by(|(a, near), (b, far)| {
        let order = (a, far.distance).partial_cmp(&(b, near.distance));
        order.unwrap_or(std::cmp::Ordering::Equal)
    });
    faces.into_iter().map(|(_, face)| face).collect()
}

/// Sorts the `wanted` faces from far to near. An ordering table counts distances in buckets and draws the
/// last inserted face of a bucket first; otherwise faces at the same distance are in file order.
fn by_distance(
    scene: &PosedScene,
    camera: &Camera,
    order: DrawOrder,
    wanted: &dyn Fn(u32) -> bool,
) -> Vec<Face> {
    let group = match order {
        DrawOrder::Depth => Group::Semi,
        DrawOrder::OrderingTable => Group::World,
    };
    let faces: Vec<_> = scene.sorted(group).collect();
    if faces.is_empty() {
        return Vec::new();
    }
    let row = depth_row(camera);
    let eye = viewer(camera, camera.eye());
    let placed = scene.scene().nodes.iter().zip(scene.transforms());
    let rows: Vec<_> = placed.map(|(node, at)| seen(node, at, eye).transpose() * row).collect();
    let distance = |face: &Sorted| {
        let row = rows.get(face.node.index()).copied().unwrap_or(row);
        row.dot(face.centre.extend(1.0)).max(0.0)
    };
    let distances: Vec<f32> = faces.iter().map(|face| distance(face)).collect();
    let farthest = farthest(distances.iter().copied());
    // Sort key of a face: distance, then its index in the list, which is the file order.
    let key = |(at, distance): (u32, f32)| match order {
        // The bits of positive floats sort like the numbers.
        DrawOrder::Depth => u64::from(!distance.to_bits()) << 32 | u64::from(at),
        DrawOrder::OrderingTable => {
            let bucket = bucket(distance, farthest);
            u64::from(u32::MAX - bucket) << 32 | u64::from(u32::MAX - at)
        }
    };
    let numbered = (0u32..).zip(distances.iter().copied()).zip(&faces);
    let numbered = numbered.filter(|(_, face)| wanted(face.id));
    let mut keys: Vec<u64> = numbered.map(|(at, _)| key(at)).collect();
    keys.sort_unstable();
    let index = |key: u64| match order {
        DrawOrder::Depth => key as u32,
        DrawOrder::OrderingTable => u32::MAX - key as u32,
    };
    let sorted = keys.into_iter().map(|key| index(key) as usize);
    sorted.filter_map(|at| Some(Face::new(faces.get(at)?, *distances.get(at)?))).collect()
}

fn farthest(distances: impl Iterator<Item = f32>) -> f32 {
    distances.fold(f32::MIN_POSITIVE, f32::max)
}

/// Bucket of the ordering table for a distance; 0 is the viewer's.
pub fn bucket(distance: f32, farthest: f32) -> u32 {
    (distance / farthest * BUCKETS as f32) as u32
}
