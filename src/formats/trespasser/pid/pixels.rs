//! The pixel file of a directory, and its decoding to texels.

use std::sync::{Arc, OnceLock};

use super::records::{COLOUR, Entry, Pid};
use crate::bytes::{Source, SourceId};
use crate::codec::lzss::{self, Dialect};
use crate::container::{Context, MissingCompanion};
use crate::formats::{Loaded, ms::szdd, trespasser::spz};
use crate::scene::{Mip, TableColour, Texels, TextureData};

/// The pixel file of a directory. A packed one is unpacked on first use.
#[derive(Debug)]
pub struct Pixels {
    stored: Source,
    packed: Option<Packed>,
    plain: OnceLock<Source>,
}

#[derive(Clone, Copy, Debug)]
struct Packed {
    codec: &'static str,
    dialect: Dialect,
    /// Bytes before the stream.
    header: usize,
    /// Size when unpacked, as stated in the header.
    size: u32,
}

impl Pixels {
    pub fn plain(source: Source) -> Self {
        Self { stored: source, packed: None, plain: OnceLock::new() }
    }

    fn packed(
        source: Source,
        codec: &'static str,
        dialect: Dialect,
        header: usize,
    ) -> Option<Self> {
        // The content of an edited file is already unpacked.
        if source.is_edited() {
            return Some(Self::plain(source));
        }
        let size = source.bytes().get(header.checked_sub(4)?..header)?;
        let size = u32::from_le_bytes(size.try_into().ok()?);
        let packed = Packed { codec, dialect, header, size };
        Some(Self { stored: source, packed: Some(packed), plain: OnceLock::new() })
    }

    fn spz(source: Source) -> Option<Self> {
        Self::packed(source, "spz", lzss::SPZ, spz::HEADER)
    }

    /// Opens a file with an older compression, or without one.
    fn spp(source: Source) -> Option<Self> {
        let is_packed = source.bytes().starts_with(&szdd::MAGIC);
        if is_packed {
            Self::packed(source, "szdd", lzss::SZDD, szdd::HEADER)
        } else {
            Some(Self::plain(source))
        }
    }

    /// The file on disk.
    pub fn stored(&self) -> &Source {
        &self.stored
    }

    /// Bytes of pixels; for a packed file, the stated size.
    pub fn len(&self) -> u64 {
        self.packed.map_or(self.stored.len(), |packed| u64::from(packed.size))
    }

    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// `true` for a packed file without a stream.
    fn is_stub(&self) -> bool {
        self.packed.is_some_and(|packed| self.stored.len() <= packed.header as u64)
    }

    /// Maximum number of bytes, which is limited by the compression.
    pub fn most(&self) -> u64 {
        let packed = self.packed.map(|packed| {
            let stream = usize::try_from(self.stored.len()).unwrap_or(0);
            lzss::most(stream.saturating_sub(packed.header)) as u64
        });
        packed.map_or(self.len(), |most| most.min(self.len()))
    }

    /// The unpacked pixels. Unpacks a packed file on first use, which is slow.
    pub fn source(&self) -> &Source {
        let Some(packed) = self.packed else { return &self.stored };
        self.plain.get_or_init(|| {
            let stream = self.stored.bytes().get(packed.header..).unwrap_or(&[]);
            let unpacked = lzss::unpack(stream, packed.dialect, packed.size as usize);
            let name = self.stored.name().to_owned();
            self.stored.decoded(name, packed.codec, unpacked.bytes)
        })
    }

    /// The source of the pixels, unless they still need to be unpacked.
    fn source_at_hand(&self) -> Option<&Source> {
        if self.packed.is_some() { self.plain.get() } else { Some(&self.stored) }
    }
}

/// Companions of a directory that were found.
pub struct FoundPixels {
    pub pixels: Option<Pixels>,
    /// A message about conflicting files, and `true` if it is a warning.
    pub remark: Option<(bool, String)>,
    /// Set if no pixel file was found.
    pub miss: Option<MissingCompanion>,
}

