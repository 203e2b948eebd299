//! The creature's body: one shape per bone.

use glam::{DMat3, DVec3, dvec3};
use gouraud::formats::Refusal;
use gouraud::formats::ff7::battle::model::{Bone, MeshRef, Model};
use gouraud::formats::ff7::mesh::Mesh;

use super::loft::{Cloth, Ring, Shape, ring};
use super::rig::{self, BONES, COUNT, Frame, OTHER_SIDE};
use super::skin::{ARMOUR, BELLY, PAGE, SCALES, SOLE, STRIPES};
use crate::make_demo::craft::canvas::Rgb;

/// Dark and bright end of a horn.
const HORN: [Rgb; 2] = [[0.42, 0.34, 0.28], [0.98, 0.93, 0.80]];
const CLAW: [Rgb; 2] = [[0.16, 0.14, 0.16], [0.62, 0.60, 0.64]];
/// Crystal: solid colour, and the glow around it.
pub const CRYSTAL: [Rgb; 2] = [[0.06, 0.42, 0.62], [0.72, 1.0, 1.0]];
pub const GLOW: [Rgb; 2] = [[0.0, 0.10, 0.16], [0.04, 0.30, 0.38]];

/// Bones with their shapes; the left limbs use mirrored ones of the right.
pub fn model() -> Result<Model, Refusal> {
    let rest = Frame::rest().world();
    let mut model = Model::default();
    let mut mesh_of = [None; COUNT];
    for (index, bone) in BONES.iter().enumerate() {
        let is_left = (11..15).contains(&index) || (19..23).contains(&index);
        if is_left {
            mesh_of[index] = mesh_of[index - OTHER_SIDE];
        } else if let Some(mesh) = shape(index, rest[index].0)? {
            mesh_of[index] = Some(model.meshes.len());
            model.meshes.push(mesh);
        }
        model.bones.push(Bone {
            parent: bone.parent as u16,
            length: bone.length as i16,
            mesh: mesh_of[index].map_or(MeshRef::None, MeshRef::Mesh),
            mirrored: is_left && mesh_of[index].is_some(),
        });
    }
    Ok(model)
}

fn shape(bone: usize, turn: DMat3) -> Result<Option<Mesh>, Refusal> {
    let mut shape = Shape::new(PAGE, turn);
    match bone {
        rig::PELVIS => pelvis(&mut shape),
        rig::SPINE => spine(&mut shape),
        rig::CHEST => chest(&mut shape),
        rig::NECK => neck(&mut shape),
        rig::HEAD => head(&mut shape),
        rig::JAW => jaw(&mut shape),
        rig::SHOULDER => shoulder(&mut shape),
        rig::ARM => limb(&mut shape, 26.0, 40.0, 24.0, 118.0, SCALES),
        rig::FOREARM => forearm(&mut shape),
        rig::HAND => hand(&mut shape),
        rig::THIGH => thigh(&mut shape),
        rig::SHIN => shin(&mut shape),
        rig::FOOT => foot(&mut shape),
        rig::TAIL => tail(&mut shape, 56.0, 42.0, 104.0),
        24 => tail(&mut shape, 42.0, 30.0, 98.0),
        25 => tail(&mut shape, 30.0, 17.0, 92.0),
        26 => tail_tip(&mut shape),
        _ => return Ok(None),
    }
    shape.finish().map(Some)
}

/// Torsos have their belly in front (y), stripes behind.
fn torso(middle: [f64; 2]) -> Cloth {
    if middle[1] > 0.55 { BELLY } else { STRIPES }
}

fn pelvis(shape: &mut Shape) {
    let rings = [
        ring(70.0, 0.0, 0.0).moved(0.0, -10.0),
        ring(52.0, 48.0, 42.0).moved(0.0, -8.0),
        ring(14.0, 78.0, 66.0).moved(0.0, -6.0),
        ring(-26.0, 74.0, 60.0).moved(0.0, 2.0),
    ];
    shape.tube(8, &rings, torso);
    let belt = [ring(-10.0, 80.0, 68.0), ring(-32.0, 80.0, 66.0).moved(0.0, 2.0)];
    shape.tube(8, &belt, |_| ARMOUR);
}

