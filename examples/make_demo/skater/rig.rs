//! The skater's bones, their rest positions, and the conversion of a pose to stored numbers.

use glam::{DMat3, DVec3, dvec3};

use crate::make_demo::craft::space::angles;

pub const PELVIS: usize = 0;
pub const CHEST: usize = 1;
pub const HEAD: usize = 2;
/// Left side, which is on the right as seen by the viewer; bones by position.
pub const ARMS: [[usize; 3]; 2] = [[3, 4, 5], [6, 7, 8]];
pub const LEGS: [[usize; 3]; 2] = [[9, 10, 11], [12, 13, 14]];
pub const BOARD: usize = 15;
pub const BONES: usize = 16;

pub struct Joint {
    pub name: &'static str,
    pub parent: Option<usize>,
    pub at: DVec3,
}

const fn joint(name: &'static str, parent: Option<usize>, at: [f64; 3]) -> Joint {
    Joint { name, parent, at: DVec3::from_array(at) }
}

pub const JOINTS: [Joint; BONES] = [
    joint("pelvis", None, [0.0, 98.0, 0.0]),
    joint("chest", Some(PELVIS), [0.0, 111.0, 0.0]),
    joint("head", Some(CHEST), [0.0, 150.0, 1.0]),
    joint("l_arm", Some(CHEST), [17.0, 142.5, -0.5]),
    joint("l_fore", Some(3), [32.0, 118.0, 0.0]),
    joint("l_hand", Some(4), [43.0, 97.0, 6.0]),
    joint("r_arm", Some(CHEST), [-17.0, 142.5, -0.5]),
    joint("r_fore", Some(6), [-32.0, 118.0, 0.0]),
    joint("r_hand", Some(7), [-43.0, 97.0, 6.0]),
    joint("l_thigh", Some(PELVIS), [9.0, 95.0, 0.0]),
    joint("l_shin", Some(9), [17.0, 57.0, 4.0]),
    joint("l_foot", Some(10), [24.0, 19.0, -2.0]),
    joint("r_thigh", Some(PELVIS), [-9.0, 95.0, 0.0]),
    joint("r_shin", Some(12), [-17.0, 57.0, 4.0]),
    joint("r_foot", Some(13), [-24.0, 19.0, -2.0]),
    joint("board", None, [0.0, 10.0, 0.0]),
];

pub fn at(bone: usize) -> DVec3 {
    JOINTS[bone].at
}

/// Converts a point to the file's axes and sixteenths, relative to the origin of the whole.
pub fn sixteenths(at: DVec3) -> [i32; 3] {
    [at.x, -at.y, -at.z].map(|v| (v * 16.0).round() as i32)
}

pub fn home(bone: usize) -> [i32; 3] {
    sixteenths(at(bone))
}

/// A pose: positions of the roots, and rotation of every bone from its rest, all in the space of the
/// whole.
#[derive(Clone, Copy)]
pub struct Stance {
    pub pelvis: DVec3,
    pub board: DVec3,
    pub turns: [DMat3; BONES],
}

impl Stance {
    /// Stored numbers of every bone. Angles continue from those of the previous frame.
    pub fn numbers(&self, before: Option<&Vec<[i16; 6]>>) -> Vec<[i16; 6]> {
        let bone = |bone: usize| {
            let last = before.map_or([0; 6], |frame| frame[bone]);
            let mut angles = angles(to_file(self.turns[bone]));
            for (angle, last) in angles.iter_mut().zip(last) {
                let way = (*angle - last + 2048).rem_euclid(4096) - 2048;
                *angle = last + way;
            }
            let place = match (JOINTS[bone].parent, bone) {
                (Some(parent), _) => {
                    let (own, parent) = (home(bone), home(parent));
                    [0, 1, 2].map(|axis| own[axis] - parent[axis])
                }
                (None, BOARD) => sixteenths(self.board),
                (None, _) => sixteenths(self.pelvis),
            };
            let [x, y, z] = place.map(|v| v as i16);
            [angles[0], angles[1], angles[2], x, y, z]
        };
        (0..BONES).map(bone).collect()
    }
}

fn to_file(turn: DMat3) -> DMat3 {
    let flip = DMat3::from_diagonal(dvec3(1.0, -1.0, -1.0));
    flip * turn * flip
}

/// Three perpendicular directions: along `to`, with `hint` in the plane of the first two.
fn frame(to: DVec3, hint: DVec3) -> DMat3 {
    let along = to.normalize();
    let across = along.cross(hint).normalize();
    DMat3::from_cols(along, across.cross(along), across)
}

/// Rotation from a bone's rest direction to `to`, with its front towards `hint`.
pub fn aim(rest: DVec3, to: DVec3, hint: DVec3) -> DMat3 {
    frame(to, hint) * frame(rest, DVec3::Z).transpose()
}

/// Rotations of thigh and shin that bring the ankle to `ankle`, the knee towards `pole`.
pub fn reach(leg: [usize; 3], hip: DVec3, ankle: DVec3, pole: DVec3) -> [DMat3; 2] {
    let rest = [at(leg[1]) - at(leg[0]), at(leg[2]) - at(leg[1])];
    let [upper, lower] = rest.map(|bone| bone.dot(bone).sqrt());
    let way = ankle - hip;
    let far = way.dot(way).sqrt().min((upper + lower) * 0.9995);
    let along = way.normalize();
    let part = (upper * upper - lower * lower + far * far) / (2.0 * far);
    let out = (pole - along * pole.dot(along)).normalize();
    let bend = (upper * upper - part * part).max(0.0).sqrt();
    let knee = along * part + out * bend;
    [aim(rest[0], knee, pole), aim(rest[1], along * far - knee, pole)]
}
