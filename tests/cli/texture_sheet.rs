//! Sizes of the cells of a sheet of textures.

use gouraud::cli::texture_sheet::{fit, grid};
use image::RgbaImage;

#[test]
fn cells_are_as_large_as_possible() {
    assert_eq!(grid((1280, 720), 1), (1, 720));
    assert_eq!(grid((1280, 720), 2), (2, 640));
    assert_eq!(grid((100, 100), 4), (2, 50));
    assert_eq!(grid((4, 4), 1000).1, 1, "more textures than fit");
}

#[test]
fn textures_are_enlarged_by_integer_factors_and_reduced_to_fit() {
    let within = |width, height, most| fit(&RgbaImage::new(width, height), most).dimensions();
    let size = |width, height, side| within(width, height, (side, side));
    assert_eq!(size(16, 8, 100), (96, 48));
    assert_eq!(size(256, 64, 100), (100, 25));
    assert_eq!(size(4096, 1, 16), (16, 1));
    assert_eq!(within(640, 480, (1280, 720)), (640, 480));
    assert_eq!(within(640, 480, (320, 100)), (133, 100));
}
