//! Picking of all faces below a pixel, on the processor.

use std::cmp::Reverse;
use std::collections::{HashMap, HashSet};

use glam::{DVec2, DVec3, Vec2, Vec4};

use crate::render::draw::{Frame, Pass, Pieces, Plan, Projected, Projector, Shot};
use crate::render::upload::Coverage;
use crate::render::view::DrawOrder;
use crate::scene::{Face, FaceRef, Material, Texels, TextureId, UvSpace};

/// A face below a pixel.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct RayHit {
    /// Face as placed in the scene.
    pub face: FaceRef,
    /// Distance from the eye along the view direction, in scene units.
    pub depth: f32,
    /// Texture coordinates at the point, in the material's unit.
    pub uv: [f32; 2],
    /// The face is seen from behind.
    pub from_behind: bool,
}

/// Returns all visible faces below a pixel of a picture of `size`, front to back, as the options draw
/// them. Undrawn faces and transparent texels are skipped; the first result is that of the id buffer.
/// Tests every face, and sorts those below the pixel: meant for clicks, not for every frame.
pub fn faces_at(shot: &Shot, size: (u32, u32), at: (u32, u32)) -> Vec<RayHit> {
    let effects = &shot.options.effects;
    let frame = Frame::new(size, effects.pixels);
    let mut probe = RayTest {
        shot: *shot,
        frame,
        target: sample_point(&frame, at),
        decoded: HashMap::new(),
        hits: Vec::new(),
    };
    probe.test_pass(Pass::World);
    probe.test_pass(Pass::Sky);
    let hit: HashSet<u32> = probe.hits.iter().map(|hit| hit.id).collect();
    let drawn = Plan::order_of(&shot.posed(), &|id| hit.contains(&id));
    sorted(probe.hits, &drawn, effects.order)
}

/// Sample position of a picture pixel in clip space. It is moved slightly to the right and even less
/// downwards, so that a point exactly on an edge belongs to the face on that side, as in rasterizers.
fn sample_point(frame: &Frame, at: (u32, u32)) -> DVec2 {
    let source = frame.source(at);
    let pixel = DVec2::new(f64::from(source.0), f64::from(source.1))
        + 0.5
        + DVec2::new(1.0 / 1024.0, 1.0 / 16384.0);
    let ndc = pixel / DVec2::new(f64::from(frame.target.0), f64::from(frame.target.1)) * 2.0 - 1.0;
    DVec2::new(ndc.x, -ndc.y)
}

struct Hit {
    id: u32,
    hit: RayHit,
    /// 1 at the near plane, 0 far away.
    nearness: f64,
    blended: bool,
    sky: bool,
}

struct RayTest<'a> {
    shot: Shot<'a>,
    frame: Frame,
    target: DVec2,
    decoded: HashMap<TextureId, Texels>,
    hits: Vec<Hit>,
}

impl RayTest<'_> {
    fn test_pass(&mut self, pass: Pass) {
        let Shot { buffers, overlay, .. } = self.shot;
        let projector = Projector::new(&self.shot.posed(), &self.frame, pass);
        let (scene, shown) = (buffers.scene(), buffers.visibility());
        for (node, placed) in scene.nodes.pairs() {
            let Some(mesh) = scene.mesh_of(placed) else { continue };
            if !shown.node(scene, node) {
                continue;
            }
            for (face, stored) in (0u32..).zip(&mesh.faces) {
                let at = FaceRef { node, face };
                let sky = scene.is_sky(placed.layer) || scene.is_sky(stored.layer);
                let material = buffers.material_on(stored.material, stored.layer);
                if sky != (pass == Pass::Sky) || !shown.layer(stored.layer) {
                    continue;
                }
                if let (Some(material), Some(id)) = (material, buffers.ids().id(at))
                    && !overlay.is_some_and(|overlay| overlay.is_hidden(id))
                    && let Some(projected) = projector.project(at)
                    && projected.is_drawn()
                {
                    self.test(at, id, &stored, &material, &projected, sky);
                }
            }
        }
    }

    /// Adds a hit if a triangle of the face is below the point and its texel is not transparent.
    fn test(
        &mut self,
        at: FaceRef,
        id: u32,
        face: &Face,
        material: &Material,
        projected: &Projected,
        sky: bool,
    ) {
        // As in the shader (`corner_uv`).
        let effects = &self.shot.options.effects;
        let whole = effects.affine && material.uv == UvSpace::Texels;
        let uvs = self.shot.buffers.moved_uvs(at).unwrap_or(&face.uvs);
        let uvs = uvs.map(|uv| if whole { Vec2::from(uv).floor() } else { Vec2::from(uv) });
        let pieces = Pieces::of(projected, material, effects, &self.frame);
        for corners in [[0, 1, 2], [2, 1, 3]] {
            if face.is_triangle() && corners[2] == 3 {
                break;
            }
            let clip = corners.map(|i| projected.clip[i]);
            let Some(inside) = TrianglePoint::of(&clip, self.target, &self.frame) else { continue };
            let affine = effects.affine && !projected.crosses_near;
            let weights = match &pieces {
                Some(pieces) => pieces.shares(corners, inside.in_space),
                None if affine => inside.on_screen,
                None => inside.in_space,
            };
            let uv = corners
                .iter()
                .zip(weights)
                .map(|(corner, weight)| uvs[*corner] * weight as f32)
                .sum::<Vec2>();
            let nudge = self.frame.nudge(effects);
            let covers = self.shot.buffers.coverage(material, uv, nudge, &mut self.decoded);
            if covers == Coverage::Hole {
                return;
            }
            let hit = RayHit {
                face: at,
                depth: inside.depth as f32,
                uv: uv.to_array(),
                from_behind: projected.from_behind,
            };
            let blended = covers == Coverage::Blended;
            // Depth bias of transparent faces (pipelines.rs).
            let bias = if blended { inside.slope } else { 0.0 };
            let nearness = inside.nearness + bias;
            self.hits.push(Hit { id, hit, nearness, blended, sky });
            return;
        }
    }
}