/// Finds the pixel file called `stem`. If there are a packed and an unpacked one of equal length, the
/// unpacked one is used, since it may have been edited; otherwise the packed one, which the game would unpack
/// again.
pub fn find(context: Context<'_>, stem: &str) -> FoundPixels {
    let open = |extension: &str| context.siblings.open(&format!("{stem}.{extension}"));
    let plain = open("swp");
    let packed = open("spz").ok().and_then(Pixels::spz);
    let found = |pixels, remark| FoundPixels { pixels: Some(pixels), remark, miss: None };
    match (plain, packed) {
        (Ok(plain), Some(packed)) if plain.len() == packed.len() => {
            let remark = format!(
                "{} is used; {} has the same length and is ignored",
                plain.file_name(),
                packed.stored.file_name()
            );
            found(Pixels::plain(plain), Some((false, remark)))
        }
        (Ok(plain), Some(packed)) if packed.is_stub() => {
            let remark = format!(
                "{} has {} bytes, but the stub {} states {}",
                plain.file_name(),
                plain.len(),
                packed.stored.file_name(),
                packed.len()
            );
            found(Pixels::plain(plain), Some((true, remark)))
        }
        (Ok(plain), Some(packed)) => {
            let remark = format!(
                "{} has {} bytes but {} unpacks to {}: the packed one is used, as in the game",
                plain.file_name(),
                plain.len(),
                packed.stored.file_name(),
                packed.len()
            );
            found(packed, Some((true, remark)))
        }
        (Ok(plain), None) => found(Pixels::plain(plain), None),
        (Err(_), Some(packed)) if !packed.is_stub() => found(packed, None),
        (Err(miss), _) => match open("spp").ok().and_then(Pixels::spp) {
            Some(pixels) => found(pixels, None),
            None => FoundPixels { pixels: None, remark: None, miss: Some(miss) },
        },
    }
}

/// The files called `stem` whose pixels a change of the directory changes: the one that is used, and a
/// packed one of the same length, which the game unpacks over it if their times differ.
///
/// # Errors
/// The missing file.
pub fn pixel_files(
    context: Context<'_>,
    stem: &str,
) -> Result<Vec<Source>, Option<MissingCompanion>> {
    let FoundPixels { pixels, miss, .. } = find(context, stem);
    let used = pixels.ok_or(miss)?.stored;
    let packed = packed_beside(context, stem).filter(|packed| packed.id() != used.id());
    Ok(std::iter::once(used).chain(packed).collect())
}

/// The packed file called `stem`, unless it is a stub.
fn packed_beside(context: Context<'_>, stem: &str) -> Option<Source> {
    let packed = Pixels::spz(context.siblings.open(&format!("{stem}.spz")).ok()?)?;
    (!packed.is_stub()).then_some(packed.stored)
}

/// An image of a directory, decoded on demand.
pub struct Image {
    pub(super) file: Arc<Loaded<Pid>>,
    pub(super) pixels: Option<Arc<Pixels>>,
    pub(super) entry: usize,
    pub(super) mips: Vec<Mip>,
    /// Colour 0 is opaque, regardless of the directory.
    pub(super) whole: bool,
}

/// Bright colour for entries that the palette does not have.
const MISSING: [u8; 4] = [255, 0, 255, 255];

/// The direction for the two angles of a bump-mapped pixel: x right, y up, z out.
///
/// The engine's decoder turns theta by a quarter compared to its encoder, and its renderer swaps the axes
/// again; this follows the encoder.
pub fn bump_normal(word: u16) -> [f32; 3] {
    let theta = f32::from(word >> 4 & 0x3F) * std::f32::consts::TAU / 64.0;
    let phi = f32::from(word & 0xF) * 0.9999 * std::f32::consts::FRAC_PI_2 / 15.0;
    [theta.cos() * phi.cos(), theta.sin() * phi.cos(), phi.sin()]
}

/// The two angles for a direction; the inverse of [`bump_normal`].
pub(super) fn bump_word([x, y, z]: [f32; 3]) -> u16 {
    let length = (x * x + y * y + z * z).sqrt().max(f32::EPSILON);
    let theta = (y.atan2(x) * 64.0 / std::f32::consts::TAU).round().rem_euclid(64.0);
    let upright = (z / length).clamp(0.0, 1.0).asin() / std::f32::consts::FRAC_PI_2;
    // Below 64 and at most 15.
    (theta as u16 & 0x3F) << 4 | ((upright * 15.0).round() as u16).min(15)
}

impl Image {
    fn entry(&self) -> Option<&Entry> {
        self.file.records.entries.get(self.entry)
    }

    /// Offset of texel (x, y); rows are stored from the bottom.
    pub(super) fn offset(entry: &Entry, x: u32, y: u32) -> Option<u64> {
        let column = u64::from(x).checked_mul(entry.pixel_bytes().into())?;
        let inside = x < entry.width && y < entry.height;
        inside.then(|| u64::from(entry.offset) + u64::from(y) * u64::from(entry.stride) + column)
    }

    /// Calls `f` with the stored value of each texel, and uses `missing` after the end of the file.
    fn each<T>(&self, entry: &Entry, f: impl Fn(u16) -> T, missing: T) -> Vec<T>
    where
        T: Copy,
    {
        let size = entry.pixel_bytes() as usize;
        let count = (entry.width as usize).saturating_mul(entry.height as usize);
        let mut all = Vec::with_capacity(count);
        let bytes = self.pixels.as_ref().map_or(&[][..], |pixels| pixels.source().bytes());
        for y in 0..entry.height {
            let at = Self::offset(entry, 0, y).and_then(|at| usize::try_from(at).ok());
            let row = at.and_then(|at| bytes.get(at..)).unwrap_or(&[]);
            let texels = row.chunks_exact(size.max(1)).take(entry.width as usize);
            all.extend(texels.map(|texel| match *texel {
                [low, high] => f(u16::from_le_bytes([low, high])),
                [index] => f(index.into()),
                _ => missing,
            }));
            all.resize((y as usize + 1).saturating_mul(entry.width as usize), missing);
        }
        all
    }
}

