//! Textures, rasters of height fields, and frames of videos as PNG.

use std::io::Write;

use super::Subject;
use super::exporter::{Content, Exporter, Fit, Maker, NotWritten, nothing_besides};
use super::height;
use super::picture::{self, PictureKey};
use crate::bytes::Colour15;
use crate::scene::{
    FrameSequence, MEMORY_HEIGHT, MEMORY_WIDTH, RenderedFrame, VideoFrame, VideoMemory,
};

pub(super) static PNG: Exporter = Exporter {
    name: "png",
    meaning: "Textures, one file per palette in use; frames of videos, and of animations selected by name",
    suits: |_, subject| match subject {
        Subject::Texture { .. } | Subject::HeightField(_) | Subject::Frame { .. } => {
            Some(Fit::Usual)
        }
        Subject::Pose { .. } => Some(Fit::Named),
        _ => None,
    },
    files: &["png"],
    besides: nothing_besides,
    pictures_beside: false,
    make,
};

fn make(maker: &mut Maker<'_>, content: Content, out: &mut dyn Write) -> Result<(), NotWritten> {
    Ok(out.write_all(&png(maker, content)?)?)
}

/// Returns the whole file.
fn png(maker: &mut Maker<'_>, content: Content) -> Result<Vec<u8>, NotWritten> {
    let scene = maker.job.scene;
    match content.subject {
        Subject::Texture { texture, palette } => {
            let key = PictureKey::new(scene, texture, palette).ok_or(NotWritten::Data)?;
            if let Some(Ok(png)) = picture::upright(scene, key) {
                return Ok(png);
            }
            maker.prepare([key]);
            let picture = maker.pictures.get(key).map_err(|_| NotWritten::Data)?;
            Ok(picture.png.clone())
        }
        Subject::HeightField(index) => {
            let field = scene.height_fields.get(index).ok_or(NotWritten::Data)?;
            Ok(height::png(field)?)
        }
        Subject::Frame { film, frame } => {
            let film = scene.films.get(film).ok_or(NotWritten::Data)?;
            let still = film.still(frame);
            if still.is_damaged {
                let name = &film.name;
                maker
                    .notes
                    .push(format!("video {name}: frame {frame} or an earlier one is damaged"));
            }
            opaque(&still).map_err(|error| NotWritten::Limit(error.to_string()))
        }
        Subject::Pose { animation, frame } => {
            let drawn = maker.painter()?.paint(FrameSequence::Animation(animation), frame)?;
            rgb(&drawn).map_err(|error| NotWritten::Limit(error.to_string()))
        }
        _ => Err(NotWritten::Data),
    }
}

/// Encodes a rendered picture.
fn rgb(drawn: &RenderedFrame) -> Result<Vec<u8>, png::EncodingError> {
    let (size, pixels) = ([drawn.width, drawn.height], drawn.pixels.as_flattened());
    encode(size, png::ColorType::Rgb, pixels, png::Filter::Adaptive)
}

/// Encodes video memory as a picture of all its words, as 15-bit colours.
///
/// # Errors
/// A message about why it cannot be encoded.
pub fn video_memory_png(memory: &VideoMemory) -> Result<Vec<u8>, String> {
    let (size, pixels) = ([MEMORY_WIDTH, MEMORY_HEIGHT], video_memory_rgb(memory));
    let png = encode(size, png::ColorType::Rgb, pixels.as_flattened(), png::Filter::NoFilter);
    png.map_err(|error| error.to_string())
}

/// R, G and B of all words of video memory as 15-bit colours, row by row.
pub fn video_memory_rgb(memory: &VideoMemory) -> Vec<[u8; 3]> {
    memory.words.iter().map(|word| Colour15(*word).rgb8()).collect()
}

/// Encodes a frame as stored, row by row.
fn opaque(still: &VideoFrame) -> Result<Vec<u8>, png::EncodingError> {
    let pixels = still.rgba(1);
    let height = pixels.len() / (still.width as usize).max(1);
    let size = [still.width, u32::try_from(height).unwrap_or(u32::MAX)];
    // Few colours: unfiltered rows compress better.
    encode(size, png::ColorType::Rgba, pixels.as_flattened(), png::Filter::NoFilter)
}

fn encode(
    [width, height]: [u32; 2],
    colour: png::ColorType,
    pixels: &[u8],
    filter: png::Filter,
) -> Result<Vec<u8>, png::EncodingError> {
    let mut out = Vec::new();
    let mut encoder = png::Encoder::new(&mut out, width, height);
    encoder.set_color(colour);
    encoder.set_depth(png::BitDepth::Eight);
    encoder.set_filter(filter);
    let mut writer = encoder.write_header()?;
    writer.write_image_data(pixels)?;
    writer.finish()?;
    Ok(out)
}
