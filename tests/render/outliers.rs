//! Outliers among points.

use glam::Vec3;
use gouraud::render::without_strays;

/// A flat square of 20 by 20 points, one unit apart.
fn square() -> Vec<Vec3> {
    (0..400).map(|at| Vec3::new((at % 20) as f32, 0.0, (at / 20) as f32)).collect()
}

#[test]
fn removes_outliers() {
    let runaways = [Vec3::splat(32_000.0), Vec3::new(0.0, -9e9, 0.0), Vec3::splat(f32::NAN)];
    let points: Vec<Vec3> = square().into_iter().chain(runaways).collect();
    assert_eq!(without_strays(points), square());
}

#[test]
fn keeps_towers_and_surrounding_ground() {
    let far = [Vec3::new(10.0, 40.0, 10.0), Vec3::new(-25.0, 0.0, 10.0)];
    let points: Vec<Vec3> = square().into_iter().chain(far).collect();
    assert_eq!(without_strays(points.clone()), points);
}

#[test]
fn keeps_few_points_and_coincident_ones() {
    let few = vec![Vec3::ZERO, Vec3::splat(1e6)];
    assert_eq!(without_strays(few.clone()), few);
    let mut heap = vec![Vec3::ONE; 500];
    heap.push(Vec3::ZERO);
    assert_eq!(without_strays(heap.clone()), heap);
    assert_eq!(without_strays(Vec::new()), []);
}