fn spine(shape: &mut Shape) {
    let rings = [
        ring(16.0, 74.0, 60.0),
        ring(-30.0, 84.0, 72.0).moved(0.0, 8.0),
        ring(-80.0, 90.0, 74.0).moved(0.0, 10.0),
        ring(-112.0, 92.0, 68.0).moved(0.0, 4.0),
    ];
    shape.tube(8, &rings, torso);
    ridge(shape, &[(-30.0, -62.0, 46.0), (-84.0, -66.0, 64.0)]);
}

fn chest(shape: &mut Shape) {
    let rings = [
        ring(14.0, 90.0, 70.0).moved(0.0, 6.0),
        ring(-40.0, 102.0, 76.0).moved(0.0, 6.0),
        ring(-92.0, 92.0, 66.0),
        ring(-130.0, 50.0, 46.0).moved(0.0, 4.0),
        ring(-142.0, 20.0, 20.0).moved(0.0, 6.0),
    ];
    shape.tube(8, &rings, torso);
    // A gorget.
    let plate = [
        ring(-70.0, 104.0, 80.0).moved(0.0, 2.0),
        ring(-104.0, 88.0, 68.0).moved(0.0, 4.0),
        ring(-132.0, 58.0, 54.0).moved(0.0, 6.0),
    ];
    shape.tube(8, &plate, |_| ARMOUR);
    ridge(shape, &[(-20.0, -68.0, 84.0), (-74.0, -74.0, 70.0)]);
    // A stone set in the breast.
    shape.shard([0.0, 84.0, -4.0], [0.0, 86.0, -66.0], 19.0, CRYSTAL, false);
    shape.shard([0.0, 84.0, 8.0], [0.0, 88.0, -82.0], 29.0, GLOW, true);
}

/// Crystals along the back: depth, place, and size.
fn ridge(shape: &mut Shape, stones: &[(f64, f64, f64)]) {
    for (z, y, size) in stones {
        for (side, share) in [(0.0, 1.0), (-1.0, 0.62), (1.0, 0.62)] {
            let from = [side * 26.0, y + 16.0, *z];
            let to = [side * 60.0, y - size * share, z - 0.42 * size * share];
            shape.shard(from, to, 12.0 * share + 3.0, CRYSTAL, false);
            let far = [side * 66.0, y - size * share * 1.14, z - 0.46 * size * share];
            shape.shard(from, far, 20.0 * share + 3.0, GLOW, true);
        }
    }
}

fn neck(shape: &mut Shape) {
    let rings = [
        ring(22.0, 50.0, 50.0),
        ring(-30.0, 44.0, 46.0).moved(0.0, -2.0),
        ring(-76.0, 38.0, 42.0).moved(0.0, -4.0),
    ];
    shape.tube(8, &rings, torso);
}

/// Head frames have x right, y down, −z forward.
fn head(shape: &mut Shape) {
    let rings = [
        ring(50.0, 0.0, 0.0).moved(0.0, -26.0),
        ring(34.0, 42.0, 36.0).moved(0.0, -24.0),
        ring(0.0, 58.0, 46.0).moved(0.0, -24.0),
        ring(-42.0, 54.0, 38.0).moved(0.0, -22.0),
        ring(-86.0, 38.0, 24.0).moved(0.0, -14.0),
        ring(-128.0, 30.0, 20.0).moved(0.0, -10.0),
        ring(-146.0, 18.0, 12.0).moved(0.0, -8.0),
        ring(-150.0, 0.0, 0.0).moved(0.0, -8.0),
    ];
    shape.tube(8, &rings, |[_, y]| if y > 0.8 { SOLE } else { STRIPES });
    for side in [-1.0, 1.0] {
        eye(shape, side);
        // A brow, a horn that sweeps back, and a smaller one.
        shape.spike([side * 30.0, -58.0, -44.0], [side * 66.0, -72.0, -14.0], 12.0, 4, HORN, false);
        let bend = dvec3(side * 58.0, -92.0, 42.0);
        horn(shape, dvec3(side * 36.0, -50.0, 14.0), bend, dvec3(side * 64.0, -150.0, 66.0), 17.0);
        shape.spike([side * 50.0, -24.0, 20.0], [side * 98.0, -34.0, 52.0], 12.0, 5, HORN, false);
        // Teeth.
        for (z, x) in [(-74.0, 34.0), (-96.0, 30.0), (-118.0, 27.0), (-136.0, 18.0)] {
            let from = [side * x, 0.0, z];
            shape.spike(from, [side * (x - 2.0), 20.0, z + 2.0], 5.0, 3, HORN, false);
        }
    }
    // The nose horn.
    shape.spike([0.0, -26.0, -126.0], [0.0, -66.0, -140.0], 11.0, 4, HORN, false);
}

