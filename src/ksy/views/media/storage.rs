//! Location of texels in the data of a picture, and their decoding.

use std::io;

use image::{ImageFormat, ImageReader, Limits};

use super::Coding;
use crate::bytes::Endian;
use crate::codec::{gx, powervr, ps2};

/// Maximum number of texels per side.
const MAX_SIDE: u32 = 16_384;
/// Pictures with at most this number of texels, a page of the PlayStation, may have any amount of
/// missing data.
const SMALL: u64 = 1 << 16;
/// Maximum number of texels per byte of a larger picture with missing rows; further rows are left out.
const MAX_INCOMPLETE: u64 = 16;
/// Maximum number of texels per byte of a larger picture file.
const MAX_COMPRESSED: u64 = 256;
/// Memory limit of the decoder of picture files.
const MAX_ALLOC: u64 = 256 << 20;

/// Storage of a picture.
#[derive(Clone, Copy, Debug)]
pub struct Storage {
    pub coding: Coding,
    pub width: u32,
    /// Rows of the picture, stored or missing.
    pub height: u32,
    /// Stored rows.
    pub rows: u32,
    /// Bytes from one row to the next, in codings with rows.
    stride: u64,
}

impl Storage {
    /// Storage of a picture of this size, or of the size that a picture file states. `data` are its
    /// bytes.
    ///
    /// # Errors
    /// When nothing of the picture can be decoded, with the reason.
    pub fn new(
        coding: Coding,
        (width, height): (u64, u64),
        stride: Option<u64>,
        data: &[u8],
    ) -> Result<Self, String> {
        let len = data.len() as u64;
        let (width, height) = match coding {
            Coding::File(format) => size_of_file(format, data)?,
            _ => (width, height),
        };
        let side =
            |side: u64| u32::try_from(side).ok().filter(|side| (1..=MAX_SIDE).contains(side));
        let (Some(width), Some(height)) = (side(width), side(height)) else {
            return Err(format!(
                "expected 1 to {MAX_SIDE} texels per side, found {width} × {height}"
            ));
        };
        let row = (u64::from(width) * u64::from(coding.bits())).div_ceil(8);
        let stride = stride.unwrap_or(row);
        if stride < row {
            return Err(format!("expected at least {row} bytes per row, found {stride}"));
        }
        let mut storage = Self { coding, width, height, rows: height, stride };
        let needed = storage.needed()?;
        if needed > len {
            storage.rows = storage.rows_in(len).min(height);
            if storage.rows == 0 {
                return Err(format!("expected {needed} bytes of texels, found {len}"));
            }
            let most = len.saturating_mul(MAX_INCOMPLETE).max(SMALL) / u64::from(width);
            let most = u32::try_from(most).unwrap_or(u32::MAX);
            storage.height = height.min(most.max(storage.rows));
        }
        Ok(storage)
    }

    /// Size of the picture in bytes.
    ///
    /// # Errors
    /// When the coding cannot store this size.
    pub fn needed(&self) -> Result<u64, String> {
        let (width, height) = (self.width, self.height);
        let refused = || format!("{width} × {height} texels cannot be stored in this coding");
        match self.coding {
            Coding::Words(_) | Coding::Indices { .. } => {
                Ok(self.stride * u64::from(height - 1) + self.row_bytes())
            }
            Coding::Blocks(code) => Ok(code.bytes(width, height)),
            Coding::Gx(coding) => coding.bytes(width, height).ok_or_else(refused),
            Coding::PlayStation2 { bits: 8 } if width % 16 != 0 || height % 16 != 0 => {
                Err(format!("expected sides that are multiples of 16, found {width} × {height}"))
            }
            Coding::PlayStation2 { bits } => {
                Ok((u64::from(width) * u64::from(height) * u64::from(bits)).div_ceil(8))
            }
            Coding::PowerVr(format) => {
                let needed = powervr::needed(format, width, height);
                needed.map(|needed| needed as u64).ok_or_else(refused)
            }
            Coding::File(_) => Ok(0),
        }
    }

    fn row_bytes(&self) -> u64 {
        (u64::from(self.width) * u64::from(self.coding.bits())).div_ceil(8)
    }

    /// Number of rows that lie completely within `len` bytes.
    fn rows_in(&self, len: u64) -> u32 {
        match self.coding {
            Coding::Blocks(code) => code.rows_in(self.width, len),
            Coding::Gx(coding) => coding.rows_in(self.width, len),
            Coding::Words(_) | Coding::Indices { .. } => {
                let whole = len.checked_sub(self.row_bytes()).map(|rest| rest / self.stride + 1);
                u32::try_from(whole.unwrap_or(0)).unwrap_or(u32::MAX)
            }
            // The texels of a row are spread over the data.
            Coding::PlayStation2 { .. } | Coding::PowerVr(_) | Coding::File(_) => 0,
        }
    }

