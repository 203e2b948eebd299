//! The way into the scene's axes.

use glam::Vec3;
use gouraud::formats::neversoft::transform::{Angles, Position, transform};

#[test]
fn a_quarter_turn_about_y_heads_to_the_right() {
    let heading = Angles { x: 0, y: 1024, z: 0 }.heading();
    assert!(heading.distance(Vec3::X) < 1e-6, "{heading}");
}

#[test]
fn down_in_the_file_is_down_in_the_scene() {
    let placed = transform(Position::new(4096, 8192, -4096), Angles::default());
    assert_eq!(placed.transform_point3(Vec3::ZERO), Vec3::new(1.0, -2.0, 1.0));
}
