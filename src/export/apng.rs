//! Animated PNG (APNG): lossless frames of videos, animations and turntables.

use std::io::Write;

use super::exporter::{Content, Exporter, Maker, NotWritten, nothing_besides};
use super::sequences::{Moving, Picture, suits};

pub(super) static APNG: Exporter = Exporter {
    name: "apng",
    meaning: "Videos, animations, and turntables of models and scenes; lossless",
    suits,
    files: &["apng"],
    besides: nothing_besides,
    pictures_beside: false,
    make,
};

/// PNG compression level, 0 to 9.
const LEVEL: u8 = 4;

fn make(maker: &mut Maker<'_>, content: Content, out: &mut dyn Write) -> Result<(), NotWritten> {
    let moving = Moving::of(maker, content.subject)?;
    let (first, note) = moving.picture(0)?;
    maker.notes.extend(note);
    let (width, height) = first.size();
    let mut encoder = png::Encoder::new(out, width, height);
    let is_indexed = moving.has_one_palette();
    if let (true, Picture::Indexed(still)) = (is_indexed, &first) {
        encoder.set_color(png::ColorType::Indexed);
        encoder.set_palette(still.colours.as_flattened().to_vec());
    } else {
        encoder.set_color(png::ColorType::Rgb);
    }
    encoder.set_depth(png::BitDepth::Eight);
    encoder.set_filter(png::Filter::NoFilter);
    encoder.set_deflate_compression(png::DeflateCompression::Level(LEVEL));
    let (shown, of) = fraction(moving.seconds);
    encoder.set_animated(moving.count, 0).map_err(message)?;
    encoder.set_frame_delay(shown, of).map_err(message)?;
    let mut writer = encoder.write_header().map_err(message)?;
    let data = |picture: Picture| match picture {
        Picture::Indexed(still) if is_indexed => still.pixels,
        other => other.rgb(),
    };
    writer.write_image_data(&data(first)).map_err(message)?;
    for at in 1..moving.count {
        let (picture, _) = moving.picture(at)?;
        writer.write_image_data(&data(picture)).map_err(message)?;
    }
    writer.finish().map_err(message)
}

/// Converts seconds to a fraction of two 16-bit numbers with the highest precision that fits.
pub fn fraction(seconds: f64) -> (u16, u16) {
    let fits = |of: &u16| seconds * f64::from(*of) <= f64::from(u16::MAX);
    let of = [50_000, 10_000, 1_000, 100].into_iter().find(fits).unwrap_or(1);
    // Casts saturate.
    ((seconds * f64::from(of)).round() as u16, of)
}

fn message(error: png::EncodingError) -> NotWritten {
    NotWritten::Limit(error.to_string())
}
