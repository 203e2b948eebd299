//! The bones: origin, length and rest rotation of each.
//!
//! Bones grow along their own −z. The torso's frames are turned so that −z is up, y is forward and x is
//! right; those of hanging limbs so that −z is down, y is forward and x is inward. The left limbs are
//! mirror images of the right ones.

use glam::{DMat3, DVec3, dvec3};
use gouraud_testing::build::ff7::animation::Pose;

use crate::make_demo::craft::space::{rotation, steps, whole};

pub const ROOT: usize = 0;
pub const PELVIS: usize = 1;
pub const SPINE: usize = 2;
pub const CHEST: usize = 3;
pub const NECK: usize = 4;
pub const HEAD: usize = 5;
pub const JAW: usize = 6;
pub const SHOULDER: usize = 7;
pub const ARM: usize = 8;
pub const FOREARM: usize = 9;
pub const HAND: usize = 10;
pub const HIP: usize = 15;
pub const THIGH: usize = 16;
pub const SHIN: usize = 17;
pub const FOOT: usize = 18;
pub const TAIL: usize = 23;
pub const COUNT: usize = 27;

/// Offset from a right limb's bone to the left one's.
pub const OTHER_SIDE: usize = 4;

/// A bone at rest.
pub struct Bone {
    pub parent: usize,
    pub length: f64,
    /// Degrees about x, y and z.
    pub rest: [f64; 3],
}

const fn bone(parent: usize, length: f64, rest: [f64; 3]) -> Bone {
    Bone { parent, length, rest }
}

/// All bones; parents come first.
pub const BONES: [Bone; COUNT] = [
    bone(0, 0.0, [0.0, 0.0, 0.0]),
    bone(ROOT, 0.0, [-90.0, 0.0, 0.0]),
    bone(PELVIS, -95.0, [16.0, 0.0, 0.0]),
    bone(SPINE, -120.0, [14.0, 0.0, 0.0]),
    bone(CHEST, -66.0, [22.0, 0.0, 0.0]),
    bone(NECK, -60.0, [36.0, 0.0, 0.0]),
    bone(NECK, -60.0, [38.0, 0.0, 0.0]),
    bone(CHEST, -88.0, [0.0, -102.0, 0.0]),
    bone(SHOULDER, -112.0, [34.0, -54.0, 0.0]),
    bone(ARM, -104.0, [50.0, 8.0, 0.0]),
    bone(FOREARM, -34.0, [12.0, 0.0, 0.0]),
    bone(CHEST, -88.0, [0.0, 102.0, 0.0]),
    bone(11, -112.0, [34.0, 54.0, 0.0]),
    bone(12, -104.0, [50.0, -8.0, 0.0]),
    bone(13, -34.0, [12.0, 0.0, 0.0]),
    bone(PELVIS, -58.0, [0.0, -98.0, 0.0]),
    bone(HIP, -140.0, [46.0, -82.0, 0.0]),
    bone(THIGH, -136.0, [-84.0, 0.0, 0.0]),
    bone(SHIN, -72.0, [128.0, 0.0, 0.0]),
    bone(PELVIS, -58.0, [0.0, 98.0, 0.0]),
    bone(19, -140.0, [46.0, 82.0, 0.0]),
    bone(20, -136.0, [-84.0, 0.0, 0.0]),
    bone(21, -72.0, [128.0, 0.0, 0.0]),
    bone(PELVIS, -104.0, [-112.0, 0.0, 0.0]),
    bone(23, -98.0, [14.0, 0.0, 0.0]),
    bone(24, -92.0, [20.0, 0.0, 0.0]),
    bone(25, -60.0, [22.0, 0.0, 0.0]),
];

/// Height of the root at rest, so that the feet are on the ground.
pub const HEIGHT: f64 = -236.0;

/// A pose: position of the root, and rotation of each bone.
#[derive(Clone)]
pub struct Frame {
    pub root: DVec3,
    /// Degrees, as in [`Bone::rest`].
    turns: [[f64; 3]; COUNT],
}

impl Frame {
    pub fn rest() -> Self {
        Self { root: dvec3(0.0, HEIGHT, 0.0), turns: std::array::from_fn(|bone| BONES[bone].rest) }
    }

    /// Adds a rotation to a bone.
    pub fn turn(&mut self, bone: usize, by: [f64; 3]) {
        (0..3).for_each(|axis| self.turns[bone][axis] += by[axis]);
    }

    /// Rotates a right limb's bone, and the left one as its mirror image.
    pub fn both(&mut self, bone: usize, by: [f64; 3]) {
        self.turn(bone, by);
        self.left(bone, by);
    }

    /// Rotates a left limb's bone, with angles of the right one.
    pub fn left(&mut self, bone: usize, [x, y, z]: [f64; 3]) {
        self.turn(bone + OTHER_SIDE, [x, -y, -z]);
    }

    /// Turns the head, and opens the mouth.
    pub fn head(&mut self, [x, y]: [f64; 2], open: f64) {
        self.turn(HEAD, [x, y, 0.0]);
        self.turn(JAW, [x + open, y, 0.0]);
    }

    /// Rotation and position of every bone in the model's space.
    pub fn world(&self) -> Vec<(DMat3, DVec3)> {
        let mut all: Vec<(DMat3, DVec3)> = Vec::with_capacity(COUNT);
        for (index, bone) in BONES.iter().enumerate() {
            let own = rotation(self.turns[index]);
            let placed = match all.get(bone.parent).filter(|_| index > 0) {
                None => (own, self.root),
                Some((turn, at)) => {
                    let along = *turn * dvec3(0.0, 0.0, BONES[bone.parent].length);
                    (*turn * own, along + *at)
                }
            };
            all.push(placed);
        }
        all
    }

    pub fn pose(&self) -> Pose {
        Pose {
            translation: whole(self.root),
            angles: self.turns.iter().map(|turn| turn.map(steps)).collect(),
        }
    }
}
