//! Decodes chunks to texels.

use std::sync::Arc;

use super::alpha::Alpha;
use super::coding::Coding;
use super::level::{Level, levels};
use super::palette::Palette;
use super::records::{Chunk, Image};
use crate::bytes::{Endian, Source, Span};
use crate::codec::{gx, refpack};
use crate::formats::ea::refpack::RefPack;
use crate::scene::{Mip, Origin, Spans, TableColour, Texels, Texture, TextureData};

/// Colour for indices beyond the end of a palette.
const BLACK: [u8; 4] = [0, 0, 0, 255];

/// Texels of an image, decoded on demand.
#[derive(Clone)]
pub(super) struct Pixels {
    source: Source,
    pub(super) chunk: Chunk,
    pub(super) level: Level,
    /// Colours in index order, with alpha in the usual range; empty without indices.
    pub(super) palette: Arc<[[u8; 4]]>,
    /// Bytes of each colour of the palette; `None` if they are unknown.
    entries: Option<Arc<Spans>>,
    /// Data that had to be unpacked to determine its size.
    unpacked: Option<Arc<[u8]>>,
    pub(super) width: usize,
    /// Number of existing rows.
    pub(super) height: usize,
    pub(super) alpha: Alpha,
    mips: Vec<Mip>,
}

/// Texture of image `index`; `None` if it has no texels.
pub(super) fn texture(image: &Image, source: &Source, index: usize) -> Option<Texture> {
    let mut pixels = Pixels::of(image, source)?;
    pixels.mips = pixels.smaller(image, index);
    if is_indexed(image) {
        pixels.entries = Palette::of(image, source)
            .and_then(|found| Some(found.entries(source, &found.path(image, index)?)))
            .map(Arc::new);
    }
    let name = image.full_name.clone().unwrap_or_else(|| image.short_name());
    let span = Span::new(source.id(), image.start, image.end.saturating_sub(image.start));
    let size = (u32::try_from(pixels.width).ok()?, u32::try_from(pixels.height).ok()?);
    let origin = Origin::new(span, format!("images[{index}]"));
    let id = u32::from_le_bytes(image.name);
    Some(Texture { id, ..Texture::rgba(name, size, pixels, origin) })
}

/// `true` if the texels of an image are indices.
pub(super) fn is_indexed(image: &Image) -> bool {
    image.coding().is_some_and(|coding| coding.entries() > 0)
}

/// Unpacks a chunk, to at most `wanted` bytes; empty if the header is missing.
fn unpack(source: &Source, chunk: &Chunk, wanted: u64) -> Vec<u8> {
    let packed = chunk.stored(source);
    let Some(header) = RefPack::of(packed) else { return Vec::new() };
    let stream = packed.get(header.stored_len()..).unwrap_or(&[]);
    // Bytes beyond the size of the picture are never used.
    let wanted = usize::try_from(wanted).unwrap_or(usize::MAX);
    refpack::unpack(stream, (header.size as usize).min(wanted)).bytes
}

/// Greys to use for indices without a palette.
fn greys(entries: usize) -> Vec<[u8; 4]> {
    let step = if entries == 16 { 17 } else { 1 };
    (0..=255u8).step_by(step).map(|grey| [grey, grey, grey, 255]).collect()
}

impl Pixels {
    /// Texels of an image; `None` if it has none.
    pub fn of(image: &Image, source: &Source) -> Option<Self> {
        let (chunk, coding) = (*image.texels()?, image.coding()?);
        let level = levels(&chunk.header, image.console, coding).next()?;
        let whole = levels(&chunk.header, image.console, coding).last()?.end;
        let unpacked = chunk.header.is_packed().then(|| unpack(source, &chunk, whole));
        let data = unpacked.as_deref().unwrap_or_else(|| chunk.stored(source));
        // Existing rows only: memory is not allocated for the stated size.
        let rows = level.height.min(coding.rows_in(level.width, data.len() as u64));
        let (width, height) = (level.width as usize, rows as usize);
        if width == 0 || height == 0 {
            return None;
        }
        let alpha = match coding {
            Coding::Colours(channels) if channels.size == 4 => {
                let texels = data.chunks_exact(4).take(width * height);
                Alpha::of(image, texels.filter_map(|texel| texel.last().copied()))
            }
            Coding::Blocks(_) | Coding::Tiles(_) if coding.entries() == 0 => {
                Alpha::of(image, std::iter::empty())
            }
            _ => Alpha::AsStored,
        };
        let mut palette = Vec::new();
        if coding.entries() > 0 {
            palette = Palette::of(image, source).map(|found| found.colours).unwrap_or_default();
            if palette.is_empty() {
                palette = greys(coding.entries());
            }
        }
        let (source, palette) = (source.clone(), palette.into());
        let (unpacked, entries, mips) = (unpacked.map(Arc::from), None, Vec::new());
        Some(Self { source, chunk, level, palette, entries, unpacked, width, height, alpha, mips })
    }

