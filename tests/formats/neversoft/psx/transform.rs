//! Conversion to the scene's axes.

use glam::Vec3;
use gouraud::formats::neversoft::transform::{Angles, Position, transform};

#[test]
fn quarter_turn_about_y_heads_left() {
    let heading = |y| Angles { x: 0, y, z: 0 }.heading();
    assert!(heading(0).distance(Vec3::Z) < 1e-6, "the file's -Z");
    assert!(heading(1024).distance(Vec3::NEG_X) < 1e-6, "{}", heading(1024));
}

#[test]
fn down_stays_down() {
    let placed = transform(Position::new(4096, 8192, -4096).to_scene(), Angles::default());
    assert_eq!(placed.transform_point3(Vec3::ZERO), Vec3::new(1.0, -2.0, 1.0));
}
