//! Evaluates tracks: cubic, linear and stepped interpolation, rotations. Derives from the keys
//! which interpretation is right where the sources do not state it (section 8).

use glam::{Quat, Vec3};

use super::Animation;
use super::keys::{
    Key, KeyFloat, KeyRotation, KeyVector, KeyVectorPacked, Keys, ROTATION_ONE, VECTOR_ONE, flags,
};
use crate::formats::totem::maths::turn;

/// Meaning of an in-tangent.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Curve {
    /// The slope of the curve where it reaches the key.
    #[default]
    Slope,
    /// A handle, which points in the opposite direction.
    Handle,
}

/// Interpretation of an animation's tracks.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Reading {
    pub curve: Curve,
    /// The first vector track of a bone is its scale, the second its translation.
    pub is_swapped: bool,
}

impl Reading {
    /// Derives the interpretation from the keys of all bones: as slopes, the tangents on both sides of a
    /// key have the same direction; scales are near 1.
    pub fn of(animation: &Animation) -> Self {
        let nodes = || animation.nodes.iter();
        let vectors = nodes().flat_map(|track| [&track.vectors_a, &track.vectors_b]);
        let curve = Curve::of(vectors);
        let near = |of: fn(&super::NodeTrack) -> &Keys<KeyVectorPacked>| {
            let keys = || nodes().flat_map(move |track| &of(track).keys);
            let is_near = |key: &KeyVectorPacked| {
                key.value.iter().all(|v| (i32::from(*v) - 4096).abs() <= 2048)
            };
            keys().next().is_some() && keys().all(is_near)
        };
        let (a, b) = (near(|track| &track.vectors_a), near(|track| &track.vectors_b));
        Self { curve, is_swapped: a && !b }
    }

    /// The translation and scale tracks of a bone.
    pub fn moves_and_scales(self, track: &super::NodeTrack) -> [&Keys<KeyVectorPacked>; 2] {
        let pair = [&track.vectors_a, &track.vectors_b];
        let [a, b] = pair;
        if self.is_swapped { [b, a] } else { pair }
    }
}

impl Curve {
    /// Derives the meaning from the inner keys of these tracks; slopes if they do not decide it.
    pub fn of<'a>(tracks: impl Iterator<Item = &'a Keys<KeyVectorPacked>>) -> Self {
        let inner = tracks.flat_map(|track| {
            let last = track.keys.len().saturating_sub(1);
            track.keys.get(1..last).unwrap_or(&[])
        });
        let agree = |key: &KeyVectorPacked| -> i64 {
            let pairs = key.tangent_in.iter().zip(&key.tangent_out);
            pairs.map(|(a, b)| i64::from(*a) * i64::from(*b)).sum()
        };
        if inner.map(agree).sum::<i64>() < 0 { Self::Handle } else { Self::Slope }
    }
}

/// A key with a value that can be interpolated.
pub trait InterpolatedKey: Key {
    /// The value, and the tangents into and out of it.
    fn parts(&self) -> [Vec3; 3];
}

impl InterpolatedKey for KeyVectorPacked {
    fn parts(&self) -> [Vec3; 3] {
        [self.value, self.tangent_in, self.tangent_out]
            .map(|v| Vec3::from_array(v.map(f32::from)) / VECTOR_ONE)
    }
}

impl InterpolatedKey for KeyVector {
    fn parts(&self) -> [Vec3; 3] {
        [Vec3::from(self.value), Vec3::ZERO, Vec3::ZERO]
    }
}

impl InterpolatedKey for KeyFloat {
    fn parts(&self) -> [Vec3; 3] {
        [self.value, self.tangent_in, self.tangent_out].map(|v| Vec3::new(v, 0.0, 0.0))
    }
}

/// The keys around a frame and the fraction between them; twice the same key before the first and after
/// the last. If several keys have one frame, the last is used.
fn around<K: Key>(keys: &[K], frame: f32) -> Option<(&K, &K, f32)> {
    let (first, last) = (keys.first()?, keys.last()?);
    let behind = keys.partition_point(|key| f32::from(key.frame()) <= frame);
    let (Some(from), Some(to)) =
        (behind.checked_sub(1).and_then(|at| keys.get(at)), keys.get(behind))
    else {
        let edge = if behind == 0 { first } else { last };
        return Some((edge, edge, 0.0));
    };
    let (start, end) = (f32::from(from.frame()), f32::from(to.frame()));
    let share = if end > start { (frame - start) / (end - start) } else { 0.0 };
    Some((from, to, share.clamp(0.0, 1.0)))
}

/// `true` if each key of the track holds until the next one.
fn is_held(flags: u16) -> bool {
    flags & flags::SQUARE != 0 || flags == flags::LATER_SQUARE
}

/// The value of a track at a frame; `None` without keys.
pub fn value_at<K: InterpolatedKey>(track: &Keys<K>, curve: Curve, frame: f32) -> Option<Vec3> {
    let (from, to, t) = around(&track.keys, frame)?;
    let ([p0, _, t0], [p1, tangent_in, _]) = (from.parts(), to.parts());
    if is_held(track.flags) || t == 0.0 {
        return Some(p0);
    }
    if track.flags & flags::SMOOTH == 0 {
        return Some(p0.lerp(p1, t));
    }
    let t1 = match curve {
        Curve::Slope => tangent_in,
        Curve::Handle => -tangent_in,
    };
    let way = p1 - p0;
    let cubic = t0 + t * (3.0 * way - 2.0 * t0 - t1 + t * (t0 + t1 - 2.0 * way));
    Some(p0 + t * cubic)
}

/// The rotation of a track at a frame, interpolated along the shorter arc; `None` without keys.
pub fn rotation_at(track: &Keys<KeyRotation>, frame: f32) -> Option<Quat> {
    let (from, to, t) = around(&track.keys, frame)?;
    let of = |key: &KeyRotation| turn(key.value.map(|v| f32::from(v) / ROTATION_ONE));
    if is_held(track.flags) || t == 0.0 {
        return Some(of(from));
    }
    Some(of(from).slerp(of(to), t))
}
