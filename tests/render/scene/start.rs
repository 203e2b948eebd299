use glam::Vec3;
use gouraud::scene::*;

#[test]
fn start_direction_is_horizontal() {
    let ahead = |x, y, z| {
        let direction = Vec3::new(x, y, z);
        Start::new(String::new(), Vec3::ZERO, direction, 1.0, Origin::default()).ahead
    };
    assert_eq!(ahead(3.0, 40.0, 0.0), Vec3::X);
    assert_eq!(ahead(0.0, 1.0, 0.0), Vec3::NEG_Z, "straight up leads nowhere");
    assert_eq!(ahead(f32::NAN, 0.0, 1.0), Vec3::NEG_Z);
}
