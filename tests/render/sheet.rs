//! Contact sheets of animations.

use gouraud::render::Sheet;
use gouraud::scene::Clip;
use image::RgbaImage;

#[test]
fn spreads_frames_over_the_clip() {
    let clip = |frames| Clip { frames, tracks: Vec::new() };
    assert_eq!(Sheet::frames_of(&clip(12), 4), [0, 3, 6, 9]);
    assert_eq!(Sheet::frames_of(&clip(3), 8), [0, 1, 2]);
    assert_eq!(Sheet::frames_of(&clip(0), 8), [0; 0]);
}

#[test]
fn draws_a_name_on_a_plate_and_clips_it() {
    let grey = image::Rgba([74, 74, 74, 255]);
    let mut picture = RgbaImage::from_pixel(40, 30, grey);
    Sheet::caption(&mut picture, 15, "a name that is too long");
    assert!((0..15).all(|y| (0..40).all(|x| *picture.get_pixel(x, y) == grey)));
    let count = |value: u8| picture.pixels().filter(|pixel| pixel[0] == value).count();
    assert_eq!(count(24) + count(235), 40 * 12);
    assert!(count(235) > 20);
}
