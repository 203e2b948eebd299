use glam::Vec3;
use gouraud::scene::*;

#[test]
fn places_a_board_under_the_feet() {
    let feet = Attachment::Feet([Vec3::new(30.0, -80.0, 5.0), Vec3::new(-30.0, -80.0, 5.0)]);
    // Along Z, half as long, and with swapped ends.
    let board = Attachment::Board([Vec3::new(0.0, 2.0, -10.0), Vec3::new(0.0, 2.0, 10.0)]);
    let place = feet.transform_of(board, 2.0).unwrap();
    let middle = place.transform_point3(Vec3::new(0.0, 2.0, 0.0));
    assert!(middle.distance(Vec3::new(0.0, -80.0, 5.0)) < 1e-4, "{middle}");
    let end = place.transform_point3(Vec3::new(0.0, 2.0, 10.0)) - middle;
    assert!((end.abs() - Vec3::X * 20.0).length() < 1e-4, "along the feet: {end}");
    assert!(place.transform_vector3(Vec3::Y).distance(Vec3::Y * 2.0) < 1e-5, "upright");
    let back = board.transform_of(feet, 0.5).unwrap();
    assert!(back.transform_point3(Vec3::new(0.0, -80.0, 5.0)).distance(Vec3::Y * 2.0) < 1e-4);
    assert_eq!(feet.transform_of(feet, 1.0), None);
}

#[test]
fn the_nearer_end_of_a_board_is_the_front() {
    let feet = Attachment::Feet([Vec3::X, Vec3::NEG_X]);
    for ends in [[Vec3::X, Vec3::NEG_X], [Vec3::NEG_X, Vec3::X]] {
        let place = feet.transform_of(Attachment::Board(ends), 1.0).unwrap();
        assert!(place.transform_vector3(Vec3::X).distance(Vec3::X) < 1e-5);
    }
}
