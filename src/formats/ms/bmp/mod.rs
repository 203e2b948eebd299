//! Windows' and OS/2's `*.bmp`: a picture.
//!
//! | offset | field |
//! |---|---|
//! | 0 | `BM`, size of the file, 4 bytes unused, offset of the pixels |
//! | 14 | header: its size, width, height, planes, bits per pixel; from size 40 on compression and more |
//! | | masks of red, green and blue, if compression 3 or 6 follows a header of 40 bytes |
//! | | palette: B, G, R, 0, or B, G, R after a header of 12 bytes |
//! | | rows, each padded to 4 bytes; the lowest first unless the height is negative |
//!
//! Supports 1, 2, 4, 8, 16, 24 and 32 bits per pixel and both run-length encodings. Header sizes:
//! 12 (OS/2), 16 to 64 (OS/2 2), 40, 52, 56, 108, 124 (Windows). Colour profiles are preserved as
//! bytes.
//!
//! Counts: `textures` 1, `palettes` 1 if pixels are indices.
//!
//! Source: format document `neversoft-psx.md`, section 20.8.

mod coding;
mod pixels;
mod records;
mod replace;
mod runs;
mod texture;

pub use records::{Bmp, Header, MAGIC};
pub use replace::with_picture;
pub use texture::{add, texture};

use crate::formats::single_picture::{picture_records, single_picture};
use crate::formats::{
    Capability, Counts, FormatInfo, Head, Loaded, Operations, Probe, Records, Report,
};

/// `true` if the header has a usual size and depth, and its pixels start after it and inside the
/// file.
fn fits(head: &Head<'_>, header: &Header) -> bool {
    let is_usual = matches!(header.size, 12 | 40 | 52 | 56 | 64 | 108 | 124);
    let is_depth = matches!(header.bits, 1 | 2 | 4 | 8 | 16 | 24 | 32);
    let start = head.u32(PIXELS_AT).map_or(0, u64::from);
    let behind = (records::FILE_HEADER as u64).saturating_add(header.size.into());
    is_usual && is_depth && head.u32(RESERVED) == Some(0) && (behind..head.len).contains(&start)
}

/// Offset of the reserved field.
const RESERVED: usize = 6;
/// Offset of the field with the offset of the pixels.
const PIXELS_AT: usize = 10;

impl Records for Bmp {
    const INFO: FormatInfo = FormatInfo {
        id: "ms.bmp",
        name: "Windows bitmap",
        extensions: &["bmp", "dib"],
        versions: &[],
        can: &[Capability::View, Capability::Export, Capability::Write],
    };
    const ROOT: &'static str = "Bitmap";
    const OPERATIONS: Operations<Self> = Operations::NONE.displayed().editable();

    /// Two letters match many files, so the header must be plausible too.
    fn probe(head: &Head<'_>) -> Option<Probe> {
        if !head.bytes.starts_with(&MAGIC) {
            return None;
        }
        let header = Header::at(head.bytes.get(records::FILE_HEADER..)?)?;
        let (width, height) = header.size();
        let has_sides = (1..1 << 16).contains(&width) && (1..1 << 16).contains(&height);
        let reason = format!("\"BM\", {width} × {height} pixels of {} bits", header.bits);
        if !has_sides || header.bits > 32 {
            return None;
        }
        // With an invalid number of planes, all other fields must be valid.
        let score = match (header.planes, fits(head, &header)) {
            (1, _) => 95,
            (_, true) => 70,
            _ => return None,
        };
        Some(Probe { score, reason })
    }

    fn count(&self, counts: &mut Counts) {
        counts.set("textures", u64::from(self.is_usable()));
        counts.set("palettes", u64::from(self.is_usable() && self.header.is_indexed()));
    }

    fn is_usable(&self) -> bool {
        self.coding().is_some()
    }

    fn check(file: &Loaded<Self>, report: &mut Report<'_>) {
        let Bmp { magic, header, .. } = &file.records;
        if *magic != MAGIC {
            report.error("magic", "expected \"BM\"");
        }
        if file.records.coding().is_none() {
            let (bits, packing) = (header.bits, header.compression);
            let message = match packing {
                3 if header.is_os2() => {
                    "Huffman coding of OS/2 (packing 3) is not supported".to_owned()
                }
                4 if header.is_os2() => {
                    "run-length encoded colours of OS/2 (packing 4) are not supported".to_owned()
                }
                4 => "contains a JPEG file, which is not supported".to_owned(),
                5 => "contains a PNG file, which is not supported".to_owned(),
                _ => format!("unknown combination: {bits} bits per pixel, packing {packing}"),
            };
            return report.error("header.compression", message);
        }
        if header.planes != 1 {
            report.warning("header.planes", format!("expected 1 plane, found {}", header.planes));
        }
        if header.is_indexed() && file.records.palette().is_empty() {
            report.warning("palette", "missing palette: shown in shades of grey");
        }
        if header.is_packed() {
            let rows = file.records.rows();
            let height = header.size().1;
            if rows < height {
                let message = format!("expected {height} rows, found {rows}");
                report.error("pixels", message);
            }
        }
    }

    picture_records!(26);
}

single_picture!(Bmp, scene: texture::scene, replace: replace::with_picture);
