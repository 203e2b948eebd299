//! The rider's joints, and the bones between them.

use glam::{DMat3, DVec3, dvec3};
use gouraud::formats::ssx::mpf::records::{Bone, Vector};
use gouraud_testing::build::mpf;

use crate::make_demo::craft::maths::{cos, sin};

/// Ids of the files that bones belong to.
pub const BODY: u8 = 0;
pub const BOARD: u8 = 1;

/// Indices of the body's bones.
pub const HIPS: u8 = 0;
pub const SPINE: u8 = 1;
pub const CHEST: u8 = 2;
pub const NECK: u8 = 3;
pub const HEAD: u8 = 4;
pub const LEFT: Side = Side { clavicle: 5, arm: 6, fore: 7, hand: 8, thigh: 9, shin: 10, foot: 11 };
pub const RIGHT: Side =
    Side { clavicle: 12, arm: 13, fore: 14, hand: 15, thigh: 16, shin: 17, foot: 18 };

/// The bones of one side.
#[derive(Clone, Copy)]
pub struct Side {
    pub clavicle: u8,
    pub arm: u8,
    pub fore: u8,
    pub hand: u8,
    pub thigh: u8,
    pub shin: u8,
    pub foot: u8,
}

/// Direction of the head: an eighth of a turn to the left, down the slope.
pub const LOOK: f64 = 0.11;

/// Name, parent, position, and rotations about X, Y and Z relative to the parent.
type Joint = (&'static str, i16, [f64; 3], [f64; 3]);

const JOINTS: [Joint; 19] = [
    ("hips", -1, [0.0, 0.0, 0.0], [0.0, 0.0, 0.0]),
    ("spine", 0, [0.0, -1.0, 13.0], [0.02, 0.0, 0.0]),
    ("chest", 1, [0.0, -5.0, 31.0], [0.03, 0.0, 0.0]),
    ("neck", 2, [0.0, -8.5, 49.0], [-0.02, 0.0, 0.0]),
    ("head", 3, [0.0, -9.5, 56.0], [0.0, 0.0, -LOOK]),
    ("l_clav", 2, [5.0, -6.0, 45.0], [0.0, 0.0, 0.0]),
    ("l_arm", 5, [18.5, -5.5, 44.0], [0.0, 0.06, 0.0]),
    ("l_fore", 6, [42.0, -13.0, 33.0], [0.0, -0.08, 0.04]),
    ("l_hand", 7, [63.0, -22.0, 41.0], [0.0, 0.0, 0.0]),
    ("l_thigh", 0, [10.0, 0.0, -4.0], [0.05, 0.06, 0.0]),
    ("l_shin", 9, [25.0, -14.0, -34.0], [-0.1, -0.03, 0.0]),
    ("l_foot", 10, [28.0, 3.0, -64.0], [0.0, 0.0, 0.03]),
    ("r_clav", 2, [-5.0, -6.0, 45.0], [0.0, 0.0, 0.0]),
    ("r_arm", 12, [-18.5, -5.5, 44.0], [0.0, -0.06, 0.0]),
    ("r_fore", 13, [-40.0, -3.0, 28.0], [0.0, 0.05, -0.04]),
    ("r_hand", 14, [-60.0, -13.0, 22.0], [0.0, 0.0, 0.0]),
    ("r_thigh", 0, [-10.0, 0.0, -4.0], [0.05, -0.06, 0.0]),
    ("r_shin", 16, [-25.0, -14.0, -34.0], [-0.1, 0.03, 0.0]),
    ("r_foot", 17, [-28.0, 3.0, -64.0], [0.0, 0.0, -0.03]),
];

/// Origin of a bone of the body.
pub fn joint(bone: u8) -> DVec3 {
    DVec3::from_array(JOINTS[usize::from(bone)].2)
}

/// Direction of a foot with `outwards` per step ahead, and the direction across.
pub fn stance(outwards: f64) -> [DVec3; 2] {
    let forward = dvec3(outwards, -1.0, 0.0).normalize();
    [forward, dvec3(forward.y, -forward.x, 0.0)]
}

/// The bones in their parents' spaces.
pub fn bones() -> Vec<Bone> {
    let mut worlds: Vec<DMat3> = Vec::new();
    let mut bones = Vec::new();
    for (id, (name, parent, place, turns)) in (0i16..).zip(JOINTS) {
        let above = usize::try_from(parent).ok();
        let world = above.map_or(DMat3::IDENTITY, |above| worlds[above]);
        let origin = above.map_or(DVec3::ZERO, |above| DVec3::from_array(JOINTS[above].2));
        let local = world.transpose() * (DVec3::from_array(place) - origin);
        let mut bone = mpf::bone(name, id + 1, above.map(|_| (0, parent)), vector(local));
        bone.rotation = vector(DVec3::from_array(turns) * std::f64::consts::TAU);
        worlds.push(world * turned(turns));
        bones.push(bone);
    }
    bones
}

/// `Rz(−z) · Ry(−y) · Rx(−x)`, angles in turns.
fn turned([x, y, z]: [f64; 3]) -> DMat3 {
    let about_x =
        DMat3::from_cols(DVec3::X, dvec3(0.0, cos(x), -sin(x)), dvec3(0.0, sin(x), cos(x)));
    let about_y =
        DMat3::from_cols(dvec3(cos(y), 0.0, sin(y)), DVec3::Y, dvec3(-sin(y), 0.0, cos(y)));
    let about_z =
        DMat3::from_cols(dvec3(cos(z), -sin(z), 0.0), dvec3(sin(z), cos(z), 0.0), DVec3::Z);
    about_z * about_y * about_x
}

/// Converted to the stored type.
pub fn vector(v: DVec3) -> Vector {
    Vector { x: v.x as f32, y: v.y as f32, z: v.z as f32 }
}
