//! The arrival: a script that rows the boat to the jetty while the camera circles the village.

use std::f64::consts::TAU;

use gouraud::formats::trespasser::asa::Frame;
use gouraud_testing::build::groff::{InstanceTransform, Level, Property};
use gouraud_testing::build::texts;

use super::land::{SEA, height};
use super::props::helper_box;
use crate::make_demo::craft::maths::{cos, ease, length, sin};

/// Name of the script.
pub const NAME: &str = "arrival";
/// Duration in seconds.
const SECONDS: f64 = 12.0;

/// Adds the trigger that starts the script, and the fog.
pub fn add(level: &mut Level) {
    let text = Property::text;
    let volume = level.model("TrigArrival", helper_box([1.0, 1.0, 1.0]));
    let script = Property::group(vec![
        ("ActionType", Property::Int(26)),
        ("AnimationName", text(NAME)),
        ("Target", text("Boat")),
    ]);
    let haze = Property::group(vec![
        ("ActionType", Property::Int(5)),
        ("FogType", Property::Int(1)),
        ("FogHalf", Property::Float(0.06)),
        ("R", Property::Int(196)),
        ("G", Property::Int(176)),
        ("B", Property::Int(168)),
    ]);
    let group = level.values(
        "TrigArrival",
        vec![
            ("Class", text("CLocationTrigger")),
            ("BoundVol", Property::Int(1)),
            ("FireCount", Property::Int(1)),
            ("Action00", script),
            ("Action01", haze),
        ],
    );
    let sea = InstanceTransform::at(26.0, -56.0, SEA as f32 + 1.0).scaled(3.0);
    level.instance("TrigArrival", volume, sea, group);
}

/// The script as text.
pub fn script() -> Result<Vec<u8>, gouraud::formats::Refusal> {
    use gouraud::formats::Records;
    let seconds = || (0..=SECONDS as u8).map(f64::from);
    let boat = seconds().map(boat).collect();
    let camera = seconds().map(camera).collect();
    texts::asa(0.0, &[("Boat", boat), ("Camera", camera)]).write()
}

/// Boat position from the open sea to the jetty, rocking a little.
fn boat(seconds: f64) -> Frame {
    let way = ease(seconds / SECONDS);
    let (from, to) = ([38.0, -60.0], [10.9, -49.0]);
    let [x, y] = [0, 1].map(|axis: usize| from[axis] + (to[axis] - from[axis]) * way);
    let rock = 0.006 * sin(seconds / 3.0) * (1.0 - way);
    // Ends with the stored rotation.
    let heading = 0.19 + (0.3 / TAU - 0.19) * way;
    let half = |turns: f64| [sin(turns / 2.0), cos(turns / 2.0)];
    frame(seconds, [x, y, SEA - 0.25], half(heading), half(rock))
}

/// Camera position: a third of the way round the village, from the sea to above the hut.
fn camera(seconds: f64) -> Frame {
    let way = ease(seconds / SECONDS);
    let (angle, far) = (0.80 + 0.34 * way, 46.0 - 22.0 * way);
    let (x, y) = (far * cos(angle), far * sin(angle) - 4.0);
    let at = [x, y, height(x, y).max(SEA) + 4.0 + 6.0 * way];
    // Looks at the centre of the village.
    let towards = [-1.0 - x, -6.0 - y, height(-1.0, -6.0) + 1.5 - at[2]];
    let level = length(towards[0], towards[1]);
    let heading = half_of(towards[1] / level, -towards[0]);
    frame(seconds, at, heading, half_of(level / length(level, towards[2]), towards[2]))
}

/// Sine and cosine of half an angle, from its cosine and the sign of its sine.
fn half_of(cosine: f64, side: f64) -> [f64; 2] {
    [((1.0 - cosine) / 2.0).sqrt().copysign(side), ((1.0 + cosine) / 2.0).sqrt()]
}

/// Rotated about the vertical, then tilted up, both given as sine and cosine of half the angle.
fn frame(seconds: f64, at: [f64; 3], [sz, cz]: [f64; 2], [sx, cx]: [f64; 2]) -> Frame {
    // Rounded to a readable number of digits.
    let round = |value: f64| ((value * 1e4).round() / 1e4) as f32;
    Frame {
        seconds: round(seconds),
        position: at.map(round),
        rotation: [cz * cx, cz * sx, sz * sx, sz * cx].map(round),
        scale: 1.0,
    }
}
