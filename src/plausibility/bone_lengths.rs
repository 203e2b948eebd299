//! Bones keep their length: a translation read in the wrong space or unit stretches them.

use super::{Check, Rule, Subject, Tally, Unit};
use crate::scene::{AnimationId, Bone, BoneId, Element, Scene, Skeleton, Track, name_of};

pub(super) static RULE: Rule = Rule {
    key: "bone_lengths",
    title: "bone lengths",
    meaning: "Bones have the same length in every clip as at rest",
    things: ["bone", "bones"],
    unit: Unit::Times,
    tolerance: 0.2,
    check: Check::Scene(check),
};

/// Factor by which a bone may be longer or shorter than at rest.
const LIMIT: f32 = 2.0;
/// Fraction of the skeleton's size below which a bone counts as a joint without a length.
const MIN_LENGTH: f32 = 0.03;

/// Greatest change of a bone's length, and the clip that has it.
#[derive(Clone, Copy)]
struct Stretch {
    factor: f32,
    animation: AnimationId,
}

fn check(scene: &Scene, subject: &Subject<'_>, tally: &mut Tally) {
    let mut stretches: Vec<Option<Stretch>> = vec![None; scene.nodes.len()];
    for sampled in subject.clips() {
        for track in sampled.clip.tracks.iter().filter(|track| !track.keys.is_empty()) {
            let Some(node) = scene.nodes.get(track.node) else { continue };
            let factor = stretch(track, node.local.w_axis.truncate().length());
            if let Some(known) = stretches.get_mut(track.node.index())
                && known.is_none_or(|known| factor > known.factor)
            {
                *known = Some(Stretch { factor, animation: sampled.animation });
            }
        }
    }
    for skeleton in &scene.skeletons {
        let least = size(scene, skeleton) * MIN_LENGTH;
        let free = only_children_of_roots(skeleton);
        for (bone, is_free) in skeleton.bones.iter().zip(free) {
            let length = rest_length(scene, skeleton, bone).filter(|_| !is_free);
            let stretch = stretches.get(bone.node.index()).copied().flatten();
            let Some(stretch) = stretch.filter(|_| length.is_some_and(|length| length > least))
            else {
                continue;
            };
            tally.count((stretch.factor > LIMIT).then(|| stretch.factor.into()), || {
                let clip = name_of(scene, Element::Animation(stretch.animation));
                (format!("{} in {clip}", bone.name), bone.origin.clone())
            });
        }
    }
}

/// Greatest factor, at least 1, by which the bone's length in a key differs from its length at
/// rest.
fn stretch(track: &Track, rest: f32) -> f32 {
    let factor = |length: f32| (length / rest).max(rest / length);
    let factors = track.keys.iter().map(|key| factor(key.translation.length()));
    factors.map(|factor| if factor.is_nan() { f32::INFINITY } else { factor }).fold(1.0, f32::max)
}

/// Distance from a bone to its parent; `None` for roots, which may move anywhere.
fn rest_length(scene: &Scene, skeleton: &Skeleton, bone: &Bone) -> Option<f32> {
    let parent = skeleton.bones.get(bone.parent?)?;
    let node = scene.nodes.get(bone.node)?;
    (node.parent == Some(parent.node)).then(|| node.local.w_axis.truncate().length())
}

/// Marks each bone that is the only child of a root: the body of a character, which moves about its
/// origin.
fn only_children_of_roots(skeleton: &Skeleton) -> Vec<bool> {
    let mut children = vec![0u32; skeleton.bones.len()];
    for parent in skeleton.bones.iter().filter_map(|bone| bone.parent) {
        if let Some(count) = children.get_mut(parent.index()) {
            *count += 1;
        }
    }
    let is_free = |parent: BoneId| {
        let is_root = skeleton.bones.get(parent).is_some_and(|parent| parent.parent.is_none());
        is_root && children.get(parent.index()) == Some(&1)
    };
    skeleton.bones.iter().map(|bone| bone.parent.is_some_and(is_free)).collect()
}

/// Sum of the lengths from the root to the farthest bone.
fn size(scene: &Scene, skeleton: &Skeleton) -> f32 {
    let mut reach: Vec<f32> = Vec::with_capacity(skeleton.bones.len());
    for bone in &skeleton.bones {
        let before = bone.parent.and_then(|parent| reach.get(parent.index())).copied();
        reach.push(before.unwrap_or(0.0) + rest_length(scene, skeleton, bone).unwrap_or(0.0));
    }
    reach.into_iter().fold(0.0, f32::max)
}
