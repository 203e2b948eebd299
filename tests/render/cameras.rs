//! Positions and projections of cameras, by the conventions of the command line's `--view`.

use glam::{Mat4, Vec2, Vec3, Vec4};
use gouraud::render::{Camera, Preset, Projection, Visibility, drawn_bounds, drawn_points};
use gouraud::scene::{Helper, HelperShape, LayerKind, Origin, Scene, Start};

use crate::scene_builder::{SceneBuilder, plain, rect};

const ASPECT: f32 = 16.0 / 9.0;

fn near(a: Vec3, b: Vec3) -> bool {
    a.distance(b) < 1e-3
}

/// Position of a point in the picture: (0, 0) top left, (1, 1) bottom right.
fn projected(camera: &Camera, point: Vec3) -> Vec2 {
    let clip: Vec4 = camera.matrix(ASPECT) * point.extend(1.0);
    Vec2::new(clip.x / clip.w * 0.5 + 0.5, 0.5 - clip.y / clip.w * 0.5)
}

#[test]
fn yaw_0_is_on_z_and_yaw_90_on_x() {
    let stand = |yaw, pitch| Camera { yaw, pitch, distance: 10.0, ..Camera::default() }.eye();
    assert!(near(stand(0.0, 0.0), Vec3::new(0.0, 0.0, 10.0)));
    assert!(near(stand(90.0, 0.0), Vec3::new(10.0, 0.0, 0.0)));
    assert!(near(stand(0.0, 90.0), Vec3::new(0.0, 10.0, 0.0)));
    assert!(near(stand(180.0, -90.0), Vec3::new(0.0, -10.0, 0.0)));
}

#[test]
fn up_is_up_and_right_is_right() {
    for projection in [Projection::Perspective, Projection::Orthographic] {
        let camera = Camera { yaw: 0.0, pitch: 0.0, projection, ..Camera::default() };
        assert!(projected(&camera, Vec3::Y).y < 0.5);
        assert!(projected(&camera, Vec3::X).x > 0.5);
        let centre = projected(&camera, Vec3::ZERO);
        assert!(centre.distance(Vec2::splat(0.5)) < 1e-6);
    }
}

#[test]
fn the_field_of_view_is_45_degrees_high() {
    let camera = Camera { yaw: 0.0, pitch: 0.0, distance: 10.0, ..Camera::default() };
    let top = 10.0 * 22.5f32.to_radians().tan();
    assert!(projected(&camera, Vec3::Y * top).y.abs() < 1e-5);
    assert!((projected(&camera, Vec3::X * top * ASPECT).x - 1.0).abs() < 1e-5);
}

#[test]
fn nearer_depths_approach_one_in_both_projections() {
    for projection in [Projection::Perspective, Projection::Orthographic] {
        let camera = Camera { yaw: 0.0, pitch: 0.0, projection, ..Camera::default() };
        let depth = |z: f32| {
            let clip = camera.matrix(ASPECT) * Vec4::new(0.0, 0.0, z, 1.0);
            clip.z / clip.w
        };
        assert!(depth(5.0) > depth(0.0) && depth(0.0) > depth(-50.0));
        assert!((0.0..=1.0).contains(&depth(5.0)) && (0.0..=1.0).contains(&depth(-500.0)));
    }
}

#[test]
fn at_a_start_the_eye_is_above_it_and_looks_ahead() {
    for ahead in [Vec3::X, Vec3::NEG_X, Vec3::Z, Vec3::new(0.6, 0.0, -0.8)] {
        let at = Vec3::new(7.0, -2.0, 30.0);
        let start = Start::new("gate".to_owned(), at, ahead, 1.6, Origin::default());
        let camera = Camera::at_start(&start);
        assert!(near(camera.eye(), at + Vec3::Y * 1.6), "{}", camera.eye());
        let middle = projected(&camera, camera.eye() + ahead * 100.0);
        assert!(middle.distance(Vec2::splat(0.5)) < 1e-4, "{middle}");
        assert!(camera.near() < 0.05, "near objects are visible");
    }
}

fn block() -> Scene {
    let mut builder = SceneBuilder::new();
    builder.rectangle(plain(), rect(-30, 5, 80, 40), 7.0, [0; 3]);
    builder.rectangle(plain(), rect(10, 20, 5, 90), -20.0, [0; 3]);
    builder.scene
}

