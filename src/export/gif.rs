//! Animated GIF: at most 256 colours per frame, and times in hundredths of a second.

use std::collections::HashMap;
use std::io::Write;

use gif::{Encoder, Frame, Repeat};

use super::exporter::{Content, Exporter, Maker, NotWritten, nothing_besides};
use super::sequences::{Moving, Picture, suits};
use crate::codec::palette::{Nearest, reduce};
use crate::scene::RenderedFrame;

pub(super) static GIF: Exporter = Exporter {
    name: "gif",
    meaning: "Videos, animations, and turntables of models and scenes; 256 colours",
    suits,
    files: &["gif"],
    besides: nothing_besides,
    pictures_beside: false,
    make,
};

/// Shortest frame in seconds; viewers show shorter ones for a tenth of a second.
const SHORTEST: f64 = 0.02;
/// Colours per frame.
const COLOURS: usize = 256;

fn make(maker: &mut Maker<'_>, content: Content, out: &mut dyn Write) -> Result<(), NotWritten> {
    let moving = Moving::of(maker, content.subject)?;
    let mut writer = None;
    let mut notes = Vec::new();
    for (at, until) in moving.steps(SHORTEST) {
        let (picture, note) = moving.picture(at)?;
        // Only the first problem is noted: the following frames have it too.
        notes.extend(note.filter(|_| notes.is_empty()));
        let writer = match &mut writer {
            Some(writer) => writer,
            None => writer.insert(Writer::new(picture.size())?),
        };
        writer.show(picture, until)?;
    }
    maker.notes.extend(notes);
    Ok(out.write_all(&writer.ok_or(NotWritten::Data)?.finish()?)?)
}

struct Writer {
    encoder: Encoder<Vec<u8>>,
    /// End time of the frames written so far, in hundredths of a second.
    written: u64,
    /// Current frame, and the second at which it ends.
    shown: Option<(Picture, f64)>,
}

impl Writer {
    fn new((width, height): (u32, u32)) -> Result<Self, NotWritten> {
        let sides = u16::try_from(width).ok().zip(u16::try_from(height).ok());
        let (width, height) =
            sides.ok_or_else(|| "a side exceeds the GIF limit of 65535 pixels".to_owned())?;
        let mut encoder = Encoder::new(Vec::new(), width, height, &[]).map_err(message)?;
        encoder.set_repeat(Repeat::Infinite).map_err(message)?;
        Ok(Self { encoder, written: 0, shown: None })
    }

    /// Adds a frame that lasts until the given second. An identical frame is extended instead.
    fn show(&mut self, picture: Picture, until: f64) -> Result<(), NotWritten> {
        match &mut self.shown {
            Some((shown, end)) if *shown == picture => *end = until,
            _ => {
                self.write()?;
                self.shown = Some((picture, until));
            }
        }
        Ok(())
    }

    fn write(&mut self) -> Result<(), NotWritten> {
        let Some((picture, until)) = self.shown.take() else { return Ok(()) };
        // The time since the start is rounded, so that errors do not accumulate. Casts saturate.
        let end = (until * 100.0).round() as u64;
        let delay = u16::try_from(end.saturating_sub(self.written)).unwrap_or(u16::MAX);
        self.written = end;
        // The encoder was created with this size.
        let (width, height) = picture.size();
        let (palette, buffer) = match picture {
            Picture::Indexed(still) => (still.colours.as_flattened().to_vec(), still.pixels),
            Picture::Drawn(drawn) => indexed(&drawn),
        };
        let side = |side: u32| u16::try_from(side).unwrap_or(u16::MAX);
        let (width, height) = (side(width), side(height));
        let palette = Some(palette);
        let frame =
            Frame { delay, width, height, palette, buffer: buffer.into(), ..Frame::default() };
        self.encoder.write_frame(&frame).map_err(message)
    }

    fn finish(mut self) -> Result<Vec<u8>, NotWritten> {
        self.write()?;
        self.encoder.into_inner().map_err(|error| NotWritten::Limit(error.to_string()))
    }
}

fn message(error: gif::EncodingError) -> NotWritten {
    NotWritten::Limit(error.to_string())
}

/// Palette of a picture and the index of each pixel. The palette is exact if there are few enough
/// colours.
pub fn indexed(drawn: &RenderedFrame) -> (Vec<u8>, Vec<u8>) {
    let mut known: HashMap<[u8; 3], u8> = HashMap::new();
    let mut colours: Vec<[u8; 3]> = Vec::new();
    for pixel in &drawn.pixels {
        if known.contains_key(pixel) {
            continue;
        }
        let Ok(index) = u8::try_from(colours.len()) else { return fewer(drawn) };
        known.insert(*pixel, index);
        colours.push(*pixel);
    }
    let pixels = drawn.pixels.iter().filter_map(|pixel| known.get(pixel).copied()).collect();
    (colours.into_flattened(), pixels)
}

fn fewer(drawn: &RenderedFrame) -> (Vec<u8>, Vec<u8>) {
    let colours = reduce(&drawn.pixels, COLOURS);
    let entry = |(index, [r, g, b]): (u8, &[u8; 3])| (index, [*r, *g, *b, 255]);
    let mut nearest = Nearest::new((0..=u8::MAX).zip(&colours).map(entry));
    let index = |[r, g, b]: &[u8; 3]| nearest.of([*r, *g, *b, 255]).unwrap_or(0);
    let pixels = drawn.pixels.iter().map(index).collect();
    (colours.into_flattened(), pixels)
}
