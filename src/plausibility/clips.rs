//! A limited sample of the clips that move bones.

use crate::scene::{AnimationId, Clip, Scene, Skeleton};

/// Maximum number of clips that are decoded per scene.
const MAX_CLIPS: usize = 16;
/// Number of keys after which decoding stops at the end of the clip.
const MAX_KEYS: usize = 1 << 18;

/// A decoded clip.
pub(super) struct SampledClip {
    pub animation: AnimationId,
    pub clip: Clip,
}

/// Decodes clips of a scene with bones: all, or some at even distances in their list.
pub(super) fn sample(scene: &Scene) -> Vec<SampledClip> {
    let count = scene.animations.len();
    if !scene.skeletons.iter().any(has_bones) || count == 0 {
        return Vec::new();
    }
    let step = count.div_ceil(MAX_CLIPS);
    let (mut clips, mut keys) = (Vec::new(), 0);
    for (animation, stored) in scene.animations.pairs().step_by(step) {
        let clip = stored.data.decode();
        keys += clip.tracks.iter().map(|track| track.keys.len()).sum::<usize>();
        clips.push(SampledClip { animation, clip });
        if keys >= MAX_KEYS {
            break;
        }
    }
    clips
}

fn has_bones(skeleton: &Skeleton) -> bool {
    !skeleton.bones.is_empty()
}
