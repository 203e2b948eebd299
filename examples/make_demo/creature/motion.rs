//! Animations of the creature and its glaive, at 15 frames per second.

use glam::{DMat3, DVec3, dvec3};
use gouraud_testing::build::ff7::animation::Pose;

use super::rig::{
    ARM, CHEST, FOOT, FOREARM, Frame, HAND, HIP, JAW, NECK, PELVIS, ROOT, SHIN, SHOULDER, SPINE,
    TAIL, THIGH,
};
use crate::make_demo::craft::maths::{cos, ease, keyed, sin};
use crate::make_demo::craft::space::{angles, rotation, whole};

/// An animation: the body's frames and the weapon's.
pub struct Motion {
    pub body: Vec<Pose>,
    pub weapon: Vec<Pose>,
}

/// The animations in the order of their numbers.
pub fn all() -> Vec<Motion> {
    vec![
        animate(36, idle),
        animate(24, walk),
        animate(26, slash),
        animate(40, throw),
        animate(16, hurt),
        animate(34, fall),
        animate(36, roar),
    ]
}

/// Angle of the glaive to the hand, about the hand's x.
const GRIP: f64 = 98.0;
/// Outward angle of the glaive.
const LEAN: f64 = 40.0;

/// Calls `moment` with each frame's time, 0 to 1; it returns the body's pose and the weapon's position.
fn animate(frames: usize, moment: impl Fn(f64) -> (Frame, Hold)) -> Motion {
    let mut motion = Motion { body: Vec::new(), weapon: Vec::new() };
    for index in 0..frames {
        let (frame, hold) = moment(index as f64 / frames as f64);
        let (turn, at) = match hold {
            Hold::Hand(turn) => in_hand(&frame, turn),
            Hold::Free(turn, at) => (turn, at),
        };
        motion.body.push(frame.pose());
        motion.weapon.push(Pose { translation: whole(at), angles: vec![angles(turn)] });
    }
    motion
}

/// Position of the weapon.
enum Hold {
    /// In the right hand, turned about the hand's x.
    Hand(f64),
    Free(DMat3, DVec3),
}

fn in_hand(frame: &Frame, turn: f64) -> (DMat3, DVec3) {
    let (hand, at) = frame.world()[HAND];
    let palm = at + hand * dvec3(0.0, 6.0, -26.0);
    let grip = rotation([0.0, 0.0, LEAN]) * rotation([turn, 0.0, 0.0]);
    (hand * grip, palm)
}

/// Breathing and a moving tail.
fn alive(frame: &mut Frame, t: f64, breaths: f64) {
    let breath = sin(t * breaths);
    frame.turn(CHEST, [-1.6 * breath, 0.0, 0.0]);
    frame.turn(NECK, [1.2 * breath, 0.0, 0.0]);
    frame.both(SHOULDER, [0.0, 1.6 * breath, 0.0]);
    for bone in 0..4 {
        let lag = f64::from(bone) * 0.13;
        let sway = [5.0, 8.0, 11.0, 13.0][bone as usize];
        frame.turn(TAIL + bone as usize, [2.0 * sin(2.0 * t - lag), sway * sin(t - lag), 0.0]);
    }
}

/// Bends the knees by `degrees`: the feet stay flat and the root sinks.
fn crouch(frame: &mut Frame, degrees: f64) {
    frame.both(THIGH, [degrees, 0.0, 0.0]);
    frame.both(SHIN, [-1.9 * degrees, 0.0, 0.0]);
    frame.both(FOOT, [0.9 * degrees, 0.0, 0.0]);
    // Both bones are about 138 long, at angles of 46 and 38 degrees.
    let height =
        |bend: f64| 140.0 * cos((46.0 + bend) / 360.0) + 136.0 * cos((38.0 + 0.9 * bend) / 360.0);
    frame.root[1] += height(0.0) - height(degrees);
}

