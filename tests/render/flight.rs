//! Camera flights through keyframes.

use glam::Vec3;
use gouraud::render::{
    Camera, Effects, Flight, FlightError, GpuFrameRenderer, Keyframe, Projection, SceneBuffers,
};
use gouraud::scene::{FrameRenderer, FrameSequence, PictureSettings};

use crate::common::{gpu, options, picture};
use crate::scene_builder::{SceneBuilder, plain};

/// Cameras with different positions, angles, distances and fields of view.
fn cameras() -> [Camera; 4] {
    let at = |x: f32, y: f32, z: f32| Vec3::new(x, y, z);
    let camera = Camera::default();
    [
        Camera { target: at(0.0, 0.0, 0.0), yaw: 350.0, pitch: 5.0, distance: 90.0, ..camera },
        Camera { target: at(10.0, 3.0, -4.0), yaw: 20.0, pitch: 30.0, distance: 40.0, ..camera },
        Camera { target: at(12.0, -3.0, 8.0), yaw: 25.0, field_of_view: 90.0, ..camera },
        Camera { target: at(-20.0, 9.0, 8.0), yaw: 200.0, pitch: -60.0, roll: 30.0, ..camera },
    ]
}

fn flight() -> Flight {
    let times = [0.0, 0.5, 2.5, 3.0];
    let keys = cameras().into_iter().zip(times);
    Flight::new(keys.map(|(camera, seconds)| Keyframe { camera, seconds }).collect()).unwrap()
}

/// Largest difference between the transforms and fields of view of two cameras.
fn difference(a: &Camera, b: &Camera) -> f32 {
    let views = a.view().to_cols_array().into_iter().zip(b.view().to_cols_array());
    let largest = views.map(|(a, b)| (a - b).abs()).fold(0.0, f32::max);
    largest.max((a.field_of_view - b.field_of_view).abs())
}

#[test]
fn passes_exactly_through_its_keyframes() {
    let flight = flight();
    for (camera, seconds) in cameras().iter().zip([0.0, 0.5, 2.5, 3.0]) {
        assert_eq!(flight.at(seconds), *camera);
    }
    assert_eq!(flight.seconds(), 3.0);
    assert_eq!((flight.at(-1.0), flight.at(9.0)), (cameras()[0], cameras()[3]));
    assert_eq!((flight.picture(0, 7), flight.picture(6, 7)), (cameras()[0], cameras()[3]));
}

#[test]
fn moves_and_changes_its_speed_without_jumps() {
    let flight = flight();
    let step = 1.0 / 512.0;
    let eyes: Vec<Vec3> = (0..=3 * 512).map(|at| flight.at(at as f32 * step).eye()).collect();
    let speeds: Vec<Vec3> = eyes.windows(2).map(|pair| (pair[1] - pair[0]) / step).collect();
    let fastest = speeds.iter().map(|speed| speed.length()).fold(0.0, f32::max);
    for pair in speeds.windows(2) {
        assert!((pair[1] - pair[0]).length() < fastest * 0.05, "{pair:?} of {fastest}");
    }
    assert!(speeds[0].length() < fastest * 0.05, "starts at rest");
    assert!(speeds[speeds.len() - 1].length() < fastest * 0.05, "ends at rest");
}

#[test]
fn nothing_overshoots_the_keyframes() {
    let flight = flight();
    for (pair, times) in cameras().windows(2).zip([(0.0, 0.5), (0.5, 2.5), (2.5, 3.0)]) {
        let [from, to] = [pair[0].target, pair[1].target];
        let (low, high) = (from.min(to), from.max(to));
        let fields = [pair[0].field_of_view, pair[1].field_of_view];
        for at in 0..=100 {
            let camera = flight.at(times.0 + (times.1 - times.0) * at as f32 / 100.0);
            let at = camera.target;
            assert!((low - 1e-3).cmple(at).all() && at.cmple(high + 1e-3).all(), "{at}");
            let field = camera.field_of_view;
            assert!((fields[0].min(fields[1])..=fields[0].max(fields[1])).contains(&field));
        }
    }
}

#[test]
fn does_not_move_between_equal_keyframes() {
    let [first, second, ..] = cameras();
    let flight = Flight::even(&[second, first, first, second], 3.0).unwrap();
    for at in 0..=50 {
        assert_eq!(flight.at(1.0 + at as f32 / 50.0), first);
    }
}

