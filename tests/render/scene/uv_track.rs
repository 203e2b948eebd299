use glam::{Affine2, Vec2};
use gouraud::scene::{Keyframes, UvTrack};

#[test]
fn rotates_about_the_centre_then_stretches_then_moves() {
    let quarter = std::f32::consts::FRAC_PI_2;
    let course = UvTrack {
        scroll: Keyframes::new(true, [(0, [0.0, 0.0]), (60, [1.0, 0.5])]),
        stretch: Keyframes::new(false, [(0, [1.0, 1.0]), (30, [2.0, 1.0])]),
        turn: Keyframes::new(false, [(0, [0.0]), (30, [quarter])]),
    };
    // At rest it is the identity; the centre only moves with the scroll, to (1, 0.75).
    assert_eq!(course.at(0), Affine2::IDENTITY);
    let at = |u, v| course.at(30).transform_point2(Vec2::new(u, v));
    assert!(at(0.5, 0.5).abs_diff_eq(Vec2::new(1.0, 0.75), 1e-6));
    // The point half a texture to the right of the centre moves to half a texture below it, the point
    // half a texture above to one texture to the left.
    assert!(at(1.0, 0.5).abs_diff_eq(Vec2::new(1.0, 1.25), 1e-6), "{}", at(1.0, 0.5));
    assert!(at(0.5, 1.0).abs_diff_eq(Vec2::new(0.0, 0.75), 1e-6), "{}", at(0.5, 1.0));
    assert_eq!(course.since_start(30), Some(course.at(30)));
    let flat = Keyframes::new(false, [(0, [0.0, 1.0]), (9, [1.0, 1.0])]);
    assert_eq!(UvTrack { stretch: flat, ..UvTrack::default() }.since_start(9), None);
}
