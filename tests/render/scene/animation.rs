use std::sync::Arc;

use glam::Vec3;

use gouraud::scene::{Id, *};

fn slide(x: f32) -> Transform {
    Transform { translation: Vec3::new(x, 0.0, 0.0), ..Transform::default() }
}

#[test]
fn short_tracks_repeat_their_last_key() {
    let keys = vec![slide(0.0), slide(10.0)];
    let mut track =
        Track { node: Id::new(1), keys, angles: vec![[1.0, 2.0, 3.0], [4.0, 5.0, 6.0]] };
    track.fit(4);
    assert_eq!(track.keys, [0.0, 10.0, 10.0, 10.0].map(slide));
    assert_eq!(track.angles[3], [4.0, 5.0, 6.0]);
    track.fit(1);
    assert_eq!((track.keys.len(), track.angles.len()), (1, 1));
    let mut empty = Track::default();
    empty.fit(3);
    assert!(empty.keys.is_empty());
}

fn clip() -> Clip {
    let keys = vec![slide(0.0), slide(10.0), slide(40.0)];
    Clip { frames: 3, tracks: vec![Track { node: Id::new(1), keys, angles: Vec::new() }] }
}

fn x_at(frame: f32, interpolate: bool, looped: bool) -> f32 {
    clip().pose(frame, interpolate, looped).locals[0].1.w_axis.x
}

#[test]
fn interpolates_only_on_request() {
    assert_eq!(x_at(0.9, false, true), 0.0);
    assert_eq!(x_at(0.5, true, true), 5.0);
    assert_eq!(x_at(1.5, true, true), 25.0);
}

#[test]
fn loops_return_to_the_first_key_and_others_stay_at_the_last() {
    assert_eq!(x_at(2.5, true, true), 20.0);
    assert_eq!(x_at(2.5, true, false), 40.0);
    assert_eq!(x_at(f32::NAN, true, true), 0.0);
    assert_eq!(x_at(99.0, false, true), 40.0);
}

fn animation(looped: bool) -> Animation {
    struct Stored;
    impl AnimationData for Stored {
        fn decode(&self) -> Clip {
            clip()
        }
    }
    Animation {
        name: "walk".to_owned(),
        rate: 15.0,
        frames: 3,
        looped,
        is_event: false,
        camera: None,
        data: Arc::new(Stored),
        origin: Origin::default(),
    }
}

#[test]
fn frames_begin_at_their_time_despite_rounding() {
    let walk = animation(true);
    let clip = walk.data.decode();
    for frame in 0..90u32 {
        let at = walk.frame_at(&clip, frame as f32 / 15.0);
        assert_eq!(at.floor() as u32, frame % 3, "frame {frame}");
    }
    let written: f32 = "0.0667".parse().unwrap();
    assert_eq!(walk.frame_at(&clip, written).floor(), 1.0);
    assert_eq!(walk.frame_at(&clip, f32::NAN), 0.0);
    let once = animation(false);
    assert_eq!(once.pose_at(&clip, 9.0, true).locals[0].1.w_axis.x, 40.0);
}
