//! Positions under the pointer.

use glam::Vec3;
use gouraud::app::model::selection::hover::{distance_from, on_plane};
use gouraud::render::Ray;

#[test]
fn ray_hits_only_surfaces_ahead() {
    let ray = Ray { origin: Vec3::new(1.0, 5.0, 2.0), direction: Vec3::NEG_Y };
    assert_eq!(on_plane(&ray, Vec3::ZERO, Vec3::Y), Some(Vec3::new(1.0, 0.0, 2.0)));
    assert_eq!(on_plane(&ray, Vec3::Y * 9.0, Vec3::Y), None);
    assert_eq!(on_plane(&ray, Vec3::ZERO, Vec3::X), None);
    let corners = [Vec3::ZERO, Vec3::X, Vec3::Z];
    assert_eq!(distance_from(corners, Vec3::new(0.25, 0.0, 0.25)), 0.0);
    assert!(distance_from(corners, Vec3::new(1.0, 0.0, 1.0)) > 0.9);
}