/// A bent horn: a stump, then a spike.
fn horn(shape: &mut Shape, from: DVec3, bend: DVec3, to: DVec3, radius: f64) {
    shape.spike(from, from + (bend - from) * 1.7, radius, 5, HORN, false);
    shape.spike(bend, to, radius * 0.62, 5, HORN, false);
}

/// A glowing eye under the brow: outline, iris, slit.
fn eye(shape: &mut Shape, side: f64) {
    let out = dvec3(side * 0.92, -0.2, -0.4);
    let at = |dz: f64, dy: f64, lift: f64| {
        dvec3(side * (50.0 + lift + 0.22 * dz), -34.0 + dy, -46.0 + dz)
    };
    let gold = [[1.15, 0.62, 0.08], [1.25, 0.92, 0.25], [0.8, 0.3, 0.05], [1.1, 0.72, 0.12]];
    let dark = [[0.06, 0.05, 0.05]; 4];
    let lids = [at(-24.0, 5.0, 0.0), at(0.0, -13.0, 4.0), at(0.0, 13.0, 4.0), at(22.0, -3.0, 3.0)];
    shape.paint(&lids, &dark, out, false);
    let iris = [at(-17.0, 3.0, 2.0), at(-1.0, -9.0, 6.0), at(-1.0, 9.0, 6.0), at(14.0, -2.0, 5.0)];
    shape.paint(&iris, &gold, out, false);
    let slit = [at(-4.0, 1.0, 7.0), at(-1.0, -9.0, 8.0), at(-1.0, 9.0, 8.0), at(2.0, 0.0, 8.0)];
    shape.paint(&slit, &dark, out, false);
}

fn jaw(shape: &mut Shape) {
    let rings = [
        ring(18.0, 34.0, 16.0).moved(0.0, 16.0),
        ring(-40.0, 40.0, 15.0).moved(0.0, 22.0),
        ring(-92.0, 30.0, 12.0).moved(0.0, 20.0),
        ring(-132.0, 20.0, 9.0).moved(0.0, 14.0),
        ring(-142.0, 0.0, 0.0).moved(0.0, 12.0),
    ];
    shape.tube(8, &rings, |[_, y]| if y < -0.6 { SOLE } else { BELLY });
    for side in [-1.0, 1.0] {
        for (z, x) in [(-84.0, 28.0), (-106.0, 24.0), (-126.0, 15.0)] {
            let from = [side * x, 12.0, z];
            shape.spike(from, [side * x, -8.0, z - 2.0], 5.0, 3, HORN, false);
        }
    }
}

/// A pauldron with spikes; the joint's frame has −z outwards, x down.
fn shoulder(shape: &mut Shape) {
    let rings = [
        ring(-20.0, 46.0, 52.0).moved(-4.0, 0.0),
        ring(-62.0, 56.0, 60.0).moved(-6.0, 0.0),
        ring(-102.0, 46.0, 50.0).moved(-2.0, 0.0),
        ring(-126.0, 16.0, 18.0).moved(4.0, 0.0),
    ];
    shape.tube(8, &rings, |_| ARMOUR);
    shape.spike([-44.0, 0.0, -70.0], [-112.0, 0.0, -104.0], 17.0, 5, HORN, false);
    shape.spike([-34.0, 26.0, -98.0], [-74.0, 44.0, -134.0], 11.0, 4, HORN, false);
    shape.spike([-34.0, -26.0, -98.0], [-74.0, -44.0, -134.0], 11.0, 4, HORN, false);
}

fn limb(shape: &mut Shape, top: f64, middle: f64, low: f64, length: f64, cloth: Cloth) {
    let rings = [
        ring(14.0, top * 0.7, top * 0.7),
        ring(-10.0, top, top * 1.1),
        ring(-0.4 * length, middle, middle * 1.04),
        ring(-0.82 * length, low, low),
        ring(-length, low * 0.8, low * 0.8),
    ];
    shape.tube(7, &rings, |_| cloth);
}

