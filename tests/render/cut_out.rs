//! Pictures with their background removed.

use gouraud::render::cut_out;

#[test]
fn cutting_out_recovers_colour_and_alpha() {
    let image = |rgb: [u8; 3]| {
        image::RgbaImage::from_pixel(1, 1, image::Rgba([rgb[0], rgb[1], rgb[2], 255]))
    };
    let pixel = |a, b| cut_out(&image(a), &image(b)).get_pixel(0, 0).0;
    assert_eq!(pixel([10, 20, 30], [10, 20, 30]), [10, 20, 30, 255], "opaque");
    assert_eq!(pixel([0; 3], [255; 3]), [0, 0, 0, 0], "nothing there");
    assert_eq!(pixel([64, 0, 0], [192, 128, 128])[3], 127, "half");
}
