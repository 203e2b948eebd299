//! Height fields as CSV and as 16-bit greyscale PNGs.

use std::fmt::Write as _;
use std::io::Write as _;

use crate::scene::HeightField;

/// Maximum number of samples along a side.
const MAX_SIDE: u32 = 4097;

/// `x,y,height` of every vertex, row by row, with twelve digits, which distinguish any two stored values.
pub fn csv(field: &HeightField) -> Vec<u8> {
    let mut text = String::from("x,y,height\n");
    for [x, y, height] in field.data.vertices() {
        for (number, end) in [(x, ','), (y, ','), (height, '\n')] {
            push_number(&mut text, number);
            text.push(end);
        }
    }
    text.into_bytes()
}

/// Appends a number with twelve significant digits, without trailing zeros.
fn push_number(text: &mut String, number: f64) {
    // In range: doubles have at most 308 digits before the point.
    let digits = if number == 0.0 { 1 } else { number.abs().log10().floor() as i32 + 1 };
    let decimals = (12 - digits).clamp(0, 17) as usize;
    let start = text.len();
    if write!(text, "{number:.decimals$}").is_ok() && decimals > 0 {
        let used = text[start..].trim_end_matches('0').trim_end_matches('.').len();
        text.truncate(start + used);
    }
    if text[start..] == *"-0" {
        text.replace_range(start.., "0");
    }
}

/// Black is the lowest height and white the highest; text chunks state both, and the distance between
/// samples.
pub fn png(field: &HeightField) -> Result<Vec<u8>, String> {
    let raster = field.data.raster(MAX_SIDE);
    let lowest = raster.heights.iter().copied().fold(f32::INFINITY, f32::min);
    let highest = raster.heights.iter().copied().fold(f32::NEG_INFINITY, f32::max);
    let range = highest - lowest;
    let scale = if range > 0.0 { 65535.0 / range } else { 0.0 };
    // Between 0 and 65535; the cast saturates.
    let grey = |height: &f32| ((height - lowest) * scale).round() as u16;
    let mut png = Vec::new();
    let mut encoder = png::Encoder::new(&mut png, raster.width, raster.height);
    encoder.set_color(png::ColorType::Grayscale);
    encoder.set_depth(png::BitDepth::Sixteen);
    encoder.set_compression(png::Compression::Fast);
    let texts = [("lowest", lowest), ("highest", highest), ("step", raster.step)];
    texts
        .into_iter()
        .try_for_each(|(key, value)| encoder.add_text_chunk(key.to_owned(), value.to_string()))
        .and_then(|()| encoder.write_header())
        .and_then(|mut writer| {
            let mut stream = writer.stream_writer()?;
            for row in raster.heights.chunks((raster.width as usize).max(1)) {
                let bytes: Vec<u8> = row.iter().flat_map(|h| grey(h).to_be_bytes()).collect();
                stream.write_all(&bytes)?;
            }
            stream.finish()
        })
        .map_err(|error| error.to_string())?;
    Ok(png)
}