#[test]
fn fitting_is_as_near_as_possible_with_everything_visible() {
    let scene = block();
    let all = Visibility::initial(&scene);
    let camera = Camera::fit(&scene, &all, ASPECT);
    assert_eq!((camera.yaw, camera.pitch), (30.0, 30.0));
    let points = drawn_points(&scene, &all);
    let shows = |camera: &Camera| {
        let inside = |v: f32| (0.0..=1.0).contains(&v);
        points.iter().map(|p| projected(camera, *p)).all(|at| inside(at.x) && inside(at.y))
    };
    assert!(shows(&camera));
    assert!(!shows(&Camera { distance: camera.distance * 0.96, ..camera }));
    let bounds = drawn_bounds(&scene, &all).unwrap();
    assert_eq!(camera.target, bounds.centre());
}

#[test]
fn fitting_the_hull_equals_fitting_all_points() {
    let mut state = 1u32;
    let mut next = || {
        state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        (state >> 8) as f32 / (1 << 24) as f32 - 0.5
    };
    let mut cloud: Vec<Vec3> =
        (0..5000).map(|_| Vec3::new(next() * 900.0, next() * 50.0, next() * 400.0)).collect();
    // Squares, with collinear points along their edges and duplicate corners.
    let grid = (0..400).map(|i| Vec3::new((i % 20) as f32, 3.0, (i / 20) as f32));
    let grid: Vec<Vec3> = grid.clone().chain(grid).collect();
    cloud.push(Vec3::new(f32::NAN, 1e9, f32::INFINITY));
    for points in [&cloud[..], &grid, &grid[..1], &[]] {
        for projection in [Projection::Perspective, Projection::Orthographic] {
            for (yaw, pitch) in [(30.0, 30.0), (0.0, 0.0), (200.0, -89.0)] {
                let camera = Camera { yaw, pitch, projection, ..Camera::default() };
                let outline = camera.outline(points);
                assert!(outline.len() <= 120, "{} points are left", outline.len());
                for aspect in [0.4, 1.0, 3.0] {
                    let (mut all, mut few) = (camera, camera);
                    let finite: Vec<Vec3> =
                        points.iter().copied().filter(|p| p.is_finite()).collect();
                    all.fill(&finite, aspect);
                    few.fill(&outline, aspect);
                    let apart = (all.target - few.target).length() + all.distance - few.distance;
                    assert!(apart.abs() <= all.distance * 1e-5, "{all:?} {few:?}");
                }
            }
        }
    }
}

#[test]
fn bounds_include_only_drawn_faces() {
    let mut scene = block();
    let invisible = scene.layer("invisible", LayerKind::Invisible, false);
    scene.meshes[0].faces.update(|at, face| {
        if at == 1 {
            face.layer = invisible;
        }
    });
    // A position that no face uses.
    scene.meshes[0].positions.push(Vec3::splat(1e6));
    let bounds = drawn_bounds(&scene, &Visibility::initial(&scene)).unwrap();
    assert_eq!(
        (bounds.min, bounds.max),
        (Vec3::new(-30.0, -45.0, 7.0), Vec3::new(50.0, -5.0, 7.0))
    );
    let all = drawn_bounds(&scene, &Visibility::default()).unwrap();
    assert_eq!(all.min, Vec3::new(-30.0, -110.0, -20.0));
}

#[test]
fn fits_helpers_if_there_are_no_faces() {
    let mut scene = Scene::default();
    let layer = scene.layer("points", LayerKind::Helper, true);
    for at in [Vec3::ZERO, Vec3::new(10.0, 20.0, 30.0)] {
        let shape = HelperShape::Point { at, heading: None };
        scene.helpers.push(Helper {
            name: String::new(),
            layer,
            shape,
            origin: Default::default(),
        });
    }
    let camera = Camera::fit(&scene, &Visibility::initial(&scene), ASPECT);
    assert_eq!(camera.target, Vec3::new(5.0, 10.0, 15.0));
    let empty = Camera::fit(&Scene::default(), &Visibility::default(), ASPECT);
    assert_eq!(empty, Camera::default());
}

#[test]
fn rays_pass_through_the_projected_point() {
    for projection in [Projection::Perspective, Projection::Orthographic] {
        let camera = Camera { projection, target: Vec3::new(3.0, -2.0, 8.0), ..Camera::default() };
        for at in [Vec2::new(0.1, 0.2), Vec2::new(0.9, 0.4), Vec2::splat(0.5)] {
            let ray = camera.ray(at, ASPECT);
            let point = ray.origin + ray.direction * 12.0;
            assert!(projected(&camera, point).distance(at) < 1e-4);
        }
    }
}

