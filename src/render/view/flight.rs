//! Camera flights: smooth paths through keyframes.
//!
//! Position, angles, distance and field of view are monotone cubic functions of time between two keyframes
//! (M. Steffen, "A simple method for monotonic interpolation in one dimension", 1990), so that nothing
//! overshoots. The position is that of the target or of the eye, whichever moves less in the whole flight: a
//! flight around a model keeps it in the picture, and one that only looks around stays where it is. Angles turn
//! in the shorter direction; the horizon stays level between level views. A flight starts and ends at rest.

use glam::Vec3;

use super::camera::Camera;

/// A camera that a flight passes through.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Keyframe {
    /// Camera at this time.
    pub camera: Camera,
    /// Seconds from the start of the flight.
    pub seconds: f32,
}

/// Reason why there is no flight through keyframes.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
pub enum FlightError {
    /// Times that do not increase from 0, or no keyframe.
    #[error("expected views at seconds that increase from 0")]
    Times,
    /// Perspective and parallel projections.
    #[error("perspective and parallel views cannot be mixed")]
    Projections,
}

/// Interpolated numbers of a camera: position, yaw, pitch, roll, logarithm of the distance, field of view.
const CHANNELS: usize = 8;

/// A path through keyframes.
#[derive(Clone, PartialEq, Debug)]
pub struct Flight {
    /// At least one, with increasing times from 0.
    keys: Vec<Keyframe>,
    /// The position is that of the target, not of the eye.
    orbits: bool,
    values: Vec<[f32; CHANNELS]>,
    /// Change per second at each keyframe.
    slopes: Vec<[f32; CHANNELS]>,
}

impl Flight {
    /// The keyframes, in order.
    pub fn keys(&self) -> &[Keyframe] {
        &self.keys
    }

    /// A flight through these cameras.
    ///
    /// # Errors
    /// If there are none, times do not increase from 0, or projections are mixed.
    pub fn new(keys: Vec<Keyframe>) -> Result<Self, FlightError> {
        let starts = keys.first().is_some_and(|first| first.seconds == 0.0);
        let increases = keys.windows(2).all(|pair| pair[0].seconds < pair[1].seconds);
        if !starts || !increases || !keys.iter().all(|key| key.seconds.is_finite()) {
            return Err(FlightError::Times);
        }
        if keys.windows(2).any(|pair| pair[0].camera.projection != pair[1].camera.projection) {
            return Err(FlightError::Projections);
        }
        let length = |position: fn(&Camera) -> Vec3| -> f32 {
            let step =
                |pair: &[Keyframe]| position(&pair[0].camera).distance(position(&pair[1].camera));
            keys.windows(2).map(step).sum()
        };
        let orbits = length(|camera| camera.target) <= length(Camera::eye);
        let values = values(&keys, orbits);
        let slopes = slopes(&keys, &values);
        Ok(Self { keys, orbits, values, slopes })
    }

    /// A flight through these cameras at equal intervals.
    ///
    /// # Errors
    /// If there are none, the duration is 0, or projections are mixed.
    pub fn even(cameras: &[Camera], seconds: f32) -> Result<Self, FlightError> {
        let last = cameras.len().saturating_sub(1).max(1) as f32;
        let at = |(index, camera): (usize, &Camera)| Keyframe {
            camera: *camera,
            seconds: seconds * index as f32 / last,
        };
        Self::new(cameras.iter().enumerate().map(at).collect())
    }

    /// Duration in seconds.
    pub fn seconds(&self) -> f32 {
        self.keys.last().map_or(0.0, |last| last.seconds)
    }

    /// The camera of picture `at` of `count`; the first and the last one are at the ends of the flight.
    pub fn picture(&self, at: u32, count: u32) -> Camera {
        let last = count.saturating_sub(1);
        if at >= last && last > 0 {
            return self.at(self.seconds());
        }
        self.at(self.seconds() * at as f32 / last.max(1) as f32)
    }

