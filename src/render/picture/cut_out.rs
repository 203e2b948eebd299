//! Pictures on nothing.

use image::RgbaImage;

/// What is the same before black and before white is opaque; the difference is how much is not.
pub fn cut_out(on_black: &RgbaImage, on_white: &RgbaImage) -> RgbaImage {
    let mut out = on_black.clone();
    for (pixel, white) in out.pixels_mut().zip(on_white.pixels()) {
        let difference = (0..3).map(|i| white[i].saturating_sub(pixel[i])).max().unwrap_or(0);
        let alpha = 255 - difference;
        for i in 0..3 {
            let full = u32::from(pixel[i]) * 255 / u32::from(alpha).max(1);
            pixel[i] = full.min(255) as u8;
        }
        pixel[3] = alpha;
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cutting_out_finds_what_was_behind() {
        let image = |rgb: [u8; 3]| {
            image::RgbaImage::from_pixel(1, 1, image::Rgba([rgb[0], rgb[1], rgb[2], 255]))
        };
        let pixel = |a, b| cut_out(&image(a), &image(b)).get_pixel(0, 0).0;
        assert_eq!(pixel([10, 20, 30], [10, 20, 30]), [10, 20, 30, 255], "opaque");
        assert_eq!(pixel([0; 3], [255; 3]), [0, 0, 0, 0], "nothing there");
        assert_eq!(pixel([64, 0, 0], [192, 128, 128])[3], 127, "half");
    }
}
