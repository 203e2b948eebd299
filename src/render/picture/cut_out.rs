//! Pictures with a transparent background.

use image::RgbaImage;

/// Computes alpha from a rendering on black and one on white: equal pixels are opaque, the difference is
/// the transparency.
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
