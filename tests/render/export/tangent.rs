use glam::Vec3;
use gouraud::export::tangent;

#[test]
fn tangent_follows_u_and_marks_the_upper_edge() {
    // v increases downwards on an upright picture.
    let upright = tangent(Vec3::Z, (Vec3::X * 2.0, Vec3::NEG_Y));
    assert_eq!(upright, Vec3::X.extend(1.0));
    assert_eq!(tangent(Vec3::Z, (Vec3::X, Vec3::Y)), Vec3::X.extend(-1.0));
    let none = tangent(Vec3::Z, (Vec3::NAN, Vec3::NAN));
    assert!(none.is_finite() && none.truncate().is_normalized());
}
