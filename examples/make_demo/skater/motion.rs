//! Animations of the skater at 30 frames per second: cruising, an ollie, a kickflip.

use glam::{DVec3, dvec3};

use super::rig::{ARMS, BOARD, BONES, CHEST, HEAD, LEGS, PELVIS, Stance, aim, at, reach};
use crate::make_demo::craft::maths::{keyed, sin};
use crate::make_demo::craft::space::rotation;

/// Numbers of every bone of every frame.
pub type Clip = Vec<Vec<[i16; 6]>>;

pub fn all() -> Vec<Clip> {
    vec![animate(64, cruise), animate(56, |t| jump(t, &OLLIE)), animate(62, |t| jump(t, &KICKFLIP))]
}

/// Calls `moment` with each frame's time, 0 to 1.
fn animate(frames: usize, moment: impl Fn(f64) -> Moment) -> Clip {
    let mut clip = Clip::new();
    for index in 0..frames {
        let stance = moment(index as f64 / frames as f64).stance();
        let frame = stance.numbers(clip.last());
        clip.push(frame);
    }
    clip
}

/// A pose in an animator's terms. Angles are in degrees, heights in centimetres.
#[derive(Clone, Copy)]
struct Moment {
    /// Position of the pelvis above its rest position, and to the side.
    rise: f64,
    sway: f64,
    /// Rotation about x, y and z.
    hips: [f64; 3],
    chest: [f64; 3],
    head: [f64; 3],
    /// Left and right arm: lifted sideways, brought forward, and bend of the elbow.
    arms: [[f64; 3]; 2],
    /// The board: height, nose up, rolled about its length, leaned.
    height: f64,
    pitch: f64,
    roll: f64,
    lean: f64,
    /// Left and right foot: height above the deck, and distance towards the centre.
    lift: [f64; 2],
    inward: [f64; 2],
}

impl Moment {
    fn stance(&self) -> Stance {
        let mut turns = [rotation([0.0; 3]); BONES];
        let pelvis = at(PELVIS) + dvec3(self.sway, self.rise, 0.0);
        let board = at(BOARD) + dvec3(0.0, self.height, 0.0);
        let deck = rotation([self.lean, 0.0, self.pitch]);
        turns[PELVIS] = rotation(self.hips);
        turns[CHEST] = rotation(self.chest);
        turns[HEAD] = rotation(self.head);
        turns[BOARD] = deck * rotation([self.roll, 0.0, 0.0]);
        for (side, [arm, fore, hand]) in ARMS.into_iter().enumerate() {
            let out = if side == 0 { 1.0 } else { -1.0 };
            let [lift, forward, bend] = self.arms[side];
            // From hanging down: sideways, then forward; relative to the chest.
            let swing = |lift: f64, forward: f64| {
                let turn = rotation([-forward, 0.0, 0.0]) * rotation([0.0, 0.0, out * lift]);
                turns[CHEST] * (turn * DVec3::NEG_Y)
            };
            let ahead = turns[CHEST] * dvec3(0.0, 0.2, 1.0);
            let upper = swing(lift, forward);
            let lower = swing(lift * 0.8, forward + bend);
            turns[arm] = aim(at(fore) - at(arm), upper, ahead);
            turns[fore] = aim(at(hand) - at(fore), lower, ahead);
            turns[hand] = turns[fore];
        }
        for (side, leg) in LEGS.into_iter().enumerate() {
            let out = if side == 0 { 1.0 } else { -1.0 };
            let hip = pelvis + turns[PELVIS] * (at(leg[0]) - at(PELVIS));
            let mut place = at(leg[2]) - at(BOARD);
            place.x -= out * self.inward[side];
            let ankle = (board + deck * place) + dvec3(0.0, self.lift[side], 0.0);
            let pole = turns[PELVIS] * dvec3(out * 0.55, 0.0, 1.0);
            let [thigh, shin] = reach(leg, hip, ankle, pole);
            (turns[leg[0]], turns[leg[1]]) = (thigh, shin);
            turns[leg[2]] = rotation([0.0, out * 8.0, self.pitch]);
        }
        Stance { pelvis, board, turns }
    }
}

/// Neutral pose: soft knees, looking ahead.
const RIDE: Moment = Moment {
    rise: -9.0,
    sway: 0.0,
    hips: [6.0, 14.0, 0.0],
    chest: [12.0, 24.0, 0.0],
    head: [2.0, 52.0, 0.0],
    arms: [[38.0, 14.0, 26.0], [42.0, -10.0, 30.0]],
    height: 0.0,
    pitch: 0.0,
    roll: 0.0,
    lean: 0.0,
    lift: [0.0; 2],
    inward: [0.0; 2],
};