    /// Complete smaller levels.
    pub(super) fn smaller(&self, image: &Image, index: usize) -> Vec<Mip> {
        let there = self.data().len() as u64;
        let at = image.chunks.iter().position(|chunk| *chunk == self.chunk).unwrap_or(0);
        let field = if self.unpacked.is_some() { "packed" } else { "mips" };
        let path = format!("images[{index}].chunks[{at}].{field}");
        let whole = levels(&self.chunk.header, self.level.console, self.level.coding)
            .skip(1)
            .take_while(|level| level.end <= there);
        let mip = |level: Level| {
            let (width, height) = (level.width as usize, level.height as usize);
            let pixels = Self { level, width, height, mips: Vec::new(), ..self.clone() };
            let (start, end) = match self.unpacked {
                Some(_) => (self.chunk.start, self.chunk.end),
                None => (self.chunk.start + level.start, self.chunk.start + level.end),
            };
            let span = Span::new(self.source.id(), start, end - start);
            let origin = Origin::new(span, path.clone());
            Mip { width: level.width, height: level.height, pixels: Arc::new(pixels), origin }
        };
        whole.map(mip).collect()
    }

    /// Data of the whole chunk.
    pub(super) fn data(&self) -> &[u8] {
        self.unpacked.as_deref().unwrap_or_else(|| self.chunk.stored(&self.source))
    }

    /// Byte of texel (x, y) in the data, and `true` if it is the high nibble.
    pub(super) fn offset(&self, x: usize, y: usize) -> (usize, bool) {
        self.level.place(x, y)
    }

    /// As [`Self::offset`]; `None` outside the picture.
    fn inside(&self, x: u32, y: u32) -> Option<(usize, bool)> {
        let (x, y) = (usize::try_from(x).ok()?, usize::try_from(y).ok()?);
        (x < self.width && y < self.height).then(|| self.offset(x, y))
    }

    /// RGBA of all texels in row order; `data` is that of the chunk.
    pub(super) fn colours(&self, data: &[u8]) -> Vec<[u8; 4]> {
        let level = &self.level;
        let start = usize::try_from(level.start).unwrap_or(usize::MAX);
        let own = data.get(start..).unwrap_or(&[]);
        let rows = u32::try_from(self.height).unwrap_or(0);
        let size = (level.width, rows);
        let places = || {
            let all = (0..self.height).flat_map(|y| (0..self.width).map(move |x| (x, y)));
            all.map(|(x, y)| level.place(x, y))
        };
        let look_up = |index: u8| self.palette.get(usize::from(index)).copied().unwrap_or(BLACK);
        let byte = |at: usize| data.get(at).copied().unwrap_or(0);
        let mut colours = match level.coding {
            Coding::Indices4 { .. } => places()
                .map(|(at, high)| look_up(if high { byte(at) >> 4 } else { byte(at) & 15 }))
                .collect(),
            Coding::Indices8 => places().map(|(at, _)| look_up(byte(at))).collect(),
            Coding::Colours(channels) => {
                let len = level.end.saturating_sub(level.start);
                let len = usize::try_from(len).unwrap_or(usize::MAX).min(own.len());
                let stored = channels.decode(own.get(..len).unwrap_or(own));
                let texel = |(at, _): (usize, bool)| {
                    stored.get((at - start) / channels.size).copied().unwrap_or(BLACK)
                };
                places().map(texel).collect()
            }
            Coding::Blocks(code) => code.decode(size, own).unwrap_or_default(),
            Coding::Tiles(tiles) => {
                let mut palette = self.palette.to_vec();
                palette.resize(palette.len().max(tiles.palette_entries()), BLACK);
                gx::decode(tiles, size, own, &palette, Endian::Big).unwrap_or_default()
            }
        };
        for [.., alpha] in &mut colours {
            *alpha = self.alpha.apply(*alpha);
        }
        colours
    }
}

impl TextureData for Pixels {
    fn stored_bits(&self) -> Option<u32> {
        self.level.coding.texel_bits()
    }

    fn decode(&self) -> Texels {
        Texels::Rgba(self.colours(self.data()))
    }

    fn texel_offset(&self, x: u32, y: u32) -> Option<u64> {
        let (at, _) = self.inside(x, y)?;
        // Packed texels have no file offset.
        self.unpacked.is_none().then_some(self.chunk.start + at as u64)
    }

    fn colour_index(&self, x: u32, y: u32) -> Option<u32> {
        let (at, high) = self.inside(x, y)?;
        match self.level.coding {
            Coding::Indices4 { .. } => {
                let byte = u32::from(*self.data().get(at)?);
                Some(if high { byte >> 4 } else { byte & 15 })
            }
            Coding::Indices8 => self.data().get(at).map(|index| u32::from(*index)),
            Coding::Tiles(tiles) => {
                let own = self.data().get(usize::try_from(self.level.start).ok()?..)?;
                tiles.index(self.level.width, (x, y), own).map(u32::from)
            }
            Coding::Colours(_) | Coding::Blocks(_) => None,
        }
    }

    fn palette_colour(&self, index: u32) -> Option<TableColour> {
        let colour = self.palette.get(usize::try_from(index).ok()?);
        let colour = colour.map(|[r, g, b, _]| [*r, *g, *b]);
        let entries = self.entries.as_ref().filter(|_| colour.is_some());
        let origin = entries.map(|entries| entries.origin(index as usize)).unwrap_or_default();
        let table = "palette".to_owned();
        Some(TableColour { index, table, colour, element: None, origin })
    }

    fn mips(&self) -> &[Mip] {
        &self.mips
    }
}
