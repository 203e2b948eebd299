//! Animations by name.

use gouraud::cli::animation_named;
use gouraud::scene::{Animation, AnimationData, Clip, Id, Origin, Scene};

struct Nothing;
impl AnimationData for Nothing {
    fn decode(&self) -> Clip {
        Clip::default()
    }
}

#[test]
fn finds_animations_by_name_and_lists_them_if_unknown() {
    let named = |name: &str| Animation {
        name: name.to_owned(),
        rate: 15.0,
        frames: 1,
        looped: true,
        is_event: false,
        camera: None,
        data: std::sync::Arc::new(Nothing),
        origin: Origin::default(),
    };
    let scene = Scene {
        animations: ["idle", "Idle", "hit"].map(named).to_vec().into(),
        ..Scene::default()
    };
    assert_eq!(animation_named(&scene, "Idle"), Ok(Id::new(1)));
    assert_eq!(animation_named(&scene, "HIT"), Ok(Id::new(2)));
    let why = animation_named(&scene, "run").unwrap_err();
    assert!(why.ends_with("it has idle, Idle, hit"), "{why}");
    let why = animation_named(&Scene::default(), "run").unwrap_err();
    assert!(why.ends_with("it has none"), "{why}");
}
