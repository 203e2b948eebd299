//! Chunks to texels.

use std::sync::Arc;

use super::records::{Chunk, Image, bits, kind};
use crate::bytes::{Colour15, Source};
use crate::codec::{ps2, refpack};
use crate::formats::ea::refpack::RefPack;
use crate::scene::{TexelFormat, Texels, Texture, TextureData};

/// The texels of an image, decoded when they are wanted.
pub(super) struct Pixels {
    source: Source,
    pub(super) chunk: Chunk,
    /// Colours by index, in order, with alpha as others have it.
    pub(super) palette: Vec<[u8; 4]>,
    /// Data that had to be unpacked to know how much there is.
    unpacked: Option<Arc<[u8]>>,
    pub(super) width: usize,
    pub(super) height: usize,
    pub(super) alpha: Alpha,
}

/// What to make of a stored alpha.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Alpha {
    /// 128 is opaque.
    Doubled,
    AsStored,
    /// It is a shine mask.
    Opaque,
}

impl Alpha {
    pub fn of(image: &Image, mut stored: impl Iterator<Item = u8>) -> Self {
        if image.is_metal() {
            Alpha::Opaque
        } else if stored.all(|alpha| alpha <= 128) {
            Alpha::Doubled
        } else {
            Alpha::AsStored
        }
    }

    fn apply(self, stored: u8) -> u8 {
        match self {
            Alpha::Doubled => ps2::alpha(stored),
            Alpha::AsStored => stored,
            Alpha::Opaque => 255,
        }
    }

    /// What is stored for an alpha, where `was` is stored now.
    pub fn undone(self, alpha: u8, was: u8) -> u8 {
        match self {
            Alpha::Doubled => alpha / 2 + alpha % 2,
            Alpha::AsStored => alpha,
            Alpha::Opaque => was,
        }
    }
}

/// The texture of an image; `None` when it has no texels. Its origin is still to be set.
pub(super) fn texture(image: &Image, source: &Source) -> Option<Texture> {
    let pixels = Pixels::of(image, source)?;
    let name = image.full_name.clone().unwrap_or_else(|| image.short_name());
    Some(Texture {
        name,
        id: u32::from_le_bytes(image.name),
        width: u32::try_from(pixels.width).ok()?,
        height: u32::try_from(pixels.height).ok()?,
        format: TexelFormat::Rgba8,
        palette: None,
        pixels: Arc::new(pixels),
        origin: crate::scene::Origin::default(),
    })
}

pub(super) fn stored<'a>(source: &'a Source, chunk: &Chunk) -> &'a [u8] {
    let at = |offset: u64| usize::try_from(offset).unwrap_or(usize::MAX);
    source.bytes().get(at(chunk.start)..at(chunk.end)).unwrap_or(&[])
}

/// The data of a packed chunk; empty without a header.
fn unpack(source: &Source, chunk: &Chunk) -> Vec<u8> {
    let packed = stored(source, chunk);
    let Some(header) = RefPack::of(packed) else { return Vec::new() };
    let stream = packed.get(header.stored_len()..).unwrap_or(&[]);
    // More than the sides ask for is never looked at.
    let wanted = usize::try_from(chunk.header.by_sides()).unwrap_or(usize::MAX);
    refpack::unpack(stream, (header.size as usize).min(wanted)).bytes
}

/// The colours of an image's palette, in the order of the indices; empty without one.
fn colours(image: &Image, source: &Source) -> Vec<[u8; 4]> {
    let Some(chunk) = image.palette() else { return Vec::new() };
    let (stored, _) = stored(source, chunk).as_chunks::<4>();
    let stored = stored.get(..256).unwrap_or(stored);
    let alpha = Alpha::of(image, stored.iter().map(|[.., alpha]| *alpha));
    // Sixteen colours stay in order whatever the flag says.
    let swizzled = chunk.header.is_swizzled() && stored.len() == 256;
    (0..=255u8)
        .take(stored.len())
        .filter_map(|index| {
            let at = if swizzled { ps2::clut_index(index) } else { index };
            let [r, g, b, a] = *stored.get(usize::from(at))?;
            Some([r, g, b, alpha.apply(a)])
        })
        .collect()
}

/// Without a palette, the indices as greys.
fn greys(kind: u8) -> Vec<[u8; 4]> {
    let step = if kind == kind::INDEXED4 { 17 } else { 1 };
    (0..=255u8).step_by(step).map(|grey| [grey, grey, grey, 255]).collect()
}