fn idle(t: f64) -> (Frame, Hold) {
    let mut frame = Frame::rest();
    alive(&mut frame, t, 2.0);
    let sway = sin(t);
    crouch(&mut frame, 3.0 + 2.0 * sin(2.0 * t));
    frame.root[0] += 5.0 * sway;
    frame.turn(PELVIS, [0.0, 0.0, 2.0 * sway]);
    frame.turn(SPINE, [0.0, 0.0, 3.0 * sway]);
    let look = keyed(
        t,
        &[(0.0, 0.0), (0.2, -18.0), (0.42, -16.0), (0.62, 20.0), (0.85, 16.0), (1.0, 0.0)],
    );
    frame.head([-3.0 + 3.0 * sin(2.0 * t), look], 4.0 + 4.0 * sin(2.0 * t));
    frame.turn(ARM, [4.0 * sin(2.0 * t), 0.0, 0.0]);
    frame.left(ARM, [6.0 * cos(2.0 * t), 0.0, 0.0]);
    frame.left(FOREARM, [8.0 * sin(2.0 * t - 0.15), 0.0, 0.0]);
    (frame, Hold::Hand(GRIP - 3.0 * sin(2.0 * t)))
}

fn walk(t: f64) -> (Frame, Hold) {
    let mut frame = Frame::rest();
    alive(&mut frame, t, 2.0);
    let mut leg = |phase: f64, right: bool| {
        let swing = sin(t + phase);
        let lift = cos(t + phase).max(0.0);
        let (thigh, shin) = (24.0 * swing + 10.0 * lift, -40.0 * lift + 8.0 * swing);
        let foot = -(thigh + shin) + 26.0 * (-swing).max(0.0) * (1.0 - lift) - 12.0 * lift;
        let turns = [(THIGH, thigh), (SHIN, shin), (FOOT, foot)];
        for (bone, degrees) in turns {
            if right {
                frame.turn(bone, [degrees, 0.0, 0.0]);
            } else {
                frame.left(bone, [degrees, 0.0, 0.0]);
            }
        }
    };
    leg(0.0, true);
    leg(0.5, false);
    let swing = sin(t);
    frame.root[1] += -9.0 + 11.0 * cos(2.0 * t);
    frame.root[0] += 9.0 * cos(t);
    frame.turn(PELVIS, [0.0, 0.0, 7.0 * swing]);
    frame.turn(SPINE, [3.0, 0.0, -7.0 * swing]);
    frame.turn(CHEST, [0.0, 0.0, -7.0 * swing]);
    frame.head([2.0 * cos(2.0 * t), 7.0 * swing], 6.0);
    frame.turn(ARM, [-10.0 * swing, 0.0, 0.0]);
    frame.left(ARM, [26.0 * swing, 0.0, 0.0]);
    frame.left(FOREARM, [14.0 * swing, 0.0, 0.0]);
    (frame, Hold::Hand(GRIP + 6.0 * swing))
}

/// Over the shoulder and down across.
fn slash(t: f64) -> (Frame, Hold) {
    let mut frame = Frame::rest();
    alive(&mut frame, t, 1.0);
    let wind = keyed(t, &[(0.0, 0.0), (0.3, 1.0), (0.42, 1.0), (0.52, 0.0), (1.0, 0.0)]);
    let hit = keyed(t, &[(0.0, 0.0), (0.42, 0.0), (0.54, 1.0), (0.68, 1.0), (1.0, 0.0)]);
    crouch(&mut frame, 4.0 + 6.0 * wind + 16.0 * hit);
    frame.root[2] += 40.0 * wind - 150.0 * hit;
    frame.turn(PELVIS, [0.0, 0.0, -8.0 * wind + 10.0 * hit]);
    frame.turn(SPINE, [-10.0 * wind + 18.0 * hit, 0.0, -14.0 * wind + 16.0 * hit]);
    frame.turn(CHEST, [-8.0 * wind + 14.0 * hit, 0.0, -16.0 * wind + 20.0 * hit]);
    frame
        .head([10.0 * wind - 24.0 * hit, 18.0 * wind - 20.0 * hit], 8.0 + 10.0 * wind + 24.0 * hit);
    frame.turn(ARM, [120.0 * wind + 26.0 * hit, -12.0 * wind, 0.0]);
    frame.turn(FOREARM, [34.0 * wind - 34.0 * hit, 0.0, 0.0]);
    frame.left(ARM, [-20.0 * wind - 34.0 * hit, 18.0 * wind, 0.0]);
    // One leg steps forward with the blow.
    frame.turn(THIGH, [20.0 * hit, 0.0, 0.0]);
    frame.turn(FOOT, [-20.0 * hit, 0.0, 0.0]);
    frame.left(THIGH, [-34.0 * hit, 0.0, 0.0]);
    frame.left(FOOT, [30.0 * hit, 0.0, 0.0]);
    (frame, Hold::Hand(GRIP - 26.0 * wind - 58.0 * hit))
}