#[test]
fn zooming_keeps_the_point_below_the_pointer() {
    let mut camera = Camera::default();
    let at = Vec2::new(0.8, 0.3);
    let ray = camera.ray(at, ASPECT);
    // The point where that ray meets the plane through the target.
    let back = camera.basis().2;
    let point = ray.origin
        + ray.direction * ((camera.target - ray.origin).dot(back) / ray.direction.dot(back));
    camera.zoom(0.5, at, ASPECT);
    assert_eq!(camera.distance, 5.0);
    assert!(projected(&camera, point).distance(at) < 1e-4);
}

#[test]
fn panning_moves_the_target_plane_with_the_pointer() {
    let mut camera = Camera::default();
    let before = camera.target;
    camera.pan(Vec2::new(36.0, -72.0), 720.0);
    let moved = projected(&camera, before) - Vec2::splat(0.5);
    let wanted = Vec2::new(36.0 / 1280.0, -72.0 / 720.0);
    assert!(moved.distance(wanted) < 1e-4, "{moved}");
}

#[test]
fn orbiting_keeps_the_target_and_looking_keeps_the_eye() {
    let mut camera = Camera::default();
    camera.orbit(350.0, 400.0);
    assert_eq!(camera.target, Vec3::ZERO);
    assert!((camera.yaw - 20.0).abs() < 1e-3, "all the way round");
    assert!(camera.pitch < 90.0, "just short of the pole");
    let eye = camera.eye();
    camera.rotate_view(25.0, -40.0);
    assert!(near(camera.eye(), eye));
    camera.fly(Vec3::new(0.0, 0.0, 2.0));
    assert!((camera.eye().distance(eye) - 2.0).abs() < 1e-3);
}

#[test]
fn presets_look_along_the_axes() {
    let mut camera = Camera { distance: 1.0, ..Camera::default() };
    for (preset, eye) in [
        (Preset::Front, Vec3::Z),
        (Preset::Back, -Vec3::Z),
        (Preset::Right, Vec3::X),
        (Preset::Left, -Vec3::X),
        (Preset::Top, Vec3::Y),
        (Preset::Bottom, -Vec3::Y),
    ] {
        camera.preset(preset);
        assert!(near(camera.eye(), eye), "{preset:?}");
    }
}

#[test]
fn transitions_between_views_turn_the_short_way() {
    let from = Camera { yaw: 350.0, distance: 1.0, ..Camera::default() };
    let to = Camera { yaw: 20.0, distance: 100.0, ..Camera::default() };
    let half = from.towards(&to, 0.5);
    assert!((half.yaw - 5.0).abs() < 1e-3);
    assert!((half.distance - 10.0).abs() < 1e-3, "distances grow by equal factors");
    let end = from.towards(&to, 1.0);
    assert!((end.yaw - 20.0).abs() < 1e-3 && (end.distance - 100.0).abs() < 1e-2);
}

#[test]
fn camera_follows_a_transform() {
    for (yaw, pitch, roll) in
        [(0.0, 0.0, 0.0), (30.0, 20.0, 0.0), (200.0, -60.0, 35.0), (90.0, 10.0, -170.0)]
    {
        let there =
            Camera { target: Vec3::new(3.0, -2.0, 8.0), yaw, pitch, roll, ..Camera::default() };
        let (right, up, back) = there.basis();
        let eye = Mat4::from_cols(
            (right * 2.0).extend(0.0),
            (up * 2.0).extend(0.0),
            (back * 2.0).extend(0.0),
            there.eye().extend(1.0),
        );
        let camera = Camera::through(eye, there.distance).unwrap();
        assert!(camera.view().abs_diff_eq(there.view(), 1e-4), "{camera:?} is not {there:?}");
    }
    // Straight down, with the top of the picture to the east.
    let down = Mat4::from_cols(-Vec4::Z, Vec4::X, Vec4::Y, Vec4::new(0.0, 9.0, 0.0, 1.0));
    let camera = Camera::through(down, 9.0).unwrap();
    assert!((camera.basis().1 - Vec3::X).length() < 1e-4 && camera.target.length() < 1e-4);
    assert_eq!(Camera::through(Mat4::ZERO, 1.0), None);
    // Rolled a quarter turn to the right: points above appear at the left.
    let tilted = Camera { yaw: 0.0, pitch: 0.0, roll: 90.0, ..Camera::default() };
    assert!((tilted.basis().1 - Vec3::X).length() < 1e-6);
    let mut upright = tilted;
    upright.orbit(1.0, 0.0);
    assert_eq!(upright.roll, 0.0, "orbiting resets the roll");
}
