//! The skater's bones, where they are at rest, and how a stance becomes numbers.

use crate::make_demo::craft::space::{Point, Turn, add, cross, dot, sub, times, unit};

pub const PELVIS: usize = 0;
pub const CHEST: usize = 1;
pub const HEAD: usize = 2;
/// The left side, which is on the right as one looks at the skater; the others by position.
pub const ARMS: [[usize; 3]; 2] = [[3, 4, 5], [6, 7, 8]];
pub const LEGS: [[usize; 3]; 2] = [[9, 10, 11], [12, 13, 14]];
pub const BOARD: usize = 15;
pub const BONES: usize = 16;

pub struct Joint {
    pub name: &'static str,
    pub parent: Option<usize>,
    pub at: Point,
}

const fn joint(name: &'static str, parent: Option<usize>, at: Point) -> Joint {
    Joint { name, parent, at }
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

pub fn at(bone: usize) -> Point {
    JOINTS[bone].at
}

/// A point in the file's axes and sixteenths, from the origin of the whole.
pub fn sixteenths([x, y, z]: Point) -> [i32; 3] {
    [x, -y, -z].map(|v| (v * 16.0).round() as i32)
}

pub fn home(bone: usize) -> [i32; 3] {
    sixteenths(at(bone))
}

/// A moment of a motion: where the roots are, and how every bone is turned from its rest, all in
/// the space of the whole.
#[derive(Clone, Copy)]
pub struct Stance {
    pub pelvis: Point,
    pub board: Point,
    pub turns: [Turn; BONES],
}

impl Stance {
    /// The numbers of every bone. Angles go on from those of the frame before.
    pub fn numbers(&self, before: Option<&Vec<[i16; 6]>>) -> Vec<[i16; 6]> {
        let bone = |bone: usize| {
            let last = before.map_or([0; 6], |frame| frame[bone]);
            let mut angles = to_file(&self.turns[bone]).angles();
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

fn to_file(turn: &Turn) -> Turn {
    let sign = |axis: usize| if axis == 0 { 1.0 } else { -1.0 };
    Turn([0, 1, 2].map(|r| [0, 1, 2].map(|c| turn.0[r][c] * sign(r) * sign(c))))
}

/// Three directions at right angles: along `to`, and `hint` in the plane of the first two.
fn frame(to: Point, hint: Point) -> [Point; 3] {
    let along = unit(to);
    let across = unit(cross(along, hint));
    [along, cross(across, along), across]
}

/// The turn that brings a bone from its rest to `to`, with what looks to the front looking to
/// `hint`.
pub fn aim(rest: Point, to: Point, hint: Point) -> Turn {
    let (from, to) = (frame(rest, [0.0, 0.0, 1.0]), frame(to, hint));
    let cell = |r: usize, c: usize| (0..3).map(|k| to[k][r] * from[k][c]).sum();
    Turn([0, 1, 2].map(|r| [0, 1, 2].map(|c| cell(r, c))))
}

/// Turns of a leg's thigh and shin that bring the ankle to `ankle`, the knee towards `pole`.
pub fn reach(leg: [usize; 3], hip: Point, ankle: Point, pole: Point) -> [Turn; 2] {
    let rest = [sub(at(leg[1]), at(leg[0])), sub(at(leg[2]), at(leg[1]))];
    let [upper, lower] = rest.map(|bone| dot(bone, bone).sqrt());
    let way = sub(ankle, hip);
    let far = dot(way, way).sqrt().min((upper + lower) * 0.9995);
    let along = unit(way);
    let part = (upper * upper - lower * lower + far * far) / (2.0 * far);
    let out = unit(sub(pole, times(along, dot(pole, along))));
    let bend = (upper * upper - part * part).max(0.0).sqrt();
    let knee = add(times(along, part), times(out, bend));
    [aim(rest[0], knee, pole), aim(rest[1], sub(times(along, far), knee), pole)]
}
