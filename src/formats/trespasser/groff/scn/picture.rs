//! The picture of a savegame: a bitmap file of 24 bits, which the game makes 100 × 75.

use crate::bytes::{Cursor, Hint, Recorder, Result, Scalar, Severity, Writer};

/// Section `SaveBMP`.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Picture {
    /// The bitmap file.
    pub bytes: Vec<u8>,
}

/// The largest side that is shown.
const LARGEST: u32 = 1024;

impl Picture {
    /// A bitmap file of these colours, row by row from the top.
    pub fn new(width: u32, height: u32, texel: impl Fn(u32, u32) -> [u8; 3]) -> Self {
        let row = width.saturating_mul(3).next_multiple_of(4);
        let size = row.saturating_mul(height);
        let mut out = Writer::default();
        out.bytes(b"BM");
        out.all(&[54 + size, 0, 54, 40, width, height]);
        out.all(&[1u16, 24]);
        out.all(&[0, size, 0, 0, 0, 0u32]);
        for y in (0..height).rev() {
            let start = out.pos();
            for x in 0..width {
                let [red, green, blue] = texel(x, y);
                out.bytes(&[blue, green, red]);
            }
            let filled = out.pos() - start;
            out.bytes(&vec![0; (row as usize).saturating_sub(filled)]);
        }
        Self { bytes: out.finish() }
    }

    pub(in super::super) fn read<R: Recorder>(cur: &mut Cursor<'_, R>) -> Result<Self> {
        let start = cur.pos();
        cur.text("magic", 2)?;
        cur.get_as::<u32>("file_size", Hint::Unit("bytes"))?;
        cur.get::<u32>("reserved")?;
        cur.get_as::<u32>("pixels_offset", Hint::Dec)?;
        cur.get::<u32>("header_size")?;
        cur.get::<i32>("width")?;
        cur.get::<i32>("height")?;
        cur.get::<u16>("planes")?;
        cur.get::<u16>("bits")?;
        cur.get::<u32>("compression")?;
        cur.get_as::<u32>("image_size", Hint::Unit("bytes"))?;
        cur.get::<i32>("pixels_per_metre_x")?;
        cur.get::<i32>("pixels_per_metre_y")?;
        cur.get::<u32>("colours")?;
        cur.get::<u32>("important_colours")?;
        let len = usize::try_from(cur.remaining()).unwrap_or(usize::MAX);
        cur.bytes("pixels", len)?;
        let picture = Self { bytes: cur.slice(start, cur.pos()).to_vec() };
        if picture.size().is_none() {
            let span = (start, cur.pos() - start);
            let message = format_args!("this is no bitmap of 24 bits that can be shown");
            cur.problem(Severity::Warning, span, "", message);
        }
        Ok(picture)
    }

    fn number<T: Scalar>(&self, at: usize) -> Option<T> {
        T::take(&mut self.bytes.get(at..)?, Default::default())
    }

    /// Width and height, where the bitmap can be shown.
    pub fn size(&self) -> Option<(u32, u32)> {
        let is_plain = self.bytes.starts_with(b"BM")
            && self.number::<u16>(28)? == 24
            && self.number::<u32>(30)? == 0;
        let (width, height) = (self.number::<u32>(18)?, self.number::<u32>(22)?);
        let fits = (1..=LARGEST).contains(&width) && (1..=LARGEST).contains(&height);
        let end = self.first()?.checked_add(Self::row(width).checked_mul(height as usize)?)?;
        (is_plain && fits && end <= self.bytes.len()).then_some((width, height))
    }

    /// Where the pixels start.
    pub(in super::super) fn first(&self) -> Option<usize> {
        usize::try_from(self.number::<u32>(10)?).ok()
    }

    /// Bytes of a row.
    pub(in super::super) fn row(width: u32) -> usize {
        (width as usize).saturating_mul(3).next_multiple_of(4)
    }

    /// The texels, row by row from the top; rows are stored from the bottom.
    pub fn texels(&self) -> Vec<[u8; 4]> {
        let (Some((width, height)), Some(first)) = (self.size(), self.first()) else {
            return Vec::new();
        };
        let row = Self::row(width);
        let pixels = self.bytes.get(first..).unwrap_or(&[]);
        let rows: Vec<&[u8]> = pixels.chunks_exact(row).take(height as usize).collect();
        let texel = |bgr: &[u8; 3]| [bgr[2], bgr[1], bgr[0], 255];
        let colours = |row: &&[u8]| -> Vec<[u8; 4]> {
            row.as_chunks::<3>().0.iter().take(width as usize).map(texel).collect()
        };
        rows.iter().rev().flat_map(colours).collect()
    }
}
