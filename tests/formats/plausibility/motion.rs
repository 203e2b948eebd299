//! Bone lengths and posed bounds.

use std::sync::Arc;

use gouraud::scene::{AnimationData, Clip, Scene};
use gouraud_testing::puppet::{ARM, OTHER_ARM, TIP, puppet, wave};

use super::{checked, outcome, worst};

struct Decoded(Clip);

impl AnimationData for Decoded {
    fn decode(&self) -> Clip {
        self.0.clone()
    }
}

/// The puppet with one modified clip.
fn moved(change: impl FnOnce(&mut Clip)) -> Scene {
    let mut scene = puppet();
    let mut clip = wave();
    change(&mut clip);
    scene.animations.truncate(1);
    scene.animations[0].data = Arc::new(Decoded(clip));
    scene
}

#[test]
fn bones_that_only_rotate_keep_their_length() {
    let scene = puppet();
    let lengths = checked(&scene, "bone_lengths");
    // The root and its only child may move freely.
    assert_eq!((lengths.checked, lengths.broken), (3, 0));
    assert!(!lengths.is_broken());
    let bounds = checked(&scene, "posed_bounds");
    assert_eq!((bounds.checked, bounds.broken), (6, 0));
}

#[test]
fn translation_in_a_wrong_unit_stretches_the_bone() {
    let scene = moved(|clip| {
        let arms = clip.tracks.iter_mut().filter(|track| [ARM, OTHER_ARM].contains(&track.node));
        arms.flat_map(|track| &mut track.keys).for_each(|key| key.translation *= 16.0);
    });
    let lengths = checked(&scene, "bone_lengths");
    assert_eq!((lengths.checked, lengths.broken), (3, 2));
    assert!(lengths.is_broken());
    assert!((worst(&lengths) - 16.0).abs() < 1e-3);
    let found = lengths.worst.as_ref().unwrap();
    assert_eq!(
        (found.name.as_str(), found.origin.path.as_str()),
        ("arm.r in wave", "skeleton[arm.r]")
    );
    assert_eq!(lengths.to_string(), "bone lengths: 2 of 3 bones, worst 16.0× (arm.r in wave)");
    let bounds = checked(&scene, "posed_bounds");
    assert_eq!((bounds.checked, bounds.broken), (4, 4));
    assert!(worst(&bounds) > 3.0);
}

#[test]
fn bone_of_zero_length_breaks_the_rule() {
    let scene = moved(|clip| {
        let tip = clip.tracks.iter_mut().filter(|track| track.node == TIP);
        tip.flat_map(|track| &mut track.keys).for_each(|key| key.translation *= 0.0);
    });
    let lengths = checked(&scene, "bone_lengths");
    assert_eq!(lengths.broken, 1);
    assert!(worst(&lengths).is_infinite());
}

#[test]
fn scenes_without_clips_are_not_checked() {
    let mut scene = puppet();
    scene.animations.clear();
    assert!(outcome(&scene, "bone_lengths").is_none());
    assert!(outcome(&scene, "posed_bounds").is_none());
}
