//! Converts decoded animations to poses.

use std::f32::consts::TAU;
use std::sync::Arc;

use glam::{Quat, Vec3};

use super::{Animation, Code};
use crate::bytes::{Span, count32};
use crate::formats::ff7::mesh::turn;
use crate::scene::{AnimationData, Clip, NodeId, Origin, Track, Transform};

/// Translations and angles, summed over the frames.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Decoded {
    bones: usize,
    translations: Vec<[i16; 3]>,
    /// Angles of `bones` bones for each frame.
    angles: Vec<[i16; 3]>,
}

impl Decoded {
    pub(super) fn of(codes: &[Code], bones: usize, key: u8) -> Self {
        let mut sums = vec![0i16; 3 + 3 * bones];
        let frames = codes.len() / sums.len();
        let mut decoded = Self {
            bones,
            translations: Vec::with_capacity(frames),
            angles: Vec::with_capacity(frames * bones),
        };
        for frame in codes.chunks_exact(3 + 3 * bones) {
            for (sum, code) in sums.iter_mut().zip(frame) {
                *sum = match code {
                    Code::Translation(_) | Code::Angle(_) => code.amount(key),
                    _ => sum.wrapping_add(code.amount(key)),
                };
            }
            let (translation, angles) = sums.split_at(3);
            decoded.translations.extend(translation.first_chunk::<3>());
            decoded.angles.extend(angles.chunks_exact(3).filter_map(|a| a.first_chunk::<3>()));
        }
        decoded
    }

    pub fn frames(&self) -> usize {
        self.translations.len()
    }

    /// Translation of the root; zero for a missing frame.
    pub fn translation(&self, frame: usize) -> [i16; 3] {
        self.translations.get(frame).copied().unwrap_or_default()
    }

    /// Angles of a bone about x, y and z: 16-bit sums, of which only the value modulo 4096 is a
    /// direction.
    pub fn angles(&self, frame: usize, bone: usize) -> [i16; 3] {
        let at = frame.saturating_mul(self.bones).saturating_add(bone);
        self.angles.get(at).copied().unwrap_or_default()
    }
}

impl Animation {
    /// Decodes all frames by adding up their differences.
    pub fn decode(&self) -> Decoded {
        Decoded::of(&self.codes, self.bones, self.key())
    }
}

/// Stored angles as a rotation in the scene's axes.
pub fn rotation(angles: [i16; 3]) -> Quat {
    turned(angles.map(|angle| f32::from(angle) * TAU / 4096.0))
}

/// Angles in radians as a rotation in the scene's axes: about z, then x, then y. The axis conversion
/// keeps rotations about x and reverses the others.
pub fn turned([x, y, z]: [f32; 3]) -> Quat {
    Quat::from_rotation_y(-y) * Quat::from_rotation_x(x) * Quat::from_rotation_z(-z)
}

/// The motion of a set of nodes in an animation.
#[derive(Clone)]
pub struct Mover {
    pub animation: Arc<Animation>,
    /// The field of the stream.
    pub frames: Origin,
    /// The node of each bone.
    pub nodes: Vec<NodeId>,
    /// Translation of each bone relative to its parent, in the scene's axes.
    pub offsets: Vec<Vec3>,
}

impl Mover {
    fn tracks(&self) -> Vec<Track> {
        let decoded = self.animation.decode();
        let frames = decoded.frames();
        let bones = self.nodes.iter().zip(&self.offsets).take(self.animation.bones);
        let track = |(bone, (node, offset)): (usize, (&NodeId, &Vec3))| {
            let key = |frame| {
                let root = (bone == 0).then(|| {
                    let [x, y, z] = decoded.translation(frame).map(f32::from);
                    turn(Vec3::new(x, y, z))
                });
                Transform {
                    translation: root.unwrap_or(*offset),
                    rotation: rotation(decoded.angles(frame, bone)),
                    scale: Vec3::ONE,
                }
            };
            let angles = (0..frames).map(|frame| decoded.angles(frame, bone).map(f32::from));
            Track { node: *node, keys: (0..frames).map(key).collect(), angles: angles.collect() }
        };
        bones.enumerate().map(track).collect()
    }

    /// The field of a bone in a frame, with the bytes that its bits touch.
    fn key(&self, bone: usize, frame: usize) -> Option<Origin> {
        let (animation, key) = (&self.animation, self.animation.key());
        let first = frame.checked_mul(animation.numbers())?.checked_add(3 + 3 * bone)?;
        let codes = animation.codes.get(first..first + 3)?;
        let bits = |codes: &[Code]| codes.iter().map(|code| u64::from(code.len(key))).sum::<u64>();
        let start = bits(animation.codes.get(..first)?);
        let end = start + bits(codes);
        let Origin { span: stream, path } = &self.frames;
        let span = Span::new(stream.source, stream.start + start / 8, end.div_ceil(8) - start / 8);
        Some(Origin::new(span, format!("{path}[{frame}].bones[{bone}]")))
    }

    /// Resolves a field path to its frame and the node of its bone.
    fn moment(&self, path: &str) -> Option<(u32, Option<NodeId>)> {
        let inside = path.strip_prefix(self.frames.path.as_str())?.strip_prefix('[')?;
        let (frame, part) = inside.split_once(']')?;
        let bone = part.strip_prefix(".bones[").and_then(|part| part.split_once(']'));
        let bone = bone.and_then(|(bone, _)| bone.parse::<usize>().ok());
        Some((frame.parse().ok()?, bone.and_then(|bone| self.nodes.get(bone).copied())))
    }
}

/// An animation of the body together with that of the weapon. Tracks are the bones in order, then the
/// weapon. [`Track::angles`] are the stored angles, summed as 16-bit numbers and not masked: only their
/// value modulo 4096 is a direction.
pub struct Moves {
    pub body: Option<Mover>,
    pub weapon: Option<Mover>,
}

impl Moves {
    fn movers(&self) -> impl Iterator<Item = &Mover> {
        self.body.iter().chain(&self.weapon)
    }

    /// Number of complete frames.
    pub fn frames(&self) -> usize {
        let counted = self.body.as_ref().or(self.weapon.as_ref());
        counted.map_or(0, |mover| mover.animation.frames())
    }
}

impl AnimationData for Moves {
    fn decode(&self) -> Clip {
        let frames = self.frames();
        let mut tracks: Vec<Track> = self.movers().flat_map(Mover::tracks).collect();
        // The weapon's animation may be truncated; the body's determines the length.
        tracks.iter_mut().for_each(|track| track.fit(frames));
        tracks.retain(|track| track.keys.len() == frames);
        Clip { frames: count32(frames), tracks }
    }

    fn key(&self, mut track: usize, frame: usize) -> Option<Origin> {
        for mover in self.movers() {
            let bones = mover.nodes.len().min(mover.animation.bones);
            if track < bones {
                return mover.key(track, frame);
            }
            track -= bones;
        }
        None
    }

    fn moment(&self, path: &str) -> Option<(u32, Option<NodeId>)> {
        self.movers().find_map(|mover| mover.moment(path))
    }
}