#[test]
fn turns_in_the_shorter_direction_and_stays_level() {
    let turned = |yaw| Camera { yaw, pitch: 20.0, ..Camera::default() };
    let middle = Flight::even(&[turned(350.0), turned(10.0)], 1.0).unwrap().at(0.5);
    assert!(difference(&middle, &turned(0.0)) < 0.2, "{middle:?}");
    let opposite = Flight::even(&[turned(30.0), turned(210.0)], 1.0).unwrap();
    for at in 0..=20 {
        let camera = opposite.at(at as f32 / 20.0);
        assert!(camera.eye().is_finite());
        assert_eq!((camera.roll, camera.pitch), (0.0, 20.0));
    }
}

#[test]
fn keeps_the_target_of_an_orbit_and_the_eye_of_a_look_around() {
    let target = Vec3::new(3.0, 4.0, 5.0);
    let from = Camera { target, ..Camera::default() };
    let mut orbit = from;
    orbit.orbit(140.0, 20.0);
    let mut turned = from;
    turned.rotate_view(140.0, 20.0);
    let (around, about) = (Flight::even(&[from, orbit], 1.0), Flight::even(&[from, turned], 1.0));
    for at in 0..=20 {
        let seconds = at as f32 / 20.0;
        assert!(around.as_ref().unwrap().at(seconds).target.distance(target) < 1e-4);
        assert!(about.as_ref().unwrap().at(seconds).eye().distance(from.eye()) < 1e-4);
    }
}

#[test]
fn flight_of_one_keyframe_does_not_move() {
    let [camera, ..] = cameras();
    let flight = Flight::even(&[camera], 5.0).unwrap();
    assert_eq!((flight.at(0.0), flight.at(2.0), flight.picture(3, 8)), (camera, camera, camera));
}

#[test]
fn times_increase_from_zero() {
    let [camera, ..] = cameras();
    let with = |times: &[f32]| {
        let keys = times.iter().map(|&seconds| Keyframe { camera, seconds });
        Flight::new(keys.collect())
    };
    for times in [&[][..], &[1.0, 2.0], &[0.0, 0.0], &[0.0, 2.0, 1.0], &[0.0, f32::NAN]] {
        assert_eq!(with(times), Err(FlightError::Times), "{times:?}");
    }
    assert!(Flight::even(&[camera, camera], 0.0).is_err());
}

#[test]
fn projections_are_not_mixed() {
    let perspective = Camera::default();
    let parallel = Camera { projection: Projection::Orthographic, ..perspective };
    assert_eq!(Flight::even(&[perspective, parallel], 1.0), Err(FlightError::Projections));
}

#[test]
fn first_and_last_picture_are_those_of_the_views() {
    let mut builder = SceneBuilder::new();
    let corners = [(-30.0, -21.0), (27.0, -13.0), (3.0, 24.0)].map(|(x, y)| Vec3::new(x, y, 0.0));
    builder.face(plain(), &corners, [[248, 128, 8]; 4], [[0.0; 2]; 4]);
    let (scene, size) = (builder.build(), (48, 32));
    let far = Camera { projection: Projection::Perspective, distance: 120.0, ..cameras()[0] };
    let flight = Flight::even(&[far, cameras()[1]], 1.0).ok();
    let options = options(Effects::CLEAN);
    let buffers = SceneBuffers::new(gpu(), scene.clone());
    let renderer = GpuFrameRenderer::new(gpu().clone(), buffers, size, options).unwrap();
    let renderer = renderer.flying(flight);
    let reel = FrameSequence::Turn(None, PictureSettings { pictures: 5, ..Default::default() });
    for (at, camera) in [(0, far), (4, cameras()[1])] {
        let drawn = renderer.paint(reel, at).unwrap();
        let single = picture(&scene, size, &camera, &options);
        let single: Vec<[u8; 3]> = single.pixels().map(|p| [p.0[0], p.0[1], p.0[2]]).collect();
        assert!(drawn.pixels == single, "picture {at}");
    }
    assert_ne!(renderer.paint(reel, 2), renderer.paint(reel, 4));
}