    /// Offset and size of the data of texel (x, y) of the storage; `None` if it is missing, or the data
    /// are compressed.
    pub fn texel(&self, x: u32, y: u32) -> Option<(u64, u64)> {
        let (width, height) = (self.width, self.height);
        if x >= width || y >= self.rows {
            return None;
        }
        let bits = u64::from(self.coding.bits());
        Some(match self.coding {
            Coding::Words(_) | Coding::Indices { .. } => {
                (u64::from(y) * self.stride + u64::from(x) * bits / 8, bits.div_ceil(8))
            }
            Coding::Blocks(code) => (code.offset(width, x, y), code.block() as u64),
            Coding::Gx(coding) => (coding.offset(width, x, y), if bits == 16 { 2 } else { 1 }),
            Coding::PlayStation2 { bits } => (self.swizzled(bits, x, y)?.0 as u64, 1),
            Coding::PowerVr(format) => {
                (powervr::texel_offset(format, width, height, x, y)?, powervr::unit(format))
            }
            Coding::File(_) => return None,
        })
    }

    /// Byte of a texel in the PlayStation 2's memory, and `true` if it is the high nibble.
    fn swizzled(&self, bits: u32, x: u32, y: u32) -> Option<(usize, bool)> {
        let [x, y, width, height] = [x, y, self.width, self.height].map(|n| n as usize);
        match bits {
            4 => ps2::place4(x, y, width, height),
            _ => ps2::place8(x, y, width, height).map(|at| (at, false)),
        }
    }

    /// The stored rows of the picture, for codings that store rows.
    fn stored_rows<'a>(&self, data: &'a [u8]) -> impl Iterator<Item = &'a [u8]> {
        let (row, stride) = (self.row_bytes(), self.stride);
        (0..u64::from(self.rows)).map(move |y| {
            let start = usize::try_from(y * stride).unwrap_or(usize::MAX);
            let rest = data.get(start..).unwrap_or_default();
            rest.get(..usize::try_from(row).unwrap_or(usize::MAX)).unwrap_or_default()
        })
    }

    /// Indices of the stored rows, in storage order; `None` if texels are colours, or too few bytes are
    /// stored.
    pub fn indices(&self, data: &[u8]) -> Option<Vec<u8>> {
        let size = (self.width, self.rows);
        match self.coding {
            Coding::Indices { bits, is_high_first } => {
                let width = self.width as usize;
                let unpack = |row| unpacked(row, bits, is_high_first).take(width);
                Some(self.stored_rows(data).flat_map(unpack).collect())
            }
            Coding::Gx(coding) => gx::indices(coding, size.0, size.1, data),
            Coding::PlayStation2 { bits } => {
                let texels = (0..size.1).flat_map(|y| (0..size.0).map(move |x| (x, y)));
                let index = |(x, y)| {
                    let (at, is_high) = self.swizzled(bits, x, y)?;
                    let byte = data.get(at)?;
                    Some(if bits == 8 { *byte } else { byte >> (4 * u32::from(is_high)) & 15 })
                };
                Some(texels.map(|texel| index(texel).unwrap_or(0)).collect())
            }
            Coding::PowerVr(format) => powervr::indices(format, size.0, size.1, data),
            _ => None,
        }
    }

    /// Colours of the stored rows, in storage order; `None` if texels are indices, or the data are
    /// damaged.
    pub fn colours(&self, data: &[u8]) -> Option<Vec<[u8; 4]>> {
        let size = (self.width, self.rows);
        match self.coding {
            Coding::Words(words) => {
                Some(self.stored_rows(data).flat_map(|row| words.decode(row)).collect())
            }
            Coding::Blocks(code) => code.decode(size, data),
            Coding::Gx(coding) => gx::decode(coding, size, data, &[], Endian::Big),
            Coding::PowerVr(format) => powervr::decode(format, size.0, size.1, data),
            Coding::File(format) => {
                let mut reader = ImageReader::with_format(io::Cursor::new(data), format);
                let mut limits = Limits::default();
                limits.max_alloc = Some(MAX_ALLOC);
                reader.limits(limits);
                let bytes = reader.decode().ok()?.into_rgba8().into_raw();
                Some(bytes.as_chunks().0.to_vec())
            }
            Coding::Indices { .. } | Coding::PlayStation2 { .. } => None,
        }
    }

    /// Words of the stored rows, if they are the PlayStation's.
    pub fn playstation_words(&self, data: &[u8]) -> Option<Vec<u16>> {
        let Coding::Words(words) = self.coding else { return None };
        let rows = || self.stored_rows(data).flat_map(|row| words.words16(row));
        words.is_playstation().then(|| rows().collect())
    }
}

/// Size of a picture file, which its header states.
fn size_of_file(format: ImageFormat, data: &[u8]) -> Result<(u64, u64), String> {
    let reader = ImageReader::with_format(io::Cursor::new(data), format);
    let (width, height) = reader.into_dimensions().map_err(|why| why.to_string())?;
    let (texels, len) = (u64::from(width) * u64::from(height), data.len() as u64);
    if texels > len.saturating_mul(MAX_COMPRESSED).max(SMALL) {
        return Err(format!("{width} × {height} texels cannot be in a file of {len} bytes"));
    }
    Ok((width.into(), height.into()))
}

/// Unpacks indices of `bits` bits.
fn unpacked(row: &[u8], bits: u32, is_high_first: bool) -> impl Iterator<Item = u8> {
    let each = 8 / bits.max(1);
    let mask = (1u32 << bits) - 1;
    row.iter().flat_map(move |byte| {
        (0..each).map(move |at| {
            let shift = if is_high_first { bits * (each - 1 - at) } else { bits * at };
            (u32::from(*byte) >> shift & mask) as u8
        })
    })
}
