//! Converts decoded keys to poses: first the bones of the clip's file in each frame, then the transforms
//! of the character's bones (sections 16.4 and 16.6).

use glam::{Mat3, Quat, Vec3};

use super::super::animation::{Coding, Key, Rotation};
use super::super::records::File;
use super::rig::Rig;
use crate::formats::neversoft::transform::{Angles, turn, turn_rotation};
use crate::scene::Transform;

/// Bone in a frame, in model space and scene axes.
#[derive(Clone, Copy, Debug, Default)]
struct BonePose {
    rotation: Quat,
    position: Vec3,
}

/// Motion of a bone of the clip's file.
pub struct BoneMotion {
    parent: Option<usize>,
    placed: Vec<BonePose>,
    /// Positions relative to the parent, if the clip stores those.
    offsets: Option<Vec<Vec3>>,
}

/// Motion of the bones of a clip's file; `None` for bones without keys. `scale` is the length of a
/// translation unit.
pub fn courses(
    coding: Coding,
    keys: &[Vec<Key>],
    rig: &Rig,
    scale: f32,
) -> Vec<Option<BoneMotion>> {
    let mut all: Vec<Option<BoneMotion>> = Vec::new();
    all.resize_with(rig.parents.len(), || None);
    for bone in &rig.order {
        let Some(keys) = keys.get(*bone) else { continue };
        let parent = rig.parent(*bone);
        let offsets: Vec<Vec3> = keys.iter().map(|key| translation(key) * scale).collect();
        // Chunk 0x2A stores positions in model space.
        let above = parent.filter(|_| coding == Coding::Streams);
        let above = above.and_then(|parent| all.get(parent)?.as_ref());
        let placed = keys.iter().zip(&offsets).enumerate().map(|(frame, (key, offset))| {
            let above = above.and_then(|above| above.placed.get(frame));
            let position = above.map_or(*offset, |up| up.position + up.rotation * *offset);
            BonePose { rotation: rotation(key.rotation), position }
        });
        let course = BoneMotion {
            parent,
            placed: placed.collect(),
            offsets: (coding == Coding::Streams).then_some(offsets),
        };
        if let Some(slot) = all.get_mut(*bone) {
            *slot = Some(course);
        }
    }
    all
}

/// Mapping of a clip's bones to a character.
pub struct Retarget {
    pub rig: Rig,
    /// Source bone in the clip's file for each bone.
    pub bones: Vec<Option<usize>>,
    /// Difference of each bone's offset from its parent (from the origin for roots) between the character
    /// and the clip's file, in scene axes.
    longer: Vec<Vec3>,
    /// Rest transform of each bone relative to its parent.
    rest: Vec<Transform>,
}

impl Retarget {
    pub fn new(
        (rig, file): (&Rig, &File),
        source: &File,
        bones: Vec<Option<usize>>,
        rest: Vec<Transform>,
    ) -> Self {
        let place = |file: &File, object: usize| {
            let object = file.objects.get(object);
            object.map_or(Vec3::ZERO, |object| object.position.to_scene())
        };
        let differ = |bone: usize| {
            let other = bones.get(bone).copied().flatten()?;
            Some(place(file, bone) - place(source, other))
        };
        let longer = |bone: usize| {
            let above = rig.parent(bone).and_then(differ).unwrap_or(Vec3::ZERO);
            differ(bone).map_or(Vec3::ZERO, |own| own - above)
        };
        let longer = (0..bones.len()).map(longer).collect();
        Self { rig: rig.clone(), bones, longer, rest }
    }

    /// Bone of the clip's file that moves a bone.
    fn source(&self, bone: usize) -> Option<usize> {
        self.bones.get(bone).copied().flatten()
    }

    /// Transforms of every bone relative to its parent, per frame; empty for bones that remain in their
    /// rest pose.
    pub fn locals(&self, courses: &[Option<BoneMotion>], frames: usize) -> Vec<Vec<Transform>> {
        let count = self.rig.parents.len();
        let mut locals = vec![Vec::new(); count];
        let mut world: Vec<Vec<BonePose>> = vec![Vec::new(); count];
        let course = |bone: Option<usize>| courses.get(self.source(bone?)?)?.as_ref();
        for bone in &self.rig.order {
            let parent = self.rig.parent(*bone);
            let (own, counterpart) = (course(Some(*bone)), course(parent));
            let above = |frame: usize| -> BonePose {
                let above = parent.and_then(|parent| world.get(parent)?.get(frame));
                above.copied().unwrap_or_default()
            };
            // Stored offsets are exact if the bone has the same parent in both files.
            let is_chained =
                own.is_some_and(|own| own.parent == parent.and_then(|parent| self.source(parent)));
            let offsets = own.and_then(|own| own.offsets.as_ref()).filter(|_| is_chained);
            let rest = self.rest.get(*bone).copied().unwrap_or_default();
            let longer = self.longer.get(*bone).copied().unwrap_or_default();
            let local = |frame: usize| {
                let Some(placed) = own.and_then(|own| own.placed.get(frame)) else { return rest };
                let above = above(frame);
                let back = above.rotation.inverse();
                let from = counterpart.and_then(|other| other.placed.get(frame));
                let offset = offsets.and_then(|offsets| offsets.get(frame).copied());
                let translation = match (offset, from) {
                    (Some(offset), _) => offset + longer,
                    (None, Some(from)) => back * (placed.position - from.position) + longer,
                    (None, None) => back * (placed.position + longer - above.position),
                };
                let rotation = (back * placed.rotation).normalize();
                Transform { translation, rotation, scale: Vec3::ONE }
            };
            let moved: Vec<Transform> = (0..frames).map(local).collect();
            let placed = moved.iter().enumerate().map(|(frame, local)| {
                let above = above(frame);
                BonePose {
                    rotation: above.rotation * local.rotation,
                    position: above.position + above.rotation * local.translation,
                }
            });
            let placed = placed.collect();
            if let Some(world) = world.get_mut(*bone) {
                *world = placed;
            }
            if let Some(locals) = locals.get_mut(*bone).filter(|_| own.is_some()) {
                *locals = moved;
            }
        }
        locals
    }
}

/// Stored translation in scene axes.
fn translation(key: &Key) -> Vec3 {
    let [x, y, z] = key.translation.map(f32::from);
    turn(Vec3::new(x, y, z))
}

/// Stored rotation in scene axes.
fn rotation(stored: Rotation) -> Quat {
    let matrix = match stored {
        Rotation::Angles(angles) => {
            let [x, y, z] = angles.map(|angle| angle & 0xFFF);
            Angles { x, y, z }.rotation()
        }
        Rotation::Matrix(rows) => {
            let rows = rows.map(|number| f32::from(number) / 4096.0);
            turn_rotation(upright(Mat3::from_cols_array(&rows).transpose()))
        }
    };
    Quat::from_mat3(&matrix)
}

/// Nearest rotation to a matrix that is slightly distorted by rounding or interpolation.
fn upright(bent: Mat3) -> Mat3 {
    let x = bent.x_axis.try_normalize().unwrap_or(Vec3::X);
    let y = bent.y_axis.reject_from_normalized(x).try_normalize();
    let y = y.unwrap_or_else(|| x.any_orthonormal_vector());
    Mat3::from_cols(x, y, x.cross(y))
}
