//! The sky plane as a shader record.

use glam::Vec3;

use super::frame::Frame;
use crate::render::device::{SkyRecord, StateRecord};
use crate::render::view::{Camera, Projection};
use crate::scene::Sky;

impl SkyRecord {
    /// `None` in a parallel view: all its rays are parallel, so it has no horizon.
    pub fn new((sky, state): (&Sky, StateRecord), camera: &Camera, frame: &Frame) -> Option<Self> {
        if camera.projection == Projection::Orthographic {
            return None;
        }
        let (right, up, back) = camera.basis();
        let half = camera.half_height();
        let repeat = sky.repeat.max(f32::MIN_POSITIVE);
        let eye = camera.eye() / repeat;
        let [from, to] = sky.fade;
        Some(Self {
            right: (right * half * frame.aspect()).to_array(),
            // Removes whole repeats, which look the same but reduce precision.
            u: eye.x.rem_euclid(1.0),
            up: (up * half).to_array(),
            v: (-eye.z).rem_euclid(1.0),
            ahead: (-back).to_array(),
            height: sky.height / repeat,
            horizon: Vec3::from(sky.horizon.map(f32::from)).to_array(),
            unused: 0.0,
            fade: [from, 1.0 / (from - to).max(1e-6)],
            unused2: [0.0; 2],
            state,
        })
    }
}