fn forearm(shape: &mut Shape) {
    let rings = [
        ring(16.0, 20.0, 22.0),
        ring(-26.0, 30.0, 33.0),
        ring(-70.0, 24.0, 26.0),
        ring(-108.0, 18.0, 18.0),
    ];
    shape.tube(7, &rings, |_| SCALES);
    let bracer = [ring(-34.0, 35.0, 38.0), ring(-62.0, 32.0, 34.0), ring(-90.0, 27.0, 28.0)];
    shape.tube(7, &bracer, |_| ARMOUR);
    shape.spike([0.0, -22.0, 0.0], [0.0, -66.0, 34.0], 12.0, 4, HORN, false);
}

fn hand(shape: &mut Shape) {
    let rings: [Ring; 3] =
        [ring(8.0, 16.0, 18.0), ring(-22.0, 18.0, 26.0), ring(-42.0, 14.0, 22.0)];
    shape.tube(6, &rings, |_| SCALES);
    for y in [-18.0, 0.0, 18.0] {
        shape.spike([0.0, y, -34.0], [12.0, y * 1.3, -76.0], 9.0, 4, CLAW, false);
    }
    shape.spike([12.0, 14.0, -10.0], [34.0, 26.0, -40.0], 8.0, 4, CLAW, false);
}

fn thigh(shape: &mut Shape) {
    let rings = [
        ring(34.0, 34.0, 40.0),
        ring(0.0, 54.0, 64.0),
        ring(-54.0, 52.0, 60.0),
        ring(-108.0, 36.0, 38.0),
        ring(-150.0, 26.0, 28.0),
    ];
    shape.tube(8, &rings, |_| SCALES);
    let plate = [ring(-92.0, 44.0, 48.0), ring(-118.0, 40.0, 42.0), ring(-146.0, 34.0, 38.0)];
    shape.tube(8, &plate, |_| ARMOUR);
    shape.spike([0.0, 30.0, -130.0], [0.0, 84.0, -138.0], 14.0, 4, HORN, false);
}

fn shin(shape: &mut Shape) {
    let rings = [
        ring(14.0, 26.0, 28.0),
        ring(-30.0, 34.0, 40.0).moved(0.0, -6.0),
        ring(-84.0, 24.0, 26.0).moved(0.0, -2.0),
        ring(-144.0, 20.0, 22.0),
    ];
    shape.tube(7, &rings, |_| SCALES);
}

/// Feet: −z forward, y up.
fn foot(shape: &mut Shape) {
    let rings = [
        ring(34.0, 10.0, 8.0).moved(0.0, -4.0),
        ring(16.0, 28.0, 26.0).moved(0.0, 0.0),
        ring(-34.0, 38.0, 20.0).moved(0.0, -6.0),
        ring(-74.0, 40.0, 14.0).moved(0.0, -12.0),
    ];
    shape.tube(7, &rings, |[_, y]| if y < -0.7 { SOLE } else { SCALES });
    for x in [-26.0, 0.0, 26.0] {
        shape.spike([x, -10.0, -60.0], [x * 1.25, -24.0, -122.0], 15.0, 4, CLAW, false);
    }
    shape.spike([0.0, -4.0, 24.0], [0.0, -22.0, 62.0], 11.0, 4, CLAW, false);
}

/// Tails: −z backwards, y up.
fn tail(shape: &mut Shape, from: f64, to: f64, length: f64) {
    let rings = [
        ring(14.0, from * 0.92, from * 0.92),
        ring(-0.5 * length, (from + to) * 0.5, (from + to) * 0.52),
        ring(-length, to, to),
        ring(-length - 8.0, to * 0.5, to * 0.5),
    ];
    shape.tube(7, &rings, |[_, y]| if y < -0.55 { BELLY } else { STRIPES });
    let z = -0.45 * length;
    let height = from * 0.95;
    shape.spike([0.0, from * 0.6, z], [0.0, from * 0.6 + height, z - 26.0], 11.0, 4, HORN, false);
}

fn tail_tip(shape: &mut Shape) {
    let rings = [ring(8.0, 15.0, 15.0), ring(-34.0, 18.0, 18.0), ring(-52.0, 12.0, 12.0)];
    shape.tube(6, &rings, |_| ARMOUR);
    shape.shard([0.0, 0.0, -30.0], [0.0, 16.0, -126.0], 22.0, CRYSTAL, false);
    shape.shard([0.0, 0.0, -24.0], [0.0, 18.0, -142.0], 34.0, GLOW, true);
    for side in [-1.0, 1.0] {
        let to = [side * 52.0, 10.0, -92.0];
        shape.shard([side * 10.0, 0.0, -36.0], to, 11.0, CRYSTAL, false);
    }
}
