//! Transforms and numbers written back to fields.

use glam::{EulerRot, Mat3, Mat4, Vec3};
use gouraud::bytes::Value;
use gouraud::formats::write_back::{Parts, angles, numbers, whole};

#[test]
fn reads_the_indices_of_a_path() {
    assert_eq!(numbers("models[3].vertices[7]", ["models", "vertices"]), Some([3, 7]));
    assert_eq!(numbers("models[3]", ["models"]), Some([3]));
    assert_eq!(numbers("models[3].vertices[7].x", ["models", "vertices"]), None);
    assert_eq!(numbers("models[3]", ["models", "vertices"]), None);
    assert_eq!(numbers("models[x]", ["models"]), None);
}

#[test]
fn integers_are_rounded_or_refused() {
    assert_eq!(whole("a", 2.5, 0..=3).unwrap().1, Value::Int(3));
    assert_eq!(whole("a", -0.4, 0..=3).unwrap().1, Value::Int(0));
    assert_eq!(whole("a", 3.6, 0..=3).unwrap_err().0, "a must be from 0 to 3");
    assert_eq!(whole("a", f64::NAN, 0..=3).unwrap_err().0, "a cannot store NaN");
}

#[test]
fn angles_are_nearest_to_previous_ones() {
    let (y, x, z) = (2.9f32, 0.3, -3.0);
    let turn = Mat3::from_rotation_y(y) * Mat3::from_rotation_x(x) * Mat3::from_rotation_z(z);
    let close =
        |found: [f32; 3], wanted: [f32; 3]| (0..3).all(|i| (found[i] - wanted[i]).abs() < 1e-4);
    assert!(close(angles(turn, EulerRot::YXZ, [y, x, z]), [y, x, z]));
    // A full extra turn is preserved.
    let more = y + std::f32::consts::TAU;
    assert!(close(angles(turn, EulerRot::YXZ, [more, x, z]), [more, x, z]));
    // The other solution: past the pole.
    let half = std::f32::consts::PI;
    let past = [y + half, half - x, z + half];
    assert!(close(angles(turn, EulerRot::YXZ, past), past));
}

#[test]
fn refuses_transforms_that_cannot_be_stored() {
    let said = |m: Mat4| Parts::of("a", &m).unwrap_err().0;
    assert!(said(Mat4::from_scale(Vec3::new(1.0, 2.0, 1.0))).contains("stretched"));
    assert!(said(Mat4::from_scale(Vec3::new(-1.0, 1.0, 1.0))).contains("mirrored"));
    assert!(said(Mat4::from_translation(Vec3::NAN)).contains("not finite"));
    let mut sheared = Mat4::IDENTITY;
    sheared.y_axis.x = 0.01;
    assert!(said(sheared).contains("sheared"));
    let large = Mat4::from_scale(Vec3::splat(2.0));
    assert_eq!(Parts::of("a", &large).unwrap().size, 2.0);
    assert_eq!(Parts::unsized_of("a", &large).unwrap_err().0, "a stores no scale");
}