fn cruise(t: f64) -> Moment {
    let (slow, late, fast) = (sin(t), sin(t - 0.12), sin(2.0 * t));
    Moment {
        rise: RIDE.rise + 2.2 * fast - 1.5,
        sway: 2.6 * slow,
        hips: [RIDE.hips[0] - 3.0 * slow, RIDE.hips[1] + 4.0 * slow, -2.0 * slow],
        chest: [RIDE.chest[0] + 3.0 * late, RIDE.chest[1] - 6.0 * late, 2.5 * late],
        head: [RIDE.head[0] - 2.0 * fast, RIDE.head[1] + 5.0 * sin(t + 0.2), 1.5 * late],
        arms: [
            [RIDE.arms[0][0] + 6.0 * late, RIDE.arms[0][1] - 12.0 * late, 26.0 + 6.0 * fast],
            [RIDE.arms[1][0] - 5.0 * late, RIDE.arms[1][1] + 12.0 * late, 30.0 - 6.0 * fast],
        ],
        lean: 3.0 * slow,
        ..RIDE
    }
}

/// Differences between the jumps.
struct Jump {
    high: f64,
    /// Roll of the board in the air in degrees, and how far the feet make way.
    roll: f64,
    clear: f64,
}

const OLLIE: Jump = Jump { high: 58.0, roll: 0.0, clear: 0.0 };
const KICKFLIP: Jump = Jump { high: 66.0, roll: -360.0, clear: 24.0 };

/// Times of take-off and landing.
const POP: f64 = 0.30;
const LAND: f64 = 0.70;

fn jump(t: f64, jump: &Jump) -> Moment {
    let air = ((t - POP) / (LAND - POP)).clamp(0.0, 1.0);
    let arc = 4.0 * air * (1.0 - air);
    let pitch = keyed(
        t,
        &[
            (0.0, 0.0),
            (POP - 0.04, 0.0),
            (POP + 0.03, 34.0),
            (0.42, 20.0),
            (0.52, -4.0),
            (0.62, 0.0),
        ],
    );
    // While the tail is down it touches the ground.
    let stood = 24.0 * (pitch / 57.3) * (1.0 - ((t - POP) / 0.1).clamp(0.0, 1.0));
    let height = jump.high * arc + stood.max(0.0);
    let crouch = keyed(
        t,
        &[
            (0.0, 0.0),
            (0.2, -27.0),
            (0.25, -27.0),
            (POP + 0.03, 6.0),
            (0.46, -30.0),
            (0.56, -30.0),
            (LAND, -4.0),
            (0.78, -30.0),
            (0.86, -24.0),
            (1.0, 0.0),
        ],
    );
    let swing = keyed(
        t,
        &[(0.0, 0.0), (0.2, -1.0), (0.25, -1.0), (0.42, 1.0), (0.6, 0.8), (0.8, -0.3), (1.0, 0.0)],
    );
    let up =
        keyed(t, &[(0.0, 0.0), (0.24, 0.1), (0.42, 1.0), (0.62, 0.9), (0.85, 0.3), (1.0, 0.0)]);
    let clear = jump.clear * keyed(t, &[(0.32, 0.0), (0.42, 1.0), (0.56, 1.0), (0.64, 0.0)]);
    let bow = -0.9 * crouch.min(0.0);
    Moment {
        rise: RIDE.rise + crouch + height + 0.25 * clear,
        sway: -3.0 * up * (1.0 - air),
        hips: [RIDE.hips[0] + 0.5 * bow, RIDE.hips[1] - 6.0 * swing, 0.25 * pitch],
        chest: [RIDE.chest[0] + bow, RIDE.chest[1] - 14.0 * swing, 0.15 * pitch],
        head: [RIDE.head[0] + 0.6 * bow, RIDE.head[1] - 6.0 * swing, 0.0],
        arms: [
            [38.0 + 52.0 * up, 14.0 + 22.0 * swing, 26.0 - 8.0 * up],
            [42.0 + 44.0 * up, -10.0 + 30.0 * swing, 30.0 - 10.0 * up],
        ],
        height,
        pitch,
        roll: jump.roll * keyed(t, &[(0.36, 0.0), (0.6, 1.0)]),
        lean: 0.0,
        lift: [clear, clear * 0.85],
        inward: [6.0 * keyed(t, &[(0.1, 0.0), (0.22, 1.0), (0.4, 0.3), (0.5, 0.0)]), 0.0],
    }
}