/// The glaive flies out spinning, and comes back to the hand.
fn throw(t: f64) -> (Frame, Hold) {
    const LEAVES: f64 = 0.3;
    const RETURNS: f64 = 0.8;
    let at = |t: f64| {
        let mut frame = Frame::rest();
        alive(&mut frame, t, 1.0);
        let wind = keyed(t, &[(0.0, 0.0), (0.2, 1.0), (0.24, 1.0), (0.32, 0.0)]);
        let out =
            keyed(t, &[(0.22, 0.0), (0.32, 1.0), (0.72, 0.8), (0.82, 0.8), (0.9, 0.3), (1.0, 0.0)]);
        crouch(&mut frame, 5.0 * wind + 12.0 * out);
        frame.turn(SPINE, [-6.0 * wind + 10.0 * out, 0.0, -18.0 * wind + 14.0 * out]);
        frame.turn(CHEST, [0.0, 0.0, -22.0 * wind + 18.0 * out]);
        frame.head([-8.0 * out, 22.0 * wind - 18.0 * out], 6.0 + 16.0 * out);
        frame.turn(ARM, [30.0 * wind + 54.0 * out, 14.0 * wind, 0.0]);
        frame.turn(FOREARM, [40.0 * wind - 44.0 * out, 0.0, 0.0]);
        frame.left(ARM, [26.0 * wind - 30.0 * out, 16.0 * out, 0.0]);
        (frame, GRIP - 20.0 * wind - 40.0 * out)
    };
    let (frame, grip) = at(t);
    if !(LEAVES..RETURNS).contains(&t) {
        return (frame, Hold::Hand(grip));
    }
    let (before, grip_then) = at(LEAVES);
    let (after, grip_later) = at(RETURNS);
    let ((_, from), (_, to)) = (in_hand(&before, grip_then), in_hand(&after, grip_later));
    let way = (t - LEAVES) / (RETURNS - LEAVES);
    // Out and back on a flat loop.
    let far = sin(way / 2.0);
    let straight = from * (1.0 - way) + to * way;
    let side = 260.0 * sin(way);
    let place = straight + dvec3(side, -70.0 * far, -900.0 * far);
    let spin = rotation([0.0, -1440.0 * way, 0.0]) * rotation([4.0, 0.0, 0.0]);
    (frame, Hold::Free(spin, place))
}

fn hurt(t: f64) -> (Frame, Hold) {
    let mut frame = Frame::rest();
    alive(&mut frame, t, 1.0);
    let hit = keyed(t, &[(0.0, 0.0), (0.14, 1.0), (0.34, 0.8), (1.0, 0.0)]);
    let shake = hit * sin(5.0 * t);
    crouch(&mut frame, 14.0 * hit);
    frame.root[2] += 70.0 * hit;
    frame.turn(PELVIS, [-10.0 * hit, 0.0, 8.0 * shake]);
    frame.turn(SPINE, [-16.0 * hit, 0.0, 10.0 * shake]);
    frame.turn(CHEST, [14.0 * hit, 0.0, -12.0 * hit]);
    frame.head([26.0 * hit, 26.0 * hit + 14.0 * shake], 28.0 * hit);
    frame.turn(ARM, [-16.0 * hit, 18.0 * hit, 0.0]);
    frame.left(ARM, [44.0 * hit, -10.0 * hit, 0.0]);
    frame.left(FOREARM, [46.0 * hit, 0.0, 0.0]);
    (frame, Hold::Hand(GRIP + 22.0 * hit))
}

