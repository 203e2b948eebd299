//! Positions on faces that are subdivided.

use glam::{Vec2, Vec3, Vec4};
use gouraud::render::{Effects, Frame, Pieces, Pixels, Projected};
use gouraud::scene::Material;

/// A floor in a picture of 320 by 240 pixels, whose far side is half as wide as its near side.
fn floor(size: f32) -> Option<Pieces> {
    let corner = |x: f32, y: f32, w: f32| Vec4::new(x * w, y * w, 0.5, w);
    let clip = [
        corner(-size, -size, 1.0),
        corner(size, -size, 1.0),
        corner(-size / 2.0, size, 2.0),
        corner(size / 2.0, size, 2.0),
    ];
    let corners = [Vec3::ZERO; 4];
    let projected =
        Projected { corners, clip, crosses_near: false, from_behind: false, cull: None };
    let material = Material { subdivided: true, ..Material::PLAIN };
    let effects = Effects { snap: false, ..Effects::PS1 };
    Pieces::of(&projected, &material, &effects, &Frame::new((320, 240), Pixels::Own))
}

#[test]
fn halves_sides_as_they_grow() {
    // A fraction of the height is half the extent of clip space, and 4 / 3 as wide.
    let count = |size| floor(size).map(|pieces| pieces.count);
    assert_eq!([0.18, 0.2, 0.37, 0.4].map(count), [None, Some(2.0), Some(2.0), Some(4.0)]);
}

#[test]
fn piece_corners_are_exact_and_affine_in_between() {
    let pieces = floor(1.0).expect("it is large");
    // The middle of the left side is truly at a third of its height on the screen.
    let middle = pieces.pixel(Vec2::new(0.0, 0.5), false);
    assert!((middle - Vec2::new(160.0 / 3.0, 80.0)).length() < 1e-3, "{middle}");
    for place in [Vec2::ZERO, Vec2::new(0.25, 0.0), Vec2::new(0.5, 0.25), Vec2::new(0.0, 1.0)] {
        let drawn = pieces.within(place, false, pieces.pixel(place, false));
        assert!((drawn - place).length() < 1e-4, "{place}: {drawn}");
    }
    // Halfway between two vertices on the screen is halfway on the face.
    let [low, high] = [0.5, 0.75].map(|y| pieces.pixel(Vec2::new(0.0, y), false));
    let drawn = pieces.within(Vec2::new(0.0, 0.63), false, low.midpoint(high));
    assert!((drawn - Vec2::new(0.0, 0.625)).length() < 1e-3, "{drawn}");
    let shares = pieces.shares([2, 1, 3], [0.0, 0.0, 1.0]);
    assert!((shares[2] - 1.0).abs() < 1e-4 && shares[0].abs() < 1e-4, "{shares:?}");
}