impl TextureData for Image {
    fn stored_bits(&self) -> Option<u32> {
        self.entry().map(|entry| entry.bits)
    }

    fn decode(&self) -> Texels {
        let Some(entry) = self.entry() else { return Texels::Rgba(Vec::new()) };
        let palette = entry.palette().and_then(|palette| self.file.records.palettes.get(palette));
        let colours = palette.map(|palette| palette.colours.as_slice());
        let [r, g, b] = entry.fill_colour();
        let (holes, bump) = (entry.has_holes() && !self.whole, entry.is_bump());
        let indexed = |index: u16| {
            let mut colour = colour_of(colours, index, if bump { 4 } else { 1 });
            if holes && index == 0 {
                colour[3] = 0;
            }
            colour
        };
        Texels::Rgba(match (entry.bits, bump) {
            (16, true) => self.each(entry, |word| indexed(word >> 10), [r, g, b, 255]),
            (16, false) => self.each(entry, alpha_colour, [r, g, b, 255]),
            _ => self.each(entry, indexed, [r, g, b, 255]),
        })
    }

    fn texel_offset(&self, x: u32, y: u32) -> Option<u64> {
        let source = self.pixels.as_ref()?.source_at_hand()?;
        Self::offset(self.entry()?, x, y).filter(|offset| *offset < source.len())
    }

    fn bottom_up(&self) -> bool {
        true
    }

    fn fill(&self) -> Option<[u8; 3]> {
        Some(self.entry()?.fill_colour())
    }

    fn is_placeholder(&self) -> bool {
        self.pixels.is_none()
    }

    fn stored(&self) -> Option<(SourceId, u64)> {
        let source = self.pixels.as_ref()?.source_at_hand()?;
        Some((source.id(), self.entry()?.pixel_bytes().into()))
    }

    fn unpacked(&self) -> Option<&Source> {
        self.pixels.as_ref()?.plain.get()
    }

    fn colour_index(&self, x: u32, y: u32) -> Option<u32> {
        let entry = self.entry().filter(|entry| entry.palette().is_some())?;
        let at = usize::try_from(self.texel_offset(x, y)?).ok()?;
        let texel = self.pixels.as_ref()?.source_at_hand()?.bytes().get(at..)?;
        match (entry.bits, entry.is_bump()) {
            (16, true) => texel.get(1).map(|high| u32::from(high >> 2)),
            (16, false) => None,
            _ => texel.first().map(|index| u32::from(*index)),
        }
    }

    fn palette_colour(&self, index: u32) -> Option<TableColour> {
        let palette = self.entry()?.palette()?;
        let colours = &self.file.records.palettes.get(palette)?.colours;
        let word = colours.get(usize::try_from(index).ok()?);
        Some(TableColour {
            index,
            table: format!("palette {palette}"),
            colour: word.map(|word| COLOUR.rgba(*word)).map(|[r, g, b, _]| [r, g, b]),
            element: None,
            origin: self.file.origin(format!("palettes[{palette}].colours[{index}]")),
        })
    }

    fn mips(&self) -> &[Mip] {
        &self.mips
    }

    fn has_relief(&self) -> bool {
        let bump = self.entry().is_some_and(|entry| entry.is_bump() && entry.bits == 16);
        bump && self.pixels.is_some()
    }

    fn normals(&self) -> Option<Vec<[u8; 3]>> {
        let entry = self.entry().filter(|_| self.has_relief())?;
        let byte = |part: f32| (part * 127.5 + 127.5).round().clamp(0.0, 255.0) as u8;
        Some(self.each(entry, |word| bump_normal(word).map(byte), [128, 128, 255]))
    }
}

/// A palette's colour; without a palette a grey that grows by `step`.
pub(super) fn colour_of(colours: Option<&[u32]>, index: u16, step: u16) -> [u8; 4] {
    let Some(colours) = colours else {
        let grey = u8::try_from(index * step).unwrap_or(255);
        return [grey, grey, grey, 255];
    };
    colours.get(usize::from(index)).map_or(MISSING, |word| COLOUR.rgba(*word))
}

/// Four bits each of alpha, red, green and blue.
pub(super) fn alpha_colour(word: u16) -> [u8; 4] {
    let part = |shift: u16| (word >> shift & 0xF) as u8 * 17;
    [part(8), part(4), part(0), part(12)]
}