/// Position of a point in a triangle.
struct TrianglePoint {
    /// Barycentric coordinates in space, and on the screen.
    in_space: [f64; 3],
    on_screen: [f64; 3],
    nearness: f64,
    /// Change of the nearness per target pixel.
    slope: f64,
    depth: f64,
}

impl TrianglePoint {
    /// Uses homogeneous coordinates, so that triangles that cross the near plane need no clipping.
    fn of(clip: &[Vec4; 3], point: DVec2, frame: &Frame) -> Option<Self> {
        let [a, b, c] = clip.map(|v| on_subpixels(v, frame));
        let whole = a.dot(b.cross(c));
        // Barycentric coordinates of a point with w = 1.
        let shares_at = |at: DVec2| {
            let p = at.extend(1.0);
            [p.dot(b.cross(c)), a.dot(p.cross(c)), a.dot(b.cross(p))].map(|part| part / whole)
        };
        let shares = shares_at(point);
        if whole == 0.0 || shares.iter().any(|share| *share < 0.0) {
            return None;
        }
        let sum: f64 = shares.iter().sum();
        let depth = 1.0 / sum;
        let in_space = shares.map(|share| share / sum);
        let on_screen = [0, 1, 2].map(|i| shares[i] * f64::from(clip[i].w));
        let nearness_of =
            |shares: [f64; 3]| (0..3).map(|i| shares[i] * f64::from(clip[i].z)).sum::<f64>();
        let nearness = nearness_of(shares);
        let step = |by: DVec2| (nearness_of(shares_at(point + by)) - nearness).abs();
        let (width, height) = (f64::from(frame.target.0), f64::from(frame.target.1));
        let slope = step(DVec2::new(2.0 / width, 0.0)).max(step(DVec2::new(0.0, 2.0 / height)));
        let drawn = depth > 0.0 && nearness <= 1.0;
        drawn.then_some(Self { in_space, on_screen, nearness, slope, depth })
    }
}

/// Rasterizers snap vertices to 1/256 of a pixel.
fn on_subpixels(clip: Vec4, frame: &Frame) -> DVec3 {
    let v = clip.as_dvec4();
    if v.w <= 0.0 {
        return DVec3::new(v.x, v.y, v.w);
    }
    let unit = DVec2::new(f64::from(frame.target.0), f64::from(frame.target.1)) * 128.0;
    let rounded = (DVec2::new(v.x, v.y) / v.w * unit).round() / unit;
    DVec3::new(rounded.x * v.w, rounded.y * v.w, v.w)
}

/// Sorts hits front to back; the first is that of the id buffer. `drawn` are their draw ids in drawing
/// order.
fn sorted(mut hits: Vec<Hit>, drawn: &[u32], order: DrawOrder) -> Vec<RayHit> {
    let position: HashMap<u32, usize> =
        drawn.iter().enumerate().map(|(at, id)| (*id, at)).collect();
    let painted = |hit: &Hit| Reverse(position.get(&hit.id).copied());
    let nearest = |a: &Hit, b: &Hit| b.nearness.total_cmp(&a.nearness).then(b.id.cmp(&a.id));
    // Sky faces are behind all others, the last painted in front.
    match order {
        DrawOrder::OrderingTable => hits.sort_by_key(|hit| (hit.sky, painted(hit))),
        DrawOrder::Depth => hits.sort_by(|a, b| {
            let of_sky = || painted(a).cmp(&painted(b));
            a.sky.cmp(&b.sky).then_with(|| if a.sky { of_sky() } else { nearest(a, b) })
        }),
    }
    if order == DrawOrder::Depth {
        // Transparent texels in front of the nearest opaque one were drawn in their own order.
        let opaque = hits.iter().position(|hit| !hit.sky && !hit.blended);
        let world = hits.iter().take_while(|hit| !hit.sky).count();
        let over = opaque.unwrap_or(world);
        let last = (0..over).max_by_key(|at| position.get(&hits[*at].id));
        if let Some(last) = last {
            hits[..=last].rotate_right(1);
        }
    }
    hits.into_iter().map(|hit| hit.hit).collect()
}