impl Pixels {
    /// `None` when the image has no texels.
    pub fn of(image: &Image, source: &Source) -> Option<Self> {
        let chunk = *image.texels()?;
        let (header, kind) = (chunk.header, chunk.header.plain_kind());
        let unpacked = header.is_packed().then(|| unpack(source, &chunk));
        let data = unpacked.as_deref().unwrap_or_else(|| stored(source, &chunk));
        let width = usize::from(header.width);
        let row_bits = width * usize::try_from(bits(kind)?).ok()?;
        // Only rows that exist: nothing is allocated for promised ones.
        let rows = (data.len() * 8).checked_div(row_bits)?;
        let height = usize::from(header.height).min(rows);
        if width == 0 || height == 0 {
            return None;
        }
        let (mut palette, mut alpha) = (Vec::new(), Alpha::Opaque);
        if kind == kind::RGBA8888 {
            let texels = data.chunks_exact(4).take(width * height);
            alpha = Alpha::of(image, texels.filter_map(|texel| texel.last().copied()));
        } else if matches!(kind, kind::INDEXED4 | kind::INDEXED8) {
            palette = colours(image, source);
            if palette.is_empty() {
                palette = greys(kind);
            }
        }
        let source = source.clone();
        let unpacked = unpacked.map(Arc::from);
        Some(Self { source, chunk, palette, unpacked, width, height, alpha })
    }

    pub(super) fn data(&self) -> &[u8] {
        self.unpacked.as_deref().unwrap_or_else(|| stored(&self.source, &self.chunk))
    }

    /// The byte of texel (x, y) in the data, and whether it is the high half of it.
    pub(super) fn offset(&self, x: usize, y: usize) -> (usize, bool) {
        let header = &self.chunk.header;
        // The order depends on the sides as stored, whatever of it is there.
        let (width, height) = (self.width, usize::from(header.height));
        let plain = y * width + x;
        match header.plain_kind() {
            kind::INDEXED4 => {
                let swizzled = header.is_swizzled().then(|| ps2::place4(x, y, width, height));
                swizzled.flatten().unwrap_or((plain / 2, plain % 2 == 1))
            }
            kind::INDEXED8 => {
                let swizzled = header.is_swizzled().then(|| ps2::place8(x, y, width, height));
                (swizzled.flatten().unwrap_or(plain), false)
            }
            other => (plain * usize::try_from(bits(other).unwrap_or(8) / 8).unwrap_or(1), false),
        }
    }

    pub(super) fn texel(&self, data: &[u8], x: usize, y: usize) -> [u8; 4] {
        let (at, high) = self.offset(x, y);
        let bytes = data.get(at..).unwrap_or(&[]);
        let byte = |index: usize| bytes.get(index).copied().unwrap_or(0);
        let indexed =
            |index: u8| self.palette.get(usize::from(index)).copied().unwrap_or([0, 0, 0, 255]);
        match self.chunk.header.plain_kind() {
            kind::INDEXED4 => indexed(if high { byte(0) >> 4 } else { byte(0) & 15 }),
            kind::INDEXED8 => indexed(byte(0)),
            kind::RGBA5551 => {
                let word = Colour15(u16::from_le_bytes([byte(0), byte(1)]));
                let [r, g, b] = word.rgb8();
                [r, g, b, if word.stp() { 255 } else { 0 }]
            }
            kind::RGB888 => [byte(0), byte(1), byte(2), 255],
            _ => [byte(0), byte(1), byte(2), self.alpha.apply(byte(3))],
        }
    }
}

impl TextureData for Pixels {
    fn decode(&self) -> Texels {
        let data = self.data();
        let all = (0..self.height).flat_map(|y| (0..self.width).map(move |x| (x, y)));
        Texels::Rgba(all.map(|(x, y)| self.texel(data, x, y)).collect())
    }

    fn texel_offset(&self, x: u32, y: u32) -> Option<u64> {
        let (x, y) = (usize::try_from(x).ok()?, usize::try_from(y).ok()?);
        if x >= self.width || y >= self.height {
            return None;
        }
        // Packed texels have no offset of their own.
        let within = if self.unpacked.is_some() { 0 } else { self.offset(x, y).0 as u64 };
        Some(self.chunk.start + within)
    }
}