    /// The camera at a time: before the start the first one, after the end the last one.
    pub fn at(&self, seconds: f32) -> Camera {
        let after = self.keys.partition_point(|key| key.seconds <= seconds);
        let from = after.saturating_sub(1);
        let (first, Some(second)) = (&self.keys[from], self.keys.get(after)) else {
            return self.keys[from].camera;
        };
        if after == 0 || first.seconds == seconds || first.camera == second.camera {
            return first.camera;
        }
        let span = second.seconds - first.seconds;
        let t = (seconds - first.seconds) / span;
        let at = std::array::from_fn(|channel| {
            let ends = [self.values[from][channel], self.values[after][channel]];
            let slopes = [self.slopes[from][channel], self.slopes[after][channel]];
            hermite(ends, slopes.map(|slope| slope * span), t)
        });
        self.camera(at, first.camera)
    }

    /// The camera with these channels.
    fn camera(&self, values: [f32; CHANNELS], like: Camera) -> Camera {
        let [x, y, z, yaw, pitch, roll, distance, field_of_view] = values;
        let (yaw, distance, target) = (yaw.rem_euclid(360.0), distance.exp(), Vec3::new(x, y, z));
        let camera = Camera { target, yaw, pitch, roll, distance, field_of_view, ..like };
        match self.orbits {
            true => camera,
            false => Camera { target: target - camera.basis().2 * distance, ..camera },
        }
    }
}

/// Channels of the keyframes; angles continue in the shorter direction.
fn values(keys: &[Keyframe], orbits: bool) -> Vec<[f32; CHANNELS]> {
    let mut all: Vec<[f32; CHANNELS]> = Vec::with_capacity(keys.len());
    for Keyframe { camera, .. } in keys {
        let at = if orbits { camera.target } else { camera.eye() };
        let nearest = |channel: usize, angle: f32| match all.last() {
            Some(before) => {
                let from: f32 = before[channel];
                from + (angle - from + 180.0).rem_euclid(360.0) - 180.0
            }
            None => angle,
        };
        let (yaw, roll) = (nearest(3, camera.yaw), nearest(5, camera.roll));
        let distance = camera.distance.max(f32::MIN_POSITIVE).ln();
        all.push([at.x, at.y, at.z, yaw, camera.pitch, roll, distance, camera.field_of_view]);
    }
    all
}

/// Slopes at the keyframes: 0 at the ends, otherwise limited so that no channel overshoots.
fn slopes(keys: &[Keyframe], values: &[[f32; CHANNELS]]) -> Vec<[f32; CHANNELS]> {
    let mut all = vec![[0.0; CHANNELS]; keys.len()];
    for ((times, values), slopes) in keys.windows(3).zip(values.windows(3)).zip(&mut all[1..]) {
        let spans = [times[1].seconds - times[0].seconds, times[2].seconds - times[1].seconds];
        for (channel, slope) in slopes.iter_mut().enumerate() {
            let changes = [
                (values[1][channel] - values[0][channel]) / spans[0],
                (values[2][channel] - values[1][channel]) / spans[1],
            ];
            *slope = limited(changes, spans);
        }
    }
    all
}

/// Slope between two changes per second that keeps both sides monotone.
fn limited([before, after]: [f32; 2], [first, second]: [f32; 2]) -> f32 {
    if before * after <= 0.0 {
        return 0.0;
    }
    let mean = (before * second + after * first) / (first + second);
    let least = before.abs().min(after.abs()).min(mean.abs() * 0.5);
    2.0 * least * before.signum()
}

/// Cubic from `ends[0]` at 0 to `ends[1]` at 1 with these slopes.
fn hermite(ends: [f32; 2], slopes: [f32; 2], t: f32) -> f32 {
    let change = ends[1] - ends[0];
    let square = slopes[0] + slopes[1] - 2.0 * change;
    ends[0] + t * (slopes[0] + t * (change - slopes[0] - square + t * square))
}
