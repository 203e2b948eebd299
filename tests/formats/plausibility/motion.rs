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

/// The puppet with one clip.
fn moved(change: impl FnOnce(&mut Clip)) -> Scene {
    let mut scene = puppet();
    let mut clip = wave();
    change(&mut clip);
    scene.animations.truncate(1);
    scene.animations[0].data = Arc::new(Decoded(clip));
    scene
}

#[test]
fn bones_that_only_turn_keep_their_length() {
    let scene = puppet();
    let lengths = checked(&scene, "bone_lengths");
    // The root and its only child may go anywhere.
    assert_eq!((lengths.checked, lengths.broken), (3, 0));
    assert!(!lengths.is_broken());
    let bounds = checked(&scene, "posed_bounds");
    assert_eq!((bounds.checked, bounds.broken), (6, 0));
}

#[test]
fn a_translation_in_another_unit_stretches_its_bone() {
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
fn a_bone_that_shrinks_to_nothing_breaks_its_length() {
    let scene = moved(|clip| {
        let tip = clip.tracks.iter_mut().filter(|track| track.node == TIP);
        tip.flat_map(|track| &mut track.keys).for_each(|key| key.translation *= 0.0);
    });
    let lengths = checked(&scene, "bone_lengths");
    assert_eq!(lengths.broken, 1);
    assert!(worst(&lengths).is_infinite());
}

#[test]
fn without_clips_there_is_no_motion_to_check() {
    let mut scene = puppet();
    scene.animations.clear();
    assert!(outcome(&scene, "bone_lengths").is_none());
    assert!(outcome(&scene, "posed_bounds").is_none());
}
