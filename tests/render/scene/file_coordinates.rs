use glam::Vec3;
use gouraud::scene::FileCoordinates;

#[test]
fn converts_positions_to_the_axes_and_steps_of_the_file() {
    let axes = [Vec3::X, Vec3::NEG_Y, Vec3::NEG_Z];
    let space = FileCoordinates { axes, meaning: "X right, Y down, Z forward", fraction: 12 };
    let at = Vec3::new(16.0, 2.0, -3.5);
    assert_eq!(space.place(at), Vec3::new(16.0, -2.0, 3.5));
    assert_eq!(space.stored(at), [0x10000, -0x2000, 0x3800]);
}