/// To the knees, then down; the glaive falls beside it.
fn fall(t: f64) -> (Frame, Hold) {
    let at = |t: f64| {
        let mut frame = Frame::rest();
        let kneel = keyed(t, &[(0.0, 0.0), (0.3, 1.0)]);
        let down = keyed(t, &[(0.3, 0.0), (0.7, 1.0), (0.78, 0.94), (0.86, 1.0)]);
        alive(&mut frame, t, 1.0 - down);
        crouch(&mut frame, 34.0 * kneel);
        frame.root[1] += 40.0 * down;
        frame.both(THIGH, [20.0 * down, 18.0 * down, 0.0]);
        frame.both(SHIN, [-24.0 * down, 0.0, 0.0]);
        frame.turn(SPINE, [14.0 * kneel + 26.0 * down, 0.0, 10.0 * down]);
        frame.turn(CHEST, [10.0 * kneel + 16.0 * down, 0.0, 8.0 * down]);
        frame.turn(NECK, [8.0 * down, 0.0, 0.0]);
        frame.head([-14.0 * kneel - 30.0 * down, 24.0 * down], 20.0 * kneel - 12.0 * down);
        frame.both(ARM, [-10.0 * kneel + 44.0 * down, 16.0 * down, 0.0]);
        frame.both(FOREARM, [-20.0 * down, 0.0, 0.0]);
        for bone in 0..4 {
            frame.turn(TAIL + bone, [-9.0 * down, 0.0, 0.0]);
        }
        frame
    };
    const DROPS: f64 = 0.36;
    let frame = at(t);
    if t < DROPS {
        return (frame, Hold::Hand(GRIP));
    }
    let (_, from) = in_hand(&at(DROPS), GRIP);
    let lies = ease((t - DROPS) / 0.3);
    let lying = dvec3(from.x + 90.0, -14.0, from.z - 40.0);
    let place = from + (lying - from) * lies;
    let bounce = if lies < 1.0 { 0.0 } else { 0.0_f64.max(sin((t - DROPS - 0.3) * 4.0)) * 6.0 };
    let turn = rotation([-74.0 + 74.0 * lies - bounce, 30.0 * lies, 0.0]);
    (frame, Hold::Free(turn, place))
}

fn roar(t: f64) -> (Frame, Hold) {
    let mut frame = Frame::rest();
    alive(&mut frame, t, 2.0);
    let gather = keyed(t, &[(0.0, 0.0), (0.22, 1.0), (0.36, 0.0)]);
    let roar = keyed(t, &[(0.22, 0.0), (0.38, 1.0), (0.78, 1.0), (1.0, 0.0)]);
    let shake = roar * sin(12.0 * t);
    crouch(&mut frame, 18.0 * gather + 4.0 * roar);
    frame.turn(SPINE, [12.0 * gather - 12.0 * roar, 0.0, 0.0]);
    frame.turn(CHEST, [10.0 * gather - 14.0 * roar, 0.0, 0.0]);
    frame.turn(NECK, [-8.0 * roar, 0.0, 0.0]);
    frame.head([-20.0 * gather + 6.0 * roar + 1.5 * shake, 5.0 * shake], 6.0 + 34.0 * roar);
    frame.turn(ROOT, [0.0, 1.2 * shake, 0.0]);
    frame.turn(JAW, [2.0 * shake, 0.0, 0.0]);
    frame.both(SHOULDER, [0.0, 8.0 * roar, 0.0]);
    frame.turn(ARM, [20.0 * gather + 6.0 * roar, 38.0 * roar, 0.0]);
    frame.left(ARM, [20.0 * gather - 14.0 * roar, 44.0 * roar, 0.0]);
    frame.left(FOREARM, [10.0 * gather + 24.0 * roar, 0.0, 0.0]);
    frame.both(HIP, [0.0, 4.0 * roar, 0.0]);
    (frame, Hold::Hand(GRIP - 34.0 * roar))
}
